//! The application: it answers questions with its tables, its stored solutions and a policy.

use std::sync::Arc;

use taquin::catalogue::CATALOGUE;
use taquin::spec::Spec;
use taquin::{Context, Control, Limits, Move, Puzzle, Solution, Solver};

use crate::{Advice, Policy, Refusal};

/// The application: one method for each question.
///
/// A question that is answered at once gives its answer. One that takes time gives what was read and
/// checked, like [`Prepared`]: the front end makes a [`Control`] with its limits and computes the answer
/// on a thread of its choice.
#[derive(Default)]
pub struct App {
    /// State shared by searches, above all tables.
    pub context: Context,
    /// Solutions found before, where the front end keeps some.
    pub solutions: Option<Arc<dyn SolutionStore>>,
    /// The limits for callers.
    pub policy: Policy,
}

/// Solutions found before, kept by a front end.
pub trait SolutionStore: Send + Sync {
    /// A shortest solution; none where the store has no proven one.
    fn solution(&self, puzzle: &Puzzle) -> Option<Solution>;

    /// The next moves of the best solution in the store, proven or not.
    fn advice(&self, puzzle: &Puzzle) -> Option<Advice>;

    /// Keeps a solution, unless it is not proven and the board is one that is proven as a rule.
    fn learn(&self, puzzle: &Puzzle, moves: &[Move], proven: bool);
}

impl App {
    /// A control with these limits that shares the application's context.
    pub fn control(&self, limits: Limits) -> Control {
        Control::new(limits).within(&self.context)
    }

    /// The solver of a spec, if the policy lets it run; the pointer says which member names it.
    pub(crate) fn solver(&self, spec: Spec, pointer: &str) -> Result<Box<dyn Solver>, Refusal> {
        let spec = self.policy.admit(spec);
        let solver = spec.and_then(|spec| Ok(CATALOGUE.build(spec)?));
        solver.map_err(|refusal| refusal.at(pointer))
    }
}

/// A question that was read and checked: its limits, and the work that answers it.
pub struct Prepared<A> {
    /// The limits of the work.
    pub limits: Limits,
    work: Box<Work<A>>,
}

type Work<A> = dyn FnOnce(&App, &Control) -> Result<A, Refusal> + Send;

impl<A> Prepared<A> {
    pub(crate) fn new(
        limits: Limits,
        work: impl FnOnce(&App, &Control) -> Result<A, Refusal> + Send + 'static,
    ) -> Self {
        Self {
            limits,
            work: Box::new(work),
        }
    }

    /// Does the work, under a control with these limits or tighter ones.
    ///
    /// # Errors
    /// When there is no answer; reaching a limit is one.
    pub fn answer(self, app: &App, control: &Control) -> Result<A, Refusal> {
        (self.work)(app, control)
    }
}
