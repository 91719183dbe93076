//! Jobs that outlive the process that runs them.

mod common;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{BOARD, HARD, Server, settings};
use serde_json::{Value, json};
use taquin_web::Settings;

/// A file in a folder of its own.
fn file() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let (process, next) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let folder = format!("taquin-durable-{process}-{next}");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("lines.redb")
}

fn server(file: &std::path::Path) -> Server {
    Server::new(Settings {
        store: Some(file.to_owned()),
        ..settings()
    })
}

async fn begin(server: &Server, asked: &Value) -> String {
    let answer = server.ask("jobs", asked).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    answer.json()["id"].as_str().unwrap().to_owned()
}

async fn end_of(server: &Server, id: &str) -> Value {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let answer = server.get(&format!("/api/v1/jobs/{id}")).await;
        if answer.status == 200 {
            let view = answer.json();
            if !["queued", "running"].contains(&view["state"].as_str().unwrap()) {
                return view;
            }
        }
        assert!(Instant::now() < until, "{}", answer.text());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The service is gone without a word, as after a crash.
async fn crash(server: Server) {
    let weak = std::sync::Arc::downgrade(&server.service);
    drop(server);
    let until = Instant::now() + Duration::from_secs(10);
    while weak.upgrade().is_some() {
        assert!(Instant::now() < until, "something holds the service");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn finished_jobs_and_their_keys_are_there_after_a_restart() {
    let file = file();
    let first = server(&file);
    let asked = json!({"kind": "solve", "board": BOARD, "algorithm": "bfs"});
    let request = || {
        Request::post("/api/v1/jobs")
            .header("content-type", "application/json")
            .header("idempotency-key", "mine")
            .body(Body::from(asked.to_string()))
            .unwrap()
    };
    let id = first.send(request()).await.json()["id"].clone();
    let id = id.as_str().unwrap();
    let view = end_of(&first, id).await;
    assert_eq!(view["result"]["length"], 14);
    crash(first).await;

    let second = server(&file);
    let again = end_of(&second, id).await;
    assert_eq!(again["result"], view["result"]);
    let repeated = second.send(request()).await;
    assert_eq!(
        (repeated.status.as_u16(), &repeated.json()["id"]),
        (202, &json!(id))
    );
    assert_eq!(second.metric("taquin_jobs_resumed_total").await, 0);
}

#[tokio::test]
async fn a_job_that_was_running_is_begun_again_after_a_crash() {
    let file = file();
    let first = server(&file);
    let slow = json!({"kind": "solve", "board": HARD, "algorithm": "ida/zero", "limits": {"time_ms": 2500}});
    let id = begin(&first, &slow).await;
    let path = format!("/api/v1/jobs/{id}");
    while first.get(&path).await.json()["state"] != "running" {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // What is stored when a process is killed is what is stored now.
    let jobs = file.with_extension("jobs.redb");
    let copy = file.with_file_name("copy.redb");
    std::fs::copy(&jobs, copy.with_extension("jobs.redb")).unwrap();

    let second = server(&copy);
    let view = end_of(&second, &id).await;
    assert_eq!(
        (&view["state"], &view["result"]["limit"]),
        (&json!("done"), &json!("time"))
    );
    assert_eq!(second.metric("taquin_jobs_resumed_total").await, 1);
    let delete = Request::delete(&path).body(Body::empty()).unwrap();
    first.send(delete).await;
}

#[tokio::test]
async fn a_stream_goes_on_where_it_broke_off() {
    let server = server(&file());
    let id = begin(
        &server,
        &json!({"kind": "solve", "board": BOARD, "algorithm": "bfs"}),
    )
    .await;
    end_of(&server, &id).await;
    let listen = |last: Option<&str>| {
        let mut request = Request::get(format!("/api/v1/jobs/{id}/events"));
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        server.send(request.body(Body::empty()).unwrap())
    };
    let whole = listen(None).await.text();
    let number = whole.lines().find_map(|line| line.strip_prefix("id: "));
    let number = number.unwrap_or_else(|| panic!("{whole}"));
    // A client that has seen the end is told not to reconnect.
    assert_eq!(listen(Some(number)).await.status, StatusCode::NO_CONTENT);
    // One that has seen less, or something of another run, gets the end.
    for seen in ["0.0", "7.900", "nonsense"] {
        let rest = listen(Some(seen)).await.text();
        assert!(rest.contains("event: end"), "{seen}: {rest}");
    }
}

#[tokio::test]
async fn a_damaged_file_of_jobs_is_set_aside() {
    let file = file();
    let jobs = file.with_extension("jobs.redb");
    let first = server(&file);
    begin(&first, &json!({"kind": "solve", "board": BOARD})).await;
    crash(first).await;
    // The last one that held the service closes the file.
    let until = Instant::now() + Duration::from_secs(10);
    while redb::Database::open(&jobs).is_err() {
        assert!(Instant::now() < until, "the file is still open");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut bytes = std::fs::read(&jobs).unwrap();
    for byte in &mut bytes[16..] {
        *byte = !*byte;
    }
    std::fs::write(&jobs, bytes).unwrap();
    let second = server(&file);
    let id = begin(
        &second,
        &json!({"kind": "solve", "board": BOARD, "algorithm": "bfs"}),
    )
    .await;
    assert_eq!(end_of(&second, &id).await["result"]["length"], 14);
    assert!(jobs.with_extension("damaged").exists());
}
