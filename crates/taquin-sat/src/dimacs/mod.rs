//! Formulas as DIMACS files with their variable map, and the answers of SAT solvers to them.
//!
//! The map is in comments, so that any solver reads the file, and the file alone is enough to turn a
//! solver's answer back into moves:
//!
//! ```text
//! c taquin formula 1
//! c encoding compact
//! c start 8 1 3/4 0 2/7 6 5
//! c goal 1 2 3/4 5 6/7 8 0
//! c steps 14
//! c horizon exact
//! c family one blank: 87 clauses: at each step …
//! c var 1 at 0 1 1
//! p cnf 388 2953
//! 1 2 0
//! ```
//!
//! `at 0 1 1` says that the blank is in cell 1 at step 1; cells count from 0 in reading order.

mod clauses;

use std::fmt::{self, Write as _};
use std::io;

use crate::cnf::{Cnf, Lit, Model};
use crate::formula::{DecodeError, Formula, Meaning, Task, decode};
use crate::implication::sentence;
use crate::task_comments::{self, TaskComments, TaskCommentsError};

pub use clauses::{DimacsError, DimacsReadError, read, read_within};

/// The first line of a file that has a map.
const SIGNATURE: &str = "c taquin formula 1";

/// A formula as the text of its file, map included. Formatting it writes clause by clause, so the text
/// need never be in memory as a whole.
pub struct Text<'a>(pub &'a Formula);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(formula) = self;
        writeln!(f, "{SIGNATURE}")?;
        writeln!(f, "c encoding {}", formula.encoding)?;
        f.write_str(&task_comments::write(&formula.task, "c"))?;
        for family in formula.cnf.families() {
            let (name, clauses, words) = (family.name, family.clauses, family.words);
            writeln!(f, "c family {name}: {clauses} clauses: {words}")?;
        }
        for (index, meaning) in formula.meanings.iter().enumerate() {
            writeln!(f, "c var {} {meaning}", index + 1)?;
        }
        Clauses(&formula.cnf).fmt(f)
    }
}

/// The clauses alone, as text.
struct Clauses<'a>(&'a Cnf);

impl fmt::Display for Clauses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(cnf) = self;
        writeln!(f, "p cnf {} {}", cnf.variables(), cnf.len())?;
        let mut line = String::new();
        for clause in cnf.clauses() {
            line.clear();
            for literal in clause {
                write!(line, "{} ", literal.dimacs())?;
            }
            line.push_str("0\n");
            f.write_str(&line)?;
        }
        Ok(())
    }
}

/// Writes a formula with its map.
///
/// # Errors
/// When the output does.
pub fn write(formula: &Formula, mut output: impl io::Write) -> io::Result<()> {
    write!(output, "{}", Text(formula))?;
    output.flush()
}

/// Writes the clauses alone.
///
/// # Errors
/// When the output does.
pub fn write_clauses(cnf: &Cnf, mut output: impl io::Write) -> io::Result<()> {
    write!(output, "{}", Clauses(cnf))?;
    output.flush()
}

/// The meaning of a file's variables, from its comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The task of the formula.
    pub task: Task,
    /// The name of the encoding.
    pub encoding: String,
    /// The meaning of each variable, the first for variable 1.
    pub meanings: Vec<Meaning>,
}

impl Map {
    /// Reads the comments of a file.
    ///
    /// # Errors
    /// When they are not a map, with the line at fault.
    pub fn read(text: &str) -> Result<Self, MapError> {
        if !text.lines().any(|line| line.trim_end() == SIGNATURE) {
            return Err(MapError::None);
        }
        let task = TaskComments::read(text, "c").and_then(TaskComments::task);
        let task = task.map_err(|error| match error {
            TaskCommentsError::Line { line, reason } => MapError::Line { line, reason },
            TaskCommentsError::None => MapError::None,
        })?;
        let mut encoding = String::new();
        let mut meanings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let comment = line.strip_prefix("c ").map(str::trim);
            let Some((key, value)) = comment.and_then(|comment| comment.split_once(' ')) else {
                continue;
            };
            match key {
                "encoding" => value.clone_into(&mut encoding),
                "var" => {
                    let number = meanings.len() + 1;
                    let meaning = value.strip_prefix(&format!("{number} "));
                    let meaning = meaning.and_then(Meaning::parse);
                    meanings.push(meaning.ok_or_else(|| MapError::Line {
                        line: index + 1,
                        reason: format!("`{}` is not what variable {number} means", short(value)),
                    })?);
                }
                _ => {}
            }
        }
        Ok(Self {
            task,
            encoding,
            meanings,
        })
    }

    /// The moves of a model of the file's clauses, with every clause checked.
    ///
    /// # Errors
    /// When a clause does not hold, in words; or when the model belongs to another formula.
    pub fn decode_checked(
        &self,
        cnf: &Cnf,
        model: &Model,
    ) -> Result<Vec<taquin_core::Move>, DecodeError> {
        let is_false = |clause: &&[Lit]| !clause.iter().any(|&literal| model.holds(literal));
        if let Some((index, clause)) = (1_usize..).zip(cnf.clauses()).find(|(_, c)| is_false(c)) {
            let size = self.task.size();
            let words = sentence(&self.meanings, clause).words(size);
            let numbers: Vec<String> = clause.iter().map(|l| l.dimacs().to_string()).collect();
            return Err(DecodeError::Rule {
                rule: format!("clause {index} ({} 0)", numbers.join(" ")),
                reason: format!("it says: {words}"),
            });
        }
        self.decode(model)
    }

    /// The moves of a model, from the cells of the blank alone.
    ///
    /// # Errors
    /// When it belongs to another formula.
    pub fn decode(&self, model: &Model) -> Result<Vec<taquin_core::Move>, DecodeError> {
        decode(&self.task, &self.meanings, model)
    }
}

/// Why a file has no variable map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// No map at all.
    #[error("the file has no variable map; give the DIMACS file that `taquin encode dimacs` wrote")]
    None,
    /// A line that cannot be read.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// The output of a SAT solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Printed {
    /// There is a model.
    Sat(Model),
    /// There is none.
    Unsat,
    /// It does not know.
    Unknown,
}

/// Reads what solvers print: lines `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN` and `v` with
/// literals, as in the SAT competitions; or `SAT`, `UNSAT` and a line of literals, as `MiniSat` does.
///
/// # Errors
/// When there is no verdict, or a model that is not one.
pub fn read_answer(text: &str, variables: u32) -> Result<Printed, String> {
    let mut verdict = None;
    let mut literals = Vec::new();
    let mut is_bare = false;
    for line in text.lines() {
        let line = line.trim();
        let values = match line.split_once(char::is_whitespace) {
            Some(("v", values)) => Some(values),
            Some(("s", word)) => {
                verdict = Some(word.trim().to_owned());
                None
            }
            _ if matches!(line, "SAT" | "SATISFIABLE") => {
                verdict = Some("SATISFIABLE".to_owned());
                is_bare = true;
                None
            }
            _ if matches!(line, "UNSAT" | "UNSATISFIABLE" | "INDET") => {
                verdict = Some(line.to_owned());
                None
            }
            _ if is_bare && line.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                Some(line)
            }
            _ => None,
        };
        for word in values.into_iter().flat_map(str::split_ascii_whitespace) {
            let number: i32 = word
                .parse()
                .map_err(|_| format!("`{}` among the values is no literal", short(word)))?;
            let Some(literal) = Lit::from_dimacs(number) else {
                continue;
            };
            if literal.variable() > variables {
                return Err(format!(
                    "the model has variable {}, but the formula only {variables}",
                    literal.variable()
                ));
            }
            literals.push(literal);
        }
    }
    let mut signs = vec![0_i8; variables as usize + 1];
    for literal in &literals {
        let sign = if literal.is_positive() { 1 } else { -1 };
        let known = &mut signs[literal.variable() as usize];
        if *known == -sign {
            return Err(format!(
                "the model has both values of variable {}",
                literal.variable()
            ));
        }
        *known = sign;
    }
    match verdict.as_deref() {
        Some("SATISFIABLE") if literals.is_empty() && variables > 0 => {
            Err("it says SATISFIABLE but shows no values; Glucose needs -model".to_owned())
        }
        Some("SATISFIABLE") => Ok(Printed::Sat(Model::from_literals(variables, literals))),
        Some("UNSATISFIABLE" | "UNSAT") => Ok(Printed::Unsat),
        Some("UNKNOWN" | "INDETERMINATE" | "INDET") => Ok(Printed::Unknown),
        Some(other) => Err(format!("`{}` is no verdict", short(other))),
        None if !literals.is_empty() => Ok(Printed::Sat(Model::from_literals(variables, literals))),
        None => Err("there is no line `s SATISFIABLE` or `s UNSATISFIABLE`".to_owned()),
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
