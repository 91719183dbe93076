//! Best-first search: the loop behind A\*, weighted A\*, greedy and uniform-cost search.
//!
//! Nodes wait in buckets by `f = a·g + b·h`; the weights make the algorithm. The goal test comes
//! when a node is taken from the open list; among equal f the tie rule decides, then first in,
//! first out; successors are made in the order U D L R.

use std::ops::ControlFlow;

use taquin_core::packed::Grid;
use taquin_core::trace::{StepKind, Why};
use taquin_core::{Control, Direction, Move, Outcome, Puzzle, Stats, Stop};

use super::deferred::Deferred;
use super::{Incremental, Slide};
use crate::incumbent::Incumbent;
use crate::memory::{Arrival, Buckets, MAX_G, Reached, State, Ticket, WithState, key, make_room};
use crate::tracing::{Recorder, Seen};

/// The order of expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The weight of g: `a` in `f = a·g + b·h`.
    pub g_weight: u32,
    /// The weight of h: `b`.
    pub h_weight: u32,
    /// Which of two nodes with the same f.
    pub tie: Tie,
    /// Whether the estimate never exceeds the true distance, so that f bounds the optimum.
    pub admissible: bool,
    /// Whether f never falls along a path, so that no expanded state is reopened.
    pub monotone: bool,
}

/// Which of two nodes with the same f comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tie {
    /// The deeper one: it is nearer to the goal by its estimate.
    #[default]
    HighG,
    /// The shallower one.
    LowG,
    /// The one that waited longer.
    Fifo,
}

impl std::str::FromStr for Tie {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "high-g" => Ok(Self::HighG),
            "low-g" => Ok(Self::LowG),
            "fifo" => Ok(Self::Fifo),
            _ => Err("the tie rules are high-g, low-g and fifo".to_owned()),
        }
    }
}

impl Order {
    /// The second key of the buckets, largest first.
    #[inline]
    fn minor(self, g: u32) -> usize {
        match self.tie {
            Tie::HighG => g.min(MAX_G) as usize,
            Tie::LowG => (MAX_G - g.min(MAX_G)) as usize,
            Tie::Fifo => 0,
        }
    }

    #[inline]
    fn f(self, g: u32, h: u32) -> usize {
        (self.g_weight * g + self.h_weight * h) as usize
    }

    /// The estimate behind an f, where f has a share of it.
    #[inline]
    fn h(self, f: usize, g: u32) -> u32 {
        match self.h_weight {
            0 => 0,
            1 => f as u32 - self.g_weight * g,
            weight => (f as u32 - self.g_weight * g) / weight,
        }
    }

    /// A lower bound of every solution, from the least f on the open list.
    ///
    /// Some node of an optimal path is always open with its true g, and there
    /// `f = a·g + b·h ≤ max(a, b)·(g + h) ≤ max(a, b)·optimum`.
    fn lower_bound(self, least_f: usize) -> u32 {
        match (self.admissible, self.g_weight) {
            (false, _) | (_, 0) => 0,
            (true, a) => (least_f as u32).div_ceil(a.max(self.h_weight)),
        }
    }

    fn why(self) -> Why {
        match (self.g_weight, self.h_weight) {
            (0, _) => Why::LeastH,
            (_, 0) => Why::LeastG,
            _ => Why::LeastF,
        }
    }
}

/// A search to be run with the state that fits the puzzle.
pub(crate) struct BestFirst<'a, H> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) control: &'a Control,
    pub(crate) heuristic: &'a H,
    pub(crate) order: Order,
}

impl<H: Incremental> WithState for BestFirst<'_, H> {
    type Output = Outcome;

    fn run<S: State>(self) -> Outcome {
        let grid = Grid::new(self.puzzle.start().size());
        let start = S::pack(self.puzzle.start());
        let mut search = Search::<S, H> {
            heuristic: self.heuristic,
            order: self.order,
            control: self.control,
            recorder: Recorder::new(self.control, self.puzzle.start().size()),
            grid: &grid,
            start,
            goals: self.puzzle.targets().iter().map(S::pack).collect(),
            reached: S::Reached::new(self.puzzle.start().size()),
            open: Buckets::new(),
            deferred: Deferred::new(start, key(start)),
            closed: 0,
            stats: Stats::default(),
        };
        let mut incumbent = Incumbent::new(self.puzzle, self.control);
        let end = search.run(&mut incumbent);
        search.settle();
        let stop = match end {
            ControlFlow::Break(stop) => stop,
            ControlFlow::Continue(goal) => {
                if let Some(goal) = goal {
                    incumbent.offer(search.path(goal));
                }
                Stop::Finished
            }
        };
        self.heuristic
            .with_tables(incumbent.outcome(stop, search.stats))
    }
}

type Key<S> = <<S as State>::Reached as Reached<S>>::Key;

struct Search<'a, S: State, H> {
    heuristic: &'a H,
    order: Order,
    control: &'a Control,
    recorder: Recorder<'a>,
    grid: &'a Grid,
    start: S,
    goals: Vec<S>,
    reached: S::Reached,
    open: Buckets<Ticket<S>>,
    deferred: Deferred<S>,
    /// States expanded and not reopened.
    closed: u64,
    stats: Stats,
}

impl<S: State, H: Incremental> Search<'_, S, H> {
    /// Searches until a goal is taken from the open list.
    fn run(&mut self, incumbent: &mut Incumbent<'_>) -> ControlFlow<Stop, Option<S>> {
        let mut meter = self.control.meter();
        let order = self.order;
        self.make_room(0)?;
        let h = self.heuristic.estimate(self.heuristic.start(&self.start));
        self.reached.arrive(key(self.start), 0, Direction::Up);
        let ticket = self.reached.ticket(self.start);
        self.open.push(order.f(0, h), order.minor(0), ticket);
        self.stats.generated = 1;
        self.stats.peak_open = 1;
        let mut least_f = 0;
        while let Some((f, minor, ticket)) = self.next() {
            if self.reached.is_large()
                && let Some(next) = self.open.peek()
            {
                let next = self.reached.state(next);
                self.reached.prefetch(key(next));
                self.prefetch_children(next);
            }
            let state = self.reached.state(ticket);
            // 1. Skip stale entries: expanded, or reached on a shorter path since they were pushed.
            let Some((g, via)) = self.take(state, minor) else {
                continue;
            };
            if f > least_f {
                least_f = f;
                incumbent.raise(order.lower_bound(f));
            }
            let h = order.h(f, g);
            let is_goal = self.goals.contains(&state);
            if self.recorder.is_on() {
                self.record_taken(state, via, g, h, is_goal);
            }
            // 2. A goal ends the search.
            if is_goal {
                return ControlFlow::Continue(Some(state));
            }
            // 3. Expand.
            if self.reached.is_full(g + 1) || self.stats.expanded.is_multiple_of(256) {
                self.settle();
                self.make_room(g + 1)?;
            }
            meter.node()?;
            self.closed += 1;
            self.stats.expanded += 1;
            self.expand(state, via, g, h);
            self.note_open();
            self.stats.peak_closed = self.stats.peak_closed.max(self.closed);
        }
        // Only a search that cuts nodes off could end here; this one reaches every goal.
        ControlFlow::Continue(None)
    }

    /// Takes the next node from the open list.
    #[inline]
    fn next(&mut self) -> Option<(usize, usize, Ticket<S>)> {
        if !self.deferred.is_empty() {
            let first = self.open.first_keys();
            if first.is_none_or(|(f, _)| f >= self.deferred.least_f) {
                self.settle();
            }
        }
        self.open.pop()
    }

    /// The g of a state taken from the open list and the last move to it; none if it is not to be
    /// expanded.
    #[inline]
    fn take(&mut self, state: S, minor: usize) -> Option<(u32, Direction)> {
        let mark = self.reached.close(key(state));
        let mark = mark.expect("an open state was reached");
        let shorter = self.order.tie != Tie::Fifo && self.order.minor(mark.g) != minor;
        (!mark.closed && !shorter).then_some((mark.g, mark.via))
    }

    #[inline]
    fn expand(&mut self, state: S, via: Direction, g: u32, h: u32) {
        let blank = state.blank();
        // Beyond the largest bucket of g, h cannot be derived from f.
        let origin = match g {
            MAX_G => self.heuristic.start(&state),
            _ => self.heuristic.resume(&state, h),
        };
        let last = (g > 0).then_some(via);
        let undo = last.map_or(0, |direction| 1 << direction.opposite() as u8);
        let legal = self.grid.legal(blank) & !undo;
        // All look-ups are issued before the first is awaited.
        let mut keys = [key(state); 4];
        for_each_direction(legal, |direction| {
            let child = state.slid(self.grid.source(blank, direction), blank);
            keys[direction as usize] = key(child);
            self.reached.prefetch(keys[direction as usize]);
        });
        let parent_f = self.order.f(g, h);
        let g = g + 1;
        let minor = self.order.minor(g);
        let defers = self.reached.is_large() && self.order.monotone && !self.recorder.is_on();
        for_each_direction(legal, |direction| {
            let from = self.grid.source(blank, direction);
            let child = state.slid(from, blank);
            let slide = Slide {
                tile: state.number(from),
                from,
                to: blank,
            };
            let heuristic = self.heuristic;
            let estimate = || heuristic.estimate(heuristic.step(origin, &child, slide));
            let mut h = None;
            if defers {
                let key = keys[direction as usize];
                let early = estimate();
                let f = self.order.f(g, early);
                if f > parent_f {
                    if self.deferred.is_full() {
                        self.settle_one();
                    }
                    self.deferred.add(child, key, f, g, direction);
                    return;
                }
                if self.deferred.may_hold(key) {
                    self.settle();
                }
                h = Some(early);
            }
            let arrival = self.arrive(keys[direction as usize], g, direction);
            if arrival == Arrival::Known && !self.recorder.is_on() {
                return;
            }
            let h = h.unwrap_or_else(estimate);
            let f = self.order.f(g, h);
            if arrival != Arrival::Known {
                if arrival == (Arrival::Shorter { was_closed: true }) {
                    self.stats.reopened += 1;
                    self.closed -= 1;
                }
                self.stats.generated += 1;
                self.open.push(f, minor, self.reached.ticket(child));
                // A child no worse than its parent is likely to be next.
                if f <= parent_f && self.reached.is_large() {
                    self.prefetch_children(child);
                }
            }
            if self.recorder.is_on() {
                let kind = match arrival {
                    Arrival::Known => StepKind::Duplicate,
                    _ => StepKind::Generate,
                };
                let seen = Seen {
                    state: child,
                    via: Some(direction),
                    g,
                    h,
                    f: f as u32,
                };
                self.recorder
                    .record(kind, seen, self.open.len(), self.closed);
            }
        });
    }

    /// Loads the lines of a state's children: it comes next, or soon.
    #[inline]
    fn prefetch_children(&self, state: S) {
        let blank = state.blank();
        for_each_direction(self.grid.legal(blank), |direction| {
            let child = state.slid(self.grid.source(blank, direction), blank);
            self.reached.prefetch(key(child));
        });
    }

    /// Lets all children that wait arrive.
    #[inline(never)]
    fn settle(&mut self) {
        while !self.deferred.is_empty() {
            self.settle_one();
        }
        self.note_open();
    }

    /// Lets the child that waits longest arrive.
    #[inline]
    fn settle_one(&mut self) {
        let (child, key, open) = self.deferred.take();
        self.stats.peak_open = self.stats.peak_open.max(open);
        if self.reached.arrive(key, child.g, child.via) != Arrival::Known {
            self.stats.generated += 1;
            self.deferred.admit();
            let ticket = self.reached.ticket(child.state);
            self.open.push(child.f, self.order.minor(child.g), ticket);
        }
    }

    #[inline]
    fn note_open(&mut self) {
        if let Some(open) = self.deferred.note_open(self.open.len()) {
            self.stats.peak_open = self.stats.peak_open.max(open);
        }
    }

    #[inline]
    fn arrive(&mut self, key: Key<S>, g: u32, via: Direction) -> Arrival {
        // Greedy search ignores g, so a shorter path changes nothing.
        if self.order.g_weight > 0 {
            return self.reached.arrive(key, g, via);
        }
        if self.reached.arrive_once(key, g, via) {
            Arrival::New
        } else {
            Arrival::Known
        }
    }

    fn make_room(&mut self, g: u32) -> ControlFlow<Stop> {
        let others = self.open.bytes() + self.heuristic.table_bytes();
        make_room::<S>(&mut self.reached, g, others, self.control, &mut self.stats)
    }

    #[cold]
    fn record_taken(&self, state: S, via: Direction, g: u32, h: u32, is_goal: bool) {
        let seen = Seen {
            state,
            via: (g > 0).then_some(via),
            g,
            h,
            f: self.order.f(g, h) as u32,
        };
        let closed = self.closed + u64::from(!is_goal);
        self.recorder
            .taken(seen, self.order.why(), is_goal, self.open.len(), closed);
    }

    fn path(&self, goal: S) -> Vec<Move> {
        path_from(&self.reached, self.grid, self.start, goal)
    }
}

/// Calls `visit` for each direction whose bit is set, in the order U D L R.
#[inline]
fn for_each_direction(mut bits: u8, mut visit: impl FnMut(Direction)) {
    while bits != 0 {
        visit(Direction::from_index(bits.trailing_zeros() as u8));
        bits &= bits - 1;
    }
}

/// The moves that led a search from `start` to `end`.
pub(crate) fn path_from<S: State>(
    reached: &S::Reached,
    grid: &Grid,
    start: S,
    end: S,
) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut state = end;
    while state != start {
        let via = reached
            .get(key(state))
            .expect("a path leads over reached states")
            .via;
        let blank = state.blank();
        // The tile that came last goes back into the blank.
        state = state.slid(grid.source(blank, via.opposite()), blank);
        moves.push(Move(via));
    }
    moves.reverse();
    moves
}
