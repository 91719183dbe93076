//! Reduction of the clause database.

use super::clauses::Ref;
use super::literal::L;
use super::propagation::BINARY;
use super::{Cdcl, NO_REASON, TRUE};

impl Cdcl<'_> {
    /// Drops the worse half of the learnt clauses and all that are satisfied at level 0. Only at level 0.
    pub(super) fn reduce(&mut self) {
        let mut candidates = Vec::new();
        for index in 0..self.clauses.learnt.len() {
            let clause = self.clauses.learnt[index];
            let quality = self.clauses.quality(clause);
            let used = self.clauses.age(clause);
            let keep = quality <= 2 || (quality <= 6 && used > 0) || used > 1;
            if !keep && !self.is_reason(clause) {
                let length = self.clauses.literals(clause).len() as u32;
                candidates.push((quality, length, clause));
            }
        }
        candidates.sort_unstable();
        for &(_, _, clause) in &candidates[candidates.len() / 2..] {
            self.drop_clause(clause);
        }
        for list in 0..2 {
            let clauses = match list {
                0 => self.clauses.given.clone(),
                _ => self.clauses.learnt.clone(),
            };
            for clause in clauses {
                let holds = |&l: &L| self.values[l as usize] == TRUE;
                if !self.clauses.is_dead(clause)
                    && self.clauses.literals(clause).iter().any(holds)
                    && !self.is_reason(clause)
                {
                    self.drop_clause(clause);
                }
            }
        }
        let moved = self.clauses.compact();
        for list in &mut self.watches {
            list.retain_mut(|watch| {
                let binary = watch.clause & BINARY;
                let place = moved.to(watch.clause & !BINARY);
                watch.clause = place.unwrap_or(0) | binary;
                place.is_some()
            });
        }
        for index in 0..self.trail.len() {
            let variable = (self.trail[index] >> 1) as usize;
            let reason = self.reasons[variable];
            if reason != NO_REASON {
                self.reasons[variable] = moved.to(reason).unwrap_or(NO_REASON);
            }
        }
    }

    fn is_reason(&self, clause: Ref) -> bool {
        let literals = &self.clauses.literals(clause)[..2];
        literals
            .iter()
            .any(|&l| self.values[l as usize] == TRUE && self.reasons[(l >> 1) as usize] == clause)
    }

    fn drop_clause(&mut self, clause: Ref) {
        self.log.dropped(self.clauses.literals(clause));
        self.clauses.kill(clause);
    }
}
