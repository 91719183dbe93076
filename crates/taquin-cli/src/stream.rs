//! Many questions on several threads, answered in order.
//!
//! Workers take questions one by one and the calling thread writes the answers in the order of the
//! questions. At most a window of questions is under way, so an endless input needs little memory
//! and a slow question in front does not let the others run ahead without bound.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Reply, Sink};

/// Questions under way for each thread.
const WINDOW_PER_THREAD: usize = 16;

/// Time between two looks at whether the user pressed Ctrl-C.
const LOOK_EVERY: Duration = Duration::from_millis(50);

type Answer = Result<Reply, Failure>;

/// Answers all questions on `threads` threads and writes the answers in order; `text` gives a
/// question as it was written.
///
/// # Errors
/// When stdout cannot be written. Threads still at work are left to end with the process.
pub(crate) fn answer_all<Q, I>(
    questions: I,
    threads: usize,
    sink: &mut Sink,
    text: fn(&Q) -> &str,
    answer: impl Fn(&Q) -> Answer + Send + Sync + 'static,
) -> io::Result<()>
where
    Q: Send + 'static,
    I: Iterator<Item = Q> + Send + 'static,
{
    let shared = Arc::new(Shared {
        questions: Mutex::new((0, questions)),
        taken: AtomicUsize::new(0),
        room: Mutex::new(threads * WINDOW_PER_THREAD),
        freed: Condvar::new(),
    });
    let answer = Arc::new(answer);
    let (sender, answers) = mpsc::sync_channel(threads);
    for _ in 0..threads {
        let (shared, answer, sender) = (shared.clone(), answer.clone(), sender.clone());
        thread::spawn(move || work(&shared, &*answer, &sender));
    }
    drop(sender);

    let mut waiting = BTreeMap::new();
    let (mut received, mut next) = (0, 0);
    loop {
        match answers.recv_timeout(LOOK_EVERY) {
            Ok((index, asked, answer)) => {
                received += 1;
                waiting.insert(index, (asked, answer));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            // A worker may sit in a read that no Ctrl-C ends; nothing more is to come.
            Err(RecvTimeoutError::Timeout) => {
                if interrupt::seen() && received == shared.taken.load(Ordering::SeqCst) {
                    return Ok(());
                }
            }
        }
        while let Some((asked, answer)) = waiting.remove(&next) {
            sink.put(text(&asked), &answer)?;
            next += 1;
            *lock(&shared.room) += 1;
            shared.freed.notify_one();
        }
    }
}

struct Shared<I> {
    questions: Mutex<(usize, I)>,
    taken: AtomicUsize,
    room: Mutex<usize>,
    freed: Condvar,
}

impl<Q, I: Iterator<Item = Q>> Shared<I> {
    /// The next question and its number, once there is room for it.
    fn take(&self) -> Option<(usize, Q)> {
        let mut questions = lock(&self.questions);
        let mut room = lock(&self.room);
        while *room == 0 {
            let waited = self.freed.wait(room);
            room = waited.unwrap_or_else(PoisonError::into_inner);
        }
        *room -= 1;
        drop(room);
        let question = questions.1.next()?;
        if interrupt::seen() {
            return None;
        }
        let index = questions.0;
        questions.0 += 1;
        self.taken.fetch_add(1, Ordering::SeqCst);
        Some((index, question))
    }
}

fn work<Q, I: Iterator<Item = Q>>(
    shared: &Shared<I>,
    answer: &impl Fn(&Q) -> Answer,
    sender: &SyncSender<(usize, Q, Answer)>,
) {
    while let Some((index, question)) = shared.take() {
        // A fault of ours in one question is no reason to leave the others without an answer.
        let reply = catch_unwind(AssertUnwindSafe(|| answer(&question)))
            .unwrap_or_else(|_| Err(Failure::internal("a fault in taquin; please report it")));
        if sender.send((index, question, reply)).is_err() {
            return;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
