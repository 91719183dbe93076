//! The Python package: built as a wheel, installed in a virtual environment, and tested there.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{command, output, root, succeed, target};
use crate::steps::Verdict;
use crate::tools::VENV;

/// Makes the virtual environment with what the tests import. Packages that ours is compared with may be
/// missing: their tests are skipped.
pub(crate) fn set_up() -> Result<(), String> {
    VENV.provide()?;
    let wanted = fs::read_to_string(package().join("tests/requirements.txt"));
    let wanted = wanted.map_err(|error| format!("tests/requirements.txt: {error}"))?;
    let installed = environment().join("requirements.txt");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let folder = environment().into_os_string();
    output(
        command("python3")
            .args(["-m", "venv", "--clear"])
            .arg(folder),
    )?;
    pip(&[
        arg("--requirement"),
        package().join("tests/requirements.txt").into(),
    ])?;
    let peers = package().join("tests/peers.txt");
    let _ = pip(&[arg("--requirement"), peers.into()]);
    fs::write(installed, wanted).map_err(|error| error.to_string())
}

/// Builds and installs the wheel, then runs the type checkers and the tests.
pub(crate) fn check() -> Result<Verdict, String> {
    let wheels = target().join("python-wheels");
    let _ = fs::remove_dir_all(&wheels);
    let build = ["build", "--locked", "--quiet", "--profile=release", "--out"];
    run(
        "maturin",
        &[&build.map(arg)[..], &[wheels.clone().into()]].concat(),
    )?;
    let wheel = only_file(&wheels)?;
    let install = ["--force-reinstall", "--no-deps"].map(arg);
    pip(&[&install[..], &[wheel.clone().into()]].concat())?;
    run("mypy", &[])?;
    let python = environment().join("bin/python").into_os_string();
    run("pyright", &[arg("--pythonpath"), python])?;
    run("pytest", &[])?;
    let sdist = [arg("sdist"), arg("--out"), wheels.into()];
    run("maturin", &sdist)?;
    let bytes = fs::metadata(wheel).map_or(0, |wheel| wheel.len());
    Ok(Verdict::Noted(format!(
        "the wheel has {:.1} MB",
        bytes as f64 / 1e6
    )))
}

/// A program of the environment, in the folder of the package.
fn run(program: &str, arguments: &[OsString]) -> Result<Verdict, String> {
    let path = environment().join("bin").join(program);
    let mut command = Command::new(path);
    succeed(command.args(arguments).current_dir(package()))
}

fn pip(arguments: &[OsString]) -> Result<String, String> {
    let mut pip = Command::new(environment().join("bin/pip"));
    output(pip.args(["install", "--quiet"]).args(arguments))
}

/// The one file that was just written to a folder.
fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    files
        .next()
        .ok_or_else(|| "maturin wrote no wheel".to_owned())
}

fn package() -> PathBuf {
    root().join("crates/taquin-python")
}

fn environment() -> PathBuf {
    root().join("target/python")
}

fn arg(text: &str) -> OsString {
    text.into()
}
