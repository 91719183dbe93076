//! Questions and answers as JSON text, for front ends that have nothing but text to hand over.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};
use taquin::spec::SpecError;
use taquin::{Control, Limits};

use crate::answer::Place;
use crate::{App, Day, Prepared, Refusal, RefusalKind, daily, question};

/// Why a text is not a question.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// It is not JSON.
    #[error("{detail}")]
    Malformed {
        /// The byte at which reading stopped.
        offset: usize,
        /// What is wrong there.
        detail: String,
    },
    /// It is JSON of another shape.
    #[error(transparent)]
    Shape(Refusal),
}

impl From<QuestionError> for Refusal {
    fn from(error: QuestionError) -> Self {
        match error {
            QuestionError::Shape(refusal) => refusal,
            QuestionError::Malformed { offset, detail } => {
                let mut refusal = Self::request(detail.clone());
                refusal.problem.errors = vec![Place {
                    pointer: None,
                    offset: Some(offset),
                    code: "syntax",
                    detail,
                }];
                refusal
            }
        }
    }
}

/// Reads JSON of a shape; a wrong member is named by its JSON pointer.
///
/// # Errors
/// When the text is not JSON, or not of this shape.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, QuestionError> {
    let shape = |pointer: &str, detail: String| {
        QuestionError::Shape(Refusal::member(pointer, "shape", detail))
    };
    // serde would also accept the members' values in order as a list, which is not what is described.
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if first.is_some_and(|byte| b"[\"-0123456789".contains(byte)) {
        return Err(shape("", "the body must be an object".to_owned()));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let pointer = pointer(error.path());
        let error = error.into_inner();
        if error.is_data() {
            shape(&pointer, message(&error))
        } else {
            malformed(bytes, &error)
        }
    })?;
    reader.end().map_err(|error| malformed(bytes, &error))?;
    Ok(value)
}

fn malformed(bytes: &[u8], error: &serde_json::Error) -> QuestionError {
    let offset = if error.is_eof() {
        bytes.len()
    } else {
        offset(bytes, error.line(), error.column())
    };
    let detail = message(error);
    QuestionError::Malformed { offset, detail }
}

/// The message without its place, which the problem has in a member.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    // It may quote the caller's own text.
    text[..end].chars().take(300).collect()
}

fn offset(bytes: &[u8], line: usize, column: usize) -> usize {
    let before = line.saturating_sub(1);
    let mut starts = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n');
    let start = match before {
        0 => 0,
        n => starts.nth(n - 1).map_or(0, |(at, _)| at + 1),
    };
    (start + column.saturating_sub(1)).min(bytes.len())
}

/// A path as RFC 6901 writes it.
fn pointer(path: &Path) -> String {
    let mut text = String::new();
    for segment in path {
        let part = match segment {
            Segment::Seq { index } => index.to_string(),
            Segment::Map { key } => key.replace('~', "~0").replace('/', "~1"),
            Segment::Enum { variant } => variant.clone(),
            Segment::Unknown => continue,
        };
        text.push('/');
        text.extend(part.chars().take(100));
    }
    text
}

/// Makes a control with these limits, or tighter ones.
pub type MakeControl<'a> = &'a dyn Fn(Limits) -> Control;

/// Answers a question, all as text.
type Answer = fn(&App, &[u8], MakeControl<'_>) -> Result<String, Refusal>;

/// The questions by name.
const QUESTIONS: &[(&str, Answer)] = &[
    ("check", |app, text, _| write(&app.check(&read(text)?)?)),
    ("apply", |app, text, _| write(&app.apply(&read(text)?)?)),
    ("decode", |app, text, _| write(&app.decode(&read(text)?)?)),
    ("estimate", |app, text, control| {
        finish(app, app.estimate(&read(text)?)?, control)
    }),
    ("explain", |app, text, control| {
        finish(app, app.explain(&read(text)?)?, control)
    }),
    ("analyze", |app, text, control| {
        finish(app, app.analyze(&read(text)?)?, control)
    }),
    ("trace", |app, text, control| {
        finish(app, app.trace(&read(text)?)?, control)
    }),
    ("part", |app, text, control| {
        finish(app, app.part(&read(text)?)?, control)
    }),
    ("parts", |app, text, control| {
        finish(app, app.parts(&read(text)?)?, control)
    }),
    ("verify", |app, text, control| {
        finish(app, app.verify(&read(text)?)?, control)
    }),
    ("encode", |app, text, control| {
        finish(app, app.encode(&read(text)?)?, control)
    }),
    ("decide", |app, text, control| {
        finish(app, app.decide(&read(text)?)?, control)
    }),
    ("sat", |app, text, control| {
        finish(app, app.sat(&read(text)?)?, control)
    }),
    ("puzzles", |app, text, control| {
        finish(app, app.puzzles(&read(text)?)?, control)
    }),
    ("daily", |_, text, control| {
        let question: question::Daily = read(text)?;
        let day = question.date.parse::<Day>();
        let day = day.map_err(|error| Refusal::member("/date", "shape", error.to_string()))?;
        write(&daily(day, &control(Limits::default()))?)
    }),
    ("solve", |app, text, control| {
        let solve = app.solve(&read(text)?)?;
        let known = solve.known(app).map(Ok);
        write(&known.unwrap_or_else(|| solve.answer(app, &control(solve.limits())))?)
    }),
    ("compare", |app, text, control| {
        let comparison = app.compare(&read(text)?)?;
        write(&comparison.answer(&control(comparison.limits()), &|_| ()))
    }),
    ("hint", |app, text, control| {
        let hint = app.hint(&read(text)?)?;
        let known = hint.cached(app).or_else(|| hint.known(app)).map(Ok);
        write(&known.unwrap_or_else(|| hint.answer(app, &control(hint.limits())))?)
    }),
];

impl App {
    /// The names of all questions that [`App::ask`] answers.
    pub fn questions() -> impl Iterator<Item = &'static str> {
        QUESTIONS.iter().map(|(name, _)| *name)
    }

    /// Answers the question of a name, both as JSON.
    ///
    /// # Errors
    /// When there is no such question, it cannot be read, or it has no answer.
    pub fn ask(
        &self,
        name: &str,
        question: &[u8],
        control: MakeControl<'_>,
    ) -> Result<String, Refusal> {
        let Some((_, answer)) = QUESTIONS.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = Self::questions().collect();
            let error = SpecError::unknown("question", name, &names);
            return Err(Refusal::new(RefusalKind::NotFound, error.to_string()));
        };
        answer(self, question, control)
    }
}

fn finish<A: Serialize>(
    app: &App,
    prepared: Prepared<A>,
    control: MakeControl<'_>,
) -> Result<String, Refusal> {
    let control = control(prepared.limits);
    write(&prepared.answer(app, &control)?)
}

fn write(answer: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(answer)
        .map_err(|error| Refusal::new(RefusalKind::Internal, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(name: &str, question: &str) -> Result<serde_json::Value, Refusal> {
        let answer = App::default().ask(name, question.as_bytes(), &Control::new)?;
        Ok(serde_json::from_str(&answer).unwrap())
    }

    #[test]
    fn places_are_counted_in_bytes() {
        assert_eq!(offset(b"{\n\"a\": x}", 2, 6), 7);
        assert_eq!(offset(b"x", 1, 1), 0);
        assert_eq!(offset(b"", 1, 0), 0);
        assert_eq!(offset(b"{", 9, 9), 1);
    }

    /// The least members that each question takes.
    #[test]
    fn every_question_is_answered() {
        for name in App::questions() {
            let more = match name {
                "apply" | "analyze" | "verify" => r#","moves":"LUR2D2LURULDLU""#,
                "trace" => r#","algorithm":"astar/manhattan""#,
                "compare" => r#","with":["bfs"]"#,
                "encode" => r#","as":"pddl""#,
                "decide" => r#","bound":14"#,
                "part" => r#","threshold":14,"part":"1/1""#,
                _ => "",
            };
            let question = match name {
                "puzzles" => r#"{"size":"3x3","seed":1}"#.to_owned(),
                "sat" => r#"{"formula":"p cnf 1 1\n1 0\n"}"#.to_owned(),
                "daily" => r#"{"date":"2026-01-15"}"#.to_owned(),
                "decode" => continue,
                _ => format!(r#"{{"board":"8 1 3/4 0 2/7 6 5"{more}}}"#),
            };
            let answer = ask(name, &question);
            assert!(answer.is_ok_and(|answer| answer.is_object()), "{name}");
        }
    }

    /// The sample takes 14 moves: its last part has the solution, whatever was left to others.
    #[test]
    fn a_part_returns_its_rest() {
        let board = r#""board":"8 1 3/4 0 2/7 6 5","tables":"2-2-2-2""#;
        let part = |more: &str| ask("part", &format!("{{{board},\"threshold\":14,{more}}}"));
        let whole = part(r#""part":"..""#).unwrap();
        assert_eq!(whole["rest"].as_array().map(Vec::len), Some(0));
        let first = part(r#""part":"..","budget":1"#).unwrap();
        let mut spans: Vec<String> = serde_json::from_value(first["rest"].clone()).unwrap();
        let mut solution = first.get("solution").cloned();
        while let Some(span) = spans.pop() {
            let rest = part(&format!(r#""part":"{span}""#)).unwrap();
            solution = rest.get("solution").cloned().or(solution);
        }
        assert_eq!(solution.as_ref(), whole.get("solution"));
        for wrong in [
            r#""part":"2""#,
            r#""part":"L..R""#,
            r#""part":"..","automaton":1"#,
        ] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
        let parts = ask("parts", &format!("{{{board},\"parts\":3}}")).unwrap();
        assert!(parts["first_threshold"].as_u64().unwrap() <= 14);
        assert_eq!(parts["algorithm"], "pdb-ida:tables=2-2-2-2,automaton=12");
    }

    #[test]
    fn an_answer_of_another_program_is_read() {
        let encoded = ask("encode", r#"{"board":"1 2 3/4 5 6/7 0 8","as":"pddl"}"#).unwrap();
        let question = serde_json::json!({
            "file": encoded["files"][1]["text"],
            "output": "(move-left t8 p3 p3 p2)\n",
        });
        let decoded = ask("decode", &question.to_string()).unwrap();
        let plan = serde_json::json!({ "status": "sat", "length": 1, "moves": "L" });
        assert_eq!(decoded, plan);
    }

    #[test]
    fn refusals_say_where() {
        let refusal = |name, question| ask(name, question).unwrap_err();
        assert_eq!(refusal("slove", "{}").kind, RefusalKind::NotFound);
        let unknown = refusal("encode", r#"{"board":"1 2/3 0","as":"dimcas"}"#);
        assert_eq!(unknown.problem.errors[0].pointer.as_deref(), Some("/as"));
        assert!(unknown.problem.detail.contains("dimacs"), "{unknown}");
        let malformed = refusal("solve", "{\"board\": ");
        assert_eq!(malformed.problem.errors[0].offset, Some(10));
        let range = refusal("solve", r#"{"board":"1 2/3 0","limits":{"time_ms":0}}"#);
        let place = &range.problem.errors[0];
        assert_eq!(place.pointer.as_deref(), Some("/limits/time_ms"));
        assert_eq!(place.code, "minimum");
    }
}
