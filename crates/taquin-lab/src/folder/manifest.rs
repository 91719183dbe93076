//! The manifest: what was run, where and how; the file next to the rows.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{FORMAT, FolderError, at, replace};
use crate::machine::Machine;
use crate::plan::{Choices, Shard};

/// The file's name.
pub(super) const MANIFEST: &str = "manifest.json";

/// The manifest of an experiment: what was run, where and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Layout of the folder.
    pub format: u32,
    /// Name of the suite.
    pub suite: String,
    /// The suite's file, verbatim.
    pub suite_text: String,
    /// The caller's changes.
    pub choices: Choices,
    /// The part, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The seed of random boards.
    pub seed: u64,
    /// Runs in all.
    pub runs: usize,
    /// The sittings in which rows were written.
    pub sessions: Vec<RunSession>,
}

/// One sitting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSession {
    /// When it began.
    pub started_at: String,
    /// When it ended; none if it was killed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// The command that was typed.
    pub command: String,
    /// The build that ran.
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
    /// A checksum of the program file, which distinguishes builds of one commit.
    pub binary: String,
}

impl Manifest {
    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// When the folder is not a results folder, or of another version.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let path = folder.join(MANIFEST);
        let fault = |reason: String| FolderError::NotResults {
            path: folder.to_owned(),
            reason,
        };
        let text = std::fs::read_to_string(&path)
            .map_err(|error| fault(format!("{MANIFEST}: {error}")))?;
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
    pub(super) fn write(&self, folder: &Path) -> Result<(), FolderError> {
        let path = folder.join(MANIFEST);
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other);
        let written = text.and_then(|text| replace(&path, |out| writeln!(out, "{text}")));
        written.map_err(at(&path))
    }

    /// Whether rows of the two belong together; else what differs.
    pub(super) fn compare(&self, other: &Self, path: &Path) -> Result<(), FolderError> {
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
