//! A program with all its descendants, so that none of them outlives its limit.
//!
//! A wrapper script starts other programs, and these may begin a group or a session of their own, or
//! outlive the one that started them. So every process is marked: it gets a variable in its
//! environment, which those it starts inherit. On Linux all marked processes are found in `/proc`,
//! even if their parents have ended; elsewhere the process group is killed.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The variable that marks processes; marks of programs that run inside others are separated by commas.
const VARIABLE: &str = "TAQUIN_PROCESS_TREE";

/// Looks for processes that were started while others were ended, at most.
const ROUNDS: usize = 20;

/// The mark of one program and all that it starts.
#[derive(Clone, Debug)]
pub struct ProcessTree {
    mark: String,
}

impl ProcessTree {
    /// Marks a program that is about to be started, and gives it a separate process group.
    pub fn mark(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        let outer = std::env::var(VARIABLE).unwrap_or_default();
        let value = match outer.as_str() {
            "" => mark.clone(),
            outer => format!("{outer},{mark}"),
        };
        command.env(VARIABLE, value);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Self { mark }
    }

    /// Ends all processes of the program, whose first has this number.
    pub fn kill(&self, first: u32) {
        kill_group(first);
        for _ in 0..ROUNDS {
            let members = self.members();
            if members.is_empty() {
                return;
            }
            for id in members {
                kill(id);
            }
        }
    }

    /// Resident bytes of all its processes, if the system reports them.
    pub fn resident(&self) -> u64 {
        self.members().into_iter().filter_map(resident).sum()
    }

    /// The processes that have the mark and are alive.
    fn members(&self) -> Vec<u32> {
        if !cfg!(target_os = "linux") {
            return Vec::new();
        }
        let Ok(listed) = std::fs::read_dir("/proc") else {
            return Vec::new();
        };
        let ids = listed.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        ids.filter(|&id| self.is_marked(id)).collect()
    }

    /// Whether a process has the mark. One that has ended has no environment any more.
    fn is_marked(&self, id: u32) -> bool {
        let Ok(variables) = std::fs::read(format!("/proc/{id}/environ")) else {
            return false;
        };
        let mut variables = variables.split(|&byte| byte == 0);
        variables.any(|variable| {
            let value = std::str::from_utf8(variable)
                .ok()
                .and_then(|text| text.strip_prefix(VARIABLE)?.strip_prefix('='));
            value.is_some_and(|marks| marks.split(',').any(|mark| mark == self.mark))
        })
    }
}

/// The second number of `statm` is the pages that are resident; they are of 4 KiB on all systems that
/// have this file and are common, and counted so on others.
fn resident(id: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/statm")).ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(unix)]
fn kill_group(first: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // There may be none left.
    let _ = killpg(Pid::from_raw(first as i32), Signal::SIGKILL);
}

#[cfg(unix)]
fn kill(id: u32) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    // It may have ended by itself.
    let _ = kill(Pid::from_raw(id as i32), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

#[cfg(not(unix))]
fn kill(_: u32) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_begins_a_session_of_its_own_is_ended_too() {
        let mut command = Command::new("sh");
        // The script ends at once and leaves two behind, one in its own session.
        command.args(["-c", "setsid sleep 600 & sleep 601 &"]);
        let tree = ProcessTree::mark(&mut command);
        let mut child = command.spawn().unwrap();
        child.wait().unwrap();
        // Both may still be about to become `sleep`; they have the mark already.
        assert!(!tree.members().is_empty());
        assert!(tree.resident() > 0);
        tree.kill(child.id());
        assert!(tree.members().is_empty());
    }

    #[test]
    fn other_processes_do_not_have_the_mark() {
        let (mut one, mut other) = (Command::new("sleep"), Command::new("sleep"));
        let (first, second) = (ProcessTree::mark(&mut one), ProcessTree::mark(&mut other));
        let mut child = one.arg("602").spawn().unwrap();
        second.kill(u32::MAX >> 1);
        assert!(child.try_wait().unwrap().is_none(), "it goes on");
        first.kill(child.id());
        assert!(!child.wait().unwrap().success());
    }
}
