//! Bidirectional breadth-first search: from the start and from the goals at once, the smaller
//! frontier first, level by level.
//!
//! Optimal: when level `a` from the start and level `b` from the goals are complete and have not
//! met, no solution has `a + b` moves or fewer, so a meeting in the next level is a shortest one.
//! Keeps every state it reaches, but reaches about the square root of what breadth-first does. With
//! several goals the search from the goals starts in all of them. I. Pohl, *Bi-directional Search*,
//! 1971.

use std::ops::ControlFlow;

use taquin_core::catalogue::{Guarantee, Pseudocode, Runs, SolverEntry};
use taquin_core::packed::Grid;
use taquin_core::trace::{StepKind, Why};
use taquin_core::{
    Control, Direction, Move, Outcome, Puzzle, Size, SolveError, Solver, Stats, Stop,
};

use crate::incumbent::{Incumbent, answer};
use crate::memory::{Reached, State, WithState, for_size, key, make_room};
use crate::tracing::{Recorder, Seen};

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "bidirectional",
    summary: "breadth-first from both ends",
    guarantee: Guarantee::Optimal,
    notes: "optimal; keeps every state reached, about the square root of breadth-first's",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: false,
    pseudocode: Some(&Pseudocode::open_list(&[
        "from the start and from the goal, a queue each",
        "repeat, the smaller side first:",
        "    node ← first of the side's queue",
        "    if the other side has seen node: the two ways join",
        "    for each move of node:",
        "        child ← node after the move",
        "        if this side has seen child: skip it",
        "        put child at the end of the side's queue",
    ])),
    options: &[],
    make: |_| Ok(Box::new(Bidirectional)),
};

/// Bidirectional breadth-first search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bidirectional;

impl Solver for Bidirectional {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        Ok(for_size(puzzle.start().size(), Job { puzzle, control }))
    }
}

struct Job<'a> {
    puzzle: &'a Puzzle,
    control: &'a Control,
}

impl WithState for Job<'_> {
    type Output = Outcome;

    fn run<S: State>(self) -> Outcome {
        let start = S::pack(self.puzzle.start());
        let goals: Vec<S> = self.puzzle.targets().iter().map(S::pack).collect();
        let size = self.puzzle.start().size();
        let mut search = Search {
            sides: [Side::<S>::new(&[start], size), Side::new(&goals, size)],
            grid: Grid::new(size),
            recorder: Recorder::new(self.control, size),
            control: self.control,
        };
        answer(self.puzzle, self.control, |incumbent, stats| {
            stats.generated = 1 + goals.len() as u64;
            let middle = search.run(start, &goals, incumbent, stats)?;
            incumbent.offer(search.path(middle));
            ControlFlow::Continue(())
        })
    }
}

/// One of the two searches.
struct Side<S: State> {
    reached: S::Reached,
    frontier: Vec<S>,
    roots: Vec<S>,
    depth: u32,
}

impl<S: State> Side<S> {
    fn new(roots: &[S], size: Size) -> Self {
        let mut reached = S::Reached::new(size);
        for &root in roots {
            // A few roots are not worth a look at the limits; the first expansion takes it.
            while reached.is_full(0) {
                reached.grow();
            }
            reached.arrive_once(key(root), 0, Direction::Up);
        }
        Self {
            reached,
            frontier: roots.to_vec(),
            roots: roots.to_vec(),
            depth: 0,
        }
    }

    fn bytes(&self) -> u64 {
        self.reached.bytes() + (self.frontier.capacity() * size_of::<S>()) as u64
    }
}

struct Search<'a, S: State> {
    /// From the start, and from the goals.
    sides: [Side<S>; 2],
    grid: Grid,
    recorder: Recorder<'a>,
    control: &'a Control,
}

impl<S: State> Search<'_, S> {
    /// Searches until the sides meet, and gives the state they meet in.
    fn run(
        &mut self,
        start: S,
        goals: &[S],
        incumbent: &mut Incumbent<'_>,
        stats: &mut Stats,
    ) -> ControlFlow<Stop, S> {
        let mut meter = self.control.meter();
        if goals.contains(&start) {
            return ControlFlow::Continue(start);
        }
        loop {
            incumbent.raise(self.sides[0].depth + self.sides[1].depth + 1);
            let smaller = usize::from(self.sides[1].frontier.len() < self.sides[0].frontier.len());
            let frontier = std::mem::take(&mut self.sides[smaller].frontier);
            let waiting = self.sides[1 - smaller].frontier.len();
            for (done, &state) in frontier.iter().enumerate() {
                // The new frontier may double.
                let here = frontier.capacity() + 3 * self.sides[smaller].frontier.capacity();
                let others = self.sides[1 - smaller].bytes() + (here * size_of::<S>()) as u64;
                let side = &mut self.sides[smaller];
                make_room::<S>(
                    &mut side.reached,
                    side.depth + 1,
                    others,
                    self.control,
                    stats,
                )?;
                meter.node()?;
                stats.expanded += 1;
                let left = (waiting + frontier.len() - done - 1) as u64;
                let meeting = self.expand(smaller, state, left, stats);
                if let Some(middle) = meeting {
                    return ControlFlow::Continue(middle);
                }
            }
            self.sides[smaller].depth += 1;
        }
    }

    /// Makes the successors of a state on one side; gives one that the other side has reached.
    fn expand(&mut self, which: usize, state: S, left: u64, stats: &mut Stats) -> Option<S> {
        let [forward, backward] = &mut self.sides;
        let (side, other) = if which == 0 {
            (forward, backward)
        } else {
            (backward, forward)
        };
        let g = side.depth;
        let last = (g > 0).then(|| {
            let mark = side.reached.get(key(state));
            mark.expect("a frontier state was reached").via
        });
        let seen = |state, via, g| Seen {
            state,
            via,
            g,
            h: 0,
            f: g,
        };
        if self.recorder.is_on() {
            let why = if last.is_none() {
                Why::Start
            } else {
                Why::FirstIn
            };
            let open = left + side.frontier.len() as u64;
            self.recorder.record(
                StepKind::Expand(why),
                seen(state, last, g),
                open,
                stats.expanded,
            );
        }
        let blank = state.blank();
        let mut meeting = None;
        for (direction, from) in self.grid.slides(blank, last) {
            let child = state.slid(from, blank);
            let is_new = side.reached.arrive_once(key(child), g + 1, direction);
            if is_new {
                stats.generated += 1;
                side.frontier.push(child);
            }
            let meets = is_new && other.reached.get(key(child)).is_some();
            if self.recorder.is_on() {
                let kind = match (is_new, meets) {
                    (_, true) => StepKind::Goal,
                    (true, false) => StepKind::Generate,
                    (false, false) => StepKind::Duplicate,
                };
                let open = left + side.frontier.len() as u64;
                let child = seen(child, Some(direction), g + 1);
                self.recorder.record(kind, child, open, stats.expanded);
            }
            if meets {
                meeting = Some(child);
                break;
            }
        }
        stats.peak_open = stats.peak_open.max(left + side.frontier.len() as u64);
        stats.peak_closed = stats.expanded;
        meeting
    }

    /// From the start to the meeting, then on to the goal.
    fn path(&self, middle: S) -> Vec<Move> {
        let mut moves = self.way_back(0, middle);
        moves.reverse();
        let rest = self.way_back(1, middle);
        moves.extend(rest.into_iter().map(Move::inverse));
        moves
    }

    /// The moves that led a side to a state, last first.
    fn way_back(&self, which: usize, mut state: S) -> Vec<Move> {
        let side = &self.sides[which];
        let mut moves = Vec::new();
        while !side.roots.contains(&state) {
            let mark = side.reached.get(key(state));
            let via = mark.expect("a path leads over reached states").via;
            let blank = state.blank();
            state = state.slid(self.grid.source(blank, via.opposite()), blank);
            moves.push(Move(via));
        }
        moves
    }
}
