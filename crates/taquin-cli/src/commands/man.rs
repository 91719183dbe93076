//! `taquin man`: manual pages made from the help texts.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use taquin::spec::SpecError;

use crate::End;
use crate::cli::Cli;
use crate::failure::{Exit, Failure};
use crate::output::Style;

/// Print the manual page of taquin or of one of its commands
#[derive(Args)]
#[command(after_help = "Examples:
  taquin man | man -l -
  taquin man solve | man -l -
  taquin man -o ~/.local/share/man/man1       # all pages")]
pub(crate) struct Man {
    /// The command [default: taquin itself]
    #[arg(value_name = "COMMAND")]
    page: Option<String>,
    /// Write all pages into this folder
    #[arg(long, short, value_name = "FOLDER", conflicts_with = "page")]
    output: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        style.only_text("a manual page is always roff")?;
        // The subcommands `help` would each get a page that only repeats the others.
        let mut taquin = without_help(Cli::command());
        taquin.build();
        if let Some(folder) = &self.output {
            std::fs::create_dir_all(folder)?;
            clap_mangen::generate_to(taquin, folder)?;
            return Ok(Exit::Done);
        }
        let command = match &self.page {
            None => taquin,
            Some(name) => page(&taquin, name)?,
        };
        let mut text = Vec::new();
        clap_mangen::Man::new(command).render(&mut text)?;
        io::stdout().lock().write_all(&text)?;
        Ok(Exit::Done)
    }
}

/// The command and all below it without their subcommand `help`.
fn without_help(command: clap::Command) -> clap::Command {
    let names: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    let command = command.disable_help_subcommand(true);
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, without_help)
    })
}

/// The command of this name, called as its page is.
fn page(taquin: &clap::Command, name: &str) -> Result<clap::Command, Failure> {
    let commands = || taquin.get_subcommands();
    let found = commands().find(|command| command.get_name() == name);
    let Some(command) = found else {
        let names: Vec<&str> = commands().map(clap::Command::get_name).collect();
        return Err(SpecError::unknown("command", name, &names).into());
    };
    Ok(command.clone().name(format!("taquin-{name}")))
}
