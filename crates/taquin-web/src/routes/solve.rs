//! A solution within limits.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use taquin::notation::format_moves;
use taquin::trace::Trace;
use taquin::{
    Control, Enough, Goals, Limits, Outcome, Plan, Puzzle, Stats, Stop, catalogue, human,
};
use taquin_app::answer;
use taquin_app::{Refusal, Run};
use utoipa::ToSchema;

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;
use crate::request::{self, LimitMembers, Notation, OptionValue, Position};
use crate::service::Service;

/// A position to solve, and how.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SolveRequest)]
pub(crate) struct Solve {
    board: Position,
    goal: Option<Position>,
    /// A solver's name, or a whole spec like `astar:heuristic=manhattan,tie=fifo`.
    #[schema(format = "solver", max_length = 500)]
    algorithm: Option<String>,
    /// The solver's heuristic.
    #[schema(format = "heuristic", max_length = 200)]
    heuristic: Option<String>,
    /// The solver's options by name.
    #[serde(default)]
    #[schema(inline)]
    options: BTreeMap<String, OptionValue>,
    #[serde(default, deserialize_with = "request::object")]
    limits: LimitMembers,
    #[serde(default)]
    #[schema(inline)]
    notation: Notation,
    /// Stop at a solution of at most so many moves.
    #[schema(maximum = 100_000)]
    target: Option<u32>,
    /// Stop at a solution at most this share longer than the proven bound: 0.05 is 5 %.
    #[schema(minimum = 0, maximum = 10)]
    within: Option<f64>,
    /// Also count the shortest solutions, where the length is proven and the limits allow.
    #[serde(default)]
    count: bool,
}

/// How long a search runs where no limit is asked for.
pub(crate) const USUAL: Duration = Duration::from_secs(10);

/// A question that was read and checked.
pub(crate) struct Question {
    puzzle: Puzzle,
    goals: Goals,
    solver: Box<dyn taquin::Solver>,
    pub(crate) limits: Limits,
    enough: Enough,
    notation: taquin::notation::Notation,
    count: bool,
    /// Whether any way to the answer will do, also one that was found before.
    any_way: bool,
}

impl Solve {
    pub(crate) fn notation(&self) -> taquin::notation::Notation {
        self.notation.into()
    }

    pub(crate) fn read(&self, longest: Duration) -> Result<Question, Fault> {
        let (puzzle, goals) = request::puzzle(&self.board, self.goal.as_ref())?;
        let text = request::spec(
            self.algorithm.as_deref(),
            self.heuristic.as_deref(),
            &self.options,
        )?;
        let solver = catalogue::solver(&text)
            .map_err(|error| Fault::from(Refusal::from(error)).at("/algorithm"))?;
        request::range(self.target.map(u64::from), 0, 100_000, "/target")?;
        if self
            .within
            .is_some_and(|share| !(0.0..=10.0).contains(&share))
        {
            return Err(Fault::member(
                "/within",
                "range",
                "from 0 to 10, where 0.05 is 5 %",
            ));
        }
        Ok(Question {
            puzzle,
            goals,
            solver,
            limits: self.limits.limits(USUAL, longest)?,
            enough: Enough {
                target: self.target,
                within: self.within,
            },
            notation: self.notation.into(),
            count: self.count,
            any_way: text == "auto" && !self.count,
        })
    }
}

impl Question {
    /// What ends the search early.
    pub(crate) fn enough(&self) -> Enough {
        self.enough
    }

    /// The answer that the table of solved positions has, where it is proven and no solver was named.
    pub(crate) fn known(&self, service: &Service) -> Option<answer::Solve> {
        let solution = self
            .any_way
            .then(|| service.lookup.solution(&self.puzzle))??;
        let length = solution.len();
        let run = Run {
            plan: Plan {
                algorithm: "auto".to_owned(),
                heuristic: None,
            },
            outcome: Outcome::new(Some(solution), length, Stop::Finished, Stats::default()),
            trace: Trace::default(),
        };
        Some(answer::Solve {
            source: Some("lookup"),
            ..run.answer(&self.puzzle, &self.goals, self.notation)
        })
    }

    /// Searches, and keeps what was found for later.
    pub(crate) fn answer(
        &self,
        service: &Service,
        control: &Control,
    ) -> Result<answer::Solve, Refusal> {
        let run = taquin_app::run(&*self.solver, &self.puzzle, control)?;
        if let Some(best) = run.outcome.best() {
            let proven = run.outcome.is_optimal();
            service.lookup.learn(&self.puzzle, best.moves(), proven);
        }
        let mut answer = run.answer(&self.puzzle, &self.goals, self.notation);
        answer.h_start = run.h_start(&self.puzzle);
        if self.count && answer.proven {
            answer.optimal_count = taquin_app::count_shortest(&self.puzzle, control);
        }
        Ok(answer)
    }
}

impl Question {
    /// The answer, with the human method's solution where a search was cancelled before it had any:
    /// whoever asks for a solution now gets one.
    pub(crate) fn or_by_hand(&self, answer: answer::Solve) -> answer::Solve {
        if answer.length.is_some() || answer.limit != Some("cancelled") {
            return answer;
        }
        let by_hand = human::solve(&self.puzzle);
        answer::Solve {
            length: Some(by_hand.len()),
            length_mtm: Some(taquin::multi_tile_length(by_hand.moves())),
            moves: Some(format_moves(by_hand.moves(), self.notation)),
            algorithm: "human".to_owned(),
            heuristic: None,
            h_start: None,
            ..answer
        }
    }
}

/// A solution, proven to be shortest where the solver and the limits allow. Reaching a limit is an
/// answer, with the best found so far. Where no solver is named and a shortest solution is known from
/// before, that is the answer, and `source` says so.
#[utoipa::path(post, path = "/solve", tag = "solving", request_body = Solve,
    responses((status = 200, body = answer::Solve)))]
pub(crate) async fn solve(
    State(service): State<Shared>,
    Asked(asked): Asked<Solve>,
) -> Result<Json<answer::Solve>, Fault> {
    let question = Arc::new(asked.read(service.settings.longest)?);
    let (looking, asked) = (service.clone(), question.clone());
    let known = tokio::task::spawn_blocking(move || asked.known(&looking));
    if let Some(answer) = known.await.map_err(Fault::internal)? {
        return Ok(Json(answer));
    }
    let (limits, enough) = (question.limits, question.enough());
    let solving = service.clone();
    let work = move |control: &Control| {
        let control = control.part(None).with_enough(enough);
        question.answer(&solving, &control)
    };
    Ok(Json(service.long.run(limits, work).await??))
}
