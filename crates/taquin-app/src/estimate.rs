//! The value of each heuristic on a board, and why.

use std::time::Duration;

use taquin::heuristic::{HEURISTICS, line_conflicts, pattern_values};
use taquin::{Board, Control, Goals, Limits, Puzzle, Tile, catalogue};

use crate::{App, Prepared, Refusal, answer, check, question};

impl App {
    /// The value of each heuristic on a position, and why.
    ///
    /// # Errors
    /// When board or goal cannot be read.
    pub fn estimate(
        &self,
        question: &question::Estimate,
    ) -> Result<Prepared<answer::Estimate>, Refusal> {
        let board = question.board.board()?;
        let goals = question::goals(question.goal.as_ref())?;
        let limits = Limits {
            time: Some(Duration::from_secs(10)),
            memory: Some(64 << 20),
            ..Limits::default()
        };
        Ok(Prepared::new(limits, move |_, control| {
            estimate(&board, &goals, control)
        }))
    }
}

/// The heuristics' values with what they are made of: each tile's Manhattan distance, the linear
/// conflicts, the groups of the pattern database, and parity.
///
/// # Errors
/// When no goal can be reached.
pub fn estimate(
    board: &Board,
    goals: &Goals,
    control: &Control,
) -> Result<answer::Estimate, Refusal> {
    let parity = check(board, goals)?;
    let puzzle = Puzzle::new(board.clone(), goals)?;
    let goal = &puzzle.targets()[0];
    let heuristics = HEURISTICS.iter().filter_map(|entry| {
        // A heuristic whose tables are out of reach of the size has nothing to say.
        let value = catalogue::estimate(entry.name, &puzzle, control)
            .ok()
            .flatten()?;
        Some(answer::HeuristicValue {
            name: entry.name,
            value,
            admissible: entry.admissible,
            summary: entry.summary,
        })
    });
    let conflicts = line_conflicts(board, goal).into_iter().map(|conflict| {
        let kind = if conflict.is_row { "row" } else { "column" };
        answer::Conflict {
            line: format!("{kind} {}", conflict.index + 1),
            tiles: conflict.tiles,
            adds: conflict.adds,
        }
    });
    let groups = pattern_values(board, goal, control)
        .ok()
        .map(|(name, parts)| {
            let (patterns, values) = parts.into_iter().unzip();
            answer::PatternGroup {
                name,
                patterns,
                values,
            }
        });
    Ok(answer::Estimate {
        heuristics: heuristics.collect(),
        tiles: tiles(board, goal),
        conflicts: conflicts.collect(),
        groups: groups.into_iter().collect(),
        parity,
    })
}

/// The cell, home and distance of each tile.
fn tiles(board: &Board, goal: &Board) -> Vec<answer::TileWay> {
    let size = board.size();
    let way = |(cell, number): (usize, u8)| {
        let home = goal.find(Tile::new(number)?)?.index();
        Some(answer::TileWay {
            tile: number,
            cell,
            home,
            distance: size.distance(cell, home),
        })
    };
    board.numbers().enumerate().filter_map(way).collect()
}
