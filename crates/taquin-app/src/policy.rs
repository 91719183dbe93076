//! The policy: what callers may ask for.
//!
//! On the command line a user may name any program as a solver and any number of threads; from a
//! stranger, the same text would run programs on someone else's machine. What is allowed follows from
//! the catalogue: a new solver is open to strangers only if its entry says that it runs in process.

use std::time::Duration;

use taquin::catalogue::{CATALOGUE, OptionKind, Runs, SolverEntry};
use taquin::spec::Spec;

use crate::encode::WAY_OUT;
use crate::{Refusal, RefusalKind};

/// The limits that a front end sets for its callers.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// The longest time of one search.
    pub longest: Duration,
    /// The largest formula: steps times the square of the cells.
    pub largest_formula: u64,
    /// The most bytes of text in one answer.
    pub largest_answer: u64,
    /// Whether a solver may run other programs or use a device.
    pub outside: bool,
    /// The most threads of one search; none for no cap.
    pub threads: Option<u64>,
}

/// Everything, for as long as it takes.
impl Default for Policy {
    fn default() -> Self {
        Self {
            longest: Duration::MAX,
            largest_formula: u64::MAX,
            largest_answer: u64::MAX,
            outside: true,
            threads: None,
        }
    }
}

/// Solvers inside solvers, as in `sat:known=…`.
const MAX_DEPTH: usize = 2;

impl Policy {
    /// Whether a solver of the catalogue may run with its defaults.
    pub fn offers(self, entry: &SolverEntry) -> bool {
        self.outside || entry.runs == Runs::InProcess
    }

    /// The spec as it may run: its threads are capped where it leaves their number open.
    ///
    /// # Errors
    /// When it names no solver, runs outside this process, or requests too many threads.
    pub fn admit(self, spec: Spec) -> Result<Spec, Refusal> {
        self.admit_nested(spec, 0)
    }

    /// Checks that an answer is not longer than callers may ask for.
    ///
    /// # Errors
    /// When it is; the refusal names its size and a remedy.
    pub(crate) fn check_answer(self, bytes: u64) -> Result<(), Refusal> {
        if bytes <= self.largest_answer {
            return Ok(());
        }
        let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
        let detail = format!(
            "the text has {} MB, and the service sends at most {} MB; {WAY_OUT}",
            megabytes(bytes),
            megabytes(self.largest_answer),
        );
        Err(Refusal::new(RefusalKind::TooLarge, detail))
    }

    fn admit_nested(self, mut spec: Spec, depth: usize) -> Result<Spec, Refusal> {
        let refuse = |detail: String| Err(Refusal::new(RefusalKind::Unsupported, detail));
        let entry = CATALOGUE.entry(&spec.name)?;
        if !self.offers(entry) {
            return refuse(format!(
                "the service does not offer {}: it works outside this process; use sat or pdb-ida, or \
                 the command line",
                entry.name
            ));
        }
        for option in entry.options {
            let given = spec.options.get(option.name);
            let value = given.unwrap_or(option.default);
            match option.kind {
                OptionKind::Program { built_in } if !self.outside && !built_in.contains(&value) => {
                    let (name, value) = (option.name, shorten(value));
                    return refuse(format!(
                        "the service runs no outside program, so not {name}={value}; there are {}",
                        built_in.join(" and ")
                    ));
                }
                OptionKind::Threads { .. } => {
                    let Some(most) = self.threads else {
                        continue;
                    };
                    let is_few = value.parse::<u64>().is_ok_and(|threads| threads <= most);
                    match given {
                        _ if is_few => {}
                        None => spec.options.set(option.name, most.to_string()),
                        Some(_) => {
                            return refuse(format!(
                                "the service gives one search at most {most} threads"
                            ));
                        }
                    }
                }
                OptionKind::Solver if given.is_some() && depth >= MAX_DEPTH => {
                    return refuse("these solvers are nested too deeply".to_owned());
                }
                OptionKind::Solver if given.is_some() => {
                    let inner = self.admit_nested(value.parse()?, depth + 1)?;
                    spec.options.set(option.name, inner.to_string());
                }
                _ => {}
            }
        }
        Ok(spec)
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRANGERS: Policy = Policy {
        longest: Duration::MAX,
        largest_formula: u64::MAX,
        largest_answer: u64::MAX,
        outside: false,
        threads: Some(2),
    };

    fn admit(policy: Policy, text: &str) -> Result<String, Refusal> {
        let spec = text.parse::<Spec>()?;
        Ok(policy.admit(spec)?.to_string())
    }

    #[test]
    fn strangers_run_no_outside_program() {
        for text in [
            "smt",
            "smt:solver=/bin/sh",
            "sat:solver=/bin/sh",
            "sat:solver=./cadical",
            "sat:known=smt",
            "sat:known=sat:solver=/bin/sh",
            "gpu-ida",
            "gpu-batch",
            "gpu-beam",
            "pdb-ida:threads=1024",
            "pdb-ida:threads={steps}",
            "anytime:threads=all",
            "xyzzy",
        ] {
            assert!(admit(STRANGERS, text).is_err(), "{text}");
        }
        for text in [
            "auto",
            "sat",
            "sat:solver=batsat",
            "sat:known=beam",
            "sat:horizon={steps}",
            "astar:heuristic=manhattan",
            "pdb-ida:threads=2",
        ] {
            assert_eq!(admit(STRANGERS, text).as_deref(), Ok(text));
        }
        assert!(admit(Policy::default(), "smt:solver=/bin/sh").is_ok());
    }

    #[test]
    fn threads_that_nobody_named_are_capped() {
        assert_eq!(
            admit(STRANGERS, "anytime").as_deref(),
            Ok("anytime:threads=2")
        );
        assert_eq!(
            admit(Policy::default(), "anytime").as_deref(),
            Ok("anytime")
        );
    }
}
