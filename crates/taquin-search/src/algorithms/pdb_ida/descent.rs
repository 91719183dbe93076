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

use super::field::{Field, Frame, LONGEST, Lookup, Node};

/// Interleaves searches below several nodes, so that while one waits for memory the others continue.
pub(super) struct Descent<'a, 'b, S, const L: usize, const N: usize> {
    field: &'b Field<'a, S, L, N>,
    meter: Meter<'b>,
    bound: u16,
    lanes: [Lane<S, L, N>; MAX_LANES],
    /// The number of lanes in use.
    used: usize,
    /// By lane: the node whose children are being looked up.
    nodes: [Frame<S, L, N>; MAX_LANES],
    /// Nodes with at most this estimate are [looked at](Self::inspect): the goal if nothing is recorded,
    /// all if the search is.
    near: i32,
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

/// The most searches in turns.
const MAX_LANES: usize = 8;

/// A search below one node.
struct Lane<S, const L: usize, const N: usize> {
    /// The nodes that are still to be searched, the next one last, and room for more.
    stack: Vec<Frame<S, L, N>>,
    /// The number of nodes on the stack.
    open: usize,
    /// By number of moves left: the slide that leads to the node there, on the path to the lane's node.
    path: Vec<u8>,
    /// Nodes that may be expanded until the accounts are settled.
    credit: u32,
    generated: u64,
    root: usize,
    /// Moves left at the root.
    root_left: i16,
    /// Nodes below the root that were expanded until the accounts were settled.
    expanded: u64,
    /// The credit given then.
    given: u32,
    /// Whether the credit is the meter's.
    is_metered: bool,
    /// Nodes that are to be metered when the root comes first.
    owed: u64,
    is_busy: bool,
}

/// The credit of a lane whose nodes are metered later.
const LATER: u32 = u32::MAX;

/// Nodes that a lane takes from the meter at a time.
const CREDIT: u32 = 1 << 8;

/// The children of the nodes that the lanes are at, whose table lines are being fetched.
struct Asked<'a, const L: usize> {
    count: usize,
    /// The lane of each.
    lanes: [u8; ROOM + 4],
    /// The slide to each.
    edges: [u8; ROOM + 4],
    lookups: [Lookup<'a, L>; MOST_ASKED],
}

const MOST_ASKED: usize = 4 * MAX_LANES;
const ROOM: usize = 2 * MOST_ASKED;

impl<const L: usize> Asked<'_, L> {
    const NONE: Self = Self {
        count: 0,
        lanes: [0; ROOM + 4],
        edges: [0; ROOM + 4],
        lookups: [Lookup::NONE; MOST_ASKED],
    };

    /// Adds this many children. All four places are written, whatever the count: this takes no branch.
    #[inline(always)]
    fn push(&mut self, lane: u8, edges: [u8; 4], count: usize) {
        let first = self.count % ROOM;
        self.lanes[first..first + 4].copy_from_slice(&[lane; 4]);
        self.edges[first..first + 4].copy_from_slice(&edges);
        self.count += count;
    }
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

impl<S: Packed, const L: usize, const N: usize> Lane<S, L, N> {
    /// A lane without a root.
    fn new() -> Self {
        Self {
            stack: Vec::new(),
            open: 0,
            path: Vec::new(),
            credit: 0,
            generated: 0,
            root: 0,
            root_left: 0,
            expanded: 0,
            given: 0,
            is_metered: false,
            owed: 0,
            is_busy: false,
        }
    }

    /// Begins with the next root, if there is one.
    fn start(
        &mut self,
        field: &Field<'_, S, L, N>,
        bound: u16,
        work: &mut impl RootSource<S, L, N>,
    ) {
        let Some(start) = work.next() else {
            self.is_busy = false;
            return;
        };
        let root = Frame::new(field, start.node, bound, start.first);
        let depth = usize::from(root.left.max(0) as u16) + 1;
        if self.path.len() < depth {
            self.path.resize(depth, 0);
            // A root has at most four children, other nodes three, and a node is taken off before its
            // children are put on.
            self.stack.resize(3 * depth + 1, root);
        }
        self.stack[0] = root;
        self.open = 1;
        self.root_left = root.left;
        self.root = start.number;
        (self.expanded, self.generated) = (0, 0);
        self.owed = start.before;
        self.is_busy = true;
    }

    /// Nodes below the root.
    fn count(&self) -> Count {
        Count {
            expanded: self.expanded + u64::from(self.given - self.credit),
            generated: self.generated,
        }
    }

    /// The moves from the root to a node.
    fn way(&self, node: &Frame<S, L, N>) -> Vec<Direction> {
        let path = self.path.iter().take(self.root_left as usize);
        let slides = path.skip(node.left as usize).rev();
        slides.map(|&edge| Direction::from_index(edge)).collect()
    }

    /// The moves from the root to the node that comes next; none if all below the root is done.
    fn rest(&mut self) -> Option<Vec<Direction>> {
        let next = self.stack[..self.open].last().copied()?;
        self.path[next.left as usize] = next.edge;
        Some(self.way(&next))
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
            bound: bound.min(LONGEST),
            lanes: std::array::from_fn(|_| Lane::new()),
            used: 0,
            nodes: [field.placeholder(); MAX_LANES],
            near: if control.tracer().is_some() {
                i32::from(LONGEST)
            } else {
                0
            },
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
            && std::arch::is_x86_feature_detected!("avx2")
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
    #[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
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
        self.used = lanes.min(MAX_LANES);
        for lane in &mut self.lanes[..self.used] {
            lane.start(self.field, self.bound, work);
        }
        let mut asked = Asked::NONE;
        let mut end = self.settle(work);
        while end.is_continue() && self.lanes.iter().any(|lane| lane.is_busy) {
            let busy = self.lanes.iter().filter(|lane| lane.is_busy);
            let (count, under_way) = busy.fold((0, 0), |(count, nodes), lane| {
                (count + 1, nodes + lane.count().expanded)
            });
            if !work.goes_on(under_way, self.used - count) {
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
            for i in 0..self.used {
                let lane = &self.lanes[i];
                let is_wanted = !lane.is_busy || work.wants(lane.root);
                if end.is_continue() && !is_wanted {
                    end = self.finish(i, work);
                }
            }
        }
        self.close_accounts();
        for lane in self.lanes.iter_mut().filter(|lane| lane.is_busy) {
            match lane.rest() {
                Some(next) => work.left(lane.root, lane.count(), next),
                None => work.done(lane.root, lane.count()),
            }
        }
        end
    }

    /// Ends the search below a lane's root and begins with another.
    #[cold]
    fn finish(&mut self, lane: usize, work: &mut impl RootSource<S, L, N>) -> ControlFlow<Stop> {
        self.close_accounts();
        let lane = &mut self.lanes[lane];
        work.done(lane.root, lane.count());
        self.owed.push((lane.root, lane.owed));
        lane.open = 0;
        lane.start(self.field, self.bound, work);
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

    /// Takes the credit of all lanes back, and notes what they expanded.
    fn close_accounts(&mut self) {
        for lane in &mut self.lanes {
            let spent = u64::from(lane.given - lane.credit);
            lane.expanded += spent;
            if lane.is_metered {
                self.metered += spent;
                self.meter.give_back(lane.credit.into());
            } else {
                lane.owed += spent;
            }
            (lane.given, lane.credit) = (0, 0);
        }
    }

    /// Sees to it that a lane may expand its node. If not, the node is put back.
    #[inline(always)]
    fn ensure_credit(&mut self, number: usize) -> ControlFlow<Stop> {
        if self.lanes[number].credit == 0 {
            return self.give_credit(number);
        }
        ControlFlow::Continue(())
    }

    /// Gives a lane credit for at least one node.
    #[cold]
    fn give_credit(&mut self, number: usize) -> ControlFlow<Stop> {
        let is_metered = !self.alone || self.lanes[number].root == self.in_turn;
        let mut credit = ControlFlow::Continue(LATER.into());
        if is_metered {
            credit = self.meter.take(CREDIT.into());
            if credit.is_break() {
                // Other lanes may have some left.
                self.close_accounts();
                credit = self.meter.take(1);
            }
        }
        let lane = &mut self.lanes[number];
        let spent = u64::from(lane.given - lane.credit);
        lane.expanded += spent;
        if lane.is_metered {
            self.metered += spent;
        } else {
            lane.owed += spent;
        }
        lane.is_metered = is_metered;
        (lane.given, lane.credit) = (0, 0);
        match credit {
            ControlFlow::Continue(credit) => {
                (lane.given, lane.credit) = (credit as u32, credit as u32);
            }
            // The node is not expanded, so it comes next.
            ControlFlow::Break(stop) => {
                lane.open += 1;
                return ControlFlow::Break(stop);
            }
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
        for i in 0..self.used.min(MAX_LANES) {
            end = self.next(i, asked, work);
            if end.is_break() {
                break;
            }
        }
        for i in 0..asked.count.min(MOST_ASKED) {
            let node = &self.nodes[usize::from(asked.lanes[i]) % MAX_LANES];
            self.field.ask(node, asked.edges[i], &mut asked.lookups[i]);
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
                if lane.is_busy {
                    return self.finish(number, work);
                }
                return ControlFlow::Continue(());
            };
            lane.open = open;
            let node = &mut self.nodes[number];
            *node = lane.stack[open];
            lane.path[usize::from(node.left as u16)] = node.edge;
            if node.is_near(self.near) {
                match self.inspect(number, work) {
                    Inspected::Expand => {}
                    Inspected::Next => continue,
                    Inspected::End(end) => return end,
                }
            }
            self.ensure_credit(number)?;
            let exits = self.nodes[number].exits;
            let count = u64::from((exits % 16).count_ones());
            asked.push(number as u8, *self.field.edges(exits), count as usize);
            let lane = &mut self.lanes[number];
            lane.credit -= 1;
            lane.generated += count;
            return ControlFlow::Continue(());
        }
    }

    /// Looks at a node that may be the goal or is to be recorded.
    #[cold]
    fn inspect(&mut self, number: usize, work: &mut impl RootSource<S, L, N>) -> Inspected {
        let node = self.nodes[number];
        let lane = &mut self.lanes[number];
        let moves = (lane.root_left - node.left) as usize;
        if self.field.is_goal_board(node.board) {
            if let Some(record) = &mut self.record {
                let expanded = lane.count().expanded;
                record.keep(StepKind::Goal, &node, self.bound, moves, expanded);
            }
            self.met = true;
            if work.goal(lane.root, &lane.way(&node)).is_break() {
                return Inspected::End(self.finish(number, work));
            }
            return Inspected::Next;
        }
        if node.left <= 0 {
            return Inspected::Next;
        }
        if self.record.is_some()
            && let ControlFlow::Break(stop) = self.ensure_credit(number)
        {
            return Inspected::End(ControlFlow::Break(stop));
        }
        if let Some(record) = &mut self.record {
            let kind = StepKind::Expand(why(moves));
            let expanded = self.lanes[number].count().expanded;
            record.keep(kind, &node, self.bound, moves, expanded);
        }
        Inspected::Expand
    }

    /// Puts the children within the bound onto the stacks of their lanes.
    #[inline(always)]
    fn answer(&mut self, asked: &mut Asked<'a, L>) {
        for i in 0..asked.count.min(MOST_ASKED) {
            let number = usize::from(asked.lanes[i]) % MAX_LANES;
            let (node, lookup) = (&self.nodes[number], &asked.lookups[i]);
            if let Some(answers) = lookup.answer(node) {
                let lane = &mut self.lanes[number];
                let child = &mut lane.stack[lane.open];
                self.field
                    .write(node, asked.edges[i], lookup, answers, child);
                lane.open += 1;
            }
        }
        asked.count = 0;
    }
}

/// What to do with a node.
enum Inspected {
    Expand,
    /// Continue with the one that comes next.
    Next,
    /// It ended the search below the root.
    End(ControlFlow<Stop>),
}

fn why(moves: usize) -> Why {
    if moves == 0 {
        Why::Start
    } else {
        Why::WithinThreshold
    }
}

impl Record<'_> {
    fn keep<S: Packed, const L: usize, const N: usize>(
        &mut self,
        kind: StepKind,
        node: &Frame<S, L, N>,
        bound: u16,
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
        let g = bound - node.left as u16;
        self.tracer.record(Step {
            kind,
            node: id,
            parent,
            mv: (moves > 0).then_some(Move(Direction::from_index(node.edge))),
            board: node.board.unpack(self.size),
            g: g.into(),
            h: node.h().into(),
            f: (g + node.h()).into(),
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

    /// The same root several times; keeps all lines and the sum of the counts.
    struct Keep<'a> {
        root: &'a Node<Nibbles, 2, 8>,
        first: u8,
        left: usize,
        lines: Vec<Vec<Direction>>,
        count: Count,
    }

    impl<'a> Keep<'a> {
        fn new(root: &'a Node<Nibbles, 2, 8>, first: u8, left: usize) -> Self {
            Self {
                root,
                first,
                left,
                lines: Vec::new(),
                count: Count::default(),
            }
        }
    }

    impl RootSource<Nibbles, 2, 8> for Keep<'_> {
        fn next(&mut self) -> Option<Start<'_, Nibbles, 2, 8>> {
            self.left = self.left.checked_sub(1)?;
            Some(Start {
                number: self.left,
                node: self.root,
                first: self.first,
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
            self.count += count;
        }
    }

    fn control(nodes: Option<u64>) -> Control {
        Control::new(Limits {
            nodes,
            ..Limits::default()
        })
    }

    /// The looks and the automaton for 3x3.
    fn small() -> (taquin_core::Board, Looks, Automaton) {
        let size = Size::new(3, 3).unwrap();
        let goal = Goal::BlankLast.board(size).unwrap();
        let partition = Partition::default_for(size);
        let looks = Looks::new(&goal, &[partition], &PdbCache::default(), &control(None)).unwrap();
        (goal, looks, Automaton::new(size, 8))
    }

    /// The loop compiled for processors that count bits does what the other does, node by node.
    #[test]
    fn both_ways_to_count_bits_agree() {
        let (goal, looks, automaton) = small();
        let control = control(None);
        let field = Field::<Nibbles, 2, 8>::new(&looks, &automaton, Nibbles::pack(&goal));
        for seed in 0..20 {
            let board = Uniform.board(&goal, seed);
            let root = Node::start(&Located::new(&looks, &board));
            let count = |anywhere: bool| {
                let mut keep = Keep::new(&root, field.legal(&root), 1);
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

    /// Searches in turns among those of other threads meter each node at once: with a limit they stop after
    /// exactly as many, though each takes its share in advance.
    #[test]
    fn lanes_together_obey_the_limit_exactly() {
        let (goal, looks, automaton) = small();
        let field = Field::<Nibbles, 2, 8>::new(&looks, &automaton, Nibbles::pack(&goal));
        let root = Node::start(&Located::new(&looks, &Uniform.board(&goal, 3)));
        for lanes in [1, 3, 20] {
            let search = |nodes| {
                let control = control(nodes);
                let mut keep = Keep::new(&root, field.legal(&root), 7);
                let mut descent = Descent::new(&field, &control, root.f() + 6).among_others();
                let end = descent.run(lanes, &mut keep);
                (end, descent.metered, keep.count.expanded)
            };
            let (end, all, counted) = search(None);
            assert_eq!((end, counted), (ControlFlow::Continue(()), all));
            assert!(all > 7 * u64::from(CREDIT), "{all} are too few to tell");
            for nodes in [1, 2, u64::from(CREDIT) + 1, all - 1] {
                let stopped = ControlFlow::Break(Stop::OutOfNodes);
                assert_eq!(search(Some(nodes)), (stopped, nodes, nodes), "{lanes}");
            }
            assert_eq!(search(Some(all)), (ControlFlow::Continue(()), all, all));
        }
    }
}
