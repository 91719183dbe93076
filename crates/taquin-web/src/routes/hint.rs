//! The next move.
//!
//! Where it comes from, the quickest first: the complete table of a small board, the table of
//! positions solved before, a search. What a search finds goes into the table, proven or not, so
//! that the hints of one game follow one line and never lead back.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use taquin::algorithms::PdbIda;
use taquin::{Auto, Control, Limits, Puzzle, SolveError};
use taquin_app::answer;
use taquin_app::{Advice, Refusal, Run, SmallTables};
use utoipa::ToSchema;

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;
use crate::request::{self, LimitMembers, Notation, Position};

/// A position to give a hint for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HintRequest)]
pub(crate) struct Hint {
    board: Position,
    goal: Option<Position>,
    /// 1: the tile; 2: and its way; 3: the next five moves.
    #[serde(default = "usual_grade")]
    #[schema(minimum = 1, maximum = 3)]
    grade: u8,
    #[serde(default)]
    #[schema(inline)]
    notation: Notation,
    #[serde(default, deserialize_with = "request::object")]
    limits: LimitMembers,
}

fn usual_grade() -> u8 {
    2
}

/// How long a proof may take where one is in reach: a player waits for it.
const PROOF: Duration = Duration::from_secs(5);

/// How long a good move may take where no proof is in reach.
const GOOD_MOVE: Duration = Duration::from_millis(150);

/// The most cells of a board whose distance is proven as a rule.
const MOST_PROVEN: usize = 16;

/// The next move: which tile, which way, or the next five moves.
#[utoipa::path(post, path = "/hint", tag = "solving", request_body = Hint,
    responses((status = 200, body = answer::Hint)))]
pub(crate) async fn hint(
    State(service): State<Shared>,
    Asked(asked): Asked<Hint>,
) -> Result<Json<answer::Hint>, Fault> {
    request::range(Some(u64::from(asked.grade)), 1, 3, "/grade")?;
    let (puzzle, _) = request::puzzle(&asked.board, asked.goal.as_ref())?;
    let usual = if puzzle.start().size().cells() <= MOST_PROVEN {
        PROOF
    } else {
        GOOD_MOVE
    };
    let limits = asked.limits.limits(usual, service.settings.longest)?;
    let advice = advice(&service, &puzzle, limits).await?;
    let notation = asked.notation.into();
    Ok(Json(taquin_app::hint(
        &puzzle,
        &advice,
        asked.grade,
        notation,
    )))
}

async fn advice(service: &Shared, puzzle: &Puzzle, limits: Limits) -> Result<Advice, Fault> {
    if puzzle.is_solved_by(puzzle.start()) {
        return Ok(Advice {
            line: Vec::new(),
            distance: Some(0),
        });
    }
    if SmallTables::has_size_of(puzzle) {
        return from_table(service, puzzle, limits).await;
    }
    let (looking, asked) = (service.clone(), puzzle.clone());
    let known = tokio::task::spawn_blocking(move || looking.lookup.advice(&asked));
    if let Some(advice) = known.await.map_err(Fault::internal)? {
        return Ok(advice);
    }
    let (learning, asked) = (service.clone(), puzzle.clone());
    let work = move |control: &_| -> Result<Advice, Refusal> {
        let run = search(&asked, control)?;
        let advice = Advice::of(&run.outcome, &asked);
        learning
            .lookup
            .learn(&asked, &advice.line, advice.distance.is_some());
        Ok(advice)
    };
    Ok(service.quick.run(limits, work).await??)
}

/// Threads of a search that a player waits for: the hardest boards are what makes hints late.
const THREADS: usize = 2;

/// The search that is quickest to a proof, or to a good move.
fn search(puzzle: &Puzzle, control: &Control) -> Result<Run, SolveError> {
    let solver = PdbIda {
        threads: THREADS,
        ..PdbIda::default()
    };
    // Where tables have to be built first, easy boards are proven sooner without them.
    if puzzle.start().size().cells() <= MOST_PROVEN && solver.is_at_hand(puzzle) {
        let run = taquin_app::run(&solver, puzzle, control)?;
        // Without room for its tables it finds nothing, and others may.
        if run.outcome.best().is_some() {
            return Ok(run);
        }
    }
    taquin_app::run(&Auto, puzzle, control)
}

async fn from_table(service: &Shared, puzzle: &Puzzle, limits: Limits) -> Result<Advice, Fault> {
    service.metrics.table_hint();
    if let Some(advice) = service.small.advice(puzzle) {
        return Ok(advice);
    }
    let (building, asked) = (service.clone(), puzzle.clone());
    let work = move |control: &_| {
        // The table is of use to everybody: it is made even if this client has less time.
        let _ = building.small.provide(&asked, control);
        match building.small.advice(&asked) {
            Some(advice) => Ok(advice),
            None => taquin_app::run(&Auto, &asked, control)
                .map(|run| Advice::of(&run.outcome, &asked))
                .map_err(Refusal::from),
        }
    };
    Ok(service.quick.run(limits, work).await??)
}
