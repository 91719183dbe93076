//! `taquin bench list`: the suites that come with taquin.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};
use taquin::Limits;
use taquin_lab::{Choices, RunPlan, SUITES, Suite, by_name};

use crate::End;
use crate::failure::{Exit, Failure};
use crate::output::{Column, Reply, Style, aligned};
use crate::session;

/// List the built-in suites, or print one
#[derive(Args)]
pub(super) struct List {
    /// A suite to print, as a template
    suite: Option<String>,
}

const COLUMNS: &[Column] = &[
    ("name", "/name"),
    ("runs", "/runs"),
    ("full", "/full"),
    ("summary", "/summary"),
];

impl List {
    pub(super) fn run(self, style: Style) -> Result<Exit, End> {
        if let Some(name) = self.suite {
            let suite = by_name(&name).map_err(Failure::from)?;
            let value = json!({ "name": suite.name, "text": suite.text });
            return super::super::only(style, &[("text", "/text")], Reply::new(suite.text, &value));
        }
        let rows = SUITES
            .iter()
            .map(row)
            .collect::<Result<Vec<Value>, Failure>>()?;
        let mut reply = Reply::new(aligned(COLUMNS, &rows), &rows);
        reply.rows = Some(rows);
        super::super::only(style, COLUMNS, reply)
    }
}

fn row(shipped: &taquin_lab::Shipped) -> Result<Value, Failure> {
    let suite = Suite::parse(shipped.text).map_err(|error| Failure::internal(error.to_string()))?;
    let runs = |full| {
        let choices = Choices {
            full,
            ..Choices::default()
        };
        let control = session::control(Limits::default());
        let plan = RunPlan::new(&suite, &choices, Path::new("."), &control);
        plan.map(|plan| plan.jobs.len())
            .map_err(|error| Failure::internal(error.to_string()))
    };
    Ok(json!({
        "name": suite.name,
        "runs": runs(false)?,
        "full": runs(true)?,
        "summary": suite.summary,
    }))
}
