//! The saved state between sessions, as text.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use taquin_core::Goal;
use taquin_core::notation::{Notation, parse_board, parse_goal, parse_moves};

use crate::game::Left;
use crate::{Game, Origin, PlayedSlide, Session};

/// The layout of the text; another number is from another version of the game.
const VERSION: u32 = 1;

/// Games of a sitting that are kept, the latest ones.
const KEPT: usize = 10;

/// Whether arrow keys move the tile or the blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arrows {
    /// The tile's.
    #[default]
    Tile,
    /// The blank's.
    Blank,
}

/// The player's preferences.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The name of the theme; none until one is chosen.
    pub theme: Option<String>,
    /// Whether arrow keys move the tile or the blank.
    pub arrows: Arrows,
    /// Whether moves and time are hidden.
    pub zen: bool,
    /// Whether the distance bar is shown.
    pub bar: bool,
}

/// All that is kept: the games of the last sitting, unfinished games of other sizes, and settings.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The player's preferences.
    pub settings: Preferences,
    /// The games of the sitting.
    pub session: Option<Session>,
    /// Unfinished games of other sizes.
    pub others: Vec<Game>,
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    settings: Preferences,
    /// Which of the games is in play.
    at: usize,
    games: Vec<SavedGame>,
    others: Vec<SavedGame>,
}

#[derive(Serialize, Deserialize)]
struct SavedGame {
    start: String,
    goal: String,
    id: Option<String>,
    optimal: Option<u32>,
    upper_bound: Option<u32>,
    /// One word a press, `L UU R`.
    moves: String,
    /// The time of each press, in milliseconds.
    times: Vec<u64>,
    made: usize,
    millis: u64,
    assisted: bool,
    counted: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    untimed: bool,
}

impl Saved {
    /// All of it as text. The clock is not part of it: games are kept as if paused now.
    pub fn write(&self, now: Duration) -> String {
        let latest = |session| Session::latest(session, KEPT);
        let (games, at) = self.session.as_ref().map_or((&[][..], 0), latest);
        let file = File {
            version: VERSION,
            settings: self.settings.clone(),
            at,
            games: games.iter().map(|g| entry(g, now)).collect(),
            others: self.others.iter().map(|g| entry(g, now)).collect(),
        };
        serde_json::to_string_pretty(&file).expect("names and numbers can be written")
    }

    /// Reads a saved text and replays every game in it.
    ///
    /// # Errors
    /// When it is damaged, or of another version.
    pub fn read(text: &str) -> Result<Self, SaveError> {
        let file: File = serde_json::from_str(text)?;
        if file.version != VERSION {
            return Err(SaveError::Version(file.version));
        }
        let games = |entries: &[SavedGame]| {
            let games: Result<Vec<Game>, SaveError> = entries.iter().map(game).collect();
            games
        };
        Ok(Self {
            settings: file.settings,
            session: Session::restore(games(&file.games)?, file.at),
            others: games(&file.others)?,
        })
    }
}

fn entry(game: &Game, now: Duration) -> SavedGame {
    let presses = || game.slides().chunk_by(|a, b| a.press == b.press);
    let words: Vec<String> = presses()
        .map(|press| press.iter().map(|slide| slide.mv.0.letter()).collect())
        .collect();
    let left = game.left(now);
    let origin = game.origin();
    SavedGame {
        start: game.start().to_string(),
        goal: game.goal().to_string(),
        id: origin.id.map(|id| id.to_string()),
        optimal: origin.optimal,
        upper_bound: origin.upper_bound,
        moves: words.join(" "),
        times: presses()
            .map(|press| press[0].at.as_millis() as u64)
            .collect(),
        made: left.made,
        millis: left.elapsed.as_millis() as u64,
        assisted: left.assisted,
        counted: left.counted,
        untimed: left.untimed,
    }
}

fn game(entry: &SavedGame) -> Result<Game, SaveError> {
    let start = parse_board(&entry.start).map_err(SaveError::content)?;
    let goal: Goal = parse_goal(&entry.goal).map_err(SaveError::content)?;
    let id = entry.id.as_deref().map(str::parse).transpose();
    let origin = Origin {
        id: id.map_err(SaveError::content)?,
        optimal: entry.optimal,
        upper_bound: entry.upper_bound,
    };
    let words: Vec<&str> = entry.moves.split_whitespace().collect();
    if words.len() != entry.times.len() {
        return Err(SaveError::content("each press needs its time"));
    }
    let mut slides = Vec::new();
    for (press, (word, &at)) in words.iter().zip(&entry.times).enumerate() {
        let moves = parse_moves(word, Notation::Tile, None).map_err(SaveError::content)?;
        slides.extend(moves.into_iter().map(|mv| PlayedSlide {
            mv,
            press: press as u32,
            at: Duration::from_millis(at),
        }));
    }
    let left = Left {
        made: entry.made,
        elapsed: Duration::from_millis(entry.millis),
        assisted: entry.assisted,
        counted: entry.counted,
        untimed: entry.untimed,
    };
    Game::restore(start, goal, origin, slides, left).map_err(SaveError::content)
}

/// Why a text is nothing that was kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// Not the text of a save, or cut short.
    #[error("it is damaged: {0}")]
    Form(#[from] serde_json::Error),
    /// Of another version of the game.
    #[error("it is of version {0}, but only version {VERSION} is known here")]
    Version(u32),
    /// A board, move or name in it cannot be.
    #[error("it is damaged: {0}")]
    Content(String),
}

impl SaveError {
    pub(crate) fn content(what: impl fmt::Display) -> Self {
        Self::Content(what.to_string())
    }
}
