//! Which moves may follow which, as the kernels look it up.

use std::collections::HashMap;

use taquin_core::{Direction, Size};
use taquin_search::algorithms::Automaton;

/// Packed automata by board size and length of the pruned move sequences; the long ones take seconds
/// to make.
#[derive(Default)]
pub(crate) struct PackedAutomata(HashMap<(Size, usize), Vec<u32>>);

impl PackedAutomata {
    /// The automaton that prunes move sequences of up to `length` moves.
    pub(crate) fn get(&mut self, size: Size, length: usize) -> &[u32] {
        let make = || packed(&Automaton::new(size, length));
        self.0.entry((size, length)).or_insert_with(make)
    }
}

/// By state and move of the blank (up, left, right, down) the next state, and from bit 16 the moves
/// that state allows.
fn packed(automaton: &Automaton) -> Vec<u32> {
    let allows =
        |state: u16, direction: Direction| automaton.allowed(state) >> direction as usize & 1 == 1;
    let moves_of = |state: u16| -> u32 {
        let moves = BLANK_MOVES.iter().enumerate();
        moves
            .filter(|&(_, &direction)| allows(state, direction))
            .map(|(m, _)| 1 << m)
            .sum()
    };
    let entries = |state: u16| {
        BLANK_MOVES.map(|direction| {
            if !allows(state, direction) {
                return 0;
            }
            let next = automaton.followers(state)[direction as usize];
            u32::from(next) | moves_of(next) << 16
        })
    };
    (0..automaton.states() as u16).flat_map(entries).collect()
}

/// The tile's direction for each move of the blank.
pub(crate) const BLANK_MOVES: [Direction; 4] = [
    Direction::Down,
    Direction::Right,
    Direction::Left,
    Direction::Up,
];
