//! Programs in Python that some steps run, each in a virtual environment of its own.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::cargo::root;
use crate::tools::VENV;

/// A package of the Python index.
pub(crate) struct Package {
    pub(crate) name: &'static str,
    /// The version the checks were written for.
    pub(crate) version: &'static str,
    /// A line of Python that succeeds where it is installed.
    pub(crate) probe: &'static str,
    /// What is not done without it.
    pub(crate) loss: &'static str,
}

impl Package {
    /// Gives the environment that it is in, installed if need be; else says why it is not.
    pub(crate) fn provide(&self) -> Result<PathBuf, String> {
        let venv = root().join("target").join(self.name);
        let is_there = || runs(Command::new(venv.join("bin/python")).args(["-c", self.probe]));
        if is_there() {
            return Ok(venv);
        }
        let missing = |what: String| Err::<PathBuf, String>(format!("{what}; {}", self.loss));
        if let Err(reason) = VENV.provide() {
            return missing(reason);
        }
        let make = ["-m", "venv", "--clear"];
        if !runs(Command::new("python3").args(make).arg(&venv)) {
            return missing("python3 makes no virtual environment".to_owned());
        }
        let wanted = format!("{}=={}", self.name, self.version);
        runs(Command::new(venv.join("bin/pip")).args(["install", "--quiet", &wanted]));
        if is_there() {
            return Ok(venv);
        }
        missing(format!("{wanted} could not be installed with pip"))
    }
}

fn runs(command: &mut Command) -> bool {
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}
