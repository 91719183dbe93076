//! `taquin doctor`: the self-check of build, limits and solvers.

use std::fmt::Write;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use taquin_app::{Checkup, MachineFacts};

use crate::End;
use crate::failure::Exit;
use crate::output::{Column, Reply, Style};
use crate::session;
use crate::{interrupt, memory};

/// Report what this build and machine support, and test every solver on known positions
#[derive(Args)]
#[command(after_help = "Examples:
  taquin doctor
  taquin doctor --gpu

A solver that gives a wrong answer ends with exit code 5.")]
pub(crate) struct Doctor {
    /// Compare the GPU's tables, node counts, batches and beams with the CPU's; about a minute
    #[arg(long)]
    gpu: bool,
}

const COLUMNS: &[Column] = &[("what", "/what"), ("value", "/value"), ("good", "/good")];

impl Doctor {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let begun = Instant::now();
        let answer = taquin_app::doctor(&Checkup {
            machine: MachineFacts {
                processor: processor(),
                cores: std::thread::available_parallelism().map_or(1, usize::from),
                free: memory::available(),
                memory: memory::default_limit(),
                smt: z3(),
            },
            gpu: self.gpu,
            control: &|limits| {
                let control = Arc::new(session::control(limits));
                interrupt::watch(&control);
                control
            },
            now: &|| begun.elapsed(),
        });
        let mut text = String::new();
        for finding in &answer.findings {
            let _ = writeln!(text, "{:<22} {}", finding.what, finding.value);
        }
        let (talk, exit) = if answer.good {
            ("all is well", Exit::Done)
        } else {
            ("error: something gave a wrong answer", Exit::Verification)
        };
        let reply = Reply::new(text, &answer).with_rows_at("/findings");
        super::only(style, COLUMNS, reply.with_talk(talk).with_exit(exit))
    }
}

/// The processor's name, if the system reports it.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    let (_, name) = line.split_once(':')?;
    Some(name.trim().to_owned())
}

/// The version of the program that the solver `smt` runs.
fn z3() -> Option<String> {
    let output = Command::new("z3").arg("--version").output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
