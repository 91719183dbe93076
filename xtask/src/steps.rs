//! The table of checks, and which of them belong to which lane.

use crate::cargo::{cargo, has_nextest, root};
use crate::tools::{
    CADICAL, CHROMIUM, CLIPPY, CVC5, FIREFOX, MDBOOK, MINISAT, MINIZINC, NODE, NPM,
    OPENAPI_PYTHON_CLIENT, OPENAPI_SPEC_VALIDATOR, POSTGRESQL, PYARROW, PYPERPLAN, PYTHON, RATE,
    RUSTFMT, SCHEMATHESIS, TMUX, Tool, VALGRIND, WASM, Z3,
};
use crate::{
    browser, fuzz, instructions, kernels, licences, manual, mpi, msrv, package, page, parquet,
    postgres, python, service, wasm,
};

/// All checks, those that fail fastest first.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "format",
        summary: "rustfmt would not change the code",
        lanes: &[Lane::Quick, Lane::Full],
        needs: &[&RUSTFMT],
        uses: &[],
        run: || cargo(&["fmt", "--all", "--check"]),
    },
    Step {
        name: "manual",
        summary: "the manual lists every page, and no link is broken",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[],
        run: || manual::check(&root()),
    },
    Step {
        name: "licences",
        summary: "every dependency has a permissive licence",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[],
        run: licences::check,
    },
    Step {
        name: "msrv",
        summary: "the workspace compiles with the Rust version it declares",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[],
        run: msrv::check,
    },
    Step {
        name: "package",
        summary: "every published crate can be packaged",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[],
        run: package::check,
    },
    Step {
        name: "lints",
        summary: "no warning from the compiler or Clippy",
        lanes: &[Lane::Quick, Lane::Full],
        needs: &[&CLIPPY],
        uses: &[],
        run: || {
            let what = ["clippy", "--locked", "--workspace", "--all-targets"];
            cargo(&[&what[..], &["--quiet", "--", "--deny=warnings"]].concat())
        },
    },
    Step {
        name: "wasm",
        summary: "the libraries compile for wasm32-unknown-unknown",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[&WASM],
        run: wasm::check,
    },
    Step {
        name: "page",
        summary: "the page's compiled engine matches its sources",
        lanes: &[Lane::Full],
        needs: &[&NODE],
        uses: &[],
        run: page::check,
    },
    Step {
        name: "kernels",
        summary: "the compiled GPU kernels match their source",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[],
        run: kernels::check,
    },
    Step {
        name: "unit",
        summary: "unit tests of the libraries; `tests` includes them",
        lanes: &[Lane::Quick],
        needs: &[],
        uses: &[],
        run: || test(&["--lib"]),
    },
    Step {
        name: "tests",
        summary: "unit and integration tests, with nextest if it is installed",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[
            &TMUX, &Z3, &CADICAL, &CVC5, &MINISAT, &MINIZINC, &PYPERPLAN, &RATE,
        ],
        run: || test(&[]),
    },
    Step {
        name: "doctests",
        summary: "the examples in doc comments run",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[],
        run: || cargo(&["test", "--locked", "--workspace", "--doc", "--quiet"]),
    },
    Step {
        name: "rustdoc",
        summary: "the reference builds without a warning",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[],
        run: || cargo(&["doc", "--locked", "--workspace", "--no-deps", "--quiet"]),
    },
    Step {
        name: "book",
        summary: "the manual renders, with mdBook as well",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[&MDBOOK],
        run: manual::render,
    },
    Step {
        name: "browser",
        summary: "the page: types, unit tests, Playwright in Chromium, the engine in Firefox",
        lanes: &[Lane::Full],
        needs: &[&CHROMIUM, &NPM, &NODE],
        uses: &[&FIREFOX],
        run: browser::check,
    },
    Step {
        name: "service",
        summary: "the API does what its OpenAPI document says, and generated clients use it",
        lanes: &[Lane::Full],
        needs: &[
            &SCHEMATHESIS,
            &OPENAPI_SPEC_VALIDATOR,
            &OPENAPI_PYTHON_CLIENT,
            &NPM,
            &NODE,
        ],
        uses: &[],
        run: service::check,
    },
    Step {
        name: "parquet",
        summary: "pyarrow reads the lab's Parquet files",
        lanes: &[Lane::Full],
        needs: &[&PYARROW],
        uses: &[],
        run: parquet::check,
    },
    Step {
        name: "python",
        summary: "the Python package: wheel, types, tests, notebooks, sdist",
        lanes: &[Lane::Full],
        needs: &[&PYTHON],
        uses: &[],
        run: python::check,
    },
    Step {
        name: "postgres",
        summary: "several servers share one table of solved positions",
        lanes: &[Lane::Full],
        needs: &[&POSTGRESQL],
        uses: &[],
        run: postgres::check,
    },
    Step {
        name: "install",
        summary: "`cargo install` builds the program from the packaged crates",
        // By name only, because it compiles everything again; `cargo xtask dist` does it too.
        lanes: &[],
        needs: &[],
        uses: &[],
        run: package::install,
    },
    Step {
        name: "mpi",
        summary: "ranks find the answer of one process, also when some are killed",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[],
        run: mpi::check,
    },
    Step {
        name: "instructions",
        summary: "hot loops execute no more instructions than recorded (callgrind)",
        lanes: &[Lane::Full],
        needs: &[&VALGRIND],
        uses: &[],
        run: instructions::check,
    },
    Step {
        name: "fuzz",
        summary: "a minute of fuzzing, all targets side by side",
        lanes: &[Lane::Full],
        needs: &[],
        uses: &[],
        run: || fuzz::fuzz(fuzz::MINUTE),
    },
];

/// A check with a name.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) lanes: &'static [Lane],
    /// Tools without which the check is skipped.
    pub(crate) needs: &'static [&'static Tool],
    /// Tools without which parts of the check are skipped.
    pub(crate) uses: &'static [&'static Tool],
    pub(crate) run: fn() -> Result<Verdict, String>,
}

/// A set of checks that run together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// For people at work: minutes, and nothing to install but rustfmt and Clippy.
    Quick,
    /// Everything that must hold before a change is merged.
    Full,
}

impl Step {
    /// All tools that the check may use.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &'static Tool> + use<> {
        self.needs.iter().chain(self.uses).copied()
    }
}

/// The result of a check that did not fail.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    /// Passed, with something to know about how.
    Noted(String),
    /// Not done, and why.
    Skipped(String),
}

/// The checks of a lane.
pub(crate) fn of(lane: Lane) -> Vec<&'static Step> {
    let is_in = |step: &&Step| step.lanes.contains(&lane);
    STEPS.iter().filter(is_in).collect()
}

/// The checks with these names, in the order of the table; else the first name that is none.
pub(crate) fn named<'a>(names: &[&'a str]) -> Result<Vec<&'static Step>, &'a str> {
    let is_known = |name: &str| STEPS.iter().any(|step| step.name == name);
    match names.iter().find(|name| !is_known(name)) {
        Some(unknown) => Err(unknown),
        None => Ok(STEPS
            .iter()
            .filter(|step| names.contains(&step.name))
            .collect()),
    }
}

/// Runs the tests of these targets of the workspace; of all but doc comments if none is given.
fn test(targets: &[&str]) -> Result<Verdict, String> {
    let what = ["--locked", "--workspace"];
    if !has_nextest() {
        // Not --all-targets: benchmarks measure, they do not test.
        let all = ["--lib", "--bins", "--tests", "--examples"];
        let targets = if targets.is_empty() { &all } else { targets };
        return cargo(&[&["test"], &what[..], targets].concat());
    }
    let how = [
        // A test that passes only when retried is reported as flaky; fix it.
        "--retries=1",
        "--status-level=slow",
        "--final-status-level=slow",
    ];
    cargo(&[&["nextest", "run"], &what[..], targets, &how].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(steps: &[&Step]) -> Vec<&'static str> {
        steps.iter().map(|step| step.name).collect()
    }

    #[test]
    fn named_steps_come_in_the_order_of_the_table() {
        let chosen = named(&["tests", "format"]).map(|steps| names(&steps));
        assert_eq!(chosen, Ok(vec!["format", "tests"]));
        assert_eq!(named(&["format", "tset"]).err(), Some("tset"));
    }

    #[test]
    fn the_quick_lane_installs_parts_of_the_toolchain_only() {
        let quick = of(Lane::Quick);
        assert_eq!(names(&quick), ["format", "lints", "unit"]);
        let tools: Vec<_> = quick
            .iter()
            .flat_map(|step| step.tools())
            .map(|tool| tool.name)
            .collect();
        assert_eq!(tools, ["rustfmt", "clippy"]);
    }

    #[test]
    fn every_other_step_is_in_a_lane() {
        let by_name = STEPS.iter().filter(|step| step.lanes.is_empty());
        let by_name: Vec<_> = by_name.map(|step| step.name).collect();
        assert_eq!(by_name, ["install"]);
        assert_eq!(of(Lane::Full).len() + 2, STEPS.len(), "all but `unit`");
    }
}
