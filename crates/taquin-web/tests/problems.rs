//! Everything that can be wrong with a request, and that it is said as problem+json.

mod common;

use axum::body::Body;
use axum::http::{Method, Request, header};
use common::{BOARD, Server, check_problem, question, settings};
use serde_json::json;
use taquin_web::Settings;

fn server() -> Server {
    Server::new(settings())
}

#[tokio::test]
async fn what_is_not_json_is_told_with_its_byte() {
    let server = server();
    for (body, offset) in [
        ("", 0),
        ("{", 1),
        ("{\"board\":\"1 2/3 0\",}", 19),
        ("{\"board\":\"1 2/3 0\"} x", 20),
        ("{\n \"board\": tru}", 15),
        ("{\"board\":\"\\q\"}", 11),
        ("nonsense", 1),
    ] {
        let answer = server.ask_text("check", body).await;
        assert_eq!(answer.status, 400, "{body}");
        let problem = check_problem(&answer, "/api/v1/check");
        assert_eq!(problem["type"], "/problems/malformed-json");
        assert_eq!(problem["errors"][0]["offset"], offset, "{body:?}");
    }
}

#[tokio::test]
async fn wrong_members_are_named_by_their_pointers() {
    let server = server();
    let deep = "x".repeat(600);
    for (path, body, pointer) in [
        ("check", json!({}), ""),
        ("check", json!([]), ""),
        ("check", json!([BOARD]), ""),
        (
            "solve",
            json!({"board": BOARD, "limits": [1000]}),
            "/limits",
        ),
        ("solve", json!({"board": BOARD, "limits": null}), "/limits"),
        ("check", json!({"bord": BOARD}), "/bord"),
        ("check", json!({"board": BOARD, "x": 1}), "/x"),
        ("check", json!({"board": 7}), "/board"),
        ("check", json!({"board": [[1, "a"]]}), "/board/0/1"),
        ("check", json!({"board": BOARD, "goal": "sprial"}), "/goal"),
        (
            "solve",
            json!({"board": BOARD, "limits": {"time_ms": 60_001}}),
            "/limits/time_ms",
        ),
        (
            "solve",
            json!({"board": BOARD, "limits": {"time_ms": 0}}),
            "/limits/time_ms",
        ),
        (
            "solve",
            json!({"board": BOARD, "limits": {"nodes": -1}}),
            "/limits/nodes",
        ),
        (
            "solve",
            json!({"board": BOARD, "limits": {"memory_mb": 5000}}),
            "/limits/memory_mb",
        ),
        (
            "solve",
            json!({"board": BOARD, "limits": {"cpu": 1}}),
            "/limits/cpu",
        ),
        (
            "solve",
            json!({"board": BOARD, "algorithm": "astr"}),
            "/algorithm",
        ),
        (
            "solve",
            json!({"board": BOARD, "algorithm": deep}),
            "/algorithm",
        ),
        ("solve", json!({"board": BOARD, "within": -1}), "/within"),
        (
            "solve",
            json!({"board": BOARD, "notation": "both"}),
            "/notation",
        ),
        ("hint", json!({"board": BOARD, "grade": 4}), "/grade"),
        ("hint", json!({"board": BOARD, "grade": 300}), "/grade"),
        ("trace", json!({"board": BOARD}), ""),
        (
            "trace",
            json!({"board": BOARD, "algorithm": "bfs", "max_events": 0}),
            "/max_events",
        ),
        ("compare", json!({"board": BOARD, "with": []}), "/with"),
        (
            "compare",
            json!({"board": BOARD, "with": ["bfs", "x"]}),
            "/with/1",
        ),
        ("puzzles", json!({}), "/size"),
        ("puzzles", json!({"size": "4x"}), "/size"),
        ("puzzles", json!({"size": "17x4"}), "/size"),
        ("puzzles", json!({"size": "4x4", "count": 101}), "/count"),
        (
            "puzzles",
            json!({"size": "4x4", "level": "hard", "distance": {"min": 1, "max": 2}}),
            "/distance",
        ),
        (
            "puzzles",
            json!({"size": "4x4", "distance": {"min": 5, "max": 2}}),
            "/distance",
        ),
        ("puzzles", json!({"id": "g2-4x4-hard-1"}), "/id"),
        ("puzzles", json!({"id": "4x4:hard:1", "size": "4x4"}), "/id"),
        ("encode", json!({"board": BOARD, "as": "dimacs"}), "/bound"),
        ("encode", json!({"board": BOARD, "as": "english"}), "/as"),
        ("decide", json!({"board": BOARD, "bound": 2001}), "/bound"),
    ] {
        let answer = server.ask(path, &body).await;
        assert_eq!(answer.status, 422, "{path} {body} {}", answer.text());
        let problem = check_problem(&answer, &format!("/api/v1/{path}"));
        assert_eq!(
            problem["type"], "/problems/invalid-request",
            "{path} {body}"
        );
        assert_eq!(
            problem["errors"][0]["pointer"], pointer,
            "{path} {body} {problem}"
        );
    }
}

#[tokio::test]
async fn what_is_no_board_is_refused_everywhere() {
    let server = server();
    for (board, says) in [
        (
            json!("1 2 2/4 5 6/7 8 0"),
            "tile 2 appears 2 times; each of 1–8 must appear once",
        ),
        (
            json!("1 2 3/4 5/6 7 8 0"),
            "row 2 has 2 numbers, but row 1 has 3",
        ),
        (json!("1 2 3 4 5"), "5 numbers do not make a square"),
        (json!("1 2 3/4 5 6/7 8 9"), "9 is not a tile"),
        (json!("0 0/1 2"), "the blank appears 2 times"),
        (json!(""), "there is no position here"),
        (json!("a b/c d"), "neither a tile number nor a blank"),
        (json!([[1, 2], [3]]), "row 2 has 1 number"),
        (json!([[1, 2], [3, -1]]), "negative"),
        (json!([]), "there is no position here"),
        (json!([[], []]), "empty"),
        (
            json!("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18/0"),
            "row 2 has 1 number",
        ),
    ] {
        for path in ["check", "hint", "solve", "explain", "estimate"] {
            let problem = server.problem(path, &json!({"board": board})).await;
            assert_eq!(problem["type"], "/problems/invalid-board", "{board}");
            assert!(
                problem["detail"].as_str().unwrap().contains(says),
                "{problem}"
            );
            assert_eq!(problem["errors"][0]["pointer"], "/board");
        }
    }
    let twice = server
        .problem("check", &json!({"board": "1 2 2/4 5 6/7 8 0"}))
        .await;
    assert_eq!(twice["tile"], 2);
}

#[tokio::test]
async fn unsolvable_boards_are_told_with_their_mend() {
    let server = server();
    let board = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0";
    for (path, more) in [
        ("solve", json!({})),
        ("hint", json!({})),
        ("explain", json!({})),
        ("trace", json!({"algorithm": "bfs"})),
        ("compare", json!({"with": ["bfs"]})),
        ("encode", json!({"as": "pddl"})),
        ("decide", json!({"bound": 3})),
        ("analyze", json!({"moves": "R"})),
        ("jobs", json!({"kind": "solve"})),
    ] {
        let mut asked = json!({"board": board});
        asked
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let problem = server.problem(path, &asked).await;
        assert_eq!(problem["type"], "/problems/unsolvable", "{path}");
        assert_eq!(problem["fix"]["swap"], json!([14, 15]));
        assert_eq!(problem["parity"]["inversions"], 1);
    }
}

#[tokio::test]
async fn illegal_moves_are_told_with_their_board() {
    let server = server();
    let problem = server
        .problem("apply", &json!({"board": BOARD, "moves": "LLL"}))
        .await;
    assert_eq!(problem["type"], "/problems/illegal-move");
    assert_eq!(problem["index"], 1);
    assert_eq!(problem["move"], "L");
    assert_eq!(problem["board_before"], "8 1 3/4 2 0/7 6 5");
    let unreadable = server
        .problem("apply", &json!({"board": BOARD, "moves": "XYZ"}))
        .await;
    assert_eq!(unreadable["type"], "/problems/illegal-move");
}

#[tokio::test]
async fn combinations_out_of_reach_name_others() {
    let server = server();
    let problem = server
        .problem(
            "solve",
            &json!({"board": common::HARD, "algorithm": "table"}),
        )
        .await;
    assert_eq!(problem["type"], "/problems/unsupported-combination");
    assert_eq!(problem["alternatives"], json!(["ida", "astar"]));
    for spec in [
        "smt",
        "sat:solver=/bin/sh",
        "gpu-ida",
        "pdb-ida:threads=64",
        "sat:known=smt:solver=/bin/sh",
    ] {
        let problem = server
            .problem("solve", &json!({"board": BOARD, "algorithm": spec}))
            .await;
        assert_eq!(
            problem["type"], "/problems/unsupported-combination",
            "{spec}"
        );
    }
}

#[tokio::test]
async fn addresses_methods_and_types() {
    let server = server();
    let missing = server.get("/api/v1/nothing").await;
    assert_eq!(
        check_problem(&missing, "/api/v1/nothing")["type"],
        "/problems/not-found"
    );
    for method in [
        Method::GET,
        Method::PUT,
        Method::DELETE,
        Method::PATCH,
        Method::OPTIONS,
        Method::TRACE,
    ] {
        let request = Request::builder()
            .method(&method)
            .uri("/api/v1/solve")
            .body(Body::empty())
            .unwrap();
        let answer = server.send(request).await;
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("allow"), "POST");
        assert_eq!(
            check_problem(&answer, "/api/v1/solve")["type"],
            "/problems/method-not-allowed"
        );
    }
    for found in [
        None,
        Some("text/plain"),
        Some("application/xml"),
        Some("multipart/form-data"),
    ] {
        let mut request = question("solve", "{}");
        request.headers_mut().remove(header::CONTENT_TYPE);
        if let Some(found) = found {
            request
                .headers_mut()
                .insert(header::CONTENT_TYPE, found.parse().unwrap());
        }
        let answer = server.send(request).await;
        assert_eq!(answer.status, 415, "{found:?}");
        check_problem(&answer, "/api/v1/solve");
    }
    let mut request = question("check", &json!({"board": BOARD}).to_string());
    request.headers_mut().insert(
        header::CONTENT_TYPE,
        "Application/JSON; charset=utf-8".parse().unwrap(),
    );
    assert_eq!(server.send(request).await.status, 200);
}

#[tokio::test]
async fn a_body_is_bounded() {
    let server = server();
    let long = format!("{{\"board\":\"{}\"}}", " ".repeat(300 << 10));
    let answer = server.ask_text("check", &long).await;
    assert_eq!(answer.status, 413);
    assert_eq!(
        check_problem(&answer, "/api/v1/check")["type"],
        "/problems/too-large"
    );
    let big = server
        .ask(
            "encode",
            &json!({"board": common::HARD, "as": "dimacs", "bound": 2000}),
        )
        .await;
    assert_eq!(big.status, 413);
    // Brackets without end must not exhaust the stack.
    for start in ["", "{\"board\":", "{\"x\":"] {
        let nested = start.to_owned() + &"[".repeat(100_000);
        assert_eq!(server.ask_text("check", &nested).await.status, 422);
    }
}

#[tokio::test]
async fn one_address_may_not_ask_too_often() {
    let server = Server::new(Settings {
        rate: 1,
        burst: 3,
        ..settings()
    });
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(server.get("/api/v1/datasets").await.status.as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 429]);
    let answer = server.get("/api/v1/datasets").await;
    assert_eq!(answer.header("retry-after"), "1");
    assert_eq!(
        check_problem(&answer, "/api/v1/datasets")["type"],
        "/problems/too-many-requests"
    );
    // The page itself is not counted.
    assert_eq!(server.get("/").await.status, 200);
    assert!(server.metric("taquin_refused_rate_total").await >= 2);
}

#[tokio::test]
async fn a_full_queue_says_when_to_come_again() {
    let server = Server::new(Settings {
        workers: 1,
        queue: 1,
        ..settings()
    });
    let slow = json!({"board": common::HARD, "algorithm": "ida/zero", "limits": {"time_ms": 1000}});
    let ask = || server.ask("solve", &slow);
    let (a, b, c, d) = tokio::join!(ask(), ask(), ask(), ask());
    let mut answers = [a, b, c, d];
    answers.sort_by_key(|answer| answer.status);
    let statuses: Vec<u16> = answers
        .iter()
        .map(|answer| answer.status.as_u16())
        .collect();
    assert_eq!(statuses, [200, 200, 503, 503]);
    // One search runs and one waits, a second each.
    assert_eq!(answers[3].header("retry-after"), "2");
    assert_eq!(
        check_problem(&answers[3], "/api/v1/solve")["type"],
        "/problems/busy"
    );
    // Hints have a lane of their own.
    let hint = json!({"board": BOARD});
    let (slow, hint) = tokio::join!(ask(), server.ask("hint", &hint));
    assert_eq!((slow.status.as_u16(), hint.status.as_u16()), (200, 200));
}
