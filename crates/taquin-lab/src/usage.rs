//! What a run used: CPU time of all its threads, and the most memory it held.
//!
//! The system keeps a high-water mark of the memory a process has had resident. Linux lets a process
//! reset its own, so that the mark after a run is that of the run and not of the process: a write
//! to `/proc/self/clear_refs` and a call of `getrusage`, about two microseconds together. Elsewhere
//! the mark is that of the process so far, and rows say nothing instead.

use std::fs::File;
use std::io::Write;
use std::time::Duration;

/// CPU time this process has used.
pub fn cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let now = nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID);
        now.ok().map(Duration::from)
    }
    #[cfg(not(unix))]
    None
}

/// What the programs that this process started and that have ended used together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Children {
    /// CPU time.
    pub cpu: Duration,
    /// The most that one of them held.
    pub peak: u64,
}

/// What the programs that this process started have used so far.
pub fn children() -> Children {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        use nix::sys::time::TimeValLike;
        let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
            return Children::default();
        };
        let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
        Children {
            cpu: Duration::from_micros(micros as u64),
            peak: usage.max_rss() as u64 * MAX_RSS_UNIT,
        }
    }
    #[cfg(not(unix))]
    Children::default()
}

/// Linux counts the mark in kilobytes, macOS in bytes.
#[cfg(unix)]
const MAX_RSS_UNIT: u64 = if cfg!(target_vendor = "apple") {
    1
} else {
    1024
};

/// Measures the most memory of this process from one moment to another.
pub struct Mark {
    reset: Option<File>,
    status: Option<File>,
    pages: Option<File>,
    /// The mark that `getrusage` never goes below: what the process that started this one had held
    /// stays in the books across `exec`.
    inherited: u64,
}

impl Mark {
    /// Begins to measure.
    pub fn new() -> Self {
        let reset = File::options()
            .write(true)
            .open("/proc/self/clear_refs")
            .ok();
        let mut mark = Self {
            reset,
            status: File::open("/proc/self/status").ok(),
            pages: File::open("/proc/self/statm").ok(),
            inherited: 0,
        };
        let _ = mark.reset();
        let (own, told) = (mark.high_water(), max_rss());
        // The two are counted a little differently.
        let slack = 1 << 19;
        let is_own = own.zip(told).is_some_and(|(own, told)| told <= own + slack);
        mark.inherited = if is_own { 0 } else { told.unwrap_or(u64::MAX) };
        mark
    }

    /// Lowers the mark to what is held now, and tells it.
    pub fn reset(&mut self) -> Option<u64> {
        // A write that fails leaves the mark too high, and `peak` tells none after that.
        if let Some(file) = &mut self.reset
            && file.write_all(b"5").is_err()
        {
            self.reset = None;
        }
        // The mark just lowered is what is held; asking for it costs less than reading the file.
        self.told().or_else(|| self.resident())
    }

    /// The most bytes resident since the last reset.
    pub fn peak(&mut self) -> Option<u64> {
        self.reset.as_ref()?;
        self.told().or_else(|| self.high_water())
    }

    /// The mark by `getrusage`, a tenth of the time of reading it from a file, where it is this
    /// process' own.
    fn told(&self) -> Option<u64> {
        self.reset.as_ref()?;
        max_rss().filter(|&told| told > self.inherited)
    }

    /// Bytes resident now.
    pub fn resident(&mut self) -> Option<u64> {
        let text = reread(self.pages.as_mut()?)?;
        let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
        Some(pages * PAGE)
    }

    fn high_water(&mut self) -> Option<u64> {
        let text = reread(self.status.as_mut()?)?;
        status_line(&text, "VmHWM:")
    }
}

/// Lowers this process' mark to what it holds now, so that processes it starts inherit no more.
pub fn lower_mark() {
    #[cfg(target_os = "linux")]
    {
        // Where that is refused, they measure themselves in a slower way.
        let _ = std::fs::write("/proc/self/clear_refs", "5");
    }
}

impl Default for Mark {
    fn default() -> Self {
        Self::new()
    }
}

/// Bytes of a page in `/proc/self/statm`, on all machines that matter here.
const PAGE: u64 = 4096;

/// What another process holds now and has held at most: resident bytes and their mark.
pub fn of_process(id: u32) -> Option<(u64, u64)> {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    Some((status_line(&text, "VmRSS:")?, status_line(&text, "VmHWM:")?))
}

fn status_line(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

fn reread(file: &mut File) -> Option<String> {
    // One call into the system: these files are made anew for every read from their start.
    let mut bytes = [0; 2048];
    #[cfg(unix)]
    let count = std::os::unix::fs::FileExt::read_at(file, &mut bytes, 0).ok()?;
    #[cfg(not(unix))]
    let count = std::io::Read::read(file, &mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes[..count]).into_owned())
}

fn max_rss() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
        Some(usage.max_rss() as u64 * MAX_RSS_UNIT)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_that_of_the_time_measured() {
        let mut mark = Mark::new();
        let Some(before) = mark.peak() else {
            return; // A system that does not let the mark be reset.
        };
        let big = vec![1_u8; 64 << 20];
        let with = mark.peak().unwrap();
        std::hint::black_box(&big);
        drop(big);
        let _ = mark.reset();
        let after = mark.peak().unwrap();
        assert!(with >= before + (60 << 20), "{before} {with}");
        // Other tests of this process run beside this one.
        assert!(after < with, "{with} {after}");
    }
}
