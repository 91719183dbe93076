//! The table of solved positions: every solved line goes in state by state, so that the next
//! request about any board on it answers at once, after a restart too.
//!
//! What is stored for a board is how long the best known solution is, whether that is proven to be
//! shortest, and its first move. The board after that move is in the table as well, so a line can be
//! followed to the goal; and since an entry is only replaced by a better one, following entries
//! always gets nearer.
//!
//! Reading is done where the answer is needed; writing by a thread of its own, many lines in one
//! transaction. What could not be written in time is left out: it can be searched again.

mod memory;
#[cfg(feature = "postgres")]
mod postgres;
mod redb;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

use taquin::{Board, Direction, Move, Puzzle, Solution};
use taquin_app::{Advice, LINE, SolutionStore};

use crate::metrics::Metrics;
use crate::settings::Settings;

pub use self::redb::Redb;
pub use memory::Memory;
#[cfg(feature = "postgres")]
pub use postgres::Postgres;

/// Where entries are kept.
pub trait Lookup: Send + Sync {
    /// The entry of a key.
    ///
    /// # Errors
    /// When the table cannot be read.
    fn get(&self, key: &Key) -> Result<Option<Entry>, LookupError>;

    /// Puts entries in, all or none, except those that are no better than what is there.
    ///
    /// # Errors
    /// When the table cannot be written.
    fn put(&self, entries: &[(Key, Entry)]) -> Result<(), LookupError>;

    /// How many entries there are.
    ///
    /// # Errors
    /// When the table cannot be read.
    fn len(&self) -> Result<u64, LookupError>;

    /// Whether there are none.
    ///
    /// # Errors
    /// When the table cannot be read.
    fn is_empty(&self) -> Result<bool, LookupError> {
        Ok(self.len()? == 0)
    }
}

/// The table could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the table of solved positions: {0}")]
pub struct LookupError(pub String);

/// A board and the goal it is to become, in a form that does not depend on what the tiles are
/// called: each tile is named by its place in the goal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(Vec<u8>);

impl Key {
    /// The key of a board on its way to a goal of the same size.
    pub fn new(board: &Board, goal: &Board) -> Self {
        let mut names = [0_u8; 256];
        for (cell, number) in goal.numbers().enumerate() {
            names[usize::from(number)] = cell as u8;
        }
        let size = board.size();
        let mut bytes = vec![size.rows() as u8, size.cols() as u8];
        bytes.push(goal.blank().index() as u8);
        let places: Vec<u8> = board
            .numbers()
            .map(|number| names[usize::from(number)])
            .collect();
        if places.len() <= 16 {
            let halves = places.chunks(2);
            bytes.extend(halves.map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)));
        } else {
            bytes.extend(places);
        }
        Self(bytes)
    }

    /// The key as it is stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Moves of the best known solution.
    pub length: u16,
    /// Whether there is no shorter one.
    pub proven: bool,
    /// Its first move; none on the goal.
    pub first: Option<Move>,
}

impl Entry {
    /// Whether this tells more than what is there.
    pub fn improves(&self, old: &Self) -> bool {
        (self.length, !self.proven) < (old.length, !old.proven)
    }

    /// The entry in three bytes.
    pub fn to_bytes(self) -> [u8; 3] {
        let [low, high] = self.length.to_le_bytes();
        let first = self.first.map_or(4, |mv| mv.0 as u8);
        [low, high, first | u8::from(self.proven) << 3]
    }

    /// The entry that three bytes stand for.
    pub fn from_bytes(bytes: [u8; 3]) -> Option<Self> {
        let [low, high, flags] = bytes;
        let first = match flags & 7 {
            index @ 0..=3 => Some(Move(Direction::from_index(index))),
            4 => None,
            _ => return None,
        };
        Some(Self {
            length: u16::from_le_bytes([low, high]),
            proven: flags & 8 != 0,
            first,
        })
    }
}

/// The table with its writer.
pub(crate) struct Store {
    table: Arc<dyn Lookup>,
    lines: Option<SyncSender<Message>>,
    writer: Option<JoinHandle<()>>,
    metrics: Arc<Metrics>,
}

enum Message {
    Line(Vec<(Key, Entry)>),
    /// Asks to be told when all before it is written.
    Flush(SyncSender<()>),
}

/// Lines that wait to be written; more are left out.
const WAITING: usize = 1024;

/// Entries of one transaction.
const BATCH: usize = 20_000;

/// Entries kept: about a gigabyte of file.
const MOST_ENTRIES: u64 = 30_000_000;

impl Store {
    pub(crate) fn open(settings: &Settings, metrics: Arc<Metrics>) -> Result<Self, LookupError> {
        let table: Arc<dyn Lookup> = match (&settings.postgres, &settings.store) {
            #[cfg(feature = "postgres")]
            (Some(address), _) => Arc::new(Postgres::open(address)?),
            #[cfg(not(feature = "postgres"))]
            (Some(_), _) => {
                return Err(LookupError(
                    "this program was built without PostgreSQL; build it with --features postgres"
                        .to_owned(),
                ));
            }
            (None, Some(path)) => Arc::new(Redb::open(path)?),
            (None, None) => Arc::new(Memory::default()),
        };
        Self::start(table, metrics)
    }

    pub(crate) fn start(
        table: Arc<dyn Lookup>,
        metrics: Arc<Metrics>,
    ) -> Result<Self, LookupError> {
        let (lines, waiting) = sync_channel(WAITING);
        let (writing, counting) = (table.clone(), metrics.clone());
        let writer = std::thread::Builder::new()
            .name("lookup-writer".to_owned())
            .spawn(move || write_all(&*writing, &waiting, &counting))
            .map_err(|error| LookupError(error.to_string()))?;
        Ok(Self {
            table,
            lines: Some(lines),
            writer: Some(writer),
            metrics,
        })
    }

    /// The moves that the entries lead along, at most so many, and the entry of the first board; none
    /// where they end before the goal.
    fn follow(
        &self,
        puzzle: &Puzzle,
        most: usize,
    ) -> Result<Option<(Vec<Move>, Entry)>, LookupError> {
        let [goal] = puzzle.targets() else {
            return Ok(None);
        };
        let mut board = puzzle.start().clone();
        let Some(start) = self.table.get(&Key::new(&board, goal))? else {
            return Ok(None);
        };
        let most = most.min(usize::from(start.length));
        let mut line = Vec::new();
        let mut here = Some(start);
        while let Some(Entry {
            first: Some(first), ..
        }) = here
        {
            // A table that was written by something else may hold anything.
            if board.slide(first).is_none() {
                return Ok(None);
            }
            line.push(first);
            if line.len() == most {
                break;
            }
            here = self.table.get(&Key::new(&board, goal))?;
        }
        let known = line.len() == most || board == *goal;
        Ok(known.then_some((line, start)))
    }

    /// Waits until all that was learnt is written.
    pub(crate) fn flush(&self) {
        let (done, written) = sync_channel(1);
        if let Some(lines) = &self.lines
            && lines.send(Message::Flush(done)).is_ok()
        {
            let _ = written.recv();
        }
    }

    /// How many positions are known.
    pub(crate) fn len(&self) -> Option<u64> {
        self.table.len().ok()
    }
}

impl SolutionStore for Store {
    /// What the table advises; none where it does not know the board, or the puzzle has several
    /// goals.
    fn advice(&self, puzzle: &Puzzle) -> Option<Advice> {
        let line = self.follow(puzzle, LINE).unwrap_or_else(|error| {
            tracing::warn!(%error, "reading failed; searching instead");
            None
        });
        let advice = line.map(|(line, start)| Advice {
            line,
            distance: start.proven.then(|| u32::from(start.length)),
        });
        self.metrics.lookup(advice.is_some());
        advice
    }

    /// A whole solution that the table knows to be shortest; none where it does not.
    fn solution(&self, puzzle: &Puzzle) -> Option<Solution> {
        let line = self.follow(puzzle, usize::MAX).unwrap_or_else(|error| {
            tracing::warn!(%error, "reading failed; searching instead");
            None
        });
        let solution = line.and_then(|(line, start)| {
            // Replayed like any other: a table that was written by something else may hold anything.
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
        let mut board = puzzle.start().clone();
        let mut entries = Vec::with_capacity(moves.len());
        for (done, &mv) in moves.iter().enumerate() {
            entries.push((
                Key::new(&board, goal),
                Entry {
                    length: length - done as u16,
                    // The rest of a shortest way is a shortest way.
                    proven,
                    first: Some(mv),
                },
            ));
            if board.slide(mv).is_none() {
                return;
            }
        }
        let count = entries.len() as u64;
        let Some(lines) = &self.lines else {
            return;
        };
        if let Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) =
            lines.try_send(Message::Line(entries))
        {
            self.metrics.lookup_dropped(count);
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.lines = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// Writes lines until nobody can send more.
fn write_all(table: &dyn Lookup, waiting: &Receiver<Message>, metrics: &Metrics) {
    let mut entries = Vec::new();
    let mut told = Vec::new();
    while let Ok(message) = waiting.recv() {
        let mut next = Some(message);
        while let Some(message) = next {
            match message {
                Message::Line(line) => entries.extend(line),
                Message::Flush(done) => told.push(done),
            }
            next = (entries.len() < BATCH)
                .then(|| waiting.try_recv().ok())
                .flatten();
        }
        let count = entries.len() as u64;
        let full = table.len().is_ok_and(|len| len + count > MOST_ENTRIES);
        match (count, full) {
            (0, _) => {}
            (_, true) => metrics.lookup_dropped(count),
            (_, false) => match table.put(&entries) {
                Ok(()) => metrics.lookup_written(count),
                Err(error) => {
                    tracing::warn!(%error, "writing failed; these positions are left out");
                    metrics.lookup_dropped(count);
                }
            },
        }
        entries.clear();
        for done in told.drain(..) {
            let _ = done.send(());
        }
    }
}

#[cfg(test)]
mod tests;
