//! The state of the game on the screen, and its transitions.

mod answers;
mod editor;
mod help;
mod play;
mod steps;

use std::collections::VecDeque;
use std::mem;
use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use taquin::generate::Level;
use taquin::{Board, Goal, Move, Puzzle, Size};
use taquin_app::answer::Progress;
use taquin_game::{Averages, Bests, Game, Hint, Knowledge, Phase, Preferences, Saved, Session};

pub(crate) use editor::Editor;
pub(crate) use steps::{Playback, Reviewing, Shown, WatchState, WatchedSearch};

use crate::keys::{Action, Key, KeyMap, KeyScope};
use crate::messages;
use crate::task::{Effect, Message, Request, Ticket};
use crate::theme::{Depth, THEMES, Theme};
use crate::view;

/// The duration of a slide's animation.
pub(crate) const SLIDE: Duration = Duration::from_millis(100);
/// The duration of the ripple after a win.
pub(crate) const RIPPLE: Duration = Duration::from_millis(900);
/// Time between two pictures of a motion.
const FRAME: Duration = Duration::from_millis(16);
/// Moves are kept this long after the first that is not, so that fast play writes few files.
const SAVE_AFTER: Duration = Duration::from_secs(2);

/// Terminal capabilities and display preferences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// Only letters, digits and signs that every terminal has.
    pub ascii: bool,
    /// The colour depth.
    pub depth: Depth,
    /// No tile is seen sliding.
    pub still: bool,
    /// The player's own colours, offered as one more theme.
    pub own: Option<Theme>,
}

/// The initial settings of a session.
pub struct Setup {
    /// The games, one of them in play.
    pub session: Session,
    /// Unfinished games of other sizes.
    pub others: Vec<Game>,
    /// The player's saved preferences.
    pub settings: Preferences,
    /// The best results so far.
    pub bests: Bests,
    /// Which key does what.
    pub keys: KeyMap,
    /// Its appearance.
    pub look: Appearance,
    /// The goal of new boards.
    pub goal: Goal,
    /// The level of new boards.
    pub level: Level,
    /// Time to search before asking the player, overriding the default.
    pub patience: Option<Duration>,
    /// The first message.
    pub notice: Option<String>,
}

/// The current screen.
#[derive(Debug)]
pub enum Mode {
    /// The game.
    Play,
    /// The game, its board covered and its clock stopped.
    Paused,
    /// The list of keys, from a line on.
    Keys(u16),
    /// The best results.
    Bests,
    /// A line in which a board is typed.
    Edit(Editor),
    /// A search for a solution.
    Searching(Searching),
    /// A solution, board by board.
    Playback(Playback),
    /// The finished game, move by move.
    Review(Reviewing),
    /// A search, step by step.
    Watch(WatchedSearch),
}

/// A search that is waited for.
#[derive(Debug, Default)]
pub struct Searching {
    pub(crate) progress: Progress,
    /// Moves of the best solution known, from this search or before.
    pub(crate) best: Option<u32>,
    pub(crate) patience: Duration,
    /// Whether it ended without a proof and the player has to decide.
    pub(crate) ended: bool,
}

/// Why a question was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Purpose {
    /// A new game of a size; levels still to try, and why those before them were refused.
    Deal(Size, VecDeque<Level>, Option<String>),
    Hint,
    PlayHint,
    Solve,
    /// The bar, or the player asked how far it is.
    Distance {
        say: bool,
    },
    /// The quality of the finished game.
    Verdict,
    Review(usize),
    Watch,
}

impl Purpose {
    /// Whether the player waits for the answer at the board in play.
    fn is_waited_for(&self) -> bool {
        matches!(
            self,
            Self::Hint | Self::PlayHint | Self::Distance { say: true }
        )
    }
}

struct Asked {
    ticket: Ticket,
    purpose: Purpose,
    puzzle: Option<Puzzle>,
    /// Whether nobody waits for the answer any more; its content stays valid.
    given_up: bool,
}

/// Tiles that are seen sliding.
#[derive(Clone, Debug)]
pub(crate) struct Sliding {
    /// The cells the tiles go to.
    pub(crate) cells: Vec<usize>,
    pub(crate) mv: Move,
    pub(crate) since: Duration,
}

/// The whole state. It changes only in [`TerminalApp::update`].
pub struct TerminalApp {
    pub(crate) session: Session,
    pub(crate) others: Vec<Game>,
    pub(crate) settings: Preferences,
    pub(crate) bests: Bests,
    /// The times of this sitting.
    pub(crate) averages: Averages,
    pub(crate) keys: KeyMap,
    pub(crate) look: Appearance,
    pub(crate) goal: Goal,
    pub(crate) level: Level,
    pub(crate) patience: Option<Duration>,
    pub(crate) mode: Mode,
    pub(crate) message: String,
    pub(crate) hint: Option<Hint>,
    /// Digits of a tile's number that is being typed.
    pub(crate) typed: String,
    pub(crate) knowledge: Knowledge,
    pub(crate) sliding: Option<Sliding>,
    pub(crate) won_at: Option<Duration>,
    pub(crate) now: Duration,
    area: Rect,
    asked: Vec<Asked>,
    next_ticket: Ticket,
    /// Keys pressed while a new board is made; they are meant for it.
    waiting: VecDeque<KeyEvent>,
    /// New games begun; the first few explain how to get the old one back.
    begun: u32,
    /// The board whose distance could not be found.
    unsettled: Option<Board>,
    /// Since when there is something to save.
    unsaved: Option<Duration>,
    effects: Vec<Effect>,
}

impl TerminalApp {
    /// The game as it begins.
    pub fn new(setup: Setup) -> Self {
        let message = setup.notice.unwrap_or_else(|| {
            let game = setup.session.game();
            match game.phase() {
                Phase::Ready => messages::READY.to_owned(),
                Phase::Playing => "Your game continues with your next move.".to_owned(),
                _ => "Solved. n deals a new game.".to_owned(),
            }
        });
        Self {
            session: setup.session,
            others: setup.others,
            settings: setup.settings,
            bests: setup.bests,
            averages: Averages::default(),
            keys: setup.keys,
            look: setup.look,
            goal: setup.goal,
            level: setup.level,
            patience: setup.patience,
            mode: Mode::Play,
            message,
            hint: None,
            typed: String::new(),
            knowledge: Knowledge::default(),
            sliding: None,
            won_at: None,
            now: Duration::ZERO,
            area: Rect::new(0, 0, 80, 24),
            asked: Vec::new(),
            next_ticket: 0,
            waiting: VecDeque::new(),
            begun: 0,
            unsettled: None,
            unsaved: None,
            effects: Vec::new(),
        }
    }

    /// Takes something that happened and says what is to be done outside.
    pub fn update(&mut self, message: Message, now: Duration) -> Vec<Effect> {
        self.now = now;
        match message {
            Message::Input(event) => self.input(event),
            Message::Answer(ticket, answer) => self.answer(ticket, answer),
            Message::Notice(text) => self.say(text),
            Message::Tick => self.tick(),
            Message::Stop => self.quit(),
        }
        self.follow();
        self.autosave();
        mem::take(&mut self.effects)
    }

    /// When [`Message::Tick`] has something to do, if nothing else happens.
    pub fn due(&self) -> Option<Duration> {
        let motion = self.is_moving().then(|| self.now + FRAME);
        let steps = self.player().and_then(taquin_game::Player::due);
        let game = self.session.game();
        let clock = (matches!(self.mode, Mode::Play) && game.is_running()).then(|| {
            let shown = game.elapsed(self.now);
            let next = Duration::from_secs(shown.as_secs() + 1);
            self.now + next.saturating_sub(shown)
        });
        let save = self.unsaved.map(|since| since + SAVE_AFTER);
        [motion, steps, clock, save].into_iter().flatten().min()
    }

    /// The game in play.
    pub fn game(&self) -> &Game {
        self.session.game()
    }

    /// The current screen.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// The message line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The size of the window, if known.
    pub fn area(&self) -> Rect {
        self.area
    }

    /// The theme in the colours that the terminal has.
    pub(crate) fn theme(&self) -> Theme {
        let named = self.settings.theme.as_deref();
        if let Some(own) = self.look.own
            && self.look.depth != Depth::None
            && named.is_none_or(|name| name == own.name)
        {
            return own.at(self.look.depth);
        }
        let chosen = named.and_then(Theme::named);
        let fitting = chosen.filter(|theme| self.look.depth != Depth::None || !theme.is_colourful);
        let fallback = match self.look.depth {
            Depth::None => THEMES[0].next(Depth::None),
            _ => &THEMES[0],
        };
        fitting.unwrap_or(fallback).at(self.look.depth)
    }

    /// The board to be drawn.
    pub(crate) fn board(&self) -> &Board {
        match &self.mode {
            Mode::Playback(playback) => playback.board(),
            Mode::Review(reviewing) => reviewing.board(),
            Mode::Watch(watch) => watch.board().unwrap_or(self.game().board()),
            _ => self.game().board(),
        }
    }

    fn input(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Paste(text) => self.paste(&text),
            Event::Resize(width, height) => self.area = Rect::new(0, 0, width, height),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                self.click(mouse.column, mouse.row);
            }
            _ => {}
        }
    }

    fn key(&mut self, event: KeyEvent) {
        if let Mode::Edit(_) = self.mode {
            return self.edit_key(event);
        }
        let place = match self.mode {
            Mode::Playback(_) | Mode::Review(_) | Mode::Watch(_) => KeyScope::Steps,
            _ => KeyScope::Game,
        };
        let action = self.keys.action(place, event);
        let is_urgent = matches!(
            action,
            Some(Action::Quit | Action::Leave | Action::Theme | Action::Suspend)
        );
        if self.is_dealing() && !is_urgent {
            self.waiting.push_back(event);
            return;
        }
        match action {
            Some(action) => self.act(action),
            None => self.unbound(Key::from(event)),
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            // The quit key closes a list first, not the game.
            Action::Quit if matches!(self.mode, Mode::Keys(_) | Mode::Bests) => self.back_to_game(),
            Action::Quit => self.quit(),
            Action::Suspend => self.suspend(),
            Action::Theme => self.next_theme(),
            Action::Keys => self.show_keys(),
            _ => self.act_here(action),
        }
    }

    /// Handles a key on the current screen.
    fn act_here(&mut self, action: Action) {
        match &mut self.mode {
            Mode::Play => self.play(action),
            Mode::Paused => match action {
                Action::Pause | Action::Leave | Action::Accept | Action::PlayHint => self.unpause(),
                _ => self.say("Paused. p continues."),
            },
            Mode::Keys(scroll) => match action {
                Action::Slide(taquin::Direction::Down) => *scroll = scroll.saturating_add(1),
                Action::Slide(taquin::Direction::Up) => *scroll = scroll.saturating_sub(1),
                _ => self.back_to_game(),
            },
            Mode::Bests => self.back_to_game(),
            Mode::Searching(_) => self.searching_key(action),
            Mode::Playback(_) | Mode::Review(_) | Mode::Watch(_) => self.step_key(action),
            Mode::Edit(_) => {}
        }
    }

    /// A key that the map does not have: a digit of a tile's number, or nothing.
    fn unbound(&mut self, key: Key) {
        match (&self.mode, key.digit()) {
            (Mode::Play, Some(digit)) => self.type_digit(digit),
            (Mode::Play, None) => {
                let keys = self.keys.keys_of(Action::Keys);
                let keys = keys.first().map_or("F1", String::as_str).to_owned();
                self.say(format!(
                    "That key does nothing here; {keys} lists the keys."
                ));
            }
            (Mode::Keys(_) | Mode::Bests, _) => self.back_to_game(),
            (Mode::Paused, _) => self.say("Paused. p continues."),
            _ => {}
        }
    }

    fn click(&mut self, column: u16, row: u16) {
        let is_list = matches!(self.mode, Mode::Keys(_) | Mode::Bests);
        if let Some(action) = view::action_at(self, column, row).filter(|_| !is_list) {
            return match (&self.mode, action) {
                (Mode::Edit(_), Action::Accept) => self.accept_text(),
                (Mode::Edit(_), _) => self.back_to_game(),
                _ if self.is_dealing() => {}
                _ => self.act(action),
            };
        }
        match &self.mode {
            Mode::Play if !self.is_dealing() => {
                if let Some(index) = view::cell_at(self, column, row) {
                    self.press(index);
                }
            }
            Mode::Playback(_) | Mode::Review(_) | Mode::Watch(_) => {
                if let Some(share) = view::share_at(self, column, row) {
                    self.seek(share);
                }
            }
            Mode::Paused => self.unpause(),
            Mode::Keys(_) | Mode::Bests => self.back_to_game(),
            _ => {}
        }
    }

    fn tick(&mut self) {
        let now = self.now;
        if self
            .sliding
            .as_ref()
            .is_some_and(|s| now >= s.since + SLIDE)
        {
            self.sliding = None;
        }
        if self.won_at.is_some_and(|since| now >= since + RIPPLE) {
            self.won_at = None;
        }
        self.play_steps();
    }

    /// Whether something on the screen moves by itself.
    fn is_moving(&self) -> bool {
        !self.look.still && (self.sliding.is_some() || self.won_at.is_some())
    }

    fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    fn show_keys(&mut self) {
        if matches!(self.mode, Mode::Keys(_)) {
            return self.back_to_game();
        }
        self.leave_for(Mode::Keys(0));
    }

    /// Shows another screen; the clock stands still meanwhile.
    fn leave_for(&mut self, mode: Mode) {
        self.cancel(|purpose| {
            matches!(
                purpose,
                Purpose::Solve | Purpose::Watch | Purpose::Review(_)
            )
        });
        let now = self.now;
        self.session.game_mut().pause(now);
        self.sliding = None;
        self.mode = mode;
    }

    /// Shows the game again; its clock keeps running.
    fn back_to_game(&mut self) {
        self.leave_for(Mode::Play);
        let now = self.now;
        self.session.game_mut().resume(now);
    }

    fn next_theme(&mut self) {
        if self.look.depth == Depth::None {
            // The theme of other sessions stays what it was.
            return self.say("Colours are off (NO_COLOR or --no-color).");
        }
        let theme = self.theme();
        let is_last = theme.name == THEMES[THEMES.len() - 1].name;
        let next = match self.look.own {
            Some(own) if is_last => own.name,
            _ => theme.next_name(self.look.depth),
        };
        self.settings.theme = Some(next.to_owned());
        self.touch();
        self.say(format!("Theme: {next}."));
    }

    fn suspend(&mut self) {
        let now = self.now;
        self.session.game_mut().pause(now);
        if matches!(self.mode, Mode::Play) {
            self.mode = Mode::Paused;
            self.say("Paused. p continues.");
        }
        self.save();
        self.effects.push(Effect::Suspend);
    }

    fn quit(&mut self) {
        let now = self.now;
        self.session.game_mut().pause(now);
        self.cancel(|_| true);
        self.save();
        self.effects.push(Effect::Quit);
    }

    /// Notes that there is something to save.
    fn touch(&mut self) {
        self.unsaved.get_or_insert(self.now);
    }

    fn autosave(&mut self) {
        if self
            .unsaved
            .is_some_and(|since| self.now >= since + SAVE_AFTER)
        {
            self.save();
        }
    }

    fn save(&mut self) {
        self.unsaved = None;
        // Watching a search does not start a game.
        if matches!(self.mode, Mode::Watch(_)) {
            return;
        }
        let saved = Saved {
            settings: self.settings.clone(),
            session: Some(self.session.clone()),
            others: self.others.clone(),
        };
        self.effects.push(Effect::SaveGames(saved.write(self.now)));
    }

    /// Asks something; an older question of the same kind is cancelled.
    fn ask(&mut self, purpose: Purpose, question: Request) {
        let kind = mem::discriminant(&purpose);
        self.cancel(|old| mem::discriminant(old) == kind);
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        let puzzle = match &question {
            Request::Solve { puzzle, .. } | Request::Trace { puzzle, .. } => Some(puzzle.clone()),
            Request::Deal { .. } => None,
        };
        self.asked.push(Asked {
            ticket,
            purpose,
            puzzle,
            given_up: false,
        });
        self.effects.push(Effect::Ask(ticket, question));
    }

    fn solve(&mut self, purpose: Purpose, puzzle: Puzzle, patience: Duration) {
        let hint = matches!(purpose, Purpose::Hint | Purpose::PlayHint);
        let question = Request::Solve {
            puzzle,
            patience,
            hint,
        };
        self.ask(purpose, question);
    }

    /// Cancels the questions of some kinds.
    fn cancel(&mut self, is_unwanted: impl Fn(&Purpose) -> bool) {
        let wanted = self.asked.iter_mut().filter(|asked| !asked.given_up);
        for asked in wanted.filter(|asked| is_unwanted(&asked.purpose)) {
            asked.given_up = true;
            self.effects.push(Effect::Cancel(asked.ticket));
        }
    }

    /// Whether a new board is being made.
    pub(crate) fn is_dealing(&self) -> bool {
        let is_deal = |asked: &Asked| matches!(asked.purpose, Purpose::Deal(..));
        self.asked
            .iter()
            .any(|asked| is_deal(asked) && !asked.given_up)
    }
}

#[cfg(test)]
pub(crate) mod tests;
