//! Goals.

use std::fmt;

use crate::{Board, Size};

/// A goal as users name it; it becomes a board once the size is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// Tiles in reading order, blank in the last cell: `1 2 3/4 5 6/7 8 0`.
    #[default]
    BlankLast,
    /// Blank in the first cell, then tiles in reading order: `0 1 2/3 4 5/6 7 8`.
    BlankFirst,
    /// Tiles clockwise from the top left inwards, blank at the end: `1 2 3/8 0 4/7 6 5`.
    Spiral,
    /// Any position.
    Custom(Board),
}

impl Goal {
    /// The goals that have a name.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("blank-last", Self::BlankLast),
        ("blank-first", Self::BlankFirst),
        ("spiral", Self::Spiral),
    ];

    /// The goal's name, unless it is a position of the user's own.
    pub fn name(&self) -> Option<&'static str> {
        Self::NAMED
            .iter()
            .find(|(_, goal)| goal == self)
            .map(|&(name, _)| name)
    }

    /// The goal as a board of this size.
    ///
    /// # Errors
    /// When the goal is a position of another size.
    pub fn board(&self, size: Size) -> Result<Board, GoalError> {
        let tiles = size.tiles() as u32;
        let numbers = match self {
            Self::BlankLast => (1..=tiles).chain([0]).collect(),
            Self::BlankFirst => (0..=tiles).collect(),
            Self::Spiral => spiral(size),
            Self::Custom(board) if board.size() == size => return Ok(board.clone()),
            Self::Custom(board) => {
                return Err(GoalError {
                    goal: board.size(),
                    board: size,
                });
            }
        };
        Ok(Board::new(size, &numbers).expect("each named goal is a permutation"))
    }
}

/// The numbers of the spiral goal in reading order.
fn spiral(size: Size) -> Vec<u32> {
    let mut numbers = vec![0; size.cells()];
    let (mut top, mut left) = (0, 0);
    let (mut bottom, mut right) = (size.rows(), size.cols());
    let mut next = (1..size.cells() as u32).chain([0]);
    let mut put = |row: usize, col: usize| {
        numbers[row * size.cols() + col] = next.next().expect("each cell is visited once");
    };
    while top < bottom && left < right {
        (left..right).for_each(|col| put(top, col));
        (top + 1..bottom).for_each(|row| put(row, right - 1));
        if bottom - top > 1 {
            (left..right - 1).rev().for_each(|col| put(bottom - 1, col));
        }
        if right - left > 1 {
            (top + 1..bottom.max(1) - 1)
                .rev()
                .for_each(|row| put(row, left));
        }
        (top, left, bottom, right) = (top + 1, left + 1, bottom - 1, right - 1);
    }
    numbers
}

/// A goal of one size was given for a board of another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the goal is a {goal} board, but the position is {board}; they must have one size")]
pub struct GoalError {
    /// Size of the goal.
    pub goal: Size,
    /// Size of the board.
    pub board: Size,
}

/// One or several goals, any of which may be reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goals(Vec<Goal>);

impl Goals {
    /// These goals; none at all means the default, [`Goal::BlankLast`].
    pub fn new(goals: impl IntoIterator<Item = Goal>) -> Self {
        let mut kept: Vec<Goal> = Vec::new();
        for goal in goals {
            if !kept.contains(&goal) {
                kept.push(goal);
            }
        }
        if kept.is_empty() {
            kept.push(Goal::default());
        }
        Self(kept)
    }

    /// The goals in the order given; at least one.
    pub fn as_slice(&self) -> &[Goal] {
        &self.0
    }
}

impl Default for Goals {
    fn default() -> Self {
        Self(vec![Goal::default()])
    }
}

impl From<Goal> for Goals {
    fn from(goal: Goal) -> Self {
        Self(vec![goal])
    }
}

/// The name, or the position text for a goal without one.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), self) {
            (None, Self::Custom(board)) => board.fmt(f),
            (name, _) => f.write_str(name.unwrap_or_default()),
        }
    }
}

/// The goals joined by `+`.
impl fmt::Display for Goals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, goal) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("+")?;
            }
            goal.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(goal: &Goal, rows: usize, cols: usize) -> String {
        goal.board(Size::new(rows, cols).unwrap())
            .unwrap()
            .to_string()
    }

    #[test]
    fn named_goals_look_as_documented() {
        assert_eq!(text(&Goal::BlankLast, 3, 3), "1 2 3/4 5 6/7 8 0");
        assert_eq!(text(&Goal::BlankFirst, 2, 3), "0 1 2/3 4 5");
        assert_eq!(text(&Goal::Spiral, 3, 3), "1 2 3/8 0 4/7 6 5");
        assert_eq!(
            text(&Goal::Spiral, 4, 4),
            "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7"
        );
        assert_eq!(text(&Goal::Spiral, 2, 4), "1 2 3 4/0 7 6 5");
        assert_eq!(text(&Goal::Spiral, 4, 2), "1 2/0 3/7 4/6 5");
        assert_eq!(
            text(&Goal::Spiral, 3, 5),
            "1 2 3 4 5/12 13 14 0 6/11 10 9 8 7"
        );
    }

    #[test]
    fn every_named_goal_is_a_board_of_every_size() {
        for rows in 2..=16 {
            for cols in 2..=16 {
                for (_, goal) in Goal::NAMED {
                    goal.board(Size::new(rows, cols).unwrap()).unwrap();
                }
            }
        }
    }
}
