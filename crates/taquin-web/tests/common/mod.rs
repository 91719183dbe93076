//! A service without a socket, and questions to it.

#![allow(dead_code, reason = "each test file uses its part")]

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use taquin_web::{Service, Settings, app};
use tower::ServiceExt;

/// The 3x3 position of the examples, 14 moves from the goal.
pub(crate) const BOARD: &str = "8 1 3/4 0 2/7 6 5";

/// A 4x4 board that no plain search solves in a second.
pub(crate) const HARD: &str = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";

pub(crate) struct Server {
    pub(crate) service: Arc<Service>,
    pub(crate) router: Router,
}

/// What still runs ends with its server.
impl Drop for Server {
    fn drop(&mut self) {
        self.service.drain();
    }
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }
}

/// Small limits, so that tests are quick, and no file.
pub(crate) fn settings() -> Settings {
    Settings {
        workers: 2,
        memory: 1 << 30,
        memory_each: 256 << 20,
        rate: 0,
        slowest: Duration::from_secs(2),
        ..Settings::default()
    }
}

impl Server {
    pub(crate) fn new(settings: Settings) -> Self {
        let service = Service::new(settings).unwrap();
        Self {
            router: app(service.clone()),
            service,
        }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        Answer {
            status: head.status,
            headers: head.headers,
            body: body.collect().await.unwrap().to_bytes().to_vec(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap())
            .await
    }

    /// A question to the API.
    pub(crate) async fn ask(&self, path: &str, body: &Value) -> Answer {
        self.ask_text(path, &body.to_string()).await
    }

    pub(crate) async fn ask_text(&self, path: &str, body: &str) -> Answer {
        self.send(question(path, body)).await
    }

    /// The problem that a question ends in; checks what all problems have.
    pub(crate) async fn problem(&self, path: &str, body: &Value) -> Value {
        check_problem(&self.ask(path, body).await, &format!("/api/v1/{path}"))
    }

    /// A number of the metrics.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").await.text();
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{name} ")));
        let line = line.unwrap_or_else(|| panic!("no {name} in {text}"));
        line.rsplit(' ').next().unwrap().parse::<f64>().unwrap() as u64
    }
}

pub(crate) fn question(path: &str, body: &str) -> Request<Body> {
    Request::post(format!("/api/v1/{path}"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_owned()))
        .unwrap()
}

/// Checks what every problem has, and gives its body.
pub(crate) fn check_problem(answer: &Answer, instance: &str) -> Value {
    assert_eq!(
        answer.header("content-type"),
        "application/problem+json",
        "{}",
        answer.text()
    );
    let problem = answer.json();
    assert_eq!(problem["status"], answer.status.as_u16());
    assert_eq!(problem["instance"], instance);
    assert_eq!(problem["request_id"], answer.header("x-request-id"));
    for member in ["type", "title", "detail"] {
        assert!(problem[member].is_string(), "{problem}");
    }
    problem
}
