//! A worker seen from the process that keeps the rows.

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::measurer::{RunSetup, RunTask};
use crate::{external, usage};

/// The command that starts a worker.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its file.
    pub path: PathBuf,
    /// What makes it a worker.
    pub arguments: Vec<String>,
}

/// Bytes that are read at once; a worker sends no more.
const ROOM: usize = 64 << 10;

/// A process that makes runs.
pub(crate) struct Worker {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// What was read and not yet taken.
    buffer: Vec<u8>,
    taken: usize,
    /// Where the next piece is read to.
    room: Vec<u8>,
    /// Whether its tables are built.
    pub(crate) is_set_up: bool,
}

/// A message from a worker.
pub(crate) enum Came {
    /// Something.
    Text,
    /// Nothing within the time.
    Nothing,
    /// It is gone.
    End,
}

impl Worker {
    pub(crate) fn start(program: &Program, order: &RunSetup) -> io::Result<Self> {
        let mut command = Command::new(&program.path);
        command
            .args(&program.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // Ctrl-C is for the process that keeps the rows.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        usage::lower_mark();
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (mut input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let mut line = serde_json::to_string(order)?;
        line.push('\n');
        // A worker that is gone already is noticed when it is listened to.
        let _ = input.write_all(line.as_bytes());
        Ok(Self {
            child,
            input: Some(input),
            output,
            buffer: Vec::new(),
            taken: 0,
            room: vec![0; ROOM],
            is_set_up: false,
        })
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn send(&mut self, tasks: impl Iterator<Item = RunTask>) -> io::Result<()> {
        let mut text = String::new();
        for task in tasks {
            text += &serde_json::to_string(&task)?;
            text.push('\n');
        }
        // An empty line ends a batch of requests.
        text.push('\n');
        match &mut self.input {
            Some(input) => input.write_all(text.as_bytes()),
            None => Ok(()),
        }
    }

    /// The next line of what has come, if a whole one is there.
    pub(crate) fn line(&mut self) -> Option<&str> {
        let rest = &self.buffer[self.taken..];
        // Searches many bytes at once, unlike a search byte by byte.
        let length = { rest }.skip_until(b'\n').ok()?;
        let line = rest[..length].strip_suffix(b"\n")?;
        self.taken += length;
        // Lines that are not UTF-8, or empty, are not ours.
        Some(std::str::from_utf8(line).unwrap_or_default())
    }

    /// Waits for more for some time.
    pub(crate) fn listen(&mut self, wait: Duration) -> io::Result<Came> {
        self.buffer.drain(..self.taken);
        self.taken = 0;
        if !has_input(&self.output, wait)? {
            return Ok(Came::Nothing);
        }
        let count = self.output.read(&mut self.room)?;
        self.buffer.extend_from_slice(&self.room[..count]);
        Ok(if count == 0 { Came::End } else { Came::Text })
    }

    /// Ends the process, kindly first, so that it ends what it started; says how it ended.
    pub(crate) fn end(&mut self) -> String {
        drop(self.input.take());
        terminate(&self.child);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(1) {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.to_string();
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        external::kill_group(self.child.id());
        let _ = self.child.kill();
        self.child
            .wait()
            .map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}

/// A worker goes when its input ends; whatever it does is of no use then.
impl Drop for Worker {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            self.end();
        }
    }
}

/// Asks a process to end.
fn terminate(child: &Child) {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, kill};
        use nix::unistd::Pid;
        let _ = kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM);
    }
    #[cfg(not(unix))]
    let _ = child;
}

/// Waits until there is something to read, or for this long.
#[cfg(unix)]
fn has_input(pipe: &ChildStdout, wait: Duration) -> io::Result<bool> {
    use std::os::fd::AsFd;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    let mut ready = [PollFd::new(pipe.as_fd(), PollFlags::POLLIN)];
    let wait = PollTimeout::try_from(wait).unwrap_or(PollTimeout::ZERO);
    match poll(&mut ready, wait) {
        Ok(count) => Ok(count > 0),
        Err(nix::errno::Errno::EINTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Elsewhere reading itself waits, and a worker that does not stop is waited for.
#[cfg(not(unix))]
fn has_input(_: &ChildStdout, _: Duration) -> io::Result<bool> {
    Ok(true)
}
