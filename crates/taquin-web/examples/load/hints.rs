//! Hints and nothing else.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use taquin::generate::Random;

use crate::server::{Client, Server};
use crate::tally::Tally;
use crate::{Fault, Plan, board};

/// As many 3x3 hints as are answered, each board drawn anew.
pub(crate) fn hints3(plan: &Plan) -> Result<String, Fault> {
    let server = Server::start(&plan.binary, &["--no-store"])?;
    server.warm()?;
    let (began, time) = (Instant::now(), plan.time());
    let clients: Vec<_> = (0..plan.connections)
        .map(|index| {
            let (address, seed) = (server.address, plan.seed + index as u64);
            thread::spawn(move || {
                let (mut client, mut random) = (Client::new(address), Random::new(seed));
                // Written beforehand: the client shares the cores with the service.
                let questions: Vec<String> = (0..1000)
                    .map(|_| client.question("hint", &json!({"board": board(3, &mut random)})))
                    .collect();
                let mut tally = Tally::default();
                for question in questions.iter().cycle() {
                    let sent = Instant::now();
                    if sent - began >= time {
                        break;
                    }
                    tally.add(sent, &client.send(question));
                }
                tally
            })
        })
        .collect();
    let mut tally = Tally::default();
    for client in clients {
        tally.merge(client.join().map_err(|_| "a client failed")?);
    }
    let notes = format!("{} connections", plan.connections);
    Ok(tally.line(began.elapsed().as_secs_f64(), &notes))
}

/// 50 hints per second on boards of 4x4 that were never asked about, whether or not answers come.
pub(crate) fn hints4(plan: &Plan) -> Result<String, Fault> {
    const RATE: u64 = 50;
    let server = Server::start(&plan.binary, &["--no-store"])?;
    server.warm()?;
    let (next, began) = (AtomicU64::new(0), Instant::now());
    let total = RATE * plan.seconds;
    let tally = Mutex::new(Tally::default());
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                let mut client = Client::new(server.address);
                let mut own = Tally::default();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= total {
                        break;
                    }
                    let due = began + Duration::from_millis(1000 * index / RATE);
                    thread::sleep(due.saturating_duration_since(Instant::now()));
                    let mut random = Random::new(plan.seed + index);
                    let body = json!({"board": board(4, &mut random)});
                    own.add(due, &client.ask("hint", &body));
                }
                if let Ok(mut tally) = tally.lock() {
                    tally.merge(own);
                }
            });
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let misses = server.metric("taquin_lookup_misses_total");
    let tally = tally.into_inner().map_err(|_| "a client failed")?;
    Ok(tally.line(
        seconds,
        &format!("{RATE}/s asked for, {misses} not in the table"),
    ))
}

/// 5x5 hints one after the other.
pub(crate) fn hints5(plan: &Plan) -> Result<String, Fault> {
    let server = Server::start(&plan.binary, &["--no-store"])?;
    server.warm()?;
    let (mut client, mut random) = (Client::new(server.address), Random::new(plan.seed));
    let mut tally = Tally::default();
    let began = Instant::now();
    while began.elapsed() < plan.time() {
        let body = json!({"board": board(5, &mut random)});
        tally.add(Instant::now(), &client.ask("hint", &body));
    }
    Ok(tally.line(began.elapsed().as_secs_f64(), "one at a time"))
}
