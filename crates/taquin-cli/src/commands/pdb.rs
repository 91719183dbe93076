//! `taquin pdb`: pattern databases as files, built once and found by the heuristic `pdb`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use std::{fs, io};

use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use taquin::pdb::{BuildError, BuildProgress, FileError, Partition, Pattern, TableKind, sizes};
use taquin::{GpuError, Limits, Size, Stop};
use taquin_app::{Builder, PdbError, PdbFolder, RefusalKind, answer, pdb_patterns};

use crate::End;
use crate::cli::GoalArgs;
use crate::failure::{Exit, Failure};
use crate::output::{Column, Reply, Style, aligned, talk};
use crate::session;
use crate::units::{self, show_bytes, show_count, show_duration};
use crate::{folder, interrupt, memory};

/// Build, list, verify and remove pattern databases
#[derive(Args)]
#[command(after_help = "Examples:
  taquin pdb info 7-8
  taquin pdb build 7-8
  taquin pdb build 6-6-3 --kind plain
  taquin pdb build 1.2.4.5+3.6.7.8 --size 3x3
  taquin pdb build 8-8-8 --size 5x5 --on gpu
  taquin pdb list
  taquin pdb verify
  taquin solve --algo pdb-ida:tables=7-8 \"1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12\"

A partition says how many tiles are in each pattern, 6-6-3, or which, 1.2.4.5+3.6.7.8, numbered by
place as on boards with the blank last. Tables work for every goal with the blank in a corner.
Tables that take about a second are built on first use, without this command.
The solver pdb-ida uses zero-aware tables, the heuristic pdb plain ones.")]
pub(crate) struct Pdb {
    #[command(subcommand)]
    action: Action,
    /// Where the files are [default: taquin in the user's cache folder]
    #[arg(long, global = true, value_name = "DIR")]
    folder: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Action {
    /// Build the tables of a partition as files
    Build {
        #[command(flatten)]
        tables: TablesArg,
        /// Rebuild existing files
        #[arg(long)]
        force: bool,
        /// Where to build them; the files are identical
        #[arg(long, value_name = "WHERE", default_value = "cpu")]
        on: On,
        /// CPU threads [default: all cores]
        #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
        /// Memory for building, like 4G, without that of the GPU [default: 60 % of free memory]
        #[arg(long, value_name = "BYTES", value_parser = units::bytes)]
        memory_limit: Option<u64>,
    },
    /// List the files
    List,
    /// Verify all files; exit code 5 if one is damaged
    Verify,
    /// Remove the tables of a partition, except those that another complete partition needs
    Remove {
        #[command(flatten)]
        tables: TablesArg,
    },
    /// Describe the tables of a partition, built or not
    Info {
        #[command(flatten)]
        tables: TablesArg,
    },
}

/// The device that builds tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum On {
    /// This machine's processor
    Cpu,
    /// Its CUDA device, in seconds instead of minutes
    Gpu,
}

/// Which tables.
#[derive(Args)]
struct TablesArg {
    /// The partition, like 6-6-3 or 1.2.4.5+3.6.7.8
    #[arg(value_name = "PARTITION")]
    partition: Partition,
    /// Size of the board
    #[arg(long, value_name = "ROWSxCOLS", default_value = "4x4")]
    size: Size,
    /// Kind of table: plain (tiles only) or zero-aware (with the blank's region)
    #[arg(long, value_name = "KIND", default_value = "zero-aware")]
    kind: TableKind,
    #[command(flatten)]
    goal: GoalArgs,
}

const COLUMNS: &[Column] = &[
    ("size", "/size"),
    ("blank", "/blank"),
    ("tiles", "/tiles"),
    ("kind", "/kind"),
    ("entries", "/entries"),
    ("largest", "/largest"),
    ("mean", "/mean"),
    ("checksum", "/checksum"),
    ("state", "/state"),
    ("file", "/file"),
];

/// The columns for a terminal, without the file's name, which follows from the others.
const FOR_PEOPLE: &[Column] = COLUMNS.split_at(9).0;

impl Pdb {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let folder = self.folder.or_else(folder::tables).ok_or_else(|| {
            Failure::usage("this system has no cache folder; name one with --folder")
        })?;
        let folder = PdbFolder(folder);
        let reply = match self.action {
            Action::Build {
                tables,
                force,
                on,
                threads,
                memory_limit,
            } => Build {
                folder,
                kind: tables.kind,
                force,
                builder: match on {
                    On::Cpu => Builder::Cpu(threads.map_or_else(cores, usize::from)),
                    On::Gpu => Builder::Gpu,
                },
                memory: memory_limit.unwrap_or_else(memory::default_limit),
                quiet: style.quiet,
            }
            .build_all(&tables.patterns()?)?,
            Action::List => files(&folder, folder.list())?.0,
            Action::Verify => {
                let control = Arc::new(session::control(Limits::default()));
                interrupt::watch(&control);
                let (reply, bad) = files(&folder, folder.verify(cores(), &control))?;
                reply.with_exit(if bad == 0 {
                    Exit::Done
                } else {
                    Exit::Verification
                })
            }
            Action::Remove { tables } => {
                let removed = folder.remove(&tables.patterns()?, tables.kind);
                table_of(rows(
                    removed.map_err(|(path, error)| cannot(&path, &error))?,
                ))
            }
            Action::Info { tables } => info(&folder, &tables.patterns()?, tables.kind),
        };
        super::only(style, COLUMNS, reply)
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl TablesArg {
    /// The patterns for all goals, each once.
    fn patterns(&self) -> Result<Vec<Pattern>, Failure> {
        let goals = self.goal.chosen().unwrap_or_default();
        Ok(pdb_patterns(&self.partition, self.size, &goals)?)
    }
}

/// How tables are built and where they go.
struct Build {
    folder: PdbFolder,
    kind: TableKind,
    force: bool,
    builder: Builder,
    memory: u64,
    quiet: bool,
}

impl Build {
    fn build_all(&self, patterns: &[Pattern]) -> Result<Reply, Failure> {
        let folder = &self.folder.0;
        fs::create_dir_all(folder).map_err(|error| cannot(folder, &error))?;
        let begun = Instant::now();
        let mut tables = Vec::new();
        for pattern in patterns {
            tables.push(self.build_one(pattern)?);
        }
        let bytes: u64 = patterns.iter().map(|p| sizes(p, self.kind).1).sum();
        let said = format!(
            "{} of {} in {} · {}",
            super::count_of(patterns.len(), "table"),
            show_bytes(bytes),
            folder.display(),
            show_duration(begun.elapsed())
        );
        Ok(table_of(rows(tables)).with_talk(said))
    }

    fn build_one(&self, pattern: &Pattern) -> Result<answer::PdbTable, Failure> {
        match self.folder.table(pattern, self.kind) {
            Ok(Some(mut table)) if !self.force => {
                "there already".clone_into(&mut table.state);
                return Ok(table);
            }
            Ok(_) => {}
            Err(error) => talk(&format!("replacing {error}")),
        }
        let control = Arc::new(session::control(Limits {
            memory: Some(self.memory),
            ..Limits::default()
        }));
        interrupt::watch(&control);
        let bar = self.bar(pattern);
        let tell = |progress: BuildProgress| bar.set_position(progress.reached);
        let built = self
            .folder
            .build(pattern, self.kind, self.builder, &control, tell);
        bar.finish_and_clear();
        built.map_err(|error| not_built(error, pattern))
    }

    fn bar(&self, pattern: &Pattern) -> ProgressBar {
        if self.quiet {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(sizes(pattern, self.kind).0);
        let template = "{prefix} {wide_bar} {percent} % ({elapsed}, {eta} to go)";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(format!("{} {pattern}", pattern.size()));
        bar
    }
}

/// Why there is no table, and what makes one.
fn not_built(error: PdbError, pattern: &Pattern) -> Failure {
    let size = pattern.size();
    let reason = match error {
        PdbError::Build { error, bytes } => {
            let exit = match error {
                BuildError::Stopped(Stop::Cancelled) => Exit::Interrupted,
                BuildError::Stopped(_) => Exit::Limit,
                BuildError::TooManyTiles | BuildError::TooManyEntries => Exit::Usage,
                _ => Exit::Internal,
            };
            let needs = match error {
                BuildError::Stopped(Stop::OutOfMemory) => format!(" ({})", show_bytes(bytes)),
                _ => String::new(),
            };
            let text = format!("{size} {pattern}: {error}{needs}");
            return Failure::new(exit, RefusalKind::Internal, text);
        }
        PdbError::Gpu(GpuError::Memory { wanted, free }) => format!(
            "the GPU has {} free, and building takes {}",
            show_bytes(free as u64),
            show_bytes(wanted as u64)
        ),
        PdbError::Gpu(error @ GpuError::Failed { .. }) => {
            return Failure::internal(error.to_string());
        }
        PdbError::Gpu(error) => error.to_string(),
        error => return Failure::internal(error.to_string()),
    };
    Failure::usage(format!(
        "{size} {pattern}: {reason}; without --on gpu it is built on the CPU"
    ))
}

fn cannot(path: &Path, error: &io::Error) -> Failure {
    Failure::internal(format!("{}: {error}", path.display()))
}

fn rows(tables: Vec<answer::PdbTable>) -> Vec<Value> {
    tables.into_iter().map(|table| json!(table)).collect()
}

fn table_of(rows: Vec<Value>) -> Reply {
    let mut reply = Reply::new(aligned(FOR_PEOPLE, &rows), &rows);
    reply.rows = Some(rows);
    reply
}

/// The files; unusable ones are counted, and named on stderr.
fn files(
    folder: &PdbFolder,
    files: io::Result<Vec<Result<answer::PdbTable, FileError>>>,
) -> Result<(Reply, usize), Failure> {
    let mut rows = Vec::new();
    let mut bad = Vec::new();
    for file in files.map_err(|error| cannot(&folder.0, &error))? {
        rows.push(match file {
            Ok(table) => json!(table),
            Err(error) => {
                bad.push(error.to_string());
                let file = error.path.display().to_string();
                json!({ "state": error.kind.to_string(), "file": file })
            }
        });
    }
    let tables = super::count_of(rows.len(), "table");
    let mut said = format!("{tables} in {}", folder.0.display());
    for error in &bad {
        said = format!("{said}\n{error}");
    }
    Ok((table_of(rows).with_talk(said), bad.len()))
}

fn info(folder: &PdbFolder, patterns: &[Pattern], kind: TableKind) -> Reply {
    let tables = folder.info(patterns, kind);
    let said = format!(
        "{} entries in all, {} · building takes {}",
        show_count(tables.iter().map(|table| table.entries).sum()),
        show_bytes(tables.iter().map(|table| table.bytes).sum()),
        show_bytes(tables.iter().map(|t| t.build_bytes).max().unwrap_or(0))
    );
    table_of(rows(tables)).with_talk(said)
}
