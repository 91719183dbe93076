//! Repeated searches for one goal: tables and automaton, and the node type that fits them.

use std::ops::ControlFlow;

use taquin_core::packed::{Nibbles, Packed, Quints};
use taquin_core::{Board, Control, Direction, Move, Stop};
use taquin_pdb::zero::Looks;

use super::automaton::Automaton;
use super::descent::{Count, Descent, RootSource, Start};
use super::field::{Field, Located, Node};
use super::roots::Roots;
use super::shared_iteration::SharedIteration;

/// One goal, the table look-ups for it, and the automaton of pruned move sequences.
pub(super) struct GoalSearch<'a> {
    pub(super) goal: &'a Board,
    pub(super) looks: &'a Looks,
    pub(super) automaton: &'a Automaton,
}

/// One iteration: all solutions through boards whose f is within the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationTask {
    /// Maximum length of the solutions searched for.
    pub(super) bound: u16,
    /// Threads that share the work.
    pub(super) threads: usize,
    /// The roots of the depth-first searches.
    pub(super) begin: RootChoice,
    /// Depth-first searches that each thread interleaves.
    pub(super) lanes: usize,
}

/// The roots of an iteration's depth-first searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RootChoice {
    /// At this many nodes that one search from the start meets, in its order.
    InOrder(usize),
    /// At this many boards, each met once.
    Unique(usize),
}

impl IterationTask {
    /// Plain depth-first order from the start, used for traces.
    pub(super) fn plain(bound: u16) -> Self {
        Self {
            bound,
            threads: 1,
            begin: RootChoice::InOrder(1),
            lanes: 1,
        }
    }
}

/// The result of an iteration or of the beams before it.
#[derive(Clone, Debug, Default)]
pub(super) struct IterationResult {
    /// The first solution in the order of the roots, whichever thread met one first.
    pub(super) moves: Option<Vec<Move>>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Bytes of the boards kept.
    pub(super) bytes: usize,
    /// Boards that depth-first searches began at, or the most of a level.
    pub(super) roots: usize,
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The first goal ends the search.
    Enough,
    /// The control said so.
    Stopped(Stop),
}

/// Work that is generic over the node type.
pub(super) trait NodeJob {
    type Output;

    fn run<S: Packed, const L: usize, const N: usize>(self) -> Self::Output;
}

impl GoalSearch<'_> {
    pub(super) fn dispatch<J: NodeJob>(&self, job: J) -> J::Output {
        let looks = self.looks.as_slice();
        let patterns = looks.iter().map(taquin_pdb::zero::Look::patterns).max();
        let small = self.looks.size().cells() <= Nibbles::CELLS;
        match (small, looks.len(), patterns.unwrap_or(0)) {
            (true, 1, ..=4) => job.run::<Nibbles, 1, 4>(),
            (true, 2, ..=2) => job.run::<Nibbles, 2, 4>(),
            (true, 2, ..=3) => job.run::<Nibbles, 2, 6>(),
            (true, 2, ..=4) => job.run::<Nibbles, 2, 8>(),
            (true, _, _) => job.run::<Nibbles, 4, 32>(),
            (false, 1, ..=4) => job.run::<Quints, 1, 4>(),
            (false, 2, ..=4) => job.run::<Quints, 2, 8>(),
            (false, _, _) => job.run::<Quints, 4, 32>(),
        }
    }

    /// Data shared by all nodes of a search.
    pub(super) fn field<S: Packed, const L: usize, const N: usize>(&self) -> Field<'_, S, L, N> {
        Field::new(self.looks, self.automaton, S::pack(self.goal))
    }

    /// The most looks that are followed.
    pub(super) const MAX_LOOKS: usize = 4;

    /// No solution from this board is shorter.
    pub(super) fn estimate(&self, start: &Located<'_>) -> u16 {
        self.dispatch(Estimate { start })
    }

    /// Searches for a solution within the bound.
    pub(super) fn iterate(
        &self,
        start: &Located<'_>,
        task: IterationTask,
        control: &Control,
    ) -> (IterationResult, ControlFlow<End>) {
        self.dispatch(Iterate {
            search: self,
            start,
            task,
            control,
        })
    }

    /// Passes every solution within the bound to `each`.
    pub(super) fn all(
        &self,
        start: &Located<'_>,
        bound: u16,
        control: &Control,
        each: &mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    ) -> ControlFlow<End> {
        self.dispatch(All {
            search: self,
            start,
            bound,
            control,
            each,
        })
    }
}

struct Estimate<'a> {
    start: &'a Located<'a>,
}

impl NodeJob for Estimate<'_> {
    type Output = u16;

    fn run<S: Packed, const L: usize, const N: usize>(self) -> u16 {
        Node::<S, L, N>::start(self.start).h()
    }
}

struct All<'a> {
    search: &'a GoalSearch<'a>,
    start: &'a Located<'a>,
    bound: u16,
    control: &'a Control,
    each: &'a mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
}

impl NodeJob for All<'_> {
    type Output = ControlFlow<End>;

    fn run<S: Packed, const L: usize, const N: usize>(self) -> Self::Output {
        let field: Field<'_, S, L, N> = self.search.field();
        let start = Node::start(self.start);
        if start.f() > self.bound {
            return ControlFlow::Continue(());
        }
        let mut work = Every {
            root: Some(&start),
            first: field.legal(&start),
            each: self.each,
            enough: false,
        };
        let end = Descent::new(&field, self.control, self.bound).run(1, &mut work);
        match (end, work.enough) {
            (ControlFlow::Break(stop), _) => ControlFlow::Break(End::Stopped(stop)),
            (_, true) => ControlFlow::Break(End::Enough),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// One root; reports all its goals.
struct Every<'a, S, const L: usize, const N: usize> {
    root: Option<&'a Node<S, L, N>>,
    first: u8,
    each: &'a mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    enough: bool,
}

impl<S: Packed, const L: usize, const N: usize> RootSource<S, L, N> for Every<'_, S, L, N> {
    fn next(&mut self) -> Option<Start<'_, S, L, N>> {
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
        let told = (self.each)(moves);
        self.enough = told.is_break();
        told
    }

    fn done(&mut self, _: usize, _: Count) {}
}

struct Iterate<'a> {
    search: &'a GoalSearch<'a>,
    start: &'a Located<'a>,
    task: IterationTask,
    control: &'a Control,
}

impl NodeJob for Iterate<'_> {
    type Output = (IterationResult, ControlFlow<End>);

    fn run<S: Packed, const L: usize, const N: usize>(self) -> Self::Output {
        let field: Field<'_, S, L, N> = self.search.field();
        let start = Node::start(self.start);
        if start.f() > self.task.bound {
            return (IterationResult::default(), ControlFlow::Continue(()));
        }
        let (bound, begin) = (self.task.bound, self.task.begin);
        let (roots, end) = match begin {
            RootChoice::InOrder(wanted) => {
                let roots = Roots::in_order(&field, &start, bound, wanted);
                (roots, ControlFlow::Continue(()))
            }
            RootChoice::Unique(wanted) => {
                let mut meter = self.control.meter();
                Roots::unique(&field, &start, bound, wanted, &mut meter)
            }
        };
        let share = SharedIteration::new(&field, &roots, self.task, self.control);
        let end = match end {
            ControlFlow::Continue(()) => share.run(),
            ControlFlow::Break(stop) => ControlFlow::Break(stop),
        };
        let found = share.found(matches!(begin, RootChoice::Unique(_)));
        (found, end.map_break(End::Stopped))
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Uniform};
    use taquin_core::{Goal, Limits, Puzzle, Size, Solution};
    use taquin_pdb::PdbCache;
    use taquin_testkit::Distances;

    use super::*;

    fn control() -> Control {
        Control::new(Limits::default())
    }

    /// With any number of roots and threads there is a solution at the true distance and none
    /// below it, and it is the same one for every number of threads.
    #[test]
    fn roots_and_threads_change_neither_the_length_nor_the_answer() {
        for (rows, cols, named) in [(3, 3, Goal::BlankLast), (2, 4, Goal::BlankFirst)] {
            let goal = named.board(Size::new(rows, cols).unwrap()).unwrap();
            let distances = Distances::from_goal(&goal);
            let partition = taquin_pdb::Partition::default_for(goal.size());
            let looks = Looks::new(&goal, &[partition], &PdbCache::default(), &control()).unwrap();
            for length in [2, 8] {
                let automaton = Automaton::new(goal.size(), length);
                let search = GoalSearch {
                    goal: &goal,
                    looks: &looks,
                    automaton: &automaton,
                };
                for (board, distance) in distances.iter().step_by(1009) {
                    let start = Located::new(&looks, &board);
                    assert!(u32::from(search.estimate(&start)) <= distance);
                    for (begin, lanes) in [
                        (RootChoice::InOrder(1), 1),
                        (RootChoice::InOrder(20), 3),
                        (RootChoice::Unique(5), 2),
                        (RootChoice::Unique(300), 1),
                    ] {
                        let iterate = |bound: u32, threads: usize| {
                            let task = IterationTask {
                                bound: bound as u16,
                                threads,
                                begin,
                                lanes,
                            };
                            search.iterate(&start, task, &control()).0.moves
                        };
                        let found = iterate(distance, 1).expect("a solution of this length");
                        assert_eq!(found.len() as u32, distance);
                        let puzzle = Puzzle::new(board.clone(), &named.clone().into());
                        Solution::check(&puzzle.unwrap(), found.clone()).unwrap();
                        assert_eq!(iterate(distance, 4), Some(found));
                        if distance > 0 {
                            assert_eq!(iterate(distance - 1, 1), None, "{board}");
                        }
                    }
                }
            }
        }
    }

    /// In turns or one after the other: the same solution after the same number of nodes, and the
    /// same limit is enough.
    #[test]
    fn searches_in_turns_count_what_one_search_counts() {
        let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
        let partition = taquin_pdb::Partition::default_for(goal.size());
        let looks = Looks::new(&goal, &[partition], &PdbCache::default(), &control()).unwrap();
        let automaton = Automaton::new(goal.size(), 8);
        let search = GoalSearch {
            goal: &goal,
            looks: &looks,
            automaton: &automaton,
        };
        for seed in 0..40 {
            let board = Uniform.board(&goal, seed);
            let start = Located::new(&looks, &board);
            let estimate = search.estimate(&start);
            for bound in [estimate, estimate + 2, estimate + 4, estimate + 6] {
                let count = |lanes, nodes| {
                    let task = IterationTask {
                        lanes,
                        begin: RootChoice::InOrder(if lanes > 1 { 30 } else { 1 }),
                        ..IterationTask::plain(bound)
                    };
                    let control = Control::new(Limits {
                        nodes,
                        ..Limits::default()
                    });
                    let (found, end) = search.iterate(&start, task, &control);
                    (found.moves, found.expanded, found.generated, end)
                };
                let one = count(1, None);
                for lanes in [2, 3, 8] {
                    assert_eq!(count(lanes, None), one, "{board} {bound}");
                    assert_eq!(count(lanes, Some(one.1)), one, "{board} {bound}");
                    if let Some(fewer) = one.1.checked_sub(1) {
                        let (.., expanded, _, end) = count(lanes, Some(fewer));
                        assert_eq!(expanded, fewer);
                        assert_eq!(end, ControlFlow::Break(End::Stopped(Stop::OutOfNodes)));
                    }
                }
            }
        }
    }

    /// An exhausted iteration has the same nodes for every number of threads, and uses as many of a limit.
    #[test]
    fn threads_count_what_one_thread_counts() {
        const LIMIT: u64 = 1 << 32;
        let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
        let partition = taquin_pdb::Partition::default_for(goal.size());
        let looks = Looks::new(&goal, &[partition], &PdbCache::default(), &control()).unwrap();
        let automaton = Automaton::new(goal.size(), 8);
        let search = GoalSearch {
            goal: &goal,
            looks: &looks,
            automaton: &automaton,
        };
        for seed in 0..40 {
            let board = Uniform.board(&goal, seed);
            let start = Located::new(&looks, &board);
            let bounds = (search.estimate(&start)..).step_by(2);
            let count = |bound, threads| {
                let task = IterationTask {
                    threads,
                    begin: RootChoice::InOrder(20),
                    lanes: 2,
                    ..IterationTask::plain(bound)
                };
                let control = Control::new(Limits {
                    nodes: Some(LIMIT),
                    ..Limits::default()
                });
                let (found, _) = search.iterate(&start, task, &control);
                let used = LIMIT - control.nodes_left().unwrap();
                (found.moves, found.expanded, found.generated, used)
            };
            for bound in bounds {
                let one = count(bound, 1);
                if one.0.is_some() {
                    break;
                }
                assert_eq!(one.3, one.1, "{board} {bound}");
                assert_eq!(count(bound, 3), one, "{board} {bound}");
            }
        }
    }
}
