//! A solution at once, then better ones, for boards of every size.
//!
//! The first solution comes from the human method. Then it is shortened: loops are cut out
//! ([`line`]), windows of the line are replaced by shortest ways ([`windows`]), and ever wider beams
//! look for another line altogether ([`wide`]), while IDA\* raises the lower bound. It goes on until
//! the two meet, a limit is reached, or the caller's [`Enough`](taquin_core::Enough) is. What was
//! found is never lost: whatever ends the search, the answer has the best line and the best bound.
//!
//! Memory is that of the widest beam, chosen to fit the limit, and that of pattern databases up to 25
//! cells. There the answer is optimal if nothing stops the search, which may take hours on 5x5. With
//! the same nodes to spend two runs on one thread do the same; with a time limit the widths depend
//! on the machine's speed.

mod beams;
mod budget;
mod compass;
mod learned;
mod line;
mod net;
mod numbers;
mod wide;
mod windows;
mod zobrist;

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_core::packed::Grid;
use taquin_core::{Board, Control, Move, Outcome, Plan, Puzzle, SolveError, Solver, Stats, Stop};
use taquin_pdb::Pattern;

pub use self::beams::{Ask, Beams, Breadth, Found};
use self::budget::{Budget, Share};
use self::compass::Compass;
use self::learned::Learned;
pub use self::net::{Layer, Net};
use self::wide::Wide;
use self::windows::Windows;
use self::zobrist::Zobrist;
use super::{Entry, PdbIda, finish, human};
use crate::heuristic::{Guide, HeuristicSpec, LinearConflict};
use crate::incumbent::{Incumbent, answer};
use crate::memory::{State, WithState, for_size};

pub(super) const ENTRY: Entry = Entry {
    name: "anytime",
    summary: "a solution at once, then shorter ones; any size",
    guarantee: "always a solution; optimal up to 25 cells if nothing stops it, beyond where bound and solution meet",
    options: &[
        (
            "threads",
            "threads to use, 1 to 64; default all the machine has",
        ),
        (
            "effort",
            "nodes to spend on beams where no limit is set; default 10000000",
        ),
    ],
    build: |mut options| {
        let default = Anytime::default();
        let solver = Anytime {
            threads: options.take("threads", default.threads)?,
            effort: options.take("effort", default.effort)?,
        };
        finish(options, &ENTRY)?;
        Ok(Box::new(solver))
    },
};

/// Anytime search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anytime {
    /// Threads to use; all unless told otherwise.
    pub threads: Threads,
    /// What is spent where the caller sets no limit of time or nodes and says not what is enough.
    pub effort: Effort,
}

/// A number of threads, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(usize);

impl Default for Threads {
    /// All that the machine has.
    fn default() -> Self {
        let all = std::thread::available_parallelism();
        Self::new(all.map_or(1, std::num::NonZero::get))
    }
}

impl Threads {
    /// This many threads, brought into the range from 1 to 64.
    pub fn new(threads: usize) -> Self {
        Self(threads.clamp(1, wide::MOST_THREADS))
    }
}

impl std::str::FromStr for Threads {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(threads @ 1..=wide::MOST_THREADS) => Ok(Self(threads)),
            _ => Err(format!(
                "threads are a number from 1 to {}",
                wide::MOST_THREADS
            )),
        }
    }
}

/// A number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort(pub u64);

impl Default for Effort {
    fn default() -> Self {
        Self(10_000_000)
    }
}

impl std::str::FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse().map(Self);
        number.map_err(|_| "effort is a whole number of nodes".to_owned())
    }
}

impl Solver for Anytime {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn plan(&self, _: &Puzzle) -> Plan {
        Plan {
            algorithm: ENTRY.name.to_owned(),
            heuristic: None,
        }
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        run(puzzle, control, self.threads.0, self.effort.0, None)
    }
}

/// Solves with beams of our own, or with these.
fn run(
    puzzle: &Puzzle,
    control: &Control,
    threads: usize,
    effort: u64,
    beams: Option<&dyn Beams>,
) -> Result<Outcome, SolveError> {
    let prover = Prover::new(puzzle, control, threads)?;
    let mut failure = None;
    let mut tables = Vec::new();
    let mut outcome = answer(puzzle, control, |incumbent, stats| {
        let job = Job {
            threads,
            prover: &prover,
            zobrist: Zobrist::new(puzzle.start().size()),
            budget: Budget::new(control, effort),
            beams,
            puzzle,
            control,
            incumbent,
            stats,
            tables: &mut tables,
        };
        match for_size(puzzle.start().size(), job) {
            ControlFlow::Break(Pause::Stopped(stop)) => ControlFlow::Break(stop),
            ControlFlow::Break(Pause::Failed(error)) => {
                failure = Some(error);
                ControlFlow::Continue(())
            }
            ControlFlow::Break(Pause::Done) | ControlFlow::Continue(()) => {
                ControlFlow::Continue(())
            }
        }
    });
    if let Some(exhausted) = &mut outcome.exhausted {
        exhausted.tables = tables;
    }
    failure.map_or(Ok(outcome), Err)
}

/// What raises the lower bound.
struct Prover {
    /// IDA\* without tables, for short tries.
    short: Box<dyn Guide>,
    /// Pattern databases, on boards that have them and where there is time to build them.
    tables: Option<PdbIda>,
}

/// With less time or fewer nodes than this, tables that are not there yet are not worth building.
const TIME_FOR_TABLES: Duration = Duration::from_secs(30);
const NODES_FOR_TABLES: u64 = 50_000_000;

/// Tries with fewer nodes do without tables.
const SHORT_TRY: u64 = 300_000;

impl Prover {
    fn new(puzzle: &Puzzle, control: &Control, threads: usize) -> Result<Self, SolveError> {
        let short: HeuristicSpec = "linear-conflict".parse().expect("a heuristic of ours");
        let tables = PdbIda {
            threads,
            ..PdbIda::default()
        };
        let limits = control.limits();
        let patient = limits.time.is_none_or(|time| time >= TIME_FOR_TABLES)
            && limits.nodes.is_none_or(|nodes| nodes >= NODES_FOR_TABLES);
        let fits = puzzle.start().size().cells() <= Pattern::MAX_CELLS;
        let with_tables = fits && (patient || tables.is_at_hand(puzzle));
        Ok(Self {
            short: short.guide(puzzle)?,
            tables: with_tables.then_some(tables),
        })
    }

    /// Searches with at most so many nodes, and no further than to a bound that is enough.
    fn run(&self, puzzle: &Puzzle, control: &Control, nodes: u64, enough: u32) -> Outcome {
        match &self.tables {
            Some(tables) if nodes >= SHORT_TRY => {
                // Boards of this size have such tables; if not, nothing is raised.
                let nothing = || Outcome::new(None, 0, Stop::Finished, Stats::default());
                let raised = tables.raise(puzzle, control, enough);
                raised.unwrap_or_else(|_| nothing())
            }
            _ => self.short.deepen(puzzle, control, true),
        }
    }
}

/// Why a step does not lead to the next.
enum Pause {
    /// The solution is proven, or enough for the caller.
    Done,
    /// The control stops the search.
    Stopped(Stop),
    /// Somebody else's beam failed.
    Failed(SolveError),
}

/// From which end of a stretch a beam begins.
#[derive(Clone, Copy, Debug)]
enum Way {
    Forward,
    Backward,
}

/// What became of a stretch.
enum Tried {
    Shorter,
    InVain,
    /// There is too little left to try.
    NothingLeft,
}

/// A solve under way.
struct Job<'a, 'b, 'c> {
    puzzle: &'a Puzzle,
    control: &'a Control,
    threads: usize,
    prover: &'a Prover,
    zobrist: Zobrist,
    budget: Budget<'a>,
    /// Who searches the beams, if we do not.
    beams: Option<&'a dyn Beams>,
    incumbent: &'b mut Incumbent<'c>,
    stats: &'b mut Stats,
    /// The tables that the lower bound rests on, by name and checksum.
    tables: &'b mut Vec<String>,
}

/// The first beam's width, and the factor from one to the next.
const FIRST_WIDTH: usize = 500;
const WIDER: usize = 4;

/// Stretches of fewer moves are left to the windows.
const SHORTEST_STRETCH: usize = 40;

/// A beam on fewer nodes than this a level is not worth the threads.
const WIDE_FOR_THREADS: usize = 1500;

impl WithState for Job<'_, '_, '_> {
    type Output = ControlFlow<Pause>;

    fn run<S: State>(mut self) -> ControlFlow<Pause> {
        self.first()?;
        let goal = self.end();
        self.polish(20, 2000)?;
        if let Some(beams) = self.beams {
            return self.improve_with(&goal, beams);
        }
        match Learned::new(&goal) {
            Some(compass) => self.improve::<S, _>(&goal, &compass),
            None => self.improve::<S, _>(&goal, &LinearConflict::new(&goal)),
        }
    }
}

impl Job<'_, '_, '_> {
    /// Wider and wider beams, and proofs beside them.
    fn improve<S: State, C: Compass>(&mut self, goal: &Board, compass: &C) -> ControlFlow<Pause> {
        self.prove(self.proof_nodes(1_000_000))?;
        let mut width = FIRST_WIDTH;
        loop {
            let cost = width as u64 * u64::from(self.length());
            let is_last = self.budget.left() < 6 * cost;
            let before = self.stats.expanded;
            self.beam::<S, _>(goal, compass, (!is_last).then_some(width))?;
            self.polish(30, 20_000)?;
            if is_last {
                break;
            }
            self.prove(self.proof_nodes(self.stats.expanded - before))?;
            width *= WIDER;
        }
        self.rest()
    }

    /// The same with beams of somebody else: a narrow one, wide ones from both ends, then stretches
    /// of the line.
    fn improve_with(&mut self, goal: &Board, beams: &dyn Beams) -> ControlFlow<Pause> {
        self.prove(100_000)?;
        let share = beams.share();
        for (share, way) in [
            (Share::First, Way::Forward),
            (Share::Widest(share / 2.0), Way::Forward),
            // Half of what there was is half of what is left and as much again.
            (
                Share::Widest(share / 2.0 / (1.0 - share / 2.0)),
                Way::Backward,
            ),
        ] {
            let end = self.length() as usize;
            self.stretch(beams, 0, end, share, way)?;
            self.polish(30, 20_000)?;
        }
        debug_assert_eq!(&self.end(), goal, "every line ends where the first did");
        self.stretches(beams)?;
        self.rest()
    }

    /// Replaces stretches of the line by what beams find between their ends, as long as there is
    /// something to spend; without a limit until all were tried in vain.
    fn stretches(&mut self, beams: &dyn Beams) -> ControlFlow<Pause> {
        for round in 0.. {
            let before = self.length();
            if (before as usize) < SHORTEST_STRETCH {
                break;
            }
            let length = (before as usize / (2 + round % 3)).max(SHORTEST_STRETCH);
            let way = [Way::Forward, Way::Backward][round % 2];
            let mut at = if round % 4 < 2 { 0 } else { length / 2 };
            while at + SHORTEST_STRETCH <= self.length() as usize {
                match self.stretch(beams, at, at + length, Share::Stretch, way)? {
                    // What is shorter now is tried again a little further on.
                    Tried::Shorter => at += length / 4,
                    Tried::InVain => at += length / 2,
                    Tried::NothingLeft => return ControlFlow::Continue(()),
                }
            }
            self.polish(30, 20_000)?;
            if !self.budget.is_limited() && self.length() == before && round >= 2 {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Has a beam look for a shorter way between two boards of the line, near these places.
    fn stretch(
        &mut self,
        beams: &dyn Beams,
        at: usize,
        end: usize,
        share: Share,
        way: Way,
    ) -> ControlFlow<Pause, Tried> {
        let line = self.line().to_vec();
        let boards = line::boards(self.puzzle.start(), &line);
        // The board that a beam leads to has the blank in a corner, or is the line's end.
        let (at, end) = match way {
            Way::Forward => (at, line::stop_near(&boards, at, end)),
            Way::Backward => (line::stop_after(&boards, at), end.min(line.len())),
        };
        let Some(longest) = end.checked_sub(at + 2) else {
            return ControlFlow::Continue(Tried::InVain);
        };
        let longest = longest as u32;
        let Some(width) = self.budget.breadth(longest, share) else {
            return ControlFlow::Continue(Tried::NothingLeft);
        };
        let moves = match way {
            Way::Forward => self.ask(beams, &boards[at], &boards[end], longest, width)?,
            Way::Backward => self
                .ask(beams, &boards[end], &boards[at], longest, width)?
                .map(|moves| line::backwards(&moves)),
        };
        let Some(moves) = moves else {
            return ControlFlow::Continue(Tried::InVain);
        };
        let line = [&line[..at], &moves, &line[end..]].concat();
        self.offer(&line)?;
        ControlFlow::Continue(Tried::Shorter)
    }

    /// Has a beam searched, and counts what it did.
    fn ask(
        &mut self,
        beams: &dyn Beams,
        start: &Board,
        goal: &Board,
        longest: u32,
        width: Breadth,
    ) -> ControlFlow<Pause, Option<Vec<Move>>> {
        let net = Net::new(goal);
        let ask = Ask {
            start,
            goal,
            net: net.as_ref(),
            longest,
            width,
        };
        let part = self.control.part(None);
        let found = beams.beam(&ask, &part);
        self.control.absorb(&part);
        let found = match found {
            Ok(found) => found,
            Err(error) => return ControlFlow::Break(Pause::Failed(error)),
        };
        self.stats.expanded += found.expanded;
        self.stats.generated += found.generated;
        self.stats.peak_open = self.stats.peak_open.max(found.widest);
        self.stats.peak_bytes = self.stats.peak_bytes.max(found.bytes);
        self.budget.note(found.expanded, Duration::ZERO);
        match found.stopped {
            Some(stop) => ControlFlow::Break(Pause::Stopped(stop)),
            None => ControlFlow::Continue(found.moves),
        }
    }

    /// The human method's solution.
    fn first(&mut self) -> ControlFlow<Pause> {
        (self.stats.generated, self.stats.peak_open) = (1, 1);
        let moves = human::play(self.puzzle, self.control, self.stats);
        let moves = moves.map_break(Pause::Stopped)?;
        self.offer(&moves)
    }

    /// Takes a line without its loops, and says whether to go on.
    fn offer(&mut self, moves: &[Move]) -> ControlFlow<Pause> {
        let moves = line::without_loops(self.puzzle.start(), moves, &self.zobrist);
        self.incumbent.offer(moves);
        self.judge()
    }

    /// Whether the best line is good enough.
    fn judge(&self) -> ControlFlow<Pause> {
        let bound = self.incumbent.lower_bound();
        if self.control.enough().is_reached(self.length(), bound) {
            return ControlFlow::Break(Pause::Done);
        }
        ControlFlow::Continue(())
    }

    fn line(&self) -> &[Move] {
        let best = self.incumbent.best();
        best.expect("the first step found a line").moves()
    }

    fn length(&self) -> u32 {
        self.line().len() as u32
    }

    /// The goal that the best line leads to.
    fn end(&self) -> Board {
        let start = self.puzzle.start().clone();
        start
            .replay(self.line())
            .expect("a solution's moves are legal")
    }

    /// Shortens the windows of the line until they are as short as they get.
    fn polish(&mut self, length: usize, nodes: u64) -> ControlFlow<Pause> {
        let windows = Windows {
            length,
            nodes,
            threads: self.threads,
        };
        let mut in_vain = 0;
        for offset in [0, length / 2].into_iter().cycle() {
            let before = self.length();
            let passed = windows.pass(self.puzzle.start(), self.line(), offset, self.control);
            self.stats.expanded += passed.expanded;
            self.stats.generated += passed.expanded;
            self.offer(&passed.moves)?;
            if let Some(stop) = passed.stopped {
                return ControlFlow::Break(Pause::Stopped(stop));
            }
            in_vain = if self.length() < before {
                0
            } else {
                in_vain + 1
            };
            if in_vain == 2 {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks for a shorter line with a beam: of this width, or of the width that uses up the budget.
    fn beam<S: State, C: Compass>(
        &mut self,
        goal: &Board,
        compass: &C,
        width: Option<usize>,
    ) -> ControlFlow<Pause> {
        // All lines between two boards have the same parity.
        let Some(longest) = self.length().checked_sub(2) else {
            return ControlFlow::Continue(());
        };
        let tables = compass.table_bytes();
        let room = self.control.limits().memory.unwrap_or(u64::MAX);
        let per_node = Wide::<C>::bytes::<S>(1000, longest) / 1000;
        let fits = room.saturating_sub(tables + Wide::<C>::fixed_bytes(self.threads)) / per_node;
        let asked = width.unwrap_or_else(|| self.budget.width(longest, 0));
        // A pass that adapts may find that it is faster than thought.
        let widest = if width.is_some() {
            asked
        } else {
            asked * 3 / 2
        };
        let widest = widest.min(fits as usize).min(wide::MOST_NODES);
        if widest < 16 {
            return ControlFlow::Break(Pause::Stopped(Stop::OutOfMemory));
        }
        let part = self.control.part(None);
        let wide = Wide {
            start: self.puzzle.start(),
            goal,
            compass,
            zobrist: &self.zobrist,
            grid: Grid::new(goal.size()),
            control: &part,
            threads: if widest < WIDE_FOR_THREADS {
                1
            } else {
                self.threads
            },
            longest,
        };
        let budget = &self.budget;
        let began = self.control.elapsed();
        let (end, work) = wide.run::<S>(widest, |progress| match width {
            Some(width) => width.min(widest),
            None => budget.width(progress.levels, progress.expanded).min(widest),
        });
        self.control.absorb(&part);
        self.budget
            .note(work.expanded, self.control.elapsed().saturating_sub(began));
        self.stats.expanded += work.expanded;
        self.stats.generated += work.generated;
        self.stats.peak_open = self.stats.peak_open.max(work.peak);
        self.stats.peak_bytes = self.stats.peak_bytes.max(work.bytes + tables);
        match end {
            ControlFlow::Break(stop) => ControlFlow::Break(Pause::Stopped(stop)),
            ControlFlow::Continue(Some(moves)) => self.offer(&moves),
            ControlFlow::Continue(None) => ControlFlow::Continue(()),
        }
    }

    /// Nodes for a try at the bound after so many were spent on the line.
    fn proof_nodes(&self, spent: u64) -> u64 {
        match self.puzzle.start().size().cells() {
            ..=25 if self.control.enough().within.is_some() => spent,
            ..=25 => spent / 4,
            // Out of reach but for boards that are nearly solved.
            _ => spent / 50,
        }
    }

    /// Raises the lower bound, with at most so many nodes.
    fn prove(&mut self, nodes: u64) -> ControlFlow<Pause> {
        let part = self.control.part(Some(nodes)).muted();
        // Where the line is shortest already, its length need not be searched: all that is fewer was.
        let enough = self.control.enough().bound_for(self.length());
        let outcome = self.prover.run(self.puzzle, &part, nodes, enough);
        self.control.absorb(&part);
        self.stats.expanded += outcome.stats.expanded;
        self.stats.generated += outcome.stats.generated;
        self.stats.peak_bytes = self.stats.peak_bytes.max(outcome.stats.peak_bytes);
        if outcome.lower_bound() > self.incumbent.lower_bound() {
            *self.tables = outcome
                .exhausted
                .as_ref()
                .map_or(Vec::new(), |told| told.tables.clone());
        }
        self.incumbent.raise(outcome.lower_bound());
        if let Some(best) = outcome.best() {
            self.incumbent.keep(best.clone());
        }
        self.judge()?;
        match outcome.stop {
            Stop::OutOfNodes if self.control.nodes_left() != Some(0) => ControlFlow::Continue(()),
            Stop::Finished => ControlFlow::Continue(()),
            Stop::OutOfMemory if outcome.stats.expanded == 0 => ControlFlow::Continue(()),
            stop => ControlFlow::Break(Pause::Stopped(stop)),
        }
    }

    /// What is left of the budget goes into longer windows, and on small boards into the proof.
    fn rest(&mut self) -> ControlFlow<Pause> {
        if self.prover.tables.is_some() {
            return self.prove(u64::MAX);
        }
        let (mut length, mut nodes) = (40, 100_000);
        while self.budget.is_limited() {
            self.polish(length, nodes)?;
            self.prove(self.proof_nodes(nodes))?;
            (length, nodes) = (length + length / 4, nodes * 2);
        }
        ControlFlow::Continue(())
    }
}
