//! Programs and libraries that checks use, and how to install them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::browser;
use crate::cargo::{command, path, root, tools};
use crate::python;
use crate::wasm;

/// A tool that checks use and that may have to be installed.
pub(crate) struct Tool {
    /// Its name, which is that of its package too.
    pub(crate) name: &'static str,
    source: Source,
    /// What is skipped without it.
    loss: &'static str,
}

/// The source of a tool.
enum Source {
    /// The system's package manager. The command succeeds where the tool is installed.
    System(&'static [&'static str]),
    /// rustup: a component with this subcommand of cargo.
    Component(&'static str),
    /// rustup: a compilation target.
    Target,
    /// crates.io, in this version, with these options of `cargo install`.
    Crate(&'static str, &'static [&'static str]),
    /// The Python index, in this version, in a separate virtual environment.
    Python(&'static str),
    /// A function that installs it, or returns why it cannot.
    Own(fn() -> Result<(), String>),
}

pub(crate) static RUSTFMT: Tool = Tool {
    name: "rustfmt",
    source: Source::Component("fmt"),
    loss: "the format",
};

pub(crate) static CLIPPY: Tool = Tool {
    name: "clippy",
    source: Source::Component("clippy"),
    loss: "the lints",
};

pub(crate) static WASM: Tool = Tool {
    name: wasm::TARGET,
    source: Source::Target,
    loss: "the build for browsers",
};

pub(crate) static FIREFOX: Tool = Tool {
    name: "firefox-esr",
    source: Source::System(browser::FIREFOX_PROBE),
    loss: "the page's engine in Firefox",
};

pub(crate) static TMUX: Tool = Tool {
    name: "tmux",
    source: Source::System(&["tmux", "-V"]),
    loss: "the tests of the game in a terminal",
};

pub(crate) static Z3: Tool = Tool {
    name: "z3",
    source: Source::System(&["z3", "--version"]),
    loss: "the tests of `smt` with Z3",
};

pub(crate) static CVC5: Tool = Tool {
    name: "cvc5",
    source: Source::System(&["cvc5", "--version"]),
    loss: "the tests of `smt` with cvc5",
};

pub(crate) static CADICAL: Tool = Tool {
    name: "cadical",
    source: Source::System(&["cadical", "--version"]),
    loss: "the tests of `sat` with an external solver",
};

/// Unlike other SAT solvers it writes the model to a file.
pub(crate) static MINISAT: Tool = Tool {
    name: "minisat",
    source: Source::System(&["minisat", "--help"]),
    loss: "the tests of `sat` with a solver that answers in a file",
};

pub(crate) static MINIZINC: Tool = Tool {
    name: "minizinc",
    source: Source::System(&["minizinc", "--version"]),
    loss: "the tests that solve exported constraint models",
};

/// A planner, which reads PDDL.
pub(crate) static PYPERPLAN: Tool = Tool {
    name: "pyperplan",
    source: Source::Python("2.1"),
    loss: "the tests that solve exported PDDL",
};

/// A proof checker that shares no code with ours.
pub(crate) static RATE: Tool = Tool {
    name: "rate",
    source: Source::Crate("0.3.0", &[]),
    loss: "the tests that check proofs with another program",
};

/// The manual's sources are an mdBook. Watching and serving them is left out, which halves the build.
pub(crate) static MDBOOK: Tool = Tool {
    name: "mdbook",
    source: Source::Crate("0.5.2", &["--no-default-features", "--features=search"]),
    loss: "the check that mdBook renders the manual",
};

pub(crate) static CHROMIUM: Tool = Tool {
    name: "chromium",
    source: Source::System(browser::PROBE),
    loss: "the tests of the page",
};

pub(crate) static NPM: Tool = Tool {
    name: "npm",
    source: Source::System(&["npm", "--version"]),
    loss: "the tests of the page",
};

/// Node.js, and the packages that the tests of the page use.
pub(crate) static NODE: Tool = Tool {
    name: "node",
    source: Source::Own(browser::set_up),
    loss: "the tests of the page",
};

pub(crate) static SCHEMATHESIS: Tool = Tool {
    name: "schemathesis",
    source: Source::Python("4.32.5"),
    loss: "the comparison of the API with its description",
};

pub(crate) static OPENAPI_SPEC_VALIDATOR: Tool = Tool {
    name: "openapi-spec-validator",
    source: Source::Python("0.9.0"),
    loss: "the checks of the API's description and of clients made from it",
};

pub(crate) static OPENAPI_PYTHON_CLIENT: Tool = Tool {
    name: "openapi-python-client",
    source: Source::Python("0.29.1"),
    loss: "the checks of the API's description and of clients made from it",
};

pub(crate) static PYARROW: Tool = Tool {
    name: "pyarrow",
    source: Source::Python("26.0.1"),
    loss: "the comparison of Parquet files with their rows",
};

/// The virtual environment in which the Python package is tested.
pub(crate) static PYTHON: Tool = Tool {
    name: "python",
    source: Source::Own(python::set_up),
    loss: "the tests of the Python package",
};

/// Debian keeps the server's programs off the search path.
pub(crate) static POSTGRESQL: Tool = Tool {
    name: "postgresql",
    source: Source::System(&[
        "sh",
        "-c",
        "ls /usr/lib/postgresql/*/bin/initdb || command -v initdb",
    ]),
    loss: "the tests of the shared table of solved positions",
};

pub(crate) static VALGRIND: Tool = Tool {
    name: "valgrind",
    source: Source::System(&["valgrind", "--version"]),
    loss: "the instruction counts of the hot loops",
};

/// Debian packages it apart from Python.
pub(crate) static VENV: Tool = Tool {
    name: "python3-venv",
    source: Source::System(&["python3", "-c", "import ensurepip, venv"]),
    loss: "the checks by Python programs",
};

/// The commands with which package managers install a package; if that takes root, `sudo` is tried
/// without a password.
const PACKAGE_MANAGERS: &[&[&str]] = &[
    &["apt-get", "install", "--yes", "--no-install-recommends"],
    &["dnf", "install", "--assumeyes"],
    &["pacman", "--sync", "--noconfirm"],
    &["apk", "add"],
    &["brew", "install"],
];

/// A download that takes longer counts as failed: a machine without a network may hang instead.
const PATIENCE: Duration = Duration::from_mins(10);

impl Tool {
    /// A tool for tests, installed by a function.
    #[cfg(test)]
    pub(crate) const fn own(name: &'static str, provide: fn() -> Result<(), String>) -> Self {
        Self {
            name,
            source: Source::Own(provide),
            loss: "test",
        }
    }

    /// Installs it if it is missing, or returns what is skipped without it.
    pub(crate) fn provide(&self) -> Result<(), String> {
        if let Source::Own(provide) = self.source {
            return provide().map_err(|reason| format!("{reason}; without it: no {}", self.loss));
        }
        if !self.is_there() {
            // The second check shows whether this worked.
            self.install();
        }
        if self.is_there() {
            return Ok(());
        }
        Err(format!(
            "{} is not installed and could not be; this leaves out {}",
            self.name, self.loss
        ))
    }

    fn is_there(&self) -> bool {
        match self.source {
            Source::System(probe) => succeeds(probe),
            Source::Component(subcommand) => succeeds(&["cargo", subcommand, "--version"]),
            Source::Target => wasm::has_target(),
            Source::Crate(..) => succeeds(&[self.name, "--version"]),
            Source::Python(_) => {
                let python = self.environment().join("bin/python");
                let module = self.name.replace('-', "_");
                succeeds(&[&text(&python), "-c", &format!("import {module}")])
            }
            Source::Own(_) => false,
        }
    }

    fn install(&self) {
        match self.source {
            Source::System(_) => install_package(self.name),
            Source::Component(_) => {
                succeeds(&["rustup", "component", "add", self.name]);
            }
            Source::Target => {
                succeeds(&["rustup", "target", "add", self.name]);
            }
            Source::Crate(version, options) => {
                let version = format!("{}@{version}", self.name);
                let (install, folder) = (["cargo", "install", "--locked"], text(&tools()));
                // The tests give it little to do: a fast build beats a fast program.
                let how = ["--debug", "--root", &folder, &version];
                succeeds(&[&install[..], &how, options].concat());
            }
            Source::Python(version) => self.install_python(version),
            Source::Own(_) => {}
        }
    }

    fn install_python(&self, version: &str) {
        if VENV.provide().is_err() {
            return;
        }
        let environment = self.environment();
        let programs = environment.join("bin");
        let version = format!("{}=={version}", self.name);
        succeeds(&["python3", "-m", "venv", "--clear", &text(&environment)]);
        succeeds(&[&text(&programs.join("pip")), "install", "--quiet", &version]);
        // A script names its interpreter by the full path, so a copy on our search path works.
        let folder = tools().join("bin");
        let _ = fs::create_dir_all(&folder);
        let _ = fs::copy(programs.join(self.name), folder.join(self.name));
    }

    /// The virtual environment of a Python package.
    pub(crate) fn environment(&self) -> PathBuf {
        root().join("target").join(self.name)
    }
}

fn install_package(name: &str) {
    for manager in PACKAGE_MANAGERS {
        let install = [*manager, &[name]].concat();
        if as_root(&install) {
            return;
        }
        // A fresh Debian knows no package before it has fetched their list.
        if manager[0] == "apt-get" && as_root(&["apt-get", "update"]) && as_root(&install) {
            return;
        }
    }
}

fn as_root(command: &[&str]) -> bool {
    succeeds(command) || succeeds(&[&["sudo", "--non-interactive"], command].concat())
}

/// Runs a command without input or output.
fn succeeds(words: &[&str]) -> bool {
    let child = command(words[0])
        .args(&words[1..])
        .env("PATH", path())
        // Packages that would ask something take their default.
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        return false;
    };
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(20)),
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
