//! Whether dual look-ups help: IDA\* over zero-aware tables, with and without looking the inverse
//! of each board up as well.
//!
//! A board is a permutation, and a line of moves, each an exchange of two cells, that makes the
//! goal of it makes the goal of its inverse too when it is gone through backwards. There the piece
//! that moves is the one whose home is the cell where the board has its blank: the *dual* of a
//! board with the blank in cell b is a board of the goal with the blank in b, exactly as far away.
//! So any admissible estimate for *that* goal may be taken; tables for one goal are not enough, and
//! a slide changes which are looked up, so a dual is looked up from scratch.
//!
//! A. Felner, U. Zahavi, J. Schaeffer, R. Holte, *Dual Lookups in Pattern Databases*, 2005.
//!
//! Behind the name may stand the partition (`7-7-1`) and how many of Korf's boards (`100`).

use std::cmp::Ordering;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use taquin::packed::Grid;
use taquin::pdb::zero::{Looks, Spot};
use taquin::pdb::{DatabaseSet, Kind, Partition, Pattern, Shelf, Table, build, canonical_blank};
use taquin::{Board, Cells, Control, Direction, Limits, Size};
use taquin_search::algorithms::Automaton;

use crate::{ms, timed};

/// Numbers by cell, on boards of up to 16 cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Numbers([u8; 16]);

impl Cells for Numbers {
    fn number(&self, cell: usize) -> u8 {
        self.0[cell]
    }
}

/// The most looks and the most patterns in each.
const LOOKS: usize = 2;
const PATTERNS: usize = 3;

/// How the dual of a board is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dual {
    None,
    /// In tables of a byte an entry, the least over the blank's places.
    Plain,
    /// In tables of a bit an entry, whose values are found by a walk home.
    ZeroAware,
}

pub(crate) fn run() {
    let mut words = std::env::args().skip(2);
    let partition: Partition = words
        .next()
        .unwrap_or_else(|| "7-7-1".to_owned())
        .parse()
        .expect("a partition like 7-7-1");
    let boards = words.next().and_then(|word| word.parse().ok());
    let folder = folder();
    println!("# tables in {}", folder.display());
    Shelf::shared().set_folder(Some(folder));
    for (rows, cols) in [(2, 3), (2, 4), (3, 3)] {
        check_all(Size::new(rows, cols).expect("a size of ours"));
    }
    korf(&partition, boards.unwrap_or(100));
}

/// Looks at boards of one goal, and at their duals.
struct Sight {
    size: Size,
    looks: Looks,
    /// By the blank's cell: for the goal with the blank there.
    plain: Vec<DatabaseSet>,
    zero_aware: Vec<Looks>,
}

impl Sight {
    fn new(size: Size, partition: &Partition) -> Self {
        let goals: Vec<Board> = (0..size.cells()).map(|b| with_blank(size, b)).collect();
        Self {
            size,
            looks: looks(&goals[size.cells() - 1], partition),
            plain: goals.iter().map(|goal| plain(goal, partition)).collect(),
            zero_aware: goals.iter().map(|goal| looks(goal, partition)).collect(),
        }
    }

    /// The inverse of a board with its blank in this cell.
    fn dual(&self, board: &Numbers, blank: usize) -> Numbers {
        let cells = self.size.cells();
        let mut dual = Numbers([0; 16]);
        for (cell, &number) in board.0[..cells].iter().enumerate() {
            let home = (usize::from(number) + cells - 1) % cells;
            dual.0[home] = piece(cell, blank);
        }
        dual
    }

    /// What the dual's tables tell of a board.
    fn estimate(&self, kind: Dual, board: &Numbers, blank: usize) -> u16 {
        match kind {
            Dual::None => 0,
            Dual::Plain => {
                let dual = self.dual(board, blank);
                let followed = self.plain[blank].start::<4, _>(&dual);
                followed.estimate() as u16
            }
            Dual::ZeroAware => largest(&self.zero_aware[blank], &self.dual(board, blank)),
        }
    }
}

/// The largest sum of the looks at a board.
fn largest(looks: &Looks, board: &Numbers) -> u16 {
    let sums = looks.as_slice().iter().map(|look| {
        let value = |p| u16::from(look.spot(p, board).value);
        (0..look.patterns()).map(value).sum()
    });
    sums.max().unwrap_or(0)
}

/// The number of the piece at home in a cell, when the blank is at home in another.
fn piece(cell: usize, blank: usize) -> u8 {
    let number = match cell.cmp(&blank) {
        Ordering::Less => cell + 1,
        Ordering::Equal => 0,
        Ordering::Greater => cell,
    };
    number as u8
}

/// The goal with its numbers in order and the blank in this cell.
fn with_blank(size: Size, blank: usize) -> Board {
    let numbers: Vec<u32> = (0..size.cells())
        .map(|cell| piece(cell, blank).into())
        .collect();
    Board::new(size, &numbers).expect("each number once")
}

/// Makes sure that the tables for a goal are on the shelf, however large they are.
fn tables(goal: &Board, partition: &Partition, kind: Kind) -> Vec<Arc<Table>> {
    let (size, control) = (goal.size(), Control::new(Limits::default()));
    let patterns = partition
        .patterns(size, canonical_blank(size, goal.blank().index()))
        .expect("a partition for this size");
    let folder = folder();
    let table = |pattern: &Pattern| {
        if !Shelf::is_built_on_use(pattern, kind) && !Shelf::shared().has(pattern, kind) {
            let built = build(pattern, kind, 1, &control, |_| ()).expect("nothing stops it");
            std::fs::create_dir_all(&folder).expect("a folder for the tables");
            let path = Shelf::path(&folder, pattern, kind);
            built.save(&path).expect("room for the table");
        }
        let table = Shelf::shared().get(pattern, kind, &control);
        table.expect("a table at hand or built at once")
    };
    patterns.iter().map(table).collect()
}

fn looks(goal: &Board, partition: &Partition) -> Looks {
    tables(goal, partition, Kind::ZeroAware);
    let (shelf, control) = (Shelf::shared(), Control::new(Limits::default()));
    let looks = Looks::new(goal, std::slice::from_ref(partition), shelf, &control);
    looks.expect("the tables are there")
}

fn plain(goal: &Board, partition: &Partition) -> DatabaseSet {
    DatabaseSet::new(goal, tables(goal, partition, Kind::Plain))
}

fn folder() -> PathBuf {
    std::env::temp_dir().join("taquin-duals")
}

/// Compares the estimates of all boards of a size with their true distances.
fn check_all(size: Size) {
    let partition = Partition::default_for(size);
    let sight = Sight::new(size, &partition);
    let grid = Grid::new(size);
    let goal = numbers(&with_blank(size, size.cells() - 1));
    let mut level = vec![(goal, size.cells() - 1)];
    let mut known: HashSet<Numbers> = HashSet::from([goal]);
    let (mut boards, mut sums) = (0_u64, [0_u64; 4]);
    for distance in 0_u16.. {
        let mut next = Vec::new();
        for (board, blank) in level {
            let usual = largest(&sight.looks, &board);
            let plain = sight.estimate(Dual::Plain, &board, blank);
            let zero_aware = sight.estimate(Dual::ZeroAware, &board, blank);
            assert!(usual.max(plain).max(zero_aware) <= distance);
            assert_eq!(
                (usual.abs_diff(distance) | zero_aware.abs_diff(distance)) % 2,
                0
            );
            boards += 1;
            let estimates = [distance, usual, usual.max(plain), usual.max(zero_aware)];
            for (sum, estimate) in sums.iter_mut().zip(estimates) {
                *sum += u64::from(estimate);
            }
            for direction in Direction::ALL {
                if grid.legal(blank) >> direction as u8 & 1 == 1 {
                    let (from, mut after) = (grid.source(blank, direction), board);
                    after.0.swap(from, blank);
                    if known.insert(after) {
                        next.push((after, from));
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    let [distance, usual, plain, zero_aware] = sums.map(|sum| sum as f64 / boards as f64);
    println!("# {size}, all {boards} boards, {partition}: no estimate above the distance");
    println!(
        "# mean distance {distance:.2}; two looks {usual:.2}, plain duals too {plain:.2}, zero-aware duals too {zero_aware:.2}"
    );
}

fn numbers(board: &Board) -> Numbers {
    let mut numbers = Numbers([0; 16]);
    for (to, number) in numbers.0.iter_mut().zip(board.numbers()) {
        *to = number;
    }
    numbers
}

/// A board whose goal has the blank first, turned by half: then its goal has the blank last.
fn turned(board: &Board) -> Numbers {
    let mut turned = numbers(board);
    turned.0.reverse();
    for number in turned.0.iter_mut().filter(|number| **number > 0) {
        *number = 16 - *number;
    }
    turned
}

/// Korf's boards with each kind of dual.
fn korf(partition: &Partition, boards: usize) {
    let size = Size::new(4, 4).expect("a size of ours");
    let sight = Sight::new(size, partition);
    let automaton = Automaton::new(size, 12);
    let set = taquin::data::by_name("korf-15-100").expect("a set of ours");
    println!("partition\tdual\tboards\texpanded\tgenerated\tlooked_up\tcut_off\tcpu_ms");
    for kind in [Dual::None, Dual::Plain, Dual::ZeroAware, Dual::None] {
        let mut search = Search::new(&sight, &automaton, kind);
        let mut time = Duration::ZERO;
        for instance in set.instances().take(boards) {
            let (length, took) = timed(|| search.solve(&turned(&instance.board)));
            assert_eq!(Some(u32::from(length)), instance.optimal);
            time += took;
        }
        let Search {
            expanded,
            generated,
            looked_up,
            cut_off,
            ..
        } = search;
        println!(
            "{partition}\t{kind:?}\t{boards}\t{expanded}\t{generated}\t{looked_up}\t{cut_off}\t{:.0}",
            ms(time)
        );
    }
}

/// IDA\* as `pdb-ida` does it, plus duals.
struct Search<'a> {
    sight: &'a Sight,
    grid: Grid,
    automaton: &'a Automaton,
    kind: Dual,
    goal: Numbers,
    expanded: u64,
    generated: u64,
    looked_up: u64,
    cut_off: u64,
}

#[derive(Clone, Copy)]
struct Node {
    board: Numbers,
    blank: usize,
    g: u16,
    watched: u16,
    spots: [[Spot; PATTERNS]; LOOKS],
    sums: [u16; LOOKS],
}

impl<'a> Search<'a> {
    fn new(sight: &'a Sight, automaton: &'a Automaton, kind: Dual) -> Self {
        let size = sight.looks.size();
        Self {
            sight,
            grid: Grid::new(size),
            automaton,
            kind,
            goal: numbers(&with_blank(size, size.cells() - 1)),
            expanded: 0,
            generated: 0,
            looked_up: 0,
            cut_off: 0,
        }
    }

    /// The length of a shortest solution.
    fn solve(&mut self, board: &Numbers) -> u16 {
        let blank = board.0.iter().position(|&number| number == 0);
        let mut root = Node {
            board: *board,
            blank: blank.expect("every board has a blank"),
            g: 0,
            watched: Automaton::START,
            spots: [[Spot::default(); PATTERNS]; LOOKS],
            sums: [0; LOOKS],
        };
        for (l, look) in self.sight.looks.as_slice().iter().enumerate() {
            for p in 0..look.patterns() {
                root.spots[l][p] = look.spot(p, board);
                root.sums[l] += u16::from(root.spots[l][p].value);
            }
        }
        let mut bound = root.sums.into_iter().max().unwrap_or(0);
        bound = bound.max(self.sight.estimate(self.kind, board, root.blank));
        // A plain estimate may have the other parity.
        bound += (bound - root.sums[0]) % 2;
        while !self.below(&root, bound) {
            bound += 2;
        }
        bound
    }

    /// Whether there is a solution within the bound.
    fn below(&mut self, node: &Node, bound: u16) -> bool {
        if node.board == self.goal {
            return true;
        }
        if node.g >= bound {
            return false;
        }
        self.expanded += 1;
        let left = bound - node.g - 1;
        let followers = self.automaton.followers(node.watched);
        let allowed = self.grid.legal(node.blank) & self.automaton.allowed(node.watched);
        // The same order as `pdb-ida`, whose stack gives the last child first.
        for direction in Direction::ALL.into_iter().rev() {
            if allowed >> direction as u8 & 1 == 0 {
                continue;
            }
            self.generated += 1;
            let mut child = *node;
            if !self.step(&mut child, direction, left) {
                continue;
            }
            child.watched = followers[direction as usize];
            if self.kind != Dual::None {
                self.looked_up += 1;
                if self.sight.estimate(self.kind, &child.board, child.blank) > left {
                    self.cut_off += 1;
                    continue;
                }
            }
            if self.below(&child, bound) {
                return true;
            }
        }
        false
    }

    /// Makes a slide, if all looks leave it within the bound.
    fn step(&self, node: &mut Node, direction: Direction, left: u16) -> bool {
        let (from, to) = (self.grid.source(node.blank, direction), node.blank);
        let tile = node.board.0[from];
        for (l, look) in self.sight.looks.as_slice().iter().enumerate() {
            let p = usize::from(look.pattern(tile));
            let before = node.spots[l][p];
            let after = look.chart(p).step(before, look.edge(to, direction));
            node.sums[l] = node.sums[l] + u16::from(after.value) - u16::from(before.value);
            node.spots[l][p] = after;
            if node.sums[l] > left {
                return false;
            }
        }
        node.board.0.swap(from, to);
        node.blank = from;
        node.g += 1;
        true
    }
}
