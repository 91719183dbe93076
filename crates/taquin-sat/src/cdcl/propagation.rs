//! Unit propagation: a clause is visited when one of its two watched literals becomes
//! false.

use super::clauses::Ref;
use super::literal::L;
use super::{Cdcl, FALSE, TRUE};

/// Set in a watch's reference when the clause has two literals, so that the other is the blocker.
pub(super) const BINARY: Ref = 1 << 31;

/// A clause in the list of a literal.
#[derive(Clone, Copy)]
pub(super) struct Watcher {
    pub(super) clause: Ref,
    /// The blocker: if this literal of the clause holds, the clause is not visited.
    pub(super) blocker: L,
}

impl Cdcl<'_> {
    /// Lets the first two literals of a clause be watched.
    pub(super) fn watch(&mut self, clause: Ref) {
        let literals = self.clauses.literals(clause);
        let (a, b) = (literals[0], literals[1]);
        let clause = match literals.len() {
            2 => clause | BINARY,
            _ => clause,
        };
        self.watches[(a ^ 1) as usize].push(Watcher { clause, blocker: b });
        self.watches[(b ^ 1) as usize].push(Watcher { clause, blocker: a });
    }

    /// Makes a literal true at the present level.
    #[inline]
    pub(super) fn assign(&mut self, literal: L, reason: Ref) {
        let variable = (literal >> 1) as usize;
        self.values[literal as usize] = TRUE;
        self.values[(literal ^ 1) as usize] = FALSE;
        self.levels[variable] = self.marks.len() as u32;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Draws all conclusions; gives the clause that has become false, if one has.
    pub(super) fn propagate(&mut self) -> Option<Ref> {
        let mut conflict = None;
        while conflict.is_none() && self.head < self.trail.len() {
            let literal = self.trail[self.head];
            self.head += 1;
            self.effort.propagations += 1;
            let mut list = std::mem::take(&mut self.watches[literal as usize]);
            let (mut read, mut write) = (0, 0);
            'watches: while read < list.len() {
                let watch = list[read];
                read += 1;
                let blocked = self.values[watch.blocker as usize];
                if blocked == TRUE {
                    list[write] = watch;
                    write += 1;
                    continue;
                }
                if watch.clause & BINARY != 0 {
                    list[write] = watch;
                    write += 1;
                    if blocked == FALSE {
                        conflict = Some(watch.clause & !BINARY);
                        break;
                    }
                    self.assign(watch.blocker, watch.clause & !BINARY);
                    continue;
                }
                let literals = self.clauses.literals_mut(watch.clause);
                if literals[0] == literal ^ 1 {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                let value = self.values[first as usize];
                let moved = Watcher {
                    clause: watch.clause,
                    blocker: first,
                };
                if value == TRUE {
                    list[write] = moved;
                    write += 1;
                    continue;
                }
                for index in 2..literals.len() {
                    let other = literals[index];
                    if self.values[other as usize] != FALSE {
                        literals.swap(1, index);
                        self.watches[(other ^ 1) as usize].push(moved);
                        continue 'watches;
                    }
                }
                list[write] = moved;
                write += 1;
                if value == FALSE {
                    conflict = Some(watch.clause);
                    break;
                }
                self.assign(first, watch.clause);
            }
            if write < read {
                list.copy_within(read.., write);
                list.truncate(list.len() - (read - write));
            }
            self.watches[literal as usize] = list;
        }
        conflict
    }

    /// Takes back all levels above this one.
    pub(super) fn backtrack(&mut self, level: u32) {
        let Some(&end) = self.marks.get(level as usize) else {
            return;
        };
        for index in (end as usize..self.trail.len()).rev() {
            let literal = self.trail[index];
            let variable = literal >> 1;
            self.values[literal as usize] = 0;
            self.values[(literal ^ 1) as usize] = 0;
            self.phases[variable as usize] = literal & 1 == 0;
            self.heap.insert(variable);
        }
        self.trail.truncate(end as usize);
        self.marks.truncate(level as usize);
        self.head = self.trail.len();
        if self.told > self.trail.len() {
            self.told = self.trail.len();
            if let Some(oracle) = &mut self.oracle {
                oracle.retract(self.told);
            }
        }
    }
}
