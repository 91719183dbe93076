//! `taquin bench`: experiments that anyone can repeat.

mod diff;
mod list;
mod merge;
mod report;
mod run;
mod verify;
mod worker;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use taquin_lab::{DataFrame, FolderError, Measure};

use crate::End;
use crate::failure::{Exit, Failure};
use crate::output::{Style, talk};

/// Run experiments and evaluate them: suites, raw rows, statistics, plots
#[derive(Args)]
#[command(after_help = "Examples:
  taquin bench list
  taquin bench run korf100 --out runs/a
  taquin bench run suite.toml --repeat 5 --seed 1 --out runs/b --with 'cmd:mysolver {board}'
  taquin bench report runs/a --plot cactus,scatter
  taquin bench diff runs/a runs/b
  taquin bench verify runs/a --sample 20

A results folder has manifest.json, rows.jsonl (one row per run, append-only) and rows.csv. After
any interruption, the same command resumes.")]
pub(crate) struct Bench {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Run(run::Run),
    Report(report::Report),
    Diff(diff::Diff),
    Verify(verify::Verify),
    Merge(merge::Merge),
    List(list::List),
    /// Makes runs for another process; not for people
    #[command(hide = true)]
    Worker,
}

impl Bench {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        match self.action {
            Action::Run(command) => command.run(style),
            Action::Report(command) => command.run(style),
            Action::Diff(command) => command.run(style),
            Action::Verify(command) => command.run(style),
            Action::Merge(command) => command.run(style),
            Action::List(command) => command.run(style),
            Action::Worker => worker::run(),
        }
    }
}

/// Time to compare.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum By {
    /// Wall time
    #[default]
    Clock,
    /// CPU time, more reliable on a busy machine
    Cpu,
}

impl From<By> for Measure {
    fn from(by: By) -> Self {
        match by {
            By::Clock => Self::Clock,
            By::Cpu => Self::Cpu,
        }
    }
}

/// A folder of results as the user named it.
#[derive(Args, Clone)]
struct FolderArg {
    /// A folder that `bench run` wrote
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

fn failure(error: &FolderError) -> Failure {
    match error {
        FolderError::Write { .. } | FolderError::Io { .. } => Failure::internal(error.to_string()),
        _ => Failure::usage(error.to_string()),
    }
}

fn frame(folder: &Path, style: Style) -> Result<DataFrame, Failure> {
    let frame = DataFrame::read(folder).map_err(|error| failure(&error))?;
    if frame.torn && !style.quiet {
        talk(&torn(folder));
    }
    if frame.points.is_empty() {
        let folder = folder.display();
        return Err(Failure::usage(format!(
            "{folder} has no rows yet; `taquin bench run` makes them"
        )));
    }
    Ok(frame)
}

fn torn(folder: &Path) -> String {
    format!(
        "the last row of {} is half written and left out",
        folder.display()
    )
}
