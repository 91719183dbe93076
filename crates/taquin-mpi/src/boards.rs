//! `taquin-mpi boards`: a stream of positions.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, StdoutLock, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, SyncSender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use taquin::catalogue;
use taquin_app::units::{self, show_count, show_duration};

use crate::Lead;
use crate::ranks::Work;

/// Solve positions, one per line, and print their moves in order
#[derive(Args)]
pub(crate) struct Boards {
    /// A file of positions, which rank 0 reads [default: stdin, up to its end or a line with a dot]
    #[arg(long, short, value_name = "FILE")]
    input: Option<PathBuf>,
    /// The solver and its options
    #[arg(long, short, value_name = "SPEC", default_value = "pdb-ida")]
    algo: String,
    /// blank-last, blank-first, spiral or a position
    #[arg(long, value_name = "GOAL", default_value = "blank-last")]
    goal: String,
    /// Positions of an order
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    chunk: u32,
    /// Time for each position
    #[arg(long, visible_alias = "time-limit", value_name = "TIME", value_parser = units::duration)]
    time: Option<Duration>,
    /// Expanded nodes for each position, like 1e8
    #[arg(long, value_name = "COUNT", value_parser = units::count)]
    node_limit: Option<u64>,
}

/// Orders that are read before they are needed.
const READ_AHEAD: usize = 64;

/// Orders that may be ahead of the one that is to be printed next.
const AHEAD: u64 = 4096;

impl Boards {
    pub(crate) fn run(&self, lead: &mut Lead<'_>) -> Result<ExitCode, String> {
        catalogue::solver(&self.algo).map_err(|error| error.to_string())?;
        if self.goal.contains(['\t', '\n']) || self.algo.contains(['\t', '\n']) {
            return Err("no tabs or line ends in options".to_owned());
        }
        let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
        let time = self.time.map(|time| time.as_millis() as u64);
        let mut stream = Stream {
            head: format!(
                "boards\t{}\t{}\t{}\t{}",
                self.algo,
                self.goal,
                number(time),
                number(self.node_limit)
            ),
            input: self.read()?,
            output: BufWriter::new(std::io::stdout().lock()),
            is_read: false,
            dealt: HashMap::new(),
            again: VecDeque::new(),
            replies: BTreeMap::new(),
            next: 0,
            printed: 0,
            solved: 0,
            faults: 0,
            began: Instant::now(),
        };
        lead(&mut stream)?;
        stream.output.flush().map_err(|error| error.to_string())?;
        Ok(ExitCode::from(if stream.faults > 0 { 2 } else { 0 }))
    }
}

impl Boards {
    /// Reads the input in a separate thread, so that rank 0 deals and prints while input is slow.
    fn read(&self) -> Result<Receiver<Chunk>, String> {
        let (send, chunks) = mpsc::sync_channel(READ_AHEAD);
        let size = self.chunk as usize;
        match &self.input {
            Some(path) => {
                let file = File::open(path).map_err(|e| format!("{}: {e}", path.display()))?;
                thread::spawn(move || read_chunks(BufReader::new(file), size, &send));
            }
            None => {
                thread::spawn(move || read_chunks(std::io::stdin().lock(), size, &send));
            }
        }
        Ok(chunks)
    }
}

/// The lines of an order, or why they cannot be read.
type Chunk = Result<String, String>;

/// The positions of some input as orders. Launchers that do not pass on the end of stdin (Open MPI 5.0.11
/// is one) are why a line with a dot is an end too.
fn read_chunks(input: impl BufRead, size: usize, chunks: &SyncSender<Chunk>) {
    let mut chunk = String::new();
    let mut count = 0;
    for line in input.lines() {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                let _ = chunks.send(Err(error.to_string()));
                return;
            }
        };
        match line.trim() {
            "." => break,
            "" => continue,
            comment if comment.starts_with('#') => continue,
            position => {
                chunk.push('\n');
                chunk.push_str(position);
                count += 1;
            }
        }
        // Nobody takes them any more when the work has ended.
        if count == size && chunks.send(Ok(std::mem::take(&mut chunk))).is_err() {
            return;
        }
        count %= size;
    }
    if count > 0 {
        let _ = chunks.send(Ok(chunk));
    }
}

struct Stream {
    head: String,
    input: Receiver<Chunk>,
    output: BufWriter<StdoutLock<'static>>,
    is_read: bool,
    dealt: HashMap<u64, String>,
    /// What lost ranks had.
    again: VecDeque<u64>,
    /// What cannot be printed yet.
    replies: BTreeMap<u64, String>,
    next: u64,
    /// Orders printed.
    printed: u64,
    /// Positions solved.
    solved: u64,
    faults: u64,
    began: Instant,
}

impl Work for Stream {
    fn next(&mut self) -> Result<Option<(u64, String)>, String> {
        if let Some(id) = self.again.pop_front() {
            return Ok(self.dealt.get(&id).map(|order| (id, order.clone())));
        }
        if self.is_read || self.next >= self.printed + AHEAD {
            return Ok(None);
        }
        let chunk = match self.input.try_recv() {
            Ok(chunk) => chunk?,
            Err(TryRecvError::Empty) => return Ok(None),
            Err(TryRecvError::Disconnected) => {
                self.is_read = true;
                return Ok(None);
            }
        };
        let order = [&self.head, &*chunk].concat();
        let id = self.next;
        self.next += 1;
        self.dealt.insert(id, order.clone());
        Ok(Some((id, order)))
    }

    fn is_over(&self) -> bool {
        self.is_read && self.dealt.is_empty()
    }

    fn done(&mut self, id: u64, result: Result<String, String>) -> Result<u64, String> {
        if self.dealt.remove(&id).is_none() {
            return Ok(0);
        }
        let reply = result?;
        let positions = reply.lines().count() as u64;
        self.replies.insert(id, reply);
        while let Some(reply) = self.replies.remove(&self.printed) {
            for line in reply.lines() {
                match line.split_once('\t') {
                    Some(("ok", moves)) => writeln!(self.output, "{moves}"),
                    Some((_, error)) => {
                        self.faults += 1;
                        crate::tell(error);
                        writeln!(self.output)
                    }
                    None => writeln!(self.output),
                }
                .map_err(|error| error.to_string())?;
            }
            self.printed += 1;
        }
        self.solved += positions;
        Ok(positions)
    }

    fn unit(&self) -> &'static str {
        "positions"
    }

    fn lost(&mut self, id: u64) {
        self.again.push_back(id);
    }

    fn moot(&self, _ids: &[u64]) -> Vec<u64> {
        Vec::new()
    }

    fn must_stop(&self) -> bool {
        false
    }

    fn line(&self) -> String {
        let elapsed = self.began.elapsed();
        let rate = self.solved as f64 / elapsed.as_secs_f64().max(1e-3);
        format!(
            "{}: {} positions, {}/s",
            show_duration(elapsed),
            show_count(self.solved),
            show_count(rate as u64)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(text: &str, size: usize) -> Vec<String> {
        let (send, chunks) = mpsc::sync_channel(100);
        read_chunks(text.as_bytes(), size, &send);
        drop(send);
        chunks.into_iter().map(Result::unwrap).collect()
    }

    #[test]
    fn input_ends_at_its_end_or_at_a_dot() {
        let text = "1 2/3 0\n\n# a comment\n  1 2/0 3\n0 2/1 3\n";
        assert_eq!(chunks(text, 2), ["\n1 2/3 0\n1 2/0 3", "\n0 2/1 3"]);
        assert_eq!(chunks(text, 3).len(), 1);
        assert_eq!(chunks(&format!("{text}.\n1 2/3 0\n"), 2), chunks(text, 2));
        assert_eq!(chunks("", 2), [""; 0]);
    }
}
