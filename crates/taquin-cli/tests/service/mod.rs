//! The service as a process, and requests to it.

#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A running service, killed when it is dropped.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) address: SocketAddr,
}

/// The program: the one that `TAQUIN` names, or the one that was built with the tests.
pub(crate) fn program() -> PathBuf {
    let named = std::env::var_os("TAQUIN").map(PathBuf::from);
    named.unwrap_or_else(|| env!("CARGO_BIN_EXE_taquin").into())
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::launch(Command::new(program()), arguments)
    }

    /// Starts it by a command that runs the program with the arguments that follow.
    pub(crate) fn launch(mut command: Command, arguments: &[&str]) -> Self {
        let mut process = command
            .args(["serve", "--port=0", "--rate=0"])
            .args(arguments)
            // What tables this user has made would be part of the memory measured.
            .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stderr.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .strip_prefix("Open http://")
            .and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        Self { process, address }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_mins(2)))
            .unwrap();
        stream
    }

    /// Sends raw bytes as a request and returns the whole answer.
    pub(crate) fn raw(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.raw(&request("GET", path))
    }

    pub(crate) fn ask(&self, path: &str, body: &Value) -> Value {
        let answer = self.raw(&question(path, &body.to_string()));
        let (_, body) = answer
            .split_once("\r\n\r\n")
            .unwrap_or_else(|| panic!("{answer}"));
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
    }

    pub(crate) fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics");
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{name} ")));
        line.map_or(0, |line| line.rsplit(' ').next().unwrap().parse().unwrap())
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for the end and gives the exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status.code();
            }
            assert!(Instant::now() < until, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The status of an answer; 0 where there was none.
pub(crate) fn status(answer: &str) -> u16 {
    let word = answer.split(' ').nth(1);
    word.and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// A request without a body.
pub(crate) fn request(method: &str, path: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
}

/// A question to the API.
pub(crate) fn question(path: &str, body: &str) -> String {
    format!(
        "POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

pub(crate) fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
