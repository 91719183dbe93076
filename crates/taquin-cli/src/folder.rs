//! Where this user's tables are kept.

use std::env;
use std::path::PathBuf;

/// The folder for tables: `taquin` in the user's cache folder, as the system has it. None where
/// the system names no such folder.
pub(crate) fn tables() -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let cache = absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("LOCALAPPDATA"))
        .or_else(|| Some(absolute("HOME")?.join(".cache")));
    cache.map(|cache| cache.join("taquin"))
}
