//! A clause as a sentence that people read: what must hold, and what follows.

use taquin_core::Size;

use crate::cnf::Lit;
use crate::formula::{Formula, Meaning};

/// The meaning of a variable, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The meaning of the variable when it is true.
    pub meaning: Meaning,
    /// Whether that is said, not denied.
    pub holds: bool,
}

/// If all of `when` holds, then one of `then` does; without conditions one of `then` holds always.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Implication {
    /// The conditions.
    pub when: Vec<Statement>,
    /// What follows; empty only for a clause without literals, which nothing satisfies.
    pub then: Vec<Statement>,
}

impl Implication {
    /// The sentence in English: `if …, then …` where it has conditions, `… or …` else.
    pub fn words(&self, size: Size) -> String {
        let join = |statements: &[Statement], joint: &str| -> String {
            let words = |statement: &Statement| statement.meaning.words(size, statement.holds);
            let parts: Vec<String> = statements.iter().map(words).collect();
            parts.join(joint)
        };
        match (&self.when[..], &self.then[..]) {
            ([], []) => "never".to_owned(),
            ([], then) => join(then, ", or "),
            (when, then) => format!("if {}, then {}", join(when, " and "), join(then, ", or ")),
        }
    }
}

impl Formula {
    /// A clause as a sentence: its negative literals are the conditions; where there is nothing
    /// else, the last of them is denied instead.
    pub fn sentence(&self, clause: &[Lit]) -> Implication {
        sentence(&self.meanings, clause)
    }

    /// A clause read aloud.
    pub fn say(&self, clause: &[Lit]) -> String {
        self.sentence(clause).words(self.task.size())
    }
}

/// A clause over variables with these meanings as a sentence.
pub(crate) fn sentence(meanings: &[Meaning], clause: &[Lit]) -> Implication {
    let statements = |holds: bool, positive: bool| -> Vec<Statement> {
        clause
            .iter()
            .filter(|literal| literal.is_positive() == positive)
            .filter_map(|literal| meanings.get(literal.variable() as usize - 1))
            .map(|&meaning| Statement { meaning, holds })
            .collect()
    };
    let (mut when, mut then) = (statements(true, false), statements(true, true));
    if then.is_empty() {
        then.extend(when.pop().map(|last| Statement {
            holds: false,
            ..last
        }));
    }
    Implication { when, then }
}

#[cfg(test)]
mod tests {
    use taquin_core::{Board, Goal};

    use super::*;
    use crate::formula::{Horizon, Task};

    fn formula() -> (Formula, Lit, Lit) {
        let start: Board = "1 2/0 3".parse().unwrap();
        let goal = Goal::BlankLast.board(start.size()).unwrap();
        let task = Task::new(start, goal, 1, Horizon::Exact).unwrap();
        let mut formula = Formula::new(&task, "a test");
        let blank = formula.variable(Meaning::At {
            tile: 0,
            cell: 2,
            step: 0,
        });
        let home = formula.variable(Meaning::Solved { step: 1 });
        (formula, blank, home)
    }

    #[test]
    fn conditions_are_the_negative_literals() {
        let (formula, blank, home) = formula();
        assert_eq!(
            formula.say(&[home, !blank]),
            "if the blank is in row 2 column 1 at step 0, then all tiles are home at step 1"
        );
        assert_eq!(
            formula.say(&[home, blank]),
            "all tiles are home at step 1, or the blank is in row 2 column 1 at step 0"
        );
    }

    #[test]
    fn what_cannot_hold_together_denies_the_last() {
        let (formula, blank, home) = formula();
        assert_eq!(
            formula.say(&[!blank, !home]),
            "if the blank is in row 2 column 1 at step 0, then not all tiles are home at step 1"
        );
        assert_eq!(formula.say(&[!home]), "not all tiles are home at step 1");
        assert_eq!(formula.say(&[]), "never");
    }
}
