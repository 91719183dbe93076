//! `taquin part`: one part of a long search.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use taquin::Halt;
use taquin::algorithms::PdbIda;
use taquin::notation::file::Instance;
use taquin::parts::{Folder, Journal, Row};
use taquin_app::{PartName, PartOrder, question};

use crate::End;
use crate::cli::{LimitArgs, PositionArgs};
use crate::failure::{Exit, Failure};
use crate::output::{Column, Reply, Style};
use crate::units::{show_count, show_duration};
use crate::{input, interrupt, session, units};

/// Search one part of a threshold, on any machine; the command is idempotent
#[derive(Args)]
#[command(after_help = "Examples:
  taquin part --threshold 57 --part 3/64 --goal blank-first \"14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3\"
  taquin part --threshold 57 --part UL..UR --budget 1e8 --format json -i board.txt
  taquin part --threshold 57 --part 3/64 --parts proof -i board.txt

Each node of a threshold is in exactly one part. A part is 3/64, or a span from one node of the
search to another, each named by the moves that lead there. `taquin solve --parts proof` continues
from what is in the folder.")]
#[expect(
    clippy::struct_field_names,
    reason = "clap names the option after the field"
)]
pub(crate) struct Part {
    #[command(flatten)]
    positions: PositionArgs,
    /// Maximum length of the solutions searched for
    #[arg(long, value_name = "MOVES")]
    threshold: u32,
    /// Which part: 3/64, or a span like UL..UR
    #[arg(long, value_name = "PART", value_parser = question::part_name)]
    part: PartName,
    /// Return the rest after this many expanded nodes, like 1e8
    #[arg(long, value_name = "COUNT", value_parser = units::count)]
    budget: Option<u64>,
    /// The tables, like 7-8, or the best available
    #[arg(long, value_name = "PARTITION", default_value = "best")]
    tables: taquin::algorithms::Tables,
    /// Maximum length of pruned move sequences
    #[arg(long, value_name = "MOVES", default_value_t = 12, value_parser = read_automaton)]
    automaton: usize,
    /// Skip what this folder records as done, and append to it
    #[arg(long, value_name = "FOLDER")]
    parts: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

fn read_automaton(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(length @ 2..=taquin::algorithms::Automaton::MAX_LENGTH) => Ok(length),
        _ => Err("write a length from 2 to 14".to_owned()),
    }
}

const COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("goal", "/goal"),
    ("method", "/method"),
    ("threshold", "/threshold"),
    ("expanded", "/expanded"),
    ("generated", "/generated"),
    ("time_ms", "/time_ms"),
    ("solution", "/solution"),
    ("limit", "/limit"),
];

impl Part {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let positions = self.positions.clone();
        let answer = move |instance: &Instance| self.answer(instance);
        super::each_position(&positions, style, 1, COLUMNS, answer)
    }

    fn answer(&self, instance: &Instance) -> Result<Reply, Failure> {
        let chosen = self.positions.goal.chosen();
        let (puzzle, goals) = input::puzzle(chosen.as_ref(), instance)?;
        let solver = PdbIda {
            tables: self.tables.clone(),
            automaton: self.automaton,
            ..PdbIda::default()
        };
        let control = Arc::new(session::control(self.limits.each_of(1)));
        interrupt::watch(&control);
        let search = solver
            .part_search(&puzzle, &control)
            .map_err(|halt| match halt {
                Halt::Refused(error) => Failure::from(error),
                Halt::Stopped(_) => {
                    Failure::usage("the tables could not be built within the limits")
                }
            })?;
        let order = PartOrder {
            threshold: self.threshold,
            part: self.part.clone(),
            budget: self.budget,
        };
        let mut folder = self
            .parts
            .as_ref()
            .map(|path| self.open(path))
            .transpose()?;
        let failed = |error: std::io::Error| Failure::internal(error.to_string());
        let known: Vec<Row> = match &mut folder {
            Some(folder) => folder.rows().map_err(failed)?,
            None => Vec::new(),
        };
        let run = taquin_app::search_part(&search, &order, &known, &control)?;
        if let Some(folder) = &mut folder {
            for row in &run.rows {
                folder.append(row).map_err(failed)?;
            }
        }
        let mut text = String::new();
        for row in &run.rows {
            let _ = writeln!(text, "{row}");
        }
        let rest = super::count_of(run.searched.rest.len(), "span");
        let talk = format!(
            "{} expanded · {} · {}",
            show_count(run.counts.expanded),
            show_duration(run.counts.time),
            match &run.searched.solution {
                Some(place) => format!("a solution of {}", super::count_of(place.0.len(), "move")),
                None if run.searched.rest.is_empty() => "no solution in this part".to_owned(),
                None => format!("no solution so far; {rest} left"),
            }
        );
        let answer = run.answer(&puzzle, &goals, self.threshold);
        let exit = match run.stop {
            taquin::Stop::Finished => Exit::Done,
            taquin::Stop::Cancelled => Exit::Interrupted,
            _ => Exit::Limit,
        };
        Ok(Reply::new(text, &answer).with_talk(talk).with_exit(exit))
    }

    /// The folder, with a file of this part's own.
    fn open(&self, path: &std::path::Path) -> Result<Folder, Failure> {
        let part = match &self.part {
            PartName::Numbered(share) => format!("{}-of-{}", share.index + 1, share.of),
            PartName::Span(span) => span.to_string().replace("..", "-to-"),
        };
        let writer: String = format!("part-{}-{part}", self.threshold);
        // A file name of at most 255 bytes.
        let writer: String = writer.chars().take(200).collect();
        Folder::open(path, &writer)
            .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
    }
}
