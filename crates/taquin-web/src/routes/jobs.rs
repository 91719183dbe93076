//! Long work: begin it, look at it, listen to it, cancel it.

use std::borrow::Cow;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
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
use crate::body::WithText;
use crate::gate::Gate;
use crate::jobs::{
    Inserted, Job, JobResult, JobStoreError, MOST_STARTS, Record, Status, Version, View,
};
use crate::lane::Turn;
use crate::metrics::Open;
use crate::problem::{self, Fault};
use crate::service::Phase;

/// A job to start: its kind, and the members of the request of that kind.
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

/// The members of one of the requests, and `kind`. By hand, because each of them refuses members it
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
                    .description(Some("Kind of job."));
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

/// Starts a job: a solve, a comparison or an experiment that continues when the client disconnects.
#[utoipa::path(post, operation_id = "create_job", path = "/jobs", tag = "jobs", request_body = Wanted,
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255,
        description = "A unique key for this request; repeating the request with the same key does not start another job")),
    responses((status = 202, body = View,
        headers(("Location" = String, description = "URL of the job")),
        links(
            ("job" = (operation_id = "get_job", parameters(("id" = "$response.body#/id")))),
            ("events" = (operation_id = "stream_job_events", parameters(("id" = "$response.body#/id")))),
            ("cancel" = (operation_id = "cancel_job", parameters(("id" = "$response.body#/id")))),
        ))))]
pub(crate) async fn begin(
    State(service): State<Shared>,
    client: Client,
    headers: HeaderMap,
    WithText(asked, text): WithText<Wanted>,
) -> Result<Response, Fault> {
    follow_store(&service);
    let key = idempotency_key(&headers)?;
    if let Some(key) = key.clone() {
        let find =
            move |service: &Shared| service.jobs.with_store(|store| store.find(client.0, &key));
        if let Some(known) = stored(&service, find).await? {
            return repeated(&service, &known, &text);
        }
    }
    let prepared = prepare(&service, asked).await?;
    let (gate, limits) = prepared.gate(&service);
    let turn = gate.queue(client.0, limits)?;
    let record = Record::new(client.0, key, text.clone(), prepared.kind);
    let inserting = record.clone();
    let inserted = stored(&service, move |service| service.jobs.insert(&inserting)).await?;
    if let Inserted::Known(known) = inserted {
        return repeated(&service, &known, &text);
    }
    service.metrics.job();
    let job = service.jobs.add(
        record.id,
        prepared.kind,
        prepared.notation,
        0,
        Some(turn.leave()),
    );
    let view = job.view();
    let queued = Queued {
        gate,
        client: client.0,
        limits,
        turn,
    };
    tokio::spawn(follow(service, queued, job, prepared.work));
    Ok(accepted(&view.id, Json(&view).into_response()))
}

/// The answer to a request that was sent before with the same key.
fn repeated(service: &Shared, known: &Record, text: &str) -> Result<Response, Fault> {
    if known.asked != text {
        let detail = "this Idempotency-Key was used for another request";
        return Err(Fault::new(RefusalKind::InvalidRequest, detail));
    }
    let response = match service.jobs.get(&known.id) {
        Some(job) => Json(job.view()).into_response(),
        None => json(known.status.view.clone()),
    };
    Ok(accepted(&known.id, response))
}

/// The time that a request waits for a store that is down.
const STORE_PATIENCE: Duration = Duration::from_secs(3);

/// Uses the store off the async threads. A restarting database is back in a moment, so this retries
/// before it fails.
async fn stored<T: Send + 'static>(
    service: &Shared,
    ask: impl Fn(&Shared) -> Result<T, JobStoreError> + Send + Sync + 'static,
) -> Result<T, Fault> {
    let (until, ask) = (Instant::now() + STORE_PATIENCE, Arc::new(ask));
    loop {
        let (service, ask) = (service.clone(), ask.clone());
        let answer = tokio::task::spawn_blocking(move || ask(&service)).await;
        match answer.map_err(Fault::internal)? {
            Ok(answer) => return Ok(answer),
            Err(error) if Instant::now() >= until => {
                tracing::warn!(%error, "a job cannot be stored or found");
                return Err(Fault::no_store());
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// A validated request, and how the job is described.
struct Ready {
    kind: &'static str,
    work: Work,
    notation: Notation,
}

impl Ready {
    /// The gate it waits at, and its limits there.
    fn gate(&self, service: &Shared) -> (Arc<Gate>, Limits) {
        let gate = match &self.work {
            Work::Bench(_) => service.bench.clone(),
            _ => service.long.clone(),
        };
        let limits = gate.limits(self.work.limits());
        (gate, limits)
    }
}

/// Validates the request.
async fn prepare(service: &Shared, asked: Wanted) -> Result<Ready, Fault> {
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
    Ok(Ready {
        kind,
        work,
        notation,
    })
}

/// Starts the thread that follows the store, once.
pub(crate) fn follow_store(service: &Shared) {
    if !service.jobs.is_first_follower() {
        return;
    }
    let (weak, runtime) = (Arc::downgrade(service), tokio::runtime::Handle::current());
    let thread = std::thread::Builder::new().name("jobs".to_owned());
    let following = thread.spawn(move || {
        let mut last = None;
        while let Some(service) = weak.upgrade() {
            let may_claim = service.phase() != Phase::Stopping;
            for record in service.jobs.look(&mut last, may_claim) {
                runtime.spawn(resume(service.clone(), record));
            }
            service.jobs.wait();
        }
    });
    if let Err(error) = following {
        tracing::error!(%error, "jobs are not stored: there is no thread for them");
    }
}

/// The kind of a stored job's work.
fn kind_of(record: &Record) -> &'static str {
    let view: serde_json::Value = serde_json::from_str(&record.status.view).unwrap_or_default();
    let mut kinds = ["solve", "compare", "bench"].into_iter();
    kinds.find(|kind| view["kind"] == *kind).unwrap_or("solve")
}

/// Begins a job again whose process is gone.
async fn resume(service: Shared, record: Record) {
    let Record { id, client, .. } = &record;
    tracing::info!(id, starts = record.starts, "a job is begun again");
    service.metrics.job_resumed();
    let prepared = match crate::body::parse::<Wanted>(record.asked.as_bytes()) {
        Ok(asked) => prepare(&service, asked).await,
        Err(fault) => Err(fault),
    };
    let epoch = record.status.version.epoch;
    let refused = |refusal: Refusal| {
        let kind = kind_of(&record);
        let job = service
            .jobs
            .add(id.clone(), kind, Notation::Tile, epoch, None);
        job.finish(Err(refusal));
        service.jobs.wake();
    };
    let prepared = match prepared {
        Ok(prepared) if record.starts < MOST_STARTS => prepared,
        Ok(_) => {
            let detail = format!("the service ended {MOST_STARTS} times while this job ran");
            return refused(Refusal::new(RefusalKind::Internal, detail));
        }
        Err(fault) => return refused(fault.into_refusal()),
    };
    let (gate, limits) = prepared.gate(&service);
    let Ok(turn) = gate.queue(*client, limits) else {
        // The queue is full, or its client has used up its share: later, or elsewhere.
        let (giving, id) = (service.clone(), id.clone());
        let _ = tokio::task::spawn_blocking(move || giving.jobs.give_back(&id)).await;
        return;
    };
    let leave = Some(turn.leave());
    let job = service
        .jobs
        .add(id.clone(), prepared.kind, prepared.notation, epoch, leave);
    if record.cancelled {
        job.cancel();
    }
    let queued = Queued {
        gate,
        client: *client,
        limits,
        turn,
    };
    follow(service, queued, job, prepared.work).await;
}

/// The answer to a client that starts a job.
fn accepted(id: &str, mut response: Response) -> Response {
    *response.status_mut() = StatusCode::ACCEPTED;
    if let Ok(location) = HeaderValue::from_str(&format!("/api/v1/jobs/{id}")) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

/// A job as JSON that is written already.
fn json(view: String) -> Response {
    let media_type = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, media_type)], view).into_response()
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

/// A job's place in a queue.
struct Queued {
    gate: Arc<Gate>,
    client: IpAddr,
    limits: Limits,
    turn: Turn,
}

/// Follows a job from its place in the queue to its end. One that is cancelled before it begins leaves
/// the queue at once.
async fn follow(service: Shared, queued: Queued, job: Arc<Job>, work: Work) {
    let Queued {
        gate,
        client,
        limits,
        mut turn,
    } = queued;
    let ticket = turn.wait().await;
    drop(turn);
    let Some(ticket) = ticket else {
        // It was cancelled, or the service is being stopped and gives it back.
        if service.phase() != Phase::Stopping {
            job.cancel();
        }
        return service.jobs.wake();
    };
    let (ending, waking) = (job.clone(), service.clone());
    let (control, account) = gate.control(client, limits);
    let telling = job.clone();
    let control = Arc::new(control.on_event(move |event| telling.hear(event)));
    let search = gate.begin(ticket, &control);
    let performing = move || {
        perform(&service, &job, &work, &control);
        drop(search);
    };
    if gate.perform(&account, performing).await.is_err() {
        let detail = "a fault of the service; its log has more";
        ending.finish(Err(Refusal::new(RefusalKind::Internal, detail)));
    }
    waking.jobs.wake();
}

/// Does the work of a job.
fn perform(service: &Shared, job: &Arc<Job>, work: &Work, control: &Arc<Control>) {
    if !job.begin(control) || !service.jobs.begin(&job.id()) {
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

/// Returns the current state of a job.
#[utoipa::path(get, operation_id = "get_job", path = "/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "ID of the job", pattern = "^[0-9a-f]{32}$")),
    responses((status = 200, body = View)))]
pub(crate) async fn look(
    State(service): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    Ok(match find(&service, &id).await? {
        Found::Local(job) => Json(job.view()).into_response(),
        Found::Stored(record) => json(record.status.into_whole()),
    })
}

/// The time that a cancelled job has to end before its client is answered.
const MOMENT: Duration = Duration::from_secs(5);

/// Cancels and deletes a job; the response has its result so far.
#[utoipa::path(delete, operation_id = "cancel_job", path = "/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "ID of the job", pattern = "^[0-9a-f]{32}$")),
    responses((status = 200, body = View)))]
pub(crate) async fn cancel(
    State(service): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let response = match find(&service, &id).await? {
        Found::Local(job) => {
            job.cancel();
            // One that does not hear at once is cancelled all the same; its listeners hear of its end.
            let _ = tokio::time::timeout(MOMENT, job.over()).await;
            Json(job.view()).into_response()
        }
        Found::Stored(record) => {
            let record = cancel_elsewhere(&service, *record).await?;
            json(record.status.into_whole())
        }
    };
    stored(&service, move |service| service.jobs.delete(&id)).await?;
    Ok(response)
}

/// Requests that the replica running a job end it, and waits until it has.
async fn cancel_elsewhere(service: &Shared, mut record: Record) -> Result<Record, Fault> {
    let until = Instant::now() + MOMENT;
    let id = record.id.clone();
    let cancelling = id.clone();
    let cancel = move |service: &Shared| service.jobs.with_store(|store| store.cancel(&cancelling));
    stored(service, cancel).await?;
    while !record.status.state.is_over() && Instant::now() < until {
        tokio::time::sleep(PAUSE).await;
        let id = id.clone();
        let get = move |service: &Shared| service.jobs.with_store(|store| store.get(&id));
        match stored(service, get).await? {
            Some(now) => record = now,
            None => break,
        }
    }
    Ok(record)
}

/// Time between two events of a stream.
const PAUSE: Duration = Duration::from_millis(100);

/// Time between two signs of life when nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Streams the progress of a job as server-sent events: `progress` when something changed, at most ten
/// times a second, and `end` when the job is over. The data of each event is the job object. A client
/// that reconnects with `Last-Event-ID`, to any replica, gets the current state if it has changed since,
/// or `204` if that event was the last.
#[utoipa::path(get, operation_id = "stream_job_events", path = "/jobs/{id}/events", tag = "jobs",
    params(("id" = String, Path, description = "ID of the job", pattern = "^[0-9a-f]{32}$"),
        ("Last-Event-ID" = Option<String>, Header,
            description = "ID of the last event that the client received")),
    responses((status = 200, body = serde_json::Value, content_type = "text/event-stream"),
        (status = 204, description = "The client has already received the last event")))]
pub(crate) async fn listen(
    State(service): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let known = headers.get("last-event-id");
    let known: Option<Version> = known.and_then(|id| id.to_str().ok()?.parse().ok());
    let source = match find(&service, &id).await? {
        Found::Local(job) => Source::Local {
            changes: job.changes(),
            job,
        },
        Found::Stored(record) => {
            let now = record.status.version;
            Source::Stored {
                versions: service.jobs.watch(&id, now),
                next: Some(record),
                id,
            }
        }
    };
    if let Some(known) = known
        && source.is_over()
        && !source.version().is_after(known)
    {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let listener = Listener {
        source,
        known,
        end: false,
        _open: service.metrics.stream(),
        service,
    };
    let events = stream::unfold(listener, Listener::next);
    let events = Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    Ok(events.into_response())
}

/// A client that listens.
struct Listener {
    service: Shared,
    source: Source,
    /// The last change it knows.
    known: Option<Version>,
    /// Whether the end was sent.
    end: bool,
    _open: Open,
}

/// The source of a listener's news about a job.
enum Source {
    /// It runs in this process.
    Local {
        job: Arc<Job>,
        changes: watch::Receiver<u64>,
    },
    /// It is in the store.
    Stored {
        id: String,
        versions: watch::Receiver<Version>,
        /// Events read but not sent yet.
        next: Option<Box<Record>>,
    },
}

/// The public description of a job.
struct News {
    version: Version,
    is_over: bool,
    view: String,
}

impl Source {
    fn version(&self) -> Version {
        match self {
            Self::Local { job, .. } => job.version(),
            Self::Stored { versions, .. } => *versions.borrow(),
        }
    }

    fn is_over(&self) -> bool {
        match self {
            Self::Local { job, .. } => job.view().state.is_over(),
            Self::Stored { next, .. } => next
                .as_ref()
                .is_some_and(|record| record.status.state.is_over()),
        }
    }

    /// The current state of the job; none when it is gone from here.
    async fn read(&mut self, service: &Shared) -> Option<News> {
        match self {
            Self::Local { job, changes } => {
                changes.mark_unchanged();
                let version = job.version();
                let view = (!job.is_gone()).then(|| job.view().for_events())?;
                Some(News {
                    version,
                    is_over: view.state.is_over(),
                    view: serde_json::to_string(&view).ok()?,
                })
            }
            Self::Stored { id, versions, next } => {
                versions.mark_unchanged();
                let record = if let Some(record) = next.take() {
                    *record
                } else {
                    let id = id.clone();
                    let get =
                        move |service: &Shared| service.jobs.with_store(|store| store.get(&id));
                    stored(service, get).await.ok()??
                };
                let Status {
                    version,
                    state,
                    view,
                    ..
                } = record.status;
                Some(News {
                    version,
                    is_over: state.is_over(),
                    view,
                })
            }
        }
    }

    /// Waits for a change; none when there will be no other.
    async fn changed(&mut self) -> Option<()> {
        match self {
            Self::Local { changes, .. } => changes.changed().await.ok(),
            Self::Stored { versions, .. } => versions.changed().await.ok(),
        }
    }
}

impl Listener {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        if self.end {
            return None;
        }
        loop {
            let news = self.source.read(&self.service).await?;
            if self.known.is_none_or(|known| news.version.is_after(known)) {
                if self.known.replace(news.version).is_some() && !news.is_over {
                    tokio::time::sleep(PAUSE).await;
                }
                self.end = news.is_over;
                let name = if news.is_over { "end" } else { "progress" };
                let event = Event::default().event(name).id(news.version.to_string());
                return Some((Ok(event.data(news.view)), self));
            }
            self.source.changed().await?;
        }
    }
}

/// A job, and where it was found.
enum Found {
    Local(Arc<Job>),
    Stored(Box<Record>),
}

async fn find(service: &Shared, id: &str) -> Result<Found, Fault> {
    follow_store(service);
    if let Some(job) = service.jobs.get(id) {
        return Ok(Found::Local(job));
    }
    let not_there = || {
        Fault::new(
            RefusalKind::NotFound,
            "there is no such job, or it was over long ago",
        )
    };
    if id.len() != 32 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(not_there());
    }
    let id = id.to_owned();
    let get = move |service: &Shared| service.jobs.with_store(|store| store.get(&id));
    let record = stored(service, get).await?;
    Ok(Found::Stored(Box::new(record.ok_or_else(not_there)?)))
}
