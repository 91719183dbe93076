//! The resource usage of a run: CPU time of all its threads, and peak memory.
//!
//! The system keeps a high-water mark of the memory a process has had resident, and Linux lets a process
//! lower its own, so that the mark after a run is that of the run and not of the process. Reading the
//! mark from its file takes 5 to 15 µs, longer than a short run. So it is read only if there were page
//! faults since the reset; the call that counts faults also returns the mark if this process has used
//! more than its parent. Elsewhere the mark is that of the process so far, and rows say nothing instead.

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

/// The resource usage of all child processes that have ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct Children {
    /// CPU time.
    pub cpu: Duration,
    /// The most that one of them held.
    pub peak: u64,
}

/// The resource usage of child processes so far.
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

/// CPU time this process has used, and the programs that it started and that have ended.
pub(crate) fn cpu_time_with_children() -> Option<Duration> {
    cpu_time().map(|own| own + children().cpu)
}

/// CPU time that a process and those below it have used, with those that they waited for. Processes
/// whose parents have ended are not found.
pub fn tree_cpu(id: u32) -> Duration {
    let own = std::fs::read_to_string(format!("/proc/{id}/stat")).ok();
    let own = own.and_then(|text| Some(parent_and_cpu(&text)?.1));
    own.unwrap_or_default() + descendants_cpu(id)
}

/// The same of those below a process alone.
pub fn descendants_cpu(id: u32) -> Duration {
    let Ok(listed) = std::fs::read_dir("/proc") else {
        return Duration::ZERO;
    };
    let ids = listed.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let all: Vec<(u32, u32, Duration)> = ids
        .filter_map(|id| {
            let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            let (parent, cpu) = parent_and_cpu(&text)?;
            Some((id, parent, cpu))
        })
        .collect();
    let mut below = vec![id];
    let mut sum = Duration::ZERO;
    while let Some(parent) = below.pop() {
        for &(id, _, cpu) in all.iter().filter(|(_, of, _)| *of == parent) {
            sum += cpu;
            below.push(id);
        }
    }
    sum
}

/// The parent of a process and its CPU time, from the file `stat`. Times are in hundredths of a second
/// for programs on all machines that matter here.
fn parent_and_cpu(text: &str) -> Option<(u32, Duration)> {
    // The name is in parentheses and may contain any characters.
    let (_, rest) = text.rsplit_once(')')?;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let ticks = words.get(11..15)?.iter().map(|word| word.parse::<u64>());
    let ticks: u64 = ticks.collect::<Result<Vec<u64>, _>>().ok()?.iter().sum();
    Some((words[1].parse().ok()?, Duration::from_millis(10 * ticks)))
}

/// Lowers this process' mark to what it holds now, so that processes it starts inherit no more.
pub(crate) fn lower_mark() {
    #[cfg(target_os = "linux")]
    {
        // If that is denied, they use a slower method.
        let _ = std::fs::write("/proc/self/clear_refs", "5");
    }
}

/// Measures the most memory of this process from one moment to another.
pub struct Mark {
    reset: Option<File>,
    status: Option<File>,
    pages: Option<File>,
    /// The maximum that `getrusage` reported at the start: it never reports less, because it includes
    /// the parent's resident memory at the fork.
    inherited: u64,
    /// What was resident when the mark was lowered.
    base: Option<u64>,
    /// Faults up to the last look at the mark.
    faults: Option<u64>,
}

impl Mark {
    /// Begins to measure.
    pub fn new() -> Self {
        Self {
            reset: File::options()
                .write(true)
                .open("/proc/self/clear_refs")
                .ok(),
            status: File::open("/proc/self/status").ok(),
            pages: File::open("/proc/self/statm").ok(),
            inherited: added().map_or(u64::MAX, |added| added.mark),
            base: None,
            faults: None,
        }
    }

    /// Resets the mark to the current resident memory, and returns it.
    pub fn reset(&mut self) -> Option<u64> {
        // If the write fails, the mark is too high, and `peak` returns `None` from then on.
        if let Some(file) = &mut self.reset
            && file.write_all(b"5").is_err()
        {
            self.reset = None;
        }
        self.base = self.resident();
        self.base
    }

    /// The most bytes resident since the last reset.
    pub fn peak(&mut self) -> Option<u64> {
        self.reset.as_ref()?;
        let Some(added) = added() else {
            return self.high_water();
        };
        if self.faults.replace(added.faults) == Some(added.faults) {
            return self.base;
        }
        if added.mark <= self.inherited {
            return self.high_water();
        }
        // Read from per-core counters that are not summed up: some hundred kilobytes may be missing.
        Some(added.mark).max(self.base)
    }

    /// Bytes resident now.
    pub fn resident(&mut self) -> Option<u64> {
        let mut room = [0; 128];
        let text = reread(self.pages.as_mut()?, &mut room)?;
        let pages = number(text.split(|&byte| byte == b' ').nth(1)?)?;
        Some(pages * PAGE)
    }

    fn high_water(&mut self) -> Option<u64> {
        let mut room = [0; 4096];
        status_line(reread(self.status.as_mut()?, &mut room)?, b"VmHWM:")
    }
}

impl Default for Mark {
    fn default() -> Self {
        Self::new()
    }
}

/// Bytes of a page in `/proc/self/statm`, on all machines that matter here.
const PAGE: u64 = 4096;

/// The current and peak resident memory of another process.
pub fn of_process(id: u32) -> Option<(u64, u64)> {
    let text = std::fs::read(format!("/proc/{id}/status")).ok()?;
    Some((
        status_line(&text, b"VmRSS:")?,
        status_line(&text, b"VmHWM:")?,
    ))
}

fn status_line(text: &[u8], name: &[u8]) -> Option<u64> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let value = lines.find_map(|line| line.strip_prefix(name))?;
    Some(number(value.trim_ascii_start())? * 1024)
}

/// The number that a text begins with.
fn number(text: &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&text[..digits]).ok()?.parse().ok()
}

/// One call into the system: these files are made anew for every read from their start.
fn reread<'a>(file: &mut File, room: &'a mut [u8]) -> Option<&'a [u8]> {
    #[cfg(unix)]
    let count = std::os::unix::fs::FileExt::read_at(file, room, 0).ok()?;
    #[cfg(not(unix))]
    let count = std::io::Read::read(file, room).ok()?;
    Some(&room[..count])
}

/// The memory that this process gained.
struct Added {
    /// How often a page was: nothing becomes resident without.
    faults: u64,
    /// The mark, or what this process began with if that is more.
    mark: u64,
}

fn added() -> Option<Added> {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
        Some(Added {
            faults: usage.minor_page_faults() as u64 + usage.major_page_faults() as u64,
            mark: usage.max_rss() as u64 * MAX_RSS_UNIT,
        })
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
        let base = mark.reset().unwrap();
        let Some(before) = mark.peak() else {
            return; // A system that does not let the mark be reset.
        };
        assert!(before >= base);
        let big = vec![1_u8; 64 << 20];
        let with = mark.peak().unwrap();
        let told = mark.high_water().unwrap();
        std::hint::black_box(&big);
        drop(big);
        // What was freed again before the look counts too.
        assert!(mark.high_water().unwrap() >= before + (60 << 20));
        let _ = mark.reset();
        let after = mark.peak().unwrap();
        // The two ways to ask agree, but for pages of other tests.
        assert!(with.abs_diff(told) < 8 << 20, "{with} {told}");
        assert!(with >= before + (60 << 20), "{before} {with}");
        // Other tests of this process run at the same time.
        assert!(after < with, "{with} {after}");
    }

    #[test]
    fn the_mark_need_not_be_read_where_no_page_was_added() {
        let mut mark = Mark::new();
        // Other tests of this process add pages; between two looks close together hardly ever.
        let agrees = (0..1000).any(|_| {
            let _ = mark.reset();
            let (_, told) = (mark.peak(), mark.peak());
            let (read, again) = (mark.high_water(), mark.peak());
            told.is_none() || (told == mark.base && told == read && told == again)
        });
        assert!(agrees);
    }

    #[test]
    fn the_cpu_time_of_a_process_is_read() {
        // utime 150, stime 20, cutime 7, cstime 3 hundredths of a second.
        let text = "77 (a) b) S 12 77 77 0 -1 4194304 90 0 0 0 150 20 7 3 20 0 1 0";
        let expected = Some((12, Duration::from_millis(1800)));
        assert_eq!(parent_and_cpu(text), expected);
        assert_eq!(parent_and_cpu("77 (sh) S 12"), None);
    }

    #[test]
    fn what_the_system_writes_of_a_process_is_read() {
        // As Linux 6 writes it; a name may have any bytes.
        let text = b"Name:\tt\xffx\nVmPeak:\t  10 kB\nVmHWM:\t    8192 kB\nVmRSS:\t      12 kB\n";
        assert_eq!(status_line(text, b"VmHWM:"), Some(8192 * 1024));
        assert_eq!(status_line(text, b"VmRSS:"), Some(12 * 1024));
        assert_eq!(status_line(text, b"VmSwap:"), None);
        assert_eq!(status_line(b"VmHWM:\tmany kB", b"VmHWM:"), None);
    }
}
