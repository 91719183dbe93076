//! Results in the page: statistics, plots and files of games that were won and of solver runs; and the sample
//! pictures for the tiles.
//!
//! The page needs none of this to start, so it is a WebAssembly module separate from the rules
//! (`taquin-wasm-game`), fetched on first use. [`Results::ask`] answers questions made of text fields; rows are
//! JSON, and files are base64. The interface to JavaScript (`web/app/js/engine/results.js`) is that of the rules.

#[cfg(target_arch = "wasm32")]
#[path = "../../taquin-wasm-game/src/abi.rs"]
pub mod abi;
mod archive;
mod csv;
mod games;
mod parquet;
mod pictures;
mod plots;
mod runs;

use serde::Serialize;
use serde_json::Value;

/// What [`abi`] holds for a page.
#[cfg(target_arch = "wasm32")]
pub(crate) type Module = Results;

/// Separates the fields of questions.
const SEPARATOR: char = '\0';

/// An answer, or nothing where a text cannot be read.
pub type Answer = Result<String, String>;

/// Answers the questions of one page, and keeps the runs that it looks at.
#[derive(Default)]
pub struct Results {
    runs: runs::Runs,
}

impl Results {
    /// Answers a question: its name, then its fields.
    ///
    /// # Errors
    /// An empty text where a field cannot be read, or there is no such question.
    pub fn ask(&mut self, question: &str) -> Answer {
        let fields: Vec<&str> = question.split(SEPARATOR).collect();
        let (name, fields) = (fields[0], &fields[1..]);
        let answer = match name {
            "sitting" => games::sitting(field(fields, 0)),
            "bests" => games::bests(field(fields, 0)),
            "fewest" => games::fewest(field(fields, 0)),
            "write" => games::write(field(fields, 0)),
            "read" => games::read(field(fields, 0)),
            "open" => Some(self.runs.open()),
            "push" => Some(self.runs.push(field(fields, 0), field(fields, 1) == "1")),
            "row" => self.runs.take(field(fields, 0)),
            "summary" => Some(self.runs.summary()),
            "plot" => plots::plot(&self.runs, fields),
            "picture" => pictures::picture(fields),
            "rows" => Some(self.runs.table().csv()),
            "bundle" => self.runs.bundle(field(fields, 0)),
            _ => None,
        };
        answer.ok_or_else(String::new)
    }
}

/// A field; an empty one where there are fewer.
fn field<'a>(fields: &[&'a str], index: usize) -> &'a str {
    fields.get(index).copied().unwrap_or_default()
}

/// An answer as JSON.
fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("names and numbers can be written")
}

/// Rows under the names of their columns, for files.
struct Table {
    columns: Vec<String>,
    rows: Vec<Value>,
}

impl Table {
    fn csv(&self) -> String {
        csv::text(&self.columns, &self.rows)
    }
}

/// A value as files have it: a list with spaces, nothing for null.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(" "),
        // As JavaScript writes numbers: whole ones without a decimal point.
        Value::Number(number) => number.as_f64().unwrap_or_default().to_string(),
        Value::Bool(_) | Value::Object(_) => value.to_string(),
    }
}
