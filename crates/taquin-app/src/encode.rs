//! A position in the languages of other solvers.

use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use taquin::sat::backend::Watch;
use taquin::sat::cdcl::Guard;
use taquin::sat::encodings::Encoding;
use taquin::sat::{Formula, Horizon, Task, smt};
use taquin::spec::SpecError;
use taquin::{Board, Control, Goals, Limits, Puzzle, PuzzleError, Stop};
use taquin_export::{minizinc, pddl};

use crate::answer::EncodedText;
use crate::decide::USUAL;
use crate::{App, Prepared, Refusal, RefusalKind, answer, question};

/// Memory of one formula. In memory a literal takes four bytes, as text five or more; so what does not
/// fit is too large to be sent as well.
const MEMORY: u64 = 128 << 20;

impl App {
    /// A position as a planning task, a formula or a model.
    ///
    /// # Errors
    /// When a member is wrong or missing, or the formula would be too large.
    pub fn encode(&self, question: &question::Encode) -> Result<Prepared<answer::Encode>, Refusal> {
        let board = question.board.board()?;
        let goals = question::goals(question.goal.as_ref())?;
        let language = question.language.0;
        question::range(question.bound.map(u64::from), 0, 2000, "/bound")?;
        if language != Language::Pddl {
            let Some(steps) = question.bound else {
                return Err(Refusal::member("/bound", "required", NO_STEPS));
            };
            self.check_formula(&board, steps)?;
        }
        let options = EncodeOptions {
            language,
            steps: question.bound,
            encoding: question.encoding.0,
            theory: smt::Theory::default(),
            horizon: question.horizon.0,
            name: "taquin".to_owned(),
            any_parity: false,
        };
        let limits = Limits {
            time: Some(USUAL.min(self.policy.longest)),
            memory: Some(MEMORY),
            ..Limits::default()
        };
        Ok(Prepared::new(limits, move |app, control| {
            let answer = encode(&board, &goals, &options, control)?;
            let bytes = answer.files.iter().map(|file| file.text.len()).sum();
            app.policy.check_answer(bytes)?;
            Ok(answer)
        }))
    }

    /// Checks that a formula is not larger than the policy allows.
    pub(crate) fn check_formula(&self, board: &Board, steps: u32) -> Result<(), Refusal> {
        let cells = board.size().cells() as u64;
        let most = self.policy.largest_formula / (cells * cells);
        if u64::from(steps) <= most {
            return Ok(());
        }
        let detail = format!(
            "a formula about {steps} moves of a {} board is too large for the service; at most \
             {most} moves, or write it to a file: taquin encode LANGUAGE BOARD --steps N -o FILE",
            board.size()
        );
        Err(Refusal::new(RefusalKind::TooLarge, detail).at("/bound"))
    }
}

/// Advice for a formula that is too large to send.
pub(crate) const WAY_OUT: &str =
    "ask for fewer moves, or write it to a file: taquin encode LANGUAGE BOARD --steps N -o FILE";

/// Formulas need a horizon.
const NO_STEPS: &str = "a formula is about plans of a number of moves: say how many";

/// A language of other solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Planning Domain Definition Language: a domain and a problem file.
    Pddl,
    /// Clauses for SAT solvers.
    Dimacs,
    /// Formulas over integers or bit vectors for SMT solvers.
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

    /// A short description.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Pddl => "Planning Domain Definition Language: a domain and a problem file",
            Self::Dimacs => "Clauses for SAT solvers",
            Self::Smtlib => "Formulas over integers or bit vectors for SMT solvers",
            Self::Minizinc => "A model for constraint solvers",
        }
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

/// The default horizon of a formula, wherever one is written or decided: plans of at most this many
/// moves, which is what "is there a plan?" means.
pub const HORIZON: Horizon = Horizon::AtMost;

/// Options for encoding a position.
#[derive(Clone)]
pub struct EncodeOptions {
    /// In which language.
    pub language: Language,
    /// Moves of the plan; not for PDDL.
    pub steps: Option<u32>,
    /// How DIMACS says it.
    pub encoding: Encoding,
    /// What numbers are in SMT-LIB.
    pub theory: smt::Theory,
    /// Exactly or at most this many moves; [`HORIZON`] by default.
    pub horizon: Horizon,
    /// The problem's name in PDDL.
    pub name: String,
    /// Whether an unsolvable board is written too.
    pub any_parity: bool,
}

/// The files of a position in a language.
///
/// # Errors
/// When a formula is wanted without a number of moves, when the board reaches no goal and that
/// matters, or when the control stops the work.
pub fn encode(
    board: &Board,
    goals: &Goals,
    options: &EncodeOptions,
    control: &Control,
) -> Result<answer::Encode, Refusal> {
    let whole = |name, text| answer(options.language, name, EncodedText::Whole(text));
    match options.language {
        Language::Pddl => {
            let puzzle = Puzzle::new(board.clone(), goals)?;
            let task = pddl::PddlTask::new(&puzzle, &options.name);
            let mut answer = whole("domain.pddl", task.domain);
            answer.files.push(answer::EncodedFile {
                name: "problem.pddl".to_owned(),
                text: EncodedText::Whole(task.problem),
            });
            Ok(answer)
        }
        Language::Dimacs => {
            let formula = Arc::new(formula(board, goals, options, control)?);
            let text = EncodedText::Formula(formula.clone());
            Ok(answer::Encode {
                bound: options.steps,
                horizon: Some(formula.task.horizon.name()),
                encoding: Some(formula.encoding),
                variables: Some(formula.cnf.variables()),
                clauses: Some(formula.cnf.len()),
                families: Some(families(&formula)),
                ..answer(options.language, "formula.cnf", text)
            })
        }
        Language::Smtlib => {
            let task = task(board, goals, options)?;
            let text = within(control, |guard| {
                smt::write_within(&task, options.theory, guard)
            })?;
            Ok(answer::Encode {
                bound: Some(task.steps),
                horizon: Some(task.horizon.name()),
                ..whole("formula.smt2", text)
            })
        }
        Language::Minizinc => {
            let task = task(board, goals, options)?;
            Ok(answer::Encode {
                bound: Some(task.steps),
                horizon: Some(task.horizon.name()),
                ..whole("puzzle.mzn", minizinc::write(&task))
            })
        }
    }
}

/// The formula of a position, as DIMACS writes it.
///
/// # Errors
/// As [`encode`].
pub fn formula(
    board: &Board,
    goals: &Goals,
    options: &EncodeOptions,
    control: &Control,
) -> Result<Formula, Refusal> {
    let task = task(board, goals, options)?;
    within(control, |guard| {
        options.encoding.formula_within(&task, guard)
    })
}

/// Runs a writer under a control, and refuses when the control stops it.
fn within<T>(
    control: &Control,
    write: impl FnOnce(&mut dyn Guard) -> ControlFlow<Stop, T>,
) -> Result<T, Refusal> {
    match write(&mut Watch::new(control).guard()) {
        ControlFlow::Continue(written) => Ok(written),
        ControlFlow::Break(stop) => {
            let limits = control.limits();
            let reached = match (stop, limits.memory, limits.time) {
                (Stop::OutOfMemory, Some(bytes), _) => {
                    format!("it takes more than {} MB of memory", bytes >> 20)
                }
                (Stop::OutOfTime, _, Some(time)) => {
                    format!("writing it takes more than {} s", time.as_secs())
                }
                _ => "the work was stopped".to_owned(),
            };
            let detail = format!("the formula is too large: {reached}; {WAY_OUT}");
            Err(Refusal::new(RefusalKind::TooLarge, detail))
        }
    }
}

/// The families of clauses of a formula, in words.
pub fn families(formula: &Formula) -> Vec<answer::Family> {
    let (cnf, size) = (&formula.cnf, formula.task.size());
    cnf.families()
        .map(|family| {
            let sentence = formula.sentence(cnf.clause(family.first));
            answer::Family {
                name: family.name,
                words: family.words,
                clauses: family.clauses,
                sample: sentence.words(size),
                clause: answer::Clause::new(&sentence, size),
            }
        })
        .collect()
}

/// The task of a position: refused if its parity is wrong, unless the check is disabled.
fn task(board: &Board, goals: &Goals, options: &EncodeOptions) -> Result<Task, Refusal> {
    let Some(steps) = options.steps else {
        return Err(Refusal::request(NO_STEPS));
    };
    if !options.any_parity {
        Puzzle::new(board.clone(), goals)?;
    }
    let goals = goals.as_slice().iter().map(|goal| goal.board(board.size()));
    let goals: Vec<Board> = goals.collect::<Result<_, _>>().map_err(PuzzleError::from)?;
    Task::to_any(board.clone(), goals, steps, options.horizon)
        .map_err(|error| Refusal::request(error.to_string()))
}

fn answer(language: Language, name: &str, text: EncodedText) -> answer::Encode {
    answer::Encode {
        language: language.name(),
        files: vec![answer::EncodedFile {
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
