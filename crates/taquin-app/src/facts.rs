//! Facts about all boards of a size: their number and their distances from the goal.

use std::fmt::Write as _;

use taquin::table::{DistanceTable, DistanceTables, TableError};
use taquin::{Board, Control, Goals, Size};

use crate::{Refusal, RefusalKind, answer};

/// The facts of the boards that reach the first of these goals.
///
/// # Errors
/// When the goal has another size, or the control stops the counting.
pub fn facts(size: Size, goals: &Goals, control: &Control) -> Result<answer::Facts, Refusal> {
    let goal = goals.as_slice()[0].board(size);
    let goal = goal.map_err(|error| Refusal::new(RefusalKind::InvalidBoard, error.to_string()))?;
    let (histogram, source) = if size.cells() <= DistanceTable::MAX_CELLS {
        let tables = control.context().part::<DistanceTables>();
        let table = tables
            .get(&goal, control)
            .map_err(|error| refusal(&error))?;
        let source = "counted here by breadth-first search";
        (table.histogram().to_vec(), Some(source.to_owned()))
    } else if is_fifteen(&goal) {
        let source =
            "R. E. Korf, P. Schultze, Large-Scale Parallel Breadth-First Search, AAAI 2005";
        (taquin::data::histogram_15(), Some(source.to_owned()))
    } else {
        (Vec::new(), None)
    };
    let boards: u64 = histogram.iter().sum();
    let distances = histogram.iter().enumerate();
    let total: u128 = distances.map(|(d, &n)| d as u128 * u128::from(n)).sum();
    let mean = (boards > 0).then(|| total as f64 / boards as f64);
    Ok(answer::Facts {
        size: size.to_string(),
        goal: goals.to_string(),
        tiles: size.cells() - 1,
        reachable: half_factorial(size.cells()),
        unreachable: half_factorial(size.cells()),
        radius: histogram.len().checked_sub(1).map(|radius| radius as u32),
        antipodes: histogram.last().copied(),
        mean_distance: mean.map(|mean| (mean * 1e4).round() / 1e4),
        histogram: (!histogram.is_empty()).then_some(histogram),
        source,
    })
}

fn refusal(error: &TableError) -> Refusal {
    Refusal::new(RefusalKind::Unsupported, error.to_string())
}

/// A goal of the 15-puzzle with the blank in a corner: the published distances hold for it, whatever
/// the tiles are called.
fn is_fifteen(goal: &Board) -> bool {
    let is_4x4 = (goal.size().rows(), goal.size().cols()) == (4, 4);
    is_4x4 && [0, 3, 12, 15].contains(&goal.blank().index())
}

/// n!/2 in decimal: half of all arrangements reach a goal, by parity.
fn half_factorial(n: usize) -> String {
    // Digits in groups of nine, the lowest first.
    const GROUP: u64 = 1_000_000_000;
    let mut groups = vec![1_u64];
    for factor in 3..=n as u64 {
        let mut carry = 0;
        for group in &mut groups {
            let product = *group * factor + carry;
            (*group, carry) = (product % GROUP, product / GROUP);
        }
        if carry > 0 {
            groups.push(carry);
        }
    }
    let mut text = groups.pop().unwrap_or(0).to_string();
    for group in groups.iter().rev() {
        let _ = write!(text, "{group:09}");
    }
    text
}

#[cfg(test)]
mod tests {
    use taquin::{Goal, Limits};

    use super::*;

    fn of(rows: usize, cols: usize, goal: Goal) -> answer::Facts {
        let control = Control::new(Limits::default());
        facts(Size::new(rows, cols).unwrap(), &Goals::from(goal), &control).unwrap()
    }

    #[test]
    fn small_sizes_are_counted() {
        let facts = of(3, 3, Goal::BlankLast);
        assert_eq!((facts.radius, facts.antipodes), (Some(31), Some(2)));
        assert_eq!(facts.reachable, "181440");
        assert_eq!(facts.histogram.unwrap().iter().sum::<u64>(), 181_440);
        assert_eq!(of(2, 2, Goal::BlankFirst).radius, Some(6));
        assert_eq!(of(2, 3, Goal::BlankFirst).radius, Some(21));
    }

    #[test]
    fn the_15_puzzle_is_published_for_corners_only() {
        let facts = of(4, 4, Goal::BlankLast);
        assert_eq!((facts.radius, facts.antipodes), (Some(80), Some(17)));
        assert_eq!(facts.reachable, "10461394944000");
        assert_eq!(of(4, 4, Goal::Spiral).radius, None);
    }

    #[test]
    fn large_factorials_have_all_their_digits() {
        // 25!/2 and 20!/2 from tables of factorials.
        assert_eq!(half_factorial(20), "1216451004088320000");
        assert_eq!(half_factorial(25), "7755605021665492992000000");
        assert_eq!(half_factorial(256).len(), 507);
    }
}
