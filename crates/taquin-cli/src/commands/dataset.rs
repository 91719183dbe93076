//! `taquin dataset`: the instance sets of the literature, by name.

use clap::{Args, Subcommand};
use serde_json::Value;
use taquin::data;
use taquin_app::answer;

use crate::End;
use crate::failure::{Exit, Failure};
use crate::output::{Column, Label, OutputFormat, Reply, Sink, Style, aligned};

/// List and print published instance sets with optimal lengths and sources
#[derive(Args)]
#[command(after_help = "Examples:
  taquin dataset list
  taquin dataset get korf-15-100 > korf.tsv
  taquin dataset get hardest-8 | taquin solve --format csv
  taquin dataset get input-3by3.in > input.in

`get` prints lines of tab-separated fields (id, rows, cols, goal, tiles, optimal length, known
length), which every command reads as positions with their goals. `input-2by2.in`,
`input-2by2-unsat.in`, `input-3by3.in`, `input-3by3-unsat.in`, `input-4by4.in` and
`input-4by4-hard.in` are the instance files of a logic course, for `taquin course`.")]
pub(crate) struct Dataset {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the sets
    List,
    /// Print a set
    Get {
        /// Its name, or that of a file of the course
        name: String,
    },
}

const SETS: &[Column] = &[
    ("name", "/name"),
    ("count", "/count"),
    ("summary", "/summary"),
];

const ROWS: &[Column] = &[
    ("id", "/id"),
    ("board", "/board"),
    ("goal", "/goal"),
    ("optimal", "/optimal"),
    ("known", "/known"),
    ("source", "/source"),
];

impl Dataset {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        match self.action {
            Action::List => list(style),
            Action::Get { name } => get(&name, style),
        }
    }
}

fn list(style: Style) -> Result<Exit, End> {
    let rows: Vec<Value> = data::DATASETS
        .iter()
        .map(|set| serde_json::to_value(answer::Dataset::from(set)).expect("plain data"))
        .collect();
    let mut reply = Reply::new(aligned(SETS, &rows), &rows);
    reply.rows = Some(rows);
    super::only(style, SETS, reply)
}

fn get(name: &str, style: Style) -> Result<Exit, End> {
    if let Some(text) = data::course_file(name) {
        style.only_text("the files of the course have a format of their own")?;
        let end = if text.ends_with('\n') { "" } else { "\n" };
        return super::only(
            style,
            ROWS,
            Reply::new(format!("{text}{end}"), &Value::Null),
        );
    }
    let set = data::by_name(name).map_err(Failure::from)?;
    let mut sink = Sink::new(style, ROWS, true);
    if style.format == OutputFormat::Text {
        sink.put(Label::default(), &Ok(Reply::new(set.tsv(), &Value::Null)))?;
        return Ok(sink.finish()?);
    }
    for row in answer::dataset_rows(set) {
        sink.put(Label::default(), &Ok(Reply::new("", &row)))?;
    }
    Ok(sink.finish()?)
}
