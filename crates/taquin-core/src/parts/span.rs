//! Stretches of a depth-first search, named by where they begin and end.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::Counts;
use crate::notation::{Notation, format_moves, parse_moves};
use crate::{Direction, Move};

/// A node of a depth-first search: the moves that lead there from the start.
///
/// Places are ordered as the search meets them: a node before everything below it, and of two children
/// of a node the one with the later direction in [`Direction::ALL`] first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place(pub Vec<Direction>);

impl Place {
    /// Whether `other` is this node or below it.
    pub fn contains(&self, other: &Self) -> bool {
        other.0.starts_with(&self.0)
    }

    /// The moves from the start.
    pub fn moves(&self) -> Vec<Move> {
        self.0.iter().copied().map(Move).collect()
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        let differ = self.0.iter().zip(&other.0).find(|(a, b)| a != b);
        match differ {
            Some((a, b)) => b.cmp(a),
            None => self.0.len().cmp(&other.0.len()),
        }
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The nodes of a threshold from one place up to, but not including, another.
///
/// A threshold cut into spans has each of its nodes in exactly one of them, so their node counts add up to
/// those of the whole. Any node can be a cut, so a search that is interrupted anywhere leaves a span of
/// what it has done and a span of the rest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first node.
    pub from: Place,
    /// The first node after it; none for the end of the threshold.
    pub to: Option<Place>,
}

impl Span {
    /// The whole threshold.
    pub fn all() -> Self {
        Self {
            from: Place::default(),
            to: None,
        }
    }

    /// Whether no node lies in it.
    pub fn is_empty(&self) -> bool {
        self.to.as_ref().is_some_and(|to| *to <= self.from)
    }

    /// Whether it ends at this place or before.
    pub(super) fn ends_by(&self, place: &Place) -> bool {
        self.to.as_ref().is_some_and(|to| to <= place)
    }
}

/// Moves to both ends with two dots between them: `UL..UR`. `..UR` begins at the start, `UL..` ends with
/// the threshold.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write = |place: &Place| format_moves(&place.moves(), Notation::Tile);
        let to = self.to.as_ref().map(write);
        write!(f, "{}..{}", write(&self.from), to.unwrap_or_default())
    }
}

impl FromStr for Span {
    type Err = SpanError;

    fn from_str(text: &str) -> Result<Self, SpanError> {
        let wrong = || SpanError(text.chars().take(300).collect());
        let (from, to) = text.split_once("..").ok_or_else(wrong)?;
        let read = |moves: &str| {
            let moves = parse_moves(moves, Notation::Tile, None).map_err(|_| wrong())?;
            Ok(Place(moves.into_iter().map(|mv| mv.0).collect()))
        };
        let to = (!to.is_empty()).then(|| read(to)).transpose()?;
        let span = Self {
            from: read(from)?,
            to,
        };
        let is_backwards = span.to.as_ref().is_some_and(|to| *to < span.from);
        if is_backwards { Err(wrong()) } else { Ok(span) }
    }
}

/// A text that names no span.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a span like UL..UR, from one node of the search to a later one")]
pub struct SpanError(String);

/// The result of searching a span.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// What is done, in order. If one of them ends at a solution, it is the last.
    pub done: Vec<(Span, Counts)>,
    /// What remains to be searched before the solution, in order.
    pub rest: Vec<Span>,
    /// Where the first solution is; the last span that is done ends there.
    pub solution: Option<Place>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> Place {
        format!("{text}..").parse::<Span>().unwrap().from
    }

    #[test]
    fn places_stand_in_the_order_of_a_depth_first_search() {
        let places = ["", "R", "RU", "L", "LR", "LD", "LDD", "U"].map(place);
        assert!(places.is_sorted());
        let mut sorted = places.to_vec();
        sorted.reverse();
        sorted.sort();
        assert_eq!(sorted, places);
        assert!(place("L").contains(&place("LD")) && place("L").contains(&place("L")));
        assert!(!place("LD").contains(&place("L")) && !place("R").contains(&place("L")));
    }

    #[test]
    fn spans_are_read_as_they_are_written() {
        for text in ["..", "R2U..", "..L", "RU..L", "L..L"] {
            let span: Span = text.parse().unwrap();
            assert_eq!(span.to_string(), text);
            assert_eq!(span.is_empty(), text == "L..L");
        }
        for wrong in ["", "R", "L..R", "X..", "..X", "LD..L"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
    }
}
