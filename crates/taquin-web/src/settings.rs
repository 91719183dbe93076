//! What whoever runs the service may choose.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use taquin::Context;

/// The choices, with defaults for one machine and its owner.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen. Loopback, unless whoever runs it opens the door.
    pub address: SocketAddr,
    /// What searches share: tables above all.
    pub context: Context,
    /// A folder to serve the page from, instead of the one inside the program.
    pub assets: Option<PathBuf>,
    /// The file of solved positions; none keeps them for this run alone.
    pub store: Option<PathBuf>,
    /// The address of a PostgreSQL server that keeps solved positions instead.
    pub postgres: Option<String>,
    /// Searches that run at a time; hints have a lane of their own, twice as wide.
    pub workers: usize,
    /// Requests that wait for a search in each lane; more are told to come later.
    pub queue: usize,
    /// How long a request waits for its turn.
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
    /// Whether to believe a proxy's word about the client's address.
    pub behind_proxy: bool,
    /// Origins of other pages that may use the API; `*` for all.
    pub cors: Vec<String>,
    /// How long running work may go on after the service was told to stop.
    pub grace: Duration,
    /// How long a client may take for the head of a request, and for its body.
    pub slowest: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8000),
            context: Context::new(),
            assets: None,
            store: None,
            postgres: None,
            workers: cores,
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
            grace: Duration::from_secs(5),
            slowest: Duration::from_secs(10),
        }
    }
}
