//! `CaDiCaL`, built from its C++ source; A. Biere and others.

use std::sync::Arc;

use taquin_core::Stop;

use super::clause_listener::ClauseListener;
use super::{Backend, BackendEntry, BackendError, Decision, Watch};
use crate::cdcl::{Effort, Verdict};
use crate::cnf::{Cnf, Model};
use crate::lemmas::Lemmas;

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "cadical",
    summary: "CaDiCaL, built from its C++ source",
    build: || Arc::new(CaDiCaL),
};

struct CaDiCaL;

/// Longer clauses are learnt too, but not reported; formulas of this crate do not bring them about.
const LONGEST: i32 = 1 << 20;

impl cadical::Callbacks for ClauseListener<'_> {
    fn max_length(&self) -> i32 {
        LONGEST
    }

    fn learn(&mut self, _: &[i32]) {
        self.conflict();
    }

    fn terminate(&mut self) -> bool {
        self.pause();
        self.stop.is_some()
    }
}

impl Backend for CaDiCaL {
    fn name(&self) -> &str {
        ENTRY.name
    }

    fn decide_cnf(
        &self,
        cnf: &Cnf,
        _: Option<&Lemmas>,
        watch: &Watch<'_>,
    ) -> Result<Decision, BackendError> {
        // Clauses and watches, and some two hundred bytes a variable.
        let bytes = 4 * cnf.bytes() + 200 * u64::from(cnf.variables());
        let listener = match ClauseListener::new(watch, bytes) {
            Ok(listener) => listener,
            Err(stopped) => return Ok(stopped),
        };
        let mut solver = cadical::Solver::new();
        for clause in cnf.clauses() {
            solver.add_clause(clause.iter().map(|literal| literal.dimacs()));
        }
        solver.set_callbacks(Some(listener));
        let answer = solver.solve();
        let verdict = match answer {
            Some(true) => {
                let holds = |v| solver.value(v) == Some(true);
                let values = (1..=cnf.variables() as i32).map(holds);
                Verdict::Sat(Model::new(values.collect()))
            }
            Some(false) => Verdict::Unsat,
            None => solver
                .get_callbacks()
                .map_or(Verdict::Stopped(Stop::Cancelled), |listener| {
                    listener.stopped()
                }),
        };
        let told = solver.get_callbacks();
        let effort = told.map_or_else(Effort::default, |listener| Effort {
            conflicts: listener.guard.conflicts,
            peak_bytes: listener.guard.peak_bytes,
            ..Effort::default()
        });
        Ok(Decision::built_in(verdict, effort))
    }
}
