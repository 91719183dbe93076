//! `taquin list`: everything that can be chosen by name.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use taquin::{Goal, Size, catalogue, generate};

use crate::End;
use crate::failure::Exit;
use crate::output::{Column, Reply, Style, aligned};

/// Lists what can be chosen by name, with its options
#[derive(Args)]
#[command(after_help = "Examples:
  taquin list solvers
  taquin list heuristics --format md")]
pub(crate) struct List {
    /// What to list
    #[arg(value_enum)]
    what: What,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// For `solve --algo` and `compare --with`
    Solvers,
    /// For `--algo astar/HEURISTIC`
    Heuristics,
    /// For `--goal`
    Goals,
    /// For `generate --generator`
    Generators,
    /// For `generate --level`
    Levels,
}

impl List {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let (columns, rows) = match self.what {
            What::Solvers => solvers(),
            What::Heuristics => heuristics(),
            What::Goals => goals(),
            What::Generators => generators(),
            What::Levels => levels(),
        };
        let text = match self.what {
            What::Solvers => solvers_in_full(),
            _ => aligned(columns, &rows),
        };
        let mut reply = Reply::new(text, &rows);
        reply.rows = Some(rows);
        super::only(style, columns, reply)
    }
}

type Table = (&'static [Column], Vec<Value>);

const NAME: Column = ("name", "/name");
const SUMMARY: Column = ("summary", "/summary");
const OPTIONS: Column = ("options", "/options");

fn solvers() -> Table {
    let rows = catalogue::solvers().map(|entry| {
        json!({
            "name": entry.name,
            "summary": entry.summary,
            "guarantee": entry.guarantee,
            "options": options(entry.options),
        })
    });
    let columns: &[Column] = &[NAME, SUMMARY, ("guarantee", "/guarantee"), OPTIONS];
    (columns, rows.collect())
}

/// The solvers for people: a table would be wider than any terminal.
fn solvers_in_full() -> String {
    let mut text = String::new();
    for entry in catalogue::solvers() {
        let _ = writeln!(text, "{:<14} {}", entry.name, entry.summary);
        let _ = writeln!(text, "{:<14} {}", "", entry.guarantee);
        for (name, meaning) in entry.options {
            let _ = writeln!(text, "{:<14}   {name}: {meaning}", "");
        }
    }
    text
}

fn heuristics() -> Table {
    let rows = catalogue::heuristics().map(|entry| {
        json!({
            "name": entry.name,
            "admissible": entry.admissible,
            "consistent": entry.consistent,
            "summary": entry.summary,
            "argument": entry.argument.as_ref().map(|argument| argument.summary),
        })
    });
    let columns: &[Column] = &[
        NAME,
        ("admissible", "/admissible"),
        ("consistent", "/consistent"),
        SUMMARY,
        ("argument", "/argument"),
    ];
    (columns, rows.collect())
}

fn goals() -> Table {
    let size = Size::new(3, 4).expect("3x4 is a size");
    let rows = Goal::NAMED.iter().map(|(name, goal)| {
        let example = goal.board(size).expect("named goals have every size");
        json!({ "name": name, "example": example.to_string() })
    });
    let columns: &[Column] = &[NAME, ("on 3x4", "/example")];
    (columns, rows.collect())
}

fn generators() -> Table {
    let rows = generate::GENERATORS.iter().map(|entry| {
        json!({
            "name": entry.name,
            "summary": entry.summary,
            "options": options(entry.options),
        })
    });
    let columns: &[Column] = &[NAME, SUMMARY, OPTIONS];
    (columns, rows.collect())
}

fn levels() -> Table {
    let rows = generate::Level::ALL
        .iter()
        .map(|level| json!({ "name": level.name() }));
    (&[NAME], rows.collect())
}

fn options(options: &[(&str, &str)]) -> String {
    let options: Vec<String> = options
        .iter()
        .map(|(name, meaning)| format!("{name}: {meaning}"))
        .collect();
    options.join("; ")
}
