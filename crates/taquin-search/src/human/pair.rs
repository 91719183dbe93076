//! The last two tiles of a line, which have to go in together.
//!
//! With the last tile in the second-to-last cell, the other one inward of it and the blank in the
//! corner, two slides put both in place: the set-up position. Its mirror image does as well. Both
//! lie in the 2x3 cells at the corner, where the two tiles and the blank have only 120 positions:
//! a table of these gives the shortest path, and with it one of the two set-ups, from everywhere.

use taquin_core::Direction;

use super::hand::{Hand, Spot, step};

/// Cells of the window at the corner: two of the line, and two rows of two inward of it.
const CELLS: usize = 6;

/// The cells at the end of a line.
///
/// ```text
/// line    … 0 1
/// inward    2 3
///           4 5
/// ```
pub(super) struct Window {
    spots: [Spot; CELLS],
    directions: [Direction; 2],
}

impl Window {
    /// The window whose first cell is `first`, with the last cell of the line `along` from it.
    pub(super) fn new(first: Spot, along: Direction, inward: Direction) -> Self {
        let rows = [
            first,
            step(first, inward),
            step(step(first, inward), inward),
        ];
        let spots = [0, 1, 2, 3, 4, 5].map(|cell| match cell % 2 {
            0 => rows[cell / 2],
            _ => step(rows[cell / 2], along),
        });
        Self {
            spots,
            directions: [along, inward],
        }
    }

    fn cell(&self, spot: Spot) -> Option<usize> {
        self.spots.iter().position(|&s| s == spot)
    }

    fn direction(&self, from: usize, to: usize) -> Direction {
        let direction = self.directions[usize::from(from / 2 != to / 2)];
        if from < to {
            direction
        } else {
            direction.opposite()
        }
    }
}

/// The way the two tiles of a pair were placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// They were there.
    InPlace,
    /// One was, and one slide brought the other.
    Straight { tile: u8 },
    /// Through the set-up position.
    SetUp,
    /// Through its mirror image.
    Mirrored,
}

/// The set-up position: cells of first tile, last tile and blank.
const SET_UP: [usize; 3] = [2, 0, 1];
/// Its mirror image.
const MIRRORED: [usize; 3] = [1, 3, 0];

/// Moves to the end by the cells of first tile, last tile and blank; all three differ.
pub(super) struct Finish([[[u8; CELLS]; CELLS]; CELLS]);

const UNSEEN: u8 = u8::MAX;

impl Finish {
    /// Works the table out, backwards from the two tiles in place.
    pub(super) fn new() -> Self {
        let mut table = [[[UNSEEN; CELLS]; CELLS]; CELLS];
        let mut queue: Vec<[usize; 3]> = (2..CELLS).map(|blank| [0, 1, blank]).collect();
        for &[first, last, blank] in &queue {
            table[first][last][blank] = 0;
        }
        let mut head = 0;
        while head < queue.len() {
            let [first, last, blank] = queue[head];
            let next_distance = table[first][last][blank] + 1;
            head += 1;
            for next in neighbours(blank) {
                let state = slid([first, last, blank], next);
                let entry = &mut table[state[0]][state[1]][state[2]];
                if *entry == UNSEEN {
                    *entry = next_distance;
                    queue.push(state);
                }
            }
        }
        Self(table)
    }

    /// Brings the two tiles home by the shortest of three plans: at once if both are in the
    /// window already, or one of them to the line and then the other into the window.
    pub(super) fn run(&self, hand: &mut Hand, window: &Window, tiles: [u8; 2]) -> Ending {
        let [first, last] = tiles;
        let plans: [&[(u8, usize)]; 3] = [&[], &[(last, 0), (first, 1)], &[(first, 1), (last, 0)]];
        let (shortest, ending) = plans
            .into_iter()
            .filter_map(|plan| self.follow(hand.clone(), window, tiles, plan))
            .min_by_key(|(hand, _)| hand.moves().len())
            .expect("with one tile on the line, three open lines leave room for the other");
        *hand = shortest;
        ending
    }

    /// Carries the first tile of the plan to its cell and the second to any cell of the window,
    /// then finishes by the table.
    fn follow(
        &self,
        mut hand: Hand,
        window: &Window,
        tiles: [u8; 2],
        plan: &[(u8, usize)],
    ) -> Option<(Hand, Ending)> {
        if let &[(one, cell), (other, _)] = plan {
            let spot = window.spots[cell];
            hand.carry(one, &[spot])?;
            hand.lock(spot);
            let open: Vec<Spot> = window.spots.into_iter().filter(|&s| s != spot).collect();
            hand.carry(other, &open)?;
            hand.unlock(spot);
        }
        let [first, last] = tiles.map(|tile| window.cell(hand.place(tile)));
        let (first, last) = (first?, last?);
        if (first, last) == (0, 1) {
            return Some((hand, Ending::InPlace));
        }
        hand.walk(&window.spots, &tiles.map(|tile| hand.place(tile)))?;
        let mut state = [first, last, window.cell(hand.blank())?];
        let tile = if first == 0 { tiles[1] } else { tiles[0] };
        let mut ending = Ending::Straight { tile };
        while self.distance(state) > 0 {
            match state {
                SET_UP => ending = Ending::SetUp,
                MIRRORED => ending = Ending::Mirrored,
                _ => {}
            }
            let next = neighbours(state[2]).min_by_key(|&next| self.distance(slid(state, next)))?;
            hand.go(window.direction(state[2], next));
            state = slid(state, next);
        }
        Some((hand, ending))
    }

    fn distance(&self, [first, last, blank]: [usize; 3]) -> u8 {
        self.0[first][last][blank]
    }
}

/// The cells of the window next to one of them.
fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let inward = (cell + 2 < CELLS).then_some(cell + 2);
    [Some(cell ^ 1), cell.checked_sub(2), inward]
        .into_iter()
        .flatten()
}

/// First tile, last tile and blank after the blank has moved to `next`.
fn slid([first, last, blank]: [usize; 3], next: usize) -> [usize; 3] {
    let tile = |cell| if cell == next { blank } else { cell };
    [tile(first), tile(last), next]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_of_the_window_can_be_finished() {
        let finish = Finish::new();
        let states = (0..CELLS * CELLS * CELLS).map(|i| [i / 36, i / 6 % 6, i % 6]);
        for state in states.filter(|[a, b, c]| a != b && b != c && a != c) {
            assert!(finish.distance(state) < UNSEEN, "{state:?}");
        }
        // The set-up position and its mirror image are two moves from the end.
        assert_eq!(finish.distance(SET_UP), 2);
        assert_eq!(finish.distance(MIRRORED), 2);
    }
}
