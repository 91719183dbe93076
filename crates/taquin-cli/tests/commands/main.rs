//! Every command with the answers and errors users meet first.

#[path = "../common/mod.rs"]
mod common;

mod about;
mod advice;
mod boards;
mod contract;
mod documents;
mod exercise;
mod schema;
mod solve;
mod trace;
mod verbs;

const HARD_4X4: &str = "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12";

/// A folder of this test's own.
fn tempfile() -> std::path::PathBuf {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let name = format!("taquin-test-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
