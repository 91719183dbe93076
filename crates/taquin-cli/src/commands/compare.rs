//! `taquin compare`: several solvers on one position, side by side.

use clap::Args;
use serde_json::{Value, json};
use taquin::Goals;
use taquin::notation::file::Instance;
use taquin_app::answer;

use crate::End;
use crate::cli::{LimitArgs, NotationArg, PositionArgs};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::interrupt;
use crate::limited_solver::LimitedSolver;
use crate::output::{Column, OutputFormat, Reply, Style, aligned, talk};

/// Compare several solvers on the same position
#[derive(Args)]
#[command(after_help = "Examples:
  taquin compare \"8 1 3/4 0 2/7 6 5\" --with bfs,astar/misplaced,astar/manhattan --format md
  taquin compare \"8 1 3/4 0 2/7 6 5\" --with \"astar/max(manhattan,inversion)\" --with beam

Separate solvers by commas or repeat --with; a part without a solver's name, like tie=fifo, belongs
to the solver before it. They run one after another, so times are comparable.")]
pub(crate) struct Compare {
    #[command(flatten)]
    positions: PositionArgs,
    /// The solvers with their options, separated by commas [default: bfs, and astar with misplaced,
    /// manhattan and linear-conflict]
    #[arg(
        long,
        short,
        value_name = "SPECS",
        default_value = "bfs,astar/misplaced,astar/manhattan,astar/linear-conflict",
        hide_default_value = true
    )]
    with: Vec<String>,
    #[command(flatten)]
    notation: NotationArg,
    #[command(flatten)]
    limits: LimitArgs,
}

/// For people.
const TABLE: &[Column] = &[
    ("configuration", "/configuration"),
    ("moves", "/moves"),
    ("proven", "/proven"),
    ("expanded", "/expanded"),
    ("generated", "/generated"),
    ("peak MB", "/peak_mb"),
    ("time ms", "/time_ms"),
];

/// For programs.
const COLUMNS: &[Column] = &[
    ("configuration", "/configuration"),
    ("board", "/board"),
    ("goal", "/goal"),
    ("status", "/status"),
    ("length", "/length"),
    ("proven", "/proven"),
    ("lower_bound", "/lower_bound"),
    ("h_start", "/h_start"),
    ("expanded", "/stats/expanded"),
    ("generated", "/stats/generated"),
    ("reopened", "/stats/reopened"),
    ("peak_mb", "/stats/peak_mb"),
    ("time_ms", "/stats/time_ms"),
    ("moves", "/moves"),
];

impl Compare {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let limits = self.limits.each_of(1);
        let mut solvers = Vec::new();
        for text in self
            .with
            .iter()
            .flat_map(|text| taquin_app::split_specs(text))
        {
            solvers.push(LimitedSolver::new(&text, limits)?.with_progress(!style.quiet));
        }
        if solvers.is_empty() {
            let way_out = "--with names no solver; write some like bfs,astar/manhattan";
            return Err(Failure::usage(way_out).into());
        }
        let chosen = self.positions.goal.chosen();
        let notation = self.notation.notation;
        let columns = match style.format {
            OutputFormat::Text | OutputFormat::Md => TABLE,
            _ => COLUMNS,
        };
        let answer = move |instance: &Instance| {
            let runs = runs(&solvers, chosen.as_ref(), instance, notation)?;
            for run in &runs {
                if let (answer::RunAnswer::Refused(refusal), false) = (&run.answer, style.quiet) {
                    talk(&format!("{}: {}", run.configuration, refusal));
                }
            }
            let exit = exit(&runs);
            let table: Vec<Value> = runs.iter().map(row).collect();
            let reply = Reply::new(aligned(TABLE, &table), &answer::Compare { runs });
            let mut reply = reply.with_rows_at("/runs").with_exit(exit);
            mark_refusals(reply.rows.as_deref_mut().unwrap_or_default());
            if let Some(Value::Array(runs)) = reply.value.get_mut("runs") {
                mark_refusals(runs);
            }
            if style.format == OutputFormat::Md {
                reply.rows = Some(table);
            }
            Ok(reply)
        };
        super::each_position(&self.positions, style, 1, columns, answer)
    }
}

fn runs(
    solvers: &[LimitedSolver],
    chosen: Option<&Goals>,
    instance: &Instance,
    notation: taquin::notation::Notation,
) -> Result<Vec<answer::Run>, Failure> {
    let (puzzle, goals) = input::puzzle(chosen, instance)?;
    let mut runs = Vec::new();
    for solver in solvers {
        if interrupt::seen() {
            break;
        }
        runs.push(solver.compare(&puzzle, &goals, notation));
    }
    Ok(runs)
}

/// A run in the table for people.
fn row(run: &answer::Run) -> Value {
    match &run.answer {
        answer::RunAnswer::Refused(_) => json!({
            "configuration": run.configuration,
            "moves": "refused",
        }),
        answer::RunAnswer::Solved(answer) => {
            let moves = match (answer.length, answer.limit) {
                (Some(length), None) => json!(length),
                (Some(length), Some(limit)) => json!(format!("{length} (limit: {limit})")),
                (None, Some(limit)) => json!(format!("limit: {limit}")),
                (None, None) => json!("none found"),
            };
            json!({
                "configuration": run.configuration,
                "moves": moves,
                "proven": answer.proven,
                "expanded": answer.stats.expanded,
                "generated": answer.stats.generated,
                "peak_mb": answer.stats.peak_mb,
                "time_ms": answer.stats.time_ms,
            })
        }
    }
}

/// A run without an answer says so in the member for the quality of the answer.
fn mark_refusals(rows: &mut [Value]) {
    for row in rows {
        if row.get("type").is_some() {
            row["status"] = json!("refused");
        }
    }
}

/// A comparison is done if one of its solvers found a solution.
fn exit(runs: &[answer::Run]) -> Exit {
    let answers = || {
        runs.iter().filter_map(|run| match &run.answer {
            answer::RunAnswer::Solved(answer) => Some(answer),
            answer::RunAnswer::Refused(_) => None,
        })
    };
    if interrupt::seen() {
        Exit::Interrupted
    } else if answers().any(|answer| answer.length.is_some()) {
        Exit::Done
    } else if answers().next().is_some() {
        Exit::Limit
    } else {
        Exit::Usage
    }
}
