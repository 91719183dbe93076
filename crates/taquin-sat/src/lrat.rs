//! Proofs in LRAT: each clause with the clauses it follows from, so that a checker need not search.
//!
//! [`elaborate`] reads a proof in DRAT whose clauses follow by unit propagation, as
//! [`Cdcl`](crate::cdcl::Cdcl) writes it, goes through it once more on its own, and writes down
//! what each step used. It knows nothing of how the proof was found: a clause that does not follow
//! is an error. What the end does not need is left out, and clauses are deleted after their last
//! use.
//!
//! L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, *Efficient Certified RAT
//! Verification*, CADE 2017.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use taquin_core::Stop;

use crate::cdcl::Guard;
use crate::cnf::{Cnf, Lit};

/// Why a proof cannot be written in LRAT.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LratError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line that is no clause.
    #[error("line {line} of the proof is no clause: {text}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// A clause that unit propagation does not show.
    #[error("line {line} of the proof does not follow by unit propagation")]
    NotImplied {
        /// The line, from 1.
        line: usize,
    },
    /// The proof ends without a contradiction.
    #[error("the proof does not end in a contradiction")]
    NoEnd,
    /// Told to stop.
    #[error("told to stop")]
    Stopped(Stop),
}

/// Lines of the proof between two looks at the limits.
const LOOK_EVERY: usize = 64;

/// Writes the LRAT proof of a formula that a DRAT proof in text refutes; gives the number of its
/// clauses.
///
/// # Errors
/// When the proof is none, when reading or writing fails, or when the guard objects.
pub fn elaborate(
    cnf: &Cnf,
    drat: impl BufRead,
    output: impl Write,
    guard: &mut impl Guard,
) -> Result<usize, LratError> {
    let mut checker = Checker::new(cnf);
    for (index, line) in drat.lines().enumerate() {
        if checker.end.is_some() {
            break;
        }
        let (number, line) = (index + 1, line?);
        if number.is_multiple_of(LOOK_EVERY)
            && let ControlFlow::Break(stop) = guard.pause(checker.bytes)
        {
            return Err(LratError::Stopped(stop));
        }
        let (is_deleted, words) = match line.strip_prefix("d ") {
            Some(rest) => (true, rest),
            None => (false, line.as_str()),
        };
        let clause = read(words).ok_or_else(|| LratError::Line {
            line: number,
            text: line.chars().take(80).collect(),
        })?;
        if is_deleted {
            checker.delete(clause);
        } else if !checker.add(clause) {
            return Err(LratError::NotImplied { line: number });
        }
    }
    let end = checker.end.ok_or(LratError::NoEnd)?;
    Ok(write(&checker, end, output)?)
}

fn read(words: &str) -> Option<Vec<Lit>> {
    let mut words = words.split_ascii_whitespace();
    let mut clause = Vec::new();
    loop {
        match words.next()?.parse().ok()? {
            0 => break,
            number => clause.push(Lit::from_dimacs(number)?),
        }
    }
    words.next().is_none().then_some(clause)
}

/// Writes the steps that the last one needs, in order, and drops clauses nobody needs any more.
fn write(checker: &Checker, end: usize, mut output: impl Write) -> io::Result<usize> {
    let clauses = &checker.clauses;
    // Who uses a clause last; nobody at first.
    let mut last_use = vec![0; end + 1];
    last_use[end] = end;
    for id in (checker.given + 1..=end).rev() {
        if last_use[id] > 0 {
            for &hint in &clauses[id - 1].hints {
                last_use[hint] = last_use[hint].max(id);
            }
        }
    }
    let mut done_with = HashMap::<usize, Vec<usize>>::new();
    for (id, &user) in last_use.iter().enumerate().take(end) {
        if user > 0 {
            done_with.entry(user).or_default().push(id);
        }
    }
    let mut names: Vec<usize> = (0..=end).collect();
    let mut next = checker.given;
    for id in checker.given + 1..=end {
        if last_use[id] == 0 {
            continue;
        }
        next += 1;
        names[id] = next;
        write!(output, "{next} ")?;
        for literal in &clauses[id - 1].literals {
            write!(output, "{} ", literal.dimacs())?;
        }
        output.write_all(b"0 ")?;
        for &hint in &clauses[id - 1].hints {
            write!(output, "{} ", names[hint])?;
        }
        output.write_all(b"0\n")?;
        if let Some(done) = done_with.get(&id).filter(|_| id < end) {
            write!(output, "{next} d ")?;
            for &hint in done {
                write!(output, "{} ", names[hint])?;
            }
            output.write_all(b"0\n")?;
        }
    }
    output.flush()?;
    Ok(next - checker.given)
}

/// A clause of the formula or of the proof. Its number counts from 1.
struct Clause {
    literals: Vec<Lit>,
    /// The clauses it follows from, each of which becomes unit in turn; none for the formula's.
    hints: Vec<usize>,
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
struct Checker {
    /// How many clauses the formula has.
    given: usize,
    clauses: Vec<Clause>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<usize>>,
    /// By literal: whether it holds.
    holds: Vec<bool>,
    /// By variable.
    reasons: Vec<Reason>,
    seen: Vec<bool>,
    trail: Vec<Lit>,
    head: usize,
    /// How much of the trail holds for good; each of these literals has a clause of its own.
    root: usize,
    /// The numbers of clauses by their sorted literals, for deleting.
    numbers: HashMap<Vec<Lit>, Vec<usize>>,
    /// The number of the empty clause.
    end: Option<usize>,
    bytes: u64,
}

fn slot(literal: Lit) -> usize {
    2 * (literal.variable() as usize - 1) + usize::from(!literal.is_positive())
}

fn variable(literal: Lit) -> usize {
    literal.variable() as usize - 1
}

impl Checker {
    fn new(cnf: &Cnf) -> Self {
        let variables = cnf.variables() as usize;
        let mut checker = Self {
            given: cnf.len(),
            clauses: Vec::with_capacity(2 * cnf.len()),
            watches: vec![Vec::new(); 2 * variables],
            holds: vec![false; 2 * variables],
            reasons: vec![Reason::Assumed; variables],
            seen: vec![false; variables],
            trail: Vec::new(),
            head: 0,
            root: 0,
            numbers: HashMap::new(),
            end: None,
            bytes: 0,
        };
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

    fn holds(&self, literal: Lit) -> bool {
        self.holds[slot(literal)]
    }

    fn is_false(&self, literal: Lit) -> bool {
        self.holds[slot(!literal)]
    }

    fn store(&mut self, literals: Vec<Lit>, hints: Vec<usize>) -> usize {
        let id = self.clauses.len() + 1;
        let mut key = literals.clone();
        key.sort_unstable();
        self.bytes += (64 + 16 * literals.len() + 8 * hints.len()) as u64;
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

    /// Draws all conclusions that hold for good.
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

    /// Gives a clause of its own to each literal that holds for good.
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

    /// The clause of one literal that says why a variable has its value for good.
    fn unit_of(&self, literal: Lit) -> Option<usize> {
        match self.reasons[variable(literal)] {
            Reason::Clause(id) => Some(id),
            Reason::Assumed => None,
        }
    }

    /// A clause is false for good: the end.
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
    fn add(&mut self, clause: Vec<Lit>) -> bool {
        let known = |literal: &Lit| variable(*literal) < self.seen.len();
        if !clause.iter().all(known) {
            return false;
        }
        // What holds for good is never needed again, nor what holds in any case.
        let is_idle = |literal: &Lit| self.holds(*literal) || clause.contains(&!*literal);
        if clause.iter().any(is_idle) {
            return true;
        }
        for &literal in &clause {
            if !self.is_false(literal) {
                self.assign(!literal, Reason::Assumed);
            }
        }
        let conflict = self.propagate();
        let hints = conflict.map(|id| self.hints(id, &clause));
        self.retract();
        let Some(hints) = hints else {
            return false;
        };
        let id = self.store(clause, hints);
        self.attach(id);
        self.settle();
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

    /// Goes back to what holds for good.
    fn retract(&mut self) {
        for literal in self.trail.drain(self.root..) {
            self.holds[slot(literal)] = false;
        }
        self.head = self.root;
    }

    fn delete(&mut self, mut clause: Vec<Lit>) {
        // Clauses of one literal are why literals hold; checkers keep them too.
        if clause.len() < 2 {
            return;
        }
        clause.sort_unstable();
        if let Some(id) = self.numbers.get_mut(&clause).and_then(Vec::pop) {
            self.clauses[id - 1].is_deleted = true;
        }
    }
}
