//! Windows of a path, each replaced by a shortest path between its ends.
//!
//! A piece of a line from board *a* to board *b* is a separate puzzle, with *b* as the goal: the
//! Manhattan distance to *b* guides an IDA\* limited to less than the segment's length. Pieces of a few
//! dozen moves are optimal after some thousand nodes. The line is cut into windows side by side, which
//! are searched independently of one another, by all threads; then the cuts are shifted by half a
//! window.

use std::ops::ControlFlow;
use std::sync::Mutex;

use taquin_core::packed::Grid;
use taquin_core::{Board, Cells, Control, Direction, Meter, Move, Size, Stop};

/// Settings of the search for windows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    /// Moves of a window.
    pub(super) length: usize,
    /// Nodes that one window may take.
    pub(super) nodes: u64,
    /// Threads that share the windows.
    pub(super) threads: usize,
}

/// A line after one pass over its windows.
pub(super) struct Passed {
    pub(super) moves: Vec<Move>,
    pub(super) expanded: u64,
    /// Why the pass was cut short, if it was; the moves are a line all the same.
    pub(super) stopped: Option<Stop>,
}

impl Windows {
    /// Searches the windows that begin at `offset`; what lies before it is unchanged.
    pub(super) fn pass(
        self,
        start: &Board,
        moves: &[Move],
        offset: usize,
        control: &Control,
    ) -> Passed {
        let (head, tail) = moves.split_at(offset.min(moves.len()));
        let mut board = start.clone();
        let mut walk = |moves: &[Move]| {
            for &mv in moves {
                board.slide(mv);
            }
            board.clone()
        };
        let mut from = walk(head);
        let pieces: Vec<Piece<'_>> = tail
            .chunks(self.length)
            .map(|moves| {
                let to = walk(moves);
                let from = std::mem::replace(&mut from, to.clone());
                Piece { from, to, moves }
            })
            .collect();
        let share = pieces.len().div_ceil(self.threads.max(1)).max(1);
        let stopped = Mutex::new(None);
        let work = |pieces: &[Piece<'_>]| {
            let mut found = Vec::new();
            let mut expanded = 0;
            let mut is_stopped = false;
            for piece in pieces {
                let mut shorter = None;
                if !is_stopped {
                    let mut search = Search::new(piece, self.nodes, control);
                    match search.shorter(piece.moves.len()) {
                        ControlFlow::Continue(moves) => shorter = moves,
                        ControlFlow::Break(stop) => {
                            is_stopped = true;
                            *stopped.lock().expect("no thread panics while it writes") = Some(stop);
                        }
                    }
                    expanded += search.expanded;
                }
                found.extend(shorter.unwrap_or_else(|| piece.moves.to_vec()));
            }
            (found, expanded)
        };
        let parts: Vec<(Vec<Move>, u64)> = std::thread::scope(|scope| {
            let work = &work;
            let mut shares = pieces.chunks(share);
            let mine = shares.next().unwrap_or_default();
            let others: Vec<_> = shares
                .map(|share| scope.spawn(move || work(share)))
                .collect();
            let mut parts = vec![work(mine)];
            parts.extend(others.into_iter().map(|other| {
                other
                    .join()
                    .expect("a window's search does not panic: its moves are legal by the grid")
            }));
            parts
        });
        let mut passed = Passed {
            moves: head.to_vec(),
            expanded: 0,
            stopped: stopped.into_inner().expect("no thread panicked"),
        };
        for (moves, expanded) in parts {
            passed.moves.extend(moves);
            passed.expanded += expanded;
        }
        passed
    }
}

/// A window of the line.
struct Piece<'a> {
    from: Board,
    to: Board,
    moves: &'a [Move],
}

/// IDA\* from one end of a window to the other.
struct Search<'a> {
    size: Size,
    grid: Grid,
    board: [u8; 256],
    /// The cell of each tile at the window's end.
    home: [u8; 256],
    blank: usize,
    distance: u32,
    left: u64,
    expanded: u64,
    meter: Meter<'a>,
    /// The moves found, last first.
    path: Vec<Move>,
}

enum End {
    Found,
    /// The window's nodes are used up.
    Spent,
    Stopped(Stop),
}

impl<'a> Search<'a> {
    fn new(piece: &Piece<'_>, nodes: u64, control: &'a Control) -> Self {
        let size = piece.from.size();
        let (mut board, mut home) = ([0; 256], [0; 256]);
        for cell in 0..size.cells() {
            board[cell] = piece.from.number(cell);
            home[usize::from(piece.to.number(cell))] = cell as u8;
        }
        let mut search = Self {
            size,
            grid: Grid::new(size),
            board,
            home,
            blank: piece.from.blank().index(),
            distance: 0,
            left: nodes,
            expanded: 0,
            meter: control.meter(),
            path: Vec::new(),
        };
        search.distance = (0..size.cells())
            .filter(|&cell| search.board[cell] != 0)
            .map(|cell| search.distance_of(search.board[cell], cell))
            .sum();
        search
    }

    #[inline]
    fn distance_of(&self, tile: u8, cell: usize) -> u32 {
        let home = usize::from(self.home[usize::from(tile)]);
        self.size.distance(cell, home) as u32
    }

    /// A path of fewer than `length` moves, a shortest one if the node budget lasts.
    fn shorter(&mut self, length: usize) -> ControlFlow<Stop, Option<Vec<Move>>> {
        let mut bound = self.distance;
        // Paths between the same two boards differ by an even number of moves.
        while (bound as usize) < length {
            match self.descend(bound, None) {
                ControlFlow::Continue(()) => bound += 2,
                ControlFlow::Break(End::Found) => {
                    self.path.reverse();
                    return ControlFlow::Continue(Some(std::mem::take(&mut self.path)));
                }
                ControlFlow::Break(End::Spent) => break,
                ControlFlow::Break(End::Stopped(stop)) => return ControlFlow::Break(stop),
            }
        }
        ControlFlow::Continue(None)
    }

    /// Searches the board's successors with this many moves left.
    fn descend(&mut self, left: u32, last: Option<Direction>) -> ControlFlow<End> {
        // Distance 0 means that every tile is in its place, and so the blank as well.
        if self.distance == 0 {
            return ControlFlow::Break(End::Found);
        }
        if self.left == 0 {
            return ControlFlow::Break(End::Spent);
        }
        self.meter.node().map_break(End::Stopped)?;
        self.left -= 1;
        self.expanded += 1;
        let (blank, before) = (self.blank, self.distance);
        let undo = last.map_or(0, |last| 1 << last.opposite() as u8);
        let legal = self.grid.legal(blank) & !undo;
        for direction in Direction::ALL {
            if legal & (1 << direction as u8) == 0 {
                continue;
            }
            let from = self.grid.source(blank, direction);
            let tile = self.board[from];
            let after = before + self.distance_of(tile, blank) - self.distance_of(tile, from);
            if after >= left {
                continue;
            }
            self.board.swap(from, blank);
            (self.blank, self.distance) = (from, after);
            let end = self.descend(left - 1, Some(direction));
            self.board.swap(from, blank);
            (self.blank, self.distance) = (blank, before);
            if let ControlFlow::Break(End::Found) = end {
                self.path.push(Move(direction));
            }
            end?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Walk};
    use taquin_core::{Goal, Limits};
    use taquin_testkit::Distances;

    use super::*;

    fn windows(length: usize, threads: usize) -> Windows {
        Windows {
            length,
            nodes: 1_000_000,
            threads,
        }
    }

    /// A walk on 3x3, and its end.
    fn walk(steps: usize) -> (Board, Vec<Move>, Board) {
        let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
        let start = Walk { moves: 50 }.board(&goal, 3);
        let mut board = start.clone();
        let mut moves = Vec::new();
        for step in 0..steps {
            let legal: Vec<Move> = board.moves().collect();
            let mv = legal[(step * step + step / 3) % legal.len()];
            board.slide(mv);
            moves.push(mv);
        }
        (start, moves, board)
    }

    #[test]
    fn a_window_over_the_whole_line_is_a_shortest_way() {
        for steps in [0, 1, 7, 40, 60] {
            let (start, moves, end) = walk(steps);
            let control = Control::new(Limits::default());
            let passed = windows(100, 1).pass(&start, &moves, 0, &control);
            assert_eq!(start.clone().replay(&passed.moves), Ok(end.clone()));
            let truth = Distances::from_goals(&[end]).get(&start);
            assert_eq!(Some(passed.moves.len() as u32), truth, "{steps} moves");
        }
    }

    #[test]
    fn threads_and_cuts_leave_the_ends_alone() {
        let (start, moves, end) = walk(200);
        let control = Control::new(Limits::default());
        for offset in [0, 5, 300] {
            let lines = [1, 2, 3].map(|threads| {
                let passed = windows(20, threads).pass(&start, &moves, offset, &control);
                assert_eq!(start.clone().replay(&passed.moves), Ok(end.clone()));
                (passed.moves, passed.expanded)
            });
            assert!(lines[0] == lines[1] && lines[1] == lines[2]);
        }
    }

    #[test]
    fn a_stopped_pass_still_gives_a_line() {
        let (start, moves, end) = walk(200);
        for nodes in [0, 1, 100] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let passed = windows(20, 2).pass(&start, &moves, 0, &Control::new(limits));
            assert_eq!(start.clone().replay(&passed.moves), Ok(end.clone()));
            assert_eq!(passed.stopped, Some(Stop::OutOfNodes));
            assert!(passed.expanded <= nodes);
        }
    }
}
