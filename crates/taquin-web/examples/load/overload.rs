//! More cold hints than the machine can search for, and what others get meanwhile.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use taquin::generate::Random;

use crate::server::{Client, Server};
use crate::tally::Tally;
use crate::{Fault, Plan, board, print};

/// Hints per second.
const RATE: u64 = 400;

/// Clients that ask for them, each with an address of its own.
const CLIENTS: u64 = 40;

/// Connections: an answer that waits in the queue holds one.
const CONNECTIONS: u64 = 200;

/// The overload, and a line for each of the others.
pub(crate) fn overload(plan: &Plan) -> Result<(), Fault> {
    let server = Server::start(&plan.binary, &["--no-store", "--behind-proxy"])?;
    server.warm()?;
    let (next, began) = (AtomicU64::new(0), Instant::now());
    let total = RATE * plan.seconds;
    let tallies = [const { Mutex::new(None::<Tally>) }; 3];
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (server, stop) = (&server, &stop);
        let [cold, live, warm] = &tallies;
        let others = [(live, 200), (warm, 200)].map(|(tally, rate)| {
            scope.spawn(move || {
                let is_live = std::ptr::eq(tally, live);
                let mut client = Client::numbered(server.address, 5000 + u64::from(is_live));
                let (mut random, mut own) = (Random::new(plan.seed), Tally::default());
                for index in 0.. {
                    let due = began + Duration::from_secs(1) * index / rate;
                    thread::sleep(due.saturating_duration_since(Instant::now()));
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let answer = if is_live {
                        client.get("/live")
                    } else {
                        client.ask("hint", &json!({"board": board(3, &mut random)}))
                    };
                    own.add(due, &answer);
                }
                put(tally, own);
            })
        });
        let crowd: Vec<_> = (0..CONNECTIONS)
            .map(|number| {
                let next = &next;
                scope.spawn(move || {
                    let mut client = Client::numbered(server.address, number % CLIENTS);
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
                    put(cold, own);
                })
            })
            .collect();
        for thread in crowd {
            let _ = thread.join();
        }
        stop.store(true, Ordering::Relaxed);
        for other in others {
            let _ = other.join();
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let notes = format!("{RATE}/s asked for by {CLIENTS} clients");
    let names = ["cold 4x4 hints", "/live", "3x3 hints"];
    for (name, tally) in names.into_iter().zip(tallies) {
        let tally = tally.into_inner().ok().flatten().unwrap_or_default();
        print(&format!("overload {name}"), &tally.line(seconds, &notes));
    }
    Ok(())
}

fn put(all: &Mutex<Option<Tally>>, own: Tally) {
    if let Ok(mut all) = all.lock() {
        all.get_or_insert_default().merge(own);
    }
}
