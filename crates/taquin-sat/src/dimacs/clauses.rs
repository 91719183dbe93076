//! The clauses of a DIMACS file.

use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

use taquin_core::Stop;

use super::short;
use crate::cdcl::Guard;
use crate::cnf::{Cnf, Lit};

/// Lines between two checks of the limits.
const LOOK_EVERY: usize = 1 << 14;

/// The most bytes of a line: more than any clause needs, and less than any memory.
const LONGEST: u64 = 64 << 20;

/// Why a file is no DIMACS.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct DimacsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// Why no clauses were read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DimacsReadError {
    /// The file is no DIMACS.
    #[error(transparent)]
    Format(#[from] DimacsError),
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A limit was reached.
    #[error("reading was stopped by a limit")]
    Stopped(Stop),
}

/// Reads the clauses of a DIMACS file. Comments are skipped, and so is everything after a `%`, as
/// old benchmark files end.
///
/// # Errors
/// Names the line that cannot be read.
pub fn read(text: &str) -> Result<Cnf, DimacsError> {
    let mut reader = Reader::default();
    for line in text.lines() {
        if reader.line(line)?.is_break() {
            break;
        }
    }
    reader.finish()
}

/// Reads the clauses of a DIMACS file line by line, under the limits of a guard.
///
/// # Errors
/// When it is no DIMACS, cannot be read, or the guard objects.
pub fn read_within(
    mut source: impl BufRead,
    guard: &mut impl Guard,
) -> Result<Cnf, DimacsReadError> {
    let mut reader = Reader::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = source
            .by_ref()
            .take(LONGEST + 1)
            .read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        if length as u64 > LONGEST {
            reader.number += 1;
            return Err(reader
                .fault(format!("it is longer than {} MiB", LONGEST >> 20))
                .into());
        }
        if reader.line(&String::from_utf8_lossy(&line))?.is_break() {
            break;
        }
        if reader.number.is_multiple_of(LOOK_EVERY)
            && let ControlFlow::Break(stop) = guard.pause(reader.cnf.bytes())
        {
            return Err(DimacsReadError::Stopped(stop));
        }
    }
    Ok(reader.finish()?)
}

/// The state of the reader.
#[derive(Default)]
struct Reader {
    cnf: Cnf,
    /// The clauses that the header names.
    expected: Option<usize>,
    /// The literals of the clause that has not ended yet.
    clause: Vec<Lit>,
    /// The number of the line that was read last, and of the last one with something in it.
    number: usize,
    last: usize,
}

impl Reader {
    /// Takes the next line; breaks where the file ends before its end.
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>, DimacsError> {
        self.number += 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with('c') {
            return Ok(ControlFlow::Continue(()));
        }
        if line.starts_with('%') {
            return Ok(ControlFlow::Break(()));
        }
        self.last = self.number;
        match line.strip_prefix('p') {
            Some(header) => self.header(header)?,
            None => self.literals(line)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn header(&mut self, header: &str) -> Result<(), DimacsError> {
        let words: Vec<&str> = header.split_ascii_whitespace().collect();
        let ["cnf", variables, clauses] = words[..] else {
            return Err(self.fault("a header looks like `p cnf VARIABLES CLAUSES`"));
        };
        let variables: Option<u32> = variables.parse().ok().filter(|&n| i32::try_from(n).is_ok());
        let clauses: Option<usize> = clauses.parse().ok();
        let (Some(variables), Some(clauses)) = (variables, clauses) else {
            return Err(self.fault("the header has numbers that are none"));
        };
        if self.expected.replace(clauses).is_some() {
            return Err(self.fault("there is a second header"));
        }
        self.cnf = Cnf::with_variables(variables);
        self.cnf.family("given", "as the file has them");
        Ok(())
    }

    fn literals(&mut self, line: &str) -> Result<(), DimacsError> {
        if self.expected.is_none() {
            return Err(self.fault(NO_HEADER));
        }
        for word in line.split_ascii_whitespace() {
            let number: Option<i32> = word.parse().ok();
            let literal = number.map(|number| (number, Lit::from_dimacs(number)));
            match literal {
                Some((_, Some(literal))) if literal.variable() > self.cnf.variables() => {
                    return Err(self.fault(format!(
                        "there is no variable {}; the header has {}",
                        literal.variable(),
                        self.cnf.variables()
                    )));
                }
                Some((_, Some(literal))) => self.clause.push(literal),
                Some((0, None)) if self.cnf.has_room_for(self.clause.len()) => {
                    self.cnf.add(self.clause.drain(..));
                }
                Some((0, None)) => {
                    return Err(self.fault("the formula has more than four billion literals"));
                }
                _ => return Err(self.fault(format!("`{}` is no literal", short(word)))),
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Cnf, DimacsError> {
        self.number = self.last;
        if !self.clause.is_empty() {
            return Err(self.fault("the last clause does not end with 0"));
        }
        match self.expected {
            None => Err(self.fault(NO_HEADER)),
            Some(count) if count != self.cnf.len() => Err(self.fault(format!(
                "the header has {count} clauses, but there are {}",
                self.cnf.len()
            ))),
            Some(_) => Ok(self.cnf),
        }
    }

    fn fault(&self, reason: impl Into<String>) -> DimacsError {
        DimacsError {
            line: self.number,
            reason: reason.into(),
        }
    }
}

const NO_HEADER: &str = "there is no header `p cnf VARIABLES CLAUSES`";
