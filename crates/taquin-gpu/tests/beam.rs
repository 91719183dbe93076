//! Beams, their kernels compiled for this machine, against true distances and the CPU's scores.

mod host;

use std::collections::BTreeSet;

use taquin_core::generate::{Generator, Uniform, Walk};
use taquin_core::{Board, Control, Goal, Goals, Limits, Puzzle, Size, Solution, Stop};
use taquin_gpu::Searcher;
use taquin_search::algorithms::{Ask, Breadth, Net};
use taquin_search::heuristic::HeuristicSpec;
use taquin_search::nets::Nets;
use taquin_testkit::Distances;

/// All boards at this exact distance.
fn shell(start: &Board, moves: u32) -> BTreeSet<Vec<u8>> {
    let key = |board: &Board| board.numbers().collect::<Vec<u8>>();
    let mut seen = BTreeSet::from([key(start)]);
    let mut level = vec![start.clone()];
    for _ in 0..moves {
        let mut next = Vec::new();
        for board in &level {
            for mv in board.moves() {
                let mut child = board.clone();
                child.slide(mv);
                if seen.insert(key(&child)) {
                    next.push(child);
                }
            }
        }
        level = next;
    }
    level.iter().map(key).collect()
}

/// Every board some levels away has the score that the CPU works out afresh, and its linear conflicts:
/// so following the slides level by level is right as well.
#[test]
fn scores_are_those_of_the_cpu() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    for (rows, cols, name, moves) in [
        (5, 5, Goal::BlankLast, 6),
        (6, 6, Goal::BlankFirst, 6),
        (7, 7, Goal::BlankLast, 9),
        (7, 7, Goal::BlankFirst, 6),
        (8, 8, Goal::BlankLast, 6),
        (4, 6, Goal::Spiral, 6),
        (9, 3, Goal::BlankLast, 6),
        (10, 10, Goal::BlankLast, 6),
    ] {
        let size = Size::new(rows, cols).unwrap();
        let goal = name.board(size).unwrap();
        let net = Net::new(&goal, &Nets::default());
        let learned = rows == cols && (5..=8).contains(&rows);
        assert_eq!(net.is_some(), learned, "{rows}x{cols}");
        let goals = Goals::from(name);
        for start in [
            Uniform.board(&goal, 3),
            Walk { moves: 30 }.board(&goal, 5),
            goal.clone(),
        ] {
            let puzzle = Puzzle::new(start.clone(), &goals).unwrap();
            let floor: HeuristicSpec = "linear-conflict".parse().unwrap();
            let floor = floor
                .guide(&puzzle, &Control::new(Limits::default()))
                .unwrap();
            let mut expected: Vec<(u32, u32)> = shell(&start, moves)
                .iter()
                .map(|numbers| {
                    let numbers: Vec<u32> = numbers.iter().map(|&n| n.into()).collect();
                    let board = Board::new(size, &numbers).unwrap();
                    let floor = floor.estimate(&board);
                    let score = net.as_ref().map_or(floor, |net| net.score(&board, floor));
                    (score, floor)
                })
                .collect();
            expected.sort_unstable();
            expected.dedup();
            let found = searcher
                .beam_scores(&start, &goal, net.as_ref(), moves)
                .unwrap();
            assert!(found == expected, "{size} from\n{start}");
        }
    }
}

/// With room for all boards of a level a beam is a breadth-first search.
#[test]
fn a_beam_with_room_for_all_finds_shortest_ways() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
    let truth = Distances::from_goals(std::slice::from_ref(&goal));
    for (board, distance) in truth.iter().step_by(60_013) {
        let beam = Ask {
            start: &board,
            goal: &goal,
            net: None,
            longest: 31,
            width: Breadth::Boards(1 << 16),
        };
        let done = searcher
            .beam(&beam, &Control::new(Limits::default()))
            .unwrap();
        assert_eq!(done.moves.map(|m| m.len() as u32), Some(distance));
    }
}

#[test]
fn narrow_beams_give_ways_that_lead_to_the_goal() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    for (rows, cols, moves) in [(5, 5, 200), (6, 4, 100), (7, 7, 80), (10, 10, 60)] {
        let size = Size::new(rows, cols).unwrap();
        let goal = Goal::BlankLast.board(size).unwrap();
        let puzzle = Puzzle::new(Walk { moves }.board(&goal, 1), &Goals::default()).unwrap();
        let net = Net::new(&goal, &Nets::default());
        let beam = Ask {
            start: puzzle.start(),
            goal: &goal,
            net: net.as_ref(),
            longest: 4 * moves,
            width: Breadth::Boards(200),
        };
        let control = Control::new(Limits::default());
        let done = searcher.beam(&beam, &control).unwrap();
        let moves = done.moves.expect("a walk is undone");
        let solution = Solution::check(&puzzle, moves).unwrap();
        assert!(solution.len() <= beam.longest && done.widest <= 200);
        assert!(done.generated > done.expanded);
        // No way that is longer than asked for is looked at.
        let shorter = Ask {
            longest: solution.len() - 2,
            ..beam
        };
        let done = searcher.beam(&shorter, &control).unwrap();
        assert!(done.moves.is_none_or(|m| m.len() as u32 <= shorter.longest));
        let few = Limits {
            nodes: Some(100),
            ..Limits::default()
        };
        let done = searcher.beam(&beam, &Control::new(few)).unwrap();
        assert_eq!((done.stopped, done.moves), (Some(Stop::OutOfNodes), None));
    }
}
