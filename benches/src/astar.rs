//! A\* with Manhattan distance beside `pathfinding::astar` on the same boards.
//!
//! The other side gets all we have: our packed board, our way of finding the blank, successors
//! without an allocation, a look-up table for the heuristic. A second lane gives it the `Board` a user
//! of the library would hand over.

use std::time::Duration;

use pathfinding::prelude::astar;
use taquin::packed::{Grid, Nibbles, Packed};
use taquin::{Board, Cells, Control, Goals, Limits, Puzzle, Solver};
use taquin_search::algorithms::AStar;

use crate::{allocated, median, ms, timed};

/// Turns a lane takes on each board; the least time counts.
const TURNS: usize = 3;

pub(crate) fn run() {
    println!("id\tlength\texpanded\tours_ms\tpacked_ms\tboard_ms\tours_bytes\tpacked_bytes");
    let mut sums = [Duration::ZERO; 3];
    let (mut bytes, mut ratios, mut byte_ratios) = ([0; 2], Vec::new(), Vec::new());
    for (id, puzzle, optimal) in boards() {
        let mut least = [Duration::MAX; 3];
        let (mut expanded, mut held) = (0, [0; 2]);
        for _ in 0..TURNS {
            let control = Control::new(Limits::default());
            let (outcome, time) = timed(|| AStar::default().solve(&puzzle, &control));
            let outcome = outcome.expect("A* takes every board");
            assert!(outcome.is_optimal() && outcome.lower_bound() == optimal);
            (expanded, held[0]) = (outcome.stats.expanded, outcome.stats.peak_bytes);
            least[0] = least[0].min(time);
            let ((length, peak), time) = timed(|| allocated::peak(|| packed(&puzzle)));
            assert_eq!(length, optimal);
            (least[1], held[1]) = (least[1].min(time), peak as u64);
        }
        let (length, time) = timed(|| unpacked(&puzzle));
        assert_eq!(length, optimal);
        least[2] = time;
        let [ours, theirs, board] = least.map(ms);
        println!(
            "{id}\t{optimal}\t{expanded}\t{ours:.3}\t{theirs:.3}\t{board:.3}\t{}\t{}",
            held[0], held[1]
        );
        ratios.push(theirs / ours);
        byte_ratios.push(held[0] as f64 / held[1] as f64);
        for (sum, time) in sums.iter_mut().zip(least) {
            *sum += time;
        }
        for (sum, held) in bytes.iter_mut().zip(held) {
            *sum += held;
        }
    }
    let [ours, theirs, board] = sums.map(ms);
    println!(
        "# boards {}, ours {ours:.0} ms, pathfinding {theirs:.0} ms packed, {board:.0} ms with Board",
        ratios.len()
    );
    println!(
        "# times faster in sum: {:.2} (packed), {:.2} (Board); median {:.2}",
        theirs / ours,
        board / ours,
        median(&mut ratios)
    );
    println!(
        "# memory in sum: {:.3} of pathfinding's; median {:.3}",
        bytes[0] as f64 / bytes[1] as f64,
        median(&mut byte_ratios)
    );
}

/// The published 4x4 boards of 30 to 45 moves.
fn boards() -> impl Iterator<Item = (String, Puzzle, u32)> {
    ["korf-15-100", "deepcubea-15"]
        .into_iter()
        .flat_map(|name| {
            taquin::data::by_name(name)
                .expect("a set of ours")
                .instances()
        })
        .filter_map(|instance| {
            let optimal = instance
                .optimal
                .filter(|length| (30..=45).contains(length))?;
            let puzzle = Puzzle::new(instance.board, &Goals::from(instance.goal)).ok()?;
            Some((instance.id, puzzle, optimal))
        })
}

/// The distance of each tile home, by tile and cell.
fn home(goal: &Board) -> [u8; 256] {
    let mut home = [0; 256];
    for (place, tile) in goal.numbers().enumerate().filter(|&(_, tile)| tile != 0) {
        for cell in 0..16 {
            home[16 * usize::from(tile) + cell] = goal.size().distance(place, cell) as u8;
        }
    }
    home
}

fn manhattan(home: &[u8; 256], board: &impl Cells) -> u32 {
    (0..16)
        .map(|cell| u32::from(home[16 * usize::from(board.number(cell)) + cell]))
        .sum()
}

fn packed(puzzle: &Puzzle) -> u32 {
    let goal = &puzzle.targets()[0];
    let (home, grid, goal) = (home(goal), Grid::new(goal.size()), Nibbles::pack(goal));
    let found = astar(
        &Nibbles::pack(puzzle.start()),
        |&board| {
            let blank = board.blank();
            let slides = grid.slides(blank, None);
            slides.map(move |(_, from)| (board.slid(from, blank), 1))
        },
        |board| manhattan(&home, board),
        |board| *board == goal,
    );
    found.expect("a puzzle can be solved").1
}

fn unpacked(puzzle: &Puzzle) -> u32 {
    let goal = &puzzle.targets()[0];
    let home = home(goal);
    let found = astar(
        puzzle.start(),
        |board| {
            let slide = |mv| {
                let mut next = board.clone();
                next.slide(mv);
                (next, 1)
            };
            board.moves().map(slide).collect::<Vec<_>>()
        },
        |board| manhattan(&home, board),
        |board| board == goal,
    );
    found.expect("a puzzle can be solved").1
}
