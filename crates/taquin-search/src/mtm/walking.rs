//! The search with small tables: a walking distance for each axis.
//!
//! Tiles differ only by their goal line and may be anywhere in a line, and a vertical move is one step
//! for the whole run of tiles. Ignoring a tile's place within its line only adds legal moves, so the
//! bound is admissible. Walking distance: K. Takahashi, 2001.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use taquin_core::{Board, Control, Direction, Move, Size, Stop};

use super::{Deepening, HORIZONTAL, MAX_CELLS, VERTICAL};

/// More lines than this have too many walking states: their axis has no bound.
const MAX_LINES: usize = 6;

/// A search for one goal.
pub(super) struct Walking<'a> {
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

impl<'a> Walking<'a> {
    pub(super) fn new(start: &Board, goal: &Board, control: &'a Control) -> Self {
        let tables = control.context().part::<AxisTables>();
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

    pub(super) fn table_bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.bytes()).sum()
    }

    /// Moves that one axis needs at least.
    fn needs(&self, axis: usize) -> u32 {
        u32::from(self.tables[axis].distance[self.state[axis] as usize])
    }

    /// No solution has fewer moves, whichever axis is first.
    pub(super) fn bound(&self) -> u32 {
        let (v, h) = (self.needs(VERTICAL), self.needs(HORIZONTAL));
        let first = |own: u32, other: u32| (2 * own).saturating_sub(1).max(2 * other);
        first(v, h).min(first(h, v))
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
}

impl Deepening for Walking<'_> {
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

    /// The path has the blank's directions, and tiles go the other way.
    fn solution(&self) -> Vec<Move> {
        let moves = self.path.iter().rev();
        moves
            .flat_map(|&(blank, count)| vec![Move(blank.opposite()); count])
            .collect()
    }

    fn take_counts(&mut self) -> (u64, u64) {
        let counts = (self.expanded, self.generated);
        (self.expanded, self.generated) = (0, 0);
        counts
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
