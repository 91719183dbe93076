//! Solutions, and solvers side by side.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::common::{BOARD, HARD};
use crate::server;

#[tokio::test]
async fn solve_gives_the_documented_answer() {
    let server = server();
    let asked = json!({"board": BOARD, "algorithm": "astar", "heuristic": "manhattan", "limits": {"time_ms": 2000}});
    let answer = server.ask("solve", &asked).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let answer = answer.json();
    // Length, moves, h and counts as the product's description computed them.
    for (member, value) in [
        ("status", json!("optimal")),
        ("proven", json!(true)),
        ("length", json!(14)),
        ("moves", json!("LUR2D2LURULDLU")),
        ("h_start", json!(10)),
        ("verified", json!(true)),
        ("goal", json!("blank-last")),
        ("notation", json!("tile")),
    ] {
        assert_eq!(answer[member], value, "{member}");
    }
    assert_eq!(answer["stats"]["expanded"], 38);
    assert_eq!(answer["stats"]["generated"], 67);
}

/// The counts are those of `taquin solve --count`, which searches everything within the bound.
#[tokio::test]
async fn shortest_solutions_are_counted_when_asked_for() {
    let server = server();
    for (board, count) in [(BOARD, 1), ("1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12", 21)] {
        // Tables may have to be built first, on a machine that does other things too.
        let asked = json!({"board": board, "count": true, "limits": {"time_ms": 60_000}});
        let answer = server.ask("solve", &asked).await.json();
        assert_eq!(answer["optimal_count"], count, "{answer}");
    }
    let plain = server.ask("solve", &json!({"board": BOARD})).await.json();
    assert_eq!(plain.get("optimal_count"), None);
}

#[tokio::test]
async fn solvers_are_named_in_three_ways() {
    let server = server();
    for asked in [
        json!({"board": BOARD, "algorithm": "astar:heuristic=manhattan,tie=fifo"}),
        json!({"board": BOARD, "algorithm": "astar/manhattan", "options": {"tie": "fifo"}}),
        json!({"board": BOARD, "algorithm": "astar", "heuristic": "manhattan", "options": {"tie": "fifo"}}),
    ] {
        let answer = server.ask("solve", &asked).await.json();
        assert_eq!(answer["algorithm"], "astar", "{answer}");
        assert_eq!(answer["length"], 14);
    }
    let wide = json!({"board": BOARD, "algorithm": "beam", "options": {"width": 50}});
    assert!(
        server.ask("solve", &wide).await.json()["length"]
            .as_u64()
            .unwrap()
            >= 14
    );
    let rows = json!({"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]], "goal": [[1, 2, 3], [4, 5, 6], [7, 8, 0]]});
    assert_eq!(server.ask("solve", &rows).await.json()["length"], 14);
    let blank = json!({"board": BOARD, "notation": "blank"});
    let moves = server.ask("solve", &blank).await.json()["moves"].clone();
    assert_eq!(moves, "RDL2U2RDLDRURD");
}

#[tokio::test]
async fn limits_are_answers() {
    let server = server();
    let asked = json!({"board": HARD, "algorithm": "bfs", "limits": {"nodes": 1000}});
    let answer = server.ask("solve", &asked).await.json();
    assert_eq!(answer["status"], "limit");
    assert_eq!(answer["limit"], "nodes");
    assert_eq!(answer["stats"]["expanded"], 1000);
    let asked = json!({"board": HARD, "algorithm": "bfs", "limits": {"memory_mb": 8}});
    let answer = server.ask("solve", &asked).await.json();
    assert_eq!(answer["limit"], "memory");
    let asked = json!({"board": HARD, "algorithm": "ida/zero", "limits": {"time_ms": 50}});
    assert_eq!(server.ask("solve", &asked).await.json()["limit"], "time");
    let good = json!({"board": "5 8 12 11 15/2 19 21 13 20/0 24 22 18 3/23 14 1 17 9/7 4 6 10 16", "target": 1000});
    let answer = server.ask("solve", &good).await.json();
    assert_eq!(answer["status"], "solved");
}

#[tokio::test]
async fn compare_puts_runs_side_by_side() {
    let server = server();
    let asked = json!({"board": BOARD, "with": ["bfs", "astar/misplaced", "astar/manhattan", "astar/linear-conflict", "human"]});
    let answer = server.ask("compare", &asked).await.json();
    let runs = answer["runs"].as_array().unwrap();
    // As the product's description computed them.
    let expanded: Vec<&Value> = runs[..4]
        .iter()
        .map(|run| &run["stats"]["expanded"])
        .collect();
    assert_eq!(expanded, [5123, 223, 38, 36]);
    assert_eq!(runs[4]["proven"], false);
    let refused = json!({"board": HARD, "with": ["table", "human"]});
    let answer = server.ask("compare", &refused).await.json();
    assert_eq!(
        answer["runs"][0]["type"],
        "/problems/unsupported-combination"
    );
    assert!(answer["runs"][1]["length"].is_number());
}

#[tokio::test]
async fn a_line_that_was_proven_before_answers_at_once() {
    let server = server();
    // 20 moves from the goal, and the board five moves along the way.
    let board = "5 1 2 3/9 6 7 4/13 10 11 8/0 14 15 12";
    let first = server.ask("solve", &json!({"board": board})).await.json();
    assert_eq!(first["status"], "optimal", "{first}");
    assert_eq!(first["source"], Value::Null);
    // Lines are written a moment after the answer.
    let until = Instant::now() + Duration::from_secs(20);
    while server.metric("taquin_lookup_written_total").await == 0 {
        assert!(Instant::now() < until);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let moves = first["moves"].as_str().unwrap().to_owned();
    let second = server.ask("solve", &json!({"board": board})).await.json();
    assert_eq!(
        (&second["source"], &second["proven"], &second["moves"]),
        (&json!("lookup"), &json!(true), &json!(moves))
    );
    assert_eq!(second["stats"]["expanded"], 0);
    let played = json!({"board": board, "moves": &moves[..1]});
    let next = server.ask("apply", &played).await.json()["board"].clone();
    let along = json!({"board": next, "notation": "blank"});
    let along = server.ask("solve", &along).await.json();
    assert_eq!(along["source"], "lookup");
    assert_eq!(
        along["length"].as_u64().unwrap() + 1,
        first["length"].as_u64().unwrap()
    );
    // Whoever names a solver wants that solver's search.
    let named = json!({"board": board, "algorithm": "ida/manhattan"});
    assert_eq!(
        server.ask("solve", &named).await.json()["source"],
        Value::Null
    );
    let metrics = server.get("/metrics").await.text();
    for line in [
        "taquin_solves_from_lookup_total 2",
        "taquin_solves_not_in_lookup_total 1",
    ] {
        assert!(metrics.contains(line), "{metrics}");
    }
}
