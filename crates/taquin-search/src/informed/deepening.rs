//! Iterative deepening by `f = g + h`: depth-first search with a threshold that rises to the least pruned
//! f until a goal is found.

use std::ops::ControlFlow;

use taquin_core::packed::Grid;
use taquin_core::trace::{Step, StepKind, Tracer, Why};
use taquin_core::{Control, Direction, Meter, Move, Outcome, Puzzle, Size, Stats, Stop};

use super::{Incremental, Slide};
use crate::incumbent::Incumbent;
use crate::memory::{State, WithState};

/// A search to be run with the state that fits the puzzle.
pub(crate) struct Deepening<'a, H> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) control: &'a Control,
    pub(crate) heuristic: &'a H,
    /// Whether an exhausted threshold is a lower bound.
    pub(crate) admissible: bool,
}

impl<H: Incremental> WithState for Deepening<'_, H> {
    type Output = Outcome;

    fn run<S: State>(self) -> Outcome {
        let start = S::pack(self.puzzle.start());
        let goals: Vec<S> = self.puzzle.targets().iter().map(S::pack).collect();
        let size = self.puzzle.start().size();
        let state = self.heuristic.start(&start);
        let mut search = Search {
            heuristic: self.heuristic,
            grid: Grid::new(size),
            goals: &goals,
            meter: self.control.meter(),
            bound: self.heuristic.estimate(state),
            next_bound: u32::MAX,
            stats: Stats {
                peak_bytes: self.heuristic.table_bytes(),
                ..Stats::default()
            },
            path: Vec::new(),
            record: self.control.tracer().map(|tracer| Record {
                tracer,
                size,
                ids: Vec::new(),
            }),
        };
        let mut incumbent = Incumbent::new(self.puzzle, self.control);
        if let ControlFlow::Break(stop) = self.control.check_memory(self.heuristic.table_bytes()) {
            return incumbent.outcome(stop, Stats::default());
        }
        let stop = loop {
            if self.admissible {
                incumbent.raise(search.bound);
            }
            match search.iteration(start, state) {
                ControlFlow::Break(End::Found) => {
                    search.path.reverse();
                    incumbent.offer(search.path.iter().copied().map(Move).collect());
                    break Stop::Finished;
                }
                ControlFlow::Break(End::Stopped(stop)) => break stop,
                ControlFlow::Continue(()) => search.bound = search.next_bound,
            }
        };
        self.heuristic
            .with_tables(incumbent.outcome(stop, search.stats))
    }
}

/// Why a descent ended before its subtree did.
enum End {
    Found,
    Stopped(Stop),
}

struct Search<'a, S, H> {
    heuristic: &'a H,
    grid: Grid,
    goals: &'a [S],
    meter: Meter<'a>,
    bound: u32,
    /// The least f cut off in this iteration.
    next_bound: u32,
    stats: Stats,
    /// The solution, last move first, filled while the recursion unwinds.
    path: Vec<Direction>,
    record: Option<Record<'a>>,
}

/// Additional state of a recorded search: a number for each node of the current path.
struct Record<'a> {
    tracer: &'a Tracer,
    size: Size,
    ids: Vec<u64>,
}

impl<S: State, H: Incremental> Search<'_, S, H> {
    /// Searches all nodes with f up to the bound.
    fn iteration(&mut self, start: S, state: H::State) -> ControlFlow<End> {
        self.next_bound = u32::MAX;
        self.stats.generated += 1;
        if self.goals.contains(&start) {
            self.record(StepKind::Goal, &start, None, 0, state);
            return ControlFlow::Break(End::Found);
        }
        self.record(StepKind::Expand(Why::Start), &start, None, 0, state);
        let result = self.descend(&start, start.blank(), 0b1111, 0, state);
        if let Some(record) = &mut self.record {
            record.ids.clear();
        }
        result
    }

    /// Expands a node whose f is within the bound; `allowed` excludes the inverse of the last move.
    fn descend(
        &mut self,
        board: &S,
        blank: usize,
        allowed: u8,
        g: u32,
        state: H::State,
    ) -> ControlFlow<End> {
        self.meter.node().map_break(End::Stopped)?;
        self.stats.expanded += 1;
        self.stats.peak_open = self.stats.peak_open.max(u64::from(g) + 1);
        let g = g + 1;
        let mut legal = self.grid.legal(blank) & allowed;
        while legal != 0 {
            let direction = Direction::from_index(legal.trailing_zeros() as u8);
            legal &= legal - 1;
            let from = self.grid.source(blank, direction);
            let child = board.slid(from, blank);
            let slide = Slide {
                tile: board.number(from),
                from,
                to: blank,
            };
            let state = self.heuristic.step(state, &child, slide);
            let h = self.heuristic.estimate(state);
            self.stats.generated += 1;
            if g + h > self.bound {
                self.next_bound = self.next_bound.min(g + h);
                self.record(StepKind::Prune, &child, Some(direction), g, state);
                continue;
            }
            if h == 0 && self.goals.contains(&child) {
                self.record(StepKind::Goal, &child, Some(direction), g, state);
                self.path.push(direction);
                return ControlFlow::Break(End::Found);
            }
            self.record(
                StepKind::Expand(Why::WithinThreshold),
                &child,
                Some(direction),
                g,
                state,
            );
            let allowed = !(1 << direction.opposite() as u8);
            if let ControlFlow::Break(end) = self.descend(&child, from, allowed, g, state) {
                if matches!(end, End::Found) {
                    self.path.push(direction);
                }
                return ControlFlow::Break(end);
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn record(
        &mut self,
        kind: StepKind,
        board: &S,
        via: Option<Direction>,
        g: u32,
        state: H::State,
    ) {
        if self.record.is_some() {
            self.record_step(kind, board, via, g, state);
        }
    }

    #[cold]
    fn record_step(
        &mut self,
        kind: StepKind,
        board: &S,
        via: Option<Direction>,
        g: u32,
        state: H::State,
    ) {
        let h = self.heuristic.estimate(state);
        let expanded = self.stats.expanded;
        let Some(record) = self.record.as_mut().filter(|r| !r.tracer.is_full()) else {
            return;
        };
        record.ids.truncate(g as usize);
        let parent = record.ids.last().copied();
        let node = record.tracer.new_id();
        record.ids.push(node);
        record.tracer.record(Step {
            kind,
            node,
            parent,
            mv: via.map(Move),
            board: board.unpack(record.size),
            g,
            h,
            f: g + h,
            open: u64::from(g),
            closed: expanded,
        });
    }
}
