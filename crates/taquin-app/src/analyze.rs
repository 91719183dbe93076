//! Analysis of moves: the loss of each one.

use std::time::Duration;

use taquin::notation::Notation;
use taquin::{Auto, Board, Control, IllegalMove, Move, Puzzle, Tile, multi_tile_length};

use crate::distance_tables::exact_distances;
use crate::{App, Prepared, Refusal, answer, letter, question, run};

/// Default time limit of all searches together.
const USUAL: Duration = Duration::from_secs(10);

/// The most moves that are judged: each has a line in the answer.
const MOST_MOVES: usize = 10_000;

impl App {
    /// Judges moves: do they solve the position, are they shortest, where do they lose?
    ///
    /// # Errors
    /// When a member is wrong, or no goal can be reached.
    pub fn analyze(
        &self,
        question: &question::Analyze,
    ) -> Result<Prepared<answer::Analyze>, Refusal> {
        let (puzzle, _) = question::puzzle(&question.board, question.goal.as_ref())?;
        let notation = question.notation.0;
        let moves = question::moves(&question.moves, notation, puzzle.start())?;
        if moves.len() > MOST_MOVES {
            let detail = format!("at most {MOST_MOVES} moves are judged");
            return Err(Refusal::member("/moves", "maximum", detail));
        }
        let limits = question.limits.limits(USUAL, self.policy.longest)?;
        Ok(Prepared::new(limits, move |_, control| {
            analyze(&puzzle, &moves, notation, control)
        }))
    }
}

/// Judges moves: do they solve the puzzle, are they shortest, where do they lose?
///
/// Distances are exact where a table or a quick search proves them within the control's limits;
/// elsewhere they are lower bounds.
///
/// # Errors
/// When the solver fails.
pub fn analyze(
    puzzle: &Puzzle,
    moves: &[Move],
    notation: Notation,
    control: &Control,
) -> Result<answer::Analyze, Refusal> {
    let (boards, fault) = replay(puzzle, moves);
    let distances = distances(puzzle, &boards, control)?;
    Ok(judge(
        puzzle,
        moves,
        &boards,
        &distances,
        fault.as_ref(),
        notation,
    ))
}

/// The boards on the way, as far as the moves can be made.
pub(crate) fn replay(puzzle: &Puzzle, moves: &[Move]) -> (Vec<Board>, Option<IllegalMove>) {
    let mut boards = vec![puzzle.start().clone()];
    for (index, &mv) in moves.iter().enumerate() {
        let before = &boards[index];
        let mut board = before.clone();
        if board.slide(mv).is_none() {
            return (boards, Some(IllegalMove { index, mv, board }));
        }
        boards.push(board);
    }
    (boards, None)
}

/// The known bounds of a distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub(crate) least: u32,
    pub(crate) most: u32,
}

impl Interval {
    fn exact(distance: u32) -> Self {
        Self {
            least: distance,
            most: distance,
        }
    }

    pub(crate) fn is_exact(self) -> bool {
        self.least == self.most
    }
}

/// The distances of boards that are each one move from the next.
///
/// Neighbours differ by exactly one, so what is known of one board narrows all others; a search is
/// run only where that leaves a gap.
fn distances(
    puzzle: &Puzzle,
    boards: &[Board],
    control: &Control,
) -> Result<Vec<Interval>, Refusal> {
    if let Some(exact) = exact_distances(puzzle, boards, control) {
        return Ok(exact.into_iter().map(Interval::exact).collect());
    }
    let mut known = Vec::new();
    for board in boards {
        let here = puzzle.with_start(board.clone())?;
        let least = here.manhattan_distance();
        let most = if puzzle.is_solved_by(board) {
            0
        } else {
            u32::MAX / 2
        };
        known.push(Interval { least, most });
    }
    narrow(&mut known);
    // From the end, where searches are short and their answers bound the harder ones before.
    for index in (0..boards.len()).rev() {
        if known[index].is_exact() || control.check().is_break() {
            continue;
        }
        let here = puzzle.with_start(boards[index].clone())?;
        let run = run(&Auto, &here, &control.part(None))?;
        let interval = &mut known[index];
        interval.least = interval.least.max(run.outcome.lower_bound());
        if let Some(best) = run.outcome.best() {
            interval.most = interval.most.min(best.len());
        }
        narrow(&mut known);
    }
    Ok(known)
}

/// Carries what is known of each board to its neighbours, forth and back.
pub(crate) fn narrow(known: &mut [Interval]) {
    let carry = |from: Interval, to: &mut Interval| {
        to.least = to.least.max(from.least.saturating_sub(1));
        to.most = to.most.min(from.most.saturating_add(1));
    };
    for i in 1..known.len() {
        carry(known[i - 1], &mut known[i]);
    }
    for i in (1..known.len()).rev() {
        carry(known[i], &mut known[i - 1]);
    }
}

fn judge(
    puzzle: &Puzzle,
    moves: &[Move],
    boards: &[Board],
    distances: &[Interval],
    fault: Option<&IllegalMove>,
    notation: Notation,
) -> answer::Analyze {
    let last = &boards[boards.len() - 1];
    let solved = puzzle.is_solved_by(last);
    let start = distances[0];
    let length = moves.len() as u32;
    let best = start.is_exact().then_some(start.least);
    let valid = fault.is_none() && solved;
    // Even where the optimum is not known, a solution as short as the lower bound is optimal.
    let optimal = valid.then_some(()).and(match best {
        Some(best) => Some(length == best),
        None if length > start.most => Some(false),
        None => None,
    });
    let per_move = moves
        .iter()
        .zip(boards.windows(2))
        .zip(distances.windows(2));
    answer::Analyze {
        valid,
        length,
        length_mtm: multi_tile_length(moves),
        best,
        lower_bound: start.least,
        optimal,
        extra: best.filter(|_| valid).map(|best| length - best),
        fault: match (fault, solved) {
            (Some(error), _) => Some(error.to_string()),
            (None, false) => Some(format!("the moves end on {last}, which is not the goal")),
            (None, true) => None,
        },
        board: last.to_string(),
        solved,
        per_move: per_move
            .enumerate()
            .map(|(index, ((&mv, boards), distances))| answer::JudgedMove {
                i: index + 1,
                mv: letter(mv, notation),
                tile: slid(&boards[0], mv),
                distance: distances[1].least,
                exact: distances[1].is_exact(),
                loss: (distances[0].is_exact() && distances[1].is_exact())
                    .then(|| distances[1].least + 1 - distances[0].least),
            })
            .collect(),
    }
}

pub(crate) fn slid(before: &Board, mv: Move) -> u8 {
    let tile = before.source(mv).and_then(|cell| before.tile(cell));
    tile.map_or(0, Tile::number)
}
