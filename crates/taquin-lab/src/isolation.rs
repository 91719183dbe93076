//! Isolation of runs, as far as the system supports it.

use crate::cgroup::Group;
use crate::plan::RunPlan;

/// The cores that this process may use, in order.
fn cores() -> Vec<usize> {
    #[cfg(target_os = "linux")]
    {
        use nix::sched::{CpuSet, sched_getaffinity};
        use nix::unistd::Pid;
        let allowed = sched_getaffinity(Pid::from_raw(0)).ok();
        let is_in = |core: &usize| allowed.is_some_and(|set| set.is_set(*core) == Ok(true));
        (0..CpuSet::count()).filter(is_in).collect()
    }
    #[cfg(not(target_os = "linux"))]
    Vec::new()
}

/// Keeps a process, and what it starts from now on, on one core: the last for the first of several that
/// run at once, since systems do their own work on the first cores. Whether that is so now.
pub(crate) fn pin(process: u32, slot: usize) -> bool {
    let cores = cores();
    let Some(&core) = cores.iter().rev().cycle().nth(slot) else {
        return false;
    };
    set_core(process, core)
}

#[cfg(target_os = "linux")]
fn set_core(process: u32, core: usize) -> bool {
    use nix::sched::{CpuSet, sched_setaffinity};
    use nix::unistd::Pid;
    let mut set = CpuSet::new();
    set.set(core).is_ok() && sched_setaffinity(Pid::from_raw(process as i32), &set).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn set_core(_: u32, _: usize) -> bool {
    false
}

/// Limits of a plan that this machine does not enforce, in words.
pub fn unenforced(plan: &RunPlan, pin: bool) -> Vec<String> {
    let mut all = Vec::new();
    if pin && cores().is_empty() {
        all.push("runs are not kept on one core: the system does not let us".to_owned());
    }
    let outside = || plan.lanes.iter().filter(|lane| lane.engine.is_outside());
    if plan.lanes.iter().any(|lane| lane.limits.cpu.is_some()) && crate::usage::cpu_time().is_none()
    {
        all.push("limits of CPU time: the system does not tell it".to_owned());
    }
    if outside().next().is_none() {
        return all;
    }
    let group = Group::new(None);
    if group.is_none() {
        all.push(
            "CPU time of programs whose parents have ended is not counted: no control group (cgroup v2) can be made"
                .to_owned(),
        );
    }
    let is_limited = outside().any(|lane| lane.limits.memory.is_some());
    if is_limited && !group.is_some_and(|group| group.limits_memory()) {
        all.push(
            "the memory of programs is polled four times a second instead of limited by a control group (cgroup v2)"
                .to_owned(),
        );
    }
    all
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_process_stays_on_its_core() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let cores = cores();
        assert!(pin(child.id(), 0));
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let allowed = status
            .lines()
            .find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(allowed.unwrap().trim(), cores[cores.len() - 1].to_string());
        assert!(!pin(u32::MAX >> 1, 0), "there is no such process");
    }
}
