//! A unary counter.

use crate::cnf::Lit;
use crate::encodings::term::{Term, add};
use crate::formula::{Formula, Meaning};
use crate::lemmas::Unary;

/// A unary counter of moves of one kind.
pub(super) struct Counter {
    /// At the end at least this many.
    pub(super) least: usize,
    /// At the end at most this many.
    most: usize,
    /// At least j so far, from j = 0 to one more than the most.
    terms: Vec<Term>,
}

impl Counter {
    pub(super) fn new(least: usize, most: usize) -> Self {
        let mut terms = vec![Term::False; most + 2];
        terms[0] = Term::True;
        Self { least, most, terms }
    }

    pub(super) fn at_least(&self, count: usize) -> Term {
        self.terms.get(count).copied().unwrap_or(Term::False)
    }

    pub(super) fn unary(&self) -> Unary {
        let certain = self.terms.iter().take_while(|&&t| t == Term::True).count();
        let literals = self.terms.iter().filter_map(|term| match term {
            Term::Lit(literal) => Some(*literal),
            _ => None,
        });
        Unary {
            least: certain as u32 - 1,
            more: literals.collect(),
        }
    }

    /// One more step, in which a move of the kind is made or not.
    pub(super) fn step(
        &mut self,
        formula: &mut Formula,
        steps: usize,
        step: usize,
        made: Lit,
        meaning: impl Fn(u32, u32) -> Meaning,
    ) {
        let (moves, left) = (step + 1, steps - step - 1);
        let before = self.terms.clone();
        let after: Vec<Term> = (0..self.most + 2)
            .map(|j| {
                if j == 0 || j + left <= self.least {
                    Term::True
                } else if j > moves || j > self.most {
                    Term::False
                } else {
                    Term::Lit(formula.variable(meaning(step as u32 + 1, j as u32)))
                }
            })
            .collect();
        let words = "how many moves so far took a tile away from home, and how many may";
        formula.cnf.family("count", words);
        let made = Term::Lit(made);
        for j in 0..self.most + 2 {
            let mut clauses = vec![vec![!before[j], after[j]]];
            if j > 0 {
                clauses.push(vec![!after[j], before[j - 1]]);
                clauses.push(vec![!after[j], before[j], made]);
                clauses.push(vec![!before[j - 1], !made, after[j]]);
                clauses.push(vec![!after[j], after[j - 1]]);
            }
            for terms in clauses {
                if !terms.contains(&Term::True) {
                    add(&mut formula.cnf, terms);
                }
            }
        }
        self.terms = after;
    }
}
