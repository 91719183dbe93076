//! A search step by step, with the lines of its pseudocode.

use std::time::Duration;

use taquin::notation::Notation;
use taquin::trace::{Kind, Trace};

use crate::{App, Prepared, Refusal, Run, answer, question, run};

/// How long a watched search runs where no limit is asked for.
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
        let solver = self.solver(&spec, "/algorithm")?;
        let limits = question.limits.limits(USUAL, self.policy.longest)?;
        Ok(Prepared::new(limits, move |_, control| {
            let control = control.part(None).with_trace(max_events as usize);
            let run = run(&*solver, &puzzle, &control)?;
            let mut answer = run.answer(&puzzle, &goals, Notation::Tile);
            answer.h_start = run.h_start(&puzzle);
            Ok(traced(&run, answer))
        }))
    }
}

/// An algorithm on paper, and which line each kind of step stands on.
struct Paper {
    names: &'static [&'static str],
    lines: &'static [&'static str],
    at: At,
}

/// The line of each kind of step.
#[derive(Clone, Copy)]
struct At {
    expand: usize,
    generate: usize,
    duplicate: usize,
    prune: usize,
    goal: usize,
    /// Where the search begins anew with a higher limit, if it does.
    again: Option<usize>,
}

/// Those of the algorithms that keep a list of open nodes, which differ in what they take from it.
const LISTS: At = At {
    expand: 2,
    generate: 7,
    duplicate: 6,
    prune: 6,
    goal: 3,
    again: None,
};

/// The algorithms that have one; others share the last.
const PAPERS: &[Paper] = &[
    Paper {
        names: &["bfs"],
        lines: &[
            "open ← queue with the start; seen ← {start}",
            "while open is not empty:",
            "    node ← first of open",
            "    if node is the goal: return the way to it",
            "    for each move of node, in the order U D L R:",
            "        child ← node after the move",
            "        if child is in seen: skip it",
            "        put child at the end of open and into seen",
            "return: there is no way",
        ],
        at: LISTS,
    },
    Paper {
        names: &["dfs"],
        lines: &[
            "open ← stack with the start; seen ← {start}",
            "while open is not empty:",
            "    node ← last of open",
            "    if node is the goal: return the way to it",
            "    for each move of node:",
            "        child ← node after the move",
            "        if child is in seen, or too deep: skip it",
            "        put child on top of open and into seen",
            "return: there is no way",
        ],
        at: LISTS,
    },
    Paper {
        names: &["iddfs"],
        lines: &[
            "for depth ← 0, 1, 2, …:",
            "    descend(start, 0)",
            "descend(node, g):",
            "    if node is the goal: return the way to it",
            "    if g = depth: leave node out",
            "    for each move of node that does not undo the last:",
            "        descend(node after the move, g + 1)",
        ],
        at: At {
            expand: 5,
            generate: 6,
            duplicate: 6,
            prune: 4,
            goal: 3,
            again: Some(0),
        },
    },
    Paper {
        names: &["ucs"],
        lines: &[
            "open ← {start} with g = 0",
            "while open is not empty:",
            "    node ← the one of open with least g",
            "    if node is the goal: return the way to it",
            "    for each move of node:",
            "        child ← node after the move, g one more",
            "        if child was reached at no greater g: skip it",
            "        put child into open",
            "return: there is no way",
        ],
        at: LISTS,
    },
    Paper {
        names: &["greedy"],
        lines: &[
            "open ← {start} with its h",
            "while open is not empty:",
            "    node ← the one of open with least h",
            "    if node is the goal: return the way to it",
            "    for each move of node:",
            "        child ← node after the move",
            "        if child was reached before: skip it",
            "        put child into open with its h",
            "return: there is no way",
        ],
        at: LISTS,
    },
    Paper {
        names: &["astar"],
        lines: &[
            "open ← {start} with f = h(start)",
            "while open is not empty:",
            "    node ← the one of open with least f = g + h (ties: larger g)",
            "    if node is the goal: return the way to it",
            "    for each move of node:",
            "        child ← node after the move, g one more",
            "        if child was reached at no greater g: skip it",
            "        put child into open with f = g + h",
            "return: there is no way",
        ],
        at: LISTS,
    },
    Paper {
        names: &["wastar"],
        lines: &[
            "open ← {start} with f = w·h(start)",
            "while open is not empty:",
            "    node ← the one of open with least f = g + w·h (ties: larger g)",
            "    if node is the goal: return the way to it",
            "    for each move of node:",
            "        child ← node after the move, g one more",
            "        if child was reached at no greater g: skip it",
            "        put child into open with f = g + w·h",
            "return: there is no way",
        ],
        at: LISTS,
    },
    Paper {
        names: &["ida", "pdb-ida", "gpu-ida"],
        lines: &[
            "threshold ← h(start)",
            "repeat:",
            "    descend(start, 0)",
            "    threshold ← least f that was left out",
            "descend(node, g):",
            "    if g + h(node) > threshold: leave node out",
            "    if node is the goal: return the way to it",
            "    for each move of node that does not undo the last:",
            "        descend(node after the move, g + 1)",
        ],
        at: At {
            expand: 7,
            generate: 8,
            duplicate: 8,
            prune: 5,
            goal: 6,
            again: Some(3),
        },
    },
    Paper {
        names: &["beam"],
        lines: &[
            "level ← {start}",
            "repeat:",
            "    for each node of level:",
            "        if node is the goal: return the way to it",
            "        for each move of node:",
            "            child ← node after the move",
            "            if child was reached before: skip it",
            "            put child into the next level",
            "    keep the best of the next level by g + h, leave the others out",
            "    level ← the next level",
        ],
        at: At {
            expand: 2,
            generate: 7,
            duplicate: 6,
            prune: 8,
            goal: 3,
            again: None,
        },
    },
    Paper {
        names: &["bidirectional"],
        lines: &[
            "from the start and from the goal, a queue each",
            "repeat, the smaller side first:",
            "    node ← first of the side's queue",
            "    if the other side has seen node: the two ways join",
            "    for each move of node:",
            "        child ← node after the move",
            "        if this side has seen child: skip it",
            "        put child at the end of the side's queue",
        ],
        at: LISTS,
    },
    Paper {
        names: &[],
        lines: &[
            "while the board is not the goal:",
            "    take the next node that the method chooses",
            "    make its moves",
            "return the way to the goal",
        ],
        at: At {
            expand: 1,
            generate: 2,
            duplicate: 2,
            prune: 2,
            goal: 3,
            again: None,
        },
    },
];

/// A recorded run as an answer.
pub fn traced(run: &Run, answer: answer::Solve) -> answer::Traced {
    let named = |paper: &&Paper| paper.names.contains(&run.plan.algorithm.as_str());
    let other = &PAPERS[PAPERS.len() - 1];
    let paper = PAPERS.iter().find(named).unwrap_or(other);
    let trace: &Trace = &run.trace;
    let answer::Trace {
        mut events,
        truncated,
    } = answer::Trace::from(trace);
    for (i, (event, step)) in events.iter_mut().zip(&trace.steps).enumerate() {
        let is_start = i > 0 && event.parent.is_none();
        event.line = Some(match step.kind {
            Kind::Expand(_) if is_start => paper.at.again.unwrap_or(paper.at.expand),
            Kind::Expand(_) => paper.at.expand,
            Kind::Generate => paper.at.generate,
            Kind::Duplicate => paper.at.duplicate,
            Kind::Prune => paper.at.prune,
            Kind::Goal => paper.at.goal,
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

#[cfg(test)]
mod tests {
    use super::PAPERS;

    #[test]
    fn every_step_has_its_line() {
        for paper in PAPERS {
            for line in [
                paper.at.expand,
                paper.at.generate,
                paper.at.duplicate,
                paper.at.prune,
                paper.at.goal,
                paper.at.again.unwrap_or(0),
            ] {
                assert!(line < paper.lines.len(), "{:?}", paper.names);
            }
        }
    }
}
