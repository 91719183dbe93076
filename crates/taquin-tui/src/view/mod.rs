//! Drawing of the state; nothing is decided here.

mod bar;
mod canvas;
mod digits;
mod layout;
mod lists;
mod side;
mod steps;
mod tiles;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use taquin_game::Phase;

use crate::app::{Mode, Searching, TerminalApp, WatchState};
use crate::keys::Action;
use crate::messages;
use canvas::{Canvas, wrap};
use layout::Layout;

/// Draws the whole screen.
pub fn draw(frame: &mut Frame, app: &TerminalApp) {
    let area = frame.area();
    render(app, area, frame.buffer_mut());
    if let Mode::Edit(editor) = &app.mode
        && let Ok(layout) = Layout::of(app, area)
    {
        let (x, y) = editor_cursor(&layout, editor.at());
        frame.set_cursor_position((x, y));
    }
}

/// The index of the cell of the board under a point of the screen.
pub(crate) fn cell_at(app: &TerminalApp, column: u16, row: u16) -> Option<usize> {
    let layout = Layout::of(app, app.area()).ok()?;
    layout.grid.cell_at(column, row)
}

/// The effect of a click on the key line.
pub(crate) fn action_at(app: &TerminalApp, column: u16, row: u16) -> Option<Action> {
    let layout = Layout::of(app, app.area()).ok()?;
    let mut places = key_places(app, layout.keys).into_iter();
    let hit = places.find(|offer| (offer.x..offer.x + offer.width).contains(&column));
    hit.filter(|_| row == layout.keys.y)
        .map(|offer| offer.action)
}

/// The position of a point along the step line, from 0 to 1.
pub(crate) fn share_at(app: &TerminalApp, column: u16, row: u16) -> Option<f64> {
    let layout = Layout::of(app, app.area()).ok()?;
    let line = steps::step_track(app, layout.steps?);
    if row != line.y || column < line.x || column >= line.right() {
        return None;
    }
    Some(f64::from(column - line.x) / f64::from((line.width - 1).max(1)))
}

/// Draws the state into a part of a buffer.
fn render(app: &TerminalApp, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme();
    let mut canvas = Canvas::new(buffer, area, app.look.ascii);
    canvas.fill(area, theme.base);
    match &app.mode {
        Mode::Keys(scroll) => return lists::keys(&mut canvas, app, *scroll),
        Mode::Bests => return lists::bests(&mut canvas, app),
        _ => {}
    }
    let layout = match Layout::of(app, area) {
        Ok(layout) => layout,
        Err((width, height)) => return too_small(&mut canvas, app, width, height),
    };
    title(&mut canvas, app, layout.title);
    tiles::board(&mut canvas, app, &layout.grid);
    if let Some(bar) = layout.bar {
        bar::bar(&mut canvas, app, bar);
    }
    if let Some(side) = layout.side {
        side::side(&mut canvas, app, side);
    }
    if let Some(graph) = layout.graph {
        steps::graph(&mut canvas, app, graph);
    }
    if let Some(steps) = layout.steps {
        steps::steps(&mut canvas, app, steps);
    }
    message(&mut canvas, app, &layout);
    key_line(&mut canvas, app, layout.keys);
}

/// The message that the window is too small, shortened to fit; the required size comes first.
fn too_small(canvas: &mut Canvas, app: &TerminalApp, width: u16, height: u16) {
    let theme = app.theme();
    let area = canvas.area();
    let sign = if app.look.ascii { 'x' } else { '×' };
    let long = format!("Make the window larger ({width}{sign}{height}).");
    let short = format!("{width}{sign}{height}");
    let lines = wrap(&long, area.width as usize);
    let fits = lines.len() <= area.height as usize
        && lines
            .iter()
            .all(|line| line.chars().count() <= area.width as usize);
    let lines = if fits {
        lines
    } else {
        let letters: Vec<char> = short.chars().collect();
        let pieces = letters.chunks(usize::from(area.width.max(1)));
        pieces.map(|piece| piece.iter().collect()).collect()
    };
    for (line, y) in lines.iter().zip(area.y..) {
        canvas.text(area.x, y, line, theme.message);
    }
}

fn title(canvas: &mut Canvas, app: &TerminalApp, area: Rect) {
    let theme = app.theme();
    let game = app.game();
    let size = game.board().size();
    let left = match game.origin().id {
        Some(id) => format!("{size} {}", id.level),
        None => size.to_string(),
    };
    let time = messages::time(game.elapsed(app.now));
    let right = |is_short: bool| match (&app.mode, is_short) {
        _ if app.settings.zen => String::new(),
        (Mode::Watch(watch), _) => watch.spec.clone(),
        (_, true) => {
            let help = if game.is_assisted() { "*" } else { "" };
            format!("{}{help}  {time}", game.moves())
        }
        (_, false) => {
            let help = if game.is_assisted() { " with help" } else { "" };
            format!("{}{help}  {time}", messages::moves(game.moves()))
        }
    };
    // The name goes first, then the words, where all of it does not fit.
    let name = if area.width >= 40 { "taquin  " } else { "" };
    let room = usize::from(area.width).saturating_sub(2);
    let takes = |name: &str, right: &str| {
        name.len() + left.chars().count() + 1 + right.chars().count() <= room
    };
    let (long, short) = (right(false), right(true));
    let (name, right) = match () {
        () if takes(name, &long) => (name, long),
        () if takes("", &long) => ("", long),
        () if takes(name, &short) => (name, short),
        () => ("", short),
    };
    let mut x = area.x + 1;
    canvas.text(x, area.y, name.trim_end(), theme.accent);
    x += name.len() as u16;
    canvas.text(x, area.y, &left, theme.soft);
    let width = right.chars().count() as u16;
    let least = x + left.len() as u16 + 1;
    let right_x = area.right().saturating_sub(width + 1).max(least);
    canvas.text(right_x, area.y, &right, theme.base);
}

/// The message line, or its replacement on other screens.
fn message(canvas: &mut Canvas, app: &TerminalApp, layout: &Layout) {
    let theme = app.theme();
    let area = layout.message;
    let mut lines = Vec::new();
    let text = match &app.mode {
        Mode::Searching(search) if !search.ended => {
            let best = search.best.map(|best| format!(", best so far {best}"));
            let best = best.unwrap_or_default();
            format!(
                "{} At least {}{best}.",
                work(search),
                search.progress.lower_bound
            )
        }
        Mode::Playback(playback) => format!("{} {}", playback.label, app.message),
        Mode::Review(reviewing) => steps::review_text(reviewing),
        Mode::Watch(watch) => match &watch.state {
            WatchState::Searching(search) => work(search),
            WatchState::Ready { .. } => steps::watch_text(watch),
        },
        Mode::Edit(editor) => {
            let shown = editor.shown();
            let room = usize::from(area.width).saturating_sub(PROMPT.len() + 2);
            let skipped = editor.at().saturating_sub(room);
            let part: String = shown.chars().skip(skipped).take(room + 1).collect();
            lines.push(format!("{PROMPT}{part}"));
            let fault = editor.fault.clone();
            fault.unwrap_or_else(|| "A position, a size like 3x5, or a game ID.".to_owned())
        }
        _ if app.is_dealing() => "Making a board…".to_owned(),
        _ => app.message.clone(),
    };
    // A short message stands under the board, a longer one takes the whole line.
    let is_short = lines.is_empty() && text.chars().count() as u16 <= area.right() - layout.grid.x;
    let x = if is_short { layout.grid.x } else { area.x };
    lines.extend(wrap(&text, usize::from(area.width)));
    let is_win = matches!(app.mode, Mode::Play)
        && matches!(app.game().phase(), Phase::Won | Phase::WonAssisted);
    let style = if is_win { theme.accent } else { theme.message };
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        canvas.text(x, y, line, style);
    }
}

/// The current work of a search.
fn work(search: &Searching) -> String {
    match &search.progress.table {
        Some(table) => messages::building(&table.tiles, table.reached, table.entries),
        None => messages::searching(search.progress.expanded),
    }
}

/// The prompt for typed text.
const PROMPT: &str = "Board: ";

fn editor_cursor(layout: &Layout, at: usize) -> (u16, u16) {
    let area = layout.message;
    let room = usize::from(area.width).saturating_sub(PROMPT.len() + 2);
    let x = area.x as usize + PROMPT.len() + at.min(room);
    (x as u16, area.y)
}

/// Short descriptions of the main keys of this screen, the most important ones first.
fn offers(app: &TerminalApp) -> &'static [(Action, &'static str)] {
    use Action as A;
    match &app.mode {
        Mode::Play if app.game().phase().is_over() => &[
            (A::New, "new"),
            (A::Review, "review"),
            (A::Quit, "quit"),
            (A::Keys, "keys"),
            (A::Larger, "larger"),
            (A::Restart, "again"),
            (A::Bests, "bests"),
        ],
        Mode::Play => &[
            (A::Hint, "hint"),
            (A::New, "new"),
            (A::Quit, "quit"),
            (A::Keys, "keys"),
            (A::Undo, "undo"),
            (A::Solve, "solve"),
            (A::Larger, "larger"),
            (A::Level, "level"),
            (A::Pause, "pause"),
            (A::Edit, "set up"),
            (A::Bar, "bar"),
            (A::Theme, "theme"),
        ],
        Mode::Paused => &[(A::Pause, "continue"), (A::Quit, "quit")],
        Mode::Searching(search) => match (search.ended, search.best) {
            (true, Some(_)) => &[
                (A::Accept, "show"),
                (A::Solve, "search on"),
                (A::Leave, "back"),
            ],
            (true, None) => &[(A::Solve, "search on"), (A::Leave, "back")],
            (false, Some(_)) => &[(A::Leave, "cancel"), (A::Accept, "show the best found now")],
            (false, None) => &[(A::Leave, "cancel")],
        },
        Mode::Playback(_) => &[
            (A::PlayPause, "play"),
            (A::Back, "back"),
            (A::Forward, "on"),
            (A::Leave, "my board"),
            (A::Faster, "faster"),
            (A::Slower, "slower"),
            (A::First, "start"),
            (A::Last, "end"),
        ],
        Mode::Review(_) => &[
            (A::Back, "back"),
            (A::Forward, "on"),
            (A::Accept, "try from here"),
            (A::Leave, "leave"),
        ],
        Mode::Watch(watch) => match watch.state {
            WatchState::Searching(_) => &[(A::Leave, "play it yourself"), (A::Quit, "quit")],
            WatchState::Ready { .. } => &[
                (A::PlayPause, "play"),
                (A::Forward, "step"),
                (A::Back, "back"),
                (A::Switch, "solution/search"),
                (A::Faster, "faster"),
                (A::Slower, "slower"),
                (A::Leave, "play it"),
                (A::Quit, "quit"),
            ],
        },
        Mode::Edit(_) => &[(A::Accept, "take it"), (A::Leave, "leave")],
        Mode::Keys(_) | Mode::Bests => &[(A::Leave, "back")],
    }
}

/// A key on the key line.
struct Offer {
    x: u16,
    width: u16,
    action: Action,
    key: String,
    word: &'static str,
}

/// The keys that fit on the key line.
fn key_places(app: &TerminalApp, area: Rect) -> Vec<Offer> {
    let mut places = Vec::new();
    let mut x = area.x + 1;
    for &(action, word) in offers(app) {
        let Some(key) = app.keys.keys_of(action).into_iter().next() else {
            continue;
        };
        let width = (key.chars().count() + 1 + word.chars().count()) as u16;
        if x + width > area.right() {
            break;
        }
        places.push(Offer {
            x,
            width,
            action,
            key,
            word,
        });
        x += width + 2;
    }
    places
}

fn key_line(canvas: &mut Canvas, app: &TerminalApp, area: Rect) {
    let theme = app.theme();
    for offer in key_places(app, area) {
        let after = offer.x + offer.key.chars().count() as u16 + 1;
        canvas.text(offer.x, area.y, &offer.key, theme.accent);
        canvas.text(after, area.y, offer.word, theme.soft);
    }
}

#[cfg(test)]
mod tests;
