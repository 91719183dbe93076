//! Counters in the text format of Prometheus.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// Upper ends of the classes of answering times, in seconds.
const TIMES: [f64; 12] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0,
];

/// Counters of the whole service.
#[derive(Default)]
pub(crate) struct Metrics {
    routes: RwLock<HashMap<(String, u16), Arc<Route>>>,
    searches: AtomicU64,
    running: AtomicU64,
    search_micros: AtomicU64,
    reserved: AtomicU64,
    most_reserved: AtomicU64,
    gone: AtomicU64,
    busy: AtomicU64,
    limited: AtomicU64,
    hits: AtomicU64,
    misses: AtomicU64,
    table_hints: AtomicU64,
    solve_hits: AtomicU64,
    solve_misses: AtomicU64,
    longest_poll: AtomicU64,
    longest_gap: AtomicU64,
    written: AtomicU64,
    dropped: AtomicU64,
    wrong: AtomicU64,
    jobs: AtomicU64,
    jobs_resumed: AtomicU64,
    streams: AtomicU64,
    connections: AtomicU64,
}

/// Requests of one route with one status.
#[derive(Default)]
struct Route {
    count: AtomicU64,
    micros: AtomicU64,
    times: [AtomicU64; TIMES.len()],
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Adds one.
fn one(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    pub(crate) fn request(&self, route: &str, status: u16, time: Duration) {
        let key = (route.to_owned(), status);
        let known = self
            .routes
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .cloned();
        let counters = known.unwrap_or_else(|| {
            let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
            routes.entry(key).or_default().clone()
        });
        one(&counters.count);
        counters.micros.fetch_add(micros(time), Ordering::Relaxed);
        let class = TIMES.iter().position(|&end| time.as_secs_f64() <= end);
        if let Some(class) = class {
            one(&counters.times[class]);
        }
    }

    pub(crate) fn searches_begin(&self, bytes: u64) {
        one(&self.searches);
        one(&self.running);
        let now = self.reserved.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.most_reserved.fetch_max(now, Ordering::Relaxed);
    }

    pub(crate) fn searches_end(&self, bytes: u64) {
        self.running.fetch_sub(1, Ordering::Relaxed);
        self.reserved.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Takes in CPU time of a search.
    pub(crate) fn search_cpu(&self, time: Duration) {
        self.search_micros
            .fetch_add(micros(time), Ordering::Relaxed);
    }

    pub(crate) fn client_gone(&self) {
        one(&self.gone);
    }

    pub(crate) fn refused_busy(&self) {
        one(&self.busy);
    }

    pub(crate) fn refused_rate(&self) {
        one(&self.limited);
    }

    pub(crate) fn lookup(&self, hit: bool) {
        one(if hit { &self.hits } else { &self.misses });
    }

    /// Counts a question for a whole solution to the table of solved positions.
    pub(crate) fn solve_lookup(&self, hit: bool) {
        one(if hit {
            &self.solve_hits
        } else {
            &self.solve_misses
        });
    }

    /// Takes in for how long a request kept its thread before it waited for something.
    pub(crate) fn poll(&self, time: Duration) {
        self.longest_poll.fetch_max(micros(time), Ordering::Relaxed);
    }

    /// Takes in by how much the runtime's heartbeat was late.
    pub(crate) fn heartbeat(&self, late: Duration) {
        self.longest_gap.fetch_max(micros(late), Ordering::Relaxed);
    }

    pub(crate) fn table_hint(&self) {
        one(&self.table_hints);
    }

    pub(crate) fn lookup_written(&self, entries: u64) {
        self.written.fetch_add(entries, Ordering::Relaxed);
    }

    pub(crate) fn lookup_dropped(&self, entries: u64) {
        self.dropped.fetch_add(entries, Ordering::Relaxed);
    }

    pub(crate) fn lookup_wrong(&self, entries: u64) {
        self.wrong.fetch_add(entries, Ordering::Relaxed);
    }

    pub(crate) fn job(&self) {
        one(&self.jobs);
    }

    pub(crate) fn job_resumed(&self) {
        one(&self.jobs_resumed);
    }

    /// Counts a stream of events while the answer is held.
    pub(crate) fn stream(self: &Arc<Self>) -> Open {
        Open::new(self.clone(), |metrics| &metrics.streams)
    }

    /// Counts a connection while the answer is held.
    pub(crate) fn connection(self: &Arc<Self>) -> Open {
        Open::new(self.clone(), |metrics| &metrics.connections)
    }

    /// All numbers as text, in the format of Prometheus.
    pub(crate) fn text(&self, entries: Option<u64>) -> String {
        let mut text = String::new();
        self.write_routes(&mut text);
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let numbers = [
            (
                "searches_total",
                "counter",
                "Searches started",
                get(&self.searches),
            ),
            (
                "searches_running",
                "gauge",
                "Running searches",
                get(&self.running),
            ),
            (
                "searches_cancelled_client_gone_total",
                "counter",
                "Searches cancelled because the client disconnected",
                get(&self.gone),
            ),
            (
                "search_memory_reserved_bytes",
                "gauge",
                "Memory limits of all running searches",
                get(&self.reserved),
            ),
            (
                "search_memory_reserved_bytes_most",
                "gauge",
                "Peak of the memory limits since the start",
                get(&self.most_reserved),
            ),
            (
                "refused_busy_total",
                "counter",
                "Requests refused because the queue was full",
                get(&self.busy),
            ),
            (
                "refused_rate_total",
                "counter",
                "Requests refused by the rate limit",
                get(&self.limited),
            ),
            (
                "hints_from_complete_table_total",
                "counter",
                "Hints read from the complete table of a small board",
                get(&self.table_hints),
            ),
            (
                "lookup_hits_total",
                "counter",
                "Hints found in the table of solved positions",
                get(&self.hits),
            ),
            (
                "lookup_misses_total",
                "counter",
                "Hints not found in the table of solved positions",
                get(&self.misses),
            ),
            (
                "solves_from_lookup_total",
                "counter",
                "Solutions read from the table of solved positions",
                get(&self.solve_hits),
            ),
            (
                "solves_not_in_lookup_total",
                "counter",
                "Requested solutions that the table had no proof for",
                get(&self.solve_misses),
            ),
            (
                "lookup_written_total",
                "counter",
                "Positions written to the table",
                get(&self.written),
            ),
            (
                "lookup_dropped_total",
                "counter",
                "Positions not written because the table was full or slow",
                get(&self.dropped),
            ),
            (
                "lookup_wrong_total",
                "counter",
                "Positions deleted because their line did not lead to the goal",
                get(&self.wrong),
            ),
            ("jobs_total", "counter", "Jobs accepted", get(&self.jobs)),
            (
                "jobs_resumed_total",
                "counter",
                "Jobs of a lost process that were restarted here",
                get(&self.jobs_resumed),
            ),
            (
                "event_streams_open",
                "gauge",
                "Clients that listen to the events of a job",
                get(&self.streams),
            ),
            (
                "connections_open",
                "gauge",
                "Open connections",
                get(&self.connections),
            ),
        ];
        for (name, kind, help, value) in numbers {
            let _ = writeln!(
                text,
                "# HELP taquin_{name} {help}.\n# TYPE taquin_{name} {kind}\ntaquin_{name} {value}"
            );
        }
        let times = [
            (
                "search_cpu_seconds_total",
                "counter",
                "CPU time of searches, on all their threads",
                &self.search_micros,
            ),
            (
                "longest_poll_seconds",
                "gauge",
                "Longest time that a request blocked an async thread",
                &self.longest_poll,
            ),
            (
                "heartbeat_longest_gap_seconds",
                "gauge",
                "Largest delay of the async threads' heartbeat",
                &self.longest_gap,
            ),
        ];
        for (name, kind, help, micros) in times {
            let seconds = get(micros) as f64 / 1e6;
            let _ = writeln!(
                text,
                "# HELP taquin_{name} {help}.\n# TYPE taquin_{name} {kind}\ntaquin_{name} {seconds}"
            );
        }
        let asked = get(&self.hits) + get(&self.misses);
        if asked > 0 {
            let rate = get(&self.hits) as f64 / asked as f64;
            let _ = writeln!(
                text,
                "# HELP taquin_lookup_hit_ratio Share of hints found there.\n# TYPE taquin_lookup_hit_ratio gauge\ntaquin_lookup_hit_ratio {rate}"
            );
        }
        if let Some(entries) = entries {
            let _ = writeln!(
                text,
                "# HELP taquin_lookup_entries Positions in the table.\n# TYPE taquin_lookup_entries gauge\ntaquin_lookup_entries {entries}"
            );
        }
        if let Some(bytes) = resident() {
            let _ = writeln!(
                text,
                "# HELP process_resident_memory_bytes Memory of the process.\n# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {bytes}"
            );
        }
        text
    }

    fn write_routes(&self, text: &mut String) {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        let mut sorted: Vec<_> = routes.iter().collect();
        sorted.sort_by_key(|(key, _)| *key);
        text.push_str("# HELP taquin_http_request_seconds Time from the request to the head of its answer.\n# TYPE taquin_http_request_seconds histogram\n");
        for ((route, status), counters) in sorted {
            let labels = format!("route=\"{route}\",status=\"{status}\"");
            let mut sum = 0;
            for (end, count) in TIMES.iter().zip(&counters.times) {
                sum += count.load(Ordering::Relaxed);
                let _ = writeln!(
                    text,
                    "taquin_http_request_seconds_bucket{{{labels},le=\"{end}\"}} {sum}"
                );
            }
            let count = counters.count.load(Ordering::Relaxed);
            let seconds = counters.micros.load(Ordering::Relaxed) as f64 / 1e6;
            let _ = writeln!(
                text,
                "taquin_http_request_seconds_bucket{{{labels},le=\"+Inf\"}} {count}"
            );
            let _ = writeln!(
                text,
                "taquin_http_request_seconds_sum{{{labels}}} {seconds}"
            );
            let _ = writeln!(
                text,
                "taquin_http_request_seconds_count{{{labels}}} {count}"
            );
        }
    }
}

/// Something that is open; counted until dropped.
pub(crate) struct Open {
    metrics: Arc<Metrics>,
    which: fn(&Metrics) -> &AtomicU64,
}

impl Open {
    fn new(metrics: Arc<Metrics>, which: fn(&Metrics) -> &AtomicU64) -> Self {
        one(which(&metrics));
        Self { metrics, which }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        (self.which)(&self.metrics).fetch_sub(1, Ordering::Relaxed);
    }
}

/// Resident memory of this process in bytes, if the system reports it.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
