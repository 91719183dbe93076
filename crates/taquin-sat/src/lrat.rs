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

use crate::cdcl::Guard;
use crate::cnf::{Cnf, Lit};
use crate::drat::{DratChecker, LOOK_EVERY, ProofError, ProofSyntax, Purpose, follow, slot};

/// Writes the LRAT proof of a formula that a DRAT proof in text refutes; gives the number of its
/// clauses.
///
/// # Errors
/// When the proof does not hold or needs RAT, when reading or writing fails, or when the guard objects.
pub fn elaborate(
    cnf: &Cnf,
    drat: impl BufRead,
    output: impl Write,
    guard: &mut impl Guard,
) -> Result<usize, ProofError> {
    let mut checker = DratChecker::within(cnf, Purpose::Explain, guard)?;
    let end = follow(&mut checker, drat, ProofSyntax::Drat, guard)?;
    Ok(write(&checker, end, output)?)
}

/// Writes the steps that the last one needs, in order, and deletes clauses that are no longer used.
fn write(checker: &DratChecker, end: usize, mut output: impl Write) -> io::Result<usize> {
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

/// Checks a proof in LRAT text line by line: once a clause is denied, its hints have to be unit in
/// turn until one is false. Gives the number of clauses. Hints for RAT are refused.
///
/// # Errors
/// When the proof does not refute the formula, cannot be read, or when the guard objects.
pub fn check(cnf: &Cnf, lrat: impl BufRead, guard: &mut impl Guard) -> Result<usize, ProofError> {
    let mut clauses: HashMap<u64, Vec<Lit>> =
        (1..).zip(cnf.clauses().map(<[Lit]>::to_vec)).collect();
    let mut holds = vec![false; 2 * cnf.variables() as usize];
    let mut bytes = cnf.bytes();
    let mut added = 0;
    for (index, line) in lrat.lines().enumerate() {
        let (number, line) = (index + 1, line?);
        if number.is_multiple_of(LOOK_EVERY)
            && let ControlFlow::Break(stop) = guard.pause(bytes)
        {
            return Err(ProofError::Stopped(stop));
        }
        let unreadable = || ProofError::Line {
            line: number,
            text: line.chars().take(80).collect(),
        };
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if words.is_empty() || words[0] == "c" {
            continue;
        }
        let id: u64 = words[0].parse().map_err(|_| unreadable())?;
        if words.get(1) == Some(&"d") {
            for id in numbers(&words[2..]).ok_or_else(unreadable)? {
                clauses.remove(&id);
            }
            continue;
        }
        let end = words.iter().skip(1).position(|&word| word == "0");
        let end = end.ok_or_else(unreadable)? + 1;
        let known = |literal: &Lit| slot(*literal) < holds.len();
        let clause = crate::drat::clause(&words[1..=end].join(" "));
        let clause = clause.filter(|clause| clause.iter().all(known));
        let clause = clause.ok_or_else(unreadable)?;
        let hints = numbers(&words[end + 1..]).ok_or_else(unreadable)?;
        if !follows(&clause, &hints, &clauses, &mut holds) {
            return Err(ProofError::NotImplied { line: number });
        }
        added += 1;
        if clause.is_empty() {
            return Ok(added);
        }
        bytes += (64 + 4 * clause.len()) as u64;
        clauses.insert(id, clause);
    }
    Err(ProofError::NoEnd)
}

/// Numbers of clauses, with the 0 that ends them.
fn numbers(words: &[&str]) -> Option<Vec<u64>> {
    let (last, words) = words.split_last()?;
    let words = words.iter().map(|word| word.parse().ok());
    (*last == "0").then(|| words.collect()).flatten()
}

/// Whether these clauses, in this order, refute the denial of a clause.
fn follows(
    clause: &[Lit],
    hints: &[u64],
    clauses: &HashMap<u64, Vec<Lit>>,
    holds: &mut [bool],
) -> bool {
    let mut made: Vec<Lit> = Vec::with_capacity(clause.len() + hints.len());
    for &literal in clause {
        holds[slot(!literal)] = true;
        made.push(!literal);
    }
    let mut is_refuted = false;
    for hint in hints {
        let Some(hint) = clauses.get(hint) else {
            break;
        };
        let mut open = hint.iter().filter(|&&literal| !holds[slot(!literal)]);
        match (open.next(), open.next()) {
            (None, _) => {
                is_refuted = true;
                break;
            }
            (Some(&unit), None) => {
                holds[slot(unit)] = true;
                made.push(unit);
            }
            _ => break,
        }
    }
    for literal in made {
        holds[slot(literal)] = false;
    }
    is_refuted
}
