//! Instruction counts of the hot loops against a recorded baseline.
//!
//! Valgrind's callgrind counts what one function of `benches/src/bin/instructions.rs` executes, on
//! fixed inputs and one thread. Counts of one compiler hardly differ from machine to machine; another
//! compiler makes other code, so the baseline is compared only with the one it was recorded by.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::cargo::{cargo, command, output, root, target};
use crate::steps::Verdict;
use crate::tools::VALGRIND;

/// The counts to hold.
const BASELINE: &str = "benches/instructions.tsv";

/// The function whose instructions count, with all it calls.
const COUNTED: &str = "instructions::counted*";

/// A larger rise fails.
const MOST: f64 = 0.05;

/// The command that records the counts again.
const RECORD: &str = "cargo xtask instructions";

/// Compares the counts with the baseline.
pub(crate) fn check() -> Result<Verdict, String> {
    if let Some(why) = not_here() {
        return Ok(Verdict::Skipped(why));
    }
    let path = root().join(BASELINE);
    let Ok(text) = fs::read_to_string(&path) else {
        return Ok(Verdict::Skipped(format!(
            "there is no {BASELINE}; `{RECORD}` makes it"
        )));
    };
    let baseline = Baseline::read(&text)?;
    let compiler = compiler()?;
    if baseline.compiler != compiler {
        return Ok(Verdict::Skipped(format!(
            "{BASELINE} was recorded by {}, and this is {compiler}; `{RECORD}` records it anew",
            baseline.compiler
        )));
    }
    let now = measure()?;
    compare(&baseline.counts, &now)
}

/// Records the counts as the baseline.
pub(crate) fn record() -> Result<Verdict, String> {
    if let Some(why) = not_here() {
        return Ok(Verdict::Skipped(why));
    }
    let counts = measure()?;
    let mut text = format!(
        "# Instructions of the hot loops, counted by callgrind; `{RECORD}` writes this file.\n# compiler\t{}\n",
        compiler()?
    );
    for (name, count) in &counts {
        let _ = writeln!(text, "{name}\t{count}");
    }
    fs::write(root().join(BASELINE), text).map_err(|error| format!("{BASELINE}: {error}"))?;
    eprintln!("{} counts in {BASELINE}", counts.len());
    Ok(Verdict::Passed)
}

fn not_here() -> Option<String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Some("counts are recorded for x86-64 Linux".to_owned());
    }
    VALGRIND.provide().err()
}

/// The counts a file holds.
struct Baseline {
    compiler: String,
    counts: Vec<(String, u64)>,
}

impl Baseline {
    fn read(text: &str) -> Result<Self, String> {
        let compiler = text
            .lines()
            .find_map(|line| line.strip_prefix("# compiler\t"));
        let mut counts = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let count = line
                .split_once('\t')
                .and_then(|(name, count)| Some((name.to_owned(), count.parse().ok()?)));
            counts.push(count.ok_or_else(|| {
                format!("{BASELINE}: `{line}` is no name and count; `{RECORD}` writes it anew")
            })?);
        }
        Ok(Self {
            compiler: compiler.unwrap_or_default().to_owned(),
            counts,
        })
    }
}

fn compiler() -> Result<String, String> {
    let said = output(command("rustc").arg("--version"))?;
    Ok(said.trim().to_owned())
}

/// Counts every loop.
fn measure() -> Result<Vec<(String, u64)>, String> {
    cargo(&[
        "build",
        "--locked",
        "--quiet",
        "--package",
        "taquin-benches",
        "--bin",
        "instructions",
        "--release",
    ])?;
    let program = program();
    let names = said(Command::new(&program).current_dir(root()))?.0;
    names
        .lines()
        .map(|name| Ok((name.to_owned(), count(&program, name)?)))
        .collect()
}

fn program() -> PathBuf {
    target().join("release/instructions")
}

fn count(program: &PathBuf, name: &str) -> Result<u64, String> {
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(program)
        .arg(name)
        .current_dir(root());
    let (_, told) = said(&mut command)?;
    collected(&told).filter(|&count| count > 0).ok_or_else(|| {
        format!("callgrind counted nothing in {name}; does {COUNTED} still name a function? It said:\n{told}")
    })
}

/// The number behind `Collected :`.
fn collected(told: &str) -> Option<u64> {
    let (_, rest) = told.split_once("Collected : ")?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The output of a program, stdout and stderr.
fn said(command: &mut Command) -> Result<(String, String), String> {
    let line = format!("{command:?}");
    let output = command
        .output()
        .map_err(|error| format!("{line} cannot be run: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if !output.status.success() {
        return Err(format!(
            "{line} ended with {}\n{}",
            output.status,
            text(&output.stderr)
        ));
    }
    Ok((text(&output.stdout), text(&output.stderr)))
}

/// Fails on a loop that takes more than it may, or that is not known; says which take less.
fn compare(before: &[(String, u64)], now: &[(String, u64)]) -> Result<Verdict, String> {
    let mut faults = String::new();
    for (name, count) in now {
        let Some((_, old)) = before.iter().find(|(other, _)| other == name) else {
            let _ = write!(faults, "\n  {name}: {count}, not in {BASELINE}");
            continue;
        };
        let change = *count as f64 / *old as f64 - 1.0;
        let told = format!(
            "{name}: {old} → {count} instructions ({:+.1} %)",
            change * 100.0
        );
        if change > MOST {
            let _ = write!(faults, "\n  {told}");
        } else if change < -MOST {
            eprintln!("      better, `{RECORD}` would keep it: {told}");
        }
    }
    for (name, _) in before
        .iter()
        .filter(|(name, _)| now.iter().all(|(other, _)| other != name))
    {
        let _ = write!(
            faults,
            "\n  {name}: in {BASELINE}, but not counted any more"
        );
    }
    if faults.is_empty() {
        return Ok(Verdict::Passed);
    }
    Err(format!(
        "hot loops changed; if that is wanted, `{RECORD}` records them anew{faults}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(list: &[(&str, u64)]) -> Vec<(String, u64)> {
        list.iter()
            .map(|&(name, count)| (name.to_owned(), count))
            .collect()
    }

    #[test]
    fn a_rise_of_more_than_five_percent_fails() {
        let before = counts(&[("a", 1000), ("b", 1000)]);
        assert_eq!(
            compare(&before, &counts(&[("a", 1049), ("b", 500)])),
            Ok(Verdict::Passed)
        );
        let fault = compare(&before, &counts(&[("a", 1051), ("b", 1000)])).unwrap_err();
        assert!(
            fault.contains("a: 1000 → 1051") && fault.contains("+5.1 %") && !fault.contains("b:"),
            "{fault}"
        );
        let fault = compare(&before, &counts(&[("a", 1000), ("c", 1)])).unwrap_err();
        assert!(
            fault.contains("c: 1, not in") && fault.contains("b: in"),
            "{fault}"
        );
    }

    #[test]
    fn counts_are_read_from_what_is_printed_and_kept() {
        let told = "==7== Events    : Ir\n==7== Collected : 123456\n==7==\n";
        assert_eq!(collected(told), Some(123_456));
        let baseline = Baseline::read("# x\n# compiler\trustc 1\na\t5\n").unwrap();
        assert_eq!(
            (baseline.compiler.as_str(), baseline.counts),
            ("rustc 1", counts(&[("a", 5)]))
        );
        assert!(Baseline::read("a five\n").is_err());
    }
}
