//! The logic engines by name, joined with what only this crate knows: heuristics for the first
//! bound and other solvers for a solution to begin with.

use std::sync::Arc;

use taquin_core::spec::{Options, SpecError};
use taquin_core::{Control, Puzzle, Solver};
use taquin_sat::backend::BACKENDS;
use taquin_sat::smt::{Smt, Theory};
use taquin_sat::{Floor, Sat, Schedule};
use taquin_search::algorithms::Entry;
use taquin_search::heuristic::HeuristicSpec;

use crate::catalogue;

pub(crate) const SAT: Entry = Entry {
    name: "sat",
    summary: "SAT: is there a plan of T moves, for one T after another",
    guarantee: "optimal by the schedules up, down and bisect; expanded counts conflicts; memory for one formula and what is learnt",
    options: &[
        (
            "encoding",
            "how T becomes clauses: compact, course, thesis-sat; default compact",
        ),
        (
            "solver",
            "what decides them: cdcl, batsat, or the path of a program; default cdcl",
        ),
        (
            "horizon",
            "which T: up, down, bisect, or numbers like 1+2+4+8; default up",
        ),
        ("threads", "how many T at once with horizon=up; default 1"),
        (
            "heuristic",
            "an admissible estimate for the first T; default manhattan",
        ),
        (
            "known",
            "what finds a solution to go down from; default beam",
        ),
    ],
    build: |options| Ok(Box::new(sat(options)?)),
};

pub(crate) const SMT: Entry = Entry {
    name: "smt",
    summary: "SMT: the same question to a solver of theories, an outside program",
    guarantee: "optimal with horizon up, else at most the given steps; expanded counts nothing; memory of the program",
    options: &[
        (
            "solver",
            "the program, by name or path: z3, cvc5, …; default z3",
        ),
        (
            "horizon",
            "which T: up, or numbers like 1+2+4+8+16+21+26+31; default up",
        ),
        (
            "encoding",
            "numbers in cells as thesis-smt (integers) or bit-vectors; default thesis-smt",
        ),
    ],
    build: |mut options| {
        let program = take_text(&mut options, "solver", "z3")?;
        let steps = match options.take("horizon", Schedule::Up)? {
            Schedule::Up => None,
            Schedule::Steps(steps) => Some(steps),
            Schedule::Down | Schedule::Bisect => {
                return Err(SpecError::BadValue {
                    key: "horizon".to_owned(),
                    value: "down or bisect".to_owned(),
                    reason: "smt goes up or takes numbers of steps; sat can do this".to_owned(),
                });
            }
        };
        let theory = options.take("encoding", Theory::default())?;
        finish(options, &SMT)?;
        Ok(Box::new(Smt {
            program,
            steps,
            theory,
        }))
    },
};

fn take_text(options: &mut Options, key: &str, default: &str) -> Result<String, SpecError> {
    options.take(key, default.to_owned())
}

fn sat(mut options: Options) -> Result<Sat, SpecError> {
    let solver = Sat {
        encoding: options.take("encoding", taquin_sat::encodings::Encoding::default())?,
        // Its error names the option itself.
        backend: take_text(&mut options, "solver", BACKENDS[0].name)?.parse()?,
        schedule: options.take("horizon", taquin_sat::Schedule::default())?,
        threads: options.take("threads", 1)?,
        floor: floor(&mut options)?,
        known: Some(known(&mut options)?),
    };
    finish(options, &SAT)?;
    Ok(solver)
}

fn floor(options: &mut Options) -> Result<Option<Floor>, SpecError> {
    if options.get("heuristic").is_none() {
        return Ok(None);
    }
    let heuristic = options.take("heuristic", HeuristicSpec::default())?;
    if !heuristic.is_admissible() {
        return Err(SpecError::BadValue {
            key: "heuristic".to_owned(),
            value: heuristic.to_string(),
            reason: "it may exceed the true distance, so it is no lower bound".to_owned(),
        });
    }
    Ok(Some(Arc::new(move |puzzle: &Puzzle, control: &Control| {
        heuristic.estimate(puzzle, control)
    })))
}

fn known(options: &mut Options) -> Result<Arc<dyn Solver>, SpecError> {
    let name = take_text(options, "known", "beam")?;
    Ok(Arc::from(catalogue::solver(&name)?))
}

fn finish(options: Options, entry: &Entry) -> Result<(), SpecError> {
    let names: Vec<&str> = entry.options.iter().map(|&(name, _)| name).collect();
    options.finish(entry.name, &names)
}
