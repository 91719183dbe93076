//! The steps of `cargo xtask test`, and running them with a line and a time each.

use std::process::ExitCode;
use std::time::Instant;

use crate::cargo::{Component, cargo, has_nextest, has_nightly, nightly, root};
use crate::tools::{CADICAL, CVC5, MINISAT, MINIZINC, PYPERPLAN, RATE, TMUX, Z3};
use crate::{browser, instructions, kernels, licences, manual, parquet, postgres, service};

/// All steps, the quickest to fail first.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "format",
        summary: "the code is as rustfmt writes it",
        run: || match Component::Rustfmt.provide() {
            Ok(()) => cargo(&["fmt", "--all", "--check"]),
            Err(reason) => Ok(Verdict::Skipped(reason)),
        },
    },
    Step {
        name: "manual",
        summary: "every page of the manual is listed, every link leads somewhere",
        run: || manual::check(&root()),
    },
    Step {
        name: "licences",
        summary: "every dependency may be used under a permissive licence",
        run: licences::check,
    },
    Step {
        name: "kernels",
        summary: "the GPU's compiled kernels are those of their source",
        run: kernels::check,
    },
    Step {
        name: "lints",
        summary: "no warning of the compiler or of Clippy",
        run: || match Component::Clippy.provide() {
            Ok(()) => cargo(&[
                "clippy",
                "--locked",
                "--workspace",
                "--all-targets",
                "--quiet",
                "--",
                "--deny=warnings",
            ]),
            Err(reason) => Ok(Verdict::Skipped(reason)),
        },
    },
    Step {
        name: "tmux",
        summary: "tmux is there, so that the tests play the game in a terminal",
        run: || match TMUX.provide() {
            Ok(()) => Ok(Verdict::Passed),
            Err(reason) => Ok(Verdict::Skipped(reason)),
        },
    },
    Step {
        name: "z3",
        summary: "Z3 is there, so that the tests of smt have a solver to ask",
        run: || match Z3.provide() {
            Ok(()) => Ok(Verdict::Passed),
            Err(reason) => Ok(Verdict::Skipped(reason)),
        },
    },
    Step {
        name: "cadical",
        summary: "CaDiCaL is there, so that the tests of sat have an outside solver to ask",
        run: || match CADICAL.provide() {
            Ok(()) => Ok(Verdict::Passed),
            Err(reason) => Ok(Verdict::Skipped(reason)),
        },
    },
    Step {
        name: "cvc5",
        summary: "cvc5 is there, so that the tests of smt have a second solver to ask",
        run: || match CVC5.provide() {
            Ok(()) => Ok(Verdict::Passed),
            Err(reason) => Ok(Verdict::Skipped(reason)),
        },
    },
    Step {
        name: "minisat",
        summary: "MiniSat is there, so that sat meets a solver that answers in a file",
        run: || match MINISAT.provide() {
            Ok(()) => Ok(Verdict::Passed),
            Err(reason) => Ok(Verdict::Skipped(reason)),
        },
    },
    Step {
        name: "minizinc",
        summary: "MiniZinc is there, so that the constraint models are solved",
        run: || match MINIZINC.provide() {
            Ok(()) => Ok(Verdict::Passed),
            Err(reason) => Ok(Verdict::Skipped(reason)),
        },
    },
    Step {
        name: "planner",
        summary: "pyperplan is there, so that a planner solves what PDDL says",
        run: || match PYPERPLAN.provide() {
            Ok(()) => Ok(Verdict::Passed),
            Err(reason) => Ok(Verdict::Skipped(reason)),
        },
    },
    Step {
        name: "checker",
        summary: "rate is there, so that someone else's program checks the proofs",
        run: || match RATE.provide() {
            Ok(()) => Ok(Verdict::Passed),
            Err(reason) => Ok(Verdict::Skipped(reason)),
        },
    },
    Step {
        name: "tests",
        summary: "unit and integration tests, by nextest where it is installed",
        run: || {
            if has_nextest() {
                cargo(&[
                    "nextest",
                    "run",
                    "--locked",
                    "--workspace",
                    // A test that needs its second chance is named as flaky, and to be mended.
                    "--retries=1",
                    "--status-level=slow",
                    "--final-status-level=slow",
                ])
            } else {
                // Not --all-targets: benchmarks measure, they do not test.
                cargo(&[
                    "test",
                    "--locked",
                    "--workspace",
                    "--lib",
                    "--bins",
                    "--tests",
                    "--examples",
                ])
            }
        },
    },
    Step {
        name: "browser",
        summary: "the page's types and rules, and the page in a real browser",
        run: browser::check,
    },
    Step {
        name: "service",
        summary: "the API keeps what its OpenAPI document says, by schemathesis",
        run: service::check,
    },
    Step {
        name: "parquet",
        summary: "the tables are read by someone else's program, by pyarrow",
        run: parquet::check,
    },
    Step {
        name: "postgres",
        summary: "several servers share one table of solved positions",
        run: postgres::check,
    },
    Step {
        name: "instructions",
        summary: "hot loops take no more instructions than recorded, by valgrind",
        run: instructions::check,
    },
    Step {
        name: "doctests",
        summary: "the examples in doc comments run",
        run: || cargo(&["test", "--locked", "--workspace", "--doc", "--quiet"]),
    },
    Step {
        name: "rustdoc",
        summary: "the reference builds without a warning",
        run: || cargo(&["doc", "--locked", "--workspace", "--no-deps", "--quiet"]),
    },
    Step {
        name: "fuzz",
        summary: "the fuzz targets build, where a nightly toolchain is installed",
        run: || {
            let manifest = root().join("fuzz/Cargo.toml");
            if !manifest.exists() {
                return Ok(Verdict::Skipped("there are no fuzz targets".to_owned()));
            }
            if !has_nightly() {
                let reason = "no nightly toolchain; `rustup toolchain install nightly` brings it";
                return Ok(Verdict::Skipped(reason.to_owned()));
            }
            nightly(&[
                "build",
                "--quiet",
                "--bins",
                "--manifest-path",
                "fuzz/Cargo.toml",
            ])
        },
    },
];

/// A check with a name.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    run: fn() -> Result<Verdict, String>,
}

/// How a step ended that did not fail.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    /// Not done, and why.
    Skipped(String),
}

/// The steps with these names in the order of the table, all if there are none.
///
/// # Errors
/// The first name that no step has.
pub(crate) fn select(names: &[String]) -> Result<Vec<&'static Step>, &str> {
    let unknown = |name: &&String| STEPS.iter().all(|step| step.name != **name);
    match names.iter().find(unknown) {
        Some(name) => Err(name),
        None => Ok(STEPS
            .iter()
            .filter(|step| names.is_empty() || names.iter().any(|name| name == step.name))
            .collect()),
    }
}

/// Runs the steps up to the first that fails.
pub(crate) fn run(steps: &[&Step]) -> ExitCode {
    let begun = Instant::now();
    for (i, step) in steps.iter().enumerate() {
        eprintln!(
            "[{}/{}] {}: {}",
            i + 1,
            steps.len(),
            step.name,
            step.summary
        );
        let start = Instant::now();
        let verdict = (step.run)();
        let seconds = start.elapsed().as_secs_f64();
        match verdict {
            Ok(Verdict::Passed) => eprintln!("      {}: ok, {seconds:.1} s", step.name),
            Ok(Verdict::Skipped(why)) => eprintln!("      {}: skipped, {why}", step.name),
            Err(fault) => {
                eprintln!("      {}: FAILED, {seconds:.1} s: {fault}", step.name);
                return ExitCode::FAILURE;
            }
        }
    }
    eprintln!("all passed, {:.1} s", begun.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_chosen_by_name_in_the_order_of_the_table() {
        let names = |chosen: &[&str]| {
            let chosen: Vec<String> = chosen.iter().map(|&name| name.to_owned()).collect();
            let steps = select(&chosen).map_err(str::to_owned)?;
            Ok::<_, String>(steps.iter().map(|step| step.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["tests", "format"]), Ok(vec!["format", "tests"]));
        assert_eq!(names(&[]).map(|all| all.len()), Ok(STEPS.len()));
        assert_eq!(names(&["format", "tset"]), Err("tset".to_owned()));
    }
}
