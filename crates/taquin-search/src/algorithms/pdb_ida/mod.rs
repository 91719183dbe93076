//! IDA\* over zero-aware pattern databases: the search for optimal solutions of boards up to 25
//! cells.
//!
//! Each iteration searches everything up to a bound, which grows by two for each goal: every slide
//! changes every estimate by exactly one, so f grows by nothing or by two. Three things keep it small: the
//! largest of several [looks](taquin_pdb::zero::Looks) at the tables, an [`Automaton`] that knows
//! strings of moves which need not be tried, and [beams](beam) that find a solution before the last and
//! longest iteration. Threads share the nodes at some depth, or the boards of a first part that goes
//! breadth-first and keeps each board once; which of them finds a solution first does not change the
//! answer.
//!
//! Optimal; memory for the tables, for the boards of the first part, and for those of a beam.
//!
//! R. E. Korf, *Depth-First Iterative-Deepening*, Artificial Intelligence 27 (1985); R. E. Korf,
//! A. Felner, *Disjoint Pattern Database Heuristics*, Artificial Intelligence 134 (2002).

mod automaton;
mod beam;
mod descent;
mod field;
mod goal_search;
mod parts;
mod roots;
mod shared_iteration;
mod spans;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use taquin_core::catalogue::{
    Arguments, Guarantee, OptionEntry, OptionKind, Pseudocode, Runs, SolverEntry,
};
use taquin_core::spec::SpecError;
use taquin_core::{
    Board, Context, Control, Direction, Exhausted, Halt, Move, Outcome, Plan, Puzzle, Size,
    Solution, SolveError, Solver, Stats, Stop,
};
use taquin_pdb::zero::{Looks, LooksError};
use taquin_pdb::{
    BuildError, Partition, Pattern, PdbCache, PdbCacheError, Table, TableKind, canonical_blank,
};

use crate::incumbent::Incumbent;

pub use automaton::Automaton;
use beam::{BeamTask, Beams};
use field::Located;
use goal_search::{End, GoalSearch, IterationResult, IterationTask, RootChoice};
pub use parts::{Campaign, CampaignError, CampaignProgress, Dealt, Next, PartSearch};

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "pdb-ida",
    summary: "IDA* over zero-aware pattern databases, several at once, on several threads",
    guarantee: Guarantee::Optimal,
    notes: "optimal; for boards up to 25 cells",
    runs: Runs::InProcess,
    max_cells: Pattern::MAX_CELLS,
    textbook: false,
    pseudocode: Some(&Pseudocode::IDA),
    options: &[
        OptionEntry {
            name: "tables",
            kind: OptionKind::Tables,
            default: "best",
            help: "the partition of the tables, like 7-8, or several joined by /, or the best there are",
        },
        OptionEntry {
            name: "threads",
            kind: OptionKind::Threads { max: 1024 },
            default: "1",
            help: "searches that share the work",
        },
        OptionEntry {
            name: "automaton",
            kind: OptionKind::Integer {
                min: 2,
                max: Automaton::MAX_LENGTH as u64,
            },
            default: "12",
            help: "maximum length of pruned move sequences",
        },
        OptionEntry {
            name: "roots",
            kind: OptionKind::Integer {
                min: 0,
                max: u32::MAX as u64,
            },
            default: "0",
            help: "most boards kept by a breadth-first part before the depth-first one; 0 for none",
        },
        OptionEntry {
            name: "beam",
            kind: OptionKind::Integer {
                min: 0,
                max: 1 << 24,
            },
            default: "32768",
            help: "most boards of a level of the beams before long thresholds; 0 for none",
        },
    ],
    make: |arguments| Ok(Box::new(PdbIda::read(arguments)?)),
};

/// IDA\* over zero-aware pattern databases.
#[derive(Clone, Debug)]
pub struct PdbIda {
    /// The tables to look up.
    pub tables: Tables,
    /// The number of threads.
    pub threads: usize,
    /// The longest strings of moves that the automaton knows.
    pub automaton: usize,
    /// The most boards that the breadth-first part of an iteration keeps.
    pub roots: usize,
    /// The most boards of a level of the beams that look for a solution before a long iteration.
    pub beam: usize,
}

impl PdbIda {
    /// What its plans call the tables, before the partitions.
    pub const HEURISTIC: &str = "zero-aware-pdb:";

    fn read(arguments: &mut Arguments<'_>) -> Result<Self, SpecError> {
        let solver = Self {
            tables: arguments.take("tables")?,
            threads: arguments.take("threads")?,
            automaton: arguments.take("automaton")?,
            // Measured: the automaton leaves so few duplicates that finding them does not pay, and a
            // solution is found later than in the order of the moves.
            roots: arguments.take("roots")?,
            beam: arguments.take("beam")?,
        };
        solver.check()?;
        Ok(solver)
    }
}

impl Default for PdbIda {
    fn default() -> Self {
        ENTRY.default_settings(Self::read)
    }
}

/// Which tables a search looks up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tables {
    /// The largest that need not be built and that the memory limit leaves room for, or else those that
    /// are built at once.
    Best,
    /// The tables of these partitions.
    Of(Vec<Partition>),
}

impl Tables {
    /// The partitions for boards with this goal, under this memory limit.
    fn partitions(&self, goal: &Board, cache: &PdbCache, memory: Option<u64>) -> Vec<Partition> {
        match self {
            Self::Of(partitions) => partitions.clone(),
            Self::Best => vec![best(Partition::large(goal.size()), goal, cache, memory)],
        }
    }
}

/// The first of these partitions of which all tables are there and fit, or else one that is built at once.
fn best(large: Vec<Partition>, goal: &Board, cache: &PdbCache, memory: Option<u64>) -> Partition {
    let is_fine = |partition: &Partition| {
        let patterns = patterns(partition, goal);
        let fits = |most| cache.peak_bytes(&patterns, TableKind::ZeroAware) <= most;
        is_ready(&patterns, cache) && memory.is_none_or(fits)
    };
    let found = large.into_iter().find(is_fine);
    found.unwrap_or_else(|| Partition::quick(goal.size()))
}

/// The patterns of a partition; none where it is not for boards of this size.
fn patterns(partition: &Partition, goal: &Board) -> Vec<Pattern> {
    let size = goal.size();
    let blank = canonical_blank(size, goal.blank().index());
    partition.patterns(size, blank).unwrap_or_default()
}

/// Whether the tables of a partition's patterns are in memory or in files, but for those too small for a
/// file.
fn is_ready(patterns: &[Pattern], cache: &PdbCache) -> bool {
    let has = |pattern| cache.has(pattern, TableKind::ZeroAware);
    let is_small = |pattern| !PdbCache::is_saved(pattern, TableKind::ZeroAware);
    patterns.iter().any(has) && patterns.iter().all(|p| is_small(p) || has(p))
}

impl FromStr for Tables {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "best" {
            return Ok(Self::Best);
        }
        let partitions: Result<Vec<Partition>, _> = text.split('/').map(str::parse).collect();
        let partitions = partitions.map_err(|error| error.to_string())?;
        if partitions.len() > GoalSearch::MAX_LOOKS / 2 {
            return Err(format!(
                "at most {} partitions can be joined",
                GoalSearch::MAX_LOOKS / 2
            ));
        }
        Ok(Self::Of(partitions))
    }
}

impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Best => f.write_str("best"),
            Self::Of(partitions) => {
                let names: Vec<String> = partitions.iter().map(ToString::to_string).collect();
                f.write_str(&names.join("/"))
            }
        }
    }
}

/// All that a search for one goal needs.
struct Tools {
    goal: Board,
    looks: Looks,
}

impl Tools {
    /// Where the patterns are on a board.
    fn locate<'a>(&self, board: &'a Board) -> Located<'a> {
        Located::new(&self.looks, board)
    }

    fn search<'a>(&'a self, automaton: &'a Automaton) -> GoalSearch<'a> {
        GoalSearch {
            goal: &self.goal,
            looks: &self.looks,
            automaton,
        }
    }
}

/// The longest strings that the automaton of short iterations knows: made in a millisecond.
const SHORT_STRINGS: usize = 8;

/// Iterations with more nodes than this are worth an automaton that takes a tenth of a second.
const LONG_ITERATION: u64 = 1 << 17;

/// Nodes of an iteration for each root of the next: a thousand expansions cost far more than to
/// make and keep one board.
const NODES_PER_ROOT: u64 = 1 << 10;

/// Boards that each thread should have at least, so that none is idle for long.
const ROOTS_PER_THREAD: usize = 64;

/// Depth-first searches that a thread does in turns: while one waits for a table line, the others
/// continue.
const LANES: usize = 6;

/// An iteration after one with fewer nodes is not worth the division.
const WORTH_TURNS: u64 = 1 << 7;

/// Nodes of an iteration for each root that the next is divided into: what is searched beyond the
/// root with the solution is lost, so roots are small.
const NODES_PER_TURN_ROOT: u64 = 1 << 4;
const FEWEST_ROOTS: usize = 12 * LANES;
/// For each thread: subtrees differ in size, and few should be left when the first thread finds no more.
const MOST_ROOTS: usize = 1 << 12;

/// Iterations with fewer nodes are over before threads have started.
const WORTH_SHARING: u64 = 1 << 16;

impl PdbIda {
    fn check(&self) -> Result<(), SpecError> {
        let bad = |key: &str, value: usize, reason: &str| {
            Err(SpecError::BadValue {
                key: key.to_owned(),
                value: value.to_string(),
                reason: reason.to_owned(),
            })
        };
        if !(1..=1024).contains(&self.threads) {
            return bad("threads", self.threads, "there must be 1 to 1024");
        }
        if !(2..=Automaton::MAX_LENGTH).contains(&self.automaton) {
            return bad("automaton", self.automaton, "strings have 2 to 14 moves");
        }
        Ok(())
    }

    /// The tools for each goal of a puzzle.
    fn tools(&self, puzzle: &Puzzle, control: &Control) -> Result<Vec<Tools>, Halt> {
        let cache = control.context().part::<PdbCache>();
        // Check the memory limit for the tables of all goals before the first is built; those of one
        // goal are checked together anyway.
        if let goals @ [_, _, ..] = puzzle.targets() {
            let mut patterns = Vec::new();
            for goal in goals {
                let partitions = self
                    .tables
                    .partitions(goal, &cache, control.limits().memory);
                patterns.extend(Looks::patterns(goal, &partitions).unwrap_or_default());
            }
            if let ControlFlow::Break(stop) =
                cache.check_memory(&patterns, TableKind::ZeroAware, control)
            {
                return Err(Halt::Stopped(stop));
            }
        }
        let tools = |goal: &Board| {
            let partitions = self
                .tables
                .partitions(goal, &cache, control.limits().memory);
            match Looks::new(goal, &partitions, &cache, control) {
                Ok(looks) => Ok(Tools {
                    goal: goal.clone(),
                    looks,
                }),
                Err(LooksError::Cache(PdbCacheError::Build(BuildError::Stopped(stop)))) => {
                    Err(Halt::Stopped(stop))
                }
                Err(error) => Err(Halt::Refused(SolveError::Unsupported {
                    part: ENTRY.name.to_owned(),
                    size: puzzle.start().size(),
                    reason: error.to_string(),
                    alternatives: ["anytime", "ida", "human"].map(String::from).to_vec(),
                })),
            }
        };
        puzzle.targets().iter().map(tools).collect()
    }

    /// The next iteration after one that expanded this many nodes.
    fn task(&self, bound: u16, last: u64) -> IterationTask {
        let shared = self.threads > 1 && last >= WORTH_SHARING;
        let threads = if shared { self.threads } else { 1 };
        let share = |nodes: u64| usize::try_from(last / nodes).unwrap_or(usize::MAX);
        let kept = share(NODES_PER_ROOT).min(self.roots);
        let (begin, lanes) = if kept > 0 {
            (
                RootChoice::Unique(kept.max(threads * ROOTS_PER_THREAD)),
                LANES,
            )
        } else if last >= WORTH_TURNS {
            let roots = share(NODES_PER_TURN_ROOT).clamp(FEWEST_ROOTS, threads * MOST_ROOTS);
            (RootChoice::InOrder(roots), LANES)
        } else {
            (RootChoice::InOrder(1), 1)
        };
        IterationTask {
            bound,
            threads,
            begin,
            lanes,
        }
    }

    /// Whether the tables for a puzzle need not be built first.
    pub fn is_ready(&self, puzzle: &Puzzle, context: &Context) -> bool {
        let cache = context.part::<PdbCache>();
        puzzle.targets().iter().all(|goal| {
            let partitions = self.tables.partitions(goal, &cache, None);
            let mut partitions = partitions.iter();
            partitions.all(|partition| is_ready(&patterns(partition, goal), &cache))
        })
    }

    /// The plan under this memory limit.
    fn plan_within(&self, puzzle: &Puzzle, context: &Context, memory: Option<u64>) -> Plan {
        let goal = puzzle.targets().first();
        let cache = context.part::<PdbCache>();
        let partitions = goal.map(|goal| self.tables.partitions(goal, &cache, memory));
        let name = Tables::Of(partitions.unwrap_or_default()).to_string();
        Plan {
            algorithm: ENTRY.name.to_owned(),
            // Not the name of the heuristic `pdb`, whose tables are others and tell less.
            heuristic: Some(format!("{}{name}", Self::HEURISTIC)),
        }
    }

    /// The lower bound that the tables give for a board.
    ///
    /// # Errors
    /// As [`Solver::solve`], or when the control stops the building of tables.
    pub fn estimate(&self, puzzle: &Puzzle, control: &Control) -> Result<u32, Halt> {
        let tools = self.tools(puzzle, control)?;
        let automaton = automaton(puzzle, SHORT_STRINGS, control);
        let estimate = |tools: &Tools| {
            let start = tools.locate(puzzle.start());
            tools.search(&automaton).estimate(&start)
        };
        Ok(tools.iter().map(estimate).min().unwrap_or(0).into())
    }

    /// A solution of at most this many moves, or `None`.
    ///
    /// # Errors
    /// As [`Solver::solve`], or when the control stops the search.
    pub fn within(
        &self,
        puzzle: &Puzzle,
        most: u32,
        control: &Control,
    ) -> Result<Option<Solution>, Halt> {
        let tools = self.tools(puzzle, control)?;
        let automaton = automaton(puzzle, self.automaton, control);
        let bound = u16::try_from(most).unwrap_or(u16::MAX - 1);
        for tools in &tools {
            let (search, start) = (tools.search(&automaton), tools.locate(puzzle.start()));
            let (found, end) = search.iterate(&start, IterationTask::plain(bound), control);
            if let ControlFlow::Break(End::Stopped(stop)) = end {
                return Err(Halt::Stopped(stop));
            }
            if let Some(moves) = found.moves {
                let solution = Solution::check(puzzle, moves);
                return Ok(Some(
                    solution.expect("the search made these moves on the board"),
                ));
            }
        }
        Ok(None)
    }

    /// All shortest solutions of a puzzle, one by one until `each` has enough. Gives their length.
    ///
    /// # Errors
    /// As [`Solver::solve`], or when the control stops the search.
    pub fn all_shortest(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        each: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<u32, Halt> {
        self.all_within(puzzle, control, 0, each)
    }

    /// Passes every solution to `each` that is at most `beyond` moves longer than a shortest one, and
    /// returns the length of a shortest one. No solution undoes a move at once; one may pass a goal.
    ///
    /// # Errors
    /// As [`all_shortest`](Self::all_shortest).
    pub fn all_within(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        beyond: u16,
        each: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<u32, Halt> {
        let outcome = self.solve(puzzle, control)?;
        let Some(best) = outcome.best().filter(|_| outcome.is_optimal()) else {
            return Err(Halt::Stopped(outcome.stop));
        };
        let length = best.len();
        if length == 0 {
            let _ = each(best.clone());
            return Ok(0);
        }
        // Only undoing the last move is pruned: sequences that lead to the same board all count.
        let automaton = automaton(puzzle, 2, control);
        for tools in &self.tools(puzzle, control)? {
            let mut tell = |moves: &[Direction]| {
                let moves = moves.iter().copied().map(Move).collect();
                let solution = Solution::check(puzzle, moves);
                each(solution.expect("the search made these moves on the board"))
            };
            let (search, start) = (tools.search(&automaton), tools.locate(puzzle.start()));
            let bound = length as u16 + beyond;
            match search.all(&start, bound, control, &mut tell) {
                ControlFlow::Break(End::Stopped(stop)) => return Err(Halt::Stopped(stop)),
                ControlFlow::Break(End::Enough) => break,
                ControlFlow::Continue(()) => {}
            }
        }
        Ok(length)
    }

    /// As [`Solver::solve`], but ends as soon as it is proven that no solution has fewer moves than
    /// `enough`: for a caller who has a solution that is good enough then. No beams are searched.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn raise_lower_bound(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        enough: u32,
    ) -> Result<Outcome, SolveError> {
        let alone = Self {
            beam: 0,
            ..self.clone()
        };
        alone.search(puzzle, control, enough)
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        enough: u32,
    ) -> Result<Outcome, SolveError> {
        if let Some(keep) = control.keep() {
            return self.solve_in_parts(puzzle, control, keep);
        }
        let mut incumbent = Incumbent::new(puzzle, control);
        let mut stats = Stats::default();
        let tools = match self.tools(puzzle, control) {
            Ok(tools) => tools,
            Err(Halt::Stopped(stop)) => return Ok(incumbent.outcome(stop, stats)),
            Err(Halt::Refused(error)) => return Err(error),
        };
        let tables = bytes(&tools);
        stats.peak_bytes = tables;
        if let ControlFlow::Break(stop) = control.check_memory(tables) {
            return Ok(incumbent.outcome(stop, Stats::default()));
        }
        let mut automaton = automaton(puzzle, self.automaton.min(SHORT_STRINGS), control);
        let starts: Vec<Located<'_>> = tools
            .iter()
            .map(|tools| tools.locate(puzzle.start()))
            .collect();
        let with_starts = || tools.iter().zip(&starts);
        // Each goal's next bound: all paths to one goal have the same parity, those to another may not.
        let mut bounds: Vec<u16> = with_starts()
            .map(|(tools, start)| tools.search(&automaton).estimate(start))
            .collect();
        let beams: Vec<Beams> = tools.iter().map(|_| Beams::default()).collect();
        let mut last = 0;
        let mut exhausted = None;
        let stop = loop {
            let bound = bounds.iter().copied().min().unwrap_or(0);
            incumbent.raise(bound.into());
            if u32::from(bound) >= enough {
                break Stop::Finished;
            }
            let task = if control.tracer().is_some() {
                IterationTask::plain(bound)
            } else {
                self.task(bound, last)
            };
            if last > LONG_ITERATION {
                automaton = self::automaton(puzzle, self.automaton, control);
            }
            let before = std::mem::take(&mut last);
            let mut end = ControlFlow::Continue(());
            let mut solution = None;
            let goals = with_starts().zip(&beams).zip(&mut bounds);
            for (((tools, start), beams), next) in goals.filter(|(_, next)| **next == bound) {
                *next += 2;
                let search = tools.search(&automaton);
                let beam = BeamTask {
                    bound,
                    after: before,
                    widest: if control.tracer().is_some() {
                        0
                    } else {
                        self.beam
                    },
                    threads: task.threads,
                    held: tables,
                };
                let (found, ended) = beams.look(&search, start, beam, control);
                count(&mut stats, &found, tables);
                end = ended;
                solution = found.moves;
                if solution.is_some() || end.is_break() {
                    break;
                }
                let (found, ended) = search.iterate(start, task, control);
                count(&mut stats, &found, tables);
                last += found.expanded;
                end = ended;
                solution = found.moves;
                if solution.is_some() || end.is_break() {
                    break;
                }
            }
            if let ControlFlow::Break(End::Stopped(stop)) = end {
                break stop;
            }
            if let Some(moves) = solution {
                incumbent.offer(moves);
                break Stop::Finished;
            }
            exhausted = Some((bound.into(), stats.expanded));
        };
        let outcome = incumbent.outcome(stop, stats);
        // If no threshold was exhausted, the tables alone prove that no solution is shorter.
        let below = outcome.lower_bound().checked_sub(1);
        let by_tables = below
            .filter(|_| stop == Stop::Finished)
            .map(|bound| (bound, 0));
        Ok(match exhausted.or(by_tables) {
            Some((bound, nodes)) => outcome.with_exhausted(Exhausted {
                bound,
                nodes,
                tables: tables_of(&tools),
            }),
            None => outcome,
        })
    }
}

impl Solver for PdbIda {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn plan(&self, puzzle: &Puzzle, context: &Context) -> Plan {
        self.plan_within(puzzle, context, None)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let mut outcome = self.search(puzzle, control, u32::MAX)?;
        if let (Tables::Best, Some(memory)) = (&self.tables, control.limits().memory) {
            outcome.by = Some(self.plan_within(puzzle, control.context(), Some(memory)));
        }
        Ok(outcome)
    }

    fn keeps_parts(&self) -> bool {
        true
    }
}

/// The tables behind a proof, by name and checksum, each once.
fn tables_of(tools: &[Tools]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for table in tools.iter().flat_map(|tools| tools.looks.tables()) {
        let name = table.title();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Bytes of the tables for all goals, each counted once.
fn bytes(tools: &[Tools]) -> u64 {
    let mut tables: Vec<Arc<Table>> = Vec::new();
    for table in tools.iter().flat_map(|tools| tools.looks.tables()) {
        if !tables.iter().any(|other| Arc::ptr_eq(other, &table)) {
            tables.push(table);
        }
    }
    tables.iter().map(|table| table.len() as u64).sum()
}

/// Adds what an iteration counted.
fn count(stats: &mut Stats, found: &IterationResult, tables: u64) {
    stats.expanded += found.expanded;
    stats.generated += found.generated;
    stats.peak_open = stats.peak_open.max(found.roots as u64);
    stats.peak_bytes = stats.peak_bytes.max(tables + found.bytes as u64);
}

/// Automata by size and length, each made once in a context.
#[derive(Debug, Default)]
pub struct Automata(Mutex<Vec<(Size, usize, Arc<Automaton>)>>);

impl Automata {
    /// The automaton that prunes sequences of up to `length` moves on boards of a size.
    pub fn get(&self, size: Size, length: usize) -> Arc<Automaton> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., known)) = made.iter().find(|(s, l, _)| (*s, *l) == (size, length)) {
            return Arc::clone(known);
        }
        let automaton = Arc::new(Automaton::new(size, length));
        made.push((size, length, Arc::clone(&automaton)));
        automaton
    }
}

fn automaton(puzzle: &Puzzle, length: usize, control: &Control) -> Arc<Automaton> {
    let automata = control.context().part::<Automata>();
    automata.get(puzzle.start().size(), length)
}

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Walk};
    use taquin_core::{Goal, Goals, Limits, Size};

    use super::*;

    #[test]
    fn large_tables_are_used_where_they_are_there_and_fit() {
        let size = Size::new(3, 4).unwrap();
        let goal = Goal::BlankLast.board(size).unwrap();
        let (cache, control) = (PdbCache::default(), Control::new(Limits::default()));
        let (large, quick): (Partition, _) = ("4-4-3".parse().unwrap(), Partition::quick(size));
        let chosen = |memory| best(vec![large.clone()], &goal, &cache, memory);
        assert_ne!(large, quick);
        assert_eq!(chosen(None), quick);
        let tables: Vec<_> = patterns(&large, &goal)
            .iter()
            .map(|p| cache.get(p, TableKind::ZeroAware, &control).unwrap())
            .collect();
        let bytes: usize = tables.iter().map(|table| table.len()).sum();
        assert_eq!(chosen(None), large);
        assert_eq!(chosen(Some(bytes as u64)), large);
        assert_eq!(chosen(Some(bytes as u64 - 1)), quick);
    }

    /// A solution from a beam is as long as that of IDA\*, is proven, and costs fewer nodes; one thread
    /// and several count the same.
    #[cfg(feature = "nets")]
    #[test]
    fn beams_save_the_last_threshold() {
        let goal = Goal::BlankLast.board(Size::new(5, 5).unwrap()).unwrap();
        let board = Walk { moves: 90 }.board(&goal, 6);
        let puzzle = Puzzle::new(board, &Goals::default()).unwrap();
        let context = Context::new();
        let solver = |beam, threads| PdbIda {
            tables: "4-4-4-4-4-4".parse().unwrap(),
            beam,
            threads,
            ..PdbIda::default()
        };
        let control = || Control::new(Limits::default()).within(&context);
        let plain = solver(0, 1).solve(&puzzle, &control()).unwrap();
        let length = |outcome: &Outcome| outcome.best().unwrap().len();
        for threads in [1, 3] {
            let found = solver(1000, threads).solve(&puzzle, &control()).unwrap();
            assert!(found.is_optimal());
            assert_eq!(length(&found), length(&plain));
            assert!(2 * found.stats.expanded < plain.stats.expanded);
            // The beam of the one long threshold finds it, so the thresholds before are those of IDA*.
            assert_eq!(found.exhausted, plain.exhausted);
        }
        let above = length(&plain) + 1;
        let raised = solver(1000, 1).raise_lower_bound(&puzzle, &control(), above);
        assert_eq!(raised.unwrap().stats.expanded, plain.stats.expanded);
    }
}
