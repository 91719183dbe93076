//! Every endpoint, asked as a client would, without a socket.

mod common;

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{BOARD, Server, check_problem, question, settings};
use serde_json::{Value, json};
use taquin::{Board, Goals, Puzzle};

fn server() -> Server {
    Server::new(settings())
}

#[tokio::test]
async fn health_and_capabilities() {
    let server = server();
    let health = server.get("/api/v1/health").await;
    assert_eq!(health.status, StatusCode::OK);
    assert_eq!(health.json()["status"], "ok");
    let can = server.get("/api/v1/capabilities").await.json();
    let names: Vec<&str> = can["algorithms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"astar") && names.contains(&"sat"));
    // What would run outside this process is not offered.
    assert!(!names.contains(&"smt") && !names.contains(&"gpu-ida"));
    assert_eq!(can["sizes"], json!({"min": 2, "max": 16}));
    assert!(
        can["levels"]
            .as_array()
            .unwrap()
            .contains(&json!({"size":"3x3","level":"hard","meaning":"21..26"}))
    );
    assert_eq!(can["versions"]["generator"], "g1");
}

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
    let asked = json!({"board": common::HARD, "algorithm": "bfs", "limits": {"nodes": 1000}});
    let answer = server.ask("solve", &asked).await.json();
    assert_eq!(answer["status"], "limit");
    assert_eq!(answer["limit"], "nodes");
    assert_eq!(answer["stats"]["expanded"], 1000);
    let asked = json!({"board": common::HARD, "algorithm": "bfs", "limits": {"memory_mb": 8}});
    let answer = server.ask("solve", &asked).await.json();
    assert_eq!(answer["limit"], "memory");
    let asked = json!({"board": common::HARD, "algorithm": "ida/zero", "limits": {"time_ms": 50}});
    assert_eq!(server.ask("solve", &asked).await.json()["limit"], "time");
    let good = json!({"board": "5 8 12 11 15/2 19 21 13 20/0 24 22 18 3/23 14 1 17 9/7 4 6 10 16", "target": 1000});
    let answer = server.ask("solve", &good).await.json();
    assert_eq!(answer["status"], "solved");
}

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
    let answer = server
        .ask("explain", &json!({"board": common::HARD}))
        .await
        .json();
    let stages = answer["stages"].as_array().unwrap();
    let last = stages.last().unwrap();
    assert_eq!(last["board_after"], "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
}

#[tokio::test]
async fn trace_tells_every_step_and_its_line() {
    let server = server();
    let asked = json!({"board": BOARD, "algorithm": "astar", "heuristic": "manhattan"});
    let answer = server.ask("trace", &asked).await.json();
    let events = answer["events"].as_array().unwrap();
    let expanded = events
        .iter()
        .filter(|event| event["type"] == "expand")
        .count();
    assert_eq!(expanded, 38);
    assert_eq!(answer["answer"]["stats"]["expanded"], 38);
    let lines = answer["pseudocode"].as_array().unwrap().len() as u64;
    assert!(
        events
            .iter()
            .all(|event| event["line"].as_u64().unwrap() < lines)
    );
    assert_eq!(answer["truncated"], false);
    let short = json!({"board": BOARD, "algorithm": "bfs", "max_events": 10});
    let answer = server.ask("trace", &short).await.json();
    assert_eq!(answer["events"].as_array().unwrap().len(), 10);
    assert_eq!(answer["truncated"], true);
}

#[tokio::test]
async fn estimates_add_up() {
    let server = server();
    let answer = server
        .ask(
            "estimate",
            &json!({"board": "2 1 3/8 0 4/6 7 5", "goal": "1 2 3/8 0 4/7 6 5"}),
        )
        .await
        .json();
    let value = |name: &str| {
        let all = answer["heuristics"].as_array().unwrap();
        all.iter().find(|h| h["name"] == name).unwrap()["value"]
            .as_u64()
            .unwrap()
    };
    let sum = |member: &str, list: &str| -> u64 {
        answer[list]
            .as_array()
            .unwrap()
            .iter()
            .map(|x| x[member].as_u64().unwrap())
            .sum()
    };
    assert_eq!(sum("distance", "tiles"), value("manhattan"));
    assert_eq!(
        value("manhattan") + sum("adds", "conflicts"),
        value("linear-conflict")
    );
    let group = &answer["groups"][0];
    let values: u64 = group["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_u64().unwrap())
        .sum();
    assert_eq!(values, value("pdb"));
    let tiles: usize = group["patterns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p.as_array().unwrap().len())
        .sum();
    assert_eq!(tiles, 8);
    assert_eq!(answer["parity"]["solvable"], true);
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
    let refused = json!({"board": common::HARD, "with": ["table", "human"]});
    let answer = server.ask("compare", &refused).await.json();
    assert_eq!(
        answer["runs"][0]["type"],
        "/problems/unsupported-combination"
    );
    assert!(answer["runs"][1]["length"].is_number());
}

#[tokio::test]
async fn encode_writes_all_languages() {
    let server = server();
    for (language, files) in [("pddl", 2), ("dimacs", 1), ("smtlib", 1), ("minizinc", 1)] {
        let asked = json!({"board": BOARD, "as": language, "bound": 14});
        let answer = server.ask("encode", &asked).await.json();
        assert_eq!(
            answer["files"].as_array().unwrap().len(),
            files,
            "{language}"
        );
    }
    let asked = json!({"board": BOARD, "as": "dimacs", "bound": 14, "encoding": "course"});
    let answer = server.ask("encode", &asked).await.json();
    let sum: u64 = answer["families"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["clauses"].as_u64().unwrap())
        .sum();
    assert_eq!(answer["clauses"].as_u64().unwrap(), sum);
    // A clause in words, and the same with its values apart.
    let initial = &answer["families"][0];
    assert_eq!(initial["sample"], "tile 8 is in row 1 column 1 at step 0");
    let place = json!({"row": 1, "column": 1});
    let at = json!({"id": "at", "tile": 8, "cell": place, "step": 0, "holds": true});
    assert_eq!(initial["clause"], json!({"when": [], "then": [at]}));
    let mut request = question("encode", &asked.to_string());
    request
        .headers_mut()
        .insert(header::ACCEPT, "text/plain".parse().unwrap());
    let text = server.send(request).await;
    assert_eq!(text.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(text.header("x-taquin-clauses"), sum.to_string());
    let head = format!("p cnf {} {sum}", answer["variables"]);
    assert!(text.text().contains(&head), "{head}");
}

#[tokio::test]
async fn decide_finds_the_optimum_from_both_sides() {
    let server = server();
    // 15 has the wrong parity, but a plan of at most 15 moves there is.
    for (bound, satisfiable) in [(12, false), (13, false), (14, true), (15, true), (16, true)] {
        for encoding in ["compact", "course"] {
            let asked = json!({"board": BOARD, "bound": bound, "encoding": encoding});
            let answer = server.ask("decide", &asked).await.json();
            assert_eq!(
                answer["satisfiable"], satisfiable,
                "{bound} {encoding} {answer}"
            );
            assert_eq!(answer["moves"].is_string(), satisfiable);
            assert_eq!(answer["bound"], bound);
        }
    }
    let asked = json!({"board": common::HARD, "bound": 60, "limits": {"time_ms": 50}});
    let answer = server.ask("decide", &asked).await.json();
    assert_eq!(answer["satisfiable"], Value::Null);
}

#[tokio::test]
async fn what_is_written_is_what_is_asked() {
    let server = server();
    for encoding in ["compact", "course", "thesis-sat"] {
        for (horizon, at_15) in [
            (None, true),
            (Some("at-most"), true),
            (Some("exact"), false),
        ] {
            let mut asked = json!({"board": BOARD, "bound": 15, "encoding": encoding});
            if let Some(horizon) = horizon {
                asked["horizon"] = horizon.into();
            }
            let decided = server.ask("decide", &asked).await.json();
            asked["as"] = "dimacs".into();
            let written = server.ask("encode", &asked).await.json();
            assert_eq!(decided["horizon"], horizon.unwrap_or("at-most"));
            for member in ["horizon", "variables", "clauses"] {
                assert_eq!(written[member], decided[member], "{encoding} {member}");
            }
            // 14 moves, and by parity no plan of exactly 15.
            assert_eq!(decided["satisfiable"], at_15, "{encoding} {horizon:?}");
        }
    }
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

#[tokio::test]
async fn the_description_lists_every_address() {
    let server = server();
    let document = server.get("/api/v1/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap();
    for path in [
        "health",
        "capabilities",
        "puzzles",
        "daily/{date}",
        "check",
        "apply",
        "hint",
        "solve",
        "analyze",
        "explain",
        "trace",
        "estimate",
        "compare",
        "encode",
        "decide",
        "jobs",
        "jobs/{id}",
        "jobs/{id}/events",
        "datasets",
        "datasets/{name}",
        "render.svg",
        "render.gif",
    ] {
        assert!(paths.contains_key(&format!("/api/v1/{path}")), "{path}");
    }
    assert_eq!(paths.len(), 22);
    let page = server.get("/api/v1/docs/").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("swagger-ui"));
    let script = server.get("/api/v1/docs/swagger-ui-bundle.js").await;
    assert_eq!(script.status, 200);
}

#[tokio::test]
async fn every_kind_of_problem_has_its_page() {
    let server = server();
    for kind in taquin::wire::ProblemKind::ALL {
        let (address, title, _) = kind.parts();
        let page = server.get(address).await;
        assert_eq!(page.status, 200, "{address}");
        assert!(page.text().contains(title));
    }
    assert_eq!(server.get("/problems/none").await.status, 404);
}

#[tokio::test]
async fn the_page_is_served_with_its_headers() {
    let server = server();
    let page = server.get("/").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("cache-control"), "no-cache");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"));
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("x-frame-options"), "DENY");
    let tag = page.header("etag").to_owned();
    let again = Request::get("/")
        .header(header::IF_NONE_MATCH, tag)
        .body(Body::empty())
        .unwrap();
    let again = server.send(again).await;
    assert_eq!(again.status, 304);
    assert!(again.body.is_empty());
    let html = Request::get("/nowhere")
        .header(header::ACCEPT, "text/html")
        .body(Body::empty())
        .unwrap();
    let html = server.send(html).await;
    assert_eq!(html.status, 404);
    assert_eq!(html.header("content-type"), "text/html; charset=utf-8");
    let json = server.get("/nowhere").await;
    check_problem(&json, "/nowhere");
}

#[tokio::test]
async fn other_pages_may_use_the_api_only_if_named() {
    let ask = |origin: &'static str| {
        Request::get("/api/v1/health")
            .header(header::ORIGIN, origin)
            .body(Body::empty())
            .unwrap()
    };
    let closed = server();
    assert_eq!(
        closed
            .send(ask("https://a.example"))
            .await
            .header("access-control-allow-origin"),
        ""
    );
    let open = Server::new(taquin_web::Settings {
        cors: vec!["https://a.example".to_owned()],
        ..settings()
    });
    let answer = open.send(ask("https://a.example")).await;
    assert_eq!(
        answer.header("access-control-allow-origin"),
        "https://a.example"
    );
    assert_eq!(
        open.send(ask("https://b.example"))
            .await
            .header("access-control-allow-origin"),
        ""
    );
}
