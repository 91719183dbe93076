//! `taquin prove`: a shortest solution and a proof that none is shorter, for other programs to check.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use taquin_app::{Proof, ProofFiles, ProofOptions, ProveError, RefusalKind};

use super::encode::cannot_write;
use crate::End;
use crate::cli::{LimitArgs, PositionArgs};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::interrupt;
use crate::output::{Column, Reply, Style};
use crate::progress::Progress;
use crate::session;

/// Finds a shortest solution and writes a proof that there is no shorter one
#[derive(Args)]
#[command(after_help = "Examples:
  taquin prove \"8 1 3/4 0 2/7 6 5\" -o proof/
  drat-trim proof/shorter.cnf proof/shorter.drat
  taquin prove \"8 1 3/4 0 2/7 6 5\" -o proof/ --plain
  taquin prove \"8 1 3/4 0 2/7 6 5\" -o proof/ --lrat && lrat-check proof/shorter.cnf proof/shorter.lrat

The folder gets the formula that asks for a shorter plan (shorter.cnf), the proof that it cannot be
satisfied (shorter.drat), the solution, and a README that says how to check them. With --plain the
formula has only the rules of the puzzle; else it also leaves out what no plan of this length can do.")]
pub(crate) struct Prove {
    #[command(flatten)]
    positions: PositionArgs,
    /// The folder for the files
    #[arg(long, short, value_name = "FOLDER")]
    output: PathBuf,
    /// A formula without pruning, for small cases
    #[arg(long)]
    plain: bool,
    /// The proof in LRAT too, which says of each clause what it follows from
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
        let instance = super::one_position(&self.positions, style)?;
        let (puzzle, _) = input::puzzle(self.positions.goal.chosen().as_ref(), &instance)?;
        let mut control = session::control(self.limits.each_of(1));
        if !style.quiet {
            let progress = Progress::new("prove");
            control = control.on_event(move |event| progress.tell(event));
        }
        let control = Arc::new(control);
        interrupt::watch(&control);
        let proof = Proof::find(&puzzle, &control).map_err(|error| self.failure(error))?;
        let folder = &self.output;
        fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
        let options = ProofOptions {
            plain: self.plain,
            lrat: self.lrat,
        };
        let answer = proof
            .write(options, &Folder(folder), &control)
            .map_err(|error| self.failure(error))?;
        let text = format!(
            "{} moves are optimal: {} variables, {} clauses, a proof of {} lines in {}\n",
            answer.length,
            answer.variables,
            answer.clauses,
            answer.proof_lines,
            folder.display()
        );
        super::only(style, COLUMNS, Reply::new(text, &answer))
    }

    fn failure(&self, error: ProveError) -> Failure {
        let path = |name: &str| self.output.join(name);
        match error {
            ProveError::SeveralGoals => Failure::usage(format!("{error}; name one with --goal")),
            ProveError::Solve(error) => error.into(),
            ProveError::NoLength(_) | ProveError::NoProof | ProveError::NoLrat => {
                Failure::new(Exit::Limit, RefusalKind::Unsupported, error.to_string())
            }
            ProveError::Write { name, error } => cannot_write(&path(name), &error),
            ProveError::Read { name, error } => {
                Failure::usage(format!("cannot read {}: {error}", path(name).display()))
            }
            ProveError::Task(error) => Failure::usage(error.to_string()),
            error => Failure::internal(error.to_string()),
        }
    }
}

/// The folder for the files.
struct Folder<'a>(&'a Path);

impl ProofFiles for Folder<'_> {
    fn create(&self, name: &str) -> io::Result<Box<dyn Write>> {
        let file = File::create(self.0.join(name))?;
        Ok(Box::new(BufWriter::new(file)))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead>> {
        let file = File::open(self.0.join(name))?;
        Ok(Box::new(BufReader::new(file)))
    }
}
