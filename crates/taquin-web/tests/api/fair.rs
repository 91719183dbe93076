//! What one client does to others: nothing.

use axum::http::StatusCode;
use serde_json::{Value, json};
use taquin_web::Settings;

use crate::common::{Answer, HARD, Server, check_problem, question, settings};

/// A 4x4 board that is proven in a moment: 12 moves from the goal, as many as Manhattan says.
const EASY: &str = "5 1 2 4/9 6 3 7/13 10 0 8/14 15 11 12";

/// A question from an address, as a proxy tells it.
async fn ask_from(server: &Server, client: &str, path: &str, body: &Value) -> Answer {
    let mut request = question(path, &body.to_string());
    let client = client.parse().unwrap();
    request.headers_mut().insert("x-forwarded-for", client);
    server.send(request).await
}

fn server(settings: Settings) -> Server {
    Server::new(Settings {
        behind_proxy: true,
        ..settings
    })
}

#[tokio::test]
async fn a_weak_hint_spoils_the_board_for_nobody() {
    let server = server(settings());
    let weak = json!({"board": EASY, "limits": {"time_ms": 1, "nodes": 1}});
    ask_from(&server, "10.0.0.1", "hint", &weak).await;
    let human = json!({"board": EASY, "algorithm": "human"});
    let human = ask_from(&server, "10.0.0.1", "solve", &human).await.json();
    let hint = json!({"board": EASY, "limits": {"time_ms": 5000}});
    let hint = ask_from(&server, "10.0.0.2", "hint", &hint).await.json();
    assert_eq!(hint["label"], "optimal", "{hint}");
    assert!(hint["distance"].as_u64() < human["length"].as_u64());
    // The proof is kept, and answers the next one.
    let solved = json!({"board": EASY});
    let solved = ask_from(&server, "10.0.0.3", "solve", &solved).await.json();
    assert_eq!(solved["length"], hint["distance"]);
    assert_eq!(solved["proven"], true);
}

#[tokio::test]
async fn jobs_of_one_client_do_not_keep_another_waiting() {
    let server = server(Settings {
        queue: 16,
        ..settings()
    });
    let slow = json!({"kind": "solve", "board": HARD, "algorithm": "ida/zero", "limits": {"time_ms": 60_000}});
    let mut statuses = Vec::new();
    for _ in 0..30 {
        statuses.push(ask_from(&server, "10.0.0.1", "jobs", &slow).await.status);
    }
    let accepted = statuses.iter().filter(|&&s| s == StatusCode::ACCEPTED);
    // Two run, and a quarter of the queue waits.
    assert_eq!(accepted.count(), 2 + 4);
    let quick = json!({"board": HARD, "algorithm": "ida/zero", "limits": {"time_ms": 200}});
    let other = ask_from(&server, "10.0.0.2", "solve", &quick).await;
    assert_eq!(other.status, StatusCode::OK, "{}", other.text());
    let hint = json!({"board": EASY});
    let hint = ask_from(&server, "10.0.0.2", "hint", &hint).await;
    assert_eq!(hint.json()["label"], "optimal");
}

#[tokio::test]
async fn long_hints_do_not_take_the_lane_of_short_ones() {
    let server = server(settings());
    let long =
        json!({"board": HARD, "goal": "spiral", "limits": {"time_ms": 20000, "memory_mb": 16}});
    let flood = (0..6).map(|_| ask_from(&server, "10.0.0.1", "hint", &long));
    let flood = futures_util::future::join_all(flood);
    let hint = json!({"board": EASY});
    let short = async {
        tokio::task::yield_now().await;
        ask_from(&server, "10.0.0.2", "hint", &hint).await
    };
    let answer = tokio::select! {
        answer = short => answer,
        _ = flood => panic!("the long ones were done first"),
    };
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
}

#[tokio::test]
async fn who_has_used_up_its_time_waits_and_others_do_not() {
    let server = server(Settings {
        work_each: 0.001,
        ..settings()
    });
    let search = json!({"board": HARD, "algorithm": "ida/zero", "limits": {"time_ms": 1200}});
    // One second of a core is what it has; on a busy machine that takes some searches.
    let mut refused = None;
    for _ in 0..60 {
        let answer = ask_from(&server, "10.0.0.1", "solve", &search).await;
        if answer.status != StatusCode::OK {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("its quota is used up");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    check_problem(&refused, "/api/v1/solve");
    // A thousandth of a second comes back each second.
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 10);
    let other = ask_from(&server, "10.0.0.2", "solve", &search).await;
    assert_eq!(other.status, StatusCode::OK);
}

#[tokio::test]
async fn formulas_too_large_to_send_are_refused_with_their_size() {
    let server = server(settings());
    let asked = json!({"board": HARD, "as": "dimacs", "bound": 200});
    let answer = ask_from(&server, "10.0.0.1", "encode", &asked).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    let detail = check_problem(&answer, "/api/v1/encode")["detail"].clone();
    let detail = detail.as_str().unwrap();
    assert!(
        detail.contains("at most 20 MB") && detail.contains("-o FILE"),
        "{detail}"
    );
    let megabytes = detail
        .split(" MB")
        .next()
        .unwrap()
        .rsplit(' ')
        .next()
        .unwrap();
    assert!(
        (21..60).contains(&megabytes.parse::<u32>().unwrap()),
        "{detail}"
    );
    let asked = json!({"board": HARD, "as": "dimacs", "bound": 780});
    let answer = ask_from(&server, "10.0.0.1", "encode", &asked).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(answer.text().contains("-o FILE"));
}

#[tokio::test]
async fn strangers_save_no_tables() {
    let folder = std::env::temp_dir().join(format!("taquin-tables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let server = server(Settings {
        context: taquin_web::context(Some(&folder), 1 << 30),
        ..settings()
    });
    let asked = json!({"board": EASY, "algorithm": "pdb-ida:tables=1.2.3.4.5.6.8+7.9.10.11.12.13.14.15",
        "limits": {"time_ms": 10000}});
    ask_from(&server, "10.0.0.1", "solve", &asked).await;
    let asked =
        json!({"board": HARD, "algorithm": "pdb-ida:tables=6-6-3", "limits": {"time_ms": 10000}});
    ask_from(&server, "10.0.0.1", "solve", &asked).await;
    let files = std::fs::read_dir(&folder).unwrap().count();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(files, 0);
}
