//! Two processes of the service on one real PostgreSQL, one of which is killed, and whose database is
//! restarted under load.
#![cfg(unix)]
#![expect(clippy::print_stderr, reason = "the times are figures of the manual")]

mod service;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use taquin_testkit::Database;

use service::{Server, question, status};

/// Boards of 4x4 with the lengths of their shortest solutions.
const BOARDS: &[(&str, u64)] = &[
    ("5 1 2 4/9 6 3 7/13 10 0 8/14 15 11 12", 12),
    ("1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12", 38),
];

/// Boards of 3x3 with lengths from breadth-first search.
const SMALL: &[(&str, u64)] = &[
    ("8 1 3/4 0 2/7 6 5", 14),
    ("8 6 7/2 5 4/3 0 1", 31),
    ("6 4 7/8 5 0/3 2 1", 31),
];

fn replica(database: &Database) -> Server {
    let address = format!("--postgres={}", database.address());
    let server = Server::start(&[&address, "--work-each=0", "--log=off"]);
    let until = Instant::now() + Duration::from_mins(3);
    while status(&server.get("/ready")) != 200 {
        assert!(Instant::now() < until, "its tables are not there");
        thread::sleep(Duration::from_millis(50));
    }
    server
}

/// The status and the JSON of an answer.
fn parts(answer: &str) -> (u16, Value) {
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (
        status(answer),
        serde_json::from_str(body).unwrap_or_default(),
    )
}

/// Jobs that were accepted, with the length that each must have.
#[derive(Default)]
struct Accepted(Mutex<HashMap<String, u64>>);

impl Accepted {
    /// Sends a job; says whether it was accepted.
    fn begin(&self, server: &Server, (board, length): (&str, u64), algorithm: &str) -> bool {
        let asked = json!({"kind": "solve", "board": board, "algorithm": algorithm,
            "limits": {"time_ms": 30_000}});
        let (status, view) = parts(&server.raw(&question("jobs", &asked.to_string())));
        let mut jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let (202, Some(id)) = (status, view["id"].as_str()) {
            jobs.insert(id.to_owned(), length);
        }
        status == 202
    }

    /// Waits until all are done, and checks what they found. Gives how many there are.
    fn check(&self, server: &Server) -> usize {
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let until = Instant::now() + Duration::from_mins(1);
        for (id, length) in jobs.iter() {
            loop {
                let (status, view) = parts(&server.get(&format!("/api/v1/jobs/{id}")));
                assert_eq!(status, 200, "job {id} is lost: {view}");
                if view["state"] == "done" {
                    assert_eq!(view["result"]["length"], *length, "{view}");
                    assert_eq!(view["result"]["proven"], true, "{view}");
                    break;
                }
                assert!(Instant::now() < until, "{view}");
                assert_ne!(view["state"], "failed", "{view}");
                thread::sleep(Duration::from_millis(50));
            }
        }
        jobs.len()
    }
}

/// A job that runs until its limit.
fn slow(millis: u64) -> Value {
    json!({"kind": "solve", "board": "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "algorithm": "ida/zero",
        "limits": {"time_ms": millis}})
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn a_replica_that_is_killed_loses_no_job() {
    let database = Database::start();
    let (mut first, second) = (replica(&database), replica(&database));
    // Jobs that are done, jobs that run and jobs that wait, all of the replica that will be killed.
    let jobs = Accepted::default();
    let long: Vec<String> = (0..6)
        .map(|_| {
            let id = first.ask("jobs", &slow(3000))["id"].clone();
            id.as_str().expect("it is accepted").to_owned()
        })
        .collect();
    for (number, &small) in SMALL.iter().cycle().take(12).enumerate() {
        let server = if number % 2 == 0 { &first } else { &second };
        assert!(jobs.begin(server, small, "astar/manhattan"));
    }
    let state = |id: &str| parts(&second.get(&format!("/api/v1/jobs/{id}"))).1;
    service::wait_for("a job runs", || state(&long[0])["state"] == "running");
    // A client of the other replica listens to it all the while.
    let listener = thread::scope(|scope| {
        let listening = scope.spawn(|| second.get(&format!("/api/v1/jobs/{}/events", long[0])));
        thread::sleep(Duration::from_millis(500));
        first.signal("-KILL");
        first.end();
        let killed = Instant::now();
        let count = jobs.check(&second);
        for id in &long {
            let until = Instant::now() + Duration::from_mins(1);
            while state(id)["state"] != "done" {
                assert!(Instant::now() < until, "{}", state(id));
                thread::sleep(Duration::from_millis(50));
            }
            assert_eq!(state(id)["result"]["limit"], "time");
        }
        eprintln!(
            "killed\t{} jobs, none lost or wrong, all done after\t{:.1} s",
            count + long.len(),
            killed.elapsed().as_secs_f64()
        );
        listening.join().unwrap()
    });
    assert!(listener.contains("event: end"), "{listener}");
    assert!(listener.contains("\"limit\":\"time\""), "{listener}");
    assert!(second.metric("taquin_jobs_resumed_total") >= 1);
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn a_restart_of_the_database_under_load_is_over_in_five_seconds() {
    let database = Database::start();
    let (first, second) = (replica(&database), replica(&database));
    let (jobs, refused) = (Accepted::default(), AtomicU32::new(0));
    let (stop, hints) = (AtomicBool::new(false), AtomicU32::new(0));
    let mut back = Duration::ZERO;
    thread::scope(|scope| {
        for server in [&first, &second] {
            let (jobs, refused, stop, hints) = (&jobs, &refused, &stop, &hints);
            // Hints are answered whatever the database does.
            scope.spawn(move || {
                for (board, length) in SMALL.iter().chain(BOARDS).cycle() {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let body = json!({"board": board, "limits": {"time_ms": 30_000}}).to_string();
                    let (status, hint) = parts(&server.raw(&question("hint", &body)));
                    // Only a queue that is full refuses one.
                    assert!([200, 503].contains(&status), "{status}: {hint}");
                    if status == 200 && hint["label"] == "optimal" {
                        assert_eq!(hint["distance"], *length, "{hint}");
                        hints.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
            scope.spawn(move || {
                for &small in SMALL.iter().cycle() {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    if !jobs.begin(server, small, "astar/manhattan") {
                        refused.fetch_add(1, Ordering::Relaxed);
                    }
                    thread::sleep(Duration::from_millis(20));
                }
            });
        }
        thread::sleep(Duration::from_secs(2));
        database.control("restart");
        let up = Instant::now();
        // Normal again: both say so, and both take a job at once.
        for server in [&first, &second] {
            loop {
                let (status, health) = parts(&server.get("/api/v1/health"));
                let begun = Instant::now();
                let normal = status == 200 && health["status"] == "ok";
                if normal && jobs.begin(server, SMALL[0], "bfs") && begun.elapsed().as_secs() < 1 {
                    break;
                }
                assert!(up.elapsed() < Duration::from_secs(5), "{health}");
                thread::sleep(Duration::from_millis(20));
            }
        }
        back = up.elapsed();
        thread::sleep(Duration::from_secs(2));
        stop.store(true, Ordering::Relaxed);
    });
    let count = jobs.check(&second);
    assert!(count >= 20, "{count}");
    assert!(hints.load(Ordering::Relaxed) >= 20);
    let resumed = [&first, &second].map(|server| server.metric("taquin_jobs_resumed_total"));
    assert_eq!(resumed, [0, 0], "a job was run twice");
    eprintln!(
        "restarted\t{count} jobs, none lost or wrong, {} refused, {} hints, none wrong; back to normal after\t{:.2} s",
        refused.load(Ordering::Relaxed),
        hints.load(Ordering::Relaxed),
        back.as_secs_f64()
    );
}
