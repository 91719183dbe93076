//! Help for the player: hints, the distance, a solution.

use std::time::Duration;

use taquin::Move;
use taquin_app::answer::Progress;
use taquin_app::{MOST_PROVEN, PROOF, hint_text, hint_time};
use taquin_game::{Grade, Hint};

use super::{Mode, Purpose, Searching, TerminalApp};

/// Time limit for a good move on a board where a proof is not feasible.
const GOOD_MOVE: Duration = Duration::from_millis(800);
/// Time to search before asking the player.
const SOLVE: Duration = Duration::from_secs(30);
/// Time limit for a solution where a proof is not feasible.
const GOOD_SOLUTION: Duration = Duration::from_secs(10);

impl TerminalApp {
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

    /// A solution of the board in play that is good enough for a hint, and its length if it is proven
    /// to be a shortest one.
    fn line(&self) -> Option<(Vec<Move>, Option<u32>)> {
        let known = self.knowledge.about(&self.game().here())?;
        let distance = known.exact();
        let enough = distance.is_some()
            || self.game().board().size().cells() > MOST_PROVEN
            || self.unsettled.as_ref() == Some(self.game().board());
        known
            .line
            .clone()
            .filter(|_| enough)
            .map(|line| (line, distance))
    }

    fn hint_time(&self) -> Duration {
        hint_time(self.game().board().size(), GOOD_MOVE)
    }

    /// One time for boards whose solutions are proven, another for larger ones.
    fn patience(&self, proven: Duration, found: Duration) -> Duration {
        if self.game().board().size().cells() <= MOST_PROVEN {
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
            let text = hint_text(hint);
            return self.say(text);
        }
        if !self.show_hint() {
            let here = self.game().here();
            self.solve(Purpose::Hint, here, self.hint_time());
            self.say("Looking for a hint…");
        }
    }

    /// Shows a hint if a solution is known.
    pub(super) fn show_hint(&mut self) -> bool {
        let Some((line, distance)) = self.line() else {
            return false;
        };
        self.hint = Hint::new(self.game().board(), &line, distance, Grade::Tile);
        self.session.game_mut().assist();
        if let Some(hint) = &self.hint {
            let text = hint_text(hint);
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
            self.solve(Purpose::PlayHint, here, self.hint_time());
            self.say("Looking for a good move…");
        }
    }

    /// Makes the hinted move if a solution is known.
    pub(super) fn make_hint(&mut self) -> bool {
        let Some((line, distance)) = self.line() else {
            return false;
        };
        let Some(hint) = Hint::new(self.game().board(), &line, distance, Grade::Direction) else {
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
                let label = match hint.distance {
                    Some(distance) => format!("(optimal, {} to go)", distance - 1),
                    None => "(good move, not proven)".to_owned(),
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
            progress: Progress {
                lower_bound: known.least,
                ..Progress::default()
            },
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
        self.solve(Purpose::Distance { say: true }, here, self.hint_time());
        self.say("Looking for the distance…");
    }

    /// Keeps the distance of the board known while the bar is shown.
    pub(super) fn follow(&mut self) {
        let game = self.session.game();
        let wanted = self.settings.bar
            && matches!(self.mode, Mode::Play)
            && game.board().size().cells() <= MOST_PROVEN
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
            self.solve(Purpose::Distance { say: false }, here, PROOF);
        }
    }
}
