//! `taquin serve`: the page and the REST service.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use clap::Args;
use taquin_web::{LogFormat, Service, Settings};

use crate::End;
use crate::failure::{Exit, Failure};
use crate::output::{OutputFormat, Style, talk};
use crate::{folder, memory, units};

/// Start the web page and the REST service
#[derive(Args)]
#[command(after_help = "Examples:
  taquin serve
  taquin serve --port 9000 --log info
  taquin serve --bind 0.0.0.0 --behind-proxy --format json --log info

You can also set options in the environment, like TAQUIN_SERVE_MEMORY=1G for --memory, or in the
file given by --config, like memory = \"1G\".

The service listens on the loopback interface by default. Ctrl-C or SIGTERM shuts it down after a
grace period. Solved positions are stored in a file, so later hints need no search.")]
pub(crate) struct Serve {
    /// Read options from this TOML file, like `memory = "1G"`; environment and command line override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The port; 0 picks a free one
    #[arg(long, short, value_name = "N", default_value_t = 8000)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Serve the page from this folder instead of the embedded one
    #[arg(long, value_name = "FOLDER")]
    assets: Option<PathBuf>,
    /// The file of solved positions; jobs go to a file next to it [default: lines.redb in the cache
    /// folder]
    #[arg(long, value_name = "FILE", conflicts_with = "no_store")]
    store: Option<PathBuf>,
    /// Keep solved positions and jobs for this run only
    #[arg(long)]
    no_store: bool,
    /// Keep solved positions and jobs in PostgreSQL, shared by several servers, like
    /// "host=/run/postgresql user=taquin"
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["store", "no_store"])]
    postgres: Option<String>,
    /// Use TLS to PostgreSQL and trust only the certificate authorities in this PEM file
    #[arg(long, value_name = "FILE", requires = "postgres")]
    postgres_ca: Option<PathBuf>,
    /// Concurrent searches per client; twice as many hints [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Limits")]
    workers: Option<u16>,
    /// CPU seconds of search that a client earns per minute, up to ten minutes' worth; 0 disables the
    /// quota
    /// [default: 30 per core]
    #[arg(long, value_name = "N", help_heading = "Limits")]
    work_each: Option<u32>,
    /// Requests that may wait for a search; more get 503
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Limits")]
    queue: u16,
    /// Memory of all searches together, like 2G [default: 2G, or 60 % of free memory if that is less]
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, help_heading = "Limits")]
    memory: Option<u64>,
    /// Memory of one search
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, default_value = "512M", help_heading = "Limits")]
    memory_each: u64,
    /// Time limit of a search
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "60s", help_heading = "Limits")]
    longest: Duration,
    /// Requests per second and address; 0 disables rate limiting
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "Limits")]
    rate: u32,
    /// Burst size per address
    #[arg(long, value_name = "N", default_value_t = 400, help_heading = "Limits")]
    burst: u32,
    /// Maximum number of open connections
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4096,
        help_heading = "Limits"
    )]
    connections: u16,
    /// Timeout for the head of a request, and for its body
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "10s", help_heading = "Network")]
    slowest: Duration,
    /// Trust the proxy's header X-Forwarded-For
    #[arg(long, help_heading = "Network")]
    behind_proxy: bool,
    /// Allow this origin to use the API; `*` allows all; can be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = taquin_web::origin, help_heading = "Network")]
    cors: Vec<String>,
    /// Accept this host name too; can be repeated [default: this machine's names; any with
    /// --behind-proxy or an open --bind]
    #[arg(long = "host", value_name = "NAME", help_heading = "Network")]
    hosts: Vec<String>,
    /// Require a token from this file for searches and jobs: lines like "TOKEN search,jobs,metrics"
    #[arg(long, value_name = "FILE", help_heading = "Network")]
    tokens: Option<PathBuf>,
    /// Serve the metrics on this address instead, like 127.0.0.1:9000
    #[arg(long, value_name = "ADDRESS:PORT", help_heading = "Network")]
    admin: Option<SocketAddr>,
    /// How long running work may continue after SIGTERM or Ctrl-C
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "5s", help_heading = "Network")]
    grace: Duration,
    /// Log level on stderr: off, error, warn, info or debug; JSON lines with --format json
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: taquin_web::LogLevel,
}

impl Serve {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        // What is in the file was read with the command line.
        drop(self.config);
        taquin_web::log(self.log, log_format(style));
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

/// JSON if asked for, colours where stderr shows them.
fn log_format(style: Style) -> LogFormat {
    if style.format == OutputFormat::Json {
        return LogFormat::Json;
    }
    match AutoStream::choice(&std::io::stderr()) {
        ColorChoice::Never => LogFormat::Plain,
        _ => LogFormat::Coloured,
    }
}
