//! The messages between rank 0 and the workers: lines of text with tabs between columns.
//!
//! An order says everything, so any rank can do it, and doing it twice does no harm.

use std::fmt::Write;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use taquin::algorithms::{Dealt, PartSearch, PdbIda};
use taquin::notation::{Notation, format_moves, parse_goals};
use taquin::parts::{Counts, Searched, Span};
use taquin::pdb::PdbCache;
use taquin::{Board, Context, Control, Goal, Goals, Limits, Puzzle, catalogue};

/// State that a rank keeps from one order to the next.
pub(crate) struct Bench {
    pub(crate) context: Context,
    search: Mutex<Option<(String, Arc<PartSearch>)>>,
}

impl Bench {
    pub(crate) fn new(tables: Option<std::path::PathBuf>) -> Self {
        Self {
            context: match tables {
                Some(folder) => Context::new().with(PdbCache::in_folder(folder)),
                None => Context::new(),
            },
            search: Mutex::new(None),
        }
    }

    pub(crate) fn control(&self, limits: Limits) -> Control {
        Control::new(limits).within(&self.context)
    }

    /// The search of a puzzle, ready; made once.
    fn search(
        &self,
        tables: &str,
        automaton: &str,
        start: &str,
        goal: &str,
    ) -> Result<Arc<PartSearch>, String> {
        let key = [tables, automaton, start, goal].join("\t");
        // Threads of a rank that need the same wait for the one that makes it.
        let mut known = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, search)) = &*known
            && *of == key
        {
            return Ok(Arc::clone(search));
        }
        let goal = Goal::Custom(goal.parse::<Board>().map_err(|error| error.to_string())?);
        let start = start.parse::<Board>().map_err(|error| error.to_string())?;
        let puzzle = Puzzle::new(start, &goal.into()).map_err(|error| error.to_string())?;
        let solver = PdbIda {
            tables: tables.parse()?,
            automaton: number(automaton)?,
            ..PdbIda::default()
        };
        let search = solver.part_search(&puzzle, &self.control(Limits::default()));
        let search = Arc::new(search.map_err(|error| error.to_string())?);
        *known = Some((key, Arc::clone(&search)));
        Ok(search)
    }

    /// Does what an order says.
    pub(crate) fn perform(&self, order: &str, abandon: &AtomicBool) -> Result<String, String> {
        let (line, rest) = order.split_once('\n').unwrap_or((order, ""));
        let columns: Vec<&str> = line.split('\t').collect();
        match columns.as_slice() {
            [
                "part",
                tables,
                automaton,
                start,
                goal,
                threshold,
                budget,
                span,
            ] => {
                let search = self.search(tables, automaton, start, goal)?;
                let span: Span = span.parse().map_err(|error| format!("{error}"))?;
                let control = self.control(Limits::default());
                let budget = Some(number(budget)?);
                let (searched, _) =
                    search.search(number(threshold)?, &span, budget, abandon, &control);
                Ok(write_searched(&searched))
            }
            ["boards", spec, goal, milliseconds, nodes] => {
                let limits = Limits {
                    time: optional(milliseconds)?.map(Duration::from_millis),
                    nodes: optional(nodes)?,
                    memory: None,
                };
                self.boards(spec, goal, limits, rest)
            }
            ["run", ..] => run(&columns[1..]),
            _ => Err(format!("an order that nobody knows: {line}")),
        }
    }

    /// Solves the boards of some lines: for each a line with `ok` and its moves, or `error` and why.
    fn boards(
        &self,
        spec: &str,
        goal: &str,
        limits: Limits,
        lines: &str,
    ) -> Result<String, String> {
        let solver = catalogue::solver(spec).map_err(|error| error.to_string())?;
        let goals = parse_goals(goal).map_err(|error| error.to_string())?;
        let mut replies = String::new();
        for line in lines.lines() {
            let reply = self.board(&*solver, &goals, limits, line);
            let (word, text) = match &reply {
                Ok(moves) => ("ok", moves),
                Err(error) => ("error", error),
            };
            let _ = writeln!(replies, "{word}\t{}", text.replace('\n', " "));
        }
        Ok(replies)
    }

    fn board(
        &self,
        solver: &dyn taquin::Solver,
        goals: &Goals,
        limits: Limits,
        line: &str,
    ) -> Result<String, String> {
        let board: Board = line.trim().parse().map_err(|error| format!("{error}"))?;
        let puzzle = Puzzle::new(board, goals).map_err(|error| error.to_string())?;
        let outcome = solver.solve(&puzzle, &self.control(limits));
        let outcome = outcome.map_err(|error| error.to_string())?;
        let best = outcome.best().ok_or("limit reached without a solution")?;
        Ok(format_moves(best.moves(), Notation::Tile))
    }
}

/// Runs another program; its last words are the error if it fails.
fn run(words: &[&str]) -> Result<String, String> {
    let [program, arguments @ ..] = words else {
        return Err("no program to run".to_owned());
    };
    let mut command = Command::new(program);
    crate::mpi::end_with_us(command.args(arguments).stdin(Stdio::null()));
    let output = command.output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(String::new());
    }
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = errors.lines().last().unwrap_or_default().to_owned();
    Err(format!("{program}: {}: {last}", output.status))
}

/// The order for a part.
pub(crate) fn part_order(search: &PartSearch, dealt: &Dealt) -> String {
    let key = search.key();
    let (tables, automaton) = search.settings();
    let Dealt {
        threshold,
        span,
        budget,
    } = dealt;
    format!(
        "part\t{tables}\t{automaton}\t{}\t{}\t{threshold}\t{budget}\t{span}",
        key.start, key.goal
    )
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not a number"))
}

fn optional(text: &str) -> Result<Option<u64>, String> {
    (text != "-").then(|| number(text)).transpose()
}

fn write_searched(searched: &Searched) -> String {
    let mut text = String::new();
    for (span, counts) in &searched.done {
        let Counts {
            expanded,
            generated,
            time,
        } = counts;
        let _ = writeln!(
            text,
            "done\t{span}\t{expanded}\t{generated}\t{}",
            time.as_micros()
        );
    }
    for span in &searched.rest {
        let _ = writeln!(text, "rest\t{span}");
    }
    if let Some(place) = &searched.solution {
        let span = Span {
            from: place.clone(),
            to: None,
        };
        let _ = writeln!(text, "solution\t{span}");
    }
    text
}

/// Reads what a rank found.
pub(crate) fn read_searched(text: &str) -> Result<Searched, String> {
    let span = |text: &str| text.parse::<Span>().map_err(|error| error.to_string());
    let mut searched = Searched::default();
    for line in text.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        match columns.as_slice() {
            ["done", at, expanded, generated, micros] => {
                let counts = Counts {
                    expanded: number(expanded)?,
                    generated: number(generated)?,
                    time: Duration::from_micros(number(micros)?),
                };
                searched.done.push((span(at)?, counts));
            }
            ["rest", at] => searched.rest.push(span(at)?),
            ["solution", at] => searched.solution = Some(span(at)?.from),
            _ => return Err(format!("a result that cannot be read: {line}")),
        }
    }
    Ok(searched)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written() {
        let counts = Counts {
            expanded: 10,
            generated: 20,
            time: Duration::from_micros(30),
        };
        let span = |text: &str| text.parse::<Span>().unwrap();
        let searched = Searched {
            done: vec![(span("..R"), counts), (span("RL..RD"), counts)],
            rest: vec![span("R..RL")],
            solution: span("..RD").to,
        };
        let text = write_searched(&searched);
        assert_eq!(read_searched(&text), Ok(searched));
        for wrong in ["done\t..R", "rest\tX", "solved\t.."] {
            assert!(read_searched(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_order_says_everything_that_a_rank_needs() {
        let bench = Bench::new(None);
        let goal = "1 2 3/4 5 6/7 8 0";
        let order = format!("part\t2-2-2-2\t4\t8 1 3/4 0 2/7 6 5\t{goal}\t14\t1000000\t..");
        let never = AtomicBool::new(false);
        let found = read_searched(&bench.perform(&order, &never).unwrap()).unwrap();
        assert_eq!(found.solution.map(|place| place.0.len()), Some(14));
        assert!(found.rest.is_empty());
        let order = format!(
            "boards\tpdb-ida\tblank-last\t-\t-\n8 1 3/4 0 2/7 6 5\n1 2 3/4 5 6/8 7 0\n{goal}"
        );
        let replies = bench.perform(&order, &never).unwrap();
        let words: Vec<&str> = replies
            .lines()
            .map(|line| line.split('\t').next().unwrap())
            .collect();
        assert_eq!(words, ["ok", "error", "ok"]);
        for wrong in [
            "",
            "part",
            "part\tx\t4\t1\t1\t1\t1\t..",
            "run\tno-such-program",
        ] {
            assert!(bench.perform(wrong, &never).is_err(), "{wrong}");
        }
    }
}
