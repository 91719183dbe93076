//! Searches, estimates and formulas from inside.

use axum::http::{HeaderValue, header};
use serde_json::{Value, json};

use crate::common::{BOARD, HARD, question};
use crate::server;

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
    let asked = json!({"board": HARD, "bound": 60, "limits": {"time_ms": 50}});
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

/// The body used to be polled after its end by the compression, which panicked.
#[tokio::test]
async fn a_large_answer_can_be_compressed() {
    let server = server();
    let body = json!({"board": "0 1 2/3 4 5/6 7 8", "algorithm": "bfs"}).to_string();
    let plain = server.ask_text("trace", &body).await;
    assert!(plain.body.len() > 64 << 10, "{}", plain.body.len());
    let mut request = question("trace", &body);
    let gzip = HeaderValue::from_static("gzip");
    request.headers_mut().insert(header::ACCEPT_ENCODING, gzip);
    let packed = server.send(request).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.starts_with(&[0x1f, 0x8b]), "a gzip header");
    let (_, length) = packed.body.split_last_chunk::<4>().unwrap();
    // Times differ between the two answers by a few digits.
    let length = u32::from_le_bytes(*length) as usize;
    assert!(length.abs_diff(plain.body.len()) < 64, "{length}");
}
