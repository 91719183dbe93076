//! `taquin play`: the game, full screen or line by line.

use std::env;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use taquin::generate::{GameId, Level};
use taquin::{Goal, Goals, Limits, Size, catalogue};
use taquin_game::{Arrows, Game, Origin};
use taquin_tui::{
    Appearance, Begin, Depth, KeyMap, PlayError, PlayOptions, SaveFolder, THEMES, Theme, plain,
};

use crate::cli::OneGoalArg;
use crate::failure::{Exit, Failure};
use crate::output::{Style, talk};
use crate::session;
use crate::{End, folder, input, interrupt, memory, units};

/// Play in the terminal, with hints, solutions and a review of your mistakes
#[derive(Args)]
#[command(after_help = "Examples:
  taquin play                                  # resume the last game
  taquin play 4x4 --level medium
  taquin play 4x4:random:20481                 # the board of a game ID
  taquin play \"8 1 3/4 0 2/7 6 5\"
  taquin play --watch --algo astar:heuristic=manhattan \"8 1 3/4 0 2/7 6 5\"
  taquin play --plain                          # line by line

Arrows or h j k l slide a tile, ? gives a hint, n a new game, F1 lists all keys, q quits. Games,
settings and best results are saved in the user's data folder. Rebind keys with lines like
`undo = u` in the file keys.conf of taquin's settings folder. Your own colours are in colours.conf
next to it, with lines like `tile = #2b323d`.")]
pub(crate) struct Play {
    /// A size, a game ID or a position [default: resume the last game]
    #[arg(value_name = "SIZE|ID|POSITION")]
    what: Vec<String>,
    /// easy, medium, hard, expert or random [default: random]
    #[arg(long, short, value_name = "LEVEL")]
    level: Option<Level>,
    /// Seed of the board
    #[arg(long, short, value_name = "N", value_parser = units::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    goal: OneGoalArg,
    /// Line by line: for screen readers, scripts and slow links
    #[arg(long)]
    plain: bool,
    /// Watch a solver at work instead of playing
    #[arg(long, conflicts_with = "plain")]
    watch: bool,
    /// The solver to watch
    #[arg(
        long,
        value_name = "SPEC",
        default_value = "astar/manhattan",
        requires = "watch"
    )]
    algo: String,
    /// Steps of the search to record
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "watch")]
    steps: usize,
    #[command(flatten)]
    look: LookArgs,
    /// Time to search for a solution before asking you [default: 30s, or 10s beyond 4x4]
    #[arg(long = "time-limit", value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    time: Option<Duration>,
    /// Memory for all searches together, like 4G [default: 60 % of free memory]
    #[arg(long = "memory-limit", value_name = "BYTES", value_parser = units::bytes, help_heading = "Limits")]
    memory: Option<u64>,
}

/// How the game looks and which keys it has.
#[derive(Args)]
#[command(next_help_heading = "Screen")]
struct LookArgs {
    /// colour, paper, mono, contrast, or own: the colours of your file colours.conf
    #[arg(long, value_name = "NAME", value_parser = THEME_NAMES)]
    theme: Option<String>,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// W A S D slide tiles too; the commands on these letters move to Alt
    #[arg(long)]
    wasd: bool,
    /// Arrows move the tile or the blank
    #[arg(long, value_name = "tile|blank", value_parser = ["tile", "blank"])]
    arrows: Option<String>,
    /// Disable animation
    #[arg(long)]
    still: bool,
}

/// The themes, and the player's own.
const THEME_NAMES: [&str; 5] = [
    THEMES[0].name,
    THEMES[1].name,
    THEMES[2].name,
    THEMES[3].name,
    "own",
];

/// The size of the first game ever.
const FIRST: &str = "4x4";

impl Play {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let goal = self.goal.goal()?;
        if self.plain {
            return self.run_plain(goal);
        }
        if env::var("TERM").is_ok_and(|term| term == "dumb") && io::stdout().is_terminal() {
            if self.watch {
                let way_out =
                    "this terminal cannot move its cursor; solve --trace prints the search";
                return Err(Failure::usage(way_out).into());
            }
            talk("This terminal cannot move its cursor, so the game is played line by line.");
            return self.run_plain(goal);
        }
        let (keys, keys_notice) = self.keys();
        let (own, colours_notice) = own_colours();
        let notice = keys_notice.or(colours_notice);
        let begin = self.begin(&goal)?;
        if self.watch {
            // A slip in the name is said before the screen is taken.
            catalogue::solver(&self.algo).map_err(Failure::from)?;
        }
        let options = PlayOptions {
            context: session::context().clone(),
            begin,
            level: self.level.unwrap_or(Level::Random),
            goal,
            watch: self.watch.then(|| (self.algo.clone(), self.steps)),
            theme: self.look.theme.clone(),
            arrows: self.look.arrows.as_deref().map(|arrows| match arrows {
                "blank" => Arrows::Blank,
                _ => Arrows::Tile,
            }),
            look: Appearance {
                ascii: self.look.ascii || !speaks_utf8(),
                depth: depth(style),
                still: self.look.still,
                own,
            },
            keys,
            notice,
            store: SaveFolder::new(folder::data()),
            patience: self.time,
            // The player's question and the distance bar's may run at once.
            memory: Some(self.memory() / 2),
            stop: Arc::new(interrupt::seen),
        };
        match taquin_tui::run(options) {
            Ok(()) => Ok(Exit::Done),
            Err(error @ (PlayError::NoTerminal | PlayError::Level(_))) => {
                Err(Failure::usage(error.to_string()).into())
            }
            Err(error) => Err(Failure::internal(error.to_string()).into()),
        }
    }

    fn run_plain(&self, goal: Goal) -> Result<Exit, End> {
        let game = match self.begin(&goal)? {
            Begin::Resume(_) => None,
            Begin::Size(size) => Some(self.deal(size, &goal)?),
            Begin::Game(game) => Some(*game),
        };
        let options = plain::PlainOptions {
            game,
            level: self.level.unwrap_or(Level::Random),
            goal,
            patience: self.time,
            memory: Some(self.memory()),
            context: session::context().clone(),
            on_search: interrupt::watch,
        };
        interrupt::leave_at_once();
        let begun = Instant::now();
        plain::run(&options, io::stdin().lock(), io::stdout().lock(), || {
            begun.elapsed()
        })?;
        Ok(Exit::Done)
    }

    fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(memory::default_limit)
    }

    fn begin(&self, goal: &Goal) -> Result<Begin, Failure> {
        let text = self.what.join(" ");
        let is_chosen = self.level.is_some() || self.seed.is_some();
        let size = if text.is_empty() { FIRST } else { text.trim() };
        if let Ok(size) = size.parse::<Size>() {
            // A different goal starts a new game instead of resuming.
            let goes_on = text.is_empty() && *goal == Goal::BlankLast;
            return Ok(match (is_chosen, goes_on) {
                (true, _) => Begin::Game(Box::new(self.deal(size, goal)?)),
                (false, true) => Begin::Resume(size),
                (false, false) => Begin::Size(size),
            });
        }
        if is_chosen {
            return Err(Failure::usage(
                "--level and --seed choose among the boards of a size; an ID or a position is one \
                 board already",
            ));
        }
        let is_id = text.contains([':', '-']) && !text.contains(['/', '[', '{', ' ', ',']);
        if is_id {
            let id: GameId = text
                .parse()
                .map_err(|error: taquin::generate::GameIdError| {
                    Failure::usage(error.to_string())
                })?;
            let game = taquin_tui::deal(
                id.size,
                id.level,
                Some(id.seed),
                goal,
                &session::control(Limits::default()),
            );
            let game = game.map_err(|error| Failure::usage(error.to_string()))?;
            return Ok(Begin::Game(Box::new(game)));
        }
        let board = input::board(&text)?;
        let game = Game::new(board, goal.clone(), Origin::default())
            .map_err(|error| Failure::puzzle(&error, &Goals::from(goal.clone())))?;
        Ok(Begin::Game(Box::new(game)))
    }

    fn deal(&self, size: Size, goal: &Goal) -> Result<Game, Failure> {
        let level = self.level.unwrap_or(Level::Random);
        taquin_tui::deal(
            size,
            level,
            self.seed,
            goal,
            &session::control(Limits::default()),
        )
        .map_err(|error| Failure::usage(error.to_string()))
    }

    /// The key map, and what is wrong with the player's key file, which is no reason not to play.
    fn keys(&self) -> (KeyMap, Option<String>) {
        let mut keys = KeyMap::default();
        if self.look.wasd {
            keys = keys.with_wasd();
        }
        let file = folder::settings().map(|folder| folder.join("keys.conf"));
        let Some(Ok(text)) = file.map(std::fs::read_to_string) else {
            return (keys, None);
        };
        match keys.changed_by(&text) {
            Ok(changed) => (changed, None),
            Err(error) => (
                keys,
                Some(format!("Your key bindings are ignored: {error}.")),
            ),
        }
    }
}

/// The player's own colours, and what is wrong with their file, which is no reason not to play.
fn own_colours() -> (Option<Theme>, Option<String>) {
    let file = folder::settings().map(|folder| folder.join("colours.conf"));
    let Some(Ok(text)) = file.map(std::fs::read_to_string) else {
        return (None, None);
    };
    match Theme::own(&text) {
        Ok(theme) => (Some(theme), None),
        Err(error) => (None, Some(format!("Your colours are ignored: {error}."))),
    }
}

/// Whether the locale's characters are UTF-8. Where no locale is named at all, as on other systems, a
/// terminal of today is assumed.
fn speaks_utf8() -> bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(env::var_os)
        .find(|value| !value.is_empty());
    named.is_none_or(|name| {
        let name = name.to_string_lossy().to_ascii_lowercase();
        name.contains("utf-8") || name.contains("utf8")
    })
}

/// The colour depth of the terminal, from its environment.
fn depth(_style: Style) -> Depth {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is = |name: &str, part: &str| env::var(name).is_ok_and(|value| value.contains(part));
    let no_color = anstream::ColorChoice::global() == anstream::ColorChoice::Never;
    if no_color || is_set("NO_COLOR") || is("TERM", "dumb") {
        Depth::None
    } else if is("COLORTERM", "truecolor") || is("COLORTERM", "24bit") {
        Depth::Full
    } else {
        Depth::Indexed
    }
}
