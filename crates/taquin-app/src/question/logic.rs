//! Questions about formulas: written, decided, and read back.

use serde::Deserialize;
use taquin::sat::Horizon;
use taquin::sat::encodings::Encoding;

use super::{ByName, LimitMembers, NotationName, Position, object};
use crate::Language;

/// A language of other solvers.
pub type LanguageName = ByName<Language>;

/// An encoding of puzzles as clauses.
pub type EncodingName = ByName<Encoding>;

/// Whether plans have exactly the given number of moves, or at most.
pub type HorizonName = ByName<Horizon>;

/// A position to export.
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = EncodeRequest))]
pub struct Encode {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// The language.
    #[serde(rename = "as")]
    pub(crate) language: LanguageName,
    /// Moves of the plan; not for `pddl`.
    #[cfg_attr(feature = "schema", schema(maximum = 2000))]
    pub(crate) bound: Option<u32>,
    /// Encoding for `dimacs`.
    #[serde(default)]
    pub(crate) encoding: EncodingName,
    /// Whether plans have exactly this many moves, or at most.
    #[serde(default)]
    pub(crate) horizon: HorizonName,
}

/// Whether there is a plan of this many moves.
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = DecideRequest))]
pub struct Decide {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// The moves of the plan.
    #[cfg_attr(feature = "schema", schema(maximum = 2000))]
    pub(crate) bound: u32,
    #[serde(default)]
    pub(crate) encoding: EncodingName,
    /// Whether plans have exactly this many moves, or at most.
    #[serde(default)]
    pub(crate) horizon: HorizonName,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) notation: NotationName,
    #[serde(default, deserialize_with = "object")]
    pub(crate) limits: LimitMembers,
}

/// Clauses to decide.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = SatRequest))]
pub struct Sat {
    /// The formula in DIMACS.
    pub(crate) formula: String,
    #[serde(default, deserialize_with = "object")]
    pub(crate) limits: LimitMembers,
}

/// Another program's answer to what *encode* wrote.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = DecodeRequest))]
pub struct Decode {
    /// The file that *encode* wrote.
    pub(crate) file: String,
    /// What the program printed.
    pub(crate) output: String,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) notation: NotationName,
}
