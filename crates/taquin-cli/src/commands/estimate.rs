//! `taquin estimate`: the values of heuristics on many positions.

use std::sync::Arc;

use clap::Args;
use taquin::Goals;
use taquin::notation::file::Instance;
use taquin_app::{EstimateError, Estimator, RefusalKind, answer};

use crate::End;
use crate::cli::{LimitArgs, PositionArgs, ThreadsArg};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::interrupt;
use crate::output::{Column, OutputFormat, Reply, Style};
use crate::session;

/// Print heuristic values, one column per heuristic, for any number of positions
#[derive(Args)]
#[command(after_help = "Examples:
  taquin estimate \"8 1 3/4 0 2/7 6 5\"
  taquin generate 3x3 -n 100000 | taquin estimate --format csv > values.csv
  taquin estimate --tiles --with manhattan \"8 1 3/4 0 2/7 6 5\"
  taquin generate 4x4 -n 10 | taquin estimate --with manhattan,pdb:5-5-5 --format md

`taquin list heuristics` lists the values of --with. Names of positions are copied to the output.")]
pub(crate) struct Estimate {
    #[command(flatten)]
    positions: PositionArgs,
    /// The heuristics, separated by commas [default: all without tables on disk]
    #[arg(long, value_name = "LIST")]
    with: Option<String>,
    /// Also print the Manhattan distance of each tile, in reading order, and their sum
    #[arg(long)]
    tiles: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadsArg,
}

/// Positions that are handed to a thread at once: a value takes less time than handing it over.
const AT_ONCE: usize = 256;

impl Estimate {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let estimator = match &self.with {
            None => Estimator::default(),
            Some(list) => Estimator::read(list).map_err(Failure::from)?,
        };
        let columns = columns(&estimator);
        let tiles = self.tiles;
        let chosen = self.positions.goal.chosen();
        let limits = self.limits.each_of(self.threads.threads);
        let answer = move |instances: &[&Instance]| {
            let control = Arc::new(session::control(limits));
            interrupt::watch(&control);
            let each = |&instance: &&Instance| {
                reply(
                    &estimator,
                    chosen.as_ref(),
                    instance,
                    &control,
                    (style, tiles),
                )
            };
            instances.iter().map(each).collect()
        };
        let threads = self.threads.threads;
        super::each_group(&self.positions, style, AT_ONCE, threads, columns, answer)
    }
}

/// A column for each heuristic. They are known from the command line only and live as long as the
/// process.
fn columns(estimator: &Estimator) -> &'static [Column] {
    let fixed = [("id", "/id"), ("board", "/board"), ("goal", "/goal")];
    let heuristic = |name: &String| {
        let escaped = name.replace('~', "~0").replace('/', "~1");
        let title: &'static str = name.clone().leak();
        let pointer: &'static str = format!("/estimates/{escaped}").leak();
        (title, pointer)
    };
    let heuristics = estimator.names().iter().map(heuristic);
    Vec::leak(fixed.into_iter().chain(heuristics).collect())
}

fn reply(
    estimator: &Estimator,
    chosen: Option<&Goals>,
    instance: &Instance,
    control: &taquin::Control,
    (style, tiles): (Style, bool),
) -> Result<Reply, Failure> {
    let goals = input::goals_for(chosen, instance);
    let answer = estimator.answer(instance.id.clone(), &instance.board, &goals, control);
    let answer = answer.map_err(|error| match error {
        // In the words of all commands, which name the goal.
        EstimateError::Refused(refusal) => input::puzzle(chosen, instance)
            .err()
            .unwrap_or_else(|| Failure::from(refusal)),
        error => Failure::new(Exit::Limit, RefusalKind::Unsupported, error.to_string()),
    })?;
    let mut text = match style.format {
        OutputFormat::Text => text(&answer),
        _ => String::new(),
    };
    if !tiles {
        return Ok(Reply::new(text, &answer));
    }
    let distances = taquin_app::tile_distances(&instance.board, &goals)?;
    let shown: Vec<String> = distances.iter().map(u32::to_string).collect();
    let sum: u32 = distances.iter().sum();
    text += &shown.join(" + ");
    text += " = ";
    text += &sum.to_string();
    text.push('\n');
    let mut reply = Reply::new(text, &answer);
    reply.value["tiles"] = serde_json::json!(distances);
    Ok(reply)
}

/// `manhattan 10, linear-conflict 12`, behind the position's name if it has one.
fn text(answer: &answer::Estimates) -> String {
    let values = answer.estimates.iter();
    let values: Vec<String> = values
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let id = answer.id.as_ref();
    let id = id.map_or_else(String::new, |id| format!("{id}: "));
    format!("{id}{}\n", values.join(", "))
}
