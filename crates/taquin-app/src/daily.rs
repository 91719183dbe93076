//! The boards of a day: one 3x3 and one 4x4, the same for everybody.

use std::fmt;
use std::str::FromStr;

use taquin::generate::{GameId, Level};
use taquin::levels::Dealer;
use taquin::{Control, Goal, Size};

use crate::answer;
use crate::{Refusal, generated};

/// A day of the calendar, counted in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// The year, 1970 to 9999.
    year: u64,
    month: u64,
    of_month: u64,
}

/// The boards of each day: rows, columns and level.
const BOARDS: [(usize, usize, Level); 2] = [(3, 3, Level::Hard), (4, 4, Level::Hard)];

/// The boards of a day. The seed is the date read as a number, so a day's boards are games that can
/// be named: `3x3:hard:20260115`.
///
/// # Errors
/// When the engine that proves their distances fails.
pub fn daily(day: Day, control: &Control) -> Result<answer::Daily, Refusal> {
    let mut puzzles = Vec::new();
    for (rows, cols, level) in BOARDS {
        let size = Size::new(rows, cols).map_err(|error| Refusal::request(error.to_string()))?;
        let goal = Goal::BlankLast;
        let board = goal.board(size).map_err(taquin::PuzzleError::from)?;
        let seed = day.seed();
        let id = GameId { size, level, seed };
        let game = Dealer::new(board, control).at_level(id.level, id.seed)?;
        puzzles.push(generated(&game, &goal));
    }
    Ok(answer::Daily {
        date: day.to_string(),
        puzzles,
    })
}

impl Day {
    /// The day that begins this many days after 1970-01-01.
    ///
    /// H. Hinnant, *chrono-Compatible Low-Level Date Algorithms*: years begin in March, so that the
    /// day of leap years comes last, and 400 years are 146,097 days.
    pub fn since_1970(days: u64) -> Self {
        let days = days + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 {
            shifted + 3
        } else {
            shifted - 9
        };
        let year = year + era * 400 + u64::from(month <= 2);
        Self {
            year,
            month,
            of_month: day,
        }
    }

    fn seed(self) -> u64 {
        self.year * 10_000 + self.month * 100 + self.of_month
    }

    fn days_of_month(year: u64, month: u64) -> u64 {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        match month {
            2 => 28 + u64::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }
}

/// `2026-01-15`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.of_month)
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Self, DayError> {
        let fault = || DayError(text.chars().take(40).collect());
        let digits = |range: std::ops::Range<usize>| {
            let part = text
                .get(range)
                .filter(|p| p.bytes().all(|b| b.is_ascii_digit()));
            part.and_then(|part| part.parse::<u64>().ok())
        };
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return Err(fault());
        }
        let (Some(year), Some(month), Some(day)) = (digits(0..4), digits(5..7), digits(8..10))
        else {
            return Err(fault());
        };
        let is_date = year >= 1970
            && (1..=12).contains(&month)
            && (1..=Self::days_of_month(year, month)).contains(&day);
        is_date
            .then_some(Self {
                year,
                month,
                of_month: day,
            })
            .ok_or_else(fault)
    }
}

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a day from 1970 on; write year-month-day like 2026-01-15")]
pub struct DayError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_through_leap_years() {
        // By `date --date=@$((86400 * n)) --utc`.
        for (days, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_454, "2026-01-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(Day::since_1970(days).to_string(), text);
            assert_eq!(text.parse(), Ok(Day::since_1970(days)));
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026-13-01",
            "2026-02-29",
            "2026-1-1",
            "1969-12-31",
            "2026-01-0é",
            "+026-01-01",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_day_has_its_boards_for_ever() {
        let control = Control::new(taquin::Limits::default());
        let day = |text: &str| daily(text.parse().unwrap(), &control).unwrap();
        let first = day("2026-01-15");
        assert_eq!(first, day("2026-01-15"));
        assert_ne!(first.puzzles, day("2026-01-16").puzzles);
        assert_eq!(first.puzzles[0].id.as_deref(), Some("3x3:hard:20260115"));
        assert!(first.puzzles.iter().all(|puzzle| puzzle.optimal_proven));
    }
}
