//! The service as a process: its socket, its end, its file, and clients that mean no good.

mod service;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use taquin::generate::{Generator, Uniform};
use taquin::{Goal, Size};

use service::{Server, question, wait_for};

/// A folder of this test's own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("taquin-serve-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Boards of 4x4 that nobody asked about before.
fn boards(first: u64) -> impl Iterator<Item = String> {
    let goal = Goal::BlankLast.board(Size::new(4, 4).unwrap()).unwrap();
    (first..).map(move |seed| Uniform.board(&goal, seed).to_string())
}

/// Files that this process may have open.
fn open_files() -> u64 {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().nth(3));
    soft.map_or(1024, |soft| soft.parse().unwrap_or(u64::MAX))
}

#[test]
fn it_answers_and_ends_when_told() {
    let mut server = Server::start(&["--no-store"]);
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
    let hint = server.ask("hint", &json!({"board": "8 1 3/4 0 2/7 6 5"}));
    assert_eq!(hint["distance"], 14);
    server.signal("-TERM");
    assert_eq!(server.end(), Some(0));
}

#[test]
fn running_work_ends_cleanly_when_told() {
    let mut server = Server::start(&["--no-store"]);
    let hard = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
    let slow = json!({"kind": "solve", "board": hard, "algorithm": "ida/zero", "limits": {"time_ms": 60_000}});
    let id = server.ask("jobs", &slow)["id"].as_str().unwrap().to_owned();
    // Somebody listens to the job, and somebody waits for an answer.
    let mut listener = server.connect();
    let listen = format!("GET /api/v1/jobs/{id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    listener.write_all(listen.as_bytes()).unwrap();
    wait_for("the listener is there", || {
        server.metric("taquin_event_streams_open") == 1
    });
    let began = Instant::now();
    server.signal("-TERM");
    let mut events = String::new();
    let _ = listener.read_to_string(&mut events);
    assert!(events.contains("event: end"), "{events}");
    assert!(events.contains("\"state\":\"cancelled\""), "{events}");
    assert_eq!(server.end(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn solved_positions_survive_a_restart_and_a_crash() {
    let folder = Folder::new("store");
    let file = folder.0.join("lines.redb");
    let store = format!("--store={}", file.display());
    let mut server = Server::start(&[&store]);
    let asked: Vec<String> = boards(1).take(12).collect();
    for board in &asked {
        server.ask("hint", &json!({"board": board}));
    }
    // What is counted as written is committed.
    wait_for("lines are written", || {
        server.metric("taquin_lookup_written_total") > 400
    });
    let committed = server.metric("taquin_lookup_entries");
    // In the middle of more writing, the hard way.
    let address = server.address;
    let writer = std::thread::spawn(move || {
        for board in boards(1000) {
            let Ok(mut stream) = TcpStream::connect(address) else {
                return;
            };
            let body = json!({"board": board}).to_string();
            let _ = stream.write_all(question("hint", &body).as_bytes());
            let mut answer = Vec::new();
            if stream.read_to_end(&mut answer).is_err() || answer.is_empty() {
                return;
            }
        }
    });
    wait_for("more lines are written", || {
        server.metric("taquin_lookup_entries") > committed
    });
    server.signal("-KILL");
    server.end();
    writer.join().unwrap();

    let mut server = Server::start(&[&store]);
    assert!(server.metric("taquin_lookup_entries") >= committed);
    for board in &asked[..10] {
        assert_eq!(
            server.ask("hint", &json!({"board": board}))["label"],
            "optimal"
        );
    }
    let hits = server.metric("taquin_lookup_hits_total");
    assert!(hits >= 9, "{hits} of 10");
    let entries = server.metric("taquin_lookup_entries");
    server.signal("-TERM");
    assert_eq!(server.end(), Some(0));
    let server = Server::start(&[&store]);
    assert!(server.metric("taquin_lookup_entries") >= entries);
}

#[test]
fn jobs_survive_a_kill() {
    let folder = Folder::new("jobs");
    let store = format!("--store={}", folder.0.join("lines.redb").display());
    let mut server = Server::start(&[&store, "--work-each=0", "--workers=2"]);
    // The optimum of the first is known from breadth-first search; the other runs until its limit.
    let quick = json!({"kind": "solve", "board": "8 1 3/4 0 2/7 6 5", "algorithm": "bfs"});
    let slow = json!({"kind": "solve", "board": "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0",
        "algorithm": "ida/zero", "limits": {"time_ms": 1500}});
    let begin = |server: &Server, asked: &Value| {
        let id = server.ask("jobs", asked)["id"].clone();
        id.as_str().map(str::to_owned)
    };
    let state = |server: &Server, id: &str| {
        let answer = server.get(&format!("/api/v1/jobs/{id}"));
        assert_eq!(service::status(&answer), 200, "{answer}");
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str::<Value>(body).unwrap()
    };
    let finished: Vec<String> = (0..4).map(|_| begin(&server, &quick).unwrap()).collect();
    for id in &finished {
        wait_for("a job is done", || state(&server, id)["state"] == "done");
    }
    // Two that run, and more that wait, when the process is killed.
    let unfinished: Vec<String> = (0..8).map(|_| begin(&server, &slow).unwrap()).collect();
    wait_for("two jobs run", || {
        let ids = unfinished.iter();
        let running = ids.filter(|id| state(&server, id)["state"] == "running");
        running.count() == 2
    });
    server.signal("-KILL");
    server.end();

    let server = Server::start(&[&store, "--work-each=0", "--workers=2"]);
    for id in &finished {
        assert_eq!(state(&server, id)["result"]["length"], 14);
    }
    for id in &unfinished {
        wait_for("a job is done", || state(&server, id)["state"] == "done");
        assert_eq!(state(&server, id)["result"]["limit"], "time");
    }
    assert_eq!(server.metric("taquin_jobs_resumed_total"), 8);
}

#[test]
fn a_file_in_use_or_of_another_kind_is_left_alone_until_it_can_be_used() {
    let folder = Folder::new("refused");
    let file = folder.0.join("lines.redb");
    fs::write(&file, "not a table").unwrap();
    let store = format!("--store={}", file.display());
    let first = Server::start(&[&store, "--log=off"]);
    let available = |server: &Server| {
        let answer = server.get("/api/v1/health");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        answer.contains("\"table\":{\"available\":true}")
    };
    assert!(!available(&first));
    assert_eq!(fs::read_to_string(&file).unwrap(), "not a table");
    let until = Instant::now() + Duration::from_secs(20);
    let wait_for = |server: &Server| {
        while !available(server) {
            assert!(Instant::now() < until, "it is not tried again");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    // Once the file is out of the way there is a table, without a restart.
    fs::remove_file(&file).unwrap();
    wait_for(&first);
    let second = Server::start(&[&store, "--log=off"]);
    assert!(!available(&second));
    let solved = second.ask("solve", &json!({"board": "1 2/0 3"}));
    assert_eq!(solved["length"], 1);
    drop(first);
    wait_for(&second);
}

#[test]
fn a_search_that_runs_at_the_end_answers_with_its_best() {
    let mut server = Server::start(&["--no-store"]);
    let hard = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
    let asked = json!({"board": hard, "algorithm": "anytime", "limits": {"time_ms": 60000}});
    let mut stream = server.connect();
    stream
        .write_all(question("solve", &asked.to_string()).as_bytes())
        .unwrap();
    while server.metric("taquin_searches_running") == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    server.signal("-TERM");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let body: Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["limit"], "cancelled");
    assert!(body["moves"].is_string(), "{body}");
    assert_eq!(server.end(), Some(0));
}

#[test]
fn requests_for_other_hosts_are_refused() {
    let server = Server::start(&["--no-store", "--host=taquin.example"]);
    let ask_for = |address: &str, hosts: &str| {
        let head = format!("GET {address} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        server.raw(&head).split(' ').nth(1).unwrap().to_owned()
    };
    let ask = |hosts: &str| ask_for("/api/v1/health", hosts);
    for (hosts, status) in [
        ("Host: localhost\r\n", "200"),
        ("Host: 127.0.0.1:8000\r\n", "200"),
        ("Host: [::1]:8000\r\n", "200"),
        ("Host: taquin.example\r\n", "200"),
        ("Host: evil.example\r\n", "421"),
        ("", "400"),
        ("Host: localhost\r\nHost: evil.example\r\n", "400"),
    ] {
        assert_eq!(ask(hosts), status, "{hosts}");
    }
    // A whole address goes before the header.
    for (host, status) in [("localhost", "200"), ("evil.example", "421")] {
        let address = format!("http://{host}/api/v1/health");
        assert_eq!(ask_for(&address, "Host: localhost\r\n"), status, "{host}");
    }
}

#[test]
fn metrics_can_have_an_address_of_their_own() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let admin = free.local_addr().unwrap();
    drop(free);
    let server = Server::start(&["--no-store", &format!("--admin={admin}")]);
    assert!(server.get("/metrics").starts_with("HTTP/1.1 404"));
    assert!(server.get("/live").starts_with("HTTP/1.1 200"));
    let mut stream = TcpStream::connect(admin).unwrap();
    let request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("taquin_searches_total"), "{answer}");
}

#[test]
fn slow_clients_are_given_up_and_others_are_served() {
    let server = Server::start(&["--no-store", "--slowest=1s"]);
    let mut slow: Vec<TcpStream> = (0..50).map(|_| server.connect()).collect();
    for stream in &mut slow[..25] {
        stream.write_all(b"GET / HTTP/1.1\r\nHos").unwrap();
    }
    for stream in &mut slow[25..] {
        let head = "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
        stream.write_all(head.as_bytes()).unwrap();
    }
    assert_eq!(
        server.ask("check", &json!({"board": "1 2/3 0"}))["solved"],
        true
    );
    let began = Instant::now();
    for stream in &mut slow {
        let mut answer = String::new();
        // Given up: the end of the stream comes, with an answer or without.
        let _ = stream.read_to_string(&mut answer);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 408"),
            "{answer}"
        );
    }
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn many_idle_listeners_cost_little() {
    // A thousand, or what a process may open by default, with some room.
    let many = if open_files() >= 2500 { 1000 } else { 400 };
    let server = Server::start(&["--no-store"]);
    let hard = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
    let slow = json!({"kind": "solve", "board": hard, "algorithm": "ida/zero", "limits": {"time_ms": 60_000}});
    let id = server.ask("jobs", &slow)["id"].as_str().unwrap().to_owned();
    let before = server.metric("process_resident_memory_bytes");
    let listen = format!("GET /api/v1/jobs/{id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let mut listeners: Vec<TcpStream> = (0..many).map(|_| server.connect()).collect();
    for stream in &mut listeners {
        stream.write_all(listen.as_bytes()).unwrap();
    }
    wait_for("all listen", || {
        server.metric("taquin_event_streams_open") as usize == many
    });
    let began = Instant::now();
    assert_eq!(
        server.ask("hint", &json!({"board": "8 1 3/4 0 2/7 6 5"}))["distance"],
        14
    );
    assert!(began.elapsed() < Duration::from_secs(2));
    let grown = server
        .metric("process_resident_memory_bytes")
        .saturating_sub(before);
    assert!(grown < 80 << 20, "{grown} bytes for {many} listeners");
    drop(listeners);
    wait_for("they are forgotten", || {
        server.metric("taquin_event_streams_open") == 0
    });
}

#[test]
fn a_hundred_megabytes_are_not_read() {
    let server = Server::start(&["--no-store"]);
    let before = server.metric("process_resident_memory_bytes");
    let chunk = vec![b' '; 1 << 20];
    for head in [
        "Content-Length: 104857600\r\n",
        "Transfer-Encoding: chunked\r\n",
    ] {
        let mut stream = server.connect();
        let start = format!(
            "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{head}\r\n"
        );
        stream.write_all(start.as_bytes()).unwrap();
        let mut sent = 0;
        for _ in 0..100 {
            let chunked = head.starts_with("Transfer");
            let frame = if chunked {
                format!("{:x}\r\n", chunk.len())
            } else {
                String::new()
            };
            let end: &[u8] = if chunked { b"\r\n" } else { b"" };
            let parts = [frame.as_bytes(), &chunk, end].concat();
            // The service hangs up long before the end.
            if stream.write_all(&parts).is_err() {
                break;
            }
            sent += 1;
        }
        assert!(sent < 100, "all of it was taken");
    }
    let grown = server
        .metric("process_resident_memory_bytes")
        .saturating_sub(before);
    assert!(grown < 30 << 20, "{grown}");
    // A client that looks at the answer first sees why.
    let head = "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n";
    let mut stream = server.connect();
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&chunk[..300 << 10]).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
}

#[test]
fn no_path_leads_out_of_the_page() {
    let folder = Folder::new("assets");
    let page = folder.0.join("page");
    fs::create_dir_all(page.join("js")).unwrap();
    fs::write(page.join("index.html"), "<p>mine</p>").unwrap();
    fs::write(page.join("js/a.js"), "let a;").unwrap();
    fs::write(page.join(".secret.txt"), "secret").unwrap();
    fs::write(folder.0.join("secret.txt"), "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.0.join("secret.txt"), page.join("link.txt")).unwrap();
    let assets = format!("--assets={}", page.display());
    for arguments in [&["--no-store"][..], &["--no-store", &assets]] {
        let server = Server::start(arguments);
        for path in [
            "/../secret.txt",
            "/js/../../secret.txt",
            "/..%2fsecret.txt",
            "/%2e%2e/secret.txt",
            "/%252e%252e/secret.txt",
            "/..\\secret.txt",
            "//etc/passwd",
            "/etc/passwd",
            "/.secret.txt",
            "/link.txt",
            "/js/a.js/",
            "/js/a.js%00.txt",
            "/js",
            "/./js/a.js",
            "/index.html/..",
        ] {
            let answer = server.get(path);
            assert!(answer.starts_with("HTTP/1.1 40"), "{path}: {answer}");
            assert!(
                !answer.contains("secret\n") && !answer.contains("root:"),
                "{path}: {answer}"
            );
        }
    }
    let server = Server::start(&["--no-store", &assets]);
    assert!(server.get("/").contains("<p>mine</p>"));
    assert!(server.get("/js/a.js").contains("text/javascript"));
}

#[test]
fn greedy_searches_stay_within_the_memory_of_all() {
    const TOTAL: u64 = 200 << 20;
    let server = Server::start(&[
        "--no-store",
        "--memory=200M",
        "--memory-each=50M",
        "--workers=8",
    ]);
    let before = server.metric("process_resident_memory_bytes");
    let body = json!({"board": "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "algorithm": "bfs",
        "limits": {"memory_mb": 4096, "time_ms": 20_000}});
    let request = question("solve", &body.to_string());
    let clients: Vec<_> = (0..12)
        .map(|_| {
            let (address, request) = (server.address, request.clone());
            std::thread::spawn(move || {
                let mut stream = TcpStream::connect(address).unwrap();
                stream.write_all(request.as_bytes()).unwrap();
                let mut answer = String::new();
                stream.read_to_string(&mut answer).unwrap();
                answer
            })
        })
        .collect();
    let mut most = 0;
    while clients.iter().any(|client| !client.is_finished()) {
        most = most.max(
            server
                .metric("process_resident_memory_bytes")
                .saturating_sub(before),
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    for client in clients {
        let answer = client.join().unwrap();
        assert!(
            answer.contains("\"limit\":\"memory\"") || answer.starts_with("HTTP/1.1 503"),
            "{answer}"
        );
    }
    // What the allocator keeps back is not the searches'; tables of half a size are freed late.
    assert!(most < TOTAL * 5 / 4, "{most} bytes");
    assert!(server.metric("taquin_search_memory_reserved_bytes_most") <= TOTAL);
}

#[test]
fn the_port_can_be_taken() {
    let server = Server::start(&["--no-store"]);
    let output = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args([
            "serve",
            "--no-store",
            &format!("--port={}", server.address.port()),
        ])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("cannot listen on 127.0.0.1"), "{text}");
}

/// The text with `…` standing for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut last = "";
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
        last = part;
    }
    rest.is_empty() || last.is_empty() && pattern.ends_with('…')
}

#[test]
fn every_example_of_the_api_is_true() {
    if Command::new("curl").arg("--version").output().is_err() {
        // Without curl there is nothing to show.
        return;
    }
    let server = Server::start(&["--no-store"]);
    let page = include_str!("../../../docs/src/api.md");
    let mut examples = 0;
    for block in page.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        for example in block.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap();
            let command = command.replace("127.0.0.1:8000", &server.address.to_string());
            let output = Command::new("sh").args(["-c", &command]).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout)
                .trim_end()
                .to_owned();
            assert!(
                fits(expected.trim_end(), &said),
                "$ {command}\n{said}\n{expected}"
            );
            examples += 1;
        }
    }
    assert!(examples >= 12, "{examples}");
}

#[test]
fn what_is_no_http_gets_a_problem_too() {
    let server = Server::start(&["--no-store"]);
    let many = format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n",
        "X: y\r\n".repeat(200)
    );
    let long = format!(
        "GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a".repeat(70_000)
    );
    for (request, status) in [
        ("GET /\u{1} HTTP/1.1\r\nHost: localhost\r\n\r\n", "400"),
        ("nonsense\r\n\r\n", "400"),
        (many.as_str(), "431"),
        (long.as_str(), "414"),
    ] {
        let mut stream = server.connect();
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        assert!(head.contains("application/problem+json"), "{answer}");
        let problem: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(problem["status"].to_string(), status);
        assert_eq!(problem["type"], "/problems/bad-request");
    }
}

#[test]
fn jobs_survive_kill_and_sigterm() {
    let folder = Folder::new("jobs");
    let store = format!("--store={}", folder.0.join("lines.redb").display());
    let hard = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
    let slow = json!({"kind": "solve", "board": hard, "algorithm": "ida/zero", "limits": {"time_ms": 1500}});
    let mut server = Server::start(&[&store]);
    let mut ids = Vec::new();
    for signal in ["-KILL", "-TERM"] {
        for _ in 0..4 {
            let id = server.ask("jobs", &slow)["id"].as_str().unwrap().to_owned();
            ids.push(id);
        }
        server.signal(signal);
        server.end();
        server = Server::start(&[&store]);
    }
    wait_for("all are done", || {
        ids.iter().all(|id| {
            let text = server.get(&format!("/api/v1/jobs/{id}"));
            assert!(text.starts_with("HTTP/1.1 200"), "{text}");
            text.contains("\"state\":\"done\"") && text.contains("\"limit\":\"time\"")
        })
    });
    assert!(server.metric("taquin_jobs_resumed_total") >= 4);
}

/// Files for those who run the service name options and metrics; all of them exist.
#[test]
fn the_files_for_operators_name_what_there_is() {
    let deploy = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let read = |name: &str| fs::read_to_string(deploy.join(name)).unwrap();
    let help = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["serve", "--help"])
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for file in ["taquin.service", "Containerfile", "nginx.conf"] {
        let text = read(file);
        let lines = text.lines().filter(|line| {
            ["ExecStart=", "ENTRYPOINT", "# Start the service with"]
                .iter()
                .any(|start| line.starts_with(start))
        });
        let words = lines.flat_map(|line| line.split([' ', '"', ',']));
        let flags: Vec<&str> = words.filter(|word| word.starts_with("--")).collect();
        assert!(!flags.is_empty(), "{file}");
        for flag in flags {
            assert!(help.contains(flag), "{file} names {flag}");
        }
    }
    let server = Server::start(&["--no-store"]);
    server.ask("hint", &json!({"board": "8 1 3/4 0 2/7 6 5"}));
    let metrics = server.get("/metrics");
    let dashboard = read("grafana.json");
    let _: serde_json::Value = serde_json::from_str(&dashboard).unwrap();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names = dashboard.split(|c| !is_name(c));
    let names: std::collections::BTreeSet<&str> =
        names.filter(|name| name.starts_with("taquin_")).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let is_there = metrics.lines().any(|line| {
            line.starts_with(&format!("{name} ")) || line.starts_with(&format!("{name}{{"))
        });
        assert!(is_there, "the dashboard names {name}");
    }
}

#[test]
fn a_log_in_a_file_has_no_colours() {
    let folder = Folder::new("log");
    let log = folder.0.join("log.txt");
    let store = folder.0.join("store");
    let mut process = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["serve", "--port=0", "--log=debug", "--store"])
        .arg(store)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let text = loop {
        let text = fs::read_to_string(&log).unwrap();
        if text.contains("Open http") || begun.elapsed() > Duration::from_secs(30) {
            break text;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(text.contains("Open http"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}
