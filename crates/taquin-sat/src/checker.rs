//! Outside proof checkers, and their verdicts on the proof of a formula.
//!
//! Our own checkers are in [`crate::drat`] and [`crate::lrat`]. A program that shares no code with
//! them guards against a fault of ours.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use taquin_core::Stop;

use crate::backend::{BackendError, Ran, Watch, explain, run};
use crate::certificate::ProofFormat;

/// Checkers that are looked for where none is named, the most trusted first: the file's name and the
/// format it reads.
pub const CHECKERS: &[(&str, ProofFormat)] = &[
    ("cake_lpr", ProofFormat::Lrat),
    ("lrat-check", ProofFormat::Lrat),
    ("lrat-trim", ProofFormat::Lrat),
    ("drat-trim", ProofFormat::Drat),
    ("rate", ProofFormat::Drat),
];

/// A proof checker that is another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checker {
    path: PathBuf,
    name: String,
    /// The format it reads; any for programs that we do not know.
    format: Option<ProofFormat>,
}

/// The verdict of a checker on a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// The proof holds.
    Verified,
    /// The proof does not hold; with the checker's last words.
    Rejected(String),
    /// The checker gave no verdict, for this reason.
    None(String),
    /// A limit came first.
    Stopped(Stop),
}

impl Checker {
    /// The program at this path. Its file name determines the format.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let known = CHECKERS.iter().find(|(known, _)| name.starts_with(known));
        Self {
            name,
            format: known.map(|&(_, format)| format),
            path,
        }
    }

    /// The name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The format it reads, if it is one of [`CHECKERS`].
    pub fn format(&self) -> Option<ProofFormat> {
        self.format
    }

    /// Whether it reads proofs in this format.
    pub fn reads(&self, format: ProofFormat) -> bool {
        self.format.is_none_or(|own| own == format)
    }

    /// Runs the program on a proof file and its formula file.
    pub fn check(&self, formula: &Path, proof: &Path, watch: &Watch<'_>) -> Opinion {
        let mut command = Command::new(&self.path);
        command.args([formula, proof]);
        match run(command, None, &self.name, watch) {
            Ok(Ran::Ended(status, printed, complaint)) => opinion(status, &printed, &complaint),
            Ok(Ran::Stopped(stop)) => Opinion::Stopped(stop),
            Err(BackendError { reason, .. }) => Opinion::None(reason),
        }
    }
}

/// Reads a checker's verdict. All of them print it on a separate line: `s VERIFIED`,
/// `s VERIFIED UNSAT` (`cake_lpr`) or `c VERIFIED` (`lrat-check`). Exit codes do not agree: 0, 1 and 20 all
/// occur with a proof that holds.
fn opinion(status: ExitStatus, printed: &str, complaint: &str) -> Opinion {
    let lines = || printed.lines().map(str::trim);
    let rejected = |line: &str| Opinion::Rejected(line.chars().take(120).collect());
    if let Some(line) = lines().find(|line| line.contains("NOT VERIFIED")) {
        return rejected(line);
    }
    let accepts = |line: &str| matches!(line, "s VERIFIED" | "s VERIFIED UNSAT" | "c VERIFIED");
    if status.code().is_some() && lines().any(accepts) {
        return Opinion::Verified;
    }
    // `c Checking failed` of cake_lpr; that memory ran out is no verdict.
    let refuses = |line: &&str| line.contains("heck") && line.contains("fail");
    let mut said = lines().chain(complaint.lines().map(str::trim));
    match said.find(refuses) {
        Some(line) => rejected(line),
        None => Opinion::None(explain(status, "it printed no verdict", complaint)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    /// Outputs of the programs, from runs on valid and on invalid proofs.
    #[test]
    fn verdicts_of_all_known_checkers_are_read() {
        let said = |code: i32, printed: &str| opinion(ExitStatus::from_raw(code << 8), printed, "");
        for (code, printed) in [
            (
                0,
                "c parsing\n\rs VERIFIED\nc verification time: 0.089 seconds\n",
            ),
            (
                0,
                "c WARNING: RAT check on proof pivot failed : 5 0\ns VERIFIED\n",
            ),
            (20, "s VERIFIED\nc checked 22 clauses\n"),
            (0, "c VERIFIED\nc allocated 1024\n"),
            (0, "s VERIFIED UNSAT\n"),
        ] {
            assert_eq!(said(code, printed), Opinion::Verified, "{printed}");
        }
        for (code, printed) in [
            (
                1,
                "c conflict claimed, but not detected\n\ns NOT VERIFIED\n",
            ),
            (1, "c failed while checking clause: -30 0\nc NOT VERIFIED\n"),
            // Both cannot be true.
            (0, "s VERIFIED\ns NOT VERIFIED\n"),
            (1, "c Checking failed for line: 7\n"),
        ] {
            let opinion = said(code, printed);
            assert!(matches!(opinion, Opinion::Rejected(_)), "{opinion:?}");
        }
        for (code, printed) in [
            (0, ""),
            (0, "s TIMEOUT\n"),
            (0, "c MEMOUT: reallocation of proof list failed\n"),
            (
                0,
                "c VERIFIED derivation: all lemmas preserve satisfiability\n",
            ),
        ] {
            let opinion = said(code, printed);
            assert!(matches!(opinion, Opinion::None(_)), "{opinion:?}");
        }
        // Killed behind its verdict: not believed.
        let killed = opinion(ExitStatus::from_raw(9), "s VERIFIED\n", "");
        assert!(matches!(killed, Opinion::None(_)), "{killed:?}");
    }

    #[test]
    fn a_checker_is_known_by_its_file() {
        let format = |path: &str| Checker::new(path).format();
        assert_eq!(format("/usr/bin/drat-trim"), Some(ProofFormat::Drat));
        assert_eq!(format("/opt/lrat-check"), Some(ProofFormat::Lrat));
        assert_eq!(format("/opt/mine"), None);
        assert!(Checker::new("/opt/mine").reads(ProofFormat::Lrat));
    }
}
