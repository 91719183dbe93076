//! Boards: checked, played on, made, listed and drawn.

use axum::http::StatusCode;
use serde_json::json;
use taquin::{Board, Goals, Puzzle};

use crate::common::{BOARD, check_problem};
use crate::server;

#[tokio::test]
async fn check_answers_for_both_parities() {
    let server = server();
    let good = server.ask("check", &json!({"board": BOARD})).await.json();
    assert_eq!(good["solvable"], true);
    assert_eq!(good["manhattan"], 10);
    let odd = server
        .ask("check", &json!({"board": "1 2 3/4 5 6/8 7 0"}))
        .await;
    assert_eq!(odd.status, StatusCode::OK);
    let odd = odd.json();
    assert_eq!(odd["solvable"], false);
    assert_eq!(odd["parity"], "odd");
    assert_eq!(
        odd["fix"],
        json!({"swap": [7, 8], "board": "1 2 3/4 5 6/7 8 0"})
    );
}

#[tokio::test]
async fn apply_plays_moves() {
    let server = server();
    let answer = server
        .ask("apply", &json!({"board": BOARD, "moves": "LUR2D2LURULDLU"}))
        .await
        .json();
    assert_eq!(
        answer,
        json!({"board": "1 2 3/4 5 6/7 8 0", "moves_stm": 14, "moves_mtm": 12, "solved": true})
    );
    let tiles = server
        .ask(
            "apply",
            &json!({"board": "1 2 3/4 5 6/7 8 0", "moves": "8 5 6"}),
        )
        .await;
    assert_eq!(tiles.json()["moves_stm"], 3);
}

#[tokio::test]
async fn puzzles_are_the_generators() {
    let server = server();
    let asked = json!({"size": "3x3", "level": "hard", "seed": 20481, "count": 3});
    let answer = server.ask("puzzles", &asked).await.json();
    let puzzles = answer["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 3);
    let same = server
        .ask("puzzles", &json!({"id": "g1-3x3-hard-20482"}))
        .await
        .json();
    assert_eq!(same["puzzles"][0], puzzles[1]);
    let far = server
        .ask(
            "puzzles",
            &json!({"size": "3x3", "distance": {"min": 31, "max": 31}}),
        )
        .await
        .json();
    assert_eq!(far["puzzles"][0]["optimal"], 31);
    let any = server.ask("puzzles", &json!({"size": "16x2"})).await.json();
    let board: Board = any["puzzles"][0]["board"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(Puzzle::new(board, &Goals::default()).is_ok());
}

#[tokio::test]
async fn a_day_has_two_boards_and_tomorrow_none() {
    let server = server();
    let day = server.get("/api/v1/daily/2026-01-15").await.json();
    assert_eq!(day["date"], "2026-01-15");
    assert_eq!(day["puzzles"].as_array().unwrap().len(), 2);
    assert!(day["puzzles"][1]["optimal"].is_number());
    for path in ["/api/v1/daily/9999-12-31", "/api/v1/daily/yesterday"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        check_problem(&answer, path);
    }
}

#[tokio::test]
async fn datasets_come_in_four_forms() {
    let server = server();
    let list = server.get("/api/v1/datasets").await.json();
    assert!(
        list["datasets"]
            .as_array()
            .unwrap()
            .iter()
            .any(|set| set["name"] == "korf-15-100")
    );
    let set = server.get("/api/v1/datasets/korf-15-100").await.json();
    let sum: u64 = set["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["optimal"].as_u64().unwrap())
        .sum();
    // Korf 1985: 100 boards, 5307 moves as printed, 5305 by later proofs.
    assert_eq!(sum, 5305);
    let lines = server
        .get("/api/v1/datasets/korf-15-100?format=ndjson")
        .await;
    assert_eq!(lines.text().lines().count(), 100);
    let csv = server.get("/api/v1/datasets/korf-15-100?format=csv").await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(csv.text().lines().count(), 101);
    let table = server
        .get("/api/v1/datasets/korf-15-100?format=parquet")
        .await;
    assert_eq!(
        table.header("content-type"),
        "application/vnd.apache.parquet"
    );
    assert!(table.body.starts_with(b"PAR1") && table.body.ends_with(b"PAR1"));
    for (path, status) in [
        ("/api/v1/datasets/korf", 404),
        ("/api/v1/datasets/korf-15-100?format=xml", 422),
        ("/api/v1/datasets/korf-15-100?what=else", 422),
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, status, "{path}");
        check_problem(&answer, path.split('?').next().unwrap());
    }
}

#[tokio::test]
async fn pictures_are_svg() {
    let server = server();
    let answer = server.get("/api/v1/render.svg?b=8,1,3/4,0,2/7,6,5").await;
    assert_eq!(answer.header("content-type"), "image/svg+xml");
    assert!(answer.text().contains("<title>") && answer.text().contains("<desc>"));
    let film = server
        .get("/api/v1/render.svg?b=8,1,3/4,0,2/7,6,5&moves=LU")
        .await;
    assert!(film.text().contains("keyframes"));
    for path in ["/api/v1/render.svg", "/api/v1/render.gif"] {
        for query in ["", "?b=1", "?b=1,2/3,0&x=1", "?b=1,2/3,0&moves=L"] {
            let answer = server.get(&format!("{path}{query}")).await;
            assert_eq!(answer.status, 422, "{path}{query}");
            check_problem(&answer, path);
        }
    }
}

#[tokio::test]
async fn films_are_gif() {
    let server = server();
    let mut sizes = Vec::new();
    for moves in ["", "&moves=L", "&moves=LUR2D2LURULDLU"] {
        let path = format!("/api/v1/render.gif?b=8,1,3/4,0,2/7,6,5{moves}");
        let answer = server.get(&path).await;
        assert_eq!(answer.header("content-type"), "image/gif");
        assert!(answer.body.starts_with(b"GIF89a"), "{path}");
        sizes.push(answer.body.len());
    }
    // Each move adds to it.
    assert!(sizes.is_sorted_by(|a, b| a < b), "{sizes:?}");
    let long = "LR".repeat(501);
    let path = format!("/api/v1/render.gif?b=8,1,3/4,0,2/7,6,5&moves={long}");
    assert_eq!(server.get(&path).await.status, 422);
}
