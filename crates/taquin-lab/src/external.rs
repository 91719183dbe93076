//! Another program as a solver: started for one board, watched, ended if need be, and its answer
//! read and checked.
//!
//! A program gets the board where its command has a place for it, else on stdin. Its answer is the last
//! line of stdout that is a list of moves leading to the goal, or a length; JSON objects with `moves` or
//! `length` are read too. Moves may be directions of the tile or of the blank: what can be replayed
//! counts.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use taquin::notation::{Notation, parse_moves, to_grid};
use taquin::sat::process_tree::ProcessTree;
use taquin::{Move, Puzzle, Solution};

use crate::cgroup::Group;
use crate::usage;

/// The most bytes of output that are kept.
const LONGEST: u64 = 16 << 20;

/// Polling interval for limits. The end of the program is noticed at once.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Polling interval for the memory of the process tree, which takes longer to read.
const WEIGH_EVERY: Duration = Duration::from_millis(250);

/// The limits of a program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance {
    /// Time from its start.
    pub time: Option<Duration>,
    /// CPU time, of all that it starts too.
    pub cpu: Option<Duration>,
    /// Resident bytes.
    pub memory: Option<u64>,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq)]
pub enum ProgramEnd {
    /// By itself and well, with what it printed.
    Well(String),
    /// By itself, but badly: why, and what it complained.
    Badly(String),
    /// By us, at the limit of this name.
    Limit(&'static str),
    /// By us, because the caller said so.
    Stopped,
}

/// The result of running a program.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The way it ended.
    pub ended: ProgramEnd,
    /// Time from its start to its end.
    pub time: Duration,
    /// CPU time of it and of the programs it waited for.
    pub cpu: Duration,
    /// The most it held.
    pub peak: Option<u64>,
}

/// The arguments for a board: each place filled in, and what goes to stdin.
pub fn arguments(words: &[String], puzzle: &Puzzle, goal: &str) -> (Vec<String>, Option<String>) {
    let board = puzzle.start();
    let size = board.size();
    let places = [
        ("{board}", board.to_string()),
        ("{flat}", board.to_string().replace('/', " ")),
        ("{grid}", to_grid(board, '0')),
        ("{goal}", goal.to_owned()),
        ("{rows}", size.rows().to_string()),
        ("{cols}", size.cols().to_string()),
    ];
    let has_board = |word: &String| places[..3].iter().any(|(place, _)| word.contains(place));
    let input = (!words.iter().any(has_board)).then(|| format!("{board}\n"));
    let fill = |word: &String| {
        let filled = |text: String, (place, value): &(&str, String)| text.replace(place, value);
        places.iter().fold(word.clone(), filled)
    };
    (words.iter().map(fill).collect(), input)
}

/// Whether there is such a program.
///
/// # Errors
/// Why it cannot be started.
pub fn find(program: &str) -> Result<(), String> {
    let path = std::path::Path::new(program);
    if path.components().count() > 1 {
        return match path.metadata() {
            Ok(found) if found.is_dir() => Err(format!("{program} is a folder, not a program")),
            Ok(_) => Ok(()),
            Err(error) => Err(format!("{program}: {error}")),
        };
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_there = std::env::split_paths(&folders).any(|folder| folder.join(program).is_file());
    if is_there {
        return Ok(());
    }
    Err(format!(
        "there is no program {program} on the PATH; install it or write its path"
    ))
}

/// Runs a program to its end, or to a limit, or until `stopped`.
///
/// # Errors
/// When it cannot be started.
pub fn run(
    words: &[String],
    input: Option<String>,
    allowance: Allowance,
    stopped: &dyn Fn() -> bool,
) -> io::Result<Ran> {
    let (program, rest) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command
        .args(rest)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.stdin(if input.is_some() {
        Stdio::piped()
    } else {
        Stdio::null()
    });
    let tree = ProcessTree::mark(&mut command);
    let before = usage::children();
    let begun = Instant::now();
    let group = Group::new(allowance.memory);
    let mut child = command.spawn()?;
    // What it starts before it is taken in stays outside.
    let group = group.filter(|group| group.add(child.id()));
    if let (Some(mut pipe), Some(text)) = (child.stdin.take(), input) {
        // A program that does not read its input closes the pipe; that is its right.
        thread::spawn(move || pipe.write_all(text.as_bytes()));
    }
    let out = child
        .stdout
        .take()
        .map(|pipe| thread::spawn(move || read_all(pipe)));
    let err = child
        .stderr
        .take()
        .map(|pipe| thread::spawn(move || read_all(pipe)));
    let mut seen = Seen::default();
    let watched = Watched {
        tree: &tree,
        group: group.as_ref(),
        begun,
        allowance,
    };
    let verdict = watched.to_its_end(&mut child, stopped, &mut seen)?;
    let time = begun.elapsed();
    if verdict.is_break() {
        tree.kill(child.id());
        let _ = child.kill();
    }
    let status = child.wait()?;
    // Whatever it started and left behind would disturb the next run, or keep the pipes open.
    tree.kill(child.id());
    let text = |reader: Option<thread::JoinHandle<String>>| {
        reader
            .and_then(|reader| reader.join().ok())
            .unwrap_or_default()
    };
    let (out, err) = (text(out), text(err));
    let used = usage::children();
    let counted = group.as_ref().and_then(Group::cpu);
    let ended = match verdict {
        ControlFlow::Break(ended) => ended,
        ControlFlow::Continue(()) if group.is_some_and(|group| group.is_out_of_memory()) => {
            ProgramEnd::Limit("memory")
        }
        ControlFlow::Continue(()) if status.success() => ProgramEnd::Well(out),
        ControlFlow::Continue(()) => {
            let complaint = err.lines().rfind(|line| !line.trim().is_empty());
            let complaint = complaint.map_or_else(String::new, |line| {
                format!(": {}", line.trim().chars().take(200).collect::<String>())
            });
            ProgramEnd::Badly(format!("{program} ended with {status}{complaint}"))
        }
    };
    Ok(Ran {
        ended,
        time,
        cpu: used
            .cpu
            .saturating_sub(before.cpu)
            .max(counted.unwrap_or_default())
            .max(seen.cpu),
        peak: peak(before.peak, used.peak, seen.high),
    })
}

/// The most memory: what the system says of ended programs if that grew by this one, else what was
/// seen while it ran. A program starts with the memory of the one that starts it in the books, so
/// the system's number is too large for small ones.
fn peak(before: u64, after: u64, seen: Option<u64>) -> Option<u64> {
    let own = usage::of_process(std::process::id()).map_or(0, |(_, high)| high);
    if after > before && after > own {
        return Some(after);
    }
    seen.or_else(|| Some(after).filter(|&bytes| bytes > 0))
}

/// The observed resource usage of a program. The system reports nothing about children that were not
/// waited for.
#[derive(Default)]
struct Seen {
    high: Option<u64>,
    cpu: Duration,
}

/// A program that runs, and what it may use.
struct Watched<'a> {
    tree: &'a ProcessTree,
    group: Option<&'a Group>,
    begun: Instant,
    allowance: Allowance,
}

impl Watched<'_> {
    /// Waits for the program, looking at its limits; breaks with the reason to end it.
    fn to_its_end(
        &self,
        child: &mut Child,
        stopped: &dyn Fn() -> bool,
        seen: &mut Seen,
    ) -> io::Result<ControlFlow<ProgramEnd>> {
        let mut pause = Duration::from_micros(100);
        let mut weighed = self.begun;
        loop {
            if child.try_wait()?.is_some() {
                return Ok(ControlFlow::Continue(()));
            }
            if stopped() {
                return Ok(ControlFlow::Break(ProgramEnd::Stopped));
            }
            let is_due = weighed.elapsed() > WEIGH_EVERY;
            if is_due {
                weighed = Instant::now();
            }
            if let Some(limit) = self.limit(child.id(), is_due, seen) {
                return Ok(ControlFlow::Break(ProgramEnd::Limit(limit)));
            }
            let spent = self.begun.elapsed();
            let left = self.allowance.time.map(|limit| limit.saturating_sub(spent));
            if left == Some(Duration::ZERO) {
                return Ok(ControlFlow::Break(ProgramEnd::Limit("time")));
            }
            thread::sleep(pause.min(left.unwrap_or(LOOK_EVERY)));
            // Programs that are done at once are seen at once; long ones are hardly disturbed.
            pause = (pause * 2).min(LOOK_EVERY);
        }
    }

    /// The limit of memory or CPU time that is reached; the slower reading is made only when due.
    fn limit(&self, child: u32, is_due: bool, seen: &mut Seen) -> Option<&'static str> {
        let Allowance { memory, cpu, .. } = self.allowance;
        if let Some((now, most)) = usage::of_process(child) {
            seen.high = Some(most);
            if memory.is_some_and(|limit| now > limit) {
                return Some("memory");
            }
        }
        // A wrapper is small; what it starts may not be.
        if is_due && memory.is_some() {
            let bytes = self.tree.resident();
            seen.high = seen.high.max(Some(bytes));
            if memory.is_some_and(|limit| bytes > limit) {
                return Some("memory");
            }
        }
        let counted = self.group.and_then(Group::cpu).unwrap_or_default();
        // Without a group, and for what was started before it was taken in.
        let found = if is_due && cpu.is_some() {
            usage::tree_cpu(child)
        } else {
            Duration::ZERO
        };
        seen.cpu = seen.cpu.max(counted).max(found);
        cpu.filter(|limit| seen.cpu >= *limit).map(|_| "cpu")
    }
}

/// Ends a group of processes that is named after its first.
pub fn kill_group(id: u32) {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;
        let _ = killpg(Pid::from_raw(id as i32), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

fn read_all(pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    let mut pipe = pipe;
    let _ = pipe.by_ref().take(LONGEST).read_to_end(&mut bytes);
    // What is longer is read and dropped, so that the program is not held up.
    let _ = io::copy(&mut pipe, &mut io::sink());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The answer of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum ProgramAnswer {
    /// Moves that lead to the goal.
    Moves(Solution),
    /// A length alone.
    Length(u32),
    /// Moves that do not, and why.
    Wrong(String),
    /// Nothing that is an answer.
    Rubbish(String),
}

/// Reads the answer from what a program printed.
pub fn read(printed: &str, puzzle: &Puzzle) -> ProgramAnswer {
    let mut wrong = None;
    let mut length = None;
    for line in printed.lines().rev().filter(|line| !line.trim().is_empty()) {
        for text in candidates(line.trim()) {
            match moves(text, puzzle) {
                Some(Ok(solution)) => return ProgramAnswer::Moves(solution),
                Some(Err(reason)) => wrong = wrong.or(Some(reason)),
                None => length = length.or_else(|| text.parse().ok()),
            }
        }
    }
    if let Some(answer) = json(printed, puzzle) {
        return answer;
    }
    let solved = puzzle.is_solved_by(puzzle.start());
    match (length, wrong) {
        (Some(length), _) => ProgramAnswer::Length(length),
        (None, Some(reason)) => ProgramAnswer::Wrong(reason),
        (None, None) if printed.trim().is_empty() && solved => ProgramAnswer::Moves(
            Solution::check(puzzle, Vec::new()).expect("a solved board needs no move"),
        ),
        (None, None) => {
            let start: String = printed.trim().chars().take(80).collect();
            let said = if start.is_empty() {
                "nothing".to_owned()
            } else {
                format!("`{start}`")
            };
            ProgramAnswer::Rubbish(format!(
                "neither moves nor a length was printed, but {said}"
            ))
        }
    }
}

/// The line, and what stands behind its first `:` or `=`.
fn candidates(line: &str) -> impl Iterator<Item = &str> {
    let tail = line.split_once([':', '=']).map(|(_, tail)| tail.trim());
    [Some(line), tail]
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty())
}

/// The text as moves of the tile or of the blank; none where it is neither.
fn moves(text: &str, puzzle: &Puzzle) -> Option<Result<Solution, String>> {
    if text.parse::<u64>().is_ok() {
        return None; // One number is a length.
    }
    let read = |notation| parse_moves(text, notation, Some(puzzle.start())).ok();
    let ways: Vec<Vec<Move>> = [Notation::Tile, Notation::Blank]
        .into_iter()
        .filter_map(read)
        .collect();
    let mut fault = None;
    for way in ways {
        match Solution::check(puzzle, way) {
            Ok(solution) => return Some(Ok(solution)),
            Err(error) => fault = fault.or(Some(error.to_string())),
        }
    }
    fault.map(Err)
}

/// The answer as a JSON object.
fn json(printed: &str, puzzle: &Puzzle) -> Option<ProgramAnswer> {
    let value: serde_json::Value = serde_json::from_str(printed.trim()).ok()?;
    if let Some(text) = value
        .get("moves")
        .or(value.get("solution"))
        .and_then(|v| v.as_str())
    {
        return Some(match moves(text, puzzle)? {
            Ok(solution) => ProgramAnswer::Moves(solution),
            Err(reason) => ProgramAnswer::Wrong(reason),
        });
    }
    let length = value.get("length")?.as_u64()?;
    Some(ProgramAnswer::Length(u32::try_from(length).ok()?))
}

#[cfg(test)]
mod tests {
    use taquin::Goals;
    use taquin::notation::parse_board;

    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::new(parse_board(text).unwrap(), &Goals::default()).unwrap()
    }

    fn words(text: &[&str]) -> Vec<String> {
        text.iter().map(|&word| word.to_owned()).collect()
    }

    fn length(answer: &ProgramAnswer) -> Option<u32> {
        match answer {
            ProgramAnswer::Moves(solution) => Some(solution.len()),
            _ => None,
        }
    }

    #[test]
    fn answers_are_read_in_the_ways_programs_print_them() {
        let puzzle = puzzle("1 2 3/4 5 6/0 7 8");
        for text in [
            "LL",
            "thinking …\nL2\n",
            "solution: L L\ndone in 3 ms",
            "7 8",
            "{\"moves\": \"LL\"}",
            "rr",
        ] {
            assert_eq!(length(&read(text, &puzzle)), Some(2), "{text}");
        }
        assert_eq!(
            read("expanded 17\nlength = 2\n", &puzzle),
            ProgramAnswer::Length(2)
        );
        assert_eq!(read("2", &puzzle), ProgramAnswer::Length(2));
        assert!(matches!(read("LLL", &puzzle), ProgramAnswer::Wrong(_)));
        assert!(
            matches!(read("L", &puzzle), ProgramAnswer::Wrong(reason) if reason.contains("not the goal"))
        );
        assert!(matches!(
            read("no idea", &puzzle),
            ProgramAnswer::Rubbish(_)
        ));
        assert!(
            matches!(read("", &puzzle), ProgramAnswer::Rubbish(reason) if reason.contains("nothing"))
        );
        assert_eq!(length(&read("", &self::puzzle("1 2/3 0"))), Some(0));
    }

    #[test]
    fn places_are_filled_in_and_stdin_is_used_without_one() {
        let puzzle = puzzle("1 2 3/4 5 6/0 7 8");
        let (with, input) = arguments(
            &words(&["s", "-b", "{board}", "{rows}x{cols}"]),
            &puzzle,
            "g",
        );
        assert_eq!(with, ["s", "-b", "1 2 3/4 5 6/0 7 8", "3x3"]);
        assert_eq!(input, None);
        let (_, input) = arguments(&words(&["s"]), &puzzle, "g");
        assert_eq!(input.as_deref(), Some("1 2 3/4 5 6/0 7 8\n"));
        let (with, _) = arguments(&words(&["s", "{flat}"]), &puzzle, "g");
        assert_eq!(with[1].split_whitespace().count(), 9, "{with:?}");
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_measured_and_ended() {
        let go = |script: &str, allowance| {
            run(
                &words(&["sh", "-c", script]),
                Some("x\n".to_owned()),
                allowance,
                &|| false,
            )
            .unwrap()
        };
        let free = Allowance::default();
        assert_eq!(go("cat", free).ended, ProgramEnd::Well("x\n".to_owned()));
        let ProgramEnd::Badly(why) = go("echo broken >&2; exit 3", free).ended else {
            panic!()
        };
        assert!(why.contains('3') && why.contains("broken"), "{why}");
        let short = Allowance {
            time: Some(Duration::from_millis(60)),
            ..free
        };
        let late = go("sleep 20 & sleep 20", short);
        assert_eq!(late.ended, ProgramEnd::Limit("time"));
        assert!(late.time < Duration::from_secs(5));
        // Even one that begins a session of its own and keeps the pipes open.
        let begun = Instant::now();
        let late = go("setsid sleep 60 & wait", short);
        assert_eq!(late.ended, ProgramEnd::Limit("time"));
        assert!(begun.elapsed() < Duration::from_secs(20));
        // A loop in the background counts, too.
        let busy = Allowance {
            cpu: Some(Duration::from_millis(300)),
            time: Some(Duration::from_mins(1)),
            ..free
        };
        let spun = go("(while :; do :; done) & wait", busy);
        assert_eq!(spun.ended, ProgramEnd::Limit("cpu"));
        assert!(spun.cpu >= Duration::from_millis(250), "{:?}", spun.cpu);
        let cpu = go("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done", free).cpu;
        assert!(cpu > Duration::from_millis(5), "{cpu:?}");
    }

    #[test]
    fn a_program_that_is_not_there_is_told() {
        assert!(find("no-such-program-at-all").unwrap_err().contains("PATH"));
        assert!(find("/no/such/program").is_err());
        assert!(find("/usr/bin").unwrap_err().contains("folder"));
    }
}
