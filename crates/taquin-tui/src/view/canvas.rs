//! A canvas that clips text to its area.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// A part of the screen to write on.
pub(super) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    ascii: bool,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(buffer: &'a mut Buffer, area: Rect, ascii: bool) -> Self {
        let area = area.intersection(buffer.area);
        Self {
            buffer,
            area,
            ascii,
        }
    }

    pub(super) fn area(&self) -> Rect {
        self.area
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Writes a text, as much of it as fits; in ASCII if nothing else can be shown.
    pub(super) fn text(&mut self, x: u16, y: u16, text: &str, style: Style) {
        if !self.area.contains((x, y).into()) {
            return;
        }
        // What stood there before leaves no bold or underline behind.
        let style = Style::reset().patch(style);
        let room = usize::from(self.area.right() - x);
        if self.ascii && !text.is_ascii() {
            let text: String = text.chars().flat_map(plain).collect();
            self.buffer.set_stringn(x, y, text, room, style);
        } else {
            self.buffer.set_stringn(x, y, text, room, style);
        }
    }

    /// Empties a rectangle and gives it a dress.
    pub(super) fn fill(&mut self, area: Rect, style: Style) {
        for position in area.intersection(self.area).positions() {
            let style = Style::reset().patch(style);
            self.buffer[position].set_symbol(" ").set_style(style);
        }
    }
}

/// A character as ASCII.
fn plain(letter: char) -> impl Iterator<Item = char> {
    let text = match letter {
        '…' => "...",
        '—' | '–' | '─' => "-",
        '×' => "x",
        '·' | '•' => ".",
        '≥' => ">=",
        '≤' => "<=",
        '←' => "<",
        '→' | '▶' => ">",
        '↑' => "^",
        '↓' => "v",
        '█' | '▓' => "#",
        '⏸' => "=",
        _ => "?",
    };
    let own = letter.is_ascii().then_some(letter);
    let text = if own.is_some() { "" } else { text };
    own.into_iter().chain(text.chars())
}

/// A text in lines of at most this many characters, broken between words where that is possible.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let mut letters: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + letters.len() > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        } else if length > 0 {
            line.push(' ');
            length += 1;
        }
        while letters.len() > width {
            let rest = letters.split_off(width);
            lines.push(letters.into_iter().collect());
            letters = rest;
        }
        length += letters.len();
        line.extend(letters);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_inside_words_that_are_too_long() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("", 5), Vec::<String>::new());
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }

    #[test]
    fn nothing_is_written_outside() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let mut canvas = Canvas::new(&mut buffer, Rect::new(0, 0, 10, 10), true);
        canvas.text(2, 1, "a—b…", Style::new());
        canvas.text(9, 9, "x", Style::new());
        canvas.fill(Rect::new(3, 0, 9, 1), Style::new());
        assert_eq!(buffer, Buffer::with_lines(["    ", "  a-"]));
    }
}
