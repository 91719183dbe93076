//! `taquin serve`: the page and the REST service.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use taquin_web::{Service, Settings};

use crate::End;
use crate::failure::{Exit, Failure};
use crate::output::{OutputFormat, Style, talk};
use crate::{folder, memory, units};

/// Starts the page and the REST service, and says where to open it
#[derive(Args)]
#[command(after_help = "Examples:
  taquin serve
  taquin serve --port 9000 --log info
  taquin serve --bind 0.0.0.0 --behind-proxy --format json --log info

Every option is also a variable, like TAQUIN_SERVE_MEMORY=1G for --memory, and a line of the file that
--config names, like memory = \"1G\".

It listens on this machine only, unless --bind says otherwise. Ctrl-C or SIGTERM ends it; running
work gets a moment. Solved positions are kept in a file, so that hints come at once next time.")]
pub(crate) struct Serve {
    /// Read options from this TOML file, like `memory = "1G"`; the environment and the command line win
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The port; 0 takes one that is free
    #[arg(long, short, value_name = "N", default_value_t = 8000)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Serve the page from this folder, not from inside the program
    #[arg(long, value_name = "FOLDER")]
    assets: Option<PathBuf>,
    /// The file of solved positions; jobs go to a file beside it [default: lines.redb in the cache folder]
    #[arg(long, value_name = "FILE", conflicts_with = "no_store")]
    store: Option<PathBuf>,
    /// Keep solved positions and jobs for this run only
    #[arg(long)]
    no_store: bool,
    /// Keep solved positions and jobs in PostgreSQL, which several servers share, like
    /// "host=/run/postgresql user=taquin"
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["store", "no_store"])]
    postgres: Option<String>,
    /// Connect to PostgreSQL by TLS, and trust only the certificate authorities of this PEM file
    #[arg(long, value_name = "FILE", requires = "postgres")]
    postgres_ca: Option<PathBuf>,
    /// Searches of one client at a time; twice as many hints [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Limits")]
    workers: Option<u16>,
    /// Seconds of search that one client may use in a minute, saved up for ten; 0 does not count
    /// [default: 30 a core]
    #[arg(long, value_name = "N", help_heading = "Limits")]
    work_each: Option<u32>,
    /// Requests that wait for a search; more are told to come later
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Limits")]
    queue: u16,
    /// Memory of all searches together, like 2G [default: 2G, or 60 % of what is free if that is less]
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, help_heading = "Limits")]
    memory: Option<u64>,
    /// Memory of one search
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, default_value = "512M", help_heading = "Limits")]
    memory_each: u64,
    /// The longest a search may run
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "60s", help_heading = "Limits")]
    longest: Duration,
    /// Requests a second from one address; 0 does not count
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "Limits")]
    rate: u32,
    /// Requests at once from one address, before the rate counts
    #[arg(long, value_name = "N", default_value_t = 400, help_heading = "Limits")]
    burst: u32,
    /// The most open connections
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4096,
        help_heading = "Limits"
    )]
    connections: u16,
    /// How long a client may take for the head of a request, and for its body
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "10s", help_heading = "Network")]
    slowest: Duration,
    /// Believe the header X-Forwarded-For of the proxy in front
    #[arg(long, help_heading = "Network")]
    behind_proxy: bool,
    /// Let pages of this origin use the API; `*` for all; several are allowed
    #[arg(long, value_name = "ORIGIN", value_parser = taquin_web::origin, help_heading = "Network")]
    cors: Vec<String>,
    /// Answer for this host name too; several are allowed [default: this machine's own names; with
    /// --behind-proxy or an open --bind, all]
    #[arg(long = "host", value_name = "NAME", help_heading = "Network")]
    hosts: Vec<String>,
    /// Searches and jobs take a token of this file: lines like "TOKEN search,jobs,metrics"
    #[arg(long, value_name = "FILE", help_heading = "Network")]
    tokens: Option<PathBuf>,
    /// Serve the metrics at this address instead, like 127.0.0.1:9000
    #[arg(long, value_name = "ADDRESS:PORT", help_heading = "Network")]
    admin: Option<SocketAddr>,
    /// How long running work may go on after SIGTERM or Ctrl-C
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "5s", help_heading = "Network")]
    grace: Duration,
    /// What is logged to stderr: off, error, warn, info or debug; as JSON with --format json
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: taquin_web::LogLevel,
}

impl Serve {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        // What is in the file was read with the command line.
        drop(self.config);
        taquin_web::log(self.log, style.format == OutputFormat::Json);
        let kept = || folder::tables().map(|folder| folder.join("lines.redb"));
        let tokens = self.tokens.map_or(Ok(Vec::new()), |path| {
            taquin_web::tokens(&path).map_err(Failure::usage)
        })?;
        let memory = self
            .memory
            .unwrap_or_else(|| memory::default_limit().min(2 << 30));
        let settings = Settings {
            address: SocketAddr::new(self.bind, self.port),
            context: taquin_web::context(folder::tables().as_deref(), memory),
            tables: folder::tables(),
            assets: self.assets,
            store: self.store.or_else(kept).filter(|_| !self.no_store),
            postgres: self.postgres,
            postgres_ca: self.postgres_ca,
            queue: usize::from(self.queue),
            memory,
            memory_each: self.memory_each,
            longest: self.longest,
            rate: self.rate,
            burst: self.burst,
            connections: usize::from(self.connections),
            slowest: self.slowest,
            behind_proxy: self.behind_proxy,
            cors: self.cors,
            hosts: self.hosts,
            tokens,
            admin: self.admin,
            grace: self.grace,
            ..Settings::default()
        };
        let settings = Settings {
            workers: self.workers.map_or(settings.workers, usize::from),
            work_each: self
                .work_each
                .map_or(settings.work_each, |seconds| f64::from(seconds) / 60.0),
            ..settings
        };
        let service = Service::new(settings).map_err(|error| Failure::usage(error.to_string()))?;
        let ready = |address: SocketAddr| {
            if !style.quiet {
                talk(&format!(
                    "Open http://{address}/ in a browser; Ctrl-C ends."
                ));
            }
        };
        taquin_web::serve(&service, ready).map_err(|error| Failure::usage(error.to_string()))?;
        Ok(Exit::Done)
    }
}
