//! What the service says of itself, and the page it serves.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::json;

use crate::common::{Server, check_problem, settings};
use crate::server;

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
async fn schemas_come_from_the_tables_and_do_not_clash() {
    let server = server();
    let document = server.get("/api/v1/openapi.json").await.json();
    let schemas = &document["components"]["schemas"];
    let encodings = taquin::sat::encodings::ENCODINGS.iter();
    let names: Vec<&str> = encodings.map(|entry| entry.name).collect();
    assert_eq!(schemas["EncodingName"]["enum"], json!(names));
    // The progress of a job has that of its search, and its runs.
    assert!(schemas["Progress"]["properties"]["expanded"].is_object());
    for member in ["runs", "expanded", "best"] {
        assert!(schemas["JobProgress"]["properties"][member].is_object());
    }
}

#[tokio::test]
async fn every_kind_of_problem_has_its_page() {
    let server = server();
    for kind in taquin_web::ProblemKind::ALL {
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
    assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"));
    assert!(
        !policy.contains("'unsafe-"),
        "WebAssembly and no other code"
    );
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

#[tokio::test]
async fn only_the_board_to_embed_may_be_framed_by_other_sites() {
    let server = server();
    for address in ["/embed?b=8,1,3/4,0,2/7,6,5", "/embed.html"] {
        let page = server.get(address).await;
        assert_eq!(page.status, 200, "{address}");
        let policy = page.header("content-security-policy");
        assert!(policy.ends_with("frame-ancestors *"), "{address}: {policy}");
        // Compiled rules of the game may run, text may not.
        let scripts = policy.replace("'wasm-unsafe-eval'", "");
        assert!(!scripts.contains("unsafe"), "{address}: {policy}");
        assert!(page.headers.get("x-frame-options").is_none(), "{address}");
        assert_eq!(page.header("cross-origin-resource-policy"), "cross-origin");
    }
    let script = server.get("/embed.js").await;
    assert_eq!(script.header("access-control-allow-origin"), "*");
    for address in ["/", "/learn", "/daily", "/embed/x", "/api/v1/health"] {
        let page = server.get(address).await;
        let policy = page.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{address}");
        assert_eq!(page.header("x-frame-options"), "DENY", "{address}");
    }
}
