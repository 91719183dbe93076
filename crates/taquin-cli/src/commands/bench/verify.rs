//! `taquin bench verify`: whether answers are right.

use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use taquin_lab::verify::{Confirmation, replay};

use super::FolderArg;
use crate::End;
use crate::cli::LimitArgs;
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::output::{Column, Reply, Style, aligned, talk};
use crate::session;

/// Replay every solution, and solve a sample again with another engine
#[derive(Args)]
#[command(after_help = "Examples:
  taquin bench verify runs/a --sample 20
  taquin bench verify runs/a --sample 100 --with pdb-ida --time-limit 30s

By default the engine differs from the one that gave the answer: the complete table for small
boards, pattern databases or walking distance for 4x4. The exit code is 5 if an answer is wrong.")]
pub(super) struct Verify {
    #[command(flatten)]
    folder: FolderArg,
    /// Number of answers to solve again
    #[arg(long, value_name = "N", default_value_t = 20)]
    sample: usize,
    /// The solver to use
    #[arg(long, value_name = "SPEC")]
    with: Option<String>,
    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    limits: LimitArgs,
}

const COLUMNS: &[Column] = &[
    ("instance", "/instance"),
    ("configuration", "/configuration"),
    ("length", "/length"),
    ("proven", "/proven"),
    ("engine", "/engine"),
    ("verdict", "/verdict"),
    ("optimum", "/optimum"),
    ("reason", "/reason"),
];

/// Default time limit per answer.
const PATIENCE: std::time::Duration = std::time::Duration::from_mins(1);

impl Verify {
    pub(super) fn run(self, style: Style) -> Result<Exit, End> {
        if let Some(spec) = &self.with {
            taquin::catalogue::solver(spec).map_err(Failure::from)?;
        }
        let folder = &self.folder.folder;
        taquin_lab::Manifest::read(folder).map_err(|error| super::failure(&error))?;
        let replayed = replay(folder, self.sample, self.seed);
        let (replayed, claims) = replayed.map_err(|error| super::failure(&error))?;
        if replayed.torn && !style.quiet {
            talk(&super::torn(folder));
        }
        let mut limits = self.limits.each_of(1);
        limits.time = limits.time.or(Some(PATIENCE));
        let mut rows = Vec::new();
        let (mut agree, mut wrong, mut undecided) = (0, replayed.faults.len(), 0);
        for claim in &claims {
            if interrupt::seen() {
                break;
            }
            let engine = self.with.as_deref().unwrap_or_else(|| claim.other_engine());
            let control = Arc::new(session::control(limits));
            interrupt::watch(&control);
            let verdict = claim.check(engine, &control);
            match &verdict {
                Confirmation::Agrees { .. } => agree += 1,
                Confirmation::Contradicts { .. } => wrong += 1,
                Confirmation::Undecided { .. } => undecided += 1,
            }
            let mut row = json!({
                "run_id": claim.run_id,
                "instance": claim.instance.id,
                "configuration": claim.configuration,
                "length": claim.length,
                "proven": claim.proven,
                "engine": engine,
            });
            if let (Value::Object(row), Ok(Value::Object(verdict))) =
                (&mut row, serde_json::to_value(&verdict))
            {
                row.extend(verdict);
            }
            rows.push(row);
        }
        let summary = format!(
            "{} rows, {} solutions replayed, {} without moves · {} solved again: {agree} agree, {undecided} undecided · {wrong} wrong",
            replayed.rows,
            replayed.right,
            replayed.without_moves,
            rows.len(),
        );
        for (run, reason) in replayed.faults.iter().take(20) {
            talk(&format!("run {run}: {reason}"));
        }
        let mut text = aligned(COLUMNS, &rows);
        text.push_str(&summary);
        text.push('\n');
        let value = json!({ "replayed": replayed, "sample": rows, "wrong": wrong });
        let exit = if wrong > 0 {
            Exit::Verification
        } else {
            Exit::Done
        };
        let mut reply = Reply::new(text, &value).with_exit(exit);
        reply.rows = Some(rows);
        super::super::only(style, COLUMNS, reply)
    }
}
