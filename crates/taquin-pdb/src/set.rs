//! Tables of one partition, added up and followed along the moves of a board.

use std::sync::Arc;

use taquin_core::{Board, Cells};

use crate::rank::{between, between_change};
use crate::symmetry::{CellMap, canonical_blank, is_same, towards_canonical};
use crate::table::{Table, TableKind};

/// The tables of patterns that share no tile, for one goal.
///
/// The board is looked up directly and, if it has the symmetry, mirrored as well: the mirror image is as
/// far from the goal as the board. The estimate is the larger sum.
#[derive(Debug)]
pub struct DatabaseSet {
    tables: Vec<Arc<Table>>,
    views: Vec<View>,
    cells: usize,
}

/// Maximum number of look-ups per board.
const VIEWS: usize = 2;

/// No pattern has this tile.
const NONE: u8 = u8::MAX;

/// The board seen through one symmetry.
#[derive(Debug)]
struct View {
    /// By number: the pattern of the tile, or [`NONE`].
    pattern: Vec<u8>,
    /// By number: its rank among the tiles of its pattern.
    order: Vec<u8>,
    /// By number: what one step of the tile's digit is worth.
    weight: Vec<i32>,
    /// By moved number and number in between, `cells · moved + other`.
    between: Vec<i32>,
    /// By cells left and entered, `cells · from + to`.
    edges: Vec<Edge>,
    /// The cells between two neighbours, edge after edge.
    spans: Vec<u8>,
    map: CellMap,
}

/// Two neighbouring cells in the order of a view.
#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    /// From the cell left to the cell entered.
    steps: i32,
    /// Index of the cells between them in the list of spans.
    first: u16,
    end: u16,
}

/// The state that follows a board: the rank and value of each pattern, in each view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed<const P: usize> {
    rank: [[u32; P]; VIEWS],
    value: [[u8; P]; VIEWS],
    sum: [u16; VIEWS],
}

impl<const P: usize> Followed<P> {
    /// The estimate: the larger of the sums.
    #[inline]
    pub fn estimate(&self) -> u32 {
        u32::from(self.sum[0].max(self.sum[1]))
    }
}

impl DatabaseSet {
    /// The set for a goal. The tables must be plain ones of the goal's size, be made for the
    /// [canonical](canonical_blank) cell of its blank, and share no tile; those that do not fit are
    /// left out.
    pub fn new(goal: &Board, tables: Vec<Arc<Table>>) -> Self {
        let (size, blank) = (goal.size(), goal.blank().index());
        let canonical = canonical_blank(size, blank);
        let mut taken = 0_u32;
        let mut kept: Vec<Arc<Table>> = Vec::new();
        for table in tables {
            let pattern = table.pattern();
            let homes = pattern.homes().iter().map(|home| 1 << home).sum::<u32>();
            let fits = pattern.size() == size && pattern.blank() == canonical;
            if fits && table.kind() == TableKind::Plain && taken & homes == 0 {
                taken |= homes;
                kept.push(table);
            }
        }
        let maps = towards_canonical(size, blank);
        let first = maps[0].clone();
        // A mirror that takes every pattern to one of the patterns shows nothing new.
        let second = maps[1..]
            .iter()
            .find(|map| !is_same(&first, map, kept.iter().map(|table| table.pattern())));
        let views = [Some(&first), second];
        Self {
            views: views
                .into_iter()
                .flatten()
                .map(|map| View::new(goal, map, &kept))
                .collect(),
            cells: size.cells(),
            tables: kept,
        }
    }

    /// The tables.
    pub fn tables(&self) -> &[Arc<Table>] {
        &self.tables
    }

    /// Bytes of the tables and of what is needed to follow a board.
    pub fn bytes(&self) -> u64 {
        let tables: usize = self.tables.iter().map(|table| table.len()).sum();
        let views: usize = self
            .views
            .iter()
            .map(|view| 4 * view.between.len() + 8 * view.edges.len())
            .sum();
        (tables + views) as u64
    }

    /// The ranks and values of a board. `P` must be at least the number of tables.
    pub fn start<const P: usize, B: Cells + ?Sized>(&self, board: &B) -> Followed<P> {
        let mut followed = Followed {
            rank: [[0; P]; VIEWS],
            value: [[0; P]; VIEWS],
            sum: [0; VIEWS],
        };
        for (v, view) in self.views.iter().enumerate() {
            let mut at = [[0_u8; 25]; P];
            for cell in 0..self.cells {
                let tile = usize::from(board.number(cell));
                if view.pattern[tile] != NONE {
                    at[usize::from(view.pattern[tile])][usize::from(view.order[tile])] =
                        view.map[cell] as u8;
                }
            }
            for (p, table) in self.tables.iter().enumerate() {
                let pattern = table.pattern();
                let rank = pattern.ranking().rank(&at[p][..pattern.homes().len()]);
                followed.rank[v][p] = rank;
                followed.value[v][p] = table[rank as usize];
                followed.sum[v] += u16::from(table[rank as usize]);
            }
        }
        followed
    }

    /// The tiles of each pattern and the slides they need among themselves, in the view that needs
    /// more; their sum is the estimate.
    pub fn parts(&self, board: &Board) -> Vec<(Vec<u8>, u32)> {
        let followed = self.start::<{ crate::Partition::MAX_PATTERNS }, _>(board);
        let views = self.views.iter().zip(followed.value).zip(followed.sum);
        let best = views.max_by_key(|&(_, sum)| sum);
        let ((view, values), _) = best.expect("the identity is always a view");
        let tiles = |p: usize| {
            let numbers = (1..self.cells).filter(|&n| usize::from(view.pattern[n]) == p);
            numbers.map(|number| number as u8).collect()
        };
        let parts = 0..self.tables.len();
        parts.map(|p| (tiles(p), u32::from(values[p]))).collect()
    }

    /// The ranks and values after `tile` slid from one cell to its neighbour; `after` is the board
    /// after it.
    #[inline]
    pub fn step<const P: usize, B: Cells + ?Sized>(
        &self,
        mut followed: Followed<P>,
        after: &B,
        tile: u8,
        from: usize,
        to: usize,
    ) -> Followed<P> {
        let tile = usize::from(tile);
        for (v, view) in self.views.iter().enumerate() {
            let p = usize::from(view.pattern[tile]);
            if p >= P {
                continue;
            }
            let edge = view.edges[self.cells * from + to];
            let mut adds = 0;
            for &cell in &view.spans[usize::from(edge.first)..usize::from(edge.end)] {
                adds += view.between[self.cells * tile + usize::from(after.number(cell.into()))];
            }
            let adds = if edge.steps > 0 { adds } else { -adds };
            let change = edge.steps * view.weight[tile] + adds;
            let rank = followed.rank[v][p].wrapping_add_signed(change);
            let value = self.tables[p][rank as usize];
            followed.sum[v] = followed.sum[v] + u16::from(value) - u16::from(followed.value[v][p]);
            followed.rank[v][p] = rank;
            followed.value[v][p] = value;
        }
        followed
    }
}

impl View {
    fn new(goal: &Board, map: &CellMap, tables: &[Arc<Table>]) -> Self {
        let size = goal.size();
        let cells = size.cells();
        let mut view = Self {
            pattern: vec![NONE; cells],
            order: vec![0; cells],
            weight: vec![0; cells],
            between: vec![0; cells * cells],
            edges: vec![Edge::default(); cells * cells],
            spans: Vec::new(),
            map: map.clone(),
        };
        for (home, number) in goal.numbers().enumerate() {
            for (p, table) in tables.iter().enumerate() {
                let homes = table.pattern().homes();
                let order = homes
                    .iter()
                    .position(|&cell| usize::from(cell) == map[home]);
                if let Some(order) = order {
                    view.pattern[usize::from(number)] = p as u8;
                    view.order[usize::from(number)] = order as u8;
                }
            }
        }
        for from in 0..cells {
            for to in (0..cells).filter(|&to| size.distance(from, to) == 1) {
                let (a, b) = (map[from], map[to]);
                let inside = |cell: &u8| between(a, b) & (1 << map[usize::from(*cell)]) != 0;
                let first = view.spans.len() as u16;
                view.spans.extend((0..cells as u8).filter(inside));
                view.edges[cells * from + to] = Edge {
                    steps: b as i32 - a as i32,
                    first,
                    end: view.spans.len() as u16,
                };
            }
        }
        for moved in view.members() {
            let ranking = tables[usize::from(view.pattern[moved])].pattern().ranking();
            view.weight[moved] = ranking.weight(view.order[moved].into()) as i32;
            for other in view.members() {
                if view.pattern[moved] == view.pattern[other] {
                    let (a, b) = (view.order[moved].into(), view.order[other].into());
                    view.between[cells * moved + other] = between_change(&ranking, a, b);
                }
            }
        }
        view
    }

    /// The numbers of tiles that are in some pattern.
    fn members(&self) -> Vec<usize> {
        let member = |&number: &usize| self.pattern[number] != NONE;
        (0..self.pattern.len()).filter(member).collect()
    }
}
