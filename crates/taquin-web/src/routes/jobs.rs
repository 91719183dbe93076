//! Long work: begin it, look at it, listen to it, cancel it.

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
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
use crate::body::Asked;
use crate::jobs::{Job, JobResult, View};
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
#[utoipa::path(post, path = "/jobs", tag = "jobs", request_body = Wanted,
    responses((status = 202, body = View,
        headers(("Location" = String, description = "Address of the job")),
        links(
            ("look" = (operation_id = "look", parameters(("id" = "$response.body#/id")))),
            ("listen" = (operation_id = "listen", parameters(("id" = "$response.body#/id")))),
            ("cancel" = (operation_id = "cancel", parameters(("id" = "$response.body#/id")))),
        ))))]
pub(crate) async fn begin(
    State(service): State<Shared>,
    Asked(asked): Asked<Wanted>,
) -> Result<Response, Fault> {
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
    let queued = gate.queue()?;
    service.metrics.job();
    let job = service.jobs.add(kind, notation);
    let view = job.view();
    let location = format!("/api/v1/jobs/{}", view.id);
    let working = service.clone();
    tokio::spawn(async move {
        let mut limits = work.limits();
        let bytes = gate.share(limits.memory);
        limits.memory = Some(bytes);
        let Some(ticket) = queued.enter(bytes).await else {
            return;
        };
        let ending = job.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _ticket = ticket;
            perform(&working, &job, &work, limits);
        });
        if let Err(error) = done.await {
            tracing::error!(%error, "a job ended badly");
            let detail = "a fault of the service; its log has more";
            ending.finish(Err(Refusal::new(RefusalKind::Internal, detail)));
        }
    });
    let mut response = (StatusCode::ACCEPTED, Json(view)).into_response();
    if let Ok(location) = HeaderValue::from_str(&location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// Does the work of a job.
fn perform(service: &Shared, job: &Arc<Job>, work: &Work, limits: Limits) {
    let telling = job.clone();
    let control = Control::new(limits).on_event(move |event| telling.hear(event));
    let control = Arc::new(control);
    if !job.begin(&control) {
        return;
    }
    let app = &service.app;
    let found: Result<JobResult, Refusal> = match work {
        Work::Solve(solve) => solve
            .known(app)
            .map_or_else(|| solve.answer(app, &control), Ok)
            .map(|answer| JobResult::Solve(Box::new(solve.or_human(answer)))),
        Work::Compare(comparison) => {
            let each = |run: &mut answer::Run| {
                problem::add_run_status(run);
                job.hear_run(run);
            };
            Ok(JobResult::Compare(comparison.answer(&control, &each)))
        }
        Work::Bench(experiment) => {
            let each = |progress| job.hear_bench(progress);
            experiment.answer(&control, &each).map(JobResult::Bench)
        }
    };
    job.finish(found);
}

/// A job as it is now.
#[utoipa::path(get, path = "/jobs/{id}", tag = "jobs",
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
#[utoipa::path(delete, path = "/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "The job's name", pattern = "^[0-9a-f]{32}$")),
    responses((status = 200, body = View)))]
pub(crate) async fn cancel(
    State(service): State<Shared>,
    Path(id): Path<String>,
) -> Result<Json<View>, Fault> {
    let job = find(&service, &id)?;
    let mut changes = job.changes();
    job.cancel();
    let ended = async {
        while !job.view().state.is_over() {
            if changes.changed().await.is_err() {
                break;
            }
        }
    };
    // One that does not hear at once is cancelled all the same; its listeners hear of its end.
    let _ = tokio::time::timeout(MOMENT, ended).await;
    service.jobs.remove(&id);
    Ok(Json(job.view()))
}

/// Time between two events of a stream.
const PAUSE: Duration = Duration::from_millis(100);

/// Time between two signs of life when nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// What a job does, as server-sent events: `progress` whenever something changed, at most ten a
/// second, and `end` once it is over. The data of each is the job as an object.
#[utoipa::path(get, path = "/jobs/{id}/events", tag = "jobs",
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
