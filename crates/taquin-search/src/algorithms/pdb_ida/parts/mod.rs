//! A search in parts: thresholds cut into spans that any process can search, and a journal of those
//! that are done.
//!
//! Thresholds that follow one of a few nodes are over in no time and stay whole. Every threshold visits
//! the nodes that a search with one thread visits, with the same automaton, so all node counts are equal
//! to that search's, however the work was divided.

mod campaign;
mod team;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use taquin_core::parts::{Counts, Record, Row, SearchKey, Searched, Span};
use taquin_core::{Control, Halt, Move, Puzzle, SolveError, Stop};

use super::automaton::Automaton;
use super::goal_search::{End, IterationTask};
use super::spans::{Below, SpanTask, Split};
use super::{ENTRY, LANES, LONG_ITERATION, PdbIda, SHORT_STRINGS, Tables, Tools, automaton};

pub use campaign::{Campaign, CampaignError, CampaignProgress, Dealt, Next};

/// A puzzle with its tables, ready to be searched in parts.
#[derive(Clone)]
pub struct PartSearch {
    puzzle: Puzzle,
    tools: Arc<Tools>,
    short: Arc<Automaton>,
    long: Arc<Automaton>,
    solver: PdbIda,
    key: SearchKey,
}

/// The most parts of a threshold.
const MOST_PARTS: u64 = 1 << 16;

impl PdbIda {
    /// A puzzle with one goal, ready to be searched in parts. Tables that are missing are built.
    ///
    /// # Errors
    /// As [`taquin_core::Solver::solve`], when there are several goals, or when the control stops the
    /// building of tables.
    pub fn part_search(&self, puzzle: &Puzzle, control: &Control) -> Result<PartSearch, Halt> {
        let [goal] = puzzle.targets() else {
            return Err(Halt::Refused(SolveError::Failed {
                part: ENTRY.name.to_owned(),
                reason: "a search in parts has one goal; name one of them".to_owned(),
            }));
        };
        let cache = control.context().part::<taquin_pdb::PdbCache>();
        let solver = Self {
            tables: Tables::Of(
                self.tables
                    .partitions(goal, &cache, control.limits().memory),
            ),
            ..self.clone()
        };
        let tools = solver
            .tools(puzzle, control)?
            .pop()
            .expect("one goal has tools");
        if let ControlFlow::Break(stop) = control.check_memory(tools.looks.bytes()) {
            return Err(Halt::Stopped(stop));
        }
        let key = SearchKey {
            start: puzzle.start().clone(),
            goal: goal.clone(),
            method: format!(
                "{} {} automaton={}",
                ENTRY.name, solver.tables, solver.automaton
            ),
        };
        Ok(PartSearch {
            puzzle: puzzle.clone(),
            tools: Arc::new(tools),
            short: automaton(puzzle, solver.automaton.min(SHORT_STRINGS), control),
            long: automaton(puzzle, solver.automaton, control),
            solver,
            key,
        })
    }
}

impl PartSearch {
    /// Which search the rows of its parts belong to.
    pub fn key(&self) -> &SearchKey {
        &self.key
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Tables and automaton as options of the solver.
    pub fn settings(&self) -> (String, usize) {
        (self.solver.tables.to_string(), self.solver.automaton)
    }

    /// The spec of the solver, with the tables by name: with it other processes search the same parts.
    pub fn spec(&self) -> String {
        let PdbIda {
            tables, automaton, ..
        } = &self.solver;
        format!("{}:tables={tables},automaton={automaton}", ENTRY.name)
    }

    /// The same for a threshold that follows one of this many nodes: after few nodes, a search with one
    /// thread uses a smaller automaton, which is made sooner and prunes less.
    pub fn after(&self, last: u64) -> Self {
        let mut search = self.clone();
        if last <= LONG_ITERATION {
            search.long = Arc::clone(&self.short);
        }
        search
    }

    /// The first threshold: no solution is shorter.
    pub fn first_threshold(&self) -> u32 {
        let search = self.tools.search(&self.short);
        search
            .estimate(&self.tools.locate(self.puzzle.start()))
            .into()
    }

    /// Cuts a threshold into about this many spans of equal work, at least one. Every process that
    /// searches by the same method finds the same.
    pub fn split(&self, threshold: u32, parts: usize) -> Vec<Span> {
        let search = self.tools.search(&self.long);
        search.dispatch(Split {
            search: &search,
            board: self.puzzle.start(),
            bound: bound(threshold),
            parts: parts.clamp(1, MOST_PARTS as usize),
        })
    }

    /// Searches a span of a threshold. After `budget` nodes, when `abandon` is set or when the control
    /// says so, the rest comes back as spans; what is done is done.
    pub fn search(
        &self,
        threshold: u32,
        span: &Span,
        budget: Option<u64>,
        abandon: &AtomicBool,
        control: &Control,
    ) -> (Searched, ControlFlow<Stop>) {
        let began = control.elapsed();
        let search = self.tools.search(&self.long);
        let (mut searched, end) = search.dispatch(Below {
            search: &search,
            board: self.puzzle.start(),
            task: SpanTask {
                bound: bound(threshold),
                span,
                budget: budget.unwrap_or(u64::MAX).max(1),
                abandon,
                lanes: LANES,
            },
            control,
        });
        // The time of several spans goes by their nodes.
        let time = control.elapsed().saturating_sub(began).as_secs_f64();
        let nodes: u64 = searched
            .done
            .iter()
            .map(|(_, counts)| counts.expanded)
            .sum();
        for (_, counts) in &mut searched.done {
            let share = counts.expanded as f64 / nodes.max(1) as f64;
            counts.time = Duration::from_secs_f64(time * share);
        }
        (searched, end)
    }

    /// Searches a whole threshold after one with this many nodes, as a search with one thread does.
    fn whole(&self, threshold: u32, last: u64, control: &Control) -> Result<Whole, Halt> {
        let began = control.elapsed();
        let search = self.tools.search(&self.short);
        let alone = PdbIda {
            threads: 1,
            ..self.solver.clone()
        };
        let task: IterationTask = alone.task(bound(threshold), last);
        let (found, end) = search.iterate(&self.tools.locate(self.puzzle.start()), task, control);
        if let ControlFlow::Break(End::Stopped(stop)) = end {
            return Err(Halt::Stopped(stop));
        }
        let counts = Counts {
            expanded: found.expanded,
            generated: found.generated,
            time: control.elapsed().saturating_sub(began),
        };
        Ok((counts, found.moves))
    }

    /// The rows of a result, as a journal keeps them.
    pub fn rows(&self, threshold: u32, searched: &Searched) -> Vec<Row> {
        let row = |(span, counts): &(Span, Counts)| Row {
            search: self.key.clone(),
            threshold,
            record: match &searched.solution {
                Some(_) if span.to == searched.solution => Record::Found(span.clone()),
                _ => Record::Span(span.clone()),
            },
            counts: *counts,
        };
        searched.done.iter().map(row).collect()
    }
}

type Whole = (Counts, Option<Vec<Move>>);

fn bound(threshold: u32) -> u16 {
    u16::try_from(threshold).unwrap_or(u16::MAX - 1)
}
