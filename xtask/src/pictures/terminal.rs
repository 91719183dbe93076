//! A screen of the terminal game as a page, by way of tmux.

use std::fmt::Write;
use std::thread;
use std::time::Duration;

use crate::cargo::{command, output, target};

/// Columns and rows of the terminal.
const COLUMNS: &str = "76";
const ROWS: &str = "24";

/// The browser window that shows all of it.
pub(super) const WINDOW: &str = "670,410";

/// The game on the picture, and the keys pressed: two hints show a tile and its direction.
const GAME: &str = "g1-4x4-hard-20481";
const KEYS: [&str; 2] = ["?", "?"];

/// Time for the game to answer a key.
const PAUSE: Duration = Duration::from_millis(1500);

/// The screen after the keys, as HTML with its colours.
pub(super) fn screen(program: &str) -> Result<String, String> {
    let folder = target().join("terminal");
    // The player's own games and settings stay as they are.
    let folders = ["XDG_DATA_HOME", "XDG_CONFIG_HOME"];
    let folders = folders.map(|name| format!("{name}={}", folder.display()));
    let game = format!(
        "env {} COLORTERM=truecolor {program} play {GAME} --still",
        folders.join(" ")
    );
    let start = ["-f", "/dev/null", "new-session", "-d"];
    tmux(&[&start[..], &["-x", COLUMNS, "-y", ROWS, &game]].concat())?;
    let screen = play();
    tmux(&["kill-server"])?;
    Ok(page(&screen?))
}

fn play() -> Result<String, String> {
    thread::sleep(PAUSE);
    for key in KEYS {
        tmux(&["send-keys", key])?;
        thread::sleep(PAUSE);
    }
    tmux(&["capture-pane", "-e", "-p"])
}

/// A command to a tmux server that only this chore uses.
fn tmux(arguments: &[&str]) -> Result<String, String> {
    let mut tmux = command("tmux");
    output(tmux.args(["-L", "taquin-pictures"]).args(arguments))
}

/// A page that shows text with terminal colours.
fn page(screen: &str) -> String {
    let mut style = Style::default();
    let mut html = String::from(
        "<!doctype html><meta charset=utf-8><style>body{margin:0;background:#15181d}\
         pre{margin:12px;font:14px/16px DejaVu Sans Mono,monospace;color:#eceae4}</style><pre>",
    );
    for (i, piece) in screen.split("\u{1b}[").enumerate() {
        let text = match piece.split_once('m') {
            Some((codes, text)) if i > 0 => {
                style.apply(codes);
                text
            }
            _ => piece,
        };
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(html, "<span style=\"{}\">{text}</span>", style.css());
    }
    html.push_str("</pre>");
    html
}

/// The colours and weight that hold for the text that follows.
#[derive(Default)]
struct Style {
    foreground: Option<String>,
    background: Option<String>,
    is_bold: bool,
}

impl Style {
    /// Applies the numbers of a sequence like `1;38;2;236;234;228`; others than these are ignored.
    fn apply(&mut self, codes: &str) {
        let mut codes = codes.split(';');
        while let Some(code) = codes.next() {
            match code {
                "" | "0" => *self = Self::default(),
                "1" => self.is_bold = true,
                "22" => self.is_bold = false,
                "39" => self.foreground = None,
                "49" => self.background = None,
                "38" => self.foreground = colour(&mut codes),
                "48" => self.background = colour(&mut codes),
                _ => {}
            }
        }
    }

    fn css(&self) -> String {
        let mut css = String::new();
        if let Some(colour) = &self.foreground {
            let _ = write!(css, "color:{colour};");
        }
        if let Some(colour) = &self.background {
            let _ = write!(css, "background:{colour};");
        }
        if self.is_bold {
            css.push_str("font-weight:bold");
        }
        css
    }
}

/// A colour like `2;236;234;228`.
fn colour<'a>(codes: &mut impl Iterator<Item = &'a str>) -> Option<String> {
    let kind = codes.next()?;
    let mut part = || codes.next();
    match kind {
        "2" => Some(format!("rgb({},{},{})", part()?, part()?, part()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_hold_until_they_are_reset() {
        let html = page("a\u{1b}[1m\u{1b}[38;2;1;2;3mb<\u{1b}[0mc");
        let (_, spans) = html.split_once("<pre>").unwrap();
        assert_eq!(
            spans,
            "<span style=\"\">a</span><span style=\"font-weight:bold\"></span>\
             <span style=\"color:rgb(1,2,3);font-weight:bold\">b&lt;</span>\
             <span style=\"\">c</span></pre>"
        );
    }
}
