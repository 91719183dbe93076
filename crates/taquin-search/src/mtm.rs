//! Shortest solutions in the multi-tile metric, where sliding one to several tiles along a row or
//! column is one move.
//!
//! IDA\*. Two moves along one axis in a row would be one move, so a shortest solution alternates between
//! vertical and horizontal moves: each node has at most three children on 4x4. Of `n` moves left the
//! axis that is next gets `⌈n/2⌉` and the other `⌊n/2⌋`, so a lower bound for either axis bounds `n` by
//! about its double. Each bound is a walking distance of its own (`AxisTable`): tiles differ only by
//! their goal line and may be anywhere in a line, and a vertical move is one step for the whole run of
//! tiles. Ignoring a tile's place within its line only adds legal moves, so the bound is admissible.
//! Walking distance: K. Takahashi, 2001.
//!
//! The metric is a type of its own: an [`MtmOutcome`] is never mixed up with lengths in single-tile
//! moves.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use taquin_core::{
    Board, Control, Direction, Event, Move, Puzzle, Size, Solution, SolveError, Stats, Stop,
    multi_tile_length,
};

/// The most cells of a board that is solved in this metric.
pub const MAX_CELLS: usize = 16;

/// More lines than this have too many walking states: their axis has no bound.
const MAX_LINES: usize = 6;

/// The result of a search in the multi-tile metric; all lengths count multi-tile moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MtmOutcome {
    best: Option<Solution>,
    lower_bound: u32,
    /// Why the search ended.
    pub stop: Stop,
    /// What it did.
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
    let mut stats = Stats::default();
    let mut lower_bound = 0;
    let ended = deepen(puzzle, control, &mut stats, &mut lower_bound);
    stats.time = control.elapsed();
    let (best, stop) = match ended {
        ControlFlow::Continue(solution) => (Some(solution), Stop::Finished),
        ControlFlow::Break(stop) => (None, stop),
    };
    Ok(MtmOutcome {
        best,
        lower_bound,
        stop,
        stats,
    })
}

/// Raises the threshold until a goal is within it.
fn deepen(
    puzzle: &Puzzle,
    control: &Control,
    stats: &mut Stats,
    lower_bound: &mut u32,
) -> ControlFlow<Stop, Solution> {
    let tables = control.context().part::<AxisTables>();
    let mut searches = Vec::new();
    for goal in puzzle.targets() {
        control.check()?;
        searches.push(Search::new(puzzle.start(), goal, &tables, control));
    }
    stats.peak_bytes = searches.iter().map(Search::table_bytes).max().unwrap_or(0);
    control.check_memory(stats.peak_bytes)?;
    let bound = searches.iter().map(Search::bound).min();
    *lower_bound = bound.expect("a puzzle has a goal");
    loop {
        control.report(&Event::LowerBound(*lower_bound));
        stats.peak_open = stats.peak_open.max(u64::from(*lower_bound));
        for search in &mut searches {
            let found = search.within(*lower_bound);
            stats.expanded += std::mem::take(&mut search.expanded);
            stats.generated += std::mem::take(&mut search.generated);
            if found? {
                let moves = search.solution();
                let solution = Solution::check(puzzle, moves).expect("a search slides real tiles");
                return ControlFlow::Continue(solution);
            }
        }
        *lower_bound += 1;
    }
}

/// An axis: vertical moves, or horizontal ones.
const VERTICAL: usize = 0;
const HORIZONTAL: usize = 1;

/// A search for one goal.
struct Search<'a> {
    size: Size,
    cells: [u8; MAX_CELLS],
    goal: [u8; MAX_CELLS],
    blank: usize,
    tables: [Arc<AxisTable>; 2],
    /// The line of a tile's place in the goal, by axis and tile.
    home: [[u8; MAX_CELLS]; 2],
    /// The walking state of each axis.
    state: [u32; 2],
    /// The moves of the solution, last first: the direction of the blank, and how far.
    path: Vec<(Direction, usize)>,
    meter: taquin_core::Meter<'a>,
    expanded: u64,
    generated: u64,
}

impl<'a> Search<'a> {
    fn new(start: &Board, goal: &Board, tables: &AxisTables, control: &'a Control) -> Self {
        let size = start.size();
        let (rows, cols) = (size.rows(), size.cols());
        let mut cells = [0; MAX_CELLS];
        let mut goal_cells = [0; MAX_CELLS];
        let mut home = [[0; MAX_CELLS]; 2];
        for (cell, number) in start.numbers().enumerate() {
            cells[cell] = number;
        }
        for (cell, number) in goal.numbers().enumerate() {
            goal_cells[cell] = number;
            home[VERTICAL][usize::from(number)] = size.row(cell) as u8;
            home[HORIZONTAL][usize::from(number)] = size.col(cell) as u8;
        }
        let (blank, goal_blank) = (start.blank().index(), goal.blank().index());
        let tables = [
            tables.get(rows, cols, size.row(goal_blank)),
            tables.get(cols, rows, size.col(goal_blank)),
        ];
        let tiles = |axis: usize| {
            let placed = cells.iter().enumerate().take(size.cells());
            placed
                .filter(|&(_, &tile)| tile > 0)
                .map(move |(cell, &tile)| {
                    let line = [size.row(cell), size.col(cell)][axis];
                    (line, usize::from(home[axis][usize::from(tile)]))
                })
        };
        let state = [
            tables[VERTICAL].state(tiles(VERTICAL), size.row(blank)),
            tables[HORIZONTAL].state(tiles(HORIZONTAL), size.col(blank)),
        ];
        Self {
            size,
            cells,
            goal: goal_cells,
            blank,
            tables,
            home,
            state,
            path: Vec::new(),
            meter: control.meter(),
            expanded: 0,
            generated: 1,
        }
    }

    fn table_bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.bytes()).sum()
    }

    /// Moves that one axis needs at least.
    fn needs(&self, axis: usize) -> u32 {
        u32::from(self.tables[axis].distance[self.state[axis] as usize])
    }

    /// No solution has fewer moves, whichever axis is first.
    fn bound(&self) -> u32 {
        let (v, h) = (self.needs(VERTICAL), self.needs(HORIZONTAL));
        let first = |own: u32, other: u32| (2 * own).saturating_sub(1).max(2 * other);
        first(v, h).min(first(h, v))
    }

    /// Whether there is a solution of exactly this many moves; its path is then kept.
    fn within(&mut self, moves: u32) -> ControlFlow<Stop, bool> {
        let (v, h) = (self.needs(VERTICAL), self.needs(HORIZONTAL));
        if moves == 0 {
            return ControlFlow::Continue(self.cells == self.goal);
        }
        let blank = self.blank;
        if v <= moves.div_ceil(2) && h <= moves / 2 && self.descend::<VERTICAL>(blank, moves)? {
            return ControlFlow::Continue(true);
        }
        if h <= moves.div_ceil(2) && v <= moves / 2 {
            return self.descend::<HORIZONTAL>(blank, moves);
        }
        ControlFlow::Continue(false)
    }

    /// Tries all moves along one axis; afterwards the board is as before.
    fn descend<const AXIS: usize>(&mut self, blank: usize, left: u32) -> ControlFlow<Stop, bool> {
        self.meter.node()?;
        self.expanded += 1;
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let (step, line, lines) = if AXIS == VERTICAL {
            (cols, blank / cols, rows)
        } else {
            (1, blank % cols, cols)
        };
        let before = self.state[AXIS];
        // Of the moves after this one the other axis is next, so this one gets the smaller half.
        let budget = (left - 1) / 2;
        for towards_end in [false, true] {
            let reach = if towards_end { lines - 1 - line } else { line };
            let (mut at, mut state, mut found) = (blank, before, false);
            let mut made = 0;
            while made < reach && !found {
                made += 1;
                let from = if towards_end { at + step } else { at - step };
                let tile = self.cells[from];
                self.cells[at] = tile;
                at = from;
                let home = self.home[AXIS][usize::from(tile)];
                state = self.tables[AXIS].next(state, towards_end, usize::from(home));
                self.generated += 1;
                if u32::from(self.tables[AXIS].distance[state as usize]) > budget {
                    continue;
                }
                self.state[AXIS] = state;
                found = if left == 1 {
                    // An axis of many lines has no table, so the bounds alone do not tell.
                    self.cells[at] = 0;
                    self.cells == self.goal
                } else if AXIS == VERTICAL {
                    self.descend::<HORIZONTAL>(at, left - 1)?
                } else {
                    self.descend::<VERTICAL>(at, left - 1)?
                };
            }
            for _ in 0..made {
                let to = if towards_end { at - step } else { at + step };
                self.cells[at] = self.cells[to];
                at = to;
            }
            self.cells[at] = 0;
            self.state[AXIS] = before;
            if found {
                let direction = match (AXIS == VERTICAL, towards_end) {
                    (true, false) => Direction::Up,
                    (true, true) => Direction::Down,
                    (false, false) => Direction::Left,
                    (false, true) => Direction::Right,
                };
                self.path.push((direction, made));
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    /// The path as slides of tiles, opposite to the blank's direction.
    fn solution(&self) -> Vec<Move> {
        let moves = self.path.iter().rev();
        moves
            .flat_map(|&(blank, count)| vec![Move(blank.opposite()); count])
            .collect()
    }
}

/// The tables by lines, cells of a line and the line of the goal's blank, kept in a context.
#[derive(Default)]
struct AxisTables(Mutex<HashMap<(usize, usize, usize), Arc<AxisTable>>>);

impl AxisTables {
    fn get(&self, lines: usize, length: usize, home: usize) -> Arc<AxisTable> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let table = tables.entry((lines, length, home));
        let build = || Arc::new(AxisTable::build(lines, length, home));
        Arc::clone(table.or_insert_with(build))
    }
}

/// The walking distance of one axis in multi-tile moves.
///
/// A state says for each line how many of its tiles belong to which line, and where the blank is.
struct AxisTable {
    lines: usize,
    /// The state after one slide by state, way of the blank and line of the tile's home.
    next: Vec<u32>,
    /// Moves to the goal by state.
    distance: Vec<u8>,
    states: HashMap<u128, u32>,
}

/// No tile of this home can slide this way.
const NONE: u32 = u32::MAX;

impl AxisTable {
    /// All states that are reached from the goal, whose blank is in line `home`.
    fn build(lines: usize, length: usize, home: usize) -> Self {
        let mut table = Self {
            lines,
            next: Vec::new(),
            distance: vec![0],
            states: HashMap::new(),
        };
        if lines > MAX_LINES {
            table.next = vec![0; 2 * lines];
            return table;
        }
        let mut goal = vec![0_u8; lines * lines];
        for line in 0..lines {
            goal[line * lines + line] = (length - usize::from(line == home)) as u8;
        }
        table.states.insert(pack(&goal, home), 0);
        let mut reached = vec![(goal, home)];
        let mut index = 0;
        while index < reached.len() {
            let (counts, blank) = reached[index].clone();
            for to in [
                blank.checked_sub(1),
                Some(blank + 1).filter(|&to| to < lines),
            ] {
                for home in 0..lines {
                    let Some(to) = to.filter(|to| counts[to * lines + home] > 0) else {
                        table.next.push(NONE);
                        continue;
                    };
                    let mut slid = counts.clone();
                    slid[to * lines + home] -= 1;
                    slid[blank * lines + home] += 1;
                    let fresh = reached.len() as u32;
                    let state = *table.states.entry(pack(&slid, to)).or_insert(fresh);
                    if state == fresh {
                        reached.push((slid, to));
                    }
                    table.next.push(state);
                }
            }
            index += 1;
        }
        table.measure(reached.len());
        table
    }

    /// Breadth-first from the goal; each run of slides one way is a step.
    fn measure(&mut self, states: usize) {
        self.distance = vec![u8::MAX; states];
        self.distance[0] = 0;
        let mut layer = vec![0];
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            let mut reached = Vec::new();
            for &state in &layer {
                for towards_end in [false, true] {
                    let mut run = vec![state];
                    while !run.is_empty() {
                        run = self.slid(&run, towards_end);
                        for &state in &run {
                            let distance = &mut self.distance[state as usize];
                            if *distance == u8::MAX {
                                *distance = depth;
                                reached.push(state);
                            }
                        }
                    }
                }
            }
            layer = reached;
        }
    }

    /// The states one slide after any of these.
    fn slid(&self, states: &[u32], towards_end: bool) -> Vec<u32> {
        let homes = |&state: &u32| (0..self.lines).map(move |home| (state, home));
        let after = states.iter().flat_map(homes);
        let mut after: Vec<u32> = after
            .map(|(state, home)| self.next(state, towards_end, home))
            .filter(|&state| state != NONE)
            .collect();
        after.sort_unstable();
        after.dedup();
        after
    }

    #[inline]
    fn next(&self, state: u32, towards_end: bool, home: usize) -> u32 {
        self.next[(2 * state as usize + usize::from(towards_end)) * self.lines + home]
    }

    /// The state of tiles, each in a line and with a line to go to.
    fn state(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u32 {
        if self.states.is_empty() {
            return 0;
        }
        let mut counts = vec![0; self.lines * self.lines];
        for (line, home) in tiles {
            counts[line * self.lines + home] += 1;
        }
        self.states[&pack(&counts, blank)]
    }

    fn bytes(&self) -> u64 {
        let states = self.states.len() * (size_of::<u128>() + size_of::<u32>());
        (4 * self.next.len() + self.distance.len() + states) as u64
    }
}

/// A state as a number: six lines hold two tiles each, fewer lines at most eight.
fn pack(counts: &[u8], blank: usize) -> u128 {
    let bits = if counts.len() <= 25 { 4 } else { 2 };
    let packed = counts
        .iter()
        .fold(0, |key, &count| key << bits | u128::from(count));
    packed << 4 | blank as u128
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use taquin_core::{Goal, Goals, Limits};

    use super::*;

    /// True distances in multi-tile moves, breadth-first over boards.
    fn distances(goal: &Board) -> HashMap<Board, u32> {
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut layer = vec![goal.clone()];
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for board in &layer {
                for direction in Direction::ALL {
                    let mut slid = board.clone();
                    while slid.slide(Move(direction)).is_some() {
                        if !distances.contains_key(&slid) {
                            distances.insert(slid.clone(), depth);
                            next.push(slid.clone());
                        }
                    }
                }
            }
            layer = next;
        }
        distances
    }

    fn optimal(board: &Board, goals: &Goals) -> u32 {
        let puzzle = Puzzle::new(board.clone(), goals).unwrap();
        let control = Control::new(Limits::default());
        let outcome = solve(&puzzle, &control).unwrap();
        assert!(outcome.is_optimal(), "{board}");
        outcome.length().unwrap()
    }

    #[test]
    fn every_board_of_the_smallest_sizes_is_solved_optimally() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral] {
                let target = goal.board(size).unwrap();
                for (board, distance) in distances(&target) {
                    let goals = Goals::from(goal.clone());
                    assert_eq!(optimal(&board, &goals), distance, "{board} to {goal}");
                }
            }
        }
    }

    #[test]
    fn boards_of_3x3_are_solved_optimally() {
        let size = Size::new(3, 3).unwrap();
        let goal = Goal::BlankLast.board(size).unwrap();
        let distances = distances(&goal);
        assert_eq!(distances.len(), 181_440);
        // Published for the 3x3 puzzle: no board needs more than 24 multi-tile moves.
        let radius = *distances.values().max().unwrap();
        assert_eq!(radius, 24);
        let mut boards: Vec<_> = distances.iter().collect();
        boards.sort_by_key(|(board, distance)| (**distance, board.to_string()));
        for &(board, &distance) in boards.iter().step_by(997).chain(boards.last()) {
            assert_eq!(optimal(board, &Goals::default()), distance, "{board}");
        }
    }

    #[test]
    fn the_nearest_of_several_goals_counts() {
        let size = Size::new(2, 3).unwrap();
        let goals = Goals::new([Goal::BlankLast, Goal::BlankFirst]);
        let reach = [Goal::BlankLast, Goal::BlankFirst].map(|g| distances(&g.board(size).unwrap()));
        for board in reach[0].keys().step_by(7) {
            let least = reach.iter().filter_map(|d| d.get(board)).min();
            assert_eq!(Some(&optimal(board, &goals)), least, "{board}");
        }
    }

    #[test]
    fn a_limit_leaves_a_true_lower_bound() {
        let board: Board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3".parse().unwrap();
        let puzzle = Puzzle::new(board, &Goals::from(Goal::BlankFirst)).unwrap();
        let limits = Limits {
            nodes: Some(10_000),
            ..Limits::default()
        };
        let outcome = solve(&puzzle, &Control::new(limits)).unwrap();
        assert_eq!(
            (outcome.stop, outcome.stats.expanded),
            (Stop::OutOfNodes, 10_000)
        );
        // 33 by this search and by slidy 0.3.2.
        assert!((15..=33).contains(&outcome.lower_bound()), "{outcome:?}");
        assert_eq!(outcome.best(), None);
    }

    #[test]
    fn a_long_run_of_tiles_is_one_move() {
        let board: Board = "0 1 2 3/5 6 7 4/9 10 11 8/13 14 15 12".parse().unwrap();
        assert_eq!(optimal(&board, &Goals::default()), 2);
    }

    #[test]
    fn large_boards_are_refused() {
        let goal = Goal::BlankLast.board(Size::new(5, 5).unwrap()).unwrap();
        let puzzle = Puzzle::new(goal, &Goals::default()).unwrap();
        let refused = solve(&puzzle, &Control::new(Limits::default())).unwrap_err();
        assert!(
            refused.to_string().contains("at most 16 cells"),
            "{refused}"
        );
    }
}
