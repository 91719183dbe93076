//! Proofs checked a second time, by programs that share no code with ours.

use std::path::Path;

use taquin::Control;
use taquin::sat::backend::Watch;
use taquin::sat::certificate::ProofFormat;
use taquin::sat::checker::{Checker, Opinion};

use crate::{Refusal, RefusalKind, answer};

/// Has every checker that reads the format check the proof of a formula.
///
/// A checker without a verdict is no objection; the answer says which one and why.
///
/// # Errors
/// When a checker rejects the proof, or a limit comes first.
pub fn outside_checks(
    checkers: &[Checker],
    formula: &Path,
    (proof, format): (&Path, ProofFormat),
    control: &Control,
) -> Result<Vec<answer::OutsideCheck>, Refusal> {
    let watch = Watch::new(control);
    let check = |checker: &Checker| {
        let name = checker.name().to_owned();
        let reason = match checker.check(formula, proof, &watch) {
            Opinion::Verified => None,
            Opinion::None(reason) => Some(reason),
            Opinion::Rejected(words) => {
                let proof = proof.display();
                let detail = format!("{proof}: {name} rejects the proof: {words}");
                return Err(Refusal::new(RefusalKind::Verification, detail));
            }
            Opinion::Stopped(_) => {
                let detail = format!("not checked by {name} within the limits");
                return Err(Refusal::new(RefusalKind::Unsupported, detail));
            }
        };
        Ok(answer::OutsideCheck {
            checker: name,
            verified: reason.is_none(),
            reason,
        })
    };
    let checkers = checkers.iter().filter(|checker| checker.reads(format));
    checkers.map(check).collect()
}
