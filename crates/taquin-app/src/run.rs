//! A solver's answer with its label.

use taquin::notation::{Notation, format_moves};
use taquin::trace::{Trace, Tracer};
use taquin::{
    Control, Goals, Move, Outcome, Plan, Puzzle, Solution, SolveError, Solver, catalogue,
    multi_tile_length,
};

use crate::answer;

/// A run of a solver: its outcome, and how it was obtained.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its outcome.
    pub outcome: Outcome,
    /// The plan that was carried out.
    pub plan: Plan,
    /// The steps of the search, if the control recorded them.
    pub trace: Trace,
}

/// Runs a solver on a puzzle until it is done or the control stops it.
///
/// # Errors
/// When the solver cannot work on this puzzle at all.
pub fn run(solver: &dyn Solver, puzzle: &Puzzle, control: &Control) -> Result<Run, SolveError> {
    let plan = solver.plan(puzzle, control.context());
    let outcome = solver.solve(puzzle, control)?;
    let trace = control.tracer().map(Tracer::take).unwrap_or_default();
    Ok(Run {
        plan: outcome.by.clone().unwrap_or(plan),
        outcome,
        trace,
    })
}

impl Run {
    /// The quality of the answer in words: `14 moves, optimal (proven)`.
    pub fn label(&self) -> String {
        let bound = self.outcome.lower_bound();
        let reached = match answer::stop_word(self.outcome.stop) {
            None => String::new(),
            Some("cancelled") => "interrupted: ".to_owned(),
            Some(which) => format!("limit reached ({which}): "),
        };
        match self.outcome.best() {
            Some(best) if self.outcome.is_optimal() => {
                let plural = if best.len() == 1 { "" } else { "s" };
                format!("{} move{plural}, optimal (proven)", best.len())
            }
            Some(best) => format!(
                "{reached}at most {} (found, not proven), at least {bound}{}",
                best.len(),
                self.claim()
            ),
            None => format!(
                "{reached}no solution found, at least {bound}{}",
                self.claim()
            ),
        }
    }

    /// A bound that another program claims and that goes beyond what was checked.
    fn claim(&self) -> String {
        match (&self.outcome.claim, self.outcome.optimal_by()) {
            (_, Some(by)) => format!("; optimal by {by}, unchecked"),
            (Some(claim), None) => format!("; at least {} by {}, unchecked", claim.bound, claim.by),
            (None, None) => String::new(),
        }
    }

    /// The moves as the user wants to read them; none without a solution.
    pub fn moves(&self, notation: Notation) -> Option<String> {
        let best = self.outcome.best()?;
        Some(format_moves(best.moves(), notation))
    }

    /// The heuristic value of the start. This builds the heuristic again, so it is computed only where it
    /// is shown.
    pub fn h_start(&self, puzzle: &Puzzle, control: &Control) -> Option<u32> {
        let heuristic = self.plan.heuristic.as_deref()?;
        catalogue::estimate(heuristic, puzzle, control)
            .ok()
            .flatten()
    }

    /// The answer for programs, h of the start left out.
    pub fn answer(&self, puzzle: &Puzzle, goals: &Goals, notation: Notation) -> answer::Solve {
        let outcome = &self.outcome;
        answer::Solve {
            status: answer::Status::of(outcome),
            proven: outcome.is_optimal(),
            length: outcome.best().map(Solution::len),
            length_mtm: outcome.best().map(|best| multi_tile_length(best.moves())),
            moves: self.moves(notation),
            lower_bound: outcome.lower_bound(),
            limit: answer::stop_word(outcome.stop),
            source: None,
            algorithm: self.plan.algorithm.clone(),
            heuristic: self.plan.heuristic.clone(),
            h_start: None,
            optimal_count: None,
            all_optimal: None,
            exhausted: outcome.exhausted.as_ref().map(answer::Exhausted::from),
            claim: outcome.claim.as_ref().map(answer::Claim::from),
            stats: answer::Stats::from(&outcome.stats),
            verified: true,
            board: puzzle.start().to_string(),
            goal: goals.to_string(),
            notation: notation.name(),
            version: answer::VERSION,
        }
    }
}

/// The letter of one move.
pub fn letter(mv: Move, notation: Notation) -> String {
    format_moves(&[mv], notation)
}
