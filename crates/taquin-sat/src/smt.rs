//! The puzzle for SMT solvers, as a thesis wrote it: a number in each cell of each state.
//!
//! For states `X_0 … X_P`, each with an integer `x_i_p` for every cell p:
//!
//! - *isState*: the numbers of a state are distinct and lie from 0 to n - 1; 0 is the blank.
//! - *transitions*: for each place of the blank (corner, edge, filler) a disjunction over the moves
//!   from there; a move says of every cell what it holds in the next state.
//! - *notEquals*: no state equals the one two steps before, in some cell they differ.
//! - *isFinalState*: some state is the goal.
//!
//! The published text has slips; this is what is meant. Its example of a corner transition swaps
//! the wrong cells. Its transitions are joined by *or* over the states, so that one step of many
//! would satisfy them, and *basic constraints and corner or edge or filler* without parentheses
//! lets a filler transition alone satisfy the whole; here each step is one of the transitions. Its
//! indices run to P where there are P states, and the start is not said to be the first state.
//!
//! F. Stalzer, *15 Puzzle*, bachelor thesis, University of Innsbruck.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use taquin_core::{Board, Move, Stop};

use crate::cdcl::Guard;
use crate::formula::{DecodeError, Horizon, Task, neighbours, walk};
use crate::task_comments;

/// The name of the encoding.
pub const ENCODING: &str = "thesis-smt";

/// The theory for the numbers in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theory {
    /// Integers, as the thesis has them.
    #[default]
    Integers,
    /// Vectors of as many bits as a cell's number needs: the same formulas, which solvers turn into
    /// clauses.
    BitVectors,
}

impl Theory {
    const NAMES: [(&str, Self); 2] = [
        (ENCODING, Self::Integers),
        ("bit-vectors", Self::BitVectors),
    ];

    /// The name of the encoding: `thesis-smt` or `bit-vectors`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integers => Self::NAMES[0].0,
            Self::BitVectors => Self::NAMES[1].0,
        }
    }

    /// The logic and the sort of a number below `cells`.
    fn sort(self, cells: usize) -> (&'static str, String) {
        match self {
            Self::Integers => ("QF_LIA", "Int".to_owned()),
            Self::BitVectors => ("QF_BV", format!("(_ BitVec {})", bits(cells))),
        }
    }

    /// A number.
    fn number(self, number: usize, cells: usize) -> String {
        match self {
            Self::Integers => number.to_string(),
            Self::BitVectors => format!("(_ bv{number} {})", bits(cells)),
        }
    }

    /// The constraint that a number is one of a board's; nothing if the type implies it.
    fn range(self, name: &str, cells: usize) -> Option<String> {
        match self {
            Self::Integers => Some(format!("(and (<= 0 {name}) (< {name} {cells}))")),
            Self::BitVectors if cells.is_power_of_two() => None,
            Self::BitVectors => Some(format!("(bvult {name} {})", self.number(cells, cells))),
        }
    }
}

impl std::str::FromStr for Theory {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::NAMES.iter().find(|(name, _)| *name == text);
        known
            .map(|&(_, theory)| theory)
            .ok_or_else(|| "write thesis-smt or bit-vectors".to_owned())
    }
}

/// Bits of a number below `cells`.
fn bits(cells: usize) -> u32 {
    cells.next_power_of_two().trailing_zeros()
}

/// A task in SMT-LIB 2 over integers, with the question and the request for the values.
pub fn write(task: &Task) -> String {
    match write_within(task, Theory::Integers, &mut ()) {
        ControlFlow::Continue(text) => text,
        ControlFlow::Break(_) => unreachable!("the empty guard lets everything pass"),
    }
}

/// The same in a theory, unless the guard objects while it is written.
///
/// # Errors
/// Breaks when the guard does.
pub fn write_within(
    task: &Task,
    theory: Theory,
    guard: &mut dyn Guard,
) -> ControlFlow<Stop, String> {
    let (size, steps) = (task.size(), task.steps as usize);
    let cells = size.cells();
    let near = neighbours(size);
    let (logic, sort) = theory.sort(cells);
    let mut text = format!(
        "; taquin, encoding {}\n{}\
         ; x_T_P: the number in cell P (from 0, in reading order) of state T; 0 is the blank\n\
         (set-option :produce-models true)\n(set-logic {logic})\n",
        theory.name(),
        task_comments::write(task, ";"),
    );
    let is_board = |state: usize, board: &Board| {
        let cells = board.numbers().enumerate().map(|(p, n)| {
            format!(
                "(= {} {})",
                x(state, p),
                theory.number(usize::from(n), cells)
            )
        });
        format!("(and {})", cells.collect::<Vec<_>>().join(" "))
    };
    for t in 0..=steps {
        guard.pause(text.capacity() as u64)?;
        let names: Vec<String> = (0..cells).map(|p| x(t, p)).collect();
        for name in &names {
            let _ = writeln!(text, "(declare-const {name} {sort})");
        }
        let _ = writeln!(
            text,
            "; isState({t})\n(assert (distinct {}))",
            names.join(" ")
        );
        for range in names.iter().filter_map(|name| theory.range(name, cells)) {
            let _ = writeln!(text, "(assert {range})");
        }
    }
    let _ = writeln!(text, "; the start\n(assert {})", is_board(0, task.start()));
    let blank = theory.number(0, cells);
    for t in 0..steps {
        guard.pause(text.capacity() as u64)?;
        let _ = writeln!(text, "; transition {t}");
        let mut places = Vec::new();
        for (p, around) in near.iter().enumerate() {
            let moves: Vec<String> = around.iter().map(|&q| transition(t, p, q, cells)).collect();
            let moves = moves.join(" ");
            places.push(format!("(and (= {} {blank}) (or {moves}))", x(t, p)));
        }
        let _ = writeln!(text, "(assert (or\n  {}))", places.join("\n  "));
    }
    let undone = if task.horizon == Horizon::Exact {
        // Moves may undo one another.
        2..2
    } else {
        2..steps + 1
    };
    for t in undone {
        let differs = (0..cells).map(|p| format!("(distinct {} {})", x(t, p), x(t - 2, p)));
        let differs: Vec<String> = differs.collect();
        let _ = writeln!(
            text,
            "; notEquals({t}, {})\n(assert (or {}))",
            t - 2,
            differs.join(" ")
        );
    }
    let finals: Vec<String> = final_states(task)
        .flat_map(|t| task.goals().iter().map(move |goal| (t, goal)))
        .map(|(t, goal)| is_board(t, goal))
        .collect();
    let _ = writeln!(
        text,
        "; isFinalState of some state\n(assert (or {}))",
        finals.join("\n  ")
    );
    text.push_str("(check-sat)\n(get-value (");
    for t in 0..=steps {
        for p in 0..cells {
            let _ = write!(text, "{} ", x(t, p));
        }
    }
    text.push_str("))\n");
    ControlFlow::Continue(text)
}

/// The states of which one has to be a goal.
fn final_states(task: &Task) -> std::ops::RangeInclusive<usize> {
    let steps = task.steps as usize;
    match task.horizon {
        Horizon::AtMost => 0..=steps,
        Horizon::Exact | Horizon::NoUndo => steps..=steps,
    }
}

fn x(state: usize, cell: usize) -> String {
    format!("x_{state}_{cell}")
}

/// The blank goes from p to q: those two cells change their numbers, all others keep theirs.
fn transition(state: usize, p: usize, q: usize, cells: usize) -> String {
    let source = |r: usize| match r {
        _ if r == p => q,
        _ if r == q => p,
        _ => r,
    };
    let equal: Vec<String> = (0..cells)
        .map(|r| format!("(= {} {})", x(state + 1, r), x(state, source(r))))
        .collect();
    format!("(and {})", equal.join(" "))
}

/// The moves in what a solver printed: none if it said `unsat`.
///
/// # Errors
/// When it said something else, or values that are no plan.
pub fn read(task: &Task, printed: &str) -> Result<Option<Vec<Move>>, SmtError> {
    let verdict = printed.lines().map(str::trim).find(|line| !line.is_empty());
    match verdict {
        Some("sat") => {}
        Some("unsat") => return Ok(None),
        Some(other) => return Err(SmtError::Verdict(other.chars().take(120).collect())),
        None => return Err(SmtError::Verdict("nothing".to_owned())),
    }
    Ok(Some(check(task, &values(task, printed))?))
}

/// The numbers of all states as a solver printed them, by state and cell.
fn values(task: &Task, printed: &str) -> Vec<Vec<Option<u64>>> {
    let cells = task.size().cells();
    let mut values = vec![vec![None; cells]; task.steps as usize + 1];
    let spaced = printed.replace(['(', ')'], " ");
    let mut words = spaced.split_ascii_whitespace().peekable();
    while let Some(word) = words.next() {
        let Some((state, cell)) = word.strip_prefix("x_").and_then(|n| n.split_once('_')) else {
            continue;
        };
        let (Ok(state), Ok(cell)) = (state.parse::<usize>(), cell.parse::<usize>()) else {
            continue;
        };
        // Bit vectors are also written `(_ bv5 4)`.
        words.next_if_eq(&"_");
        let number = words.peek().and_then(|word| number(word));
        if let Some(value) = values.get_mut(state).and_then(|state| state.get_mut(cell)) {
            *value = number;
        }
    }
    values
}

/// A number as solvers print it: `5`, `#b0101`, `#x5` or `bv5`.
fn number(word: &str) -> Option<u64> {
    if let Some(digits) = word.strip_prefix("#b") {
        return u64::from_str_radix(digits, 2).ok();
    }
    if let Some(digits) = word.strip_prefix("#x") {
        return u64::from_str_radix(digits, 16).ok();
    }
    word.strip_prefix("bv").unwrap_or(word).parse().ok()
}

/// Checks every rule of the formula on the states, and gives their moves.
fn check(task: &Task, values: &[Vec<Option<u64>>]) -> Result<Vec<Move>, DecodeError> {
    let size = task.size();
    let broken = |rule: String, reason: String| DecodeError::Rule { rule, reason };
    let mut states: Vec<Board> = Vec::new();
    for (t, numbers) in values.iter().enumerate() {
        let rule = || format!("isState({t})");
        let missing = numbers.iter().position(Option::is_none);
        if let Some(p) = missing {
            return Err(broken(rule(), format!("{} has no value", x(t, p))));
        }
        let numbers = numbers.iter().flatten();
        let numbers: Vec<u32> = numbers
            .map(|&number| u32::try_from(number).unwrap_or(u32::MAX))
            .collect();
        let board = Board::new(size, &numbers);
        states.push(board.map_err(|error| broken(rule(), error.to_string()))?);
    }
    if states.first() != Some(task.start()) {
        let found = states.first().map_or(String::new(), Board::to_string);
        return Err(broken(
            "the start".to_owned(),
            format!("state 0 is {found}"),
        ));
    }
    for (t, pair) in states.windows(2).enumerate() {
        let is_move = pair[0].moves().any(|mv| {
            let mut next = pair[0].clone();
            next.slide(mv);
            next == pair[1]
        });
        if !is_move {
            let reason = format!("no move leads from {} to {}", pair[0], pair[1]);
            return Err(broken(format!("transition {t}"), reason));
        }
    }
    let undone = states.windows(3).position(|three| three[0] == three[2]);
    if let Some(t) = undone.filter(|_| task.horizon != Horizon::Exact) {
        let reason = format!("both are {}", states[t]);
        return Err(broken(format!("notEquals({}, {t})", t + 2), reason));
    }
    if !final_states(task).any(|t| task.goals().contains(&states[t])) {
        let last = &states[task.steps as usize];
        let reason = format!("the last state is {last}");
        return Err(broken("isFinalState".to_owned(), reason));
    }
    let blanks: Vec<Option<usize>> = states.iter().map(|s| Some(s.blank().index())).collect();
    walk(task, &blanks)
}

/// Why what an SMT solver printed is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SmtError {
    /// Neither `sat` nor `unsat`.
    #[error("it said neither sat nor unsat but: {0}")]
    Verdict(String),
    /// Values that are no plan.
    #[error(transparent)]
    Plan(#[from] DecodeError),
}
