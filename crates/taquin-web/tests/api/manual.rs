//! The manual is served as pages that link to each other.

use axum::http::StatusCode;

use crate::server;

#[tokio::test]
async fn the_manual_is_served_below_its_address() {
    let server = server();
    let moved = server.get("/manual").await;
    assert_eq!(moved.status, StatusCode::PERMANENT_REDIRECT);
    assert_eq!(moved.header("location"), "/manual/");
    let first = server.get("/manual/").await;
    assert_eq!(first.status, StatusCode::OK);
    assert_eq!(first.header("content-type"), "text/html; charset=utf-8");
    assert!(first.text().contains("href=\"course/parity.html\""));
    // Styles and scripts of the manual must pass the policy: files of this origin, nothing inline.
    assert!(!first.text().contains("<style") && !first.text().contains(" style="));
    for path in [
        "/manual/course/parity.html",
        "/manual/manual.css",
        "/manual/search.json",
    ] {
        assert_eq!(server.get(path).await.status, StatusCode::OK, "{path}");
    }
    for path in [
        "/manual/nothing.html",
        "/manual/../Cargo.toml",
        "/manual/SUMMARY.md",
    ] {
        assert_eq!(
            server.get(path).await.status,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}
