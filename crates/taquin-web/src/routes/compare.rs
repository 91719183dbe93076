//! Several solvers on one position.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use taquin::{Control, Goals, Limits, Puzzle, Solver, catalogue};
use taquin_app::Refusal;
use taquin_app::answer;
use utoipa::ToSchema;

use super::Shared;
use crate::body::Asked;
use crate::policy;
use crate::problem::{self, Fault};
use crate::request::{self, LimitMembers, Notation, Position};

/// Solvers to put side by side.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CompareRequest)]
pub(crate) struct Compare {
    board: Position,
    goal: Option<Position>,
    /// The solvers with their options, like `bfs` or `astar/manhattan`.
    #[schema(min_items = 1, max_items = 8)]
    with: Vec<SolverText>,
    /// The limits of each run.
    #[serde(default, deserialize_with = "request::object")]
    limits: LimitMembers,
    #[serde(default)]
    #[schema(inline)]
    notation: Notation,
}

/// A solver with its options.
#[derive(Clone, Deserialize, ToSchema)]
#[schema(format = "solver", max_length = 500)]
struct SolverText(String);

/// How long each run takes where no limit is asked for.
const USUAL: Duration = Duration::from_secs(5);

/// Configurations of one comparison.
const MOST: usize = 8;

/// A question that was read and checked.
pub(crate) struct Question {
    puzzle: Puzzle,
    goals: Goals,
    solvers: Vec<(String, Box<dyn Solver>)>,
    pub(crate) limits: Limits,
    notation: taquin::notation::Notation,
}

impl Compare {
    pub(crate) fn notation(&self) -> taquin::notation::Notation {
        self.notation.into()
    }

    pub(crate) fn read(&self, longest: Duration) -> Result<Question, Fault> {
        let (puzzle, goals) = request::puzzle(&self.board, self.goal.as_ref())?;
        if self.with.is_empty() || self.with.len() > MOST {
            let detail = format!("name 1 to {MOST} solvers");
            return Err(Fault::member("/with", "length", detail));
        }
        let mut solvers = Vec::new();
        for (index, SolverText(text)) in self.with.iter().enumerate() {
            let pointer = format!("/with/{index}");
            if text.len() > 500 {
                return Err(Fault::member(&pointer, "maxLength", "at most 500 bytes"));
            }
            policy::check(text).map_err(|fault| fault.at(&pointer))?;
            let solver = catalogue::solver(text)
                .map_err(|error| Fault::from(Refusal::from(error)).at(&pointer))?;
            solvers.push((text.clone(), solver));
        }
        Ok(Question {
            puzzle,
            goals,
            solvers,
            limits: self.limits.limits(USUAL, longest)?,
            notation: self.notation.into(),
        })
    }
}

impl Question {
    /// The limits of all runs together.
    pub(crate) fn total(&self) -> Limits {
        let runs = self.solvers.len() as u32;
        Limits {
            time: self.limits.time.map(|time| time * runs),
            nodes: None,
            ..self.limits
        }
    }

    /// Runs one solver after the other; `each` hears of every run.
    pub(crate) fn answer(&self, all: &Control, each: &dyn Fn(&answer::Run)) -> answer::Compare {
        let mut runs = Vec::new();
        for (text, solver) in &self.solvers {
            if all.check().is_break() {
                break;
            }
            let limits = Limits {
                memory: all.limits().memory,
                ..self.limits
            };
            let question = (&self.puzzle, &self.goals);
            let control = all.beside(limits);
            let mut run =
                taquin_app::compare_one(text, &**solver, question, self.notation, &control);
            problem::add_run_status(&mut run);
            each(&run);
            runs.push(run);
        }
        answer::Compare { runs }
    }
}

/// Runs several solvers on one position, one after the other, and puts their numbers side by side.
#[utoipa::path(post, path = "/compare", tag = "solving", request_body = Compare,
    responses((status = 200, body = answer::Compare)))]
pub(crate) async fn compare(
    State(service): State<Shared>,
    Asked(asked): Asked<Compare>,
) -> Result<Json<answer::Compare>, Fault> {
    let question = asked.read(service.settings.longest)?;
    let limits = question.total();
    let work = move |control: &Control| question.answer(control, &|_| ());
    Ok(Json(service.long.run(limits, work).await?))
}
