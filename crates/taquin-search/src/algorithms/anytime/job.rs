//! A solve in progress: the best path so far, and the steps that shorten it.

use std::ops::ControlFlow;

use taquin_core::packed::Grid;
use taquin_core::{Board, Control, Move, Puzzle, SolveError, Stats, Stop};

use super::beam_score::BeamScore;
use super::beams::Beams;
use super::budget::Budget;
use super::learned::Learned;
use super::line;
use super::prover::Prover;
use super::wide::{self, Wide};
use super::windows::Windows;
use super::zobrist::Zobrist;
use crate::algorithms::human;
use crate::heuristic::LinearConflict;
use crate::incumbent::Incumbent;
use crate::memory::{State, WithState};
use crate::nets::Nets;

/// Why a step does not lead to the next.
pub(super) enum Pause {
    /// The solution is proven, or enough for the caller.
    Done,
    /// The control stops the search.
    Stopped(Stop),
    /// The external beam failed.
    Failed(SolveError),
}

/// A solve under way.
pub(super) struct Job<'a, 'b, 'c> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) control: &'a Control,
    pub(super) threads: usize,
    pub(super) prover: &'a Prover,
    pub(super) zobrist: Zobrist,
    pub(super) budget: Budget<'a>,
    /// Who searches the beams, if we do not.
    pub(super) beams: Option<&'a dyn Beams>,
    pub(super) incumbent: &'b mut Incumbent<'c>,
    pub(super) stats: &'b mut Stats,
    /// The tables that the lower bound rests on, by name and checksum.
    pub(super) tables: &'b mut Vec<String>,
}

/// The first beam's width, and the factor from one to the next.
const FIRST_WIDTH: usize = 500;
const WIDER: usize = 4;

/// A beam on fewer nodes than this a level is not worth the threads.
const WIDE_FOR_THREADS: usize = 1500;

/// Whether there may be an engine for beams: a page has none, nor room for what would call it.
const EXTERNAL_BEAMS: bool = cfg!(not(target_arch = "wasm32"));

/// Cells of the smallest boards for which there is a net.
const SMALLEST_NET: usize = 25;

impl WithState for Job<'_, '_, '_> {
    type Output = ControlFlow<Pause>;

    fn run<S: State>(mut self) -> ControlFlow<Pause> {
        self.first()?;
        let goal = self.end();
        self.polish(20, 2000)?;
        if let Some(beams) = self.beams.filter(|_| EXTERNAL_BEAMS) {
            return self.improve_with(&goal, beams);
        }
        // A net that leaves little room for boards leads to less than a wide beam without it.
        let memory = self.control.limits().memory.unwrap_or(u64::MAX);
        let learned = (S::CELLS >= SMALLEST_NET)
            .then(|| Learned::new(&goal, &self.control.context().part::<Nets>()))
            .flatten()
            .filter(|score| score.table_bytes() <= memory / 2);
        match learned {
            Some(score) => self.improve::<S, _>(&goal, &score),
            None => self.improve::<S, _>(&goal, &LinearConflict::new(&goal)),
        }
    }
}

impl Job<'_, '_, '_> {
    /// Wider and wider beams, alternating with proofs.
    fn improve<S: State, C: BeamScore>(&mut self, goal: &Board, score: &C) -> ControlFlow<Pause> {
        self.prove(self.proof_nodes(1_000_000))?;
        let mut width = FIRST_WIDTH;
        loop {
            let cost = width as u64 * u64::from(self.length());
            let is_last = self.budget.left() < 6 * cost;
            let before = self.stats.expanded;
            self.beam::<S, _>(goal, score, (!is_last).then_some(width))?;
            self.polish(30, 20_000)?;
            if is_last {
                break;
            }
            self.prove(self.proof_nodes(self.stats.expanded - before))?;
            width *= WIDER;
        }
        self.rest()
    }

    /// The human method's solution.
    fn first(&mut self) -> ControlFlow<Pause> {
        (self.stats.generated, self.stats.peak_open) = (1, 1);
        let moves = human::play(self.puzzle, self.control, self.stats);
        let moves = moves.map_break(Pause::Stopped)?;
        self.offer(&moves)
    }

    /// Takes a path without its loops, and returns whether to continue.
    pub(super) fn offer(&mut self, moves: &[Move]) -> ControlFlow<Pause> {
        let moves = line::without_loops(self.puzzle.start(), moves, &self.zobrist);
        self.incumbent.offer(moves);
        self.judge()
    }

    /// Whether the best line is good enough.
    pub(super) fn judge(&self) -> ControlFlow<Pause> {
        let bound = self.incumbent.lower_bound();
        if self.control.enough().is_reached(self.length(), bound) {
            return ControlFlow::Break(Pause::Done);
        }
        ControlFlow::Continue(())
    }

    pub(super) fn line(&self) -> &[Move] {
        let best = self.incumbent.best();
        best.expect("the first step found a line").moves()
    }

    pub(super) fn length(&self) -> u32 {
        self.line().len() as u32
    }

    /// The goal that the best line leads to.
    pub(super) fn end(&self) -> Board {
        let start = self.puzzle.start().clone();
        start
            .replay(self.line())
            .expect("a solution's moves are legal")
    }

    /// Shortens the windows of the line until they are as short as they get.
    pub(super) fn polish(&mut self, length: usize, nodes: u64) -> ControlFlow<Pause> {
        let windows = Windows {
            length,
            nodes,
            threads: self.threads,
        };
        let mut in_vain = 0;
        for offset in [0, length / 2].into_iter().cycle() {
            let before = self.length();
            let passed = windows.pass(self.puzzle.start(), self.line(), offset, self.control);
            self.stats.expanded += passed.expanded;
            self.stats.generated += passed.expanded;
            self.offer(&passed.moves)?;
            if let Some(stop) = passed.stopped {
                return ControlFlow::Break(Pause::Stopped(stop));
            }
            in_vain = if self.length() < before {
                0
            } else {
                in_vain + 1
            };
            if in_vain == 2 {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks for a shorter line with a beam: of this width, or of the width that uses up the budget.
    fn beam<S: State, C: BeamScore>(
        &mut self,
        goal: &Board,
        score: &C,
        width: Option<usize>,
    ) -> ControlFlow<Pause> {
        // All lines between two boards have the same parity.
        let Some(longest) = self.length().checked_sub(2) else {
            return ControlFlow::Continue(());
        };
        let tables = score.table_bytes();
        let room = self.control.limits().memory.unwrap_or(u64::MAX);
        let per_node = Wide::<C>::bytes::<S>(1000, longest) / 1000;
        let fits = room.saturating_sub(tables + Wide::<C>::fixed_bytes(self.threads)) / per_node;
        let widest = width.unwrap_or_else(|| self.budget.widest(longest));
        let widest = widest.min(fits as usize).min(wide::MOST_NODES);
        if widest < 16 {
            return ControlFlow::Break(Pause::Stopped(Stop::OutOfMemory));
        }
        let part = self.control.part(None);
        let wide = Wide {
            start: self.puzzle.start(),
            goal,
            scoring: score,
            zobrist: &self.zobrist,
            grid: Grid::new(goal.size()),
            control: &part,
            threads: if widest < WIDE_FOR_THREADS {
                1
            } else {
                self.threads
            },
            longest,
        };
        let (budget, control) = (&self.budget, self.control);
        let began = self.control.elapsed();
        let (end, work) = wide.run::<S>(widest, |progress| {
            let time = control.elapsed().saturating_sub(began);
            let fill = || budget.width(progress.levels, progress.expanded, time);
            width.unwrap_or_else(fill).min(widest)
        });
        self.control.count_nodes_of(&part);
        self.budget
            .note(work.expanded, self.control.elapsed().saturating_sub(began));
        self.stats.expanded += work.expanded;
        self.stats.generated += work.generated;
        self.stats.peak_open = self.stats.peak_open.max(work.peak);
        self.stats.peak_bytes = self.stats.peak_bytes.max(work.bytes + tables);
        match end {
            ControlFlow::Break(stop) => ControlFlow::Break(Pause::Stopped(stop)),
            ControlFlow::Continue(Some(moves)) => self.offer(&moves),
            ControlFlow::Continue(None) => ControlFlow::Continue(()),
        }
    }

    /// The remaining budget goes into longer windows, and on small boards into the proof.
    pub(super) fn rest(&mut self) -> ControlFlow<Pause> {
        if self.prover.has_tables() {
            return self.prove(u64::MAX);
        }
        let (mut length, mut nodes) = (40, 100_000);
        while self.budget.is_limited() {
            self.polish(length, nodes)?;
            self.prove(self.proof_nodes(nodes))?;
            (length, nodes) = (length + length / 4, nodes * 2);
        }
        ControlFlow::Continue(())
    }
}
