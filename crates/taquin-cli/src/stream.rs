//! Many questions on several threads, answered in order.
//!
//! Workers take questions one by one and the calling thread writes the answers in the order of the
//! questions. At most a window of questions is under way, so an endless input needs little memory
//! and a slow question in front does not let the others run ahead without bound.
//!
//! Waking a thread for every answer would take longer than a quick search, and so would writing each
//! answer alone. While answers come fast, the calling thread therefore lets them gather for a
//! millisecond and writes them together.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Label, Reply, Sink};
use crate::progress::StreamLine;

/// Questions under way for each thread, and groups of questions where they are answered together.
const WINDOW_PER_THREAD: usize = 256;
const GROUPS_PER_THREAD: usize = 2;

/// The first group is this fraction of a full group.
const FIRST_OF: usize = 16;

/// The time for which fast answers are buffered.
const GATHER: Duration = Duration::from_millis(1);

/// Polling interval for Ctrl-C.
const LOOK_EVERY: Duration = Duration::from_millis(50);

type Answer = Result<Reply, Failure>;

/// Answers all questions on `threads` threads and writes the answers in order; `label` says
/// what a question was.
///
/// # Errors
/// When stdout cannot be written. Threads still at work are left to end with the process.
pub(crate) fn answer_all<Q, I>(
    questions: I,
    threads: usize,
    sink: &mut Sink,
    progress: Option<StreamLine>,
    label: fn(&Q) -> Label<'_>,
    answer: impl Fn(&Q) -> Answer + Send + Sync + 'static,
) -> io::Result<()>
where
    Q: Send + 'static,
    I: Iterator<Item = Q> + Send + 'static,
{
    let one = move |group: &[Q]| group.iter().map(&answer).collect();
    answer_groups(questions, 1, threads, sink, progress, label, one)
}

/// The same for answers that are best found many at a time: each call is given up to `most` questions
/// that follow one another, and answers all of them.
///
/// # Errors
/// As for [`answer_all`].
pub(crate) fn answer_groups<Q, I>(
    questions: I,
    most: usize,
    threads: usize,
    sink: &mut Sink,
    mut progress: Option<StreamLine>,
    label: fn(&Q) -> Label<'_>,
    answer: impl Fn(&[Q]) -> Vec<Answer> + Send + Sync + 'static,
) -> io::Result<()>
where
    Q: Send + 'static,
    I: Iterator<Item = Q> + Send + 'static,
{
    let window = if most == 1 {
        WINDOW_PER_THREAD
    } else {
        GROUPS_PER_THREAD
    };
    let shared = Arc::new(Shared {
        questions: Mutex::new((0, questions)),
        most,
        taken: AtomicUsize::new(0),
        room: Mutex::new(threads * window),
        freed: Condvar::new(),
    });
    let answer = Arc::new(answer);
    let (sender, answers) = mpsc::sync_channel(threads * window);
    for _ in 0..threads {
        let (shared, answer, sender) = (shared.clone(), answer.clone(), sender.clone());
        thread::spawn(move || work(&shared, &*answer, &sender));
    }
    drop(sender);

    let mut waiting = BTreeMap::new();
    let (mut received, mut next) = (0, 0);
    let mut answered = 0;
    let mut last_answer = Instant::now();
    loop {
        if last_answer.elapsed() < GATHER {
            thread::sleep(GATHER);
        }
        match answers.recv_timeout(LOOK_EVERY) {
            Ok(first) => {
                last_answer = Instant::now();
                for (index, asked, answers) in std::iter::once(first).chain(answers.try_iter()) {
                    received += 1;
                    waiting.insert(index, (asked, answers));
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            // A worker may sit in a read that no Ctrl-C ends; nothing more is to come.
            Err(RecvTimeoutError::Timeout) => {
                if interrupt::seen() && received == shared.taken.load(Ordering::SeqCst) {
                    return Ok(());
                }
            }
        }
        let before = next;
        while let Some((asked, answers)) = waiting.remove(&next) {
            let answers = sink.put_texts(answers)?;
            answered += asked.len() as u64;
            for (asked, answer) in asked.iter().zip(&answers) {
                sink.add(label(asked), answer)?;
            }
            next += 1;
        }
        if next > before {
            sink.flush()?;
            if let Some(line) = &mut progress {
                line.tell(answered);
            }
            *lock(&shared.room) += next - before;
            shared.freed.notify_all();
        }
    }
}

struct Shared<I> {
    questions: Mutex<(usize, I)>,
    most: usize,
    taken: AtomicUsize,
    room: Mutex<usize>,
    freed: Condvar,
}

impl<Q, I: Iterator<Item = Q>> Shared<I> {
    /// The next questions and their number, once there is room for them.
    fn take(&self) -> Option<(usize, Vec<Q>)> {
        let mut questions = lock(&self.questions);
        let mut room = lock(&self.room);
        while *room == 0 {
            let waited = self.freed.wait(room);
            room = waited.unwrap_or_else(PoisonError::into_inner);
        }
        *room -= 1;
        drop(room);
        // The first group is small, so that the solver starts up while the others are read.
        let most = match questions.0 {
            0 => (self.most / FIRST_OF).max(1),
            _ => self.most,
        };
        let group: Vec<Q> = questions.1.by_ref().take(most).collect();
        if group.is_empty() || interrupt::seen() {
            return None;
        }
        let index = questions.0;
        questions.0 += 1;
        self.taken.fetch_add(1, Ordering::SeqCst);
        Some((index, group))
    }
}

fn work<Q, I: Iterator<Item = Q>>(
    shared: &Shared<I>,
    answer: &impl Fn(&[Q]) -> Vec<Answer>,
    sender: &SyncSender<(usize, Vec<Q>, Vec<Answer>)>,
) {
    while let Some((index, group)) = shared.take() {
        // An internal error in one question must not affect the others.
        let fault = || Err(Failure::internal("internal error; please report it"));
        let replies = catch_unwind(AssertUnwindSafe(|| answer(&group)))
            .unwrap_or_else(|_| group.iter().map(|_| fault()).collect());
        if sender.send((index, group, replies)).is_err() {
            return;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
