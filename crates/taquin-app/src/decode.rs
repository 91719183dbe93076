//! Answers of other programs to what [`encode`](crate::encode) wrote, back as moves.

use taquin::notation::{Notation, format_moves};
use taquin::sat::dimacs::{self, Map, Printed};
use taquin::sat::task_comments::TaskComments;
use taquin::sat::{Task, smt};
use taquin::{Board, Goal, Goals, Move, Puzzle, Solution};
use taquin_export::{minizinc, pddl};

use crate::{App, Refusal, RefusalKind, answer, question};

impl App {
    /// Another program's answer to what *encode* wrote, as moves.
    ///
    /// # Errors
    /// When the file or the answer cannot be read, or the moves are no plan.
    pub fn decode(&self, question: &question::Decode) -> Result<answer::Decode, Refusal> {
        let decoded = decode(&question.file, &question.output).map_err(|fault| {
            let kind = match fault {
                DecodeFault::Plan(_) => RefusalKind::Verification,
                _ => RefusalKind::InvalidRequest,
            };
            let member = match fault {
                DecodeFault::File(_) => "/file",
                _ => "/output",
            };
            Refusal::new(kind, fault.to_string()).at(member)
        })?;
        Ok(decoded.answer(question.notation.0))
    }
}

impl Decoded {
    /// The answer for programs.
    pub fn answer(&self, notation: Notation) -> answer::Decode {
        match &self.moves {
            None => answer::Decode::Unsat { steps: self.steps },
            Some(moves) => answer::Decode::Sat {
                length: moves.len(),
                moves: format_moves(moves, notation),
            },
        }
    }
}

/// A decoded answer of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The board that the file is about.
    pub start: Board,
    /// What it was to become: any of these.
    pub goals: Vec<Board>,
    /// The plan, replayed; none if the program says that there is none.
    pub moves: Option<Vec<Move>>,
    /// The plans the formula is about, in words.
    pub asked: String,
    /// The number of steps, where the file says one.
    pub steps: Option<u32>,
}

/// Why an answer is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeFault {
    /// The file that was to say what the answer is about does not.
    #[error("{0}")]
    File(String),
    /// The answer cannot be read.
    #[error("{0}")]
    Answer(String),
    /// The answer is no plan for this board.
    #[error("{0}")]
    Plan(String),
}

/// Reads an answer with the file that it answers: a DIMACS formula, an SMT-LIB or `MiniZinc` model, or
/// a PDDL problem, as [`encode`](crate::encode) wrote it.
///
/// # Errors
/// When either cannot be read, or the moves do not lead from the start to the goal.
pub fn decode(file: &str, answer: &str) -> Result<Decoded, DecodeFault> {
    let mark = file.chars().find(|c| !c.is_whitespace());
    let of_file = |error: &dyn ToString| DecodeFault::File(error.to_string());
    let of_answer = |error: &dyn ToString| DecodeFault::Answer(error.to_string());
    let of_plan = |error: &dyn ToString| DecodeFault::Plan(error.to_string());
    let task = |mark| {
        let notes = TaskComments::read(file, mark).and_then(TaskComments::task);
        notes.map_err(|error| of_file(&error))
    };
    match mark {
        Some('%') => {
            let task = task("%")?;
            let moves = match minizinc::read(&task, answer) {
                Ok(moves) => moves,
                Err(minizinc::AnswerError::Plan(error)) => return Err(of_plan(&error)),
                Err(error) => return Err(of_answer(&error)),
            };
            Ok(decoded(&task, moves))
        }
        Some(';') if file.contains("(:domain") => plan(file, answer),
        Some(';') => {
            let task = task(";")?;
            let moves = match smt::read(&task, answer) {
                Ok(moves) => moves,
                Err(smt::SmtError::Plan(error)) => return Err(of_plan(&error)),
                Err(error) => return Err(of_answer(&error)),
            };
            Ok(decoded(&task, moves))
        }
        _ => {
            let map = Map::read(file).map_err(|error| of_file(&error))?;
            let printed = dimacs::read_answer(answer, map.meanings.len() as u32);
            let moves = match printed.map_err(DecodeFault::Answer)? {
                Printed::Unknown => return Err(of_answer(&"the solver gave up")),
                Printed::Unsat => None,
                Printed::Sat(model) => {
                    let cnf = dimacs::read(file).map_err(|error| of_file(&error))?;
                    let moves = map.decode_checked(&cnf, &model);
                    Some(moves.map_err(|error| of_plan(&error))?)
                }
            };
            Ok(decoded(&map.task, moves))
        }
    }
}

fn decoded(task: &Task, moves: Option<Vec<Move>>) -> Decoded {
    Decoded {
        start: task.start().clone(),
        goals: task.goals().to_vec(),
        moves,
        asked: format!("of {}", task.horizon.plans(task.steps)),
        steps: Some(task.steps),
    }
}

/// A planner's answer: the moves themselves, which are replayed.
fn plan(problem: &str, answer: &str) -> Result<Decoded, DecodeFault> {
    let fault = |error: &dyn ToString| DecodeFault::File(error.to_string());
    let notes = TaskComments::read(problem, ";").map_err(|error| fault(&error))?;
    let Some(start) = notes.start else {
        return Err(fault(&taquin::sat::task_comments::TaskCommentsError::None));
    };
    let goals = Goals::new(notes.goals.iter().cloned().map(Goal::Custom));
    let puzzle = Puzzle::new(start.clone(), &goals).map_err(|error| fault(&error))?;
    let moves = pddl::read_plan(answer).map_err(DecodeFault::Answer)?;
    pddl::read_plan_checked(&start, answer).map_err(DecodeFault::Plan)?;
    let solution = Solution::check(&puzzle, moves);
    let solution = solution.map_err(|error| DecodeFault::Plan(error.to_string()))?;
    Ok(Decoded {
        start,
        goals: notes.goals,
        moves: Some(solution.moves().to_vec()),
        asked: "of any length".to_owned(),
        steps: None,
    })
}
