//! What is said of moves: hints, reviews and the human method.

use serde_json::json;
use taquin::Board;

use crate::common::{BOARD, HARD};
use crate::server;

#[tokio::test]
async fn hints_grow_with_their_grade_and_are_optimal() {
    let server = server();
    let hint = |grade: u8| json!({"board": BOARD, "grade": grade});
    let one = server.ask("hint", &hint(1)).await.json();
    assert_eq!(one["tile"], 2);
    assert!(one.get("move").is_none());
    let two = server.ask("hint", &hint(2)).await.json();
    assert_eq!(two["text"], "Slide 2 left. (optimal, 14 to go)");
    assert_eq!(two["estimate"], 10);
    let three = server.ask("hint", &hint(3)).await.json();
    assert_eq!(three["line"], "LUR2D");
    let solved = server
        .ask("hint", &json!({"board": "1 2 3/4 5 6/7 8 0"}))
        .await
        .json();
    assert_eq!(solved["label"], "solved");
    // Korf's smaller example of the description: 38 moves.
    let big = json!({"board": "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12"});
    assert_eq!(server.ask("hint", &big).await.json()["distance"], 38);
}

#[tokio::test]
async fn hints_lead_to_the_goal_and_come_from_the_table_after_the_first() {
    let server = server();
    let mut board: Board = "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12".parse().unwrap();
    for to_go in (1..=38).rev() {
        let hint = server
            .ask("hint", &json!({"board": board.to_string()}))
            .await
            .json();
        assert_eq!(hint["distance"], to_go, "{hint}");
        let letter = hint["move"].as_str().unwrap();
        let mv =
            taquin::notation::parse_moves(letter, taquin::notation::Notation::Tile, None).unwrap();
        board.slide(mv[0]).unwrap();
        if to_go == 38 {
            // Writing is done by another thread.
            while server.metric("taquin_lookup_written_total").await == 0 {
                tokio::task::yield_now().await;
            }
        }
    }
    assert_eq!(server.metric("taquin_lookup_misses_total").await, 1);
    assert_eq!(server.metric("taquin_lookup_hits_total").await, 37);
    assert!(
        server
            .get("/metrics")
            .await
            .text()
            .contains("taquin_lookup_hit_ratio 0.97")
    );
}

#[tokio::test]
async fn a_hint_for_a_large_board_never_leads_back() {
    let server = server();
    let start: Board = "5 8 12 11 15/2 19 21 13 20/0 24 22 18 3/23 14 1 17 9/7 4 6 10 16"
        .parse()
        .unwrap();
    let mut seen = vec![start.clone()];
    let mut board = start;
    for _ in 0..20 {
        let hint = server
            .ask("hint", &json!({"board": board.to_string()}))
            .await
            .json();
        assert_eq!(hint["label"], "good move, not proven");
        let letter = hint["move"].as_str().unwrap();
        let mv =
            taquin::notation::parse_moves(letter, taquin::notation::Notation::Tile, None).unwrap();
        board.slide(mv[0]).unwrap();
        assert!(!seen.contains(&board), "{hint}");
        seen.push(board.clone());
        while server.metric("taquin_lookup_written_total").await == 0 {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn analyze_finds_the_loss() {
    let server = server();
    let best = server
        .ask(
            "analyze",
            &json!({"board": BOARD, "moves": "LUR2D2LURULDLU"}),
        )
        .await
        .json();
    assert_eq!(best["optimal"], true);
    assert_eq!(best["extra"], 0);
    let worse = server
        .ask(
            "analyze",
            &json!({"board": BOARD, "moves": "RLLUR2D2LURULDLU"}),
        )
        .await
        .json();
    assert_eq!(worse["extra"], 2);
    assert_eq!(worse["per_move"][0]["loss"], 2);
    let unfinished = server
        .ask("analyze", &json!({"board": BOARD, "moves": "L"}))
        .await
        .json();
    assert_eq!(unfinished["valid"], false);
}

#[tokio::test]
async fn explain_leads_home() {
    let server = server();
    let answer = server.ask("explain", &json!({"board": HARD})).await.json();
    let stages = answer["stages"].as_array().unwrap();
    let last = stages.last().unwrap();
    assert_eq!(last["board_after"], "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
}
