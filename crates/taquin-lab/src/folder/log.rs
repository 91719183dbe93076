//! Rows to be written to the file: a row is there whole or not at all.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;

use super::FolderError;

/// The destination of a log of rows: a file, or a full disk in tests.
pub trait Medium: Write {
    /// Truncates to this length and continues from there.
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

/// Appends rows, several in one write: a call into the system for each would take longer than a short
/// run. A row counts once it is written.
pub struct Log<M> {
    pub(super) medium: M,
    pub(super) path: PathBuf,
    length: u64,
    rows: usize,
    /// Whole lines that are not written yet, and how many.
    waiting: Vec<u8>,
    waiting_rows: usize,
}

impl<M: Medium> Log<M> {
    /// Continues after `rows` rows of `length` bytes in total.
    pub fn new(medium: M, path: PathBuf, length: u64, rows: usize) -> Self {
        Self {
            medium,
            path,
            length,
            rows,
            waiting: Vec::new(),
            waiting_rows: 0,
        }
    }

    /// Takes in a row: one line of JSON, without its end. It is kept once [`Log::flush`] says so.
    pub fn append(&mut self, json: &str) {
        self.waiting.extend_from_slice(json.as_bytes());
        self.waiting.push(b'\n');
        self.waiting_rows += 1;
    }

    /// Bytes that wait to be written.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Writes what was taken in.
    ///
    /// # Errors
    /// When it does not fit; rows that fit whole stay, the others are gone.
    pub fn flush(&mut self) -> Result<(), FolderError> {
        let mut written = 0;
        let mut fault = None;
        while written < self.waiting.len() {
            match self.medium.write(&self.waiting[written..]) {
                Ok(0) => fault = Some(io::ErrorKind::WriteZero.into()),
                Ok(count) => written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => fault = Some(error),
            }
            if fault.is_some() {
                break;
            }
        }
        let (rows, bytes) = if fault.is_none() {
            (self.waiting_rows, written)
        } else {
            whole_lines(&self.waiting[..written])
        };
        self.rows += rows;
        self.length += bytes as u64;
        self.waiting.clear();
        self.waiting_rows = 0;
        let Some(source) = fault else {
            return Ok(());
        };
        // If even this fails, the half line is found and dropped when the folder is opened.
        let _ = self.medium.cut(self.length);
        Err(FolderError::Write {
            path: self.path.clone(),
            rows: self.rows,
            source,
        })
    }

    /// Rows that are written.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// The number of complete lines of a text, and their bytes.
fn whole_lines(text: &[u8]) -> (usize, usize) {
    let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let ends = ends.map(|(place, _)| place + 1);
    ends.fold((0, 0), |(rows, _), end| (rows + 1, end))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_full_disk_keeps_whole_rows_only() {
        let line = "{\"run_id\":\"00\"}";
        // Rows one by one, and all in one write.
        for together in [false, true] {
            let disk = Small {
                bytes: Vec::new(),
                room: line.len() * 5 / 2,
            };
            let mut log = Log::new(disk, "rows.jsonl".into(), 0, 0);
            let mut told = None;
            for _ in 0..3 {
                log.append(line);
                if !together {
                    told = log.flush().err();
                }
            }
            let told = told.or_else(|| log.flush().err()).unwrap().to_string();
            assert!(
                told.contains("2 rows are safe") && told.contains("room"),
                "{told}"
            );
            let text = String::from_utf8(log.medium.bytes.clone()).unwrap();
            assert_eq!(text, format!("{line}\n{line}\n"));
            // There is room again.
            log.medium.room *= 2;
            log.append(line);
            log.flush().unwrap();
            assert_eq!(log.rows(), 3);
        }
    }
}
