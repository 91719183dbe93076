//! Solutions, hints and reviews in the multi-tile metric: a run of moves in one direction is one move.

use taquin::mtm::{self, MtmOutcome};
use taquin::notation::{Notation, format_moves};
use taquin::{Board, Control, Goals, Move, Puzzle, Solution, SolveError, human, multi_tile_length};

use crate::analyze::{Interval, narrow, replay, slid};
use crate::{LINE, Refusal, answer};

/// Finds a shortest solution in multi-tile moves and puts it into an answer.
///
/// # Errors
/// When the board is too large for this metric.
pub fn solve_mtm(
    puzzle: &Puzzle,
    goals: &Goals,
    notation: Notation,
    control: &Control,
) -> Result<(MtmOutcome, answer::SolveMtm), SolveError> {
    let outcome = mtm::solve(puzzle, control)?;
    let moves = outcome.best().map(Solution::moves);
    let status = match (outcome.is_optimal(), outcome.length()) {
        (true, _) => answer::Status::Optimal,
        (false, Some(_)) => answer::Status::Solved,
        (false, None) => answer::Status::Limit,
    };
    let answer = answer::SolveMtm {
        status,
        proven: outcome.is_optimal(),
        metric: "mtm",
        length: outcome.length(),
        length_stm: moves.map(|moves| moves.len() as u32),
        moves: moves.map(|moves| format_moves(moves, notation)),
        lower_bound: outcome.lower_bound(),
        limit: answer::stop_word(outcome.stop),
        algorithm: "mtm-ida",
        heuristic: outcome.heuristic,
        stats: answer::Stats::from(&outcome.stats),
        verified: true,
        board: puzzle.start().to_string(),
        goal: goals.to_string(),
        notation: notation.name(),
        version: answer::VERSION,
    };
    Ok((outcome, answer))
}

/// The moves in runs, each one multi-tile move.
fn runs(moves: &[Move]) -> impl Iterator<Item = &[Move]> {
    moves.chunk_by(|a, b| a == b)
}

/// The tiles that a run slides, in order.
fn tiles(board: &mut Board, run: &[Move]) -> Vec<u8> {
    let slide = |&mv: &Move| {
        let tile = slid(board, mv);
        board.slide(mv);
        tile
    };
    run.iter().map(slide).collect()
}

/// What a run slides where: `1, 2 and 3 together left`.
fn sentence(tiles: &[u8], mv: Move) -> String {
    let names: Vec<String> = tiles.iter().map(u8::to_string).collect();
    match &names[..] {
        [one] => format!("{one} {}", mv.0.word()),
        [most @ .., last] => format!("{} and {last} together {}", most.join(", "), mv.0.word()),
        [] => String::new(),
    }
}

/// Each multi-tile move in words, and the board after it.
pub fn mtm_steps(start: &Board, moves: &[Move]) -> Vec<(String, Board)> {
    let mut board = start.clone();
    let step = |run: &[Move]| {
        let tiles = tiles(&mut board, run);
        let words = format!("Slide {}.", sentence(&tiles, run[0]));
        (words, board.clone())
    };
    runs(moves).map(step).collect()
}

/// The next multi-tile move: 1 names the tile next to the blank, 2 the whole move, 3 the next moves.
/// Where the control ends the proof, it is the human method's.
///
/// # Errors
/// When the board is too large for this metric.
pub fn hint_mtm(
    puzzle: &Puzzle,
    grade: u8,
    notation: Notation,
    control: &Control,
) -> Result<answer::HintMtm, SolveError> {
    let outcome = mtm::solve(puzzle, control)?;
    let moves = match outcome.best() {
        Some(best) => best.moves().to_vec(),
        None => human::solve(puzzle).moves().to_vec(),
    };
    let distance = outcome.length().filter(|_| outcome.is_optimal());
    let board = puzzle.start();
    let Some(first) = runs(&moves).next() else {
        return Ok(answer::HintMtm {
            board: board.to_string(),
            metric: "mtm",
            tiles: Vec::new(),
            mv: None,
            line: None,
            distance: Some(0),
            label: "solved",
            text: "Solved: there is nothing to do.".to_owned(),
        });
    };
    let mut after = board.clone();
    let first_tiles = tiles(&mut after, first);
    let line: Vec<Move> = runs(&moves).take(LINE).flatten().copied().collect();
    let label = match distance {
        Some(_) => "optimal",
        None => "good move, not proven",
    };
    let worth = match distance {
        Some(distance) => format!("(optimal, {distance} to go)"),
        None => format!("({label})"),
    };
    let text = match grade {
        ..=1 => format!("Look at tile {}.", first_tiles[0]),
        2 => format!("Slide {}. {worth}", sentence(&first_tiles, first[0])),
        _ => {
            let mut at = board.clone();
            let parts: Vec<String> = runs(&line)
                .map(|run| sentence(&tiles(&mut at, run), run[0]))
                .collect();
            format!("Slide {}. {worth}", parts.join("; "))
        }
    };
    Ok(answer::HintMtm {
        board: board.to_string(),
        metric: "mtm",
        tiles: if grade > 1 {
            first_tiles
        } else {
            first_tiles[..1].to_vec()
        },
        mv: (grade > 1).then(|| format_moves(first, notation)),
        line: (grade > 2).then(|| format_moves(&line, notation)),
        distance,
        label,
        text,
    })
}

/// Judges moves in the multi-tile metric: do they solve the puzzle, are they shortest, where do they
/// lose? Distances are exact where a search within the control's limits proves them.
///
/// # Errors
/// When the board is too large for this metric, or a board on the way cannot be solved.
pub fn analyze_mtm(
    puzzle: &Puzzle,
    moves: &[Move],
    notation: Notation,
    control: &Control,
) -> Result<answer::AnalyzeMtm, Refusal> {
    let (boards, fault) = replay(puzzle, moves);
    let made = &moves[..boards.len() - 1];
    let mut ends = vec![0];
    for run in runs(made) {
        ends.push(ends[ends.len() - 1] + run.len());
    }
    let stations: Vec<&Board> = ends.iter().map(|&end| &boards[end]).collect();
    let distances = distances(puzzle, &stations, control)?;
    let last = &boards[boards.len() - 1];
    let solved = puzzle.is_solved_by(last);
    let valid = fault.is_none() && solved;
    let (length, start) = (multi_tile_length(moves), distances[0]);
    let best = start.is_exact().then_some(start.least);
    let mut at = puzzle.start().clone();
    let per_move = runs(made).zip(distances.windows(2)).enumerate();
    let per_move = per_move.map(|(index, (run, known))| answer::JudgedRun {
        i: index + 1,
        mv: format_moves(run, notation),
        tiles: tiles(&mut at, run),
        distance: known[1].least,
        exact: known[1].is_exact(),
        loss: (known[0].is_exact() && known[1].is_exact())
            .then(|| known[1].least + 1 - known[0].least),
    });
    Ok(answer::AnalyzeMtm {
        valid,
        metric: "mtm",
        length,
        length_stm: moves.len() as u32,
        best,
        lower_bound: start.least,
        optimal: valid.then_some(()).and(match best {
            Some(best) => Some(length == best),
            None if length > start.most => Some(false),
            None => None,
        }),
        extra: best.filter(|_| valid).map(|best| length - best),
        fault: match (&fault, solved) {
            (Some(error), _) => Some(error.to_string()),
            (None, false) => Some(format!("the moves end on {last}, which is not the goal")),
            (None, true) => None,
        },
        per_move: per_move.collect(),
        board: last.to_string(),
        solved,
    })
}

/// The distances of boards that are each one multi-tile move from the next: neighbours differ by at
/// most one, so what is known of one narrows the others.
fn distances(
    puzzle: &Puzzle,
    boards: &[&Board],
    control: &Control,
) -> Result<Vec<Interval>, Refusal> {
    let mut known: Vec<Interval> = boards
        .iter()
        .map(|board| Interval {
            least: u32::from(!puzzle.is_solved_by(board)),
            most: if puzzle.is_solved_by(board) {
                0
            } else {
                u32::MAX / 2
            },
        })
        .collect();
    narrow(&mut known);
    // From the end, where searches are short.
    for index in (0..boards.len()).rev() {
        if known[index].is_exact() || control.check().is_break() {
            continue;
        }
        let here = puzzle.with_start(boards[index].clone())?;
        let part = control.part(None);
        let outcome = mtm::solve(&here, &part)?;
        control.count_nodes_of(&part);
        let interval = &mut known[index];
        interval.least = interval.least.max(outcome.lower_bound());
        if let Some(length) = outcome.length() {
            interval.most = interval.most.min(length);
        }
        narrow(&mut known);
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use taquin::notation::parse_moves;
    use taquin::{Direction, Goal, Limits, Size};

    use super::*;

    /// The distance of every board of a size in multi-tile moves, by breadth-first search from the goal.
    fn all_distances(size: Size) -> HashMap<Board, u32> {
        let goal = Goal::BlankLast.board(size).unwrap();
        let mut known = HashMap::from([(goal.clone(), 0)]);
        let mut queue = VecDeque::from([goal]);
        while let Some(board) = queue.pop_front() {
            let distance = known[&board];
            for direction in Direction::ALL {
                let mut next = board.clone();
                while next.slide(Move(direction)).is_some() {
                    if !known.contains_key(&next) {
                        known.insert(next.clone(), distance + 1);
                        queue.push_back(next.clone());
                    }
                }
            }
        }
        known
    }

    #[test]
    fn reviews_and_hints_agree_with_breadth_first_search() {
        let known = all_distances(Size::new(2, 3).unwrap());
        for text in ["4 5 0/1 2 3", "5 4 3/2 1 0", "3 0 1/5 2 4"] {
            let Ok(puzzle) = Puzzle::new(text.parse().unwrap(), &Goals::default()) else {
                continue;
            };
            let control = Control::new(Limits::default());
            let moves = human::solve(&puzzle).moves().to_vec();
            let review = analyze_mtm(&puzzle, &moves, Notation::Tile, &control).unwrap();
            assert!(review.valid);
            assert_eq!(review.best, Some(known[puzzle.start()]), "{text}");
            assert_eq!(review.per_move.len() as u32, review.length);
            let mut board = puzzle.start().clone();
            for (run, judged) in runs(&moves).zip(&review.per_move) {
                let before = known[&board];
                board = board.replay(run).unwrap();
                assert_eq!((judged.distance, judged.exact), (known[&board], true));
                assert_eq!(judged.loss, Some(known[&board] + 1 - before));
            }
            let hint = hint_mtm(&puzzle, 2, Notation::Tile, &control).unwrap();
            assert_eq!(hint.distance, Some(known[puzzle.start()]));
            let mv = hint.mv.expect("grade 2 shows the move");
            let mv = parse_moves(&mv, Notation::Tile, None).unwrap();
            let after = puzzle.start().clone().replay(&mv).unwrap();
            assert_eq!(known[&after] + 1, known[puzzle.start()], "{text}");
        }
    }

    #[test]
    fn a_hint_names_all_tiles_that_slide() {
        let board: Board = "0 1 2 3/5 6 7 4/9 10 11 8/13 14 15 12".parse().unwrap();
        let puzzle = Puzzle::new(board, &Goals::default()).unwrap();
        let control = Control::new(Limits::default());
        let text = |grade| {
            hint_mtm(&puzzle, grade, Notation::Tile, &control)
                .unwrap()
                .text
        };
        assert_eq!(text(1), "Look at tile 1.");
        assert_eq!(
            text(2),
            "Slide 1, 2 and 3 together left. (optimal, 2 to go)"
        );
        assert_eq!(
            text(3),
            "Slide 1, 2 and 3 together left; 4, 8 and 12 together up. (optimal, 2 to go)"
        );
    }
}
