//! The inner loop: interleaved depth-first searches below some nodes, within a bound.
//!
//! A look-up in a table of a hundred megabytes waits for memory far longer than it computes. So a thread
//! has several searches under way: each takes its next node, the table lines for all children of these
//! nodes are prefetched, and by the time the first answer is used, its line is in the cache. Both steps are
//! loops over the children of all nodes, so the processor mispredicts the end of a loop once a round and
//! not once a node. Children within the bound go onto the stack of their search.
#![expect(
    clippy::inline_always,
    reason = "the loop is compiled a second time for processors that count bits; what it calls must follow"
)]

use std::ops::{AddAssign, ControlFlow};

use taquin_core::packed::Packed;
use taquin_core::trace::{Step, StepKind, Tracer, Why};
use taquin_core::{Control, Direction, Meter, Move, Size, Stop};

use super::field::{Field, Lookup, Node};

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
    /// The nodes that are still to be searched, the next one last, and room for more.
    stack: Vec<Node<S, L, N>>,
    /// The number of nodes on the stack.
    open: usize,
    /// The node whose children are being looked up.
    node: Node<S, L, N>,
    /// By number of moves from the root: the last move to the node there, on the path to `node`.
    path: Vec<Direction>,
    root: usize,
    /// Moves from the start to the root.
    root_g: u16,
    first: u8,
    count: Count,
    /// Nodes that are to be metered when the root comes first.
    owed: u64,
    is_busy: bool,
}

/// The children of the nodes that the lanes are at, whose table lines are being fetched.
struct Asked<'a, const L: usize> {
    /// How many there are; beyond them there is room for four more.
    count: usize,
    /// The lane of each.
    lanes: Vec<u8>,
    /// The direction of each.
    directions: Vec<u8>,
    lookups: Vec<Lookup<'a, L>>,
}

impl<const L: usize> Asked<'_, L> {
    fn new(lanes: usize) -> Self {
        Self {
            count: 0,
            lanes: vec![0; 4 * lanes],
            directions: vec![0; 4 * lanes],
            lookups: vec![Lookup::NONE; 4 * lanes],
        }
    }

    /// Adds the children in these directions, and gives their number. All four places are written, as
    /// many as there are count: this takes no branch.
    #[inline(always)]
    fn push(&mut self, lane: u8, directions: u8) -> usize {
        let count = directions.count_ones() as usize;
        let places = self.count..self.count + 4;
        self.lanes[places.clone()].copy_from_slice(&[lane; 4]);
        self.directions[places].copy_from_slice(&LISTED[usize::from(directions) % 16]);
        self.count += count;
        count
    }
}

/// By set of directions: those in it, in order.
const LISTED: [[u8; 4]; 16] = {
    let mut listed = [[0; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut direction, mut count) = (0, 0);
        while direction < 4 {
            if set & 1 << direction != 0 {
                listed[set][count] = direction;
                count += 1;
            }
            direction += 1;
        }
        set += 1;
    }
    listed
};

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

impl<S: Packed, const L: usize, const N: usize> Lane<S, L, N> {
    /// A lane without a root.
    fn new(field: &Field<'_, S, L, N>) -> Self {
        Self {
            stack: Vec::new(),
            open: 0,
            node: field.placeholder(),
            path: Vec::new(),
            root: 0,
            root_g: 0,
            first: 0,
            count: Count::default(),
            owed: 0,
            is_busy: false,
        }
    }

    /// Begins with the next root, if there is one.
    fn start(&mut self, bound: u16, work: &mut impl RootSource<S, L, N>) {
        let Some(start) = work.next() else {
            self.is_busy = false;
            return;
        };
        let root = start.node;
        let depth = usize::from(bound.saturating_sub(root.g)) + 1;
        if self.path.len() < depth {
            self.path.resize(depth, Direction::Up);
            // A root has at most four children, other nodes three, and a node is taken off before its
            // children are put on.
            self.stack.resize(3 * depth + 1, *root);
        }
        self.stack[0] = *root;
        self.open = 1;
        self.root_g = root.g;
        (self.root, self.first) = (start.number, start.first);
        self.count = Count::default();
        self.owed = start.before;
        self.is_busy = true;
    }

    /// The moves from the root to a node.
    fn moves(&self, node: &Node<S, L, N>) -> usize {
        usize::from(node.g - self.root_g)
    }

    /// The moves from the root to the node that comes next; none if all below the root is done.
    fn rest(&self) -> Option<Vec<Direction>> {
        let next = &self.stack[..self.open].last()?;
        let moves = self.moves(next);
        let mut path = self.path.get(1..moves).unwrap_or_default().to_vec();
        path.extend((moves > 0).then_some(next.via));
        Some(path)
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
        self.lanes.resize_with(lanes, || Lane::new(self.field));
        for lane in &mut self.lanes {
            lane.start(self.bound, work);
        }
        let mut asked = Asked::new(lanes);
        let mut end = self.settle(work);
        while end.is_continue() && self.lanes.iter().any(|lane| lane.is_busy) {
            let busy = self.lanes.iter().filter(|lane| lane.is_busy);
            let (count, under_way) = busy.fold((0, 0), |(count, nodes), lane| {
                (count + 1, nodes + lane.count.expanded)
            });
            if !work.goes_on(under_way, self.lanes.len() - count) {
                break;
            }
            self.met = false;
            for _ in 0..TURNS {
                self.answer(&mut asked);
                end = self.ask(&mut asked, work);
                if self.met || end.is_break() {
                    break;
                }
            }
            self.answer(&mut asked);
            for i in 0..self.lanes.len() {
                let lane = &self.lanes[i];
                let is_wanted = !lane.is_busy || work.wants(lane.root);
                if end.is_continue() && !is_wanted {
                    end = self.finish(i, work);
                }
            }
        }
        for lane in self.lanes.iter().filter(|lane| lane.is_busy) {
            match lane.rest() {
                Some(next) => work.left(lane.root, lane.count, next),
                None => work.done(lane.root, lane.count),
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
        let active = |lane: &&mut Lane<S, L, N>| lane.is_busy && work.wants(lane.root);
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

    /// Takes the next node of each lane, and prefetches the table lines for its children.
    #[inline(always)]
    fn ask(
        &mut self,
        asked: &mut Asked<'a, L>,
        work: &mut impl RootSource<S, L, N>,
    ) -> ControlFlow<Stop> {
        let mut end = ControlFlow::Continue(());
        for i in 0..self.lanes.len() {
            if end.is_continue() && self.lanes[i].is_busy {
                end = self.next(i, asked, work);
            }
        }
        let children = asked.lanes.iter().zip(&asked.directions);
        for ((&lane, &direction), lookup) in children.zip(&mut asked.lookups).take(asked.count) {
            let lane = &self.lanes[usize::from(lane)];
            self.field.ask(&lane.node, direction, lookup);
        }
        end
    }

    /// Takes the next node of a lane, and lists its children.
    #[inline(always)]
    fn next(
        &mut self,
        number: usize,
        asked: &mut Asked<'a, L>,
        work: &mut impl RootSource<S, L, N>,
    ) -> ControlFlow<Stop> {
        loop {
            let lane = &mut self.lanes[number];
            let Some(open) = lane.open.checked_sub(1) else {
                return self.finish(number, work);
            };
            lane.open = open;
            lane.node = lane.stack[open];
            let node = &lane.node;
            let moves = lane.moves(node);
            lane.path[moves] = node.via;
            if self.field.is_goal(node) {
                if let Some(record) = &mut self.record {
                    record.keep(StepKind::Goal, node, moves, lane.count.expanded);
                }
                self.met = true;
                let (root, path) = (lane.root, lane.path[1..=moves].to_vec());
                if work.goal(root, &path).is_break() {
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
                    lane.open += 1;
                    return ControlFlow::Break(stop);
                }
                self.metered += 1;
            }
            if let Some(record) = &mut self.record {
                record.keep(
                    StepKind::Expand(why(moves)),
                    node,
                    moves,
                    lane.count.expanded,
                );
            }
            let directions = if moves == 0 {
                lane.first
            } else {
                self.field.legal(node)
            };
            let directions = self.field.allowed(node, directions);
            let count = asked.push(number as u8, directions);
            lane.count.expanded += 1;
            lane.count.generated += count as u64;
            return ControlFlow::Continue(());
        }
    }

    /// Puts the children within the bound onto the stacks of their lanes.
    #[inline(always)]
    fn answer(&mut self, asked: &mut Asked<'a, L>) {
        let children = asked.lanes.iter().zip(&asked.directions);
        for ((&lane, &direction), lookup) in children.zip(&asked.lookups).take(asked.count) {
            let lane = &mut self.lanes[usize::from(lane)];
            let child = &mut lane.stack[lane.open];
            let answer = self
                .field
                .answer(&lane.node, direction, lookup, self.bound, child);
            lane.open += usize::from(answer);
        }
        asked.count = 0;
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
