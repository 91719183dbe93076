//! Our encoding: half the variables, no variables for moves, and pruning of everything that no plan
//! of this length can do.
//!
//! Cells are coloured as on a chessboard. Every move changes the colour of the blank's cell, so at
//! step t only the cells of one colour can hold the blank, and only they have a variable for it.
//! The cells of the *other* colour certainly hold tiles, and only they have variables for tiles. So
//! for a plan of T moves:
//!
//! 1. `blank(t, p)` for p of the blank's colour at t; `tile(t, p, a)` for the other colour.
//! 2. The blank is in exactly one cell; from each it goes to a neighbour, and came from one.
//! 3. Each cell of the other colour holds exactly one tile.
//! 4. Frame: if the blank is not in p at t, then p holds the same tile at t - 1 and t + 1.
//! 5. Slide: if the blank is in p at t and in q at t + 1, then what q held at t is in p at t + 1.
//! 6. No undo: the blank is not in the same cell at t and t + 2. (A shortest plan never undoes a move.)
//!    In plans of *at most* T moves, pairs that cancel fill up shorter ones: T must have the right
//!    parity; otherwise T - 1 is used. A plan without undone moves can be filled up at its end, between
//!    the blank's home and one neighbour, so the rule holds but for that. In plans of *exactly* T moves,
//!    any move may be undone.
//! 7. Pruning, see [`super::reach`]: statements that no plan of T moves makes true have no variable.
//!    With groups of tiles it goes further, see [`super::patterns`].
//! 8. Counter: with M the sum of the tiles' distances from home, exactly k = (T - M) / 2 moves take
//!    a tile away from home: a unary counter says so at every step, both ways.
//! 9. Shares: the tiles in groups, by several partitions; each group has its own counter, and the
//!    shares of a partition add up to k. What the tables of the groups know is handed to the solver
//!    as [lemmas](crate::lemmas) while it works.
//!
//! Without pruning and counter, rules 1 to 6 are all there is, and start and goal are clauses too: such
//! a formula says nothing but the rules of the puzzle. Several goals are written this way, with a
//! variable for each goal.

mod counter;
mod counting;
mod tables;
mod writer;

use std::ops::{ControlFlow, Range};

pub use tables::CompactTables;
use tables::Groups;
use taquin_core::{Board, Stop};
use writer::{Ends, Writer};

use super::patterns::{Group, Shape};
use super::{Encoder, EncodingEntry};
use crate::cdcl::Guard;
use crate::distance::manhattan;
use crate::formula::{Formula, Horizon, Task};

pub(super) const ENTRY: EncodingEntry = EncodingEntry {
    name: "compact",
    summary: "variables for half the cells at each step, pruned by distance, moves away counted",
    reference: "taquin; see the page on SAT",
    horizon: Horizon::NoUndo,
    open: |start, goal| Box::new(Compact::default().open(start, goal)),
};

/// The rules by which impossible states are pruned from the formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prune {
    /// Nothing: all statements have their variable.
    Nothing,
    /// What the walks of one tile and the blank rule out.
    Tiles,
    /// Also what groups of tiles rule out.
    #[default]
    Groups,
}

/// The encoding with its choices.
#[derive(Clone, Debug)]
pub struct Compact {
    /// The pruning rules in use.
    pub prune: Prune,
    /// Whether moves away from home are counted.
    pub counter: bool,
    /// The largest number of tiles in a group; short plans use fewer.
    pub group: usize,
    /// The partitions of the tiles into groups.
    pub shapes: Vec<Shape>,
}

impl Default for Compact {
    fn default() -> Self {
        Self {
            prune: Prune::default(),
            counter: true,
            group: 6,
            shapes: vec![Shape::Blocks, Shape::Rows, Shape::Columns],
        }
    }
}

impl Compact {
    /// Prepares formulas about the paths between two boards.
    pub fn open(&self, start: &Board, goal: &Board) -> CompactTables {
        CompactTables::new(self.clone(), start, goal)
    }
}

impl Encoder for CompactTables {
    fn formula_within(&self, task: &Task, guard: &mut dyn Guard) -> ControlFlow<Stop, Formula> {
        // Pairs of moves that cancel fill up shorter plans of the same parity; of the other there
        // are plans of one move less at most.
        let is_odd = task.horizon == Horizon::AtMost && !task.has_right_parity();
        let task = match task.steps.checked_sub(1) {
            Some(fewer) if is_odd => &task.with_steps(fewer),
            _ => task,
        };
        let Compact { prune, counter, .. } = self.choices;
        if task.goals().len() > 1 || (prune == Prune::Nothing && !counter) {
            return rules(task, guard);
        }
        self.pruned(task, guard)
    }
}

/// The rules of the puzzle, with start and goals as clauses, and nothing else.
fn rules(task: &Task, guard: &mut dyn Guard) -> ControlFlow<Stop, Formula> {
    let formula = Formula::new(task, ENTRY.name);
    let mut writer = Writer::new(formula, None, Ends::Stated, guard)?;
    writer.start();
    writer.puzzle(guard)?;
    writer.goals();
    ControlFlow::Continue(writer.formula)
}

impl CompactTables {
    /// The formula without what no plan of this length can do.
    fn pruned(&self, task: &Task, guard: &mut dyn Guard) -> ControlFlow<Stop, Formula> {
        let mut formula = Formula::new(task, ENTRY.name);
        let distance = manhattan(task.start(), task.goal());
        let steps = task.steps;
        let possible =
            steps >= distance && (steps - distance).is_multiple_of(2) && task.has_right_parity();
        let away = steps.saturating_sub(distance) / 2;
        let Groups { all, parts } = self.groups(steps, away, guard)?;
        let needed =
            |part: &Range<usize>| -> u32 { all[part.clone()].iter().map(Group::least).sum() };
        if !possible || parts.iter().any(|part| needed(part) > away) {
            let words = "tiles need more moves than that, or a number of the other parity";
            formula.cnf.family("length", words);
            formula.cnf.add([]);
            return ControlFlow::Continue(formula);
        }
        let mut most = Vec::new();
        for part in parts {
            let spare = away - needed(part);
            most.extend(all[part.clone()].iter().map(|group| group.least() + spare));
        }
        let allowed = match self.choices.prune {
            Prune::Nothing => None,
            Prune::Tiles | Prune::Groups => Some(self.allowed(steps, away, all, &most, guard)?),
        };
        let mut writer = Writer::new(formula, allowed.as_ref(), Ends::Known, guard)?;
        writer.puzzle(guard)?;
        if self.choices.counter {
            writer.counters(away as usize, all, parts, &most, guard)?;
        }
        ControlFlow::Continue(writer.formula)
    }
}
