//! Pattern databases as files: built, listed, verified, removed.

use std::io;
use std::path::{Path, PathBuf};

use taquin::pdb::{
    BuildError, BuildProgress, FileError, FormatError, Header, Partition, Pattern, PdbCache, Table,
    TableKind, build, canonical_blank, memory, sizes,
};
use taquin::{Control, Goals, Size};
#[cfg(feature = "gpu")]
use taquin::{GpuError, gpu_table};

use crate::{Refusal, answer};

/// The patterns of a partition for all goals, each once.
///
/// # Errors
/// When a goal does not have this size, or the partition does not fit it.
pub fn pdb_patterns(
    partition: &Partition,
    size: Size,
    goals: &Goals,
) -> Result<Vec<Pattern>, Refusal> {
    let mut kept: Vec<Pattern> = Vec::new();
    for goal in goals.as_slice() {
        let board = goal
            .board(size)
            .map_err(|error| Refusal::request(error.to_string()))?;
        let blank = canonical_blank(size, board.blank().index());
        let patterns = partition.patterns(size, blank);
        for pattern in patterns.map_err(|error| Refusal::request(error.to_string()))? {
            if !kept.contains(&pattern) {
                kept.push(pattern);
            }
        }
    }
    Ok(kept)
}

/// The device that builds tables; both write the same files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builder {
    /// This many CPU threads.
    Cpu(usize),
    /// The CUDA device.
    #[cfg(feature = "gpu")]
    Gpu,
}

/// A folder of pattern databases.
#[derive(Clone, Debug)]
pub struct PdbFolder(pub PathBuf);

/// Why a table was not built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PdbError {
    /// Building ended before it was done.
    #[error("{error}")]
    Build {
        /// Why.
        error: BuildError,
        /// Bytes that building takes.
        bytes: u64,
    },
    /// The device cannot build it.
    #[cfg(feature = "gpu")]
    #[error(transparent)]
    Gpu(GpuError),
    /// The file could not be written.
    #[error(transparent)]
    File(FileError),
}

impl PdbFolder {
    /// The table of a pattern, if its file is there and whole.
    ///
    /// # Errors
    /// When the file is there but cannot be used.
    pub fn table(
        &self,
        pattern: &Pattern,
        kind: TableKind,
    ) -> Result<Option<answer::PdbTable>, FileError> {
        match PdbCache::open(&self.0, pattern, kind) {
            Ok(table) => Ok(Some(self.row(
                pattern,
                kind,
                Some(&table.header()),
                "there",
            ))),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Builds a table and writes its file.
    ///
    /// # Errors
    /// When the control stops the work, the device cannot do it, or the file cannot be written.
    pub fn build(
        &self,
        pattern: &Pattern,
        kind: TableKind,
        builder: Builder,
        control: &Control,
        progress: impl FnMut(BuildProgress),
    ) -> Result<answer::PdbTable, PdbError> {
        let table = match builder {
            Builder::Cpu(threads) => {
                let table = build(pattern, kind, threads, control, progress);
                let bytes = memory(pattern, kind);
                table.map_err(|error| PdbError::Build { error, bytes })?
            }
            #[cfg(feature = "gpu")]
            Builder::Gpu => {
                let table = gpu_table(pattern, kind, control, progress);
                table.map_err(|error| match error {
                    GpuError::Stopped(stop) => PdbError::Build {
                        error: BuildError::Stopped(stop),
                        bytes: sizes(pattern, kind).1,
                    },
                    error => PdbError::Gpu(error),
                })?
            }
        };
        let path = PdbCache::path(&self.0, pattern, kind);
        let saved = table.save(&path, control);
        saved.map_err(|error| match error.kind {
            FormatError::Build(error) => PdbError::Build { error, bytes: 0 },
            _ => PdbError::File(error),
        })?;
        Ok(self.row(pattern, kind, Some(&table.header()), "built"))
    }

    /// The files, by what their headers say; or why a file cannot be used.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self) -> io::Result<Vec<Result<answer::PdbTable, FileError>>> {
        self.each_file(|path| {
            let header = Header::read(path)?;
            Ok(row(
                path,
                &header.pattern,
                header.kind,
                Some(&header),
                "there",
            ))
        })
    }

    /// Builds every table again and compares.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn verify(
        &self,
        threads: usize,
        control: &Control,
    ) -> io::Result<Vec<Result<answer::PdbTable, FileError>>> {
        self.each_file(|path| {
            let table = Table::open(path)?;
            table.check(path, threads, control)?;
            if PdbCache::path(&self.0, table.pattern(), table.kind()) != path {
                let name = path.file_stem().unwrap_or_default();
                let kind = FormatError::Other {
                    found: table.pattern().to_string(),
                    expected: name.to_string_lossy().into_owned(),
                };
                let path = path.to_owned();
                return Err(FileError { path, kind });
            }
            let (kind, header) = (table.kind(), table.header());
            Ok(row(path, table.pattern(), kind, Some(&header), "good"))
        })
    }

    fn each_file(
        &self,
        look: impl Fn(&Path) -> Result<answer::PdbTable, FileError>,
    ) -> io::Result<Vec<Result<answer::PdbTable, FileError>>> {
        let files = PdbCache::files(&self.0)?;
        Ok(files.iter().map(|path| look(path)).collect())
    }

    /// Removes tables, but not those that another partition shares whose tables are there as well.
    ///
    /// # Errors
    /// When a file cannot be removed; the path says which.
    pub fn remove(
        &self,
        patterns: &[Pattern],
        kind: TableKind,
    ) -> Result<Vec<answer::PdbTable>, (PathBuf, io::Error)> {
        // Before any is removed.
        let needed: Vec<Option<Partition>> = patterns
            .iter()
            .map(|pattern| self.needed_by(pattern, patterns, kind))
            .collect();
        let mut rows = Vec::new();
        for (pattern, needed) in patterns.iter().zip(needed) {
            let path = PdbCache::path(&self.0, pattern, kind);
            let state = match needed {
                Some(other) => format!("kept, {other} has it too"),
                None => match PdbCache::remove(&self.0, pattern, kind) {
                    Ok(()) => "removed".to_owned(),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {
                        "was not there".to_owned()
                    }
                    Err(error) => return Err((path, error)),
                },
            };
            rows.push(self.row(pattern, kind, None, &state));
        }
        Ok(rows)
    }

    /// The partition that keeps a table from being removed with others: one that the solvers choose by
    /// default, that has this table, and whose other tables are there.
    fn needed_by(
        &self,
        pattern: &Pattern,
        removed: &[Pattern],
        kind: TableKind,
    ) -> Option<Partition> {
        let (size, blank) = (pattern.size(), pattern.blank());
        let is_there = |pattern: &Pattern| PdbCache::path(&self.0, pattern, kind).exists();
        let needs = |partition: &Partition| {
            let all = partition.patterns(size, blank).unwrap_or_default();
            let mut others = all.iter().filter(|other| !removed.contains(other));
            // Small tables have no files unless they were built explicitly.
            let is_ready = |other: &Pattern| is_there(other) || !PdbCache::is_saved(other, kind);
            all.contains(pattern)
                && is_there(pattern)
                && all.iter().all(is_ready)
                && others.any(is_there)
        };
        let mut known = Partition::large(size);
        known.extend([Partition::quick(size), Partition::default_for(size)]);
        known.into_iter().find(needs)
    }

    /// Describes tables, built or not.
    pub fn info(&self, patterns: &[Pattern], kind: TableKind) -> Vec<answer::PdbTable> {
        let info = |pattern: &Pattern| match self.table(pattern, kind) {
            Ok(Some(table)) => table,
            Err(error) => self.row(pattern, kind, None, &error.kind.to_string()),
            Ok(None) if PdbCache::is_built_on_use(pattern, kind) => {
                self.row(pattern, kind, None, "built when used")
            }
            Ok(None) => self.row(pattern, kind, None, "not built"),
        };
        patterns.iter().map(info).collect()
    }

    fn row(
        &self,
        pattern: &Pattern,
        kind: TableKind,
        header: Option<&Header>,
        state: &str,
    ) -> answer::PdbTable {
        let path = PdbCache::path(&self.0, pattern, kind);
        row(&path, pattern, kind, header, state)
    }
}

fn row(
    path: &Path,
    pattern: &Pattern,
    kind: TableKind,
    header: Option<&Header>,
    state: &str,
) -> answer::PdbTable {
    let (entries, bytes) = sizes(pattern, kind);
    answer::PdbTable {
        size: pattern.size().to_string(),
        blank: pattern.blank() + 1,
        tiles: pattern.to_string(),
        kind: kind.name(),
        metric: "own-slides",
        entries,
        bytes,
        build_bytes: memory(pattern, kind),
        largest: header.map(Header::largest),
        mean: header.map(|header| (header.mean() * 1000.0).round() / 1000.0),
        checksum: header.map(|header| format!("{:016x}", header.checksum)),
        state: state.to_owned(),
        file: path.display().to_string(),
    }
}

fn is_absent(error: &FileError) -> bool {
    matches!(&error.kind, FormatError::Io(error) if error.kind() == io::ErrorKind::NotFound)
}
