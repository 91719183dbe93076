//! Several solvers on one position.

use taquin::notation::Notation;
use taquin::spec::split_outside_parentheses;
use taquin::{Control, Goals, Puzzle, Solver, catalogue};

use crate::answer;
use crate::{Refusal, run};

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
            answer.h_start = run.h_start(puzzle);
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
