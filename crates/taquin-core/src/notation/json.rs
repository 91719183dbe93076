//! A small strict JSON reader that remembers where each value stands.
//!
//! Written by hand because a fault in a board must point at the tile, and the usual crates keep no
//! places once the text is a value; it also spares the core a dependency for what is mostly lists
//! of numbers. Nesting is bounded, so no text exhausts the stack.

use std::ops::Range;

use super::error::quote;
use super::{NotationFault, ParseError};

/// Deeper than any file of boards: a list of objects with rows of numbers has 4.
const DEEPEST: usize = 16;

/// A value and the bytes it was written in.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) range: Range<usize>,
    pub(super) value: Value,
}

/// A JSON value. A number is what its bytes say: here they are all small integers.
#[derive(Debug)]
pub(super) enum Value {
    Null,
    /// What Python programs write for the blank: `' '`.
    Blank,
    Bool,
    Number,
    Text(String),
    Array(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Node {
    /// The member of an object, if this is one and has it. The last of equal names counts.
    pub(super) fn member(&self, name: &str) -> Option<&Node> {
        match &self.value {
            Value::Object(members) => members
                .iter()
                .rfind(|(key, _)| key == name)
                .map(|(_, node)| node),
            _ => None,
        }
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }
}

/// Reads the text as a list and gives its items one by one, so that none need be kept.
pub(super) fn each_item(text: &str, mut give: impl FnMut(Node)) -> Result<(), ParseError> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.skip_space();
    if scanner.peek() != Some(b'[') {
        return Err(scanner.unexpected("`[`"));
    }
    scanner.list(b']', |scanner| scanner.value(1).map(&mut give))?;
    scanner.end()
}

/// Reads these bytes of the text as one value.
pub(super) fn document(text: &str, range: Range<usize>) -> Result<Node, ParseError> {
    let mut scanner = Scanner {
        text: &text[..range.end],
        at: range.start,
    };
    let node = scanner.value(0)?;
    scanner.end()?;
    Ok(node)
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn value(&mut self, depth: usize) -> Result<Node, ParseError> {
        self.skip_space();
        let start = self.at;
        let value = match self.peek() {
            Some(b'[' | b'{') if depth > DEEPEST => {
                return Err(self.fail(start..start + 1, JsonFault::TooDeep));
            }
            Some(b'[') => Value::Array(self.list(b']', |scanner| scanner.value(depth + 1))?),
            Some(b'{') => Value::Object(self.list(b'}', |scanner| scanner.member(depth + 1))?),
            Some(b'"') => Value::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'n') => self.word("null", Value::Null)?,
            Some(b'\'') => self.python_blank()?,
            Some(b'N') => self.word("None", Value::Blank)?,
            Some(b't') => self.word("true", Value::Bool)?,
            Some(b'f') => self.word("false", Value::Bool)?,
            _ => return Err(self.unexpected("a JSON value")),
        };
        let range = start..self.at;
        Ok(Node { range, value })
    }

    /// `' '`, `''`, `'0'` or `'_'`; other strings of Python are no part of a board.
    fn python_blank(&mut self) -> Result<Value, ParseError> {
        let rest = &self.text[self.at..];
        let blanks = ["' '", "''", "'0'", "'_'"];
        match blanks.into_iter().find(|blank| rest.starts_with(blank)) {
            Some(blank) => {
                self.at += blank.len();
                Ok(Value::Blank)
            }
            None => Err(self.unexpected("a JSON value")),
        }
    }

    fn member(&mut self, depth: usize) -> Result<(String, Node), ParseError> {
        self.skip_space();
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("a name in double quotes"));
        }
        let name = self.string()?;
        self.skip_space();
        if !self.eat(b':') {
            return Err(self.unexpected("`:`"));
        }
        Ok((name, self.value(depth)?))
    }

    fn end(&mut self) -> Result<(), ParseError> {
        self.skip_space();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end")),
        }
    }

    /// Items between the current bracket and its partner.
    fn list<T>(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_space();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            self.skip_space();
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(b',') {
                let expected = ["`,` or `]`", "`,` or `}`"][usize::from(close == b'}')];
                return Err(self.unexpected(expected));
            }
        }
    }

    /// A number by the grammar of RFC 8259, which knows no leading zeros.
    fn number(&mut self) -> Result<Value, ParseError> {
        let start = self.at;
        self.eat(b'-');
        let whole = self.digits();
        let leading_zero = whole > 1 && self.text.as_bytes()[self.at - whole] == b'0';
        let mut good = whole > 0 && !leading_zero;
        if self.eat(b'.') {
            good &= self.digits() > 0;
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _ = self.eat(b'+') || self.eat(b'-');
            good &= self.digits() > 0;
        }
        if good {
            return Ok(Value::Number);
        }
        let token = quote(&self.text[start..self.at]);
        Err(self.fail(start..self.at, JsonFault::BadNumber(token)))
    }

    fn digits(&mut self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += count;
        count
    }

    fn string(&mut self) -> Result<String, ParseError> {
        let start = self.at;
        self.at += 1;
        let mut content = String::new();
        while let Some(c) = self.text[self.at..].chars().next() {
            let here = self.at;
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(content),
                '\\' => match self.escape() {
                    Some(c) => content.push(c),
                    None => return Err(self.fail(here..here + 1, JsonFault::BadEscape)),
                },
                c if c < ' ' => return Err(self.fail(start..here, JsonFault::OpenString)),
                c => content.push(c),
            }
        }
        Err(self.fail(start..self.at, JsonFault::OpenString))
    }

    /// The character behind a backslash.
    fn escape(&mut self) -> Option<char> {
        let kind = self.peek()?;
        self.at += 1;
        Some(match kind {
            b'"' | b'\\' | b'/' => char::from(kind),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex4()?;
                if !(0xd800..0xdc00).contains(&first) {
                    return char::from_u32(first);
                }
                // The high surrogate of a pair.
                let second = (self.eat(b'\\') && self.eat(b'u')).then(|| self.hex4())??;
                let low = second.checked_sub(0xdc00).filter(|&low| low < 0x400)?;
                return char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + low);
            }
            _ => {
                // Back to a place between characters, which the error needs.
                self.at -= 1;
                return None;
            }
        })
    }

    fn hex4(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        let all_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        self.at += 4;
        u32::from_str_radix(digits, 16).ok().filter(|_| all_hex)
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, ParseError> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.unexpected("a JSON value"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn unexpected(&self, expected: &'static str) -> ParseError {
        match self.text[self.at..].chars().next() {
            None => self.fail(self.at..self.at, JsonFault::Ends { expected }),
            Some(c) => {
                let found = quote(c.encode_utf8(&mut [0; 4]));
                let fault = JsonFault::Unexpected { found, expected };
                self.fail(self.at..self.at + c.len_utf8(), fault)
            }
        }
    }

    fn fail(&self, range: Range<usize>, fault: JsonFault) -> ParseError {
        let end = range.end.min(self.text.len());
        ParseError::at(self.text, range.start.min(end)..end, fault)
    }
}

/// Why a text is not JSON, or not the JSON of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonFault {
    /// An unexpected character.
    #[error("expected {expected}, found `{found}`")]
    Unexpected {
        /// The character.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The text ends too early.
    #[error("expected {expected}, found the end of the text")]
    Ends {
        /// The expected value.
        expected: &'static str,
    },
    /// A number not written as JSON writes them.
    #[error("`{0}` is not a JSON number")]
    BadNumber(String),
    /// A backslash and something that cannot follow it.
    #[error("this escape is not JSON")]
    BadEscape,
    /// A string that does not end on its line.
    #[error("this string has no closing quote")]
    OpenString,
    /// Lists in lists in lists …
    #[error("the lists are nested too deeply")]
    TooDeep,
    /// JSON of some other shape.
    #[error("a board in JSON is a list of rows, or a flat list of numbers")]
    NotABoard,
}

impl From<JsonFault> for NotationFault {
    fn from(fault: JsonFault) -> Self {
        Self::Json(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Node, ParseError> {
        document(text, 0..text.len())
    }

    #[test]
    fn strings_are_unescaped() {
        let node = read(r#" {"a":"x","a":"\u0041\ud83d\ude00\n\"\/é"} "#).unwrap();
        let Value::Text(text) = &node.member("a").unwrap().value else {
            panic!("{node:?}");
        };
        assert_eq!(text, "A😀\n\"/é");
        assert!(node.member("b").is_none());
    }

    #[test]
    fn a_wide_character_below_the_deepest_list_has_its_own_place() {
        let text = "[".repeat(DEEPEST + 1) + "\n\u{2000}[";
        let error = read(&text).unwrap_err();
        assert_eq!((error.line(), error.column()), (2, 1));
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for text in [
            "",
            "[",
            "[1",
            "[1,",
            "[1,]",
            "[,1]",
            "{",
            "{1:2}",
            "{\"a\"}",
            "{\"a\":}",
            "\"",
            "\"\\",
            "\"\\x\"",
            "\"\\é\"",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\u00é\"",
            "\"\\u+123\"",
            "\"a\nb\"",
            "01",
            "-",
            "1.",
            "1e",
            ".5",
            "+1",
            "nul",
            "tru",
            "[1]]",
            "[1 2]",
            "'a'",
            "NaN",
            "é",
        ] {
            assert!(read(text).is_err(), "{text:?}");
        }
        for text in [
            "null", "true", "false", "-0.5e+10", "0", "[]", "{}", "[[{}]]", "\"\"",
        ] {
            assert!(read(text).is_ok(), "{text:?}");
        }
    }
}
