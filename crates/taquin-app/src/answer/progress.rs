//! Progress of a search.

use serde::Serialize;
use taquin::Event;
use taquin::notation::{Notation, format_moves};

use super::Solve;

/// Progress of a search, derived from its events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Progress {
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated, if counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generated: Option<u64>,
    /// Milliseconds since it started.
    pub elapsed_ms: u64,
    /// Proven lower bound on the length.
    pub lower_bound: u32,
    /// The current threshold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// The best solution so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Best>,
    /// The formula being decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<FormulaSize>,
    /// The table that is being built before the search continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableProgress>,
    /// The parts of the current threshold, in a search that keeps a journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<PartsProgress>,
}

/// The best solution so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Best {
    /// Its length.
    pub length: u32,
    /// Its moves.
    pub moves: String,
}

/// The formula that is decided now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FormulaSize {
    /// Moves it is about.
    pub bound: u32,
    /// Its variables.
    pub variables: u64,
    /// Its clauses.
    pub clauses: u64,
    /// Conflicts so far, in all formulas.
    pub conflicts: u64,
}

/// The table being built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableProgress {
    /// Its tiles.
    pub tiles: String,
    /// Entries that have their value.
    pub reached: u64,
    /// All entries.
    pub entries: u64,
}

/// How much of a threshold is done, in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PartsProgress {
    /// The threshold.
    pub threshold: u32,
    /// Parts that are done, about.
    pub done: u64,
    /// Parts that the threshold was cut into.
    pub of: u64,
}

impl PartsProgress {
    /// How much of the threshold is done.
    pub fn percent(&self) -> u64 {
        100 * self.done / self.of.max(1)
    }
}

impl TableProgress {
    /// The share of the table that is built, in percent.
    pub fn percent(&self) -> u64 {
        100 * self.reached / self.entries.max(1)
    }
}

impl Progress {
    /// Updates itself with an event of the search. The clock is the caller's.
    pub fn update(&mut self, event: &Event, notation: Notation) {
        // Any other event means that the search has resumed.
        self.table = None;
        match event {
            Event::LowerBound(bound) => {
                self.lower_bound = self.lower_bound.max(*bound);
                self.bound = Some(*bound);
                self.parts = None;
            }
            Event::Improved(solution) => {
                self.best = Some(Best {
                    length: solution.len(),
                    moves: format_moves(solution.moves(), notation),
                });
            }
            Event::Nodes(nodes) => {
                self.expanded = *nodes;
                if let Some(formula) = &mut self.formula {
                    formula.conflicts = *nodes;
                }
            }
            Event::Formula {
                steps,
                variables,
                clauses,
            } => {
                self.formula = Some(FormulaSize {
                    bound: *steps,
                    variables: *variables,
                    clauses: *clauses,
                    conflicts: self.expanded,
                });
            }
            Event::Table {
                tiles,
                reached,
                entries,
            } => {
                self.table = Some(TableProgress {
                    tiles: tiles.clone(),
                    reached: *reached,
                    entries: *entries,
                });
            }
            Event::Parts {
                threshold,
                done,
                of,
            } => {
                self.parts = Some(PartsProgress {
                    threshold: *threshold,
                    done: *done,
                    of: *of,
                });
            }
            _ => {}
        }
    }

    /// Updates itself with the answer of the search.
    pub fn finish(&mut self, answer: &Solve) {
        self.expanded = answer.stats.expanded;
        self.generated = Some(answer.stats.generated);
        self.lower_bound = answer.lower_bound;
        if let (Some(length), Some(moves)) = (answer.length, &answer.moves) {
            self.best = Some(Best {
                length,
                moves: moves.clone(),
            });
        }
    }
}
