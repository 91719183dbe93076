//! The service under a hard limit of its address space: whatever a client legally asks for, it lives.
#![cfg(target_os = "linux")]

mod service;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use service::{Server, program, question, request, status};

/// The budget of all searches that the service is started with.
const BUDGET: u64 = 1 << 30;

/// Address space of the process. Stacks of threads and reserved pages count here though nothing is in
/// them, so it is more than the resident memory may be.
const ADDRESS_SPACE: u64 = 5 << 29;

/// Resident memory: the budget, and a quarter for what is not a search.
const RESIDENT: u64 = BUDGET + BUDGET / 4;

/// The service under the limit.
struct Limited(Server);

impl Limited {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new("sh");
        command
            .arg("-c")
            .arg(format!("ulimit -v {} && exec \"$@\"", ADDRESS_SPACE >> 10))
            .arg("sh")
            .arg(program());
        let usual = ["--work-each=0", "--no-store", "--memory=1G", "--log=off"];
        Self(Server::launch(command, &[&usual, arguments].concat()))
    }

    /// The status of an answer, and what it is.
    fn send(&self, request: &str) -> (u16, String) {
        let answer = self.0.raw(request);
        (status(&answer), answer)
    }

    /// Checks that it answers, and has not held more than it may.
    fn check(&mut self, after: &str) {
        assert!(
            self.0.process.try_wait().unwrap().is_none(),
            "dead after {after}"
        );
        assert_eq!(self.send(&get("/api/v1/health")).0, 200, "{after}");
        let path = format!("/proc/{}/status", self.0.process.id());
        let text = fs::read_to_string(path).unwrap();
        let line = text.lines().find(|line| line.starts_with("VmHWM:"));
        let words = line.unwrap().split_whitespace().nth(1);
        let bytes = words.unwrap().parse::<u64>().unwrap() << 10;
        assert!(bytes <= RESIDENT, "{} MB after {after}", bytes >> 20);
    }
}

fn get(path: &str) -> String {
    request("GET", path)
}

fn post(path: &str, body: &Value) -> String {
    question(path, &body.to_string())
}

const HARD: &str = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";

/// The goal of a size with its two first rows reversed, which keeps the parity for an even width
/// halved evenly: far from solved, and solvable.
fn reversed(size: usize) -> String {
    let mut numbers: Vec<usize> = (1..size * size).collect();
    numbers.push(0);
    numbers[..size].reverse();
    numbers[size..2 * size].reverse();
    let rows = numbers.chunks(size).map(|row| {
        let words: Vec<String> = row.iter().map(ToString::to_string).collect();
        words.join(" ")
    });
    rows.collect::<Vec<_>>().join("/")
}

/// Every endpoint with the request that takes the most memory.
fn requests() -> Vec<(&'static str, Value)> {
    let (ten, largest) = (reversed(10), reversed(16));
    let limits = json!({"time_ms": 3000, "memory_mb": 512});
    let small = json!({"time_ms": 3000, "memory_mb": 64});
    let long = "RL".repeat(40_000);
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
        ("encode", json!({"board": largest, "as": "pddl"})),
        (
            "decide",
            json!({"board": HARD, "bound": 780, "limits": small}),
        ),
        (
            "decide",
            json!({"board": HARD, "bound": 780, "encoding": "thesis-sat", "limits": small}),
        ),
        (
            "solve",
            json!({"board": HARD, "algorithm": "sat:horizon=2000", "limits": small}),
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
        ("hint", json!({"board": largest, "limits": limits})),
        (
            "analyze",
            json!({"board": HARD, "moves": long, "limits": limits}),
        ),
        ("explain", json!({"board": largest})),
        ("estimate", json!({"board": largest})),
        ("check", json!({"board": largest})),
        (
            "apply",
            json!({"board": largest, "moves": "RL".repeat(40_000)}),
        ),
        (
            "trace",
            json!({"board": largest, "algorithm": "bfs", "max_events": 20_000, "limits": limits}),
        ),
        (
            "compare",
            json!({"board": HARD, "limits": {"time_ms": 2000, "memory_mb": 512},
                "with": ["bfs", "astar/manhattan", "sat", "beam"]}),
        ),
        ("puzzles", json!({"size": "16x16", "count": 100})),
        (
            "puzzles",
            json!({"size": "4x4", "count": 100, "distance": {"min": 60, "max": 80}}),
        ),
    ]
}

/// What the contract describes, as `POST /solve`.
fn operations(server: &Limited) -> BTreeSet<String> {
    let (_, answer) = server.send(&get("/api/v1/openapi.json"));
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let document: Value = serde_json::from_str(body).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let methods = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().keys();
        methods.map(move |method| {
            let path = path.strip_prefix("/api/v1").unwrap();
            format!("{} {path}", method.to_uppercase())
        })
    });
    methods.collect()
}

#[test]
fn the_most_expensive_request_of_each_endpoint_does_no_harm() {
    let mut server = Limited::start(&["--longest=3s"]);
    let mut untried = operations(&server);
    assert!(untried.len() > 20, "{untried:?}");
    for (path, body) in requests() {
        untried.remove(&format!("POST /{path}"));
        let (status, answer) = server.send(&post(path, &body));
        let what = format!(
            "{path} {}",
            body.to_string().chars().take(120).collect::<String>()
        );
        assert!(
            [200, 413, 422].contains(&status),
            "{status} {what}: {}",
            answer.chars().take(600).collect::<String>()
        );
        server.check(&what);
    }
    let bench = format!(
        "format = 1\nname = \"large\"\nsummary = \"s\"\nrepeat = 2\n[[instances]]\nboards = [\"{HARD}\"]\n\
         [[configurations]]\nsolver = \"bfs\"\n[[configurations]]\nsolver = \"sat:horizon=2000\"\n"
    );
    let limits = json!({"time_ms": 1500, "memory_mb": 512});
    for job in [
        json!({"kind": "solve", "board": HARD, "algorithm": "bfs", "limits": limits}),
        json!({"kind": "compare", "board": HARD, "with": ["astar/manhattan", "sat"], "limits": limits}),
        json!({"kind": "bench", "suite": bench, "limits": limits}),
    ] {
        let (status, answer) = server.send(&post("jobs", &job));
        assert_eq!(status, 202, "{answer}");
        let (_, id) = answer.split_once("\"id\":\"").unwrap();
        let path = format!("/api/v1/jobs/{}", &id[..32]);
        let (status, events) = server.send(&get(&format!("{path}/events")));
        assert_eq!(status, 200);
        assert!(events.contains("event: end"), "{job}");
        server.check(&job["kind"].to_string());
        for method in ["GET", "DELETE"] {
            let (status, answer) = server.send(&request(method, &path));
            assert_eq!(status, 200, "{method}: {answer}");
            server.check(&format!("{method} {}", job["kind"]));
        }
    }
    for done in [
        "POST /jobs",
        "GET /jobs/{id}",
        "DELETE /jobs/{id}",
        "GET /jobs/{id}/events",
    ] {
        assert!(untried.remove(done), "{done} is not in the contract");
    }
    let film = format!(
        "b={}&moves={}",
        reversed(16).replace(' ', ","),
        "RL".repeat(500)
    );
    for (operation, path) in [
        ("GET /render.gif", format!("/api/v1/render.gif?{film}")),
        ("GET /render.svg", format!("/api/v1/render.svg?{film}")),
        (
            "GET /datasets/{name}",
            "/api/v1/datasets/korf-15-100?format=parquet".to_owned(),
        ),
        ("GET /capabilities", "/api/v1/capabilities".to_owned()),
        ("GET /daily/{date}", "/api/v1/daily/2026-01-15".to_owned()),
        ("GET /datasets", "/api/v1/datasets".to_owned()),
        ("GET /health", "/api/v1/health".to_owned()),
        ("", "/api/v1/openapi.json".to_owned()),
        ("", "/api/v1/docs/".to_owned()),
        ("", "/metrics".to_owned()),
        ("", "/manual/search.json".to_owned()),
        ("", "/".to_owned()),
    ] {
        let (status, _) = server.send(&get(&path));
        let what: String = path.chars().take(40).collect();
        assert_eq!(status, 200, "{what}");
        server.check(&what);
        assert!(
            operation.is_empty() || untried.remove(operation),
            "{operation} is not in the contract"
        );
    }
    assert!(untried.is_empty(), "not tried: {untried:?}");
}

#[test]
fn many_expensive_requests_at_once_do_no_harm() {
    let mut server = Limited::start(&["--longest=4s", "--workers=4"]);
    let limits = json!({"time_ms": 4000, "memory_mb": 512});
    let bodies = [
        post(
            "solve",
            &json!({"board": HARD, "algorithm": "bfs", "limits": limits}),
        ),
        post(
            "encode",
            &json!({"board": HARD, "as": "dimacs", "bound": 780}),
        ),
        post(
            "decide",
            &json!({"board": HARD, "bound": 780, "limits": limits}),
        ),
        post(
            "solve",
            &json!({"board": reversed(10), "algorithm": "sat", "limits": limits}),
        ),
        post("hint", &json!({"board": HARD, "limits": limits})),
    ];
    std::thread::scope(|scope| {
        for body in bodies.iter().cycle().take(20) {
            scope.spawn(|| {
                let (status, answer) = server.send(body);
                let known = [200, 413, 422, 503].contains(&status);
                assert!(
                    known,
                    "{status} {}",
                    answer.chars().take(300).collect::<String>()
                );
            });
        }
    });
    server.check("twenty requests at once");
}

#[test]
fn clients_that_do_not_read_are_cut_off() {
    let mut server = Limited::start(&["--slowest=2s"]);
    let large = post(
        "encode",
        &json!({"board": HARD, "as": "dimacs", "bound": 130}),
    );
    let ask = |_| {
        let mut stream = server.0.connect();
        stream.write_all(large.as_bytes()).unwrap();
        stream
    };
    let silent: Vec<TcpStream> = (0..4).map(ask).collect();
    let held = || {
        let (_, text) = server.send(&get("/metrics"));
        let open = text
            .lines()
            .find(|line| line.starts_with("taquin_connections_open "));
        open.unwrap()
            .rsplit(' ')
            .next()
            .unwrap()
            .parse::<u64>()
            .unwrap()
    };
    let until = Instant::now() + Duration::from_mins(1);
    // The last one is the connection that asks.
    while held() > 1 {
        assert!(Instant::now() < until, "{} are held", held() - 1);
        std::thread::sleep(Duration::from_millis(200));
    }
    drop(silent);
    server.check("clients that do not read");
}
