//! Output of answers: results to stdout in the requested format, messages to stderr.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

use clap::ValueEnum;
use serde_json::{Map, Value};
use taquin_app::RefusalKind;

use crate::failure::{Exit, Failure};

/// Output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// For people
    #[default]
    Text,
    /// One JSON value: an object, or an array for a stream of positions
    Json,
    /// One JSON object a line
    Ndjson,
    /// Comma-separated rows with a header
    Csv,
    /// A Markdown table
    Md,
}

/// A column of a table: its title, and the path of its value in the JSON answer.
pub(crate) type Column = (&'static str, &'static str);

/// The reply of a command to one question.
#[derive(Debug)]
pub(crate) struct Reply {
    /// The result for people.
    pub(crate) text: String,
    /// The text for stderr.
    pub(crate) talk: String,
    /// The result for programs; null where the format does not need it.
    pub(crate) value: Value,
    /// The result for programs as one line of text, if it was not built as a value.
    pub(crate) line: Option<String>,
    /// The rows of a table, where the result is one; else the result itself is the row.
    pub(crate) rows: Option<Vec<Value>>,
    /// The exit status.
    pub(crate) exit: Exit,
}

impl Reply {
    /// A reply without talk that ends well.
    pub(crate) fn new(text: impl Into<String>, value: &impl serde::Serialize) -> Self {
        Self {
            text: text.into(),
            talk: String::new(),
            value: serde_json::to_value(value).expect("answers are plain data"),
            line: None,
            rows: None,
            exit: Exit::Done,
        }
    }

    /// A reply for people alone: its JSON would take longer to make than a quick search.
    pub(crate) fn only_text(text: String) -> Self {
        Self {
            text,
            ..Self::new("", &Value::Null)
        }
    }

    /// A reply for [`OutputFormat::Ndjson`] alone.
    pub(crate) fn only_line(value: &impl serde::Serialize) -> Self {
        let line = serde_json::to_string(value).expect("answers are plain data");
        Self {
            line: Some(line),
            ..Self::new("", &Value::Null)
        }
    }

    pub(crate) fn with_talk(mut self, talk: impl Into<String>) -> Self {
        self.talk = talk.into();
        self
    }

    pub(crate) fn with_exit(mut self, exit: Exit) -> Self {
        self.exit = exit;
        self
    }

    /// Makes the list behind a pointer the rows of the table.
    pub(crate) fn with_rows_at(mut self, pointer: &str) -> Self {
        self.rows = self
            .value
            .pointer(pointer)
            .and_then(Value::as_array)
            .cloned();
        self
    }
}

/// The question of a reply, so that the reply can quote it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Label<'a> {
    /// The position's name in its file.
    pub(crate) id: Option<&'a str>,
    /// The position as it was read.
    pub(crate) board: &'a str,
}

/// The output format of a command's replies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) format: OutputFormat,
    pub(crate) quiet: bool,
}

impl Style {
    /// Refuses the other formats for a command whose output has one of its own.
    pub(crate) fn only_text(self, reason: &str) -> Result<(), Failure> {
        if self.format == OutputFormat::Text {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "--format does not apply here; {reason}"
        )))
    }
}

/// Writes replies one after the other, and remembers how the command ends.
pub(crate) struct Sink {
    style: Style,
    columns: &'static [Column],
    /// Whether this is a stream, which JSON writes as an array.
    many: bool,
    /// The member that holds the array, where the stream is wrapped in an object.
    name: Option<&'static str>,
    /// Whether the questions are positions: tables then begin with their ids and end with what went
    /// wrong.
    positions: bool,
    written: usize,
    exit: Exit,
    /// Results and talk that are not written yet.
    out: Vec<u8>,
    talk: Vec<u8>,
    /// Whether stdout and stderr are one file, in which each result stands before its talk.
    one_file: bool,
}

/// Bytes from which on what was put is written without waiting for [`Sink::flush`].
const FLUSH_FROM: usize = 1 << 16;

impl Sink {
    pub(crate) fn new(style: Style, columns: &'static [Column], many: bool) -> Self {
        Self {
            style,
            columns,
            many,
            name: None,
            positions: false,
            written: 0,
            exit: Exit::Done,
            out: Vec::new(),
            talk: Vec::new(),
            one_file: is_one_file(),
        }
    }

    /// Gives tables a first column for ids and a last one for what went wrong.
    pub(crate) fn of_positions(mut self) -> Self {
        self.positions = true;
        self
    }

    /// Makes the stream's JSON an object with the array as its member.
    pub(crate) fn named(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// Writes a reply, or says why there is none. `asked` is what the question was.
    pub(crate) fn put(
        &mut self,
        asked: Label<'_>,
        reply: &Result<Reply, Failure>,
    ) -> io::Result<()> {
        self.add(asked, reply)?;
        self.flush()
    }

    /// The same, except that it may wait for the next [`Sink::flush`], so that many are written at once.
    pub(crate) fn add(
        &mut self,
        asked: Label<'_>,
        reply: &Result<Reply, Failure>,
    ) -> io::Result<()> {
        let exit = match reply {
            Ok(reply) => reply.exit,
            Err(failure) => failure.exit,
        };
        if self.exit == Exit::Done {
            self.exit = exit;
        }
        match (reply, self.style.format) {
            (Ok(reply), format) => {
                self.write(asked, Ok(reply))?;
                // In the other formats the label is part of the answer.
                if format == OutputFormat::Text && !self.style.quiet && !reply.talk.is_empty() {
                    let talk = if self.one_file {
                        &mut self.out
                    } else {
                        &mut self.talk
                    };
                    talk.extend_from_slice(reply.talk.trim_end().as_bytes());
                    talk.push(b'\n');
                }
            }
            (Err(failure), OutputFormat::Text) => {
                self.flush()?;
                complain(failure);
            }
            (Err(failure), _) => {
                self.write(asked, Err(failure))?;
                if !self.many {
                    self.flush()?;
                    complain(failure);
                }
            }
        }
        self.written += 1;
        if self.out.len().max(self.talk.len()) >= FLUSH_FROM {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what was put.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if !self.out.is_empty() {
            let mut out = io::stdout().lock();
            out.write_all(&self.out)?;
            out.flush()?;
            self.out.clear();
        }
        if !self.talk.is_empty() {
            // A closed stderr is not an error.
            let _ = io::stderr().lock().write_all(&self.talk);
            self.talk.clear();
        }
        Ok(())
    }

    /// Writes the results of several positions at once where nothing but text is wanted; gives back
    /// what has to be written one by one.
    pub(crate) fn put_texts(
        &mut self,
        replies: Vec<Result<Reply, Failure>>,
    ) -> io::Result<Vec<Result<Reply, Failure>>> {
        let plain = self.style.format == OutputFormat::Text && self.style.quiet;
        let is_done = |reply: &Result<Reply, Failure>| {
            reply.as_ref().is_ok_and(|reply| reply.exit == Exit::Done)
        };
        if !plain || replies.len() == 1 || !replies.iter().all(is_done) {
            return Ok(replies);
        }
        // Behind what was added before: answers of an earlier group may still wait.
        for reply in replies.iter().flatten() {
            self.out.extend_from_slice(reply.text.as_bytes());
        }
        self.written += replies.len();
        self.flush()?;
        Ok(Vec::new())
    }

    /// Ends the output and says how the command ends.
    pub(crate) fn finish(mut self) -> io::Result<Exit> {
        if self.style.format == OutputFormat::Json && self.many {
            if self.written == 0 {
                let opening = self.opening();
                self.out.extend_from_slice(opening.as_bytes());
            }
            let close = if self.name.is_some() { "}" } else { "" };
            writeln!(self.out, "\n]{close}")?;
        }
        self.flush()?;
        Ok(self.exit)
    }

    fn opening(&self) -> String {
        match self.name {
            Some(name) => format!("{{\"{name}\": ["),
            None => "[".to_owned(),
        }
    }

    fn write(&mut self, asked: Label<'_>, reply: Result<&Reply, &Failure>) -> io::Result<()> {
        let mut out = std::mem::take(&mut self.out);
        let written = self.write_to(&mut out, asked, reply);
        self.out = out;
        written
    }

    fn write_to(
        &self,
        out: &mut Vec<u8>,
        asked: Label<'_>,
        reply: Result<&Reply, &Failure>,
    ) -> io::Result<()> {
        match self.style.format {
            OutputFormat::Text => {
                if let Ok(reply) = reply {
                    out.write_all(reply.text.as_bytes())?;
                }
            }
            OutputFormat::Json => {
                let text = serde_json::to_string_pretty(&self.value(asked, reply))
                    .map_err(io::Error::other)?;
                match (self.many, self.written) {
                    (false, _) => writeln!(out, "{text}")?,
                    (true, 0) => write!(out, "{}\n{text}", self.opening())?,
                    (true, _) => write!(out, ",\n{text}")?,
                }
            }
            OutputFormat::Ndjson => match reply {
                Ok(Reply {
                    rows: Some(rows), ..
                }) => {
                    for row in rows {
                        let row = if self.positions {
                            with_label(row, asked, true)
                        } else {
                            row.clone()
                        };
                        writeln!(out, "{row}")?;
                    }
                }
                Ok(Reply {
                    line: Some(line), ..
                }) => writeln!(out, "{}", self.line(asked, line))?,
                _ => writeln!(out, "{}", self.value(asked, reply))?,
            },
            OutputFormat::Csv | OutputFormat::Md => self.write_table(out, asked, reply)?,
        }
        Ok(())
    }

    fn write_table(
        &self,
        out: &mut impl Write,
        asked: Label<'_>,
        reply: Result<&Reply, &Failure>,
    ) -> io::Result<()> {
        let has_id = self.columns.iter().any(|(title, _)| *title == "id");
        let csv = self.style.format == OutputFormat::Csv;
        // A Markdown table about one position needs neither its id nor a column for faults.
        let labelled = self.positions && (csv || self.many);
        let adds_id = labelled && !has_id;
        let line: fn(&[String]) -> String = if csv { csv_line } else { md_line };
        if self.written == 0 {
            let mut titles: Vec<String> = self.columns.iter().map(|c| c.0.to_owned()).collect();
            if adds_id {
                titles.insert(0, "id".to_owned());
            }
            if labelled {
                titles.push("error".to_owned());
            }
            out.write_all(line(&titles).as_bytes())?;
            if !csv {
                let rule = vec!["---".to_owned(); titles.len()];
                out.write_all(line(&rule).as_bytes())?;
            }
        }
        let row = |value: &Value| {
            let mut cells = cells(self.columns, value, !csv);
            if adds_id {
                cells.insert(0, asked.id.unwrap_or_default().to_owned());
            }
            if labelled {
                let error = value.pointer("/detail").and_then(Value::as_str);
                cells.push(error.unwrap_or_default().to_owned());
            }
            cells
        };
        match reply {
            Ok(reply) => {
                let one = std::slice::from_ref(&reply.value);
                for value in reply.rows.as_deref().unwrap_or(one) {
                    out.write_all(line(&row(value)).as_bytes())?;
                }
            }
            Err(failure) => {
                let cell = |&(title, _): &Column| match title {
                    "id" => asked.id.unwrap_or_default().to_owned(),
                    "board" => asked.board.chars().take(200).collect(),
                    "status" => status(failure).to_owned(),
                    _ => String::new(),
                };
                let mut cells: Vec<String> = self.columns.iter().map(cell).collect();
                if adds_id {
                    cells.insert(0, asked.id.unwrap_or_default().to_owned());
                }
                cells.push(failure.problem.detail.clone());
                out.write_all(line(&cells).as_bytes())?;
            }
        }
        Ok(())
    }
}

/// Whether stdout and stderr lead to the same terminal, pipe or file.
fn is_one_file() -> bool {
    #[cfg(unix)]
    {
        use std::fs::File;
        use std::os::fd::AsFd;
        use std::os::unix::fs::MetadataExt;

        let place = |stream: std::os::fd::BorrowedFd<'_>| {
            let file = File::from(stream.try_clone_to_owned().ok()?);
            let about = file.metadata().ok()?;
            Some((about.dev(), about.ino()))
        };
        let out = place(io::stdout().as_fd());
        out.is_some() && out == place(io::stderr().as_fd())
    }
    #[cfg(not(unix))]
    {
        use std::io::IsTerminal;

        io::stdout().is_terminal() && io::stderr().is_terminal()
    }
}

impl Sink {
    /// An answer that is a line already, with the id of its position in front.
    fn line<'a>(&self, asked: Label<'_>, line: &'a str) -> Cow<'a, str> {
        match asked.id {
            Some(id) if self.positions && !line.starts_with(r#"{"id":"#) => {
                let members = line.strip_prefix('{').unwrap_or(line);
                Cow::Owned(format!(r#"{{"id":{},{members}"#, Value::from(id)))
            }
            _ => Cow::Borrowed(line),
        }
    }

    /// The answer for programs: it names its position, even if that is invalid.
    fn value(&self, asked: Label<'_>, reply: Result<&Reply, &Failure>) -> Value {
        match reply {
            Ok(reply) if self.positions => with_label(&reply.value, asked, false),
            Ok(reply) => reply.value.clone(),
            Err(failure) => {
                let mut members = Map::new();
                members.insert("status".to_owned(), status(failure).into());
                let problem = serde_json::to_value(&failure.problem);
                if let Ok(Value::Object(problem)) = problem {
                    let named = problem.into_iter().filter(|(name, _)| name != "status");
                    members.extend(named);
                }
                let value = Value::Object(members);
                if self.positions {
                    with_label(&value, asked, true)
                } else {
                    value
                }
            }
        }
    }
}

/// The status of a question without an answer, in one word.
fn status(failure: &Failure) -> &'static str {
    match failure.exit {
        Exit::Limit => "limit",
        Exit::Interrupted => "cancelled",
        _ => RefusalKind::ALL
            .into_iter()
            .find(|kind| kind.address() == failure.problem.kind)
            .map_or("internal", RefusalKind::name),
    }
}

/// An object with the id of its position in front, and the position itself if that is wanted; what
/// the object says of both already stays.
fn with_label(value: &Value, label: Label<'_>, board: bool) -> Value {
    let Value::Object(members) = value else {
        return value.clone();
    };
    let mut labelled = Map::new();
    if let Some(id) = label.id {
        labelled.insert("id".to_owned(), id.into());
    }
    if board && !label.board.is_empty() {
        labelled.insert("board".to_owned(), label.board.into());
    }
    labelled.extend(members.clone());
    Value::Object(labelled)
}

/// The cells of a row; truths are words where people read them.
fn cells(columns: &[Column], value: &Value, for_people: bool) -> Vec<String> {
    let cell = |&(_, pointer): &Column| match value.pointer(pointer) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Bool(truth)) if for_people => ["no", "yes"][usize::from(*truth)].to_owned(),
        Some(Value::Array(items)) => {
            let items: Vec<String> = items.iter().map(plain).collect();
            items.join(" ")
        }
        Some(other) => other.to_string(),
    };
    columns.iter().map(cell).collect()
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A row by RFC 4180, except that it ends with a line feed alone.
fn csv_line(cells: &[String]) -> String {
    let quoted: Vec<String> = cells
        .iter()
        .map(|cell| {
            if cell.contains([',', '"', '\n', '\r']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.clone()
            }
        })
        .collect();
    quoted.join(",") + "\n"
}

fn md_line(cells: &[String]) -> String {
    let escaped: Vec<String> = cells
        .iter()
        .map(|cell| cell.replace('|', "\\|").replace(['\n', '\r'], " "))
        .collect();
    format!("| {} |\n", escaped.join(" | "))
}

/// The rows as a table for people: columns in line, numbers to the right.
pub(crate) fn aligned(columns: &[Column], rows: &[Value]) -> String {
    let titles: Vec<String> = columns.iter().map(|c| c.0.to_owned()).collect();
    let body: Vec<Vec<String>> = rows.iter().map(|row| cells(columns, row, true)).collect();
    let is_number = |index: usize| {
        let mut filled = rows
            .iter()
            .filter_map(|row| row.pointer(columns[index].1))
            .filter(|value| !value.is_null())
            .peekable();
        filled.peek().is_some() && filled.all(Value::is_number)
    };
    let numeric: Vec<bool> = (0..columns.len()).map(is_number).collect();
    let mut widths = vec![0; columns.len()];
    for row in body.iter().chain([&titles]) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in [&titles].into_iter().chain(&body) {
        let mut line = String::new();
        for (index, cell) in row.iter().enumerate() {
            let width = widths[index];
            let gap = if index == 0 { "" } else { "  " };
            let _ = if numeric[index] {
                write!(line, "{gap}{cell:>width$}")
            } else {
                write!(line, "{gap}{cell:<width$}")
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Prints a note to stderr. A closed stderr is ignored.
pub(crate) fn talk(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", text.trim_end());
}

/// Says what went wrong, with the input marked where that helps.
pub(crate) fn complain(failure: &Failure) {
    let style = clap::builder::Styles::styled();
    let red = style.get_error();
    let mut err = anstream::stderr().lock();
    let place = match failure.problem.line {
        Some(line) => format!("line {line}: "),
        None => String::new(),
    };
    let _ = writeln!(err, "{red}error:{red:#} {place}{}", failure.problem.detail);
    for line in failure.context.iter().flat_map(|context| context.lines()) {
        let _ = writeln!(err, "  {line}");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_quoted_where_a_reader_would_stumble() {
        let row = ["a".to_owned(), "b,c".to_owned(), "d \"e\"\nf".to_owned()];
        assert_eq!(csv_line(&row), "a,\"b,c\",\"d \"\"e\"\"\nf\"\n");
        assert_eq!(md_line(&["a|b".to_owned()]), "| a\\|b |\n");
    }

    #[test]
    fn numbers_stand_to_the_right() {
        let rows = [
            json!({"n": "bfs", "x": 5123}),
            json!({"n": "astar/manhattan", "x": 38}),
        ];
        assert_eq!(
            aligned(&[("name", "/n"), ("expanded", "/x")], &rows),
            "name             expanded\nbfs                  5123\nastar/manhattan        38\n"
        );
    }
}
