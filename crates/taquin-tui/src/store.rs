//! The files in the user's data folder that outlive a session.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use taquin_game::{Bests, SaveError, Saved};

/// The file of the games and settings.
pub(crate) const GAMES: &str = "games.json";
/// The file of the bests; in a separate file, so that a damaged game does not lose them.
pub(crate) const BESTS: &str = "bests.json";

/// A folder with what is kept. Without a folder nothing is.
#[derive(Clone, Debug, Default)]
pub struct SaveFolder {
    folder: Option<PathBuf>,
}

impl SaveFolder {
    /// A store in this folder; it need not exist yet.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// The games of the last sitting, and what there is to say about them.
    pub(crate) fn games(&self) -> (Option<Saved>, Option<String>) {
        self.load(GAMES, "saved games", Saved::read)
    }

    /// The bests, and what there is to say about them.
    pub(crate) fn bests(&self) -> (Bests, Option<String>) {
        let (bests, notice) = self.load(BESTS, "best results", Bests::read);
        (bests.unwrap_or_default(), notice)
    }

    /// Reads a file. A damaged one is put aside, not overwritten: its owner may be able to repair it.
    fn load<T>(
        &self,
        name: &str,
        what: &str,
        read: impl Fn(&str) -> Result<T, SaveError>,
    ) -> (Option<T>, Option<String>) {
        let Some(folder) = &self.folder else {
            return (None, None);
        };
        let path = folder.join(name);
        let fault = match fs::read(&path) {
            Ok(bytes) => match read(&String::from_utf8_lossy(&bytes)) {
                Ok(value) => return (Some(value), None),
                Err(error) => error.to_string(),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (None, None),
            Err(error) => {
                let notice = format!("The {what} cannot be read: {error}.");
                return (None, Some(notice));
            }
        };
        let notice = match put_aside(&path) {
            Ok(aside) => {
                let aside = aside.display();
                format!("The {what} could not be read ({fault}); they are kept as {aside}.")
            }
            Err(error) => {
                format!("The {what} could not be read ({fault}), nor put aside: {error}.")
            }
        };
        (None, Some(notice))
    }

    /// Keeps a text under a name: whatever happens meanwhile, the file holds the old text or the
    /// new one, never a part.
    pub(crate) fn keep(&self, name: &str, text: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        fs::create_dir_all(folder)?;
        let temporary = folder.join(format!("{name}.{}", std::process::id()));
        let written =
            write(&temporary, text).and_then(|()| fs::rename(&temporary, folder.join(name)));
        if written.is_err() {
            // The partial file is useless.
            let _ = fs::remove_file(&temporary);
        }
        written?;
        // The new name lasts once the folder is on the disk too; systems that cannot open a
        // folder see to that themselves.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Gives a file a name that no other has.
fn put_aside(path: &Path) -> io::Result<PathBuf> {
    let mut number = 1;
    let aside = loop {
        let aside = path.with_extension(format!("damaged-{number}.json"));
        if !aside.exists() {
            break aside;
        }
        number += 1;
    };
    fs::rename(path, &aside)?;
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder of the test's own.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("taquin-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_damaged_file_is_put_aside_and_said() {
        let folder = folder("damaged");
        let store = SaveFolder::new(Some(folder.clone()));
        assert!(store.games().1.is_none());
        for number in 1..=2 {
            store.keep(GAMES, "{\"version\":1,\"set").unwrap();
            let (saved, notice) = store.games();
            assert!(saved.is_none());
            let notice = notice.unwrap();
            assert!(notice.starts_with("The saved games could not be read (it is damaged:"));
            let aside = folder.join(format!("games.damaged-{number}.json"));
            assert!(notice.ends_with(&format!("they are kept as {}.", aside.display())));
            assert_eq!(fs::read_to_string(aside).unwrap(), "{\"version\":1,\"set");
        }
        // Bytes that are no text are damage like any other.
        fs::write(folder.join(BESTS), [0xff, 0xfe]).unwrap();
        assert!(store.bests().1.is_some());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_kept_is_found_again_and_nothing_else_is_left() {
        let folder = folder("kept");
        let store = SaveFolder::new(Some(folder.clone()));
        let bests = Bests::default();
        store.keep(BESTS, "old").unwrap();
        store.keep(BESTS, &bests.write()).unwrap();
        assert_eq!(store.bests(), (bests, None));
        let names: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, [BESTS]);
        fs::remove_dir_all(folder).unwrap();
    }
}
