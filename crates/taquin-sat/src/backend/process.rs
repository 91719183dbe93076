//! Any SAT solver as a program: it reads the formula from a file and prints its verdict as in the
//! SAT competitions.
//!
//! A model is checked against the formula. *Unsatisfiable* is accepted only with a proof: a program
//! known to write proofs is run with that option, and [`crate::drat`] checks the proof. What other
//! programs say is passed on as a claim.

use std::fs;
use std::io::{BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use taquin_core::Stop;

use super::run::{Ran, explain, run};
use super::{Backend, BackendError, Decision, Evidence, Watch};
use crate::cdcl::{Effort, Verdict};
use crate::cnf::Cnf;
use crate::dimacs::{self, Printed};
use crate::drat::{self, ProofError, ProofSyntax};
use crate::lemmas::Lemmas;

/// The command-line conventions of a program: its options, and where it writes its answer.
struct Dialect {
    /// A part of its file name.
    name: &'static str,
    arguments: &'static [&'static str],
    /// Whether it writes the answer to a file, named after the formula.
    writes_file: bool,
    /// The option for a proof, if it can write one.
    proof: Option<ProofOption>,
}

/// The option that makes a program write a proof in text.
#[derive(Clone, Copy)]
struct ProofOption {
    arguments: &'static [&'static str],
    /// The prefix of the file's name; without one the file is the argument after the formula.
    prefix: Option<&'static str>,
    format: ProofSyntax,
}

impl Dialect {
    const fn prints(name: &'static str, arguments: &'static [&'static str]) -> Self {
        Self {
            name,
            arguments,
            writes_file: false,
            proof: None,
        }
    }

    const fn proves(mut self, arguments: &'static [&'static str], format: ProofSyntax) -> Self {
        self.proof = Some(ProofOption {
            arguments,
            prefix: None,
            format,
        });
        self
    }

    /// The dialect of the program at this path: the first whose name is part of the file name.
    fn of(path: &Path) -> &'static Self {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let known = DIALECTS.iter().find(|dialect| file.contains(dialect.name));
        known.unwrap_or(&const { Self::prints("", &[]) })
    }
}

/// Programs that need options; others get the formula's file alone.
const DIALECTS: &[Dialect] = &[
    Dialect::prints("cryptominisat", &["--verb=0"]).proves(&[], ProofSyntax::Frat),
    Dialect {
        name: "glucose",
        arguments: &["-model", "-verb=0"],
        writes_file: false,
        proof: Some(ProofOption {
            arguments: &["-certified"],
            prefix: Some("-certified-output="),
            format: ProofSyntax::Drat,
        }),
    },
    Dialect::prints("cadical", &["-q"]).proves(&["--no-binary"], ProofSyntax::Drat),
    Dialect::prints("kissat", &["-q"]).proves(&["--no-binary"], ProofSyntax::Drat),
    Dialect::prints("clasp", &["--verbose=0"]),
    Dialect {
        name: "minisat",
        arguments: &["-verb=0"],
        writes_file: true,
        proof: None,
    },
];

/// A SAT solver as a program.
pub struct Process {
    path: PathBuf,
    name: String,
    arguments: Vec<String>,
    writes_file: bool,
    proof: Option<ProofOption>,
}

impl Process {
    /// The program at this path, or of this name on the search path, with the options that make it
    /// print its model.
    ///
    /// # Errors
    /// When there is no such file, or it is not executable.
    pub fn new(path: impl Into<PathBuf>) -> Result<Self, BackendError> {
        let path = path.into();
        let name = path.display().to_string();
        if path.is_absolute() || path.components().count() > 1 {
            check(&path).map_err(|reason| BackendError {
                solver: name.clone(),
                reason,
            })?;
        }
        let dialect = Dialect::of(&path);
        Ok(Self {
            arguments: dialect.arguments.iter().map(|&a| a.to_owned()).collect(),
            writes_file: dialect.writes_file,
            proof: dialect.proof,
            path,
            name,
        })
    }

    /// The same program with these arguments before the file's name.
    pub fn with_arguments(mut self, arguments: impl IntoIterator<Item = String>) -> Self {
        self.arguments = arguments.into_iter().collect();
        self
    }

    /// Decides the formula of a DIMACS file.
    ///
    /// # Errors
    /// When the program fails to give an answer that can be read.
    pub fn decide_file(
        &self,
        file: &Path,
        variables: u32,
        watch: &Watch<'_>,
    ) -> Result<(Verdict, String), BackendError> {
        self.ask(file, None, variables, watch)
    }

    /// Decides the formula of a DIMACS file and has a proof written, if a place for it is named.
    fn ask(
        &self,
        file: &Path,
        proof: Option<(ProofOption, &Path)>,
        variables: u32,
        watch: &Watch<'_>,
    ) -> Result<(Verdict, String), BackendError> {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments);
        if let Some((option, path)) = proof {
            command.args(option.arguments);
            if let Some(prefix) = option.prefix {
                command.arg(format!("{prefix}{}", path.display()));
            }
        }
        command.arg(file);
        if let Some((ProofOption { prefix: None, .. }, path)) = proof {
            command.arg(path);
        }
        let result = file.with_extension("result");
        if self.writes_file {
            command.arg(&result);
        }
        let run = run(command, None, &self.name, watch)?;
        let (status, mut printed, complaint) = match run {
            Ran::Ended(status, printed, complaint) => (status, printed, complaint),
            Ran::Stopped(stop) => return Ok((Verdict::Stopped(stop), String::new())),
        };
        if self.writes_file {
            printed = fs::read_to_string(&result).unwrap_or(printed);
            let _ = fs::remove_file(&result);
        }
        let verdict = match dimacs::read_answer(&printed, variables) {
            Ok(Printed::Sat(model)) => Verdict::Sat(model),
            Ok(Printed::Unsat) => Verdict::Unsat,
            Ok(Printed::Unknown) => return Err(self.failed("it gave up (UNKNOWN)".to_owned())),
            Err(reason) => return Err(self.failed(explain(status, &reason, &complaint))),
        };
        Ok((verdict, printed))
    }

    /// Decides clauses, which are written to a file for it.
    fn ask_about(
        &self,
        cnf: &Cnf,
        proof: Option<(ProofOption, &Path)>,
        watch: &Watch<'_>,
    ) -> Result<Verdict, BackendError> {
        let file = Scratch::new("cnf");
        let written = fs::File::create(&file.0)
            .and_then(|output| dimacs::write_clauses(cnf, BufWriter::new(output)));
        written.map_err(|error| {
            self.failed(format!(
                "cannot write the formula to {}: {error}",
                file.0.display()
            ))
        })?;
        let (verdict, _) = self.ask(&file.0, proof, cnf.variables(), watch)?;
        Ok(verdict)
    }

    /// The evidence for *unsatisfiable*: a checked proof, if the program wrote one.
    fn evidence(
        &self,
        cnf: &Cnf,
        option: ProofOption,
        path: &Path,
        watch: &Watch<'_>,
    ) -> Result<ControlFlow<Stop, Evidence>, BackendError> {
        let Some(file) = fs::File::open(path).ok().filter(|file| {
            let found = file.metadata();
            found.is_ok_and(|found| found.len() > 0)
        }) else {
            return Ok(ControlFlow::Continue(Evidence::Claim));
        };
        let mut guard = watch.guard();
        match drat::check(cnf, BufReader::new(file), option.format, &mut guard) {
            Ok(_) => Ok(ControlFlow::Continue(Evidence::Proof)),
            Err(ProofError::Stopped(stop)) => Ok(ControlFlow::Break(stop)),
            Err(error) => Err(self.failed(format!(
                "it says that the formula cannot be satisfied, but its proof does not hold: {error}"
            ))),
        }
    }

    fn failed(&self, reason: String) -> BackendError {
        BackendError {
            solver: self.name.clone(),
            reason,
        }
    }
}

impl Backend for Process {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide_cnf(
        &self,
        cnf: &Cnf,
        _: Option<&Lemmas>,
        watch: &Watch<'_>,
    ) -> Result<Decision, BackendError> {
        let scratch = Scratch::new("proof");
        let proof = self.proof.map(|option| (option, scratch.0.as_path()));
        let mut verdict = self.ask_about(cnf, proof, watch)?;
        let mut evidence = Evidence::Claim;
        if let (Verdict::Unsat, Some((option, path))) = (&verdict, proof) {
            match self.evidence(cnf, option, path, watch)? {
                ControlFlow::Continue(found) => evidence = found,
                ControlFlow::Break(stop) => verdict = Verdict::Stopped(stop),
            }
        }
        Ok(Decision {
            verdict,
            effort: Effort::default(),
            evidence,
        })
    }

    fn writes_proofs(&self) -> bool {
        self.proof.is_some()
    }

    fn decide_proving(
        &self,
        cnf: &Cnf,
        output: &mut dyn Write,
        watch: &Watch<'_>,
    ) -> Result<Decision, BackendError> {
        let Some(option) = self.proof else {
            return Err(self.failed("it writes no proofs that we can read".to_owned()));
        };
        let scratch = Scratch::new("proof");
        let verdict = self.ask_about(cnf, Some((option, &scratch.0)), watch)?;
        if verdict == Verdict::Unsat {
            let file = fs::File::open(&scratch.0)
                .map_err(|error| self.failed(format!("it wrote no proof: {error}")))?;
            drat::transcribe(BufReader::new(file), option.format, output)
                .map_err(|error| self.failed(format!("its proof cannot be taken over: {error}")))?;
        }
        Ok(Decision {
            verdict,
            effort: Effort::default(),
            evidence: Evidence::Claim,
        })
    }
}

fn check(path: &Path) -> Result<(), String> {
    match fs::metadata(path) {
        Err(_) => Err("there is no such file".to_owned()),
        Ok(found) if found.is_dir() => Err("it is a folder, not a program".to_owned()),
        Ok(found) if !is_executable(&found) => {
            Err("it is not a program that may be run".to_owned())
        }
        Ok(_) => Ok(()),
    }
}

#[cfg(unix)]
fn is_executable(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    true
}

/// A file of our own among the temporary ones; goes when dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(extension: &str) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("taquin-{}-{number}.{extension}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_told_what_its_own_name_asks_for() {
        let told = |path: &str| {
            let dialect = Dialect::of(Path::new(path));
            (dialect.arguments, dialect.writes_file)
        };
        assert_eq!(told("/usr/bin/minisat"), (&["-verb=0"][..], true));
        assert_eq!(
            told("/usr/bin/cryptominisat5"),
            (&["--verb=0"][..], false),
            "its name has minisat's in it"
        );
        assert_eq!(told("/opt/minisat/bin/kissat"), (&["-q"][..], false));
        assert_eq!(told("/usr/bin/picosat"), (&[][..], false));
    }
}
