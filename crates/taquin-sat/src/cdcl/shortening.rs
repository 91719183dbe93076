//! Minimisation of learnt clauses: literals that follow from the others are removed.

use super::literal::L;
use super::propagation::BINARY;
use super::{Cdcl, NO_REASON, TRUE};

impl Cdcl<'_> {
    /// Drops literals of the learnt clause that follow from the others.
    pub(super) fn shorten(&mut self) {
        self.clear.clear();
        self.clear.extend_from_slice(&self.learnt);
        let levels = self.learnt[1..]
            .iter()
            .fold(0_u32, |set, &l| set | self.level_bit(l));
        let mut kept = 1;
        for index in 1..self.learnt.len() {
            let literal = self.learnt[index];
            if self.reasons[(literal >> 1) as usize] == NO_REASON
                || !self.is_implied(literal, levels)
            {
                self.learnt[kept] = literal;
                kept += 1;
            }
        }
        self.learnt.truncate(kept);
        if self.learnt.len() <= 30 {
            self.shorten_by_pairs();
        }
        for &literal in &self.clear {
            self.seen[(literal >> 1) as usize] = 0;
        }
    }

    /// Whether a literal is false because of others of the learnt clause alone.
    fn is_implied(&mut self, literal: L, levels: u32) -> bool {
        self.stack.clear();
        self.stack.push((literal, 0));
        let top = self.clear.len();
        while let Some((literal, position)) = self.stack.pop() {
            let reason = self.reasons[(literal >> 1) as usize];
            let literals = self.clauses.literals(reason);
            let Some(&other) = literals.get(position as usize) else {
                continue;
            };
            self.stack.push((literal, position + 1));
            let variable = (other >> 1) as usize;
            if other >> 1 == literal >> 1 || self.seen[variable] != 0 || self.levels[variable] == 0
            {
                continue;
            }
            if self.reasons[variable] == NO_REASON || self.level_bit(other) & levels == 0 {
                for &marked in &self.clear[top..] {
                    self.seen[(marked >> 1) as usize] = 0;
                }
                self.clear.truncate(top);
                return false;
            }
            self.seen[variable] = 1;
            self.clear.push(other);
            self.stack.push((other, 0));
        }
        true
    }

    /// Drops literals that a clause of two literals with the first one makes superfluous.
    fn shorten_by_pairs(&mut self) {
        self.stamps.clear();
        let first = self.learnt[0];
        for literal in &self.learnt[1..] {
            self.stamps.insert((literal >> 1) as usize);
        }
        let mut found = false;
        for watch in &self.watches[(first ^ 1) as usize] {
            let other = watch.blocker;
            if watch.clause & BINARY != 0 && self.values[other as usize] == TRUE {
                found |= self.stamps.remove((other >> 1) as usize);
            }
        }
        if found {
            let stamps = &self.stamps;
            let mut index = 0;
            self.learnt.retain(|&literal| {
                index += 1;
                index == 1 || stamps.contains((literal >> 1) as usize)
            });
        }
    }

    /// A bit for the level of a literal, the same for every 32nd level.
    fn level_bit(&self, literal: L) -> u32 {
        1 << (self.levels[(literal >> 1) as usize] & 31)
    }
}
