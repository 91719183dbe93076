//! Lemmas requested during the search.

use super::clauses::Ref;
use super::literal::{L, inner, outer};
use super::{Cdcl, NO_REASON};
use crate::cnf::Lit;

impl Cdcl<'_> {
    /// Requests lemmas until there are no more, or one is false; that one is at the present level then.
    pub(super) fn ask_oracle(&mut self) -> Option<Ref> {
        loop {
            let oracle = self.oracle.as_mut()?;
            while self.told < self.trail.len() {
                oracle.assigned(outer(self.trail[self.told]), self.told);
                self.told += 1;
            }
            let values = &self.values;
            let lemma = oracle.lemma(|literal| values[inner(literal) as usize])?;
            if let Some(conflict) = self.take(lemma) {
                return Some(conflict);
            }
            if let Some(conflict) = self.propagate() {
                return Some(conflict);
            }
        }
    }

    /// Adds a lemma, none of whose literals is true and at most one unassigned. Gives it back if it
    /// is false; the present level is then the highest of its literals.
    fn take(&mut self, lemma: Vec<Lit>) -> Option<Ref> {
        let mut literals: Vec<L> = lemma.iter().map(|&l| inner(l)).collect();
        self.taken.push(lemma);
        let rank = |l: L| match self.values[l as usize] {
            0 => u32::MAX,
            _ => self.levels[(l >> 1) as usize],
        };
        literals.sort_by_key(|&l| std::cmp::Reverse(rank(l)));
        let highest = literals.first().map_or(0, |&l| rank(l));
        if literals.len() < 2 {
            return self.take_unit(literals.first().copied());
        }
        let clause = self.clauses.add(&literals, Some(literals.len() as u32));
        self.watch(clause);
        if highest == u32::MAX {
            self.assign(literals[0], clause);
            return None;
        }
        self.backtrack(highest);
        Some(clause)
    }

    /// Adds a lemma of one literal or none: it holds from the start.
    fn take_unit(&mut self, literal: Option<L>) -> Option<Ref> {
        self.backtrack(0);
        match literal {
            Some(literal) if self.values[literal as usize] == 0 => self.assign(literal, NO_REASON),
            _ => self.unsat = true,
        }
        None
    }
}
