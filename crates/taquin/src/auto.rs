//! The default solver: runs a sequence of searches chosen by board size.
//!
//! Up to nine cells, IDA\* finishes before the complete distance table could be built, but the searches
//! of a few hundred boards take as long as building it: from then on the table answers. Both give the
//! first of all shortest solutions in the order of the directions, so the moves of a board do not depend on
//! how many were solved before. With ten cells, A\* finishes at once. On boards like 4x4,
//! IDA\* proves easy positions before tables could be loaded, and pattern databases prove nearly all
//! others at once. For those that take seconds, a beam search finds a good solution in between, so that
//! a caller who sets a limit or cancels has an incumbent. Without memory for tables, IDA\* runs without
//! them. On larger boards only easy positions can be proven; the anytime solver shortens a solution
//! until it reaches a limit or the caller's target.

use std::sync::atomic::{AtomicU32, Ordering};

use taquin_core::catalogue::{Guarantee, Pseudocode, Runs, SolverEntry};
use taquin_core::{
    Context, Control, Limits, Outcome, Plan, Puzzle, Size, Solution, SolveError, Solver, Stats,
    Stop,
};
use taquin_search::algorithms::{AStar, Anytime, Beam, BeamWidth, Ida, PdbIda, TableLookup};
use taquin_search::table::DistanceTables;

pub(crate) static ENTRY: SolverEntry = SolverEntry {
    name: "auto",
    summary: "chooses by the size of the board",
    guarantee: Guarantee::OptimalUpTo { cells: MEDIUM },
    notes: "optimal up to 4x4; on larger boards a good solution, optimal where that is quickly proven",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: false,
    pseudocode: Some(&Pseudocode::WALK),
    options: &[],
    make: |_| Ok(Box::new(Auto)),
};

/// Chooses by the size of the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Auto;

/// Cells of boards that IDA\* solves in microseconds, and whose distance table is built in milliseconds.
const TINY: usize = 9;
const BEYOND_TINY: usize = TINY + 1;

/// Cells of boards that A\* solves at once.
const SMALL: usize = 10;
const BEYOND_SMALL: usize = SMALL + 1;

/// Boards in a context that are searched before a table is built: 256 searches of 27 µs take as long as
/// building the table of 3x3, 6 ms.
const WORTH_TABLE: u32 = 256;

/// Cells of boards that pattern databases prove in milliseconds.
const MEDIUM: usize = 16;

/// About two milliseconds of IDA\*.
const SHORTEST_TRY: u64 = 100_000;

/// About a tenth of a second of IDA\*.
const SHORT_TRY: u64 = 3_000_000;

/// A search and the most nodes it may expand.
struct Stage {
    solver: Box<dyn Solver>,
    nodes: Option<u64>,
}

impl Stage {
    fn new(solver: impl Solver + 'static, nodes: Option<u64>) -> Self {
        Self {
            solver: Box::new(solver),
            nodes,
        }
    }
}

fn walking_distance() -> Ida {
    Ida {
        heuristic: "walking-distance".parse().expect("a heuristic of ours"),
    }
}

/// Bytes that leave room for both ways to solve a tiny board: the table takes less while it is built.
const ROOM_FOR_TABLE: u64 = 4 << 20;

/// Tiny boards that were solved in a context.
#[derive(Debug, Default)]
struct TinyBoards(AtomicU32);

/// Whether a tiny board is looked up rather than searched: where the table is there, or boards come in such
/// numbers that it is worth building.
///
/// A limit of nodes means something else to a table, one of little memory may leave no room for it, and a
/// search is what a trace shows. Of several goals at the same distance, search and table need not choose
/// the same.
fn is_looked_up(puzzle: &Puzzle, control: &Control) -> bool {
    let Limits { nodes, memory, .. } = control.limits();
    let [goal] = puzzle.targets() else {
        return false;
    };
    let is_tight = memory.is_some_and(|bytes| bytes < ROOM_FOR_TABLE);
    if nodes.is_some() || is_tight || control.tracer().is_some() {
        return false;
    }
    let context = control.context();
    let solved = context.part::<TinyBoards>();
    solved.0.fetch_add(1, Ordering::Relaxed) >= WORTH_TABLE
        || context.part::<DistanceTables>().find(goal).is_some()
}

/// The searches for a puzzle, one after the other.
fn stages(puzzle: &Puzzle, control: &Control) -> Vec<Stage> {
    match puzzle.start().size().cells() {
        ..=TINY if is_looked_up(puzzle, control) => vec![Stage::new(TableLookup, None)],
        ..=TINY => vec![Stage::new(walking_distance(), None)],
        BEYOND_TINY..=SMALL => vec![Stage::new(AStar::default(), None)],
        BEYOND_SMALL..=MEDIUM => {
            let beam = Beam {
                heuristic: walking_distance().heuristic,
                width: BeamWidth::new(500),
            };
            let mut stages = vec![
                Stage::new(walking_distance(), Some(SHORTEST_TRY)),
                Stage::new(PdbIda::default(), Some(SHORT_TRY)),
                Stage::new(beam, None),
                Stage::new(PdbIda::default(), None),
                Stage::new(walking_distance(), None),
            ];
            if PdbIda::default().is_ready(puzzle, control.context()) {
                // Nothing has to be built, so an attempt without tables saves nothing.
                stages.remove(0);
            }
            stages
        }
        _ => vec![Stage::new(Anytime::default(), None)],
    }
}

impl Solver for Auto {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn stops_when_enough(&self) -> bool {
        true
    }

    fn plan(&self, puzzle: &Puzzle, context: &Context) -> Plan {
        match puzzle.start().size().cells() {
            ..=TINY => walking_distance().plan(puzzle, context),
            BEYOND_TINY..=SMALL => AStar::default().plan(puzzle, context),
            BEYOND_SMALL..=MEDIUM => PdbIda::default().plan(puzzle, context),
            _ => Anytime::default().plan(puzzle, context),
        }
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let began = control.elapsed();
        let mut sum: Option<Outcome> = None;
        let mut by = None;
        let stages = stages(puzzle, control);
        for (i, Stage { solver, nodes }) in stages.iter().enumerate() {
            let part = control.part(*nodes);
            let plan = solver.plan(puzzle, control.context());
            let outcome = solver.solve(puzzle, &part)?;
            by = Some(outcome.by.clone().unwrap_or(plan));
            control.count_nodes_of(&part);
            // An attempt that reached its own node limit, or had no memory for its tables, does not end
            // the solve.
            let tried = match outcome.stop {
                Stop::OutOfNodes => control.nodes_left() != Some(0),
                Stop::OutOfMemory => i + 1 < stages.len(),
                _ => false,
            };
            let ended = outcome.stop != Stop::Finished && !tried;
            let all = match sum {
                Some(before) => add(&before, &outcome),
                None => outcome,
            };
            let enough = is_enough(&all, control);
            sum = Some(all);
            if ended || enough {
                break;
            }
        }
        let mut sum = sum.expect("every size has a search");
        sum.stats.time = control.elapsed().saturating_sub(began);
        // The last search is the one that proved the answer or was stopped at it.
        sum.by = by;
        Ok(sum)
    }
}

/// Whether the best solution is proven optimal or good enough for the caller.
fn is_enough(outcome: &Outcome, control: &Control) -> bool {
    let enough = |best: &Solution| {
        let bound = outcome.lower_bound();
        control.enough().is_reached(best.len(), bound)
    };
    outcome.best().is_some_and(enough)
}

/// Combines the outcomes of two searches.
fn add(before: &Outcome, after: &Outcome) -> Outcome {
    let solutions = before.best().into_iter().chain(after.best());
    let (a, b) = (&before.stats, &after.stats);
    let stats = Stats {
        expanded: a.expanded + b.expanded,
        generated: a.generated + b.generated,
        reopened: a.reopened + b.reopened,
        peak_open: a.peak_open.max(b.peak_open),
        peak_closed: a.peak_closed.max(b.peak_closed),
        peak_bytes: a.peak_bytes.max(b.peak_bytes),
        time: a.time + b.time,
    };
    let told = [&before.exhausted, &after.exhausted];
    let exhausted = told.into_iter().flatten().max_by_key(|told| told.bound);
    let mut sum = Outcome::new(
        solutions.min_by_key(|solution| solution.len()).cloned(),
        before.lower_bound().max(after.lower_bound()),
        after.stop,
        stats,
    );
    sum.exhausted = exhausted.cloned();
    sum
}

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Uniform, Walk};
    use taquin_core::{Goal, Goals, Limits};

    use super::*;

    fn puzzle(rows: usize, cols: usize, generator: &dyn Generator, seed: u64) -> Puzzle {
        let goal = Goal::BlankLast
            .board(Size::new(rows, cols).unwrap())
            .unwrap();
        Puzzle::new(generator.board(&goal, seed), &Goals::default()).unwrap()
    }

    #[test]
    fn every_size_gets_a_solution() {
        for (rows, cols) in [
            (2, 2),
            (3, 3),
            (2, 6),
            (3, 5),
            (5, 5),
            (6, 4),
            (7, 7),
            (16, 16),
        ] {
            let puzzle = puzzle(rows, cols, &Walk { moves: 40 }, 1);
            let control = Control::new(Limits::default());
            let outcome = Auto.solve(&puzzle, &control).unwrap();
            assert!(outcome.best().is_some(), "{rows}x{cols}");
            assert_eq!(outcome.stop, Stop::Finished, "{rows}x{cols}");
            assert!(rows * cols > 16 || outcome.is_optimal(), "{rows}x{cols}");
        }
    }

    /// The outcome names the solver that ran, with its node counts and its tables.
    #[test]
    fn the_answer_names_the_search_that_gave_it() {
        let puzzle = puzzle(4, 4, &Walk { moves: 30 }, 3);
        let control = Control::new(Limits::default());
        let easy = Auto.solve(&puzzle, &control).unwrap();
        assert_eq!(easy.by.unwrap().to_string(), "ida/walking-distance");
        let context = Context::new();
        let pdb = PdbIda::default();
        let solve = |solver: &dyn Solver| {
            let control = Control::new(Limits::default()).within(&context);
            solver.solve(&puzzle, &control).unwrap()
        };
        let alone = solve(&pdb);
        // The tables are loaded now, so no attempt without them comes first.
        let auto = solve(&Auto);
        assert_eq!(auto.stats.expanded, alone.stats.expanded);
        assert_eq!(auto.by.unwrap(), pdb.plan(&puzzle, &context));
        assert_eq!(auto.exhausted, alone.exhausted);
    }

    /// Moves, length and proof of a small board do not depend on what the context has solved before; after
    /// a few hundred boards they come from the table.
    #[test]
    fn tables_and_searches_give_the_same_moves() {
        for (rows, cols, goal) in [
            (2, 2, Goal::BlankLast),
            (2, 3, Goal::BlankFirst),
            (2, 4, Goal::BlankLast),
            (3, 3, Goal::BlankLast),
            (3, 3, Goal::Spiral),
        ] {
            let goals = Goals::from(goal.clone());
            let goal = goal.board(Size::new(rows, cols).unwrap()).unwrap();
            let context = Context::new();
            let mut by = Vec::new();
            for seed in 0..WORTH_TABLE.into() {
                let puzzle = Puzzle::new(Uniform.board(&goal, seed), &goals).unwrap();
                let alone = Auto.solve(&puzzle, &Control::new(Limits::default()));
                let alone = alone.unwrap();
                for _ in 0..2 {
                    let control = Control::new(Limits::default()).within(&context);
                    let among = Auto.solve(&puzzle, &control).unwrap();
                    assert!(among.is_optimal());
                    assert_eq!(among.best(), alone.best(), "{}", puzzle.start());
                    by.push(among.by.unwrap().algorithm);
                }
            }
            let searched = by.iter().take_while(|by| *by == "ida").count();
            assert_eq!(searched, WORTH_TABLE as usize);
            assert!(by[searched..].iter().all(|by| by == "table"));
        }
    }

    /// A table that is there changes nothing for who limits nodes, or memory so that it has no room.
    #[test]
    fn limits_of_nodes_and_little_memory_mean_the_search() {
        let puzzle = puzzle(3, 3, &Uniform, 7);
        let context = Context::new();
        let solve = |solver: &dyn Solver, limits: Limits| {
            let control = Control::new(limits).within(&context);
            solver.solve(&puzzle, &control).unwrap()
        };
        let free = Limits::default();
        let searched = solve(&Auto, free).stats.expanded;
        let built = solve(&TableLookup, free).stats.peak_bytes;
        assert!(built < ROOM_FOR_TABLE);
        let roomy = Limits {
            memory: Some(ROOM_FOR_TABLE),
            ..free
        };
        for limits in [free, roomy] {
            assert_eq!(solve(&Auto, limits).by.unwrap().algorithm, "table");
        }
        for limits in [
            Limits {
                nodes: Some(searched),
                ..free
            },
            Limits {
                memory: Some(ROOM_FOR_TABLE - 1),
                ..free
            },
        ] {
            assert_eq!(solve(&Auto, limits).stats.expanded, searched);
        }
    }

    #[test]
    fn limits_hold_for_all_searches_together() {
        let puzzle = puzzle(5, 5, &Uniform, 3);
        for nodes in [10, SHORT_TRY / 3, SHORT_TRY + 1000] {
            let control = Control::new(Limits {
                nodes: Some(nodes),
                ..Limits::default()
            });
            let outcome = Auto.solve(&puzzle, &control).unwrap();
            assert_eq!(outcome.stop, Stop::OutOfNodes);
            assert_eq!(outcome.stats.expanded, nodes);
        }
    }
}
