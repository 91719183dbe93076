//! The place and time of an experiment.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use taquin_app::Day;

/// Facts about the machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// Threads that run at once.
    pub cores: usize,
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// Operating system and its release.
    pub system: String,
    /// Processes that wanted to run, in the last minute: others disturb what is measured.
    pub load: Option<f64>,
    /// Requested limits that this machine does not enforce.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unenforced: Vec<String>,
}

impl Machine {
    /// This one, now.
    pub fn here() -> Self {
        let release = read("/proc/sys/kernel/osrelease").unwrap_or_default();
        Self {
            cpu: cpu().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory: total_memory(),
            system: format!("{} {}", std::env::consts::OS, release.trim())
                .trim()
                .to_owned(),
            unenforced: Vec::new(),
            load: read("/proc/loadavg").and_then(|text| text.split(' ').next()?.parse().ok()),
        }
    }
}

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

fn cpu() -> Option<String> {
    let text = read("/proc/cpuinfo")?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Memory of this machine in bytes, if known.
pub fn total_memory() -> Option<u64> {
    let text = read("/proc/meminfo")?;
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// Now, as rows have it: `2026-11-15T23:41:16.123456Z`.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    instant(since.unwrap_or_default())
}

/// A time since 1970, as rows have it.
fn instant(since: Duration) -> String {
    let seconds = since.as_secs();
    let day = Day::since_1970(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let micros = since.subsec_micros();
    format!("{day}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_the_calendar_has_them() {
        // Values of `date -u -d @N`.
        let known = [
            (0, "1970-01-01T00:00:00.000000Z"),
            (951_782_399, "2000-02-28T23:59:59.000000Z"),
            (951_868_800, "2000-03-01T00:00:00.000000Z"),
            (1_709_164_800, "2024-02-29T00:00:00.000000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000000Z"),
        ];
        for (seconds, text) in known {
            assert_eq!(instant(Duration::from_secs(seconds)), text);
        }
    }
}
