//! A control group of Linux (cgroup v2) around a program: its CPU time, whatever it starts, and its
//! memory where the system delegates that.
//!
//! A group can be made where the folder of this process' own group may be written: as root, in a
//! container, or below `systemd-run --user --scope -p Delegate=yes`. CPU time is counted in every
//! group; memory is limited only if the group above hands that controller down.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Looks whether all processes of a group have gone, at most.
const ROUNDS: u32 = 50;

/// A group that goes, with all its processes, when it is dropped.
pub(crate) struct Group {
    path: PathBuf,
}

impl Group {
    /// A fresh group below that of this process; none where that may not be.
    pub(crate) fn new(memory: Option<u64>) -> Option<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("taquin-{}-{number}", std::process::id());
        let path = own()?.join(name);
        fs::create_dir(&path).ok()?;
        let group = Self { path };
        // Without CPU time it is of no use.
        group.cpu()?;
        if let Some(bytes) = memory.filter(|_| group.limits_memory()) {
            fs::write(group.path.join("memory.max"), bytes.to_string()).ok()?;
            // Memory that is swapped out would not count; systems without swap have no such file.
            let _ = fs::write(group.path.join("memory.swap.max"), "0");
        }
        Some(group)
    }

    /// Whether memory is limited here.
    pub(crate) fn limits_memory(&self) -> bool {
        self.path.join("memory.max").exists()
    }

    /// Takes a process in, with all that it starts from now on.
    pub(crate) fn add(&self, id: u32) -> bool {
        fs::write(self.path.join("cgroup.procs"), id.to_string()).is_ok()
    }

    /// CPU time of all that was ever in it.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        let micros = self.number("cpu.stat", "usage_usec")?;
        Some(Duration::from_micros(micros))
    }

    /// Whether the system ended a process of it for its memory.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        let ended = self.number("memory.events", "oom_kill");
        ended.is_some_and(|count| count > 0)
    }

    /// The number behind a name in one of its files.
    fn number(&self, file: &str, name: &str) -> Option<u64> {
        let text = fs::read_to_string(self.path.join(file)).ok()?;
        let value = |line: &str| line.strip_prefix(name)?.trim().parse().ok();
        text.lines().find_map(value)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::write(self.path.join("cgroup.kill"), "1");
        for _ in 0..ROUNDS {
            if fs::remove_dir(&self.path).is_ok() || !self.path.exists() {
                return;
            }
            // Processes that were ended take a moment to go.
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The folder of this process' own group.
fn own() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    folder(&mounts, &groups)
}

fn folder(mounts: &str, groups: &str) -> Option<PathBuf> {
    let mount = mounts.lines().find_map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        (*words.get(2)? == "cgroup2").then(|| words[1].to_owned())
    })?;
    let path = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(Path::new(&mount).join(path))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn the_folder_is_found() {
        let mounts = "proc /proc proc rw 0 0\ncgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n";
        let found = folder(mounts, "1:name=systemd:/x\n0::/user.slice/a.scope\n");
        assert_eq!(
            found.unwrap(),
            Path::new("/sys/fs/cgroup/user.slice/a.scope")
        );
        assert_eq!(folder(mounts, "4:memory:/x\n"), None);
        assert_eq!(folder("proc /proc proc rw 0 0\n", "0::/\n"), None);
    }

    #[test]
    fn what_the_system_writes_is_read() {
        let path = std::env::temp_dir().join(format!("taquin-cgroup-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        let group = Group { path: path.clone() };
        assert_eq!(group.cpu(), None);
        assert!(!group.limits_memory() && !group.is_out_of_memory());
        fs::write(path.join("cpu.stat"), "usage_usec 1500000\nuser_usec 1\n").unwrap();
        fs::write(path.join("memory.max"), "max\n").unwrap();
        fs::write(path.join("memory.events"), "low 0\noom 1\noom_kill 2\n").unwrap();
        assert_eq!(group.cpu(), Some(Duration::from_millis(1500)));
        assert!(group.limits_memory() && group.is_out_of_memory());
        std::mem::forget(group);
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn the_time_of_programs_that_were_left_behind_counts() {
        let Some(group) = Group::new(None) else {
            return; // A system without cgroup v2, or one that does not let groups be made.
        };
        // The shell waits to be taken in, and leaves a loop behind whose parent has ended.
        let script = "read x; (i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done) &";
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        assert!(group.add(child.id()));
        drop(child.stdin.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.stdout, b"done\n");
        assert!(group.cpu().unwrap() > Duration::from_millis(10));
        let path = group.path.clone();
        drop(group);
        assert!(!path.exists());
    }
}
