//! One question to a solver of formulas: is there a plan of this many moves?

use std::ops::ControlFlow;
use std::time::Duration;

use taquin::notation::{Notation, format_moves};
use taquin::sat::backend::{BackendError, Choice, Decision, Evidence, Watch};
use taquin::sat::cdcl::{Effort, Verdict};
use taquin::sat::encodings::Encoding;
use taquin::sat::{Formula, Horizon, Task};
use taquin::{Board, Control, Goal, Goals, Puzzle, Solution, Stop};

use crate::{App, Prepared, Refusal, RefusalKind, answer, families, question, units};

/// Time limit for a formula if the caller sets none.
pub(crate) const USUAL: Duration = Duration::from_secs(10);

impl App {
    /// Whether there is a plan of this many moves, at most or exactly, by the built-in SAT solver.
    ///
    /// # Errors
    /// When a member is wrong, no goal can be reached, or the formula would be too large.
    pub fn decide(&self, question: &question::Decide) -> Result<Prepared<answer::Decide>, Refusal> {
        let (puzzle, _) = question::puzzle(&question.board, question.goal.as_ref())?;
        question::range(Some(u64::from(question.bound)), 0, 2000, "/bound")?;
        self.check_formula(puzzle.start(), question.bound)?;
        let options = DecideOptions {
            steps: question.bound,
            horizon: question.horizon.0,
            encoding: question.encoding.0,
            notation: question.notation.0,
            solver: Choice::default(),
        };
        let limits = question.limits.limits(USUAL, self.policy.longest)?;
        Ok(Prepared::new(limits, move |_, control| {
            decide(&puzzle, &options, control)
        }))
    }
}

/// Options for deciding whether there is a plan.
#[derive(Clone)]
pub struct DecideOptions {
    /// Moves of the plan.
    pub steps: u32,
    /// Exactly or at most this many; [`HORIZON`](crate::HORIZON) by default.
    pub horizon: Horizon,
    /// The encoding.
    pub encoding: Encoding,
    /// Whether letters name the tile's or the blank's direction.
    pub notation: Notation,
    /// The solver of the clauses.
    pub solver: Choice,
}

/// Decides with a solver whether there is a plan of this many moves.
///
/// # Errors
/// When there are too many steps, or the solver fails.
pub fn decide(
    puzzle: &Puzzle,
    options: &DecideOptions,
    control: &Control,
) -> Result<answer::Decide, Refusal> {
    decide_between(puzzle.start(), puzzle.targets(), options, control)
}

/// The same for boards whose parity was not checked: that there is no plan is then what the formula
/// says, not the rule.
///
/// # Errors
/// When the boards differ in size, there are too many steps, or the solver fails.
pub fn decide_between(
    start: &Board,
    goals: &[Board],
    options: &DecideOptions,
    control: &Control,
) -> Result<answer::Decide, Refusal> {
    let (steps, horizon) = (options.steps, options.horizon);
    let task = Task::to_any(start.clone(), goals.to_vec(), steps, horizon)
        .map_err(|error| Refusal::request(error.to_string()))?;
    let mut watch = Watch::new(control);
    let formula = match options.encoding.formula_within(&task, &mut watch.guard()) {
        ControlFlow::Continue(formula) => formula,
        ControlFlow::Break(stop) => {
            let label = format!("{} while the formula was written", undecided(stop));
            return Ok(options.answer(label, control));
        }
    };
    watch.base_bytes = formula.cnf.bytes();
    let decision = options
        .solver
        .0
        .decide(&formula, &watch)
        .map_err(|error| failed(&error))?;
    let mut answer = answer::Decide {
        encoding: formula.encoding,
        variables: formula.cnf.variables(),
        clauses: formula.cnf.len(),
        conflicts: conflicts(&decision),
        families: families(&formula),
        stats: stats(&decision.effort, control),
        ..options.answer(String::new(), control)
    };
    let solver = options.solver.0.name();
    match &decision.verdict {
        Verdict::Sat(model) => {
            if !formula.cnf.is_satisfied_by(model) {
                return Err(false_model(solver));
            }
            let solution = plan(start, goals, &formula, &decision)?;
            answer.satisfiable = Some(true);
            answer.moves = Some(format_moves(solution.moves(), options.notation));
            let moves = units::count_of(solution.len().into(), "move");
            answer.label = format!("satisfiable: a plan of {moves} was found");
        }
        Verdict::Unsat => {
            answer.satisfiable = Some(false);
            answer.evidence = Some(decision.evidence.name());
            answer.label = format!(
                "unsatisfiable: there is no plan of {}{}",
                horizon.plans(steps),
                rests_on(decision.evidence, solver)
            );
        }
        Verdict::Stopped(stop) => answer.label = undecided(*stop),
    }
    Ok(answer)
}

impl DecideOptions {
    /// The answer as long as nothing is known.
    fn answer(&self, label: String, control: &Control) -> answer::Decide {
        answer::Decide {
            bound: self.steps,
            horizon: self.horizon.name(),
            encoding: self.encoding.0.name,
            solver: self.solver.0.name().to_owned(),
            satisfiable: None,
            evidence: None,
            moves: None,
            variables: 0,
            clauses: 0,
            conflicts: None,
            families: Vec::new(),
            stats: stats(&Effort::default(), control),
            label,
        }
    }
}

/// The plan of a model, replayed.
fn plan(
    start: &Board,
    goals: &[Board],
    formula: &Formula,
    decision: &Decision,
) -> Result<Solution, Refusal> {
    let wrong = |error: &dyn ToString| Refusal::new(RefusalKind::Verification, error.to_string());
    let Verdict::Sat(model) = &decision.verdict else {
        return Err(wrong(&"there is no model"));
    };
    let moves = formula.decode(model).map_err(|error| wrong(&error))?;
    let goals = Goals::new(goals.iter().cloned().map(Goal::Custom));
    let puzzle = Puzzle::new(start.clone(), &goals).map_err(|error| wrong(&error))?;
    Solution::check(&puzzle, moves).map_err(|error| wrong(&error))
}

pub(crate) fn undecided(stop: Stop) -> String {
    let which = answer::stop_word(stop).unwrap_or("cancelled");
    format!("not decided: limit reached ({which})")
}

/// The evidence for *unsatisfiable*, as the end of a sentence; nothing if this program searched.
pub(crate) fn rests_on(evidence: Evidence, solver: &str) -> String {
    match evidence {
        Evidence::BuiltIn => String::new(),
        Evidence::Proof => format!(", by {solver}, proof checked"),
        Evidence::Claim => format!(", by {solver}, unchecked"),
    }
}

/// The conflicts of a solver that is part of this program; others do not tell.
pub(crate) fn conflicts(decision: &Decision) -> Option<u64> {
    (decision.evidence == Evidence::BuiltIn).then_some(decision.effort.conflicts)
}

pub(crate) fn failed(error: &BackendError) -> Refusal {
    Refusal::new(RefusalKind::Internal, error.to_string())
}

pub(crate) fn false_model(solver: &str) -> Refusal {
    let detail = format!("{solver}: its model does not satisfy the formula");
    Refusal::new(RefusalKind::Verification, detail)
}

pub(crate) fn stats(effort: &Effort, control: &Control) -> answer::DecideStats {
    answer::DecideStats {
        decisions: effort.decisions,
        propagations: effort.propagations,
        restarts: effort.restarts,
        time_ms: (control.elapsed().as_secs_f64() * 1e6).round() / 1e3,
    }
}
