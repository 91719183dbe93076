//! Breadth-first search: expands the oldest node.
//!
//! Optimal, since every slide costs one; keeps every state it reaches. The goal test comes when a
//! node is taken from the queue.

use std::ops::ControlFlow;

use taquin_core::catalogue::{Arguments, Guarantee, Pseudocode, Runs, SolverEntry};
use taquin_core::packed::Grid;
use taquin_core::spec::SpecError;
use taquin_core::trace::{StepKind, Why};
use taquin_core::{Control, Direction, Outcome, Puzzle, Size, SolveError, Solver, Stats, Stop};

use super::options::{MoveOrder, ORDER};
use super::uninformed::{self, Uninformed};
use crate::incumbent::Incumbent;
use crate::informed::path_from;
use crate::memory::{Buckets, Reached, State, key, make_room};
use crate::tracing::{Recorder, Seen};

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "bfs",
    summary: "breadth-first: first made, first expanded",
    guarantee: Guarantee::Optimal,
    notes: "optimal; keeps every state reached",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: true,
    pseudocode: Some(&Pseudocode::open_list(&[
        "open ← queue with the start; seen ← {start}",
        "while open is not empty:",
        "    node ← first of open",
        "    if node is the goal: return the way to it",
        "    for each move of node, in the order U D L R:",
        "        child ← node after the move",
        "        if child is in seen: skip it",
        "        put child at the end of open and into seen",
        "return: there is no way",
    ])),
    options: &[ORDER],
    make: |arguments| Ok(Box::new(Bfs::read(arguments)?)),
};

/// Breadth-first search.
#[derive(Clone, Copy, Debug)]
pub struct Bfs {
    /// The order of a node's children.
    pub order: MoveOrder,
}

impl Bfs {
    fn read(arguments: &mut Arguments<'_>) -> Result<Self, SpecError> {
        Ok(Self {
            order: arguments.take("order")?,
        })
    }
}

impl Default for Bfs {
    fn default() -> Self {
        ENTRY.default_settings(Self::read)
    }
}

impl Solver for Bfs {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        Ok(uninformed::solve(self, puzzle, control))
    }
}

impl Uninformed for Bfs {
    fn search<S: State>(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        incumbent: &mut Incumbent<'_>,
        stats: &mut Stats,
    ) -> ControlFlow<Stop> {
        let size = puzzle.start().size();
        let (grid, recorder) = (Grid::new(size), Recorder::new(control, size));
        let start = S::pack(puzzle.start());
        let goals: Vec<S> = puzzle.targets().iter().map(S::pack).collect();
        let mut meter = control.meter();
        let mut reached = S::Reached::new(size);
        let mut queue = Buckets::new();
        make_room::<S>(&mut reached, 0, queue.bytes(), control, stats)?;
        reached.arrive_once(key(start), 0, Direction::Up);
        queue.push(0, 0, reached.ticket(start));
        (stats.generated, stats.peak_open) = (1, 1);
        while let Some((g, _, ticket)) = queue.pop() {
            let state = reached.state(ticket);
            incumbent.raise(g as u32);
            let g = g as u32;
            let last = (g > 0).then(|| {
                reached
                    .get(key(state))
                    .expect("a queued state was reached")
                    .via
            });
            let is_goal = goals.contains(&state);
            if recorder.is_on() {
                let closed = stats.expanded + u64::from(!is_goal);
                recorder.taken(
                    Seen::unestimated(state, last, g),
                    Why::FirstIn,
                    is_goal,
                    queue.len(),
                    closed,
                );
            }
            if is_goal {
                incumbent.offer(path_from(&reached, &grid, start, state));
                return ControlFlow::Continue(());
            }
            make_room::<S>(&mut reached, g + 1, queue.bytes(), control, stats)?;
            meter.node()?;
            stats.expanded += 1;
            let blank = state.blank();
            for (direction, from) in self.order.sorted(grid.slides(blank, last)) {
                let child = state.slid(from, blank);
                let is_new = reached.arrive_once(key(child), g + 1, direction);
                if is_new {
                    stats.generated += 1;
                    queue.push(g as usize + 1, 0, reached.ticket(child));
                }
                if recorder.is_on() {
                    let kind = if is_new {
                        StepKind::Generate
                    } else {
                        StepKind::Duplicate
                    };
                    let child = Seen::unestimated(child, Some(direction), g + 1);
                    recorder.record(kind, child, queue.len(), stats.expanded);
                }
            }
            stats.peak_open = stats.peak_open.max(queue.len());
            stats.peak_closed = stats.expanded;
        }
        ControlFlow::Continue(())
    }
}
