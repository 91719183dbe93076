//! Literals inside the solver, where they index arrays.

use crate::cnf::Lit;

/// Twice the variable, plus one when negated: `l ^ 1` is the negation, `l >> 1` the variable.
pub(super) type L = u32;

/// A literal of a formula, as the solver has it.
pub(super) fn inner(literal: Lit) -> L {
    2 * (literal.variable() - 1) + u32::from(!literal.is_positive())
}

/// The literal of the formula again.
pub(super) fn outer(literal: L) -> Lit {
    let number = (literal >> 1) as i32 + 1;
    let number = if literal & 1 == 0 { number } else { -number };
    Lit::from_dimacs(number).expect("variables are numbered from 1")
}
