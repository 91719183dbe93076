//! A search step by step, with the lines of its pseudocode.

use taquin::catalogue::{CATALOGUE, Pseudocode};
use taquin::trace::{Kind, Trace};

use crate::Run;
use crate::answer;

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
            Kind::Expand(_) if is_start => paper.restart.unwrap_or(paper.expand),
            Kind::Expand(_) => paper.expand,
            Kind::Generate => paper.generate,
            Kind::Duplicate => paper.duplicate,
            Kind::Prune => paper.prune,
            Kind::Goal => paper.goal,
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
