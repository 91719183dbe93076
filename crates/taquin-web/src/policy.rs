//! What strangers may choose: solvers and options that stay inside this process and its limits.
//!
//! On the command line a user may name any program as a solver and any number of threads; from
//! outside, the same text would run programs on somebody else's machine.

use taquin::spec::Spec;
use taquin_app::{Refusal, RefusalKind};

/// Solvers that work outside this process: another program, the graphics card.
const OUTSIDE: [&str; 4] = ["smt", "gpu-ida", "gpu-batch", "gpu-beam"];

/// Solvers of formulas that are part of the program.
const BUILT_IN: [&str; 2] = ["cdcl", "batsat"];

/// Threads of one search.
const THREADS: usize = 2;

/// Says whether a spec may run here.
pub(crate) fn check(text: &str) -> Result<(), Refusal> {
    let spec: Spec = text.parse()?;
    check_spec(&spec, 0)
}

fn check_spec(spec: &Spec, depth: usize) -> Result<(), Refusal> {
    let refuse = |detail: String| Err(Refusal::new(RefusalKind::Unsupported, detail));
    let option = |key| spec.options.get(key);
    if OUTSIDE.contains(&spec.name.as_str()) {
        return refuse(format!(
            "the service does not offer {}: it works outside this process; use sat or pdb-ida, or \
             the command line",
            spec.name
        ));
    }
    if let Some(solver) = option("solver").filter(|name| !BUILT_IN.contains(name)) {
        let solver: String = solver.chars().take(60).collect();
        return refuse(format!(
            "the service runs no outside program, so not solver={solver}; there are cdcl and batsat"
        ));
    }
    if let Some(threads) = option("threads") {
        // What is no number is refused by the solver, with its own words.
        let many = threads.parse::<usize>().is_ok_and(|n| n > THREADS);
        if many || threads == "all" {
            return refuse(format!(
                "the service gives one search at most {THREADS} threads"
            ));
        }
    }
    if let Some(known) = option("known") {
        if depth > 2 {
            return refuse("these solvers are nested too deeply".to_owned());
        }
        let inner: Spec = known.parse()?;
        return check_spec(&inner, depth + 1);
    }
    Ok(())
}

/// The solvers that are offered.
pub(crate) fn offers(name: &str) -> bool {
    check(name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_outside_program_is_run() {
        for text in [
            "smt",
            "smt:solver=/bin/sh",
            "sat:solver=/bin/sh",
            "sat:solver=./cadical",
            "sat:known=smt",
            "sat:known=sat:solver=/bin/sh",
            "gpu-ida",
            "gpu-batch",
            "gpu-beam",
            "pdb-ida:threads=1024",
            "anytime:threads=all",
        ] {
            assert!(check(text).is_err(), "{text}");
        }
        for text in [
            "auto",
            "sat",
            "sat:solver=batsat",
            "sat:known=beam",
            "astar/manhattan",
            "pdb-ida:threads=2",
        ] {
            assert!(check(text).is_ok(), "{text}");
        }
    }
}
