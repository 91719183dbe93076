//! A search step by step, with the lines of its pseudocode.

use std::time::Duration;

use taquin::catalogue::{CATALOGUE, Pseudocode};
use taquin::notation::Notation;
use taquin::trace::{StepKind, Trace};

use crate::{App, Prepared, Refusal, Run, answer, question, run};

/// Default time limit of a traced search.
const USUAL: Duration = Duration::from_secs(5);

impl App {
    /// A search step by step, each with its line of the pseudocode, and its answer.
    ///
    /// # Errors
    /// When a member is wrong, no goal can be reached, or the solver may not run.
    pub fn trace(&self, question: &question::Trace) -> Result<Prepared<answer::Traced>, Refusal> {
        let max_events = question.max_events;
        question::range(Some(u64::from(max_events)), 1, 20_000, "/max_events")?;
        let (puzzle, goals) = question::puzzle(&question.board, question.goal.as_ref())?;
        let spec = question::spec(
            Some(&question.algorithm),
            question.heuristic.as_deref(),
            &question.options,
        )?;
        let solver = self.solver(spec, "/algorithm")?;
        let limits = question.limits.limits(USUAL, self.policy.longest)?;
        Ok(Prepared::new(limits, move |_, control| {
            let control = control.part(None).with_trace(max_events as usize);
            let run = run(&*solver, &puzzle, &control)?;
            let mut answer = run.answer(&puzzle, &goals, Notation::Tile);
            answer.h_start = run.h_start(&puzzle, &control);
            Ok(traced(&run, answer))
        }))
    }
}

/// A recorded run as an answer.
pub fn traced(run: &Run, answer: answer::Solve) -> answer::Traced {
    let entry = CATALOGUE.entry(&run.plan.algorithm).ok();
    let paper = entry.and_then(|entry| entry.pseudocode);
    let paper = paper.unwrap_or(&Pseudocode::WALK);
    let trace: &Trace = &run.trace;
    let answer::Trace {
        mut events,
        truncated,
    } = answer::Trace::from(trace);
    for (i, (event, step)) in events.iter_mut().zip(&trace.steps).enumerate() {
        let is_start = i > 0 && event.parent.is_none();
        event.line = Some(match step.kind {
            StepKind::Expand(_) if is_start => paper.restart.unwrap_or(paper.expand),
            StepKind::Expand(_) => paper.expand,
            StepKind::Generate => paper.generate,
            StepKind::Duplicate => paper.duplicate,
            StepKind::Prune => paper.prune,
            StepKind::Goal => paper.goal,
            // The head of the loop, for a kind of step that came later than this table.
            _ => 0,
        });
    }
    answer::Traced {
        events,
        truncated,
        answer,
        pseudocode: paper.lines.to_vec(),
    }
}
