//! Our own solver, see [`crate::cdcl`].

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Backend, BackendEntry, BackendError, Decision, Watch};
use crate::cdcl::{Cdcl, Effort, Verdict};
use crate::cnf::Cnf;
use crate::lemmas::Lemmas;
use crate::proof::{Drat, ProofLog};

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "cdcl",
    summary: "taquin's own: clause learning, made for these formulas; writes proofs",
    build: || Arc::new(Own),
};

struct Own;

impl Backend for Own {
    fn name(&self) -> &str {
        ENTRY.name
    }

    fn decide_cnf(
        &self,
        cnf: &Cnf,
        lemmas: Option<&Lemmas>,
        watch: &Watch<'_>,
    ) -> Result<Decision, BackendError> {
        Ok(decide(cnf, lemmas, None, watch))
    }

    fn writes_proofs(&self) -> bool {
        true
    }

    fn decide_proving(
        &self,
        cnf: &Cnf,
        proof: &mut dyn Write,
        watch: &Watch<'_>,
    ) -> Result<Decision, BackendError> {
        let mut drat = Drat::new(proof);
        let decision = decide(cnf, None, Some(&mut drat), watch);
        drat.finish().map_err(|error| BackendError {
            solver: ENTRY.name.to_owned(),
            reason: format!("the proof cannot be written: {error}"),
        })?;
        Ok(decision)
    }
}

fn decide<'a>(
    cnf: &Cnf,
    lemmas: Option<&'a Lemmas>,
    proof: Option<&'a mut dyn ProofLog>,
    watch: &Watch<'_>,
) -> Decision {
    let mut guard = watch.guard();
    let mut solver = match Cdcl::within(cnf, lemmas, proof, &mut guard) {
        ControlFlow::Continue(solver) => solver,
        ControlFlow::Break(stop) => {
            return Decision::built_in(Verdict::Stopped(stop), Effort::default());
        }
    };
    let verdict = solver.solve(&mut guard);
    let effort = Effort {
        conflicts: guard.conflicts,
        peak_bytes: guard.peak_bytes,
        ..solver.effort()
    };
    Decision::built_in(verdict, effort)
}
