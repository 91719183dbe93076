//! Memory limits of a search, so that the system never kills a run.

use std::path::{Path, PathBuf};

/// The limit if the system reports none.
const FALLBACK: u64 = 2 << 30;

/// Share of the free memory that searches may fill: the rest is for the answer, for other
/// programs, and for tables that grow by doubling.
const SHARE: f64 = 0.6;

/// Default memory limit of all searches of this process together, in bytes.
pub(crate) fn default_limit() -> u64 {
    (available().unwrap_or(FALLBACK) as f64 * SHARE) as u64
}

/// Bytes that can be taken now without harm, as far as the system reports it.
pub(crate) fn available() -> Option<u64> {
    let sources = [free_memory(), control_group(), address_space()];
    sources.into_iter().flatten().min()
}

/// The free memory of the machine.
fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    meminfo(&text)
}

fn meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find(|l| l.starts_with("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// The memory that this process's control groups leave, for example in a container.
fn control_group() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let left = text.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        match controllers {
            "" => group_left("/sys/fs/cgroup", path, "memory.max", "memory.current"),
            "memory" => group_left(
                "/sys/fs/cgroup/memory",
                path,
                "memory.limit_in_bytes",
                "memory.usage_in_bytes",
            ),
            _ => None,
        }
    });
    left.min()
}

/// The least that a group and those around it leave.
fn group_left(root: &str, path: &str, limit: &str, used: &str) -> Option<u64> {
    let root = Path::new(root);
    let mut folder: PathBuf = root.join(path.trim_start_matches('/'));
    let mut least: Option<u64> = None;
    loop {
        if let (Some(limit), Some(used)) = (number(&folder.join(limit)), number(&folder.join(used)))
        {
            let left = limit.saturating_sub(used);
            least = Some(least.map_or(left, |least| least.min(left)));
        }
        if folder == root || !folder.pop() {
            return least;
        }
    }
}

/// The number in a file; none for `max`.
fn number(file: &Path) -> Option<u64> {
    std::fs::read_to_string(file).ok()?.trim().parse().ok()
}

/// The memory that `ulimit -v` leaves.
fn address_space() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits
        .lines()
        .find(|l| l.starts_with("Max address space"))?;
    let limit: u64 = line.split_whitespace().nth(3)?.parse().ok()?;
    let pages: u64 = std::fs::read_to_string("/proc/self/statm")
        .ok()?
        .split_whitespace()
        .next()?
        .parse()
        .ok()?;
    Some(limit.saturating_sub(pages * 4096))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_memory_is_read_in_kilobytes() {
        let text = "MemTotal: 100 kB\nMemFree: 1 kB\nMemAvailable:   2048 kB\n";
        assert_eq!(meminfo(text), Some(2 << 20));
        assert_eq!(meminfo("MemTotal: 100 kB"), None);
    }

    #[test]
    fn the_default_is_less_than_what_is_free() {
        let limit = default_limit();
        assert!(limit > 0);
        // Other programs may take some between the two looks.
        assert!(available().is_none_or(|free| limit < free.saturating_mul(2)));
    }
}
