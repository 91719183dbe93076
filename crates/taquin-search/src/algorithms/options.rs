//! Options that several searches have.

use taquin_core::catalogue::{OptionEntry, OptionKind};

/// The heuristic of an informed search.
pub(super) const HEURISTIC: OptionEntry = OptionEntry {
    name: "heuristic",
    kind: OptionKind::Heuristic,
    default: "manhattan",
    help: "the estimate h",
};

/// How a best-first search breaks ties.
pub(super) const TIE: OptionEntry = OptionEntry {
    name: "tie",
    kind: OptionKind::Choice(&["high-g", "low-g", "fifo"]),
    default: "high-g",
    help: "which comes first among equal f",
};
