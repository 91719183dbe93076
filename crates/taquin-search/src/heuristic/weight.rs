//! The weight α of a heuristic, as in `weighted-inversion:1.5`.

use super::{Argument, HeuristicError};

/// A weight in thousandths, so that estimates are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    thousandths: u32,
}

/// The argument of a heuristic that takes a weight.
pub(super) const ARGUMENT: Argument = Argument {
    summary: "the weight α, a number from 0 to 100 with up to three decimals; 2 if left out",
    check: |text| Weight::parse(text).map(|_| ()),
};

impl Weight {
    /// The weight of the report: 2.
    pub const PUBLISHED: Self = Self { thousandths: 2000 };

    /// Reads `2`, `0.5` or `1.125`.
    ///
    /// # Errors
    /// Says what a weight looks like.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a number from 0 to 100 with up to three decimals");
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str, most: usize| {
            let fits = !part.is_empty() && part.len() <= most;
            fits && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !digits(whole, 3) || !digits(decimals, 3) {
            return Err(wrong());
        }
        let number = |part: &str| part.parse::<u32>().map_err(|_| wrong());
        let thousandths = 1000 * number(whole)? + number(&format!("{decimals:0<3}"))?;
        if thousandths > 100_000 {
            return Err(wrong());
        }
        Ok(Self { thousandths })
    }

    /// The weight that stands behind a heuristic's name, or the published one.
    pub(super) fn from_argument(argument: Option<&str>) -> Result<Self, HeuristicError> {
        argument
            .map_or(Ok(Self::PUBLISHED), Self::parse)
            .map_err(|reason| HeuristicError::Unsupported {
                reason,
                alternatives: &["weighted-inversion:2"],
            })
    }

    /// This many times a count, rounded down.
    #[inline]
    pub(super) fn times(self, count: u32) -> u32 {
        self.thousandths * count / 1000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_decimals_and_refuses_the_rest() {
        for (text, thousandths) in [("2", 2000), ("0", 0), ("0.5", 500), ("1.125", 1125)] {
            assert_eq!(Weight::parse(text), Ok(Weight { thousandths }));
        }
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "-1",
            "1.0005",
            "101",
            "1e3",
            "NaN",
            "9999999999",
        ] {
            assert!(Weight::parse(text).is_err(), "{text}");
        }
    }
}
