//! The kernels for boards of more than 25 cells, on boards small enough for known truths.

mod host;
mod truth;

use std::collections::HashMap;

use taquin_core::generate::{Generator, Uniform};
use taquin_core::{Control, Goal, Goals, Limits, Puzzle, Size};
use taquin_gpu::{Iteration, SearchSettings, Searcher};
use taquin_testkit::Distances;

/// Few nodes in a launch and short patience: work is handed back and dealt out again often.
fn settings(frontier: usize) -> SearchSettings {
    SearchSettings {
        frontier,
        nodes: 300,
        patience: 16,
        ..SearchSettings::default()
    }
}

fn wide() -> Searcher {
    Searcher::new(Box::new(host::Host)).with_wide_boards()
}

fn solve(
    searcher: &mut Searcher,
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> (u32, Vec<Iteration>) {
    let control = Control::new(Limits::default());
    let mut iterations = Vec::new();
    let outcome = searcher
        .solve(puzzle, &control, settings, |i| iterations.push(i.clone()))
        .unwrap();
    assert!(outcome.is_optimal());
    (outcome.lower_bound(), iterations)
}

/// Tables of four tiles have sets of five regions here, of which the last two count as one.
#[test]
fn small_boards_are_solved_in_true_distance() {
    let mut searcher = wide();
    for (rows, cols, every) in [(2, 2, 1), (2, 3, 30), (3, 3, 30_011)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral] {
            let truth = Distances::from_goals(&[goal.board(size).unwrap()]);
            for (board, distance) in truth.iter().step_by(every) {
                let puzzle = Puzzle::new(board, &Goals::from(goal.clone())).unwrap();
                for frontier in [16, 1 << 10] {
                    let (length, _) = solve(&mut searcher, &puzzle, &settings(frontier));
                    assert_eq!(length, distance, "{size} {goal:?}\n{}", puzzle.start());
                }
            }
        }
    }
}

/// Exhausted thresholds, node for node as a plain IDA\* with a sum of five patterns.
#[test]
fn node_counts_are_those_of_a_plain_search() {
    let size = Size::new(4, 3).unwrap();
    let patterns = [
        vec![0, 1, 3],
        vec![2, 4],
        vec![5, 6],
        vec![7, 8],
        vec![9, 10],
    ];
    let tables: Vec<_> = patterns
        .iter()
        .map(|homes| truth::values(size, 11, homes))
        .collect();
    let goal = Goal::BlankLast.board(size).unwrap();
    let mut searcher = wide();
    let mut compared = 0;
    for seed in 0..4 {
        let puzzle = Puzzle::new(Uniform.board(&goal, seed), &Goals::default()).unwrap();
        let settings = SearchSettings {
            tables: "1.2.4+3.5+6.7+8.9+10.11".parse().unwrap(),
            nodes: 20_000,
            ..settings(16)
        };
        let control = Control::new(Limits {
            nodes: Some(40_000),
            ..Limits::default()
        });
        let mut iterations = Vec::new();
        let outcome = searcher
            .solve(&puzzle, &control, &settings, |i| iterations.push(i.clone()))
            .unwrap();
        let mut plain = Plain {
            size,
            patterns: &patterns,
            tables: &tables,
            expanded: 0,
            generated: 0,
        };
        let bound = outcome.lower_bound();
        for iteration in iterations.iter().filter(|i| i.threshold < bound) {
            (plain.expanded, plain.generated) = (0, 0);
            let mut cells: Vec<u8> = puzzle.start().numbers().collect();
            let blank = puzzle.start().blank().index();
            plain.descend(&mut cells, blank, blank, iteration.threshold);
            let counts = (iteration.expanded, iteration.generated);
            let threshold = iteration.threshold;
            assert_eq!(
                counts,
                (plain.expanded, plain.generated),
                "seed {seed}, threshold {threshold}"
            );
            compared += 1;
        }
    }
    assert!(compared > 8, "{compared} thresholds test little");
}

/// IDA\* as in textbooks, for the blank last.
struct Plain<'a> {
    size: Size,
    patterns: &'a [Vec<usize>],
    tables: &'a [HashMap<truth::State, u32>],
    expanded: u64,
    generated: u64,
}

impl Plain<'_> {
    fn descend(&mut self, cells: &mut [u8], blank: usize, before: usize, left: u32) {
        self.expanded += 1;
        for next in truth::near(self.size, blank).collect::<Vec<_>>() {
            if next == before {
                continue;
            }
            self.generated += 1;
            cells.swap(blank, next);
            if self.sum(cells, next) < left {
                self.descend(cells, next, blank, left - 1);
            }
            cells.swap(blank, next);
        }
    }

    fn sum(&self, cells: &[u8], blank: usize) -> u32 {
        let value = |(homes, table): (&Vec<usize>, &HashMap<truth::State, u32>)| {
            let place = |home: &usize| cells.iter().position(|&t| usize::from(t) == home + 1);
            let tiles: Vec<usize> = homes.iter().map(|home| place(home).unwrap()).collect();
            let first = truth::region(self.size, &tiles, blank);
            table[&(tiles, first)]
        };
        self.patterns.iter().zip(self.tables).map(value).sum()
    }
}
