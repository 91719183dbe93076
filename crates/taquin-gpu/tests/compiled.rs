//! Kernels for sums and columns that none are kept for: compiled if a compiler is installed, and
//! refused kindly elsewhere.

mod host;

use taquin_core::{Board, Control, Goal, Goals, Limits, Puzzle, Size};
use taquin_gpu::{Kernels, SearchSettings, Searcher, compile};
use taquin_testkit::Distances;

fn settings(tables: &str) -> SearchSettings {
    SearchSettings {
        tables: tables.parse().unwrap(),
        frontier: 64,
        nodes: 300,
        patience: 16,
        ..SearchSettings::default()
    }
}

fn control() -> Control {
    Control::new(Limits::default())
}

/// Every n-th board of a size, with its distance.
fn boards(rows: usize, cols: usize, every: usize) -> Vec<(Puzzle, u32)> {
    let goal: Board = Goal::BlankLast
        .board(Size::new(rows, cols).unwrap())
        .unwrap();
    let truth = Distances::from_goals(&[goal]);
    let puzzle = |board| Puzzle::new(board, &Goals::default()).unwrap();
    let boards = truth.iter().step_by(every);
    boards.map(|(board, d)| (puzzle(board), d)).collect()
}

#[test]
fn more_sums_than_kernels_are_kept_for_solve_in_true_distance() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    for (rows, cols, every, tables) in [
        (4, 2, 211, "1.2.3.4+5.6.7/1.3.5+2.4.6.7/1.2.5.6+3.4.7"),
        (3, 3, 20_011, "1.2.4.5+3.6.7.8/4-4/1.4.7.8+2.3.5.6"),
    ] {
        let settings = settings(tables);
        let boards = boards(rows, cols, every);
        let puzzles: Vec<Puzzle> = boards.iter().map(|(puzzle, _)| puzzle.clone()).collect();
        let batch = searcher.batch(&puzzles, &control(), &settings).unwrap();
        for ((puzzle, distance), at_once) in boards.iter().zip(batch) {
            let outcome = searcher
                .solve(puzzle, &control(), &settings, |_| ())
                .unwrap();
            assert!(outcome.is_optimal() && at_once.is_optimal());
            assert_eq!(outcome.lower_bound(), *distance, "{}", puzzle.start());
            assert_eq!(at_once.lower_bound(), *distance, "{}", puzzle.start());
        }
    }
}

/// The host's device compiles nothing for four sums over two columns.
#[test]
fn without_a_compiler_too_many_sums_are_refused() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let settings = settings("4-3/1.3.5+2.4.6.7/1.2.5.6+3.4.7/3-4");
    let (puzzle, _) = &boards(4, 2, 1000)[3];
    let refused = searcher.solve(puzzle, &control(), &settings, |_| ());
    assert_eq!(
        refused.unwrap_err().to_string(),
        "no kernels are kept for 4 sums over boards of 2 columns, and they cannot be compiled here: \
         that takes NVRTC, a part of CUDA; name fewer partitions"
    );
}

/// The compiler itself, where it is installed; `cargo xtask test kernels` installs it and demands it.
#[test]
fn nvrtc_compiles_what_is_asked_for() {
    let kernels = Kernels {
        sums: 3,
        cols: 4,
        mirror: false,
    };
    let ptx = match compile(kernels) {
        Err(reason) if std::env::var_os("TAQUIN_NVRTC").is_none() => {
            assert_eq!(reason, "the compiler's library libnvrtc is not installed");
            return;
        }
        ptx => ptx.unwrap(),
    };
    for name in ["expand", "search", "values", "batch"] {
        let entry = format!(".entry {name}_3_4_false(");
        assert!(ptx.contains(&entry), "{entry}");
    }
    assert_eq!(ptx.matches(".entry").count(), 4);
    assert!(ptx.contains(".target sm_80"), "the oldest device served");
}
