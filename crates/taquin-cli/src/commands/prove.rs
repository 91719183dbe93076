//! `taquin prove`: a shortest solution and a proof that none is shorter, for other programs to check.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use taquin::notation::file::Instance;
use taquin::sat::certificate::ProofFormat;
use taquin::sat::checker::CHECKERS;
use taquin_app::{Proof, ProofOptions, ProveError, RefusalKind};

use super::count_of;
use crate::End;
use crate::cli::{LimitArgs, PositionArgs};
use crate::draft::{Draft, Folder, cannot_write};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::interrupt;
use crate::output::{Column, Reply, Style};
use crate::progress::ProgressLine;
use crate::session;

/// Find an optimal solution and write a proof that there is no shorter one
#[derive(Args)]
#[command(after_help = "Examples:
  taquin prove \"8 1 3/4 0 2/7 6 5\" -o proof/
  drat-trim proof/shorter.cnf proof/shorter.drat
  taquin prove \"8 1 3/4 0 2/7 6 5\" -o proof/ --plain
  taquin prove --check proof/
    taquin prove \"8 1 3/4 0 2/7 6 5\" -o proof/ --lrat
  lrat-check proof/shorter.cnf proof/shorter.lrat

The folder gets a formula that states that a shorter plan exists (shorter.cnf), its refutation
(shorter.drat), the solution, and a README that explains how to check them. With --plain the
formula states only the rules of the puzzle; without it, the formula also prunes what no plan of
this length can do.

--check runs taquin's own checkers first. Then it runs those that are installed: cake_lpr,
lrat-check and lrat-trim on shorter.lrat, drat-trim and rate on shorter.drat. Each line names the
checkers. If any of them rejects the proof, the exit code is 5.")]
pub(crate) struct Prove {
    #[command(flatten)]
    positions: PositionArgs,
    /// The folder for the files; each of several positions has its own in it
    #[arg(long, short, value_name = "FOLDER", required_unless_present = "check")]
    output: Option<PathBuf>,
    /// Check the proofs of a folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["output", "plain", "lrat"])]
    check: Option<PathBuf>,
    /// The proof checker to run in addition to taquin's own: a name, a path, or none [default: all installed]
    #[arg(long, value_name = "PROGRAM", requires = "check")]
    checker: Option<String>,
    /// Write a formula without pruning, for short solutions
    #[arg(long)]
    plain: bool,
    /// Also write the proof in LRAT, which names the antecedents of each clause
    #[arg(long)]
    lrat: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

const COLUMNS: &[Column] = &[
    ("length", "/length"),
    ("variables", "/variables"),
    ("clauses", "/clauses"),
    ("proof lines", "/proof_lines"),
];

impl Prove {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        if let Some(folder) = &self.check {
            return self.check(folder, style);
        }
        super::each_file(&self.positions, style, |instance, name| {
            self.prove(instance, name, style)
        })
    }

    /// Proves one position; `name` is that of its own folder, if there are several.
    fn prove(&self, instance: &Instance, name: Option<&str>, style: Style) -> Result<Exit, End> {
        let folder = &self.output.clone().unwrap_or_default();
        let folder = &name.map_or_else(|| folder.clone(), |name| folder.join(name));
        let (puzzle, _) = input::puzzle(self.positions.goal.chosen().as_ref(), instance)?;
        let mut control = session::control(self.limits.each_of(1));
        if !style.quiet {
            let progress = ProgressLine::new("prove");
            control = control.on_event(move |event| progress.tell(event));
        }
        let control = Arc::new(control);
        interrupt::watch(&control);
        let proof = Proof::find(&puzzle, &control).map_err(|error| ended(error, folder))?;
        if let (Some(all), Some(_)) = (&self.output, name) {
            std::fs::create_dir_all(all).map_err(|error| cannot_write(all, &error))?;
        }
        // Everything is written next to the folder first, so that a failure leaves nothing behind.
        let draft = Draft::new(folder)?;
        let options = ProofOptions {
            plain: self.plain,
            lrat: self.lrat,
        };
        let answer = proof
            .write(options, &Folder(draft.path.clone()), &control)
            .map_err(|error| ended(error, folder))?;
        // What an earlier proof left there does not belong to this one.
        draft.publish(folder, &["shorter.cnf", "shorter.drat", "shorter.lrat"])?;
        let verb = if answer.length == 1 {
            "move is"
        } else {
            "moves are"
        };
        let proof = match (answer.variables, answer.clauses, answer.proof_lines) {
            (Some(variables), Some(clauses), Some(lines)) => {
                format!(
                    "{}, {}, a proof of {} in",
                    count_of(variables as usize, "variable"),
                    count_of(clauses, "clause"),
                    count_of(lines as usize, "line"),
                )
            }
            _ => "no plan of the same parity is shorter; written to".to_owned(),
        };
        let text = format!(
            "{} {verb} optimal: {proof} {}\n",
            answer.length,
            folder.display()
        );
        super::only(style, COLUMNS, Reply::new(text, &answer))
    }
}

/// A proof that Ctrl-C ended is interrupted, whatever it was about to say.
fn ended(error: ProveError, folder: &Path) -> Failure {
    let failure = failure(error, folder);
    let exit = if interrupt::seen() {
        Exit::Interrupted
    } else {
        failure.exit
    };
    Failure { exit, ..failure }
}

fn failure(error: ProveError, folder: &Path) -> Failure {
    let path = |name: &str| folder.join(name);
    match error {
        ProveError::SeveralGoals => Failure::usage(format!("{error}; name one with --goal")),
        ProveError::Solve(error) => error.into(),
        ProveError::NoLength(_)
        | ProveError::NoProof(_)
        | ProveError::NoLrat
        | ProveError::NotChecked => {
            Failure::new(Exit::Limit, RefusalKind::Unsupported, error.to_string())
        }
        ProveError::Write { name, error } => cannot_write(&path(name), &error),
        ProveError::Read { name, error } => {
            Failure::usage(format!("cannot read {}: {error}", path(name).display()))
        }
        ProveError::Certificate { name, error } => Failure::new(
            Exit::Verification,
            RefusalKind::Verification,
            format!("{}: {error}", path(name).display()),
        ),
        ProveError::Task(error) => Failure::usage(error.to_string()),
        error => Failure::internal(error.to_string()),
    }
}

impl Prove {
    /// Checks the proofs of a folder.
    fn check(&self, folder: &Path, style: Style) -> Result<Exit, End> {
        let control = Arc::new(session::control(self.limits.each_of(1)));
        interrupt::watch(&control);
        let named = self.checker.as_deref();
        let checkers = super::outside_checkers(named)?;
        let files = Folder(folder.to_owned());
        let proofs = taquin_app::check_proofs(&files, &control);
        let mut proofs = proofs.map_err(|error| failure(error, folder))?;
        let formula = folder.join("shorter.cnf");
        let mut asked = 0;
        for proof in &mut proofs {
            let file = (folder.join(proof.file), proof.format);
            let file = (file.0.as_path(), file.1);
            let checks = super::check_outside(&checkers, named.is_some(), &formula, file, &control);
            proof.outside = checks?;
            asked += proof.outside.len();
        }
        if let ([checker], Some(_), 0) = (&checkers[..], named, asked) {
            let (name, format) = (checker.name(), checker.format());
            let format = format.map_or("", ProofFormat::name).to_uppercase();
            return Err(Failure::usage(format!(
                "{name} reads proofs in {format}; write one with --lrat"
            ))
            .into());
        }
        let mut text = String::new();
        for proof in &proofs {
            let rules = if proof.plain {
                "by the rules of the puzzle alone"
            } else {
                "given the pruning rules, which the manual justifies"
            };
            let (file, plans) = (proof.file, &proof.plans);
            let who = super::checked_by(&proof.outside);
            let _ = writeln!(text, "{file} holds, {who}: no plan of {plans}, {rules}");
        }
        let mut reply = Reply::new(text, &json!({ "proofs": proofs })).with_rows_at("/proofs");
        if checkers.is_empty() && named.is_none() {
            let known: Vec<&str> = CHECKERS.iter().map(|(name, _)| *name).collect();
            reply = reply.with_talk(format!(
                "No other checker is installed; taquin knows {}.",
                known.join(", ")
            ));
        }
        super::only(style, CHECKED, reply)
    }
}

const CHECKED: &[Column] = &[
    ("file", "/file"),
    ("steps", "/steps"),
    ("plain", "/plain"),
    ("proof lines", "/proof_lines"),
];
