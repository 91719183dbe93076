//! The state between the lines of a file.

use std::collections::VecDeque;
use std::ops::Range;

use super::{FileFault, Format, Instance, detect, line, object, table};
use crate::Size;
use crate::notation::error::quote;
use crate::notation::pieces::{split, trim};
use crate::notation::position::board_in;
use crate::notation::{NotationFault, ParseError, PositionFault, text_from_bytes};

/// Maximum length of a JSON value in bytes.
const LONGEST_JSON: usize = 1 << 28;

/// Takes lines and gives instances.
///
/// For callers that do not have an iterator of lines: [`push`](Self::push) each, and
/// [`take`](Self::take) what became complete; [`finish`](Self::finish) after the last.
#[derive(Clone, Debug)]
pub struct Reader {
    format: Option<Format>,
    size: Option<Size>,
    /// Number of lines read.
    lines: usize,
    block: Block,
    /// The columns of the table under way.
    columns: Option<table::Columns>,
    /// The current block was faulty: its remaining lines are skipped.
    skipping: bool,
    ready: VecDeque<Result<Instance, ParseError>>,
}

/// Reads lines of which each is a separate instance, in any order and on any thread.
#[derive(Clone, Copy, Debug)]
pub struct LineReader {
    format: LineFormat,
    size: Option<Size>,
}

/// The formats with an instance on each line.
#[derive(Clone, Copy, Debug)]
enum LineFormat {
    Lines,
    Korf,
    Tsv,
}

impl LineReader {
    /// None for the formats whose instances take several lines.
    fn new(format: Format, size: Option<Size>) -> Option<Self> {
        let format = match format {
            Format::Lines => LineFormat::Lines,
            Format::Korf => LineFormat::Korf,
            Format::Tsv => LineFormat::Tsv,
            _ => return None,
        };
        Some(Self { format, size })
    }

    /// The instance on the line with this number, or its fault; none if the line has no content. The line
    /// may have its line end.
    ///
    /// # Errors
    /// When the line is not an instance of the format.
    pub fn read(self, line: &[u8], number: usize) -> Option<Result<Instance, ParseError>> {
        let read = match text_from_bytes(line) {
            Ok(text) => self.text(text.trim_end_matches(['\n', '\r']), number)?,
            Err(error) => Err(error),
        };
        Some(read.map_err(|error| error.in_lines_from(number)))
    }

    /// The same for text without its line end; faults have the line's own places.
    fn text(self, raw: &str, number: usize) -> Option<Result<Instance, ParseError>> {
        let content = without_comment(raw);
        if content.trim().is_empty() {
            return None;
        }
        Some(match self.format {
            LineFormat::Tsv => line::tsv(raw, number),
            LineFormat::Korf => line::korf(content, number, self.size),
            LineFormat::Lines => board_in(content, 0..content.len(), self.size)
                .map(|board| Instance::new(board, number)),
        })
    }
}

/// The part of a line before a comment.
fn without_comment(raw: &str) -> &str {
    raw.split('#').next().unwrap_or_default()
}

/// The lines of an incomplete instance, without comments.
#[derive(Clone, Debug, Default)]
struct Block {
    text: String,
    /// The file's line of its first.
    first: usize,
    /// The number of its lines with content.
    filled: usize,
    /// The header of the block, once complete.
    header: Option<Header>,
    /// Number of open brackets, for JSON.
    depth: usize,
}

/// The contents of the lines before the rows.
#[derive(Clone, Copy, Debug)]
struct Header {
    size: Size,
    steps: Option<u32>,
    /// Where it ends in the block's text.
    end: usize,
}

impl Reader {
    /// A reader of this format, or of the one it detects; flat lists of numbers have this size, or
    /// are square.
    pub fn new(format: Option<Format>, size: Option<Size>) -> Self {
        Self {
            format,
            size,
            lines: 0,
            block: Block::default(),
            columns: None,
            skipping: false,
            ready: VecDeque::new(),
        }
    }

    /// The format, once it is known.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// A reader for the following lines where each is a separate instance; none before that is known. Lines that it
    /// reads are announced by [`skip`](Self::skip).
    pub fn by_line(&self) -> Option<LineReader> {
        LineReader::new(self.format?, self.size)
    }

    /// Counts a line that a [`LineReader`] reads; returns its number.
    pub fn skip(&mut self) -> usize {
        self.lines += 1;
        self.lines
    }

    /// The next instance that is complete, or its fault.
    pub fn take(&mut self) -> Option<Result<Instance, ParseError>> {
        self.ready.pop_front()
    }

    /// Takes a line, with or without its line end.
    pub fn push(&mut self, line: &[u8]) {
        self.lines += 1;
        match text_from_bytes(line) {
            Ok(text) => self.push_text(text.trim_end_matches(['\n', '\r'])),
            Err(error) => self.ready.push_back(Err(error.in_lines_from(self.lines))),
        }
    }

    /// Says that no line follows.
    pub fn finish(&mut self) {
        match self.format {
            Some(Format::Grid | Format::Md | Format::Matrix) => self.end_grid(),
            Some(Format::Json) if !self.block.text.is_empty() => self.end_json(),
            // A single number at the end identifies no format, but its board is missing.
            None | Some(Format::School42 | Format::Course | Format::Csv)
                if self.block.filled > 0 =>
            {
                let end = self.block.text.trim_end().len();
                self.fail_block(end..end, FileFault::Unfinished);
            }
            _ => {}
        }
    }

    fn push_text(&mut self, raw: &str) {
        let content = without_comment(raw);
        let is_blank = content.trim().is_empty();
        if self.format.is_none() && !is_blank {
            self.format = detect::format(raw, content, self.size, self.block.filled > 0);
        }
        let Some(format) = self.format else {
            return self.append_if_begun(content);
        };
        match format {
            Format::Json => self.push_json(raw),
            Format::Csv => self.push_csv(raw),
            Format::Md => self.push_md(raw),
            Format::Matrix => self.push_matrix(raw),
            Format::Grid => self.push_grid(raw, content),
            Format::School42 | Format::Course => self.push_sized(content),
            Format::Lines | Format::Korf | Format::Tsv => self.push_line(raw),
        }
    }

    /// A line that is a separate instance.
    fn push_line(&mut self, raw: &str) {
        let number = self.lines;
        let read = self.by_line().and_then(|reader| reader.text(raw, number));
        let placed = read.map(|read| read.map_err(|error| error.in_lines_from(number)));
        self.ready.extend(placed);
    }

    fn push_grid(&mut self, raw: &str, content: &str) {
        if raw.trim().is_empty() {
            self.end_grid();
        } else if !self.skipping {
            self.append_if_begun(content);
            if self.block.filled > Size::MAX {
                self.end_grid();
                self.skipping = true;
            }
        }
    }

    fn end_grid(&mut self) {
        self.skipping = false;
        let block = std::mem::take(&mut self.block);
        if block.filled > 0 {
            let board = board_in(&block.text, 0..block.text.len(), self.size)
                .map(|board| Instance::new(board, block.first))
                .map_err(|error| error.in_lines_from(block.first));
            self.ready.push_back(board);
        }
    }

    /// A row in brackets belongs to a board; all other lines end one.
    fn push_matrix(&mut self, raw: &str) {
        let line = raw.trim();
        if line.starts_with('[') && line.ends_with(']') && !line.contains('(') {
            self.push_grid(raw, raw);
        } else {
            self.end_grid();
        }
    }

    fn push_csv(&mut self, raw: &str) {
        let between = raw.trim().is_empty() || raw.starts_with('#');
        if self.skipping || (self.block.filled == 0 && between) {
            return;
        }
        self.append_if_begun(raw);
        if table::is_open(&self.block.text) && self.block.text.len() < LONGEST_JSON {
            return;
        }
        let block = std::mem::take(&mut self.block);
        let fields = table::csv_fields(&block.text);
        self.push_row(&block.text, &fields, block.first);
    }

    fn push_md(&mut self, raw: &str) {
        if !raw.trim_start().starts_with('|') {
            self.columns = None;
            return self.end_grid();
        }
        let fields = table::md_fields(raw);
        if self.columns.is_some() {
            if !table::is_rule(raw, &fields) {
                self.push_row(raw, &fields, self.lines);
            }
        } else if self.block.filled == 0 && table::Columns::named(raw, &fields).is_some() {
            self.columns = table::Columns::named(raw, &fields);
        } else if !(self.block.filled > 0 && table::is_rule(raw, &fields)) {
            self.push_grid(raw, raw);
        }
    }

    /// A row of a table: its names first, then positions.
    fn push_row(&mut self, text: &str, fields: &[Range<usize>], number: usize) {
        let read = if let Some(columns) = &self.columns {
            columns.instance(text, fields, number, self.size)
        } else {
            self.columns = table::Columns::named(text, fields);
            if self.columns.is_some() {
                return;
            }
            // Without names no row can be read: one fault, not one for each.
            self.skipping = true;
            Err(ParseError::at(text, 0..text.len(), FileFault::NoColumn))
        };
        let placed = read.map_err(|error| error.in_lines_from(number));
        self.ready.push_back(placed);
    }

    fn push_sized(&mut self, content: &str) {
        // After a fault the next line with one number may begin a board again.
        if self.skipping && content.trim().parse::<u32>().is_err() {
            return;
        }
        self.skipping = false;
        self.append_if_begun(content);
        let (format, lines) = match self.format {
            Some(Format::Course) => (Format::Course, 2),
            _ => (Format::School42, 1),
        };
        if self.block.filled < lines {
            return;
        }
        let known = self.block.header.map(Ok);
        let header = match known.unwrap_or_else(|| self.block.read_header(lines)) {
            Ok(header) => *self.block.header.insert(header),
            Err((place, fault)) => return self.fail_block(place, fault),
        };
        if self.block.filled == lines + header.size.rows() {
            let block = std::mem::take(&mut self.block);
            let rows = header.end..block.text.len();
            let read = board_in(&block.text, rows, Some(header.size));
            let instance = read.map(|board| Instance {
                goal: format.fixed_goal(),
                convention: format.convention(),
                steps: header.steps,
                ..Instance::new(board, block.first)
            });
            let placed = instance.map_err(|error| error.in_lines_from(block.first));
            self.skipping = placed.is_err();
            self.ready.push_back(placed);
        }
    }

    fn push_json(&mut self, raw: &str) {
        let begins = self.block.text.is_empty();
        let between = begins && (raw.trim().is_empty() || raw.trim_start().starts_with('#'));
        if between || self.skipping {
            return;
        }
        if self.block.text.len() + raw.len() > LONGEST_JSON {
            let end = self.block.text.len();
            self.fail_block(end..end, FileFault::TooLong { max: LONGEST_JSON });
            return;
        }
        if begins {
            self.block.first = self.lines;
        } else {
            self.block.text.push('\n');
        }
        self.block.text.push_str(raw);
        self.block.depth = object::depth_after(self.block.depth, raw);
        if self.block.depth == 0 {
            self.end_json();
        }
    }

    fn end_json(&mut self) {
        let block = std::mem::take(&mut self.block);
        object::instances(&block.text, self.size, |read| {
            let placed = read
                .map(|instance| Instance {
                    line: instance.line + block.first - 1,
                    ..instance
                })
                .map_err(|error| error.in_lines_from(block.first));
            self.ready.push_back(placed);
        });
    }

    /// Adds a line to the block; an empty one only within it, so that the lines keep their numbers.
    fn append_if_begun(&mut self, content: &str) {
        let is_blank = content.trim().is_empty();
        if self.block.filled == 0 {
            if is_blank {
                return;
            }
            self.block.first = self.lines;
        } else {
            self.block.text.push('\n');
        }
        self.block.text.push_str(content);
        self.block.filled += usize::from(!is_blank);
    }

    fn fail_block(&mut self, place: Range<usize>, fault: impl Into<NotationFault>) {
        let block = std::mem::take(&mut self.block);
        let error = ParseError::at(&block.text, place, fault).in_lines_from(block.first);
        self.ready.push_back(Err(error));
        self.skipping = true;
    }
}

impl Block {
    /// Reads the header, which has this many lines; the last is the size, one before it the steps.
    fn read_header(&self, lines: usize) -> Result<Header, (Range<usize>, NotationFault)> {
        let mut numbers = Vec::new();
        for range in split(&self.text, 0..self.text.len(), '\n')
            .map(|range| trim(&self.text, range))
            .filter(|range| !range.is_empty())
            .take(lines)
        {
            let written = &self.text[range.clone()];
            let number: u32 = written
                .parse()
                .map_err(|_| (range.clone(), FileFault::NoHeader(quote(written)).into()))?;
            numbers.push((number, range));
        }
        let (side, place) = numbers.pop().expect("a header of at least one line came");
        let end = place.end;
        let size = Size::new(side as usize, side as usize)
            .map_err(|error| (place, PositionFault::Size(error).into()))?;
        let steps = numbers.pop().map(|(steps, _)| steps);
        Ok(Header { size, steps, end })
    }
}
