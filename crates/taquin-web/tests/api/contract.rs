//! The contract: the document, entity tags, rate limits, other origins, idempotency, probes.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::{Value, json};
use taquin_web::Settings;

use crate::common::{BOARD, HARD, Server, check_problem, question, settings};
use crate::server;

fn visit(value: &Value, seen: &mut dyn FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            seen(members);
            members.values().for_each(|value| visit(value, seen));
        }
        Value::Array(items) => items.iter().for_each(|value| visit(value, seen)),
        _ => {}
    }
}

#[tokio::test]
async fn the_document_is_what_generators_read() {
    let document = server().get("/api/v1/openapi.json").await.json();
    let mut ids = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(id.contains('_'), "{id}");
            assert!(ids.insert(id.to_owned()), "{id} is there twice");
            for (status, response) in operation["responses"].as_object().unwrap() {
                let words = response["description"].as_str().unwrap_or_default();
                assert!(!words.is_empty(), "{method} {path} {status}");
            }
        }
    }
    assert!(ids.contains("solve_board") && ids.contains("create_job"));
    visit(&document, &mut |members| {
        assert!(!members.contains_key("allOf"), "{members:?}");
        assert_ne!(members.get("default"), Some(&Value::Null), "{members:?}");
    });
    // A run of a comparison is an answer or a refusal, each with its configuration.
    let schemas = &document["components"]["schemas"];
    for (name, member) in [("SolveRun", "lower_bound"), ("ProblemRun", "detail")] {
        let members = &schemas[name]["properties"];
        assert!(members["configuration"].is_object(), "{name}");
        assert!(members[member].is_object(), "{name}");
    }
    assert!(schemas["CompareJobRequest"]["properties"]["with"].is_object());
    let limits = &document["components"]["schemas"]["LimitMembers"];
    assert!(limits.get("required").is_none(), "{limits}");
}

#[tokio::test]
async fn what_may_be_kept_is_not_sent_twice() {
    let server = server();
    for path in [
        "/api/v1/openapi.json",
        "/api/v1/datasets",
        "/api/v1/datasets/korf-15-100?format=csv",
        "/api/v1/daily/2026-01-15",
        "/api/v1/render.svg?b=1,2/3,0",
        "/css/base.css",
    ] {
        let first = server.get(path).await;
        let tag = first.header("etag").to_owned();
        assert!(!tag.is_empty() && !first.body.is_empty(), "{path}");
        assert_ne!(first.header("cache-control"), "no-store", "{path}");
        let again = Request::get(path).header("if-none-match", &tag);
        let again = server.send(again.body(Body::empty()).unwrap()).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{path}");
        assert_eq!(
            (again.header("etag"), again.body.len()),
            (&*tag, 0),
            "{path}"
        );
        let other = Request::get(path).header("if-none-match", "\"other\"");
        let other = server.send(other.body(Body::empty()).unwrap()).await;
        assert_eq!(other.status, StatusCode::OK, "{path}");
    }
    let health = server.get("/api/v1/health").await;
    assert_eq!(health.header("cache-control"), "no-store");
    assert_eq!(health.header("etag"), "");
}

#[tokio::test]
async fn limits_are_told_and_other_origins_see_them() {
    let server = Server::new(Settings {
        rate: 1,
        burst: 2,
        cors: vec!["https://example.org".to_owned()],
        ..settings()
    });
    let ask = || {
        let mut request = question("check", &json!({"board": BOARD}).to_string());
        let origin = "https://example.org".parse().unwrap();
        request.headers_mut().insert("origin", origin);
        server.send(request)
    };
    let left = |headers: &HeaderMap| headers["ratelimit-remaining"].to_str().unwrap().to_owned();
    let first = ask().await;
    assert_eq!(
        (first.status, &*left(&first.headers)),
        (StatusCode::OK, "1")
    );
    assert_eq!(first.header("ratelimit-limit"), "2");
    assert_eq!(left(&ask().await.headers), "0");
    let refused = ask().await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(
        refused.header("access-control-allow-origin"),
        "https://example.org"
    );
    assert!(
        refused
            .header("access-control-expose-headers")
            .contains("retry-after")
    );
    // Probes are answered however often they ask.
    for _ in 0..5 {
        for path in ["/api/v1/health", "/live"] {
            assert_eq!(server.get(path).await.status, StatusCode::OK, "{path}");
        }
    }
}

#[tokio::test]
async fn a_request_that_is_sent_again_begins_no_second_job() {
    let server = server();
    let send = |key: &str, body: &Value| {
        let mut request = question("jobs", &body.to_string());
        let key = key.parse().unwrap();
        request.headers_mut().insert("idempotency-key", key);
        server.send(request)
    };
    let asked = json!({"kind": "solve", "board": BOARD});
    let first = send("a", &asked).await;
    let again = send("a", &asked).await;
    assert_eq!(
        (first.status, again.status),
        (StatusCode::ACCEPTED, StatusCode::ACCEPTED)
    );
    assert_eq!(first.json()["id"], again.json()["id"]);
    assert_eq!(first.header("location"), again.header("location"));
    let other = send("b", &asked).await;
    assert_ne!(first.json()["id"], other.json()["id"]);
    let changed = send("a", &json!({"kind": "solve", "board": HARD})).await;
    assert_eq!(changed.status, StatusCode::UNPROCESSABLE_ENTITY);
    check_problem(&changed, "/api/v1/jobs");
}

#[tokio::test]
async fn searches_take_a_token_where_some_are_set() {
    let server = Server::new(Settings {
        tokens: vec![
            "the-token-of-alice search,jobs".parse().unwrap(),
            "the-token-of-prometheus metrics".parse().unwrap(),
        ],
        ..settings()
    });
    let ask = |path: &str, token: &str| {
        let mut request = question(path, &json!({"board": BOARD}).to_string());
        if !token.is_empty() {
            let value = format!("Bearer {token}").parse().unwrap();
            request.headers_mut().insert("authorization", value);
        }
        server.send(request)
    };
    for (path, token, status) in [
        ("hint", "", 200),
        ("check", "", 200),
        ("solve", "", 401),
        ("solve", "the-token-of-mallory", 401),
        ("solve", "the-token-of-prometheus", 403),
        ("solve", "the-token-of-alice", 200),
        ("jobs", "", 401),
    ] {
        let answer = ask(path, token).await;
        assert_eq!(answer.status.as_u16(), status, "{path} {token}");
        if status == 401 {
            assert_eq!(answer.header("www-authenticate"), "Bearer");
            check_problem(&answer, &format!("/api/v1/{path}"));
        }
    }
    assert_eq!(
        server.get("/metrics").await.status,
        StatusCode::UNAUTHORIZED
    );
    let metrics =
        Request::get("/metrics").header("authorization", "Bearer the-token-of-prometheus");
    let metrics = server.send(metrics.body(Body::empty()).unwrap()).await;
    assert_eq!(metrics.status, StatusCode::OK);
    let delete = Request::delete(format!("/api/v1/jobs/{}", "0".repeat(32)));
    let delete = server.send(delete.body(Body::empty()).unwrap()).await;
    assert_eq!(delete.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn request_ids_do_not_repeat() {
    let (one, two) = (server(), server());
    let mut ids = BTreeSet::new();
    for server in [&one, &two, &one, &two] {
        assert!(ids.insert(server.get("/live").await.header("x-request-id").to_owned()));
    }
    // A number of the run, and one of the request.
    assert!(
        ids.iter().all(|id| id.len() > 16 && id.contains('-')),
        "{ids:?}"
    );
}

#[tokio::test]
async fn it_is_ready_once_its_tables_are_there() {
    let server = server();
    assert_eq!(server.get("/live").await.status, StatusCode::OK);
    let early = server.get("/ready").await;
    assert_eq!(early.status, StatusCode::SERVICE_UNAVAILABLE);
    server
        .service
        .warm_up(&taquin::Control::new(taquin::Limits::default()));
    assert_eq!(server.get("/ready").await.status, StatusCode::OK);
    let health = server.get("/api/v1/health").await.json();
    assert_eq!(health["status"], "ok");
    assert_eq!(health["table"]["available"], true);
}

#[tokio::test]
async fn a_table_that_cannot_be_opened_is_told_and_does_no_harm() {
    // A folder is no file.
    let server = Server::new(Settings {
        store: Some(std::env::temp_dir()),
        ..settings()
    });
    let health = server.get("/api/v1/health").await.json();
    assert_eq!(health["status"], "degraded");
    assert_eq!(health["table"]["available"], false);
    let hint = server.ask("hint", &json!({"board": BOARD})).await;
    assert_eq!(hint.json()["distance"], 14);
}

#[tokio::test]
async fn the_dashboard_shows_metrics_that_exist() {
    let server = server();
    server.ask("hint", &json!({"board": BOARD})).await;
    let metrics = server.get("/metrics").await.text();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/grafana.json");
    let dashboard: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut named = 0;
    visit(&dashboard, &mut |members| {
        let Some(expression) = members.get("expr").and_then(Value::as_str) else {
            return;
        };
        let words = expression.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        for name in words.filter(|word| word.starts_with("taquin_") || word.starts_with("process_"))
        {
            assert!(metrics.contains(&format!("\n{name}")), "{name}");
            named += 1;
        }
    });
    assert!(named > 15);
}

/// Whether a schema allows `null`.
fn allows_null(schema: &Value) -> bool {
    let types = schema["type"].as_array();
    schema["type"] == "null"
        || types.is_some_and(|types| types.contains(&json!("null")))
        || ["oneOf", "anyOf"].iter().any(|choice| {
            let choices = schema[choice].as_array();
            choices.is_some_and(|choices| choices.iter().any(allows_null))
        })
}

#[tokio::test]
async fn members_that_may_be_null_are_read_as_missing() {
    let server = server();
    let document = server.get("/api/v1/openapi.json").await.json();
    let minimal = |path: &str| match path {
        "analyze" | "apply" => json!({"board": BOARD, "moves": "L"}),
        "compare" => json!({"board": BOARD, "with": ["bfs"]}),
        "decide" => json!({"board": BOARD, "bound": 14}),
        "encode" => json!({"board": BOARD, "as": "dimacs", "bound": 4}),
        "puzzles" => json!({"size": "3x3"}),
        "trace" => json!({"board": BOARD, "algorithm": "bfs", "max_events": 5}),
        _ => json!({"board": BOARD}),
    };
    let mut tried = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let body = &item["post"]["requestBody"]["content"]["application/json"]["schema"];
        let Some(name) = body["$ref"]
            .as_str()
            .and_then(|name| name.rsplit('/').next())
        else {
            continue;
        };
        let path = path.strip_prefix("/api/v1/").unwrap();
        let Some(members) = document["components"]["schemas"][name]["properties"].as_object()
        else {
            continue;
        };
        for (member, _) in members.iter().filter(|(_, schema)| allows_null(schema)) {
            let mut asked = minimal(path);
            if (path, &**member) == ("puzzles", "size") {
                asked = json!({"id": "g1-3x3-hard-7"});
            }
            if (path, &**member) == ("encode", "bound") {
                asked["as"] = json!("pddl");
            }
            asked[member] = Value::Null;
            let answer = server.ask(path, &asked).await;
            assert_eq!(
                answer.status,
                StatusCode::OK,
                "{path} {member}: {}",
                answer.text()
            );
            tried += 1;
        }
    }
    assert!(tried > 15, "{tried}");
}

#[tokio::test]
async fn large_files_are_compressed_once_and_for_all() {
    let server = server();
    for path in ["/manual/search.json", "/api/v1/openapi.json"] {
        let plain = server.get(path).await;
        let send = |known: &str| {
            let request = Request::get(path)
                .header("accept-encoding", "gzip, br")
                .header("if-none-match", known);
            server.send(request.body(Body::empty()).unwrap())
        };
        let gzip = || {
            let request = Request::get(path).header("accept-encoding", "gzip, br");
            server.send(request.body(Body::empty()).unwrap())
        };
        let (first, second) = (gzip().await, gzip().await);
        assert_eq!(first.header("content-encoding"), "gzip", "{path}");
        assert!(first.body.len() < plain.body.len() / 2, "{path}");
        assert_eq!(first.body, second.body, "{path}");
        for name in [
            "etag",
            "content-type",
            "content-encoding",
            "vary",
            "cache-control",
        ] {
            assert_eq!(first.header(name), second.header(name), "{path} {name}");
        }
        assert_eq!(second.header("x-content-type-options"), "nosniff");
        assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
        let known = send(second.header("etag")).await;
        assert_eq!(known.status, StatusCode::NOT_MODIFIED, "{path}");
        // A client that does not accept compression gets it uncompressed.
        assert_eq!(server.get(path).await.body, plain.body);
    }
}
