//! `BatSat`, a descendant of `MiniSat` in Rust.

use std::ops::ControlFlow;
use std::sync::Arc;

use batsat::{Callbacks, ClauseKind, Lit as BatLit, SolverInterface, SolverOpts, lbool};
use taquin_core::Stop;

use super::{Backend, BackendEntry, BackendError, Decision, Watch, WatchGuard};
use crate::cdcl::{Effort, Guard, Verdict};
use crate::cnf::{Cnf, Model};
use crate::lemmas::Lemmas;

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "batsat",
    summary: "BatSat, a descendant of MiniSat in Rust",
    build: || Arc::new(BatSat),
};

struct BatSat;

/// Reports conflicts to the guard; [`Callbacks::stop`] only reads the result.
struct Ear<'a> {
    guard: WatchGuard<'a>,
    /// Bytes of clauses, by what was added: deleted clauses leave holes until a garbage collection,
    /// which is not reported.
    bytes: u64,
    stop: Option<Stop>,
}

/// A clause's share of the memory: header, literals and two watches.
fn clause_bytes(literals: usize) -> u64 {
    (4 * literals + 28) as u64
}

impl Callbacks for Ear<'_> {
    fn on_new_clause(&mut self, clause: &[BatLit], _: ClauseKind) {
        self.bytes += clause_bytes(clause.len());
        let mut asked = self.guard.conflict();
        if self.guard.conflicts.is_multiple_of(256) && asked.is_continue() {
            asked = self.guard.pause(self.bytes);
        }
        if let ControlFlow::Break(stop) = asked {
            self.stop = Some(stop);
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
        let mut guard = watch.guard();
        if let ControlFlow::Break(stop) = guard.pause(bytes) {
            let verdict = Verdict::Stopped(stop);
            return Ok(Decision::built_in(verdict, Effort::default()));
        }
        let ear = Ear {
            guard,
            bytes,
            stop: None,
        };
        let mut solver = batsat::Solver::new(SolverOpts::default(), ear);
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
            Verdict::Stopped(solver.cb().stop.unwrap_or(Stop::Cancelled))
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
