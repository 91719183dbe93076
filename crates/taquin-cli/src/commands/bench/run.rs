//! `taquin bench run`: makes the runs of a suite and keeps their rows.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use taquin::Limits;
use taquin::pdb::{self, Pattern};
use taquin_app::answer;
use taquin_lab::measurer::Stamp;
use taquin_lab::runner::{self, Program, RunError, RunProgress, RunSettings, Summary};
use taquin_lab::{
    Build, Choices, LimitSpec, Machine, Manifest, Results, RunPlan, RunSession, Shard, Status,
    Suite, by_name, folder, machine, tables,
};

use crate::End;
use crate::failure::{Exit, Failure};
use crate::output::{Column, Label, Reply, Style, talk};
use crate::session;
use crate::units::{self, count_of, show_duration};
use crate::{interrupt, memory};

/// Run a suite, or resume it
#[derive(Args)]
#[command(after_help = "Examples:
  taquin bench run korf100 --out runs/a
  taquin bench run thesis-smt-fixed --full --out runs/thesis
  taquin bench run heuristics --sample 20 --repeat 3 --out runs/h
  taquin bench run korf100 --only 'pdb-ida 7-8' --with 'cmd:mysolver --quiet {board}' --out runs/c

A command after cmd: gets the board in the place of {board} (8 1 3/4 0 2/7 6 5), {flat} (numbers
alone) or {grid} (a line for each row), or on stdin; {goal}, {rows} and {cols} work too. It prints
its moves (U D L R, or tile numbers) or their number as its last line. No shell is used.

Each configuration has its own process; they take turns, one run at a time. Rows appear in the
folder as runs end; after a kill, Ctrl-C or a full disk the same command resumes.")]
pub(super) struct Run {
    /// A suite's name, or its file
    #[arg(value_name = "SUITE")]
    suite: String,
    /// The folder for the results [default: runs/SUITE]
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// All instances instead of the suite's sample
    #[arg(long)]
    full: bool,
    /// Maximum number of instances per set
    #[arg(long, value_name = "N", conflicts_with = "full", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Repeats of each run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    repeat: Option<u32>,
    /// Seed of random boards
    #[arg(long, short, value_name = "N")]
    seed: Option<u64>,
    /// One more configuration: a solver, or cmd:PROGRAM ARGUMENTS …
    #[arg(long, short, value_name = "SPEC")]
    with: Vec<String>,
    /// Only these configurations, by name
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Run one of several shards, to be merged later
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Runs in parallel; more than one distort each other's times
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Time for each run instead of the suite's, like 500ms, 10s or 2m
    #[arg(long = "time-limit", visible_alias = "time", value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    time: Option<Duration>,
    /// CPU time for each run instead of the suite's
    #[arg(long = "cpu-limit", value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    cpu: Option<Duration>,
    /// Memory for each run instead of the suite's, like 4G
    #[arg(long = "memory-limit", value_name = "BYTES", value_parser = units::bytes, help_heading = "Limits")]
    memory: Option<u64>,
    /// Expanded nodes for each run instead of the suite's, like 1e8
    #[arg(long = "node-limit", value_name = "COUNT", value_parser = units::count, help_heading = "Limits")]
    nodes: Option<u64>,
}

const COLUMNS: &[Column] = &[
    ("suite", "/suite"),
    ("out", "/out"),
    ("total", "/total"),
    ("before", "/before"),
    ("made", "/made"),
    ("time_s", "/time_s"),
    ("solving_s", "/solving_s"),
    ("harness_s", "/harness_s"),
];

impl Run {
    pub(super) fn run(self, style: Style) -> Result<Exit, End> {
        let (text, beside) = self.read_suite()?;
        let fault =
            |error: &dyn std::fmt::Display| Failure::usage(format!("{}: {error}", self.suite));
        let suite = Suite::parse(&text).map_err(|error| fault(&error))?;
        let choices = Choices {
            full: self.full,
            sample: self.sample.map(|sample| sample as usize),
            seed: self.seed,
            repeat: self.repeat,
            limits: LimitSpec {
                time: self.time,
                cpu: self.cpu,
                memory: self.memory,
                nodes: self.nodes,
            },
            with: self.with.clone(),
            only: self.only.clone(),
        };
        let control = Arc::new(session::control(Limits::default()));
        interrupt::watch(&control);
        let mut plan =
            RunPlan::new(&suite, &choices, &beside, &control).map_err(|error| fault(&error))?;
        if let Some(shard) = self.shard {
            plan = plan.shard(shard);
        }
        build_tables(&plan, style)?;
        let out = self
            .out
            .clone()
            .unwrap_or_else(|| Path::new("runs").join(&suite.name));
        let machine = Machine {
            unenforced: taquin_lab::isolation::unenforced(&plan, suite.pin),
            ..Machine::here()
        };
        let build = build();
        let stamp = Stamp {
            suite: suite.name.clone(),
            version: build.version.clone(),
            commit: build.commit.clone(),
            host_cpu: machine.cpu.clone(),
        };
        let manifest = Manifest {
            format: folder::FORMAT,
            suite: suite.name.clone(),
            suite_text: text,
            seed: choices.seed.unwrap_or(suite.seed),
            choices,
            shard: self.shard,
            runs: plan.jobs.len(),
            sessions: vec![RunSession {
                started_at: machine::now(),
                ended_at: None,
                command: command(),
                build,
                machine,
                jobs: self.jobs.into(),
            }],
        };
        let results = Results::open(&out, manifest).map_err(|error| super::failure(&error))?;
        if !style.quiet {
            greet(&results, &plan, &out);
        }
        let summary = self.make(&plan, results, stamp, suite.pin, style)?;
        Ok(tell(&suite, &out, &summary, style)?)
    }

    /// The suite's file, and where files it names are looked for.
    fn read_suite(&self) -> Result<(String, PathBuf), Failure> {
        let path = Path::new(&self.suite);
        let is_file = path.extension().is_some() || path.components().count() > 1;
        if !is_file {
            let shipped = by_name(&self.suite).map_err(|error| {
                Failure::usage(format!(
                    "{error}; `taquin bench list` shows them, and a file ends in .toml"
                ))
            })?;
            return Ok((shipped.text.to_owned(), PathBuf::from(".")));
        }
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
        Ok((
            text,
            path.parent().map_or_else(PathBuf::new, Path::to_owned),
        ))
    }

    fn make(
        &self,
        plan: &RunPlan,
        results: Results,
        stamp: Stamp,
        pin: bool,
        style: Style,
    ) -> Result<Summary, Failure> {
        let program = std::env::current_exe().map_err(|error| {
            Failure::internal(format!("this program cannot find itself: {error}"))
        })?;
        let bar = if style.quiet {
            ProgressBar::hidden()
        } else {
            bar(plan.jobs.len(), results.rows())
        };
        let tell = |progress: &RunProgress| show(&bar, progress);
        let settings = RunSettings {
            program: Program {
                path: program,
                arguments: vec!["bench".to_owned(), "worker".to_owned()],
            },
            stamp,
            jobs: self.jobs.into(),
            pin,
            stopped: &interrupt::seen,
            tell: &tell,
        };
        let made = runner::run(plan, results, &settings);
        bar.finish_and_clear();
        made.map_err(|error| match &error {
            RunError::Folder(folder) => super::failure(folder),
            RunError::NoProgram { .. } => Failure::usage(error.to_string()),
            _ => Failure::internal(error.to_string()),
        })
    }
}

/// Says what was done.
fn tell(
    suite: &Suite,
    out: &Path,
    summary: &Summary,
    style: Style,
) -> Result<Exit, std::io::Error> {
    let Summary {
        before,
        made,
        total,
        time,
        solving,
        harness,
        ..
    } = summary;
    let done = before + made;
    let statuses: Vec<String> = summary
        .statuses
        .iter()
        .map(|(status, count)| format!("{count} {}", status.word()))
        .collect();
    let statuses = if statuses.is_empty() {
        "nothing to do".to_owned()
    } else {
        statuses.join(", ")
    };
    let mut text = format!(
        "{done} of {total} runs in {}: {made} made now in {} ({statuses})\n",
        out.display(),
        show_duration(*time)
    );
    if done < *total {
        text += "the same command continues with the rest\n";
    } else if !style.quiet {
        let _ = writeln!(text, "taquin bench report {}", out.display());
    }
    let value = json!({
        "suite": suite.name,
        "out": out.display().to_string(),
        "total": total,
        "before": before,
        "made": made,
        "statuses": summary.statuses.iter().map(|(status, count)| (status.word(), *count)).collect::<std::collections::BTreeMap<_, _>>(),
        "time_s": time.as_secs_f64(),
        "solving_s": solving.as_secs_f64(),
        "harness_s": harness.map(|harness| harness.as_secs_f64()),
    });
    let wrong = summary
        .statuses
        .iter()
        .any(|(status, _)| *status == Status::Wrong);
    let exit = match () {
        () if interrupt::seen() => Exit::Interrupted,
        () if wrong => Exit::Verification,
        () => Exit::Done,
    };
    let mut sink = crate::output::Sink::new(style, COLUMNS, false);
    sink.put(
        Label::default(),
        &Ok(Reply::new(text, &value).with_exit(exit)),
    )?;
    sink.finish()
}

/// Prints the summary before the first run.
fn greet(results: &Results, plan: &RunPlan, out: &Path) {
    if results.dropped() > 0 {
        talk(&format!(
            "the last row of {} was half written ({} bytes) and is dropped; its run is made again",
            out.display(),
            results.dropped()
        ));
    }
    let there = plan.jobs.iter().filter(|job| results.has(job.id)).count();
    let lanes = plan.lanes.len();
    let runs = count_of(plan.jobs.len() as u64, "run");
    let known = if there > 0 {
        format!(", {there} of them already done")
    } else {
        String::new()
    };
    talk(&format!(
        "{runs}: {}, {}{known} · rows go to {}",
        count_of(plan.instances.len() as u64, "instance"),
        count_of(lanes as u64, "configuration"),
        out.display()
    ));
}

fn bar(total: usize, done: usize) -> ProgressBar {
    let bar = ProgressBar::new(total as u64).with_position(done as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} runs · {msg}") {
        bar.set_style(style);
    }
    bar
}

fn show(bar: &ProgressBar, progress: &RunProgress) {
    if bar.is_hidden() {
        return;
    }
    bar.set_position(progress.done as u64);
    let left = progress.left.map_or(String::new(), |left| {
        format!("about {} left · ", show_duration(left))
    });
    bar.set_message(format!("{left}{}", progress.lane));
}

/// The command as it could be typed again.
fn command() -> String {
    let quote = |word: String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+%@".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    };
    let words = std::env::args().skip(1).map(quote);
    std::iter::once("taquin".to_owned())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

fn build() -> Build {
    let binary = std::env::current_exe().and_then(|path| taquin_lab::checksum(&path));
    Build {
        version: answer::VERSION.to_owned(),
        commit: env!("TAQUIN_COMMIT").to_owned(),
        compiler: env!("TAQUIN_COMPILER").to_owned(),
        profile: if cfg!(debug_assertions) {
            "debug"
        } else {
            "release"
        }
        .to_owned(),
        binary: binary.unwrap_or_default(),
    }
}

/// Builds the tables that the plan needs and that are too large to be built on use.
fn build_tables(plan: &RunPlan, style: Style) -> Result<(), Failure> {
    let needed = tables::needed(plan).map_err(|error| Failure::usage(error.to_string()))?;
    let Some(folder) = crate::folder::tables().filter(|_| !needed.is_empty()) else {
        return Ok(());
    };
    let control = Arc::new(session::control(Limits {
        memory: Some(memory::default_limit()),
        ..Limits::default()
    }));
    interrupt::watch(&control);
    let bar = if style.quiet {
        ProgressBar::hidden()
    } else {
        ProgressBar::new(1)
    };
    let tell = |pattern: &Pattern, progress: pdb::BuildProgress| {
        bar.set_length(progress.entries);
        bar.set_prefix(format!("table {} {pattern}", pattern.size()));
        bar.set_position(progress.reached);
    };
    if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {percent} % ({eta} to go)")
    {
        bar.set_style(style);
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let built = tables::build_missing(&needed, &folder, threads, &control, &tell);
    bar.finish_and_clear();
    match built {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::usage(format!(
            "{error}; build it elsewhere with `taquin pdb build`, or leave its configuration out"
        ))),
    }
}
