//! Closed table for boards too large for the compact table: cells in one arena, found through a table of
//! indices.
//!
//! A state takes a byte for each of its cells, two for its mark and about eight in the table, whatever
//! the size of its packed form. Open lists hold the index of a state, which is its
//! [ticket](Reached::Ticket). Records never move, so nothing is copied when the arena grows.

use std::hash::Hasher;
use std::marker::PhantomData;

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use taquin_core::packed::Bytes;
use taquin_core::{Direction, Size};

use super::{Arrival, MAX_G, Mark, Reached};

/// Records in a block.
const BLOCK: usize = 1 << 10;
/// Bytes of a mark behind the numbers of a record.
const MARK: usize = 2;

pub(crate) struct Arena<const N: usize> {
    cells: usize,
    blocks: Vec<Box<[u8]>>,
    len: usize,
    indices: HashTable<u32>,
    /// The state that arrived last or was asked for last: its ticket is asked for next.
    last: u32,
    packed: PhantomData<Bytes<N>>,
}

impl<const N: usize> Arena<N> {
    fn stride(&self) -> usize {
        self.cells + MARK
    }

    fn block_bytes(&self) -> u64 {
        (BLOCK * self.stride()) as u64
    }

    /// The numbers and the mark of a state.
    fn record(&self, index: u32) -> (&[u8], &[u8]) {
        let (block, place) = (index as usize / BLOCK, index as usize % BLOCK);
        self.blocks[block][place * self.stride()..][..self.stride()].split_at(self.cells)
    }

    fn numbers(&self, index: u32) -> &[u8] {
        self.record(index).0
    }

    fn mark(&self, index: u32) -> Mark {
        let mark = self.record(index).1;
        unpack(u16::from_le_bytes([mark[0], mark[1]]))
    }

    fn set_mark(&mut self, index: u32, mark: Mark) {
        let (block, place) = (index as usize / BLOCK, index as usize % BLOCK);
        let at = place * self.stride() + self.cells;
        self.blocks[block][at..at + MARK].copy_from_slice(&pack(mark).to_le_bytes());
    }

    fn find(&self, state: &Bytes<N>) -> Option<u32> {
        let numbers = &state.0[..self.cells];
        let is_same = |&index: &u32| self.numbers(index) == numbers;
        self.indices.find(hash(numbers), is_same).copied()
    }

    /// Adds a state that is not there.
    fn insert(&mut self, state: &Bytes<N>, mark: Mark) {
        let index = u32::try_from(self.len).expect("memory ends before the indices do");
        let (cells, stride) = (self.cells, self.stride());
        let place = self.len % BLOCK * stride;
        self.blocks[self.len / BLOCK][place..place + cells].copy_from_slice(&state.0[..cells]);
        self.len += 1;
        self.set_mark(index, mark);
        let blocks = &self.blocks;
        let rehash = |&index: &u32| {
            let (block, place) = (index as usize / BLOCK, index as usize % BLOCK);
            hash(&blocks[block][place * stride..][..cells])
        };
        self.indices
            .insert_unique(hash(&state.0[..cells]), index, rehash);
        self.last = index;
    }
}

fn hash(numbers: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(numbers);
    hasher.finish()
}

/// A mark in 15 bits: 12 of g, two of the move, one of closed.
fn pack(mark: Mark) -> u16 {
    (mark.g as u16) << 3 | (mark.via as u16) << 1 | u16::from(mark.closed)
}

fn unpack(mark: u16) -> Mark {
    Mark {
        g: u32::from(mark >> 3),
        via: Direction::from_index((mark >> 1) as u8),
        closed: mark & 1 == 1,
    }
}

impl<const N: usize> Reached<Bytes<N>> for Arena<N> {
    type Key = Bytes<N>;
    type Ticket = u32;

    fn new(size: Size) -> Self {
        Self {
            cells: size.cells(),
            blocks: Vec::new(),
            len: 0,
            indices: HashTable::with_capacity(BLOCK),
            last: 0,
            packed: PhantomData,
        }
    }

    fn key(state: Bytes<N>) -> Bytes<N> {
        state
    }

    fn ticket(&self, state: Bytes<N>) -> u32 {
        if self.len > 0 && self.numbers(self.last) == &state.0[..self.cells] {
            return self.last;
        }
        self.find(&state).expect("only reached states have tickets")
    }

    fn state(&self, ticket: u32) -> Bytes<N> {
        let mut state = [0; N];
        state[..self.cells].copy_from_slice(self.numbers(ticket));
        Bytes(state)
    }

    fn is_large(&self) -> bool {
        false
    }

    fn prefetch(&self, _: Bytes<N>) {}

    fn arrive(&mut self, state: Bytes<N>, g: u32, via: Direction) -> Arrival {
        let new = Mark {
            g: g.min(MAX_G),
            via,
            closed: false,
        };
        let Some(index) = self.find(&state) else {
            self.insert(&state, new);
            return Arrival::New;
        };
        let old = self.mark(index);
        if new.g >= old.g {
            return Arrival::Known;
        }
        self.last = index;
        self.set_mark(index, new);
        Arrival::Shorter {
            was_closed: old.closed,
        }
    }

    fn arrive_once(&mut self, state: Bytes<N>, g: u32, via: Direction) -> bool {
        let is_new = self.find(&state).is_none();
        if is_new {
            let mark = Mark {
                g: g.min(MAX_G),
                via,
                closed: false,
            };
            self.insert(&state, mark);
        }
        is_new
    }

    fn get(&self, state: Bytes<N>) -> Option<Mark> {
        self.find(&state).map(|index| self.mark(index))
    }

    fn close(&mut self, state: Bytes<N>) -> Option<Mark> {
        let index = self.find(&state)?;
        let before = self.mark(index);
        self.set_mark(
            index,
            Mark {
                closed: true,
                ..before
            },
        );
        Some(before)
    }

    fn bytes(&self) -> u64 {
        self.blocks.len() as u64 * self.block_bytes() + self.indices.allocation_size() as u64
    }

    fn is_full(&self, _: u32) -> bool {
        self.len + 4 > (self.blocks.len() * BLOCK).min(self.indices.capacity())
    }

    /// Another block, and a table of twice the size, which coexists with the old one while its indices move.
    fn bytes_to_grow(&self) -> u64 {
        let table = if self.len + 4 > self.indices.capacity() {
            2 * self.indices.allocation_size() as u64
        } else {
            0
        };
        self.bytes() + self.block_bytes() + table
    }

    fn grow(&mut self) {
        let (cells, stride) = (self.cells, self.stride());
        if self.len + 4 > self.blocks.len() * BLOCK {
            self.blocks.push(vec![0; BLOCK * stride].into_boxed_slice());
        }
        let blocks = &self.blocks;
        self.indices.reserve(BLOCK, |&index| {
            let (block, place) = (index as usize / BLOCK, index as usize % BLOCK);
            hash(&blocks[block][place * stride..][..cells])
        });
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::packed::Packed;
    use taquin_core::{Goal, Size};

    use super::super::map::Map;
    use super::*;

    /// The arena answers what the plain map of boards answers, and its tickets give the states back.
    #[test]
    fn agrees_with_a_map_of_boards() {
        let size = Size::new(10, 10).unwrap();
        let (mut arena, mut map) = (Arena::<256>::new(size), Map::<Bytes<256>>::new(size));
        let mut board = Goal::BlankLast.board(size).unwrap();
        let mut seed = 1_u64;
        for step in 0..20_000_u32 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves: Vec<_> = board.moves().collect();
            let mv = moves[(seed >> 33) as usize % moves.len()];
            board.slide(mv).unwrap();
            let state = Bytes::<256>::pack(&board);
            if arena.is_full(0) {
                arena.grow();
            }
            if map.is_full(0) {
                map.grow();
            }
            let g = (seed >> 40) as u32 % 5000;
            if step % 3 == 0 {
                assert_eq!(
                    arena.arrive_once(state, g, mv.0),
                    map.arrive_once(state, g, mv.0)
                );
            } else {
                assert_eq!(arena.arrive(state, g, mv.0), map.arrive(state, g, mv.0));
            }
            assert_eq!(arena.state(arena.ticket(state)), state);
            if step % 5 == 0 {
                assert_eq!(arena.close(state), map.close(state));
            }
            assert_eq!(arena.get(state), map.get(state));
        }
        // 100 cells, a mark, a table that is at least 7/16 full and at most one block too many.
        let states = arena.len as u64;
        assert!(arena.bytes() < states * (100 + 2 + 12) + arena.block_bytes());
    }
}
