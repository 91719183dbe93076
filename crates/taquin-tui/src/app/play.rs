//! The keys of the game screen.

use std::collections::VecDeque;
use std::time::Duration;

use taquin::generate::Level;
use taquin::{Board, Direction, Goal, Move, Size};
use taquin_game::{Arrows, Game, Phase, Redone, Refused, Undone};

use super::{Editor, Mode, Purpose, Sliding, TerminalApp};
use crate::keys::Action;
use crate::messages;
use crate::task::{Effect, Request};

/// Time limit for finding the best possible length of a finished game.
const VERDICT: Duration = Duration::from_secs(10);
/// Number of new games after which the undo tip is no longer shown.
const TOLD: u32 = 3;

impl TerminalApp {
    pub(super) fn play(&mut self, action: Action) {
        if !matches!(action, Action::Accept) {
            self.typed.clear();
        }
        match action {
            Action::Slide(direction) => self.slide(direction),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::New => self.new_game(),
            Action::Restart => self.restart(),
            Action::Smaller => self.resize(-1),
            Action::Larger => self.resize(1),
            Action::Level => self.next_level(),
            Action::Pause => self.pause(),
            Action::Arrows => self.change_arrows(),
            Action::Hint => self.give_hint(),
            Action::PlayHint => self.play_hint(),
            Action::Solve => self.begin_search(),
            Action::Bar => self.change_bar(),
            Action::Review => self.begin_review(),
            Action::Edit => self.leave_for(Mode::Edit(Editor::default())),
            Action::Copy => self.copy(self.game().board().to_string()),
            Action::CopyCommand => self.copy(self.command()),
            Action::Zen => {
                self.settings.zen ^= true;
                self.touch();
            }
            Action::Bests => self.leave_for(Mode::Bests),
            Action::Accept => self.accept_typed(),
            Action::Leave => {
                self.hint = None;
                self.cancel(|purpose| {
                    matches!(
                        purpose,
                        Purpose::Hint | Purpose::PlayHint | Purpose::Deal(..)
                    )
                });
                self.waiting.clear();
                self.message.clear();
            }
            Action::LastMove => self.say(messages::last_move(self.game())),
            Action::Clock => {
                let game = self.game();
                let time = messages::time(game.elapsed(self.now));
                let moves = messages::moves(game.moves());
                self.say(format!("{moves}, {time}."));
            }
            Action::Blank => self.say(messages::blank(self.game().board())),
            Action::Row => self.say(messages::row(self.game().board())),
            Action::Column => self.say(messages::column(self.game().board())),
            Action::Board => self.say(messages::board(self.game().board())),
            Action::Distance => self.say_distance(),
            _ => {}
        }
    }

    fn slide(&mut self, direction: Direction) {
        let direction = match self.settings.arrows {
            Arrows::Tile => direction,
            Arrows::Blank => direction.opposite(),
        };
        let before = self.game().board().clone();
        let now = self.now;
        match self.session.game_mut().slide(Move(direction), now) {
            Ok(()) => self.moved(&before, &[Move(direction)]),
            Err(Refused::CannotMove) => {
                self.say(format!("No tile can slide {}.", direction.word()));
            }
            Err(Refused::Over) => self.say_over(),
        }
    }

    /// Slides the tile in a cell and those between it and the blank.
    pub(super) fn press(&mut self, index: usize) {
        self.typed.clear();
        let before = self.game().board().clone();
        let now = self.now;
        let Some(cell) = before.cells().nth(index) else {
            return;
        };
        match self.session.game_mut().press(cell, now) {
            Ok(_) => {
                let moves = before.press(cell).unwrap_or_default();
                self.moved(&before, &moves);
            }
            Err(Refused::CannotMove) => self.say(messages::CANNOT_MOVE),
            Err(Refused::Over) => self.say_over(),
        }
    }

    pub(super) fn say_over(&mut self) {
        self.say("Solved. n deals a new game, i reviews this one.");
    }

    /// After tiles have slid.
    pub(super) fn moved(&mut self, before: &Board, moves: &[Move]) {
        self.message.clear();
        self.hint = None;
        self.won_at = None;
        self.cancel(|purpose| {
            matches!(
                purpose,
                Purpose::Hint | Purpose::PlayHint | Purpose::Distance { .. } | Purpose::Verdict
            )
        });
        if self.settings.bar {
            self.session.game_mut().assist();
        }
        self.animate(before, moves);
        self.touch();
        if matches!(self.game().phase(), Phase::Won | Phase::WonAssisted) {
            self.win();
        }
    }

    pub(super) fn animate(&mut self, before: &Board, moves: &[Move]) {
        let mut board = before.clone();
        let mut cells = Vec::new();
        for &mv in moves {
            cells.push(board.blank().index());
            board.slide(mv);
        }
        self.sliding = moves.first().map(|&mv| Sliding {
            cells,
            mv,
            since: self.now,
        });
    }

    fn win(&mut self) {
        let now = self.now;
        self.won_at = Some(now);
        let mut note = None;
        if self.session.game_mut().count_win() {
            note = self.bests.count(self.session.game(), now);
            let size = self.game().board().size();
            let time = self.game().elapsed(now);
            self.averages.count(size, time);
            self.effects.push(Effect::SaveBests(self.bests.write()));
        }
        self.save();
        let puzzle = self.game().puzzle().clone();
        let known = self.knowledge.exact(&puzzle);
        let best = self.game().origin().optimal.or(known);
        let message = messages::won(self.game(), best, now);
        let size = self.game().board().size();
        let average = self.averages.average_of(size, 5);
        let average = average.filter(|_| !self.game().is_assisted());
        let average = average.map(|average| format!("ao5 {}.", messages::time(average)));
        let said = [Some(message), note.map(str::to_owned), average];
        self.say(said.into_iter().flatten().collect::<Vec<_>>().join(" "));
        if best.is_none() {
            self.solve(Purpose::Verdict, puzzle, VERDICT);
        }
    }

    fn undo(&mut self) {
        let before = self.game().board().clone();
        match self.session.undo(self.now) {
            Undone::Moves(moves) => {
                let back: Vec<Move> = moves.iter().map(|mv| mv.inverse()).collect();
                self.moved(&before, &back);
            }
            Undone::Game => self.other_game("The game before."),
            Undone::Held => self.say("Start of this game. Press again for the game before."),
            Undone::Nothing => self.say("There is nothing to undo."),
        }
    }

    fn redo(&mut self) {
        let before = self.game().board().clone();
        match self.session.redo(self.now) {
            Redone::Moves(moves) => self.moved(&before, &moves),
            Redone::Game => self.other_game("The game after."),
            Redone::Nothing => self.say("There is nothing to redo."),
        }
    }

    /// After another game has come into play.
    fn other_game(&mut self, message: &str) {
        self.hint = None;
        self.sliding = None;
        self.won_at = None;
        self.typed.clear();
        self.cancel(|purpose| !matches!(purpose, Purpose::Deal(..)));
        if let Some(id) = self.game().origin().id {
            self.level = id.level;
        }
        self.say(message);
        self.touch();
    }

    /// Begins a game; undo restores the previous one.
    pub(super) fn begin(&mut self, game: Game, message: &str) {
        let (left, now) = (self.game(), self.now);
        let size = left.board().size();
        if size != game.board().size() {
            self.others.retain(|other| other.board().size() != size);
            if self.game().phase() == Phase::Playing {
                let mut left = self.game().clone();
                left.pause(now);
                self.others.push(left);
            }
        }
        self.session.begin(game, now);
        self.mode = Mode::Play;
        self.other_game(message);
        self.begun += 1;
        self.save();
    }

    /// The message at the start of a new game.
    pub(super) fn begun_message(&self) -> String {
        if self.begun < TOLD {
            messages::UNDO_NEW.to_owned()
        } else {
            messages::READY.to_owned()
        }
    }

    fn new_game(&mut self) {
        let size = self.game().board().size();
        self.deal(size, [self.level, Level::Random]);
    }

    fn restart(&mut self) {
        let again = self.game().restarted();
        self.begin(again, "This board again. Undo brings your moves back.");
    }

    fn next_level(&mut self) {
        let size = self.game().board().size();
        let at = Level::ALL.iter().position(|&level| level == self.level);
        let later = Level::ALL.into_iter().cycle().skip(at.unwrap_or(0) + 1);
        self.deal(size, later.take(Level::ALL.len()));
    }

    fn resize(&mut self, by: isize) {
        let size = self.game().board().size();
        let grown = |n: usize| n.saturating_add_signed(by);
        let Ok(size) = Size::new(grown(size.rows()), grown(size.cols())) else {
            return self.say(format!("{size} is as far as it goes."));
        };
        if let Some(at) = self
            .others
            .iter()
            .position(|other| other.board().size() == size)
        {
            let game = self.others.remove(at);
            return self.begin(
                game,
                &format!("Your {size} game continues with your next move."),
            );
        }
        self.deal(size, [self.level, Level::Random]);
    }

    /// Requests a board of the first of these levels that the size supports.
    pub(super) fn deal(&mut self, size: Size, levels: impl IntoIterator<Item = Level>) {
        let mut levels: VecDeque<Level> = levels.into_iter().collect();
        let Some(level) = levels.pop_front() else {
            return;
        };
        self.ask_deal(size, level, None, Purpose::Deal(size, levels, None));
    }

    pub(super) fn ask_deal(
        &mut self,
        size: Size,
        level: Level,
        seed: Option<u64>,
        purpose: Purpose,
    ) {
        let goal = self.goal_for(size);
        let question = Request::Deal {
            size,
            level,
            seed,
            goal,
        };
        self.ask(purpose, question);
    }

    /// The goal for boards of a size: a position of another size cannot be one.
    pub(super) fn goal_for(&self, size: Size) -> Goal {
        match &self.goal {
            Goal::Custom(board) if board.size() != size => Goal::BlankLast,
            goal => goal.clone(),
        }
    }

    fn pause(&mut self) {
        match self.game().phase() {
            Phase::Playing => {
                self.leave_for(Mode::Paused);
                self.say("Paused. p continues.");
            }
            _ => self.say("The clock does not run."),
        }
    }

    pub(super) fn unpause(&mut self) {
        self.back_to_game();
        self.message.clear();
    }

    fn change_arrows(&mut self) {
        self.settings.arrows = match self.settings.arrows {
            Arrows::Tile => Arrows::Blank,
            Arrows::Blank => Arrows::Tile,
        };
        self.touch();
        self.say(match self.settings.arrows {
            Arrows::Tile => "Arrows move the tile.",
            Arrows::Blank => "Arrows move the blank.",
        });
    }

    pub(super) fn copy(&mut self, text: String) {
        self.say(format!("Copied: {text}"));
        self.effects.push(Effect::Copy(text));
    }

    fn command(&self) -> String {
        let game = self.game();
        let goal = match game.goal() {
            Goal::BlankLast => String::new(),
            goal => format!(" --goal \"{goal}\""),
        };
        format!("taquin solve \"{}\"{goal}", game.board())
    }

    pub(super) fn type_digit(&mut self, digit: u8) {
        self.typed.push(char::from(b'0' + digit));
        let number: usize = self.typed.parse().unwrap_or(usize::MAX);
        let tiles = self.game().board().size().tiles();
        if number == 0 || number > tiles {
            self.typed.clear();
            return self.say(format!(
                "There is no tile {number}; the tiles are 1–{tiles}."
            ));
        }
        if number * 10 > tiles {
            // No longer number can be meant.
            return self.accept_typed();
        }
        self.say(format!("Tile {number}; Enter slides it."));
    }

    fn accept_typed(&mut self) {
        let number = std::mem::take(&mut self.typed);
        if let Ok(number) = number.parse::<u8>() {
            let board = self.game().board();
            let index = board.numbers().position(|n| n == number);
            if let Some(index) = index {
                self.press(index);
            }
        } else if self.hint.is_some() {
            self.play_hint();
        }
    }
}
