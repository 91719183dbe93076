//! The web page in real browsers: types, unit tests, Playwright on Chromium, and the engine in Firefox.

use std::env;
use std::ffi::OsString;
use std::iter;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo::{build_taquin, command, output, path, root};
use crate::steps::Verdict;

/// Names of Chromium, by system.
const BROWSERS: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// A command that succeeds where a browser is installed.
pub(crate) const PROBE: &[&str] = &[
    "sh",
    "-c",
    "command -v chromium || command -v chromium-browser || command -v google-chrome \
     || command -v google-chrome-stable || ls /Applications/Chromium.app '/Applications/Google Chrome.app'",
];

/// Names of Firefox, by system.
const FIREFOXES: &[&str] = &[
    "firefox-esr",
    "firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
];

/// A command that succeeds where Firefox is installed.
pub(crate) const FIREFOX_PROBE: &[&str] = &[
    "sh",
    "-c",
    "command -v firefox-esr || command -v firefox || ls /Applications/Firefox.app",
];

/// The oldest Node.js that Playwright runs on.
const OLDEST_NODE: u32 = 20;

/// The version to fetch where the system's is older.
const NODE: u32 = 22;

/// Installs Node.js, if the system's is too old, and the packages of the tests.
pub(crate) fn set_up() -> Result<(), String> {
    provide_node()
        .map_err(|found| format!("Node.js {OLDEST_NODE} or later is needed (found: {found})"))?;
    if has_packages() {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"], &[])
}

/// Whether the installed packages are those of the lock file: npm writes its own copy last.
fn has_packages() -> bool {
    let web = root().join("web");
    let changed = |path: &str| web.join(path).metadata().and_then(|file| file.modified());
    match (
        changed("package-lock.json"),
        changed("node_modules/.package-lock.json"),
    ) {
        (Ok(wanted), Ok(installed)) => installed >= wanted,
        _ => false,
    }
}

/// Checks the page's types, runs its unit tests, and tests the page with the binary of this workspace.
///
/// # Errors
/// When a check fails, or the binary does not build.
pub(crate) fn check() -> Result<Verdict, String> {
    let browser = installed().ok_or("Chromium is installed but cannot be found")?;
    npm(&["run", "types"], &[])?;
    npm(&["run", "unit"], &[])?;
    build_taquin()?;
    let port = free_port().map_err(|error| format!("no free port: {error}"))?;
    // A test that passes only when retried is reported as flaky; fix it.
    npm(
        &["run", "browser", "--", "--retries=1"],
        &[("CHROMIUM", &browser), ("TAQUIN_PORT", &port.to_string())],
    )?;
    // Where there is no Firefox its tests are skipped.
    npm(&["run", "firefox"], &[("TAQUIN_PORT", &port.to_string())])?;
    let Some(firefox) = FIREFOXES.iter().find_map(|name| path_of(name)) else {
        return Ok(Verdict::Noted("not in Firefox".to_owned()));
    };
    npm(&["run", "firefox-engine"], &[("FIREFOX", &firefox)])?;
    Ok(Verdict::Passed)
}

/// The path of an installed browser.
pub(crate) fn installed() -> Option<String> {
    BROWSERS.iter().find_map(|name| path_of(name))
}

/// The full path of a program, which Playwright wants.
fn path_of(name: &str) -> Option<String> {
    let path = output(command("which").arg(name)).ok()?;
    let path = path.lines().next()?.trim();
    (!path.is_empty()).then(|| path.to_owned())
}

/// Installs Node.js through npm where the system's is too old, as on Debian 12; else names the
/// version found.
fn provide_node() -> Result<(), String> {
    let is_new = |version: Option<u32>| version.is_some_and(|version| version >= OLDEST_NODE);
    let found = node_version();
    if is_new(found) {
        return Ok(());
    }
    let folder = own_node();
    let wanted = format!("node@{NODE}");
    // The second check shows whether this worked.
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

/// The folder of that Node.js.
fn own_node() -> PathBuf {
    root().join("target/tools/node")
}

/// The search path with that Node.js in front.
pub(crate) fn path_with_node() -> OsString {
    let usual = path();
    let own = own_node().join("node_modules/.bin");
    let all = iter::once(own).chain(env::split_paths(&usual));
    env::join_paths(all).unwrap_or(usual)
}

/// The major version of Node.js.
fn node_version() -> Option<u32> {
    let mut node = command("node");
    let text = output(node.env("PATH", path_with_node()).arg("--version")).ok()?;
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

/// A port that no program listens on.
pub(crate) fn free_port() -> std::io::Result<u16> {
    TcpListener::bind("127.0.0.1:0")?
        .local_addr()
        .map(|address| address.port())
}
