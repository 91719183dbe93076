//! Options shared by several searches.

use std::str::FromStr;

use taquin_core::Direction;
use taquin_core::catalogue::{OptionEntry, OptionKind};

/// The heuristic of an informed search.
pub(super) const HEURISTIC: OptionEntry = OptionEntry {
    name: "heuristic",
    kind: OptionKind::Heuristic,
    default: "manhattan",
    help: "the estimate h",
};

/// How a best-first search breaks ties.
pub(super) const TIE: OptionEntry = OptionEntry {
    name: "tie",
    kind: OptionKind::Choice(&["high-g", "low-g", "fifo"]),
    default: "high-g",
    help: "which comes first among equal f",
};

/// The order of a node's children.
pub(super) const ORDER: OptionEntry = OptionEntry {
    name: "order",
    kind: OptionKind::Text,
    default: "UDLR",
    help: "the order in which the moves of a node are made, as directions of the tile",
};

/// The order in which the moves of a node are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOrder {
    /// The place of each direction, by its index.
    rank: [u8; 4],
}

impl MoveOrder {
    /// These slides in this order.
    #[inline]
    pub(super) fn sorted(
        self,
        slides: impl Iterator<Item = (Direction, usize)>,
    ) -> impl Iterator<Item = (Direction, usize)> {
        let mut sorted = [None; 4];
        for slide in slides {
            sorted[usize::from(self.rank[slide.0 as usize])] = Some(slide);
        }
        sorted.into_iter().flatten()
    }
}

impl FromStr for MoveOrder {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut rank = [u8::MAX; 4];
        for (place, letter) in text.bytes().enumerate() {
            let index = b"UDLR"
                .iter()
                .position(|&l| l == letter.to_ascii_uppercase());
            match index {
                Some(index) if rank[index] == u8::MAX => rank[index] = place as u8,
                _ => return Err("an order has each of the letters U D L R once".to_owned()),
            }
        }
        if text.len() != 4 {
            return Err("an order has each of the letters U D L R once".to_owned());
        }
        Ok(Self { rank })
    }
}
