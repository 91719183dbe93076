//! The user's folders for tables, games and settings.

use std::env;
use std::path::PathBuf;

/// The folder for tables: `taquin` in the user's cache folder, as the system has it. None where
/// the system names no such folder.
pub(crate) fn tables() -> Option<PathBuf> {
    own("XDG_CACHE_HOME", "LOCALAPPDATA", ".cache")
}

/// The folder for games and bests, in the user's data folder.
pub(crate) fn data() -> Option<PathBuf> {
    own("XDG_DATA_HOME", "APPDATA", ".local/share")
}

/// The folder for settings that are written by hand.
pub(crate) fn settings() -> Option<PathBuf> {
    own("XDG_CONFIG_HOME", "APPDATA", ".config")
}

/// `taquin` in the folder that the first of these variables names, or in one below the user's own.
fn own(unix: &str, windows: &str, below_home: &str) -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let folder = absolute(unix)
        .or_else(|| absolute(windows))
        .or_else(|| Some(absolute("HOME")?.join(below_home)));
    folder.map(|folder| folder.join("taquin"))
}
