//! The worker threads of a rank.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use crate::order::Bench;

/// An order with its number.
struct Job {
    id: u64,
    text: String,
    abandon: Arc<AtomicBool>,
}

/// The outcome of an order.
pub(crate) struct Reply {
    pub(crate) id: u64,
    pub(crate) result: Result<String, String>,
}

/// Threads that take orders one after the other.
pub(crate) struct Crew {
    jobs: Sender<Job>,
    replies: Receiver<Reply>,
    under_way: Vec<(u64, Arc<AtomicBool>)>,
}

impl Crew {
    pub(crate) fn new(bench: &Arc<Bench>, threads: usize) -> Self {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let (tell, replies) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let (bench, waiting, tell) = (Arc::clone(bench), Arc::clone(&waiting), tell.clone());
            // The process ends without waiting for them.
            std::thread::spawn(move || {
                loop {
                    let job = waiting
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .recv();
                    let Ok(job) = job else { return };
                    let result = bench.perform(&job.text, &job.abandon);
                    if tell.send(Reply { id: job.id, result }).is_err() {
                        return;
                    }
                }
            });
        }
        Self {
            jobs,
            replies,
            under_way: Vec::new(),
        }
    }

    /// Takes an order.
    pub(crate) fn begin(&mut self, id: u64, text: String) {
        let abandon = Arc::new(AtomicBool::new(false));
        self.under_way.push((id, Arc::clone(&abandon)));
        // The threads are there as long as this is.
        let _ = self.jobs.send(Job { id, text, abandon });
    }

    /// Ends an order early.
    pub(crate) fn abandon(&self, id: u64) {
        for (_, abandon) in self.under_way.iter().filter(|(other, _)| *other == id) {
            abandon.store(true, Ordering::Relaxed);
        }
    }

    /// Ends all orders early.
    pub(crate) fn abandon_all(&self) {
        for (_, abandon) in &self.under_way {
            abandon.store(true, Ordering::Relaxed);
        }
    }

    /// The completed work, if any.
    pub(crate) fn reply(&mut self) -> Option<Reply> {
        let reply = self.replies.try_recv().ok()?;
        self.under_way.retain(|(id, _)| *id != reply.id);
        Some(reply)
    }
}
