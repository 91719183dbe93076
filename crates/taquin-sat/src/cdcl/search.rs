//! The CDCL loop: decide, propagate, learn from conflicts, restart.

use std::ops::ControlFlow;

use super::clauses::Ref;
use super::literal::L;
use super::pace::Pace;
use super::{Cdcl, Guard, NO_REASON, TRUE, Verdict};
use crate::cnf::Model;

impl Cdcl<'_> {
    /// Searches until the formula is decided or the guard objects.
    pub(super) fn search(&mut self, guard: &mut impl Guard) -> Verdict {
        if self.unsat || self.propagate().is_some() {
            return self.refuted();
        }
        if let ControlFlow::Break(verdict) = self.pause(guard) {
            return verdict;
        }
        let mut pace = Pace::default();
        loop {
            if let ControlFlow::Break(verdict) = self.step(&mut pace, guard) {
                return verdict;
            }
        }
    }

    /// Propagates, and then learns, restarts or decides; breaks with the verdict.
    fn step(&mut self, pace: &mut Pace, guard: &mut impl Guard) -> ControlFlow<Verdict> {
        let conflict = self.propagate().or_else(|| self.ask_oracle());
        if let Some(conflict) = conflict {
            return self.resolve(conflict, pace, guard);
        }
        if self.unsat {
            return ControlFlow::Break(self.refuted());
        }
        if pace.restarts_now() {
            self.effort.restarts += 1;
            self.backtrack(0);
            if pace.reduces_now(self.effort.conflicts) {
                self.reduce();
            }
            return ControlFlow::Continue(());
        }
        let literal = self.choose()?;
        self.effort.decisions += 1;
        if self.effort.decisions.is_multiple_of(1 << 16) {
            self.pause(guard)?;
        }
        self.marks.push(self.trail.len() as u32);
        self.assign(literal, NO_REASON);
        ControlFlow::Continue(())
    }

    /// Learns from a conflict, and goes back to where the learnt clause says something new.
    fn resolve(
        &mut self,
        conflict: Ref,
        pace: &mut Pace,
        guard: &mut impl Guard,
    ) -> ControlFlow<Verdict> {
        self.effort.conflicts += 1;
        if self.marks.is_empty() {
            return ControlFlow::Break(self.refuted());
        }
        guard.conflict().map_break(Verdict::Stopped)?;
        let trail = self.trail.len();
        let (quality, level) = self.analyze(conflict);
        pace.note(quality, trail);
        self.backtrack(level);
        self.learn(quality);
        self.bump /= self.decay;
        if self.effort.conflicts.is_multiple_of(5000) {
            self.decay = (self.decay + 0.01).min(0.95);
        }
        if self.effort.conflicts.is_multiple_of(256) {
            self.pause(guard)?;
        }
        ControlFlow::Continue(())
    }

    /// Keeps the learnt clause, which makes its first literal true.
    fn learn(&mut self, quality: u32) {
        self.log.added(&self.learnt);
        let first = self.learnt[0];
        if self.learnt.len() == 1 {
            self.assign(first, NO_REASON);
            return;
        }
        let clause = self.clauses.add(&self.learnt, Some(quality));
        self.watch(clause);
        self.assign(first, clause);
    }

    /// The next literal to make true. Breaks when all variables have a value.
    fn choose(&mut self) -> ControlFlow<Verdict, L> {
        while let Some(variable) = self.heap.pop() {
            if self.values[2 * variable as usize] == 0 {
                let positive = self.phases[variable as usize];
                return ControlFlow::Continue(2 * variable + u32::from(!positive));
            }
        }
        ControlFlow::Break(Verdict::Sat(self.model()))
    }

    fn model(&self) -> Model {
        let values = self.values.chunks_exact(2);
        Model::new(values.map(|pair| pair[0] == TRUE).collect())
    }

    fn pause(&mut self, guard: &mut impl Guard) -> ControlFlow<Verdict> {
        guard.pause(self.bytes()).map_break(Verdict::Stopped)
    }

    fn refuted(&mut self) -> Verdict {
        self.unsat = true;
        self.log.added(&[]);
        Verdict::Unsat
    }
}
