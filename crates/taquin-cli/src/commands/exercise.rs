//! `taquin exercise`: the exercises of the course, and answers marked.

use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use taquin::Limits;
use taquin_app::{AskedExercise, EXERCISES};

use crate::End;
use crate::failure::{Exit, Failure};
use crate::output::{Column, Reply, Style, aligned};
use crate::session;
use crate::units;

/// Show exercises of the course and check answers
#[derive(Args)]
#[command(after_help = "Examples:
  taquin exercise list
  taquin exercise show manhattan --seed 7
  taquin exercise check manhattan --seed 7 14

A seed gives the same question everywhere. The exit code of a wrong answer is 5.")]
pub(crate) struct Exercise {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the exercises with their lessons
    List,
    /// Show the question of a seed
    Show {
        #[command(flatten)]
        which: Which,
        /// Show a right answer too
        #[arg(long)]
        answer: bool,
    },
    /// Check an answer
    Check {
        #[command(flatten)]
        which: Which,
        /// The answer: a number, a board, moves, yes or no
        #[arg(required = true, value_name = "ANSWER")]
        answer: Vec<String>,
    },
}

#[derive(Args)]
struct Which {
    /// The exercise, as `list` names it
    name: String,
    /// The seed it is drawn from
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = units::seed, allow_negative_numbers = true)]
    seed: u64,
}

const COLUMNS: &[Column] = &[
    ("lesson", "/lesson"),
    ("name", "/name"),
    ("summary", "/summary"),
];

const QUESTION: &[Column] = &[
    ("exercise", "/exercise"),
    ("lesson", "/lesson"),
    ("seed", "/seed"),
    ("question", "/question"),
    ("answer", "/answer"),
];

const MARK: &[Column] = &[
    ("exercise", "/exercise"),
    ("seed", "/seed"),
    ("right", "/right"),
    ("remark", "/remark"),
];

impl Exercise {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        match self.action {
            Action::List => list(style),
            Action::Show { which, answer } => show(&which, answer, style),
            Action::Check { which, answer } => check(&which, &answer.join(" "), style),
        }
    }
}

fn list(style: Style) -> Result<Exit, End> {
    let row = |exercise: &taquin_app::Exercise| {
        json!({
            "lesson": exercise.lesson,
            "name": exercise.name,
            "summary": exercise.summary,
        })
    };
    let rows: Vec<Value> = EXERCISES.iter().map(row).collect();
    let mut reply = Reply::new(aligned(COLUMNS, &rows), &rows);
    reply.rows = Some(rows);
    super::only(style, COLUMNS, reply)
}

fn show(which: &Which, answer: bool, style: Style) -> Result<Exit, End> {
    let exercise = taquin_app::Exercise::named(&which.name).map_err(Failure::from)?;
    let asked = exercise.ask(which.seed, answer, &control());
    let asked = asked.map_err(Failure::from)?;
    super::only(style, QUESTION, Reply::new(text(&asked), &asked))
}

fn check(which: &Which, answer: &str, style: Style) -> Result<Exit, End> {
    let exercise = taquin_app::Exercise::named(&which.name).map_err(Failure::from)?;
    let marked = exercise.mark(which.seed, answer, &control());
    let marked = marked.map_err(Failure::from)?;
    let (text, exit) = if marked.right {
        ("Right.\n".to_owned(), Exit::Done)
    } else {
        (format!("Wrong. {}\n", marked.remark), Exit::Verification)
    };
    super::only(style, MARK, Reply::new(text, &marked).with_exit(exit))
}

/// Exercises are small; a limit keeps a fault from hanging.
fn control() -> taquin::Control {
    session::control(Limits {
        time: Some(Duration::from_secs(30)),
        ..Limits::default()
    })
}

fn text(asked: &AskedExercise) -> String {
    let AskedExercise {
        exercise,
        lesson,
        seed,
        question,
        form,
        answer,
    } = asked;
    let end = match answer {
        Some(answer) => format!("Answer: {answer}"),
        None => format!(
            "Write {form}, and check it:\n  taquin exercise check {exercise} --seed {seed} ANSWER"
        ),
    };
    format!("Lesson {lesson} · {exercise} · seed {seed}\n\n{question}\n\n{end}\n")
}
