//! Running a program to its end or to a limit.

use std::io::Read;
use std::ops::ControlFlow;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use taquin_core::Stop;

use super::{BackendError, Watch};
use crate::process_tree::ProcessTree;

/// Polling interval for limits while a program runs.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Polls between two readings of the process tree's memory, which take longer.
const WEIGH_EVERY: u32 = 25;

/// How a program ended.
pub(crate) enum Ran {
    /// By itself, with its stdout and stderr.
    Ended(ExitStatus, String, String),
    /// Killed at a limit.
    Stopped(Stop),
}

/// Runs a program to its end or to a limit; what it reads is `input`.
pub(crate) fn run(
    mut command: Command,
    input: Option<String>,
    name: &str,
    watch: &Watch<'_>,
) -> Result<Ran, BackendError> {
    let failed = |reason: String| BackendError {
        solver: name.to_owned(),
        reason,
    };
    command
        .stdin(if input.is_some() {
            Stdio::piped()
        } else {
            Stdio::null()
        })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let tree = ProcessTree::mark(&mut command);
    let mut child = command.spawn().map_err(|error| {
        failed(match error.kind() {
            std::io::ErrorKind::NotFound => {
                "there is no such program; give the path of one that is installed".to_owned()
            }
            std::io::ErrorKind::PermissionDenied => "it may not be run".to_owned(),
            _ => format!("it cannot be run: {error}"),
        })
    })?;
    // Readers of their own, so that a program that prints much is never blocked.
    let output = child.stdout.take().map(read_all);
    let complaint = child.stderr.take().map(read_all);
    let writer = child.stdin.take().zip(input).map(|(mut stdin, input)| {
        thread::spawn(move || {
            use std::io::Write;
            // A program that ends before it has read everything says why in its own words.
            let _ = stdin.write_all(input.as_bytes());
        })
    });
    let has_memory_limit = watch.control.limits().memory.is_some();
    let mut bytes = 0;
    let mut looks = 0_u32;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) => {}
            Err(error) => {
                tree.kill(child.id());
                return Err(failed(format!("it cannot be waited for: {error}")));
            }
        }
        looks += 1;
        if has_memory_limit && looks.is_multiple_of(WEIGH_EVERY) {
            bytes = tree.resident();
        }
        if let ControlFlow::Break(stop) = watch.check(bytes) {
            tree.kill(child.id());
            // It may have ended by itself just now.
            let _ = child.kill();
            let _ = child.wait();
            return Ok(Ran::Stopped(stop));
        }
        thread::sleep(LOOK_EVERY);
    };
    // What it started and left behind would keep the pipes open.
    tree.kill(child.id());
    let join = |reader: Option<thread::JoinHandle<String>>| {
        reader.and_then(|r| r.join().ok()).unwrap_or_default()
    };
    if let Some(writer) = writer {
        let _ = writer.join();
    }
    Ok(Ran::Ended(status, join(output), join(complaint)))
}

fn read_all(mut source: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = source.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The error message for an answer that cannot be read.
pub(crate) fn explain(status: ExitStatus, reason: &str, complaint: &str) -> String {
    let ended = match status.code() {
        None => "it was killed".to_owned(),
        Some(code) => format!("it ended with code {code}"),
    };
    let said = complaint.trim().lines().next_back().unwrap_or_default();
    let said: String = said.chars().take(120).collect();
    if said.is_empty() {
        format!("{ended}, and {reason}")
    } else {
        format!("{ended}, and {reason}; it said: {said}")
    }
}
