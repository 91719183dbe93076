//! Files and folders with errors that name the path.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::cargo::{command, succeed};

/// All files below a folder.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| fault(folder, &error))? {
        let path = entry.map_err(|error| fault(folder, &error))?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// Makes folders and programs 755 and other files 644, whatever the umask of this machine.
pub(super) fn set_modes(folder: &Path) -> Result<(), String> {
    let set = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
            .map_err(|error| fault(path, &error))
    };
    set(folder, 0o755)?;
    for entry in fs::read_dir(folder).map_err(|error| fault(folder, &error))? {
        let path = entry.map_err(|error| fault(folder, &error))?.path();
        if path.is_dir() {
            set_modes(&path)?;
        } else {
            let is_program = path.parent().is_some_and(|parent| parent.ends_with("bin"));
            set(&path, if is_program { 0o755 } else { 0o644 })?;
        }
    }
    Ok(())
}

/// Packs a folder as `root/…` into a tar archive, compressed if its name ends in `.gz`.
///
/// Two runs over the same files give the same bytes.
pub(super) fn pack(folder: &Path, archive: &Path, root: &str) -> Result<(), String> {
    let mut tar = command("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mtime=@0", "--auto-compress"]);
    if root != "." {
        tar.arg(format!("--transform=s,^\\.,{root},"));
    }
    tar.arg("-cf").arg(archive).arg("-C").arg(folder).arg(".");
    succeed(&mut tar).map(drop)
}

/// Unpacks a tar archive into a fresh folder.
pub(super) fn unpack(archive: &Path, folder: &Path) -> Result<(), String> {
    fresh(folder)?;
    let mut tar = command("tar");
    succeed(tar.arg("-xf").arg(archive).arg("-C").arg(folder)).map(drop)
}

/// Makes an empty folder.
pub(super) fn fresh(folder: &Path) -> Result<(), String> {
    remove(folder)?;
    make_folder(folder)
}

pub(super) fn remove(path: &Path) -> Result<(), String> {
    let end = if path.is_dir() {
        fs::remove_dir_all(path)
    } else if path.exists() {
        fs::remove_file(path)
    } else {
        Ok(())
    };
    end.map_err(|error| fault(path, &error))
}

pub(super) fn make_folder(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| fault(path, &error))
}

pub(super) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if let Some(folder) = to.parent() {
        make_folder(folder)?;
    }
    let end = fs::copy(from, to).map(drop);
    end.map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    fs::write(path, text).map_err(|error| fault(path, &error))
}

pub(super) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| fault(path, &error))
}

fn fault(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
