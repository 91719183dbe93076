//! Everything around the board: bar, side panel, steps, review, watching, lists.

use std::time::Duration;

use ratatui::layout::Rect;
use taquin::notation::{Notation, format_moves};
use taquin::trace::Kind;
use taquin::{Board, Cells, Move};
use taquin_game::{Best, messages};

use super::canvas::{Canvas, wrap};
use crate::app::{App, Mode, Reviewing, Shown, Watch, WatchState};
use crate::keys::Place;

/// Moves beyond which no board of a size lies, where that is known (OEIS A151944), for the height
/// of the bar.
fn farthest(board: &Board) -> u32 {
    match board.size().cells() {
        4 => 6,
        9 => 31,
        16 => 80,
        cells => (5 * cells) as u32,
    }
}

/// The sum of the ways that the tiles have to go: a distance no solution undercuts.
fn estimate(app: &App) -> u32 {
    let target = &app.game().puzzle().targets()[0];
    let board = app.board();
    let size = board.size();
    let way = |index: usize| {
        let number = board.number(index);
        let home = (0..size.cells()).find(|&home| target.number(home) == number);
        home.filter(|_| number != 0)
            .map_or(0, |home| size.distance(index, home))
    };
    (0..size.cells()).map(way).sum::<usize>() as u32
}

/// What is known of the board in play: exact moves to go, or none.
fn to_go(app: &App) -> Option<u32> {
    let game = app.game();
    if game.phase().is_over() {
        return Some(0);
    }
    app.knowledge.about(&game.here())?.exact()
}

/// What the last move lost.
fn loss(app: &App) -> Option<u32> {
    let game = app.game();
    let last = game.made().last()?;
    let mut before = game.board().clone();
    before.slide(last.mv.inverse())?;
    let before = game.puzzle().with_start(before).ok()?;
    let before = app.knowledge.about(&before)?.exact()?;
    (to_go(app)? + 1)
        .checked_sub(before)
        .filter(|&loss| loss > 0)
}

/// The distance bar: what is to go from the bottom up, the estimate as a mark in it.
pub(super) fn bar(canvas: &mut Canvas, app: &App, area: Rect) {
    let theme = app.theme();
    let ascii = canvas.is_ascii();
    let farthest = farthest(app.board()).max(1);
    let estimate = estimate(app);
    let exact = to_go(app);
    let height = area.height.saturating_sub(1);
    let lines =
        |moves: u32| (f64::from(moves) / f64::from(farthest) * f64::from(height)).ceil() as u16;
    let label = match exact {
        Some(exact) => exact.to_string(),
        None => format!("≥{estimate}"),
    };
    canvas.text(area.x + 1, area.y, &label, theme.accent);
    let filled = lines(exact.unwrap_or(0)).min(height);
    let mark = lines(estimate).clamp(1, height.max(1));
    for line in 1..=height {
        let y = area.bottom() - line;
        let is_mark = line == mark && estimate > 0;
        let (symbol, style) = match (line <= filled, is_mark) {
            (true, false) => (if ascii { "##" } else { "██" }, theme.accent),
            (true, true) if theme.is_filled => ("▔▔", theme.on_accent()),
            (_, true) => (if ascii { "==" } else { "▔▔" }, theme.message),
            (false, false) => (if ascii { ".." } else { "░░" }, theme.soft),
        };
        canvas.text(area.x + 1, y, symbol, style);
    }
    if let Some(loss) = loss(app) {
        canvas.text(area.x + 1, area.y + 1, &format!("+{loss}"), theme.warn);
    }
}

/// The panel at the side: facts of the game, and its moves.
pub(super) fn side(canvas: &mut Canvas, app: &App, area: Rect) {
    let theme = app.theme();
    let mut facts: Vec<(&str, String)> = Vec::new();
    let game = app.game();
    match &app.mode {
        Mode::Watch(watch) => watch_facts(watch, &mut facts),
        Mode::Playback(playback) => facts.push(("Solution", playback.label.clone())),
        Mode::Review(reviewing) => {
            let (count, sum) = reviewing.review.lost();
            facts.push(("Your moves", reviewing.review.moves().len().to_string()));
            if let Some(best) = reviewing.review.known()[0].exact() {
                facts.push(("Best possible", best.to_string()));
            }
            let lost = match count {
                0 => "nothing".to_owned(),
                _ => format!("+{sum} in {}", messages::moves(count)),
            };
            facts.push(("Lost", lost));
        }
        _ => game_facts(app, &mut facts),
    }
    let mut y = area.y;
    for (name, value) in &facts {
        let room = usize::from(area.width).saturating_sub(name.len() + 2);
        let lines = wrap(value, room);
        canvas.text(area.x, y, name, theme.soft);
        for line in &lines {
            let width = line.chars().count() as u16;
            canvas.text(area.right().saturating_sub(width), y, line, theme.base);
            y += 1;
        }
        y += u16::from(lines.is_empty());
    }
    y += 1;
    let rest = Rect::new(area.x, y, area.width, area.bottom().saturating_sub(y));
    match &app.mode {
        Mode::Review(_) if rest.height > 6 => {
            let graph_area = Rect {
                height: rest.height.min(12),
                ..rest
            };
            graph(canvas, app, graph_area);
        }
        Mode::Play if !app.settings.zen => moves(canvas, app, rest, &game.line(), game.moves()),
        Mode::Playback(playback) => {
            moves(canvas, app, rest, &playback.moves, playback.player.at());
        }
        _ => {}
    }
}

fn game_facts(app: &App, facts: &mut Vec<(&'static str, String)>) {
    let game = app.game();
    let origin = game.origin();
    facts.push((
        "Game",
        origin
            .id
            .map_or_else(|| "your own board".to_owned(), |id| id.to_string()),
    ));
    if *game.goal() != taquin::Goal::BlankLast {
        facts.push(("Goal", game.goal().to_string()));
    }
    if let (None, Some(most)) = (origin.optimal, origin.upper_bound) {
        facts.push((
            "Needs",
            format!("at most {}", messages::moves(most as usize)),
        ));
    }
    if app.settings.bar {
        facts.push((
            "To go",
            to_go(app).map_or_else(|| "?".to_owned(), |n| format!("{n}, proven")),
        ));
        facts.push(("Estimate h", estimate(app).to_string()));
    }
    if let Some(record) = origin.id.and_then(|id| app.bests.get(id.size, id.level)) {
        let best = |best: &Best| best.to_string();
        facts.push(("Your fewest", best(&record.fewest)));
        facts.push(("Your quickest", best(&record.quickest)));
    }
}

/// A list of moves, the one just made marked; the end of it where it does not fit.
fn moves(canvas: &mut Canvas, app: &App, area: Rect, all: &[Move], at: usize) {
    let theme = app.theme();
    if all.is_empty() || area.height < 2 {
        return;
    }
    canvas.text(area.x, area.y, "Moves", theme.soft);
    let before = format_moves(&all[..at.min(all.len())], Notation::Tile);
    let after = format_moves(&all[at.min(all.len())..], Notation::Tile);
    let width = usize::from(area.width);
    let room = usize::from(area.height - 1) * width;
    let letters: Vec<(char, bool)> = before
        .chars()
        .map(|c| (c, true))
        .chain(after.chars().map(|c| (c, false)))
        .collect();
    // The move just made stays in sight.
    let first = before.len().saturating_sub(room * 3 / 4) / width * width;
    for (index, (letter, made)) in letters.iter().skip(first).take(room).enumerate() {
        let x = area.x + (index % width) as u16;
        let y = area.y + 1 + (index / width) as u16;
        let style = if *made { theme.base } else { theme.soft };
        canvas.text(x, y, &letter.to_string(), style);
    }
}

/// The part of the step line on which a click goes somewhere.
pub(super) fn step_track(app: &App, area: Rect) -> Rect {
    let used = step_text(app).chars().count() as u16 + 1;
    Rect {
        x: area.x + used.min(area.width),
        width: area.width.saturating_sub(used),
        ..area
    }
}

fn step_text(app: &App) -> String {
    let Some(player) = app.player() else {
        return String::new();
    };
    let sign = if player.is_playing() { "▶" } else { "⏸" };
    let width = player.length().to_string().len();
    match app.mode {
        Mode::Review(_) => format!("{:>width$}/{}", player.at(), player.length()),
        _ => format!(
            "{sign} {:>width$}/{} {}",
            player.at(),
            player.length(),
            player.speed()
        ),
    }
}

/// Where one is among the steps.
pub(super) fn steps(canvas: &mut Canvas, app: &App, area: Rect) {
    let theme = app.theme();
    let Some(player) = app.player() else {
        return;
    };
    canvas.text(area.x, area.y, &step_text(app), theme.message);
    let track = step_track(app, area);
    if track.width < 3 {
        return;
    }
    let width = usize::from(track.width);
    let at = (player.at() * (width - 1))
        .checked_div(player.length())
        .unwrap_or(0);
    let (done, knob, left) = if canvas.is_ascii() {
        ("=", "o", "-")
    } else {
        ("━", "●", "─")
    };
    canvas.text(track.x, track.y, &left.repeat(width), theme.soft);
    canvas.text(track.x, track.y, &done.repeat(at), theme.accent);
    canvas.text(track.x + at as u16, track.y, knob, theme.accent);
}

/// A move of the review in words.
pub(super) fn review_text(reviewing: &Reviewing) -> String {
    let review = &reviewing.review;
    let at = reviewing.player.at();
    let known = review.known()[at];
    let to_go = match known.exact() {
        Some(exact) => format!("{exact} to go."),
        None if review.is_given_up() => format!("At least {} to go (not proven).", known.least),
        None => format!("At least {} to go (searching…).", known.least),
    };
    if at == 0 {
        let (count, sum) = review.lost();
        let summary = match (count, review.question()) {
            (_, Some(_)) => "Looking at your moves…".to_owned(),
            (0, None) if review.is_given_up() => "Not all moves could be judged.".to_owned(),
            (0, None) => "Not one move was lost.".to_owned(),
            (_, None) => format!("{} lost {sum} in all.", messages::moves(count)),
        };
        return format!("Start. {to_go} {summary}");
    }
    let mv = review.moves()[at - 1];
    let mut after = review.boards()[at - 1].clone();
    let tile = after.slide(mv).map_or(0, taquin::Tile::number);
    let loss = match review.loss(at - 1) {
        Some(0) => " Best.".to_owned(),
        Some(loss) => format!(" Lost {loss}."),
        None => String::new(),
    };
    format!("{tile} {}.{loss} {to_go}", mv.0.word())
}

/// The distance after each move, lost moves marked.
pub(super) fn graph(canvas: &mut Canvas, app: &App, area: Rect) {
    let Mode::Review(reviewing) = &app.mode else {
        return;
    };
    let theme = app.theme();
    let review = &reviewing.review;
    let known = review.known();
    let height = area.height.saturating_sub(2);
    let top = known
        .iter()
        .filter_map(|k| k.exact())
        .max()
        .unwrap_or(1)
        .max(1);
    let width = usize::from(area.width);
    // As many columns as boards, or each the mean of several.
    let columns = known.len().min(width);
    let board_of = |column: usize| column * (known.len() - 1) / (columns - 1).max(1);
    let eighths = if canvas.is_ascii() {
        [" ", ".", ".", ".", ":", ":", "|", "|", "|"]
    } else {
        [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    };
    for column in 0..columns {
        let board = board_of(column);
        let next = board_of(column + 1).clamp(board + 1, known.len());
        let x = area.x + column as u16;
        let is_here = (board..next).contains(&reviewing.player.at());
        let style = if is_here { theme.message } else { theme.accent };
        if let Some(exact) = known[board].exact() {
            let eighth = exact * 8 * u32::from(height) / top;
            for line in 0..height {
                let part = (eighth.saturating_sub(8 * u32::from(line))).min(8);
                let y = area.y + height - 1 - line;
                canvas.text(x, y, eighths[part as usize], style);
            }
        }
        let lost = (board..next).any(|b| b > 0 && review.loss(b - 1).is_some_and(|l| l > 0));
        let (sign, style) = match (is_here, lost) {
            (true, _) => (if canvas.is_ascii() { "^" } else { "▲" }, theme.message),
            (false, true) => ("!", theme.warn),
            (false, false) => (" ", theme.soft),
        };
        canvas.text(x, area.y + height, sign, style);
    }
    let scale = format!("{top} moves to go at most; ! lost");
    canvas.text(area.x, area.y + height + 1, &scale, theme.soft);
}

/// The step of a watched search in words.
pub(super) fn watch_text(watch: &Watch) -> String {
    let WatchState::Ready {
        traced,
        steps,
        solution,
        shown,
    } = &watch.state
    else {
        return String::new();
    };
    if let (Shown::Solution, Some(solution)) = (shown, solution) {
        return format!("{} Tab shows the search.", solution.label);
    }
    let Some(step) = traced.trace.steps.get(steps.at()) else {
        return "Nothing was recorded.".to_owned();
    };
    let what = match step.kind {
        Kind::Expand(why) => format!("expanded because {why}"),
        Kind::Generate => "generated".to_owned(),
        Kind::Duplicate => "reached before, at no greater cost".to_owned(),
        Kind::Prune => "left out".to_owned(),
        Kind::Goal => "a goal!".to_owned(),
        _ => step.kind.word().to_owned(),
    };
    let last = steps.is_at_end() && traced.trace.truncated;
    let end = if last {
        " The record ends here; the search went on."
    } else {
        ""
    };
    format!(
        "g {} h {} f {} · open {} closed {} · node {}: {what}.{end}",
        step.g, step.h, step.f, step.open, step.closed, step.node
    )
}

fn watch_facts(watch: &Watch, facts: &mut Vec<(&'static str, String)>) {
    facts.push(("Solver", watch.spec.clone()));
    let WatchState::Ready {
        traced,
        steps,
        solution,
        ..
    } = &watch.state
    else {
        return;
    };
    if let Some(step) = traced.trace.steps.get(steps.at()) {
        facts.push(("g, moves so far", step.g.to_string()));
        facts.push(("h, estimate to go", step.h.to_string()));
        facts.push(("f", step.f.to_string()));
        facts.push(("Open", messages::grouped(step.open)));
        facts.push(("Closed", messages::grouped(step.closed)));
        let parent = step.parent.map(|parent| format!(" from {parent}"));
        facts.push((
            "Node",
            format!("{}{}", step.node, parent.unwrap_or_default()),
        ));
    }
    facts.push(("Expanded in all", messages::grouped(traced.expanded)));
    let result = solution.as_ref().map(|solution| solution.label.clone());
    facts.push(("Found", result.unwrap_or_else(|| "no solution".to_owned())));
}

/// The list of keys, in as many columns as fit.
pub(super) fn keys(canvas: &mut Canvas, app: &App, scroll: u16) {
    let theme = app.theme();
    let area = canvas.area();
    let mut lines: Vec<(String, &str)> = Vec::new();
    for (place, heading) in [
        (Place::Game, "In the game"),
        (Place::Everywhere, "Everywhere"),
        (Place::Steps, "Playback, review, watching"),
    ] {
        lines.push((String::new(), heading));
        lines.extend(app.keys.help(place));
        if place == Place::Game {
            lines.push(("digits Enter".to_owned(), "slide that tile"));
            lines.push(("click".to_owned(), "slide it and those between"));
        }
    }
    let wide = 40;
    let columns = usize::from((area.width / wide).max(1));
    let room = usize::from(area.height.saturating_sub(2)).max(1);
    let rows = lines.len().div_ceil(columns).max(1);
    let first = usize::from(scroll).min(rows.saturating_sub(room));
    canvas.text(area.x + 1, area.y, "Keys", theme.accent);
    if rows > room {
        canvas.text(area.x + 8, area.y, "(up and down scroll)", theme.soft);
    }
    for (index, (key, does)) in lines.iter().enumerate() {
        let (column, row) = (index / rows, index % rows);
        if row < first || row >= first + room {
            continue;
        }
        let x = area.x + 1 + column as u16 * wide;
        let y = area.y + 1 + (row - first) as u16;
        if key.is_empty() {
            canvas.text(x, y, does, theme.soft);
            continue;
        }
        let indent = if area.width < wide { 11 } else { 12 };
        canvas.text(x, y, key, theme.accent);
        let x = x + indent.max(key.chars().count() as u16 + 1);
        canvas.text(x, y, does, theme.base);
    }
    let end = "Any other key goes back.";
    canvas.text(area.x + 1, area.bottom().saturating_sub(1), end, theme.soft);
}

/// The best results.
pub(super) fn bests(canvas: &mut Canvas, app: &App) {
    let theme = app.theme();
    let area = canvas.area();
    canvas.text(area.x + 1, area.y, "Your best results", theme.accent);
    let mut y = area.y + 2;
    if app.bests.iter().next().is_none() {
        let text = "None yet: games won without help count.";
        for line in wrap(text, usize::from(area.width.saturating_sub(2))) {
            canvas.text(area.x + 1, y, &line, theme.base);
            y += 1;
        }
    } else {
        let head = format!(
            "{:<14} {:>5}  {:<18} {}",
            "", "wins", "fewest moves", "best time"
        );
        canvas.text(area.x + 1, y, &head, theme.soft);
    }
    for (size, level, record) in app.bests.iter() {
        y += 1;
        let show = |best: &Best| {
            let time = messages::time(Duration::from_millis(best.millis));
            format!("{} in {time}", best.moves)
        };
        let name = format!("{size} {level}");
        let line = format!(
            "{name:<14} {:>5}  {:<18} {}",
            record.wins,
            show(&record.fewest),
            show(&record.quickest)
        );
        canvas.text(area.x + 1, y, &line, theme.base);
    }
    let end = "Any key goes back.";
    canvas.text(area.x + 1, area.bottom().saturating_sub(1), end, theme.soft);
}
