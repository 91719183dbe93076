//! Beam search: breadth-first, but only the best `width` nodes of each level are kept.
//!
//! Finds good solutions of large boards fast; proves nothing. Keeps every state it reaches, and
//! considers none twice, not even one that was left out. A beam that
//! runs dry is widened to double and started again, so a solution is found in the end. R. Bisiani,
//! *Beam Search*, Encyclopedia of Artificial Intelligence, 1987.

use taquin_core::catalogue::{
    Arguments, Guarantee, OptionEntry, OptionKind, Pseudocode, Runs, SolverEntry,
};
use taquin_core::spec::SpecError;
use taquin_core::{Context, Control, Outcome, Plan, Puzzle, Size, SolveError, Solver};

use super::options::HEURISTIC;
use crate::heuristic::HeuristicSpec;

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "beam",
    summary: "beam: breadth-first, the best of each level kept",
    guarantee: Guarantee::Solution,
    notes: "finds a good solution, proves nothing; keeps every state reached",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: false,
    pseudocode: Some(&Pseudocode {
        lines: &[
            "level ← {start}",
            "repeat:",
            "    for each node of level:",
            "        if node is the goal: return the way to it",
            "        for each move of node:",
            "            child ← node after the move",
            "            if child was reached before: skip it",
            "            put child into the next level",
            "    keep the best of the next level by g + h, leave the others out",
            "    level ← the next level",
        ],
        expand: 2,
        generate: 7,
        duplicate: 6,
        prune: 8,
        goal: 3,
        restart: None,
    }),
    options: &[
        HEURISTIC,
        OptionEntry {
            name: "width",
            kind: OptionKind::Integer {
                min: 1,
                max: BeamWidth::MAX as u64,
            },
            default: "1000",
            help: "nodes kept of each level",
        },
    ],
    make: |arguments| Ok(Box::new(Beam::read(arguments)?)),
};

/// Beam search.
#[derive(Clone)]
pub struct Beam {
    /// The estimate; Manhattan distance by default.
    pub heuristic: HeuristicSpec,
    /// Nodes kept of each level; 1000 by default.
    pub width: BeamWidth,
}

impl Beam {
    fn read(arguments: &mut Arguments<'_>) -> Result<Self, SpecError> {
        Ok(Self {
            heuristic: arguments.take("heuristic")?,
            width: arguments.take("width")?,
        })
    }
}

impl Default for Beam {
    fn default() -> Self {
        ENTRY.default_settings(Self::read)
    }
}

/// A number of nodes, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeamWidth(usize);

impl BeamWidth {
    const MAX: usize = 10_000_000;

    /// A beam of this many nodes, brought into the range from 1 to ten million.
    pub fn new(nodes: usize) -> Self {
        Self(nodes.clamp(1, Self::MAX))
    }
}

impl std::str::FromStr for BeamWidth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(width @ 1..=Self::MAX) => Ok(Self(width)),
            _ => Err(format!(
                "a beam's width is a number from 1 to {}",
                Self::MAX
            )),
        }
    }
}

impl Solver for Beam {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn plan(&self, _: &Puzzle, _: &Context) -> Plan {
        self.heuristic.plan(ENTRY.name)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        self.heuristic.guide_search(puzzle, control, |guide| {
            guide.beam(puzzle, control, self.width.0)
        })
    }
}
