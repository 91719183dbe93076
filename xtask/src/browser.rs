//! The web page in a real browser: types, unit tests, and Playwright on Chromium.

use std::env;
use std::ffi::OsString;
use std::iter;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo::{cargo, path, root};
use crate::steps::Verdict;
use crate::tools::{CHROMIUM, NPM};

/// What Chromium is called, by system.
const BROWSERS: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// The oldest Node.js that Playwright runs on.
const OLDEST_NODE: u32 = 20;

/// The one that is fetched where the system's is older.
const NODE: u32 = 22;

/// Checks the page's types, its rules, and the page itself against the binary of this workspace.
///
/// # Errors
/// When a check fails, or the binary does not build.
pub(crate) fn check() -> Result<Verdict, String> {
    let Some(browser) = browser() else {
        return Ok(Verdict::Skipped(missing("a Chromium browser")));
    };
    if let Err(reason) = NPM.provide() {
        return Ok(Verdict::Skipped(reason));
    }
    if let Err(found) = provide_node() {
        let wanted = format!("Node.js {OLDEST_NODE} or later (found: {found})");
        return Ok(Verdict::Skipped(missing(&wanted)));
    }
    npm(&["ci", "--no-audit", "--no-fund"], &[])?;
    npm(&["run", "types"], &[])?;
    npm(&["run", "unit"], &[])?;
    cargo(&["build", "--locked", "--quiet", "--package=taquin-cli"])?;
    let port = free_port().map_err(|error| format!("no free port: {error}"))?;
    // A test that needs its second chance is named as flaky, and to be mended.
    npm(
        &["run", "browser", "--", "--retries=1"],
        &[("CHROMIUM", &browser), ("TAQUIN_PORT", &port.to_string())],
    )?;
    Ok(Verdict::Passed)
}

/// The path of a browser, installed if need be.
fn browser() -> Option<String> {
    let found = || BROWSERS.iter().find_map(|name| path_of(name));
    found().or_else(|| {
        CHROMIUM.provide().ok()?;
        found()
    })
}

/// Where a program lies: Playwright wants its path, not its name.
fn path_of(name: &str) -> Option<String> {
    let output = Command::new("which")
        .arg(name)
        .stderr(Stdio::null())
        .output();
    let path = String::from_utf8(output.ok()?.stdout).ok()?;
    let path = path.lines().next()?.trim();
    (!path.is_empty()).then(|| path.to_owned())
}

/// Sees that there is a Node.js of today: the system's, or one of ours, which npm brings where the
/// system's is older, as on Debian 12. Says which version was found instead.
fn provide_node() -> Result<(), String> {
    let is_new = |version: Option<u32>| version.is_some_and(|version| version >= OLDEST_NODE);
    let found = node_version();
    if is_new(found) {
        return Ok(());
    }
    let folder = own_node();
    let wanted = format!("node@{NODE}");
    // Whether this worked shows in the second look.
    let _ = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--no-save"])
        .arg("--prefix")
        .args([&folder, Path::new(&wanted)])
        .stdout(Stdio::null())
        .status();
    if is_new(node_version()) {
        return Ok(());
    }
    Err(found.map_or("none".to_owned(), |version| version.to_string()))
}

/// Where a Node.js of ours is kept.
fn own_node() -> PathBuf {
    root().join("target/tools/node")
}

/// The search path with a Node.js of ours in front.
fn path_with_node() -> OsString {
    let usual = path();
    let own = own_node().join("node_modules/.bin");
    let all = iter::once(own).chain(env::split_paths(&usual));
    env::join_paths(all).unwrap_or(usual)
}

/// The major version of Node.js.
fn node_version() -> Option<u32> {
    let output = Command::new("node")
        .env("PATH", path_with_node())
        .arg("--version")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim()
        .strip_prefix('v')?
        .split('.')
        .next()?
        .parse()
        .ok()
}

/// Runs npm in the folder of the page.
fn npm(arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let status = Command::new("npm")
        .args(arguments)
        .envs(variables.iter().copied())
        .env("PATH", path_with_node())
        // The browser comes from the system.
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .current_dir(root().join("web"))
        .status()
        .map_err(|error| format!("npm cannot be run: {error}"))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("npm {} ended with {status}", arguments.join(" ")))
}

/// A port that nobody listens on now.
fn free_port() -> std::io::Result<u16> {
    TcpListener::bind("127.0.0.1:0")?
        .local_addr()
        .map(|address| address.port())
}

fn missing(what: &str) -> String {
    format!("{what} is not installed and could not be; the tests of the page are left out")
}
