//! `taquin analyze`: how good is this solution, move by move?

use std::time::{Duration, Instant};

use clap::Args;
use taquin::notation::Notation;
use taquin::table::DistanceTable;
use taquin::{Board, IllegalMove, Limits, Move, Puzzle, Tile, catalogue, multi_tile_length, wire};

use super::count_of;
use crate::End;
use crate::cli::{BoardArg, LimitArgs, NotationArg};
use crate::engine::Engine;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Column, Reply, Style, aligned};

/// Judges moves: do they solve the position, are they shortest, where do they lose?
#[derive(Args)]
#[command(after_help = "Examples:
  taquin analyze --board \"8 1 3/4 0 2/7 6 5\" --moves LUR2D2LURULDLU
  taquin solve --algo greedy \"8 1 3/4 0 2/7 6 5\" |
    taquin analyze --board \"8 1 3/4 0 2/7 6 5\" --moves -

The length is in single-tile moves; in multi-tile moves (MTM) tiles that slide together count once.
Distances are exact where a table or a quick search proves them, within the time limit for all
moves together (10 s unless given); elsewhere the least they can be is shown, marked with >=.
Moves that do not solve the position end with exit code 5.")]
pub(crate) struct Analyze {
    #[command(flatten)]
    board: BoardArg,
    /// Letters like LUR2D2, words, or tile numbers; `-` reads stdin
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: String,
    #[command(flatten)]
    notation: NotationArg,
    #[command(flatten)]
    limits: LimitArgs,
}

/// How long all searches together may take unless a limit is given.
const PATIENCE: Duration = Duration::from_secs(10);

const COLUMNS: &[Column] = &[
    ("i", "/i"),
    ("move", "/move"),
    ("tile", "/tile"),
    ("distance", "/distance"),
    ("exact", "/exact"),
    ("loss", "/loss"),
];

impl Analyze {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let start = input::board(&self.board.board)?;
        let notation = self.notation.notation;
        let moves = super::moves(&self.moves, notation, &start)?;
        let goals = self.board.goal.chosen().unwrap_or_default();
        let puzzle = Puzzle::new(start, &goals).map_err(Failure::from)?;
        let mut limits = self.limits.each_of(1);
        limits.time = limits.time.or(Some(PATIENCE));

        let (boards, fault) = replay(&puzzle, &moves);
        let distances = distances(&puzzle, &boards, limits)?;
        let answer = judge(
            &puzzle,
            &moves,
            &boards,
            &distances,
            fault.as_ref(),
            notation,
        );
        let exit = if answer.valid {
            Exit::Done
        } else {
            Exit::Verification
        };
        let reply = Reply::new(text(&answer), &answer)
            .with_talk(verdict(&answer))
            .with_exit(exit)
            .with_rows_at("/per_move");
        super::only(style, COLUMNS, reply)
    }
}

/// The boards on the way, as far as the moves can be made.
fn replay(puzzle: &Puzzle, moves: &[Move]) -> (Vec<Board>, Option<IllegalMove>) {
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

/// What is known of a distance.
#[derive(Clone, Copy, Debug)]
struct Interval {
    least: u32,
    most: u32,
}

impl Interval {
    fn is_exact(self) -> bool {
        self.least == self.most
    }
}

/// The distances of boards that are each one move from the next.
///
/// Neighbours differ by exactly one, so what is known of one board narrows all others; a search is
/// run only where that leaves a gap.
fn distances(puzzle: &Puzzle, boards: &[Board], limits: Limits) -> Result<Vec<Interval>, Failure> {
    if let Some(exact) = from_tables(puzzle, boards) {
        return Ok(exact);
    }
    let begun = Instant::now();
    let mut known = Vec::new();
    for board in boards {
        let here = puzzle.with_start(board.clone())?;
        let least = catalogue::estimate("manhattan", &here)?.unwrap_or(0);
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
        let left = limits
            .time
            .unwrap_or(PATIENCE)
            .saturating_sub(begun.elapsed());
        if known[index].is_exact() || left.is_zero() {
            continue;
        }
        let engine = Engine::new(
            "auto",
            Limits {
                time: Some(left),
                ..limits
            },
        )?;
        let run = engine.run(&puzzle.with_start(boards[index].clone())?)?;
        let here = &mut known[index];
        here.least = here.least.max(run.outcome.lower_bound());
        if let Some(best) = run.outcome.best() {
            here.most = here.most.min(best.len());
        }
        narrow(&mut known);
    }
    Ok(known)
}

fn from_tables(puzzle: &Puzzle, boards: &[Board]) -> Option<Vec<Interval>> {
    let tables: Option<Vec<DistanceTable>> = puzzle
        .targets()
        .iter()
        .map(|goal| DistanceTable::new(goal).ok())
        .collect();
    let tables = tables?;
    let exact = |board: &Board| {
        let distance = tables
            .iter()
            .filter_map(|table| table.distance(board))
            .min()?;
        Some(Interval {
            least: distance,
            most: distance,
        })
    };
    boards.iter().map(exact).collect()
}

/// Carries what is known of each board to its neighbours, forth and back.
fn narrow(known: &mut [Interval]) {
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
) -> wire::Analyze {
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
    wire::Analyze {
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
            .map(|(index, ((&mv, boards), distances))| wire::JudgedMove {
                i: index + 1,
                mv: taquin::ask::letter(mv, notation),
                tile: slid(&boards[0], mv),
                distance: distances[1].least,
                exact: distances[1].is_exact(),
                loss: (distances[0].is_exact() && distances[1].is_exact())
                    .then(|| distances[1].least + 1 - distances[0].least),
            })
            .collect(),
    }
}

fn slid(before: &Board, mv: Move) -> u8 {
    let tile = before.source(mv).and_then(|cell| before.tile(cell));
    tile.map_or(0, Tile::number)
}

/// The table of moves; a distance that is only a bound is marked.
fn text(answer: &wire::Analyze) -> String {
    let rows: Vec<serde_json::Value> = answer
        .per_move
        .iter()
        .map(|judged| {
            let distance = if judged.exact {
                serde_json::json!(judged.distance)
            } else {
                serde_json::json!(format!(">={}", judged.distance))
            };
            let loss = match judged.loss {
                None => "?".to_owned(),
                Some(0) => String::new(),
                Some(loss) => format!("+{loss}"),
            };
            serde_json::json!({
                "i": judged.i, "move": judged.mv, "tile": judged.tile,
                "distance": distance, "loss": loss,
            })
        })
        .collect();
    let columns = [
        ("i", "/i"),
        ("move", "/move"),
        ("tile", "/tile"),
        ("to go", "/distance"),
        ("loss", "/loss"),
    ];
    aligned(&columns, &rows)
}

fn verdict(answer: &wire::Analyze) -> String {
    let length = format!(
        "{} ({} MTM)",
        count_of(answer.length as usize, "move"),
        answer.length_mtm
    );
    match (&answer.fault, answer.optimal, answer.best) {
        (Some(fault), ..) => format!("not a solution: {fault}"),
        (None, Some(true), _) => format!("{length}, optimal (proven)"),
        (None, _, Some(best)) => format!(
            "{length}, {} more than the shortest ({best}, proven)",
            answer.length - best
        ),
        (None, Some(false), None) => format!(
            "{length}, not shortest; the shortest has at least {}",
            answer.lower_bound
        ),
        (None, ..) => format!(
            "at most {length} (found, not proven), at least {}",
            answer.lower_bound
        ),
    }
}
