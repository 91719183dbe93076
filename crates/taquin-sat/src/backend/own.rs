//! Our own solver, see [`crate::cdcl`].

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Backend, BackendError, Decision, Entry, Watch};
use crate::cdcl::{Cdcl, Effort, Verdict};
use crate::formula::Formula;

pub(super) const ENTRY: Entry = Entry {
    name: "cdcl",
    summary: "taquin's own: clause learning, made for these formulas; writes proofs",
    build: || Arc::new(Own),
};

struct Own;

impl Backend for Own {
    fn name(&self) -> &str {
        ENTRY.name
    }

    fn decide(&self, formula: &Formula, watch: &Watch<'_>) -> Result<Decision, BackendError> {
        let cnf = &formula.cnf;
        let mut guard = watch.guard();
        let solver = Cdcl::within(cnf, formula.lemmas.as_deref(), None, &mut guard);
        let mut solver = match solver {
            ControlFlow::Continue(solver) => solver,
            ControlFlow::Break(stop) => {
                return Ok(Decision::built_in(
                    Verdict::Stopped(stop),
                    Effort::default(),
                ));
            }
        };
        let verdict = solver.solve(&mut guard);
        let effort = Effort {
            conflicts: guard.conflicts,
            peak_bytes: guard.peak_bytes,
            ..solver.effort()
        };
        Ok(Decision::built_in(verdict, effort))
    }
}
