//! Files that are written to a temporary place first, so that a failure leaves nothing behind.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use taquin_app::ProofFiles;

use crate::failure::Failure;

/// Files of a folder.
pub(crate) struct Folder(pub(crate) PathBuf);

impl ProofFiles for Folder {
    fn create(&self, name: &str) -> io::Result<Box<dyn Write>> {
        let file = File::create(self.0.join(name))?;
        Ok(Box::new(BufWriter::new(file)))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead>> {
        let file = File::open(self.0.join(name))?;
        Ok(Box::new(BufReader::new(file)))
    }
}

/// A folder that goes when it is dropped, unless its files were published.
pub(crate) struct Draft {
    pub(crate) path: PathBuf,
}

impl Draft {
    /// A fresh folder next to the target of the files.
    pub(crate) fn new(output: &Path) -> Result<Self, Failure> {
        let mut name = output.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".partial-{}", std::process::id()));
        let path = output.with_file_name(name);
        fs::create_dir_all(&path).map_err(|error| cannot_write(&path, &error))?;
        Ok(Self { path })
    }

    /// Moves the files into a folder, where files of these names go first.
    pub(crate) fn publish(&self, output: &Path, replaced: &[&str]) -> Result<(), Failure> {
        fs::create_dir_all(output).map_err(|error| cannot_write(output, &error))?;
        for name in replaced {
            let _ = fs::remove_file(output.join(name));
        }
        let files = fs::read_dir(&self.path).map_err(|error| cannot_write(&self.path, &error))?;
        for file in files.filter_map(Result::ok) {
            let to = output.join(file.file_name());
            fs::rename(file.path(), &to).map_err(|error| cannot_write(&to, &error))?;
        }
        Ok(())
    }

    /// Moves one of the files to its place.
    pub(crate) fn publish_file(&self, name: &str, output: &Path) -> Result<(), Failure> {
        fs::rename(self.path.join(name), output).map_err(|error| cannot_write(output, &error))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Says that a file cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
}
