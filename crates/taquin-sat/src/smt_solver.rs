//! SMT solvers as solvers of puzzles: one question after another, to another program.

use std::ops::ControlFlow;
use std::process::Command;

use taquin_core::{
    Claim, Control, Event, Move, Outcome, Puzzle, Solution, SolveError, Solver, Stats, Stop,
};

use crate::backend::{BackendError, Ran, Watch, explain, run};
use crate::distance::{contradiction, farthest, fit, impossible, least_length};
use crate::formula::{Horizon, Task};
use crate::plan_trace::record;
use crate::smt::{Theory, read, write_within};

/// Solves by an SMT solver that reads SMT-LIB 2 from its standard input.
#[derive(Clone)]
pub struct Smt {
    /// The program: a path, or a name that is looked up.
    pub program: String,
    /// The numbers of steps to try, until one has a plan; none: from a lower bound upward by two.
    pub steps: Option<Vec<u32>>,
    /// The theory for the numbers in cells.
    pub theory: Theory,
}

impl Default for Smt {
    fn default() -> Self {
        Self {
            program: "z3".to_owned(),
            steps: None,
            theory: Theory::default(),
        }
    }
}

/// The arguments that make programs read their standard input.
const DIALECTS: &[(&str, &[&str])] = &[
    ("z3", &["-in", "-smt2"]),
    ("cvc", &["--lang=smt2", "--produce-models", "-"]),
    ("yices", &[]),
    ("mathsat", &[]),
];

impl Smt {
    /// Decides one task: its moves, or `None` if there is no plan; a break if stopped.
    ///
    /// # Errors
    /// When the program fails to give an answer that can be read.
    pub fn decide(
        &self,
        task: &Task,
        watch: &Watch<'_>,
    ) -> Result<ControlFlow<Stop, Option<Vec<Move>>>, BackendError> {
        let mut command = Command::new(&self.program);
        let file = self.program.rsplit(['/', '\\']).next().unwrap_or_default();
        let dialect = DIALECTS.iter().find(|(known, _)| file.contains(known));
        command.args(dialect.map_or(&[][..], |&(_, arguments)| arguments));
        let text = match write_within(task, self.theory, &mut watch.guard()) {
            ControlFlow::Continue(text) => text,
            ControlFlow::Break(stop) => return Ok(ControlFlow::Break(stop)),
        };
        watch.control.report(&Event::Formula {
            steps: task.steps,
            variables: text.matches("(declare-const").count() as u64,
            clauses: text.matches("(assert").count() as u64,
        });
        match run(command, Some(text), &self.program, watch)? {
            Ran::Stopped(stop) => Ok(ControlFlow::Break(stop)),
            Ran::Ended(status, printed, complaint) => match read(task, &printed) {
                Ok(moves) => Ok(ControlFlow::Continue(moves)),
                Err(error) => Err(BackendError {
                    solver: self.program.clone(),
                    reason: explain(status, &error.to_string(), &complaint),
                }),
            },
        }
    }
}

fn failed(part: &str, reason: String) -> SolveError {
    SolveError::Failed {
        part: part.to_owned(),
        reason,
    }
}

impl Solver for Smt {
    fn name(&self) -> &'static str {
        "smt"
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let begun = control.elapsed();
        // What Manhattan distance says is proven; what the program says beyond it is a claim.
        let proven = fit(puzzle, least_length(puzzle));
        control.report(&Event::LowerBound(proven));
        let mut bound = proven;
        let mut best: Option<Solution> = None;
        let mut stop = Stop::Finished;
        let listed = self.steps.clone();
        let (mut index, mut next) = (0, proven);
        while best.is_none() {
            let steps = match &listed {
                Some(list) => match list.get(index) {
                    Some(&steps) => steps,
                    None => break,
                },
                None => next,
            };
            index += 1;
            match self.ask(puzzle, steps, control)? {
                ControlFlow::Break(reason) => {
                    stop = reason;
                    break;
                }
                ControlFlow::Continue(Some(plan)) => {
                    if plan.len() < bound {
                        return Err(failed(&self.program, contradiction(bound, plan.len())));
                    }
                    control.report(&Event::Improved(plan.clone()));
                    best = Some(plan);
                }
                ControlFlow::Continue(None) => {
                    bound = fit(puzzle, steps + 1).max(bound);
                    next = bound;
                    if let Some(most) = farthest(puzzle).filter(|&most| bound > most) {
                        return Err(failed(&self.program, impossible(puzzle, steps, most)));
                    }
                }
            }
        }
        if let Some(best) = &best {
            record(puzzle, best, control);
        }
        let stats = Stats {
            time: control.elapsed().saturating_sub(begun),
            ..Stats::default()
        };
        let outcome = Outcome::new(best, proven, stop, stats);
        Ok(if bound > proven {
            let by = self.program.clone();
            outcome.with_claim(Claim { bound, by })
        } else {
            outcome
        })
    }
}

impl Smt {
    fn ask(
        &self,
        puzzle: &Puzzle,
        steps: u32,
        control: &Control,
    ) -> Result<ControlFlow<Stop, Option<Solution>>, SolveError> {
        for goal in puzzle.targets() {
            let task = Task::new(puzzle.start().clone(), goal.clone(), steps, Horizon::AtMost);
            let task = task.map_err(|error| failed("smt", error.to_string()))?;
            if let ControlFlow::Break(stop) = control.check() {
                return Ok(ControlFlow::Break(stop));
            }
            let decided = self.decide(&task, &Watch::new(control));
            let decided = decided.map_err(|error| failed(&error.solver, error.reason))?;
            match decided {
                ControlFlow::Break(stop) => return Ok(ControlFlow::Break(stop)),
                ControlFlow::Continue(None) => {}
                ControlFlow::Continue(Some(moves)) => {
                    let plan = Solution::check(puzzle, moves);
                    let plan = plan.map_err(|error| failed(&self.program, error.to_string()))?;
                    return Ok(ControlFlow::Continue(Some(plan)));
                }
            }
        }
        Ok(ControlFlow::Continue(None))
    }
}
