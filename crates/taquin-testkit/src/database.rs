//! A private PostgreSQL server for a test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A PostgreSQL server in a temporary folder, on a Unix socket there; it ends when it is dropped.
pub struct Database {
    folder: PathBuf,
    programs: PathBuf,
}

impl Database {
    /// Creates and starts a server with the role `taquin`.
    ///
    /// # Panics
    /// When no PostgreSQL is installed, or it does not start.
    pub fn start() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let (process, next) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("taquin-postgres-{process}-{next}"));
        fs::create_dir_all(&folder).expect("there is a temporary folder");
        let programs = programs().expect("the programs of a PostgreSQL server are installed");
        let database = Self { folder, programs };
        database.give_away(&database.folder);
        let data = database.data();
        database.run(
            "initdb",
            &["-D", &data, "-A", "trust", "-U", "taquin", "--no-sync"],
        );
        database.control("start");
        database
    }

    /// Starts, stops or restarts the server.
    pub fn control(&self, what: &str) {
        self.control_with(what, "-h ''");
    }

    /// The same with other options of the server.
    pub fn control_with(&self, what: &str, options: &str) {
        let (data, log) = (self.data(), self.folder.join("log").display().to_string());
        let socket = format!("-k {} {options}", self.folder.display());
        let arguments = [
            "-D", &data, "-o", &socket, "-l", &log, "-m", "fast", "-w", what,
        ];
        self.run("pg_ctl", &arguments);
    }

    /// The folder with its socket and its data.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address for clients.
    pub fn address(&self) -> String {
        format!("host={} user=taquin dbname=postgres", self.folder.display())
    }

    /// Gives a file to the user that the server runs as: it refuses to run as root.
    ///
    /// # Panics
    /// When the file cannot be given away.
    pub fn give_away(&self, file: &Path) {
        if is_root() {
            let given = Command::new("chown").arg("postgres").arg(file).status();
            assert!(given.is_ok_and(|status| status.success()));
        }
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    /// Runs one of the server's programs as a user that it accepts.
    fn run(&self, program: &str, arguments: &[&str]) {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(&program);
            command
        } else {
            Command::new(&program)
        };
        let status = command
            .args(arguments)
            .current_dir(&self.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let done = status.is_ok_and(|status| status.success());
        assert!(done, "{} {arguments:?}", program.display());
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let data = self.data();
        self.run("pg_ctl", &["-D", &data, "-m", "immediate", "stop"]);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The folder of the server's programs: on the path, or Debian's.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let debian = debian.filter_map(|version| Some(version.ok()?.path().join("bin")));
    std::env::split_paths(&path)
        .chain(debian)
        .find(|folder| folder.join("initdb").exists())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout == b"0\n") && Path::new("/usr/sbin/runuser").exists()
}
