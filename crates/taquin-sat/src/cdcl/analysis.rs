//! Conflict analysis: the learnt clause of the first unique implication point.

use super::Cdcl;
use super::clauses::Ref;
use super::literal::L;
use super::stamps::Stamps;

impl Cdcl<'_> {
    /// Finds why a clause became false: leaves in `learnt` a clause that the present level makes
    /// unit, and gives its quality and the level to go back to.
    pub(super) fn analyze(&mut self, conflict: Ref) -> (u32, u32) {
        self.learnt.clear();
        self.learnt.push(0);
        let level = self.marks.len() as u32;
        let (mut open, mut index) = (0, self.trail.len());
        let mut clause = conflict;
        let mut pivot = None;
        loop {
            if self.clauses.is_learnt(clause) {
                let quality = self.quality_of(clause);
                self.clauses.use_with_quality(clause, quality);
            }
            for position in 0..self.clauses.literals(clause).len() {
                let literal = self.clauses.literals(clause)[position];
                let variable = (literal >> 1) as usize;
                if Some(literal) == pivot || self.seen[variable] != 0 || self.levels[variable] == 0
                {
                    continue;
                }
                self.seen[variable] = 1;
                self.bump_variable(variable as u32);
                if self.levels[variable] == level {
                    open += 1;
                } else {
                    self.learnt.push(literal);
                }
            }
            loop {
                index -= 1;
                if self.seen[(self.trail[index] >> 1) as usize] != 0 {
                    break;
                }
            }
            let literal = self.trail[index];
            pivot = Some(literal);
            let variable = (literal >> 1) as usize;
            self.seen[variable] = 0;
            open -= 1;
            if open == 0 {
                self.learnt[0] = literal ^ 1;
                break;
            }
            clause = self.reasons[variable];
        }
        self.shorten();
        let quality = self.quality_of_learnt();
        // The second literal is one of the highest level below, so that both watches are the last
        // to become free again.
        let mut back = 0;
        for index in 1..self.learnt.len() {
            let at = self.levels[(self.learnt[index] >> 1) as usize];
            if at > back {
                back = at;
                self.learnt.swap(1, index);
            }
        }
        (quality, back)
    }

    /// The LBD of the learnt clause: the number of decision levels of its literals.
    fn quality_of_learnt(&mut self) -> u32 {
        count_levels(&mut self.stamps, &self.levels, &self.learnt)
    }

    /// The LBD of a clause: the number of decision levels of its literals.
    fn quality_of(&mut self, clause: Ref) -> u32 {
        let literals = self.clauses.literals(clause);
        count_levels(&mut self.stamps, &self.levels, literals)
    }

    fn bump_variable(&mut self, variable: u32) {
        let activity = &mut self.heap.activity[variable as usize];
        *activity += self.bump;
        if *activity > 1e100 {
            self.heap.scale(1e-100);
            self.bump *= 1e-100;
        }
        self.heap.grew(variable);
    }
}

fn count_levels(stamps: &mut Stamps, levels: &[u32], literals: &[L]) -> u32 {
    stamps.clear();
    let mut count = 0;
    for &literal in literals {
        let level = levels[(literal >> 1) as usize] as usize;
        count += u32::from(stamps.insert(level));
    }
    count
}
