//! Questions about parts of long searches.

use serde::Deserialize;
use taquin::algorithms::{Automaton, PdbIda, Tables};
use taquin::parts::{Share, Span};
use taquin::{Goals, Puzzle};

use super::{Position, goals};
use crate::Refusal;
use crate::part::{PartName, PartOrder};

/// A part of a threshold to search.
#[expect(
    clippy::struct_field_names,
    reason = "the member is part of the JSON contract"
)]
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// The partition of the tables, like `7-8`; default: the best available.
    pub(crate) tables: Option<String>,
    /// Maximum length of pruned move sequences.
    pub(crate) automaton: Option<usize>,
    pub(crate) threshold: u32,
    /// `3/64`, or a span like `UL..UR`.
    pub(crate) part: String,
    /// Nodes after which the rest is returned.
    pub(crate) budget: Option<u64>,
    /// Nodes of the previous threshold, which determine the automaton.
    pub(crate) after: Option<u64>,
}

/// A threshold to cut into parts.
#[expect(
    clippy::struct_field_names,
    reason = "the member is part of the JSON contract"
)]
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// The partition of the tables, like `7-8`; the best there are unless given.
    pub(crate) tables: Option<String>,
    /// Maximum length of pruned move sequences.
    pub(crate) automaton: Option<usize>,
    /// The threshold; default: the first.
    pub(crate) threshold: Option<u32>,
    /// Approximate number of parts.
    pub(crate) parts: Option<u32>,
    /// Nodes of the threshold before, which choose the automaton.
    pub(crate) after: Option<u64>,
}

/// The puzzle and its solver.
type Prepared = (Puzzle, Goals, PdbIda);

fn prepare(
    board: &Position,
    goal: Option<&Position>,
    tables: Option<&str>,
    automaton: Option<usize>,
) -> Result<Prepared, Refusal> {
    let goals = goals(goal)?;
    let puzzle = Puzzle::new(board.board()?, &goals)?;
    let mut solver = PdbIda::default();
    if let Some(tables) = tables {
        let tables: Result<Tables, String> = tables.parse();
        solver.tables = tables.map_err(|error| Refusal::member("/tables", "tables", error))?;
    }
    if let Some(automaton) = automaton {
        if !(2..=Automaton::MAX_LENGTH).contains(&automaton) {
            let text = "write a length from 2 to 14";
            return Err(Refusal::member("/automaton", "range", text));
        }
        solver.automaton = automaton;
    }
    Ok((puzzle, goals, solver))
}

impl Parts {
    pub(crate) fn puzzle(&self) -> Result<Prepared, Refusal> {
        let (goal, tables) = (self.goal.as_ref(), self.tables.as_deref());
        prepare(&self.board, goal, tables, self.automaton)
    }
}

impl Part {
    pub(crate) fn puzzle(&self) -> Result<Prepared, Refusal> {
        let (goal, tables) = (self.goal.as_ref(), self.tables.as_deref());
        prepare(&self.board, goal, tables, self.automaton)
    }

    pub(crate) fn order(&self) -> Result<PartOrder, Refusal> {
        let refuse = |error: String| Refusal::member("/part", "part", error);
        Ok(PartOrder {
            threshold: self.threshold,
            part: part_name(&self.part).map_err(refuse)?,
            budget: self.budget,
        })
    }
}

/// Reads `3/64` or a span.
///
/// # Errors
/// When it is neither.
pub fn part_name(text: &str) -> Result<PartName, String> {
    if text.contains("..") {
        let span: Result<Span, _> = text.parse();
        return span.map(PartName::Span).map_err(|error| error.to_string());
    }
    let share: Result<Share, _> = text.parse();
    share
        .map(PartName::Numbered)
        .map_err(|error| error.to_string())
}
