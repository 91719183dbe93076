//! Tables by pattern: those in memory, those in a folder, and those that have to be built.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use taquin_core::{Control, Event, Size};

use crate::build::{BuildError, build};
use crate::file::{EXTENSION, FileError, FileErrorKind, Header, sizes};
use crate::pattern::Pattern;
use crate::table::{Kind, Table};
use crate::zero::Layout;

/// Tables that were built or opened, and the folder they may be found in.
///
/// It only saves time: what it gives is the table of the pattern asked for, wherever it came from.
#[derive(Debug, Default)]
pub struct Shelf {
    kept: Mutex<Kept>,
    /// Told whenever a table that was being made is there, or is not made after all.
    made: Condvar,
}

#[derive(Debug, Default)]
struct Kept {
    folder: Option<PathBuf>,
    /// Last used last.
    tables: Vec<Arc<Table>>,
    /// Tables that somebody is about to open or to build.
    in_the_making: Vec<(Pattern, Kind)>,
    /// How zero-aware tables are laid out, by size and number of tiles.
    layouts: Vec<(Size, usize, Arc<Layout>)>,
}

/// Bytes of tables that are kept although nobody uses them at the moment.
const KEEP: usize = 1 << 30;

/// How long to wait for somebody else's table before the control is asked.
const PATIENCE: Duration = Duration::from_millis(50);

/// Bytes of a table that takes longer to build than to read.
const WORTH_A_FILE: u64 = 1 << 20;

/// The shelf of this process.
static SHARED: Shelf = Shelf {
    kept: Mutex::new(Kept {
        folder: None,
        tables: Vec::new(),
        in_the_making: Vec::new(),
        layouts: Vec::new(),
    }),
    made: Condvar::new(),
};

impl Shelf {
    /// The shelf that all heuristics of this process share, so that a table is built once and not
    /// for every board.
    pub fn shared() -> &'static Self {
        &SHARED
    }

    /// Looks for files in this folder from now on.
    pub fn set_folder(&self, folder: Option<PathBuf>) {
        self.lock().folder = folder;
    }

    /// The file of a pattern in a folder.
    pub fn path(folder: &Path, pattern: &Pattern, kind: Kind) -> PathBuf {
        let (size, blank, kind) = (pattern.size(), pattern.blank() + 1, kind.name());
        folder.join(format!("{size}-blank{blank}-{pattern}-{kind}.{EXTENSION}"))
    }

    /// The table files of a folder by name; none where there is no folder.
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

    /// Opens the file of a pattern, if there is one and it is whole.
    ///
    /// # Errors
    /// When there is none, or it is not to be believed, or is another pattern's.
    pub fn open(folder: &Path, pattern: &Pattern, kind: Kind) -> Result<Table, FileError> {
        let path = Self::path(folder, pattern, kind);
        let table = Table::open(&path)?;
        if (table.pattern(), table.kind()) != (pattern, kind) {
            let name = |p: &Pattern, kind: Kind| {
                format!("{} blank {}: {p} {}", p.size(), p.blank() + 1, kind.name())
            };
            let kind = FileErrorKind::Other {
                found: name(table.pattern(), table.kind()),
                expected: name(pattern, kind),
            };
            return Err(FileError { path, kind });
        }
        Ok(table)
    }

    /// Whether a table is at hand: in memory, or as a file with its header in order.
    pub fn has(&self, pattern: &Pattern, kind: Kind) -> bool {
        let kept = self.lock();
        let same = |table: &Arc<Table>| (table.pattern(), table.kind()) == (pattern, kind);
        let file = kept.folder.as_deref().map(|f| Self::path(f, pattern, kind));
        kept.tables.iter().any(same) || file.is_some_and(|file| Header::read(&file).is_ok())
    }

    /// The table of a pattern: from memory, from its file, or built if that takes about a second.
    ///
    /// A file that is not to be believed counts as none. A built table of some size is kept as a
    /// file if there is a folder; where that cannot be written, it is built again next time.
    ///
    /// # Errors
    /// When the table is large and has no file, or when the control stops the building.
    pub fn get(
        &self,
        pattern: &Pattern,
        kind: Kind,
        control: &Control,
    ) -> Result<Arc<Table>, ShelfError> {
        let folder = match self.claim(pattern, kind, control)? {
            Claim::There(table) => return Ok(table),
            Claim::Ours(folder) => folder,
        };
        let making = Making {
            shelf: self,
            name: (pattern.clone(), kind),
        };
        let table = Self::make(pattern, kind, folder.as_deref(), control).map(Arc::new);
        if let Ok(table) = &table {
            let mut kept = self.lock();
            kept.tables.push(Arc::clone(table));
            let mut bytes: usize = kept.tables.iter().map(|table| table.len()).sum();
            while bytes > KEEP && kept.tables.len() > 1 {
                bytes -= kept.tables.remove(0).len();
            }
        }
        drop(making);
        table
    }

    /// The table if it is in memory, waiting for whoever makes it; else the right to make it.
    fn claim(&self, pattern: &Pattern, kind: Kind, control: &Control) -> Result<Claim, ShelfError> {
        let mut kept = self.lock();
        loop {
            let same = |table: &Arc<Table>| (table.pattern(), table.kind()) == (pattern, kind);
            if let Some(i) = kept.tables.iter().position(same) {
                let table = kept.tables.remove(i);
                kept.tables.push(Arc::clone(&table));
                return Ok(Claim::There(table));
            }
            let name = (pattern.clone(), kind);
            if !kept.in_the_making.contains(&name) {
                kept.in_the_making.push(name);
                return Ok(Claim::Ours(kept.folder.clone()));
            }
            // Somebody else makes it: nobody has to wait for that longer than the control allows.
            let waited = self.made.wait_timeout(kept, PATIENCE);
            kept = waited.unwrap_or_else(PoisonError::into_inner).0;
            if let ControlFlow::Break(stop) = control.check() {
                return Err(ShelfError::Build(BuildError::Stopped(stop)));
            }
        }
    }

    /// Opens a table, or builds it if that takes about a second.
    fn make(
        pattern: &Pattern,
        kind: Kind,
        folder: Option<&Path>,
        control: &Control,
    ) -> Result<Table, ShelfError> {
        let opened = folder.and_then(|folder| Self::open(folder, pattern, kind).ok());
        if let Some(table) = opened {
            return Ok(table);
        }
        if kind == Kind::Plain && !pattern.can_be_ranked() {
            return Err(BuildError::TooManyEntries.into());
        }
        if !Self::is_built_on_use(pattern, kind) {
            return Err(ShelfError::Missing {
                pattern: pattern.clone(),
            });
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let table = build(pattern, kind, threads, control, |progress| {
            control.report(&Event::Table {
                tiles: pattern.to_string(),
                reached: progress.reached,
                entries: progress.entries,
            });
        })?;
        if let Some(folder) = folder.filter(|_| Self::is_kept(pattern, kind)) {
            // It serves from memory whether or not it can be kept.
            let _ = fs::create_dir_all(folder);
            let _ = table.save(&Self::path(folder, pattern, kind));
        }
        Ok(table)
    }

    /// How the zero-aware table of a pattern is laid out; none if it has too many tiles.
    pub(crate) fn layout(&self, pattern: &Pattern) -> Option<Arc<Layout>> {
        let mut kept = self.lock();
        let (size, tiles) = (pattern.size(), pattern.homes().len());
        let known = kept
            .layouts
            .iter()
            .find(|(s, t, _)| (*s, *t) == (size, tiles));
        if let Some((_, _, layout)) = known {
            return Some(Arc::clone(layout));
        }
        let layout = Arc::new(Layout::new(pattern)?);
        kept.layouts.push((size, tiles, Arc::clone(&layout)));
        Some(layout)
    }

    /// Whether a table is built when it is used: that takes less than about two seconds.
    pub fn is_built_on_use(pattern: &Pattern, kind: Kind) -> bool {
        let most = match kind {
            Kind::Plain => 8_000_000,
            Kind::ZeroAware => 300_000_000,
        };
        sizes(pattern, kind).0 <= most
    }

    /// Whether a table that was built when it was used is kept as a file: small ones are not.
    pub fn is_kept(pattern: &Pattern, kind: Kind) -> bool {
        sizes(pattern, kind).1 >= WORTH_A_FILE
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What comes of asking for a table.
enum Claim {
    /// It is in memory.
    There(Arc<Table>),
    /// It has to be made, by the one who asked; files are in this folder.
    Ours(Option<PathBuf>),
}

/// A table in the making; dropped, it is made or given up, and those who wait look again.
struct Making<'a> {
    shelf: &'a Shelf,
    name: (Pattern, Kind),
}

impl Drop for Making<'_> {
    fn drop(&mut self) {
        let mut kept = self.shelf.lock();
        kept.in_the_making.retain(|name| *name != self.name);
        self.shelf.made.notify_all();
    }
}

/// Why a table is not to be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShelfError {
    /// It is too large to be built in passing.
    #[error(
        "the table of tiles {pattern} on {} is large and was not built yet; `taquin pdb build` does that, once", pattern.size()
    )]
    Missing {
        /// The pattern.
        pattern: Pattern,
    },
    /// Building it was stopped.
    #[error(transparent)]
    Build(#[from] BuildError),
}
