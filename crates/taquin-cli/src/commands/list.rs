//! `taquin list`: everything that can be chosen by name.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use taquin::catalogue::OptionEntry;
use taquin::generate::{self, Level};
use taquin::levels::Dealer;
use taquin::{Goal, Limits, Size, catalogue};

use crate::End;
use crate::failure::Exit;
use crate::output::{Column, Reply, Style, aligned};
use crate::session;

/// List solvers, heuristics, goals, generators or levels with their options
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
            What::Heuristics => heuristics_in_full(),
            _ => aligned(columns, &rows),
        };
        let mut reply = Reply::new(text, &rows);
        reply.rows = Some(rows);
        if let What::Levels = self.what {
            reply = reply.with_talk(
                "Numbers are moves of a shortest solution; any: all boards that can be solved.",
            );
        }
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
            "guarantee": entry.notes,
            "options": solver_options(entry.options),
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
        let _ = writeln!(text, "{:<14} {}", "", entry.notes);
        for option in entry.options {
            let _ = writeln!(text, "{:<14}   {}: {option}", "", option.name);
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

/// The heuristics for people, in lines that fit a terminal.
fn heuristics_in_full() -> String {
    let mut text = String::new();
    for entry in catalogue::heuristics() {
        let _ = writeln!(text, "{:<24} {}", entry.name, entry.summary);
        let claims = match (entry.admissible, entry.consistent) {
            (true, true) => "admissible, consistent",
            (true, false) => "admissible, not consistent",
            (false, _) => "not admissible",
        };
        let _ = writeln!(text, "{:<24} {claims}", "");
        if let Some(argument) = &entry.argument {
            let _ = writeln!(text, "{:<24} argument: {}", "", argument.summary);
        }
    }
    text
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

/// Representative sizes: some with a distance table, one between, one of those beyond.
const LEVELS: &[Column] = &[
    NAME,
    ("2x2", "/2x2"),
    ("2x3", "/2x3"),
    ("2x4", "/2x4"),
    ("3x3", "/3x3"),
    ("4x4", "/4x4"),
    ("5x5", "/5x5"),
];

/// The bands of all levels for one board size.
fn levels() -> Table {
    let control = session::control(Limits::default());
    let games = |&(title, _): &Column| {
        let size: Size = title.parse().expect("the titles are sizes");
        let goal = Goal::default().board(size);
        (
            title,
            Dealer::new(goal.expect("named goals have every size"), &control),
        )
    };
    let games: Vec<_> = LEVELS[1..].iter().map(games).collect();
    let row = |&level: &Level| {
        let mut row = json!({ "name": level.name() });
        for (size, games) in &games {
            row[size] = json!(match games.meaning(level) {
                Ok(meaning) => meaning.to_string(),
                Err(_) => "none".to_owned(),
            });
        }
        row
    };
    (LEVELS, Level::ALL.iter().map(row).collect())
}

fn solver_options(options: &[OptionEntry]) -> String {
    let written = |option: &OptionEntry| format!("{}: {option}", option.name);
    options.iter().map(written).collect::<Vec<_>>().join("; ")
}

fn options(options: &[(&str, &str)]) -> String {
    let options: Vec<String> = options
        .iter()
        .map(|(name, meaning)| format!("{name}: {meaning}"))
        .collect();
    options.join("; ")
}
