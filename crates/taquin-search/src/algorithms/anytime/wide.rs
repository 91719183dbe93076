//! A beam that is as wide as the budget allows, on all threads.
//!
//! Each level is split among the threads by the keys of its boards. A level is done in two steps with
//! nothing shared but what both only read:
//!
//! 1. every thread makes boards of the children it owns, up to the score that the level as a whole may
//!    keep, then the keys of all successors, and sorts them by the thread that owns the key;
//! 2. every thread goes through the successors it owns, drops those whose key it has seen, and
//!    evaluates the rest. A child that is evaluated is a few bytes; its board is not made yet.
//!
//! So no board is evaluated twice unless a table forgot it, and the result depends on the width
//! and the number of threads alone, not on their speed. Boards whose floor cannot beat the best
//! solution known are dropped at once. Tables of seen keys have a fixed size and forget the oldest of
//! four; to forget costs work and nothing else.

use std::ops::ControlFlow;

use taquin_core::packed::Grid;
use taquin_core::{Board, Control, Direction, Move, Stop};

use super::beam_score::{BeamScore, Look};
use super::zobrist::Zobrist;
use crate::heuristic::Slide;
use crate::memory::{State, Words, prefetch};

/// The goal of a beam, and its guide.
pub(super) struct Wide<'a, C> {
    pub(super) start: &'a Board,
    pub(super) goal: &'a Board,
    pub(super) scoring: &'a C,
    pub(super) zobrist: &'a Zobrist,
    pub(super) grid: Grid,
    pub(super) control: &'a Control,
    pub(super) threads: usize,
    /// Maximum length of the solution.
    pub(super) longest: u32,
}

/// The result and effort of a beam.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Most nodes of a level before it was thinned out.
    pub(super) peak: u64,
    pub(super) bytes: u64,
}

/// The progress of a beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// Nodes it has expanded.
    pub(super) expanded: u64,
    /// Estimated number of remaining levels.
    pub(super) levels: u32,
}

/// A node of a level.
#[derive(Clone, Copy)]
struct Node<S, T> {
    state: S,
    key: u64,
    scored: T,
    blank: u8,
    /// Index of the direction that led here; [`NONE`] at the start.
    via: u8,
}

/// A successor that was evaluated.
#[derive(Clone, Copy)]
struct Child {
    key: u64,
    origin: Origin,
    look: Look,
}

const NONE: u8 = u8::MAX;

/// The place of a node's parent in the level before, and the move: `place · 2⁸ + part · 4 + move`.
#[derive(Clone, Copy)]
struct Origin(u32);

/// Parts of a level fit in six bits of an [`Origin`].
pub(super) const MOST_THREADS: usize = 64;

/// Places within a part fit in the other bits.
pub(super) const MOST_NODES: usize = 1 << 24;

impl Origin {
    fn new(place: usize, part: usize, direction: Direction) -> Self {
        Self((place as u32) << 8 | (part as u32) << 2 | direction as u32)
    }

    fn place(self) -> usize {
        (self.0 >> 8) as usize
    }

    fn part(self) -> usize {
        (self.0 >> 2) as usize & (MOST_THREADS - 1)
    }

    fn direction(self) -> Direction {
        Direction::from_index(self.0 as u8)
    }
}

/// A successor on its way to the thread that owns its key.
#[derive(Clone, Copy)]
struct Parcel {
    key: u64,
    origin: Origin,
}

/// The data of one thread.
struct Part<S, T> {
    level: Vec<Node<S, T>>,
    next: Vec<Node<S, T>>,
    children: Vec<Child>,
    /// By owner: the successors this thread made.
    parcels: Vec<Vec<Parcel>>,
    seen: Seen,
    /// How many of the children have each score, and the highest score among them.
    scores: Vec<u32>,
    highest: u32,
    /// By level: where its nodes came from.
    origins: Vec<Vec<Origin>>,
    /// The goal's origin, once it is reached.
    found: Option<Origin>,
    work: Work,
}

/// Keys of boards that were reached, the last four of each slot.
pub(in crate::algorithms) struct Seen {
    keys: Words,
    shift: u32,
}

/// The prefetch distance: a successor's slot is loaded while the net evaluates this many others.
const AHEAD: usize = 8;

/// Keys a beam remembers for each node of its width: some ten levels.
const REMEMBERED: usize = 16;

impl Seen {
    pub(in crate::algorithms) fn new(keys: usize) -> Self {
        let bits = keys.max(64).next_power_of_two().trailing_zeros();
        Self {
            keys: Words::zeroed(1 << bits),
            shift: 64 - bits,
        }
    }

    /// Bytes of the keys.
    pub(in crate::algorithms) fn bytes(&self) -> usize {
        size_of::<u64>() * self.keys.len()
    }

    /// The first slot of a key.
    #[inline]
    fn first(&self, key: u64) -> usize {
        (key >> self.shift) as usize & !3
    }

    /// Loads the slot of a key that will arrive soon.
    #[inline]
    pub(in crate::algorithms) fn expect(&self, key: u64) {
        prefetch(&self.keys[self.first(key)]);
    }

    /// Notes a key; says whether it is new.
    #[inline]
    pub(in crate::algorithms) fn arrive(&mut self, key: u64) -> bool {
        let first = self.first(key);
        let slot = &mut self.keys[first..first + 4];
        if slot.contains(&key) {
            return false;
        }
        slot.rotate_right(1);
        slot[0] = key;
        true
    }
}

/// Scores there are.
const SCORES: usize = 1 << 16;

/// The scores a level keeps.
#[derive(Clone, Copy)]
struct Cut {
    /// All nodes below this score.
    score: u32,
    /// And of those with just this score, this many of all there are.
    some: u64,
    of: u64,
}

impl<C: BeamScore> Wide<'_, C> {
    /// Bytes a beam of any width takes.
    pub(super) fn fixed_bytes(threads: usize) -> u64 {
        ((4 * SCORES + 8 * 64) * threads) as u64
    }

    /// Additional bytes of a beam of this width, for paths of this length.
    pub(super) fn bytes<S: State>(width: usize, length: u32) -> u64 {
        let node = size_of::<Node<S, C::State>>() as u64;
        // Two levels, the children of one and the keys on their way.
        let children = 3 * (size_of::<Child>() + size_of::<Parcel>()) as u64;
        let levels = 2 * node + children;
        width as u64 * (levels + 2 * 8 * REMEMBERED as u64 + 4 * u64::from(length))
    }

    /// Runs the beam. `width` says before each level how many nodes it may keep.
    pub(super) fn run<S: State>(
        &self,
        widest: usize,
        mut width: impl FnMut(Progress) -> usize,
    ) -> (ControlFlow<Stop, Option<Vec<Move>>>, Work) {
        let threads = self.threads.clamp(1, MOST_THREADS);
        let mut parts: Vec<Part<S, C::State>> = (0..threads)
            .map(|_| Part {
                level: Vec::new(),
                next: Vec::new(),
                children: Vec::new(),
                parcels: vec![Vec::new(); threads],
                seen: Seen::new(REMEMBERED * widest / threads),
                scores: vec![0; SCORES],
                highest: 0,
                origins: Vec::new(),
                found: None,
                work: Work::default(),
            })
            .collect();
        let state = S::pack(self.start);
        let key = self.zobrist.key(self.start);
        let (scored, look) = self.scoring.start(&state);
        let first = &mut parts[owner(key, threads)];
        first.seen.arrive(key);
        first.level.push(Node {
            state,
            key,
            scored,
            blank: self.start.blank().index() as u8,
            via: NONE,
        });
        let goal = S::pack(self.goal);
        let end = if state == goal {
            ControlFlow::Continue(Some(Vec::new()))
        } else {
            self.levels(&mut parts, goal, look.score.into(), &mut width)
        };
        let mut work = Work::default();
        for part in &parts {
            work.expanded += part.work.expanded;
            work.generated += part.work.generated;
            work.peak += part.work.peak;
            work.bytes += part.bytes();
        }
        (end, work)
    }

    /// Level after level until the goal is reached, nothing is left, or the control stops it.
    fn levels<S: State>(
        &self,
        parts: &mut [Part<S, C::State>],
        goal: S,
        first: u32,
        width: &mut impl FnMut(Progress) -> usize,
    ) -> ControlFlow<Stop, Option<Vec<Move>>> {
        on_all(parts.iter_mut().enumerate(), |(me, part)| {
            self.send(part, me)
        })?;
        for g in 1..=self.longest {
            self.control.check()?;
            // What both steps only read is taken out, so that each thread can have the rest.
            let levels: Vec<_> = parts
                .iter_mut()
                .map(|p| std::mem::take(&mut p.level))
                .collect();
            let sent: Vec<_> = parts
                .iter_mut()
                .map(|p| std::mem::take(&mut p.parcels))
                .collect();
            on_all(parts.iter_mut().enumerate(), |(me, part)| {
                self.receive(part, me, goal, g, &levels, &sent);
                ControlFlow::Continue(())
            })?;
            if let Some(origin) = parts.iter().find_map(|part| part.found) {
                return ControlFlow::Continue(Some(way(parts, origin)));
            }
            let progress = Progress {
                expanded: parts.iter().map(|part| part.work.expanded).sum(),
                levels: levels_left(self.longest, g, first, lowest(parts)),
            };
            let cut = cut(parts, width(progress).clamp(1, MOST_NODES));
            for (part, parcels) in parts.iter_mut().zip(sent) {
                part.parcels = parcels;
            }
            let end = on_all(parts.iter_mut().enumerate(), |(me, part)| {
                self.keep(part, cut, &levels);
                self.send(part, me)
            });
            for (part, level) in parts.iter_mut().zip(levels) {
                part.next = level;
                part.next.clear();
            }
            end?;
            if parts.iter().all(|part| part.level.is_empty()) {
                return ControlFlow::Continue(None);
            }
        }
        ControlFlow::Continue(None)
    }

    /// Step 1: makes the boards of the children that the cut keeps, and notes where they came from.
    fn keep<S: State>(
        &self,
        part: &mut Part<S, C::State>,
        cut: Cut,
        levels: &[Vec<Node<S, C::State>>],
    ) {
        let mut some = part.share(cut);
        part.level = std::mem::take(&mut part.next);
        let mut origins = Vec::new();
        for child in &part.children {
            let score = u32::from(child.look.score);
            if score > cut.score || (score == cut.score && some == 0) {
                continue;
            }
            some -= u64::from(score == cut.score);
            let origin = child.origin;
            let parent = &levels[origin.part()][origin.place()];
            let (slide, state) = self.slid(parent, origin.direction());
            part.level.push(Node {
                state,
                key: child.key,
                scored: self.scoring.follow(&parent.scored, slide, child.look),
                blank: slide.from as u8,
                via: origin.direction() as u8,
            });
            origins.push(origin);
        }
        part.origins.push(origins);
        part.children.clear();
        part.scores[..=part.highest as usize].fill(0);
        part.highest = 0;
    }

    /// Then sends the successors of all that are left.
    fn send<S: State>(&self, part: &mut Part<S, C::State>, me: usize) -> ControlFlow<Stop> {
        let mut meter = self.control.meter();
        part.parcels.iter_mut().for_each(Vec::clear);
        let threads = part.parcels.len();
        for (place, node) in part.level.iter().enumerate() {
            meter.node()?;
            part.work.expanded += 1;
            let blank = usize::from(node.blank);
            let last = (node.via != NONE).then(|| Direction::from_index(node.via));
            for (direction, from) in self.grid.slides(blank, last) {
                let tile = node.state.number(from);
                let key = self.zobrist.slid(node.key, tile, from, blank);
                part.parcels[owner(key, threads)].push(Parcel {
                    key,
                    origin: Origin::new(place, me, direction),
                });
            }
        }
        ControlFlow::Continue(())
    }

    /// Step 2: evaluates the successors that this thread owns and has not seen.
    fn receive<S: State>(
        &self,
        part: &mut Part<S, C::State>,
        me: usize,
        goal: S,
        g: u32,
        levels: &[Vec<Node<S, C::State>>],
        sent: &[Vec<Vec<Parcel>>],
    ) {
        let mine = || sent.iter().flat_map(|parcels| &parcels[me]);
        let mut soon = mine().skip(AHEAD);
        for &Parcel { key, origin } in mine() {
            if let Some(parcel) = soon.next() {
                part.seen.expect(parcel.key);
            }
            if !part.seen.arrive(key) {
                continue;
            }
            part.work.generated += 1;
            let parent = &levels[origin.part()][origin.place()];
            let (slide, state) = self.slid(parent, origin.direction());
            let look = self.scoring.look(&parent.scored, &state, slide);
            if g + u32::from(look.floor) > self.longest {
                continue;
            }
            if state == goal {
                part.found = Some(origin);
                return;
            }
            part.count(look.score.into());
            part.children.push(Child { key, origin, look });
        }
        part.work.peak = part.work.peak.max(part.children.len() as u64);
    }

    /// The slide that a direction makes on a node's board, and the board after it.
    fn slid<S: State>(&self, node: &Node<S, C::State>, direction: Direction) -> (Slide, S) {
        let to = usize::from(node.blank);
        let from = self.grid.source(to, direction);
        let tile = node.state.number(from);
        (Slide { tile, from, to }, node.state.slid(from, to))
    }
}

impl<S: State, T: Copy> Part<S, T> {
    #[inline]
    fn count(&mut self, score: u32) {
        self.scores[score as usize] += 1;
        self.highest = self.highest.max(score);
    }

    /// The part's share of the children that just make the cut, rounded up.
    fn share(&self, cut: Cut) -> u64 {
        let own = self.scores.get(cut.score as usize).copied();
        if cut.of == 0 {
            return 0;
        }
        (cut.some * u64::from(own.unwrap_or(0))).div_ceil(cut.of)
    }

    fn bytes(&self) -> u64 {
        let nodes = (self.level.capacity() + self.next.capacity()) * size_of::<Node<S, T>>();
        let parcels: usize = self.parcels.iter().map(Vec::capacity).sum();
        let origins: usize = self.origins.iter().map(Vec::capacity).sum();
        let others = 16 * (parcels + self.children.capacity())
            + 4 * origins
            + 4 * self.scores.len()
            + self.seen.bytes();
        (nodes + others) as u64
    }
}

/// Runs `work` on every part, each on a separate thread.
fn on_all<P: Send>(
    parts: impl Iterator<Item = P>,
    work: impl Fn(P) -> ControlFlow<Stop> + Sync,
) -> ControlFlow<Stop> {
    let mut parts = parts;
    let mine = parts.next().expect("there is at least one thread");
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let mut end = work(mine);
        for other in others {
            let other = other.join().expect("a beam's thread does not panic");
            if end.is_continue() {
                end = other;
            }
        }
        end
    })
}

/// The thread that owns a key. The table's slot comes from the high bits.
#[inline]
fn owner(key: u64, threads: usize) -> usize {
    (((key & 0xffff_ffff) * threads as u64) >> 32) as usize
}

/// The lowest score of all nodes that were received.
fn lowest<S, T>(parts: &[Part<S, T>]) -> u32 {
    let lowest = |part: &Part<S, T>| part.scores.iter().position(|&count| count > 0);
    parts.iter().filter_map(lowest).min().unwrap_or(0) as u32
}

/// Levels before falling scores tell how many there will be.
const TELLING: u32 = 20;

/// Levels to go after `g` of them: as many as it takes the lowest score to reach zero at the current
/// pace, at most the maximum length.
fn levels_left(longest: u32, g: u32, first: u32, lowest: u32) -> u32 {
    let most = (longest - g).max(1);
    if g < TELLING || lowest >= first {
        return most;
    }
    let left = u64::from(lowest) * u64::from(g) / u64::from(first - lowest);
    // A few more, for the last moves may take longer than those before.
    most.min(left as u32 + left as u32 / 50 + 2)
}

/// The cut that keeps `width` nodes of all that were received.
fn cut<S, T>(parts: &[Part<S, T>], width: usize) -> Cut {
    let mut left = width as u64;
    let highest = parts.iter().map(|part| part.highest).max().unwrap_or(0);
    for score in 0..=highest {
        let counts = parts.iter().map(|part| part.scores[score as usize]);
        let of = counts.map(u64::from).sum();
        if of > left {
            return Cut {
                score,
                some: left,
                of,
            };
        }
        left -= of;
    }
    // All are kept: scores stay below the length of the table.
    Cut {
        score: highest + 1,
        some: 0,
        of: 0,
    }
}

/// The moves that lead to the goal.
fn way<S, T>(parts: &[Part<S, T>], goal: Origin) -> Vec<Move> {
    let levels = parts[0].origins.len();
    let mut moves = vec![Move(goal.direction())];
    let mut origin = goal;
    for level in (0..levels).rev() {
        origin = parts[origin.part()].origins[level][origin.place()];
        moves.push(Move(origin.direction()));
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_left_follow_the_score() {
        // Too early to tell, or nothing to tell from: all up to the maximum length.
        assert_eq!(levels_left(200, 10, 1600, 1500), 190);
        assert_eq!(levels_left(200, 50, 1600, 1600), 150);
        // Ten a level: 100 more, and some.
        assert_eq!(levels_left(200, 50, 1500, 1000), 104);
        assert_eq!(levels_left(120, 50, 1500, 1000), 70);
        // At the end there is one level at least.
        assert_eq!(levels_left(120, 120, 1500, 300), 1);
        assert_eq!(levels_left(120, 100, 1500, 0), 2);
    }
}
