//! Running checks: one after the other while the tools of later ones are installed, then the report.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::report::Report;
use crate::set_up::SetUp;
use crate::steps::{STEPS, Step, Verdict};

/// Runs the steps up to the first that fails, each as soon as its tools are installed, and prints the
/// report.
pub(crate) fn run(steps: &[&Step]) -> ExitCode {
    let mut report = Report::default();
    let set_up = SetUp::start(steps);
    let mut waited = Duration::ZERO;
    for (i, step) in steps.iter().enumerate() {
        eprintln!(
            "[{}/{}] {}: {}",
            i + 1,
            steps.len(),
            step.name,
            step.summary
        );
        let begun = Instant::now();
        let missing = set_up.wait_for(step);
        waited += begun.elapsed();
        let begun = Instant::now();
        let end = match missing {
            Some(reason) => Ok(Verdict::Skipped(reason)),
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
    report.add("set-up", Ok(Verdict::Passed), waited);
    eprintln!("\n{report}");
    code(report.is_fine())
}

/// Installs what any step needs.
pub(crate) fn set_up_all() -> ExitCode {
    let steps: Vec<&Step> = STEPS.iter().collect();
    let set_up = SetUp::start(&steps);
    let missing = steps.iter().filter_map(|step| set_up.wait_for(step));
    code(missing.count() == 0)
}

fn code(is_fine: bool) -> ExitCode {
    if is_fine {
        return ExitCode::SUCCESS;
    }
    ExitCode::FAILURE
}
