//! Puzzles as formulas: decided and exported.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use taquin::sat::{Formula, dimacs};

use super::{Clause, OutsideCheck};

/// The answer to *decide*: is there a plan of this many moves?
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Decide {
    /// The requested number of moves.
    pub bound: u32,
    /// `at-most` or `exact`.
    pub horizon: &'static str,
    /// The encoding.
    pub encoding: &'static str,
    /// The backend that decided it.
    pub solver: String,
    /// The answer; `null` if a limit was reached first.
    pub satisfiable: Option<bool>,
    /// Evidence for *no*: `built-in` for our own solver, `proof` for another program with a checked
    /// proof, `claim` for one without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<&'static str>,
    /// The plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Variables of the formula.
    pub variables: u32,
    /// Clauses of the formula.
    pub clauses: usize,
    /// Conflicts of the solver, if it is built in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
    /// Families of clauses, in words.
    pub families: Vec<Family>,
    /// Statistics of the solver.
    pub stats: DecideStats,
    /// Status of the answer.
    pub label: String,
}

/// The answer to *sat*: can these clauses be satisfied?
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sat {
    /// The answer; `null` where a limit came first.
    pub satisfiable: Option<bool>,
    /// A value for each variable, as DIMACS writes literals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<Vec<i32>>,
    /// The solver that decided it.
    pub solver: String,
    /// Evidence for *no*: `proof` for a checked proof, `built-in` for our own solver without one,
    /// `claim` for another program's statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<&'static str>,
    /// The proof that was written and checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<SatProof>,
    /// Variables of the formula.
    pub variables: u32,
    /// Clauses of the formula.
    pub clauses: usize,
    /// Conflicts of the solver, if it is part of this program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
    /// Statistics of the solver.
    pub stats: DecideStats,
    /// The quality of the answer.
    pub label: String,
}

/// A proof that was written and checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SatProof {
    /// `drat` or `lrat`.
    pub format: &'static str,
    /// Clauses that it adds.
    pub clauses: usize,
    /// Verdicts of external checkers, if any ran.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outside: Vec<OutsideCheck>,
}

/// Statistics of a SAT solver.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DecideStats {
    /// Decisions.
    pub decisions: u64,
    /// Propagations.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// Time, in milliseconds.
    pub time_ms: f64,
}

/// A family of clauses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// The meaning of its clauses.
    pub words: &'static str,
    /// The number of them.
    pub clauses: usize,
    /// One of them as a sentence.
    pub sample: String,
    /// The same sentence with separate values, for translation.
    pub clause: Clause,
}

/// The answer to *encode*.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Encode {
    /// The language: `pddl`, `dimacs`, `smtlib` or `minizinc`.
    #[serde(rename = "as")]
    pub language: &'static str,
    /// The files: name and text.
    pub files: Vec<EncodedFile>,
    /// Number of moves of the plans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// `at-most` or `exact`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<&'static str>,
    /// The encoding of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
    /// Variables of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<u32>,
    /// Clauses of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<usize>,
    /// Families of clauses, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub families: Option<Vec<Family>>,
}

/// A file of an encoding.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EncodedFile {
    /// Its name.
    pub name: String,
    /// The contents.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub text: EncodedText,
}

/// The text of a file. A formula in memory is smaller than its text, so it becomes text only while it
/// is written out.
#[derive(Clone)]
pub enum EncodedText {
    /// The text itself.
    Whole(String),
    /// A formula, to be written as DIMACS.
    Formula(Arc<Formula>),
}

impl fmt::Display for EncodedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(text) => f.write_str(text),
            Self::Formula(formula) => dimacs::Text(formula).fmt(f),
        }
    }
}

impl Serialize for EncodedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl EncodedText {
    /// The length of the text in bytes.
    pub fn len(&self) -> u64 {
        struct Count(u64);
        impl fmt::Write for Count {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0 += text.len() as u64;
                Ok(())
            }
        }
        if let Self::Whole(text) = self {
            return text.len() as u64;
        }
        let mut count = Count(0);
        // Counting cannot fail.
        let _ = fmt::write(&mut count, format_args!("{self}"));
        count.0
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The answer to *decode*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Decode {
    /// There is no plan.
    Unsat {
        /// The number of steps, where the file says one.
        steps: Option<u32>,
    },
    /// The plan, replayed.
    Sat {
        /// Its length in single-tile moves.
        length: usize,
        /// Its moves.
        moves: String,
    },
}
