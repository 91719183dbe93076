//! The formulas of a bachelor's thesis on the puzzle as an SMT problem, written as clauses.
//!
//! A state gives each cell a number; a transition is named for the place of the blank (corner,
//! edge, filler) and lists its moves, each of which says of every cell what it holds afterwards; no
//! state equals the one two steps before; some state is the goal. See [`crate::smt`] for the
//! formulas over integers and for the slips of the published text. Where moves may undo one another,
//! for plans of exactly this many moves, the third is left out.

use std::ops::ControlFlow;

use taquin_core::Stop;

use super::course::{AtOrder, at_bytes, at_variables};
use super::{EncodingEntry, Plain, reach_some_goal};
use crate::cdcl::Guard;
use crate::cnf::Lit;
use crate::formula::{Formula, Horizon, Meaning, Task, neighbours};

pub(super) const ENTRY: EncodingEntry = EncodingEntry {
    name: "thesis-sat",
    summary: "states, and transitions by the blank's place, as in a thesis on SMT, in clauses",
    reference: "the formulas of thesis-smt with a variable for each number in each cell",
    horizon: Horizon::AtMost,
    open: |_, _| Box::new(Plain(build)),
};

fn build(task: &Task, guard: &mut dyn Guard) -> ControlFlow<Stop, Formula> {
    let mut formula = Formula::new(task, ENTRY.name);
    let size = task.size();
    let (cells, steps) = (size.cells(), task.steps as usize);
    let at = at_variables(&mut formula, AtOrder::ByTile, guard)?;
    let beside = at_bytes(&at);
    let near = neighbours(size);
    is_state(&mut formula, &at, guard)?;
    let cnf = &mut formula.cnf;
    cnf.family("start", "state 0 is the board");
    for (p, n) in task.start().numbers().enumerate() {
        cnf.add([at[0][usize::from(n)][p]]);
    }
    for step in 0..steps {
        formula.look(beside, guard)?;
        let cnf = &mut formula.cnf;
        let (now, next) = (&at[step], &at[step + 1]);
        for (p, around) in near.iter().enumerate() {
            let (name, words) = match around.len() {
                2 => (
                    "corner transition",
                    "with the blank in a corner, what the two moves do",
                ),
                3 => (
                    "edge transition",
                    "with the blank at an edge, what the three moves do",
                ),
                _ => (
                    "filler transition",
                    "with the blank inside, what the four moves do",
                ),
            };
            cnf.family(name, words);
            cnf.add(around.iter().map(|&q| next[0][q]).chain([!now[0][p]]));
            for &q in around {
                for n in 1..cells {
                    let unless = [!now[0][p], !next[0][q]];
                    cnf.add(unless.into_iter().chain([!now[n][q], next[n][p]]));
                    for r in (0..cells).filter(|&r| r != p && r != q) {
                        cnf.add(unless.into_iter().chain([!now[n][r], next[n][r]]));
                    }
                }
            }
        }
    }
    if task.horizon != Horizon::Exact {
        not_equals(&mut formula, &at, guard)?;
    }
    goal(&mut formula, &at);
    ControlFlow::Continue(formula)
}

/// Every cell holds exactly one number, and no number twice.
fn is_state(
    formula: &mut Formula,
    at: &[Vec<Vec<Lit>>],
    guard: &mut dyn Guard,
) -> ControlFlow<Stop> {
    for now in at {
        formula.look(at_bytes(at), guard)?;
        let cnf = &mut formula.cnf;
        for p in 0..now.len() {
            let here: Vec<Lit> = now.iter().map(|places| places[p]).collect();
            cnf.family("a number a cell", "each cell holds a number, and only one");
            cnf.add(here.iter().copied());
            cnf.at_most_one(&here);
        }
        cnf.family("distinct", "no number is in two cells");
        for places in now {
            cnf.at_most_one(places);
        }
    }
    ControlFlow::Continue(())
}

/// Each state differs in some cell from the one two steps before.
fn not_equals(
    formula: &mut Formula,
    at: &[Vec<Vec<Lit>>],
    guard: &mut dyn Guard,
) -> ControlFlow<Stop> {
    let cells = formula.task.size().cells();
    for step in 2..at.len() {
        formula.look(at_bytes(at), guard)?;
        let mut differs = Vec::new();
        for cell in 0..cells {
            let meaning = Meaning::Differs {
                cell: cell as u8,
                step: step as u32,
            };
            differs.push(formula.variable(meaning));
        }
        let words = "each state differs in some cell from the one two steps before";
        let cnf = &mut formula.cnf;
        cnf.family("not equal", words);
        for (p, &differs) in differs.iter().enumerate() {
            for (now, before) in at[step].iter().zip(&at[step - 2]) {
                cnf.add([!differs, !now[p], !before[p]]);
            }
        }
        cnf.add(differs);
    }
    ControlFlow::Continue(())
}

/// Some state is the goal; for an exact horizon, the last.
fn goal(formula: &mut Formula, at: &[Vec<Vec<Lit>>]) {
    let task = formula.task.clone();
    let first = match task.horizon {
        Horizon::AtMost => 0,
        Horizon::Exact | Horizon::NoUndo => task.steps,
    };
    if let [goal] = task.goals() {
        let mut solved = Vec::new();
        for step in first..=task.steps {
            let here = formula.variable(Meaning::Solved { step });
            formula.cnf.family("goal", "some state is the goal");
            for (p, n) in goal.numbers().enumerate() {
                let home = at[step as usize][usize::from(n)][p];
                formula.cnf.add([!here, home]);
            }
            solved.push(here);
        }
        formula.cnf.family("goal", "some state is the goal");
        formula.cnf.add(solved);
        return;
    }
    let goals = 0..task.goals().len() as u32;
    let ways = (first..=task.steps).flat_map(|step| goals.clone().map(move |goal| (goal, step)));
    reach_some_goal(formula, ways.collect(), |cnf, here, goal, step| {
        for (p, n) in task.goals()[goal].numbers().enumerate() {
            cnf.add([!here, at[step as usize][usize::from(n)][p]]);
        }
    });
}
