//! Boards with one goal, seen through tables, ready to be searched again and again.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use taquin_core::packed::{Nibbles, Packed, Quints};
use taquin_core::{Board, Control, Direction, Move};
use taquin_pdb::zero::Looks;

use super::automaton::Automaton;
use super::descent::{Descent, End, Field, Node};
use super::roots::Roots;

/// One goal, the looks at boards on the way to it, and the strings of moves that are not tried.
pub(super) struct Engine<'a> {
    pub(super) goal: &'a Board,
    pub(super) looks: &'a Looks,
    pub(super) automaton: &'a Automaton,
}

/// One iteration: all solutions through boards whose f is within the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// The longest solutions looked for.
    pub(super) bound: u16,
    /// Searches that share the work.
    pub(super) threads: usize,
    /// Boards to begin the depth-first searches at.
    pub(super) roots: usize,
}

impl Task {
    /// Depth-first from the start, as it is shown when it is recorded.
    pub(super) fn plain(bound: u16) -> Self {
        Self {
            bound,
            threads: 1,
            roots: 0,
        }
    }
}

/// What an iteration found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The first solution in the order of the roots, whichever thread met one first.
    pub(super) moves: Option<Vec<Move>>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Bytes of the roots.
    pub(super) bytes: usize,
    /// Boards that depth-first searches began at.
    pub(super) roots: usize,
}

/// Something to be done with the node type that fits.
trait Job {
    type Output;

    fn run<S: Packed, const L: usize, const P: usize>(self) -> Self::Output;
}

impl Engine<'_> {
    fn dispatch<J: Job>(&self, job: J) -> J::Output {
        let looks = self.looks.as_slice();
        let patterns = looks.iter().map(taquin_pdb::zero::Look::patterns).max();
        let small = self.looks.size().cells() <= Nibbles::CELLS;
        match (small, looks.len(), patterns.unwrap_or(0)) {
            (true, 1, ..=4) => job.run::<Nibbles, 1, 4>(),
            (true, 2, ..=4) => job.run::<Nibbles, 2, 4>(),
            (true, _, _) => job.run::<Nibbles, 4, 8>(),
            (false, 1, ..=4) => job.run::<Quints, 1, 4>(),
            (false, 2, ..=4) => job.run::<Quints, 2, 4>(),
            (false, _, _) => job.run::<Quints, 4, 8>(),
        }
    }

    /// What all nodes of a search share.
    fn field<S: Packed, const L: usize, const P: usize>(&self) -> Field<'_, S, L, P> {
        Field::new(self.looks, self.automaton, S::pack(self.goal))
    }

    /// The most looks that are followed.
    pub(super) const MAX_LOOKS: usize = 4;

    /// No solution from this board is shorter.
    pub(super) fn estimate(&self, board: &Board) -> u16 {
        self.dispatch(Estimate {
            engine: self,
            board,
        })
    }

    /// Searches for a solution within the bound.
    pub(super) fn iterate(
        &self,
        board: &Board,
        task: Task,
        control: &Control,
    ) -> (Found, ControlFlow<End>) {
        self.dispatch(Iterate {
            engine: self,
            board,
            task,
            control,
        })
    }

    /// Tells `each` every solution within the bound.
    pub(super) fn all(
        &self,
        board: &Board,
        bound: u16,
        control: &Control,
        each: &mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    ) -> ControlFlow<End> {
        self.dispatch(All {
            engine: self,
            board,
            bound,
            control,
            each,
        })
    }
}

struct Estimate<'a> {
    engine: &'a Engine<'a>,
    board: &'a Board,
}

impl Job for Estimate<'_> {
    type Output = u16;

    fn run<S: Packed, const L: usize, const P: usize>(self) -> u16 {
        let field: Field<'_, S, L, P> = self.engine.field();
        Node::start(&field, S::pack(self.board)).h()
    }
}

struct All<'a> {
    engine: &'a Engine<'a>,
    board: &'a Board,
    bound: u16,
    control: &'a Control,
    each: &'a mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
}

impl Job for All<'_> {
    type Output = ControlFlow<End>;

    fn run<S: Packed, const L: usize, const P: usize>(self) -> Self::Output {
        let field: Field<'_, S, L, P> = self.engine.field();
        let start = Node::start(&field, S::pack(self.board));
        if start.f() > self.bound {
            return ControlFlow::Continue(());
        }
        let each = self.each;
        let directions = field.legal(&start);
        let go_on = || ControlFlow::Continue(());
        let mut descent = Descent::new(&field, self.control);
        descent.run(&start, directions, self.bound, go_on, |moves| {
            each(moves).map_break(|()| End::Enough)
        })
    }
}

struct Iterate<'a> {
    engine: &'a Engine<'a>,
    board: &'a Board,
    task: Task,
    control: &'a Control,
}

impl Job for Iterate<'_> {
    type Output = (Found, ControlFlow<End>);

    fn run<S: Packed, const L: usize, const P: usize>(self) -> Self::Output {
        let field: Field<'_, S, L, P> = self.engine.field();
        let start = Node::start(&field, S::pack(self.board));
        if start.f() > self.task.bound {
            return (Found::default(), ControlFlow::Continue(()));
        }
        let mut meter = self.control.meter();
        let roots = Roots::find(&field, &start, self.task.bound, self.task.roots, &mut meter);
        drop(meter);
        let roots = match roots {
            ControlFlow::Continue(roots) => roots,
            ControlFlow::Break(end) => return (Found::default(), ControlFlow::Break(end)),
        };
        let share = Share {
            field: &field,
            roots: &roots,
            bound: self.task.bound,
            control: self.control,
            next: AtomicUsize::new(0),
            best: AtomicUsize::new(usize::MAX),
            sum: Mutex::new(Sum {
                found: Found {
                    moves: None,
                    expanded: roots.expanded,
                    generated: roots.generated,
                    bytes: roots.bytes(),
                    roots: roots.all.len(),
                },
                first: usize::MAX,
                end: ControlFlow::Continue(()),
            }),
        };
        let threads = self.task.threads.min(roots.all.len());
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| share.work());
            }
            share.work();
        });
        let sum = share.sum.into_inner().expect("no thread panicked");
        (sum.found, sum.end)
    }
}

/// An iteration that threads share: they take root after root.
struct Share<'a, 'b, S, const L: usize, const P: usize> {
    field: &'b Field<'a, S, L, P>,
    roots: &'b Roots<S, L, P>,
    bound: u16,
    control: &'b Control,
    next: AtomicUsize,
    /// The first root known to lead to a solution. Those after it are of no interest any more;
    /// those before it are searched to the end, so that chance does not choose the answer.
    best: AtomicUsize,
    sum: Mutex<Sum>,
}

struct Sum {
    found: Found,
    /// The root of the solution kept.
    first: usize,
    end: ControlFlow<End>,
}

impl<S: Packed, const L: usize, const P: usize> Share<'_, '_, S, L, P> {
    fn work(&self) {
        let mut descent = Descent::new(self.field, self.control);
        let mut end = ControlFlow::Continue(());
        loop {
            let i = self.next.fetch_add(1, Ordering::Relaxed);
            if i >= self.roots.all.len() || i > self.best.load(Ordering::Relaxed) {
                break;
            }
            let root = &self.roots.all[i];
            let pause = || {
                if self.best.load(Ordering::Relaxed) < i {
                    ControlFlow::Break(End::Enough)
                } else {
                    ControlFlow::Continue(())
                }
            };
            let ended = descent.run(&root.node, root.first, self.bound, pause, |moves| {
                self.best.fetch_min(i, Ordering::Relaxed);
                let mut sum = self.sum.lock().expect("no thread panics here");
                if i < sum.first {
                    sum.first = i;
                    let all = self.roots.way(i).into_iter().chain(moves.iter().copied());
                    sum.found.moves = Some(all.map(Move).collect());
                }
                ControlFlow::Break(End::Enough)
            });
            if let ControlFlow::Break(End::Stopped(stop)) = ended {
                end = ControlFlow::Break(End::Stopped(stop));
                break;
            }
        }
        let mut sum = self.sum.lock().expect("no thread panics here");
        sum.found.expanded += descent.expanded;
        sum.found.generated += descent.generated;
        if end.is_break() {
            sum.end = end;
        }
    }
}

#[cfg(test)]
mod tests {
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
                let engine = Engine {
                    goal: &goal,
                    looks: &looks,
                    automaton: &automaton,
                };
                for (board, distance) in distances.iter().step_by(1009) {
                    assert!(u32::from(engine.estimate(&board)) <= distance);
                    for roots in [0, 5, 300] {
                        let iterate = |bound: u32, threads: usize| {
                            let task = Task {
                                bound: bound as u16,
                                threads,
                                roots,
                            };
                            engine.iterate(&board, task, &control()).0.moves
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
}
