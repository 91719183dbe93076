//! The files of a proof that no plan is shorter, checked.

use std::io::BufRead;

use crate::cdcl::Guard;
use crate::dimacs::{self, DimacsError, Map, MapError};
use crate::drat::{self, ProofError, ProofSyntax};
use crate::encodings::{Compact, Encoder, Prune};
use crate::formula::Task;
use crate::lrat;

/// The result of checking a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// There is no such plan, if the formula says what the task is.
    pub task: Task,
    /// Clauses of the proof.
    pub steps: usize,
    /// Whether the formula is, clause by clause, what the rules of the puzzle alone say of the task;
    /// else it also has what was argued outside the proof.
    pub is_plain: bool,
}

/// Why the files show nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The formula cannot be read.
    #[error("the formula: {0}")]
    Formula(#[from] DimacsError),
    /// It does not say what it is about.
    #[error("the formula: {0}")]
    Map(#[from] MapError),
    /// The proof does not hold.
    #[error(transparent)]
    Proof(#[from] ProofError),
}

/// Formats of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFormat {
    /// DRAT in text.
    Drat,
    /// LRAT in text.
    Lrat,
}

impl ProofFormat {
    /// `drat` or `lrat`, which is also how names of such files end.
    pub fn name(self) -> &'static str {
        match self {
            Self::Drat => "drat",
            Self::Lrat => "lrat",
        }
    }
}

/// Checks the proof of a formula that `taquin prove` or `taquin encode dimacs` wrote.
///
/// # Errors
/// When either cannot be read, the proof does not hold, or the guard objects.
pub fn check(
    formula: &str,
    proof: impl BufRead,
    format: ProofFormat,
    guard: &mut impl Guard,
) -> Result<Checked, CertificateError> {
    let task = Map::read(formula)?.task;
    let cnf = dimacs::read(formula)?;
    let steps = match format {
        ProofFormat::Drat => drat::check(&cnf, proof, ProofSyntax::Drat, guard)?,
        ProofFormat::Lrat => lrat::check(&cnf, proof, guard)?,
    };
    let plain = Compact {
        prune: Prune::Nothing,
        counter: false,
        ..Compact::default()
    };
    let plain = plain.open(task.start(), task.goal()).formula(&task).cnf;
    Ok(Checked {
        is_plain: plain.variables() == cnf.variables() && plain.clauses().eq(cnf.clauses()),
        task,
        steps,
    })
}

#[cfg(test)]
mod tests {
    use taquin_core::{Board, Goal};

    use super::*;
    use crate::cdcl::Cdcl;
    use crate::formula::Horizon;
    use crate::proof::Drat;

    #[test]
    fn a_plain_proof_is_recognised_and_a_false_one_refused() {
        let start: Board = "1 3 0/4 2 5/7 8 6".parse().unwrap();
        let goal = Goal::BlankLast.board(start.size()).unwrap();
        let task = Task::new(start, goal, 2, Horizon::AtMost).unwrap();
        for (prune, counter) in [(Prune::Nothing, false), (Prune::Nothing, true)] {
            let compact = Compact {
                prune,
                counter,
                ..Compact::default()
            };
            let formula = compact.open(task.start(), task.goal()).formula(&task);
            let mut drat = Drat::new(Vec::new());
            Cdcl::new(&formula.cnf, None, Some(&mut drat)).solve(&mut ());
            let drat = drat.into_inner().unwrap();
            let mut text = Vec::new();
            dimacs::write(&formula, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            let checked = check(&text, &drat[..], ProofFormat::Drat, &mut ()).unwrap();
            assert_eq!((&checked.task, checked.is_plain), (&task, !counter));
            assert!(check(&text, &b""[..], ProofFormat::Lrat, &mut ()).is_err());
        }
    }
}
