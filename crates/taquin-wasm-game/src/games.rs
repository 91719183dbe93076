//! Games in play, sittings of them, and what is played back. The page knows each by its number.

use std::time::Duration;

use taquin_core::Goal;
use taquin_core::notation::parse_goal;
use taquin_game::{Game, Left, Origin, Phase, PlayedSlide, Player, Redone, Session, Undone};

use crate::boards::{board, letters, moves};
use crate::{Answer, field, joined};

/// Games of a sitting that are kept between visits, the latest ones.
const KEPT: usize = 10;

/// All games and players of a page.
#[derive(Default)]
pub(crate) struct Games {
    sittings: Vec<Sitting>,
    players: Vec<(u32, Player)>,
    last: u32,
}

/// The games of one sitting with their numbers; a game by itself is a sitting of one.
struct Sitting {
    session: Session,
    numbers: Vec<u32>,
}

/// A named operation on a game.
type Deed = fn(&mut Sitting, usize, &[&str]) -> Answer;

const DEEDS: &[(&str, Deed)] = &[
    ("look", |sitting, at, _| Ok(sitting.snapshot(at))),
    ("make", make),
    ("back", |sitting, at, fields| {
        let undone = sitting.session.game_at_mut(at).undo(time(fields, 0));
        told(sitting, at, undone)
    }),
    ("forth", |sitting, at, fields| {
        let redone = sitting.session.game_at_mut(at).redo(time(fields, 0));
        told(sitting, at, redone)
    }),
    ("pause", |sitting, at, fields| {
        sitting.session.game_at_mut(at).pause(time(fields, 0));
        Ok(sitting.snapshot(at))
    }),
    ("resume", |sitting, at, fields| {
        sitting.session.game_at_mut(at).resume(time(fields, 0));
        Ok(sitting.snapshot(at))
    }),
    ("assist", |sitting, at, _| {
        sitting.session.game_at_mut(at).assist();
        Ok(sitting.snapshot(at))
    }),
    ("count", |sitting, at, _| {
        let is_fresh = sitting.session.game_at_mut(at).count_end();
        Ok(joined(&[
            &u8::from(is_fresh).to_string(),
            &sitting.snapshot(at),
        ]))
    }),
    ("counted", |sitting, at, _| {
        let game = &sitting.session.games().0[at];
        Ok(u8::from(game.left(Duration::ZERO).counted).to_string())
    }),
    ("splits", |sitting, at, _| {
        let splits = sitting.session.games().0[at].splits();
        let splits: Vec<String> = splits.into_iter().map(millis).collect();
        Ok(splits.join(" "))
    }),
    ("undo", undo),
    ("redo", redo),
    ("around", |sitting, _, _| {
        let (games, at) = sitting.session.games();
        let is_there = |answer: bool| u8::from(answer).to_string();
        Ok(joined(&[
            &is_there(at > 0),
            &is_there(at + 1 < games.len()),
        ]))
    }),
    ("latest", |sitting, _, _| Ok(sitting.latest())),
];

impl Games {
    /// Answers a question about games.
    pub(crate) fn ask(&mut self, name: &str, fields: &[&str]) -> Answer {
        match name {
            "game" => self.begin_alone(fields),
            "restore" => self.restore(fields),
            "join" => self.join(fields),
            "begin" => self.begin(fields),
            "forget" => self
                .take(number(fields, 0))
                .map(|_| String::new())
                .ok_or_else(String::new),
            "player" => Ok(self.player(fields)),
            "play-back" => self.play_back(fields),
            _ => {
                let (_, deed) = DEEDS
                    .iter()
                    .find(|(other, _)| *other == name)
                    .ok_or_else(String::new)?;
                let (sitting, at) = self.find(number(fields, 0)).ok_or_else(String::new)?;
                deed(&mut self.sittings[sitting], at, &fields[1..])
            }
        }
    }

    fn find(&self, number: u32) -> Option<(usize, usize)> {
        self.sittings
            .iter()
            .enumerate()
            .find_map(|(index, sitting)| {
                let at = sitting.numbers.iter().position(|&other| other == number)?;
                Some((index, at))
            })
    }

    fn next(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    fn seat(&mut self, game: Game) -> String {
        let number = self.next();
        self.sittings.push(Sitting {
            session: Session::new(game),
            numbers: vec![number],
        });
        number.to_string()
    }

    /// A game of start and goal; whether only its moves count.
    fn begin_alone(&mut self, fields: &[&str]) -> Answer {
        Ok(self.seat(new_game(fields)?))
    }

    /// A game as it was left: start, goal, whether only moves count; presses and their times, moves made,
    /// milliseconds on its clock, whether help was used and whether its end was counted.
    fn restore(&mut self, fields: &[&str]) -> Answer {
        let start = board(field(fields, 0))?;
        let goal = goal(field(fields, 1))?;
        let words: Vec<&str> = field(fields, 3).split_whitespace().collect();
        let times: Vec<&str> = field(fields, 4).split_whitespace().collect();
        if words.len() != times.len() {
            return Err(String::new());
        }
        let mut slides = Vec::new();
        for (press, (word, at)) in words.iter().zip(times).enumerate() {
            let at = Duration::from_millis(at.parse().map_err(|_| String::new())?);
            let press = press as u32;
            slides.extend(
                moves(word)?
                    .into_iter()
                    .map(|mv| PlayedSlide { mv, press, at }),
            );
        }
        let left = Left {
            made: field(fields, 5).parse().map_err(|_| String::new())?,
            elapsed: Duration::from_millis(field(fields, 6).parse().unwrap_or_default()),
            assisted: field(fields, 7) == "1",
            counted: field(fields, 8) == "1",
            untimed: field(fields, 2) == "1",
        };
        let game = Game::restore(start, goal, Origin::default(), slides, left);
        let game = game.map_err(|_| String::new())?;
        let start = game.start().to_string();
        Ok(joined(&[&self.seat(game), &start]))
    }

    /// Makes one sitting of games; the first field says which of them is in play.
    fn join(&mut self, fields: &[&str]) -> Answer {
        let mut games = Vec::new();
        let mut numbers = Vec::new();
        for index in 1..fields.len() {
            let number = number(fields, index);
            games.push(self.take(number).ok_or_else(String::new)?);
            numbers.push(number);
        }
        let at = field(fields, 0).parse().unwrap_or_default();
        let session = Session::restore(games, at).ok_or_else(String::new)?;
        self.sittings.push(Sitting { session, numbers });
        Ok(String::new())
    }

    /// Puts a game aside, by its number, and begins another, which was alone: fields are both and the time.
    fn begin(&mut self, fields: &[&str]) -> Answer {
        let new = number(fields, 1);
        let game = self.take(new).ok_or_else(String::new)?;
        let (sitting, _) = self.find(number(fields, 0)).ok_or_else(String::new)?;
        let Sitting { session, numbers } = &mut self.sittings[sitting];
        numbers.truncate(session.games().1 + 1);
        numbers.push(new);
        session.begin(game, time(fields, 2));
        // The oldest games may have been forgotten.
        numbers.drain(..numbers.len() - session.games().0.len());
        Ok(String::new())
    }

    /// Takes a game that is alone out of here.
    fn take(&mut self, number: u32) -> Option<Game> {
        let index = self
            .sittings
            .iter()
            .position(|sitting| sitting.numbers == [number])?;
        self.sittings.swap_remove(index).session.into_games().pop()
    }

    /// A player of this many steps, or of steps at these times.
    fn player(&mut self, fields: &[&str]) -> String {
        let times: Vec<Duration> = field(fields, 1)
            .split_whitespace()
            .filter_map(|millis| millis.parse().ok())
            .map(Duration::from_millis)
            .collect();
        let player = if times.is_empty() {
            Player::new(field(fields, 0).parse().unwrap_or_default())
        } else {
            Player::replaying(times)
        };
        let number = self.next();
        self.players.push((number, player));
        number.to_string()
    }

    /// Does something with a player: its number, what, with which number, and the time.
    fn play_back(&mut self, fields: &[&str]) -> Answer {
        let wanted = number(fields, 0);
        let index = self
            .players
            .iter()
            .position(|(number, _)| *number == wanted)
            .ok_or_else(String::new)?;
        let player = &mut self.players[index].1;
        let now = time(fields, 3);
        let amount = || field(fields, 2).parse().unwrap_or_default();
        let mut is_moved = true;
        match field(fields, 1) {
            "toggle" => player.toggle(now),
            "seek" => player.seek(amount()),
            "speed" => player.choose_speed(amount(), now),
            "tick" => is_moved = player.tick(now),
            "forget" => {
                self.players.swap_remove(index);
                return Ok(String::new());
            }
            _ => return Err(String::new()),
        }
        Ok(joined(&[
            &u8::from(is_moved).to_string(),
            &player.at().to_string(),
            &u8::from(player.is_playing()).to_string(),
            &player.interval().as_millis().to_string(),
            &player.clock().as_millis().to_string(),
        ]))
    }
}

impl Sitting {
    /// The state of a game for the page.
    fn snapshot(&self, at: usize) -> String {
        let game = &self.session.games().0[at];
        let presses = || game.slides().chunk_by(|a, b| a.press == b.press);
        let words: Vec<String> = presses()
            .map(|press| letters(&press.iter().map(|slide| slide.mv).collect::<Vec<_>>()))
            .collect();
        let times: Vec<String> = presses().map(|press| millis(press[0].at)).collect();
        let clock = game.clock();
        let since = clock.since().map_or_else(String::new, micros);
        let phase = match game.phase() {
            Phase::Solved => "solved",
            Phase::Ready => "ready",
            Phase::Playing => "playing",
            Phase::Won => "won",
            Phase::WonAssisted => "won-assisted",
        };
        joined(&[
            &game.board().to_string(),
            &game.moves().to_string(),
            &words.join(" "),
            &times.join(" "),
            &micros(clock.before()),
            &since,
            phase,
            &u8::from(game.is_assisted()).to_string(),
        ])
    }

    /// Which game is in play, and the numbers of the latest games.
    fn latest(&self) -> String {
        let (games, at) = self.session.latest(KEPT);
        let first = self.session.games().1 - at;
        let numbers = self.numbers[first..first + games.len()].iter();
        let mut fields = vec![at.to_string()];
        fields.extend(numbers.map(u32::to_string));
        fields.join("\0")
    }
}

fn make(sitting: &mut Sitting, at: usize, fields: &[&str]) -> Answer {
    let moves = moves(field(fields, 0))?;
    if moves.is_empty() {
        return Err(String::new());
    }
    let made = sitting
        .session
        .game_at_mut(at)
        .make(&moves, time(fields, 1));
    made.map_err(|_| String::new())?;
    Ok(sitting.snapshot(at))
}

/// The moves that were taken back or made again, and the game after that.
fn told(sitting: &Sitting, at: usize, moves: Option<Vec<taquin_core::Move>>) -> Answer {
    let moves = moves.ok_or_else(String::new)?;
    Ok(joined(&[&letters(&moves), &sitting.snapshot(at)]))
}

/// The kind of undo, its moves, and the number of the game in play.
#[expect(clippy::unnecessary_wraps, reason = "a function of the table")]
fn undo(sitting: &mut Sitting, _: usize, fields: &[&str]) -> Answer {
    let now = time(fields, 0);
    let (did, moves) = match sitting.session.undo(now) {
        Undone::Moves(moves) => ("moves", letters(&moves)),
        Undone::Game => ("game", String::new()),
        Undone::Held => ("held", String::new()),
        Undone::Nothing => ("nothing", String::new()),
    };
    Ok(sitting.went(did, &moves, now))
}

#[expect(clippy::unnecessary_wraps, reason = "a function of the table")]
fn redo(sitting: &mut Sitting, _: usize, fields: &[&str]) -> Answer {
    let now = time(fields, 0);
    let (did, moves) = match sitting.session.redo(now) {
        Redone::Moves(moves) => ("moves", letters(&moves)),
        Redone::Game => ("game", String::new()),
        Redone::Nothing => ("nothing", String::new()),
    };
    Ok(sitting.went(did, &moves, now))
}

impl Sitting {
    fn went(&mut self, did: &str, moves: &str, now: Duration) -> String {
        if did == "game" {
            // On the page a game that comes back goes on with its next move.
            self.session.game_mut().pause(now);
        }
        let at = self.session.games().1;
        joined(&[
            did,
            moves,
            &self.numbers[at].to_string(),
            &self.snapshot(at),
        ])
    }
}

fn new_game(fields: &[&str]) -> Result<Game, String> {
    let start = board(field(fields, 0))?;
    let goal = goal(field(fields, 1))?;
    let game = Game::new(start, goal, Origin::default()).map_err(|_| String::new())?;
    Ok(if field(fields, 2) == "1" {
        game.without_clock()
    } else {
        game
    })
}

fn goal(text: &str) -> Result<Goal, String> {
    parse_goal(text).map_err(|_| String::new())
}

fn number(fields: &[&str], index: usize) -> u32 {
    field(fields, index).parse().unwrap_or_default()
}

/// A time, which the page gives in microseconds.
fn time(fields: &[&str], index: usize) -> Duration {
    Duration::from_micros(field(fields, index).parse().unwrap_or_default())
}

/// A time in whole milliseconds.
fn millis(time: Duration) -> String {
    ((time.as_micros() as u64 + 500) / 1000).to_string()
}

fn micros(time: Duration) -> String {
    (time.as_micros() as u64).to_string()
}
