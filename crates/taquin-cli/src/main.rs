//! The command line of taquin.

mod arenas;
mod blocks;
mod cli;
mod commands;
mod draft;
mod failure;
mod folder;
mod input;
mod interrupt;
mod layers;
mod limited_solver;
mod memory;
mod output;
mod parallel;
mod progress;
mod report;
mod session;
mod stream;

use std::io;
use std::process::ExitCode;

use clap::CommandFactory;
use taquin_app::units;

use crate::failure::{Exit, Failure};

fn main() -> ExitCode {
    let typed = std::env::args_os().collect();
    let environment = |name: &str| std::env::var(name).ok();
    let words = match layers::extend(&cli::Cli::command(), typed, &environment) {
        Ok(words) => words,
        Err(failure) => {
            output::complain(&failure);
            return failure.exit.into();
        }
    };
    let cli = cli::read(words);
    if cli.global.no_color {
        anstream::ColorChoice::Never.write_global();
    }
    if matches!(cli.command, cli::Command::Serve(_)) {
        arenas::share_one();
    } else {
        // The service ends in its own way, once its clients have had their answers.
        interrupt::install();
    }
    match commands::run(cli) {
        Ok(_) if interrupt::seen() => Exit::Interrupted,
        Ok(exit) => exit,
        Err(End::Failed(failure)) => {
            output::complain(&failure);
            failure.exit
        }
        // The reader of the results closed the pipe.
        Err(End::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
        Err(End::Io(error)) => {
            output::complain(&Failure::internal(error.to_string()));
            Exit::Internal
        }
    }
    .into()
}

/// Why a command ends before it is done.
enum End {
    Failed(Failure),
    Io(io::Error),
}

impl From<Failure> for End {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
