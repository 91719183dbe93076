//! Beams by an external engine such as a GPU; everything else is as in [`Anytime`].

use std::time::Duration;

use taquin_core::{Board, Control, Move, Outcome, Puzzle, SolveError, Stop};

use super::Anytime;
use super::net::Net;

/// Something that searches beams.
pub trait Beams: Sync {
    /// Searches one beam; it stops when the control says so.
    ///
    /// # Errors
    /// When it cannot.
    fn beam(&self, ask: &Ask<'_>, control: &Control) -> Result<BeamResult, SolveError>;

    /// The share of what there is to spend that the widest beam gets; the rest goes into beams
    /// between boards of the line.
    fn share(&self) -> f64 {
        0.5
    }
}

/// The parameters of a beam.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The start.
    pub start: &'a Board,
    /// The goal.
    pub goal: &'a Board,
    /// The learned score that leads it; without, the linear conflicts do.
    pub net: Option<&'a Net>,
    /// Maximum length of the solution.
    pub longest: u32,
    /// Boards of a level, or the time that the beam may take.
    pub width: Breadth,
}

/// The width of a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// Boards per level.
    Boards(usize),
    /// What ends in this time.
    Within(Duration),
}

/// The result of a beam, and its effort.
#[derive(Clone, Debug, Default)]
pub struct BeamResult {
    /// The moves to the goal, if it was reached.
    pub moves: Option<Vec<Move>>,
    /// Why it was cut short, if it was.
    pub stopped: Option<Stop>,
    /// Boards whose children were made, and children that were new.
    pub expanded: u64,
    /// Children that were new.
    pub generated: u64,
    /// Boards of the widest level.
    pub widest: u64,
    /// Bytes it took.
    pub bytes: u64,
}

impl Anytime {
    /// Solves like `anytime`, but with the beams of an external engine.
    ///
    /// # Errors
    /// When the puzzle cannot be solved here at all, or a beam fails.
    pub fn solve_with(
        &self,
        beams: &dyn Beams,
        puzzle: &Puzzle,
        control: &Control,
    ) -> Result<Outcome, SolveError> {
        super::run(self, puzzle, control, Some(beams))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use taquin_core::generate::{Generator, Uniform};
    use taquin_core::{Goal, Goals, Limits, Size, Solver};

    use super::*;
    use crate::algorithms::Bfs;

    fn puzzle() -> Puzzle {
        let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
        Puzzle::new(Uniform.board(&goal, 11), &Goals::default()).unwrap()
    }

    /// Finds shortest paths by breadth-first search, and notes what it was asked.
    #[derive(Default)]
    struct Shortest(Mutex<Vec<Breadth>>);

    impl Beams for Shortest {
        fn beam(&self, ask: &Ask<'_>, control: &Control) -> Result<BeamResult, SolveError> {
            self.0.lock().unwrap().push(ask.width);
            assert!(ask.net.is_none());
            let goals = Goals::from(Goal::Custom(ask.goal.clone()));
            let puzzle = Puzzle::new(ask.start.clone(), &goals).unwrap();
            let outcome = Bfs::default().solve(&puzzle, control)?;
            let moves = outcome.best().unwrap().moves().to_vec();
            Ok(BeamResult {
                moves: Some(moves).filter(|moves| moves.len() as u32 <= ask.longest),
                expanded: outcome.stats.expanded,
                ..BeamResult::default()
            })
        }
    }

    #[test]
    fn what_a_beam_finds_is_the_answer() {
        let control = Control::new(Limits {
            nodes: Some(1_000_000),
            ..Limits::default()
        });
        let beams = Shortest::default();
        let outcome = Anytime::default()
            .solve_with(&beams, &puzzle(), &control)
            .unwrap();
        let shortest = Bfs::default().solve(&puzzle(), &Control::new(Limits::default()));
        let length = |outcome: &Outcome| outcome.best().unwrap().len();
        assert_eq!(length(&outcome), length(&shortest.unwrap()));
        let asked = beams.0.lock().unwrap();
        assert!(
            asked
                .iter()
                .all(|width| matches!(width, Breadth::Boards(_)))
        );
    }

    /// A machine whose beams fail.
    struct Broken;

    impl Beams for Broken {
        fn beam(&self, _: &Ask<'_>, _: &Control) -> Result<BeamResult, SolveError> {
            Err(SolveError::Failed {
                part: "beams".to_owned(),
                reason: "no memory".to_owned(),
            })
        }
    }

    #[test]
    fn a_beam_that_fails_is_told() {
        let goal = Goal::BlankLast.board(Size::new(6, 6).unwrap()).unwrap();
        let puzzle = Puzzle::new(Uniform.board(&goal, 1), &Goals::default()).unwrap();
        let error = Anytime::default()
            .solve_with(&Broken, &puzzle, &Control::new(Limits::default()))
            .unwrap_err();
        assert_eq!(error.to_string(), "beams: no memory");
    }
}
