//! The inputs and outputs of a [`TerminalApp`](crate::TerminalApp).

use std::time::Duration;

use ratatui::crossterm::event::Event;
use taquin::generate::Level;
use taquin::trace::Trace;
use taquin::{Goal, Move, Puzzle, Size, Stop};
use taquin_game::Game;

/// The id of a question, to match its answers.
pub type Ticket = u64;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Message {
    /// A key, a click, a paste, another size of the window.
    Input(Event),
    /// A question was answered, or its search made progress.
    Answer(Ticket, Answer),
    /// Something the player should know.
    Notice(String),
    /// Time went by.
    Tick,
    /// The process was asked to end: the terminal closed, the machine shuts down.
    Stop,
}

/// Something to be done outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Find the answer to a question, off the thread that draws.
    Ask(Ticket, Request),
    /// The answer is no longer wanted.
    Cancel(Ticket),
    /// Keep these games for the next sitting.
    SaveGames(String),
    /// Keep these bests.
    SaveBests(String),
    /// Put a text on the clipboard.
    Copy(String),
    /// Stop the process until it is brought to the foreground again.
    Suspend,
    /// End the game.
    Quit,
}

/// A question that takes time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A board of a size and level; a seed is drawn where none is given.
    Deal {
        /// Rows and columns.
        size: Size,
        /// The level.
        level: Level,
        /// Which of those boards.
        seed: Option<u64>,
        /// The goal.
        goal: Goal,
    },
    /// A solution, and how short one can be.
    Solve {
        /// The task.
        puzzle: Puzzle,
        /// The time limit.
        patience: Duration,
        /// Whether it is for a hint.
        hint: bool,
    },
    /// A search with its steps.
    Trace {
        /// The solver, as users name it.
        spec: String,
        /// The task.
        puzzle: Puzzle,
        /// The most steps to record.
        steps: usize,
    },
}

/// A message from a worker about its task; progress may come several times before the end.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The progress of the search.
    Event(taquin::Event),
    /// A board.
    Dealt(Box<Game>),
    /// The result of a search.
    Found(SearchResult),
    /// A search with its steps.
    Traced(Box<Traced>),
    /// There is no answer, and why.
    Refused(String),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best solution, if any.
    pub line: Option<Vec<Move>>,
    /// No solution is shorter.
    pub least: u32,
    /// Why it ended.
    pub stop: Stop,
    /// The solver that answered, like `astar/manhattan`.
    pub plan: String,
}

impl SearchResult {
    /// Whether the solution is proven to be shortest.
    pub fn is_optimal(&self) -> bool {
        self.line
            .as_ref()
            .is_some_and(|line| line.len() as u32 == self.least)
    }
}

/// A search with its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// The result.
    pub found: SearchResult,
    /// Its steps.
    pub trace: Trace,
    /// Positions it expanded.
    pub expanded: u64,
}
