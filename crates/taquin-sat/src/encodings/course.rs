//! The encoding of a university course: where each tile is, and which two cells swap.
//!
//! Variables `At(n, p, t)`: tile n (0 is the blank) is in cell p at step t; `Swap(e, t)`: the two
//! cells of edge e change their contents after step t. Nothing forces a swap, so a formula of T
//! steps has the plans of at most T moves; for exactly T we add that some swap is made at every
//! step, for plans without undone moves that the blank is not where it was two steps before, and
//! for several goals a variable for each. The published text has none of these.
//!
//! Example homework of the course NAIL062, *Propositional and Predicate Logic*, Charles University.

use std::ops::ControlFlow;

use taquin_core::Stop;

use super::{EncodingEntry, Plain, reach_some_goal};
use crate::cdcl::Guard;
use crate::cnf::Lit;
use crate::formula::{Formula, Horizon, Meaning, Task, neighbours};

pub(super) const ENTRY: EncodingEntry = EncodingEntry {
    name: "course",
    summary: "tiles in cells and swaps along edges, as published for a logic course",
    reference: "example homework of NAIL062, Propositional and Predicate Logic, Charles University",
    horizon: Horizon::AtMost,
    open: |_, _| Box::new(Plain(build)),
};

fn build(task: &Task, guard: &mut dyn Guard) -> ControlFlow<Stop, Formula> {
    let mut formula = Formula::new(task, ENTRY.name);
    let size = task.size();
    let (cells, steps) = (size.cells(), task.steps);
    let at = at_variables(&mut formula, AtOrder::ByCell, guard)?;
    let beside = at_bytes(&at);
    let near = neighbours(size);
    let edges: Vec<(usize, usize)> = (0..cells)
        .flat_map(|p| near[p].iter().map(move |&q| (p, q)))
        .filter(|(p, q)| p < q)
        .collect();
    let swap: Vec<Vec<Lit>> = (0..steps)
        .map(|step| {
            let edge = |&(p, q): &(usize, usize)| {
                formula.variable(Meaning::Swap {
                    from: p as u8,
                    to: q as u8,
                    step,
                })
            };
            edges.iter().map(edge).collect()
        })
        .collect();
    let (first, last) = (&at[0], &at[steps as usize]);
    let cnf = &mut formula.cnf;
    cnf.family("initial", "at step 0 every tile is where the board has it");
    for (p, n) in task.start().numbers().enumerate() {
        cnf.add([first[usize::from(n)][p]]);
    }
    if let [goal] = task.goals() {
        cnf.family("goal", "at the last step every tile is at home");
        for (p, n) in goal.numbers().enumerate() {
            cnf.add([last[usize::from(n)][p]]);
        }
    } else {
        let ways = (0..task.goals().len() as u32).map(|goal| (goal, steps));
        reach_some_goal(&mut formula, ways.collect(), |cnf, here, goal, _| {
            for (p, n) in task.goals()[goal].numbers().enumerate() {
                cnf.add([!here, last[usize::from(n)][p]]);
            }
        });
    }
    // Family by family, as the published program writes them: its file and ours are the same.
    for now in &at {
        formula.look(beside, guard)?;
        let cnf = &mut formula.cnf;
        cnf.family("one tile a place", "no two tiles are in one cell");
        for p in 0..cells {
            let here: Vec<Lit> = now.iter().map(|places| places[p]).collect();
            cnf.at_most_one(&here);
        }
    }
    for now in &at {
        formula.look(beside, guard)?;
        let cnf = &mut formula.cnf;
        cnf.family("one place a tile", "no tile is in two cells");
        for places in now {
            cnf.at_most_one(places);
        }
    }
    for swaps in &swap {
        formula.look(beside, guard)?;
        let cnf = &mut formula.cnf;
        cnf.family(
            "at most one swap",
            "at each step at most one pair of cells swaps",
        );
        cnf.at_most_one(swaps);
    }
    for (now, swaps) in at.iter().zip(&swap) {
        let cnf = &mut formula.cnf;
        cnf.family(
            "swap needs the blank",
            "one of two cells that swap holds the blank",
        );
        for (&(p, q), &swap) in edges.iter().zip(swaps) {
            cnf.add([!swap, now[0][p], now[0][q]]);
        }
    }
    for (step, swaps) in swap.iter().enumerate() {
        formula.look(beside, guard)?;
        let cnf = &mut formula.cnf;
        let (now, next) = (&at[step], &at[step + 1]);
        cnf.family(
            "effect",
            "what is in a cell that swaps is in the other cell afterwards",
        );
        for (&(p, q), &swap) in edges.iter().zip(swaps) {
            for n in 0..cells {
                cnf.add([!swap, !now[n][p], next[n][q]]);
                cnf.add([!swap, !now[n][q], next[n][p]]);
            }
        }
    }
    for (step, swaps) in swap.iter().enumerate() {
        formula.look(beside, guard)?;
        let cnf = &mut formula.cnf;
        let (now, next) = (&at[step], &at[step + 1]);
        cnf.family("frame", "what is in a cell that does not swap stays there");
        for p in 0..cells {
            let touching = edges.iter().zip(swaps);
            let touching = touching.filter(|((a, b), _)| *a == p || *b == p);
            let touching: Vec<Lit> = touching.map(|(_, &swap)| swap).collect();
            for n in 0..cells {
                let stays = [!now[n][p], next[n][p]];
                cnf.add(stays.into_iter().chain(touching.iter().copied()));
            }
        }
    }
    for (step, swaps) in swap.iter().enumerate() {
        let cnf = &mut formula.cnf;
        if task.horizon != Horizon::AtMost {
            cnf.family("some swap", "at each step some pair of cells swaps");
            cnf.add(swaps.iter().copied());
        }
        if task.horizon == Horizon::NoUndo && step + 2 < at.len() {
            cnf.family(
                "no undo",
                "the blank does not go back to the cell it came from",
            );
            for (p, &here) in at[step][0].iter().enumerate() {
                cnf.add([!here, !at[step + 2][0][p]]);
            }
        }
    }
    ControlFlow::Continue(formula)
}

/// Which variables of a step are numbered first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AtOrder {
    /// Those of a cell, tile by tile.
    ByCell,
    /// Those of a tile, cell by cell.
    ByTile,
}

/// `At(n, p, t)` for all steps, numbers and cells, as `at[t][n][p]`.
pub(super) fn at_variables(
    formula: &mut Formula,
    order: AtOrder,
    guard: &mut dyn Guard,
) -> ControlFlow<Stop, Vec<Vec<Vec<Lit>>>> {
    let cells = formula.task.size().cells();
    let mut steps: Vec<Vec<Vec<Lit>>> = Vec::new();
    for step in 0..=formula.task.steps {
        formula.look(at_bytes(&steps), guard)?;
        // In the order of their numbers: `variables[major][minor]`.
        let mut variables: Vec<Vec<Lit>> = Vec::with_capacity(cells);
        for major in 0..cells {
            let at = |minor| {
                let (tile, cell) = match order {
                    AtOrder::ByCell => (minor, major),
                    AtOrder::ByTile => (major, minor),
                };
                formula.variable(Meaning::At {
                    tile: tile as u8,
                    cell: cell as u8,
                    step,
                })
            };
            variables.push((0..cells).map(at).collect());
        }
        if order == AtOrder::ByCell {
            let of = |n: usize| variables.iter().map(|tiles| tiles[n]).collect();
            variables = (0..cells).map(of).collect();
        }
        steps.push(variables);
    }
    ControlFlow::Continue(steps)
}

/// Bytes of the table of variables.
pub(super) fn at_bytes(at: &[Vec<Vec<Lit>>]) -> u64 {
    let cells = at.first().map_or(0, Vec::len);
    (at.len() * cells * (cells * size_of::<Lit>() + size_of::<Vec<Lit>>())) as u64
}

#[cfg(test)]
mod tests {
    use taquin_core::Board;

    use super::*;
    use crate::encodings::Encoding;

    /// The published program's numbering, from its source: `t·N² + p·N + n + 1`, then the swaps, step by
    /// step, edges in reading order, right before down.
    #[test]
    fn variables_have_the_published_numbers() {
        let start: Board = "1 4 0/3 7 2/6 8 5".parse().unwrap();
        let goal: Board = "0 1 2/3 4 5/6 7 8".parse().unwrap();
        let task = Task::new(start, goal, 7, Horizon::AtMost).unwrap();
        let encoding: Encoding = "course".parse().unwrap();
        let formula = encoding.formula(&task);
        // Nine cells and tiles at eight times, twelve edges at seven.
        assert_eq!(formula.cnf.variables(), 9 * 9 * 8 + 12 * 7);
        let clause = |index: usize| -> Vec<i32> {
            let clause = formula.cnf.clause(index).iter();
            clause.map(|literal| literal.dimacs()).collect()
        };
        // The blank is in cell 2 at step 0, and every tile is at home at step 7.
        assert_eq!((clause(0), clause(2)), (vec![2], vec![2 * 9 + 1]));
        assert_eq!(clause(9 + 4), [7 * 81 + 4 * 9 + 4 + 1]);
        // Then no two tiles in cell 0 at step 0.
        assert_eq!(clause(18), [-1, -2]);
        // The last clause: tile 8 stays in cell 8 but for the edges 5-8 and 7-8 of the last step.
        let last = clause(formula.cnf.len() - 1);
        let swaps = 648 + 6 * 12;
        assert_eq!(last, [-(6 * 81 + 81), 7 * 81 + 81, swaps + 10, swaps + 12]);
    }
}
