//! The log: one line an event on stderr, for people or as JSON.

use std::str::FromStr;

use tracing::level_filters::LevelFilter;

/// The level of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLevel(LevelFilter);

impl FromStr for LogLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = text.parse().map(Self);
        level.map_err(|_| "write off, error, warn, info or debug".to_owned())
    }
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// An object a line.
    Json,
    /// Words.
    Plain,
    /// Words, with colours for a terminal.
    Coloured,
}

/// Starts logging, unless this process already has a logger.
pub fn log(level: LogLevel, format: LogFormat) {
    let lines = tracing_subscriber::fmt()
        .with_max_level(level.0)
        .with_writer(std::io::stderr)
        // A log that cannot be written must not end what it tells of.
        .log_internal_errors(false)
        .with_target(false)
        .with_ansi(format == LogFormat::Coloured);
    // A second log in one process, as in tests, is not wanted.
    let _ = if format == LogFormat::Json {
        lines.json().flatten_event(true).try_init()
    } else {
        lines.try_init()
    };
}
