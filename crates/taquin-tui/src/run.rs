//! The full-screen game loop.

use std::io::{self, IsTerminal, stdin, stdout};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::terminal::size;
use taquin::generate::Level;
use taquin::levels::LevelError;
use taquin::{Context, Control, Goal, Limits, Size};
use taquin_game::{Arrows, Game, Phase, Preferences, Session};

use crate::app::{Appearance, Setup, TerminalApp};
use crate::deal::deal;
use crate::keys::KeyMap;
use crate::store::{BESTS, GAMES, SaveFolder};
use crate::task::{Effect, Message};
use crate::terminal::{self, Taken};
use crate::view;
use crate::worker::Worker;

/// Polling interval for external requests to quit.
const LOOK: Duration = Duration::from_millis(100);
/// Input is taken in for this long before the screen is drawn again, so that a flood of keys does
/// not keep it from being seen.
const BATCH: Duration = Duration::from_millis(8);

/// The start of a session.
#[derive(Clone, Debug)]
pub enum Begin {
    /// Resumes the last session; a new board of this size if there is none.
    Resume(Size),
    /// A game of this size that was left, or a new one.
    Size(Size),
    /// This game; undo restores the one that was left.
    Game(Box<Game>),
}

/// Options of a session.
pub struct PlayOptions {
    /// The game to start with.
    pub begin: Begin,
    /// The level of new boards.
    pub level: Level,
    /// The goal of new boards.
    pub goal: Goal,
    /// A solver to watch, and how many of its steps.
    pub watch: Option<(String, usize)>,
    /// A theme other than the one chosen before.
    pub theme: Option<String>,
    /// Whether arrows move the tile or the blank, overriding the saved setting.
    pub arrows: Option<Arrows>,
    /// Its appearance.
    pub look: Appearance,
    /// Which key does what.
    pub keys: KeyMap,
    /// Something to be said at the beginning.
    pub notice: Option<String>,
    /// The folder of saved games.
    pub store: SaveFolder,
    /// Time to search before asking the player, overriding the default.
    pub patience: Option<Duration>,
    /// Bytes for each search.
    pub memory: Option<u64>,
    /// State shared by searches, above all tables.
    pub context: Context,
    /// Whether the game is to end now: asked several times a second.
    pub stop: Arc<dyn Fn() -> bool + Send + Sync>,
}

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// Input or output is not a terminal.
    #[error("there is no terminal to play on; `taquin play --plain` plays line by line")]
    NoTerminal,
    /// There is no such board.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The terminal fails.
    #[error("the terminal cannot be used: {0}")]
    Io(#[from] io::Error),
}

/// Plays until the player quits. The terminal is given back whatever happens.
///
/// # Errors
/// When there is no terminal, no such board, or the terminal fails.
pub fn run(options: PlayOptions) -> Result<(), PlayError> {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return Err(PlayError::NoTerminal);
    }
    let store = options.store.clone();
    let (mut app, watch) = begin(&options)?;
    let (sender, messages) = mpsc::channel();
    let worker = Worker::new(sender.clone(), options.memory, options.context.clone());
    let saver = Saver::new(store, sender.clone());

    let taken = Taken::take()?;
    let (width, height) = size().unwrap_or((80, 24));
    let mut host = Host {
        app: &mut app,
        clock: Instant::now(),
        worker,
        saver,
        taken: Some(taken),
        stop: Arc::clone(&options.stop),
        is_over: false,
    };
    host.take(Message::Input(Event::Resize(width, height)))?;
    if let Some((spec, steps)) = watch {
        let effects = host.app.watch(&spec, steps);
        host.effects(effects)?;
    }
    read_input(sender, options.stop);
    let played = host.play(&messages);
    if played.is_err() {
        // The terminal is gone; what was played is not.
        let _ = host.take(Message::Stop);
    }
    host.worker.cancel_all();
    drop(host);
    Ok(played?)
}

/// The game as it begins, and what is to be watched.
fn begin(options: &PlayOptions) -> Result<(TerminalApp, Option<(String, usize)>), PlayError> {
    let (saved, games_notice) = options.store.games();
    let (bests, bests_notice) = options.store.bests();
    let (mut settings, left, mut others) = match saved {
        Some(saved) => (saved.settings, saved.session, saved.others),
        None => (Preferences::default(), None, Vec::new()),
    };
    settings.theme = options.theme.clone().or(settings.theme);
    settings.arrows = options.arrows.unwrap_or(settings.arrows);
    let session = begin_session(options, left, &mut others)?;
    let id = session.game().origin().id;
    let notices = [games_notice, bests_notice, options.notice.clone()];
    let notices: Vec<String> = notices.into_iter().flatten().collect();
    let app = TerminalApp::new(Setup {
        level: id.map_or(options.level, |id| id.level),
        session,
        others,
        settings,
        bests,
        keys: options.keys.clone(),
        look: options.look,
        goal: options.goal.clone(),
        patience: options.patience,
        notice: (!notices.is_empty()).then(|| notices.join(" ")),
    });
    Ok((app, options.watch.clone()))
}

fn begin_session(
    options: &PlayOptions,
    left: Option<Session>,
    others: &mut Vec<Game>,
) -> Result<Session, PlayError> {
    let new = |size| {
        let control = Control::new(Limits::default()).within(&options.context);
        deal(size, options.level, None, &options.goal, &control)
    };
    let after = |left: Option<Session>, game: Game| match left {
        Some(mut session) => {
            session.begin(game, Duration::ZERO);
            session
        }
        None => Session::new(game),
    };
    Ok(match &options.begin {
        Begin::Resume(size) => match left {
            // Nothing is left to do in a game that is over.
            Some(session) if session.game().phase().is_over() => {
                let size = session.game().board().size();
                let game = again(session.game(), options).map_or_else(|| new(size), Ok)?;
                after(Some(session), game)
            }
            Some(session) => session,
            None => Session::new(new(*size)?),
        },
        Begin::Size(size) => {
            let is_left = |game: &Game| {
                game.board().size() == *size
                    && *game.goal() == options.goal
                    && matches!(game.phase(), Phase::Ready | Phase::Playing)
            };
            if let Some(session) = left.as_ref().filter(|session| is_left(session.game())) {
                return Ok(session.clone());
            }
            let game = match others.iter().position(is_left) {
                Some(at) => others.remove(at),
                None => new(*size)?,
            };
            after(left, game)
        }
        Begin::Game(game) => after(left, (**game).clone()),
    })
}

/// A new board of the level that a game had.
fn again(game: &Game, options: &PlayOptions) -> Option<Game> {
    let id = game.origin().id?;
    let control = Control::new(Limits::default()).within(&options.context);
    deal(id.size, id.level, None, &options.goal, &control).ok()
}

/// The game and its pending requests.
struct Host<'a> {
    app: &'a mut TerminalApp,
    clock: Instant,
    worker: Worker,
    saver: Saver,
    taken: Option<Taken>,
    stop: Arc<dyn Fn() -> bool + Send + Sync>,
    is_over: bool,
}

impl Host<'_> {
    fn play(&mut self, messages: &Receiver<Message>) -> io::Result<()> {
        // Never dropped: that would only show the cursor, which [`Taken`] does, and complain on
        // standard error where the terminal has hung up.
        let mut terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?);
        while !self.is_over {
            terminal.draw(|frame| view::draw(frame, self.app))?;
            let message = self.next(messages);
            let begun = Instant::now();
            let mut next = Some(message);
            while let Some(message) = next {
                self.take(message)?;
                if self.taken.is_none() {
                    self.taken = Some(Taken::take()?);
                    terminal.clear()?;
                }
                let more = !self.is_over && begun.elapsed() < BATCH;
                next = more.then(|| messages.try_recv().ok()).flatten();
            }
            // Animation and clock continue during input.
            self.take(Message::Tick)?;
        }
        Ok(())
    }

    /// The next message, or that it is time for something, or that the game is to end.
    ///
    /// The wish that it end is looked for here too: when a terminal hangs up, the thread that reads
    /// from it may never come back.
    fn next(&self, messages: &Receiver<Message>) -> Message {
        loop {
            let due = self.app.due();
            let wait = due.map_or(LOOK, |due| due.saturating_sub(self.clock.elapsed()));
            match messages.recv_timeout(wait.min(LOOK)) {
                Ok(message) => return message,
                Err(RecvTimeoutError::Disconnected) => return Message::Stop,
                Err(RecvTimeoutError::Timeout) if (self.stop)() => return Message::Stop,
                Err(RecvTimeoutError::Timeout) if due.is_some() && wait <= LOOK => {
                    return Message::Tick;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn take(&mut self, message: Message) -> io::Result<()> {
        let effects = self.app.update(message, self.clock.elapsed());
        self.effects(effects)
    }

    fn effects(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        for effect in effects {
            match effect {
                Effect::Ask(ticket, question) => self.worker.ask(ticket, question),
                Effect::Cancel(ticket) => self.worker.cancel(ticket),
                Effect::SaveGames(text) => self.saver.keep(GAMES, text),
                Effect::SaveBests(text) => self.saver.keep(BESTS, text),
                Effect::Copy(text) => terminal::copy(&text)?,
                Effect::Suspend => {
                    self.taken = None;
                    terminal::suspend();
                }
                Effect::Quit => self.is_over = true,
            }
        }
        Ok(())
    }
}

/// Hands every key, click and paste to the game, and the wish of the outside that it end.
fn read_input(sender: Sender<Message>, stop: Arc<dyn Fn() -> bool + Send + Sync>) {
    // The first look begins to listen for changes of the window's size. Done by the thread below, it
    // could come after the first picture, and a change between the two would go unseen.
    let _ = event::poll(Duration::ZERO);
    let next = move || match event::poll(LOOK) {
        _ if stop() => Some(Message::Stop),
        Ok(true) => Some(event::read().map_or(Message::Stop, Message::Input)),
        Ok(false) => None,
        Err(_) => Some(Message::Stop),
    };
    let read = move || {
        loop {
            // A panic here must not leave the game unresponsive.
            let message = catch_unwind(AssertUnwindSafe(&next)).unwrap_or(Some(Message::Stop));
            let Some(message) = message else {
                continue;
            };
            let is_last = matches!(message, Message::Stop);
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    };
    // Without this thread there is no input; a system that refuses it has no room for a game.
    if thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)
        .is_err()
    {
        restore_and_stop();
    }
}

#[cold]
fn restore_and_stop() {
    terminal::restore();
    panic!("the system starts no thread for the keyboard");
}

/// Writes files off the thread that draws; dropping it waits for the last one.
struct Saver {
    files: Option<Sender<(&'static str, String)>>,
    thread: Option<JoinHandle<()>>,
}

impl Saver {
    fn new(store: SaveFolder, sender: Sender<Message>) -> Self {
        let (files, wanted) = mpsc::channel::<(&'static str, String)>();
        let write = move || {
            let mut has_failed = false;
            while let Ok((mut name, mut text)) = wanted.recv() {
                // Only the newest of several that wait is worth writing.
                while let Ok((newer, newest)) = wanted.try_recv() {
                    if newer != name {
                        let _ = store.keep(name, &text);
                    }
                    (name, text) = (newer, newest);
                }
                if let Err(error) = store.keep(name, &text)
                    && !std::mem::replace(&mut has_failed, true)
                {
                    let _ = sender.send(Message::Notice(format!(
                        "The game cannot be saved: {error}."
                    )));
                }
            }
        };
        let thread = thread::Builder::new().name("saver".to_owned()).spawn(write);
        Self {
            files: Some(files),
            thread: thread.ok(),
        }
    }

    fn keep(&self, name: &'static str, text: String) {
        if let Some(files) = &self.files {
            let _ = files.send((name, text));
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.files = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
