//! Shortest solutions in the multi-tile metric, where sliding one to several tiles along a row or
//! column is one move.
//!
//! IDA\*. Two moves along one axis in a row would be one move, so a shortest solution alternates between
//! vertical and horizontal moves: each node has at most three children on 4x4. Of `n` moves left the
//! axis that is next gets `⌈n/2⌉` and the other `⌊n/2⌋`, so a lower bound for either axis bounds `n` by
//! about its double. There are two such bounds:
//!
//! - A walking distance (`walking`) of each axis: where in a line the tiles are does not matter. Its
//!   tables are small, and it serves all boards.
//! - The moves across (`line_table`) the lines of boards whose tiles are known by their goal line, at
//!   their exact places, while moves along the lines are free. `Descent` looks them up. It serves
//!   boards of up to four lines each way. On 4x4 two tables of 126 MB take some time to build, so a
//!   search that is short without them does not build them.
//!
//! The metric is a type of its own: an [`MtmOutcome`] is never mixed up with lengths in single-tile
//! moves.

mod classes;
mod descent;
mod line_table;
mod walking;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use taquin_core::{
    Control, Event, Move, Puzzle, Solution, SolveError, Stats, Stop, multi_tile_length,
};
use taquin_pdb::{BuildError, PdbCache, PdbCacheError};

use classes::{Lines, Ranking};
use descent::{Descent, Tables};
use walking::Walking;

/// The most cells of a board that is solved in this metric.
pub const MAX_CELLS: usize = 16;

/// Nodes that are expanded before large tables are built.
const PATIENCE: u64 = 1 << 20;

/// Tables of so few bytes are built at once.
const SMALL: u64 = 1 << 20;

/// A search that may take less time than this builds no large tables: it could not use them.
const WORTH_BUILDING: Duration = Duration::from_mins(1);

/// An axis: vertical moves, or horizontal ones.
const VERTICAL: usize = 0;
const HORIZONTAL: usize = 1;

/// The result of a search in the multi-tile metric; all lengths count multi-tile moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MtmOutcome {
    best: Option<Solution>,
    lower_bound: u32,
    /// The heuristic that the search used last.
    pub heuristic: &'static str,
    /// Why the search ended.
    pub stop: Stop,
    /// Statistics of the search.
    pub stats: Stats,
}

impl MtmOutcome {
    /// The shortest solution found, as single slides.
    pub fn best(&self) -> Option<&Solution> {
        self.best.as_ref()
    }

    /// Its length in multi-tile moves.
    pub fn length(&self) -> Option<u32> {
        let best = self.best.as_ref()?;
        Some(multi_tile_length(best.moves()))
    }

    /// No solution has fewer multi-tile moves.
    pub fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// Whether the best solution is proven to be a shortest one.
    pub fn is_optimal(&self) -> bool {
        self.length() == Some(self.lower_bound)
    }
}

/// Finds a shortest solution in multi-tile moves.
///
/// # Errors
/// When the board has more than [`MAX_CELLS`] cells.
pub fn solve(puzzle: &Puzzle, control: &Control) -> Result<MtmOutcome, SolveError> {
    let size = puzzle.start().size();
    if size.cells() > MAX_CELLS {
        return Err(SolveError::Unsupported {
            part: "the multi-tile metric".to_owned(),
            size,
            reason: format!("it is for boards of at most {MAX_CELLS} cells"),
            alternatives: vec!["single-tile moves".to_owned()],
        });
    }
    let mut search = Search {
        puzzle,
        control,
        lower_bound: 0,
        heuristic: WALKING,
        stats: Stats::default(),
    };
    let ended = search.run();
    search.stats.time = control.elapsed();
    let (best, stop) = match ended {
        ControlFlow::Continue(solution) => (Some(solution), Stop::Finished),
        ControlFlow::Break(stop) => (None, stop),
    };
    Ok(MtmOutcome {
        best,
        lower_bound: search.lower_bound,
        heuristic: search.heuristic,
        stop,
        stats: search.stats,
    })
}

/// The names of the bounds.
const WALKING: &str = "axis-walking-distance";
const LINES: &str = "line-tables";

/// A search for one goal that is asked for one number of moves after the other.
trait Deepening {
    /// Whether there is a solution of exactly this many moves; its path is then kept.
    fn within(&mut self, moves: u32) -> ControlFlow<Stop, bool>;

    /// The path as slides of tiles.
    fn solution(&self) -> Vec<Move>;

    /// Nodes expanded and generated since the last call.
    fn take_counts(&mut self) -> (u64, u64);
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    control: &'a Control,
    lower_bound: u32,
    heuristic: &'static str,
    stats: Stats,
}

impl Search<'_> {
    fn run(&mut self) -> ControlFlow<Stop, Solution> {
        if let Some(rankings) = self.rankings() {
            let bytes = Tables::bytes(&rankings);
            let cache = self.control.context().part::<PdbCache>();
            let are_ready = rankings.iter().all(|r| Tables::are_ready(r, &cache));
            let building = if are_ready {
                0
            } else {
                Tables::building_bytes(&rankings)
            };
            let is_allowed = self.control.check_memory(bytes + building).is_continue();
            let patience = if is_allowed && (are_ready || bytes <= SMALL) {
                0
            } else if is_allowed && !self.is_hasty() {
                PATIENCE
            } else {
                u64::MAX
            };
            if patience > 0
                && let Some(solution) = self.walk(patience)?
            {
                return ControlFlow::Continue(solution);
            }
            if let Some(tables) = self.tables(&rankings)? {
                return self.look_up(&tables, bytes);
            }
        }
        let solution = self.walk(u64::MAX)?;
        ControlFlow::Continue(solution.expect("only patience ends this search without a solution"))
    }

    /// Whether it ends before large tables would be built.
    fn is_hasty(&self) -> bool {
        let time = self.control.limits().time;
        time.is_some_and(|time| time < WORTH_BUILDING)
    }

    /// The ranking of each goal's classes; none if the board is too large for tables.
    fn rankings(&self) -> Option<Vec<[Arc<Ranking>; 2]>> {
        let known = self.control.context().part::<Rankings>();
        let targets = self.puzzle.targets().iter();
        targets.map(|goal| Tables::rankings(goal, &known)).collect()
    }

    /// The tables for each goal; none if there is no memory for them.
    fn tables(&self, rankings: &[[Arc<Ranking>; 2]]) -> ControlFlow<Stop, Option<Vec<Tables>>> {
        let mut tables = Vec::new();
        for rankings in rankings {
            match Tables::get(rankings, self.control) {
                Ok(of_goal) => tables.push(of_goal),
                Err(PdbCacheError::Build(BuildError::Stopped(stop))) => {
                    return ControlFlow::Break(stop);
                }
                Err(_) => return ControlFlow::Continue(None),
            }
        }
        ControlFlow::Continue(Some(tables))
    }

    fn look_up(&mut self, tables: &[Tables], bytes: u64) -> ControlFlow<Stop, Solution> {
        self.heuristic = LINES;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        let start = self.puzzle.start();
        let searches = self.puzzle.targets().iter().zip(tables);
        let mut searches: Vec<_> = searches
            .map(|(goal, tables)| Descent::new(start, goal, tables, self.control))
            .collect();
        let bound = searches.iter_mut().map(Descent::bound).min();
        let solution = self.deepen(&mut searches, bound, u64::MAX)?;
        ControlFlow::Continue(solution.expect("its patience does not end"))
    }

    /// The search without large tables; no solution when it has expanded too many nodes.
    fn walk(&mut self, patience: u64) -> ControlFlow<Stop, Option<Solution>> {
        let mut searches = Vec::new();
        for goal in self.puzzle.targets() {
            self.control.check()?;
            searches.push(Walking::new(self.puzzle.start(), goal, self.control));
        }
        let bytes = searches.iter().map(Walking::table_bytes).max();
        self.stats.peak_bytes = bytes.unwrap_or(0);
        self.control.check_memory(self.stats.peak_bytes)?;
        let bound = searches.iter().map(Walking::bound).min();
        self.deepen(&mut searches, bound, patience)
    }

    /// Raises the threshold until a goal is within it, or more nodes are expanded than patience allows.
    fn deepen(
        &mut self,
        searches: &mut [impl Deepening],
        bound: Option<u32>,
        patience: u64,
    ) -> ControlFlow<Stop, Option<Solution>> {
        let bound = bound.expect("a puzzle has a goal");
        self.lower_bound = self.lower_bound.max(bound);
        while self.stats.expanded < patience {
            self.control.report(&Event::LowerBound(self.lower_bound));
            self.stats.peak_open = self.stats.peak_open.max(u64::from(self.lower_bound));
            for search in &mut *searches {
                let found = search.within(self.lower_bound);
                let (expanded, generated) = search.take_counts();
                self.stats.expanded += expanded;
                self.stats.generated += generated;
                if found? {
                    let solution = Solution::check(self.puzzle, search.solution());
                    let solution = solution.expect("a search slides real tiles");
                    return ControlFlow::Continue(Some(solution));
                }
            }
            self.lower_bound += 1;
        }
        ControlFlow::Continue(None)
    }
}

/// The numberings of classes, kept in a context.
#[derive(Default)]
struct Rankings(Mutex<HashMap<Lines, Arc<Ranking>>>);

impl Rankings {
    fn get(&self, lines: Lines) -> Arc<Ranking> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ranking = known.entry(lines);
        Arc::clone(ranking.or_insert_with(|| Arc::new(Ranking::new(lines))))
    }
}

#[cfg(test)]
mod tests;
