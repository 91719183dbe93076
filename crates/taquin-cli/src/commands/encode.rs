//! `taquin encode`: a position in the languages of other solvers.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use taquin::{pddl, wire};

use crate::End;
use crate::cli::PositionArgs;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Column, Reply, Style};

/// Writes a position as a task for other solvers: PDDL for planners
#[derive(Args)]
#[command(after_help = "Examples:
  taquin encode pddl \"8 1 3/4 0 2/7 6 5\" -o out/     # out/domain.pddl, out/problem.pddl
  taquin encode pddl \"8 1 3/4 0 2/7 6 5\" --format json

The domain is strips-sliding-tile: predicates tile, position, at, blank, inc and dec; actions
move-up, move-down, move-left and move-right by the way the tile goes.")]
pub(crate) struct Encode {
    /// The language
    #[arg(value_enum, value_name = "LANGUAGE")]
    language: Language,
    #[command(flatten)]
    positions: PositionArgs,
    /// Write the files into this folder instead of stdout
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Name of the problem
    #[arg(long, default_value = "taquin")]
    name: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Language {
    /// Planning Domain Definition Language: a domain and a problem file
    Pddl,
}

const COLUMNS: &[Column] = &[("name", "/name"), ("text", "/text")];

impl Encode {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let instance = super::one_position(&self.positions, style)?;
        let (puzzle, _) = input::puzzle(self.positions.goal.chosen().as_ref(), &instance)?;
        let Language::Pddl = self.language;
        let task = pddl::Task::new(&puzzle, &self.name);
        let file = |name: &str, text| wire::EncodedFile {
            name: name.to_owned(),
            text,
        };
        let answer = wire::Encode {
            language: "pddl",
            files: vec![
                file("domain.pddl", task.domain),
                file("problem.pddl", task.problem),
            ],
        };
        let text = if let Some(folder) = &self.output {
            write_files(folder, &answer.files)?
        } else {
            let texts: Vec<&str> = answer.files.iter().map(|f| f.text.as_str()).collect();
            texts.join("\n")
        };
        let reply = Reply::new(text, &answer).with_rows_at("/files");
        super::only(style, COLUMNS, reply)
    }
}

/// Writes the files into a folder and lists them.
fn write_files(folder: &Path, files: &[wire::EncodedFile]) -> Result<String, Failure> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let mut written = String::new();
    for file in files {
        let path = folder.join(&file.name);
        std::fs::write(&path, &file.text).map_err(|error| cannot_write(&path, &error))?;
        let _ = writeln!(written, "{}", path.display());
    }
    Ok(written)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
}
