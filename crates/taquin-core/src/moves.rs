//! Moves: the direction in which a tile slides.

/// One of the four directions, in the order every search tries them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All four, in the order successors are generated.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The opposite direction.
    pub const fn opposite(self) -> Self {
        Self::from_index(self as u8 ^ 1)
    }

    /// `U`, `D`, `L` or `R`.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// `up`, `down`, `left` or `right`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// The direction with this index in [`Self::ALL`]; only the two low bits count.
    pub const fn from_index(index: u8) -> Self {
        match index & 3 {
            0 => Self::Up,
            1 => Self::Down,
            2 => Self::Left,
            _ => Self::Right,
        }
    }
}

/// A slide of one tile by one cell: the direction is the way the *tile* goes.
///
/// The blank moves the opposite way; see [`Move::blank_direction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub Direction);

impl Move {
    /// The move that undoes this one.
    pub const fn inverse(self) -> Self {
        Self(self.0.opposite())
    }

    /// The direction of the blank.
    pub const fn blank_direction(self) -> Direction {
        self.0.opposite()
    }
}
