//! Several solvers on one position.

use std::time::Duration;

use taquin::notation::Notation;
use taquin::spec::split_outside_parentheses;
use taquin::{Control, Goals, Limits, Puzzle, Solver, catalogue};

use crate::{App, Refusal, answer, question, run};

/// Default time limit of each run.
const USUAL: Duration = Duration::from_secs(5);

/// Configurations of one comparison.
const MOST: usize = 8;

impl App {
    /// Several solvers on one position, one after the other.
    ///
    /// # Errors
    /// When a member is wrong, no goal can be reached, or a solver may not run.
    pub fn compare(&self, question: &question::Compare) -> Result<PreparedCompare, Refusal> {
        let (puzzle, goals) = question::puzzle(&question.board, question.goal.as_ref())?;
        if question.with.is_empty() || question.with.len() > MOST {
            let detail = format!("name 1 to {MOST} solvers");
            return Err(Refusal::member("/with", "length", detail));
        }
        let mut solvers = Vec::new();
        for (index, question::SolverText(text)) in question.with.iter().enumerate() {
            let pointer = format!("/with/{index}");
            question::check_length(text, &pointer)?;
            let solver = text.parse().map_err(Refusal::from);
            let solver = solver.and_then(|spec| self.solver(spec, &pointer));
            solvers.push((
                text.clone(),
                solver.map_err(|refusal| refusal.at(&pointer))?,
            ));
        }
        Ok(PreparedCompare {
            puzzle,
            goals,
            solvers,
            limits: question.limits.limits(USUAL, self.policy.longest)?,
            notation: question.notation.0,
        })
    }
}

/// A comparison that was read and checked.
pub struct PreparedCompare {
    puzzle: Puzzle,
    goals: Goals,
    solvers: Vec<(String, Box<dyn Solver>)>,
    /// Of each run.
    limits: Limits,
    notation: Notation,
}

impl PreparedCompare {
    /// Whether letters name the tile's or the blank's direction.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The limits of all runs together.
    pub fn limits(&self) -> Limits {
        let runs = self.solvers.len() as u32;
        Limits {
            time: self.limits.time.map(|time| time * runs),
            nodes: None,
            ..self.limits
        }
    }

    /// Runs one solver after the other; `each` gets every run, and may add to it.
    pub fn answer(&self, all: &Control, each: &dyn Fn(&mut answer::Run)) -> answer::Compare {
        let mut runs = Vec::new();
        for (text, solver) in &self.solvers {
            if all.check().is_break() {
                break;
            }
            let limits = Limits {
                memory: all.limits().memory,
                ..self.limits
            };
            let position = (&self.puzzle, &self.goals);
            let control = all.separate(limits);
            let mut run = compare_one(text, &**solver, position, self.notation, &control);
            each(&mut run);
            runs.push(run);
        }
        answer::Compare { runs }
    }
}

/// One run of a comparison; a solver that refuses the board is part of the answer.
pub fn compare_one(
    configuration: &str,
    solver: &dyn Solver,
    (puzzle, goals): (&Puzzle, &Goals),
    notation: Notation,
    control: &Control,
) -> answer::Run {
    let answer = match run(solver, puzzle, control) {
        Ok(run) => {
            let mut answer = run.answer(puzzle, goals, notation);
            answer.h_start = run.h_start(puzzle, control);
            answer::RunAnswer::Solved(Box::new(answer))
        }
        Err(error) => answer::RunAnswer::Refused(Refusal::from(error)),
    };
    answer::Run {
        configuration: configuration.to_owned(),
        answer,
    }
}

/// The specs in a list: commas separate them, except inside parentheses and where what follows is
/// an option of the spec before.
pub fn split_specs(text: &str) -> Vec<String> {
    let is_solver = |part: &str| {
        let name = part.split([':', '/']).next().unwrap_or_default().trim();
        !part.contains('=') || catalogue::solvers().any(|entry| entry.name == name)
    };
    let mut specs: Vec<String> = Vec::new();
    for part in split_outside_parentheses(text) {
        match specs.last_mut() {
            Some(last) if !is_solver(part) => {
                last.push(',');
                last.push_str(part);
            }
            _ => specs.push(part.trim().to_owned()),
        }
    }
    specs.retain(|spec| !spec.is_empty());
    specs
}

#[cfg(test)]
mod tests {
    use super::split_specs;

    #[test]
    fn commas_separate_solvers_but_not_their_options() {
        assert_eq!(
            split_specs("bfs, astar:heuristic=max(manhattan,inversion),tie=fifo,ida/manhattan,"),
            [
                "bfs",
                "astar:heuristic=max(manhattan,inversion),tie=fifo",
                "ida/manhattan"
            ]
        );
        assert_eq!(
            split_specs("astar/max(zero,manhattan)"),
            ["astar/max(zero,manhattan)"]
        );
    }
}
