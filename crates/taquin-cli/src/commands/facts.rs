//! `taquin facts`: facts about all boards of a size.

use std::fmt::Write as _;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use taquin::{Goals, Limits, Size};

use crate::End;
use crate::cli::OneGoalArg;
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::output::{Column, OutputFormat, Reply, Style};
use crate::session;

/// Count the boards of a size, in total and by distance from the goal
#[derive(Args)]
#[command(after_help = "Examples:
  taquin facts 3x3
  taquin facts 4x4 --format csv

Distances are computed for up to ten cells and published for the 15-puzzle; for other sizes only the
number of boards is known.")]
pub(crate) struct Facts {
    /// Rows x columns, like 3x3
    #[arg(value_name = "SIZE")]
    size: Size,
    #[command(flatten)]
    goal: OneGoalArg,
}

const COLUMNS: &[Column] = &[("distance", "/distance"), ("boards", "/boards")];

impl Facts {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let control = Arc::new(session::control(Limits::default()));
        interrupt::watch(&control);
        let goals = Goals::from(self.goal.goal()?);
        let facts = taquin_app::facts(self.size, &goals, &control).map_err(Failure::from)?;
        let mut text = format!(
            "{} boards reach the goal {} from {} tiles; as many do not\n",
            facts.reachable, facts.goal, facts.tiles
        );
        if let (Some(radius), Some(antipodes), Some(mean)) =
            (facts.radius, facts.antipodes, facts.mean_distance)
        {
            let _ = writeln!(
                text,
                "farthest: {} ({}); mean {mean}",
                super::count_of(radius as usize, "move"),
                super::count_of(antipodes as usize, "board"),
            );
        }
        let histogram = facts.histogram.as_deref().unwrap_or_default();
        let widest = histogram
            .iter()
            .max()
            .map_or(0, |most| most.to_string().len());
        for (distance, boards) in histogram.iter().enumerate() {
            let _ = writeln!(text, "{distance:>3}  {boards:>widest$}");
        }
        if let Some(source) = &facts.source {
            let _ = writeln!(text, "source: {source}");
        }
        let row =
            |(distance, boards): (usize, &u64)| json!({"distance": distance, "boards": boards});
        let rows: Vec<Value> = histogram.iter().enumerate().map(row).collect();
        let mut reply = Reply::new(text, &facts);
        if matches!(style.format, OutputFormat::Csv | OutputFormat::Md) {
            reply.rows = Some(rows);
        }
        super::only(style, COLUMNS, reply)
    }
}
