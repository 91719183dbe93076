//! Setting up the terminal for the game, and restoring it.

use std::io::{self, Write, stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

static TAKEN: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();

/// The terminal while the game has it; dropping this gives it back.
pub(crate) struct Taken(());

impl Taken {
    /// Takes the whole screen, keys one by one, the mouse, and pastes as such.
    pub(crate) fn take() -> io::Result<Self> {
        HOOK.call_once(give_back_on_panic);
        // From here on there is something to restore, also where only half of it was done.
        TAKEN.store(true, Ordering::SeqCst);
        let taken = Self(());
        enable_raw_mode()?;
        execute!(
            stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste
        )?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back as it was; nothing happens if the game does not have it.
///
/// For code that ends the process while the game runs, such as a signal handler.
pub fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // A failure cannot be reported: the terminal is gone.
        let _ = execute!(
            stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// Gives the terminal back before the message of a panic is written. A search that panics is
/// answered for in the game, so its message would only spoil the screen.
fn give_back_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let is_search = thread::current().name() == Some(crate::worker::THREAD);
        if is_search && TAKEN.load(Ordering::SeqCst) {
            return;
        }
        restore();
        before(info);
    }));
}

/// Puts a text on the clipboard of the terminal, which may be on another machine (OSC 52). Terminals
/// that do not know the sequence, or forbid it, ignore it.
pub(crate) fn copy(text: &str) -> io::Result<()> {
    let mut out = stdout();
    write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()))?;
    out.flush()
}

/// Base64 as in RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut word = [0; 4];
        word[1..=chunk.len()].copy_from_slice(chunk);
        let word = u32::from_be_bytes(word);
        for place in 0..4 {
            if place <= chunk.len() {
                let six = word >> (18 - 6 * place) & 63;
                text.push(char::from(LETTERS[six as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

/// Stops the process until it is brought to the foreground again; systems without that continue.
pub(crate) fn suspend() {
    #[cfg(unix)]
    {
        let _ = signal_hook::low_level::raise(signal_hook::consts::SIGTSTP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // RFC 4648, section 10.
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
