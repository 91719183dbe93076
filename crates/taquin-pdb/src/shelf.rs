//! Tables by pattern: those in memory, those in a folder, and those that have to be built.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use taquin_core::Control;

use crate::build::{BuildError, build};
use crate::file::{EXTENSION, FileError, FileErrorKind};
use crate::pattern::Pattern;
use crate::table::Table;

/// Tables that were built or opened, and the folder they may be found in.
///
/// It only saves time: what it gives is the table of the pattern asked for, wherever it came from.
#[derive(Debug, Default)]
pub struct Shelf {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    folder: Option<PathBuf>,
    /// Last used last.
    tables: Vec<Arc<Table>>,
}

/// Bytes of tables that are kept although nobody uses them at the moment.
const KEEP: usize = 1 << 30;

/// The shelf of this process.
static SHARED: Shelf = Shelf {
    kept: Mutex::new(Kept {
        folder: None,
        tables: Vec::new(),
    }),
};

impl Shelf {
    /// The most entries of a table that is built without being asked for by name: a second's work.
    pub const BUILT_ON_USE: usize = 8_000_000;

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
    pub fn path(folder: &Path, pattern: &Pattern) -> PathBuf {
        let (size, blank) = (pattern.size(), pattern.blank() + 1);
        folder.join(format!("{size}-blank{blank}-{pattern}.{EXTENSION}"))
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
    pub fn open(folder: &Path, pattern: &Pattern) -> Result<Table, FileError> {
        let path = Self::path(folder, pattern);
        let table = Table::open(&path)?;
        if table.pattern() != pattern {
            let name = |p: &Pattern| format!("{} blank {}: {p}", p.size(), p.blank() + 1);
            let kind = FileErrorKind::Other {
                found: name(table.pattern()),
                expected: name(pattern),
            };
            return Err(FileError { path, kind });
        }
        Ok(table)
    }

    /// The table of a pattern: from memory, from its file, or built if it is small.
    ///
    /// A file that is not to be believed counts as none.
    ///
    /// # Errors
    /// When the table is large and has no file, or when the control stops the building.
    pub fn get(&self, pattern: &Pattern, control: &Control) -> Result<Arc<Table>, ShelfError> {
        // Held to the end: whoever asks for the same table meanwhile waits for it instead of
        // building another.
        let mut kept = self.lock();
        if let Some(i) = kept.tables.iter().position(|t| t.pattern() == pattern) {
            let table = kept.tables.remove(i);
            kept.tables.push(Arc::clone(&table));
            return Ok(table);
        }
        let folder = kept.folder.as_deref();
        let opened = folder.and_then(|folder| Self::open(folder, pattern).ok());
        let table = Arc::new(match opened {
            Some(table) => table,
            None if pattern.entries() > Self::BUILT_ON_USE => {
                return Err(ShelfError::Missing {
                    pattern: pattern.clone(),
                });
            }
            None => {
                let threads = std::thread::available_parallelism().map_or(1, usize::from);
                build(pattern, threads, control, |_| ())?
            }
        });
        kept.tables.push(Arc::clone(&table));
        let mut bytes: usize = kept.tables.iter().map(|table| table.len()).sum();
        while bytes > KEEP && kept.tables.len() > 1 {
            bytes -= kept.tables.remove(0).len();
        }
        Ok(table)
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a table is not to be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShelfError {
    /// It is too large to be built in passing.
    #[error(
        "the table of tiles {pattern} has {} entries and was not built yet; `taquin pdb build` does that, once", pattern.entries()
    )]
    Missing {
        /// The pattern.
        pattern: Pattern,
    },
    /// Building it was stopped.
    #[error(transparent)]
    Build(#[from] BuildError),
}
