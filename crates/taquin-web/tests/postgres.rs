//! The table of solved positions in a real PostgreSQL, which several servers share.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use common::{Server, settings};
use postgres::{Client, NoTls};
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
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let (process, next) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("taquin-postgres-{process}-{next}"));
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
        database.control("start");
        database
    }

    /// Starts, stops or restarts the server.
    fn control(&self, what: &str) {
        let (data, log) = (self.data(), self.folder.join("log").display().to_string());
        let socket = format!("-k {} -h ''", self.folder.display());
        let arguments = [
            "-D", &data, "-o", &socket, "-l", &log, "-m", "fast", "-w", what,
        ];
        self.run("pg_ctl", &arguments);
    }

    /// A connection of its owner.
    fn client(&self) -> Client {
        Client::connect(&self.address(), NoTls).unwrap()
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

/// A board 38 moves from the goal.
const BOARD: &str = "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12";

fn server(database: &Database) -> Server {
    Server::new(Settings {
        postgres: Some(database.address()),
        ..settings()
    })
}

/// Waits until the table can be used, or cannot.
async fn until_available(server: &Server, available: bool) {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let health = server.get("/api/v1/health").await.json();
        if health["table"]["available"] == available {
            return;
        }
        assert!(Instant::now() < until, "{health}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn a_role_needs_no_rights_on_the_schema() {
    let database = Database::start();
    let mut owner = database.client();
    owner
        .batch_execute("CREATE ROLE reader LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC;")
        .unwrap();
    let address = database.address().replace("user=taquin", "user=reader");
    assert!(Postgres::open(&address).is_err());
    Postgres::open(&database.address()).unwrap();
    owner
        .batch_execute("GRANT SELECT, INSERT, UPDATE, DELETE ON taquin_lines_1 TO reader")
        .unwrap();
    let table = Postgres::open(&address).unwrap();
    let board: taquin::Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
    let goal: taquin::Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
    let (key, entry) = (
        Key::new(&board, &goal),
        Entry {
            length: 14,
            proven: true,
            first: Some(Move(Direction::Left)),
        },
    );
    table.put(&[(key.clone(), entry)]).unwrap();
    assert_eq!(table.get(&key).unwrap(), Some(entry));
    table.delete(std::slice::from_ref(&key)).unwrap();
    assert_eq!(table.get(&key).unwrap(), None);
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn a_database_that_is_locked_stopped_or_restarted_does_no_harm() {
    let database = Database::start();
    let server = server(&database);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let asked = json!({"board": BOARD});
        let hint = || async {
            let begun = Instant::now();
            let hint = server.ask("hint", &asked).await.json();
            assert_eq!(hint["distance"], 38, "{hint}");
            begun.elapsed()
        };
        hint().await;
        // Locked: the first hint waits no longer than the timeout, and the next does not wait.
        let (locked, unlock) = (std::sync::mpsc::channel(), std::sync::mpsc::channel::<()>());
        let mut client = tokio::task::spawn_blocking({
            let address = database.address();
            move || Client::connect(&address, NoTls).unwrap()
        })
        .await
        .unwrap();
        let holder = std::thread::spawn(move || {
            let mut holding = client.transaction().unwrap();
            holding
                .batch_execute("LOCK TABLE taquin_lines_1 IN ACCESS EXCLUSIVE MODE")
                .unwrap();
            locked.0.send(()).unwrap();
            let _ = unlock.1.recv();
        });
        locked.1.recv().unwrap();
        assert!(hint().await < Duration::from_secs(8));
        until_available(&server, false).await;
        drop(unlock.0);
        holder.join().unwrap();
        until_available(&server, true).await;

        database.control("stop");
        hint().await;
        until_available(&server, false).await;
        hint().await;
        database.control("start");
        until_available(&server, true).await;
        hint().await;
        database.control("restart");
        for _ in 0..20 {
            hint().await;
        }
        until_available(&server, true).await;
    });
}

#[test]
#[ignore = "needs a PostgreSQL server; `cargo xtask test postgres` runs it"]
fn servers_share_what_they_solved() {
    let database = Database::start();
    keeps_the_better(&database.address());
    let (first, second) = (server(&database), server(&database));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let asked = json!({"board": BOARD});
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
