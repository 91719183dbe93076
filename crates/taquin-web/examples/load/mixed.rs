//! All kinds of requests, and a kill -9.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use taquin::generate::Random;

use crate::server::{Client, Server};
use crate::tally::Tally;
use crate::{Fault, Plan, board};

/// All kinds of requests at once, with a kill -9 in the middle and a restart on the same file.
pub(crate) fn mixed(plan: &Plan) -> Result<String, Fault> {
    let folder = std::env::temp_dir().join(format!("taquin-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let store = format!("--store={}", folder.join("lines.redb").display());
    let arguments = [store.as_str(), "--memory=1G", "--memory-each=256M"];
    let (began, half) = (Instant::now(), plan.time() / 2);
    let mut all = Tally::default();
    let mut notes = Vec::new();
    let (mut kept, mut promises) = (None, None::<Promises>);
    for part in 0..2 {
        let server = Server::start(&plan.binary, &arguments)?;
        if let Some(committed) = kept {
            let entries = server.metric("taquin_lookup_entries");
            notes.push(format!(
                "entries after kill {entries} of {committed} committed before"
            ));
            if entries < committed {
                return Err("committed lines were lost".into());
            }
        }
        server.warm()?;
        if let Some(promises) = promises.take() {
            notes.push(promises.check(&server)?);
        }
        let kept_promises = Mutex::new(Promises::default());
        let (tally, memory) = storm(&server, plan, half, part, &kept_promises);
        promises = kept_promises.into_inner().ok();
        notes.push(format!("MB every tenth: {}", memory.join(" ")));
        all.merge(tally);
        let ms = |name: &str| 1e3 * server.metric(name);
        notes.push(format!(
            "async threads: longest poll {:.1} ms, heartbeat at most {:.1} ms late",
            ms("taquin_longest_poll_seconds"),
            ms("taquin_heartbeat_longest_gap_seconds"),
        ));
        kept = Some(server.metric("taquin_lookup_entries"));
        // The end of the server is a kill -9, in the middle of whatever it does.
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(all.line(began.elapsed().as_secs_f64(), &notes.join("; ")))
}

/// What clients were told, which has to hold after a kill.
#[derive(Default)]
struct Promises {
    /// Boards and their distances.
    hints: Vec<(String, u64)>,
    /// Jobs that were accepted and not deleted.
    jobs: Vec<String>,
}

impl Promises {
    /// Asks again for the last of them, and says what was lost or is wrong. Jobs are kept for an hour
    /// and up to 64 MB, so the last thousand must be there.
    fn check(&self, server: &Server) -> Result<String, Fault> {
        let mut client = Client::new(server.address);
        let last = |count: usize| count.saturating_sub(1000);
        let (mut wrong, mut lost) = (0, 0);
        let hints = &self.hints[last(self.hints.len())..];
        for (board, distance) in hints {
            let (_, body) = client.ask("hint", &json!({"board": board}))?;
            let hint: Value = serde_json::from_slice(&body)?;
            wrong += u32::from(hint["distance"].as_u64() != Some(*distance));
        }
        let jobs = &self.jobs[last(self.jobs.len())..];
        let until = Instant::now() + Duration::from_mins(1);
        for id in jobs {
            loop {
                let (status, body) = client.get(&format!("/api/v1/jobs/{id}"))?;
                let job: Value = serde_json::from_slice(&body)?;
                match job["state"].as_str() {
                    Some("queued" | "running") if Instant::now() < until => {
                        thread::sleep(Duration::from_millis(20));
                    }
                    Some("done") if status == 200 => break,
                    _ => {
                        lost += 1;
                        break;
                    }
                }
            }
        }
        Ok(format!(
            "after kill -9: {wrong} of {} hints wrong, {lost} of {} jobs lost",
            hints.len(),
            jobs.len()
        ))
    }
}

/// Requests of all kinds for a time; gives the memory of the service along it as well.
fn storm(
    server: &Server,
    plan: &Plan,
    time: Duration,
    part: u64,
    promises: &Mutex<Promises>,
) -> (Tally, Vec<String>) {
    let stop = AtomicBool::new(false);
    let tally = Mutex::new(Tally::default());
    let mut memory = Vec::new();
    thread::scope(|scope| {
        for index in 0..plan.connections as u64 {
            let seed = plan.seed + 1_000_000 * part + 10_000 * index;
            let (stop, tally) = (&stop, &tally);
            scope.spawn(move || {
                let (mut client, mut random) = (Client::new(server.address), Random::new(seed));
                let mut own = Tally::default();
                while !stop.load(Ordering::Relaxed) {
                    let sent = Instant::now();
                    own.add(sent, &any(&mut client, &mut random, promises));
                    // People think between two moves.
                    thread::sleep(Duration::from_millis(5));
                }
                if let Ok(mut tally) = tally.lock() {
                    tally.merge(own);
                }
            });
        }
        for _ in 0..10 {
            thread::sleep(time / 10);
            let bytes = server.metric("process_resident_memory_bytes");
            memory.push(format!("{:.0}", bytes / 1e6));
        }
        stop.store(true, Ordering::Relaxed);
    });
    (tally.into_inner().unwrap_or_default(), memory)
}

/// A request of any kind.
fn any(
    client: &mut Client,
    random: &mut Random,
    promises: &Mutex<Promises>,
) -> io::Result<(u16, Vec<u8>)> {
    let three = board(3, random);
    let four = board(4, random);
    match random.below(20) {
        0..=4 => client.ask("hint", &json!({"board": three, "grade": 3})),
        5..=8 => {
            let (status, body) = client.ask("hint", &json!({"board": four}))?;
            let hint: Value = serde_json::from_slice(&body).unwrap_or_default();
            if let (Some(distance), Ok(mut promises)) = (hint["distance"].as_u64(), promises.lock()) {
                promises.hints.push((four, distance));
            }
            Ok((status, body))
        }
        9 => client.ask("hint", &json!({"board": board(5, random)})),
        10 => client.ask("check", &json!({"board": four})),
        11 => client.ask(
            "solve",
            &json!({"board": three, "algorithm": "astar/manhattan"}),
        ),
        12 => client.ask("solve", &json!({"board": four, "limits": {"time_ms": 300}})),
        13 => client.ask("explain", &json!({"board": four})),
        14 => client.ask("estimate", &json!({"board": three})),
        15 => client.ask(
            "trace",
            &json!({"board": three, "algorithm": "bfs", "max_events": 500}),
        ),
        16 => client.ask("puzzles", &json!({"size": "4x4", "level": "medium"})),
        17 => client.ask(
            "decide",
            &json!({"board": three, "bound": 18, "limits": {"time_ms": 300}}),
        ),
        18 => match random.below(3) {
            0 => client.get("/"),
            1 => client.get("/api/v1/datasets/korf-15-100?format=parquet"),
            _ => client.ask(
                "jobs",
                &json!({"kind": "bench", "suite": "heuristics", "sample": 1, "seed": random.below(1_000_000),
                    "only": ["astar/manhattan"], "limits": {"time_ms": 200}}),
            ),
        },
        _ => {
            let asked = json!({"kind": "solve", "board": four, "limits": {"time_ms": 2000}});
            let (status, body) = client.ask("jobs", &asked)?;
            let job: Value = serde_json::from_slice(&body).unwrap_or_default();
            match job["id"].as_str() {
                Some(id) if random.below(2) == 0 => client.delete(&format!("/api/v1/jobs/{id}")),
                Some(id) => {
                    if let Ok(mut promises) = promises.lock() {
                        promises.jobs.push(id.to_owned());
                    }
                    Ok((status, body))
                }
                None => Ok((status, body)),
            }
        }
    }
}
