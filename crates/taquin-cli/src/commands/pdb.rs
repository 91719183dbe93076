//! `taquin pdb`: pattern databases as files, built once and found by the heuristic `pdb`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use taquin::pdb::{
    BuildError, FileError, FormatError, Header, Kind, Partition, Pattern, PdbCache, Progress,
    Table, build, canonical_blank, memory as build_memory, sizes,
};
use taquin::{GpuError, Limits, Size, Stop, gpu_table};
use taquin_app::RefusalKind;

use crate::End;
use crate::cli::GoalArgs;
use crate::failure::{Exit, Failure};
use crate::output::{Column, Reply, Style, aligned, talk};
use crate::session;
use crate::units::{self, show_bytes, show_count, show_duration};
use crate::{folder, interrupt, memory};

/// Builds, lists, verifies and removes pattern databases, tables for the heuristic pdb
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
place as on boards with the blank last. Tables serve every goal with the blank in a corner.
Those that are built in about a second need no command: that is done when they are used.
The solver pdb-ida takes zero-aware tables, the heuristic pdb plain ones.")]
pub(crate) struct Pdb {
    #[command(subcommand)]
    action: Action,
    /// Where the files are [default: taquin in the user's cache folder]
    #[arg(long, global = true, value_name = "DIR")]
    folder: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Action {
    /// Builds the tables of a partition and keeps them as files
    Build {
        #[command(flatten)]
        tables: TablesArg,
        /// Build also what is there already
        #[arg(long)]
        force: bool,
        /// What builds them; the files are the same
        #[arg(long, value_name = "WHERE", default_value = "cpu")]
        on: On,
        /// Threads of the CPU that build together [default: as many as the machine has cores]
        #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
        /// Memory for building, like 4G, the GPU's aside [default: 60 % of what is free now]
        #[arg(long, value_name = "BYTES", value_parser = units::bytes)]
        memory_limit: Option<u64>,
    },
    /// Lists the files
    List,
    /// Checks files from end to end; exit code 5 if one is not to be believed
    Verify,
    /// Removes the tables of a partition, but for those that another one at hand needs
    Remove {
        #[command(flatten)]
        tables: TablesArg,
    },
    /// Says what the tables of a partition are, or would be
    Info {
        #[command(flatten)]
        tables: TablesArg,
    },
}

/// What builds tables.
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
    /// What an entry is about: plain (the tiles) or zero-aware (and the blank's region)
    #[arg(long, value_name = "KIND", default_value = "zero-aware")]
    kind: Kind,
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

/// What fits on a terminal; the file's name follows from the rest.
const FOR_PEOPLE: &[Column] = COLUMNS.split_at(9).0;

impl Pdb {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let folder = self.folder.or_else(folder::tables).ok_or_else(|| {
            Failure::usage("this system names no cache folder; say where with --folder")
        })?;
        let reply = match self.action {
            Action::Build {
                tables,
                force,
                on,
                threads,
                memory_limit,
            } => Builder {
                folder,
                kind: tables.kind,
                force,
                on,
                threads: threads.map_or_else(cores, usize::from),
                memory: memory_limit.unwrap_or_else(memory::default_limit),
                quiet: style.quiet,
            }
            .build_all(&tables.patterns()?)?,
            Action::List => list(&folder)?,
            Action::Verify => verify(&folder)?,
            Action::Remove { tables } => remove(&folder, &tables.patterns()?, tables.kind)?,
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
        let mut patterns = Vec::new();
        for goal in goals.as_slice() {
            let board = goal
                .board(self.size)
                .map_err(|error| Failure::usage(error.to_string()))?;
            let blank = canonical_blank(self.size, board.blank().index());
            let more = self.partition.patterns(self.size, blank);
            patterns.extend(more.map_err(|error| Failure::usage(error.to_string()))?);
        }
        let mut kept: Vec<Pattern> = Vec::new();
        for pattern in patterns {
            if !kept.contains(&pattern) {
                kept.push(pattern);
            }
        }
        Ok(kept)
    }
}

/// How tables are built and where they go.
struct Builder {
    folder: PathBuf,
    kind: Kind,
    force: bool,
    on: On,
    threads: usize,
    memory: u64,
    quiet: bool,
}

impl Builder {
    fn build_all(&self, patterns: &[Pattern]) -> Result<Reply, Failure> {
        fs::create_dir_all(&self.folder)
            .map_err(|error| Failure::internal(format!("{}: {error}", self.folder.display())))?;
        let begun = Instant::now();
        let mut rows = Vec::new();
        for pattern in patterns {
            rows.push(self.build_one(pattern)?);
        }
        let bytes: u64 = patterns.iter().map(|p| sizes(p, self.kind).1).sum();
        let said = format!(
            "{} of {} in {} · {}",
            super::count_of(patterns.len(), "table"),
            show_bytes(bytes),
            self.folder.display(),
            show_duration(begun.elapsed())
        );
        Ok(table_of(rows).with_talk(said))
    }

    fn build_one(&self, pattern: &Pattern) -> Result<Value, Failure> {
        match PdbCache::open(&self.folder, pattern, self.kind) {
            Ok(table) if !self.force => return Ok(self.row(&table, "there already")),
            Ok(_) => {}
            Err(error) if is_absent(&error) => {}
            Err(error) => talk(&format!("replacing {error}")),
        }
        let control = Arc::new(session::control(Limits {
            memory: Some(self.memory),
            ..Limits::default()
        }));
        interrupt::watch(&control);
        let bar = self.bar(pattern);
        let tell = |progress: Progress| bar.set_position(progress.reached);
        let table = match self.on {
            On::Cpu => build(pattern, self.kind, self.threads, &control, tell)
                .map_err(|error| stopped(&error, pattern, build_memory(pattern, self.kind))),
            On::Gpu => gpu_table(pattern, self.kind, &control, tell)
                .map_err(|error| not_on_gpu(error, pattern, self.kind)),
        };
        bar.finish_and_clear();
        let table = table?;
        let path = PdbCache::path(&self.folder, pattern, self.kind);
        match table.save(&path, &control) {
            Ok(()) => Ok(self.row(&table, "built")),
            Err(error) => Err(match error.kind {
                FormatError::Build(error) => stopped(&error, pattern, 0),
                _ => Failure::internal(error.to_string()),
            }),
        }
    }

    fn row(&self, table: &Table, state: &str) -> Value {
        let path = PdbCache::path(&self.folder, table.pattern(), self.kind);
        row(
            &path,
            table.pattern(),
            self.kind,
            Some(&table.header()),
            state,
        )
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

fn is_absent(error: &FileError) -> bool {
    matches!(&error.kind, FormatError::Io(error) if error.kind() == std::io::ErrorKind::NotFound)
}

/// Why there is no table, of whose making this many bytes are asked.
fn stopped(error: &BuildError, pattern: &Pattern, bytes: u64) -> Failure {
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
    let text = format!("{} {pattern}: {error}{needs}", pattern.size());
    Failure::new(exit, RefusalKind::Internal, text)
}

/// Why the GPU made no table, and what makes one.
fn not_on_gpu(error: GpuError, pattern: &Pattern, kind: Kind) -> Failure {
    let reason = match error {
        GpuError::Stopped(stop) => {
            return stopped(&BuildError::Stopped(stop), pattern, sizes(pattern, kind).1);
        }
        GpuError::Memory { wanted, free } => format!(
            "the GPU has {} free, and building takes {}",
            show_bytes(free as u64),
            show_bytes(wanted as u64)
        ),
        GpuError::Failed { .. } => return Failure::internal(error.to_string()),
        error => error.to_string(),
    };
    Failure::usage(format!(
        "{} {pattern}: {reason}; without --on gpu it is built on the CPU",
        pattern.size()
    ))
}

fn row(path: &Path, pattern: &Pattern, kind: Kind, header: Option<&Header>, state: &str) -> Value {
    let (entries, bytes) = sizes(pattern, kind);
    json!({
        "size": pattern.size().to_string(),
        "blank": pattern.blank() + 1,
        "tiles": pattern.to_string(),
        "kind": kind.name(),
        "metric": "own-slides",
        "entries": entries,
        "bytes": bytes,
        "build_bytes": build_memory(pattern, kind),
        "largest": header.map(Header::largest),
        "mean": header.map(|header| (header.mean() * 1000.0).round() / 1000.0),
        "checksum": header.map(|header| format!("{:016x}", header.checksum)),
        "state": state,
        "file": path.display().to_string(),
    })
}

/// A file that is not to be believed.
fn bad_row(error: &FileError) -> Value {
    json!({ "state": error.kind.to_string(), "file": error.path.display().to_string() })
}

fn table_of(rows: Vec<Value>) -> Reply {
    let mut reply = Reply::new(aligned(FOR_PEOPLE, &rows), &rows);
    reply.rows = Some(rows);
    reply
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    PdbCache::files(folder)
        .map_err(|error| Failure::internal(format!("{}: {error}", folder.display())))
}

/// The files with what `look` says of each; those that it refuses are named beside the table.
fn each_file(
    folder: &Path,
    look: impl Fn(&Path) -> Result<Value, FileError>,
) -> Result<(Reply, usize), Failure> {
    let mut rows = Vec::new();
    let mut bad = Vec::new();
    for path in files(folder)? {
        match look(&path) {
            Ok(row) => rows.push(row),
            Err(error) => {
                rows.push(bad_row(&error));
                bad.push(error.to_string());
            }
        }
    }
    let mut said = format!(
        "{} in {}",
        super::count_of(rows.len(), "table"),
        folder.display()
    );
    for error in &bad {
        said = format!("{said}\n{error}");
    }
    Ok((table_of(rows).with_talk(said), bad.len()))
}

fn list(folder: &Path) -> Result<Reply, Failure> {
    let look = |path: &Path| {
        let header = Header::read(path)?;
        let kind = header.kind;
        Ok(row(path, &header.pattern, kind, Some(&header), "there"))
    };
    Ok(each_file(folder, look)?.0)
}

/// Builds every table again and compares.
fn verify(folder: &Path) -> Result<Reply, Failure> {
    let control = Arc::new(session::control(Limits::default()));
    interrupt::watch(&control);
    let look = |path: &Path| {
        let table = Table::open(path)?;
        table.check(path, cores(), &control)?;
        if PdbCache::path(folder, table.pattern(), table.kind()) != path {
            let name = path.file_stem().unwrap_or_default();
            let kind = FormatError::Other {
                found: table.pattern().to_string(),
                expected: name.to_string_lossy().into_owned(),
            };
            return Err(FileError {
                path: path.to_owned(),
                kind,
            });
        }
        let (kind, header) = (table.kind(), table.header());
        Ok(row(path, table.pattern(), kind, Some(&header), "good"))
    };
    let (reply, bad) = each_file(folder, look)?;
    let exit = if bad == 0 {
        Exit::Done
    } else {
        Exit::Verification
    };
    Ok(reply.with_exit(exit))
}

/// Removes tables, but not those that another partition shares whose tables are there as well.
fn remove(folder: &Path, patterns: &[Pattern], kind: Kind) -> Result<Reply, Failure> {
    let mut rows = Vec::new();
    let needed: Vec<Option<Partition>> = patterns
        .iter()
        .map(|pattern| needed_by(folder, pattern, patterns, kind))
        .collect();
    for (pattern, needed) in patterns.iter().zip(needed) {
        let path = PdbCache::path(folder, pattern, kind);
        if let Some(other) = needed {
            let state = format!("kept, {other} has it too");
            rows.push(row(&path, pattern, kind, None, &state));
            continue;
        }
        match fs::remove_file(&path) {
            Ok(()) => rows.push(row(&path, pattern, kind, None, "removed")),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                rows.push(row(&path, pattern, kind, None, "was not there"));
            }
            Err(error) => {
                return Err(Failure::internal(format!("{}: {error}", path.display())));
            }
        }
    }
    Ok(table_of(rows))
}

/// The partition that keeps a table from being removed with others: one that the solvers take of
/// their own accord, that has this table, and whose other tables are there.
fn needed_by(
    folder: &Path,
    pattern: &Pattern,
    removed: &[Pattern],
    kind: Kind,
) -> Option<Partition> {
    let (size, blank) = (pattern.size(), pattern.blank());
    let is_there = |pattern: &Pattern| PdbCache::path(folder, pattern, kind).exists();
    let needs = |partition: &Partition| {
        let all = partition.patterns(size, blank).unwrap_or_default();
        let mut others = all.iter().filter(|other| !removed.contains(other));
        // Small tables have no files unless somebody asked for them.
        let at_hand = |other: &Pattern| is_there(other) || !PdbCache::is_saved(other, kind);
        all.contains(pattern)
            && is_there(pattern)
            && all.iter().all(at_hand)
            && others.any(is_there)
    };
    let mut known = Partition::large(size);
    known.extend([Partition::quick(size), Partition::default_for(size)]);
    known.into_iter().find(needs)
}

fn info(folder: &Path, patterns: &[Pattern], kind: Kind) -> Reply {
    let rows = patterns.iter().map(|pattern| {
        let path = PdbCache::path(folder, pattern, kind);
        match PdbCache::open(folder, pattern, kind) {
            Ok(table) => row(&path, pattern, kind, Some(&table.header()), "there"),
            Err(error) if !is_absent(&error) => {
                row(&path, pattern, kind, None, &error.kind.to_string())
            }
            Err(_) if PdbCache::is_built_on_use(pattern, kind) => {
                row(&path, pattern, kind, None, "built when used")
            }
            Err(_) => row(&path, pattern, kind, None, "not built"),
        }
    });
    let all: Vec<(u64, u64)> = patterns.iter().map(|p| sizes(p, kind)).collect();
    let memory = patterns.iter().map(|pattern| build_memory(pattern, kind));
    let said = format!(
        "{} entries in all, {} · building takes {}",
        show_count(all.iter().map(|(entries, _)| entries).sum()),
        show_bytes(all.iter().map(|(_, bytes)| bytes).sum()),
        show_bytes(memory.max().unwrap_or(0))
    );
    table_of(rows.collect()).with_talk(said)
}
