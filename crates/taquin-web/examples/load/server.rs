//! A service that this program starts, and connections to it.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::Fault;

/// A running service.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn start(binary: &str, arguments: &[&str]) -> Result<Self, Fault> {
        let mut process = Command::new(binary)
            .args([
                "serve",
                "--port=0",
                "--rate=0",
                "--work-each=0",
                "--log=off",
            ])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let talk = process.stderr.take().ok_or("no stderr")?;
        BufReader::new(talk).read_line(&mut line)?;
        let address = line
            .strip_prefix("Open http://")
            .and_then(|rest| rest.split('/').next())
            .ok_or_else(|| format!("it did not start: {line}"))?
            .parse()?;
        Ok(Self { process, address })
    }

    /// Waits until the tables are made, so that they are not part of what is measured.
    pub(crate) fn warm(&self) -> Result<(), Fault> {
        let mut client = Client::new(self.address);
        let until = Instant::now() + Duration::from_mins(2);
        while client.get("/ready")?.0 != 200 {
            if Instant::now() > until {
                return Err("its tables are not there".into());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// The most memory it has had resident, in megabytes.
    pub(crate) fn peak(&self) -> Result<f64, Fault> {
        let path = format!("/proc/{}/status", self.process.id());
        let text = std::fs::read_to_string(path)?;
        let line = text.lines().find(|line| line.starts_with("VmHWM:"));
        let word = line.and_then(|line| line.split_whitespace().nth(1));
        Ok(word.ok_or("the system reports no memory")?.parse::<f64>()? * 1024.0 / 1e6)
    }

    pub(crate) fn metric(&self, name: &str) -> f64 {
        let mut client = Client::new(self.address);
        let text = client
            .get("/metrics")
            .map(|(_, body)| body)
            .unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{name} ")));
        let number = line.and_then(|line| line.rsplit(' ').next()?.parse().ok());
        number.unwrap_or(f64::NAN)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// One connection that is kept.
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    /// A header with its address, as a proxy tells it.
    from: String,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            from: String::new(),
            stream: None,
        }
    }

    /// Another client, where the service is behind a proxy.
    pub(crate) fn numbered(address: SocketAddr, number: u64) -> Self {
        Self {
            from: format!(
                "X-Forwarded-For: 10.0.{}.{}\r\n",
                number >> 8 & 255,
                number & 255
            ),
            ..Self::new(address)
        }
    }

    pub(crate) fn ask(&mut self, path: &str, body: &Value) -> io::Result<(u16, Vec<u8>)> {
        let body = body.to_string();
        self.send(&format!(
            "POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\n{}Content-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.from,
            body.len()
        ))
    }

    pub(crate) fn get(&mut self, path: &str) -> io::Result<(u16, Vec<u8>)> {
        let from = &self.from;
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\n{from}\r\n"
        ))
    }

    pub(crate) fn delete(&mut self, path: &str) -> io::Result<(u16, Vec<u8>)> {
        let from = &self.from;
        self.send(&format!(
            "DELETE {path} HTTP/1.1\r\nHost: localhost\r\n{from}\r\n"
        ))
    }

    fn send(&mut self, request: &str) -> io::Result<(u16, Vec<u8>)> {
        let mut stream = if let Some(stream) = self.stream.take() {
            stream
        } else {
            let stream = TcpStream::connect(self.address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(Duration::from_secs(90)))?;
            BufReader::new(stream)
        };
        stream.get_mut().write_all(request.as_bytes())?;
        let answer = read(&mut stream)?;
        // An answer that was not whole leaves the connection behind.
        self.stream = Some(stream);
        Ok(answer)
    }
}

/// Reads an answer whose length is stated.
fn read(stream: &mut impl BufRead) -> io::Result<(u16, Vec<u8>)> {
    let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
    let status = status.ok_or_else(|| bad("no status"))?;
    let mut length = 0;
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        let header = line.trim_end();
        if header.is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().map_err(|_| bad("no length"))?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok((status, body))
}
