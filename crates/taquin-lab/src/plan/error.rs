//! Why an experiment cannot be laid out.

use std::path::PathBuf;

/// Why an experiment cannot be laid out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A file of boards cannot be read.
    #[error("set `{set}`: cannot read {}: {reason}", path.display())]
    File {
        /// The set.
        set: String,
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: String,
    },
    /// A board, a goal or a distance is not what it should be.
    #[error("set `{set}`: {reason}")]
    Board {
        /// The set.
        set: String,
        /// Why.
        reason: String,
    },
    /// Names that a set does not have.
    #[error("set `{set}` has no instance called `{name}`")]
    NoInstance {
        /// The set.
        set: String,
        /// The name.
        name: String,
    },
    /// A solver or command that was added cannot be used.
    #[error("--with {text}: {reason}")]
    With {
        /// As written.
        text: String,
        /// Why.
        reason: String,
    },
    /// A configuration that the suite does not have.
    #[error("there is no configuration `{name}`; there are {known}")]
    NoConfiguration {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// A limit cannot be kept.
    #[error("{0}")]
    Limit(String),
}
