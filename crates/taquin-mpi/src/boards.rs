//! `taquin-mpi boards`: a stream of positions.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io::{BufRead, BufWriter, StdinLock, StdoutLock, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use taquin::catalogue;
use taquin_app::units::{self, show_count};

use crate::Lead;
use crate::ranks::Work;

/// Solve positions from stdin, one per line, and print their moves in order
#[derive(Args)]
pub(crate) struct Boards {
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
            chunk: self.chunk as usize,
            input: std::io::stdin().lock(),
            output: BufWriter::new(std::io::stdout().lock()),
            is_read: false,
            lines: 0,
            dealt: HashMap::new(),
            again: VecDeque::new(),
            replies: BTreeMap::new(),
            next: 0,
            printed: 0,
            faults: 0,
            began: Instant::now(),
        };
        lead(&mut stream)?;
        stream.output.flush().map_err(|error| error.to_string())?;
        Ok(ExitCode::from(if stream.faults > 0 { 2 } else { 0 }))
    }
}

struct Stream {
    head: String,
    chunk: usize,
    input: StdinLock<'static>,
    output: BufWriter<StdoutLock<'static>>,
    is_read: bool,
    /// Lines read.
    lines: u64,
    dealt: HashMap<u64, String>,
    /// What lost ranks had.
    again: VecDeque<u64>,
    /// What cannot be printed yet.
    replies: BTreeMap<u64, String>,
    next: u64,
    /// Orders printed.
    printed: u64,
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
        let mut order = self.head.clone();
        let mut count = 0;
        while count < self.chunk {
            let mut line = String::new();
            let read = self
                .input
                .read_line(&mut line)
                .map_err(|error| error.to_string())?;
            if read == 0 {
                self.is_read = true;
                break;
            }
            self.lines += 1;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                order.push('\n');
                order.push_str(line);
                count += 1;
            }
        }
        if count == 0 {
            return Ok(None);
        }
        let id = self.next;
        self.next += 1;
        self.dealt.insert(id, order.clone());
        Ok(Some((id, order)))
    }

    fn is_over(&self) -> bool {
        self.is_read && self.dealt.is_empty()
    }

    fn done(&mut self, id: u64, result: Result<String, String>) -> Result<(), String> {
        if self.dealt.remove(&id).is_none() {
            return Ok(());
        }
        self.replies.insert(id, result?);
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
        Ok(())
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
        let done = self.printed * self.chunk as u64;
        let rate = done as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        format!(
            "{} positions, {}/s",
            show_count(done),
            show_count(rate as u64)
        )
    }
}
