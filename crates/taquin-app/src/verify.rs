//! Is this solution a shortest one? Proven again, by another search.

use std::time::Duration;

use taquin::{Size, Solution};

use crate::{App, Prepared, Refusal, Run, answer, question, run};

/// Time limit of the search if the caller sets none.
const USUAL: Duration = Duration::from_secs(10);

impl App {
    /// Proves again that a solution is a shortest one, by a search with another heuristic.
    ///
    /// # Errors
    /// When a member is wrong, no goal can be reached, or the solver may not run. Moves that solve
    /// nothing are an answer.
    pub fn verify(&self, question: &question::Verify) -> Result<Prepared<answer::Verify>, Refusal> {
        let (puzzle, _) = question::puzzle(&question.board, question.goal.as_ref())?;
        let moves = question::moves(&question.moves, question.notation.0, puzzle.start())?;
        let usual = independent_solver(puzzle.start().size());
        let spec = question.algorithm.as_deref().unwrap_or(usual);
        question::check_length(spec, "/algorithm")?;
        let solver = self.solver(spec.parse()?, "/algorithm")?;
        let limits = question.limits.limits(USUAL, self.policy.longest)?;
        Ok(Prepared::new(limits, move |_, control| {
            let solution = match Solution::check(&puzzle, moves) {
                Ok(solution) => solution,
                Err(error) => return Ok(answer::Verify::no_solution(&error)),
            };
            let run = run(&*solver, &puzzle, control)?;
            Ok(Verification::new(&solution, run).answer())
        }))
    }
}

/// A search that shares neither tables nor heuristic with what `auto` does on boards of this size: no
/// heuristic on the smallest, plain tables and walking distance on those like 4x4, other tiles without
/// any move pruning on 5x5.
pub fn independent_solver(size: Size) -> &'static str {
    match (size.rows(), size.cols(), size.cells()) {
        (_, _, ..=10) => "bfs",
        (_, _, 11..=16) => "ida/max(walking-distance,pdb)",
        (5, 5, _) => {
            "pdb-ida:tables=1.2.3.6.7.8+4.5.9.10.14.15+11.12.13.16.17.18+19.20.21.22.23.24,automaton=2,roots=0"
        }
        _ => "ida/linear-conflict",
    }
}

/// The verdict of a second search on a solution.
#[derive(Clone, Debug)]
pub struct Verification {
    /// Moves of the solution.
    pub length: u32,
    /// The second search.
    pub run: Run,
}

/// Whether a solution is a shortest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimality {
    /// It is.
    Shortest,
    /// There is one of this many moves.
    Shorter(u32),
    /// A limit came first.
    Unknown,
}

impl Verification {
    /// Compares a solution with the outcome of a second search.
    pub fn new(solution: &Solution, run: Run) -> Self {
        Self {
            length: solution.len(),
            run,
        }
    }

    /// Whether the solution is a shortest one.
    pub fn verdict(&self) -> Optimality {
        let outcome = &self.run.outcome;
        let found = outcome.best().map(Solution::len);
        match found.filter(|&found| found < self.length) {
            Some(shorter) => Optimality::Shorter(shorter),
            None if self.length == outcome.lower_bound() => Optimality::Shortest,
            None => Optimality::Unknown,
        }
    }

    /// The answer for programs.
    pub fn answer(&self) -> answer::Verify {
        let (outcome, plan) = (&self.run.outcome, &self.run.plan);
        let verdict = self.verdict();
        answer::Verify::Searched {
            verified: verdict == Optimality::Shortest,
            length: self.length,
            lower_bound: outcome.lower_bound(),
            shorter: match verdict {
                Optimality::Shorter(length) => Some(length),
                _ => None,
            },
            algorithm: plan.algorithm.clone(),
            heuristic: plan.heuristic.clone(),
            expanded: outcome.stats.expanded,
            time_ms: outcome.stats.time.as_secs_f64() * 1000.0,
        }
    }
}
