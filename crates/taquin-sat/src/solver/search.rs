//! The search for the horizon: known bounds on a puzzle's shortest solution, and the questions that
//! narrow them.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_core::{Claim, Control, Event, Outcome, Puzzle, Solution, SolveError, Stats, Stop};

use super::question::{Answer, HorizonQuery};
use super::{Sat, failed, too_many};
use crate::backend::Evidence;
use crate::distance::{contradiction, farthest, fit, impossible, least_length};
use crate::encodings::Encoder;
use crate::formula::{Horizon, Task};

/// The results so far.
pub(super) struct Search<'a> {
    pub(super) solver: &'a Sat,
    pub(super) puzzle: &'a Puzzle,
    pub(super) control: &'a Control,
    horizon: Horizon,
    /// One for each goal.
    encoders: Arc<[Box<dyn Encoder>]>,
    /// No solution is shorter, if what was claimed is right.
    pub(super) bound: u32,
    /// No solution is shorter: this much is proven.
    proven: u32,
    pub(super) best: Option<Solution>,
    pub(super) stats: Stats,
}

impl<'a> Search<'a> {
    /// Begins with what Manhattan distance says.
    pub(super) fn new(solver: &'a Sat, puzzle: &'a Puzzle, control: &'a Control) -> Self {
        let goals = puzzle.targets().iter();
        let encoders = goals.map(|goal| (solver.encoding.0.open)(puzzle.start(), goal));
        let bound = fit(puzzle, least_length(puzzle));
        control.report(&Event::LowerBound(bound));
        Self {
            solver,
            puzzle,
            control,
            horizon: solver.schedule.horizon(solver.encoding),
            encoders: encoders.collect(),
            bound,
            proven: bound,
            best: None,
            stats: Stats::default(),
        }
    }

    /// Uses the requested lower bound, if its tables can be built within the limits.
    pub(super) fn raise_to_floor(&mut self) -> Result<ControlFlow<Stop>, SolveError> {
        let Some(floor) = &self.solver.floor else {
            return Ok(ControlFlow::Continue(()));
        };
        let floor = floor(self.puzzle, self.control)?;
        Ok(floor.map_continue(|floor| self.raise(self.fit(floor))))
    }

    /// The least length from `steps` up that the parity of some goal allows.
    pub(super) fn fit(&self, steps: u32) -> u32 {
        fit(self.puzzle, steps)
    }

    /// Takes in a proven lower bound.
    pub(super) fn raise(&mut self, bound: u32) {
        self.bound = self.bound.max(bound);
        if bound > self.proven {
            self.proven = bound;
            self.control.report(&Event::LowerBound(bound));
        }
    }

    /// Takes in that there is no plan of these steps. A claim moves only the bound from which the search
    /// continues; so does a proof about exactly these steps where shorter ones rest on a claim.
    pub(super) fn refute(&mut self, steps: u32, evidence: Evidence) -> Result<(), SolveError> {
        let bound = self.fit(steps + 1);
        let stands_alone = self.horizon == Horizon::AtMost || self.proven >= steps;
        if evidence > Evidence::Claim && stands_alone {
            self.raise(bound);
            return Ok(());
        }
        self.bound = self.bound.max(bound);
        if let Some(most) = farthest(self.puzzle).filter(|&most| self.bound > most) {
            let reason = impossible(self.puzzle, steps, most);
            return Err(failed(self.solver.backend.0.name(), &reason));
        }
        Ok(())
    }

    /// Takes in a plan.
    pub(super) fn improve(&mut self, plan: Solution) -> Result<(), SolveError> {
        if plan.len() < self.bound {
            let reason = contradiction(self.bound, plan.len());
            return Err(failed(self.solver.backend.0.name(), &reason));
        }
        if self
            .best
            .as_ref()
            .is_none_or(|best| plan.len() < best.len())
        {
            self.control.report(&Event::Improved(plan.clone()));
            self.best = Some(plan);
        }
        Ok(())
    }

    /// The proven results, separate from claims.
    pub(super) fn outcome(self, stop: Stop, stats: Stats) -> Outcome {
        let outcome = Outcome::new(self.best, self.proven, stop, stats);
        if self.bound > self.proven {
            let by = self.solver.backend.0.name().to_owned();
            let bound = self.bound;
            return outcome.with_claim(Claim { bound, by });
        }
        outcome
    }

    pub(super) fn is_done(&self) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|best| best.len() <= self.bound)
    }

    /// From the lower bound upward, several at once if requested.
    pub(super) fn up(&mut self) -> Result<Stop, SolveError> {
        if self.solver.threads > 1 {
            return self.up_in_parallel();
        }
        while !self.is_done() {
            if self.bound > Task::MAX_STEPS {
                return Err(too_many(self.puzzle));
            }
            match self.ask(self.bound)? {
                Answer::Plan(plan) => self.improve(plan)?,
                Answer::None(evidence) => self.refute(self.bound, evidence)?,
                Answer::Stopped(stop) => return Ok(stop),
            }
        }
        Ok(Stop::Finished)
    }

    /// From a known solution downward.
    pub(super) fn down(&mut self) -> Result<Stop, SolveError> {
        self.below_known(|_, most| most)
    }

    /// The middle between what is known from both sides.
    pub(super) fn bisect(&mut self) -> Result<Stop, SolveError> {
        self.below_known(u32::midpoint)
    }

    /// From a known solution on: looks for plans of at most as many steps as `pick` chooses between the
    /// smallest and the largest open horizon.
    fn below_known(&mut self, pick: impl Fn(u32, u32) -> u32) -> Result<Stop, SolveError> {
        if let Some(stop) = self.begin_with_known()? {
            return Ok(stop);
        }
        while !self.is_done() {
            let Some(best) = &self.best else {
                break;
            };
            let steps = pick(self.bound, best.len().saturating_sub(1));
            match self.ask_at_most(steps)? {
                Answer::Plan(plan) => self.improve(plan)?,
                Answer::None(evidence) => self.refute(steps, evidence)?,
                Answer::Stopped(stop) => return Ok(stop),
            }
        }
        Ok(Stop::Finished)
    }

    /// These lengths, until one has a plan.
    pub(super) fn list(&mut self, steps: &[u32]) -> Result<Stop, SolveError> {
        for &steps in steps {
            match self.ask_at_most(steps)? {
                Answer::Plan(plan) => {
                    self.improve(plan)?;
                    break;
                }
                Answer::None(evidence) => self.refute(steps, evidence)?,
                Answer::Stopped(stop) => return Ok(stop),
            }
        }
        Ok(Stop::Finished)
    }

    /// Takes a solution from another solver, for schedules that go down from one.
    fn begin_with_known(&mut self) -> Result<Option<Stop>, SolveError> {
        let Some(known) = &self.solver.known else {
            return Err(SolveError::Failed {
                part: "sat".to_owned(),
                reason: "going down needs a solution to begin with; name a solver for it with known=NAME"
                    .to_owned(),
            });
        };
        let part = self.control.part(None);
        let outcome = known.solve(self.puzzle, &part)?;
        self.control.count_nodes_of(&part);
        self.stats.expanded += outcome.stats.expanded;
        self.raise(self.fit(outcome.lower_bound()));
        match outcome.best() {
            Some(best) => {
                self.improve(best.clone())?;
                Ok(None)
            }
            None => Ok(Some(outcome.stop)),
        }
    }

    /// Whether there is a plan of at most this many moves, checking both parities if goals of both are
    /// requested.
    fn ask_at_most(&mut self, steps: u32) -> Result<Answer, SolveError> {
        let mut weakest = Evidence::Proof;
        for steps in [Some(steps), steps.checked_sub(1)].into_iter().flatten() {
            match self.ask(steps)? {
                Answer::None(evidence) => weakest = weakest.min(evidence),
                answer => return Ok(answer),
            }
        }
        Ok(Answer::None(weakest))
    }

    /// Whether there is a plan for this horizon, to any of the goals that its parity allows.
    fn ask(&mut self, steps: u32) -> Result<Answer, SolveError> {
        let (answer, stats) = self.question().ask(steps, None)?;
        self.add(&stats);
        Ok(answer)
    }

    /// Everything needed to ask one question, without the answers so far.
    pub(super) fn question(&self) -> HorizonQuery<'a> {
        HorizonQuery {
            solver: self.solver,
            puzzle: self.puzzle,
            control: self.control,
            horizon: self.horizon,
            encoders: self.encoders.clone(),
        }
    }

    /// Counts in what a question took.
    pub(super) fn add(&mut self, part: &Stats) {
        self.stats.expanded += part.expanded;
        self.stats.generated += part.generated;
        self.stats.peak_bytes = self.stats.peak_bytes.max(part.peak_bytes);
    }
}
