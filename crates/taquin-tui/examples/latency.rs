//! How long it takes from a key to the bytes of the screen: `cargo run --release -p taquin-tui
//! --example latency`. Prints a row a window.

#![expect(clippy::print_stdout, reason = "a program whose result is its rows")]

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{Event, KeyCode};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use taquin::generate::Level;
use taquin::{Goals, Size};
use taquin_game::{Bests, Preferences, Session};
use taquin_tui::{Appearance, Depth, KeyMap, Message, Setup, TerminalApp, deal, view};

const KEYS: usize = 2000;

fn main() {
    println!("# a key until all bytes of the screen are written, full colours, tiles sliding");
    println!("board\twindow\tkeys\tmedian_us\tp99_us\tmax_us\tbytes_a_key");
    for (board, width, height) in [("4x4", 80, 24), ("4x4", 200, 60), ("16x16", 200, 60)] {
        row(board, width, height);
    }
}

fn row(board: &str, width: u16, height: u16) {
    let size: Size = board.parse().expect("a size");
    let game = deal(
        size,
        Level::Random,
        Some(7),
        &Goals::default(),
        &taquin::Control::new(taquin::Limits::default()),
    )
    .expect("a board");
    let mut app = TerminalApp::new(Setup {
        session: Session::new(game),
        others: Vec::new(),
        settings: Preferences::default(),
        bests: Bests::default(),
        keys: KeyMap::default(),
        look: Appearance {
            depth: Depth::Full,
            ..Appearance::default()
        },
        goals: Goals::default(),
        level: Level::Random,
        patience: None,
        notice: None,
    });
    let counter = Counter::default();
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    let backend = CrosstermBackend::new(counter.clone());
    let mut terminal =
        Terminal::with_options(backend, TerminalOptions { viewport }).expect("no real terminal");
    let clock = Instant::now();
    app.update(
        Message::Input(Event::Resize(width, height)),
        clock.elapsed(),
    );
    terminal
        .draw(|frame| view::draw(frame, &app))
        .expect("memory");
    let before = counter.bytes.get();
    let letters = ['h', 'j', 'l', 'k'];
    let mut times: Vec<Duration> = (0..KEYS)
        .map(|index| {
            let key = KeyCode::Char(letters[index % 4]);
            let begun = Instant::now();
            app.update(Message::Input(Event::Key(key.into())), clock.elapsed());
            terminal
                .draw(|frame| view::draw(frame, &app))
                .expect("memory");
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    let micros = |time: Duration| time.as_micros();
    let bytes = (counter.bytes.get() - before) / KEYS;
    println!(
        "{board}\t{width}x{height}\t{KEYS}\t{}\t{}\t{}\t{bytes}",
        micros(times[KEYS / 2]),
        micros(times[KEYS * 99 / 100]),
        micros(times[KEYS - 1])
    );
}

/// Counts what would be sent to a terminal.
#[derive(Clone, Default)]
struct Counter {
    bytes: Rc<Cell<usize>>,
}

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.bytes.set(self.bytes.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
