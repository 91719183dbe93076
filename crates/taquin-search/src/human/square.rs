//! The last 2x2: three tiles and the blank on a ring of four cells, which can only be turned.

use taquin_core::Direction;

use super::hand::{Hand, Spot};

/// Slides after which a turned 2x2 is as it was: three tiles once round four cells.
const FULL_TURN: usize = 12;

/// The way the tiles of the last 2x2 were placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// They were there.
    InPlace,
    /// They were turned this way.
    Clockwise,
    /// They were turned this way.
    Anticlockwise,
}

impl Hand {
    /// Turns four cells, given clockwise from the top left, the shorter way until they hold `goal`.
    pub(super) fn turn(&mut self, spots: [Spot; 4], goal: [u8; 4]) -> Turn {
        let clockwise = self.turned(spots, goal, Turn::Clockwise);
        let anticlockwise = self.turned(spots, goal, Turn::Anticlockwise);
        let (hand, turn) = if anticlockwise.moves().len() < clockwise.moves().len() {
            (anticlockwise, Turn::Anticlockwise)
        } else {
            (clockwise, Turn::Clockwise)
        };
        *self = hand;
        match self.moves() {
            [] => Turn::InPlace,
            _ => turn,
        }
    }

    /// The board after turning the tiles one way; the blank goes the other way round.
    fn turned(&self, spots: [Spot; 4], goal: [u8; 4], way: Turn) -> Self {
        use Direction::{Down, Left, Right, Up};
        const CLOCKWISE: [Direction; 4] = [Right, Down, Left, Up];
        let mut hand = self.clone();
        let blank = spots.iter().position(|&spot| spot == hand.blank());
        let mut blank = blank.expect("the blank is in the only cells that are open");
        for _ in 0..FULL_TURN {
            if spots.map(|spot| hand.number(spot)) == goal {
                break;
            }
            if way == Turn::Anticlockwise {
                hand.go(CLOCKWISE[blank]);
                blank = (blank + 1) % 4;
            } else {
                blank = (blank + 3) % 4;
                hand.go(CLOCKWISE[blank].opposite());
            }
        }
        hand
    }
}
