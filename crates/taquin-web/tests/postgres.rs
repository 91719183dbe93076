//! Solved positions and jobs in a real PostgreSQL, which several servers share.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Request;
use common::{Server, settings};
use postgres::{Client, NoTls};
use serde_json::{Value, json};
use taquin::{Direction, Move};
use taquin_testkit::Database;
use taquin_web::Settings;
use taquin_web::lookup::{Entry, Lookup, PositionKey, Postgres};

/// Lets the server speak TLS at a port of this machine, with a certificate for `localhost` that a
/// new authority signed.
fn use_tls(database: &Database) -> (PathBuf, u16) {
    let path = |name: &str| database.folder().join(name).display().to_string();
    let openssl = |arguments: &str| {
        let arguments: Vec<String> = arguments
            .split_whitespace()
            .map(|word| match word.strip_prefix('@') {
                Some(name) => path(name),
                None => word.to_owned(),
            })
            .collect();
        let output = Command::new("openssl").args(&arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {told}");
    };
    openssl(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=authority \
         -keyout @ca.key -out @ca.pem",
    );
    openssl(
        "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost \
         -keyout @server.key -out @server.csr",
    );
    fs::write(path("names"), "subjectAltName=DNS:localhost\n").unwrap();
    openssl(
        "x509 -req -in @server.csr -CA @ca.pem -CAkey @ca.key -CAcreateserial -days 2 \
         -extfile @names -out @server.pem",
    );
    let key = path("server.key");
    database.give_away(Path::new(&key));
    let closed = Command::new("chmod").args(["600", &key]).status();
    assert!(closed.unwrap().success());
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    for setting in [
        format!("ssl_cert_file = '{}'", path("server.pem")),
        format!("ssl_key_file = '{key}'"),
        "ssl = on".to_owned(),
        "listen_addresses = '127.0.0.1'".to_owned(),
        format!("port = {port}"),
    ] {
        run_sql(database, &format!("ALTER SYSTEM SET {setting}"));
    }
    database.control_with("restart", "");
    (database.folder().join("ca.pem"), port)
}

/// Runs statements, one at a time.
fn run_sql(database: &Database, statements: &str) {
    let socket = fs::read_dir(database.folder())
        .unwrap()
        .flatten()
        .find_map(|file| {
            let name = file.file_name().into_string().ok()?;
            name.strip_prefix(".s.PGSQL.")?.parse::<u16>().ok()
        });
    let address = format!("{} port={}", database.address(), socket.unwrap());
    let mut client = Client::connect(&address, NoTls).unwrap();
    for statement in statements.split("; ") {
        client.simple_query(statement).unwrap();
    }
}

/// A connection of its owner.
fn owner_of(database: &Database) -> Client {
    Client::connect(&database.address(), NoTls).unwrap()
}

/// A board 38 moves from the goal.
const BOARD: &str = "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12";

fn server(database: &Database) -> Server {
    Server::new(Settings {
        postgres: Some(database.address()),
        ..settings()
    })
}

/// Waits until table and jobs can be used, or one of them cannot.
async fn until_available(server: &Server, available: bool) {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let health = server.get("/api/v1/health").await.json();
        if (health["status"] == "ok") == available {
            return;
        }
        assert!(Instant::now() < until, "{health}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn a_role_needs_no_rights_on_the_schema() {
    let database = Database::start();
    let mut owner = owner_of(&database);
    owner
        .batch_execute("CREATE ROLE reader LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC;")
        .unwrap();
    let address = database.address().replace("user=taquin", "user=reader");
    assert!(Postgres::open(&address, None).is_err());
    Postgres::open(&database.address(), None).unwrap();
    owner
        .batch_execute("GRANT SELECT, INSERT, UPDATE, DELETE ON taquin_lines_1 TO reader")
        .unwrap();
    let table = Postgres::open(&address, None).unwrap();
    let board: taquin::Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
    let goal: taquin::Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
    let (key, entry) = (
        PositionKey::new(&board, &goal),
        Entry {
            length: 14,
            proven: true,
            first: Some(Move(Direction::Left)),
        },
    );
    table.put(&[(key.clone(), entry)]).unwrap();
    assert_eq!(table.get(&key).unwrap(), Some(entry));
    table.delete(std::slice::from_ref(&key)).unwrap();
    assert_eq!(table.get(&key).unwrap(), None);

    // The same for jobs, whose table the owner's server creates.
    drop(server(&database));
    owner
        .batch_execute("GRANT SELECT, INSERT, UPDATE, DELETE ON taquin_jobs_1 TO reader")
        .unwrap();
    let server = Server::new(Settings {
        postgres: Some(address),
        ..settings()
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let id = begin(&server, &json!({"kind": "solve", "board": BOARD})).await;
        let view = until_state(&server, &id, "done").await;
        assert_eq!(view["result"]["length"], 38);
    });
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn a_database_that_is_locked_stopped_or_restarted_does_no_harm() {
    let database = Database::start();
    let server = server(&database);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let asked = json!({"board": BOARD});
        let hint = || async {
            let begun = Instant::now();
            let hint = server.ask("hint", &asked).await.json();
            assert_eq!(hint["distance"], 38, "{hint}");
            begun.elapsed()
        };
        hint().await;
        // Locked: the first hint waits no longer than the timeout, and the next does not wait.
        let (locked, unlock) = (std::sync::mpsc::channel(), std::sync::mpsc::channel::<()>());
        let mut client = tokio::task::spawn_blocking({
            let address = database.address();
            move || Client::connect(&address, NoTls).unwrap()
        })
        .await
        .unwrap();
        let holder = std::thread::spawn(move || {
            let mut holding = client.transaction().unwrap();
            holding
                .batch_execute("LOCK TABLE taquin_lines_1, taquin_jobs_1 IN ACCESS EXCLUSIVE MODE")
                .unwrap();
            locked.0.send(()).unwrap();
            let _ = unlock.1.recv();
        });
        locked.1.recv().unwrap();
        assert!(hint().await < Duration::from_secs(8));
        until_available(&server, false).await;
        let begun = Instant::now();
        let job = json!({"kind": "solve", "board": BOARD});
        let refused = server.ask("jobs", &job).await;
        assert_eq!(refused.status, 503, "{}", refused.text());
        assert_eq!(refused.header("retry-after"), "2");
        assert!(begun.elapsed() < Duration::from_secs(10));
        drop(unlock.0);
        holder.join().unwrap();
        until_available(&server, true).await;
        let id = begin(&server, &job).await;
        until_state(&server, &id, "done").await;

        database.control("stop");
        hint().await;
        until_available(&server, false).await;
        hint().await;
        database.control("start");
        until_available(&server, true).await;
        hint().await;
        database.control("restart");
        for _ in 0..20 {
            hint().await;
        }
        until_available(&server, true).await;
    });
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn servers_share_what_they_solved() {
    let database = Database::start();
    keeps_the_better(&database.address());
    let (first, second) = (server(&database), server(&database));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let asked = json!({"board": BOARD});
        let hint = first.ask("hint", &asked).await.json();
        assert_eq!(hint["distance"], 38);
        let until = Instant::now() + Duration::from_secs(10);
        while first.metric("taquin_lookup_written_total").await < 38 {
            assert!(Instant::now() < until, "nothing is written");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(second.ask("hint", &asked).await.json(), hint);
        assert_eq!(second.metric("taquin_lookup_hits_total").await, 1);
        assert_eq!(second.metric("taquin_searches_total").await, 0);
    });
}

/// An entry is only replaced by a better one, also by another connection.
fn keeps_the_better(address: &str) {
    let (one, two) = (
        Postgres::open(address, None).unwrap(),
        Postgres::open(address, None).unwrap(),
    );
    let board: taquin::Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
    let goal: taquin::Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
    let key = PositionKey::new(&board, &goal);
    let entry = |length, proven| Entry {
        length,
        proven,
        first: Some(Move(Direction::Left)),
    };
    assert_eq!(one.get(&key).unwrap(), None);
    one.put(&[
        (key.clone(), entry(20, false)),
        (key.clone(), entry(18, false)),
    ])
    .unwrap();
    assert_eq!(two.get(&key).unwrap(), Some(entry(18, false)));
    two.put(&[(key.clone(), entry(14, true))]).unwrap();
    one.put(&[(key.clone(), entry(16, false))]).unwrap();
    one.put(&[(key.clone(), entry(14, false))]).unwrap();
    assert_eq!(one.get(&key).unwrap(), Some(entry(14, true)));
    one.put(&[]).unwrap();
    let refused = Postgres::open("host=/nowhere user=taquin", None);
    assert!(refused.is_err_and(|error| error.to_string().contains("PostgreSQL")));
}

async fn begin(server: &Server, asked: &Value) -> String {
    let answer = server.ask("jobs", asked).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    answer.json()["id"].as_str().unwrap().to_owned()
}

async fn view(server: &Server, id: &str) -> Value {
    let answer = server.get(&format!("/api/v1/jobs/{id}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// Waits until a job is in this state.
async fn until_state(server: &Server, id: &str, state: &str) -> Value {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let answer = server.get(&format!("/api/v1/jobs/{id}")).await;
        if answer.status == 200 && answer.json()["state"] == state {
            return answer.json();
        }
        assert!(Instant::now() < until, "{}", answer.text());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A job that takes this many milliseconds, whatever the machine.
fn slow(millis: u64) -> Value {
    json!({"kind": "solve", "board": common::HARD, "algorithm": "ida/zero",
        "limits": {"time_ms": millis}})
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn a_job_of_one_replica_is_polled_streamed_and_cancelled_on_another() {
    let database = Database::start();
    let (first, second) = (server(&database), server(&database));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let id = begin(&first, &slow(1500)).await;
        until_state(&second, &id, "running").await;
        let events = second.get(&format!("/api/v1/jobs/{id}/events")).await;
        let events = events.text();
        assert!(events.matches("event: progress").count() >= 2, "{events}");
        assert_eq!(events.matches("event: end").count(), 1, "{events}");
        let (here, there) = (view(&first, &id).await, view(&second, &id).await);
        assert_eq!(here, there);
        assert_eq!(here["result"]["limit"], "time");

        let id = begin(&first, &slow(60_000)).await;
        until_state(&second, &id, "running").await;
        let delete = Request::delete(format!("/api/v1/jobs/{id}"));
        let begun = Instant::now();
        let cancelled = second.send(delete.body(Body::empty()).unwrap()).await;
        assert_eq!(cancelled.json()["state"], "cancelled");
        assert_eq!(cancelled.json()["result"]["limit"], "cancelled");
        assert!(begun.elapsed() < Duration::from_secs(4));
        for server in [&first, &second] {
            let gone = server.get(&format!("/api/v1/jobs/{id}")).await;
            assert_eq!(gone.status, 404);
        }

        // A key belongs to the client, not to the replica.
        let keyed = |key: &str, asked: &Value| {
            Request::post("/api/v1/jobs")
                .header("content-type", "application/json")
                .header("idempotency-key", key)
                .body(Body::from(asked.to_string()))
                .unwrap()
        };
        let asked = json!({"kind": "solve", "board": BOARD});
        let one = first.send(keyed("k", &asked)).await.json();
        let two = second.send(keyed("k", &asked)).await.json();
        assert_eq!(one["id"], two["id"]);
        assert_eq!(second.send(keyed("k", &slow(1))).await.status, 422);
    });
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn a_job_whose_replica_is_lost_is_begun_again_by_another() {
    let database = Database::start();
    let (first, second) = (server(&database), server(&database));
    let lost = tokio::runtime::Runtime::new().unwrap();
    let id = lost.block_on(async {
        let id = begin(&first, &slow(60_000)).await;
        until_state(&first, &id, "running").await;
        id
    });
    // The row is as a lost replica leaves it, without a heartbeat for more than five seconds. The one
    // that ran it finds out that it lost the job; either of the two begins it again.
    let mut owner = owner_of(&database);
    let steal = "UPDATE taquin_jobs_1 SET owner = 'a dead replica', beat = now() - interval '1 h'";
    owner.batch_execute(steal).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let begun = Instant::now();
        let resumed = |server| Server::metric(server, "taquin_jobs_resumed_total");
        while resumed(&first).await + resumed(&second).await == 0 {
            let _ = view(&second, &id).await;
            assert!(begun.elapsed() < Duration::from_secs(15));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        until_state(&second, &id, "running").await;
        let delete = Request::delete(format!("/api/v1/jobs/{id}"));
        let ended = second.send(delete.body(Body::empty()).unwrap()).await;
        assert_eq!(ended.json()["state"], "cancelled");
    });

    // One that was running whenever its replica was lost is given up.
    let id = runtime.block_on(begin(&second, &slow(60_000)));
    runtime.block_on(until_state(&second, &id, "running"));
    let kill = "UPDATE taquin_jobs_1 SET owner = NULL, starts = 2, state = 'running'";
    owner.batch_execute(kill).unwrap();
    let view = runtime.block_on(until_state(&second, &id, "failed"));
    let detail = view["problem"]["detail"].as_str().unwrap();
    assert!(detail.contains("3 times"), "{view}");
    // Only now: the first server takes jobs as long as it is there, and needs its runtime for them.
    lost.shutdown_background();
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn a_restart_of_the_database_loses_no_job() {
    let database = Database::start();
    let (first, second) = (server(&database), server(&database));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (mut accepted, mut refused) = (Vec::new(), 0);
        let quick = json!({"kind": "solve", "board": BOARD, "algorithm": "astar/manhattan"});
        let long = begin(&first, &slow(4000)).await;
        let mut back = None;
        for round in 0..40 {
            if round == 10 {
                database.control("restart");
                back = Some(Instant::now());
            }
            let server = if round % 2 == 0 { &first } else { &second };
            let answer = server.ask("jobs", &quick).await;
            match answer.status.as_u16() {
                202 => accepted.push(answer.json()["id"].as_str().unwrap().to_owned()),
                503 => refused += 1,
                status => panic!("{status}: {}", answer.text()),
            }
            if let (Some(at), 202) = (back, answer.status.as_u16()) {
                assert!(at.elapsed() < Duration::from_secs(5), "{:?}", at.elapsed());
                back = None;
            }
        }
        assert!(
            accepted.len() + refused == 40 && accepted.len() >= 30,
            "{refused} refused"
        );
        for (number, id) in accepted.iter().enumerate() {
            let server = if number % 2 == 0 { &second } else { &first };
            let view = until_state(server, id, "done").await;
            assert_eq!(view["result"]["length"], 38, "{view}");
        }
        let view = until_state(&second, &long, "done").await;
        assert_eq!(view["result"]["limit"], "time");
        let resumed = first.metric("taquin_jobs_resumed_total").await
            + second.metric("taquin_jobs_resumed_total").await;
        assert_eq!(resumed, 0, "a job was run twice");
    });
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn a_connection_is_encrypted_and_the_servers_name_is_checked() {
    let database = Database::start();
    let (ca, port) = use_tls(&database);
    let address = |host: &str| {
        format!("host={host} hostaddr=127.0.0.1 port={port} user=taquin dbname=postgres")
    };
    let ca = Some(ca.as_path());
    Postgres::open(&address("localhost"), ca).unwrap();
    let refused = |address: &str, ca: Option<&Path>| {
        let error = Postgres::open(address, ca).err().unwrap();
        error.to_string()
    };
    let wrong_name = refused(&address("elsewhere"), ca);
    assert!(wrong_name.contains("certificate"), "{wrong_name}");
    // A server without encryption is none, though the authority is known.
    run_sql(
        &database,
        "ALTER SYSTEM SET ssl = off; SELECT pg_reload_conf()",
    );
    std::thread::sleep(Duration::from_millis(300));
    let plain = refused(&address("localhost"), ca);
    assert!(plain.contains("TLS"), "{plain}");
    let required = refused(&format!("{} sslmode=require", address("localhost")), None);
    assert!(required.contains("--postgres-ca"), "{required}");
    let unknown = refused(&address("localhost"), Some(Path::new("/nowhere.pem")));
    assert!(unknown.contains("/nowhere.pem"), "{unknown}");
}
