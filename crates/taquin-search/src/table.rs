//! The complete distance table of a small board: every optimum with one look-up.
//!
//! Up to ten cells, all boards that reach a goal are few enough to list: cells!/2, a byte each. A
//! breadth-first search from the goal fills the table; after that a distance is one look-up and an
//! optimal move a comparison of at most four.
//!
//! # Layout
//! A board is seen as the blank's cell and the *line* of its tiles in reading order, the blank left out.
//! Tiles are numbered by their places in the goal's line, so that a table depends on the size and the
//! goal's blank cell alone. For one blank cell the reachable lines all have one parity, and two lines
//! that differ in the order of the last two tiles have different ones: half the lexicographic rank is a
//! dense index of reachable permutations. Slides along a row do not change the permutation; those along
//! a column turn a stretch of `cols` tiles by one.
//!
//! A digit of the rank counts the smaller tiles that come later, so a turn changes only the digits
//! of its stretch, in a way that depends on these alone. The breadth-first search therefore follows
//! ranks through a few `Turns` tables and never sees a line.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use taquin_core::packed::Grid;
use taquin_core::{Board, Control, Direction, Goal, Move, Puzzle, Size, Solution, Stop};

/// The distances of all boards from one goal.
///
/// ```
/// use taquin_core::{Board, Control, Goal, Limits, Size};
/// use taquin_search::table::DistanceTable;
///
/// let size = Size::new(3, 3)?;
/// let control = Control::new(Limits::default());
/// let table = DistanceTable::new(&Goal::BlankLast.board(size)?, &control)?;
/// let board = Board::new(size, &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// assert_eq!(table.distance(&board), Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct DistanceTable {
    goal: Board,
    lines: Lines,
    grid: Grid,
    distances: Arc<[u8]>,
    histogram: Arc<[u64]>,
    /// FNV-1a with 64 bits, of all distances.
    checksum: u64,
    peak_bytes: u64,
}

/// A board of the table: its blank's cell, its line, and where its distance stands.
#[derive(Clone, Copy)]
struct State {
    line: u64,
    index: u32,
    blank: u8,
    /// The way the last tile slid, by its index; [`NO_MOVE`] for the goal.
    last: u8,
}

const NO_MOVE: u8 = 4;

/// A board while the table is built.
#[derive(Clone, Copy)]
struct Reached {
    /// The rank of its line.
    rank: u32,
    blank: u8,
    /// As in [`State`].
    last: u8,
}

/// Distance tables that were built so far; goals with the blank in the same cell share one.
///
/// Searches find it in their [`Context`](taquin_core::Context). All tables together take less than
/// 50 MB: there are eight sizes of at most ten cells.
#[derive(Debug, Default)]
pub struct DistanceTables(Mutex<Vec<DistanceTable>>);

impl DistanceTables {
    /// The table of a goal, if it need not be built.
    pub fn find(&self, goal: &Board) -> Option<DistanceTable> {
        self.lock().iter().find_map(|table| table.for_goal(goal))
    }

    /// The table of a goal, built on first use.
    ///
    /// # Errors
    /// As [`DistanceTable::new`].
    pub fn get(&self, goal: &Board, control: &Control) -> Result<DistanceTable, TableError> {
        if let Some(table) = self.find(goal) {
            return Ok(table);
        }
        let table = DistanceTable::new(goal, control)?;
        let mut tables = self.lock();
        // Another thread may have been quicker.
        if tables.iter().all(|other| other.for_goal(goal).is_none()) {
            tables.push(table.clone());
        }
        Ok(table)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<DistanceTable>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Not yet reached, while the table is built; no distance is as large.
const UNSEEN: u8 = u8::MAX;

impl DistanceTable {
    /// The most cells a board may have: 1,814,400 distances. The next size, 3x4, has 239,500,800.
    pub const MAX_CELLS: usize = 10;

    /// The table of this goal, unless the control stops the work.
    ///
    /// # Errors
    /// When the board has more than [`Self::MAX_CELLS`] cells, or a limit was reached.
    ///
    /// # Panics
    /// When the finished table contradicts what is known of it: a fault in this module.
    pub fn new(goal: &Board, control: &Control) -> Result<Self, TableError> {
        let size = goal.size();
        if size.cells() > Self::MAX_CELLS {
            return Err(TableError::TooLarge(size));
        }
        let (lines, grid) = (Lines::new(goal), Grid::new(size));
        let states = lines.arrangements as usize * size.cells();
        let mut peak_bytes = states as u64;
        proceed(control, peak_bytes)?;

        let mut distances = vec![UNSEEN; states];
        let start = Reached {
            rank: 0, // tiles are numbered by the goal's line
            blank: goal.blank().index() as u8,
            last: NO_MOVE,
        };
        let turns = Turns::new(&lines);
        distances[lines.index(start.blank.into(), start.rank)] = 0;
        let (mut frontier, mut next) = (vec![start], Vec::new());
        let mut histogram = Vec::new();
        while !frontier.is_empty() {
            histogram.push(frontier.len() as u64);
            let depth = histogram.len() as u8;
            for &Reached { rank, blank, last } in &frontier {
                let last = (last != NO_MOVE).then(|| Direction::from_index(last));
                for (direction, from) in grid.slides(blank.into(), last) {
                    let rank = turns.slid(rank, blank.into(), direction, from);
                    let distance = &mut distances[lines.index(from, rank)];
                    if *distance == UNSEEN {
                        *distance = depth;
                        next.push(Reached {
                            rank,
                            blank: from as u8,
                            last: direction as u8,
                        });
                    }
                }
            }
            let waiting = (frontier.capacity() + next.capacity()) * size_of::<Reached>();
            peak_bytes = peak_bytes.max((states + waiting) as u64);
            proceed(control, peak_bytes)?;
            std::mem::swap(&mut frontier, &mut next);
            next.clear();
        }
        check_histogram(goal, states, &histogram);
        let mix = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        Ok(Self {
            goal: goal.clone(),
            lines,
            grid,
            checksum: distances.iter().fold(0xcbf2_9ce4_8422_2325, mix),
            distances: distances.into(),
            histogram: histogram.into(),
            peak_bytes,
        })
    }

    /// The table of another goal, if it is this one with other numbers on the tiles: of the same
    /// size, its blank in the same cell. It costs nothing; the distances are shared.
    pub fn for_goal(&self, goal: &Board) -> Option<Self> {
        let same = goal.size() == self.goal.size() && goal.blank() == self.goal.blank();
        same.then(|| Self {
            goal: goal.clone(),
            lines: Lines::new(goal),
            ..self.clone()
        })
    }

    /// Its name and contents: size, the blank's home and a checksum of the distances.
    pub fn title(&self) -> String {
        let (size, blank) = (self.goal.size(), self.goal.blank().index() + 1);
        format!("{size}-blank{blank}-distances {:016x}", self.checksum)
    }

    /// The goal the distances lead to.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Moves of a shortest solution; none if the board cannot reach the goal or has another size.
    pub fn distance(&self, board: &Board) -> Option<u32> {
        Some(self.at(self.lines.state(board)?))
    }

    /// Every move that begins a shortest solution, in the order U D L R.
    ///
    /// Empty on the goal, and where [`Self::distance`] is `None`.
    pub fn best_moves(&self, board: &Board) -> Vec<Move> {
        let Some(state) = self.lines.state(board) else {
            return Vec::new();
        };
        self.downhill(state).map(State::last_move).collect()
    }

    /// Moves of a shortest solution of the board with these numbers in reading order; none if it
    /// cannot reach the goal.
    ///
    /// # Panics
    /// When the numbers are not a board of this size.
    #[inline]
    pub fn distance_of(&self, numbers: &[u8]) -> Option<u32> {
        Some(self.at(self.lines.state_of(numbers)?))
    }

    /// Every move that begins a shortest solution, one bit each: the bit's place is the index in
    /// [`Direction::ALL`]. The numbers are those of [`Self::distance_of`].
    ///
    /// # Panics
    /// When the numbers are not a board of this size.
    pub fn best_moves_of(&self, numbers: &[u8]) -> u8 {
        let state = self.lines.state_of(numbers);
        let nearer = state.into_iter().flat_map(|state| self.downhill(state));
        nearer.fold(0, |mask, next| mask | 1 << next.last)
    }

    /// A shortest solution: the first of the best moves each time.
    pub fn solution(&self, board: &Board) -> Option<Solution> {
        self.distance(board)?;
        let goals = Goal::Custom(self.goal.clone()).into();
        let puzzle = Puzzle::new(board.clone(), &goals).expect("the table knows the board");
        let moves = self.descent(board).collect();
        Some(Solution::check(&puzzle, moves).expect("going downhill ends at the goal"))
    }

    /// The moves of [`Self::solution`] one by one; `None` where [`Self::distance`] is `None`.
    pub fn descent(&self, board: &Board) -> impl Iterator<Item = Move> + '_ {
        let start = self.lines.state(board);
        let nearer = |&state: &State| self.downhill(state).next();
        let states = std::iter::successors(start, nearer);
        states.skip(1).map(State::last_move)
    }

    /// The number of shortest solutions; none if [`Self::distance`] is none.
    ///
    /// At most 3 moves lead on and the radius is at most 31 on 3x3, and at most 2 lead on and the
    /// radius is about 55 on two rows, so the count fits.
    pub fn count_optimal(&self, board: &Board) -> Option<u64> {
        let start = self.lines.state(board)?;
        let mut layer = vec![(start, 1_u64)];
        for _ in 0..self.at(start) {
            let mut nearer: FxHashMap<u32, (State, u64)> = FxHashMap::default();
            for (state, ways) in layer {
                for next in self.downhill(state) {
                    nearer.entry(next.index).or_insert((next, 0)).1 += ways;
                }
            }
            layer = nearer.into_values().collect();
        }
        // Only the goal is at distance 0.
        Some(layer.iter().map(|&(_, ways)| ways).sum())
    }

    /// The number of boards at each distance, from 0 to the radius.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The greatest distance of any board.
    pub fn radius(&self) -> u32 {
        self.histogram.len() as u32 - 1
    }

    /// Bytes the table holds.
    pub fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }

    /// Most bytes held while the table was built.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    fn at(&self, state: State) -> u32 {
        u32::from(self.distances[state.index as usize])
    }

    /// The neighbours one move nearer to the goal.
    fn downhill(&self, state: State) -> impl Iterator<Item = State> + '_ {
        let here = self.at(state);
        let anywhere = State {
            last: NO_MOVE,
            ..state
        };
        self.lines
            .neighbours(&self.grid, anywhere)
            .filter(move |&next| self.at(next) < here)
    }
}

impl fmt::Debug for DistanceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceTable")
            .field("goal", &self.goal)
            .field("radius", &self.radius())
            .finish_non_exhaustive()
    }
}

impl State {
    fn last_move(self) -> Move {
        Move(Direction::from_index(self.last))
    }
}

fn proceed(control: &Control, bytes: u64) -> Result<(), TableError> {
    let go_on = match control.check() {
        ControlFlow::Continue(()) => control.check_memory(bytes),
        stop @ ControlFlow::Break(_) => stop,
    };
    match go_on {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(stop) => Err(TableError::Stopped(stop)),
    }
}

/// Greatest distances from a goal with its blank in a corner, by the shorter and the longer side
/// (OEIS A151944).
const RADII: [(usize, usize, usize); 5] =
    [(2, 2, 6), (2, 3, 21), (2, 4, 36), (2, 5, 55), (3, 3, 31)];

/// A table must hold all its states, and reach as far as is known.
fn check_histogram(goal: &Board, states: usize, histogram: &[u64]) {
    let reached: u64 = histogram.iter().sum();
    assert_eq!(reached, states as u64, "every even arrangement is reached");
    let (size, blank) = (goal.size(), goal.blank().index());
    let sides = (
        size.rows().min(size.cols()),
        size.rows().max(size.cols()),
        histogram.len() - 1,
    );
    let in_corner = [0, size.rows() - 1].contains(&size.row(blank))
        && [0, size.cols() - 1].contains(&size.col(blank));
    assert!(
        !in_corner || RADII.contains(&sides),
        "{size} has radius {}",
        sides.2
    );
}

/// Boards as permutations, and their indices in the table.
#[derive(Clone)]
struct Lines {
    size: Size,
    home: usize,
    /// The place of each number in the goal's line.
    place: [u8; DistanceTable::MAX_CELLS],
    /// Lines of one parity: tiles!/2.
    arrangements: u32,
}

/// A one in each nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

impl Lines {
    /// For boards of up to [`DistanceTable::MAX_CELLS`] cells.
    fn new(goal: &Board) -> Self {
        let mut place = [0; DistanceTable::MAX_CELLS];
        for (i, number) in goal.numbers().filter(|&n| n != 0).enumerate() {
            place[usize::from(number)] = i as u8;
        }
        Self {
            size: goal.size(),
            home: goal.blank().index(),
            place,
            arrangements: (3..=goal.size().tiles() as u32).product(),
        }
    }

    /// The state of a board, if it is of this size and reaches the goal.
    fn state(&self, board: &Board) -> Option<State> {
        if board.size() != self.size {
            return None;
        }
        let tiles = board.numbers().filter(|&n| n != 0).enumerate();
        let line = tiles.fold(0, |line, (i, number)| {
            line | u64::from(self.place[usize::from(number)]) << (4 * i)
        });
        self.state_at(line, board.blank().index())
    }

    /// The state of the board with these numbers in reading order, if it reaches the goal.
    #[inline]
    fn state_of(&self, numbers: &[u8]) -> Option<State> {
        assert_eq!(numbers.len(), self.size.cells(), "a number for each cell");
        let (mut line, mut place, mut blank) = (0, 0, 0);
        for (cell, &number) in numbers.iter().enumerate() {
            if number == 0 {
                blank = cell;
            } else {
                line |= u64::from(self.place[usize::from(number)]) << place;
                place += 4;
            }
        }
        self.state_at(line, blank)
    }

    #[inline]
    fn state_at(&self, line: u64, blank: usize) -> Option<State> {
        let (rank, odd) = self.rank(line);
        // Along a column a tile passes cols - 1 others, so on even widths each row the blank is
        // away from home changes the parity.
        let rows = self.size.row(blank).abs_diff(self.size.row(self.home));
        let wanted = self.size.cols().is_multiple_of(2) && !rows.is_multiple_of(2);
        (odd == wanted).then_some(State {
            line,
            index: self.index(blank, rank) as u32,
            blank: blank as u8,
            last: NO_MOVE,
        })
    }

    /// The index of a board's distance, by its blank and the rank of its line.
    #[inline]
    fn index(&self, blank: usize, rank: u32) -> usize {
        blank * self.arrangements as usize + rank as usize / 2
    }

    /// The lexicographic rank, and whether the line is odd.
    ///
    /// Nibble `t` of `smaller` counts the tiles smaller than `t` that have not come yet. When tile
    /// `t` comes, those above it lose one; none goes below zero, as no tile comes twice.
    #[inline]
    fn rank(&self, line: u64) -> (u32, bool) {
        let tiles = self.size.tiles();
        let mut smaller = 0xfedc_ba98_7654_3210_u64;
        let (mut rank, mut inversions) = (0, 0);
        for i in 0..tiles - 1 {
            let shift = 4 * ((line >> (4 * i)) & 15);
            let digit = (smaller >> shift) as u32 & 15;
            smaller = smaller.wrapping_sub(ONES << shift << 4);
            inversions += digit;
            rank = rank * (tiles - i) as u32 + digit;
        }
        (rank, inversions % 2 == 1)
    }

    /// The states one move away, in the order U D L R, without taking the last move back.
    #[inline]
    fn neighbours<'a>(&'a self, grid: &'a Grid, state: State) -> impl Iterator<Item = State> + 'a {
        let last = (state.last != NO_MOVE).then(|| Direction::from_index(state.last));
        grid.slides(usize::from(state.blank), last)
            .map(move |(direction, from)| self.slid(state, direction, from))
    }

    #[inline]
    fn slid(&self, state: State, direction: Direction, from: usize) -> State {
        let (blank, cols) = (usize::from(state.blank), self.size.cols());
        let line = match direction {
            // The tile came from below: the last of the stretch goes to its front.
            Direction::Up => turn(state.line, blank, cols, 1),
            Direction::Down => turn(state.line, from, cols, cols - 1),
            Direction::Left | Direction::Right => state.line,
        };
        let index = match direction {
            Direction::Up | Direction::Down => self.index(from, self.rank(line).0) as u32,
            Direction::Left | Direction::Right => {
                state.index - u32::from(state.blank) * self.arrangements
                    + from as u32 * self.arrangements
            }
        };
        State {
            line,
            index,
            blank: from as u8,
            last: direction as u8,
        }
    }

    /// The line with this rank.
    fn line(&self, mut rank: u32) -> u64 {
        let tiles = self.size.tiles();
        // From the last place on; later tiles that are not smaller than the new one move up.
        let mut line: Vec<u32> = vec![0; tiles];
        for place in (0..tiles - 1).rev() {
            let radix = (tiles - place) as u32;
            let digit = rank % radix;
            rank /= radix;
            for later in &mut line[place + 1..] {
                *later += u32::from(*later >= digit);
            }
            line[place] = digit;
        }
        let nibble = |(i, tile): (usize, u32)| u64::from(tile) << (4 * i);
        line.into_iter().enumerate().map(nibble).sum()
    }
}

/// The effect of slides along a column on the ranks of lines.
struct Turns {
    /// By the first place of the stretch.
    turns: Vec<Turn>,
}

/// The turns of one stretch.
struct Turn {
    /// A rank divided by this, modulo `digits`, is the number that the stretch's digits make.
    weight: u32,
    digits: u32,
    /// By that number: what a slide up and a slide down add to the rank.
    up: Vec<i32>,
    down: Vec<i32>,
}

impl Turns {
    fn new(lines: &Lines) -> Self {
        let (tiles, cols) = (lines.size.tiles(), lines.size.cols());
        let turn_at = |start: usize| {
            let behind = tiles - start - cols;
            let weight = (1..=behind as u32).product::<u32>();
            let digits = (behind as u32 + 1..=(tiles - start) as u32).product::<u32>();
            let adds = |by: usize| {
                let add = |digits: u32| {
                    let rank = digits * weight;
                    let turned = turn(lines.line(rank), start, cols, by);
                    lines.rank(turned).0 as i32 - rank as i32
                };
                (0..digits).map(add).collect()
            };
            Turn {
                weight,
                digits,
                up: adds(1),
                down: adds(cols - 1),
            }
        };
        Self {
            turns: (0..=tiles - cols).map(turn_at).collect(),
        }
    }

    /// The rank of the line after a slide from this cell.
    #[inline]
    fn slid(&self, rank: u32, blank: usize, direction: Direction, from: usize) -> u32 {
        let turn = match direction {
            Direction::Up => &self.turns[blank],
            Direction::Down => &self.turns[from],
            Direction::Left | Direction::Right => return rank,
        };
        let digits = (rank / turn.weight % turn.digits) as usize;
        let add = if direction == Direction::Up {
            turn.up[digits]
        } else {
            turn.down[digits]
        };
        rank.wrapping_add_signed(add)
    }
}

/// The line with the `len` tiles from `start` on turned by `by` places towards the end.
#[inline]
fn turn(line: u64, start: usize, len: usize, by: usize) -> u64 {
    let mask = (1_u64 << (4 * len)) - 1;
    let stretch = (line >> (4 * start)) & mask;
    let turned = (stretch << (4 * by) | stretch >> (4 * (len - by))) & mask;
    line ^ ((stretch ^ turned) << (4 * start))
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// Too many boards to list.
    #[error("a complete table is kept for boards of at most {max} cells, and {0} has {cells}", max = DistanceTable::MAX_CELLS, cells = .0.cells())]
    TooLarge(Size),
    /// The control stopped the work.
    #[error("the table was not finished: a limit was reached or the work was cancelled")]
    Stopped(Stop),
}
