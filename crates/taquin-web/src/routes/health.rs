//! Is it there, and what can it do?

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use taquin::catalogue::{self, OptionEntry, SolverEntry};
use taquin::generate::Level;
use taquin::levels::{Dealer, LevelError};
use taquin::sat::backend::BACKENDS;
use taquin::sat::encodings::ENCODINGS;
use taquin::{Control, Goal, Size};
use taquin_app::answer;
use taquin_app::question::{MOST_MEMORY_MB, MOST_TIME_MS};
use utoipa::ToSchema;

use super::Shared;
use crate::lookup::TableHealth;
use crate::service::Phase;

/// State of the service.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`, or `degraded` while an optional component is unavailable.
    status: &'static str,
    /// The version of the service.
    version: &'static str,
    /// The table of solved positions.
    table: TableHealth,
    /// The store of jobs.
    jobs: JobsHealth,
}

/// State of the job store.
#[derive(Serialize, ToSchema)]
pub(crate) struct JobsHealth {
    /// Whether it is available; if not, the log has the reason.
    available: bool,
}

/// Returns the state of the service and its components.
#[utoipa::path(get, operation_id = "get_health", path = "/health", tag = "service", responses((status = 200, body = Health)))]
pub(crate) async fn health(State(service): State<Shared>) -> Json<Health> {
    let table = service.lookup.health();
    let jobs = JobsHealth {
        available: service.jobs.is_available(),
    };
    let all = table.available && jobs.available;
    Json(Health {
        status: if all { "ok" } else { "degraded" },
        version: answer::VERSION,
        table,
        jobs,
    })
}

/// Whether the process answers at all.
pub(crate) async fn live() -> &'static str {
    "ok\n"
}

/// Whether requests should be sent here: the tables that hints need are loaded, and the service is not
/// about to end.
pub(crate) async fn ready(State(service): State<Shared>) -> (StatusCode, &'static str) {
    match service.phase() {
        Phase::Starting => (StatusCode::SERVICE_UNAVAILABLE, "loading tables\n"),
        Phase::Ready => (StatusCode::OK, "ok\n"),
        Phase::Stopping => (StatusCode::SERVICE_UNAVAILABLE, "stopping\n"),
    }
}

/// The capabilities of the service.
#[derive(Serialize, ToSchema)]
pub(crate) struct Capabilities {
    /// Minimum and maximum board size.
    sizes: Sizes,
    /// Definition of the levels, by board size.
    levels: Vec<LevelMeaning>,
    /// Named goals.
    goals: Vec<&'static str>,
    /// Solvers.
    algorithms: Vec<Algorithm>,
    /// Heuristics.
    heuristics: Vec<Heuristic>,
    /// SAT encodings.
    encodings: Vec<Named>,
    /// SAT backends.
    solvers: Vec<Named>,
    /// Maximum values in a request.
    limits: Most,
    /// Versions.
    versions: Versions,
}

#[derive(Serialize, ToSchema)]
struct Sizes {
    /// Minimum number of rows or columns.
    min: usize,
    /// Maximum number of rows or columns.
    max: usize,
}

#[derive(Serialize, ToSchema)]
struct LevelMeaning {
    /// The size.
    size: String,
    /// The level.
    level: &'static str,
    /// Optimal solution length, or how its boards are generated.
    meaning: String,
}

#[derive(Serialize, ToSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts of a catalogue entry"
)]
struct Algorithm {
    /// The name.
    name: &'static str,
    /// One line about it.
    summary: &'static str,
    /// Guarantee on its solutions, in words.
    guarantee: &'static str,
    /// Guarantee on its solutions: `optimal`, `optimal-up-to`, `bounded` or `solution`.
    promise: &'static str,
    /// Whether it takes a heuristic.
    needs_heuristic: bool,
    /// Whether `/trace` can record its steps.
    traceable: bool,
    /// Whether the lessons of the page step through it.
    textbook: bool,
    /// Whether it can use several threads.
    parallel: bool,
    /// Supported boards, in words.
    boards: String,
    /// Maximum number of cells of a board.
    max_cells: usize,
    /// Its options.
    options: Vec<SolverOption>,
}

#[derive(Serialize, ToSchema)]
struct SolverOption {
    /// The name.
    name: &'static str,
    /// A description with its values and default.
    summary: String,
    /// Type of its value: `choice`, `integer`, `number`, `threads`, `heuristic`, `solver`, `tables`,
    /// `program` or `text`.
    kind: &'static str,
    /// Allowed values of a `choice`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    choices: &'static [&'static str],
    /// Default value.
    default: &'static str,
}

impl From<&'static OptionEntry> for SolverOption {
    fn from(option: &'static OptionEntry) -> Self {
        Self {
            name: option.name,
            summary: option.to_string(),
            kind: option.kind.name(),
            choices: option.kind.choices(),
            default: option.default,
        }
    }
}

impl From<&'static SolverEntry> for Algorithm {
    fn from(entry: &'static SolverEntry) -> Self {
        Self {
            name: entry.name,
            summary: entry.summary,
            guarantee: entry.notes,
            promise: entry.guarantee.name(),
            needs_heuristic: entry.is_informed(),
            traceable: entry.is_traceable(),
            textbook: entry.textbook,
            parallel: entry.is_parallel(),
            boards: match entry.max_cells {
                Size::MAX_CELLS => "any".to_owned(),
                cells => format!("at most {cells} cells"),
            },
            max_cells: entry.max_cells,
            options: entry.options.iter().map(SolverOption::from).collect(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct Heuristic {
    /// The name.
    name: &'static str,
    /// One line about it.
    summary: &'static str,
    /// Whether it never exceeds the distance.
    admissible: bool,
    /// Whether it changes by at most one per move.
    consistent: bool,
    /// Syntax of its argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    argument: Option<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct Named {
    /// The name.
    name: &'static str,
    /// A short description.
    summary: &'static str,
}

#[derive(Serialize, ToSchema)]
struct Most {
    /// Time limit of a search in milliseconds.
    time_ms: u64,
    /// Memory limit of a search in mebibytes.
    memory_mb: u64,
    /// Maximum size of a request body in bytes.
    body_bytes: usize,
    /// Requests per second and address; 0 if rate limiting is disabled.
    requests_per_second: u32,
}

#[derive(Serialize, ToSchema)]
struct Versions {
    /// The service.
    taquin: &'static str,
    /// The API.
    api: &'static str,
    /// The board generator.
    generator: &'static str,
}

/// Lists sizes, levels, solvers, heuristics, encodings and limits.
#[utoipa::path(get, operation_id = "get_capabilities", path = "/capabilities", tag = "service", responses((status = 200, body = Capabilities)))]
pub(crate) async fn capabilities(State(service): State<Shared>) -> Json<Capabilities> {
    let heuristic = |entry: &'static catalogue::HeuristicEntry| Heuristic {
        name: entry.name,
        summary: entry.summary,
        admissible: entry.admissible,
        consistent: entry.consistent,
        argument: entry.argument.as_ref().map(|argument| argument.summary),
    };
    let settings = &service.settings;
    let longest = u64::try_from(settings.longest.as_millis()).unwrap_or(MOST_TIME_MS);
    Json(Capabilities {
        sizes: Sizes {
            min: Size::MIN,
            max: Size::MAX,
        },
        levels: levels(&service.unlimited()),
        goals: Goal::NAMED.iter().map(|(name, _)| *name).collect(),
        algorithms: catalogue::solvers()
            .filter(|entry| service.app.policy.offers(entry))
            .map(Algorithm::from)
            .collect(),
        heuristics: catalogue::heuristics().map(heuristic).collect(),
        encodings: ENCODINGS
            .iter()
            .map(|entry| Named {
                name: entry.name,
                summary: entry.summary,
            })
            .collect(),
        solvers: BACKENDS
            .iter()
            .map(|entry| Named {
                name: entry.name,
                summary: entry.summary,
            })
            .collect(),
        limits: Most {
            time_ms: longest.min(MOST_TIME_MS),
            memory_mb: (service.long.most() >> 20).min(MOST_MEMORY_MB),
            body_bytes: settings.body,
            requests_per_second: settings.rate,
        },
        versions: Versions {
            taquin: answer::VERSION,
            api: "v1",
            generator: taquin::generate::MAJOR,
        },
    })
}

/// The bands of the levels on the most common sizes.
fn levels(control: &Control) -> Vec<LevelMeaning> {
    let mut levels = Vec::new();
    for (rows, cols) in [(3, 3), (4, 4), (5, 5)] {
        let Ok(size) = Size::new(rows, cols) else {
            continue;
        };
        let Ok(goal) = Goal::BlankLast.board(size) else {
            continue;
        };
        let games = Dealer::new(goal, control);
        for level in Level::ALL {
            let meaning: Result<_, LevelError> = games.meaning(level);
            if let Ok(meaning) = meaning {
                levels.push(LevelMeaning {
                    size: size.to_string(),
                    level: level.name(),
                    meaning: meaning.to_string(),
                });
            }
        }
    }
    levels
}
