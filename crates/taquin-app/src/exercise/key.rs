//! Marking of answers.

use taquin::notation::{Notation, format_moves, parse_board, parse_moves};
use taquin::{Board, Control, Goals, Puzzle, Solution, SolutionError, catalogue};

use super::draw;
use crate::{Refusal, RefusalKind};

/// The criterion for a right answer.
pub(crate) enum Key {
    /// One of a few words.
    Word(String, &'static [&'static str]),
    /// Whole numbers in this order.
    Numbers(Vec<u64>),
    /// A number of tenths.
    Tenths(u64),
    /// This number, or the word if there is none.
    NumberOr(Option<u64>, &'static str),
    /// This board.
    Board(Board),
    /// Moves that solve the puzzle, at most this many.
    Solution(Puzzle, u32),
    /// A 3x3 board at this distance whose estimate by this heuristic exceeds it.
    Overestimated(&'static str, u32),
}

impl Key {
    /// A right answer.
    pub(crate) fn right_answer(&self, control: &Control) -> Result<String, Refusal> {
        Ok(match self {
            Self::Word(word, _) => word.clone(),
            Self::Numbers(numbers) => words(numbers),
            Self::Tenths(tenths) => format!("{}.{}", tenths / 10, tenths % 10),
            Self::NumberOr(Some(number), _) => number.to_string(),
            Self::NumberOr(None, word) => (*word).to_owned(),
            Self::Board(board) => board.to_string(),
            Self::Solution(puzzle, _) => {
                let table = draw::table(puzzle.start().size(), control)?;
                let solution = table.solution(puzzle.start());
                let solution = solution.ok_or_else(|| draw::fault("no solution"))?;
                format_moves(solution.moves(), Notation::Tile)
            }
            Self::Overestimated(heuristic, distance) => {
                let mut boards = draw::boards_at(*distance, control)?.into_iter();
                let found = boards.find_map(|board| {
                    let estimate = estimate(heuristic, &board, control).ok()?;
                    (estimate > *distance).then(|| board.to_string())
                });
                found.ok_or_else(|| draw::fault("no such board"))?
            }
        })
    }

    /// The fault of an answer; nothing if it is right.
    pub(crate) fn mark(
        &self,
        answer: &str,
        form: &str,
        control: &Control,
    ) -> Result<Option<String>, Refusal> {
        let answer = answer.trim();
        let unreadable = || {
            let detail = format!("this is not an answer to the question; write {form}");
            Refusal::new(RefusalKind::InvalidRequest, detail)
        };
        match self {
            Self::Word(word, choices) => {
                let answer = answer.to_lowercase();
                if !choices.contains(&answer.as_str()) {
                    return Err(unreadable());
                }
                Ok((answer != *word).then(|| "Look again.".to_owned()))
            }
            Self::Numbers(numbers) => {
                let given = numbers_of(answer).ok_or_else(unreadable)?;
                Ok(compare(&given, numbers))
            }
            Self::Tenths(tenths) => {
                let given: f64 = answer.parse().map_err(|_| unreadable())?;
                let is_right = (given * 10.0 - *tenths as f64).abs() < 0.5;
                Ok((!is_right).then(|| "The mean is another.".to_owned()))
            }
            Self::NumberOr(number, word) => {
                let given = match answer {
                    answer if answer == *word => None,
                    answer => Some(answer.parse().map_err(|_| unreadable())?),
                };
                Ok((given != *number).then(|| "Look again.".to_owned()))
            }
            Self::Board(board) => {
                let given = parse_board(answer).map_err(|_| unreadable())?;
                Ok((given != *board).then(|| "Another board comes there.".to_owned()))
            }
            Self::Solution(puzzle, most) => {
                let moves = parse_moves(answer, Notation::Tile, Some(puzzle.start()));
                let moves = moves.map_err(|_| unreadable())?;
                let length = moves.len();
                Ok(match Solution::check(puzzle, moves) {
                    Ok(solution) if solution.len() <= *most => None,
                    Ok(_) => Some(format!(
                        "It solves the board, but {length} moves are too many."
                    )),
                    Err(SolutionError::Illegal(illegal)) => Some(format!("{illegal}.")),
                    Err(_) => Some("These moves do not end at the goal.".to_owned()),
                })
            }
            Self::Overestimated(heuristic, distance) => {
                let board = parse_board(answer).map_err(|_| unreadable())?;
                overestimated(&board, heuristic, *distance, control)
            }
        }
    }
}

fn overestimated(
    board: &Board,
    heuristic: &str,
    distance: u32,
    control: &Control,
) -> Result<Option<String>, Refusal> {
    if board.size() != draw::three() {
        return Ok(Some("The board must be 3x3.".to_owned()));
    }
    let Some(found) = draw::table(draw::three(), control)?.distance(board) else {
        return Ok(Some("This board cannot be solved.".to_owned()));
    };
    if found != distance {
        return Ok(Some(format!("This board is {found} moves from the goal.")));
    }
    let estimate = estimate(heuristic, board, control)?;
    Ok((estimate <= distance)
        .then(|| format!("The estimate is {estimate}, which is not above {distance}.")))
}

/// The value of a heuristic for the goal `blank-last`.
pub(crate) fn estimate(heuristic: &str, board: &Board, control: &Control) -> Result<u32, Refusal> {
    let puzzle = Puzzle::new(board.clone(), &Goals::default())?;
    let value = catalogue::estimate(heuristic, &puzzle, control)?;
    value.ok_or_else(|| draw::fault("the heuristic has no value"))
}

fn compare(given: &[u64], right: &[u64]) -> Option<String> {
    match (given, right) {
        _ if given == right => None,
        ([given], [right]) if given < right => Some("It is more.".to_owned()),
        ([_], [_]) => Some("It is less.".to_owned()),
        _ if given.len() != right.len() => Some(format!("{} numbers are needed.", right.len())),
        _ => {
            let at = given.iter().zip(right).position(|(a, b)| a != b);
            Some(format!("Number {} is another.", at.unwrap_or(0) + 1))
        }
    }
}

fn numbers_of(text: &str) -> Option<Vec<u64>> {
    let words = text.split([' ', ',', ';']).filter(|word| !word.is_empty());
    let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

fn words(numbers: &[u64]) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    words.join(" ")
}
