//! Lists that take the whole screen: keys and best results.

use std::time::Duration;

use taquin_game::Best;

use super::canvas::{Canvas, wrap};
use crate::app::TerminalApp;
use crate::keys::KeyScope;
use crate::messages;

/// The list of keys, in as many columns as fit.
pub(super) fn keys(canvas: &mut Canvas, app: &TerminalApp, scroll: u16) {
    let theme = app.theme();
    let area = canvas.area();
    let mut lines: Vec<(String, &str)> = Vec::new();
    for (place, heading) in [
        (KeyScope::Game, "In the game"),
        (KeyScope::Everywhere, "Everywhere"),
        (KeyScope::Steps, "Playback, review, watching"),
    ] {
        lines.push((String::new(), heading));
        lines.extend(app.keys.help(place));
        if place == KeyScope::Game {
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
pub(super) fn bests(canvas: &mut Canvas, app: &TerminalApp) {
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
