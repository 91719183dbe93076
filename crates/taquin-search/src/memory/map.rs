//! Closed table as a hash map, for boards too large for the compact table and too small for the
//! arena.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use taquin_core::{Direction, Size};

use super::{Arrival, MAX_G, Mark, Reached};

pub(crate) struct Map<S>(FxHashMap<S, Mark>);

impl<S> Map<S> {
    /// The map keeps one control byte and one pair for each of its places, of which it fills 7/8.
    fn bytes_for(states: usize) -> u64 {
        let places = (states * 8 / 7 + 1).next_power_of_two();
        (places * (size_of::<(S, Mark)>() + 1)) as u64
    }
}

impl<S: Copy + Eq + Hash> Reached<S> for Map<S> {
    type Key = S;
    type Ticket = S;

    fn new(_: Size) -> Self {
        Self(FxHashMap::with_capacity_and_hasher(
            1 << 10,
            rustc_hash::FxBuildHasher,
        ))
    }

    fn key(state: S) -> S {
        state
    }

    fn ticket(&self, state: S) -> S {
        state
    }

    fn state(&self, ticket: S) -> S {
        ticket
    }

    fn is_large(&self) -> bool {
        false
    }

    fn prefetch(&self, _: S) {}

    fn arrive(&mut self, state: S, g: u32, via: Direction) -> Arrival {
        let g = g.min(MAX_G);
        let new = Mark {
            g,
            via,
            closed: false,
        };
        let Some(old) = self.0.get_mut(&state) else {
            self.0.insert(state, new);
            return Arrival::New;
        };
        if g >= old.g {
            return Arrival::Known;
        }
        let was_closed = old.closed;
        *old = new;
        Arrival::Shorter { was_closed }
    }

    fn arrive_once(&mut self, state: S, g: u32, via: Direction) -> bool {
        let before = self.0.len();
        self.0.entry(state).or_insert(Mark {
            g: g.min(MAX_G),
            via,
            closed: false,
        });
        self.0.len() > before
    }

    fn get(&self, state: S) -> Option<Mark> {
        self.0.get(&state).copied()
    }

    fn close(&mut self, state: S) -> Option<Mark> {
        let mark = self.0.get_mut(&state)?;
        let before = *mark;
        mark.closed = true;
        Some(before)
    }

    fn bytes(&self) -> u64 {
        Self::bytes_for(self.0.capacity())
    }

    fn is_full(&self, _: u32) -> bool {
        self.0.len() + 4 > self.0.capacity()
    }

    fn bytes_to_grow(&self) -> u64 {
        3 * self.bytes()
    }

    fn grow(&mut self) {
        self.0.reserve(self.0.capacity() + 1);
    }
}
