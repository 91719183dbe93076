//! A position in the languages of other solvers, and one question to a solver of formulas.

use std::ops::ControlFlow;
use std::str::FromStr;

use taquin_sat::backend::{Choice, Watch};
use taquin_sat::cdcl::Verdict;
use taquin_sat::encodings::Encoding;
use taquin_sat::{Formula, Horizon, Task, dimacs, smt};

use super::Refusal;
use crate::notation::{Notation, format_moves};
use crate::spec::SpecError;
use crate::wire::ProblemKind;
use crate::{Board, Control, Goal, Goals, Puzzle, PuzzleError, Solution, minizinc, pddl, wire};

/// A language of other solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Planning Domain Definition Language: a domain and a problem file.
    Pddl,
    /// Clauses for SAT solvers.
    Dimacs,
    /// Formulas over integers for SMT solvers.
    Smtlib,
    /// A model for constraint solvers.
    Minizinc,
}

impl Language {
    /// All languages with their names.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("pddl", Self::Pddl),
        ("dimacs", Self::Dimacs),
        ("smtlib", Self::Smtlib),
        ("minizinc", Self::Minizinc),
    ];

    /// The language's name.
    pub fn name(self) -> &'static str {
        let named = Self::NAMED.iter().find(|(_, language)| *language == self);
        named.expect("each language has its line").0
    }
}

impl FromStr for Language {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let named = Self::NAMED.iter().find(|(name, _)| *name == text);
        named.map(|&(_, language)| language).ok_or_else(|| {
            let names = Self::NAMED.map(|(name, _)| name);
            SpecError::unknown("language", text, &names)
        })
    }
}

/// What a formula is about unless somebody says otherwise, wherever it is written or asked: plans of at
/// most so many moves, which is what "is there a plan?" means.
pub const HORIZON: Horizon = Horizon::AtMost;

/// How a position is to be written.
#[derive(Clone)]
pub struct Writing {
    /// In which language.
    pub language: Language,
    /// Moves of the plan; not for PDDL.
    pub steps: Option<u32>,
    /// How DIMACS says it.
    pub encoding: Encoding,
    /// What numbers are in SMT-LIB.
    pub theory: smt::Theory,
    /// Exactly or at most so many moves; [`HORIZON`] unless somebody says otherwise.
    pub horizon: Horizon,
    /// The problem's name in PDDL.
    pub name: String,
    /// Whether an unsolvable board is written too.
    pub any_parity: bool,
}

/// The files of a position in a language.
///
/// # Errors
/// When a formula is wanted without a number of moves, or when the board reaches no goal and that
/// matters.
pub fn encode(board: &Board, goals: &Goals, how: &Writing) -> Result<wire::Encode, Refusal> {
    match how.language {
        Language::Pddl => {
            let puzzle = Puzzle::new(board.clone(), goals)?;
            let task = pddl::Task::new(&puzzle, &how.name);
            let mut answer = answer(how.language, "domain.pddl", task.domain);
            answer.files.push(wire::EncodedFile {
                name: "problem.pddl".to_owned(),
                text: task.problem,
            });
            Ok(answer)
        }
        Language::Dimacs => {
            let formula = formula(board, goals, how)?;
            let mut bytes = Vec::new();
            dimacs::write(&formula, &mut bytes)
                .map_err(|error| Refusal::new(ProblemKind::Internal, error.to_string()))?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Ok(wire::Encode {
                bound: how.steps,
                horizon: Some(formula.task.horizon.name()),
                encoding: Some(formula.encoding),
                variables: Some(formula.cnf.variables()),
                clauses: Some(formula.cnf.len()),
                families: Some(families(&formula)),
                ..answer(how.language, "formula.cnf", text)
            })
        }
        Language::Smtlib => {
            let task = task(board, goals, how)?;
            let text = match smt::write_within(&task, how.theory, &mut ()) {
                ControlFlow::Continue(text) => text,
                ControlFlow::Break(_) => unreachable!("the empty guard lets everything pass"),
            };
            Ok(wire::Encode {
                bound: Some(task.steps),
                horizon: Some(task.horizon.name()),
                ..answer(how.language, "formula.smt2", text)
            })
        }
        Language::Minizinc => {
            let task = task(board, goals, how)?;
            Ok(wire::Encode {
                bound: Some(task.steps),
                horizon: Some(task.horizon.name()),
                ..answer(how.language, "puzzle.mzn", minizinc::write(&task))
            })
        }
    }
}

/// The formula of a position, as DIMACS writes it.
///
/// # Errors
/// As [`encode`].
pub fn formula(board: &Board, goals: &Goals, how: &Writing) -> Result<Formula, Refusal> {
    Ok(how.encoding.formula(&task(board, goals, how)?))
}

/// The families of clauses of a formula, in words.
pub fn families(formula: &Formula) -> Vec<wire::Family> {
    let (cnf, size) = (&formula.cnf, formula.task.size());
    cnf.families()
        .map(|family| {
            let sentence = formula.sentence(cnf.clause(family.first));
            wire::Family {
                name: family.name,
                words: family.words,
                clauses: family.clauses,
                sample: sentence.words(size),
                clause: wire::Clause::new(&sentence, size),
            }
        })
        .collect()
}

/// The task of a position: refused by parity unless that is not to be looked at.
fn task(board: &Board, goals: &Goals, how: &Writing) -> Result<Task, Refusal> {
    let Some(steps) = how.steps else {
        return Err(Refusal::request(
            "a formula is about plans of a number of moves: say how many",
        ));
    };
    if !how.any_parity {
        Puzzle::new(board.clone(), goals)?;
    }
    let goals = goals.as_slice().iter().map(|goal| goal.board(board.size()));
    let goals: Vec<Board> = goals.collect::<Result<_, _>>().map_err(PuzzleError::from)?;
    Task::to_any(board.clone(), goals, steps, how.horizon)
        .map_err(|error| Refusal::request(error.to_string()))
}

fn answer(language: Language, name: &str, text: String) -> wire::Encode {
    wire::Encode {
        language: language.name(),
        files: vec![wire::EncodedFile {
            name: name.to_owned(),
            text,
        }],
        bound: None,
        horizon: None,
        encoding: None,
        variables: None,
        clauses: None,
        families: None,
    }
}

/// A question to the solver of formulas.
#[derive(Clone, Copy)]
pub struct Question {
    /// Moves of the plan.
    pub steps: u32,
    /// Exactly or at most so many; [`HORIZON`] unless somebody says otherwise.
    pub horizon: Horizon,
    /// How it becomes clauses.
    pub encoding: Encoding,
    /// Whose way the letters of the plan say.
    pub notation: Notation,
}

/// Asks the built-in solver whether there is a plan of so many moves.
///
/// # Errors
/// When there are too many steps.
pub fn decide(
    puzzle: &Puzzle,
    question: Question,
    control: &Control,
) -> Result<wire::Decide, Refusal> {
    decide_between(puzzle.start(), puzzle.targets(), question, control)
}

/// The same between boards that no parity was looked at for: that there is no plan is then what the
/// formula says, not the rule.
///
/// # Errors
/// When the boards differ in size, or there are too many steps.
pub fn decide_between(
    start: &Board,
    goals: &[Board],
    question: Question,
    control: &Control,
) -> Result<wire::Decide, Refusal> {
    let Question {
        steps,
        horizon,
        encoding,
        notation,
    } = question;
    let task = Task::to_any(start.clone(), goals.to_vec(), steps, horizon)
        .map_err(|error| Refusal::request(error.to_string()))?;
    let mut watch = Watch::new(control);
    let formula = match encoding.formula_within(&task, &mut watch.guard()) {
        ControlFlow::Continue(formula) => formula,
        ControlFlow::Break(stop) => {
            let which = wire::stop_word(stop).unwrap_or("cancelled");
            return Ok(wire::Decide {
                bound: steps,
                horizon: horizon.name(),
                encoding: encoding.0.name,
                satisfiable: None,
                moves: None,
                variables: 0,
                clauses: 0,
                conflicts: 0,
                families: Vec::new(),
                stats: wire::DecideStats {
                    decisions: 0,
                    propagations: 0,
                    restarts: 0,
                    time_ms: (control.elapsed().as_secs_f64() * 1e6).round() / 1e3,
                },
                label: format!(
                    "not decided: limit reached ({which}) while the formula was written"
                ),
            });
        }
    };
    watch.base_bytes = formula.cnf.bytes();
    let fault = |text: String| Refusal::new(ProblemKind::Internal, text);
    let decision = Choice::default().0.decide(&formula, &watch);
    let decision = decision.map_err(|error| fault(error.to_string()))?;
    let (satisfiable, moves, label) = match &decision.verdict {
        Verdict::Sat(model) => {
            let moves = formula
                .decode(model)
                .map_err(|error| fault(error.to_string()))?;
            let wrong =
                |error: &dyn ToString| Refusal::new(ProblemKind::Verification, error.to_string());
            let goals = Goals::new(goals.iter().cloned().map(Goal::Custom));
            let puzzle = Puzzle::new(start.clone(), &goals).map_err(|error| wrong(&error))?;
            let solution = Solution::check(&puzzle, moves).map_err(|error| wrong(&error))?;
            let moves = format_moves(solution.moves(), notation);
            let label = format!("satisfiable: a plan of {} moves was found", solution.len());
            (Some(true), Some(moves), label)
        }
        Verdict::Unsat => {
            let plans = horizon.plans(steps);
            let label = format!("unsatisfiable: there is no plan of {plans}");
            (Some(false), None, label)
        }
        Verdict::Stopped(stop) => {
            let which = wire::stop_word(*stop).unwrap_or("cancelled");
            (None, None, format!("not decided: limit reached ({which})"))
        }
    };
    Ok(wire::Decide {
        bound: steps,
        horizon: horizon.name(),
        encoding: formula.encoding,
        satisfiable,
        moves,
        variables: formula.cnf.variables(),
        clauses: formula.cnf.len(),
        conflicts: decision.effort.conflicts,
        families: families(&formula),
        stats: wire::DecideStats {
            decisions: decision.effort.decisions,
            propagations: decision.effort.propagations,
            restarts: decision.effort.restarts,
            time_ms: (control.elapsed().as_secs_f64() * 1e6).round() / 1e3,
        },
        label,
    })
}
