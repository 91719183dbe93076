//! Depth-first search: expands the newest node.
//!
//! A state is put on the stack once, when it is first made, so the search ends on every board; its
//! solutions are often thousands of moves long. With a depth limit, a state is pushed again when it is
//! reached on a shorter path, so that nothing within the limit is missed. Keeps every state it reaches.

use std::ops::ControlFlow;

use taquin_core::catalogue::{
    Arguments, Guarantee, OptionEntry, OptionKind, Pseudocode, Runs, SolverEntry,
};
use taquin_core::packed::Grid;
use taquin_core::spec::SpecError;
use taquin_core::trace::{StepKind, Why};
use taquin_core::{Control, Direction, Outcome, Puzzle, Size, SolveError, Solver, Stats, Stop};

use super::options::{MoveOrder, ORDER};
use super::uninformed::{self, Uninformed};
use crate::incumbent::Incumbent;
use crate::informed::path_from;
use crate::memory::{Arrival, MAX_G, Reached, State, Ticket, key, make_room};
use crate::tracing::{Recorder, Seen};

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "dfs",
    summary: "depth-first: last made, first expanded",
    guarantee: Guarantee::Solution,
    notes: "finds a solution, often a very long one; keeps every state reached",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: true,
    pseudocode: Some(&Pseudocode::open_list(&[
        "open ← stack with the start; seen ← {start}",
        "while open is not empty:",
        "    node ← last of open",
        "    if node is the goal: return the way to it",
        "    for each move of node:",
        "        child ← node after the move",
        "        if child is in seen, or too deep: skip it",
        "        put child on top of open and into seen",
        "return: there is no way",
    ])),
    options: &[
        OptionEntry {
            name: "depth",
            kind: OptionKind::Text,
            default: "none",
            help: "the longest path to follow, a number up to 4095 or none",
        },
        ORDER,
    ],
    make: |arguments| Ok(Box::new(Dfs::read(arguments)?)),
};

/// Depth-first search.
#[derive(Clone, Copy, Debug)]
pub struct Dfs {
    /// The maximum depth; none means no limit.
    pub depth: DepthLimit,
    /// The order in which a node's children are put on the stack; the last is taken first.
    pub order: MoveOrder,
}

impl Dfs {
    fn read(arguments: &mut Arguments<'_>) -> Result<Self, SpecError> {
        Ok(Self {
            depth: arguments.take("depth")?,
            order: arguments.take("order")?,
        })
    }
}

impl Default for Dfs {
    fn default() -> Self {
        ENTRY.default_settings(Self::read)
    }
}

/// A limit on the depth, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthLimit(Option<u32>);

impl From<Option<u32>> for DepthLimit {
    fn from(limit: Option<u32>) -> Self {
        Self(limit.map(|limit| limit.min(MAX_G)))
    }
}

impl std::str::FromStr for DepthLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            _ if text == "none" => Ok(Self(None)),
            Ok(limit @ 0..=MAX_G) => Ok(Self(Some(limit))),
            _ => Err(format!(
                "a depth limit is a number from 0 to {MAX_G}, or none"
            )),
        }
    }
}

impl Solver for Dfs {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        Ok(uninformed::solve(self, puzzle, control))
    }
}

impl Uninformed for Dfs {
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
        make_room::<S>(&mut reached, 0, 0, control, stats)?;
        reached.arrive_once(key(start), 0, Direction::Up);
        let mut stack = vec![reached.ticket(start)];
        (stats.generated, stats.peak_open) = (1, 1);
        let mut closed = 0;
        while let Some(ticket) = stack.pop() {
            let state = reached.state(ticket);
            // With a depth limit a state may be on the stack twice, the shorter path on top.
            let mark = reached
                .close(key(state))
                .expect("a state on the stack was reached");
            if mark.closed {
                continue;
            }
            let g = mark.g;
            let last = (state != start).then_some(mark.via);
            let is_goal = goals.contains(&state);
            if recorder.is_on() {
                let closed = closed + u64::from(!is_goal);
                let open = stack.len() as u64;
                recorder.taken(
                    Seen::unestimated(state, last, g),
                    Why::LastIn,
                    is_goal,
                    open,
                    closed,
                );
            }
            if is_goal {
                incumbent.offer(path_from(&reached, &grid, start, state));
                return ControlFlow::Continue(());
            }
            // The stack may double.
            let bytes = (3 * stack.capacity() * size_of::<Ticket<S>>()) as u64;
            make_room::<S>(&mut reached, g + 1, bytes, control, stats)?;
            meter.node()?;
            stats.expanded += 1;
            closed += 1;
            let blank = state.blank();
            for (direction, from) in self.order.sorted(grid.slides(blank, last)) {
                let child = state.slid(from, blank);
                let kind = match self.depth.0 {
                    Some(depth) if g >= depth => StepKind::Prune,
                    Some(_) => match reached.arrive(key(child), g + 1, direction) {
                        Arrival::Known => StepKind::Duplicate,
                        Arrival::New => StepKind::Generate,
                        Arrival::Shorter { was_closed } => {
                            stats.reopened += u64::from(was_closed);
                            closed -= u64::from(was_closed);
                            StepKind::Generate
                        }
                    },
                    None if reached.arrive_once(key(child), g + 1, direction) => StepKind::Generate,
                    None => StepKind::Duplicate,
                };
                if kind == StepKind::Generate {
                    stats.generated += 1;
                    stack.push(reached.ticket(child));
                }
                if recorder.is_on() {
                    let child = Seen::unestimated(child, Some(direction), g + 1);
                    recorder.record(kind, child, stack.len() as u64, closed);
                }
            }
            stats.peak_open = stats.peak_open.max(stack.len() as u64);
            stats.peak_closed = stats.peak_closed.max(closed);
        }
        // Everything within the depth limit was seen, and no goal was there.
        if let Some(depth) = self.depth.0 {
            incumbent.raise(depth + 1);
        }
        ControlFlow::Continue(())
    }
}
