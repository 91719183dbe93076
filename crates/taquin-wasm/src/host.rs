//! Functions that the module imports from its host.

use std::time::Duration;

/// The surroundings of the engine: in a page the worker, in tests the process.
pub trait Host: Send + Sync + 'static {
    /// Time since some moment in the past.
    fn now(&self) -> Duration;

    /// Whether the question that is being answered was cancelled.
    fn is_cancelled(&self) -> bool;

    /// Takes the progress of the question that is being answered, as JSON.
    fn progress(&self, json: &str);

    /// Takes the next bytes of a table that is being saved.
    fn table_bytes(&self, bytes: &[u8]);
}
