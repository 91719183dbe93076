//! Measures a service that it starts itself, on loopback, for a bounded time.
//!
//! `load --binary target/release/taquin SCENARIO… [--seconds N] [--seed N] [--connections N]`
//!
//! Scenarios: `hints3` as many 3x3 hints as it answers; `hints4` 50 hints per second on 4x4 boards
//! that were never asked about; `hints5` 5x5 hints one after the other; `mixed` all kinds of
//! requests at once, with a kill -9 in the middle and a restart; it also tells how long the service's
//! async threads were kept, by their own count. Each prints a line of
//! tab-separated numbers; times are in milliseconds, from the moment a request was due to the end of
//! its answer.

#![expect(clippy::print_stdout, reason = "a program for people at a terminal")]

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use taquin::generate::{Generator, Random, Uniform};
use taquin::{Goal, Size};

type Fault = Box<dyn std::error::Error>;

fn main() -> Result<(), Fault> {
    let plan = Plan::read(std::env::args().skip(1))?;
    println!("scenario\trequests\tseconds\tper_second\tp50\tp95\tp99\tmax\tstatuses\tnotes");
    for scenario in &plan.scenarios {
        let line = match scenario.as_str() {
            "hints3" => hints3(&plan)?,
            "hints4" => hints4(&plan)?,
            "hints5" => hints5(&plan)?,
            "mixed" => mixed(&plan)?,
            other => return Err(format!("there is no scenario `{other}`").into()),
        };
        println!("{scenario}\t{line}");
    }
    Ok(())
}

/// What to do.
struct Plan {
    binary: String,
    scenarios: Vec<String>,
    seconds: u64,
    seed: u64,
    connections: usize,
}

impl Plan {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, Fault> {
        let mut plan = Self {
            binary: "target/release/taquin".to_owned(),
            scenarios: Vec::new(),
            seconds: 10,
            seed: 1_000_000,
            connections: 8,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or("an option lacks its value");
            match argument.as_str() {
                "--binary" => plan.binary = value()?,
                // Bounded, so that a slip of the finger is no attack.
                "--seconds" => plan.seconds = value()?.parse::<u64>()?.clamp(1, 900),
                "--seed" => plan.seed = value()?.parse()?,
                "--connections" => plan.connections = value()?.parse::<usize>()?.clamp(1, 64),
                name => plan.scenarios.push(name.to_owned()),
            }
        }
        if plan.scenarios.is_empty() {
            plan.scenarios = ["hints3", "hints4", "hints5"].map(str::to_owned).to_vec();
        }
        Ok(plan)
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

/// A running service.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(binary: &str, arguments: &[&str]) -> Result<Self, Fault> {
        let mut process = Command::new(binary)
            .args(["serve", "--port=0", "--rate=0", "--log=off"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let talk = process.stderr.take().ok_or("no stderr")?;
        BufReader::new(talk).read_line(&mut line)?;
        let address = line
            .strip_prefix("Open http://")
            .and_then(|rest| rest.split('/').next())
            .ok_or_else(|| format!("it did not start: {line}"))?
            .parse()?;
        Ok(Self { process, address })
    }

    /// Waits until the tables are made, so that they are not part of what is measured.
    fn warm(&self) -> Result<(), Fault> {
        let mut client = Client::new(self.address);
        let mut random = Random::new(1);
        for cells in [3, 4] {
            let body = json!({"board": board(cells, &mut random)});
            client.ask("hint", &body)?;
        }
        thread::sleep(Duration::from_secs(2));
        Ok(())
    }

    fn metric(&self, name: &str) -> f64 {
        let mut client = Client::new(self.address);
        let text = client
            .get("/metrics")
            .map(|(_, body)| body)
            .unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{name} ")));
        let number = line.and_then(|line| line.rsplit(' ').next()?.parse().ok());
        number.unwrap_or(f64::NAN)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// One connection that is kept.
struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    fn new(address: SocketAddr) -> Self {
        Self {
            address,
            stream: None,
        }
    }

    fn ask(&mut self, path: &str, body: &Value) -> io::Result<(u16, Vec<u8>)> {
        let body = body.to_string();
        self.send(&format!(
            "POST /api/v1/{path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    fn get(&mut self, path: &str) -> io::Result<(u16, Vec<u8>)> {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"))
    }

    fn delete(&mut self, path: &str) -> io::Result<(u16, Vec<u8>)> {
        self.send(&format!("DELETE {path} HTTP/1.1\r\nHost: x\r\n\r\n"))
    }

    fn send(&mut self, request: &str) -> io::Result<(u16, Vec<u8>)> {
        let mut stream = if let Some(stream) = self.stream.take() {
            stream
        } else {
            let stream = TcpStream::connect(self.address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(Duration::from_secs(90)))?;
            BufReader::new(stream)
        };
        stream.get_mut().write_all(request.as_bytes())?;
        let answer = read(&mut stream)?;
        // An answer that was not whole leaves the connection behind.
        self.stream = Some(stream);
        Ok(answer)
    }
}

/// Reads an answer whose length is stated.
fn read(stream: &mut impl BufRead) -> io::Result<(u16, Vec<u8>)> {
    let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
    let status = status.ok_or_else(|| bad("no status"))?;
    let mut length = 0;
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        let header = line.trim_end().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().map_err(|_| bad("no length"))?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok((status, body))
}

/// A board of n x n, every one equally likely.
fn board(n: usize, random: &mut Random) -> String {
    let size = Size::new(n, n).expect("a size of ours");
    let goal = Goal::BlankLast.board(size).expect("a named goal");
    Uniform.draw(&goal, random).to_string()
}

/// What was measured.
#[derive(Default)]
struct Tally {
    times: Vec<Duration>,
    statuses: BTreeMap<u16, u64>,
    broken: u64,
}

impl Tally {
    fn add(&mut self, began: Instant, answer: &io::Result<(u16, Vec<u8>)>) {
        match answer {
            Ok((status, _)) => {
                self.times.push(began.elapsed());
                *self.statuses.entry(*status).or_default() += 1;
            }
            Err(_) => self.broken += 1,
        }
    }

    fn merge(&mut self, other: Self) {
        self.times.extend(other.times);
        for (status, count) in other.statuses {
            *self.statuses.entry(status).or_default() += count;
        }
        self.broken += other.broken;
    }

    fn line(mut self, seconds: f64, notes: &str) -> String {
        self.times.sort();
        let at = |share: f64| {
            let last = self.times.len().saturating_sub(1);
            let index = (share * last as f64).round() as usize;
            self.times
                .get(index)
                .map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
        };
        let requests = self.times.len();
        let mut statuses: Vec<String> = self
            .statuses
            .iter()
            .map(|(status, count)| format!("{status}:{count}"))
            .collect();
        if self.broken > 0 {
            statuses.push(format!("broken:{}", self.broken));
        }
        format!(
            "{requests}\t{seconds:.1}\t{:.0}\t{:.2}\t{:.2}\t{:.2}\t{:.2}\t{}\t{notes}",
            requests as f64 / seconds,
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0),
            statuses.join(" "),
        )
    }
}

/// As many 3x3 hints as are answered, each board drawn anew.
fn hints3(plan: &Plan) -> Result<String, Fault> {
    let server = Server::start(&plan.binary, &["--no-store"])?;
    server.warm()?;
    let (began, time) = (Instant::now(), plan.time());
    let clients: Vec<_> = (0..plan.connections)
        .map(|index| {
            let (address, seed) = (server.address, plan.seed + index as u64);
            thread::spawn(move || {
                let (mut client, mut random) = (Client::new(address), Random::new(seed));
                let boards: Vec<Value> = (0..1000)
                    .map(|_| json!({"board": board(3, &mut random)}))
                    .collect();
                let mut tally = Tally::default();
                for body in boards.iter().cycle() {
                    let sent = Instant::now();
                    if sent - began >= time {
                        break;
                    }
                    tally.add(sent, &client.ask("hint", body));
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
fn hints4(plan: &Plan) -> Result<String, Fault> {
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
fn hints5(plan: &Plan) -> Result<String, Fault> {
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

/// All kinds of requests at once, with a kill -9 in the middle and a restart on the same file.
fn mixed(plan: &Plan) -> Result<String, Fault> {
    let folder = std::env::temp_dir().join(format!("taquin-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let store = format!("--store={}", folder.join("lines.redb").display());
    let arguments = [store.as_str(), "--memory=1G", "--memory-each=256M"];
    let (began, half) = (Instant::now(), plan.time() / 2);
    let mut all = Tally::default();
    let mut notes = Vec::new();
    let mut kept = None;
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
        let (tally, memory) = storm(&server, plan, half, part);
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

/// Requests of all kinds for a time; gives the memory of the service along it as well.
fn storm(server: &Server, plan: &Plan, time: Duration, part: u64) -> (Tally, Vec<String>) {
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
                    own.add(sent, &any(&mut client, &mut random));
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
fn any(client: &mut Client, random: &mut Random) -> io::Result<(u16, Vec<u8>)> {
    let three = board(3, random);
    let four = board(4, random);
    match random.below(20) {
        0..=4 => client.ask("hint", &json!({"board": three, "grade": 3})),
        5..=8 => client.ask("hint", &json!({"board": four})),
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
                _ => Ok((status, body)),
            }
        }
    }
}
