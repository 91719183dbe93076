//! The logic engines by name.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_core::catalogue::{Arguments, Guarantee, OptionEntry, OptionKind, Runs, SolverEntry};
use taquin_core::spec::SpecError;
use taquin_core::{Control, Halt, Puzzle, Size};
use taquin_search::heuristic::HeuristicSpec;

#[cfg(feature = "programs")]
use crate::Schedule;
use crate::backend::BACKENDS;
use crate::encodings::ENCODINGS;
#[cfg(feature = "programs")]
use crate::smt::Theory;
#[cfg(feature = "programs")]
use crate::smt_solver::Smt;
use crate::{Floor, Sat};

/// The solvers of this crate, in the order they are listed to users.
pub const SOLVERS: &[&SolverEntry] = &[
    &SAT,
    #[cfg(feature = "programs")]
    &SMT,
];

/// The names of the encodings.
const ENCODING_NAMES: [&str; ENCODINGS.len()] = {
    let mut names = [""; ENCODINGS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = ENCODINGS[i].name;
        i += 1;
    }
    names
};

/// The names of the built-in SAT solvers.
const BACKEND_NAMES: [&str; BACKENDS.len()] = {
    let mut names = [""; BACKENDS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = BACKENDS[i].name;
        i += 1;
    }
    names
};

static SAT: SolverEntry = SolverEntry {
    name: "sat",
    summary: "SAT: is there a plan of T moves, for one T after another",
    guarantee: Guarantee::Optimal,
    notes: "optimal by the schedules up, down and bisect; expanded counts conflicts; memory for one formula and the learnt clauses",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: false,
    pseudocode: None,
    options: &[
        OptionEntry {
            name: "encoding",
            kind: OptionKind::Choice(&ENCODING_NAMES),
            default: ENCODING_NAMES[0],
            help: "how T becomes clauses",
        },
        OptionEntry {
            name: "solver",
            kind: OptionKind::Program {
                built_in: &BACKEND_NAMES,
            },
            default: BACKEND_NAMES[0],
            help: "what decides them",
        },
        OptionEntry {
            name: "horizon",
            kind: OptionKind::Text,
            default: "up",
            help: "which T: up, down, bisect, or numbers like 1+2+4+8",
        },
        OptionEntry {
            name: "threads",
            kind: OptionKind::Threads { max: 64 },
            default: "1",
            help: "how many T at once with horizon=up",
        },
        OptionEntry {
            name: "heuristic",
            kind: OptionKind::Heuristic,
            default: "manhattan",
            help: "an admissible estimate for the first T",
        },
        OptionEntry {
            name: "known",
            kind: OptionKind::Solver,
            default: "beam",
            help: "what finds a solution to go down from",
        },
    ],
    make: |arguments| Ok(Box::new(sat(arguments)?)),
};

#[cfg(feature = "programs")]
static SMT: SolverEntry = SolverEntry {
    name: "smt",
    summary: "SMT: the same question to a solver of theories, an outside program",
    guarantee: Guarantee::Optimal,
    notes: "optimal with horizon up, else at most the given steps; `expanded` is always 0; memory depends on the program",
    runs: Runs::Program,
    max_cells: Size::MAX_CELLS,
    textbook: false,
    pseudocode: None,
    options: &[
        OptionEntry {
            name: "solver",
            kind: OptionKind::Program { built_in: &[] },
            default: "z3",
            help: "the SMT solver, like z3 or cvc5",
        },
        OptionEntry {
            name: "horizon",
            kind: OptionKind::Text,
            default: "up",
            help: "which T: up, or numbers like 1+2+4+8+16+21+26+31",
        },
        OptionEntry {
            name: "encoding",
            kind: OptionKind::Choice(&[Theory::Integers.name(), Theory::BitVectors.name()]),
            default: Theory::Integers.name(),
            help: "how numbers stand in cells",
        },
    ],
    make: |arguments| {
        let program = arguments.take("solver")?;
        let steps = match arguments.take("horizon")? {
            Schedule::Up => None,
            Schedule::Steps(steps) => Some(steps),
            Schedule::Down | Schedule::Bisect => {
                return Err(arguments.bad_value(
                    "horizon",
                    "down or bisect",
                    "smt goes up or takes numbers of steps; sat can do this",
                ));
            }
        };
        Ok(Box::new(Smt {
            program,
            steps,
            theory: arguments.take("encoding")?,
        }))
    },
};

fn sat(arguments: &mut Arguments<'_>) -> Result<Sat, SpecError> {
    let solver = Sat {
        encoding: arguments.take("encoding")?,
        // Its error names the option itself.
        backend: arguments.take::<String>("solver")?.parse()?,
        schedule: arguments.take("horizon")?,
        threads: arguments.take("threads")?,
        floor: floor(arguments)?,
        known: Some(Arc::from(arguments.take_solver("known")?)),
    };
    Ok(solver)
}

fn floor(arguments: &mut Arguments<'_>) -> Result<Option<Floor>, SpecError> {
    let is_given = arguments.is_given("heuristic");
    let heuristic: HeuristicSpec = arguments.take("heuristic")?;
    if !heuristic.is_admissible() {
        let reason = "it may exceed the true distance, so it is no lower bound";
        return Err(arguments.bad_value("heuristic", heuristic, reason));
    }
    let floor: Floor = Arc::new(move |puzzle: &Puzzle, control: &Control| {
        match heuristic.estimate(puzzle, control) {
            Ok(bound) => Ok(ControlFlow::Continue(bound)),
            Err(Halt::Stopped(stop)) => Ok(ControlFlow::Break(stop)),
            Err(Halt::Refused(error)) => Err(error),
        }
    });
    Ok(is_given.then_some(floor))
}
