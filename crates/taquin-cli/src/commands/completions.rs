//! `taquin completions`: what the shell completes.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

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
        clap_complete::generate(self.shell, &mut Cli::command(), "taquin", &mut script);
        io::stdout().lock().write_all(&script)?;
        Ok(Exit::Done)
    }
}
