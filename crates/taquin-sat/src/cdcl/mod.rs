//! A SAT solver: conflict-driven clause learning, written for formulas that describe walks.
//!
//! Two watched literals with blockers and binary clauses in the watch lists (`MiniSat`, N. Eén and
//! N. Sörensson, *An Extensible SAT-solver*, 2003), clauses judged by the levels they join and
//! restarts when recent ones are worse than usual (Glucose, G. Audemard and L. Simon, 2009), learnt
//! clauses shortened by their implication graph. Deterministic: the same formula takes the same
//! steps everywhere. Everything learnt and dropped can be written as a proof in DRAT, because each
//! learnt clause follows by unit propagation.

mod clauses;
mod heap;

use std::ops::ControlFlow;

use clauses::{Clauses, L, Ref};
use heap::Heap;
use taquin_core::Stop;

use crate::cnf::{Cnf, Lit, Model};
use crate::lemmas::{Follower, Lemmas};
use crate::proof::Proof;

/// What the solver asks now and then, and tells of its work.
pub trait Guard {
    /// Called at every conflict.
    ///
    /// # Errors
    /// Breaks with the reason to stop.
    fn conflict(&mut self) -> ControlFlow<Stop>;

    /// Called every few hundred conflicts and every few thousand decisions, with the bytes held.
    ///
    /// # Errors
    /// Breaks with the reason to stop.
    fn pause(&mut self, bytes: u64) -> ControlFlow<Stop>;
}

/// A guard that lets everything pass.
impl Guard for () {
    fn conflict(&mut self) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    fn pause(&mut self, _: u64) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }
}

/// What was found out about a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can be satisfied, by these values.
    Sat(Model),
    /// It cannot.
    Unsat,
    /// Not known: told to stop.
    Stopped(Stop),
}

/// What a solve took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Conflicts.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Literals that followed from others.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// Most bytes held.
    pub peak_bytes: u64,
}

const NO_REASON: Ref = Ref::MAX;
const TRUE: i8 = 1;
const FALSE: i8 = -1;

/// Set in a watch's reference when the clause has two literals, so that the other is the blocker.
const BINARY: Ref = 1 << 31;

#[derive(Clone, Copy)]
struct Watch {
    clause: Ref,
    /// A literal of the clause; if it holds, the clause need not be looked at.
    blocker: L,
}

/// The solver.
pub struct Cdcl<'p> {
    clauses: Clauses,
    /// For each literal the clauses to look at when it becomes true: those that watch its negation.
    watches: Vec<Vec<Watch>>,
    /// For each literal.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<Ref>,
    phases: Vec<bool>,
    trail: Vec<L>,
    /// Where each level begins on the trail.
    marks: Vec<u32>,
    head: usize,
    heap: Heap,
    bump: f64,
    decay: f64,
    unsat: bool,
    effort: Effort,
    proof: Option<&'p mut dyn Proof>,
    follower: Option<Follower<'p>>,
    /// Literals of the trail that the follower knows.
    followed: usize,
    /// Lemmas taken so far.
    asked: Vec<Vec<Lit>>,
    /// Clauses taken of the formula.
    given: usize,
    // Work space of the analysis.
    seen: Vec<u8>,
    stamp: Vec<u32>,
    stamps: u32,
    learnt: Vec<L>,
    clear: Vec<L>,
    stack: Vec<(L, u32)>,
}

impl<'p> Cdcl<'p> {
    /// A solver for a formula; it may ask for `lemmas`, and what it learns is told to `proof`.
    pub fn new(cnf: &Cnf, lemmas: Option<&'p Lemmas>, proof: Option<&'p mut dyn Proof>) -> Self {
        let mut solver = Self {
            clauses: Clauses::default(),
            watches: Vec::new(),
            values: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            phases: Vec::new(),
            trail: Vec::with_capacity(cnf.variables() as usize),
            marks: Vec::new(),
            head: 0,
            heap: Heap::default(),
            bump: 1.0,
            decay: 0.8,
            unsat: false,
            effort: Effort::default(),
            proof,
            follower: lemmas.map(Lemmas::follow),
            followed: 0,
            asked: Vec::new(),
            given: 0,
            seen: Vec::new(),
            stamp: Vec::new(),
            stamps: 0,
            learnt: Vec::new(),
            clear: Vec::new(),
            stack: Vec::new(),
        };
        solver.extend(cnf);
        solver
    }

    /// Takes the variables and clauses that a formula has gained since it was given last.
    pub fn extend(&mut self, cnf: &Cnf) {
        self.backtrack(0);
        let variables = cnf.variables() as usize;
        self.watches.resize_with(2 * variables, Vec::new);
        self.values.resize(2 * variables, 0);
        self.levels.resize(variables, 0);
        self.reasons.resize(variables, NO_REASON);
        self.phases.resize(variables, false);
        self.seen.resize(variables, 0);
        // A level for each variable, and one for an assumption that holds already.
        self.stamp.resize(variables + 2, 0);
        self.heap.grow(variables);
        for index in self.given..cnf.len() {
            self.give(cnf.clause(index));
        }
        self.given = cnf.len();
    }

    /// What the solving took so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Searches until the formula is decided or the guard objects.
    pub fn solve(&mut self, guard: &mut impl Guard) -> Verdict {
        self.solve_with(None, guard)
    }

    /// The same with a literal assumed to hold: that there is no model says nothing of models in
    /// which it does not.
    pub fn solve_assuming(&mut self, literal: Lit, guard: &mut impl Guard) -> Verdict {
        self.backtrack(0);
        self.solve_with(Some(inner(literal)), guard)
    }

    fn solve_with(&mut self, assumed: Option<L>, guard: &mut impl Guard) -> Verdict {
        if self.unsat || self.propagate().is_some() {
            return self.refuted();
        }
        if let ControlFlow::Break(stop) = guard.pause(self.bytes()) {
            return Verdict::Stopped(stop);
        }
        let mut pace = Pace::default();
        loop {
            let conflict = self.propagate().or_else(|| self.consult());
            if let Some(conflict) = conflict {
                self.effort.conflicts += 1;
                if self.marks.is_empty() {
                    return self.refuted();
                }
                if let ControlFlow::Break(stop) = guard.conflict() {
                    return Verdict::Stopped(stop);
                }
                let trail = self.trail.len();
                let (quality, level) = self.analyze(conflict);
                pace.note(quality, trail);
                self.backtrack(level);
                self.learn(quality);
                self.bump /= self.decay;
                if self.effort.conflicts.is_multiple_of(5000) {
                    self.decay = (self.decay + 0.01).min(0.95);
                }
                if self.effort.conflicts.is_multiple_of(256)
                    && let ControlFlow::Break(stop) = guard.pause(self.bytes())
                {
                    return Verdict::Stopped(stop);
                }
                continue;
            }
            if self.unsat {
                return self.refuted();
            }
            if pace.restarts_now() {
                self.effort.restarts += 1;
                self.backtrack(0);
                if pace.reduces_now(self.effort.conflicts) {
                    self.reduce();
                }
                continue;
            }
            let chosen = match assumed {
                Some(literal) if self.marks.is_empty() => {
                    match self.values[literal as usize] {
                        FALSE => return Verdict::Unsat,
                        // Its level stands, with nothing on it.
                        TRUE => {
                            self.marks.push(self.trail.len() as u32);
                            self.decide()
                        }
                        _ => Some(literal),
                    }
                }
                _ => self.decide(),
            };
            let Some(literal) = chosen else {
                let model = (0..self.levels.len())
                    .map(|v| self.values[2 * v] == TRUE)
                    .collect();
                return Verdict::Sat(Model::new(model));
            };
            self.effort.decisions += 1;
            if self.effort.decisions.is_multiple_of(1 << 16)
                && let ControlFlow::Break(stop) = guard.pause(self.bytes())
            {
                return Verdict::Stopped(stop);
            }
            self.marks.push(self.trail.len() as u32);
            self.assign(literal, NO_REASON);
        }
    }

    /// Asks for lemmas until there are none, or one that is false; that one is at the present level
    /// then.
    fn consult(&mut self) -> Option<Ref> {
        loop {
            let follower = self.follower.as_mut()?;
            while self.followed < self.trail.len() {
                follower.assigned(outer(self.trail[self.followed]), self.followed);
                self.followed += 1;
            }
            let values = &self.values;
            let lemma = follower.lemma(|literal| values[inner(literal) as usize])?;
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
        self.asked.push(lemma);
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

    /// The lemmas that were taken: they belong to the formula when its proof is checked.
    pub fn lemmas(&self) -> &[Vec<Lit>] {
        &self.asked
    }

    fn refuted(&mut self) -> Verdict {
        self.unsat = true;
        if let Some(proof) = &mut self.proof {
            proof.add(&[]);
        }
        Verdict::Unsat
    }

    /// Takes a clause of the formula: without literals known to be false, nor twice the same.
    fn give(&mut self, clause: &[Lit]) {
        if self.unsat {
            return;
        }
        let mut literals: Vec<L> = clause.iter().map(|&l| inner(l)).collect();
        literals.sort_unstable();
        literals.dedup();
        let tautology = literals.windows(2).any(|pair| pair[0] ^ pair[1] == 1);
        if tautology || literals.iter().any(|&l| self.values[l as usize] == TRUE) {
            return;
        }
        literals.retain(|&l| self.values[l as usize] != FALSE);
        if literals.len() != clause.len() {
            tell(&mut self.proof, &literals, true);
        }
        match literals[..] {
            [] => self.unsat = true,
            [unit] => {
                self.assign(unit, NO_REASON);
                self.unsat = self.propagate().is_some();
            }
            _ => {
                let reference = self.clauses.add(&literals, None);
                self.watch(reference);
            }
        }
    }

    fn watch(&mut self, clause: Ref) {
        let literals = self.clauses.literals(clause);
        let (a, b) = (literals[0], literals[1]);
        let clause = match literals.len() {
            2 => clause | BINARY,
            _ => clause,
        };
        self.watches[(a ^ 1) as usize].push(Watch { clause, blocker: b });
        self.watches[(b ^ 1) as usize].push(Watch { clause, blocker: a });
    }

    fn assign(&mut self, literal: L, reason: Ref) {
        let variable = (literal >> 1) as usize;
        self.values[literal as usize] = TRUE;
        self.values[(literal ^ 1) as usize] = FALSE;
        self.levels[variable] = self.marks.len() as u32;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Draws all conclusions; gives the clause that has become false, if one has.
    fn propagate(&mut self) -> Option<Ref> {
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
                let moved = Watch {
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

    /// Finds why a clause became false: leaves in `learnt` a clause that the present level makes
    /// unit, and gives its quality and the level to go back to.
    fn analyze(&mut self, conflict: Ref) -> (u32, u32) {
        self.learnt.clear();
        self.learnt.push(0);
        let level = self.marks.len() as u32;
        let (mut open, mut index) = (0, self.trail.len());
        let mut clause = conflict;
        let mut pivot = None;
        loop {
            if self.clauses.is_learnt(clause) {
                let quality = self.levels_of(clause);
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

    /// Drops literals of the learnt clause that follow from the others.
    fn shorten(&mut self) {
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
        self.stamps += 1;
        let first = self.learnt[0];
        let mut found = 0;
        for literal in &self.learnt[1..] {
            self.stamp[(literal >> 1) as usize] = self.stamps;
        }
        for watch in &self.watches[(first ^ 1) as usize] {
            let other = watch.blocker;
            let variable = (other >> 1) as usize;
            if watch.clause & BINARY != 0
                && self.stamp[variable] == self.stamps
                && self.values[other as usize] == TRUE
            {
                self.stamp[variable] = self.stamps - 1;
                found += 1;
            }
        }
        if found > 0 {
            let (stamp, stamps) = (&self.stamp, self.stamps);
            let mut index = 0;
            self.learnt.retain(|&literal| {
                index += 1;
                index == 1 || stamp[(literal >> 1) as usize] == stamps
            });
        }
    }

    fn level_bit(&self, literal: L) -> u32 {
        1 << (self.levels[(literal >> 1) as usize] & 31)
    }

    fn quality_of_learnt(&mut self) -> u32 {
        self.stamps += 1;
        let mut count = 0;
        for &literal in &self.learnt {
            let level = self.levels[(literal >> 1) as usize] as usize;
            if self.stamp[level] != self.stamps {
                self.stamp[level] = self.stamps;
                count += 1;
            }
        }
        count
    }

    fn levels_of(&mut self, clause: Ref) -> u32 {
        self.stamps += 1;
        let mut count = 0;
        for &literal in self.clauses.literals(clause) {
            let level = self.levels[(literal >> 1) as usize] as usize;
            if self.stamp[level] != self.stamps {
                self.stamp[level] = self.stamps;
                count += 1;
            }
        }
        count
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

    fn backtrack(&mut self, level: u32) {
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
        if self.followed > self.trail.len() {
            self.followed = self.trail.len();
            if let Some(follower) = &mut self.follower {
                follower.retract(self.followed);
            }
        }
    }

    fn learn(&mut self, quality: u32) {
        tell(&mut self.proof, &self.learnt, true);
        let first = self.learnt[0];
        if self.learnt.len() == 1 {
            self.assign(first, NO_REASON);
            return;
        }
        let clause = self.clauses.add(&self.learnt, Some(quality));
        self.watch(clause);
        self.assign(first, clause);
    }

    fn decide(&mut self) -> Option<L> {
        while let Some(variable) = self.heap.pop() {
            if self.values[2 * variable as usize] == 0 {
                let positive = self.phases[variable as usize];
                return Some(2 * variable + u32::from(!positive));
            }
        }
        None
    }

    /// Drops the worse half of the learnt clauses and all that hold for good. Only at level 0.
    fn reduce(&mut self) {
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
        tell(&mut self.proof, self.clauses.literals(clause), false);
        self.clauses.kill(clause);
    }

    /// Bytes held by clauses, watches and what is kept for each variable.
    fn bytes(&mut self) -> u64 {
        let watches: usize = self.watches.iter().map(Vec::capacity).sum();
        let watches = watches * size_of::<Watch>() + self.watches.len() * size_of::<Vec<Watch>>();
        let variables = self.levels.len() * 24 + self.heap.bytes();
        let bytes = (self.clauses.bytes() + watches + variables) as u64;
        self.effort.peak_bytes = self.effort.peak_bytes.max(bytes);
        bytes
    }
}

/// When to restart and when to drop clauses.
struct Pace {
    /// Quality of the latest clauses, and of all.
    fast: f64,
    slow: f64,
    /// Length of the trail at conflicts.
    trail: f64,
    conflicts: u64,
    since: u64,
    reductions: u64,
    next_reduction: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            fast: 0.0,
            slow: 0.0,
            trail: 0.0,
            conflicts: 0,
            since: 0,
            reductions: 0,
            next_reduction: 2000,
        }
    }
}

impl Pace {
    fn note(&mut self, quality: u32, trail: usize) {
        self.conflicts += 1;
        self.since += 1;
        let follow = |average: &mut f64, value: f64, window: f64, count: u64| {
            let weight = (1.0 / window).max(1.0 / count as f64);
            *average += (value - *average) * weight;
        };
        follow(&mut self.fast, f64::from(quality), 32.0, self.conflicts);
        follow(&mut self.slow, f64::from(quality), 8192.0, self.conflicts);
        follow(&mut self.trail, trail as f64, 4096.0, self.conflicts);
        // A trail much longer than usual may be about to become a model: let it.
        if self.conflicts > 10_000 && trail as f64 > 1.4 * self.trail {
            self.since = 0;
        }
    }

    fn restarts_now(&mut self) -> bool {
        let now = self.since >= 50 && self.fast * 0.8 > self.slow;
        if now {
            self.since = 0;
        }
        now
    }

    fn reduces_now(&mut self, conflicts: u64) -> bool {
        let now = conflicts >= self.next_reduction;
        if now {
            self.reductions += 1;
            self.next_reduction = conflicts + 2000 + 300 * self.reductions;
        }
        now
    }
}

fn inner(literal: Lit) -> L {
    2 * (literal.variable() - 1) + u32::from(!literal.is_positive())
}

fn outer(literal: L) -> Lit {
    let number = (literal >> 1) as i32 + 1;
    let number = if literal & 1 == 0 { number } else { -number };
    Lit::from_dimacs(number).expect("variables are numbered from 1")
}

fn tell(proof: &mut Option<&mut dyn Proof>, literals: &[L], added: bool) {
    if let Some(proof) = proof {
        let literals: Vec<Lit> = literals.iter().map(|&l| outer(l)).collect();
        if added {
            proof.add(&literals);
        } else {
            proof.delete(&literals);
        }
    }
}
