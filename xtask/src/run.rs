//! Running checks: set-up first, then one check after the other, then the report.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::Instant;

use crate::report::Report;
use crate::steps::{STEPS, Step, Verdict};

/// Why tools are missing, by name.
type Missing = BTreeMap<&'static str, String>;

/// Installs what the steps need, runs them up to the first that fails, and prints the report.
pub(crate) fn run(steps: &[&Step]) -> ExitCode {
    let mut report = Report::default();
    let begun = Instant::now();
    let missing = set_up(steps);
    report.add("set-up", Ok(Verdict::Passed), begun.elapsed());
    for (i, step) in steps.iter().enumerate() {
        eprintln!(
            "[{}/{}] {}: {}",
            i + 1,
            steps.len(),
            step.name,
            step.summary
        );
        let begun = Instant::now();
        let end = match step.needs.iter().find_map(|tool| missing.get(tool.name)) {
            Some(reason) => Ok(Verdict::Skipped(reason.clone())),
            None => (step.run)(),
        };
        if let Err(fault) = &end {
            eprintln!("      {}: {fault}", step.name);
        }
        report.add(step.name, end, begun.elapsed());
        if !report.is_fine() {
            break;
        }
    }
    eprintln!("\n{report}");
    code(report.is_fine())
}

/// Installs what any step needs.
pub(crate) fn set_up_all() -> ExitCode {
    let steps: Vec<&Step> = STEPS.iter().collect();
    code(set_up(&steps).is_empty())
}

/// Installs what these steps need, in the order of the table; says what could not be.
fn set_up(steps: &[&Step]) -> Missing {
    let mut seen = BTreeSet::new();
    let mut missing = Missing::new();
    let tools = steps
        .iter()
        .flat_map(|step| step.needs.iter().chain(step.uses))
        .filter(|tool| seen.insert(tool.name));
    for tool in tools {
        let begun = Instant::now();
        let end = tool.provide();
        let seconds = begun.elapsed().as_secs();
        match end {
            Err(reason) => {
                eprintln!("set-up: {reason}");
                missing.insert(tool.name, reason);
            }
            Ok(()) if seconds > 0 => eprintln!("set-up: {}, {seconds} s", tool.name),
            Ok(()) => {}
        }
    }
    missing
}

fn code(is_fine: bool) -> ExitCode {
    if is_fine {
        return ExitCode::SUCCESS;
    }
    ExitCode::FAILURE
}
