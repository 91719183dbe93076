//! A folder of results: what was run where and how, and one row a run.
//!
//! | file | what it is |
//! | --- | --- |
//! | `manifest.json` | the suite, the choices, the machine, and every session that wrote rows |
//! | `rows.jsonl` | the rows, one JSON object a line, only ever appended to: the source of all else |
//! | `rows.csv` | the same as a table, made from it at the end of a session |
//!
//! A row is in the file when its line is complete. A line that a kill or a full disk cut short is
//! taken away again, and its run is made again; nothing else is ever changed.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::machine::{self, Machine};
use crate::plan::{Choices, Shard};
use crate::row::{COLUMNS, Row};

/// The layout of result folders that this version reads and writes.
pub const FORMAT: u32 = 1;

/// The rows.
pub const ROWS: &str = "rows.jsonl";
const MANIFEST: &str = "manifest.json";
const TABLE: &str = "rows.csv";

/// What was run, where and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Layout of the folder.
    pub format: u32,
    /// Name of the suite.
    pub suite: String,
    /// The suite's file, word for word.
    pub suite_text: String,
    /// What the caller changed.
    pub choices: Choices,
    /// The part, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Where random boards began.
    pub seed: u64,
    /// Runs in all.
    pub runs: usize,
    /// The sittings in which rows were written.
    pub sessions: Vec<Session>,
}

/// One sitting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// When it began.
    pub started_at: String,
    /// When it ended; none if it was killed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// The command that was typed.
    pub command: String,
    /// What ran.
    pub build: Build,
    /// Where.
    pub machine: Machine,
    /// Runs made at once.
    pub jobs: usize,
}

/// The program that ran.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Build {
    /// Version of taquin.
    pub version: String,
    /// Commit it was built from.
    pub commit: String,
    /// The compiler.
    pub compiler: String,
    /// `release` or `debug`.
    pub profile: String,
    /// A checksum of the program file, which tells builds of one commit apart.
    pub binary: String,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// It is none.
    #[error("{} is no folder of results: {reason}", path.display())]
    NotResults {
        /// The folder.
        path: PathBuf,
        /// What is missing.
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
    #[error("{} holds runs with another {what} ({there} there, {here} asked for); name another folder with --out, or ask for the same", path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// What differs.
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
    #[error("line {line} of {} cannot be read: {reason}; remove that line to go on without it, its run is made again", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Why.
        reason: String,
    },
    /// The disk is full, or broken; what was there before is there still.
    #[error("{}: {source}; {rows} rows are safe there, and the same command goes on from them once there is room", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Rows that are complete.
        rows: usize,
        /// What the system says.
        source: io::Error,
    },
    /// The system refused something else.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
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

impl Manifest {
    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// When the folder is none of ours, or of another version.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let path = folder.join(MANIFEST);
        let fault = |reason: String| FolderError::NotResults {
            path: folder.to_owned(),
            reason,
        };
        let text =
            fs::read_to_string(&path).map_err(|error| fault(format!("{MANIFEST}: {error}")))?;
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|error| fault(format!("{MANIFEST}: {error}")))?;
        match value.get("format").and_then(serde_json::Value::as_u64) {
            Some(found) if found != u64::from(FORMAT) => Err(FolderError::Version {
                path: folder.to_owned(),
                found,
            }),
            None => Err(fault(format!("{MANIFEST} names no format"))),
            Some(_) => serde_json::from_value(value).map_err(|e| fault(format!("{MANIFEST}: {e}"))),
        }
    }

    /// Writes it, so that a kill leaves the old one or the new one.
    fn write(&self, folder: &Path) -> Result<(), FolderError> {
        let path = folder.join(MANIFEST);
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other);
        let written = text.and_then(|text| replace(&path, |out| writeln!(out, "{text}")));
        written.map_err(at(&path))
    }

    /// Whether rows of the two belong together; else what differs.
    fn compare(&self, other: &Self, path: &Path) -> Result<(), FolderError> {
        let limits = |choices: &Choices| format!("{:?}", choices.limits);
        let list = |list: &[String]| {
            if list.is_empty() {
                "none".to_owned()
            } else {
                list.join(", ")
            }
        };
        let text = |text: &str| {
            format!(
                "checksum {:08x}",
                xxhash_rust::xxh3::xxh3_64(text.as_bytes()) as u32
            )
        };
        let shard =
            |shard: Option<Shard>| shard.map_or("all".to_owned(), |shard| shard.to_string());
        let parts: [(&'static str, String, String); 9] = [
            ("suite", self.suite.clone(), other.suite.clone()),
            (
                "suite file",
                text(&self.suite_text),
                text(&other.suite_text),
            ),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("part", shard(self.shard), shard(other.shard)),
            (
                "set of limits",
                limits(&self.choices),
                limits(&other.choices),
            ),
            (
                "--with",
                list(&self.choices.with),
                list(&other.choices.with),
            ),
            (
                "--only",
                list(&self.choices.only),
                list(&other.choices.only),
            ),
            (
                "repeat",
                format!("{:?}", self.choices.repeat),
                format!("{:?}", other.choices.repeat),
            ),
            (
                "sample",
                format!("{:?} full {}", self.choices.sample, self.choices.full),
                format!("{:?} full {}", other.choices.sample, other.choices.full),
            ),
        ];
        match parts.into_iter().find(|(_, there, here)| there != here) {
            None => Ok(()),
            Some((what, there, here)) => Err(FolderError::Other {
                path: path.to_owned(),
                what,
                there,
                here,
            }),
        }
    }
}

/// Writes a file beside its place and moves it there.
fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let fresh = path.with_extension("new");
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

/// What a log of rows is written to: a file, or a full one in tests.
pub trait Medium: Write {
    /// Cuts off what is behind this length and goes on from there.
    ///
    /// # Errors
    /// Those of the system.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Medium for File {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length))?;
        Ok(())
    }
}

/// Appends rows; a row is there whole or not at all.
pub struct Log<M> {
    medium: M,
    path: PathBuf,
    length: u64,
    rows: usize,
}

impl<M: Medium> Log<M> {
    /// Goes on behind `rows` rows of together `length` bytes.
    pub fn new(medium: M, path: PathBuf, length: u64, rows: usize) -> Self {
        Self {
            medium,
            path,
            length,
            rows,
        }
    }

    /// Appends a row: one line of JSON, without its end.
    ///
    /// # Errors
    /// When it does not fit; then nothing of it stays.
    pub fn append(&mut self, json: &str) -> Result<(), FolderError> {
        let mut line = Vec::with_capacity(json.len() + 1);
        line.extend_from_slice(json.as_bytes());
        line.push(b'\n');
        match self.medium.write_all(&line) {
            Ok(()) => {
                self.length += line.len() as u64;
                self.rows += 1;
                Ok(())
            }
            Err(source) => {
                // If even this fails, the half line is found and dropped when the folder is opened.
                let _ = self.medium.cut(self.length);
                Err(FolderError::Write {
                    path: self.path.clone(),
                    rows: self.rows,
                    source,
                })
            }
        }
    }

    /// Rows so far.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// A folder that rows are being written to.
pub struct Results {
    folder: PathBuf,
    manifest: Manifest,
    log: Log<File>,
    done: HashSet<u64>,
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

    /// Appends the row of a run; a second row of the same run is left out.
    ///
    /// # Errors
    /// When it does not fit; then nothing of it stays.
    pub fn append(&mut self, id: u64, json: &str) -> Result<(), FolderError> {
        if !self.done.insert(id) {
            return Ok(());
        }
        self.log.append(json).inspect_err(|_| {
            self.done.remove(&id);
        })
    }

    /// Ends the session: the table is made, and the manifest says when.
    ///
    /// # Errors
    /// When the system refuses; the rows are safe in any case.
    pub fn finish(mut self) -> Result<(), FolderError> {
        let path = self.log.path.clone();
        self.log.medium.sync_data().map_err(at(&path))?;
        if let Some(session) = self.manifest.sessions.last_mut() {
            session.ended_at = Some(machine::now());
        }
        self.manifest.write(&self.folder)?;
        write_tables(&self.folder)
    }
}

/// What a file of rows holds.
struct Known {
    ids: HashSet<u64>,
    rows: usize,
    /// Bytes of the complete lines.
    length: u64,
    /// Bytes behind them.
    torn: u64,
}

/// The names of the runs that have their row. The last line may be half written.
fn known_rows(path: &Path) -> Result<Known, FolderError> {
    #[derive(Deserialize)]
    struct Name<'a> {
        run_id: &'a str,
    }
    let mut known = Known {
        ids: HashSet::new(),
        rows: 0,
        length: 0,
        torn: 0,
    };
    each_line(path, |line, text| {
        let name = serde_json::from_str::<Name>(text).map_err(|error| error.to_string());
        let id = name.and_then(|name| {
            u64::from_str_radix(name.run_id, 16).map_err(|_| "its run_id is no number".to_owned())
        });
        let id = id.map_err(|reason| FolderError::Row {
            path: path.to_owned(),
            line,
            reason,
        })?;
        known.ids.insert(id);
        known.rows += 1;
        Ok(())
    })
    .map(|(length, torn)| {
        known.length = length;
        known.torn = torn;
        known
    })
}

/// Calls `each` with every complete line and its number; gives the bytes of the complete lines and
/// of the half-written one behind them.
fn each_line(
    path: &Path,
    mut each: impl FnMut(usize, &str) -> Result<(), FolderError>,
) -> Result<(u64, u64), FolderError> {
    let file = File::open(path).map_err(at(path))?;
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let mut bytes = Vec::new();
    let (mut length, mut line) = (0_u64, 0);
    loop {
        bytes.clear();
        let count = reader.read_until(b'\n', &mut bytes).map_err(at(path))?;
        if count == 0 {
            return Ok((length, 0));
        }
        line += 1;
        if bytes.last() != Some(&b'\n') {
            return Ok((length, count as u64));
        }
        let text = std::str::from_utf8(&bytes[..count - 1]).map_err(|error| FolderError::Row {
            path: path.to_owned(),
            line,
            reason: error.to_string(),
        })?;
        each(line, text)?;
        length += count as u64;
    }
}

/// Calls `each` with every row of a folder, one at a time; says whether a half-written last line was
/// left out.
///
/// # Errors
/// When a row cannot be read, or `each` says so.
pub fn each_row(
    folder: &Path,
    mut each: impl FnMut(&Row<'_>) -> Result<(), FolderError>,
) -> Result<bool, FolderError> {
    let path = folder.join(ROWS);
    let (_, torn) = each_line(&path, |line, text| {
        let row: Row<'_> = serde_json::from_str(text).map_err(|error| FolderError::Row {
            path: path.clone(),
            line,
            reason: error.to_string(),
        })?;
        each(&row)
    })?;
    Ok(torn > 0)
}

/// Makes everything that is made from a folder's rows.
fn write_tables(folder: &Path) -> Result<(), FolderError> {
    #[cfg(feature = "parquet")]
    crate::parquet::write(folder)?;
    write_table(folder)
}

/// Makes the table of a folder's rows.
///
/// # Errors
/// When a row cannot be read or the table not be written.
pub fn write_table(folder: &Path) -> Result<(), FolderError> {
    let path = folder.join(TABLE);
    let mut fault = None;
    let written = replace(&path, |out| {
        writeln!(out, "{}", COLUMNS.join(","))?;
        let mut out = out;
        let read = each_row(folder, |row| row.write_csv(&mut out).map_err(at(&path)));
        read.map(|_| ()).map_err(|error| {
            fault = Some(error);
            io::ErrorKind::Other.into()
        })
    });
    match (written, fault) {
        (Ok(()), _) => Ok(()),
        (Err(_), Some(fault)) => Err(fault),
        (Err(source), None) => Err(FolderError::Io { path, source }),
    }
}

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
            let id = serde_json::from_str::<Row<'_>>(text)
                .ok()
                .and_then(|row| u64::from_str_radix(&row.run_id, 16).ok());
            let id = id.ok_or_else(|| FolderError::Row {
                path: path.clone(),
                line,
                reason: "it is no row".to_owned(),
            })?;
            twice += usize::from(results.has(id));
            results.append(id, text)
        })?;
    }
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
    use crate::row::tests::example;

    /// A disk with so much room.
    struct Small {
        bytes: Vec<u8>,
        room: usize,
    }

    impl Write for Small {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let fits = bytes.len().min(self.room - self.bytes.len());
            if fits == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.bytes.extend_from_slice(&bytes[..fits]);
            Ok(fits)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Medium for Small {
        fn cut(&mut self, length: u64) -> io::Result<()> {
            self.bytes.truncate(length as usize);
            Ok(())
        }
    }

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
            sessions: vec![Session {
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
        let row = Row {
            run_id: format!("{id:016x}").into(),
            ..example()
        };
        serde_json::to_string(&row).unwrap()
    }

    #[test]
    fn a_full_disk_keeps_whole_rows_only() {
        let line = row(1);
        let disk = Small {
            bytes: Vec::new(),
            room: line.len() * 5 / 2,
        };
        let mut log = Log::new(disk, "rows.jsonl".into(), 0, 0);
        log.append(&line).unwrap();
        log.append(&line).unwrap();
        let told = log.append(&line).unwrap_err().to_string();
        assert!(
            told.contains("2 rows are safe") && told.contains("room"),
            "{told}"
        );
        let text = String::from_utf8(log.medium.bytes.clone()).unwrap();
        assert_eq!(text, format!("{line}\n{line}\n"));
        // There is room again.
        log.medium.room *= 2;
        log.append(&line).unwrap();
        assert_eq!(log.rows(), 3);
    }

    #[test]
    fn a_half_written_line_is_dropped_and_its_run_is_not_known() {
        let scratch = Scratch::new("torn");
        let mut results = Results::open(&scratch.0, manifest()).unwrap();
        results.append(1, &row(1)).unwrap();
        results.append(2, &row(2)).unwrap();
        results.append(2, &row(2)).unwrap();
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
        results.append(3, &row(3)).unwrap();
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
        assert!(told.contains("no folder of results"), "{told}");
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
                results.append(id, &row(id)).unwrap();
            }
            results.finish().unwrap();
        }
        let parts = [a.0.clone(), b.0.clone()];
        assert_eq!(merge(&parts, &c.0).unwrap(), (3, 1));
        assert_eq!(Manifest::read(&c.0).unwrap().sessions.len(), 2);
        assert!(merge(&parts, &c.0).is_err());
    }
}
