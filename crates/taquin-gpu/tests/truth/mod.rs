//! Values of patterns by a plain search, one blank step at a time, with nothing of the searcher in it.

use std::collections::{HashMap, VecDeque};

use taquin_core::Size;

/// The tiles' cells, and the first cell of the blank's region.
pub(crate) type State = (Vec<usize>, usize);

/// The fewest slides of these tiles to their homes, from every state.
pub(crate) fn values(size: Size, blank: usize, homes: &[usize]) -> HashMap<State, u32> {
    let mut seen: HashMap<(Vec<usize>, usize), u32> = HashMap::new();
    // Steps of the blank alone cost nothing: they go to the front of the queue.
    let mut queue = VecDeque::from([(homes.to_vec(), blank, 0)]);
    while let Some((tiles, blank, cost)) = queue.pop_front() {
        if seen.contains_key(&(tiles.clone(), blank)) {
            continue;
        }
        seen.insert((tiles.clone(), blank), cost);
        for next in near(size, blank) {
            match tiles.iter().position(|&cell| cell == next) {
                None => queue.push_front((tiles.clone(), next, cost)),
                Some(tile) => {
                    let mut tiles = tiles.clone();
                    tiles[tile] = blank;
                    queue.push_back((tiles, next, cost + 1));
                }
            }
        }
    }
    let mut values: HashMap<State, u32> = HashMap::new();
    for ((tiles, blank), value) in seen {
        let first = region(size, &tiles, blank);
        let old = values.insert((tiles, first), value);
        assert!(old.is_none_or(|old| old == value), "a region has one value");
    }
    values
}

/// The first cell that the blank reaches without moving one of these tiles.
pub(crate) fn region(size: Size, tiles: &[usize], blank: usize) -> usize {
    let mut reached = vec![blank];
    let mut i = 0;
    while i < reached.len() {
        for next in near(size, reached[i]) {
            if !tiles.contains(&next) && !reached.contains(&next) {
                reached.push(next);
            }
        }
        i += 1;
    }
    reached.into_iter().min().expect("the blank is there")
}

/// The cells beside a cell.
pub(crate) fn near(size: Size, cell: usize) -> impl Iterator<Item = usize> {
    (0..size.cells()).filter(move |&other| size.distance(cell, other) == 1)
}
