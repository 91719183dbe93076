//! The lanes of an experiment: one of our solvers, or any other program.

use serde::{Deserialize, Serialize};
use taquin::catalogue::{self, CATALOGUE, Runs};
use taquin::spec::Spec;

use crate::LimitSpec;

/// The place of a bound in the text of a solver or command.
pub(crate) const STEPS: &str = "{steps}";

/// The placeholders of a command.
pub(crate) const PLACES: &[&str] = &[
    "{board}", "{flat}", "{grid}", "{goal}", "{rows}", "{cols}", STEPS,
];

/// The solver or program of a lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Executor {
    /// A solver of the catalogue, by its spec.
    Solver(String),
    /// A program and its arguments, with places for the board.
    Command(Vec<String>),
}

/// A configuration as a worker gets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lane {
    /// Its name in rows.
    pub name: String,
    /// The solver.
    pub engine: Executor,
    /// What each run may use.
    pub limits: LimitSpec,
    /// Runs that a process makes before its first one, which are not measured.
    #[serde(default)]
    pub warmup: u32,
}

impl Executor {
    /// A solver of the catalogue.
    ///
    /// # Errors
    /// When there is none of this name or it has no such option.
    pub fn solver(text: &str) -> Result<Self, String> {
        let tried = text.replace(STEPS, "1");
        catalogue::solver(&tried).map_err(|error| error.to_string())?;
        Ok(Self::Solver(text.to_owned()))
    }

    /// A program: words as a shell splits them, without a shell. Quotes keep words together.
    ///
    /// # Errors
    /// When there is no word, a quote is not closed, or a placeholder is unknown.
    pub fn command(text: &str) -> Result<Self, String> {
        let words = words(text)?;
        if words.is_empty() {
            return Err("the command is empty; write the program and its arguments".to_owned());
        }
        for word in &words {
            if let Some(place) = place(word).filter(|place| !PLACES.contains(place)) {
                let known = PLACES.join(", ");
                return Err(format!("a command has no place {place}; there are {known}"));
            }
        }
        Ok(Self::Command(words))
    }

    /// The text after `--with`: `cmd:PROGRAM …` or a solver's spec.
    ///
    /// # Errors
    /// As for [`Executor::solver`] and [`Executor::command`].
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.trim().strip_prefix("cmd:") {
            Some(command) => Self::command(command),
            None => Self::solver(text.trim()),
        }
    }

    /// The same with a bound in its place.
    pub fn with_steps(&self, steps: u32) -> Self {
        let put = |text: &String| text.replace(STEPS, &steps.to_string());
        match self {
            Self::Solver(text) => Self::Solver(put(text)),
            Self::Command(words) => Self::Command(words.iter().map(put).collect()),
        }
    }

    /// Whether each run needs a separate process, because what it uses is used by another program.
    pub fn is_outside(&self) -> bool {
        match self {
            Self::Command(_) => true,
            Self::Solver(text) => {
                let spec = text.parse::<Spec>();
                let runs = spec.and_then(|spec| CATALOGUE.runs(&spec));
                runs == Ok(Runs::Program)
            }
        }
    }

    /// The number of threads of the solver.
    pub fn threads(&self) -> u32 {
        let Self::Solver(text) = self else {
            return 1;
        };
        let spec = text.parse::<Spec>().ok();
        let threads = spec.and_then(|spec| spec.options.get("threads")?.parse().ok());
        threads.unwrap_or(1)
    }

    /// The options other than the heuristic, as in rows.
    pub fn params(&self) -> String {
        match self {
            Self::Command(words) => words.join(" "),
            Self::Solver(text) => {
                let spec = text.parse::<Spec>().map(|spec| spec.to_string());
                let text = spec.unwrap_or_else(|_| text.clone());
                let options = text.split_once(':').map_or("", |(_, options)| options);
                let others = taquin::spec::split_outside_parentheses(options)
                    .filter(|option| !option.starts_with("heuristic="));
                others.collect::<Vec<_>>().join(",")
            }
        }
    }
}

/// The first `{word}` of a text.
fn place(text: &str) -> Option<&str> {
    let start = text.find('{')?;
    let length = text[start..].find('}')?;
    let inner = &text[start + 1..start + length];
    let is_word = !inner.is_empty() && inner.chars().all(|c| c.is_ascii_lowercase());
    is_word.then(|| &text[start..=start + length])
}

/// The words of a command line; quotes and backslashes as in a shell.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(c) = letters.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            ('\\', None | Some('"')) => {
                let next = letters.next().ok_or("the command ends with a backslash")?;
                word.get_or_insert_default().push(next);
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("the command has a {open} that is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let split = words(r#"a 'b c' "d \" e"f g\ h ''"#).unwrap();
        assert_eq!(split, ["a", "b c", "d \" ef", "g h", ""]);
        assert!(words("a 'b").unwrap_err().contains('\''));
        assert!(Executor::command("  ").unwrap_err().contains("empty"));
        let fault = Executor::command("x {bord}").unwrap_err();
        assert!(
            fault.contains("{bord}") && fault.contains("{board}"),
            "{fault}"
        );
        assert!(Executor::command("awk '{print $1}' {board}").is_ok());
    }

    #[test]
    fn options_are_told_apart() {
        let engine = Executor::solver("astar:heuristic=max(manhattan,inversion),tie=fifo").unwrap();
        assert_eq!(engine.params(), "tie=fifo");
        let engine = Executor::solver("pdb-ida:threads=2").unwrap();
        assert_eq!((engine.threads(), engine.is_outside()), (2, false));
        assert!(
            Executor::solver("smt:horizon={steps}")
                .unwrap()
                .is_outside()
        );
    }
}
