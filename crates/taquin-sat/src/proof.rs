//! Proofs of unsatisfiability in DRAT, the format proof checkers read.

use std::io::{self, Write};

use crate::cnf::Lit;

/// Receives the clauses that a solver learns and deletes.
pub trait ProofLog {
    /// A clause that follows; the empty one ends the proof.
    fn add(&mut self, clause: &[Lit]);

    /// A clause that is not needed any more.
    fn delete(&mut self, clause: &[Lit]);
}

/// A proof as DRAT text: a clause a line, `d` before those deleted.
///
/// N. Wetzler, M. Heule, W. Hunt, *DRAT-trim: Efficient Checking and Trimming Using Expressive
/// Clausal Proofs*, SAT 2014.
pub struct Drat<W> {
    output: W,
    /// The first fault in writing; what follows is not written.
    fault: Option<io::Error>,
    steps: u64,
}

impl<W: Write> Drat<W> {
    /// A proof that goes to this output.
    pub fn new(output: W) -> Self {
        Self {
            output,
            fault: None,
            steps: 0,
        }
    }

    /// Ends the proof and says how many lines it has.
    ///
    /// # Errors
    /// The first fault in writing it.
    pub fn finish(mut self) -> io::Result<u64> {
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => self.output.flush().map(|()| self.steps),
        }
    }

    /// Ends the proof and gives the output back.
    ///
    /// # Errors
    /// The first fault in writing it.
    pub fn into_inner(mut self) -> io::Result<W> {
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => self.output.flush().map(|()| self.output),
        }
    }

    fn line(&mut self, prefix: &str, clause: &[Lit]) {
        if self.fault.is_some() {
            return;
        }
        self.steps += 1;
        let mut text = String::with_capacity(8 * clause.len() + 4);
        text.push_str(prefix);
        for literal in clause {
            text.push_str(&literal.dimacs().to_string());
            text.push(' ');
        }
        text.push_str("0\n");
        self.fault = self.output.write_all(text.as_bytes()).err();
    }
}

impl<W: Write> ProofLog for Drat<W> {
    fn add(&mut self, clause: &[Lit]) {
        self.line("", clause);
    }

    fn delete(&mut self, clause: &[Lit]) {
        self.line("d ", clause);
    }
}
