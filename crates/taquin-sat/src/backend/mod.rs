//! SAT solvers, each by name; any other by the path of its program.
//!
//! To add one: a file with `impl Backend` and a `const ENTRY`; then a line in [`BACKENDS`].

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod clause_listener;
mod own;
#[cfg(feature = "programs")]
mod process;
#[cfg(feature = "programs")]
mod run;

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use taquin_core::spec::SpecError;
use taquin_core::{Control, Meter, Stop};

use crate::cdcl::{Effort, Guard, Verdict};
use crate::cnf::Cnf;
use crate::formula::Formula;
use crate::lemmas::Lemmas;

#[cfg(feature = "programs")]
pub use process::Process;
#[cfg(feature = "programs")]
pub(crate) use run::{Ran, explain, run};

/// All solvers that are built in, in the order they are listed to users.
pub static BACKENDS: &[BackendEntry] = &[
    own::ENTRY,
    batsat::ENTRY,
    #[cfg(feature = "cadical")]
    cadical::ENTRY,
];

/// A line of the catalogue.
pub struct BackendEntry {
    /// The name, as users write it.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// Makes the solver.
    pub build: fn() -> Arc<dyn Backend>,
}

/// A SAT solver.
pub trait Backend: Send + Sync {
    /// The name of the solver.
    fn name(&self) -> &str;

    /// Decides clauses, or stops when the watch says so; `lemmas` are for solvers that support them.
    ///
    /// # Errors
    /// When the solver fails to give an answer that can be read.
    fn decide_cnf(
        &self,
        cnf: &Cnf,
        lemmas: Option<&Lemmas>,
        watch: &Watch<'_>,
    ) -> Result<Decision, BackendError>;

    /// Whether [`Backend::decide_proving`] is possible.
    fn writes_proofs(&self) -> bool {
        false
    }

    /// Decides clauses and writes the refutation in DRAT, unchecked: the caller checks it.
    ///
    /// # Errors
    /// When the solver writes no proofs, or fails to give an answer that can be read.
    fn decide_proving(
        &self,
        _cnf: &Cnf,
        _proof: &mut dyn Write,
        _watch: &Watch<'_>,
    ) -> Result<Decision, BackendError> {
        Err(BackendError {
            solver: self.name().to_owned(),
            reason: "it writes no proofs".to_owned(),
        })
    }

    /// Decides a formula of this crate.
    ///
    /// # Errors
    /// When the solver fails to give an answer that can be read.
    fn decide(&self, formula: &Formula, watch: &Watch<'_>) -> Result<Decision, BackendError> {
        self.decide_cnf(&formula.cnf, formula.lemmas.as_deref(), watch)
    }
}

/// An answer and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// The effort, as far as the solver reports it.
    pub effort: Effort,
    /// The evidence for a verdict of *unsatisfiable*.
    pub evidence: Evidence,
}

impl Decision {
    /// The decision of a solver that is part of this program.
    pub fn built_in(verdict: Verdict, effort: Effort) -> Self {
        Self {
            verdict,
            effort,
            evidence: Evidence::BuiltIn,
        }
    }
}

/// The evidence for a verdict of *unsatisfiable*. A model needs none: it is checked against every
/// clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// The word of another program.
    Claim,
    /// A solver that is part of this program searched everything.
    BuiltIn,
    /// A proof by another program, which [`crate::drat`] checked.
    Proof,
}

impl Evidence {
    /// `claim`, `built-in` or `proof`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Claim => "claim",
            Self::BuiltIn => "built-in",
            Self::Proof => "proof",
        }
    }
}

/// Why a solver gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{solver}: {reason}")]
pub struct BackendError {
    /// The solver's name or path.
    pub solver: String,
    /// What went wrong, and how to fix it.
    pub reason: String,
}

/// When a solver has to stop: at the limits of a solve, or when its question has become pointless.
pub struct Watch<'a> {
    /// Limits and cancelling of the solve.
    pub control: &'a Control,
    /// Set by others who made the question pointless.
    pub pointless: Option<&'a AtomicBool>,
    /// Bytes held outside of the solver.
    pub base_bytes: u64,
}

impl<'a> Watch<'a> {
    /// A watch over one question of a solve.
    pub fn new(control: &'a Control) -> Self {
        Self {
            control,
            pointless: None,
            base_bytes: 0,
        }
    }

    /// Whether to stop, with this many bytes held.
    pub fn check(&self, bytes: u64) -> ControlFlow<Stop> {
        if self
            .pointless
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return ControlFlow::Break(Stop::Finished);
        }
        self.control.check()?;
        self.control.check_memory(self.base_bytes + bytes)
    }

    /// A guard that counts conflicts as nodes of the solve.
    pub fn guard(&self) -> WatchGuard<'_> {
        WatchGuard {
            watch: self,
            meter: self.control.meter(),
            conflicts: 0,
            peak_bytes: 0,
        }
    }
}

/// Counts conflicts as nodes of a solve.
pub struct WatchGuard<'a> {
    watch: &'a Watch<'a>,
    meter: Meter<'a>,
    /// Conflicts that were allowed.
    pub conflicts: u64,
    /// Most bytes held that were allowed.
    pub peak_bytes: u64,
}

impl Guard for WatchGuard<'_> {
    fn conflict(&mut self) -> ControlFlow<Stop> {
        self.meter.node()?;
        self.conflicts += 1;
        ControlFlow::Continue(())
    }

    fn pause(&mut self, bytes: u64) -> ControlFlow<Stop> {
        self.watch.check(bytes)?;
        self.peak_bytes = self.peak_bytes.max(bytes);
        ControlFlow::Continue(())
    }
}

/// A choice of solver.
#[derive(Clone)]
pub struct Choice(pub Arc<dyn Backend>);

impl Default for Choice {
    fn default() -> Self {
        Self((BACKENDS[0].build)())
    }
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl FromStr for Choice {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        #[cfg(feature = "programs")]
        if text.contains(['/', '\\']) {
            let process = Process::new(text).map_err(|error| SpecError::BadValue {
                key: "solver".to_owned(),
                value: text.to_owned(),
                reason: error.reason,
            })?;
            return Ok(Self(Arc::new(process)));
        }
        let entry = BACKENDS.iter().find(|entry| entry.name == text);
        entry.map(|entry| Self((entry.build)())).ok_or_else(|| {
            let names: Vec<&str> = BACKENDS.iter().map(|entry| entry.name).collect();
            SpecError::unknown("SAT solver", text, &names)
        })
    }
}
