//! The automaton that prunes move sequences equivalent to an earlier or shorter one.
//!
//! Two strings of moves *do the same* if they move the same tiles to the same cells. Of two such
//! strings the longer is *forbidden*, or the later in dictionary order where both are as long, if
//! the blank's way of the other stays within the rows and columns that its own way touches: then
//! the other can be made wherever it can. A shortest solution that contains a forbidden string
//! stays one when the string is replaced, and comes earlier in dictionary order. So the first of
//! all shortest solutions contains none, and a search that never makes one still finds it.
//!
//! The strings are found once for a size, by going through all strings up to some length that
//! contain no shorter forbidden one; an automaton (Aho and Corasick, CACM 18, 1975) then watches
//! for all of them at the cost of one look-up a move.
//!
//! L. A. Taylor, R. E. Korf, *Pruning Duplicate Nodes in Depth-First Search*, AAAI 1993.

use rustc_hash::FxHashMap;
use taquin_core::{Direction, Size};

/// The automaton that prunes move sequences: for each state, its successors by move.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// By state and direction.
    next: Vec<[Step; 4]>,
    /// By state: a bit for each direction that completes no forbidden string.
    allowed: Vec<u8>,
    words: usize,
}

/// A state and what is allowed in it.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The state.
    pub state: u16,
    /// The bits of the allowed directions, and all higher ones.
    pub mask: u16,
}

/// A string of moves: two bits each, the first highest.
type Word = u64;

/// Cells along a side of the board that strings are tried on, in the middle of which the blank
/// starts; no string leaves it.
const SIDE: usize = 64;

impl Automaton {
    /// The state before any move.
    pub const START: u16 = 0;

    /// Maximum length of the move sequences considered: with 16 moves there are more states than
    /// numbers.
    pub const MAX_LENGTH: usize = 14;

    /// An automaton for boards of a size that forbids strings of up to `length` moves, no longer
    /// than [`Automaton::MAX_LENGTH`]. With a length of 2 it forbids taking a move back.
    pub fn new(size: Size, length: usize) -> Self {
        let forbidden = forbidden(size, length.clamp(2, Self::MAX_LENGTH));
        Self::of(&forbidden)
    }

    /// The directions that may follow in a state, one bit each.
    #[inline]
    pub fn allowed(&self, state: u16) -> u8 {
        self.allowed[usize::from(state)]
    }

    /// The states after moves in each direction; of those that are not allowed, any.
    pub fn followers(&self, state: u16) -> [u16; 4] {
        self.next[usize::from(state)].map(|step| step.state)
    }

    /// The state after a move in the direction that the two low bits name; if it is not allowed, any.
    #[inline]
    pub fn step(&self, state: u16, direction: u8) -> Step {
        self.next[usize::from(state)][usize::from(direction) % 4]
    }

    /// Bytes of its table.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.next[..]) + self.allowed.len()
    }

    /// The number of pruned sequences.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// The automaton that watches for these strings.
    fn of(words: &[(Word, usize)]) -> Self {
        Self::least(&watcher(words), words.len())
    }

    /// Merges states that no move sequence distinguishes.
    fn least(tree: &[[u32; 4]], words: usize) -> Self {
        let mut class = vec![0_u32; tree.len()];
        let mut classes = 1;
        loop {
            let mut numbers = FxHashMap::default();
            let refined: Vec<u32> = (0..tree.len())
                .map(|state| {
                    let of = |next: u32| {
                        if next == DEAD {
                            DEAD
                        } else {
                            class[next as usize]
                        }
                    };
                    let key = (class[state], tree[state].map(of));
                    let number = numbers.len() as u32;
                    *numbers.entry(key).or_insert(number)
                })
                .collect();
            let count = numbers.len();
            class = refined;
            if count == classes {
                break;
            }
            classes = count;
        }
        assert!(
            u16::try_from(classes).is_ok(),
            "states are numbered in 16 bits"
        );
        let mut next = vec![[Self::START; 4]; classes];
        let mut allowed = vec![0; classes];
        for (state, followers) in tree.iter().enumerate() {
            let state = class[state] as usize;
            for (direction, &follower) in followers.iter().enumerate() {
                if follower != DEAD {
                    next[state][direction] = class[follower as usize] as u16;
                    allowed[state] |= 1 << direction;
                }
            }
        }
        let step = |state: u16| Step {
            state,
            mask: 0xfff0 | u16::from(allowed[usize::from(state)]),
        };
        Self {
            next: next.into_iter().map(|states| states.map(step)).collect(),
            allowed,
            words,
        }
    }
}

/// No state: the move completes a string that is watched for.
const DEAD: u32 = u32::MAX;

/// By state and direction the next state, [`DEAD`] where the move completes one of these strings. State
/// 0 is the one before any move; states that behave alike may be several.
fn watcher(words: &[(Word, usize)]) -> Vec<[u32; 4]> {
    const NONE: u32 = u32::MAX - 1;
    // A tree of the strings' beginnings.
    let mut tree = vec![[NONE; 4]];
    for &(word, length) in words {
        let mut state = 0;
        for i in (0..length).rev() {
            let direction = (word >> (2 * i)) as usize % 4;
            if i == 0 {
                tree[state][direction] = DEAD;
            } else if tree[state][direction] == NONE {
                tree.push([NONE; 4]);
                tree[state][direction] = tree.len() as u32 - 1;
                state = tree.len() - 1;
            } else {
                state = tree[state][direction] as usize;
            }
        }
    }
    // What is missing is found in the longest proper ending of the string that is a state,
    // whose followers are known already when states are taken by length.
    let mut ending = vec![0_u32; tree.len()];
    let mut queue = std::collections::VecDeque::from([0_usize]);
    while let Some(state) = queue.pop_front() {
        let shorter = tree[ending[state] as usize];
        for direction in 0..4 {
            let next = tree[state][direction];
            let other = if state == 0 { 0 } else { shorter[direction] };
            match next {
                NONE => tree[state][direction] = other,
                DEAD => {}
                next => {
                    ending[next as usize] = other;
                    queue.push_back(next as usize);
                }
            }
        }
    }
    tree
}

/// The first string that reached a position, and what it takes.
#[derive(Clone, Copy)]
struct Known {
    word: Word,
    length: u8,
    span: Span,
}

/// The rows and columns that the blank's way touches, from where it began.
#[derive(Clone, Copy, Default)]
struct Span {
    up: i8,
    down: i8,
    left: i8,
    right: i8,
    row: i8,
    col: i8,
}

impl Span {
    fn step(self, (row, col): (i8, i8)) -> Self {
        let (row, col) = (self.row + row, self.col + col);
        Self {
            up: self.up.min(row),
            down: self.down.max(row),
            left: self.left.min(col),
            right: self.right.max(col),
            row,
            col,
        }
    }

    fn fits(self, size: Size) -> bool {
        ((self.down - self.up) as usize) < size.rows()
            && ((self.right - self.left) as usize) < size.cols()
    }

    fn holds(self, other: Self) -> bool {
        self.up <= other.up
            && self.down >= other.down
            && self.left <= other.left
            && self.right >= other.right
    }
}

/// Where the blank goes when a tile moves in each direction.
fn blank_step(direction: usize) -> (i8, i8) {
    match Direction::from_index(direction as u8) {
        Direction::Up => (1, 0),
        Direction::Down => (-1, 0),
        Direction::Left => (0, 1),
        Direction::Right => (0, -1),
    }
}

/// A board large enough for every string, that hashes what was changed.
struct Yard {
    cells: Vec<u16>,
    blank: usize,
    hash: u64,
}

impl Yard {
    fn new() -> Self {
        Self {
            cells: (0..(SIDE * SIDE) as u16).collect(),
            blank: SIDE * SIDE / 2 + SIDE / 2,
            hash: 0,
        }
    }

    /// The hash key of a tile in a cell.
    fn key(tile: u16, cell: usize) -> u64 {
        let mixed = (u64::from(tile) << 16 | cell as u64)
            .wrapping_add(1)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    fn step(&mut self, direction: usize) {
        let (row, col) = blank_step(direction);
        let from =
            (self.blank as isize + isize::from(row) * SIDE as isize + isize::from(col)) as usize;
        let (tile, hole) = (self.cells[from], self.cells[self.blank]);
        let change = Self::key(tile, from)
            ^ Self::key(tile, self.blank)
            ^ Self::key(hole, self.blank)
            ^ Self::key(hole, from);
        self.hash ^= change;
        self.cells.swap(from, self.blank);
        self.blank = from;
    }

    fn walk(&mut self, word: Word, length: usize) {
        for i in (0..length).rev() {
            self.step((word >> (2 * i)) as usize % 4);
        }
    }
}

/// Whether two strings do the same: one followed by the inverse of the other is the identity.
fn same(yard: &mut Yard, a: (Word, usize), b: (Word, usize)) -> bool {
    let start = yard.blank;
    yard.walk(a.0, a.1);
    let mut touched = vec![yard.blank];
    for i in 0..b.1 {
        yard.step(opposite((b.0 >> (2 * i)) as usize % 4));
        touched.push(yard.blank);
    }
    let back = yard.blank == start
        && touched
            .iter()
            .all(|&cell| usize::from(yard.cells[cell]) == cell);
    // Cells that only the first string touched are as they were if its own blank's way is.
    let same = back && {
        let mut whole = true;
        for i in 0..a.1 {
            let (row, col) = blank_step(opposite((a.0 >> (2 * i)) as usize % 4));
            let next = touched[0] as isize + isize::from(row) * SIDE as isize + isize::from(col);
            touched[0] = next as usize;
            whole &= usize::from(yard.cells[touched[0]]) == touched[0];
        }
        whole
    };
    yard.walk(b.0, b.1);
    for i in 0..a.1 {
        yard.step(opposite((a.0 >> (2 * i)) as usize % 4));
    }
    same
}

/// The direction that takes a move back.
fn opposite(direction: usize) -> usize {
    Direction::from_index(direction as u8).opposite() as usize
}

/// All forbidden strings of up to `length` moves that contain no shorter one.
fn forbidden(size: Size, length: usize) -> Vec<(Word, usize)> {
    struct Search {
        size: Size,
        /// By hash of the position, the last of the strings that reached it.
        last: FxHashMap<u64, u32>,
        /// Strings, each with the one before it that reached the same position.
        known: Vec<(Known, Option<u32>)>,
        forbidden: Vec<(Word, usize)>,
        /// Watches for the forbidden strings that are shorter than those gone through.
        watcher: Vec<[u32; 4]>,
        yard: Yard,
        /// A second one, to compare strings.
        trial: Yard,
    }
    impl Search {
        /// Goes through all strings of `left` more moves in dictionary order.
        fn extend(&mut self, state: u32, word: Word, length: usize, left: usize, span: Span) {
            let followers = self.watcher[state as usize];
            for (direction, state) in followers.into_iter().enumerate() {
                let longer = word << 2 | direction as Word;
                let span = span.step(blank_step(direction));
                if state == DEAD || !span.fits(self.size) {
                    continue;
                }
                self.yard.step(direction);
                if left > 1 {
                    self.extend(state, longer, length + 1, left - 1, span);
                } else {
                    self.judge(longer, length + 1, span);
                }
                self.yard.step(opposite(direction));
            }
        }

        fn judge(&mut self, word: Word, length: usize, span: Span) {
            let last = self.last.get(&self.yard.hash).copied();
            let before = |&at: &u32| self.known[at as usize].1;
            let better = std::iter::successors(last, before).any(|at| {
                let other = self.known[at as usize].0;
                let other_word = (other.word, other.length.into());
                span.holds(other.span) && same(&mut self.trial, (word, length), other_word)
            });
            if better {
                self.forbidden.push((word, length));
            } else {
                self.remember(word, length, span);
            }
        }

        fn remember(&mut self, word: Word, length: usize, span: Span) {
            let known = Known {
                word,
                length: length as u8,
                span,
            };
            let at = self.known.len() as u32;
            let before = self.last.insert(self.yard.hash, at);
            self.known.push((known, before));
        }
    }
    let mut search = Search {
        size,
        last: FxHashMap::default(),
        known: Vec::new(),
        forbidden: Vec::new(),
        watcher: Vec::new(),
        yard: Yard::new(),
        trial: Yard::new(),
    };
    search.remember(0, 0, Span::default());
    for n in 1..=length {
        search.watcher = watcher(&search.forbidden);
        search.extend(0, 0, 0, n, Span::default());
    }
    search.forbidden
}

#[cfg(test)]
mod tests {
    use super::*;

    fn automaton(rows: usize, cols: usize, length: usize) -> Automaton {
        Automaton::new(Size::new(rows, cols).unwrap(), length)
    }

    /// Whether the automaton lets a string of moves pass.
    fn passes(automaton: &Automaton, moves: &str) -> bool {
        let mut state = Automaton::START;
        moves.chars().all(|letter| {
            let direction = Direction::ALL.into_iter().find(|d| d.letter() == letter);
            let direction = direction.unwrap();
            let allowed = automaton.allowed(state) & (1 << direction as u8) != 0;
            state = automaton.followers(state)[direction as usize];
            allowed
        })
    }

    #[test]
    fn two_moves_are_enough_to_take_one_back() {
        let automaton = automaton(4, 4, 2);
        assert_eq!((automaton.words(), automaton.states()), (4, 5));
        assert!(passes(&automaton, "ULDRULDR"));
        for moves in ["UD", "LR", "ULDDUR"] {
            assert!(!passes(&automaton, moves), "{moves}");
        }
    }

    /// Going round a square of cells six times one way is going round it six times the other, and
    /// nothing shorter is: twelve moves bring three tiles back where they were.
    #[test]
    fn half_turns_of_a_square_are_made_one_way_only() {
        let automaton = automaton(2, 2, 12);
        for square in [
            "ULDR", "URDL", "DLUR", "DRUL", "LURD", "LDRU", "RULD", "RDLU",
        ] {
            let round: String = square.chars().cycle().take(7).collect();
            assert!(
                !passes(&automaton, &round),
                "{round}: five others do as much"
            );
            let part: String = square.chars().cycle().take(5).collect();
            assert!(passes(&automaton, &part), "{part}");
        }
        let six = |square: &str| -> String { square.chars().cycle().take(6).collect() };
        // The two ways round from each of the four starts.
        for (one, other) in [
            ("ULDR", "LURD"),
            ("URDL", "RULD"),
            ("DLUR", "LDRU"),
            ("DRUL", "RDLU"),
        ] {
            let both = [
                passes(&automaton, &six(one)),
                passes(&automaton, &six(other)),
            ];
            assert_eq!(
                both.iter().filter(|&&passed| passed).count(),
                1,
                "{one} {other}"
            );
        }
    }

    #[test]
    fn numbers_of_states_fit() {
        for (rows, cols, length) in [(5, 5, 12), (2, 12, 12), (3, 8, 12)] {
            let automaton = automaton(rows, cols, length);
            assert!(automaton.states() < usize::from(u16::MAX));
        }
    }
}
