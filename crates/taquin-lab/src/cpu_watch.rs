//! A limit of CPU time for a search in this process.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use taquin::Control;

use crate::usage;

/// Polling interval for the CPU time, which takes a microsecond to read.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// The same with child processes included, which takes a millisecond.
const LOOK_OUTSIDE_EVERY: Duration = Duration::from_millis(50);

/// Cancels a search once this process and the programs it started have used their time.
pub(crate) struct CpuWatch {
    done: Sender<()>,
    thread: JoinHandle<bool>,
}

impl CpuWatch {
    /// Watches a search that begins now.
    pub(crate) fn start(limit: Duration, control: &Arc<Control>, is_outside: bool) -> Self {
        let (done, ended) = mpsc::channel();
        let control = control.clone();
        let used = move || {
            let own = usage::cpu_time_with_children().unwrap_or_default();
            let outside = if is_outside {
                usage::descendants_cpu(std::process::id())
            } else {
                Duration::ZERO
            };
            own + outside
        };
        let pause = if is_outside {
            LOOK_OUTSIDE_EVERY
        } else {
            LOOK_EVERY
        };
        let before = used();
        let thread = thread::spawn(move || {
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if used().saturating_sub(before) >= limit {
                    control.cancel();
                    return true;
                }
            }
            false
        });
        Self { done, thread }
    }

    /// Ends the watch; whether the time was used up.
    pub(crate) fn end(self) -> bool {
        drop(self.done);
        self.thread.join().unwrap_or(false)
    }
}
