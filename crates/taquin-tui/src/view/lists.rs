//! Lists that take the whole screen: keys and best results.

use std::time::Duration;

use taquin_app::units::count_of;
use taquin_game::Best;

use super::canvas::{Canvas, wrap};
use crate::app::TerminalApp;
use crate::keys::KeyScope;
use crate::messages;

/// The averages of this sitting, from a line on.
fn sitting(canvas: &mut Canvas, app: &TerminalApp, mut y: u16) {
    let theme = app.theme();
    let area = canvas.area();
    let room = usize::from(area.width.saturating_sub(2));
    for size in app.averages.sizes() {
        let times = app.averages.times(size);
        let mut parts = vec![format!(
            "{size} now: {}",
            count_of(times.len() as u64, "win")
        )];
        let best = times.iter().min().copied();
        let average = |count| app.averages.average_of(size, count);
        for (name, time) in [
            ("best", best),
            ("mean", app.averages.mean(size)),
            ("ao5", average(5)),
            ("ao12", average(12)),
        ] {
            parts.extend(time.map(|time| format!("{name} {}", messages::time(time))));
        }
        for line in wrap(&parts.join(", "), room) {
            if y + 1 < area.bottom() {
                canvas.text(area.x + 1, y, &line, theme.base);
            }
            y += 1;
        }
    }
}

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
    let indent = |key: &str| {
        let least = if area.width < wide { 11 } else { 12 };
        least.max(key.chars().count() as u16 + 1)
    };
    let lines = broken(&lines, area.width.min(wide), indent);
    let rows = lines.len().div_ceil(columns).max(1);
    let first = usize::from(scroll).min(rows.saturating_sub(room));
    canvas.text(area.x + 1, area.y, "Keys", theme.accent);
    if rows > room {
        let how = if area.width < 30 {
            "(scrolls)"
        } else {
            "(up and down scroll)"
        };
        canvas.text(area.x + 8, area.y, how, theme.soft);
    }
    for (index, (key, does)) in lines.iter().enumerate() {
        let (column, row) = (index / rows, index % rows);
        if row < first || row >= first + room {
            continue;
        }
        let x = area.x + 1 + column as u16 * wide;
        let y = area.y + 1 + (row - first) as u16;
        match key {
            None => canvas.text(x, y, does, theme.soft),
            Some(key) => {
                canvas.text(x, y, key, theme.accent);
                canvas.text(x + indent(key), y, does, theme.base);
            }
        }
    }
    let end = if area.width < 26 {
        "Other keys go back."
    } else {
        "Any other key goes back."
    };
    canvas.text(area.x + 1, area.bottom().saturating_sub(1), end, theme.soft);
}

/// The lines of the list: a heading has no key. What does not fit next to its key continues below.
fn broken(
    lines: &[(String, &str)],
    width: u16,
    indent: impl Fn(&str) -> u16,
) -> Vec<(Option<String>, String)> {
    let mut broken = Vec::new();
    for (key, does) in lines {
        if key.is_empty() {
            broken.push((None, (*does).to_owned()));
            continue;
        }
        let room = usize::from(width.saturating_sub(indent(key) + 2)).max(1);
        let mut key = key.clone();
        let blank = " ".repeat(key.chars().count());
        for part in wrap(does, room) {
            broken.push((Some(std::mem::replace(&mut key, blank.clone())), part));
        }
    }
    broken
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
        let head = if area.width < 50 {
            "wins, fewest, best".to_owned()
        } else {
            format!(
                "{:<14} {:>5}  {:<18} {}",
                "", "wins", "fewest moves", "best time"
            )
        };
        canvas.text(area.x + 1, y, &head, theme.soft);
    }
    // Below 50 columns, a line for each best.
    let is_narrow = area.width < 50;
    for (size, level, record) in app.bests.iter() {
        y += 1;
        let show = |best: &Best| {
            let time = messages::time(Duration::from_millis(best.millis));
            format!("{} in {time}", best.moves)
        };
        let name = format!("{size} {level}");
        if is_narrow {
            canvas.text(
                area.x + 1,
                y,
                &format!("{name}, {}", record.wins),
                theme.base,
            );
            for best in [&record.fewest, &record.quickest] {
                y += 1;
                canvas.text(area.x + 2, y, &show(best), theme.base);
            }
            continue;
        }
        let line = format!(
            "{name:<14} {:>5}  {:<18} {}",
            record.wins,
            show(&record.fewest),
            show(&record.quickest)
        );
        canvas.text(area.x + 1, y, &line, theme.base);
    }
    sitting(canvas, app, y + 2);
    let end = "Any key goes back.";
    canvas.text(area.x + 1, area.bottom().saturating_sub(1), end, theme.soft);
}
