//! The table of solved positions in a real PostgreSQL, which several servers share.
#![cfg(all(feature = "postgres", unix))]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Server, settings};
use serde_json::json;
use taquin::{Direction, Move};
use taquin_web::Settings;
use taquin_web::lookup::{Entry, Key, Lookup, Postgres};

/// A PostgreSQL server in a folder of its own, on a Unix socket there.
struct Database {
    folder: PathBuf,
    programs: PathBuf,
}

impl Database {
    fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("taquin-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let database = Self {
            folder,
            programs: programs().expect("the programs of a PostgreSQL server are installed"),
        };
        if is_root() {
            // The server refuses to run as root.
            let path = database.folder.display().to_string();
            assert!(
                Command::new("chown")
                    .args(["postgres", &path])
                    .status()
                    .unwrap()
                    .success()
            );
        }
        let data = database.data();
        database.run(
            "initdb",
            &["-D", &data, "-A", "trust", "-U", "taquin", "--no-sync"],
        );
        let socket = format!("-k {} -h ''", database.folder.display());
        let log = database.folder.join("log").display().to_string();
        database.run(
            "pg_ctl",
            &["-D", &data, "-o", &socket, "-l", &log, "-w", "start"],
        );
        database
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    /// Runs one of the server's programs as somebody it accepts.
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
            .status()
            .unwrap();
        assert!(status.success(), "{} {arguments:?}", program.display());
    }

    fn address(&self) -> String {
        format!("host={} user=taquin dbname=postgres", self.folder.display())
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let data = self.data();
        self.run("pg_ctl", &["-D", &data, "-m", "immediate", "stop"]);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Where the server's programs are: on the path, or where Debian keeps them.
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

#[test]
fn servers_share_what_they_solved() {
    let database = Database::start();
    keeps_the_better(&database.address());
    let server = || {
        Server::new(Settings {
            postgres: Some(database.address()),
            ..settings()
        })
    };
    let (first, second) = (server(), server());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let asked = json!({"board": "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12"});
        let hint = first.ask("hint", &asked).await.json();
        assert_eq!(hint["distance"], 38);
        let until = Instant::now() + Duration::from_secs(10);
        while first.metric("taquin_lookup_written_total").await < 38 {
            assert!(Instant::now() < until, "nothing is written");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(second.ask("hint", &asked).await.json(), hint);
        assert_eq!(second.metric("taquin_lookup_hits_total").await, 1);
        assert_eq!(second.metric("taquin_searches_total").await, 0);
    });
}

/// An entry is only replaced by a better one, also by another connection.
fn keeps_the_better(address: &str) {
    let (one, two) = (
        Postgres::open(address).unwrap(),
        Postgres::open(address).unwrap(),
    );
    let board: taquin::Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
    let goal: taquin::Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
    let key = Key::new(&board, &goal);
    let entry = |length, proven| Entry {
        length,
        proven,
        first: Some(Move(Direction::Left)),
    };
    assert_eq!(one.get(&key).unwrap(), None);
    one.put(&[
        (key.clone(), entry(20, false)),
        (key.clone(), entry(18, false)),
    ])
    .unwrap();
    assert_eq!(two.get(&key).unwrap(), Some(entry(18, false)));
    two.put(&[(key.clone(), entry(14, true))]).unwrap();
    one.put(&[(key.clone(), entry(16, false))]).unwrap();
    one.put(&[(key.clone(), entry(14, false))]).unwrap();
    assert_eq!(one.get(&key).unwrap(), Some(entry(14, true)));
    one.put(&[]).unwrap();
    let refused = Postgres::open("host=/nowhere user=taquin");
    assert!(refused.is_err_and(|error| error.to_string().contains("PostgreSQL")));
}
