//! What others get while one client sends the most expensive request of an endpoint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use taquin::generate::Random;

use crate::server::{Client, Server};
use crate::tally::Tally;
use crate::{Fault, Plan, board, print};

/// The 4x4 board of the examples that no plain search solves in seconds.
const HARD: &str = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";

/// 3x3 hints per second of the others.
const RATE: u32 = 200;

/// A solvable board of n x n far from its goal: its two first rows are reversed, n halved being even.
fn reversed(n: usize) -> String {
    let mut numbers: Vec<usize> = (1..n * n).collect();
    numbers.push(0);
    numbers[..n].reverse();
    numbers[n..2 * n].reverse();
    let rows: Vec<String> = numbers
        .chunks(n)
        .map(|row| {
            let words: Vec<String> = row.iter().map(ToString::to_string).collect();
            words.join(" ")
        })
        .collect();
    rows.join("/")
}

/// The requests.
fn requests() -> Vec<(&'static str, Value)> {
    let (ten, largest) = (reversed(10), reversed(16));
    let limits = json!({"time_ms": 3000, "memory_mb": 512});
    let many = "RL".repeat(40_000);
    // As many as are judged.
    let judged = "RL".repeat(5_000);
    vec![
        (
            "encode",
            json!({"board": HARD, "as": "dimacs", "bound": 780}),
        ),
        (
            "encode",
            json!({"board": HARD, "as": "dimacs", "bound": 120}),
        ),
        (
            "encode",
            json!({"board": "8 6 7/2 5 4/3 0 1", "as": "dimacs", "bound": 2000}),
        ),
        (
            "encode",
            json!({"board": HARD, "as": "smtlib", "bound": 781}),
        ),
        (
            "encode",
            json!({"board": largest, "as": "minizinc", "bound": 3}),
        ),
        (
            "decide",
            json!({"board": HARD, "bound": 780, "limits": limits}),
        ),
        (
            "solve",
            json!({"board": HARD, "algorithm": "sat:horizon=2000", "limits": limits}),
        ),
        (
            "solve",
            json!({"board": ten, "algorithm": "sat", "limits": limits}),
        ),
        (
            "solve",
            json!({"board": HARD, "algorithm": "bfs", "limits": limits}),
        ),
        (
            "solve",
            json!({"board": HARD, "algorithm": "astar/manhattan", "limits": limits}),
        ),
        ("solve", json!({"board": largest, "limits": limits})),
        (
            "solve",
            json!({"board": ten, "algorithm": "anytime:threads=2", "limits": limits}),
        ),
        ("hint", json!({"board": largest, "limits": limits})),
        (
            "analyze",
            json!({"board": HARD, "moves": judged, "limits": limits}),
        ),
        ("explain", json!({"board": largest})),
        ("estimate", json!({"board": largest})),
        ("check", json!({"board": largest})),
        ("apply", json!({"board": largest, "moves": many})),
        (
            "trace",
            json!({"board": largest, "algorithm": "bfs", "max_events": 20_000, "limits": limits}),
        ),
        (
            "compare",
            json!({"board": HARD, "limits": limits, "with": ["bfs", "astar/manhattan", "sat"]}),
        ),
        ("puzzles", json!({"size": "16x16", "count": 100})),
        (
            "puzzles",
            json!({"size": "4x4", "count": 100, "distance": {"min": 60, "max": 80}}),
        ),
        (
            "jobs",
            json!({"kind": "solve", "board": HARD, "algorithm": "bfs", "limits": limits}),
        ),
    ]
}

/// A line for each endpoint, and one for all. It takes some five minutes.
pub(crate) fn expensive(plan: &Plan) -> Result<(), Fault> {
    let options = [
        "--no-store",
        "--behind-proxy",
        "--memory=1G",
        "--longest=3s",
    ];
    let server = Server::start(&plan.binary, &options)?;
    server.warm()?;
    let (mut all, begun) = (Tally::default(), Instant::now());
    let film = format!(
        "/api/v1/render.gif?b={}&moves={}",
        reversed(16).replace(' ', ","),
        "RL".repeat(500)
    );
    let gets = [
        film,
        "/api/v1/datasets/korf-15-100?format=parquet".to_owned(),
        "/manual/".to_owned(),
    ];
    let gets = gets.into_iter().map(|path| (path, None));
    let posts = requests()
        .into_iter()
        .map(|(path, body)| (path.to_owned(), Some(body)));
    for (path, body) in posts.chain(gets) {
        let name: String = path.chars().take_while(|&c| c != '?').collect();
        let began = Instant::now();
        let (tally, outcome) = beside(&server, plan, |client| match &body {
            Some(body) => client.ask(&path, body),
            None => client.get(&path),
        });
        let what = body.map_or(String::new(), |body| {
            let mut body = body;
            if let Some(members) = body.as_object_mut() {
                members.retain(|name, _| !["board", "moves", "limits"].contains(&name.as_str()));
            }
            body.to_string()
        });
        let notes = format!("{outcome}; {what}; peak {:.0} MB", server.peak()?);
        all.times.extend(&tally.times);
        print(
            &format!("expensive {name}"),
            &tally.line(began.elapsed().as_secs_f64(), &notes),
        );
    }
    let notes = format!(
        "{RATE}/s asked for, all of the above; peak {:.0} MB",
        server.peak()?
    );
    print(
        "expensive all",
        &all.line(begun.elapsed().as_secs_f64(), &notes),
    );
    Ok(())
}

/// The hints of others while a client sends its request again and again for some seconds, on four
/// connections.
fn beside(
    server: &Server,
    plan: &Plan,
    send: impl Fn(&mut Client) -> std::io::Result<(u16, Vec<u8>)> + Sync,
) -> (Tally, String) {
    let (stop, began) = (AtomicBool::new(false), Instant::now());
    let (send, stop) = (&send, &stop);
    thread::scope(|scope| {
        let busy: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(move || {
                    let mut client = Client::numbered(server.address, 1);
                    let mut own = Tally::default();
                    while !stop.load(Ordering::Relaxed) {
                        let sent = Instant::now();
                        own.add(sent, &send(&mut client));
                    }
                    own
                })
            })
            .collect();
        let mut client = Client::numbered(server.address, 2);
        let (mut random, mut own) = (Random::new(plan.seed), Tally::default());
        // The first requests may find the tables of the expensive one being built.
        for index in 0..RATE * 4 {
            let due = began + Duration::from_secs(1) * index / RATE;
            thread::sleep(due.saturating_duration_since(Instant::now()));
            own.add(
                due,
                &client.ask("hint", &json!({"board": board(3, &mut random)})),
            );
        }
        stop.store(true, Ordering::Relaxed);
        let mut outcome = Tally::default();
        for thread in busy {
            if let Ok(tally) = thread.join() {
                outcome.merge(tally);
            }
        }
        let statuses: Vec<String> = outcome
            .statuses
            .iter()
            .map(|(status, count)| format!("{count} times {status}"))
            .collect();
        (own, statuses.join(", "))
    })
}
