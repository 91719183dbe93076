//! Chores of the workspace.
//!
//! `cargo xtask test` does all set-up and checks everything; `cargo xtask test NAME…` only the
//! steps with these names. `cargo xtask ptx` compiles the GPU's kernels, `cargo xtask instructions`
//! records the instruction counts of the hot loops.

#![expect(
    clippy::print_stderr,
    reason = "a program for people at a terminal; its lines are talk, not results"
)]

mod browser;
mod cargo;
mod instructions;
mod kernels;
mod licences;
mod manual;
mod parquet;
mod postgres;
mod python;
mod service;
mod steps;
mod tools;

use std::process::ExitCode;

use steps::STEPS;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((command, names)) if command == "test" => match steps::select(names) {
            Ok(steps) => steps::run(&steps),
            Err(name) => usage(&format!("there is no step `{name}`")),
        },
        Some((command, [])) if command == "ptx" => chore(kernels::write()),
        Some((command, [])) if command == "instructions" => chore(instructions::record()),
        Some((command, _)) => usage(&format!("there is no chore `{command}`")),
        None => usage("name a chore"),
    }
}

fn chore(end: Result<steps::Verdict, String>) -> ExitCode {
    match end {
        Ok(steps::Verdict::Passed) => ExitCode::SUCCESS,
        Ok(steps::Verdict::Skipped(fault)) | Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn usage(fault: &str) -> ExitCode {
    eprintln!(
        "{fault}\n\nusage: cargo xtask test [STEP…]\n       cargo xtask ptx\n       cargo xtask instructions\n\nsteps, all of them by default:"
    );
    for step in STEPS {
        eprintln!("  {:<12} {}", step.name, step.summary);
    }
    ExitCode::from(2)
}
