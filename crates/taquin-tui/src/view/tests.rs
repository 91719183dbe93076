//! The screens as text.

use std::time::Duration;

use insta::assert_snapshot;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode};

use super::draw;
use crate::app::tests::{SAMPLE, app, types};
use crate::app::{Mode, TerminalApp};
use crate::task::{Answer, Effect, Message};
use crate::theme::{Depth, THEMES};

const BOARD_4X4: &str = "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12";

fn screen(app: &mut TerminalApp, width: u16, height: u16) -> String {
    app.update(Message::Input(Event::Resize(width, height)), app.now);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, app)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn a_game_with_a_hint() {
    let mut app = app(SAMPLE);
    types(&mut app, "???");
    assert_snapshot!(screen(&mut app, 60, 16));
}

#[test]
fn in_ascii_only_ascii_is_shown() {
    // A board beyond 4x4: its bar shows an estimate, which no search changes.
    let mut app = app("1 2 3 4 5/6 7 8 0 10/11 12 13 9 14/16 17 18 19 15/21 22 23 24 20");
    app.look.ascii = true;
    types(&mut app, "hv");
    let shown = screen(&mut app, 60, 20);
    assert_snapshot!(shown);
    for keys in ["?", "p", "e", "b"] {
        types(&mut app, keys);
        let shown = screen(&mut app, 100, 30);
        assert!(shown.is_ascii(), "{shown}");
        types(&mut app, "\x1b");
    }
}

#[test]
fn a_table_in_the_making_is_shown_until_the_search_goes_on() {
    for key in ['s', '?'] {
        let mut app = app(BOARD_4X4);
        let asked = app.update(
            Message::Input(Event::Key(KeyCode::Char(key).into())),
            app.now,
        );
        let [Effect::Ask(ticket, _)] = asked[..] else {
            panic!("{asked:?}");
        };
        let table = Answer::Event(taquin::Event::Table {
            tiles: "1.2.3".to_owned(),
            reached: 1,
            entries: 3,
        });
        app.update(Message::Answer(ticket, table), app.now);
        let words = "Building the table of tiles 1.2.3, 33 %.";
        let shown = screen(&mut app, 80, 24);
        assert!(shown.contains(words), "{shown}");
        if matches!(app.mode(), Mode::Searching(_)) {
            app.update(
                Message::Answer(ticket, Answer::Event(taquin::Event::Nodes(1234))),
                app.now,
            );
            let shown = screen(&mut app, 80, 24);
            assert!(!shown.contains(words) && shown.contains("1 234"), "{shown}");
        }
    }
}

#[test]
fn the_smallest_window() {
    assert_snapshot!(screen(&mut app(BOARD_4X4), 24, 12));
}

#[test]
fn windows_too_small_for_a_game() {
    assert_snapshot!(screen(&mut app(SAMPLE), 22, 5));
    let tiny = screen(&mut app(SAMPLE), 3, 3);
    assert_eq!(tiny, "\"24×\"\n\"12 \"\n\"   \"\n");
    for (width, height) in [(1, 1), (1, 50), (50, 1)] {
        screen(&mut app(SAMPLE), width, height);
    }
    let mut nothing = Terminal::new(TestBackend::new(0, 0)).unwrap();
    nothing.draw(|frame| draw(frame, &app(SAMPLE))).unwrap();
}

#[test]
fn a_wide_window_has_large_digits_and_a_side_panel() {
    let mut app = app(SAMPLE);
    types(&mut app, "vhj");
    assert_snapshot!(screen(&mut app, 100, 31));
}

#[test]
fn the_largest_board_in_a_usual_window() {
    let goal = taquin::Goal::BlankLast.board(taquin::Size::new(16, 16).unwrap());
    let mut app = app(&goal.unwrap().to_string());
    assert_snapshot!(screen(&mut app, 80, 24));
}

#[test]
fn playback() {
    let mut app = app(SAMPLE);
    types(&mut app, "s..");
    assert_snapshot!(screen(&mut app, 60, 18));
}

#[test]
fn review_of_a_game_with_two_lost_moves() {
    let mut app = app("1 2 3/4 5 6/0 7 8");
    types(&mut app, "←→←→hhi.");
    assert_snapshot!(screen(&mut app, 60, 24));
}

/// The sample, solved by A*, with this many recorded steps.
fn watched(steps: usize) -> TerminalApp {
    let mut app = app(SAMPLE);
    let effects = app.watch("astar/manhattan", steps);
    let [crate::Effect::Ask(ticket, crate::Request::Trace { puzzle, .. })] = &effects[..] else {
        panic!("{effects:?}");
    };
    let control = taquin::Control::new(taquin::Limits::default()).with_trace(steps);
    let solver = taquin::catalogue::solver("astar/manhattan").unwrap();
    let outcome = solver.solve(puzzle, &control).unwrap();
    let traced = crate::Traced {
        found: crate::SearchResult {
            line: outcome.best().map(|best| best.moves().to_vec()),
            least: outcome.lower_bound(),
            stop: outcome.stop,
            plan: String::new(),
        },
        trace: control.tracer().unwrap().take(),
        expanded: outcome.stats.expanded,
    };
    let answer = crate::Answer::Traced(Box::new(traced));
    app.update(Message::Answer(*ticket, answer), Duration::ZERO);
    app
}

#[test]
fn a_watched_search() {
    let mut app = watched(100);
    types(&mut app, "...");
    assert_snapshot!(screen(&mut app, 100, 24));
}

#[test]
fn small_windows_tell_where_a_record_was_cut() {
    let mut app = watched(10);
    types(&mut app, ">");
    for (width, height) in [(24, 12), (32, 14), (40, 16), (80, 24)] {
        let shown = screen(&mut app, width, height);
        // The message wraps; a list of 36 columns may stand beside it.
        let has_list = width >= 72;
        let columns = usize::from(if has_list { width - 36 } else { width });
        let left = |line: &str| line.chars().skip(1).take(columns).collect::<String>();
        let lines: Vec<String> = shown.lines().map(left).collect();
        let words: Vec<&str> = lines.iter().flat_map(|l| l.split_whitespace()).collect();
        let text = words.join(" ");
        let cut = "The record ends here, after 10 steps; the search went on.";
        assert!(text.contains(cut), "{shown}");
        assert_eq!(shown.contains("Open list, "), has_list, "{shown}");
    }
}

#[test]
fn a_board_that_cannot_be_solved() {
    let mut app = app(SAMPLE);
    types(&mut app, "e1 8 7/4 3 2/6 5 0\n");
    assert_snapshot!(screen(&mut app, 80, 24));
}

#[test]
fn the_list_of_keys() {
    let mut app = app(SAMPLE);
    app.update(
        Message::Input(Event::Key(ratatui::crossterm::event::KeyCode::F(1).into())),
        Duration::ZERO,
    );
    assert_snapshot!(screen(&mut app, 120, 24));
}

#[test]
fn a_paused_board_is_covered() {
    let mut app = app(SAMPLE);
    types(&mut app, "hp");
    let shown = screen(&mut app, 40, 16);
    assert!(shown.contains("Paused. p continues."), "{shown}");
    assert!(!shown.contains('8'), "{shown}");
}

#[test]
fn every_theme_draws_every_size_in_every_window() {
    for theme in &THEMES {
        for (rows, cols) in [(2, 2), (2, 9), (5, 3), (10, 10), (16, 2)] {
            let goal = taquin::Goal::BlankLast.board(taquin::Size::new(rows, cols).unwrap());
            let board = goal.unwrap().to_string();
            let mut app = app(&board);
            app.settings.theme = Some(theme.name.to_owned());
            app.settings.bar = true;
            app.look.depth = Depth::Indexed;
            for (width, height) in [(24, 12), (80, 24), (100, 40), (200, 60)] {
                screen(&mut app, width, height);
            }
        }
    }
}

#[test]
fn a_slide_is_seen_on_its_way_and_not_where_tiles_jump() {
    let mut app = app(SAMPLE);
    let start = screen(&mut app, 60, 18);
    app.look.still = false;
    types(&mut app, "h");
    let moving = screen(&mut app, 60, 18);
    app.update(Message::Tick, app.now + Duration::from_millis(50));
    let later = screen(&mut app, 60, 18);
    app.update(Message::Tick, app.now + Duration::from_millis(60));
    let there = screen(&mut app, 60, 18);
    assert!(app.sliding.is_none());
    assert!(start != moving && moving != later && later != there);
    app.look.still = true;
    assert_eq!(screen(&mut app, 60, 18), there);
}

#[test]
fn zen_hides_moves_and_time() {
    let mut app = app(SAMPLE);
    types(&mut app, "hlz");
    let shown = screen(&mut app, 60, 18);
    assert!(
        !shown.contains("moves") && !shown.contains("0:0"),
        "{shown}"
    );
}
