//! Chores of the workspace: checks, set-up, generated files.
//!
//! `cargo xtask quick` is for people at work: format, lints, unit tests. `cargo xtask test` installs
//! what the checks need and runs all of them; `cargo xtask test STEP…` runs some.

#![expect(
    clippy::print_stderr,
    reason = "a program for people at a terminal; its lines are progress, not results"
)]

mod browser;
mod cargo;
mod dist;
mod fuzz;
mod instructions;
mod kernels;
mod licences;
mod manual;
mod mpi;
mod msrv;
mod package;
mod page;
mod parquet;
mod pictures;
mod postgres;
mod python;
mod report;
mod run;
mod service;
mod set_up;
mod steps;
mod tools;
mod wasm;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use steps::{Lane, STEPS, Verdict};

const USAGE: &str = "\
usage: cargo xtask quick           format, lints and unit tests
       cargo xtask test [STEP…]    set-up, then all checks or the named ones
       cargo xtask setup           install what the checks need, without running them
       cargo xtask fuzz SECONDS    fuzz longer than `test fuzz` does
       cargo xtask book            render the manual into target/book
       cargo xtask dist [PROFILE]  build what is published into target/dist/packages
       cargo xtask dist --program FILE  only package this program
       cargo xtask pictures        make the pictures of the README and the manual
       cargo xtask catalogue       write the tables of solvers in the page and the manual
       cargo xtask page            compile the engine of the page
       cargo xtask ptx             compile the GPU kernels
       cargo xtask instructions    record the instruction counts of the hot loops

steps of `cargo xtask test`:";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["quick"] => run::run(&steps::of(Lane::Quick)),
        ["test"] => run::run(&steps::of(Lane::Full)),
        ["test", names @ ..] => match steps::named(names) {
            Ok(steps) => run::run(&steps),
            Err(name) => usage(&format!("there is no step `{name}`")),
        },
        ["setup"] => run::set_up_all(),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => chore(fuzz::fuzz(Duration::from_secs(seconds))),
            Err(_) => usage("SECONDS is a number"),
        },
        ["book"] => chore(manual::render()),
        ["dist"] => chore(dist::build("dist")),
        ["dist", "--program", program] => chore(dist::wrap(Path::new(program))),
        ["dist", profile] => chore(dist::build(profile)),
        ["pictures"] => chore(pictures::make()),
        ["catalogue"] => chore(write_catalogue()),
        ["page"] => chore(page::write()),
        ["ptx"] => chore(kernels::write()),
        ["instructions"] => chore(instructions::record()),
        [command, ..] => usage(&format!("there is no command `{command}` with these words")),
        [] => usage("name a command"),
    }
}

/// Runs the tests that compare solver tables with the catalogue in update mode.
fn write_catalogue() -> Result<Verdict, String> {
    let tests = [
        ("taquin-web", "page_catalogue", "tables"),
        ("taquin-cli", "manual", "options"),
    ];
    for (package, test, name) in tests {
        let mut command = cargo::command("cargo");
        command.args(["test", "--quiet", "-p", package, "--test", test, name]);
        cargo::succeed(command.env("TAQUIN_UPDATE", "1"))?;
    }
    Ok(Verdict::Passed)
}

fn chore(end: Result<Verdict, String>) -> ExitCode {
    match end {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Noted(note)) => {
            eprintln!("{note}");
            ExitCode::SUCCESS
        }
        Ok(Verdict::Skipped(fault)) | Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn usage(fault: &str) -> ExitCode {
    eprintln!("{fault}\n\n{USAGE}");
    for step in STEPS {
        eprintln!("  {:<12} {}", step.name, step.summary);
    }
    ExitCode::from(2)
}
