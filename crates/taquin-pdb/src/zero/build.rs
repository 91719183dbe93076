//! Building a zero-aware table: breadth-first search over whole rows of orders at once.
//!
//! A state is a slot and an order. Which slides are possible depends on the slot alone, so a level is a
//! matter of rows: the row of a slot receives, for each slide that leads into it, the row of the slot
//! before, its bits put in their new places. Slides along a row of the board do not change the order, so
//! whole words of bits are copied.
//!
//! Slots of even and odd sets take turns. Each row is written by one thread and read by others only in
//! the next level, so threads share only the work list.

use std::io;
use std::ops::ControlFlow;
use std::sync::Mutex;

use taquin_core::Control;

use super::slots::Arrival;
use super::{Layout, Orders, Slots};
use crate::build::{BuildError, BuildProgress};
use crate::geometry::is_odd;
use crate::map::Owned;
use crate::pattern::Pattern;
use crate::table::{Table, TableKind};

/// Rows that a thread takes at a time.
const SHARE: usize = 256;

/// Bits of a word.
const WORD: usize = 64;

/// Bytes that building takes, the table included.
pub(crate) fn memory(pattern: &Pattern) -> u64 {
    let tiles = pattern.homes().len();
    let slots = Slots::counted(pattern.size(), tiles) as u64;
    let rows = 3 * slots * 8 * Layout::row_words(tiles) as u64;
    // On most boards fewer than two slides of each tile lead into a slot.
    let arrivals = slots * 2 * tiles as u64 * size_of::<Arrival>() as u64;
    rows + arrivals + Orders::bytes(tiles) as u64
}

/// One half of the slots: those of even or of odd sets.
struct Half {
    /// States whose value is known.
    seen: Vec<u64>,
    /// Those of the last level of this half.
    fresh: Vec<u64>,
    /// Whether the row has any of these.
    active: Vec<bool>,
    /// The second bit of each value.
    bits: Vec<u64>,
    /// Where each row's arrivals begin.
    first: Vec<u32>,
    arrivals: Vec<Arrival>,
}

/// A stretch of rows that one thread works on.
struct Stretch<'a> {
    row: usize,
    seen: &'a mut [u64],
    fresh: &'a mut [u64],
    active: &'a mut [bool],
    bits: &'a mut [u64],
}

pub(crate) fn build(
    pattern: &Pattern,
    threads: usize,
    control: &Control,
    mut progress: impl FnMut(BuildProgress),
) -> Result<Table, BuildError> {
    let layout = &Layout::new(pattern).ok_or(BuildError::TooManyTiles)?;
    let orders = &Orders::new(pattern.homes().len());
    let mut halves = halves(layout);
    let goal = layout.goal(pattern);
    let goal_set: u32 = pattern.homes().iter().map(|&home| 1 << home).sum();
    let mut turn = usize::from(is_odd(pattern.size(), goal_set));
    let row = goal.slot - turn * layout.slots.even();
    let word = row * layout.words + usize::from(goal.order) / WORD;
    let bit = 1 << (usize::from(goal.order) % WORD);
    halves[turn].seen[word] |= bit;
    halves[turn].fresh[word] |= bit;
    halves[turn].active[row] = true;
    let mut histogram = Box::new([0; 256]);
    histogram[0] = 1;
    let mut reached = 1;
    let states = (layout.slots.count() * orders.count()) as u64;
    for level in 1..=254_u8 {
        turn ^= 1;
        let found = step(&mut halves, turn, (layout, orders), level, threads, control)?;
        if found == 0 {
            let words = halves.map(|half| half.bits);
            let bytes = pack(&words).map_err(|_| BuildError::NoMemory)?;
            return Ok(Table::in_memory(
                pattern.clone(),
                TableKind::ZeroAware,
                histogram,
                bytes,
            ));
        }
        histogram[usize::from(level)] = found;
        reached += found;
        progress(BuildProgress {
            level,
            reached,
            entries: states,
        });
    }
    Err(BuildError::TooDeep)
}

/// The words of both halves as bytes, the low bits first.
fn pack(halves: &[Vec<u64>; 2]) -> io::Result<Owned> {
    let words = halves.iter().flatten();
    let mut bytes = Owned::zeroed(8 * halves.iter().map(Vec::len).sum::<usize>())?;
    for (eight, word) in bytes.chunks_exact_mut(8).zip(words) {
        eight.copy_from_slice(&word.to_le_bytes());
    }
    Ok(bytes)
}

fn halves(layout: &Layout) -> [Half; 2] {
    let (even, all) = (layout.slots.even(), layout.slots.count());
    let half = |rows: usize| Half {
        seen: vec![0; rows * layout.words],
        fresh: vec![0; rows * layout.words],
        active: vec![false; rows],
        bits: vec![0; rows * layout.words],
        first: Vec::with_capacity(rows + 1),
        arrivals: Vec::new(),
    };
    let mut halves = [half(even), half(all - even)];
    for (slot, (set, region)) in layout.slots.places().enumerate() {
        let odd = usize::from(slot >= even);
        let half = &mut halves[odd];
        half.first.push(half.arrivals.len() as u32);
        // Rows are counted within their halves.
        let other = if odd == 1 { 0 } else { even as u32 };
        let arrivals = layout.slots.arrivals(set, region);
        half.arrivals.extend(arrivals.map(|arrival| Arrival {
            slot: arrival.slot - other,
            ..arrival
        }));
    }
    for half in &mut halves {
        half.first.push(half.arrivals.len() as u32);
    }
    halves
}

/// One level: fills the half whose turn it is from the other. Gives the number of new states.
fn step(
    halves: &mut [Half; 2],
    turn: usize,
    (layout, orders): (&Layout, &Orders),
    level: u8,
    threads: usize,
    control: &Control,
) -> Result<u64, BuildError> {
    let [even, odd] = halves;
    let (to, from) = if turn == 0 { (even, odd) } else { (odd, even) };
    let words = layout.words;
    let stretches = to
        .seen
        .chunks_mut(SHARE * words)
        .zip(to.fresh.chunks_mut(SHARE * words))
        .zip(to.bits.chunks_mut(SHARE * words))
        .zip(to.active.chunks_mut(SHARE))
        .enumerate()
        .map(|(i, (((seen, fresh), bits), active))| Stretch {
            row: i * SHARE,
            seen,
            fresh,
            active,
            bits,
        });
    let rows = Rows {
        first: &to.first,
        arrivals: &to.arrivals,
        from,
        layout,
        orders,
        level,
    };
    let left = Mutex::new(stretches);
    let sum = Mutex::new(Ok(0));
    let work = || {
        let mut found = 0;
        let mut row = vec![0; words];
        loop {
            let next = left.lock().expect("no thread panics here").next();
            let Some(mut stretch) = next else { break };
            if let ControlFlow::Break(stop) = control.check() {
                *sum.lock().expect("no thread panics here") = Err(BuildError::Stopped(stop));
                return;
            }
            found += rows.fill(&mut stretch, &mut row);
        }
        if let Ok(sum) = &mut *sum.lock().expect("no thread panics here") {
            *sum += found;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    sum.into_inner().expect("no thread panicked")
}

/// The input of a level.
struct Rows<'a> {
    first: &'a [u32],
    arrivals: &'a [Arrival],
    from: &'a Half,
    layout: &'a Layout,
    orders: &'a Orders,
    level: u8,
}

impl Rows<'_> {
    /// Fills a stretch of rows; `row` is room for one.
    fn fill(&self, stretch: &mut Stretch<'_>, row: &mut [u64]) -> u64 {
        let words = self.layout.words;
        let second = self.level & 2 != 0;
        let mut found = 0;
        for (i, active) in stretch.active.iter_mut().enumerate() {
            let at = stretch.row + i;
            let arrivals = self.first[at] as usize..self.first[at + 1] as usize;
            let was_active = std::mem::replace(active, false);
            let mut any = false;
            for &arrival in &self.arrivals[arrivals] {
                if self.from.active[arrival.slot as usize] {
                    if !any {
                        row.fill(0);
                        any = true;
                    }
                    self.take(arrival, row);
                }
            }
            let stretch_row = i * words..(i + 1) * words;
            let fresh = &mut stretch.fresh[stretch_row.clone()];
            if any {
                let seen = &mut stretch.seen[stretch_row.clone()];
                let mut new = 0;
                for ((row, seen), fresh) in row.iter().zip(seen).zip(fresh) {
                    *fresh = row & !*seen;
                    *seen |= row;
                    new += u64::from(fresh.count_ones());
                }
                if new > 0 {
                    *active = true;
                    found += new;
                    if second {
                        let bits = &mut stretch.bits[stretch_row.clone()];
                        for (bits, fresh) in bits.iter_mut().zip(&stretch.fresh[stretch_row]) {
                            *bits |= fresh;
                        }
                    }
                }
            } else if was_active {
                fresh.fill(0);
            }
        }
        found
    }

    /// Adds the states that a slide brings to a row.
    fn take(&self, arrival: Arrival, row: &mut [u64]) {
        let words = self.layout.words;
        let from = &self.from.fresh[arrival.slot as usize * words..][..words];
        if arrival.was == arrival.is {
            for (row, from) in row.iter_mut().zip(from) {
                *row |= from;
            }
            return;
        }
        let (was, is) = (usize::from(arrival.was), usize::from(arrival.is));
        let moved = self.orders.moved(was, is);
        for (orders, &word) in moved.chunks(WORD).zip(from) {
            let mut word = word;
            while word != 0 {
                let order = usize::from(orders[word.trailing_zeros() as usize]);
                word &= word - 1;
                row[order / WORD] |= 1 << (order % WORD);
            }
        }
    }
}
