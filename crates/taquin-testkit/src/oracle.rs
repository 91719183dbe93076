//! True distances of all boards of a small size, by plain breadth-first search.
//!
//! Every permutation of the cells has a byte at its rank in lexicographic order. Written for clarity and
//! independent of the engines: a mistake there is not repeated here.

use taquin_core::{Board, Size};

/// The most cells of a board whose distances are tabled: 10! bytes are 3.6 MB.
pub const MAX_CELLS: usize = 10;

/// Byte of a permutation that no slides lead to.
const UNREACHED: u8 = u8::MAX;

type Numbers = [u8; MAX_CELLS];

/// The exact distance of every board of one size to its goal, or to the nearest of several.
///
/// ```
/// use taquin_core::{Goal, Size};
/// use taquin_testkit::Distances;
///
/// let goal = Goal::BlankLast.board(Size::new(2, 2)?)?;
/// let distances = Distances::from_goal(&goal);
/// assert_eq!(distances.get(&goal), Some(0));
/// assert_eq!((distances.states(), distances.depth()), (12, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Distances {
    size: Size,
    by_rank: Vec<u8>,
    histogram: Vec<u64>,
}

impl Distances {
    /// The distances to one goal.
    ///
    /// # Panics
    /// When the board has more than [`MAX_CELLS`] cells.
    pub fn from_goal(goal: &Board) -> Self {
        Self::from_goals(std::slice::from_ref(goal))
    }

    /// The distances to the nearest of several goals.
    ///
    /// # Panics
    /// When there is no goal, sizes differ, or a board has more than [`MAX_CELLS`] cells.
    pub fn from_goals(goals: &[Board]) -> Self {
        let size = goals.first().expect("at least one goal").size();
        let cells = size.cells();
        assert!(cells <= MAX_CELLS, "a {size} board has too many states");
        assert!(goals.iter().all(|goal| goal.size() == size));
        let neighbours: Vec<Vec<usize>> = (0..cells).map(|cell| adjacent(size, cell)).collect();

        let mut by_rank = vec![UNREACHED; (1..=cells).product()];
        let mut level: Vec<Numbers> = goals.iter().map(numbers).collect();
        level.retain(|state| {
            let fresh = by_rank[rank(state, cells)] == UNREACHED;
            by_rank[rank(state, cells)] = 0;
            fresh
        });
        let mut histogram = Vec::new();
        while !level.is_empty() {
            histogram.push(level.len() as u64);
            let distance = u8::try_from(histogram.len()).expect("no small board is that deep");
            let mut next = Vec::new();
            for state in level {
                let blank = state.iter().position(|&n| n == 0).expect("one blank");
                for &cell in &neighbours[blank] {
                    let mut slid = state;
                    slid.swap(blank, cell);
                    let place = &mut by_rank[rank(&slid, cells)];
                    if *place == UNREACHED {
                        *place = distance;
                        next.push(slid);
                    }
                }
            }
            level = next;
        }
        Self {
            size,
            by_rank,
            histogram,
        }
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The distance of a board; none if it has another size or cannot reach a goal.
    pub fn get(&self, board: &Board) -> Option<u32> {
        if board.size() != self.size {
            return None;
        }
        match self.by_rank[rank(&numbers(board), self.size.cells())] {
            UNREACHED => None,
            distance => Some(u32::from(distance)),
        }
    }

    /// Every board that reaches a goal with its distance, in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = (Board, u32)> + '_ {
        let reached = self.by_rank.iter().enumerate();
        reached
            .filter(|&(_, &distance)| distance != UNREACHED)
            .map(|(rank, &distance)| (self.unrank(rank), u32::from(distance)))
    }

    /// The number of boards at each distance.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The number of boards that reach a goal.
    pub fn states(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// The largest distance.
    pub fn depth(&self) -> u32 {
        self.histogram.len() as u32 - 1
    }

    fn unrank(&self, rank: usize) -> Board {
        let mut left: Vec<u32> = (0..self.size.cells() as u32).collect();
        let mut numbers = Vec::with_capacity(left.len());
        let mut rest = rank;
        for cell in (0..self.size.cells()).rev() {
            let block = (1..=cell).product::<usize>();
            numbers.push(left.remove(rest / block));
            rest %= block;
        }
        Board::new(self.size, &numbers).expect("a permutation was taken apart and put together")
    }
}

fn numbers(board: &Board) -> Numbers {
    let mut numbers = Numbers::default();
    for (place, number) in numbers.iter_mut().zip(board.numbers()) {
        *place = number;
    }
    numbers
}

/// The place of a permutation among all of them in lexicographic order.
fn rank(numbers: &Numbers, cells: usize) -> usize {
    let mut unused = (1_u32 << cells) - 1;
    let mut rank = 0;
    for (cell, &number) in numbers[..cells].iter().enumerate() {
        let smaller = unused & ((1 << number) - 1);
        unused &= !(1 << number);
        rank = rank * (cells - cell) + smaller.count_ones() as usize;
    }
    rank
}

fn adjacent(size: Size, cell: usize) -> Vec<usize> {
    (0..size.cells())
        .filter(|&other| size.distance(cell, other) == 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::Goal;

    fn distances(rows: usize, cols: usize, goal: &Goal) -> Distances {
        let size = Size::new(rows, cols).unwrap();
        Distances::from_goal(&goal.board(size).unwrap())
    }

    /// States and depths for a goal with the blank in a corner; OEIS A087725 and A151944 for the
    /// depths, half of all permutations for the states.
    #[test]
    fn small_boards_have_their_known_states_and_depths() {
        for (rows, cols, states, depth) in [
            (2, 2, 12, 6),
            (2, 3, 360, 21),
            (3, 2, 360, 21),
            (2, 4, 20_160, 36),
            (3, 3, 181_440, 31),
        ] {
            for goal in [Goal::BlankLast, Goal::BlankFirst] {
                let found = distances(rows, cols, &goal);
                assert_eq!(
                    (found.states(), found.depth()),
                    (states, depth),
                    "{rows}x{cols}"
                );
            }
        }
    }

    /// The 8-puzzle's distances as published by A. Reinefeld, *Complete Solution of the
    /// Eight-Puzzle and the Benefit of Node Ordering in IDA\**, IJCAI 1993, and many times since.
    #[test]
    fn distances_of_3x3_are_spread_as_published() {
        let known = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ];
        assert_eq!(distances(3, 3, &Goal::BlankLast).histogram(), known);
    }

    #[test]
    fn each_board_is_listed_once_and_next_to_one_that_is_nearer() {
        let found = distances(2, 3, &Goal::Spiral);
        let mut last: Option<Vec<u8>> = None;
        for (board, distance) in found.iter() {
            assert_eq!(found.get(&board), Some(distance));
            let numbers: Vec<u8> = board.numbers().collect();
            assert!(last.is_none_or(|last| last < numbers), "{board}");
            last = Some(numbers);
            let around = board.moves().map(|mv| {
                let mut next = board.clone();
                next.slide(mv);
                found.get(&next).unwrap()
            });
            assert_eq!(
                around.min().unwrap(),
                if distance == 0 { 1 } else { distance - 1 }
            );
        }
        assert_eq!(found.iter().count(), 360);
    }

    #[test]
    fn half_of_all_boards_and_other_sizes_are_not_reached() {
        let found = distances(2, 2, &Goal::BlankLast);
        let board = |text: [u32; 4]| Board::new(Size::new(2, 2).unwrap(), &text).unwrap();
        assert_eq!(found.get(&board([2, 1, 3, 0])), None);
        assert_eq!(found.get(&board([0, 3, 2, 1])), Some(6));
        let other = Goal::BlankLast.board(Size::new(2, 3).unwrap()).unwrap();
        assert_eq!(found.get(&other), None);
    }

    #[test]
    fn the_nearest_goal_counts() {
        let size = Size::new(3, 3).unwrap();
        let goals = [Goal::BlankLast, Goal::BlankFirst].map(|goal| goal.board(size).unwrap());
        let (both, each) = (
            Distances::from_goals(&goals),
            goals.each_ref().map(Distances::from_goal),
        );
        for (board, distance) in both.iter() {
            let nearest = each.iter().filter_map(|one| one.get(&board)).min();
            assert_eq!(Some(distance), nearest, "{board}");
        }
        assert_eq!(both.states(), 181_440);
    }
}
