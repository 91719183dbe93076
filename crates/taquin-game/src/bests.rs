//! The best results of a player, by size and level.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use taquin_core::generate::Level;
use taquin_core::{Goal, Size};

use crate::{Game, SaveError};

/// The layout of the text; another number is from another version of the game.
const VERSION: u32 = 1;

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Best {
    /// Single-tile moves.
    pub moves: u32,
    /// The time, in milliseconds.
    pub millis: u64,
}

/// The best results at a size and level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelRecord {
    /// Games won without help.
    pub wins: u32,
    /// The game with the fewest moves; of several the quickest.
    pub fewest: Best,
    /// The quickest game; of several the one with the fewest moves.
    pub quickest: Best,
}

/// The best results by size and level, without help. Boards that were typed do not count, nor do
/// goals other than the usual one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bests {
    records: BTreeMap<(Size, Level), LevelRecord>,
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    bests: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
struct Row {
    size: String,
    level: String,
    #[serde(flatten)]
    record: LevelRecord,
}

impl Bests {
    /// The record of a size and level.
    pub fn get(&self, size: Size, level: Level) -> Option<&LevelRecord> {
        self.records.get(&(size, level))
    }

    /// All records, small boards first.
    pub fn iter(&self) -> impl Iterator<Item = (Size, Level, &LevelRecord)> {
        self.records
            .iter()
            .map(|(&(size, level), record)| (size, level, record))
    }

    /// Counts a game that was won without help, and says which best it is, if any.
    pub fn count(&mut self, game: &Game, now: Duration) -> Option<&'static str> {
        let id = game
            .origin()
            .id
            .filter(|_| *game.goal() == Goal::BlankLast)?;
        let best = Best {
            moves: game.moves() as u32,
            millis: game.elapsed(now).as_millis() as u64,
        };
        let mut is_first = false;
        let record = self.records.entry((id.size, id.level)).or_insert_with(|| {
            is_first = true;
            LevelRecord {
                wins: 0,
                fewest: best,
                quickest: best,
            }
        });
        record.wins += 1;
        let fewer = best.moves < record.fewest.moves;
        let quicker = best.millis < record.quickest.millis;
        if (best.moves, best.millis) < (record.fewest.moves, record.fewest.millis) {
            record.fewest = best;
        }
        if (best.millis, best.moves) < (record.quickest.millis, record.quickest.moves) {
            record.quickest = best;
        }
        match (is_first, fewer, quicker) {
            (true, ..) => Some("Your first win here."),
            (_, true, true) => Some("Your fewest moves and best time!"),
            (_, true, false) => Some("Your fewest moves!"),
            (_, false, true) => Some("Your best time!"),
            _ => None,
        }
    }

    /// The records as text.
    pub fn write(&self) -> String {
        let file = File {
            version: VERSION,
            bests: self
                .iter()
                .map(|(size, level, &record)| Row {
                    size: size.to_string(),
                    level: level.to_string(),
                    record,
                })
                .collect(),
        };
        serde_json::to_string_pretty(&file).expect("names and numbers can be written")
    }

    /// The records that a text holds.
    ///
    /// # Errors
    /// When it is damaged, or of another version.
    pub fn read(text: &str) -> Result<Self, SaveError> {
        let file: File = serde_json::from_str(text)?;
        if file.version != VERSION {
            return Err(SaveError::Version(file.version));
        }
        let mut records = BTreeMap::new();
        for row in file.bests {
            let size: Size = row.size.parse().map_err(SaveError::content)?;
            let level: Level = row.level.parse().map_err(SaveError::content)?;
            records.insert((size, level), row.record);
        }
        Ok(Self { records })
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::{Direction, Move};

    use super::*;
    use crate::Origin;

    fn won(millis: u64, moves: &[Direction]) -> Game {
        let origin = Origin {
            id: Some("3x3:easy:1".parse().unwrap()),
            ..Origin::default()
        };
        let board = "1 2 3/4 5 6/0 7 8".parse().unwrap();
        let mut game = Game::new(board, Goal::BlankLast, origin).unwrap();
        let (last, first) = moves.split_last().unwrap();
        for &direction in first {
            game.slide(Move(direction), Duration::ZERO).unwrap();
        }
        game.slide(Move(*last), Duration::from_millis(millis))
            .unwrap();
        game
    }

    #[test]
    fn bests_are_kept_by_moves_and_by_time() {
        use Direction::{Left, Right};
        let mut bests = Bests::default();
        let mut count = |game: &Game| bests.count(game, Duration::from_secs(99));
        assert_eq!(
            count(&won(5000, &[Left, Right, Left, Left])),
            Some("Your first win here.")
        );
        assert_eq!(count(&won(6000, &[Left, Right, Left, Left])), None);
        assert_eq!(count(&won(7000, &[Left, Left])), Some("Your fewest moves!"));
        assert_eq!(
            count(&won(4000, &[Left, Right, Left, Left])),
            Some("Your best time!")
        );
        let (_, _, record) = bests.iter().next().unwrap();
        assert_eq!(record.wins, 4);
        assert_eq!((record.fewest.moves, record.fewest.millis / 1000), (2, 7));
        assert_eq!(
            (record.quickest.moves, record.quickest.millis / 1000),
            (4, 4)
        );
        assert_eq!(Bests::read(&bests.write()).unwrap(), bests);
    }

    #[test]
    fn damaged_records_are_refused() {
        for text in [
            "",
            "{}",
            "{\"version\":2,\"bests\":[]}",
            "{\"version\":1,\"bests\":[{\"size\":\"1x1\"}]}",
        ] {
            assert!(Bests::read(text).is_err(), "{text}");
        }
    }
}
