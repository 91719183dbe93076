//! The inner loop: interleaved depth-first searches below some nodes, within a bound.
//!
//! A look-up in a table of a hundred megabytes waits for memory far longer than it computes. So a thread
//! has several searches under way: each prefetches the table lines for the children of its next node and
//! yields; when its turn comes again, the lines are in the cache. Children within the bound are written
//! to the next level, where the last is searched first.
#![expect(
    clippy::inline_always,
    reason = "the loop is compiled a second time for processors that count bits; what it calls must follow"
)]

use std::ops::{AddAssign, ControlFlow};

use taquin_core::packed::Packed;
use taquin_core::trace::{Step, StepKind, Tracer, Why};
use taquin_core::{Control, Direction, Meter, Move, Size, Stop};

use super::field::{Field, Lookups, Node};

/// Interleaves searches below several nodes, so that while one waits for memory the others continue.
pub(super) struct Descent<'a, 'b, S, const L: usize, const N: usize> {
    field: &'b Field<'a, S, L, N>,
    meter: Meter<'b>,
    bound: u16,
    lanes: Vec<Lane<S, L, N>>,
    /// Whether a goal was met, so that some roots may be of no interest any more.
    met: bool,
    /// Whether no other thread takes roots, so that all before the first active one are done.
    alone: bool,
    /// The first root that is not done. What is searched below others may turn out to be of no
    /// interest, so it is metered when they come first.
    in_turn: usize,
    /// Roots that are done out of turn, and the nodes below them that are to be metered.
    owed: Vec<(usize, u64)>,
    /// Nodes that were metered.
    pub(super) metered: u64,
    record: Option<Record<'b>>,
}

/// A search below one node.
struct Lane<S, const L: usize, const N: usize> {
    /// By number of moves from the root: the nodes of the current path and their siblings.
    levels: Vec<Level<S, L, N>>,
    /// Moves from the root to the node whose table lines are being fetched.
    moves: usize,
    lookups: Lookups<L>,
    root: usize,
    first: u8,
    count: Count,
    /// Nodes that are to be metered when the root comes first.
    owed: u64,
    state: State,
}

/// What a lane is to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing: there are no more roots.
    Idle,
    /// Use the answers about the node it is at.
    Asked,
    /// Take the next node.
    Ready,
}

/// Nodes of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

/// A root as a lane receives it.
pub(super) struct Start<'a, S, const L: usize, const N: usize> {
    pub(super) number: usize,
    pub(super) node: &'a Node<S, L, N>,
    /// The directions of the first move.
    pub(super) first: u8,
    /// Nodes that were searched to find it and are not metered yet.
    pub(super) before: u64,
}

/// The source of a search's roots, by number, which also receives their results.
pub(super) trait RootSource<S, const L: usize, const N: usize> {
    /// The next root.
    fn next(&mut self) -> Option<Start<'_, S, L, N>>;

    /// Whether a root is still needed.
    fn wants(&self, root: usize) -> bool;

    /// Hears the moves from a root to a goal. To break ends the search below that root.
    fn goal(&mut self, root: usize, moves: &[Direction]) -> ControlFlow<()>;

    /// Called when a root is done or abandoned, after this many nodes.
    fn done(&mut self, root: usize, count: Count);

    /// Whether to continue, given this many nodes below the active roots and this many idle lanes. Asked
    /// from time to time.
    fn goes_on(&mut self, _under_way: u64, _idle: usize) -> bool {
        true
    }

    /// Called with the places where an interrupted search would resume: the moves from the root to the
    /// next node.
    fn left(&mut self, root: usize, count: Count, _next: Vec<Direction>) {
        self.done(root, count);
    }
}

/// The children of one node. The last is searched first, and stays in its place meanwhile.
#[derive(Clone, Copy, Debug)]
struct Level<S, const L: usize, const N: usize> {
    nodes: [Node<S, L, N>; 4],
    /// The number still to be searched.
    left: usize,
}

impl<S: Packed, const L: usize, const N: usize> Level<S, L, N> {
    /// A level with room for nodes like this one.
    fn new(node: &Node<S, L, N>) -> Self {
        Self {
            nodes: [*node; 4],
            left: 0,
        }
    }

    /// The last move to the node that is being searched.
    fn via(&self) -> Direction {
        self.nodes[self.left].via
    }
}

impl<S: Packed, const L: usize, const N: usize> Lane<S, L, N> {
    /// A lane without a root.
    fn new() -> Self {
        Self {
            levels: Vec::new(),
            moves: 0,
            lookups: Lookups::default(),
            root: 0,
            first: 0,
            count: Count::default(),
            owed: 0,
            state: State::Idle,
        }
    }

    /// Begins with the next root, if there is one.
    fn start(&mut self, bound: u16, work: &mut impl RootSource<S, L, N>) {
        let Some(start) = work.next() else {
            self.state = State::Idle;
            return;
        };
        let root = start.node;
        let depth = usize::from(bound.saturating_sub(root.g)) + 1;
        if self.levels.len() <= depth {
            self.levels.resize(depth + 1, Level::new(root));
        }
        self.levels[0].nodes[0] = *root;
        self.levels[0].left = 1;
        self.moves = 0;
        (self.root, self.first) = (start.number, start.first);
        self.count = Count::default();
        self.owed = start.before;
        self.state = State::Ready;
    }
}

impl<S: Packed, const L: usize, const N: usize> Lane<S, L, N> {
    /// The moves from the root to the node that comes next; none if all below the root is done.
    fn rest(&mut self, field: &Field<'_, S, L, N>, bound: u16) -> Option<Vec<Direction>> {
        if self.state == State::Asked {
            self.answer(field, bound);
        }
        let moves = (0..=self.moves).rfind(|&moves| self.levels[moves].left > 0)?;
        let via = |level: &Level<S, L, N>, left: usize| level.nodes[left % 4].via;
        let above = self.levels[..moves].iter().skip(1);
        let mut path: Vec<Direction> = above.map(Level::via).collect();
        if moves > 0 {
            let level = &self.levels[moves];
            path.push(via(level, level.left - 1));
        }
        Some(path)
    }

    /// Uses the answers about the children of the node it is at.
    #[inline(always)]
    fn answer(&mut self, field: &Field<'_, S, L, N>, bound: u16) {
        let [level, next, ..] = &mut self.levels[self.moves..] else {
            unreachable!("there is a level for each move and one more");
        };
        let node = &level.nodes[level.left % 4];
        let kept = field.answer(node, &self.lookups, bound, &mut next.nodes);
        next.left = kept;
        self.moves += usize::from(kept > 0);
        self.state = State::Ready;
    }
}

/// Additional state of a recorded search: a number for each node of the current path.
struct Record<'a> {
    tracer: &'a Tracer,
    size: Size,
    ids: Vec<u64>,
}

impl<'a, 'b, S: Packed, const L: usize, const N: usize> Descent<'a, 'b, S, L, N> {
    /// A search for solutions of at most `bound` moves.
    pub(super) fn new(field: &'b Field<'a, S, L, N>, control: &'b Control, bound: u16) -> Self {
        Self {
            field,
            meter: control.meter(),
            bound,
            lanes: Vec::new(),
            met: false,
            alone: true,
            in_turn: 0,
            owed: Vec::new(),
            metered: 0,
            record: control.tracer().map(|tracer| Record {
                tracer,
                size: field.size,
                ids: Vec::new(),
            }),
        }
    }

    /// The same search, where others take roots too.
    pub(super) fn among_others(mut self) -> Self {
        self.alone = false;
        self
    }

    /// Searches below all roots, up to `lanes` of them in turns.
    #[inline]
    pub(super) fn run(
        &mut self,
        lanes: usize,
        work: &mut impl RootSource<S, L, N>,
    ) -> ControlFlow<Stop> {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
        {
            #[expect(
                unsafe_code,
                reason = "counting bits is one instruction, where there is one"
            )]
            // SAFETY: the processor has just said that it has these instructions.
            return unsafe { self.run_counting(lanes, work) };
        }
        self.run_anywhere(lanes, work)
    }

    /// The same code for processors that count bits by an instruction.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    fn run_counting(
        &mut self,
        lanes: usize,
        work: &mut impl RootSource<S, L, N>,
    ) -> ControlFlow<Stop> {
        self.run_anywhere(lanes, work)
    }

    #[inline(always)]
    fn run_anywhere(
        &mut self,
        lanes: usize,
        work: &mut impl RootSource<S, L, N>,
    ) -> ControlFlow<Stop> {
        self.lanes.clear();
        self.lanes.resize_with(lanes, Lane::new);
        for lane in &mut self.lanes {
            lane.start(self.bound, work);
        }
        let mut end = self.settle(work);
        while end.is_continue() && self.lanes.iter().any(|lane| lane.state != State::Idle) {
            let busy = self.lanes.iter().filter(|lane| lane.state != State::Idle);
            let (count, under_way) = busy.fold((0, 0), |(count, nodes), lane| {
                (count + 1, nodes + lane.count.expanded)
            });
            if !work.goes_on(under_way, self.lanes.len() - count) {
                break;
            }
            self.met = false;
            for _ in 0..TURNS {
                for lane in 0..self.lanes.len() {
                    if end.is_continue() {
                        end = self.turn(lane, work);
                    }
                }
                if self.met || end.is_break() {
                    break;
                }
            }
            for i in 0..self.lanes.len() {
                let lane = &self.lanes[i];
                let is_idle = lane.state == State::Idle || work.wants(lane.root);
                if end.is_continue() && !is_idle {
                    end = self.finish(i, work);
                }
            }
        }
        for lane in &mut self.lanes {
            if lane.state != State::Idle {
                match lane.rest(self.field, self.bound) {
                    Some(next) => work.left(lane.root, lane.count, next),
                    None => work.done(lane.root, lane.count),
                }
            }
        }
        end
    }

    /// Ends the search below a lane's root and begins with another.
    fn finish(&mut self, lane: usize, work: &mut impl RootSource<S, L, N>) -> ControlFlow<Stop> {
        let lane = &mut self.lanes[lane];
        work.done(lane.root, lane.count);
        self.owed.push((lane.root, lane.owed));
        lane.start(self.bound, work);
        self.settle(work)
    }

    /// Meters what was searched out of turn and is in turn now.
    fn settle(&mut self, work: &impl RootSource<S, L, N>) -> ControlFlow<Stop> {
        let active = |lane: &&mut Lane<S, L, N>| lane.state != State::Idle && work.wants(lane.root);
        let first = self
            .lanes
            .iter_mut()
            .filter(active)
            .min_by_key(|lane| lane.root);
        self.in_turn = first.as_ref().map_or(usize::MAX, |lane| lane.root);
        let mut due = first.map_or(0, |lane| std::mem::take(&mut lane.owed));
        self.owed.retain(|&(root, owed)| {
            let is_due = root < self.in_turn;
            if is_due && work.wants(root) {
                due += owed;
            }
            !is_due
        });
        self.meter(due)
    }

    /// Meters nodes that were searched before.
    pub(super) fn meter(&mut self, nodes: u64) -> ControlFlow<Stop> {
        for _ in 0..nodes {
            self.meter.node()?;
            self.metered += 1;
        }
        ControlFlow::Continue(())
    }

    /// One node of a lane: uses the table lines for the last node's children and prefetches those of the
    /// next.
    #[inline(always)]
    fn turn(&mut self, number: usize, work: &mut impl RootSource<S, L, N>) -> ControlFlow<Stop> {
        let lane = &mut self.lanes[number];
        match lane.state {
            State::Idle => return ControlFlow::Continue(()),
            State::Asked => lane.answer(self.field, self.bound),
            State::Ready => {}
        }
        loop {
            let level = &mut lane.levels[lane.moves];
            if level.left == 0 {
                if lane.moves == 0 {
                    return self.finish(number, work);
                }
                lane.moves -= 1;
                continue;
            }
            level.left -= 1;
            let node = &level.nodes[level.left % 4];
            if self.field.is_goal(node) {
                if let Some(record) = &mut self.record {
                    record.keep(StepKind::Goal, node, lane.moves, lane.count.expanded);
                }
                self.met = true;
                let path = lane.levels[1..=lane.moves].iter().map(Level::via);
                let path: Vec<Direction> = path.collect();
                if work.goal(lane.root, &path).is_break() {
                    return self.finish(number, work);
                }
                continue;
            }
            if node.g >= self.bound {
                continue;
            }
            if self.alone && lane.root != self.in_turn {
                lane.owed += 1;
            } else {
                if let ControlFlow::Break(stop) = self.meter.node() {
                    // It was not expanded, so it comes next.
                    level.left += 1;
                    return ControlFlow::Break(stop);
                }
                self.metered += 1;
            }
            if let Some(record) = &mut self.record {
                record.keep(
                    StepKind::Expand(why(lane.moves)),
                    node,
                    lane.moves,
                    lane.count.expanded,
                );
            }
            let directions = if lane.moves == 0 {
                lane.first
            } else {
                self.field.legal(node)
            };
            self.field.ask(node, directions, &mut lane.lookups);
            lane.count.expanded += 1;
            lane.count.generated += lane.lookups.count as u64;
            lane.state = State::Asked;
            return ControlFlow::Continue(());
        }
    }
}

fn why(moves: usize) -> Why {
    if moves == 0 {
        Why::Start
    } else {
        Why::WithinThreshold
    }
}

impl Record<'_> {
    #[cold]
    fn keep<S: Packed, const L: usize, const N: usize>(
        &mut self,
        kind: StepKind,
        node: &Node<S, L, N>,
        moves: usize,
        expanded: u64,
    ) {
        if self.tracer.is_full() {
            return;
        }
        self.ids.truncate(moves);
        let parent = self.ids.last().copied();
        let id = self.tracer.new_id();
        self.ids.push(id);
        self.tracer.record(Step {
            kind,
            node: id,
            parent,
            mv: (moves > 0).then_some(Move(node.via)),
            board: node.board.unpack(self.size),
            g: node.g.into(),
            h: node.h().into(),
            f: node.f().into(),
            open: moves as u64,
            closed: expanded,
        });
    }
}

/// Turns of each lane between two checks whether its root is still needed.
const TURNS: usize = 1 << 8;

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Uniform};
    use taquin_core::packed::Nibbles;
    use taquin_core::{Goal, Limits};
    use taquin_pdb::zero::Looks;
    use taquin_pdb::{Partition, PdbCache};

    use super::super::automaton::Automaton;
    use super::super::field::Located;
    use super::*;

    /// One root; keeps all lines and the count.
    struct Keep<'a> {
        root: Option<&'a Node<Nibbles, 2, 8>>,
        first: u8,
        lines: Vec<Vec<Direction>>,
        count: Count,
    }

    impl RootSource<Nibbles, 2, 8> for Keep<'_> {
        fn next(&mut self) -> Option<Start<'_, Nibbles, 2, 8>> {
            let first = self.first;
            self.root.take().map(|node| Start {
                number: 0,
                node,
                first,
                before: 0,
            })
        }

        fn wants(&self, _: usize) -> bool {
            true
        }

        fn goal(&mut self, _: usize, moves: &[Direction]) -> ControlFlow<()> {
            self.lines.push(moves.to_vec());
            ControlFlow::Continue(())
        }

        fn done(&mut self, _: usize, count: Count) {
            self.count = count;
        }
    }

    /// The loop compiled for processors that count bits does what the other does, node by node.
    #[test]
    fn both_ways_to_count_bits_agree() {
        let size = Size::new(3, 3).unwrap();
        let goal = Goal::BlankLast.board(size).unwrap();
        let control = Control::new(Limits::default());
        let partition = Partition::default_for(size);
        let looks = Looks::new(&goal, &[partition], &PdbCache::default(), &control).unwrap();
        let automaton = Automaton::new(size, 8);
        let field = Field::<Nibbles, 2, 8>::new(&looks, &automaton, Nibbles::pack(&goal));
        for seed in 0..20 {
            let board = Uniform.board(&goal, seed);
            let root = Node::start(&Located::new(&looks, &board));
            let count = |anywhere: bool| {
                let mut keep = Keep {
                    root: Some(&root),
                    first: field.legal(&root),
                    lines: Vec::new(),
                    count: Count::default(),
                };
                let mut descent = Descent::new(&field, &control, root.f() + 4);
                let end = if anywhere {
                    descent.run_anywhere(1, &mut keep)
                } else {
                    descent.run(1, &mut keep)
                };
                assert!(end.is_continue());
                assert!(keep.count.expanded > 0);
                (keep.count, keep.lines)
            };
            assert_eq!(count(true), count(false));
        }
    }
}
