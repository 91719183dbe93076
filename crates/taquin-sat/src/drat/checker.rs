//! The pass through a proof: active clauses, and unit propagation.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::ProofError;
use crate::cdcl::Guard;
use crate::cnf::{Cnf, Lit};

/// The purpose of a pass through a proof.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To know that it holds: RUP and RAT, nothing kept that is deleted.
    Check,
    /// To write down what each clause follows from: RUP only.
    Explain,
}

/// A clause of the formula or of the proof. Its number counts from 1.
pub(crate) struct Clause {
    pub(crate) literals: Vec<Lit>,
    /// The clauses it follows from, each of which becomes unit in turn; none for the formula's.
    pub(crate) hints: Vec<usize>,
    is_deleted: bool,
}

/// Why a literal holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// It is assumed.
    Assumed,
    /// The clause with this number.
    Clause(usize),
}

/// Goes through a proof by unit propagation with two watched literals.
pub(crate) struct DratChecker {
    purpose: Purpose,
    /// The number of clauses of the formula.
    pub(crate) given: usize,
    pub(crate) clauses: Vec<Clause>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<usize>>,
    /// By literal: whether it holds.
    holds: Vec<bool>,
    /// By variable.
    reasons: Vec<Reason>,
    seen: Vec<bool>,
    trail: Vec<Lit>,
    head: usize,
    /// The length of the trail's permanent prefix; each of its literals has a unit clause.
    root: usize,
    /// The numbers of clauses by their sorted literals, for deleting.
    numbers: HashMap<Vec<Lit>, Vec<usize>>,
    /// The number of the empty clause.
    pub(crate) end: Option<usize>,
    /// Clauses of the proof that were accepted.
    pub(super) added: usize,
    pub(crate) bytes: u64,
}

pub(crate) fn slot(literal: Lit) -> usize {
    2 * (literal.variable() as usize - 1) + usize::from(!literal.is_positive())
}

fn variable(literal: Lit) -> usize {
    literal.variable() as usize - 1
}

/// Bytes of a clause: itself, its key for deleting and its watches.
fn clause_bytes(literals: usize, hints: usize) -> u64 {
    (128 + 8 * literals + 8 * hints) as u64
}

/// Bytes kept for a variable: watches, values, reason and mark.
const VARIABLE_BYTES: u64 = 2 * 24 + 2 + 16 + 1;

impl DratChecker {
    /// A checker for the proofs of a formula, unless the guard objects to what it takes.
    pub(crate) fn within(
        cnf: &Cnf,
        purpose: Purpose,
        guard: &mut impl Guard,
    ) -> Result<Self, ProofError> {
        let clauses: u64 = cnf.clauses().map(|c| clause_bytes(c.len(), 0)).sum();
        let bytes = clauses + VARIABLE_BYTES * u64::from(cnf.variables());
        match guard.pause(bytes) {
            ControlFlow::Continue(()) => Ok(Self::new(cnf, purpose)),
            ControlFlow::Break(stop) => Err(ProofError::Stopped(stop)),
        }
    }

    fn new(cnf: &Cnf, purpose: Purpose) -> Self {
        let mut checker = Self {
            purpose,
            given: cnf.len(),
            clauses: Vec::with_capacity(2 * cnf.len()),
            watches: Vec::new(),
            holds: Vec::new(),
            reasons: Vec::new(),
            seen: Vec::new(),
            trail: Vec::new(),
            head: 0,
            root: 0,
            numbers: HashMap::new(),
            end: None,
            added: 0,
            bytes: 0,
        };
        checker.grow(cnf.variables() as usize);
        // All of them first: their numbers come before those of what follows from them.
        for clause in cnf.clauses() {
            checker.store(clause.to_vec(), Vec::new());
        }
        for id in 1..=cnf.len() {
            checker.attach(id);
        }
        checker.settle();
        checker
    }

    /// Makes room for variables up to this many.
    fn grow(&mut self, variables: usize) {
        if variables > self.seen.len() {
            self.watches.resize(2 * variables, Vec::new());
            self.holds.resize(2 * variables, false);
            self.reasons.resize(variables, Reason::Assumed);
            self.seen.resize(variables, false);
        }
    }

    fn holds(&self, literal: Lit) -> bool {
        self.holds[slot(literal)]
    }

    fn is_false(&self, literal: Lit) -> bool {
        self.holds[slot(!literal)]
    }

    fn store(&mut self, mut literals: Vec<Lit>, hints: Vec<usize>) -> usize {
        let id = self.clauses.len() + 1;
        let mut key = literals.clone();
        key.sort_unstable();
        key.dedup();
        if key.len() < literals.len() {
            literals.clone_from(&key);
        }
        self.bytes += clause_bytes(literals.len(), hints.len());
        self.numbers.entry(key).or_default().push(id);
        self.clauses.push(Clause {
            literals,
            hints,
            is_deleted: false,
        });
        id
    }

    /// Watches a clause; one that is unit or false already has its conclusion drawn.
    fn attach(&mut self, id: usize) {
        if self.end.is_some() {
            return;
        }
        let mut literals = std::mem::take(&mut self.clauses[id - 1].literals);
        let open = |l: &Lit| self.is_false(*l);
        // Literals that are not false come first.
        literals.sort_by_key(open);
        let free = literals.iter().filter(|l| !open(l)).count();
        let first = literals.first().copied();
        if literals.len() > 1 {
            for &literal in &literals[..2] {
                self.watches[slot(literal)].push(id);
            }
        }
        self.clauses[id - 1].literals = literals;
        match (free, first) {
            (0, _) => self.conclude(id),
            (1, Some(literal)) if !self.holds(literal) => {
                self.assign(literal, Reason::Clause(id));
            }
            _ => {}
        }
    }

    fn assign(&mut self, literal: Lit, reason: Reason) {
        self.holds[slot(literal)] = true;
        self.reasons[variable(literal)] = reason;
        self.trail.push(literal);
    }

    /// Propagates all permanent conclusions.
    fn settle(&mut self) {
        if self.end.is_some() {
            return;
        }
        let conflict = self.propagate();
        self.name_units();
        if let Some(id) = conflict {
            self.conclude(id);
        }
    }

    /// Adds a unit clause for each permanent literal.
    fn name_units(&mut self) {
        while self.root < self.trail.len() {
            let literal = self.trail[self.root];
            if let Reason::Clause(id) = self.reasons[variable(literal)]
                && self.clauses[id - 1].literals.len() > 1
            {
                let others = self.clauses[id - 1].literals.iter();
                let others = others.filter(|&&other| other != literal);
                let mut hints: Vec<usize> =
                    others.filter_map(|&other| self.unit_of(other)).collect();
                hints.push(id);
                let unit = self.store(vec![literal], hints);
                self.reasons[variable(literal)] = Reason::Clause(unit);
            }
            self.root += 1;
        }
    }

    /// The unit clause that gives a variable its permanent value.
    fn unit_of(&self, literal: Lit) -> Option<usize> {
        match self.reasons[variable(literal)] {
            Reason::Clause(id) => Some(id),
            Reason::Assumed => None,
        }
    }

    /// A clause is permanently false: the end.
    fn conclude(&mut self, id: usize) {
        self.name_units();
        let mut hints: Vec<usize> = self.clauses[id - 1]
            .literals
            .iter()
            .filter_map(|&literal| self.unit_of(literal))
            .collect();
        hints.push(id);
        self.end = Some(self.store(Vec::new(), hints));
    }

    /// Draws conclusions; gives the clause that has become false, if one has.
    fn propagate(&mut self) -> Option<usize> {
        while self.head < self.trail.len() {
            let falsified = !self.trail[self.head];
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[slot(falsified)]);
            let (mut read, mut write) = (0, 0);
            let mut conflict = None;
            while read < list.len() {
                let id = list[read];
                read += 1;
                if self.clauses[id - 1].is_deleted {
                    continue;
                }
                let literals = &mut self.clauses[id - 1].literals;
                if literals[0] == falsified {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                let free = |l: Lit| !self.holds[slot(!l)];
                let next = if self.holds[slot(first)] {
                    None
                } else {
                    (2..literals.len()).find(|&index| free(literals[index]))
                };
                if let Some(index) = next {
                    literals.swap(1, index);
                    let watched = literals[1];
                    self.watches[slot(watched)].push(id);
                    continue;
                }
                list[write] = id;
                write += 1;
                if self.is_false(first) {
                    conflict = Some(id);
                    break;
                }
                if !self.holds(first) {
                    self.assign(first, Reason::Clause(id));
                }
            }
            list.copy_within(read.., write);
            list.truncate(write + list.len() - read);
            self.watches[slot(falsified)] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Adds a clause of the proof; false if it does not follow.
    pub(super) fn add(&mut self, clause: Vec<Lit>) -> bool {
        let most = clause.iter().map(|literal| literal.variable()).max();
        let most = most.unwrap_or(0) as usize;
        if most > self.seen.len() {
            // Only a RAT introduces a variable.
            if self.purpose == Purpose::Explain {
                return false;
            }
            self.grow(most);
        }
        // What holds for good is never needed again, nor what holds in any case.
        let is_idle = |literal: &Lit| self.holds(*literal) || clause.contains(&!*literal);
        if clause.iter().any(is_idle) {
            return true;
        }
        let pivot = clause.first().copied();
        let conflict = self.deny(&clause, None);
        let hints = conflict.map(|id| match self.purpose {
            Purpose::Check => Vec::new(),
            Purpose::Explain => self.hints(id, &clause),
        });
        let follows = hints.is_some()
            || (self.purpose == Purpose::Check && pivot.is_some_and(|pivot| self.is_rat(pivot)));
        self.retract(self.root);
        if !follows {
            return false;
        }
        self.added += 1;
        let id = self.store(clause, hints.unwrap_or_default());
        self.attach(id);
        self.settle();
        true
    }

    /// Assumes that all literals but `except` are false; gives the clause that this makes false, if
    /// one is.
    fn deny(&mut self, literals: &[Lit], except: Option<Lit>) -> Option<usize> {
        for &literal in literals {
            if Some(literal) != except && !self.is_false(literal) {
                self.assign(!literal, Reason::Assumed);
            }
        }
        self.propagate()
    }

    /// Whether the clause that is denied now is a RAT on `pivot`: each of its resolvents with a
    /// clause of the negated pivot follows by unit propagation.
    fn is_rat(&mut self, pivot: Lit) -> bool {
        let denied = self.trail.len();
        for index in 0..self.clauses.len() {
            let clause = &self.clauses[index];
            if clause.is_deleted || !clause.literals.contains(&!pivot) {
                continue;
            }
            let others = clause.literals.iter().filter(|&&other| other != !pivot);
            if others.clone().any(|&other| self.holds(other)) {
                continue;
            }
            let literals = clause.literals.clone();
            let follows = self.deny(&literals, Some(!pivot)).is_some();
            self.retract(denied);
            if !follows {
                return false;
            }
        }
        true
    }

    /// The clauses that lead from the denial of a clause to a false one, in the order they become
    /// unit. Literals of the clause itself are denied and need no reason.
    fn hints(&mut self, conflict: usize, clause: &[Lit]) -> Vec<usize> {
        let mut hints = vec![conflict];
        for &literal in &self.clauses[conflict - 1].literals {
            self.seen[variable(literal)] = true;
        }
        for index in (0..self.trail.len()).rev() {
            let literal = self.trail[index];
            if !std::mem::take(&mut self.seen[variable(literal)])
                || (index < self.root && clause.contains(&!literal))
            {
                continue;
            }
            let Reason::Clause(id) = self.reasons[variable(literal)] else {
                continue;
            };
            hints.push(id);
            for &other in &self.clauses[id - 1].literals {
                self.seen[variable(other)] = other != literal;
            }
        }
        hints.reverse();
        hints
    }

    /// Goes back to this many literals of the trail.
    fn retract(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.holds[slot(literal)] = false;
        }
        self.head = length;
    }

    pub(super) fn delete(&mut self, mut clause: Vec<Lit>) {
        clause.sort_unstable();
        clause.dedup();
        // Clauses of one literal are why literals hold; other checkers keep them too.
        if clause.len() < 2 {
            return;
        }
        let Some(ids) = self.numbers.get_mut(&clause) else {
            return;
        };
        if let Some(id) = ids.pop() {
            self.clauses[id - 1].is_deleted = true;
            if self.purpose == Purpose::Check {
                self.clauses[id - 1].literals = Vec::new();
                self.bytes -= clause_bytes(clause.len(), 0);
            }
        }
        if ids.is_empty() {
            self.numbers.remove(&clause);
        }
    }
}
