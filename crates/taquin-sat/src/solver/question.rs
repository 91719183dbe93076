//! One question: is there a plan for this horizon?

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use taquin_core::{Control, Event, Puzzle, Solution, SolveError, Stats, Stop};

use super::{Sat, failed};
use crate::backend::{Decision, Evidence, Watch};
use crate::cdcl::Verdict;
use crate::cnf::Model;
use crate::encodings::Encoder;
use crate::formula::{Formula, Horizon, Task};

/// The answer for one horizon.
pub(super) enum Answer {
    Plan(Solution),
    /// There is none, for this reason.
    None(Evidence),
    Stopped(Stop),
}

/// The fixed context of all questions.
pub(super) struct HorizonQuery<'a> {
    pub(super) solver: &'a Sat,
    pub(super) puzzle: &'a Puzzle,
    pub(super) control: &'a Control,
    pub(super) horizon: Horizon,
    /// One for each goal.
    pub(super) encoders: Arc<[Box<dyn Encoder>]>,
}

impl HorizonQuery<'_> {
    /// Whether there is a plan for this horizon, to any of the goals that its parity allows, and what it
    /// took to find out. Abandoned once it is `pointless`.
    pub(super) fn ask(
        &self,
        steps: u32,
        pointless: Option<&AtomicBool>,
    ) -> Result<(Answer, Stats), SolveError> {
        let mut stats = Stats::default();
        // The weakest evidence of all goals; parity needs no other.
        let mut evidence = Evidence::Proof;
        for (index, goal) in self.puzzle.targets().iter().enumerate() {
            let start = self.puzzle.start().clone();
            let task = Task::new(start, goal.clone(), steps, self.horizon);
            let task = task.map_err(|error| failed("sat", &error))?;
            if !task.has_right_parity() {
                continue;
            }
            if let ControlFlow::Break(stop) = self.control.check() {
                return Ok((Answer::Stopped(stop), stats));
            }
            let limits = Watch {
                control: self.control,
                pointless,
                base_bytes: 0,
            };
            let written = self.encoders[index].formula_within(&task, &mut limits.guard());
            let formula = match written {
                ControlFlow::Continue(formula) => formula,
                ControlFlow::Break(stop) => return Ok((Answer::Stopped(stop), stats)),
            };
            self.control.report(&Event::Formula {
                steps,
                variables: u64::from(formula.cnf.variables()),
                clauses: formula.cnf.len() as u64,
            });
            if formula.is_refuted() {
                evidence = evidence.min(Evidence::BuiltIn);
                continue;
            }
            let watch = Watch {
                control: self.control,
                pointless,
                base_bytes: formula.cnf.bytes() + 16 * u64::from(formula.cnf.variables()),
            };
            let decision = self.solver.backend.0.decide(&formula, &watch);
            let decision = decision.map_err(|error| SolveError::Failed {
                part: error.solver,
                reason: error.reason,
            })?;
            note(&mut stats, &decision, watch.base_bytes);
            match decision.verdict {
                Verdict::Unsat => evidence = evidence.min(decision.evidence),
                Verdict::Stopped(stop) => return Ok((Answer::Stopped(stop), stats)),
                Verdict::Sat(model) => {
                    let name = self.solver.backend.0.name();
                    let plan = plan(self.puzzle, name, &formula, &model)?;
                    return Ok((Answer::Plan(plan), stats));
                }
            }
        }
        Ok((Answer::None(evidence), stats))
    }
}

/// The plan of a model, fully checked.
pub(super) fn plan(
    puzzle: &Puzzle,
    name: &str,
    formula: &Formula,
    model: &Model,
) -> Result<Solution, SolveError> {
    if !formula.cnf.is_satisfied_by(model) {
        return Err(failed(name, &"its model does not satisfy the formula"));
    }
    let moves = formula
        .decode(model)
        .map_err(|error| failed(name, &error))?;
    Solution::check(puzzle, moves).map_err(|error| failed(name, &error))
}

/// Counts in what a decision took; `base` is what the formula itself holds.
fn note(stats: &mut Stats, decision: &Decision, base: u64) {
    stats.expanded += decision.effort.conflicts;
    stats.generated += decision.effort.decisions;
    if decision.effort.peak_bytes > 0 {
        stats.peak_bytes = stats.peak_bytes.max(base + decision.effort.peak_bytes);
    }
}
