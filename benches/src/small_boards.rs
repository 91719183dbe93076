//! Small boards, and the human method.

use std::hint::black_box;
use std::time::Instant;

use taquin::generate::{self, Uniform};
use taquin::table::DistanceTable;
use taquin::{Board, Control, Goal, Goals, Limits, Puzzle, Size, Solver, human};
use taquin_search::algorithms::AStar;

use crate::{median, ms, timed};

fn goal(side: usize) -> Board {
    let size = Size::new(side, side).expect("a size in range");
    Goal::BlankLast.board(size).expect("a goal with a name")
}

/// Random boards of seeds 1, 2, ….
fn boards(side: usize, count: usize) -> Vec<Board> {
    generate::boards(&Uniform, &goal(side), 1)
        .take(count)
        .collect()
}

fn puzzle(board: Board) -> Puzzle {
    Puzzle::new(board, &Goals::default()).expect("a board that can be solved")
}

/// The thesis' experiment with A\*, and the board that took it 2100 s.
pub(crate) fn thesis() {
    println!("board\tlength\texpanded\tms");
    let solver = AStar {
        heuristic: "misplaced".parse().expect("a heuristic of ours"),
        ..AStar::default()
    };
    let hard: Board = "3 0 2/6 4 7/8 5 1".parse().expect("the thesis' board");
    let (mut times, mut sum) = (Vec::new(), 0.0);
    for board in boards(3, 1000).into_iter().chain([hard]) {
        let puzzle = puzzle(board);
        let control = Control::new(Limits::default());
        let (outcome, time) = timed(|| solver.solve(&puzzle, &control));
        let outcome = outcome.expect("A* takes every board");
        assert!(outcome.is_optimal());
        let (length, expanded) = (outcome.lower_bound(), outcome.stats.expanded);
        println!("{}\t{length}\t{expanded}\t{:.3}", puzzle.start(), ms(time));
        times.push(ms(time));
        sum += ms(time);
    }
    let hard = times.pop().expect("the last board is the thesis'");
    let most = times.iter().copied().fold(0.0, f64::max);
    let mean = (sum - hard) / times.len() as f64;
    println!(
        "# mean {mean:.3} ms, median {:.3} ms, most {most:.3} ms; the thesis: 80 s on average",
        median(&mut times)
    );
    println!("# 3 0 2/6 4 7/8 5 1: {hard:.3} ms; the thesis: about 2100 s");
}

/// Building the 3x3 table, and asking it for the best moves.
pub(crate) fn table() {
    println!("build_ms");
    let mut builds = Vec::new();
    for _ in 0..15 {
        let (table, time) =
            timed(|| DistanceTable::new(&goal(3), &Control::new(Limits::default())));
        assert_eq!(table.expect("3x3 has a table").radius(), 31);
        println!("{:.3}", ms(time));
        builds.push(ms(time));
    }
    let table =
        DistanceTable::new(&goal(3), &Control::new(Limits::default())).expect("3x3 has a table");
    let boards = boards(3, 10_000);
    let ((), time) = timed(|| {
        for board in &boards {
            black_box(table.best_moves(black_box(board)));
        }
    });
    let hint = time.as_secs_f64() * 1e9 / boards.len() as f64;
    println!(
        "# built in {:.2} ms (median); all best moves of a board in {hint:.0} ns (mean)",
        median(&mut builds)
    );
}

/// The human method on the largest board.
pub(crate) fn human() {
    println!("moves\tms\twall_ms");
    let mut times = Vec::new();
    let mut most = 0.0_f64;
    for board in boards(16, 200) {
        let puzzle = puzzle(board);
        let began = Instant::now();
        let (solution, time) = timed(|| human::solve(&puzzle));
        let wall = began.elapsed();
        println!("{}\t{:.3}\t{:.3}", solution.len(), ms(time), ms(wall));
        times.push(ms(time));
        most = most.max(ms(time));
    }
    println!(
        "# median {:.2} ms, most {most:.2} ms of CPU time",
        median(&mut times)
    );
}
