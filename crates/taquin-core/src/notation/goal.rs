//! Reading goals: a name or a position, several joined by `+`.

use std::ops::Range;
use std::str::FromStr;

use super::error::quote;
use super::pieces::{split, trim};
use super::position::board_in;
use super::{NotationFault, ParseError};
use crate::{Goal, Goals, Size, spec};

/// Reads one goal: `blank-last`, `blank-first`, `spiral`, or a position.
///
/// # Errors
/// When there is no such goal, with the nearest name, or the position is no board.
pub fn parse_goal(text: &str) -> Result<Goal, ParseError> {
    goal_in(text, 0..text.len(), None)
}

/// Reads goals joined by `+`, any of which may be reached: `blank-first+blank-last`.
///
/// # Errors
/// As [`parse_goal`].
pub fn parse_goals(text: &str) -> Result<Goals, ParseError> {
    goals_in(text, 0..text.len(), None)
}

impl FromStr for Goal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_goal(text)
    }
}

impl FromStr for Goals {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_goals(text)
    }
}

/// Reads the goals in these bytes of the text, for a board of this size if it is known.
pub(super) fn goals_in(
    text: &str,
    range: Range<usize>,
    size: Option<Size>,
) -> Result<Goals, ParseError> {
    let goals: Result<Vec<Goal>, _> = split(text, range, '+')
        .map(|part| goal_in(text, part, size))
        .collect();
    goals.map(Goals::new)
}

fn goal_in(text: &str, range: Range<usize>, size: Option<Size>) -> Result<Goal, ParseError> {
    let range = trim(text, range);
    let written = &text[range.clone()];
    let named = Goal::NAMED
        .into_iter()
        .find(|(name, _)| written.eq_ignore_ascii_case(name));
    if let Some((_, goal)) = named {
        return Ok(goal);
    }
    if written.is_empty() {
        return Err(ParseError::at(text, range, GoalFault::Empty));
    }
    if is_name(written) {
        let fault = GoalFault::Unknown {
            name: quote(written),
            hint: spec::hint(written, &Goal::NAMED.map(|(name, _)| name)),
        };
        return Err(ParseError::at(text, range, fault));
    }
    board_in(text, range, size).map(Goal::Custom)
}

/// Whether this is a word rather than a position, in which only a blank is a letter.
fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    let starts_with_letter = chars.next().is_some_and(char::is_alphabetic);
    starts_with_letter && chars.next().is_none_or(|c| c.is_alphanumeric() || c == '-')
}

/// Why a text is not a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoalFault {
    /// The text is empty.
    #[error("a goal is missing here; write blank-last, blank-first, spiral or a position")]
    Empty,
    /// No goal has this name.
    #[error("there is no goal `{name}`{hint}")]
    Unknown {
        /// The name that was given.
        name: String,
        /// The nearest name, or all of them, as the end of the sentence.
        hint: String,
    },
}

impl From<GoalFault> for NotationFault {
    fn from(fault: GoalFault) -> Self {
        Self::Goal(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_positions_and_sets_are_read_back() {
        for text in [
            "blank-last",
            "blank-first",
            "spiral",
            "1 2 3/8 0 4/7 6 5",
            "blank-first+blank-last",
            "spiral+1 2/3 0+0 1/2 3",
        ] {
            assert_eq!(parse_goals(text).unwrap().to_string(), text);
        }
        assert_eq!(parse_goal(" Spiral "), Ok(Goal::Spiral));
        assert_eq!(parse_goals("spiral + spiral").unwrap(), Goal::Spiral.into());
        assert_eq!(
            parse_goal("x 1/2 3").unwrap().to_string(),
            "0 1/2 3",
            "a blank is no name"
        );
    }

    #[test]
    fn faults_are_named_and_placed() {
        for (text, message) in [
            (
                "spirl",
                "line 1, column 1: there is no goal `spirl`; did you mean `spiral`?",
            ),
            (
                "blank-last+blank-frist",
                "line 1, column 12: there is no goal `blank-frist`; did you mean `blank-first`?",
            ),
            (
                "home",
                "line 1, column 1: there is no goal `home`; there are blank-last, blank-first and spiral",
            ),
            (
                "spiral+",
                "line 1, column 8: a goal is missing here; write blank-last, blank-first, spiral or a position",
            ),
            (
                "",
                "line 1, column 1: a goal is missing here; write blank-last, blank-first, spiral or a position",
            ),
            (
                "spiral+1 2/3 3",
                "line 1, column 14: tile 3 appears 2 times; each of 1–3 must appear once",
            ),
        ] {
            assert_eq!(
                parse_goals(text).unwrap_err().to_string(),
                message,
                "{text:?}"
            );
        }
    }
}
