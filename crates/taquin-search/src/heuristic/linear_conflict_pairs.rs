//! Manhattan distance, and two more moves for each pair of tiles in the wrong order in a line where
//! both are at home, however far apart: the *generalized linear conflict* of J. Robbins' N-puzzle
//! solver in C.
//!
//! **Not admissible**: one tile that steps aside may settle several pairs at once. The manual
//! records the smallest counterexample; `linear-conflict` is the form that counts the tiles.

use super::{HeuristicEntry, LinearConflict};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "linear-conflict-pairs",
    summary: "manhattan, and 2 for each pair of tiles in the wrong order in their home line",
    admissible: false,
    consistent: false,
    argument: None,
    build: |goal, _, _| Ok(Box::new(LinearConflict::counting(goal, twice_the_pairs))),
};

fn twice_the_pairs(places: &[u8]) -> u8 {
    let behind = |(i, &place): (usize, &u8)| places[i + 1..].iter().filter(move |&&p| p < place);
    2 * places.iter().enumerate().flat_map(behind).count() as u8
}
