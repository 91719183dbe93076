//! Input of positions: an argument, a file, or stdin, line by line.

use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use taquin::generate::GameId;
use taquin::notation::file::{Instance, Reader};
use taquin::notation::{self, ParseError};
use taquin::{Board, Goal, Goals, Limits, Move, Puzzle};
use taquin_app::{BoardSource, RefusalKind};

use crate::blocks;
use crate::cli::PositionArgs;
use crate::failure::{Exit, Failure};
use crate::output::{self, Label, Style};
use crate::progress::StreamLine;
use crate::session;
use crate::units;

/// The most bytes of a line, or of all moves from stdin, that are kept: some hundred thousand boards
/// in one JSON list. More is not read, so that no input can fill the memory.
const LONGEST: u64 = 16 << 20;

/// Lines that are read on all processors at a time, where positions are answered in still larger groups.
const BLOCK: usize = 1 << 15;

/// A position from the input, or why it is invalid.
pub(crate) struct Asked {
    /// As it was read, for tables of answers; printed on demand, because most answers do without.
    text: OnceLock<String>,
    pub(crate) instance: Result<Instance, Failure>,
}

impl Asked {
    pub(crate) fn label(&self) -> Label<'_> {
        let id = match &self.instance {
            Ok(instance) => &instance.id,
            Err(failure) => &failure.id,
        };
        Label {
            id: id.as_deref(),
            board: self.text.get_or_init(|| {
                let instance = self.instance.as_ref();
                instance.map_or_else(|_| String::new(), |instance| instance.board.to_string())
            }),
        }
    }
}

/// The positions that the arguments name.
pub(crate) struct Questions {
    /// Whether there may be more than one.
    pub(crate) many: bool,
    pub(crate) asked: Box<dyn Iterator<Item = Asked> + Send>,
    /// Shown while a stream is answered.
    pub(crate) progress: Option<StreamLine>,
}

impl Questions {
    /// Positions that are answered up to `at_once` at a time.
    pub(crate) fn new(args: &PositionArgs, style: Style, at_once: usize) -> Result<Self, Failure> {
        let typed = args.position.join(" ");
        if let Some(path) = &args.input {
            let file = File::open(path).map_err(|error| {
                Failure::usage(format!("cannot read {}: {error}", path.display()))
            })?;
            let total = file.metadata().ok().filter(Metadata::is_file);
            let total = total.map(|metadata| metadata.len());
            return Ok(Self::from_reader(
                args,
                buffered(file),
                total,
                style,
                at_once,
            ));
        }
        if typed.trim_start().starts_with('{') {
            // An object names its goal too, which only the reader of files heeds.
            let questions = Self::from_reader(args, io::Cursor::new(typed), None, style, at_once);
            return Ok(Self {
                many: false,
                ..questions
            });
        }
        if !args.position.is_empty() && typed != "-" {
            // Several arguments are several positions if each is one; else they are parts of one.
            let alone: Vec<Asked> = args
                .position
                .iter()
                .map(|p| typed_position(p, args))
                .collect();
            let is_many = alone.len() > 1 && alone.iter().all(|asked| asked.instance.is_ok());
            let asked = if is_many {
                alone
            } else {
                vec![typed_position(&typed, args)]
            };
            return Ok(Self {
                many: is_many,
                asked: Box::new(asked.into_iter()),
                progress: None,
            });
        }
        if io::stdin().is_terminal() && !style.quiet {
            output::talk("Type a position, one a line; Ctrl-D ends.");
        }
        // Where stdin is a file, its size says how much is left.
        let total = std::fs::metadata("/dev/stdin")
            .ok()
            .filter(Metadata::is_file);
        let total = total.map(|metadata| metadata.len());
        Ok(Self::from_reader(
            args,
            buffered(io::stdin()),
            total,
            style,
            at_once,
        ))
    }

    fn from_reader(
        args: &PositionArgs,
        source: impl BufRead + Send + 'static,
        total: Option<u64>,
        style: Style,
        at_once: usize,
    ) -> Self {
        let bytes = Arc::<AtomicU64>::default();
        let reader = Reader::new(args.input_format, args.size);
        let fault = Fault::default();
        let games = Games::default();
        let lines = Lines {
            source,
            read: 0,
            bytes: bytes.clone(),
            fault: fault.clone(),
            games: games.clone(),
            goal: game_goal(args),
        };
        // Blocks are for streams that are answered in groups larger than one.
        let block = if at_once < BLOCK { 1 } else { BLOCK };
        let instances = blocks::instances(lines, reader, block).map(move |instance| {
            let mut asked = Asked::from(instance);
            if let Ok(instance) = &mut asked.instance {
                let game = games
                    .lock()
                    .ok()
                    .and_then(|mut g| take(&mut g, instance.line));
                if let Some(game) = game {
                    instance.id = instance.id.take().or(Some(game.id));
                    instance.solution = game.way_back;
                }
            }
            asked
        });
        Self {
            many: true,
            asked: Box::new(Checked {
                items: instances,
                fault,
                read: 0,
                ended: false,
            }),
            progress: StreamLine::new(total, bytes).filter(|_| !style.quiet),
        }
    }
}

impl From<Result<Instance, ParseError>> for Asked {
    fn from(read: Result<Instance, ParseError>) -> Self {
        match read {
            Ok(instance) => Self {
                text: OnceLock::new(),
                instance: Ok(instance),
            },
            Err(error) => {
                let failure = unreadable(&error, RefusalKind::InvalidBoard);
                let line = error.caret().lines().next().unwrap_or_default().to_owned();
                Self {
                    text: line.into(),
                    instance: Err(failure.at_line(Some(error.line())).about(error.id())),
                }
            }
        }
    }
}

/// A reader with room for some thousand positions.
fn buffered(source: impl Read) -> impl BufRead {
    BufReader::with_capacity(1 << 18, source)
}

/// A position as it was typed: a text, or the ID of a game.
fn typed_position(text: &str, args: &PositionArgs) -> Asked {
    let instance = match game(text, &game_goal(args)) {
        Some(game) => game.map(|game| Instance {
            id: Some(game.id),
            solution: game.way_back,
            ..Instance::new(game.board, 1)
        }),
        None => match args.size {
            Some(size) => notation::parse_board_sized(text, size),
            None => notation::parse_board(text),
        }
        .map(|board| Instance::new(board, 1))
        .map_err(|error| unreadable(&error, RefusalKind::InvalidBoard)),
    };
    Asked {
        text: text.to_owned().into(),
        instance,
    }
}

/// A game named by its ID.
struct NamedGame {
    /// The ID as taquin writes it.
    id: String,
    board: Board,
    /// The moves back, where the board was made by a walk from the goal.
    way_back: Option<Vec<Move>>,
}

/// The game of an ID like `3x3:hard:7`, if the text is one.
fn game(text: &str, goal: &Goal) -> Option<Result<NamedGame, Failure>> {
    // Cheap for the many lines that are not one.
    let id: GameId = text
        .contains(['x', '-'])
        .then(|| text.trim().parse().ok())??;
    let made = || {
        let goal = goal.board(id.size);
        let goal = goal.map_err(|error| Failure::usage(error.to_string()))?;
        let control = session::control(Limits::default());
        let game = BoardSource::Level(goal, id.level).game(id.seed, &control)?;
        Ok(NamedGame {
            id: id.to_string(),
            board: game.board,
            way_back: game.way_back,
        })
    };
    Some(made())
}

/// The goal that the boards of game IDs are made for: the one named with them, or the default.
fn game_goal(args: &PositionArgs) -> Goal {
    let chosen = args.goal.chosen().unwrap_or_default();
    chosen.as_slice()[0].clone()
}

/// The games among the lines, by line.
type Games = Arc<Mutex<HashMap<usize, NamedGame>>>;

/// The game on a line, if it named one; quick where no line does.
fn take(games: &mut HashMap<usize, NamedGame>, line: usize) -> Option<NamedGame> {
    (!games.is_empty()).then(|| games.remove(&line)).flatten()
}

/// What was read, and at the end a complaint if that was nothing or could not be read on.
struct Checked<I> {
    items: I,
    fault: Fault,
    read: usize,
    ended: bool,
}

/// Why reading stopped early, passed on to the readers of the lines.
type Fault = Arc<Mutex<Option<io::Error>>>;

impl<I: Iterator<Item = Asked>> Iterator for Checked<I> {
    type Item = Asked;

    fn next(&mut self) -> Option<Asked> {
        if self.ended {
            return None;
        }
        if let Some(asked) = self.items.next() {
            self.read += 1;
            return Some(asked);
        }
        self.ended = true;
        let fault = self.fault.lock().ok()?.take();
        let failure = match (fault, self.read) {
            (Some(error), _) => Failure::usage(format!("the input cannot be read: {error}")),
            (None, 0) => Failure::new(
                Exit::Usage,
                RefusalKind::InvalidBoard,
                "the input holds no position; write one like 8 1 3/4 0 2/7 6 5",
            ),
            (None, _) => return None,
        };
        Some(Asked {
            text: String::new().into(),
            instance: Err(failure),
        })
    }
}

/// The lines of a source as bytes; a fault in reading ends them.
struct Lines<R> {
    source: R,
    /// Lines read so far, and their bytes.
    read: usize,
    bytes: Arc<AtomicU64>,
    fault: Fault,
    games: Games,
    /// The goal of boards from game IDs.
    goal: Goal,
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        let mut source = self.source.by_ref().take(LONGEST + 1);
        self.read += 1;
        let fault = match source.read_until(b'\n', &mut line) {
            Ok(0) => return None,
            Ok(length) if length as u64 > LONGEST => too_long(&format!("line {}", self.read)),
            Ok(length) => {
                self.bytes.fetch_add(length as u64, Ordering::Relaxed);
                return Some(self.resolved(line));
            }
            Err(error) => error,
        };
        *self.fault.lock().ok()? = Some(fault);
        None
    }
}

impl<R> Lines<R> {
    /// The line, or the board of the game it names.
    fn resolved(&self, line: Vec<u8>) -> Vec<u8> {
        // The longest ID has some thirty characters.
        let is_short = line.len() < 64 && line.contains(&b':');
        let text = std::str::from_utf8(&line).ok().filter(|_| is_short);
        match text.and_then(|text| game(text, &self.goal)) {
            Some(Ok(game)) => {
                let line = format!("{}\n", game.board);
                if let Ok(mut games) = self.games.lock() {
                    games.insert(self.read, game);
                }
                line.into_bytes()
            }
            _ => line,
        }
    }
}

/// All of stdin as text, for an argument that was left to it.
pub(crate) fn all_of_stdin() -> io::Result<String> {
    let mut text = String::new();
    let length = io::stdin().take(LONGEST + 1).read_to_string(&mut text)?;
    if length as u64 > LONGEST {
        return Err(too_long("the text"));
    }
    Ok(text)
}

fn too_long(what: &str) -> io::Error {
    let longest = units::show_bytes(LONGEST);
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("{what} is longer than {longest}"),
    )
}

/// A text that cannot be read, with the place marked.
pub(crate) fn unreadable(error: &ParseError, kind: RefusalKind) -> Failure {
    let context = Some(error.caret()).filter(|caret| !caret.starts_with('\n'));
    let place = match (error.fault(), &context) {
        (notation::NotationFault::Text(_), _) | (_, None) => String::new(),
        _ => format!("column {}: ", error.column()),
    };
    let mut failure = Failure::new(Exit::Usage, kind, format!("{place}{}", error.fault()));
    failure.context = context;
    failure.problem.line = Some(error.line()).filter(|&line| line > 1);
    failure
}

/// One board from an argument.
pub(crate) fn board(text: &str) -> Result<Board, Failure> {
    notation::parse_board(text).map_err(|error| unreadable(&error, RefusalKind::InvalidBoard))
}

/// The goals for a position: those requested, or those of its file, or the default.
pub(crate) fn goals_for(chosen: Option<&Goals>, instance: &Instance) -> Goals {
    let stated = || instance.goal.clone();
    let meant = || instance.convention.clone().map(Goals::from);
    chosen
        .cloned()
        .or_else(stated)
        .or_else(meant)
        .unwrap_or_else(|| Goals::from(Goal::default()))
}

/// The puzzle that a position and the goals for it make.
pub(crate) fn puzzle(
    chosen: Option<&Goals>,
    instance: &Instance,
) -> Result<(Puzzle, Goals), Failure> {
    let goals = goals_for(chosen, instance);
    let puzzle = Puzzle::new(instance.board.clone(), &goals)
        .map_err(|error| Failure::puzzle(&error, &goals))?;
    Ok((puzzle, goals))
}
