//! The next move: where it comes from, and how much of it is told.
//!
//! The one policy for hints. In this order: the distance table of a small board, a solution found
//! before, a search. The search proves its moves on boards of up to [`MOST_PROVEN`] cells and gets
//! [`PROOF`] for it; on larger boards it looks for a good move. What a search finds goes into the store,
//! proven or not, so that the hints of one game follow one line and never lead back.

use std::time::Duration;

use taquin::algorithms::PdbIda;
use taquin::notation::{Notation, format_moves};
use taquin::table::DistanceTable;
use taquin::{
    Auto, Board, Control, Limits, Move, Outcome, Puzzle, Size, SolveError, catalogue, human,
};

use crate::{App, DistanceTables, Refusal, Run, answer, letter, question, run};

/// Moves of the longest hint.
pub const LINE: usize = taquin_game::LINE;

/// How long a proof may take where one is in reach: a player waits for it.
pub const PROOF: Duration = Duration::from_secs(5);

/// The most cells of a board whose hints are proven as a rule.
pub const MOST_PROVEN: usize = 16;

/// How long the service looks for a good move where no proof is in reach.
const GOOD_MOVE: Duration = Duration::from_millis(150);

/// Threads of a search that a player waits for.
const THREADS: usize = 2;

/// How long a search for a hint may take: `good_move` where no proof is in reach.
pub fn hint_time(size: Size, good_move: Duration) -> Duration {
    if size.cells() <= MOST_PROVEN {
        PROOF
    } else {
        good_move
    }
}

/// What a hint tells a part of: how a solution goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The next moves of a solution, at least [`LINE`] of them unless it ends before.
    pub line: Vec<Move>,
    /// Moves of the whole solution, if it is proven to be a shortest one.
    pub distance: Option<u32>,
}

impl Advice {
    /// What an outcome advises; the human method's solution where a search found none.
    pub fn of(outcome: &Outcome, puzzle: &Puzzle) -> Self {
        match outcome.best() {
            Some(best) => Self {
                line: best.moves().to_vec(),
                distance: outcome.is_optimal().then(|| best.len()),
            },
            None => Self {
                line: human::solve(puzzle).moves().to_vec(),
                distance: None,
            },
        }
    }
}

/// Searches for a hint: the quickest way to a proof, or to a good move.
///
/// # Errors
/// When the solver fails.
pub fn hint_search(puzzle: &Puzzle, control: &Control) -> Result<Run, SolveError> {
    let solver = PdbIda {
        threads: THREADS,
        ..PdbIda::default()
    };
    // Where tables have to be built first, easy boards are proven sooner without them.
    let cells = puzzle.start().size().cells();
    let is_proven = (DistanceTable::MAX_CELLS + 1..=MOST_PROVEN).contains(&cells);
    if is_proven && solver.is_at_hand(puzzle) {
        let run = run(&solver, puzzle, control)?;
        // Without room for its tables it finds nothing, and others may.
        if run.outcome.best().is_some() {
            return Ok(run);
        }
    }
    run(&Auto, puzzle, control)
}

impl App {
    /// The next move: which tile, which way, or the next five moves.
    ///
    /// # Errors
    /// When a member is wrong, or no goal can be reached.
    pub fn hint(&self, question: &question::Hint) -> Result<Hint, Refusal> {
        question::range(Some(u64::from(question.grade)), 1, 3, "/grade")?;
        let (puzzle, _) = question::puzzle(&question.board, question.goal.as_ref())?;
        let usual = hint_time(puzzle.start().size(), GOOD_MOVE);
        Ok(Hint {
            limits: question.limits.limits(usual, self.policy.longest)?,
            puzzle,
            grade: question.grade,
            notation: question.notation.0,
        })
    }
}

/// A question for a hint that was read and checked.
#[derive(Clone, Debug)]
pub struct Hint {
    puzzle: Puzzle,
    grade: u8,
    notation: Notation,
    limits: Limits,
}

impl Hint {
    /// What the search may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Whether the hint comes from a distance table.
    pub fn has_table(&self) -> bool {
        !self.is_solved() && DistanceTables::has_size_of(&self.puzzle)
    }

    /// The hint, where it takes neither a search nor the store: the board is solved, or its distance
    /// table is in memory.
    pub fn cached(&self, app: &App) -> Option<answer::Hint> {
        if self.is_solved() {
            return Some(self.tell(&Advice {
                line: Vec::new(),
                distance: Some(0),
            }));
        }
        app.tables.advice(&self.puzzle).map(|a| self.tell(&a))
    }

    /// The hint from the store. This reads the store, but does not search.
    pub fn known(&self, app: &App) -> Option<answer::Hint> {
        let store = app.solutions.as_ref().filter(|_| !self.has_table())?;
        store.advice(&self.puzzle).map(|advice| self.tell(&advice))
    }

    /// Searches, and stores what was found.
    ///
    /// # Errors
    /// When the solver fails.
    pub fn answer(&self, app: &App, control: &Control) -> Result<answer::Hint, Refusal> {
        if self.has_table() {
            // Later hints use the table too, so it is built even if this one has less time.
            let _ = app.tables.build(&self.puzzle, control);
            if let Some(hint) = self.cached(app) {
                return Ok(hint);
            }
        }
        let run = hint_search(&self.puzzle, control)?;
        let advice = Advice::of(&run.outcome, &self.puzzle);
        if let (Some(store), false) = (&app.solutions, self.has_table()) {
            store.learn(&self.puzzle, &advice.line, advice.distance.is_some());
        }
        Ok(self.tell(&advice))
    }

    fn is_solved(&self) -> bool {
        self.puzzle.is_solved_by(self.puzzle.start())
    }

    fn tell(&self, advice: &Advice) -> answer::Hint {
        hint(&self.puzzle, advice, self.grade, self.notation)
    }
}
