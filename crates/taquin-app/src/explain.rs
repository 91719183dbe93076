//! The way people solve it.

use taquin::human::Explanation;
use taquin::notation::{Notation, format_moves};
use taquin::{Goals, Move, Puzzle, Tile, multi_tile_length};

use crate::answer;

/// The human method on a puzzle, stage by stage.
pub fn explain(
    puzzle: &Puzzle,
    goals: &Goals,
    explanation: &Explanation,
    notation: Notation,
) -> answer::Explain {
    let stages = &explanation.stages;
    let moves: Vec<Move> = stages
        .iter()
        .flat_map(|stage| stage.moves.iter().copied())
        .collect();
    let stage = |stage: &taquin::human::Stage| answer::Stage {
        name: stage.name.clone(),
        goal_tiles: stage.goal_tiles.iter().copied().map(Tile::number).collect(),
        text: stage.text.clone(),
        sentences: stage.sentences.iter().map(answer::Sentence::from).collect(),
        moves: format_moves(&stage.moves, notation),
        board_after: stage.board_after.to_string(),
    };
    answer::Explain {
        board: puzzle.start().to_string(),
        goal: goals.to_string(),
        length: moves.len() as u32,
        length_mtm: multi_tile_length(&moves),
        stages: stages.iter().map(stage).collect(),
    }
}
