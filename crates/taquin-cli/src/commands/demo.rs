//! `taquin demo`: five documents, each figure next to ours.

use std::sync::Arc;

use clap::Args;
use taquin::Limits;
use taquin::spec::SpecError;
use taquin_app::DEMOS;

use crate::End;
use crate::failure::{Exit, Failure};
use crate::output::{Column, Label, Reply, Sink, Style};
use crate::{interrupt, session};

/// Replay a document on the puzzle: its figures next to ours, with the commands for them
#[derive(Args)]
#[command(after_help = "Examples:
  taquin demo
  taquin demo c-solver
  taquin demo course --format md

Figures are computed now, on this machine; times are those of one run.")]
pub(crate) struct Demo {
    /// thesis, course, c-solver, group or uninformed; none lists them
    #[arg(value_name = "DOCUMENT")]
    name: Option<String>,
}

const COLUMNS: &[Column] = &[
    ("figure", "/figure"),
    ("command", "/command"),
    ("document", "/document"),
    ("taquin", "/taquin"),
];

const NAMES: &[Column] = &[("name", "/name"), ("title", "/title")];

impl Demo {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let Some(name) = self.name else {
            let mut sink = Sink::new(style, NAMES, true);
            for demo in DEMOS {
                let value = serde_json::json!({ "name": demo.name, "title": demo.title });
                let text = format!("{:<11} {}\n", demo.name, demo.title);
                sink.put(Label::default(), &Ok(Reply::new(text, &value)))?;
            }
            return Ok(sink.finish()?);
        };
        let Some(demo) = DEMOS.iter().find(|demo| demo.name == name) else {
            let names: Vec<&str> = DEMOS.iter().map(|demo| demo.name).collect();
            return Err(Failure::from(SpecError::unknown("document", &name, &names)).into());
        };
        let control = Arc::new(session::control(Limits::default()));
        interrupt::watch(&control);
        let mut sink = Sink::new(style, COLUMNS, true);
        let mut fault = None;
        let replayed = taquin_app::demo(demo, &control, |row| {
            let text = format!(
                "{}\n  $ {}\n  document: {}\n  taquin:   {}\n",
                row.figure, row.command, row.document, row.taquin
            );
            if let Err(error) = sink.put(Label::default(), &Ok(Reply::new(text, row))) {
                fault.get_or_insert(error);
            }
        });
        if let Some(error) = fault {
            return Err(error.into());
        }
        if interrupt::seen() {
            sink.finish()?;
            return Ok(Exit::Interrupted);
        }
        replayed.map_err(Failure::from)?;
        Ok(sink.finish()?)
    }
}
