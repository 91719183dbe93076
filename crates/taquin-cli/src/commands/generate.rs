//! `taquin generate`: new boards, by level, distance, generator or game ID.

use std::sync::Arc;

use clap::Args;
use taquin::generate::{self, GameId, Inversions, Level};
use taquin::levels::{Band, DealtGame};
use taquin::{Board, Goals, Limits, Size, SwapFix};
use taquin_app::BoardSource;

use crate::End;
use crate::cli::{MadeForArg, MetricArg};
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::output::{Column, Label, Reply, Sink, Style};
use crate::session;
use crate::units;

/// Generate solvable boards; a seed gives the same boards everywhere
#[derive(Args)]
#[command(after_help = "Examples:
  taquin generate 4x4
  taquin generate 3x3 --level hard --seed 20481 -n 100 > set.txt
  taquin generate 3x3 --distance 31 --format ndjson
  taquin generate 5x5 --generator walk:k=30
  taquin generate 4x4 --inversions 10..12
  taquin generate 3x3 --unsolvable
  taquin generate 3x3 --goal blank-first+blank-last
  taquin generate 3x3 --metric mtm --distance 10..12
  taquin generate --id 3x3:hard:7

Board number i of seed s is the board of seed s + i. Without --seed a random one is used and
printed on stderr. Levels are ranges of optimal lengths: `taquin list levels`.")]
pub(crate) struct Generate {
    /// Rows x columns, like 4x4 or 2x3
    #[arg(value_name = "SIZE", required_unless_present = "id")]
    size: Option<Size>,
    /// easy, medium, hard, expert or random [default: random]
    #[arg(long, short, value_name = "LEVEL")]
    level: Option<Level>,
    /// Optimal length: a number, or a range like 21..26
    #[arg(long, short, value_name = "N|A..B", conflicts_with = "level")]
    distance: Option<Band>,
    #[command(flatten)]
    metric: MetricArg,
    /// How boards are drawn, like uniform, cycles or walk:k=30
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["level", "distance"])]
    generator: Option<String>,
    /// Number of inversions (pairs of tiles out of order): a number, or a range like 5..9
    #[arg(long, value_name = "N|A..B", conflicts_with_all = ["level", "distance", "generator"])]
    inversions: Option<Band>,
    /// Unsolvable boards: swap two tiles of each
    #[arg(long, conflicts_with = "id")]
    unsolvable: bool,
    /// A game ID like 4x4:hard:20481
    #[arg(long, value_name = "ID", conflicts_with_all = ["size", "level", "distance", "generator", "seed"])]
    id: Option<GameId>,
    /// The seed of the first board
    #[arg(long, short, value_name = "N", value_parser = units::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How many boards
    #[arg(long = "count", short = 'n', value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    #[command(flatten)]
    goal: MadeForArg,
}

const COLUMNS: &[Column] = &[
    ("id", "/id"),
    ("board", "/board"),
    ("goal", "/goal"),
    ("seed", "/seed"),
    ("level", "/level"),
    ("optimal", "/optimal"),
    ("optimal_proven", "/optimal_proven"),
    ("upper_bound", "/upper_bound"),
];

impl Generate {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let size = self.id.map(|id| id.size).or(self.size);
        let size = size.expect("the arguments name a size or an ID");
        let goals = self.goal.goals();
        let boards = goals.as_slice().iter().map(|goal| goal.board(size));
        let boards: Vec<Board> = boards
            .collect::<Result<_, _>>()
            .map_err(|e| Failure::usage(e.to_string()))?;
        let seed = match (self.id, self.seed) {
            (Some(id), _) => id.seed,
            (None, Some(seed)) => seed,
            (None, None) => taquin_app::new_seed(),
        };
        let target = boards[0].clone();
        let mut sources = Vec::new();
        for board in boards {
            sources.push(self.source(board)?);
        }
        let source = match sources.len() {
            1 => sources.remove(0),
            _ => BoardSource::AnyOf(sources, goals.clone()),
        };
        if self.unsolvable && goals.as_slice().len() > 1 {
            let way_out = "--unsolvable is about one goal; another may be reached";
            return Err(Failure::usage(way_out).into());
        }
        let control = Arc::new(session::control(Limits::default()));
        interrupt::watch(&control);
        let mut sink = Sink::new(style, COLUMNS, true).named("puzzles");
        for index in 0..self.count {
            if interrupt::seen() {
                break;
            }
            let mut game = source
                .game(seed.wrapping_add(index), &control)
                .map_err(Failure::from)?;
            if self.unsolvable {
                // What was known of the board is not true of its twin.
                game = DealtGame {
                    id: None,
                    board: SwapFix::of(&game.board, &target).board,
                    level: None,
                    optimal: None,
                    upper_bound: None,
                    way_back: None,
                    ..game
                };
            }
            let mut reply = reply(&game, &goals);
            if index == 0 {
                reply = reply.with_talk(self.talk(&game));
            }
            sink.put(Label::default(), &Ok(reply))?;
        }
        Ok(sink.finish()?)
    }

    /// The notes about the first board: a seed that was drawn, and the distance of all boards.
    fn talk(&self, game: &DealtGame) -> String {
        let drawn = self.id.is_none() && self.seed.is_none();
        let seed = drawn.then(|| format!("seed {}", game.seed));
        // Boards of a level that is a walk have one bound.
        let bound = game.upper_bound.filter(|_| !game.optimal_proven());
        let bound = bound.map(|moves| {
            format!(
                "at most {} (not proven)",
                super::count_of(moves as usize, "move")
            )
        });
        let parts: Vec<String> = [seed, bound].into_iter().flatten().collect();
        parts.join(" · ")
    }

    fn source(&self, goal: Board) -> Result<BoardSource, Failure> {
        if let Some(band) = self.inversions {
            // An unsolvable board has the same inversions only by chance, so its twin is drawn.
            let drawn = Inversions {
                least: band.min(),
                most: band.max(),
            };
            if self.unsolvable {
                let way_out =
                    "--inversions is about boards that can be solved; leave --unsolvable out";
                return Err(Failure::usage(way_out));
            }
            if !drawn.exist(&goal) {
                return Err(Failure::usage(format!(
                    "no {} board that reaches the goal has {band} inversions",
                    goal.size()
                )));
            }
            return Ok(BoardSource::Drawn(Box::new(drawn), goal));
        }
        if self.metric.is_mtm() {
            let band = self.multi_tile_band(goal.size())?;
            return Ok(BoardSource::MultiTile(goal, band));
        }
        Ok(match (&self.generator, self.distance) {
            (Some(text), _) => BoardSource::Drawn(generate::by_name(text)?, goal),
            (None, Some(band)) => BoardSource::Distance(goal, band),
            (None, None) => {
                let level = self.id.map(|id| id.level).or(self.level);
                BoardSource::Level(goal, level.unwrap_or(Level::Random))
            }
        })
    }
}

impl Generate {
    /// The range of multi-tile moves that --distance names or --level means.
    fn multi_tile_band(&self, size: Size) -> Result<Band, Failure> {
        if let Some(band) = self.distance {
            return Ok(band);
        }
        let level = self.level.filter(|level| *level != Level::Random);
        let Some(level) = level.filter(|_| self.generator.is_none() && self.id.is_none()) else {
            let way_out = "--metric mtm goes with --distance or --level";
            return Err(Failure::usage(way_out));
        };
        taquin_app::multi_tile_level(level, size).ok_or_else(|| {
            Failure::usage(format!(
                "levels in multi-tile moves are for 3x3 and 4x4; name a --distance for {size}"
            ))
        })
    }
}

fn reply(game: &DealtGame, goals: &Goals) -> Reply {
    Reply::new(
        format!("{}\n", game.board),
        &taquin_app::generated(game, goals),
    )
}
