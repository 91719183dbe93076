//! A position as a formula or a planning task, and one question to a solver of formulas.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use taquin::ask::{Language, Question, Refusal, Writing};
use taquin::sat::Horizon;
use taquin::sat::encodings::Encoding;
use taquin::wire::ProblemKind;
use taquin::{Board, Control, Limits, ask, wire};
use utoipa::ToSchema;

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;
use crate::request::{self, LimitMembers, Notation, Position};

/// A position to write in another solver's language.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EncodeRequest)]
pub(crate) struct Encode {
    board: Position,
    goal: Option<Position>,
    /// The language.
    #[serde(rename = "as")]
    language: LanguageName,
    /// Moves of the plan; not for `pddl`.
    #[schema(maximum = 2000)]
    bound: Option<u32>,
    /// How `dimacs` says it.
    #[serde(default)]
    encoding: EncodingName,
    /// Whether plans have exactly so many moves, or at most.
    #[serde(default)]
    horizon: HorizonName,
}

/// A language of other solvers.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum LanguageName {
    Pddl,
    Dimacs,
    Smtlib,
    Minizinc,
}

impl From<LanguageName> for Language {
    fn from(name: LanguageName) -> Self {
        match name {
            LanguageName::Pddl => Self::Pddl,
            LanguageName::Dimacs => Self::Dimacs,
            LanguageName::Smtlib => Self::Smtlib,
            LanguageName::Minizinc => Self::Minizinc,
        }
    }
}

/// Which plans a formula is about.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum HorizonName {
    /// Plans of at most so many moves.
    #[default]
    AtMost,
    /// Plans of exactly so many moves.
    Exact,
}

impl From<HorizonName> for Horizon {
    fn from(name: HorizonName) -> Self {
        match name {
            HorizonName::AtMost => Self::AtMost,
            HorizonName::Exact => Self::Exact,
        }
    }
}

/// A way to write a puzzle as clauses.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum EncodingName {
    #[default]
    Compact,
    Course,
    ThesisSat,
}

impl EncodingName {
    fn encoding(self) -> Result<Encoding, Fault> {
        let name = match self {
            Self::Compact => "compact",
            Self::Course => "course",
            Self::ThesisSat => "thesis-sat",
        };
        name.parse()
            .map_err(|error: taquin::spec::SpecError| Refusal::from(error).into())
    }
}

/// The most a formula may be about: steps times the square of the cells. On 4x4 that is 800 steps,
/// and some tens of megabytes of clauses.
const MOST: u64 = 200_000;

fn check_size(board: &Board, steps: u32) -> Result<(), Fault> {
    let cells = board.size().cells() as u64;
    let most = MOST / (cells * cells);
    if u64::from(steps) > most {
        return Err(Fault::new(
            ProblemKind::TooLarge,
            format!(
                "a formula about {steps} moves of a {} board is too large for the service; at most \
                 {most} moves, or use the command line",
                board.size()
            ),
        )
        .at("/bound"));
    }
    Ok(())
}

/// Memory of one formula, its text included.
const MEMORY: u64 = 256 << 20;

/// A position as a planning task, a formula or a model. With `Accept: text/plain` the text alone,
/// and the counts in headers.
#[utoipa::path(post, path = "/encode", tag = "learning", request_body = Encode,
    responses((status = 200, description = "The files, or with `Accept: text/plain` their text",
        content((wire::Encode = "application/json"), (String = "text/plain")))))]
pub(crate) async fn encode(
    State(service): State<Shared>,
    headers: HeaderMap,
    Asked(asked): Asked<Encode>,
) -> Result<Response, Fault> {
    let board = request::board(&asked.board)?;
    let goals = request::goals(asked.goal.as_ref())?;
    let language = Language::from(asked.language);
    request::range(asked.bound.map(u64::from), 0, 2000, "/bound")?;
    if language != Language::Pddl {
        let Some(steps) = asked.bound else {
            return Err(Fault::member(
                "/bound",
                "required",
                "a formula is about plans of a number of moves: say how many",
            ));
        };
        check_size(&board, steps)?;
    }
    let how = Writing {
        language,
        steps: asked.bound,
        encoding: asked.encoding.encoding()?,
        theory: taquin::sat::smt::Theory::default(),
        horizon: asked.horizon.into(),
        name: "taquin".to_owned(),
        any_parity: false,
    };
    let limits = Limits {
        memory: Some(MEMORY),
        ..Limits::default()
    };
    let work = move |_: &_| ask::encode(&board, &goals, &how);
    let answer = service.long.run(limits, work).await??;
    Ok(if wants_text(&headers) {
        plain(&answer)
    } else {
        Json(answer).into_response()
    })
}

fn wants_text(headers: &HeaderMap) -> bool {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok());
    accept.is_some_and(|text| text.contains("text/plain") && !text.contains("application/json"))
}

/// The text alone, with its counts in headers.
fn plain(answer: &wire::Encode) -> Response {
    let texts: Vec<&str> = answer.files.iter().map(|file| file.text.as_str()).collect();
    let media_type = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    let mut response = (media_type, texts.join("\n")).into_response();
    let counts = [
        ("x-taquin-bound", answer.bound.map(u64::from)),
        ("x-taquin-variables", answer.variables.map(u64::from)),
        ("x-taquin-clauses", answer.clauses.map(|n| n as u64)),
    ];
    for (name, count) in counts {
        if let Some(count) = count {
            let name = HeaderName::from_static(name);
            response
                .headers_mut()
                .insert(name, HeaderValue::from(count));
        }
    }
    response
}

/// A question: is there a plan of so many moves?
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DecideRequest)]
pub(crate) struct Decide {
    board: Position,
    goal: Option<Position>,
    /// The moves of the plan.
    #[schema(maximum = 2000)]
    bound: u32,
    #[serde(default)]
    encoding: EncodingName,
    /// Whether plans have exactly so many moves, or at most.
    #[serde(default)]
    horizon: HorizonName,
    #[serde(default)]
    #[schema(inline)]
    notation: Notation,
    #[serde(default, deserialize_with = "request::object")]
    limits: LimitMembers,
}

/// How long a formula is worked on where no limit is asked for.
const USUAL: Duration = Duration::from_secs(10);

/// Asks the built-in solver of formulas whether there is a plan of so many moves, at most or exactly.
#[utoipa::path(post, path = "/decide", tag = "learning", request_body = Decide,
    responses((status = 200, body = wire::Decide)))]
pub(crate) async fn decide(
    State(service): State<Shared>,
    Asked(asked): Asked<Decide>,
) -> Result<Json<wire::Decide>, Fault> {
    let (puzzle, _) = request::puzzle(&asked.board, asked.goal.as_ref())?;
    request::range(Some(u64::from(asked.bound)), 0, 2000, "/bound")?;
    check_size(puzzle.start(), asked.bound)?;
    let question = Question {
        steps: asked.bound,
        horizon: asked.horizon.into(),
        encoding: asked.encoding.encoding()?,
        notation: asked.notation.into(),
    };
    let limits = asked.limits.limits(USUAL, service.settings.longest)?;
    let work = move |control: &Control| ask::decide(&puzzle, question, control);
    Ok(Json(service.long.run(limits, work).await??))
}
