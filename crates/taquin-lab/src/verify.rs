//! Whether answers are right: every list of moves is replayed, and a sample is solved again by
//! another engine.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use taquin::generate::Random;
use taquin::notation::{Notation, parse_moves};
use taquin::{Control, Puzzle, Solution, catalogue};

use crate::folder::{FolderError, each_row};
use crate::measurer;
use crate::plan::SuiteInstance;
use crate::row::{ResultRow, Status};

/// The result of replaying all rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Replayed {
    /// Rows.
    pub rows: usize,
    /// Rows whose moves were replayed and lead to the goal in the length they claim.
    pub right: usize,
    /// Rows with a length but without moves.
    pub without_moves: usize,
    /// Rows that are wrong: the run's name and why.
    pub faults: Vec<(String, String)>,
    /// Whether a half-written last line was left out.
    pub torn: bool,
}

/// An answer to be checked.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimedAnswer {
    /// The run.
    pub run_id: String,
    /// The configuration.
    pub configuration: String,
    /// The solver.
    pub algorithm: String,
    /// The board.
    pub instance: SuiteInstance,
    /// Length of its solution.
    pub length: Option<u32>,
    /// Whether it was called a shortest one.
    pub proven: bool,
    /// Proven lower bound on the length.
    pub lower_bound: Option<u32>,
}

/// The verdict of another engine on an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Confirmation {
    /// It can be right, and if it was called optimal, it is.
    Agrees {
        /// The optimum.
        optimum: u32,
    },
    /// It is wrong.
    Contradicts {
        /// Why.
        reason: String,
    },
    /// The engine did not get far enough to say.
    Undecided {
        /// Why.
        reason: String,
    },
}

/// Replays the moves of all rows, and draws a sample of those with an answer.
///
/// # Errors
/// When the folder cannot be read.
pub fn replay(
    folder: &Path,
    sample: usize,
    seed: u64,
) -> Result<(Replayed, Vec<ClaimedAnswer>), FolderError> {
    let mut told = Replayed::default();
    let mut claims: Vec<ClaimedAnswer> = Vec::new();
    let mut random = Random::new(seed);
    let mut seen = 0;
    told.torn = each_row(folder, |row| {
        told.rows += 1;
        match replay_row(row) {
            Ok(true) => told.right += 1,
            Ok(false) => told.without_moves += usize::from(row.length.is_some()),
            Err(reason) => told.faults.push((row.run_id.to_string(), reason)),
        }
        if row.status == Status::Wrong {
            let reason = row
                .error
                .as_deref()
                .unwrap_or("it was marked as wrong")
                .to_owned();
            told.faults.push((row.run_id.to_string(), reason));
        }
        if row.status.is_solved() || row.status == Status::None {
            // Each of the rows so far is in the sample with the same chance.
            seen += 1;
            if claims.len() < sample {
                claims.push(claim(row));
            } else if sample > 0 {
                let place = random.below(seen);
                if place < sample {
                    claims[place] = claim(row);
                }
            }
        }
        Ok(())
    })?;
    Ok((told, claims))
}

/// Whether the row has moves that lead to the goal; false where it has none.
fn replay_row(row: &ResultRow<'_>) -> Result<bool, String> {
    let Some(text) = row.moves.as_deref() else {
        return Ok(false);
    };
    let instance = claim(row).instance;
    let puzzle = measurer::puzzle(&instance).map_err(|(_, reason)| reason)?;
    let moves = parse_moves(text, Notation::Tile, Some(puzzle.start()));
    let moves = moves.map_err(|error| error.to_string())?;
    let solution = Solution::check(&puzzle, moves).map_err(|error| error.to_string())?;
    match row.length {
        Some(length) if length == solution.len() => Ok(true),
        length => Err(format!(
            "{} moves, but a length of {length:?}",
            solution.len()
        )),
    }
}

fn claim(row: &ResultRow<'_>) -> ClaimedAnswer {
    ClaimedAnswer {
        run_id: row.run_id.to_string(),
        configuration: row.configuration.to_string(),
        algorithm: row.algorithm.to_string(),
        instance: SuiteInstance {
            id: row.instance_id.to_string(),
            board: row.board.to_string(),
            goal: row.goal.to_string(),
            seed: row.seed,
            optimal: row.optimal,
        },
        length: row.length,
        proven: row.proven,
        lower_bound: row.lower_bound,
    }
}

impl ClaimedAnswer {
    /// An engine that can say whether this is right and is not the one that answered.
    pub fn other_engine(&self) -> &'static str {
        let cells = self.instance.board.split([' ', '/']).count();
        let is = |name: &str| self.algorithm == name;
        match cells {
            ..=9 if is("table") => "bfs",
            ..=9 => "table",
            10..=16 if is("pdb-ida") || is("auto") => "ida/walking-distance",
            10..=25 if !is("pdb-ida") => "pdb-ida",
            _ => "ida/linear-conflict",
        }
    }

    /// The puzzle.
    ///
    /// # Errors
    /// Why there is none.
    pub fn puzzle(&self) -> Result<Puzzle, String> {
        measurer::puzzle(&self.instance).map_err(|(_, reason)| reason)
    }

    /// Solves with an engine, under the limits of the control.
    pub fn check(&self, spec: &str, control: &Arc<Control>) -> Confirmation {
        let undecided = |reason: String| Confirmation::Undecided { reason };
        let puzzle = match self.puzzle() {
            Ok(puzzle) => puzzle,
            Err(reason) => return Confirmation::Contradicts { reason },
        };
        let solver = match catalogue::solver(spec) {
            Ok(solver) => solver,
            Err(error) => return undecided(error.to_string()),
        };
        let outcome = match solver.solve(&puzzle, control) {
            Ok(outcome) => outcome,
            Err(error) => return undecided(error.to_string()),
        };
        let wrong = |reason: String| Confirmation::Contradicts { reason };
        let least = outcome.lower_bound();
        let best = outcome.best().map(Solution::len);
        // Whatever the engine found bounds the optimum, proven or not.
        match (self.length, self.lower_bound, best) {
            (Some(length), _, _) if length < least => wrong(format!(
                "{length} moves claimed, but none below {least} exist"
            )),
            (Some(length), _, Some(best)) if self.proven && best < length => {
                wrong(format!("{length} moves called optimal, but {best} suffice"))
            }
            (_, Some(bound), Some(best)) if best < bound => wrong(format!(
                "no solution below {bound} claimed, but {best} moves suffice"
            )),
            (_, _, Some(best)) if outcome.is_optimal() => Confirmation::Agrees { optimum: best },
            _ => undecided(format!("a limit was reached at a lower bound of {least}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use taquin::Limits;

    use super::*;
    use crate::row::tests::example;

    fn row(length: u32, proven: bool, moves: &'static str) -> ResultRow<'static> {
        ResultRow {
            board: "8 1 3/4 0 2/7 6 5".into(),
            length: Some(length),
            proven,
            lower_bound: proven.then_some(length),
            moves: Some(moves.into()),
            ..example()
        }
    }

    #[test]
    fn moves_are_replayed_and_counted() {
        assert_eq!(replay_row(&row(14, true, "LUR2D2LURULDLU")), Ok(true));
        assert!(replay_row(&row(12, true, "LUR2D2LURULDLU")).is_err());
        assert!(replay_row(&row(14, true, "LUR2D2LURULDLL")).is_err());
        assert!(
            replay_row(&row(1, true, "L"))
                .unwrap_err()
                .contains("not the goal")
        );
    }

    #[test]
    fn another_engine_finds_false_claims() {
        let check = |row: &ResultRow<'_>| {
            let claim = claim(row);
            let control = Arc::new(Control::new(Limits::default()));
            claim.check(claim.other_engine(), &control)
        };
        assert_eq!(
            check(&row(14, true, "")),
            Confirmation::Agrees { optimum: 14 }
        );
        assert_eq!(
            check(&row(16, false, "")),
            Confirmation::Agrees { optimum: 14 }
        );
        assert!(matches!(
            check(&row(16, true, "")),
            Confirmation::Contradicts { .. }
        ));
        assert!(matches!(
            check(&row(12, false, "")),
            Confirmation::Contradicts { .. }
        ));
        let bound = ResultRow {
            length: None,
            lower_bound: Some(15),
            ..row(14, false, "")
        };
        assert!(matches!(check(&bound), Confirmation::Contradicts { .. }));
    }
}
