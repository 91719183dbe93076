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

/// The service is there.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`, or `degraded` where something is missing that it can do without.
    status: &'static str,
    /// The version of the service.
    version: &'static str,
    /// The table of solved positions.
    table: TableHealth,
    /// The store of jobs.
    jobs: JobsHealth,
}

/// Whether the store of jobs can be used.
#[derive(Serialize, ToSchema)]
pub(crate) struct JobsHealth {
    /// Whether it can be used. Where it cannot, the log says why.
    available: bool,
}

/// Whether the service is there.
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

/// What the service can do.
#[derive(Serialize, ToSchema)]
pub(crate) struct Capabilities {
    /// Boards: the least and the greatest number of rows and columns.
    sizes: Sizes,
    /// What the levels mean on some sizes.
    levels: Vec<LevelMeaning>,
    /// Goals that have a name.
    goals: Vec<&'static str>,
    /// Solvers.
    algorithms: Vec<Algorithm>,
    /// Estimates of the distance.
    heuristics: Vec<Heuristic>,
    /// Ways to write a puzzle as a formula.
    encodings: Vec<Named>,
    /// What decides formulas.
    solvers: Vec<Named>,
    /// The most a request may ask for.
    limits: Most,
    /// What this is.
    versions: Versions,
}

#[derive(Serialize, ToSchema)]
struct Sizes {
    /// Rows or columns at least.
    min: usize,
    /// Rows or columns at most.
    max: usize,
}

#[derive(Serialize, ToSchema)]
struct LevelMeaning {
    /// The size.
    size: String,
    /// The level.
    level: &'static str,
    /// Moves of a shortest solution, or how its boards are made.
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
    /// What is known of its answers, in words.
    guarantee: &'static str,
    /// What it promises: `optimal`, `optimal-up-to`, `bounded` or `solution`.
    promise: &'static str,
    /// Whether it takes a heuristic.
    needs_heuristic: bool,
    /// Whether it records its steps, so that `/trace` shows them.
    traceable: bool,
    /// Whether lessons step through it.
    textbook: bool,
    /// Whether it can use several threads.
    parallel: bool,
    /// The boards it is for, in words.
    boards: String,
    /// The most cells of a board it is for.
    max_cells: usize,
    /// Its options.
    options: Vec<SolverOption>,
}

#[derive(Serialize, ToSchema)]
struct SolverOption {
    /// The name.
    name: &'static str,
    /// What it means, with its values and default.
    summary: String,
    /// What values it takes: `choice`, `integer`, `number`, `threads`, `heuristic`, `solver`, `tables`,
    /// `program` or `text`.
    kind: &'static str,
    /// The words that can be chosen.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    choices: &'static [&'static str],
    /// The value if it is left out.
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
    /// What may stand behind its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    argument: Option<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct Named {
    /// The name.
    name: &'static str,
    /// What it means.
    summary: &'static str,
}

#[derive(Serialize, ToSchema)]
struct Most {
    /// Milliseconds of a search.
    time_ms: u64,
    /// Mebibytes of a search.
    memory_mb: u64,
    /// Bytes of a body.
    body_bytes: usize,
    /// Requests a second from one address; 0 where they are not counted.
    requests_per_second: u32,
}

#[derive(Serialize, ToSchema)]
struct Versions {
    /// The service.
    taquin: &'static str,
    /// The API.
    api: &'static str,
    /// The generator of boards.
    generator: &'static str,
}

/// What the service can do: sizes, levels, solvers, heuristics, encodings, limits.
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

/// What each level means on the sizes most people play.
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
