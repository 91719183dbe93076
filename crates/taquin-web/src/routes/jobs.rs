//! Long work: begin it, look at it, listen to it, cancel it.

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use taquin::notation::Notation;
use taquin::{Control, Limits};
use taquin_app::{PreparedCompare, PreparedSolve, Refusal, RefusalKind, answer, question};
use tokio::sync::watch;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::Shared;
use super::bench::{Bench, Experiment};
use crate::address::Client;
use crate::body::Numbered;
use crate::gate::Gate;
use crate::jobs::{Job, JobResult, Repeatable, View};
use crate::lane::Turn;
use crate::metrics::Open;
use crate::problem::{self, Fault};

/// Work to begin: the members of that request, and which it is.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Wanted {
    /// As `/solve`.
    Solve(question::Solve),
    /// As `/compare`.
    Compare(question::Compare),
    /// A small experiment.
    Bench(Bench),
}

/// The members of the one or of another, and `kind`. By hand, because each of them refuses members it
/// does not know, so that they cannot be put together with another object.
impl PartialSchema for Wanted {
    fn schema() -> RefOr<Schema> {
        let parts = [
            ("solve", question::Solve::schema()),
            ("compare", question::Compare::schema()),
            ("bench", Bench::schema()),
        ];
        let with_kind = |(kind, schema)| match schema {
            RefOr::T(Schema::Object(mut object)) => {
                let word = ObjectBuilder::new()
                    .schema_type(Type::String)
                    .enum_values(Some([kind]))
                    .description(Some("Which it is."));
                object.properties.insert("kind".to_owned(), word.into());
                object.required.push("kind".to_owned());
                Schema::Object(object)
            }
            RefOr::T(other) => other,
            RefOr::Ref(_) => Schema::default(),
        };
        let parts = parts.into_iter().map(with_kind);
        parts.fold(OneOfBuilder::new(), OneOfBuilder::item).into()
    }
}

impl ToSchema for Wanted {
    fn name() -> Cow<'static, str> {
        "JobRequest".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        question::Solve::schemas(schemas);
        question::Compare::schemas(schemas);
        Bench::schemas(schemas);
    }
}

/// Work that was read and checked.
enum Work {
    Solve(Box<PreparedSolve>),
    Compare(PreparedCompare),
    Bench(Box<Experiment>),
}

impl Work {
    fn limits(&self) -> Limits {
        match self {
            Self::Solve(solve) => solve.limits(),
            Self::Compare(comparison) => comparison.limits(),
            Self::Bench(experiment) => experiment.total(),
        }
    }
}

/// Begins long work; it goes on when the client leaves.
#[utoipa::path(post, operation_id = "create_job", path = "/jobs", tag = "jobs", request_body = Wanted,
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255,
        description = "A name for this request; sent again, it begins no second job")),
    responses((status = 202, body = View,
        headers(("Location" = String, description = "Address of the job")),
        links(
            ("job" = (operation_id = "get_job", parameters(("id" = "$response.body#/id")))),
            ("events" = (operation_id = "stream_job_events", parameters(("id" = "$response.body#/id")))),
            ("cancel" = (operation_id = "cancel_job", parameters(("id" = "$response.body#/id")))),
        ))))]
pub(crate) async fn begin(
    State(service): State<Shared>,
    client: Client,
    headers: HeaderMap,
    Numbered(asked, body): Numbered<Wanted>,
) -> Result<Response, Fault> {
    let repeatable = idempotency_key(&headers)?.map(|key| Repeatable {
        client: client.0,
        key,
        body,
    });
    if let Some(repeatable) = &repeatable {
        let known = service.jobs.repeated(repeatable).map_err(|_| {
            let detail = "this Idempotency-Key was used for another request";
            Fault::new(RefusalKind::InvalidRequest, detail)
        })?;
        if let Some(job) = known {
            return Ok(accepted(job.view()));
        }
    }
    let (kind, work, notation) = match asked {
        Wanted::Solve(asked) => {
            let solve = service.app.solve(&asked)?;
            let notation = solve.notation();
            ("solve", Work::Solve(Box::new(solve)), notation)
        }
        Wanted::Compare(asked) => {
            let comparison = service.app.compare(&asked)?;
            let notation = comparison.notation();
            ("compare", Work::Compare(comparison), notation)
        }
        Wanted::Bench(asked) => {
            // Some sets take a moment to be counted.
            let policy = service.app.policy;
            let experiment = tokio::task::spawn_blocking(move || asked.read(policy));
            let experiment = experiment.await.map_err(Fault::internal)??;
            ("bench", Work::Bench(Box::new(experiment)), Notation::Tile)
        }
    };
    let gate = match &work {
        Work::Bench(_) => service.bench.clone(),
        _ => service.long.clone(),
    };
    let limits = gate.limits(work.limits());
    let turn = gate.queue(client.0, limits)?;
    service.metrics.job();
    let job = service.jobs.add(kind, notation, repeatable, turn.leave());
    let view = job.view();
    tokio::spawn(follow(service, gate, turn, job, work, limits));
    Ok(accepted(view))
}

/// The answer to whoever begins a job.
fn accepted(view: View) -> Response {
    let location = format!("/api/v1/jobs/{}", view.id);
    let mut response = (StatusCode::ACCEPTED, Json(view)).into_response();
    if let Ok(location) = HeaderValue::from_str(&location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

/// Bytes of a key.
const MOST_KEY: usize = 255;

/// The client's name for the request, if it gives one.
fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Fault> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(key) if (1..=MOST_KEY).contains(&key.len()) => Ok(Some(key.to_owned())),
        _ => {
            let detail = format!("an Idempotency-Key has 1 to {MOST_KEY} printable characters");
            Err(Fault::new(RefusalKind::InvalidRequest, detail))
        }
    }
}

/// Follows a job from its place in the queue to its end. One that is cancelled before it begins leaves
/// the queue at once.
async fn follow(
    service: Shared,
    gate: Arc<Gate>,
    mut turn: Turn,
    job: Arc<Job>,
    work: Work,
    limits: Limits,
) {
    let Some(ticket) = turn.wait().await else {
        // It was cancelled, or the service is being stopped.
        return job.cancel();
    };
    drop(turn);
    let ending = job.clone();
    let done = tokio::task::spawn_blocking(move || {
        let telling = job.clone();
        let control = Control::new(limits)
            .within(&service.settings.context)
            .on_event(move |event| telling.hear(event));
        let control = Arc::new(control);
        let _search = gate.begin(ticket, &control);
        perform(&service, &job, &work, &control);
    });
    if let Err(error) = done.await {
        tracing::error!(%error, "a job ended badly");
        let detail = "a fault of the service; its log has more";
        ending.finish(Err(Refusal::new(RefusalKind::Internal, detail)));
    }
}

/// Does the work of a job.
fn perform(service: &Shared, job: &Arc<Job>, work: &Work, control: &Arc<Control>) {
    if !job.begin(control) {
        return;
    }
    let app = &service.app;
    let found: Result<JobResult, Refusal> = match work {
        Work::Solve(solve) => solve
            .known(app)
            .map_or_else(|| solve.answer(app, control), Ok)
            .map(|answer| JobResult::Solve(Box::new(solve.or_human(answer)))),
        Work::Compare(comparison) => {
            let each = |run: &mut answer::Run| {
                problem::add_run_status(run);
                job.hear_run(run);
            };
            Ok(JobResult::Compare(comparison.answer(control, &each)))
        }
        Work::Bench(experiment) => {
            let each = |progress| job.hear_bench(progress);
            experiment.answer(control, &each).map(JobResult::Bench)
        }
    };
    job.finish(found);
}

/// A job as it is now.
#[utoipa::path(get, operation_id = "get_job", path = "/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "The job's name", pattern = "^[0-9a-f]{32}$")),
    responses((status = 200, body = View)))]
pub(crate) async fn look(
    State(service): State<Shared>,
    Path(id): Path<String>,
) -> Result<Json<View>, Fault> {
    Ok(Json(find(&service, &id)?.view()))
}

/// How long a cancelled job has to end before its client is answered.
const MOMENT: Duration = Duration::from_secs(5);

/// Cancels a job and forgets it; the answer has what it found so far.
#[utoipa::path(delete, operation_id = "cancel_job", path = "/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "The job's name", pattern = "^[0-9a-f]{32}$")),
    responses((status = 200, body = View)))]
pub(crate) async fn cancel(
    State(service): State<Shared>,
    Path(id): Path<String>,
) -> Result<Json<View>, Fault> {
    let job = find(&service, &id)?;
    job.cancel();
    // One that does not hear at once is cancelled all the same; its listeners hear of its end.
    let _ = tokio::time::timeout(MOMENT, job.over()).await;
    service.jobs.remove(&id);
    Ok(Json(job.view()))
}

/// Time between two events of a stream.
const PAUSE: Duration = Duration::from_millis(100);

/// Time between two signs of life when nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// What a job does, as server-sent events: `progress` whenever something changed, at most ten a
/// second, and `end` once it is over. The data of each is the job as an object.
#[utoipa::path(get, operation_id = "stream_job_events", path = "/jobs/{id}/events", tag = "jobs",
    params(("id" = String, Path, description = "The job's name", pattern = "^[0-9a-f]{32}$")),
    responses((status = 200, body = serde_json::Value, content_type = "text/event-stream")))]
pub(crate) async fn listen(
    State(service): State<Shared>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Fault> {
    let job = find(&service, &id)?;
    let listener = Listener {
        changes: job.changes(),
        job,
        told: Told::Nothing,
        _open: service.metrics.stream(),
    };
    let events = stream::unfold(listener, Listener::next);
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// A client that listens.
struct Listener {
    job: Arc<Job>,
    changes: watch::Receiver<u64>,
    told: Told,
    _open: Open,
}

/// What a client knows.
#[derive(PartialEq, Eq)]
enum Told {
    Nothing,
    Something,
    All,
}

impl Listener {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        match self.told {
            Told::All => return None,
            Told::Nothing => {}
            Told::Something => {
                tokio::time::sleep(PAUSE).await;
                self.changes.changed().await.ok()?;
            }
        }
        self.changes.mark_unchanged();
        let view = self.job.view().for_events();
        let (name, told) = if view.state.is_over() {
            ("end", Told::All)
        } else {
            ("progress", Told::Something)
        };
        self.told = told;
        let event = Event::default().event(name).json_data(&view);
        Some((Ok(event.unwrap_or_default()), self))
    }
}

fn find(service: &Shared, id: &str) -> Result<Arc<Job>, Fault> {
    service.jobs.get(id).ok_or_else(|| {
        Fault::new(
            RefusalKind::NotFound,
            "there is no such job, or it was over long ago",
        )
    })
}
