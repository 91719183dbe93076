//! A solution within limits.

use std::time::Duration;

use taquin::notation::{Notation, format_moves};
use taquin::trace::Trace;
use taquin::{
    Acceptance, Control, Goals, Limits, Outcome, Plan, Puzzle, Solver, Stats, Stop, human,
    multi_tile_length,
};

use crate::{App, Refusal, Run, answer, count_shortest, question, run};

/// Default time limit of a search.
const USUAL: Duration = Duration::from_secs(10);

impl App {
    /// A solution, proven to be shortest where the solver and the limits allow.
    ///
    /// # Errors
    /// When a member is wrong, no goal can be reached, or the solver may not run.
    pub fn solve(&self, question: &question::Solve) -> Result<PreparedSolve, Refusal> {
        let (puzzle, goals) = question::puzzle(&question.board, question.goal.as_ref())?;
        let spec = question::spec(
            question.algorithm.as_deref(),
            question.heuristic.as_deref(),
            &question.options,
        )?;
        let any_solver = spec.is_plain("auto") && !question.count;
        let solver = self.solver(spec, "/algorithm")?;
        question::range(question.target.map(u64::from), 0, 100_000, "/target")?;
        let within = question.within;
        if within.is_some_and(|share| !(0.0..=10.0).contains(&share)) {
            return Err(Refusal::member(
                "/within",
                "range",
                "from 0 to 10, where 0.05 is 5 %",
            ));
        }
        Ok(PreparedSolve {
            puzzle,
            goals,
            solver,
            limits: question.limits.limits(USUAL, self.policy.longest)?,
            enough: Acceptance {
                target: question.target,
                within,
            },
            notation: question.notation.0,
            count: question.count,
            any_solver,
        })
    }
}

/// A question for a solution that was read and checked.
pub struct PreparedSolve {
    puzzle: Puzzle,
    goals: Goals,
    solver: Box<dyn Solver>,
    limits: Limits,
    enough: Acceptance,
    notation: Notation,
    count: bool,
    /// Whether the solution may come from anywhere, also from an earlier search.
    any_solver: bool,
}

impl PreparedSolve {
    /// The limits of the search.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Whether letters name the tile's or the blank's direction.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The answer from the store, where it has a proven one and no solver was named. This reads the
    /// store, but does not search.
    pub fn known(&self, app: &App) -> Option<answer::Solve> {
        let store = app.solutions.as_ref().filter(|_| self.any_solver)?;
        let solution = store.solution(&self.puzzle)?;
        let length = solution.len();
        let run = Run {
            plan: Plan {
                algorithm: "auto".to_owned(),
                heuristic: None,
            },
            outcome: Outcome::new(Some(solution), length, Stop::Finished, Stats::default()),
            trace: Trace::default(),
        };
        Some(answer::Solve {
            source: Some("lookup"),
            ..run.answer(&self.puzzle, &self.goals, self.notation)
        })
    }

    /// Searches, and stores what was found.
    ///
    /// # Errors
    /// When the solver cannot work on the puzzle, or fails.
    pub fn answer(&self, app: &App, control: &Control) -> Result<answer::Solve, Refusal> {
        let control = control.part(None).with_enough(self.enough);
        let run = run(&*self.solver, &self.puzzle, &control)?;
        if let (Some(store), Some(best)) = (&app.solutions, run.outcome.best()) {
            store.learn(&self.puzzle, best.moves(), run.outcome.is_optimal());
        }
        let mut answer = run.answer(&self.puzzle, &self.goals, self.notation);
        answer.h_start = run.h_start(&self.puzzle, &control);
        if self.count && answer.proven {
            answer.optimal_count = count_shortest(&self.puzzle, &control);
        }
        Ok(answer)
    }

    /// The answer, with the human method's solution where the search was cancelled before it had any.
    #[must_use]
    pub fn or_human(&self, answer: answer::Solve) -> answer::Solve {
        if answer.length.is_some() || answer.limit != Some("cancelled") {
            return answer;
        }
        let solution = human::solve(&self.puzzle);
        answer::Solve {
            length: Some(solution.len()),
            length_mtm: Some(multi_tile_length(solution.moves())),
            moves: Some(format_moves(solution.moves(), self.notation)),
            algorithm: "human".to_owned(),
            heuristic: None,
            h_start: None,
            ..answer
        }
    }
}
