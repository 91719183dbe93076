//! The next move: where it comes from, and how much of it each grade shows.
//!
//! The one policy for hints. In this order: the distance table of a small board, a solution found
//! before, a search. The search proves its moves on boards of up to [`MOST_PROVEN`] cells and gets
//! [`PROOF`] for it; on larger boards it looks for a good move. What a search finds goes to the store: of
//! the boards that are proven as a rule it keeps proofs alone, of others whatever is found, so that the
//! hints of one game follow one line and never lead back.

use std::time::Duration;

use taquin::algorithms::{Beam, BeamWidth, Ida, PdbIda};
use taquin::notation::{Notation, format_moves};
use taquin::table::DistanceTable;
use taquin::{Auto, Control, Limits, Move, Outcome, Puzzle, Size, SolveError, Tile, human};
use taquin_game::Grade;

use crate::{
    App, Refusal, Run, answer, build_distance_tables, has_distance_table, letter, question, run,
    table_advice,
};

pub use taquin_game::LINE;

/// Time limit for a hint where a proof is feasible: a player waits for it.
pub const PROOF: Duration = Duration::from_secs(5);

/// The most cells of a board whose hints are proven as a rule.
pub const MOST_PROVEN: usize = 16;

/// Time limit for a good move where a proof is not feasible.
const GOOD_MOVE: Duration = Duration::from_millis(150);

/// Building the tables of a 4x4 board takes longer than this in a browser.
const TABLES: Duration = Duration::from_secs(2);

/// Nodes of a search without tables: about half a second in a browser.
const HURRIED: u64 = 6_000_000;

/// Threads of the service's searches for hints.
const THREADS: usize = 2;

/// Time limit of a search for a hint: `good_move` where a proof is not feasible.
pub fn hint_time(size: Size, good_move: Duration) -> Duration {
    if size.cells() <= MOST_PROVEN {
        PROOF
    } else {
        good_move
    }
}

/// Everything a hint can reveal: the rest of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The next moves of a solution, at least [`LINE`] of them unless it ends before.
    pub line: Vec<Move>,
    /// Moves of the whole solution, if it is proven to be a shortest one.
    pub distance: Option<u32>,
}

impl Advice {
    /// The advice that follows from an outcome; the human method's solution if the search found
    /// none.
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

/// Searches for a hint: the fastest proof, or a good move.
///
/// With more than one thread, the hint may be the first move of another shortest solution each time.
///
/// # Errors
/// When the solver fails.
pub fn hint_search(puzzle: &Puzzle, threads: usize, control: &Control) -> Result<Run, SolveError> {
    let solver = PdbIda {
        threads,
        ..PdbIda::default()
    };
    // Where tables have to be built first, easy boards are proven sooner without them.
    let cells = puzzle.start().size().cells();
    let is_proven = (DistanceTable::MAX_CELLS + 1..=MOST_PROVEN).contains(&cells);
    if is_proven && solver.is_ready(puzzle, control.context()) {
        let run = run(&solver, puzzle, control)?;
        // Without room for its tables it finds nothing, and others may.
        if run.outcome.best().is_some() {
            return Ok(run);
        }
    }
    let is_hurried = control.limits().time.is_some_and(|time| time < TABLES);
    if is_proven && is_hurried {
        return hurried_search(puzzle, control);
    }
    run(&Auto, puzzle, control)
}

/// Searches without tables, for a caller who does not wait until they are built: a proof if it takes few
/// nodes, else a beam's solution.
fn hurried_search(puzzle: &Puzzle, control: &Control) -> Result<Run, SolveError> {
    let heuristic = || "walking-distance".parse().expect("a heuristic of ours");
    let ida = Ida {
        heuristic: heuristic(),
    };
    let part = control.part(Some(HURRIED));
    let found = run(&ida, puzzle, &part)?;
    control.count_nodes_of(&part);
    if found.outcome.best().is_some() {
        return Ok(found);
    }
    let beam = Beam {
        heuristic: heuristic(),
        width: BeamWidth::new(500),
    };
    run(&beam, puzzle, &control.separate(Limits::default()))
}

impl App {
    /// The next move: which tile, which direction, or the next five moves.
    ///
    /// # Errors
    /// When a member is wrong, or no goal can be reached.
    pub fn hint(&self, question: &question::Hint) -> Result<PreparedHint, Refusal> {
        question::range(Some(u64::from(question.grade)), 1, 3, "/grade")?;
        let (puzzle, _) = question::puzzle(&question.board, question.goal.as_ref())?;
        let usual = hint_time(puzzle.start().size(), GOOD_MOVE);
        Ok(PreparedHint {
            limits: question.limits.limits(usual, self.policy.longest)?,
            puzzle,
            grade: question.grade,
            notation: question.notation.0,
        })
    }
}

/// A question for a hint that was read and checked.
#[derive(Clone, Debug)]
pub struct PreparedHint {
    puzzle: Puzzle,
    grade: u8,
    notation: Notation,
    limits: Limits,
}

impl PreparedHint {
    /// The limits of the search.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Whether the hint comes from a distance table.
    pub fn has_table(&self) -> bool {
        !self.is_solved() && has_distance_table(&self.puzzle)
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
        table_advice(&self.puzzle, &app.context).map(|a| self.tell(&a))
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
            let _ = build_distance_tables(&self.puzzle, control);
            if let Some(hint) = self.cached(app) {
                return Ok(hint);
            }
        }
        let most = app.policy.threads.map_or(THREADS, |most| most as usize);
        let run = hint_search(&self.puzzle, THREADS.min(most), control)?;
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

/// The hint of a grade: 1 names the tile, 2 its direction, 3 the next moves.
pub fn hint(puzzle: &Puzzle, advice: &Advice, grade: u8, notation: Notation) -> answer::Hint {
    let board = puzzle.start();
    let grade = match grade {
        ..=1 => Grade::Tile,
        2 => Grade::Direction,
        _ => Grade::Line,
    };
    let solved = answer::Hint {
        board: board.to_string(),
        tile: None,
        mv: None,
        line: None,
        distance: Some(0),
        estimate: puzzle.manhattan_distance(),
        label: "solved",
        text: "Solved: there is nothing to do.".to_owned(),
    };
    let Some(hint) = taquin_game::Hint::new(board, &advice.line, advice.distance, grade) else {
        return solved;
    };
    let moves: Vec<Move> = hint.slides.iter().map(|&(_, mv)| mv).collect();
    answer::Hint {
        tile: Some(hint.tile().number()),
        mv: hint.direction().map(|mv| letter(mv, notation)),
        line: (grade == Grade::Line).then(|| format_moves(&moves, notation)),
        distance: hint.distance,
        label: match hint.distance {
            Some(_) => "optimal",
            None => "good move, not proven",
        },
        text: hint_text(&hint),
        ..solved
    }
}

/// A hint in words: `Slide 2 left. (optimal, 14 to go)`.
pub fn hint_text(hint: &taquin_game::Hint) -> String {
    let label = match hint.distance {
        Some(distance) => format!("(optimal, {distance} to go)"),
        None => "(good move, not proven)".to_owned(),
    };
    let words = |slides: &[(Tile, Move)]| {
        let words: Vec<String> = slides
            .iter()
            .map(|(tile, mv)| format!("{tile} {}", mv.0.word()))
            .collect();
        words.join(", ")
    };
    match hint.grade {
        Grade::Tile => format!("Look at tile {}.", hint.tile()),
        Grade::Direction => format!("Slide {}. {label}", words(&hint.slides[..1])),
        Grade::Line => format!("Slide {}. {label}", words(&hint.slides)),
    }
}

#[cfg(test)]
mod tests {
    use taquin::Board;
    use taquin::notation::parse_moves;
    use taquin_game::Hint;

    use super::*;

    #[test]
    fn each_grade_tells_more() {
        let board: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        let line = parse_moves("LUR2D2LURULDLU", Notation::Tile, None).unwrap();
        let text = |grade, distance| hint_text(&Hint::new(&board, &line, distance, grade).unwrap());
        assert_eq!(text(Grade::Tile, Some(14)), "Look at tile 2.");
        assert_eq!(
            text(Grade::Direction, Some(14)),
            "Slide 2 left. (optimal, 14 to go)"
        );
        assert_eq!(
            text(Grade::Direction, None),
            "Slide 2 left. (good move, not proven)"
        );
        assert_eq!(
            text(Grade::Line, Some(14)),
            "Slide 2 left, 5 up, 6 right, 7 right, 4 down. (optimal, 14 to go)"
        );
    }
}
