//! A folder of results: what was run where and how, and one row a run.
//!
//! | file | what it is |
//! | --- | --- |
//! | `manifest.json` | the suite, the choices, the machine, and every session that wrote rows |
//! | `rows.jsonl` | the rows, one JSON object a line, only ever appended to: the source of all else |
//! | `rows.csv`, `rows.parquet` | the same as tables, made from it at the end of a session |
//!
//! A row is in the file when its line is complete. A line truncated by a kill or a full disk is removed,
//! and its run is repeated; nothing else is ever changed.

mod log;
mod manifest;
mod reading;
mod tables;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::machine;
use crate::row::ResultRow;
use manifest::MANIFEST;
use reading::{each_line, known_rows};

pub use log::{Log, Medium};
pub use manifest::{Build, Manifest, RunSession};
pub use reading::each_row;
pub use tables::write_tables;

/// The layout of result folders that this version reads and writes.
pub const FORMAT: u32 = 1;

/// The rows.
pub const ROWS: &str = "rows.jsonl";

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// It is none.
    #[error("{} is not a results folder: {reason}", path.display())]
    NotResults {
        /// The folder.
        path: PathBuf,
        /// The missing part.
        reason: String,
    },
    /// It was written by a version that lays folders out differently.
    #[error("{} has results of format {found}, and this version of taquin reads format {FORMAT}; {}", path.display(), other_version(*found))]
    Version {
        /// The folder.
        path: PathBuf,
        /// Its format.
        found: u64,
    },
    /// It holds another experiment.
    #[error("{} holds runs with another {what} ({there} there, {here} requested); name another folder with --out, or use the same {what}", path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// The difference.
        what: &'static str,
        /// There.
        there: String,
        /// Asked for.
        here: String,
    },
    /// Another process writes to it.
    #[error("another taquin is writing to {}; wait for it or name another folder with --out", .0.display())]
    Busy(PathBuf),
    /// A row in the middle cannot be read.
    #[error("line {line} of {} cannot be read: {reason}; remove that line to continue without it; its run will be repeated", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Why.
        reason: String,
    },
    /// The disk is full, or broken; what was there before is there still.
    #[error("{}: {source}; {rows} rows are safe there, and the same command resumes from them once there is room", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Rows that are complete.
        rows: usize,
        /// The system's error.
        source: io::Error,
    },
    /// The system refused something else.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

fn other_version(found: u64) -> &'static str {
    if found > u64::from(FORMAT) {
        "a newer taquin wrote it, use that"
    } else {
        "run the experiment again into another folder"
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> FolderError + '_ {
    move |source| FolderError::Io {
        path: path.to_owned(),
        source,
    }
}

/// Replaces a file atomically.
fn replace(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<()> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let fresh = PathBuf::from(fresh);
    let result = (|| {
        let mut out = BufWriter::new(File::create(&fresh)?);
        write(&mut out)?;
        out.into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_data()?;
        fs::rename(&fresh, path)
    })();
    if result.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    result
}

/// A folder that rows are being written to.
pub struct Results {
    folder: PathBuf,
    manifest: Manifest,
    log: Log<File>,
    done: HashSet<u64>,
    /// Runs whose rows wait to be written.
    fresh: Vec<u64>,
    /// Bytes of a half-written last line that were dropped.
    dropped: u64,
}

impl Results {
    /// Opens a folder for the experiment of this manifest; a new one, or one that holds a part of it.
    ///
    /// # Errors
    /// When the folder holds something else, or the system refuses it.
    pub fn open(folder: &Path, mut manifest: Manifest) -> Result<Self, FolderError> {
        if folder.join(MANIFEST).exists() {
            let there = Manifest::read(folder)?;
            there.compare(&manifest, folder)?;
            let sessions = std::mem::take(&mut manifest.sessions);
            manifest = Manifest {
                sessions: there.sessions,
                ..manifest
            };
            manifest.sessions.extend(sessions);
        } else if folder.join(ROWS).exists() {
            let reason = format!("it has {ROWS} but no {MANIFEST}");
            return Err(FolderError::NotResults {
                path: folder.to_owned(),
                reason,
            });
        }
        fs::create_dir_all(folder).map_err(at(folder))?;
        let path = folder.join(ROWS);
        let file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&path);
        let mut file = file.map_err(at(&path))?;
        // Systems without locks are no reason to stop.
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(FolderError::Busy(folder.to_owned()));
        }
        let known = known_rows(&path)?;
        if known.torn > 0 {
            file.cut(known.length).map_err(at(&path))?;
        }
        manifest.write(folder)?;
        let log = Log::new(file, path, known.length, known.rows);
        Ok(Self {
            folder: folder.to_owned(),
            manifest,
            log,
            done: known.ids,
            fresh: Vec::new(),
            dropped: known.torn,
        })
    }

    /// Whether a run has its row.
    pub fn has(&self, id: u64) -> bool {
        self.done.contains(&id)
    }

    /// Rows so far.
    pub fn rows(&self) -> usize {
        self.log.rows()
    }

    /// Bytes of a half-written last line that were dropped on opening.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Takes in the row of a run; a second row of the same run is left out. It is kept once
    /// [`Results::flush`] says so.
    pub fn append(&mut self, id: u64, json: &str) {
        if self.done.insert(id) {
            self.fresh.push(id);
            self.log.append(json);
        }
    }

    /// Writes the rows that were taken in.
    ///
    /// # Errors
    /// When they do not fit; those that fit whole stay.
    pub fn flush(&mut self) -> Result<(), FolderError> {
        let before = self.log.rows();
        let flushed = self.log.flush();
        for lost in self.fresh.drain(..).skip(self.log.rows() - before) {
            self.done.remove(&lost);
        }
        flushed
    }

    /// Ends the session: the table is made, and the manifest says when.
    ///
    /// # Errors
    /// When the system refuses; the rows are safe in any case.
    pub fn finish(mut self) -> Result<(), FolderError> {
        self.flush()?;
        let path = self.log.path.clone();
        self.log.medium.sync_data().map_err(at(&path))?;
        if let Some(session) = self.manifest.sessions.last_mut() {
            session.ended_at = Some(machine::now());
        }
        self.manifest.write(&self.folder)?;
        write_tables(&self.folder)
    }
}

/// Bytes of rows that are merged in one write.
const MERGED_AT_ONCE: usize = 1 << 20;

/// Puts the rows of several folders of one experiment into a new one: the parts of a sharded run.
/// Gives the number of rows, and of those that were there twice and taken once.
///
/// # Errors
/// When they are of different experiments, or the system refuses.
pub fn merge(parts: &[PathBuf], into: &Path) -> Result<(usize, usize), FolderError> {
    let mut whole: Option<Manifest> = None;
    for part in parts {
        let mut manifest = Manifest::read(part)?;
        manifest.shard = None;
        match &mut whole {
            None => whole = Some(manifest),
            Some(first) => {
                first.compare(&manifest, part)?;
                first.runs = first.runs.max(manifest.runs);
                first.sessions.extend(manifest.sessions);
            }
        }
    }
    let Some(mut manifest) = whole else {
        return Ok((0, 0));
    };
    let sessions = std::mem::take(&mut manifest.sessions);
    if into.join(MANIFEST).exists() {
        let reason = "it has results already; name a new folder".to_owned();
        return Err(FolderError::NotResults {
            path: into.to_owned(),
            reason,
        });
    }
    manifest.sessions = sessions;
    let ended = manifest
        .sessions
        .last()
        .and_then(|session| session.ended_at.clone());
    let mut results = Results::open(into, manifest)?;
    let mut twice = 0;
    for part in parts {
        let path = part.join(ROWS);
        each_line(&path, |line, text| {
            let id = serde_json::from_str::<ResultRow<'_>>(text)
                .ok()
                .and_then(|row| u64::from_str_radix(&row.run_id, 16).ok());
            let id = id.ok_or_else(|| FolderError::Row {
                path: path.clone(),
                line,
                reason: "it is no row".to_owned(),
            })?;
            twice += usize::from(results.has(id));
            results.append(id, text);
            if results.log.waiting() > MERGED_AT_ONCE {
                results.flush()?;
            }
            Ok(())
        })?;
    }
    results.flush()?;
    let rows = results.rows();
    results.manifest.runs = results.manifest.runs.max(rows);
    if let Some(session) = results.manifest.sessions.last_mut() {
        session.ended_at = ended;
    }
    results.manifest.write(into)?;
    write_tables(into)?;
    Ok((rows, twice))
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::plan::{Choices, Shard};
    use crate::row::tests::example;
    use tables::TABLE;

    /// A folder that goes when it is dropped.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let name = format!("taquin-lab-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn manifest() -> Manifest {
        Manifest {
            format: FORMAT,
            suite: "t".to_owned(),
            suite_text: "text".to_owned(),
            choices: Choices::default(),
            shard: None,
            seed: 1,
            runs: 3,
            sessions: vec![RunSession {
                started_at: machine::now(),
                ended_at: None,
                command: "c".to_owned(),
                build: Build::default(),
                machine: Machine::default(),
                jobs: 1,
            }],
        }
    }

    fn row(id: u64) -> String {
        let row = ResultRow {
            run_id: format!("{id:016x}").into(),
            ..example()
        };
        serde_json::to_string(&row).unwrap()
    }

    #[test]
    fn a_half_written_line_is_dropped_and_its_run_is_not_known() {
        let scratch = Scratch::new("torn");
        let mut results = Results::open(&scratch.0, manifest()).unwrap();
        results.append(1, &row(1));
        results.append(2, &row(2));
        results.append(2, &row(2));
        results.flush().unwrap();
        assert_eq!(results.rows(), 2);
        drop(results);
        let path = scratch.0.join(ROWS);
        let half = &row(3)[..100];
        let mut file = File::options().append(true).open(&path).unwrap();
        file.write_all(half.as_bytes()).unwrap();
        drop(file);
        assert!(each_row(&scratch.0, |_| Ok(())).unwrap());
        let mut results = Results::open(&scratch.0, manifest()).unwrap();
        assert_eq!((results.rows(), results.dropped()), (2, 100));
        assert!(results.has(1) && results.has(2) && !results.has(3));
        results.append(3, &row(3));
        results.finish().unwrap();
        let mut ids = Vec::new();
        assert!(
            !each_row(&scratch.0, |row| {
                ids.push(row.run_id.to_string());
                Ok(())
            })
            .unwrap()
        );
        assert_eq!(ids.len(), 3);
        let table = fs::read_to_string(scratch.0.join(TABLE)).unwrap();
        assert_eq!(table.lines().count(), 4);
        let manifest = Manifest::read(&scratch.0).unwrap();
        assert_eq!(manifest.sessions.len(), 2);
        assert!(manifest.sessions[0].ended_at.is_none() && manifest.sessions[1].ended_at.is_some());
    }

    #[test]
    fn other_experiments_versions_and_writers_are_refused() {
        let scratch = Scratch::new("other");
        let results = Results::open(&scratch.0, manifest()).unwrap();
        let busy = Results::open(&scratch.0, manifest())
            .err()
            .unwrap()
            .to_string();
        assert!(busy.contains("another taquin"), "{busy}");
        drop(results);
        let other = Manifest {
            seed: 2,
            ..manifest()
        };
        let told = Results::open(&scratch.0, other).err().unwrap().to_string();
        assert!(
            told.contains("another seed") && told.contains("--out"),
            "{told}"
        );
        let path = scratch.0.join(MANIFEST);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("\"format\": 1", "\"format\": 7")).unwrap();
        let told = Results::open(&scratch.0, manifest())
            .err()
            .unwrap()
            .to_string();
        assert!(
            told.contains("format 7") && told.contains("newer"),
            "{told}"
        );
        fs::write(&path, "{}").unwrap();
        let told = Manifest::read(&scratch.0).unwrap_err().to_string();
        assert!(told.contains("names no format"), "{told}");
        fs::remove_file(&path).unwrap();
        let told = Results::open(&scratch.0, manifest())
            .err()
            .unwrap()
            .to_string();
        assert!(told.contains("no manifest"), "{told}");
        let told = Manifest::read(Path::new("/no/such/folder"))
            .unwrap_err()
            .to_string();
        assert!(told.contains("not a results folder"), "{told}");
    }

    #[test]
    fn rubbish_in_the_middle_is_told_with_its_line() {
        let scratch = Scratch::new("rubbish");
        drop(Results::open(&scratch.0, manifest()).unwrap());
        fs::write(
            scratch.0.join(ROWS),
            format!("{}\nrubbish\n{}\n", row(1), row(2)),
        )
        .unwrap();
        let told = Results::open(&scratch.0, manifest())
            .err()
            .unwrap()
            .to_string();
        assert!(told.contains("line 2"), "{told}");
        let told = each_row(&scratch.0, |_| Ok(())).unwrap_err().to_string();
        assert!(told.contains("line 2"), "{told}");
    }

    #[test]
    fn parts_are_merged_without_doubles() {
        let (a, b, c) = (
            Scratch::new("part-a"),
            Scratch::new("part-b"),
            Scratch::new("whole"),
        );
        for (part, index, ids) in [(&a, 1, [1, 2]), (&b, 2, [2, 3])] {
            let shard = Some(Shard { index, count: 2 });
            let mut results = Results::open(
                &part.0,
                Manifest {
                    shard,
                    ..manifest()
                },
            )
            .unwrap();
            for id in ids {
                results.append(id, &row(id));
            }
            results.finish().unwrap();
        }
        let parts = [a.0.clone(), b.0.clone()];
        assert_eq!(merge(&parts, &c.0).unwrap(), (3, 1));
        assert_eq!(Manifest::read(&c.0).unwrap().sessions.len(), 2);
        assert!(merge(&parts, &c.0).is_err());
    }
}
