//! The table with its writer: what is learnt goes in, what is read is checked, and a table that fails is
//! opened again.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde::Serialize;
use taquin::{Board, Move, Puzzle, Solution};
use taquin_app::{Advice, LINE, MOST_PROVEN, SolutionStore};
use utoipa::ToSchema;

use super::line::follow;
use super::{Entry, Lookup, LookupError, MemoryTable, PositionKey, Postgres, Redb};
use crate::metrics::Metrics;
use crate::settings::Settings;

/// Opens the table.
type Open = dyn Fn() -> Result<Arc<dyn Lookup>, LookupError> + Send + Sync;

/// The table with its writer.
pub(crate) struct Store {
    table: Arc<Table>,
    messages: Option<SyncSender<Message>>,
    writer: Option<JoinHandle<()>>,
    metrics: Arc<Metrics>,
}

/// The table while it can be used, and why not while it cannot.
struct Table {
    open: Box<Open>,
    now: RwLock<Result<Arc<dyn Lookup>, String>>,
}

/// Whether the table of solved positions can be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TableHealth {
    /// Whether it can be used. Where it cannot, the log says why, and hints are searched for.
    pub available: bool,
}

enum Message {
    Line(Vec<(PositionKey, Entry)>),
    /// Entries that proved wrong.
    Wrong(Vec<PositionKey>),
    /// Requests a notification once everything before it is written.
    Flush(SyncSender<()>),
}

/// Messages that wait to be written; more are left out.
const WAITING: usize = 1024;

/// Entries of one transaction.
const BATCH: usize = 20_000;

/// Entries kept: about a gigabyte of file.
const MOST_ENTRIES: u64 = 30_000_000;

/// Time between two attempts to open the table.
const RETRY: Duration = Duration::from_secs(2);

impl Table {
    fn new(open: Box<Open>) -> Self {
        let table = Self {
            open,
            now: RwLock::new(Err("not opened yet".to_owned())),
        };
        table.reopen();
        table
    }

    fn get(&self) -> Option<Arc<dyn Lookup>> {
        let now = self.now.read().unwrap_or_else(PoisonError::into_inner);
        now.as_ref().ok().cloned()
    }

    fn set(&self, state: Result<Arc<dyn Lookup>, String>) {
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// Uses the table; one that fails is not used again until it was opened anew.
    fn with<T>(&self, ask: impl FnOnce(&dyn Lookup) -> Result<T, LookupError>) -> Option<T> {
        let table = self.get()?;
        match ask(&*table) {
            Ok(answer) => Some(answer),
            Err(LookupError(reason)) => {
                tracing::warn!(reason, "the table of solved positions is out of use");
                self.set(Err(reason));
                None
            }
        }
    }

    /// Opens the table if it is not open.
    fn reopen(&self) {
        if self.get().is_some() {
            return;
        }
        match (self.open)() {
            Ok(table) => {
                self.set(Ok(table));
                tracing::info!("the table of solved positions is open");
            }
            Err(LookupError(reason)) => {
                if self.reason().as_ref() != Some(&reason) {
                    tracing::warn!(reason, "there is no table of solved positions");
                }
                self.set(Err(reason));
            }
        }
    }

    fn reason(&self) -> Option<String> {
        let now = self.now.read().unwrap_or_else(PoisonError::into_inner);
        now.as_ref().err().cloned()
    }
}

impl Store {
    /// Opens the table that the settings name. One that cannot be opened is tried again now and then.
    ///
    /// # Errors
    /// When the machine refuses a thread.
    pub(crate) fn open(settings: &Settings, metrics: Arc<Metrics>) -> Result<Self, LookupError> {
        let (postgres, file) = (settings.postgres.clone(), settings.store.clone());
        let ca = settings.postgres_ca.clone();
        let open = move || -> Result<Arc<dyn Lookup>, LookupError> {
            Ok(match (&postgres, &file) {
                (Some(address), _) => Arc::new(Postgres::open(address, ca.as_deref())?),
                (None, Some(path)) => Arc::new(Redb::open(path)?),
                (None, None) => Arc::new(MemoryTable::default()),
            })
        };
        Self::start(Box::new(open), metrics)
    }

    pub(crate) fn start(open: Box<Open>, metrics: Arc<Metrics>) -> Result<Self, LookupError> {
        let table = Arc::new(Table::new(open));
        let (messages, waiting) = sync_channel(WAITING);
        let writer = Writer {
            table: table.clone(),
            waiting,
            metrics: metrics.clone(),
        };
        let writer = std::thread::Builder::new()
            .name("lookup-writer".to_owned())
            .spawn(move || writer.run())
            .map_err(|error| LookupError(error.to_string()))?;
        Ok(Self {
            table,
            messages: Some(messages),
            writer: Some(writer),
            metrics,
        })
    }

    /// The line that the table knows from a board to its goal, at least this many moves of it, with the
    /// length of the whole and whether that is proven. Lines that do not lead where they say are
    /// deleted.
    fn line(&self, puzzle: &Puzzle, least: usize) -> Option<(Vec<Move>, Entry)> {
        let [goal] = puzzle.targets() else {
            return None;
        };
        let line = self
            .table
            .with(|table| follow(table, puzzle, goal, least))?;
        let start = line.start?;
        if !line.sound {
            tracing::warn!(board = %puzzle.start(), "entries of the table are wrong and are deleted");
            self.metrics.lookup_wrong(line.keys.len() as u64);
            self.send(Message::Wrong(line.keys));
            return None;
        }
        let known = line.moves.len() >= least.min(usize::from(start.length));
        (known && is_kept(goal, start.proven)).then_some((line.moves, start))
    }

    /// Hands something to the writer; false if it has too much to do.
    fn send(&self, message: Message) -> bool {
        let sent = self.messages.as_ref().map(|to| to.try_send(message));
        !matches!(
            sent,
            None | Some(Err(TrySendError::Full(_) | TrySendError::Disconnected(_)))
        )
    }

    /// Waits until all that was learnt is written.
    pub(crate) fn flush(&self) {
        let (done, written) = sync_channel(1);
        if let Some(messages) = &self.messages
            && messages.send(Message::Flush(done)).is_ok()
        {
            let _ = written.recv();
        }
    }

    /// The number of known positions.
    pub(crate) fn len(&self) -> Option<u64> {
        self.table.with(|table| table.len())
    }

    /// Whether the table can be used.
    pub(crate) fn health(&self) -> TableHealth {
        TableHealth {
            available: self.table.get().is_some(),
        }
    }
}

/// Whether lines of a board are kept: where a proof is in reach, only proven ones.
fn is_kept(board: &Board, proven: bool) -> bool {
    proven || board.size().cells() > MOST_PROVEN
}

impl SolutionStore for Store {
    /// The table's advice; none if it does not know the board, or the puzzle has several goals.
    fn advice(&self, puzzle: &Puzzle) -> Option<Advice> {
        let advice = self.line(puzzle, LINE).map(|(mut line, start)| {
            line.truncate(LINE);
            Advice {
                line,
                distance: start.proven.then(|| u32::from(start.length)),
            }
        });
        self.metrics.lookup(advice.is_some());
        advice
    }

    /// A whole solution that the table knows to be shortest; none where it does not.
    fn solution(&self, puzzle: &Puzzle) -> Option<Solution> {
        let solution = self.line(puzzle, usize::MAX).and_then(|(line, start)| {
            let solution = Solution::check(puzzle, line).ok()?;
            (start.proven && solution.len() == u32::from(start.length)).then_some(solution)
        });
        self.metrics.solve_lookup(solution.is_some());
        solution
    }

    /// Takes in a solution, state by state.
    fn learn(&self, puzzle: &Puzzle, moves: &[Move], proven: bool) {
        let [goal] = puzzle.targets() else {
            return;
        };
        let Ok(length) = u16::try_from(moves.len()) else {
            return;
        };
        if !is_kept(goal, proven) {
            return;
        }
        let mut board = puzzle.start().clone();
        let mut entries = Vec::with_capacity(moves.len());
        for (done, &mv) in moves.iter().enumerate() {
            entries.push((
                PositionKey::new(&board, goal),
                Entry {
                    length: length - done as u16,
                    // The rest of a shortest path is a shortest path.
                    proven,
                    first: Some(mv),
                },
            ));
            if board.slide(mv).is_none() {
                return;
            }
        }
        let count = entries.len() as u64;
        if !self.send(Message::Line(entries)) {
            self.metrics.lookup_dropped(count);
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.messages = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// Writes what it receives until all senders are gone.
struct Writer {
    table: Arc<Table>,
    waiting: Receiver<Message>,
    metrics: Arc<Metrics>,
}

impl Writer {
    fn run(self) {
        let mut tried = Instant::now();
        loop {
            let message = match self.waiting.recv_timeout(RETRY) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if tried.elapsed() >= RETRY {
                self.table.reopen();
                tried = Instant::now();
            }
            if let Some(message) = message {
                self.write(message);
            }
        }
    }

    /// Writes a message, and those that wait behind it in the same transaction.
    fn write(&self, first: Message) {
        let (mut entries, mut told) = (Vec::new(), Vec::new());
        let mut next = Some(first);
        while let Some(message) = next {
            match message {
                Message::Line(line) => entries.extend(line),
                Message::Wrong(keys) => {
                    // What was learnt before may be what is wrong.
                    self.put(&std::mem::take(&mut entries));
                    self.table.with(|table| table.delete(&keys));
                }
                Message::Flush(done) => told.push(done),
            }
            next = (entries.len() < BATCH)
                .then(|| self.waiting.try_recv().ok())
                .flatten();
        }
        self.put(&entries);
        for done in told {
            let _ = done.send(());
        }
    }

    fn put(&self, entries: &[(PositionKey, Entry)]) {
        let count = entries.len() as u64;
        if count == 0 {
            return;
        }
        let written = self.table.with(|table| {
            if table.len()? + count > MOST_ENTRIES {
                return Ok(false);
            }
            table.put(entries).map(|()| true)
        });
        if written == Some(true) {
            self.metrics.lookup_written(count);
        } else {
            self.metrics.lookup_dropped(count);
        }
    }
}
