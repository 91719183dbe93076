//! Comments about the task in files for other programs, in the syntax of their languages.
//!
//! ```text
//! ; start 8 1 3/4 0 2/7 6 5
//! ; goal 1 2 3/4 5 6/7 8 0
//! ; steps 14
//! ; horizon at-most
//! ```
//!
//! So the file alone suffices to turn an answer to it back into moves.

use std::fmt::Write as _;

use taquin_core::Board;
use taquin_core::notation::parse_board;

use crate::formula::{Horizon, Task};

/// Why a file does not say what its task is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskCommentsError {
    /// Nothing at all.
    #[error("the file does not say what it is about; give one that `taquin encode` wrote")]
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

/// A task as comments, each line behind `mark`.
pub fn write(task: &Task, mark: &str) -> String {
    let mut text = boards(task.start(), task.goals(), mark);
    let _ = writeln!(text, "{mark} steps {}", task.steps);
    let _ = writeln!(text, "{mark} horizon {}", task.horizon.name());
    text
}

/// A start and goals as comments, each line behind `mark`.
pub fn boards(start: &Board, goals: &[Board], mark: &str) -> String {
    let mut text = format!("{mark} start {start}\n");
    for goal in goals {
        let _ = writeln!(text, "{mark} goal {goal}");
    }
    text
}

/// The task as stated in a file's comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskComments {
    /// The start.
    pub start: Option<Board>,
    /// The goals, any of which may be reached.
    pub goals: Vec<Board>,
    /// The number of steps.
    pub steps: Option<u32>,
    /// Whether a plan must have exactly this many moves.
    pub horizon: Horizon,
}

impl TaskComments {
    /// Reads the comments of a file that stand behind `mark`; others are passed over.
    ///
    /// # Errors
    /// When one of them cannot be read, with its line.
    pub fn read(text: &str, mark: &str) -> Result<Self, TaskCommentsError> {
        let mut notes = Self::default();
        for (index, line) in text.lines().enumerate() {
            let comment = line.strip_prefix(mark).and_then(|c| c.strip_prefix(' '));
            let Some((key, value)) = comment.and_then(|c| c.trim().split_once(' ')) else {
                continue;
            };
            let fault = |reason: String| TaskCommentsError::Line {
                line: index + 1,
                reason,
            };
            let board = || parse_board(value).map_err(|error| fault(error.to_string()));
            match key {
                "start" => notes.start = Some(board()?),
                "goal" => notes.goals.push(board()?),
                "steps" => {
                    let steps = value.parse();
                    let no_number = |_| fault(format!("`{value}` is no number of steps"));
                    notes.steps = Some(steps.map_err(no_number)?);
                }
                "horizon" => notes.horizon = value.parse().map_err(fault)?,
                _ => {}
            }
        }
        Ok(notes)
    }

    /// The task, if the file says all of it.
    ///
    /// # Errors
    /// When it does not, or its parts do not fit together.
    pub fn task(self) -> Result<Task, TaskCommentsError> {
        let (Some(start), [_, ..], Some(steps)) = (self.start, &self.goals[..], self.steps) else {
            return Err(TaskCommentsError::None);
        };
        Task::to_any(start, self.goals, steps, self.horizon).map_err(|error| {
            TaskCommentsError::Line {
                line: 1,
                reason: error.to_string(),
            }
        })
    }
}
