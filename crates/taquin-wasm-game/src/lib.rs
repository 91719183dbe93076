//! The rules of the game for web pages: boards and games, in a separate WebAssembly module.
//!
//! The engine (`taquin-wasm`) has solvers and is large; this module is what a page needs before a tile can
//! be moved, so it is small: `taquin-core` and `taquin-game`, no JSON. [`Rules::ask`] answers questions made
//! of text fields; `abi` is the border to JavaScript (`web/app/js/engine/rules.js`).

#[cfg(target_arch = "wasm32")]
pub mod abi;
mod boards;
mod faults;
mod games;

use games::Games;

/// What [`abi`] holds for a page.
#[cfg(target_arch = "wasm32")]
pub(crate) type Module = Rules;

/// Separates the fields of questions and answers.
pub const SEPARATOR: char = '\0';

/// The fields of an answer, or of the fault that there is none.
pub type Answer = Result<String, String>;

/// Answers the questions of one page, and keeps its games.
#[derive(Default)]
pub struct Rules {
    games: Games,
}

impl Rules {
    /// Answers a question: its name, then its fields.
    ///
    /// # Errors
    /// The fault of a text that cannot be read: the ID of its message, the cell, and the message's parameters in
    /// pairs. An empty one where the answer is no: a move that cannot be made, a goal that cannot be reached.
    pub fn ask(&mut self, question: &str) -> Answer {
        let fields: Vec<&str> = question.split(SEPARATOR).collect();
        let (name, fields) = (fields[0], &fields[1..]);
        let board_question = boards::QUESTIONS.iter().find(|(other, _)| *other == name);
        match board_question {
            Some((_, answer)) => answer(fields),
            None => self.games.ask(name, fields),
        }
    }
}

/// A field; an empty one where there are fewer.
fn field<'a>(fields: &[&'a str], index: usize) -> &'a str {
    fields.get(index).copied().unwrap_or_default()
}

/// Fields as one text.
fn joined(fields: &[&str]) -> String {
    fields.join("\0")
}
