//! The human method, in words.

use std::time::Duration;

use taquin::human::Explanation;
use taquin::notation::{Notation, format_moves};
use taquin::{Goals, Limits, Move, Puzzle, Tile, human, multi_tile_length};

use crate::{App, Prepared, Refusal, answer, question};

impl App {
    /// The human method on a position, stage by stage and in words.
    ///
    /// # Errors
    /// When a member cannot be read, or no goal can be reached.
    pub fn explain(
        &self,
        question: &question::Explain,
    ) -> Result<Prepared<answer::Explain>, Refusal> {
        let (puzzle, goals) = question::puzzle(&question.board, question.goal.as_ref())?;
        let notation = question.notation.0;
        let limits = Limits {
            time: Some(Duration::from_secs(10)),
            memory: Some(16 << 20),
            ..Limits::default()
        };
        Ok(Prepared::new(limits, move |_, _| {
            let explanation = human::explain(&puzzle);
            Ok(explain(&puzzle, &goals, &explanation, notation))
        }))
    }
}

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
