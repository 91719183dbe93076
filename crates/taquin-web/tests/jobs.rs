//! Long work: its states, its events, cancelling, and what happens when clients leave.

mod common;

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Request;
use common::{BOARD, HARD, Server, check_problem, question, settings};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use taquin_web::Settings;
use tower::ServiceExt;

async fn begin(server: &Server, asked: &Value) -> String {
    let answer = server.ask("jobs", asked).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(answer.header("location"), format!("/api/v1/jobs/{id}"));
    id
}

async fn end_of(server: &Server, id: &str) -> Value {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let view = server.get(&format!("/api/v1/jobs/{id}")).await.json();
        if !["queued", "running"].contains(&view["state"].as_str().unwrap()) {
            return view;
        }
        assert!(Instant::now() < until, "{view}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The events of a job: names and data.
async fn events(server: &Server, id: &str) -> Vec<(String, Value)> {
    let answer = server.get(&format!("/api/v1/jobs/{id}/events")).await;
    assert_eq!(answer.header("content-type"), "text/event-stream");
    let text = answer.text();
    let mut events = Vec::new();
    for block in text
        .split("\n\n")
        .filter(|block| !block.starts_with(':') && !block.is_empty())
    {
        let field = |name: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_else(|| panic!("no {name} in {block}"))
                .trim()
                .to_owned()
        };
        events.push((
            field("event:"),
            serde_json::from_str(&field("data:")).unwrap(),
        ));
    }
    events
}

#[tokio::test]
async fn a_job_runs_and_keeps_its_result() {
    let server = Server::new(settings());
    let id = begin(
        &server,
        &json!({"kind": "solve", "board": BOARD, "algorithm": "bfs"}),
    )
    .await;
    let view = end_of(&server, &id).await;
    assert_eq!(view["state"], "done");
    assert_eq!(view["kind"], "solve");
    assert_eq!(view["result"]["length"], 14);
    assert_eq!(view["progress"]["expanded"], 5123);
    assert_eq!(view["progress"]["best"]["length"], 14);
    let events = events(&server, &id).await;
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].0, "end");
    assert_eq!(events[0].1["result"]["moves"], view["result"]["moves"]);
}

#[tokio::test]
async fn a_comparison_tells_its_runs() {
    let server = Server::new(settings());
    let asked = json!({"kind": "compare", "board": BOARD, "with": ["bfs", "astar/manhattan"]});
    let view = end_of(&server, &begin(&server, &asked).await).await;
    assert_eq!(view["state"], "done");
    assert_eq!(view["progress"]["runs"].as_array().unwrap().len(), 2);
    assert_eq!(view["result"]["runs"][1]["stats"]["expanded"], 38);
}

/// Two solvers on three boards of 3x3.
const SUITE: &str = "format = 1\nname = \"mine\"\nsummary = \"small\"\n\
    [[instances]]\nname = \"few\"\nboards = [\"8 1 3/4 0 2/7 6 5\", \"1 2 3/4 5 6/7 0 8\", \"1 2 3/4 5 6/8 7 0\"]\n\
    [[configurations]]\nsolver = \"astar/manhattan\"\n\
    [[configurations]]\nsolver = \"sat:horizon={steps}\"\nsteps = [13, 14]\n";

#[tokio::test]
async fn an_experiment_gives_its_rows() {
    let server = Server::new(settings());
    let asked = json!({"kind": "bench", "suite": SUITE});
    let id = begin(&server, &asked).await;
    let view = end_of(&server, &id).await;
    assert_eq!(view["state"], "done", "{view}");
    let result = &view["result"];
    assert_eq!(
        (&result["planned"], &result["made"]),
        (&json!(9), &json!(9))
    );
    assert_eq!(result["limit"], Value::Null);
    let rows = result["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 9);
    // The values that `taquin solve` shows in the manual.
    let first = &rows[0];
    assert_eq!(
        (&first["status"], &first["expanded"], &first["length"]),
        (&json!("optimal"), &json!(38), &json!(14))
    );
    assert_eq!(first["instance_id"], "few/1");
    assert_eq!(first["cpu_s"], Value::Null);
    let statuses = |place: usize| rows[place]["status"].as_str().unwrap();
    assert_eq!([statuses(1), statuses(2)], ["none", "solved"]);
    let last = rows.iter().filter(|row| row["status"] == "unsolvable");
    assert_eq!(last.count(), 3);
    let lanes = result["configurations"].as_array().unwrap();
    assert_eq!(lanes.len(), 2);
    assert_eq!(
        (&lanes[0]["name"], &lanes[0]["runs"], &lanes[0]["proven"]),
        (&json!("astar/manhattan"), &json!(3), &json!(2))
    );
    assert_eq!(view["progress"]["bench"]["made"], 9);
    let events = events(&server, &id).await;
    let end = &events.last().unwrap().1["result"];
    assert_eq!((&end["made"], &end["rows"]), (&json!(9), &Value::Null));
}

#[tokio::test]
async fn a_shipped_suite_runs_by_its_name() {
    let server = Server::new(settings());
    let asked = json!({"kind": "bench", "suite": "heuristics", "sample": 1,
        "only": ["astar/manhattan", "ida/manhattan"], "limits": {"nodes": 1000}});
    let view = end_of(&server, &begin(&server, &asked).await).await;
    assert_eq!(view["state"], "done", "{view}");
    assert_eq!(view["result"]["suite"], "heuristics");
    assert_eq!(view["result"]["made"], view["result"]["planned"]);
    for row in view["result"]["rows"].as_array().unwrap() {
        assert_eq!(row["node_limit"], 1000);
    }
}

#[tokio::test]
async fn an_experiment_can_be_cancelled_and_keeps_its_rows() {
    let server = Server::new(settings());
    let suite = format!(
        "format = 1\nname = \"long\"\nsummary = \"s\"\nrepeat = 3\n\
         [[instances]]\nboards = [\"1 2/0 3\", \"{HARD}\"]\n\
         [[configurations]]\nsolver = \"ida/manhattan\"\n"
    );
    let asked = json!({"kind": "bench", "suite": suite, "limits": {"time_ms": 20000}});
    let id = begin(&server, &asked).await;
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let view = server.get(&format!("/api/v1/jobs/{id}")).await.json();
        if view["progress"]["bench"]["made"] == 1 {
            break;
        }
        assert!(Instant::now() < until, "{view}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let request = Request::delete(format!("/api/v1/jobs/{id}"));
    let view = server.send(request.body(Body::empty()).unwrap()).await;
    let view = view.json();
    assert_eq!(view["state"], "cancelled", "{view}");
    let result = &view["result"];
    assert_eq!(
        (&result["made"], &result["planned"], &result["limit"]),
        (&json!(1), &json!(6), &json!("cancelled"))
    );
    assert_eq!(result["rows"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn experiments_of_strangers_are_small_and_stay_inside() {
    let server = Server::new(settings());
    let suite = |instances: &str, solver: &str| {
        format!(
            "format = 1\nname = \"t\"\nsummary = \"s\"\n[[instances]]\n{instances}\n\
             [[configurations]]\n{solver}\n"
        )
    };
    let drawn = "generate = \"uniform\"\nsize = \"3x3\"\ncount = ";
    let bfs = "solver = \"bfs\"";
    for (suite, status, word) in [
        ("korf".to_owned(), 422, "korf50"),
        ("thesis-astar".to_owned(), 413, "taquin bench run"),
        (suite("file = \"/etc/passwd\"", bfs), 422, "no files"),
        (
            suite(&format!("{drawn}1"), "command = \"sh {board}\""),
            422,
            "outside program",
        ),
        (suite(&format!("{drawn}1"), "solver = \"smt\""), 422, "smt"),
        (
            suite(
                &format!("{drawn}1"),
                "solver = \"sat:solver=/bin/sh,horizon={steps}\"\nsteps = [1]",
            ),
            422,
            "/bin/sh",
        ),
        (
            suite(
                &format!("{drawn}1"),
                "solver = \"anytime:threads={steps}\"\nsteps = [40]",
            ),
            422,
            "threads",
        ),
        (suite(&format!("{drawn}401"), bfs), 413, "401 runs"),
        (
            suite(&format!("{drawn}9000000000\nsample = 1"), bfs),
            413,
            "boards to draw",
        ),
        (
            suite(
                "level = \"hard\"\nsize = \"4x4\"\ncount = 51\nsample = 1",
                bfs,
            ),
            413,
            "at a level",
        ),
        ("format = 1\nname = 7\n".to_owned(), 422, "line 2"),
        (format!("# {}\n", "x".repeat(20_000)), 422, "20000 bytes"),
    ] {
        let answer = server
            .ask("jobs", &json!({"kind": "bench", "suite": suite}))
            .await;
        assert_eq!(answer.status, status, "{suite}: {}", answer.text());
        check_problem(&answer, "/api/v1/jobs");
        assert!(answer.text().contains(word), "{suite}: {}", answer.text());
    }
    let only = json!({"kind": "bench", "suite": SUITE, "only": ["dfs"]});
    let answer = server.ask("jobs", &only).await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.json()["errors"][0]["pointer"], "/only");
}

#[tokio::test]
async fn events_tell_progress_and_then_the_end() {
    let server = Server::new(settings());
    let asked = json!({"kind": "solve", "board": HARD, "algorithm": "ida/manhattan", "limits": {"time_ms": 900}});
    let id = begin(&server, &asked).await;
    let events = events(&server, &id).await;
    let (last, progress) = events.split_last().unwrap();
    assert!(progress.len() >= 2, "{events:?}");
    assert!(progress.len() <= 11, "at most ten a second");
    assert!(progress.iter().all(|(name, _)| name == "progress"));
    let nodes = |event: &(String, Value)| event.1["progress"]["expanded"].as_u64().unwrap();
    assert!(
        progress
            .windows(2)
            .all(|pair| nodes(&pair[0]) <= nodes(&pair[1]))
    );
    assert_eq!(last.0, "end");
    assert_eq!(last.1["result"]["status"], "limit");
    assert_eq!(last.1["result"]["limit"], "time");
}

#[tokio::test]
async fn formulas_are_told_one_by_one() {
    let server = Server::new(settings());
    let asked = json!({"kind": "solve", "board": BOARD, "algorithm": "sat"});
    let view = end_of(&server, &begin(&server, &asked).await).await;
    assert_eq!(view["result"]["length"], 14);
    assert_eq!(view["progress"]["formula"]["bound"], 14);
    assert!(view["progress"]["formula"]["clauses"].as_u64().unwrap() > 0);
}

/// Tables that no other test needs, so that they are not there yet.
#[tokio::test]
async fn tables_in_the_making_are_told_until_the_search_begins() {
    let server = Server::new(settings());
    let board = "14 13 12 11 10/9 8 7 6 5/4 3 1 2 0";
    let asked = json!({"kind": "solve", "board": board, "algorithm": "pdb-ida:tables=7-7"});
    let id = begin(&server, &asked).await;
    let events = events(&server, &id).await;
    let (last, before) = events.split_last().unwrap();
    let tables = before.iter().map(|(_, job)| &job["progress"]["table"]);
    let tables: Vec<&Value> = tables.filter(|table| !table.is_null()).collect();
    assert!(!tables.is_empty(), "{events:?}");
    for table in tables {
        let tiles = table["tiles"].as_str().unwrap();
        assert_eq!(tiles.split('.').count(), 7, "{table}");
        assert!(
            table["reached"].as_u64() <= table["entries"].as_u64(),
            "{table}"
        );
    }
    assert_eq!(last.1["state"], "done");
    assert!(last.1["progress"]["table"].is_null(), "{last:?}");
}

#[tokio::test]
async fn a_cancelled_job_keeps_the_best_so_far() {
    let server = Server::new(settings());
    let board = "5 8 12 11 15/2 19 21 13 20/0 24 22 18 3/23 14 1 17 9/7 4 6 10 16";
    let asked = json!({"kind": "solve", "board": board, "limits": {"time_ms": 30_000}});
    let id = begin(&server, &asked).await;
    let path = format!("/api/v1/jobs/{id}");
    while server.get(&path).await.json()["progress"]["best"].is_null() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let began = Instant::now();
    let request = Request::delete(&path).body(Body::empty()).unwrap();
    let view = server.send(request).await.json();
    assert!(began.elapsed() < Duration::from_secs(3));
    assert_eq!(view["state"], "cancelled", "{view}");
    assert_eq!(view["result"]["proven"], false);
    assert_eq!(view["result"]["limit"], "cancelled");
    assert!(view["result"]["moves"].is_string());
    // What is deleted is gone.
    let again = Request::delete(&path).body(Body::empty()).unwrap();
    assert_eq!(server.send(again).await.status, 404);
    assert_eq!(server.get(&path).await.status, 404);
}

#[tokio::test]
async fn a_solution_now_is_a_solution_even_before_one_was_found() {
    let server = Server::new(settings());
    let asked = json!({"kind": "solve", "board": HARD, "algorithm": "ida/zero"});
    let id = begin(&server, &asked).await;
    let request = Request::delete(format!("/api/v1/jobs/{id}"))
        .body(Body::empty())
        .unwrap();
    let view = server.send(request).await.json();
    assert_eq!(view["state"], "cancelled");
    if let Some(moves) = view["result"]["moves"].as_str() {
        let check = server
            .ask("apply", &json!({"board": HARD, "moves": moves}))
            .await
            .json();
        assert_eq!(check["solved"], true);
        assert_eq!(view["result"]["algorithm"], "human");
    }
}

#[tokio::test]
async fn queued_jobs_wait_and_can_be_cancelled() {
    let server = Server::new(Settings {
        workers: 1,
        queue: 2,
        ..settings()
    });
    let slow = json!({"kind": "solve", "board": HARD, "algorithm": "ida/zero", "limits": {"time_ms": 5000}});
    let running = begin(&server, &slow).await;
    while server.get(&format!("/api/v1/jobs/{running}")).await.json()["state"] == "queued" {
        tokio::task::yield_now().await;
    }
    let first = begin(&server, &slow).await;
    let second = begin(&server, &slow).await;
    assert_eq!(
        server.problem("jobs", &slow).await["type"],
        "/problems/busy"
    );
    let delete = |id: &str| {
        Request::delete(format!("/api/v1/jobs/{id}"))
            .body(Body::empty())
            .unwrap()
    };
    let view = server.send(delete(&first)).await.json();
    assert_eq!(view["state"], "cancelled");
    assert!(view.get("result").is_none());
    // Their places in the queue are free at once, though the first still runs.
    server.send(delete(&second)).await;
    let third = begin(&server, &slow).await;
    let fourth = begin(&server, &slow).await;
    for id in [running, third, fourth] {
        let view = server.send(delete(&id)).await.json();
        assert_eq!(view["state"], "cancelled");
    }
}

#[tokio::test]
async fn a_job_that_does_not_exist() {
    let server = Server::new(settings());
    for path in ["/api/v1/jobs/0", "/api/v1/jobs/0/events"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 404);
        check_problem(&answer, path);
    }
    let problem = server
        .problem("jobs", &json!({"kind": "dance", "board": BOARD}))
        .await;
    assert_eq!(problem["type"], "/problems/invalid-request");
    let problem = server
        .problem("jobs", &json!({"kind": "solve", "board": BOARD, "x": 1}))
        .await;
    assert_eq!(problem["type"], "/problems/invalid-request");
}

#[tokio::test]
async fn a_client_that_leaves_cancels_its_search() {
    let server = Server::new(settings());
    let slow = json!({"board": HARD, "algorithm": "ida/zero", "limits": {"time_ms": 60_000}});
    let asking = server
        .router
        .clone()
        .oneshot(question("solve", &slow.to_string()));
    // Dropping the future is what the listener does when a client goes away.
    assert!(
        tokio::time::timeout(Duration::from_millis(200), asking)
            .await
            .is_err()
    );
    assert_eq!(
        server
            .metric("taquin_searches_cancelled_client_gone_total")
            .await,
        1
    );
    let until = Instant::now() + Duration::from_secs(2);
    while server.metric("taquin_searches_running").await > 0 {
        assert!(Instant::now() < until, "the search did not end");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(
        server.metric("taquin_search_memory_reserved_bytes").await,
        0
    );
}

#[tokio::test]
async fn listeners_that_leave_are_forgotten() {
    let server = Server::new(settings());
    let slow = json!({"kind": "solve", "board": HARD, "algorithm": "ida/zero", "limits": {"time_ms": 5000}});
    let id = begin(&server, &slow).await;
    let listen = || {
        let request = Request::get(format!("/api/v1/jobs/{id}/events"))
            .body(Body::empty())
            .unwrap();
        server.router.clone().oneshot(request)
    };
    let mut bodies = Vec::new();
    for _ in 0..20 {
        let mut body = listen().await.unwrap().into_body();
        body.frame().await.unwrap().unwrap();
        bodies.push(body);
    }
    assert_eq!(server.metric("taquin_event_streams_open").await, 20);
    drop(bodies);
    assert_eq!(server.metric("taquin_event_streams_open").await, 0);
    let request = Request::delete(format!("/api/v1/jobs/{id}"))
        .body(Body::empty())
        .unwrap();
    server.send(request).await;
}

#[tokio::test]
async fn no_more_memory_is_promised_than_there_is() {
    const MEGA: u64 = 1 << 20;
    let server = Server::new(Settings {
        workers: 8,
        memory: 120 * MEGA,
        memory_each: 20 * MEGA,
        ..settings()
    });
    // Half is for hints, an eighth for experiments and a ninth of the rest for other clients: two
    // searches of 20 MiB at a time, though there are places for eight, and each asks for more.
    let greedy = json!({"board": HARD, "algorithm": "bfs", "limits": {"memory_mb": 4096}});
    let asking: Vec<_> = (0..8).map(|_| server.ask("solve", &greedy)).collect();
    let answers = futures_util::future::join_all(asking).await;
    for answer in answers {
        let answer = answer.json();
        assert_eq!(answer["limit"], "memory");
        assert!(answer["stats"]["peak_mb"].as_f64().unwrap() <= 20.0 * 1.05);
    }
    let most = server
        .metric("taquin_search_memory_reserved_bytes_most")
        .await;
    assert_eq!(most, 40 * MEGA);
    assert_eq!(
        server.metric("taquin_search_memory_reserved_bytes").await,
        0
    );
}
