//! The roots of an iteration, searched by threads that take one after the other.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use taquin_core::packed::Packed;
use taquin_core::{Control, Direction, Move, Stop};

use super::descent::{Count, Descent, RootSource, Start};
use super::field::Field;
use super::goal_search::{IterationResult, IterationTask};
use super::roots::Roots;

/// An iteration that threads share: they take root after root.
pub(super) struct SharedIteration<'a, 'b, S, const L: usize, const N: usize> {
    field: &'b Field<'a, S, L, N>,
    roots: &'b Roots<S, L, N>,
    bound: u16,
    threads: usize,
    lanes: usize,
    control: &'b Control,
    next: AtomicUsize,
    /// The first root known to lead to a solution. Those after it are of no interest any more;
    /// those before it are searched to the end, so that chance does not choose the answer.
    best: AtomicUsize,
    sum: Mutex<Sum>,
}

struct Sum {
    moves: Option<Vec<Move>>,
    /// The root of the solution kept.
    first: usize,
    /// By root: the nodes below it.
    counts: Vec<Count>,
    metered: u64,
    end: ControlFlow<Stop>,
}

impl<'a, 'b, S: Packed, const L: usize, const N: usize> SharedIteration<'a, 'b, S, L, N> {
    /// All roots, none of them taken yet.
    pub(super) fn new(
        field: &'b Field<'a, S, L, N>,
        roots: &'b Roots<S, L, N>,
        task: IterationTask,
        control: &'b Control,
    ) -> Self {
        Self {
            field,
            roots,
            bound: task.bound,
            threads: task.threads.min(roots.all.len()).max(1),
            lanes: task.lanes,
            control,
            next: AtomicUsize::new(0),
            best: AtomicUsize::new(usize::MAX),
            sum: Mutex::new(Sum {
                moves: None,
                first: usize::MAX,
                counts: vec![Count::default(); roots.all.len()],
                metered: 0,
                end: ControlFlow::Continue(()),
            }),
        }
    }

    /// Searches below all roots up to the first with a solution.
    pub(super) fn run(&self) -> ControlFlow<Stop> {
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| self.work(0));
            }
            self.work(self.roots.after.expanded);
        });
        self.sum().end
    }

    /// Searches below roots until none is left, and meters these nodes after the last one.
    fn work(&self, after: u64) {
        let mut descent = Descent::new(self.field, self.control, self.bound);
        if self.threads > 1 {
            descent = descent.among_others();
        }
        let mut end = descent.run(self.lanes, &mut &*self);
        if end.is_continue() && self.best.load(Ordering::Relaxed) == usize::MAX {
            end = descent.meter(after);
        }
        let mut sum = self.sum();
        sum.metered += descent.metered;
        if end.is_break() {
            sum.end = end;
        }
    }

    fn sum(&self) -> MutexGuard<'_, Sum> {
        self.sum.lock().expect("no thread panics here")
    }

    /// What was found. One thread counts the nodes of the roots up to the solution: what it searched
    /// beyond, while others waited, is nothing that a search going root by root would have met.
    /// Several count all that they searched. `is_kept` if the roots are boards kept in memory.
    pub(super) fn found(self, is_kept: bool) -> IterationResult {
        let (roots, sum) = (self.roots, self.sum.into_inner());
        let sum = sum.expect("no thread panicked");
        let counts_all = self.threads > 1 || sum.end.is_break();
        let mut count = roots.shared;
        let all = roots.all.iter().zip(&sum.counts).enumerate();
        for (_, (root, &below)) in all.filter(|&(i, _)| i <= sum.first || counts_all) {
            count += root.before;
            count += below;
        }
        if sum.moves.is_none() {
            count += roots.after;
        }
        if sum.end.is_break() {
            count.expanded = roots.shared.expanded + sum.metered;
        }
        IterationResult {
            moves: sum.moves,
            expanded: count.expanded,
            generated: count.generated,
            bytes: if is_kept { roots.bytes() } else { 0 },
            roots: if is_kept { roots.all.len() } else { 1 },
        }
    }
}

impl<S: Packed, const L: usize, const N: usize> RootSource<S, L, N>
    for &SharedIteration<'_, '_, S, L, N>
{
    fn next(&mut self) -> Option<Start<'_, S, L, N>> {
        let i = self.next.fetch_add(1, Ordering::Relaxed);
        let root = self.roots.all.get(i).filter(|_| self.wants(i))?;
        Some(Start {
            number: i,
            node: &root.node,
            first: root.first,
            before: root.before.expanded,
        })
    }

    fn wants(&self, root: usize) -> bool {
        root <= self.best.load(Ordering::Relaxed)
    }

    fn goal(&mut self, root: usize, moves: &[Direction]) -> ControlFlow<()> {
        self.best.fetch_min(root, Ordering::Relaxed);
        let mut sum = self.sum();
        if root < sum.first {
            sum.first = root;
            let all = self
                .roots
                .way(root)
                .into_iter()
                .chain(moves.iter().copied());
            sum.moves = Some(all.map(Move).collect());
        }
        ControlFlow::Break(())
    }

    fn done(&mut self, root: usize, count: Count) {
        self.sum().counts[root] = count;
    }
}
