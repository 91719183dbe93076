//! Questions to solvers: solve, compare, verify, trace.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{LimitMembers, NotationName, OptionValue, Position, object};

/// A position to solve, and how.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = SolveRequest))]
pub struct Solve {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// A solver's name, or a whole spec like `astar:heuristic=manhattan,tie=fifo`.
    #[cfg_attr(feature = "schema", schema(format = "solver", max_length = 500))]
    pub(crate) algorithm: Option<String>,
    /// The solver's heuristic.
    #[cfg_attr(feature = "schema", schema(format = "heuristic", max_length = 200))]
    pub(crate) heuristic: Option<String>,
    /// The solver's options by name.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) options: BTreeMap<String, OptionValue>,
    #[serde(default, deserialize_with = "object")]
    pub(crate) limits: LimitMembers,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) notation: NotationName,
    /// Stop at a solution of at most this many moves.
    #[cfg_attr(feature = "schema", schema(maximum = 100_000))]
    pub(crate) target: Option<u32>,
    /// Stop at a solution at most this share longer than the proven bound: 0.05 is 5 %.
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 10))]
    pub(crate) within: Option<f64>,
    /// Also count the optimal solutions, if the length is proven and the limits allow.
    #[serde(default)]
    pub(crate) count: bool,
}

/// Solvers to compare.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = CompareRequest))]
pub struct Compare {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// The solvers with their options, like `bfs` or `astar/manhattan`.
    #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 8))]
    pub(crate) with: Vec<SolverText>,
    /// The limits of each run.
    #[serde(default, deserialize_with = "object")]
    pub(crate) limits: LimitMembers,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) notation: NotationName,
}

/// A solver with its options.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(format = "solver", max_length = 500))]
pub struct SolverText(pub(crate) String);

/// A solution to verify.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = VerifyRequest))]
pub struct Verify {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// Letters like `LUR2D2`, words, or tile numbers.
    #[cfg_attr(feature = "schema", schema(format = "moves", max_length = 100_000))]
    pub(crate) moves: String,
    /// The solver that verifies; default: chosen by size, different from the one `auto` uses.
    #[cfg_attr(feature = "schema", schema(format = "solver", max_length = 500))]
    pub(crate) algorithm: Option<String>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) notation: NotationName,
    #[serde(default, deserialize_with = "object")]
    pub(crate) limits: LimitMembers,
}

/// A search to trace.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = TraceRequest))]
pub struct Trace {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// A solver's name, or a whole spec like `astar:heuristic=manhattan`.
    #[cfg_attr(feature = "schema", schema(format = "solver", max_length = 500))]
    pub(crate) algorithm: String,
    /// The solver's heuristic.
    #[cfg_attr(feature = "schema", schema(format = "heuristic", max_length = 200))]
    pub(crate) heuristic: Option<String>,
    /// The solver's options by name.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) options: BTreeMap<String, OptionValue>,
    /// Number of steps in the trace; default: 2000.
    #[serde(default = "usual_events")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 20_000))]
    pub(crate) max_events: u32,
    #[serde(default, deserialize_with = "object")]
    pub(crate) limits: LimitMembers,
}

fn usual_events() -> u32 {
    2000
}
