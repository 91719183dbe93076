//! Help for the player: hints, the distance, a solution.

use std::time::Duration;

use taquin::Move;
use taquin_game::{Grade, Hint};

use super::{App, EXACT, Mode, Purpose, Searching};

/// How long a player waits for a hint that may be proven.
const HINT: Duration = Duration::from_secs(5);
/// How long for a good move on a board whose solutions can hardly be proven.
const GOOD_MOVE: Duration = Duration::from_millis(800);
/// How long a solution is searched before the player is asked.
const SOLVE: Duration = Duration::from_secs(30);
/// How long where a proof is hardly to be had.
const GOOD_SOLUTION: Duration = Duration::from_secs(10);

impl App {
    pub(super) fn change_bar(&mut self) {
        self.settings.bar ^= true;
        self.touch();
        if self.settings.bar {
            self.session.game_mut().assist();
            self.say("Distance bar on; the game counts as assisted.");
        } else {
            self.cancel(|purpose| matches!(purpose, Purpose::Distance { say: false }));
            self.say("Distance bar off.");
        }
    }

    /// A solution of the board in play that is good enough for a hint: proven, or the best that
    /// can be had.
    fn line(&self) -> Option<(Vec<Move>, bool)> {
        let known = self.knowledge.about(&self.game().here())?;
        let proven = known.exact().is_some();
        let enough = proven
            || self.game().board().size().cells() > EXACT
            || self.unsettled.as_ref() == Some(self.game().board());
        known
            .line
            .clone()
            .filter(|_| enough)
            .map(|line| (line, proven))
    }

    /// One time for boards whose solutions are proven, another for larger ones.
    fn patience(&self, proven: Duration, found: Duration) -> Duration {
        if self.game().board().size().cells() <= EXACT {
            proven
        } else {
            found
        }
    }

    pub(super) fn give_hint(&mut self) {
        if self.game().phase().is_over() {
            return self.say_over();
        }
        if let Some(hint) = &mut self.hint {
            hint.grade = hint.grade.next();
            let text = hint.text();
            return self.say(text);
        }
        if !self.show_hint() {
            let here = self.game().here();
            self.solve(Purpose::Hint, here, self.patience(HINT, GOOD_MOVE));
            self.say("Looking for a hint…");
        }
    }

    /// Shows a hint if a solution is known.
    pub(super) fn show_hint(&mut self) -> bool {
        let Some((line, proven)) = self.line() else {
            return false;
        };
        self.hint = Hint::new(self.game().board(), &line, proven, Grade::Tile);
        self.session.game_mut().assist();
        if let Some(hint) = &self.hint {
            let text = hint.text();
            self.say(text);
        }
        true
    }

    pub(super) fn play_hint(&mut self) {
        if self.game().phase().is_over() {
            return self.say_over();
        }
        if !self.make_hint() {
            let here = self.game().here();
            self.solve(Purpose::PlayHint, here, self.patience(HINT, GOOD_MOVE));
            self.say("Looking for a good move…");
        }
    }

    /// Makes the hinted move if a solution is known.
    pub(super) fn make_hint(&mut self) -> bool {
        let Some((line, proven)) = self.line() else {
            return false;
        };
        let Some(hint) = Hint::new(self.game().board(), &line, proven, Grade::Direction) else {
            return true;
        };
        let before = self.game().board().clone();
        let (tile, mv) = hint.slides[0];
        let now = self.now;
        let game = self.session.game_mut();
        game.assist();
        if game.slide(mv, now).is_ok() {
            self.moved(&before, &[mv]);
            if !self.game().phase().is_over() {
                let left = hint.to_go - 1;
                let label = if proven {
                    format!("(optimal, {left} to go)")
                } else {
                    "(good move, not proven)".to_owned()
                };
                self.say(format!("{tile} {}. {label}", mv.0.word()));
            }
        }
        true
    }

    /// Searches for a solution and then plays it back.
    pub(super) fn begin_search(&mut self) {
        let usual = self.patience(SOLVE, GOOD_SOLUTION);
        self.find_solution(self.patience.unwrap_or(usual));
    }

    pub(super) fn find_solution(&mut self, patience: Duration) {
        if self.game().phase().is_over() {
            return self.say_over();
        }
        let here = self.game().here();
        let known = self.knowledge.about(&here).cloned().unwrap_or_default();
        if known.exact().is_some() {
            return self.begin_playback();
        }
        self.leave_for(Mode::Searching(Searching {
            least: known.least,
            best: known.most(),
            patience,
            ..Searching::default()
        }));
        self.hint = None;
        self.message.clear();
        self.solve(Purpose::Solve, here, patience);
    }

    pub(super) fn say_distance(&mut self) {
        let here = self.game().here();
        self.session.game_mut().assist();
        if let Some(distance) = self.knowledge.exact(&here) {
            return self.say(format!("{distance} to go (optimal)."));
        }
        self.solve(
            Purpose::Distance { say: true },
            here,
            self.patience(HINT, GOOD_MOVE),
        );
        self.say("Looking for the distance…");
    }

    /// Keeps the distance of the board known while the bar is shown.
    pub(super) fn follow(&mut self) {
        let game = self.session.game();
        let wanted = self.settings.bar
            && matches!(self.mode, Mode::Play)
            && game.board().size().cells() <= EXACT
            && self.unsettled.as_ref() != Some(game.board())
            && !self
                .asked
                .iter()
                .any(|asked| matches!(asked.purpose, Purpose::Distance { .. }));
        if !wanted {
            return;
        }
        let here = game.here();
        if self.knowledge.exact(&here).is_none() {
            self.solve(Purpose::Distance { say: false }, here, HINT);
        }
    }
}
