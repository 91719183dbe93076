//! Programs that some tests run: installed if need be, and said plainly where they cannot be.

use std::fs;
use std::process::{Command, Stdio};

use crate::cargo::{path, root, tools};

/// A program of the system.
pub(crate) struct Tool {
    /// Its name, and that of its package.
    name: &'static str,
    /// A command that succeeds where it is installed.
    probe: &'static [&'static str],
    /// What is left out without it.
    loss: &'static str,
}

/// The terminal in which tests play the game.
pub(crate) const TMUX: Tool = Tool {
    name: "tmux",
    probe: &["tmux", "-V"],
    loss: "the tests of the game in a terminal",
};

/// The solver of theories that the thesis used.
pub(crate) const Z3: Tool = Tool {
    name: "z3",
    probe: &["z3", "--version"],
    loss: "the tests of smt with a real solver",
};

/// The browser in which tests play the game on the page.
pub(crate) const CHROMIUM: Tool = Tool {
    name: "chromium",
    probe: &["chromium", "--version"],
    loss: "the tests of the page in a browser",
};

/// What brings the tests of the page their runner.
pub(crate) const NPM: Tool = Tool {
    name: "npm",
    probe: &["npm", "--version"],
    loss: "the tests of the page in a browser",
};

/// A solver that speaks the formats of the SAT competitions.
pub(crate) const CADICAL: Tool = Tool {
    name: "cadical",
    probe: &["cadical", "--version"],
    loss: "the tests of sat with a real outside solver",
};

/// A solver whose ways differ: it prints no model but writes it to a file.
pub(crate) const MINISAT: Tool = Tool {
    name: "minisat",
    probe: &["minisat", "--help"],
    loss: "the tests of sat with a solver that writes its answer to a file",
};

/// Another solver of theories.
pub(crate) const CVC5: Tool = Tool {
    name: "cvc5",
    probe: &["cvc5", "--version"],
    loss: "the tests of smt with a second solver",
};

/// The language of constraint models, with a solver for them.
pub(crate) const MINIZINC: Tool = Tool {
    name: "minizinc",
    probe: &["minizinc", "--version"],
    loss: "the tests that have constraint models solved",
};

/// What makes virtual environments for programs in Python; Debian keeps it apart from Python.
pub(crate) const VENV: Tool = Tool {
    name: "python3-venv",
    probe: &["python3", "-c", "import ensurepip, venv"],
    loss: "the checks by programs in Python",
};

/// The server that several services share; Debian keeps its programs off the path.
pub(crate) const POSTGRESQL: Tool = Tool {
    name: "postgresql",
    probe: &[
        "sh",
        "-c",
        "ls /usr/lib/postgresql/*/bin/initdb || command -v initdb",
    ],
    loss: "the tests of the shared table of solved positions",
};

/// A program that comes as a crate.
pub(crate) struct Crate {
    name: &'static str,
    version: &'static str,
    /// What is left out without it.
    loss: &'static str,
}

/// The checker of proofs, which knows nothing of ours.
pub(crate) const RATE: Crate = Crate {
    name: "rate",
    version: "0.3.0",
    loss: "the tests that hold proofs to a foreign checker",
};

impl Crate {
    /// Sees that it is there, by building it if need be; says why it is not.
    pub(crate) fn provide(&self) -> Result<(), String> {
        let is_there = || quietly(&[self.name, "--version"]);
        if is_there() {
            return Ok(());
        }
        let version = format!("{}@{}", self.name, self.version);
        let folder = tools();
        let folder = folder.to_string_lossy();
        // Whether this worked shows in the second look.
        // The proofs of the tests are small: a quick build is worth more than a quick checker.
        quietly(&[
            "cargo", "install", "--debug", "--locked", "--root", &folder, &version,
        ]);
        if is_there() {
            return Ok(());
        }
        Err(format!(
            "{} is not installed and could not be built; {} are left out",
            self.name, self.loss
        ))
    }
}

/// A program that comes as a Python package, of the same name.
pub(crate) struct Wheel {
    name: &'static str,
    version: &'static str,
    /// What is left out without it.
    loss: &'static str,
}

/// A planner, which reads PDDL.
pub(crate) const PYPERPLAN: Wheel = Wheel {
    name: "pyperplan",
    version: "2.1",
    loss: "the tests that have a planner find a plan",
};

impl Wheel {
    /// Sees that it is there, in a virtual environment of its own if need be; says why it is not.
    pub(crate) fn provide(&self) -> Result<(), String> {
        let is_there = || quietly(&[self.name, "--help"]);
        if is_there() {
            return Ok(());
        }
        VENV.provide()?;
        let venv = root().join("target").join(self.name);
        let program = venv.join("bin").join(self.name);
        let version = format!("{}=={}", self.name, self.version);
        let pip = venv.join("bin/pip");
        // Whether this worked shows in the second look.
        quietly(&["python3", "-m", "venv", &venv.to_string_lossy()]);
        quietly(&[&pip.to_string_lossy(), "install", "--quiet", &version]);
        let folder = tools().join("bin");
        // The script names its interpreter by the full path, so it works from anywhere.
        let _ = fs::create_dir_all(&folder);
        let _ = fs::copy(program, folder.join(self.name));
        if is_there() {
            return Ok(());
        }
        Err(format!(
            "{} is not installed and pip could not; {} are left out",
            self.name, self.loss
        ))
    }
}

/// The counter of instructions.
pub(crate) const VALGRIND: Tool = Tool {
    name: "valgrind",
    probe: &["valgrind", "--version"],
    loss: "the instruction counts of the hot loops",
};

/// Ways to install a package, as systems have them; those that need rights ask `sudo` without a
/// password.
const WAYS: &[&[&str]] = &[
    &["apt-get", "install", "--yes", "--no-install-recommends"],
    &["dnf", "install", "--assumeyes"],
    &["pacman", "--sync", "--noconfirm"],
    &["apk", "add"],
    &["brew", "install"],
];

impl Tool {
    /// Sees that it is there, by installing it if need be; says why it is not.
    pub(crate) fn provide(&self) -> Result<(), String> {
        if self.is_there() {
            return Ok(());
        }
        for way in WAYS {
            let install = [*way, &[self.name]].concat();
            let with_rights = [&["sudo", "--non-interactive"], &install[..]].concat();
            if quietly(&install) || quietly(&with_rights) {
                break;
            }
            // A fresh Debian knows no package before it has fetched their list.
            let refresh = ["apt-get", "update"];
            let sudo_refresh = ["sudo", "--non-interactive", "apt-get", "update"];
            if way[0] == "apt-get"
                && (quietly(&refresh) || quietly(&sudo_refresh))
                && (quietly(&install) || quietly(&with_rights))
            {
                break;
            }
        }
        if self.is_there() {
            return Ok(());
        }
        Err(format!(
            "{} is not installed and could not be; {} are left out",
            self.name, self.loss
        ))
    }

    fn is_there(&self) -> bool {
        quietly(self.probe)
    }
}

fn quietly(command: &[&str]) -> bool {
    let status = Command::new(command[0])
        .args(&command[1..])
        .env("PATH", path())
        // Packages that would ask something take their usual answer.
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
