//! The panel at the side: facts of the game, and its moves.

use ratatui::layout::Rect;
use taquin::Move;
use taquin::notation::{Notation, format_moves};
use taquin::trace::{Step, StepKind, Why};
use taquin_game::Best;

use super::bar::{estimate, to_go};
use super::canvas::{Canvas, wrap};
use super::steps::graph;
use crate::app::{Mode, TerminalApp, WatchState, WatchedSearch};
use crate::messages;

/// The panel at the side: facts of the game, and its moves.
pub(super) fn side(canvas: &mut Canvas, app: &TerminalApp, area: Rect) {
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
        Mode::Watch(watch) => open_list(canvas, app, rest, watch),
        Mode::Playback(playback) => {
            moves(canvas, app, rest, &playback.moves, playback.player.at());
        }
        _ => {}
    }
}

fn game_facts(app: &TerminalApp, facts: &mut Vec<(&'static str, String)>) {
    let game = app.game();
    let origin = game.origin();
    facts.push((
        "Game",
        origin
            .id
            .map_or_else(|| "your own board".to_owned(), |id| id.to_string()),
    ));
    if *game.goals() != taquin::Goals::default() {
        facts.push(("Goal", game.goals().to_string()));
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
        let best = |best: &Best| messages::best(best);
        facts.push(("Your fewest", best(&record.fewest)));
        facts.push(("Your quickest", best(&record.quickest)));
    }
}

fn watch_facts(watch: &WatchedSearch, facts: &mut Vec<(&'static str, String)>) {
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
    if traced.trace.truncated {
        let kept = messages::grouped(traced.trace.steps.len() as u64);
        facts.push(("Recorded", format!("the first {kept} steps (--steps)")));
    }
    let result = solution.as_ref().map(|solution| solution.label.clone());
    facts.push(("Found", result.unwrap_or_else(|| "no solution".to_owned())));
}

/// The nodes that wait at this step, those that come next first.
fn open_list(canvas: &mut Canvas, app: &TerminalApp, area: Rect, watch: &WatchedSearch) {
    let theme = app.theme();
    let WatchState::Ready { traced, steps, .. } = &watch.state else {
        return;
    };
    if area.height < 3 {
        return;
    }
    let open = open_nodes(&traced.trace.steps, steps.at());
    let head = match open.len() {
        0 => "Open list: empty".to_owned(),
        many => format!("Open list, {} in it", messages::grouped(many as u64)),
    };
    canvas.text(area.x, area.y, &head, theme.soft);
    let width = usize::from(area.width);
    for (step, y) in open.iter().zip(area.y + 1..area.bottom()) {
        let values = format!("f {} = {}+{}", step.f, step.g, step.h);
        let room = width.saturating_sub(values.len() + 2);
        let board: String = step.board.to_string().chars().take(room).collect();
        canvas.text(area.x, y, &board, theme.base);
        let x = area.right().saturating_sub(values.len() as u16);
        canvas.text(x, y, &values, theme.soft);
    }
}

/// The nodes generated and not yet taken after a step, in the order the search takes them.
fn open_nodes(steps: &[Step], at: usize) -> Vec<&Step> {
    let mut open: Vec<&Step> = Vec::new();
    // What the search goes by, which the first step does not tell.
    let rule = steps.iter().find_map(|step| match step.kind {
        StepKind::Expand(why) if why != Why::Start => Some(why),
        _ => None,
    });
    for step in steps.iter().take(at + 1) {
        match step.kind {
            StepKind::Generate => {
                open.retain(|other| other.node != step.node);
                open.push(step);
            }
            StepKind::Expand(_) | StepKind::Goal => open.retain(|other| other.node != step.node),
            _ => {}
        }
    }
    match rule {
        Some(Why::LastIn | Why::WithinThreshold) => open.reverse(),
        Some(Why::LeastF) => open.sort_by_key(|step| (step.f, step.h)),
        Some(Why::LeastH | Why::InBeam) => open.sort_by_key(|step| step.h),
        Some(Why::LeastG) => open.sort_by_key(|step| step.g),
        _ => {}
    }
    open
}

/// A list of moves, the one just made marked; the end of it where it does not fit.
fn moves(canvas: &mut Canvas, app: &TerminalApp, area: Rect, all: &[Move], at: usize) {
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
