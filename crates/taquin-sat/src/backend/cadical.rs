//! `CaDiCaL`, built from its C++ source; A. Biere and others.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_core::Stop;

use super::{Backend, BackendEntry, BackendError, Decision, Watch, WatchGuard};
use crate::cdcl::{Effort, Guard, Verdict};
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

/// Reports learnt clauses to the guard, and keeps its objection.
struct Ear<'a> {
    guard: WatchGuard<'a>,
    /// Bytes of the formula and of clauses learnt; deletions are not reported, so they are not counted.
    bytes: u64,
    stop: Option<Stop>,
}

impl cadical::Callbacks for Ear<'_> {
    fn max_length(&self) -> i32 {
        LONGEST
    }

    fn learn(&mut self, _: &[i32]) {
        if self.stop.is_none()
            && let ControlFlow::Break(stop) = self.guard.conflict()
        {
            self.stop = Some(stop);
        }
    }

    fn terminate(&mut self) -> bool {
        if self.stop.is_none()
            && let ControlFlow::Break(stop) = self.guard.pause(self.bytes)
        {
            self.stop = Some(stop);
        }
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
        let mut guard = watch.guard();
        if let ControlFlow::Break(stop) = guard.pause(bytes) {
            let verdict = Verdict::Stopped(stop);
            return Ok(Decision::built_in(verdict, Effort::default()));
        }
        let mut solver: cadical::Solver<Ear<'_>> = cadical::Solver::new();
        for clause in cnf.clauses() {
            solver.add_clause(clause.iter().map(|literal| literal.dimacs()));
        }
        solver.set_callbacks(Some(Ear {
            guard,
            bytes,
            stop: None,
        }));
        let answer = solver.solve();
        let verdict = match answer {
            Some(true) => {
                let holds = |v| solver.value(v) == Some(true);
                let values = (1..=cnf.variables() as i32).map(holds);
                Verdict::Sat(Model::new(values.collect()))
            }
            Some(false) => Verdict::Unsat,
            None => {
                let stop = solver.get_callbacks().and_then(|ear| ear.stop);
                Verdict::Stopped(stop.unwrap_or(Stop::Cancelled))
            }
        };
        let told = solver.get_callbacks();
        let effort = told.map_or_else(Effort::default, |ear| Effort {
            conflicts: ear.guard.conflicts,
            peak_bytes: ear.guard.peak_bytes,
            ..Effort::default()
        });
        Ok(Decision::built_in(verdict, effort))
    }
}
