//! Clauses to be written to a proof.

use super::literal::{L, outer};
use crate::cnf::Lit;
use crate::proof::ProofLog;

/// The log of added and deleted clauses, if a proof is wanted.
pub(super) struct Log<'p>(pub(super) Option<&'p mut dyn ProofLog>);

impl Log<'_> {
    /// A clause follows from those before.
    pub(super) fn added(&mut self, clause: &[L]) {
        if let Some(proof) = &mut self.0 {
            proof.add(&outside(clause));
        }
    }

    /// A clause is not used any more.
    pub(super) fn dropped(&mut self, clause: &[L]) {
        if let Some(proof) = &mut self.0 {
            proof.delete(&outside(clause));
        }
    }
}

fn outside(clause: &[L]) -> Vec<Lit> {
    clause.iter().map(|&literal| outer(literal)).collect()
}
