//! Tables as files: written whole or not at all, mapped into memory when read.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use taquin_core::Control;

use crate::build::build;
use crate::format::{FormatError, HEADER, Header, checksum};
use crate::map::Mapped;
use crate::stamp::Stamp;
use crate::table::Table;

/// The extension of table files, without the dot.
pub const EXTENSION: &str = "tqpdb";

impl Header {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// When the file cannot be read, is not a table of this version, or has a damaged header or the
    /// wrong length.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let mut file = File::open(path).map_err(|error| fault(path, error.into()))?;
        read_header(&mut file).map_err(|kind| fault(path, kind))
    }
}

fn read_header(file: &mut File) -> Result<Header, FormatError> {
    let length = file.metadata()?.len();
    let mut page = Vec::new();
    Read::by_ref(file)
        .take(HEADER as u64)
        .read_to_end(&mut page)?;
    Header::from_page(&page, length)
}

impl Table {
    /// Writes it under another name first and renames that, so that no reader and no crash ever meets
    /// half a table.
    ///
    /// # Errors
    /// When the file cannot be written, or the control stops that; nothing is left behind.
    pub fn save(&self, path: &Path, control: &Control) -> Result<(), FileError> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let temporary = PathBuf::from(name);
        let write = || -> Result<(), FormatError> {
            let file = File::create(&temporary)?;
            // Write-back starts early, so that the final sync does not wait for all of it.
            self.write_to(&file, control, |file| file.sync_data())?;
            file.sync_all()?;
            Ok(fs::rename(&temporary, path)?)
        };
        write().map_err(|kind| {
            let _ = fs::remove_file(&temporary);
            fault(path, kind)
        })
    }

    /// Maps a file after checking all of it.
    ///
    /// # Errors
    /// When the file cannot be read or any check fails.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::map(path, false).map_err(|kind| fault(path, kind))
    }

    /// Maps a file after checking all of it, once: a note next to it records that this file has been
    /// verified.
    ///
    /// # Errors
    /// As for [`Table::open`].
    pub fn open_known(path: &Path) -> Result<Self, FileError> {
        Self::map(path, true).map_err(|kind| fault(path, kind))
    }

    fn map(path: &Path, by_note: bool) -> Result<Self, FormatError> {
        let mut file = File::open(path)?;
        let header = read_header(&mut file)?;
        let length = header.length as usize;
        let stamp = Stamp::of(&file, header.checksum)?;
        let mapped = Mapped::new(&file, HEADER..HEADER + length)?;
        if by_note && stamp.is_beside(path) {
            return Ok(Self::mapped(header, mapped));
        }
        if checksum(&mapped) != header.checksum {
            return Err(FormatError::DataChecksum);
        }
        if by_note {
            stamp.leave_beside(path);
        }
        Ok(Self::mapped(header, mapped))
    }

    /// Checks what a checksum cannot: builds the table again and compares.
    ///
    /// # Errors
    /// Names the file as `path` when it is not what was built, or says why it was not built.
    pub fn check(&self, path: &Path, threads: usize, control: &Control) -> Result<(), FileError> {
        let again = build(self.pattern(), self.kind(), threads, control, |_| ());
        let again = again.map_err(|error| fault(path, error.into()))?;
        (again.checksum() == self.checksum() && again.histogram() == self.histogram())
            .then_some(())
            .ok_or_else(|| fault(path, FormatError::Wrong))
    }
}

fn fault(path: &Path, kind: FormatError) -> FileError {
    FileError {
        path: path.to_owned(),
        kind,
    }
}

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub kind: FormatError,
}
