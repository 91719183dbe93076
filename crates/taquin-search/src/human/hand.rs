//! The board under a player's hand: finished tiles are locked, the blank walks around them.

use taquin_core::{Board, Direction, Move, Size};

/// Cells from one row to the next. The board has a rim of locked cells, so that a step from any
/// of its cells stays in the array and nothing needs to look for the edge.
const STRIDE: usize = Size::MAX + 2;
/// Cells with the rim.
pub(super) const SPOTS: usize = STRIDE * STRIDE;

/// A cell of the board with its rim.
pub(super) type Spot = usize;

/// The spot of a cell.
pub(super) fn spot(size: Size, cell: usize) -> Spot {
    (size.row(cell) + 1) * STRIDE + size.col(cell) + 1
}

/// The next spot in a direction.
pub(super) const fn step(spot: Spot, direction: Direction) -> Spot {
    match direction {
        Direction::Up => spot - STRIDE,
        Direction::Down => spot + STRIDE,
        Direction::Left => spot - 1,
        Direction::Right => spot + 1,
    }
}

/// Rows and columns between two spots.
pub(super) const fn apart(a: Spot, b: Spot) -> (usize, usize) {
    (
        (a / STRIDE).abs_diff(b / STRIDE),
        (a % STRIDE).abs_diff(b % STRIDE),
    )
}

/// A board with locked cells, and the moves made on it.
#[derive(Clone)]
pub(super) struct Hand {
    numbers: [u8; SPOTS],
    places: [u16; 256],
    open: [bool; SPOTS],
    blank: Spot,
    moves: Vec<Move>,
}

impl Hand {
    /// The board with nothing locked.
    pub(super) fn new(board: &Board) -> Self {
        let mut hand = Self {
            numbers: [0; SPOTS],
            places: [0; 256],
            open: [false; SPOTS],
            blank: 0,
            moves: Vec::new(),
        };
        for (cell, number) in board.numbers().enumerate() {
            let spot = spot(board.size(), cell);
            hand.numbers[spot] = number;
            hand.places[usize::from(number)] = spot as u16;
            hand.open[spot] = true;
        }
        hand.blank = hand.place(0);
        hand
    }

    /// The cell of a tile.
    pub(super) fn place(&self, tile: u8) -> Spot {
        usize::from(self.places[usize::from(tile)])
    }

    /// The number in a spot, 0 for the blank.
    pub(super) fn number(&self, spot: Spot) -> u8 {
        self.numbers[spot]
    }

    /// The cell of the blank.
    pub(super) fn blank(&self) -> Spot {
        self.blank
    }

    /// Whether a spot is on the board and not locked.
    pub(super) fn is_open(&self, spot: Spot) -> bool {
        self.open[spot]
    }

    /// Locks a spot: nothing moves there any more.
    pub(super) fn lock(&mut self, spot: Spot) {
        self.open[spot] = false;
    }

    /// Opens a locked spot of the board again.
    pub(super) fn unlock(&mut self, spot: Spot) {
        self.open[spot] = true;
    }

    /// The moves made since they were last taken.
    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Takes the moves out.
    pub(super) fn take_moves(&mut self) -> Vec<Move> {
        std::mem::take(&mut self.moves)
    }

    /// Moves the blank to the next spot. A step back takes the last move out again.
    pub(super) fn go(&mut self, direction: Direction) {
        let to = step(self.blank, direction);
        debug_assert!(self.open[to], "the blank goes to open cells only");
        let tile = self.numbers[to];
        self.numbers[self.blank] = tile;
        self.places[usize::from(tile)] = self.blank as u16;
        self.numbers[to] = 0;
        self.places[0] = to as u16;
        self.blank = to;
        let mv = Move(direction.opposite());
        if self.moves.last() == Some(&mv.inverse()) {
            self.moves.pop();
        } else {
            self.moves.push(mv);
        }
    }

    /// Walks the blank by a shortest path over open cells to one of `targets`, around the tiles in the
    /// spots `around`; `None` if there is no path.
    pub(super) fn walk(&mut self, targets: &[Spot], around: &[Spot]) -> Option<()> {
        let flood = Flood::from(self, targets, around, 1);
        let mut at = flood.nearest?;
        let mut way = Vec::new();
        while at != self.blank {
            let direction = Direction::from_index(flood.came[at]);
            way.push(direction);
            at = step(at, direction.opposite());
        }
        way.into_iter()
            .rev()
            .for_each(|direction| self.go(direction));
        Some(())
    }

    /// Steps of the blank to each of `targets`, around the tiles in the spots `around`.
    pub(super) fn distances<const N: usize>(
        &self,
        targets: [Spot; N],
        around: &[Spot],
    ) -> [Option<u16>; N] {
        let flood = Flood::from(self, &targets, around, N);
        targets.map(|target| flood.is_wet(target).then(|| flood.distance[target]))
    }
}

/// Breadth-first distances of the blank, computed on demand.
struct Flood {
    /// Direction of the step into a spot, [`DRY`] where the blank has not been.
    came: [u8; SPOTS],
    distance: [u16; SPOTS],
    /// The first of the targets it came to.
    nearest: Option<Spot>,
}

const DRY: u8 = u8::MAX;

impl Flood {
    /// Spreads until `enough` of the targets are reached or nothing is left.
    fn from(hand: &Hand, targets: &[Spot], around: &[Spot], enough: usize) -> Self {
        let mut flood = Self {
            came: [DRY; SPOTS],
            distance: [0; SPOTS],
            nearest: None,
        };
        let mut queue = [0_u16; SPOTS];
        let (mut head, mut tail) = (0, 1);
        queue[0] = hand.blank as u16;
        flood.came[hand.blank] = 0;
        let mut reached = 0;
        while head < tail {
            let at = usize::from(queue[head]);
            head += 1;
            if targets.contains(&at) {
                flood.nearest.get_or_insert(at);
                reached += 1;
                if reached == enough {
                    break;
                }
            }
            for direction in Direction::ALL {
                let next = step(at, direction);
                if hand.open[next] && flood.came[next] == DRY && !around.contains(&next) {
                    flood.came[next] = direction as u8;
                    flood.distance[next] = flood.distance[at] + 1;
                    queue[tail] = next as u16;
                    tail += 1;
                }
            }
        }
        flood
    }

    fn is_wet(&self, spot: Spot) -> bool {
        self.came[spot] != DRY
    }
}
