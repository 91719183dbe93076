//! Carrying one tile to a cell with the fewest moves.
//!
//! A tile moves when the blank stands before it and steps into its place; then the blank stands behind
//! it and has to walk round to push again. In the open that takes two steps for a push to the side and
//! four for a push straight on, so a tile goes diagonally at 3 moves per cell and straight at 5. The
//! remaining choice is where to turn: A\* over tile cell and side of the blank (at most 4 x 256 states)
//! settles it, with the cost on an empty board as the estimate.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use taquin_core::Direction;

use super::hand::{Hand, SPOTS, Spot, apart, step};

impl Hand {
    /// Carries a tile by a shortest path over open cells to one of `targets`; none if the blank
    /// cannot get round it.
    pub(super) fn carry(&mut self, tile: u8, targets: &[Spot]) -> Option<()> {
        let mut behind = None;
        for push in self.pushes(self.place(tile), targets)? {
            let at = self.place(tile);
            match behind {
                Some(side) => self.round(at, side, push),
                None => self.walk(&[step(at, push)], &[at])?,
            }
            self.go(push.opposite());
            behind = Some(push.opposite());
        }
        Some(())
    }

    /// Walks the blank round the tile in a spot from one side to another.
    fn round(&mut self, at: Spot, from: Direction, to: Direction) {
        use Direction::{Down, Left, Right, Up};
        const CLOCKWISE: [Direction; 8] = [Right, Down, Down, Left, Left, Up, Up, Right];
        let ring = usize::from(self.ring(at));
        let (mut place, end) = (ON_RING[from as usize], ON_RING[to as usize]);
        let clockwise = walk_ring(ring, place, end, 1) <= walk_ring(ring, place, end, 7);
        while place != end {
            if clockwise {
                self.go(CLOCKWISE[place]);
                place = (place + 1) % 8;
            } else {
                place = (place + 7) % 8;
                self.go(CLOCKWISE[place].opposite());
            }
        }
    }

    /// The directions in which to push the tile in the spot `start`.
    fn pushes(&self, start: Spot, targets: &[Spot]) -> Option<Vec<Direction>> {
        if targets.contains(&start) {
            return Some(Vec::new());
        }
        let mut search = Search {
            best: [u16::MAX; 4 * SPOTS],
            parent: [NONE; 4 * SPOTS],
            queue: BinaryHeap::new(),
            targets,
        };
        let sides = Direction::ALL.map(|side| step(start, side));
        let walks = self.distances(sides, &[start]);
        for (side, walk) in Direction::ALL.into_iter().zip(walks) {
            if let Some(walk) = walk {
                search.push(start, side, walk + 1, NONE);
            }
        }
        while let Some(Reverse((_, Reverse(cost), state))) = search.queue.pop() {
            let (at, behind) = (usize::from(state / 4), state % 4);
            if cost > search.best[usize::from(state)] {
                continue;
            }
            if targets.contains(&at) {
                return Some(search.pushes_to(state));
            }
            let ring = self.ring(at);
            for side in Direction::ALL {
                let turn = TURNS[usize::from(ring)][usize::from(behind)][side as usize];
                if turn != BLOCKED {
                    search.push(at, side, cost + u16::from(turn) + 1, state);
                }
            }
        }
        None
    }

    /// Which of the eight cells round a spot are open, clockwise from the one above it.
    fn ring(&self, at: Spot) -> u8 {
        use Direction::{Down, Left, Right, Up};
        let mut walker = step(at, Up);
        let mut ring = u8::from(self.is_open(walker));
        for (bit, direction) in [Right, Down, Down, Left, Left, Up, Up]
            .into_iter()
            .enumerate()
        {
            walker = step(walker, direction);
            ring |= u8::from(self.is_open(walker)) << (bit + 1);
        }
        ring
    }
}

/// A tile's spot times 4, plus the side of it on which the blank is.
type State = u16;

const NONE: State = State::MAX;

struct Search<'a> {
    best: [u16; 4 * SPOTS],
    parent: [State; 4 * SPOTS],
    /// Least cost with estimate first; of equals the one that is further on.
    queue: BinaryHeap<Reverse<(u16, Reverse<u16>, State)>>,
    targets: &'a [Spot],
}

impl Search<'_> {
    /// Enters the state after a push of the tile in `at` to `side`.
    fn push(&mut self, at: Spot, side: Direction, cost: u16, parent: State) {
        let to = step(at, side);
        let state = 4 * to + side.opposite() as usize;
        if cost < self.best[state] {
            self.best[state] = cost;
            self.parent[state] = parent;
            let total = cost + self.estimate(to, side);
            self.queue
                .push(Reverse((total, Reverse(cost), state as State)));
        }
    }

    /// Moves from a push in a direction to the nearest target if nothing is in the way.
    fn estimate(&self, at: Spot, last: Direction) -> u16 {
        let estimate = |&target: &Spot| {
            let (rows, cols) = apart(at, target);
            match last {
                Direction::Up | Direction::Down => unhindered(rows, cols),
                Direction::Left | Direction::Right => unhindered(cols, rows),
            }
        };
        self.targets.iter().map(estimate).min().unwrap_or(0)
    }

    /// The pushes that led to a state.
    fn pushes_to(&self, mut state: State) -> Vec<Direction> {
        let mut pushes = Vec::new();
        while state != NONE {
            pushes.push(Direction::from_index(state as u8).opposite());
            state = self.parent[usize::from(state)];
        }
        pushes.reverse();
        pushes
    }
}

/// Moves for pushing a tile `ahead` cells the way of its last push and `aside` cells across:
/// 3 for a push that changes the axis, 5 for one that keeps it, so with as many changes as possible.
const fn unhindered(ahead: usize, aside: usize) -> u16 {
    let (turns, straights) = if aside > ahead {
        (2 * ahead + 1, aside - ahead - 1)
    } else {
        (2 * aside, ahead - aside)
    };
    (3 * turns + 5 * straights) as u16
}

const BLOCKED: u8 = u8::MAX;

/// Steps of the blank round a tile, by open cells of the ring, side from and side to.
static TURNS: [[[u8; 4]; 4]; 256] = {
    let mut turns = [[[BLOCKED; 4]; 4]; 256];
    let mut ring = 0;
    while ring < 256 {
        let mut pair = 0;
        while pair < 16 {
            let (from, to) = (ON_RING[pair / 4], ON_RING[pair % 4]);
            let clockwise = walk_ring(ring, from, to, 1);
            let back = walk_ring(ring, from, to, 7);
            turns[ring][pair / 4][pair % 4] = if back < clockwise { back } else { clockwise };
            pair += 1;
        }
        ring += 1;
    }
    turns
};

/// Places on the ring of the sides up, down, left and right.
const ON_RING: [usize; 4] = [0, 4, 6, 2];

/// Steps from one place of a ring to another, going on by `step` places modulo 8.
const fn walk_ring(ring: usize, from: usize, to: usize, step: usize) -> u8 {
    let (mut at, mut steps) = (from, 0);
    while at != to {
        at = (at + step) % 8;
        if ring & (1 << at) == 0 {
            return BLOCKED;
        }
        steps += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use taquin_core::{Board, Goal, Size};

    use super::super::hand::spot;
    use super::*;

    /// Least moves that bring a tile from one spot to another, by breadth-first search over the
    /// spots of tile and blank.
    fn fewest(hand: &Hand, from: Spot, to: Spot) -> Option<usize> {
        let start = (from, hand.blank());
        let mut distances = HashMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some((tile, blank)) = queue.pop_front() {
            let distance = distances[&(tile, blank)];
            if tile == to {
                return Some(distance);
            }
            for next in Direction::ALL.map(|direction| step(blank, direction)) {
                let state = (if next == tile { blank } else { tile }, next);
                if hand.is_open(next) && !distances.contains_key(&state) {
                    distances.insert(state, distance + 1);
                    queue.push_back(state);
                }
            }
        }
        None
    }

    /// The board with its blank walked to a spot.
    fn with_blank(board: &Board, to: Spot) -> Hand {
        let mut hand = Hand::new(board);
        hand.walk(&[to], &[]).unwrap();
        hand.take_moves();
        hand
    }

    #[test]
    fn carries_by_the_fewest_moves_along_a_row_in_the_making() {
        for (rows, cols) in [(3, 4), (4, 3), (4, 5)] {
            let size = Size::new(rows, cols).unwrap();
            let board = Goal::BlankLast.board(size).unwrap();
            // The cells before the target are locked; the last two of a row go in as a pair.
            for target in 0..cols - 2 {
                for (blank, tile) in (target..size.cells()).flat_map(|b| {
                    (target..size.cells()).map(move |t| (spot(size, b), spot(size, t)))
                }) {
                    if blank == tile {
                        continue;
                    }
                    let mut hand = with_blank(&board, blank);
                    (0..target).for_each(|cell| hand.lock(spot(size, cell)));
                    let (number, to) = (hand.number(tile), spot(size, target));
                    let expected = fewest(&hand, tile, to);
                    let carried = hand.carry(number, &[to]);
                    assert_eq!(hand.place(number), to);
                    assert_eq!(
                        carried.map(|()| hand.moves().len()),
                        expected,
                        "{size}, target {target}, tile {number}"
                    );
                }
            }
        }
    }
}
