//! Answers about proofs, verifications and checks.

use serde::Serialize;
use taquin::SolutionError;
use taquin::sat::certificate::ProofFormat;

/// The answer to *prove*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prove {
    /// Length of a shortest solution.
    pub length: u32,
    /// Its moves, in the tile's direction.
    pub moves: String,
    /// The next shorter length, which is refuted; `None` if no shorter length has the same parity.
    pub steps: Option<u32>,
    /// Variables of the formula.
    pub variables: Option<u32>,
    /// Clauses of the formula.
    pub clauses: Option<usize>,
    /// Lines of the proof.
    pub proof_lines: Option<u64>,
    /// Clauses of the proof in LRAT, if requested.
    pub lrat_clauses: Option<usize>,
}

/// A proof that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CheckedProof {
    /// Its file.
    pub file: &'static str,
    /// Its format.
    #[serde(skip)]
    pub format: ProofFormat,
    /// The position.
    pub start: String,
    /// Which plans it refutes, in words.
    #[serde(skip)]
    pub plans: String,
    /// The moves of the plans it refutes.
    pub steps: u32,
    /// Whether the formula has only the rules of the puzzle.
    pub plain: bool,
    /// Lines of the proof.
    pub proof_lines: u64,
    /// Verdicts of external checkers; taquin's own checker has accepted the proof.
    pub outside: Vec<OutsideCheck>,
}

/// The verdict of an external proof checker that did not reject the proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OutsideCheck {
    /// The program.
    pub checker: String,
    /// Whether it verified the proof.
    pub verified: bool,
    /// Why it returned no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A proof of a formula in DIMACS that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SatProofCheck {
    /// `drat` or `lrat`.
    pub format: &'static str,
    /// Clauses that the proof adds.
    pub proof_clauses: usize,
    /// Variables of the formula.
    pub variables: u32,
    /// Clauses of the formula.
    pub clauses: usize,
    /// What checkers of others say; taquin's own has accepted the proof.
    pub outside: Vec<OutsideCheck>,
}

/// The answer to *verify*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Verify {
    /// The moves are no solution.
    NoSolution {
        /// Always `false`.
        verified: bool,
        /// Why not.
        fault: String,
    },
    /// A second search looked for a shorter solution.
    Searched {
        /// Whether there is no shorter solution.
        verified: bool,
        /// Moves of the solution.
        length: u32,
        /// Proven lower bound on the length.
        lower_bound: u32,
        /// Moves of a shorter solution, if one was found.
        shorter: Option<u32>,
        /// The solver.
        algorithm: String,
        /// Its heuristic, if it has one.
        heuristic: Option<String>,
        /// Nodes expanded.
        expanded: u64,
        /// Time, in milliseconds.
        time_ms: f64,
    },
}

impl Verify {
    /// The answer where moves solve nothing.
    pub fn no_solution(error: &SolutionError) -> Self {
        Self::NoSolution {
            verified: false,
            fault: error.to_string(),
        }
    }
}

/// The answer to *doctor*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Doctor {
    /// Whether nothing is wrong.
    pub good: bool,
    /// The result.
    pub findings: Vec<Finding>,
}

/// A fact or the result of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Finding {
    /// The subject.
    pub what: String,
    /// The value found.
    pub value: String,
    /// Whether it is as expected.
    pub good: bool,
}

impl Finding {
    pub(crate) fn good(what: String, value: String) -> Self {
        Self {
            what,
            value,
            good: true,
        }
    }

    pub(crate) fn bad(what: String, value: String) -> Self {
        Self {
            what,
            value,
            good: false,
        }
    }
}
