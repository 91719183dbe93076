//! The parts of the screen around the board while stepping through something.

use ratatui::layout::Rect;
use taquin::trace::StepKind;
use taquin_app::units::count_of;

use super::canvas::Canvas;
use crate::app::{Mode, Reviewing, Shown, TerminalApp, WatchState, WatchedSearch};
use crate::messages;

/// The part of the step line on which a click goes somewhere.
pub(super) fn step_track(app: &TerminalApp, area: Rect) -> Rect {
    let used = step_text(app).chars().count() as u16 + 1;
    Rect {
        x: area.x + used.min(area.width),
        width: area.width.saturating_sub(used),
        ..area
    }
}

fn step_text(app: &TerminalApp) -> String {
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

/// The current position among the steps.
pub(super) fn steps(canvas: &mut Canvas, app: &TerminalApp, area: Rect) {
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
pub(super) fn graph(canvas: &mut Canvas, app: &TerminalApp, area: Rect) {
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
    let scale = format!("{} to go at most; ! lost", count_of(top.into(), "move"));
    canvas.text(area.x, area.y + height + 1, &scale, theme.soft);
}

/// The step of a watched search in words.
pub(super) fn watch_text(watch: &WatchedSearch) -> String {
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
        StepKind::Expand(why) => format!("expanded because {why}"),
        StepKind::Generate => "generated".to_owned(),
        StepKind::Duplicate => "reached before, at no greater cost".to_owned(),
        StepKind::Prune => "left out".to_owned(),
        StepKind::Goal => "a goal".to_owned(),
        _ => step.kind.word().to_owned(),
    };
    let last = steps.is_at_end() && traced.trace.truncated;
    let end = if last {
        let kept = messages::grouped(traced.trace.steps.len() as u64);
        format!(" The record ends here, after {kept} steps; the search went on.")
    } else {
        String::new()
    };
    format!(
        "g {} h {} f {} · open {} closed {} · node {}: {what}.{end}",
        step.g, step.h, step.f, step.open, step.closed, step.node
    )
}
