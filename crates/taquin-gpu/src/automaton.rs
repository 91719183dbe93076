//! Which moves may follow which, as the kernels look it up.

use std::fmt;
use std::sync::Arc;

use taquin_core::Direction;

/// A finite automaton over moves, as other crates make it: by state and direction of the tile the
/// next state, [`FORBIDDEN`] where the move may be left out. State 0 is the one before any move.
pub type Automaton = Vec<[u16; 4]>;

/// Makes an automaton for a board of so many rows and columns; it is asked at every solve.
#[derive(Clone)]
pub struct MakeAutomaton(pub Arc<dyn Fn(usize, usize) -> Automaton + Send + Sync>);

impl fmt::Debug for MakeAutomaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MakeAutomaton")
    }
}

/// No state: the move need not be made.
pub const FORBIDDEN: u16 = u16::MAX;

/// By state and move of the blank (up, left, right, down) the next state, and from bit 16 the moves
/// that state allows.
pub(crate) fn packed(automaton: &[[u16; 4]]) -> Vec<u32> {
    let allowed = |state: u16| -> u32 {
        let next = automaton[usize::from(state)];
        let moves = BLANK_MOVES.iter().enumerate();
        moves
            .filter(|&(_, &direction)| next[direction as usize] != FORBIDDEN)
            .map(|(m, _)| 1 << m)
            .sum()
    };
    let entry = |next: u16| match next {
        FORBIDDEN => 0,
        next => u32::from(next) | allowed(next) << 16,
    };
    let entries = |next: &[u16; 4]| BLANK_MOVES.map(|direction| entry(next[direction as usize]));
    automaton.iter().flat_map(entries).collect()
}

/// The least that every search leaves out: the way back.
pub(crate) fn no_way_back() -> Automaton {
    // State 1 + d follows a slide in direction d.
    let mut automaton = vec![[1, 2, 3, 4]; 5];
    for direction in Direction::ALL {
        automaton[1 + direction as usize][direction.opposite() as usize] = FORBIDDEN;
    }
    automaton
}

/// The tile's way for each move of the blank.
pub(crate) const BLANK_MOVES: [Direction; 4] = [
    Direction::Down,
    Direction::Right,
    Direction::Left,
    Direction::Up,
];
