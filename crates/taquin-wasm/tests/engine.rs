//! The engine on the host: what a worker of the page relies on.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use taquin_wasm::{Engine, Host};

/// A worker that cancels after a number of looks.
#[derive(Clone)]
struct Worker {
    began: Instant,
    looks_left: Arc<AtomicU64>,
    progress: Arc<Mutex<Vec<String>>>,
    bytes: Arc<Mutex<Vec<u8>>>,
}

impl Worker {
    fn patient() -> Self {
        Self::cancelling_after(u64::MAX)
    }

    fn cancelling_after(looks: u64) -> Self {
        Self {
            began: Instant::now(),
            looks_left: Arc::new(AtomicU64::new(looks)),
            progress: Arc::default(),
            bytes: Arc::default(),
        }
    }
}

impl Host for Worker {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn is_cancelled(&self) -> bool {
        let left = self.looks_left.load(Ordering::Relaxed);
        self.looks_left
            .store(left.saturating_sub(1), Ordering::Relaxed);
        left == 0
    }

    fn progress(&self, json: &str) {
        self.progress.lock().unwrap().push(json.to_owned());
    }

    fn table_bytes(&self, bytes: &[u8]) {
        self.bytes.lock().unwrap().extend_from_slice(bytes);
    }
}

fn ask(engine: &Engine, name: &str, question: &Value) -> Value {
    let answer = engine.ask(name, question.to_string().as_bytes());
    serde_json::from_str(&answer.unwrap()).unwrap()
}

/// On 4x4 tables are worth keeping.
const BOARD: &str = "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12";

fn solve(engine: &Engine) -> Value {
    ask(
        engine,
        "solve",
        &json!({ "board": BOARD, "algorithm": "pdb-ida" }),
    )
}

#[test]
fn a_refusal_is_a_problem() {
    let engine = Engine::new(Worker::patient());
    let refusal = engine.ask("solve", br#"{"board":"1 2 3/4 5 6/8 7 0"}"#);
    let problem: Value = serde_json::from_str(&refusal.unwrap_err()).unwrap();
    assert_eq!(problem["type"], "/problems/unsolvable");
    assert_eq!(problem["fix"]["swap"], json!([7, 8]));
}

#[test]
fn the_host_cancels_a_search() {
    let worker = Worker::cancelling_after(20);
    let engine = Engine::new(worker.clone());
    let question =
        json!({ "board": "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "algorithm": "ida/misplaced" });
    let answer = ask(&engine, "solve", &question);
    assert_eq!(answer["limit"], "cancelled");
    assert!(answer["stats"]["expanded"].as_u64().unwrap() <= 20 * 4096);
}

#[test]
fn strangers_rules_hold() {
    let engine = Engine::new(Worker::patient());
    for algorithm in ["sat:backend=cadical", "pdb-ida:threads=2"] {
        let question = json!({ "board": "1 2 3/4 5 6/7 0 8", "algorithm": algorithm }).to_string();
        assert!(
            engine.ask("solve", question.as_bytes()).is_err(),
            "{algorithm}"
        );
    }
}

#[test]
fn tables_outlive_the_engine() {
    let worker = Worker::patient();
    let mut first = Engine::new(worker.clone());
    let answer = solve(&first);
    let told = worker.progress.lock().unwrap().join("\n");
    assert!(told.contains("\"table\""), "{told}");
    let mut kept: Vec<Vec<u8>> = Vec::new();
    while let Some(name) = first.save_table() {
        assert!(name.starts_with("4x4-"), "{name}");
        kept.push(std::mem::take(&mut *worker.bytes.lock().unwrap()));
    }
    assert!(!kept.is_empty());

    let worker = Worker::patient();
    let mut second = Engine::new(worker.clone());
    for table in &kept {
        second.load_table(table).unwrap();
    }
    let again = solve(&second);
    for member in ["length", "moves"] {
        assert_eq!(answer[member], again[member]);
    }
    assert_eq!(answer["stats"]["expanded"], again["stats"]["expanded"]);
    assert_eq!(second.save_table(), None, "what was loaded is not new");

    let mut damaged = kept[0].clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(second.load_table(&damaged).is_err());
    assert!(second.load_table(&damaged[..100]).is_err());
}
