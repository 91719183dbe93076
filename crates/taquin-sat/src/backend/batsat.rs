//! `BatSat`, a descendant of `MiniSat` in Rust.

use std::sync::Arc;

use batsat::{Callbacks, ClauseKind, Lit as BatLit, SolverInterface, SolverOpts, lbool};

use super::clause_listener::ClauseListener;
use super::{Backend, BackendEntry, BackendError, Decision, Watch};
use crate::cdcl::{Effort, Verdict};
use crate::cnf::{Cnf, Model};
use crate::lemmas::Lemmas;

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "batsat",
    summary: "BatSat, a descendant of MiniSat in Rust",
    build: || Arc::new(BatSat),
};

struct BatSat;

/// A clause's share of the memory: header, literals and two watches.
fn clause_bytes(literals: usize) -> u64 {
    (4 * literals + 28) as u64
}

impl Callbacks for ClauseListener<'_> {
    fn on_new_clause(&mut self, clause: &[BatLit], _: ClauseKind) {
        self.bytes += clause_bytes(clause.len());
        self.conflict();
        if self.guard.conflicts.is_multiple_of(256) {
            self.pause();
        }
    }

    fn stop(&self) -> bool {
        self.stop.is_some()
    }
}

impl Backend for BatSat {
    fn name(&self) -> &str {
        ENTRY.name
    }

    fn decide_cnf(
        &self,
        cnf: &Cnf,
        _: Option<&Lemmas>,
        watch: &Watch<'_>,
    ) -> Result<Decision, BackendError> {
        let literals: u64 = cnf.clauses().map(|clause| clause_bytes(clause.len())).sum();
        let bytes = literals + u64::from(cnf.variables()) * 64;
        let listener = match ClauseListener::new(watch, bytes) {
            Ok(listener) => listener,
            Err(stopped) => return Ok(stopped),
        };
        let mut solver = batsat::Solver::new(SolverOpts::default(), listener);
        let variables: Vec<_> = (0..cnf.variables())
            .map(|_| solver.new_var_default())
            .collect();
        let mut buffer = Vec::new();
        for clause in cnf.clauses() {
            buffer.clear();
            buffer.extend(clause.iter().map(|literal| {
                let variable = variables[literal.variable() as usize - 1];
                BatLit::new(variable, literal.is_positive())
            }));
            solver.add_clause_reuse(&mut buffer);
        }
        let answer = solver.solve_limited(&[]);
        let verdict = if answer == lbool::TRUE {
            let holds = |&v: &_| solver.value_var(v) == lbool::TRUE;
            Verdict::Sat(Model::new(variables.iter().map(holds).collect()))
        } else if answer == lbool::FALSE {
            Verdict::Unsat
        } else {
            solver.cb().stopped()
        };
        let effort = Effort {
            conflicts: solver.cb().guard.conflicts,
            decisions: solver.num_decisions(),
            propagations: solver.num_propagations(),
            restarts: solver.num_restarts(),
            peak_bytes: solver.cb().guard.peak_bytes,
        };
        Ok(Decision::built_in(verdict, effort))
    }
}
