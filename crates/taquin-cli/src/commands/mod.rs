//! The commands, one per file: arguments, help, and implementation.

pub(crate) mod analyze;
pub(crate) mod apply;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod course;
pub(crate) mod dataset;
pub(crate) mod decide;
pub(crate) mod decode;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod encode;
pub(crate) mod estimate;
pub(crate) mod exercise;
pub(crate) mod explain;
pub(crate) mod facts;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod part;
pub(crate) mod pdb;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod render;
pub(crate) mod sat;
pub(crate) mod serve;
pub(crate) mod site;
pub(crate) mod solve;
pub(crate) mod verify;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use taquin::notation::file::Instance;
use taquin::notation::{Notation, parse_moves};
use taquin::sat::backend::{BACKENDS, Choice};
use taquin::sat::certificate::ProofFormat;
use taquin::sat::checker::{CHECKERS, Checker};
use taquin::{Board, Control, Move};
use taquin_app::{RefusalKind, answer};

use crate::End;
use crate::cli::{Cli, Command, PositionArgs};
use crate::failure::{Exit, Failure};
use crate::input::{self, Asked, Questions};
use crate::interrupt;
use crate::output::{self, Column, Label, Reply, Sink, Style};
use crate::stream;
use crate::units;

/// Runs the command and returns its exit code.
pub(crate) fn run(cli: Cli) -> Result<Exit, End> {
    let style = cli.global.style();
    match cli.command {
        Command::Solve(command) => command.run(style),
        Command::Generate(command) => command.run(style),
        Command::Check(command) => command.run(style),
        Command::Apply(command) => command.run(style),
        Command::Moves(command) => command.run(style),
        Command::Analyze(command) => command.run(style),
        Command::Verify(command) => command.run(style),
        Command::Estimate(command) => command.run(style),
        Command::Hint(command) => command.run(style),
        Command::Explain(command) => command.run(style),
        Command::Compare(command) => command.run(style),
        Command::Bench(command) => command.run(style),
        Command::Play(command) => command.run(style),
        Command::Serve(command) => command.run(style),
        Command::Site(command) => command.run(style),
        Command::Pdb(command) => command.run(style),
        Command::Dataset(command) => command.run(style),
        Command::Part(command) => command.run(style),
        Command::List(command) => command.run(style),
        Command::Facts(command) => command.run(style),
        Command::Render(command) => command.run(style),
        Command::Encode(command) => command.run(style),
        Command::Decode(command) => command.run(style),
        Command::Decide(command) => command.run(style),
        Command::Course(command) => command.run(style),
        Command::Exercise(command) => command.run(style),
        Command::Demo(command) => command.run(style),
        Command::Sat(command) => command.run(style),
        Command::Prove(command) => command.run(style),
        Command::Doctor(command) => command.run(style),
        Command::Completions(command) => command.run(style),
        Command::Man(command) => command.run(style),
    }
}

/// Answers every position that the arguments name, in order.
fn each_position(
    args: &PositionArgs,
    style: Style,
    threads: usize,
    columns: &'static [Column],
    answer: impl Fn(&Instance) -> Result<Reply, Failure> + Send + Sync + 'static,
) -> Result<Exit, End> {
    let questions = Questions::new(args, style, 1)?;
    let many = questions.many;
    let mut sink = Sink::new(style, columns, many).of_positions();
    let answer = move |asked: &Asked| {
        let instance = asked.instance.as_ref().map_err(Clone::clone)?;
        answer(instance).map_err(|failure| failure.at_line(many.then_some(instance.line)))
    };
    let (asked, progress) = (questions.asked, questions.progress);
    stream::answer_all(asked, threads, &mut sink, progress, Asked::label, answer)?;
    Ok(sink.finish()?)
}

/// Answers every position that the arguments name, in order, up to `most` of them at a time.
fn each_group(
    args: &PositionArgs,
    style: Style,
    most: usize,
    threads: usize,
    columns: &'static [Column],
    answer: impl Fn(&[&Instance]) -> Vec<Result<Reply, Failure>> + Send + Sync + 'static,
) -> Result<Exit, End> {
    let questions = Questions::new(args, style, most)?;
    let many = questions.many;
    let mut sink = Sink::new(style, columns, many).of_positions();
    let answer = move |asked: &[Asked]| {
        let instances: Vec<&Instance> = asked
            .iter()
            .filter_map(|asked| asked.instance.as_ref().ok())
            .collect();
        let mut answers = answer(&instances).into_iter();
        let reply = |asked: &Asked| {
            let instance = asked.instance.as_ref().map_err(Clone::clone)?;
            let answer = answers.next().expect("an answer for every instance");
            answer.map_err(|failure| failure.at_line(many.then_some(instance.line)))
        };
        asked.iter().map(reply).collect()
    };
    stream::answer_groups(
        questions.asked,
        most,
        threads,
        &mut sink,
        questions.progress,
        Asked::label,
        answer,
    )?;
    Ok(sink.finish()?)
}

/// Makes a file of every position that the arguments name, in order: if there are several, each is
/// handed a name for its own. A position that fails is reported, and the next follows.
fn each_file(
    args: &PositionArgs,
    style: Style,
    make: impl Fn(&Instance, Option<&str>) -> Result<Exit, End>,
) -> Result<Exit, End> {
    let mut asked = Questions::new(args, style, 1)?.asked.peekable();
    let (mut exit, mut number, mut is_many) = (Exit::Done, 0, false);
    while let Some(asked_now) = asked.next() {
        number += 1;
        is_many |= number > 1 || (args.position.len() != 1 && asked.peek().is_some());
        let one = || {
            let instance = asked_now.instance.as_ref().map_err(Clone::clone)?;
            let name = is_many.then(|| file_name(instance.id.as_deref(), number));
            make(instance, name.as_deref())
        };
        let ended = match one() {
            Err(End::Failed(failure)) => {
                let line = asked_now
                    .instance
                    .as_ref()
                    .ok()
                    .map(|instance| instance.line);
                let failure = failure.at_line(line.filter(|_| is_many));
                output::complain(&failure);
                failure.exit
            }
            Err(error) => return Err(error),
            Ok(ended) => ended,
        };
        if exit == Exit::Done {
            exit = ended;
        }
        if interrupt::seen() {
            break;
        }
    }
    Ok(exit)
}

/// The name of a position's own file: its id, where that is one for files, else its number.
fn file_name(id: Option<&str>, number: usize) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    let id = id.filter(|id| id.chars().all(allowed) && !id.starts_with('.') && !id.is_empty());
    id.map_or_else(|| format!("{number:04}"), |id| id.replace(':', "-"))
}

/// Writes the only reply of a command.
fn only(style: Style, columns: &'static [Column], reply: Reply) -> Result<Exit, End> {
    let mut sink = Sink::new(style, columns, false);
    sink.put(Label::default(), &Ok(reply))?;
    Ok(sink.finish()?)
}

/// Moves from an argument, or from stdin for `-`.
fn moves(text: &str, notation: Notation, start: &Board) -> Result<Vec<Move>, Failure> {
    let typed;
    let text = if text.trim() == "-" {
        typed = input::all_of_stdin()
            .map_err(|error| Failure::usage(format!("the moves cannot be read: {error}")))?;
        typed.trim_end()
    } else {
        text
    };
    parse_moves(text, notation, Some(start))
        .map_err(|error| input::unreadable(&error, RefusalKind::IllegalMove))
}

/// `1 move`, `2 moves`.
fn count_of(count: usize, what: &str) -> String {
    units::count_of(count as u64, what)
}

/// The requested SAT or SMT backend, or our own.
fn formula_solver(name: Option<&str>) -> Result<Choice, Failure> {
    match name {
        None => Ok(Choice::default()),
        Some(name) => Ok(program(name).parse().map_err(Failure::from)?),
    }
}

/// The proof checkers of others to ask: the one that is named, else all that are installed.
fn outside_checkers(named: Option<&str>) -> Result<Vec<Checker>, Failure> {
    let Some(name) = named else {
        let installed = CHECKERS.iter().filter_map(|(name, _)| on_path(name));
        return Ok(installed.map(Checker::new).collect());
    };
    if name == "none" {
        return Ok(Vec::new());
    }
    let path = if name.contains(['/', '\\']) {
        Some(PathBuf::from(name)).filter(|path| path.is_file())
    } else {
        on_path(name)
    };
    match path {
        Some(path) => Ok(vec![Checker::new(path)]),
        None => Err(Failure::usage(format!(
            "there is no checker {name}; give the name or path of one that is installed, or none"
        ))),
    }
}

/// Has checkers of others check a proof that ours has accepted. A checker that was named must answer.
fn check_outside(
    checkers: &[Checker],
    is_named: bool,
    formula: &Path,
    proof: (&Path, ProofFormat),
    control: &Control,
) -> Result<Vec<answer::OutsideCheck>, Failure> {
    let checks = taquin_app::outside_checks(checkers, formula, proof, control);
    let checks = checks.map_err(|refusal| match refusal.kind {
        RefusalKind::Unsupported => Failure {
            exit: Exit::Limit,
            ..Failure::from(refusal)
        },
        _ => Failure::from(refusal),
    })?;
    match checks.iter().find(|check| is_named && !check.verified) {
        None => Ok(checks),
        Some(check) => {
            let reason = check.reason.as_deref().unwrap_or_default();
            let name = &check.checker;
            let detail = format!("{name} gives no verdict: {reason}");
            Err(Failure::new(
                Exit::Verification,
                RefusalKind::Verification,
                detail,
            ))
        }
    }
}

/// The checkers of a proof: `checked by taquin and rate`; `checked by taquin alone` if no other checker
/// ran.
fn checked_by(outside: &[answer::OutsideCheck]) -> String {
    let verified: Vec<&str> = outside
        .iter()
        .filter(|check| check.verified)
        .map(|check| check.checker.as_str())
        .collect();
    let mut text = match verified[..] {
        [] => "checked by taquin alone".to_owned(),
        [one] => format!("checked by taquin and {one}"),
        [ref most @ .., last] => format!("checked by taquin, {} and {last}", most.join(", ")),
    };
    for check in outside.iter().filter(|check| !check.verified) {
        let reason = check.reason.as_deref().unwrap_or_default();
        let _ = write!(text, "; {} gave no verdict ({reason})", check.checker);
    }
    text
}

/// The size and effort of a formula: `22 variables, 102 clauses, 5 conflicts · 0.2 ms`.
fn formula_effort(variables: u32, clauses: usize, conflicts: Option<u64>, time_ms: f64) -> String {
    let conflicts = conflicts.map_or_else(String::new, |count| {
        format!(", {}", count_of(count as usize, "conflict"))
    });
    let variables = count_of(variables as usize, "variable");
    let clauses = count_of(clauses, "clause");
    format!("{variables}, {clauses}{conflicts} · {time_ms} ms")
}

/// A solver of formulas as users write it: a program that is no solver of ours and is found where
/// programs are looked for becomes its path.
fn program(name: &str) -> String {
    let is_ours = BACKENDS.iter().any(|entry| entry.name == name);
    if is_ours || name.is_empty() || name.contains(['/', '\\']) {
        return name.to_owned();
    }
    on_path(name).map_or_else(|| name.to_owned(), |path| path.display().to_string())
}

/// The program of this name in the folders of `PATH`.
fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}
