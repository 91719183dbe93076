//! Weighted A\*: expands the node with the least `f = g + w·h`.
//!
//! With an admissible heuristic a solution is at most w times as long as the shortest; the least f
//! seen gives a lower bound on the way. I. Pohl, *Heuristic search viewed as path finding in a
//! graph*, 1970.

use std::str::FromStr;

use taquin_core::catalogue::{
    Arguments, Guarantee, OptionEntry, OptionKind, Pseudocode, Runs, SolverEntry,
};
use taquin_core::spec::SpecError;
use taquin_core::{Context, Control, Outcome, Plan, Puzzle, Size, SolveError, Solver};

use super::Tie;
use super::options::{HEURISTIC, TIE};
use crate::heuristic::HeuristicSpec;

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "wastar",
    summary: "weighted A*: least g + w·h first",
    guarantee: Guarantee::Bounded,
    notes: "at most w times the optimum with an admissible heuristic; keeps every state reached",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: true,
    pseudocode: Some(&Pseudocode::open_list(&[
        "open ← {start} with f = w·h(start)",
        "while open is not empty:",
        "    node ← the one of open with least f = g + w·h (ties: larger g)",
        "    if node is the goal: return the way to it",
        "    for each move of node:",
        "        child ← node after the move, g one more",
        "        if child was reached at no greater g: skip it",
        "        put child into open with f = g + w·h",
        "return: there is no way",
    ])),
    options: &[
        HEURISTIC,
        OptionEntry {
            name: "weight",
            kind: OptionKind::Number { min: 1, max: 100 },
            default: "2",
            help: "w, in hundredths",
        },
        TIE,
    ],
    make: |arguments| Ok(Box::new(WeightedAStar::read(arguments)?)),
};

/// Weighted A\* search.
#[derive(Clone)]
pub struct WeightedAStar {
    /// The estimate; Manhattan distance by default.
    pub heuristic: HeuristicSpec,
    /// The weight of the estimate; 2 by default.
    pub weight: FractionalWeight,
    /// Which of two nodes with the same f; the deeper one by default.
    pub tie: Tie,
}

impl WeightedAStar {
    fn read(arguments: &mut Arguments<'_>) -> Result<Self, SpecError> {
        Ok(Self {
            heuristic: arguments.take("heuristic")?,
            weight: arguments.take("weight")?,
            tie: arguments.take("tie")?,
        })
    }
}

impl Default for WeightedAStar {
    fn default() -> Self {
        ENTRY.default_settings(Self::read)
    }
}

/// A weight of at least 1 as a fraction of whole numbers, so that f stays whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FractionalWeight {
    h: u32,
    g: u32,
}

impl FromStr for FractionalWeight {
    type Err = String;

    /// Reads a decimal number with at most two places.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "a weight is a number from 1 to 100 with at most two decimals".to_owned();
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 3 || decimals.len() > 2 {
            return Err(wrong());
        }
        if !digits(whole) || !digits(decimals) {
            return Err(wrong());
        }
        let hundredths: u32 = format!("{whole}{decimals:0<2}")
            .parse()
            .map_err(|_| wrong())?;
        if !(100..=10_000).contains(&hundredths) {
            return Err(wrong());
        }
        let common = greatest_common_divisor(hundredths, 100);
        Ok(Self {
            h: hundredths / common,
            g: 100 / common,
        })
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

impl Solver for WeightedAStar {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn plan(&self, _: &Puzzle, _: &Context) -> Plan {
        self.heuristic.plan(ENTRY.name)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let order = self.heuristic.order(self.weight.g, self.weight.h, self.tie);
        self.heuristic.best_first(puzzle, control, order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_exact_fractions() {
        let weight = |text: &str| text.parse::<FractionalWeight>().map(|w| (w.h, w.g)).ok();
        assert_eq!(weight("1"), Some((1, 1)));
        assert_eq!(weight("1.5"), Some((3, 2)));
        assert_eq!(weight("2.25"), Some((9, 4)));
        assert_eq!(weight("100"), Some((100, 1)));
        for text in [
            "",
            "0.9",
            "101",
            "1.234",
            "-2",
            "x",
            "1e3",
            "99999999999",
            ".5",
            "1.x",
        ] {
            assert_eq!(weight(text), None, "{text}");
        }
    }
}
