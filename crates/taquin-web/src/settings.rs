//! The operator's settings.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use taquin::Context;
use taquin::pdb::PdbCache;

use crate::token::Token;

/// The choices, with defaults for one machine and its owner.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on. Loopback by default.
    pub address: SocketAddr,
    /// State shared by searches, above all tables.
    pub context: Context,
    /// The folder of the pattern databases that come with taquin, built there on first use.
    pub tables: Option<PathBuf>,
    /// A folder to serve the page from, instead of the one inside the program.
    pub assets: Option<PathBuf>,
    /// The file of solved positions; jobs are kept in another one in the same folder. None keeps both
    /// for this run alone.
    pub store: Option<PathBuf>,
    /// The address of a PostgreSQL server that keeps solved positions and jobs instead.
    pub postgres: Option<String>,
    /// The certificate authority of that server, in PEM form; none connects without encryption.
    pub postgres_ca: Option<PathBuf>,
    /// Searches that one client runs at a time; hints have a lane of their own, twice as wide.
    pub workers: usize,
    /// CPU seconds of search that one client may use each second, over ten minutes; 0 counts none.
    pub work_each: f64,
    /// Requests that wait for a search in each lane; more get `503`.
    pub queue: usize,
    /// The longest time that a request waits in a queue.
    pub patience: Duration,
    /// Bytes that all searches together may take.
    pub memory: u64,
    /// Bytes that one search may take.
    pub memory_each: u64,
    /// The longest a search may run.
    pub longest: Duration,
    /// Bytes of a request's body.
    pub body: usize,
    /// Requests a second from one address, over time; 0 counts none.
    pub rate: u32,
    /// Requests from one address at once, before the rate counts.
    pub burst: u32,
    /// Open connections.
    pub connections: usize,
    /// Whether to trust a proxy's header with the client's address.
    pub behind_proxy: bool,
    /// Origins of other pages that may use the API; `*` for all.
    pub cors: Vec<String>,
    /// Tokens, one of which searches and jobs take; none where everybody may ask.
    pub tokens: Vec<Token>,
    /// A separate address for the metrics.
    pub admin: Option<SocketAddr>,
    /// Accepted host names, in addition to this machine's own. None allows every name where the service
    /// is open to a network or behind a proxy, and only this machine's elsewhere.
    pub hosts: Vec<String>,
    /// The time that running work may continue after shutdown begins.
    pub grace: Duration,
    /// Timeout for the head of a request, and for its body.
    pub slowest: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8000),
            context: Context::new(),
            tables: None,
            assets: None,
            store: None,
            postgres: None,
            postgres_ca: None,
            workers: cores,
            work_each: cores as f64 / 2.0,
            queue: 64,
            patience: Duration::from_secs(10),
            memory: 2 << 30,
            memory_each: 512 << 20,
            longest: Duration::from_mins(1),
            body: 256 << 10,
            rate: 100,
            burst: 400,
            connections: 4096,
            behind_proxy: false,
            cors: Vec::new(),
            tokens: Vec::new(),
            admin: None,
            hosts: Vec::new(),
            grace: Duration::from_secs(5),
            slowest: Duration::from_secs(10),
        }
    }
}

/// The context of a service: tables are read from the folder, and nothing that strangers ask for is
/// written there. Of the memory, at most an eighth stays with tables that no search uses.
pub fn context(folder: Option<&Path>, memory: u64) -> Context {
    let cache = match folder {
        Some(folder) => PdbCache::in_folder(folder).read_only(),
        None => PdbCache::default(),
    };
    let capacity = usize::try_from(memory / 8).unwrap_or(usize::MAX);
    Context::new().with(cache.with_capacity(capacity.max(LEAST_TABLES)))
}

/// Bytes of tables that are always kept: those of 4x4 boards.
const LEAST_TABLES: usize = 64 << 20;

/// An origin like `https://example.org`, or `*` for all.
///
/// # Errors
/// When the text is neither.
pub fn origin(text: &str) -> Result<String, String> {
    let is_host = |rest: &str| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b);
        !rest.is_empty() && rest.bytes().all(plain)
    };
    let rest = ["http://", "https://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    if text == "*" || rest.is_some_and(is_host) {
        return Ok(text.to_owned());
    }
    Err("write an origin like https://example.org, without a path, or *".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_have_a_scheme_and_no_path() {
        for text in ["*", "https://example.org", "http://localhost:3000"] {
            assert_eq!(origin(text).as_deref(), Ok(text));
        }
        for text in [
            "not an origin",
            "example.org",
            "https://",
            "https://a/b",
            "",
        ] {
            assert!(origin(text).is_err(), "{text}");
        }
    }
}
