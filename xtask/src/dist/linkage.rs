//! Binaries that run on old distributions: built against an old glibc, and checked.
//!
//! A static binary would be simpler to move around, but it cannot load the CUDA driver at run time. So
//! the program links to glibc, and Zig's C compiler, which pip installs, links it against an old one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, iter};

use super::files::make_folder;
use crate::cargo::{command, output, path, target};
use crate::tools::VENV;

/// The glibc that portable binaries are linked against: that of every distribution since 2014.
pub(super) const OLDEST: (u32, u32) = (2, 17);

/// The packages of the virtual environment for portable builds.
const PACKAGES: &[&str] = &[
    "cargo-zigbuild==0.24.0",
    "maturin==1.16.0",
    "ziglang==0.17.0",
];

/// A virtual environment with Zig, cargo-zigbuild and maturin.
pub(super) struct Portable(PathBuf);

impl Portable {
    /// Installs the environment if it is missing.
    pub(super) fn install() -> Result<Self, String> {
        let portable = Self(target().join("dist/portable"));
        if output(&mut portable.tool("cargo-zigbuild", &["--version"])).is_ok() {
            return Ok(portable);
        }
        VENV.provide()?;
        make_folder(&portable.0)?;
        let mut venv = command("python3");
        output(venv.args(["-m", "venv", "--clear"]).arg(&portable.0))?;
        let install = ["install", "--quiet", "--disable-pip-version-check"];
        output(portable.tool("pip", &install).args(PACKAGES))?;
        Ok(portable)
    }

    /// A program of the environment, which finds the others on its search path.
    pub(super) fn tool(&self, name: &str, arguments: &[&str]) -> Command {
        let programs = self.0.join("bin");
        let mut tool = command(&programs.join(name).to_string_lossy());
        let usual = path();
        let all = iter::once(programs).chain(env::split_paths(&usual));
        tool.env("PATH", env::join_paths(all).unwrap_or(OsString::new()));
        tool.args(arguments);
        tool
    }
}

/// A binary's requirements on the system.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Needs {
    /// The newest version of glibc that it takes a symbol from.
    pub(super) glibc: (u32, u32),
    /// Its shared libraries.
    pub(super) libraries: Vec<String>,
}

impl Needs {
    /// Reads them from a binary's headers.
    pub(super) fn of(program: &Path) -> Result<Self, String> {
        let mut readelf = command("readelf");
        readelf.args(["--wide", "--dynamic", "--version-info"]);
        Ok(Self::parse(&output(readelf.arg(program))?))
    }

    fn parse(headers: &str) -> Self {
        let versions = headers.split("GLIBC_").skip(1).filter_map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
            let mut numbers = rest[..end.unwrap_or(rest.len())].split('.');
            Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
        });
        let libraries = headers.lines().filter(|line| line.contains("(NEEDED)"));
        let names = libraries.filter_map(|line| line.split_once('[')?.1.split_once(']'));
        Self {
            glibc: versions.max().unwrap_or((2, 0)),
            libraries: names.map(|(name, _)| name.to_owned()).collect(),
        }
    }

    /// The Debian packages that have these libraries.
    pub(super) fn debian(&self) -> String {
        let (major, minor) = self.glibc;
        let mut packages = vec![format!("libc6 (>= {major}.{minor})")];
        if self.libraries.iter().any(|name| name == "libgcc_s.so.1") {
            packages.push("libgcc-s1 (>= 3.0)".to_owned());
        }
        packages.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_counts_by_number_and_not_by_text() {
        let headers = "\
 0x0000000000000001 (NEEDED)             Shared library: [libgcc_s.so.1]
 0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]
  000: 0 (*local*)  2 (GLIBC_2.9)  3 (GLIBC_2.17)
  0x0010: Name: GLIBC_2.2.5  Flags: none  Version: 7
  0x0020: Name: GCC_4.2.0  Flags: none  Version: 6";
        let needs = Needs::parse(headers);
        assert_eq!(needs.glibc, (2, 17));
        assert_eq!(needs.libraries, ["libgcc_s.so.1", "libc.so.6"]);
        assert_eq!(needs.debian(), "libc6 (>= 2.17), libgcc-s1 (>= 3.0)");
    }
}
