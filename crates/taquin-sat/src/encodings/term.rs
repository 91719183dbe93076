//! A literal, or a value that is known when the formula is written.

use std::ops::Not;

use crate::cnf::{Cnf, Lit};

/// The representation of a statement in a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    True,
    False,
    Lit(Lit),
}

impl Term {
    pub(super) fn of(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }

    pub(super) fn is_false(self) -> bool {
        self == Self::False
    }
}

impl Not for Term {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Lit(literal) => Self::Lit(!literal),
        }
    }
}

/// Adds a clause of terms: nothing if one is true, without those that are false.
pub(super) fn add(cnf: &mut Cnf, terms: impl IntoIterator<Item = Term>) {
    let mut clause = Vec::new();
    for term in terms {
        match term {
            Term::True => return,
            Term::False => {}
            Term::Lit(literal) => clause.push(literal),
        }
    }
    cnf.add(clause);
}

/// Adds that two terms are equal unless one of the others holds.
pub(super) fn equal_unless(cnf: &mut Cnf, unless: &[Term], a: Term, b: Term) {
    if a != b {
        add(cnf, unless.iter().copied().chain([!a, b]));
        add(cnf, unless.iter().copied().chain([a, !b]));
    }
}

/// Adds that at most one of the terms holds.
pub(super) fn at_most_one(cnf: &mut Cnf, terms: &[Term]) {
    for (index, &first) in terms.iter().enumerate() {
        for &second in &terms[index + 1..] {
            add(cnf, [!first, !second]);
        }
    }
}
