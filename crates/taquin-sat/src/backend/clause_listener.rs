//! Events of a solver in this process: learnt clauses, and the bytes it holds.

use taquin_core::Stop;

use super::{Decision, Watch, WatchGuard};
use crate::cdcl::{Effort, Guard, Verdict};

/// Asks the guard of a solve about every conflict, and keeps its objection.
pub(super) struct ClauseListener<'a> {
    pub(super) guard: WatchGuard<'a>,
    /// Bytes of clauses, by what was added. Solvers do not tell what they delete.
    pub(super) bytes: u64,
    pub(super) stop: Option<Stop>,
}

impl<'a> ClauseListener<'a> {
    /// A listener to a solver that begins with a formula of this many bytes.
    ///
    /// # Errors
    /// The decision of a solver that was stopped, where the formula is too large already.
    pub(super) fn new(watch: &'a Watch<'a>, bytes: u64) -> Result<Self, Decision> {
        let mut listener = Self {
            guard: watch.guard(),
            bytes,
            stop: None,
        };
        listener.pause();
        match listener.stop {
            None => Ok(listener),
            Some(stop) => {
                let verdict = Verdict::Stopped(stop);
                Err(Decision::built_in(verdict, Effort::default()))
            }
        }
    }

    /// A clause was learnt.
    pub(super) fn conflict(&mut self) {
        if self.stop.is_none() {
            self.stop = self.guard.conflict().break_value();
        }
    }

    /// A look at the limits.
    pub(super) fn pause(&mut self) {
        if self.stop.is_none() {
            self.stop = self.guard.pause(self.bytes).break_value();
        }
    }

    /// The verdict of a solver that gave none.
    pub(super) fn stopped(&self) -> Verdict {
        Verdict::Stopped(self.stop.unwrap_or(Stop::Cancelled))
    }
}
