//! Our solver on any formula in DIMACS, with its proof.

use std::ops::ControlFlow;

use crate::cdcl::{Cdcl, Effort, Guard, Verdict};
use crate::cnf::Cnf;
use crate::proof::ProofLog;

/// Decides a formula with our own solver, which logs the clauses it learns and deletes to `proof`.
///
/// ```
/// use taquin_sat::cdcl::Verdict;
/// use taquin_sat::{dimacs, drat, file, proof};
///
/// let cnf = dimacs::read("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")?;
/// let mut drat = proof::Drat::new(Vec::new());
/// let (verdict, _) = file::decide(&cnf, Some(&mut drat), &mut ());
/// assert_eq!(verdict, Verdict::Unsat);
/// let drat = drat.into_inner().expect("memory can be written");
/// assert!(drat::check(&cnf, &drat[..], drat::ProofSyntax::Drat, &mut ()).is_ok());
/// # Ok::<(), dimacs::DimacsError>(())
/// ```
pub fn decide(
    cnf: &Cnf,
    proof: Option<&mut dyn ProofLog>,
    guard: &mut impl Guard,
) -> (Verdict, Effort) {
    match Cdcl::within(cnf, None, proof, guard) {
        ControlFlow::Break(stop) => (Verdict::Stopped(stop), Effort::default()),
        ControlFlow::Continue(mut solver) => {
            let verdict = solver.solve(guard);
            (verdict, solver.effort())
        }
    }
}
