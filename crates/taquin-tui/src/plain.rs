//! Playing line by line: for screen readers, scripts and slow links.
//!
//! The dialogue is that of the programs that accompany reports on the (n²−1)-puzzle: choose a size,
//! see the board, choose to play it or to have it solved; every step is printed.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use taquin::generate::Level;
use taquin::notation::to_grid;
use taquin::{Context, Control, Direction, Goal, Limits, Move, Puzzle, Size, Tile, human};
use taquin_game::{Game, Grade, Hint, Knowledge, Redone, Refused, Session, Undone};

use crate::deal::deal;
use crate::messages;
use crate::worker::sentence;

/// Time limit for a solution.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time limit on boards where a proof is not feasible.
const GOOD_SOLUTION: Duration = Duration::from_secs(5);

/// Options of the line-by-line game: boards and limits.
pub struct PlainOptions {
    /// The board, if it was named; else the player is asked.
    pub game: Option<Game>,
    /// The level of new boards.
    pub level: Level,
    /// The goal of new boards.
    pub goal: Goal,
    /// Time limit for a solution, if not the default.
    pub patience: Option<Duration>,
    /// Bytes for each search.
    pub memory: Option<u64>,
    /// State shared by searches, above all tables.
    pub context: Context,
    /// Receives every search, so that it can be cancelled.
    pub on_search: fn(&Arc<Control>),
}

/// The commands of a game, and what is said about them.
const HELP: &str = "\
w a s d, or up left down right: slide a tile that way
tile 5, or just 5: slide tile 5 and those between it and the blank
hint: which tile, then which way, then the next five moves
go: make the hinted move
where: where the blank is; row, column, board: read them
undo, redo, restart, new; time: moves and time so far
solve: print a solution, step by step
q: quit";

/// Plays until the player quits or the input ends.
///
/// # Errors
/// When input or output fails.
pub fn run(
    options: &PlainOptions,
    input: impl BufRead,
    output: impl Write,
    clock: impl Fn() -> Duration,
) -> io::Result<()> {
    let mut dialogue = Dialogue {
        options,
        lines: input.lines(),
        output,
        clock,
        knowledge: Knowledge::default(),
        hint: None,
    };
    match dialogue.play() {
        Err(End::Io(error)) => Err(error),
        // Either way the player is gone.
        Ok(()) | Err(End::Quit) => Ok(()),
    }
}

enum End {
    Quit,
    Io(io::Error),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

struct Dialogue<'a, I, O, C> {
    options: &'a PlainOptions,
    lines: I,
    output: O,
    clock: C,
    knowledge: Knowledge,
    hint: Option<Hint>,
}

impl<I, O, C> Dialogue<'_, I, O, C>
where
    I: Iterator<Item = io::Result<String>>,
    O: Write,
    C: Fn() -> Duration,
{
    fn play(&mut self) -> Result<(), End> {
        self.say("Welcome to taquin, the (n²−1)-puzzle.")?;
        let game = match &self.options.game {
            Some(game) => game.clone(),
            None => self.choose_board()?,
        };
        let size = game.board().size();
        self.say(&match size.tiles() {
            8 => format!("{size}: the 8-puzzle."),
            15 if size.rows() == 4 => format!("{size}: the famous 15-puzzle."),
            tiles => format!("{size}: the {tiles}-puzzle."),
        })?;
        self.say("Your board:")?;
        self.show(&game)?;
        if self.chooses_to_play()? {
            self.say("W A S D slide a tile up, left, down, right; Q quits; help lists the rest.")?;
            self.turns(Session::new(game))
        } else {
            self.solve(&game)
        }
    }

    fn choose_board(&mut self) -> Result<Game, End> {
        loop {
            self.say("Board size, 2 to 16, or rows x columns like 3x5?")?;
            let line = self.line()?;
            let dealt = line
                .parse::<Size>()
                .map_err(|error| error.to_string())
                .and_then(|size| self.deal(size).map_err(|error| error.to_string()));
            match dealt {
                Ok(game) => return Ok(game),
                Err(error) => self.say(&sentence(&error))?,
            }
        }
    }

    /// A board that is not solved already.
    fn deal(&self, size: Size) -> Result<Game, taquin::levels::LevelError> {
        let control = Control::new(Limits::default()).within(&self.options.context);
        loop {
            let game = deal(size, self.options.level, None, &self.options.goal, &control)?;
            if !game.phase().is_over() {
                return Ok(game);
            }
        }
    }

    fn chooses_to_play(&mut self) -> Result<bool, End> {
        loop {
            self.say("0 to play it yourself, 1 to have it solved?")?;
            match self.line()?.as_str() {
                "0" | "play" => return Ok(true),
                "1" | "solve" => return Ok(false),
                _ => self.say("Type 0 or 1.")?,
            }
        }
    }

    fn turns(&mut self, mut session: Session) -> Result<(), End> {
        loop {
            if session.game().phase().is_over() {
                let now = (self.clock)();
                let game = session.game();
                self.say(&messages::won(game, game.origin().optimal, now))?;
                self.say("new deals a board, q quits.")?;
            }
            let line = self.line()?;
            self.turn(&mut session, &line)?;
        }
    }

    /// Does what one line says.
    fn turn(&mut self, session: &mut Session, line: &str) -> Result<(), End> {
        let now = (self.clock)();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let direction = match word {
            "w" | "up" => Some(Direction::Up),
            "a" | "left" => Some(Direction::Left),
            "s" | "down" => Some(Direction::Down),
            "d" | "right" => Some(Direction::Right),
            _ => None,
        };
        if let Some(direction) = direction {
            let moved = session.game_mut().slide(Move(direction), now);
            return self.moved(
                session,
                moved,
                &format!("No tile can slide {}.", direction.word()),
            );
        }
        let number = if word == "tile" { rest.trim() } else { word };
        if let Ok(number) = number.parse::<u8>() {
            let cell = Tile::new(number).and_then(|tile| session.game().board().find(tile));
            let Some(cell) = cell else {
                let tiles = session.game().board().size().tiles();
                return self.say(&format!(
                    "There is no tile {number}; the tiles are 1–{tiles}."
                ));
            };
            let moved = session.game_mut().press(cell, now).map(|_| ());
            return self.moved(session, moved, messages::CANNOT_MOVE);
        }
        match word {
            "" => Ok(()),
            "q" | "quit" => {
                self.say("Goodbye.")?;
                Err(End::Quit)
            }
            "help" | "?" => self.say(HELP),
            "hint" => self.give_hint(session),
            "go" => self.go(session),
            "where" => self.say(&messages::blank(session.game().board())),
            "row" => self.say(&messages::row(session.game().board())),
            "column" => self.say(&messages::column(session.game().board())),
            "board" => self.show(session.game()),
            "time" => {
                let time = messages::time(session.game().elapsed(now));
                self.say(&format!(
                    "{}, {time}.",
                    messages::moves(session.game().moves())
                ))
            }
            "undo" => {
                session.release();
                match session.undo(now) {
                    Undone::Moves(_) | Undone::Game => self.changed(session),
                    Undone::Held | Undone::Nothing => self.say("There is nothing to undo."),
                }
            }
            "redo" => match session.redo(now) {
                Redone::Moves(_) | Redone::Game => self.changed(session),
                Redone::Nothing => self.say("There is nothing to redo."),
            },
            "restart" => {
                let again = session.game().restarted();
                session.begin(again, now);
                self.changed(session)
            }
            "new" => match self.deal(session.game().board().size()) {
                Ok(game) => {
                    session.begin(game, now);
                    self.say(messages::UNDO_NEW)?;
                    self.changed(session)
                }
                Err(error) => self.say(&sentence(&error.to_string())),
            },
            "solve" => {
                let game = session.game().clone();
                session.game_mut().assist();
                self.solve(&game)
            }
            _ => {
                let word: String = word.chars().take(20).collect();
                self.say(&format!("`{word}` is no command; help lists them."))
            }
        }
    }

    fn moved(
        &mut self,
        session: &Session,
        moved: Result<(), Refused>,
        refusal: &str,
    ) -> Result<(), End> {
        match moved {
            Ok(()) => {
                self.say(&messages::last_move(session.game()))?;
                self.changed(session)
            }
            Err(Refused::CannotMove) => self.say(refusal),
            Err(Refused::Over) => self.say("The board is solved."),
        }
    }

    fn changed(&mut self, session: &Session) -> Result<(), End> {
        self.hint = None;
        self.show(session.game())
    }

    /// A solution of the board in play and whether it is proven, from memory or by a search.
    fn find(&mut self, here: &Puzzle) -> (Vec<Move>, bool) {
        let known = self.knowledge.about(here).and_then(|known| {
            let line = known.line.clone()?;
            Some((line, known.exact().is_some()))
        });
        if let Some(known) = known {
            return known;
        }
        let usual = match here.start().size().cells() {
            ..=taquin_app::MOST_PROVEN => PATIENCE,
            _ => GOOD_SOLUTION,
        };
        let limits = Limits {
            time: Some(self.options.patience.unwrap_or(usual)),
            nodes: None,
            memory: self.options.memory,
        };
        let control = Arc::new(Control::new(limits).within(&self.options.context));
        (self.options.on_search)(&control);
        let run = taquin_app::hint_search(here, 1, &control).ok();
        let outcome = run.map(|run| run.outcome);
        let best = outcome.as_ref().and_then(|outcome| outcome.best());
        let line = match best {
            Some(best) => best.moves().to_vec(),
            None => human::solve(here).moves().to_vec(),
        };
        let least = outcome.as_ref().map_or(0, taquin::Outcome::lower_bound);
        self.knowledge.learn(here, Some(&line), least);
        let proven = line.len() as u32 == least;
        (line, proven)
    }

    fn give_hint(&mut self, session: &mut Session) -> Result<(), End> {
        let here = session.game().here();
        session.game_mut().assist();
        if let Some(hint) = &mut self.hint {
            hint.grade = hint.grade.next();
        } else {
            let (line, proven) = self.find(&here);
            let distance = proven.then_some(line.len() as u32);
            self.hint = Hint::new(here.start(), &line, distance, Grade::Tile);
        }
        let text = self.hint.as_ref().map(taquin_app::hint_text);
        self.say(text.as_deref().unwrap_or("The board is solved."))
    }

    fn go(&mut self, session: &mut Session) -> Result<(), End> {
        let here = session.game().here();
        session.game_mut().assist();
        let (line, _) = self.find(&here);
        let now = (self.clock)();
        match line.first() {
            Some(&mv) => {
                let moved = session.game_mut().slide(mv, now);
                self.moved(session, moved, messages::CANNOT_MOVE)
            }
            None => self.say("The board is solved."),
        }
    }

    /// Prints a solution, every step with its board.
    fn solve(&mut self, game: &Game) -> Result<(), End> {
        self.say("Searching…")?;
        self.output.flush()?;
        let (line, proven) = self.find(&game.here());
        let mut board = game.board().clone();
        for (index, &mv) in line.iter().enumerate() {
            if let Some(tile) = board.slide(mv) {
                self.say(&format!("{}. {tile} {}", index + 1, mv.0.word()))?;
                self.say(&to_grid(&board, '.'))?;
            }
        }
        let moves = messages::moves(line.len());
        self.say(&if proven {
            format!("Solved in {moves}, optimal (proven).")
        } else {
            format!("Solved in {moves}: at most that many are needed (found, not proven).")
        })
    }

    fn show(&mut self, game: &Game) -> Result<(), End> {
        self.say(&to_grid(game.board(), '.'))
    }

    fn say(&mut self, text: &str) -> Result<(), End> {
        writeln!(self.output, "{text}")?;
        Ok(())
    }

    /// The next line, in lower case without spaces around it.
    fn line(&mut self) -> Result<String, End> {
        self.output.flush()?;
        match self.lines.next() {
            Some(Ok(line)) => Ok(line.trim().to_lowercase()),
            // A line that is no text means nothing, like other rubbish.
            Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => Ok("?".to_owned()),
            Some(Err(error)) => Err(error.into()),
            None => Err(End::Quit),
        }
    }
}
