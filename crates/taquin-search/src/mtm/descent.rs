//! The search with a table of classes for each axis.
//!
//! Depth-first over pieces: a piece of a layer is expanded as a whole, and its children are searched
//! before the next piece. So the look-ups of a whole piece wait for memory together, and a layer
//! never has more than a few times as many nodes as a piece.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_core::{Board, Control, Direction, Meter, Move, Stop};
use taquin_pdb::{PdbCache, PdbCacheError};

use super::classes::{Lines, MOST, Ranking};
use super::line_table::{CEILING, Last, LineTable, is_place_within, is_within};
use super::{Deepening, HORIZONTAL, Rankings, VERTICAL};

/// Nodes that are expanded together.
const PIECE: usize = 256;

/// The tables for the searches towards one goal.
pub(super) struct Tables {
    /// By axis, then for solutions that end with a move of that axis and of the other.
    tables: [[LineTable; 2]; 2],
}

impl Tables {
    /// The rankings of the axes for a goal, if its board is small enough.
    pub(super) fn rankings(goal: &Board, known: &Rankings) -> Option<[Arc<Ranking>; 2]> {
        let size = goal.size();
        if size.rows().max(size.cols()) > MOST {
            return None;
        }
        let turned = Turned::new(goal);
        let blank = goal.blank().index();
        Some([VERTICAL, HORIZONTAL].map(|axis| {
            known.get(Lines {
                count: turned.lengths[axis],
                length: turned.lengths[axis ^ 1],
                home: turned.line(blank, axis),
                place: turned.line(blank, axis ^ 1),
            })
        }))
    }

    /// Bytes of the tables of some goals, which may share them.
    pub(super) fn bytes(goals: &[[Arc<Ranking>; 2]]) -> u64 {
        let mut rankings: Vec<_> = goals.iter().flatten().collect();
        rankings.sort_by_key(|ranking| Arc::as_ptr(ranking));
        rankings.dedup_by(|one, other| Arc::ptr_eq(one, other));
        rankings
            .into_iter()
            .map(|ranking| 2 * LineTable::bytes(ranking))
            .sum()
    }

    /// Additional bytes for building a table.
    pub(super) fn building_bytes(goals: &[[Arc<Ranking>; 2]]) -> u64 {
        let bytes = goals.iter().flatten().map(|r| LineTable::building_bytes(r));
        bytes.max().unwrap_or(0)
    }

    /// Whether all are in memory or in files.
    pub(super) fn are_ready(rankings: &[Arc<Ranking>; 2], cache: &PdbCache) -> bool {
        let is_ready = |last| {
            rankings
                .iter()
                .all(|ranking| LineTable::is_ready(ranking, last, cache))
        };
        is_ready(Last::Across) && is_ready(Last::Along)
    }

    /// The tables from memory, from files, or built.
    pub(super) fn get(
        rankings: &[Arc<Ranking>; 2],
        control: &Control,
    ) -> Result<Self, PdbCacheError> {
        let both = |axis: usize| -> Result<_, PdbCacheError> {
            Ok([
                LineTable::get(&rankings[axis], Last::Across, control)?,
                LineTable::get(&rankings[axis], Last::Along, control)?,
            ])
        };
        Ok(Self {
            tables: [both(VERTICAL)?, both(HORIZONTAL)?],
        })
    }
}

/// The board mirrored so that the goal has its blank in the later half of both axes.
struct Turned {
    /// Lines by axis.
    lengths: [usize; 2],
    is_mirrored: [bool; 2],
}

impl Turned {
    fn new(goal: &Board) -> Self {
        let size = goal.size();
        let lengths = [size.rows(), size.cols()];
        let mut turned = Self {
            lengths,
            is_mirrored: [false; 2],
        };
        for axis in [VERTICAL, HORIZONTAL] {
            let line = turned.line(goal.blank().index(), axis);
            turned.is_mirrored[axis] = 2 * line < lengths[axis] - 1;
        }
        turned
    }

    /// The line of a cell along an axis, after mirroring.
    fn line(&self, cell: usize, axis: usize) -> usize {
        let cols = self.lengths[HORIZONTAL];
        let line = [cell / cols, cell % cols][axis];
        if self.is_mirrored[axis] {
            self.lengths[axis] - 1 - line
        } else {
            line
        }
    }

    /// The code of a board for an axis: where each tile belongs, line by line.
    fn code(&self, board: &Board, goal: &Board, axis: usize) -> u32 {
        let mut homes = [0; MOST * MOST];
        for (cell, number) in goal.numbers().enumerate() {
            homes[usize::from(number)] = self.line(cell, axis);
        }
        let mut tiles: Vec<_> = board
            .numbers()
            .enumerate()
            .filter(|&(_, number)| number > 0)
            .map(|(cell, number)| {
                let place = (self.line(cell, axis), self.line(cell, axis ^ 1));
                (place, homes[usize::from(number)])
            })
            .collect();
        tiles.sort_unstable();
        Lines::code(tiles.into_iter().map(|(_, home)| home))
    }
}

/// A board; the two codes determine all of it.
#[derive(Clone, Copy)]
struct Node {
    codes: [u32; 2],
    /// The node it comes from, in the layer before.
    parent: u32,
    /// The entry of the axis that does not move next.
    entry: u16,
    /// The blank's line, by axis.
    blank: [u8; 2],
}

/// A child whose own axis was not looked up yet.
#[derive(Clone, Copy)]
struct Candidate {
    code: u32,
    class: u32,
    parent: u32,
    line: u8,
}

/// A search for one goal.
pub(super) struct Descent<'a> {
    tables: &'a Tables,
    turned: Turned,
    goal: [u32; 2],
    /// The blank's line in the goal, by axis.
    home: [u8; 2],
    /// Nodes by depth: those of the piece that is searched and its siblings.
    layers: Vec<Vec<Node>>,
    candidates: Vec<Candidate>,
    /// Which table an axis uses: that of the axis that ends with the solution, or of the other.
    last: [usize; 2],
    /// The goal that was found, in the layer of this depth.
    depth: usize,
    meter: Meter<'a>,
    expanded: u64,
    generated: u64,
}

impl<'a> Descent<'a> {
    pub(super) fn new(
        start: &Board,
        goal: &Board,
        tables: &'a Tables,
        control: &'a Control,
    ) -> Self {
        let turned = Turned::new(goal);
        let by_axis = [VERTICAL, HORIZONTAL];
        let blank = |board: &Board| by_axis.map(|a| turned.line(board.blank().index(), a) as u8);
        let root = Node {
            codes: by_axis.map(|axis| turned.code(start, goal, axis)),
            parent: 0,
            entry: 0,
            blank: blank(start),
        };
        Self {
            goal: by_axis.map(|axis| turned.code(goal, goal, axis)),
            home: blank(goal),
            layers: vec![vec![root]],
            candidates: Vec::with_capacity(PIECE * (MOST - 1)),
            last: [0; 2],
            depth: 0,
            turned,
            tables,
            meter: control.meter(),
            expanded: 0,
            generated: 1,
        }
    }

    /// No solution has fewer moves.
    pub(super) fn bound(&mut self) -> u32 {
        if self.is_solved() {
            return 0;
        }
        // Values of the tables end at their ceiling, so some number of moves is always possible.
        let mut moves = 1;
        while !self.prepare(VERTICAL, moves) && !self.prepare(HORIZONTAL, moves) {
            moves += 1;
        }
        moves
    }

    fn is_solved(&self) -> bool {
        let root = &self.layers[0][0];
        root.codes == self.goal && root.blank == self.home
    }

    fn table(&self, axis: usize) -> &'a LineTable {
        &self.tables.tables[axis][self.last[axis]]
    }

    /// Chooses the tables for so many moves, this axis first; whether their bounds allow that.
    fn prepare(&mut self, first: usize, moves: u32) -> bool {
        let other = first ^ 1;
        let last = if moves % 2 == 1 { first } else { other };
        self.last = [VERTICAL, HORIZONTAL].map(|axis| usize::from(axis != last));
        let root = self.layers[0][0];
        let entry = |axis: usize| {
            let table = self.table(axis);
            let class = table
                .ranking
                .class(root.codes[axis], root.blank[axis].into());
            table.entry(class)
        };
        let [own, others] = [entry(first), entry(other)];
        self.layers[0][0].entry = others;
        let place = usize::from(root.blank[other]);
        let line = usize::from(root.blank[first]);
        let needs_none = |axis: usize| {
            root.codes[axis] == self.goal[axis] && root.blank[axis] == self.home[axis]
        };
        let is_other_within = match moves / 2 {
            0 => needs_none(other),
            half => is_within(others, line, least(half)),
        };
        is_place_within(own, place, least(moves.div_ceil(2))) && is_other_within
    }

    /// Searches the nodes of a layer, whose next moves go along `AXIS`, for a goal `left` moves away.
    fn search<const AXIS: usize>(&mut self, depth: usize, left: u32) -> ControlFlow<Stop, bool> {
        if self.layers.len() < depth + 2 {
            self.layers.resize_with(depth + 2, Vec::new);
        }
        let layer = std::mem::take(&mut self.layers[depth]);
        let mut children = std::mem::take(&mut self.layers[depth + 1]);
        let mut found = false;
        for start in (0..layer.len()).step_by(PIECE) {
            children.clear();
            self.expand::<AXIS>(&layer, start, &mut children, left)?;
            if children.is_empty() {
                continue;
            }
            if left == 1 {
                self.depth = depth + 1;
                found = true;
                break;
            }
            self.layers[depth + 1] = std::mem::take(&mut children);
            found = if AXIS == VERTICAL {
                self.search::<HORIZONTAL>(depth + 1, left - 1)?
            } else {
                self.search::<VERTICAL>(depth + 1, left - 1)?
            };
            children = std::mem::take(&mut self.layers[depth + 1]);
            if found {
                break;
            }
        }
        self.layers[depth] = layer;
        self.layers[depth + 1] = children;
        ControlFlow::Continue(found)
    }

    /// The children of a piece of a layer that the tables allow.
    fn expand<const AXIS: usize>(
        &mut self,
        layer: &[Node],
        start: usize,
        children: &mut Vec<Node>,
        left: u32,
    ) -> ControlFlow<Stop> {
        let other = AXIS ^ 1;
        let table = self.table(AXIS);
        let lines = table.ranking.lines;
        let piece = &layer[start..layer.len().min(start + PIECE)];
        // After this move the other axis is next.
        let least_of_other = least(left / 2);
        self.candidates.clear();
        for (parent, node) in (start as u32..).zip(piece) {
            self.meter.node()?;
            self.expanded += 1;
            self.generated += lines.count as u64 - 1;
            let place = usize::from(node.blank[other]);
            let blank = usize::from(node.blank[AXIS]);
            let mut add = |code: u32, line: usize| {
                if left == 1 || is_place_within(node.entry, line, least_of_other) {
                    let class = table.ranking.class(code, line);
                    table.prefetch(class);
                    self.candidates.push(Candidate {
                        code,
                        class: class as u32,
                        parent,
                        line: line as u8,
                    });
                }
            };
            let mut code = node.codes[AXIS];
            for line in blank..lines.count - 1 {
                code = lines.to_next(code, line, place);
                add(code, line + 1);
            }
            let mut code = node.codes[AXIS];
            for line in (1..=blank).rev() {
                code = lines.to_last(code, line, place);
                add(code, line - 1);
            }
        }
        let left_of_own = (left - 1) / 2;
        let least_of_own = least(left_of_own);
        for candidate in &self.candidates {
            let node = &layer[candidate.parent as usize];
            let entry = table.entry(candidate.class as usize);
            let is_allowed = if left_of_own == 0 {
                let is_home =
                    candidate.code == self.goal[AXIS] && candidate.line == self.home[AXIS];
                let is_other_home =
                    node.codes[other] == self.goal[other] && node.blank[other] == self.home[other];
                is_home && (left > 1 || is_other_home)
            } else {
                is_within(entry, node.blank[other].into(), least_of_own)
            };
            if is_allowed {
                let mut child = Node {
                    parent: candidate.parent,
                    entry,
                    ..*node
                };
                child.codes[AXIS] = candidate.code;
                child.blank[AXIS] = candidate.line;
                children.push(child);
            }
        }
        ControlFlow::Continue(())
    }
}

/// The least stored value for positions that need at most this many moves.
fn least(moves: u32) -> u32 {
    CEILING.saturating_sub(moves)
}

impl Deepening for Descent<'_> {
    fn within(&mut self, moves: u32) -> ControlFlow<Stop, bool> {
        if moves == 0 {
            return ControlFlow::Continue(self.is_solved());
        }
        if self.prepare(VERTICAL, moves) && self.search::<VERTICAL>(0, moves)? {
            return ControlFlow::Continue(true);
        }
        if self.prepare(HORIZONTAL, moves) && self.search::<HORIZONTAL>(0, moves)? {
            return ControlFlow::Continue(true);
        }
        ControlFlow::Continue(false)
    }

    fn solution(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = 0;
        for depth in (1..=self.depth).rev() {
            let node = self.layers[depth][at];
            let parent = self.layers[depth - 1][node.parent as usize];
            for (axis, ways) in [
                (VERTICAL, [Direction::Up, Direction::Down]),
                (HORIZONTAL, [Direction::Left, Direction::Right]),
            ] {
                let (from, to) = (parent.blank[axis], node.blank[axis]);
                // Tiles go the way that the blank does not.
                let tiles = usize::from((to < from) != self.turned.is_mirrored[axis]);
                let slides = usize::from(from.abs_diff(to));
                moves.extend(std::iter::repeat_n(Move(ways[tiles]), slides));
            }
            at = node.parent as usize;
        }
        moves.reverse();
        moves
    }

    fn take_counts(&mut self) -> (u64, u64) {
        let counts = (self.expanded, self.generated);
        (self.expanded, self.generated) = (0, 0);
        counts
    }
}
