//! Fuzzing the parsers and file formats with libFuzzer.
//!
//! The targets are built by the stable compiler: the coverage counters are an LLVM pass that it has.
//! `cargo fuzz`, which needs a nightly toolchain, works on the same folder.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::cargo::{command, output, root, succeed};
use crate::steps::Verdict;

/// The time the targets run in `cargo xtask test`.
pub(crate) const MINUTE: Duration = Duration::from_mins(1);

/// Compiler flags that let libFuzzer see code coverage, as `cargo fuzz` passes them.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Ccodegen-units=1 \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Builds the targets and runs them side by side for this long.
pub(crate) fn fuzz(time: Duration) -> Result<Verdict, String> {
    let host = output(command("rustc").arg("--print=host-tuple"))?;
    let host = host.trim();
    let folder = root().join("target/fuzz");
    succeed(
        command("cargo")
            .args(["build", "--locked", "--release", "--bins", "--quiet"])
            .arg("--manifest-path=fuzz/Cargo.toml")
            // With a target named, the flags spare build scripts and procedural macros.
            .args(["--target", host])
            .arg("--target-dir")
            .arg(&folder)
            .env("RUSTFLAGS", format!("{COVERAGE} -Cdebug-assertions")),
    )?;
    let programs = folder.join(host).join("release");
    let running: Result<Vec<Target>, String> = names()?
        .into_iter()
        .map(|name| Target::start(name, &programs, time))
        .collect();
    let mut faults = Vec::new();
    let mut notes = Vec::new();
    for target in running? {
        match target.wait() {
            Ok(note) => notes.push(note),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() {
        return Ok(Verdict::Noted(format!("inputs: {}", notes.join(", "))));
    }
    Err(faults.join("\n"))
}

/// The fuzz targets: one for each folder of seeds.
fn names() -> Result<Vec<String>, String> {
    let seeds = root().join("fuzz/seeds");
    let entries = fs::read_dir(&seeds).map_err(|error| format!("{}: {error}", seeds.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    Ok(names)
}

/// A fuzz target that runs.
struct Target {
    name: String,
    process: Child,
    /// What libFuzzer says.
    log: PathBuf,
}

impl Target {
    fn start(name: String, programs: &std::path::Path, time: Duration) -> Result<Self, String> {
        let fault = |error: std::io::Error| format!("{name}: {error}");
        // What is found goes to the first folder; the seeds are only read.
        let corpus = root().join("target/fuzz/corpus").join(&name);
        fs::create_dir_all(&corpus).map_err(fault)?;
        let log = root().join("target/fuzz").join(format!("{name}.log"));
        let process = Command::new(programs.join(&name))
            .arg(format!("-max_total_time={}", time.as_secs()))
            .args(["-print_final_stats=1", "-timeout=10"])
            .arg(format!("-artifact_prefix=target/fuzz/{name}-"))
            .arg(&corpus)
            .arg(root().join("fuzz/seeds").join(&name))
            .current_dir(root())
            .stdout(Stdio::null())
            .stderr(fs::File::create(&log).map_err(fault)?)
            .spawn()
            .map_err(fault)?;
        Ok(Self { name, process, log })
    }

    /// Waits for the end; gives the number of inputs tried, or what was found.
    fn wait(mut self) -> Result<String, String> {
        let (name, log) = (&self.name, self.log.display());
        let status = self.process.wait();
        let status = status.map_err(|error| format!("{name}: {error}"))?;
        if !status.success() {
            return Err(format!("{name} failed ({status}); see {log}"));
        }
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        let tried = tried(&text).ok_or_else(|| format!("{name} tried nothing; see {log}"))?;
        Ok(format!("{name} {tried}"))
    }
}

/// The number of inputs that libFuzzer says it tried.
fn tried(log: &str) -> Option<u64> {
    let mut lines = log.lines();
    let count = lines.find_map(|line| line.strip_prefix("stat::number_of_executed_units:"))?;
    count.trim().parse().ok().filter(|&count| count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_inputs_is_read_from_the_log() {
        let log = "Done 9 runs in 1 second(s)\nstat::number_of_executed_units: 9\nstat::x: 1\n";
        assert_eq!(tried(log), Some(9));
        assert_eq!(tried("stat::number_of_executed_units: 0"), None);
        assert_eq!(tried("Done 9 runs"), None);
    }
}
