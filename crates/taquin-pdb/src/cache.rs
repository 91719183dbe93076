//! Tables by pattern: from memory, from a folder, or built.

use std::collections::HashMap;
use std::fmt::Write as _;
#[cfg(feature = "files")]
use std::fs;
#[cfg(feature = "files")]
use std::io;
use std::ops::ControlFlow;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use taquin_core::{Board, Control, Event, Size, Stop};

use crate::build::{BuildError, build, memory};
#[cfg(feature = "files")]
use crate::file::{EXTENSION, FileError};
use crate::format::sizes;
#[cfg(feature = "files")]
use crate::format::{FormatError, Header};
use crate::map::Owned;
use crate::partition::Partition;
use crate::pattern::Pattern;
#[cfg(feature = "files")]
use crate::stamp;
use crate::stored::StoredTable;
#[cfg(feature = "files")]
use crate::stored::file;
use crate::symmetry::canonical_blank;
use crate::table::{Table, TableKind};
use crate::zero::Layout;

/// Tables that were built or opened, and the folder they may be found in.
///
/// It only saves time: the table of a pattern is the same wherever it came from. Searches find it in
/// their [`Context`](taquin_core::Context).
#[derive(Debug)]
pub struct PdbCache {
    #[cfg(feature = "files")]
    folder: Option<PathBuf>,
    /// Whether tables that take long to build are saved in the folder.
    #[cfg(feature = "files")]
    saves: bool,
    /// Bytes of tables that stay in memory although no search uses them.
    capacity: usize,
    state: Mutex<State>,
    /// Notified whenever a pending table is ready or abandoned.
    settled: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Most recently used last.
    tables: Vec<Arc<Table>>,
    /// Tables that some thread is opening or building.
    pending: Vec<(Pattern, TableKind)>,
    /// Layouts of zero-aware tables, by size and number of tiles.
    layouts: Vec<(Size, usize, Arc<Layout>)>,
    /// Tables of other kinds, by name.
    stored: HashMap<String, Arc<StoredTable>>,
    /// The tables that some thread is opening or building.
    pending_stored: Vec<String>,
}

impl Default for PdbCache {
    /// A cache in memory alone.
    fn default() -> Self {
        Self {
            #[cfg(feature = "files")]
            folder: None,
            #[cfg(feature = "files")]
            saves: true,
            capacity: CAPACITY,
            state: Mutex::default(),
            settled: Condvar::default(),
        }
    }
}

/// Default capacity of the cache in bytes.
const CAPACITY: usize = 1 << 30;

/// Interval at which a thread that waits for a table checks its control.
const WAIT: Duration = Duration::from_millis(50);

/// The file that a process locks while it builds a table for a folder.
#[cfg(feature = "files")]
const LOCK: &str = "building.lock";

/// Bytes of a table that takes longer to build than to read.
const WORTH_A_FILE: u64 = 1 << 20;

#[cfg(feature = "files")]
impl PdbCache {
    /// A cache that also looks for tables in a folder, and saves there those that take long to build.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: Some(folder.into()),
            ..Self::default()
        }
    }

    /// The same, but it only reads the folder: for searches whose tables the owner did not choose.
    pub fn read_only(self) -> Self {
        Self {
            saves: false,
            ..self
        }
    }

    /// The folder it looks into.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The file of a pattern in a folder.
    pub fn path(folder: &Path, pattern: &Pattern, kind: TableKind) -> PathBuf {
        let (size, blank, kind) = (pattern.size(), pattern.blank() + 1, kind.name());
        folder.join(format!("{size}-blank{blank}-{pattern}-{kind}.{EXTENSION}"))
    }

    /// The table files of a folder by name; none if there is no folder.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        let listed = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(files),
            listed => listed?,
        };
        for file in listed {
            let path = file?.path();
            if path.extension().is_some_and(|ending| ending == EXTENSION) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Opens the file of a pattern, if there is one and it is whole; it is read to the end only if
    /// this was not done before.
    ///
    /// # Errors
    /// When there is none, a check fails, or it holds another pattern's table.
    pub fn open(folder: &Path, pattern: &Pattern, kind: TableKind) -> Result<Table, FileError> {
        let path = Self::path(folder, pattern, kind);
        let table = Table::open_known(&path)?;
        if (table.pattern(), table.kind()) != (pattern, kind) {
            let name = |p: &Pattern, kind: TableKind| {
                format!("{} blank {}: {p} {}", p.size(), p.blank() + 1, kind.name())
            };
            let kind = FormatError::Other {
                found: name(table.pattern(), table.kind()),
                expected: name(pattern, kind),
            };
            return Err(FileError { path, kind });
        }
        Ok(table)
    }

    /// Removes the file of a pattern, and the note that it was checked.
    ///
    /// # Errors
    /// When there is none, or it cannot be removed.
    pub fn remove(folder: &Path, pattern: &Pattern, kind: TableKind) -> io::Result<()> {
        let path = Self::path(folder, pattern, kind);
        fs::remove_file(&path)?;
        let _ = fs::remove_file(stamp::path(&path));
        Ok(())
    }

    fn has_file(&self, pattern: &Pattern, kind: TableKind) -> bool {
        let file = self.folder().map(|f| Self::path(f, pattern, kind));
        file.is_some_and(|file| Header::read(&file).is_ok())
    }

    fn load(&self, pattern: &Pattern, kind: TableKind) -> Option<Table> {
        Self::open(self.folder()?, pattern, kind).ok()
    }

    /// Waits until no other process builds tables for this folder, and keeps them from it until the
    /// guard is dropped or the process ends. None where the table is not saved or nothing can be locked.
    fn exclude_others(
        &self,
        is_saved: bool,
        control: &Control,
    ) -> Result<Option<fs::File>, PdbCacheError> {
        let Some(folder) = self.folder().filter(|_| self.saves && is_saved) else {
            return Ok(None);
        };
        let _ = fs::create_dir_all(folder);
        let mut options = fs::OpenOptions::new();
        let options = options.write(true).create(true).truncate(false);
        let Ok(file) = options.open(folder.join(LOCK)) else {
            return Ok(None);
        };
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(fs::TryLockError::Error(_)) => return Ok(None),
                Err(fs::TryLockError::WouldBlock) => {}
            }
            if let ControlFlow::Break(stop) = control.check() {
                return Err(PdbCacheError::Build(BuildError::Stopped(stop)));
            }
            std::thread::sleep(WAIT);
        }
    }

    fn load_stored(&self, name: &str, length: usize) -> Option<StoredTable> {
        file::open(&file::path(self.folder()?, name), name, length).ok()
    }

    /// Saves a table where that pays; the search continues from memory even if that fails.
    fn save_stored(&self, table: &StoredTable, name: &str) {
        let is_saved = self.saves && table.len() as u64 >= WORTH_A_FILE;
        if let Some(folder) = self.folder().filter(|_| is_saved) {
            let _ = fs::create_dir_all(folder);
            let _ = file::save(table, &file::path(folder, name), name);
        }
    }

    fn has_stored_file(&self, name: &str, length: usize) -> bool {
        let is_there = |folder: &Path| file::is_there(&file::path(folder, name), name, length);
        self.folder().is_some_and(is_there)
    }

    /// Saves a table where that pays; the search continues from memory even if that fails.
    fn store(&self, table: &Table, control: &Control) {
        let (pattern, kind) = (table.pattern(), table.kind());
        let is_saved = self.saves && Self::is_saved(pattern, kind);
        if let Some(folder) = self.folder().filter(|_| is_saved) {
            let _ = fs::create_dir_all(folder);
            let _ = table.save(&Self::path(folder, pattern, kind), control);
        }
    }
}

#[cfg(not(feature = "files"))]
#[expect(clippy::unused_self, reason = "the signatures of those with files")]
impl PdbCache {
    fn has_file(&self, _: &Pattern, _: TableKind) -> bool {
        false
    }

    fn load(&self, _: &Pattern, _: TableKind) -> Option<Table> {
        None
    }

    fn exclude_others(&self, _: bool, _: &Control) -> Result<Option<()>, PdbCacheError> {
        Ok(None)
    }

    fn load_stored(&self, _: &str, _: usize) -> Option<StoredTable> {
        None
    }

    fn save_stored(&self, _: &StoredTable, _: &str) {}

    fn has_stored_file(&self, _: &str, _: usize) -> bool {
        false
    }

    fn store(&self, _: &Table, _: &Control) {}
}

impl PdbCache {
    /// The same, but it keeps at most this many bytes of tables that no search uses.
    pub fn with_capacity(self, bytes: usize) -> Self {
        Self {
            capacity: bytes,
            ..self
        }
    }

    /// Whether a table need not be built: it is in memory, or a file with a sound header.
    pub fn has(&self, pattern: &Pattern, kind: TableKind) -> bool {
        let same = |table: &Arc<Table>| (table.pattern(), table.kind()) == (pattern, kind);
        self.lock().tables.iter().any(same) || self.has_file(pattern, kind)
    }

    /// Bytes of a table that is in memory.
    fn bytes_held(&self, pattern: &Pattern, kind: TableKind) -> Option<u64> {
        let same = |table: &&Arc<Table>| (table.pattern(), table.kind()) == (pattern, kind);
        let state = self.lock();
        let table = state.tables.iter().find(same)?;
        Some(table.len() as u64)
    }

    /// Whether a table that was built on use is saved as a file: small ones are not.
    pub fn is_saved(pattern: &Pattern, kind: TableKind) -> bool {
        sizes(pattern, kind).1 >= WORTH_A_FILE
    }

    /// Whether a control's limit leaves memory for these tables and for building those that are missing.
    pub fn check_memory<'a>(
        &self,
        patterns: impl IntoIterator<Item = &'a Pattern>,
        kind: TableKind,
        control: &Control,
    ) -> ControlFlow<Stop> {
        // The sizes of tables that are not in memory take time to find out.
        if control.limits().memory.is_none() {
            return ControlFlow::Continue(());
        }
        control.check_memory(self.peak_bytes(patterns, kind))
    }

    /// Peak memory while these tables are fetched one after the other: building a table takes more than
    /// the table. Zero if one of them is neither there nor built on first use.
    pub fn peak_bytes<'a>(
        &self,
        patterns: impl IntoIterator<Item = &'a Pattern>,
        kind: TableKind,
    ) -> u64 {
        let (mut held, mut peak) = (0, 0);
        let mut seen: Vec<&Pattern> = Vec::new();
        for pattern in patterns {
            if seen.contains(&pattern) {
                continue;
            }
            seen.push(pattern);
            if let Some(bytes) = self.bytes_held(pattern, kind) {
                held += bytes;
                peak = peak.max(held);
                continue;
            }
            let bytes = sizes(pattern, kind).1;
            let while_made = if self.has_file(pattern, kind) {
                bytes
            } else if Self::is_built_on_use(pattern, kind) {
                bytes.max(memory(pattern, kind))
            } else {
                return 0;
            };
            peak = peak.max(held + while_made);
            held += bytes;
        }
        peak
    }

    /// The tables in memory, least recently used first.
    pub fn tables(&self) -> Vec<Arc<Table>> {
        self.lock().tables.clone()
    }

    /// Puts a table in, one that was read from elsewhere say.
    pub fn insert(&self, table: Table) -> Arc<Table> {
        let table = Arc::new(table);
        let mut state = self.lock();
        state.tables.push(Arc::clone(&table));
        let mut bytes: usize = state.tables.iter().map(|table| table.len()).sum();
        while bytes > self.capacity && state.tables.len() > 1 {
            bytes -= state.tables.remove(0).len();
        }
        table
    }

    /// The table of a pattern: from memory, from its file, or built if that takes about a second.
    ///
    /// A file that fails a check counts as none. A built table of some size is saved if there is a
    /// folder; where that fails, it is built again next time.
    ///
    /// # Errors
    /// When the table is large and has no file, or when the control stops the building.
    pub fn get(
        &self,
        pattern: &Pattern,
        kind: TableKind,
        control: &Control,
    ) -> Result<Arc<Table>, PdbCacheError> {
        if let Some(table) = self.claim(pattern, kind, control)? {
            return Ok(table);
        }
        let pending = Pending {
            cache: self,
            name: (pattern.clone(), kind),
        };
        let table = self.make(pattern, kind, control);
        let table = table.map(|table| self.insert(table));
        drop(pending);
        table
    }

    /// The table if it is in memory, waiting for the thread that makes it; else it is the caller's to
    /// make.
    fn claim(
        &self,
        pattern: &Pattern,
        kind: TableKind,
        control: &Control,
    ) -> Result<Option<Arc<Table>>, PdbCacheError> {
        let mut state = self.lock();
        loop {
            let same = |table: &Arc<Table>| (table.pattern(), table.kind()) == (pattern, kind);
            if let Some(i) = state.tables.iter().position(same) {
                let table = state.tables.remove(i);
                state.tables.push(Arc::clone(&table));
                return Ok(Some(table));
            }
            let name = (pattern.clone(), kind);
            if !state.pending.contains(&name) {
                state.pending.push(name);
                return Ok(None);
            }
            let waited = self.settled.wait_timeout(state, WAIT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if let ControlFlow::Break(stop) = control.check() {
                return Err(PdbCacheError::Build(BuildError::Stopped(stop)));
            }
        }
    }

    /// Opens a table, or builds it if that takes about a second.
    fn make(
        &self,
        pattern: &Pattern,
        kind: TableKind,
        control: &Control,
    ) -> Result<Table, PdbCacheError> {
        if let Some(table) = self.load(pattern, kind) {
            return Ok(table);
        }
        if kind == TableKind::Plain && !pattern.can_be_ranked() {
            return Err(BuildError::TooManyEntries.into());
        }
        if !Self::is_built_on_use(pattern, kind) {
            return Err(PdbCacheError::Missing {
                pattern: pattern.clone(),
                kind,
                partition: pattern.to_string(),
            });
        }
        // Of several processes that miss a table, one builds it and the others read its file.
        let others = self.exclude_others(Self::is_saved(pattern, kind), control)?;
        if others.is_some()
            && let Some(table) = self.load(pattern, kind)
        {
            return Ok(table);
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let table = build(pattern, kind, threads, control, |progress| {
            control.report(&Event::Table {
                tiles: pattern.to_string(),
                reached: progress.reached,
                entries: progress.entries,
            });
        })?;
        self.store(&table, control);
        Ok(table)
    }

    /// Whether a table of another kind need not be built.
    pub fn has_stored(&self, name: &str, length: usize) -> bool {
        self.lock().stored.contains_key(name) || self.has_stored_file(name, length)
    }

    /// A table of another kind: from memory, from its file, or filled by `build`, whose bytes are
    /// zero before.
    ///
    /// A name stands for the same bytes always. Files are treated as those of patterns are.
    ///
    /// # Errors
    /// When the control stops the waiting or `build` stops, or there is no memory.
    pub fn stored(
        &self,
        name: &str,
        length: usize,
        control: &Control,
        build: impl FnOnce(&mut [u8]) -> ControlFlow<Stop>,
    ) -> Result<Arc<StoredTable>, PdbCacheError> {
        let mut state = self.lock();
        loop {
            if let Some(table) = state.stored.get(name) {
                return Ok(Arc::clone(table));
            }
            if !state.pending_stored.iter().any(|other| other == name) {
                break;
            }
            let waited = self.settled.wait_timeout(state, WAIT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if let ControlFlow::Break(stop) = control.check() {
                return Err(BuildError::Stopped(stop).into());
            }
        }
        state.pending_stored.push(name.to_owned());
        drop(state);
        let pending = PendingStored { cache: self, name };
        let table = Arc::new(self.make_stored(name, length, control, build)?);
        let mut state = self.lock();
        state.stored.insert(name.to_owned(), Arc::clone(&table));
        drop(state);
        drop(pending);
        Ok(table)
    }

    fn make_stored(
        &self,
        name: &str,
        length: usize,
        control: &Control,
        build: impl FnOnce(&mut [u8]) -> ControlFlow<Stop>,
    ) -> Result<StoredTable, PdbCacheError> {
        if let Some(table) = self.load_stored(name, length) {
            return Ok(table);
        }
        let others = self.exclude_others(length as u64 >= WORTH_A_FILE, control)?;
        if others.is_some()
            && let Some(table) = self.load_stored(name, length)
        {
            return Ok(table);
        }
        let mut bytes = Owned::zeroed(length).map_err(|_| BuildError::NoMemory)?;
        if let ControlFlow::Break(stop) = build(&mut bytes) {
            return Err(BuildError::Stopped(stop).into());
        }
        let table = StoredTable::in_memory(bytes);
        self.save_stored(&table, name);
        Ok(table)
    }

    /// The layout of a pattern's zero-aware table; none if it has too many tiles.
    pub(crate) fn layout(&self, pattern: &Pattern) -> Option<Arc<Layout>> {
        let mut state = self.lock();
        let (size, tiles) = (pattern.size(), pattern.homes().len());
        let known = state
            .layouts
            .iter()
            .find(|(s, t, _)| (*s, *t) == (size, tiles));
        if let Some((_, _, layout)) = known {
            return Some(Arc::clone(layout));
        }
        let layout = Arc::new(Layout::new(pattern)?);
        state.layouts.push((size, tiles, Arc::clone(&layout)));
        Some(layout)
    }

    /// Whether a table is built when it is used: that takes less than about two seconds.
    pub fn is_built_on_use(pattern: &Pattern, kind: TableKind) -> bool {
        let most = match kind {
            TableKind::Plain => 8_000_000,
            TableKind::ZeroAware => 300_000_000,
        };
        sizes(pattern, kind).0 <= most
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table that is being opened or built; dropping it wakes the threads that wait for it.
struct Pending<'a> {
    cache: &'a PdbCache,
    name: (Pattern, TableKind),
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        let mut state = self.cache.lock();
        state.pending.retain(|name| *name != self.name);
        self.cache.settled.notify_all();
    }
}

/// The same for a table of another kind.
struct PendingStored<'a> {
    cache: &'a PdbCache,
    name: &'a str,
}

impl Drop for PendingStored<'_> {
    fn drop(&mut self) {
        let mut state = self.cache.lock();
        state.pending_stored.retain(|name| name != self.name);
        self.cache.settled.notify_all();
    }
}

/// Why a table is not available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdbCacheError {
    /// It is too large to be built on use.
    #[error(
        "the table of tiles {pattern} on {size} is large and was not built yet; build it once with `taquin pdb build {partition} --size {size} --kind {}`",
        kind.name(),
        size = pattern.size()
    )]
    Missing {
        /// The pattern.
        pattern: Pattern,
        /// The meaning of its entries.
        kind: TableKind,
        /// What to build: the pattern, or the partition that it was needed for.
        partition: String,
    },
    /// Building it was stopped.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl PdbCacheError {
    /// Has the message about a missing table name the whole partition, with the goal where the
    /// tables of the default goal are others.
    #[must_use]
    pub fn for_partition(mut self, whole: &Partition, goal: &Board) -> Self {
        if let Self::Missing { partition, .. } = &mut self {
            *partition = whole.to_string();
            let (size, blank) = (goal.size(), goal.blank().index());
            if canonical_blank(size, blank) != size.cells() - 1 {
                let _ = write!(partition, " --goal \"{goal}\"");
            }
        }
        self
    }
}
