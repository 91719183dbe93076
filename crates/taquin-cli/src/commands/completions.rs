//! `taquin completions`: shell completion scripts.

use std::io::{self, Write};

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use taquin::catalogue::CATALOGUE;
use taquin::data::{COURSE_FILES, DATASETS};
use taquin::generate::{GENERATORS, Level};
use taquin::heuristic::HEURISTICS;
use taquin::sat::backend::BACKENDS;
use taquin::sat::encodings::ENCODINGS;
use taquin_export::picture::Colouring;
use taquin_lab::SUITES;

use crate::End;
use crate::cli::Cli;
use crate::failure::Exit;
use crate::output::Style;

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "Examples:
  taquin completions bash > ~/.local/share/bash-completion/completions/taquin
  taquin completions fish > ~/.config/fish/completions/taquin.fish")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        style.only_text("the output is a script")?;
        // The generator panics on a closed pipe, so the script is made in memory first.
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut with_values(Cli::command()),
            "taquin",
            &mut script,
        );
        io::stdout().lock().write_all(&script)?;
        Ok(Exit::Done)
    }
}

/// The values of an option, from the tables they are chosen from. Options take more than these, like
/// `astar:heuristic=manhattan`, so their parsers do not say it.
fn values_of(command: &str, argument: &str) -> Option<Vec<String>> {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Some(match (command, argument) {
        (_, "algo") | ("compare", "with") => solvers(),
        ("estimate", "with") => HEURISTICS
            .iter()
            .map(|entry| entry.name.to_owned())
            .collect(),
        (_, "goal") => owned(&["blank-last", "blank-first", "spiral"]),
        (_, "level") => Level::ALL.iter().map(ToString::to_string).collect(),
        (_, "generator") => GENERATORS
            .iter()
            .map(|entry| entry.name.to_owned())
            .collect(),
        (_, "encoding") => ENCODINGS
            .iter()
            .map(|entry| entry.name.to_owned())
            .collect(),
        (_, "solver") => BACKENDS.iter().map(|entry| entry.name.to_owned()).collect(),
        (_, "colour") => owned(&Colouring::ALL.map(|(name, ..)| name)),
        ("get", "name") => {
            let sets = DATASETS.iter().map(|set| set.name);
            let files = COURSE_FILES.iter().map(|(name, _)| *name);
            sets.chain(files).map(str::to_owned).collect()
        }
        ("run", "suite") => SUITES.iter().map(|suite| suite.name.to_owned()).collect(),
        ("demo", "name") => taquin_app::DEMOS
            .iter()
            .map(|demo| demo.name.to_owned())
            .collect(),
        _ => return None,
    })
}

/// The solvers, and those with a heuristic together with each.
fn solvers() -> Vec<String> {
    let mut specs = Vec::new();
    for entry in CATALOGUE.entries() {
        specs.push(entry.name.to_owned());
        if entry
            .options
            .iter()
            .any(|option| option.name == "heuristic")
        {
            let heuristics = HEURISTICS.iter();
            specs.extend(heuristics.map(|heuristic| format!("{}/{}", entry.name, heuristic.name)));
        }
    }
    specs
}

/// The command with possible values for the arguments that have some.
fn with_values(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let arguments: Vec<(String, Vec<String>)> = command
        .get_arguments()
        .filter_map(|argument| {
            let id = argument.get_id().as_str();
            Some((id.to_owned(), values_of(&name, id)?))
        })
        .collect();
    let below: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    let command = arguments
        .into_iter()
        .fold(command, |command, (id, values)| {
            // clap keeps borrowed names only.
            let values: Vec<&'static str> =
                values.into_iter().map(|value| &*value.leak()).collect();
            let values = PossibleValuesParser::new(values);
            command.mut_arg(id, |argument| argument.value_parser(values))
        });
    below.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, with_values)
    })
}
