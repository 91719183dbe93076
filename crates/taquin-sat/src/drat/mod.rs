//! A checker for proofs of unsatisfiability in DRAT, which SAT solvers write.
//!
//! Each clause of a proof must follow from those before it by reverse unit propagation (RUP), or be
//! a resolution asymmetric tautology (RAT) on its first literal. The checker goes forward through
//! the proof with two watched literals and shares nothing with the solvers. As in `drat-trim`,
//! deleting a unit clause, or one that made a literal permanently true, changes nothing.
//!
//! N. Wetzler, M. Heule, W. Hunt, *DRAT-trim: Efficient Checking and Trimming Using Expressive
//! Clausal Proofs*, SAT 2014.

mod checker;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use taquin_core::Stop;

use crate::cdcl::Guard;
use crate::cnf::{Cnf, Lit};

pub(crate) use checker::{DratChecker, Purpose, slot};

/// The syntax of a proof's lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofSyntax {
    /// A clause a line, `d` before those deleted, in text.
    #[default]
    Drat,
    /// FRAT in text: `a` and `d` with the clause's number before its literals. Hints are ignored.
    ///
    /// S. Baek, M. Carneiro, M. Heule, *A Flexible Proof Format for SAT Solver-Elaborator
    /// Communication*, TACAS 2021.
    Frat,
}

/// Why a proof does not hold.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line that is no clause.
    #[error("line {line} of the proof is not a clause: {text}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// A clause that does not follow.
    #[error("line {line} of the proof does not follow by unit propagation")]
    NotImplied {
        /// The line, from 1.
        line: usize,
    },
    /// The proof ends without a contradiction.
    #[error("the proof does not end in a contradiction")]
    NoEnd,
    /// A limit was reached, or the check was cancelled.
    #[error("the check was stopped by a limit")]
    Stopped(Stop),
}

/// Lines of a proof between two checks of the limits.
pub(crate) const LOOK_EVERY: usize = 64;

/// Checks that a proof refutes a formula; gives the number of clauses it adds.
///
/// # Errors
/// When it does not, when it cannot be read, or when the guard objects.
pub fn check(
    cnf: &Cnf,
    proof: impl BufRead,
    format: ProofSyntax,
    guard: &mut impl Guard,
) -> Result<usize, ProofError> {
    let mut checker = DratChecker::within(cnf, Purpose::Check, guard)?;
    follow(&mut checker, proof, format, guard)?;
    Ok(checker.added)
}

/// Writes a proof as plain DRAT text: without hints, headers and comments.
///
/// # Errors
/// When it cannot be read or written.
pub fn transcribe(
    proof: impl BufRead,
    format: ProofSyntax,
    mut output: impl Write,
) -> Result<(), ProofError> {
    for (index, line) in proof.lines().enumerate() {
        let line = line?;
        let (prefix, clause) = match step(&line, format, index + 1)? {
            Step::Nothing => continue,
            Step::Add(clause) => ("", clause),
            Step::Delete(clause) => ("d ", clause),
        };
        output.write_all(prefix.as_bytes())?;
        for literal in clause {
            write!(output, "{} ", literal.dimacs())?;
        }
        output.write_all(b"0\n")?;
    }
    Ok(output.flush()?)
}

/// Takes the steps of a proof until there is a contradiction; gives its clause's number.
pub(crate) fn follow(
    checker: &mut DratChecker,
    proof: impl BufRead,
    format: ProofSyntax,
    guard: &mut impl Guard,
) -> Result<usize, ProofError> {
    for (index, line) in proof.lines().enumerate() {
        if checker.end.is_some() {
            break;
        }
        let (number, line) = (index + 1, line?);
        if number.is_multiple_of(LOOK_EVERY)
            && let ControlFlow::Break(stop) = guard.pause(checker.bytes)
        {
            return Err(ProofError::Stopped(stop));
        }
        match step(&line, format, number)? {
            Step::Nothing => {}
            Step::Delete(clause) => checker.delete(clause),
            Step::Add(clause) => {
                if !checker.add(clause) {
                    return Err(ProofError::NotImplied { line: number });
                }
            }
        }
    }
    checker.end.ok_or(ProofError::NoEnd)
}

/// A line of a proof.
enum Step {
    Add(Vec<Lit>),
    Delete(Vec<Lit>),
    /// A comment, a header or what only other checkers need.
    Nothing,
}

fn step(line: &str, format: ProofSyntax, number: usize) -> Result<Step, ProofError> {
    read(line, format).ok_or_else(|| ProofError::Line {
        line: number,
        text: line.chars().take(80).collect(),
    })
}

fn read(line: &str, format: ProofSyntax) -> Option<Step> {
    let (kind, rest) = match line.split_once(' ') {
        Some((kind, rest)) if kind.starts_with(|c: char| c.is_ascii_alphabetic()) => (kind, rest),
        _ => ("", line),
    };
    match (format, kind) {
        _ if line.trim().is_empty() => Some(Step::Nothing),
        (ProofSyntax::Drat, "") => clause(rest).map(Step::Add),
        (ProofSyntax::Drat, "d") => clause(rest).map(Step::Delete),
        // Comments; what only other checkers need; and Glucose begins with `o proof DRUP`.
        (_, "c" | "o") | (ProofSyntax::Frat, "f" | "r") => Some(Step::Nothing),
        (ProofSyntax::Frat, "a" | "d") => {
            let (id, literals) = rest.trim_start().split_once(' ')?;
            id.parse::<u64>().ok()?;
            // Hints, if there are any, follow the clause behind an `l`.
            let literals = literals.split(" l ").next()?;
            let clause = clause(literals)?;
            Some(if kind == "a" {
                Step::Add(clause)
            } else {
                Step::Delete(clause)
            })
        }
        _ => None,
    }
}

/// A clause in text, with the 0 that ends it.
pub(crate) fn clause(words: &str) -> Option<Vec<Lit>> {
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
