//! The way people solve it.

use crate::human::Explanation;
use crate::notation::{Notation, format_moves};
use crate::{Goals, Move, Puzzle, Tile, multi_tile_length, wire};

/// The human method on a puzzle, stage by stage.
pub fn explain(
    puzzle: &Puzzle,
    goals: &Goals,
    explanation: &Explanation,
    notation: Notation,
) -> wire::Explain {
    let stages = &explanation.stages;
    let moves: Vec<Move> = stages
        .iter()
        .flat_map(|stage| stage.moves.iter().copied())
        .collect();
    let stage = |stage: &crate::human::Stage| wire::Stage {
        name: stage.name.clone(),
        goal_tiles: stage.goal_tiles.iter().copied().map(Tile::number).collect(),
        text: stage.text.clone(),
        sentences: stage.sentences.iter().map(wire::Sentence::from).collect(),
        moves: format_moves(&stage.moves, notation),
        board_after: stage.board_after.to_string(),
    };
    wire::Explain {
        board: puzzle.start().to_string(),
        goal: goals.to_string(),
        length: moves.len() as u32,
        length_mtm: multi_tile_length(&moves),
        stages: stages.iter().map(stage).collect(),
    }
}
