//! Puzzles: made ones, and those of instance sets.

use serde::Serialize;

/// The answer to *generate*: one puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Generated {
    /// The game ID, from which the same board can be made again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position.
    pub board: String,
    /// The goal it is meant for.
    pub goal: String,
    /// The seed.
    pub seed: u64,
    /// The requested level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The optimal length, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<u32>,
    /// Whether that length is proven.
    pub optimal_proven: bool,
    /// An upper bound on the length, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_bound: Option<u32>,
}

/// The boards of a day.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Daily {
    /// The day, in UTC.
    pub date: String,
    /// A 3x3 and a 4x4 board.
    pub puzzles: Vec<Generated>,
}

/// The answer to *puzzles*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Puzzles {
    /// The puzzles, in the order of their seeds.
    pub puzzles: Vec<Generated>,
}

/// An instance set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Dataset {
    /// Its name.
    pub name: &'static str,
    /// The number of instances.
    pub count: usize,
    /// One line about it.
    pub summary: &'static str,
    /// The publication it comes from.
    pub source: &'static str,
    /// Its licence.
    pub licence: &'static str,
}

impl From<&taquin::data::Dataset> for Dataset {
    fn from(set: &taquin::data::Dataset) -> Self {
        Self {
            name: set.name,
            count: set.count,
            summary: set.summary,
            source: set.source,
            licence: set.licence,
        }
    }
}

/// The rows of a set, in the order of the source.
pub fn dataset_rows(set: &'static taquin::data::Dataset) -> impl Iterator<Item = DatasetRow> {
    set.instances().map(|instance| DatasetRow {
        id: instance.id,
        board: instance.board.to_string(),
        goal: instance.goal.to_string(),
        optimal: instance.optimal,
        known: instance.known,
        source: set.source.to_owned(),
    })
}

/// A row of a dataset.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DatasetRow {
    /// The instance's name in its set.
    pub id: String,
    /// The position.
    pub board: String,
    /// The goal.
    pub goal: String,
    /// The length of a shortest solution, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<u32>,
    /// The length of the best known solution, if not proven optimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<u32>,
    /// The source.
    pub source: String,
}
