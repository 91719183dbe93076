//! The process that makes runs, one after the other, and writes down what they took.
//!
//! A worker belongs to one configuration. It reads a [`RunSetup`] and then [`RunTask`]s, a JSON line each,
//! and answers every task with a line: a word for the keeper of the rows, then the row itself.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use taquin::Puzzle;

use crate::measurer::{Hooks, Measurer, RunSetup, RunTask, WorkerProcess, puzzle};
use crate::row::{ResultRow, Status};
use crate::usage;

/// A worker is done, and the controller starts another for the rest.
pub(crate) const BYE: &str = "B";

/// Tables are built and the next run begins: `S NANOSECONDS`, the CPU time of building them.
pub(crate) const READY: &str = "S";

/// A run is made: `R RUN_ID STATUS NANOSECONDS NANOSECONDS JSON`, its time on the clock and of the
/// processor, and its row.
pub(crate) const MADE: &str = "R";

/// Makes this process be asked to end when the one that started it is gone, even by a kill.
pub fn follow_parent() {
    #[cfg(target_os = "linux")]
    {
        // Without it, a worker ends when its pipe is closed.
        let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGTERM);
    }
}

/// Makes the requested runs until the input ends.
///
/// # Errors
/// When the input is not what a worker gets, or the answer cannot be written.
pub fn serve(input: &mut dyn BufRead, output: &mut dyn Write, hooks: &Hooks) -> io::Result<()> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    let order: RunSetup = serde_json::from_str(&line).map_err(io::Error::other)?;
    let mut cold = order.lane.warmup;
    let mut measurer = Measurer::new(order, WorkerProcess::Own, hooks);
    let mut answers = Answers::new(output);
    let mut known = (usize::MAX, Duration::ZERO);
    loop {
        line.clear();
        let is_end = input.read_line(&mut line)? == 0;
        if line.trim().is_empty() {
            // No further request is pending.
            answers.flush()?;
            if is_end {
                return Ok(());
            }
            continue;
        }
        let task: RunTask = serde_json::from_str(&line).map_err(io::Error::other)?;
        let puzzle = puzzle(&task.instance);
        if let Ok(puzzle) = &puzzle {
            measurer.prepare(&task, puzzle);
        }
        let warmed = warm_up(&mut measurer, &task, &puzzle, std::mem::take(&mut cold));
        let prepared = measurer.prepared();
        if prepared.0 != known.0 {
            let nanos = (prepared.1.saturating_sub(known.1) + warmed).as_nanos();
            known = prepared;
            writeln!(answers.text, "{READY} {nanos}")?;
            answers.flush()?;
        }
        let Some(row) = measurer.run(&task, puzzle) else {
            return answers.flush();
        };
        answers.put(&task.run_id, &row)?;
        if measurer.is_worn() {
            writeln!(answers.text, "{BYE}")?;
            return answers.flush();
        }
    }
}

/// Makes a run some times without a row; gives the CPU time of that.
fn warm_up(
    measurer: &mut Measurer<'_>,
    task: &RunTask,
    puzzle: &Result<Puzzle, (Status, String)>,
    times: u32,
) -> Duration {
    let cpu = || usage::cpu_time_with_children().unwrap_or_default();
    let before = if times > 0 { cpu() } else { Duration::ZERO };
    for _ in 0..times {
        let _ = measurer.run(task, puzzle.clone());
    }
    if times > 0 {
        cpu().saturating_sub(before)
    } else {
        Duration::ZERO
    }
}

/// Rows to be sent to the controller. Those of short runs go together, since each write wakes the
/// keeper, which takes longer than a very short run: about 60 µs of both processes.
struct Answers<'a> {
    output: &'a mut dyn Write,
    text: Vec<u8>,
    last: Instant,
}

/// Rows wait this long at most while runs are made.
const WAIT: Duration = Duration::from_millis(50);

/// Bytes of rows that wait at most; with the row that goes beyond they fit into a pipe.
const WAITING: usize = 48 << 10;

impl<'a> Answers<'a> {
    fn new(output: &'a mut dyn Write) -> Self {
        Self {
            output,
            text: Vec::with_capacity(WAITING + WAITING / 4),
            last: Instant::now(),
        }
    }

    fn put(&mut self, id: &str, row: &ResultRow<'_>) -> io::Result<()> {
        let nanos = |seconds: f64| (seconds * 1e9) as u64;
        let (time, cpu) = (nanos(row.solve_s), nanos(row.cpu_s.unwrap_or_default()));
        write!(self.text, "{MADE} {id} {} {time} {cpu} ", row.status.word())?;
        serde_json::to_writer(&mut self.text, row)?;
        self.text.push(b'\n');
        if self.text.len() > WAITING || self.last.elapsed() > WAIT {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.write_all(&self.text)?;
        self.output.flush()?;
        self.text.clear();
        self.last = Instant::now();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use taquin::Control;

    use super::*;
    use crate::measurer::Stamp;
    use crate::suite::LimitSpec;
    use crate::{Executor, Lane, SuiteInstance};

    /// The rows of a worker for these boards.
    fn rows(
        engine: Executor,
        limits: LimitSpec,
        boards: &[(&str, Option<u32>)],
    ) -> Vec<ResultRow<'static>> {
        warm_rows(engine, limits, 0, boards)
    }

    /// The same after some runs that are not measured.
    fn warm_rows(
        engine: Executor,
        limits: LimitSpec,
        warmup: u32,
        boards: &[(&str, Option<u32>)],
    ) -> Vec<ResultRow<'static>> {
        let order = RunSetup {
            lane: Lane {
                name: "lane".to_owned(),
                engine,
                limits,
                warmup,
            },
            stamp: Stamp {
                suite: "s".to_owned(),
                version: "v".to_owned(),
                commit: "c".to_owned(),
                host_cpu: "h".to_owned(),
            },
        };
        let mut input = serde_json::to_string(&order).unwrap() + "\n";
        for (i, &(board, optimal)) in boards.iter().enumerate() {
            let task = RunTask {
                run_id: format!("{i:016x}"),
                instance: SuiteInstance {
                    id: format!("t/{i}"),
                    board: board.to_owned(),
                    goal: "blank-last".to_owned(),
                    seed: 0,
                    optimal,
                },
                steps: None,
                repeat: 0,
            };
            input += &(serde_json::to_string(&task).unwrap() + "\n");
        }
        let hooks = Hooks {
            control: &|limits| Arc::new(Control::new(limits)),
            stopped: &|| false,
        };
        let mut output = Vec::new();
        serve(&mut input.as_bytes(), &mut output, &hooks).unwrap();
        let text: &'static str = String::from_utf8(output).unwrap().leak();
        text.lines()
            .filter_map(|line| line.strip_prefix("R ")?.splitn(5, ' ').nth(4))
            .map(|json| serde_json::from_str(json).unwrap())
            .collect()
    }

    #[test]
    fn a_run_becomes_a_row_with_everything_measured() {
        let engine = Executor::solver("astar/manhattan").unwrap();
        let rows = rows(
            engine,
            LimitSpec::default(),
            &[
                ("8 1 3/4 0 2/7 6 5", Some(14)),
                ("1 2/3 0", None),
                ("1 8 7/4 3 2/6 5 0", None),
            ],
        );
        let first = &rows[0];
        // The values that `taquin solve` shows in the manual.
        assert_eq!(
            (
                first.status,
                first.length,
                first.expanded,
                first.generated,
                first.h_start
            ),
            (Status::Optimal, Some(14), Some(38), Some(67), Some(10))
        );
        assert_eq!(first.moves.as_deref(), Some("LUR2D2LURULDLU"));
        assert!(first.verified && first.proven && first.solve_s > 0.0);
        assert_eq!(rows[1].length, Some(0));
        assert_eq!(rows[2].status, Status::Unsolvable);
    }

    #[test]
    fn limits_refusals_and_contradictions_are_rows_too() {
        let bfs = Executor::solver("bfs").unwrap();
        let nodes = LimitSpec {
            nodes: Some(10),
            ..LimitSpec::default()
        };
        let limited = rows(bfs.clone(), nodes, &[("8 1 3/4 0 2/7 6 5", None)]);
        assert_eq!(
            (limited[0].status, limited[0].limit.as_deref()),
            (Status::Limit, Some("nodes"))
        );
        assert_eq!(limited[0].expanded, Some(10));
        // A false optimum in the data must not go unseen.
        let wrong = rows(
            bfs,
            LimitSpec::default(),
            &[("8 1 3/4 0 2/7 6 5", Some(12))],
        );
        assert_eq!(wrong[0].status, Status::Wrong);
        let table = Executor::solver("table").unwrap();
        let large = taquin::Goal::BlankLast
            .board(taquin::Size::new(5, 5).unwrap())
            .unwrap();
        let refused = rows(table, LimitSpec::default(), &[(&large.to_string(), None)]);
        assert_eq!(refused[0].status, Status::Refused);
    }

    /// Without a heuristic, no search ends by itself on a board of 80 moves.
    #[cfg(unix)]
    #[test]
    fn a_limit_of_cpu_time_ends_a_search() {
        let limits = LimitSpec {
            cpu: Some(Duration::from_millis(200)),
            ..LimitSpec::default()
        };
        let board = [("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", None)];
        let rows = rows(Executor::solver("ida/zero").unwrap(), limits, &board);
        assert_eq!(
            (rows[0].status, rows[0].limit.as_deref()),
            (Status::Limit, Some("cpu"))
        );
        assert_eq!(rows[0].cpu_limit_s, Some(0.2));
        let cpu = rows[0].cpu_s.unwrap();
        assert!((0.15..10.0).contains(&cpu), "{cpu}");
    }

    #[cfg(unix)]
    #[test]
    fn runs_before_the_first_have_no_row() {
        let log = std::env::temp_dir().join(format!("taquin-warm-{}", std::process::id()));
        let script = format!("echo run >> {}; echo LL", log.display());
        let engine = Executor::Command(vec!["sh".to_owned(), "-c".to_owned(), script]);
        let board = [("1 2 3/4 5 6/0 7 8", Some(2))];
        let rows = warm_rows(engine, LimitSpec::default(), 2, &board);
        let runs = std::fs::read_to_string(&log).unwrap();
        std::fs::remove_file(&log).unwrap();
        assert_eq!((rows.len(), runs.lines().count()), (1, 3));
    }

    #[cfg(unix)]
    #[test]
    fn other_programs_are_read_and_checked() {
        let lane = |script: &str| {
            Executor::Command(vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()])
        };
        let board = [("1 2 3/4 5 6/0 7 8", Some(2))];
        for (script, status, verified) in [
            ("echo LL", Status::Solved, true),
            ("echo 2", Status::Solved, false),
            ("echo 1", Status::Wrong, false),
            ("echo RR; echo U", Status::Solved, true),
            ("echo LLL", Status::Wrong, false),
            ("echo hm", Status::Rubbish, false),
            ("kill -9 $$", Status::Crash, false),
            ("exit 1", Status::Crash, false),
        ] {
            let rows = rows(lane(script), LimitSpec::default(), &board);
            assert_eq!(
                (rows[0].status, rows[0].verified),
                (status, verified),
                "{script}"
            );
        }
    }
}
