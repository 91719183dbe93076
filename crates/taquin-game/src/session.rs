//! A session of several games, with undo across them.

use std::time::Duration;

use taquin_core::Move;

use crate::Game;

/// Games kept for undo; the oldest is forgotten first.
const KEPT: usize = 50;

/// Undos closer together than this come from a key that is held down, which repeats every 30 ms or so; a
/// deliberate key press is slower.
const HELD: Duration = Duration::from_millis(150);

/// The games of one sitting, the last of them or an earlier one in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Never empty.
    games: Vec<Game>,
    at: usize,
    last_undo: Option<Duration>,
}

/// The effect of an undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undone {
    /// It took these moves back, the last one first.
    Moves(Vec<Move>),
    /// It brought the game before back.
    Game,
    /// Nothing: the key is held, and the start of this game is where that ends.
    Held,
    /// Nothing: this is the start of the first game.
    Nothing,
}

/// The effect of a redo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redone {
    /// It made these moves again.
    Moves(Vec<Move>),
    /// It brought the game after back.
    Game,
    /// Nothing was taken back.
    Nothing,
}

impl Session {
    /// A sitting that begins with this game.
    pub fn new(game: Game) -> Self {
        Self {
            games: vec![game],
            at: 0,
            last_undo: None,
        }
    }

    /// A sitting as it was left; none without games. The last game is in play if `at` is no game.
    pub fn restore(games: Vec<Game>, at: usize) -> Option<Self> {
        let at = at.min(games.len().checked_sub(1)?);
        Some(Self {
            games,
            at,
            last_undo: None,
        })
    }

    /// The game in play.
    pub fn game(&self) -> &Game {
        &self.games[self.at]
    }

    /// The game in play, to play it.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.games[self.at]
    }

    /// One of the games, to play it.
    ///
    /// # Panics
    /// When there are fewer.
    pub fn game_at_mut(&mut self, index: usize) -> &mut Game {
        &mut self.games[index]
    }

    /// The games without the sitting.
    pub fn into_games(self) -> Vec<Game> {
        self.games
    }

    /// The latest games, the one in play among them, and which of them that is.
    pub fn latest(&self, most: usize) -> (&[Game], usize) {
        let first = self.games.len().saturating_sub(most).min(self.at);
        let last = self.games.len().min(first.saturating_add(most));
        (&self.games[first..last], self.at - first)
    }

    /// All games and which of them is in play.
    pub fn games(&self) -> (&[Game], usize) {
        (&self.games, self.at)
    }

    /// Puts the game in play aside and begins another; undo brings it back.
    pub fn begin(&mut self, game: Game, now: Duration) {
        let left = self.game_mut();
        left.pause(now);
        // A new deed: what was taken back before it cannot be made again between the two games.
        left.forget_undone();
        self.games.truncate(self.at + 1);
        self.games.push(game);
        if self.games.len() > KEPT {
            self.games.remove(0);
        }
        self.at = self.games.len() - 1;
    }

    /// Takes back the last press, or at the start of a game the game itself.
    pub fn undo(&mut self, now: Duration) -> Undone {
        let last = self.last_undo.replace(now);
        if let Some(moves) = self.game_mut().undo(now) {
            return Undone::Moves(moves);
        }
        let is_held = last.is_some_and(|last| now.saturating_sub(last) < HELD);
        match (self.at, is_held) {
            (0, _) => Undone::Nothing,
            (_, true) => Undone::Held,
            (_, false) => {
                self.game_mut().pause(now);
                self.at -= 1;
                self.game_mut().resume(now);
                Undone::Game
            }
        }
    }

    /// Says that no key is held, however quickly undos follow one another: where they are typed as
    /// lines, say.
    pub fn release(&mut self) {
        self.last_undo = None;
    }

    /// Makes again what was taken back last.
    pub fn redo(&mut self, now: Duration) -> Redone {
        if let Some(moves) = self.game_mut().redo(now) {
            return Redone::Moves(moves);
        }
        if self.at + 1 == self.games.len() {
            return Redone::Nothing;
        }
        self.game_mut().pause(now);
        self.at += 1;
        self.game_mut().resume(now);
        Redone::Game
    }

    /// Whether there is a game before this one.
    pub fn has_earlier(&self) -> bool {
        self.at > 0
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::{Direction, Goal};

    use super::*;
    use crate::Origin;

    const SECOND: Duration = Duration::from_secs(1);

    fn game(text: &str) -> Game {
        Game::new(text.parse().unwrap(), Goal::BlankLast, Origin::default()).unwrap()
    }

    #[test]
    fn undo_goes_back_across_games_and_redo_forth() {
        let mut session = Session::new(game("1 2 3/4 5 6/0 7 8"));
        session
            .game_mut()
            .slide(Move(Direction::Left), SECOND)
            .unwrap();
        let played = session.game().board().clone();
        session.begin(game("1 2 3/4 0 5/7 8 6"), 2 * SECOND);
        assert_eq!(session.undo(3 * SECOND), Undone::Game);
        assert_eq!(session.game().board(), &played);
        // The time between does not count.
        assert_eq!(session.game().elapsed(4 * SECOND), 2 * SECOND);
        assert_eq!(session.redo(5 * SECOND), Redone::Game);
        assert_eq!(session.game().board().to_string(), "1 2 3/4 0 5/7 8 6");
        assert_eq!(session.redo(5 * SECOND), Redone::Nothing);
    }

    #[test]
    fn a_held_key_stops_at_the_start_of_the_game() {
        let mut session = Session::new(game("1 2 3/4 5 6/0 7 8"));
        session.begin(game("1 2 3/4 0 5/7 8 6"), SECOND);
        session
            .game_mut()
            .slide(Move(Direction::Left), SECOND)
            .unwrap();
        let millis = Duration::from_millis;
        assert!(matches!(session.undo(millis(2000)), Undone::Moves(_)));
        assert_eq!(session.undo(millis(2030)), Undone::Held);
        assert_eq!(session.undo(millis(2060)), Undone::Held);
        assert_eq!(session.undo(millis(2500)), Undone::Game);
        assert_eq!(session.undo(millis(3500)), Undone::Nothing);
    }

    #[test]
    fn old_games_are_forgotten_and_the_latest_stays_in_play() {
        let mut session = Session::new(game("1 2 3/4 5 6/0 7 8"));
        for _ in 0..2 * KEPT {
            session.begin(game("1 2 3/4 0 5/7 8 6"), SECOND);
        }
        assert_eq!(
            (session.games().0.len(), session.games().1),
            (KEPT, KEPT - 1)
        );
    }
}
