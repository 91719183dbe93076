//! The command-line grammar: the commands, and the options that several of them share.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use taquin::notation::{Notation, parse_goals};
use taquin::{Goal, Goals, Limits};

use crate::commands;
use crate::failure::Failure;
use crate::output::{OutputFormat, Style};
use crate::{memory, units};

/// Solve, generate, check, explain, play and measure sliding puzzles of any size from 2x2 to 16x16.
///
/// Results go to stdout, everything else to stderr. Write a position row by row, `8 1 3/4 0 2/7 6 5`,
/// with 0 for the blank; commas, line breaks, flat lists and JSON work too. Without a position, or with
/// `-`, taquin reads positions from stdin, one per line, and answers in order.
#[derive(Parser)]
#[command(
    name = "taquin",
    version,
    max_term_width = 100,
    after_help = "Examples:
  taquin solve \"8 1 3/4 0 2/7 6 5\"
  taquin generate 3x3 --level hard --seed 20481 -n 100 > set.txt
  taquin solve --threads 2 --format csv < set.txt
  taquin compare \"8 1 3/4 0 2/7 6 5\" --with bfs,astar/manhattan,ida/walking-distance

Exit codes:
  0 done · 1 internal · 2 usage or unreadable input · 3 unsolvable ·
  4 limit reached without a solution · 5 verification failed · 130 interrupted
  For a stream of positions: the code of the first failure."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Args)]
pub(crate) struct Global {
    /// Output format
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "text|json|ndjson|csv|md",
        help_heading = "Output"
    )]
    pub(crate) format: OutputFormat,
    /// Print only results and errors
    #[arg(long, short, global = true, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Disable colours, like the environment variable `NO_COLOR`
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) no_color: bool,
}

impl Global {
    pub(crate) fn style(&self) -> Style {
        Style {
            format: self.format,
            quiet: self.quiet,
        }
    }
}

/// The commands, in the order they are listed.
#[derive(Subcommand)]
pub(crate) enum Command {
    Solve(commands::solve::Solve),
    Generate(commands::generate::Generate),
    Check(commands::check::Check),
    Apply(commands::apply::Apply),
    Moves(commands::moves::Moves),
    Analyze(commands::analyze::Analyze),
    Verify(commands::verify::Verify),
    Estimate(commands::estimate::Estimate),
    Hint(commands::hint::Hint),
    Explain(commands::explain::Explain),
    Compare(commands::compare::Compare),
    Bench(commands::bench::Bench),
    Play(commands::play::Play),
    Serve(commands::serve::Serve),
    Site(commands::site::Site),
    Pdb(commands::pdb::Pdb),
    Dataset(commands::dataset::Dataset),
    Part(commands::part::Part),
    List(commands::list::List),
    Facts(commands::facts::Facts),
    Render(commands::render::Render),
    Encode(commands::encode::Encode),
    Decode(commands::decode::Decode),
    Decide(commands::decide::Decide),
    Course(commands::course::Course),
    Exercise(commands::exercise::Exercise),
    Demo(commands::demo::Demo),
    Sat(commands::sat::Sat),
    Prove(commands::prove::Prove),
    Doctor(commands::doctor::Doctor),
    Completions(commands::completions::Completions),
    Man(commands::man::Man),
}

/// Where positions come from.
#[derive(Args, Clone)]
pub(crate) struct PositionArgs {
    /// A position like "8 1 3/4 0 2/7 6 5", or a game ID like 3x3:hard:7; `-` or none reads stdin
    #[arg(value_name = "POSITION")]
    pub(crate) position: Vec<String>,
    /// Read positions from a file instead
    #[arg(long, short, value_name = "FILE", conflicts_with = "position")]
    pub(crate) input: Option<PathBuf>,
    /// Layout of the file: lines, grid, korf, school42, course, tsv, json, csv, md or matrix [default:
    /// detected]
    #[arg(long, value_name = "NAME")]
    pub(crate) input_format: Option<taquin::notation::file::Format>,
    /// Size, for flat lists that are not square
    #[arg(long, value_name = "ROWSxCOLS")]
    pub(crate) size: Option<taquin::Size>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}

/// A position given as an option, next to other arguments.
#[derive(Args, Clone)]
pub(crate) struct BoardArg {
    /// The position
    #[arg(long, value_name = "POSITION")]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}

/// What positions are to become.
#[derive(Args, Clone)]
pub(crate) struct GoalArgs {
    /// blank-last, blank-first, spiral or a position; several (or a+b): any of them [default: blank-last]
    #[arg(long, value_name = "GOAL", value_parser = read_goals)]
    goal: Vec<Goals>,
}

fn read_goals(text: &str) -> Result<Goals, String> {
    parse_goals(text).map_err(|error| error.fault().to_string())
}

impl GoalArgs {
    /// The requested goals, if any.
    pub(crate) fn chosen(&self) -> Option<Goals> {
        let goals = self.goal.iter().flat_map(|goals| goals.as_slice().to_vec());
        (!self.goal.is_empty()).then(|| Goals::new(goals))
    }
}

/// The goals of commands that make boards for them.
#[derive(Args, Clone)]
pub(crate) struct MadeForArg {
    /// blank-last, blank-first, spiral or a position; several (or a+b): any of them [default: blank-last]
    #[arg(long, value_name = "GOAL", value_parser = read_goals)]
    goal: Vec<Goals>,
}

impl MadeForArg {
    /// The requested goals, or the default.
    pub(crate) fn goals(&self) -> Goals {
        let goals = self.goal.iter().flat_map(|goals| goals.as_slice().to_vec());
        if self.goal.is_empty() {
            Goals::default()
        } else {
            Goals::new(goals)
        }
    }
}

/// The goal of commands that make boards for one.
#[derive(Args, Clone)]
pub(crate) struct OneGoalArg {
    /// blank-last, blank-first, spiral or a position [default: blank-last]
    #[arg(long, value_name = "GOAL", value_parser = read_goals)]
    goal: Option<Goals>,
}

impl OneGoalArg {
    /// The requested goal, or the default.
    pub(crate) fn goal(&self) -> Result<Goal, Failure> {
        let goals = self.goal.clone().unwrap_or_default();
        match goals.as_slice() {
            [goal] => Ok(goal.clone()),
            several => Err(Failure::usage(format!(
                "boards are made for one goal, not {}; name one",
                several.len()
            ))),
        }
    }
}

/// Whether letters name the tile's or the blank's direction.
#[derive(Args, Clone, Copy)]
pub(crate) struct NotationArg {
    /// Whether U D L R name the direction of the tile or of the blank
    #[arg(
        long,
        value_name = "tile|blank",
        default_value = "tile",
        hide_default_value = true
    )]
    pub(crate) notation: Notation,
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MoveMetric {
    /// The slide of one tile
    #[default]
    Stm,
    /// A run of tiles along a row or column
    Mtm,
}

/// What counts as one move, as an option.
#[derive(Args, Clone, Copy)]
pub(crate) struct MetricArg {
    /// What counts as one move: stm, one tile, or mtm, any number of tiles along a row or column
    #[arg(
        long,
        value_enum,
        value_name = "stm|mtm",
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) metric: MoveMetric,
}

impl MetricArg {
    /// Whether runs of tiles count as one move.
    pub(crate) fn is_mtm(self) -> bool {
        self.metric == MoveMetric::Mtm
    }
}

/// Limits of a search.
#[derive(Args, Clone, Copy)]
pub(crate) struct LimitArgs {
    /// Time for each search, like 500ms, 10s or 2m
    #[arg(long = "time-limit", visible_alias = "time", value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Memory for all searches together, like 4G [default: 60 % of free memory]
    #[arg(long = "memory-limit", value_name = "BYTES", value_parser = units::bytes, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,
    /// Expanded nodes for each search, like 1e8
    #[arg(long = "node-limit", value_name = "COUNT", value_parser = units::count, help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits of one of `threads` searches that run at once.
    pub(crate) fn each_of(self, threads: usize) -> Limits {
        let memory = self.memory.unwrap_or_else(memory::default_limit);
        Limits {
            time: self.time,
            nodes: self.nodes,
            memory: Some(memory / threads as u64),
        }
    }
}

/// How many positions are worked on at once.
#[derive(Args, Clone, Copy)]
pub(crate) struct ThreadsArg {
    /// Positions solved in parallel
    #[arg(long, short = 'j', value_name = "N", default_value_t = 1, value_parser = read_threads, help_heading = "Limits")]
    pub(crate) threads: usize,
}

fn read_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("write a number from 1 to 1024".to_owned()),
    }
}
