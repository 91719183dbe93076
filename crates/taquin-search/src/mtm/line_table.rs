//! Tables of the number of moves across the lines that a class needs.
//!
//! Moves along the lines are free here, so a value bounds the moves of one axis alone, and the
//! alternation of axes doubles it. Moves along the lines do not change a class, but the place where
//! the blank stops does: a value is for a blank that starts across from this place, and between two
//! moves across it must change place. An *entry* has the values of all places of a class, so one
//! look-up answers for all moves along the line.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_core::{Control, Event, Stop};
use taquin_pdb::{PdbCache, PdbCacheError, StoredTable};

use super::classes::{Lines, Ranking};
use crate::memory::{Words, prefetch};

/// The axis of a solution's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// Across the lines: the blank is at its place before that move.
    Across,
    /// Along the blank's line: the blank comes from another place.
    Along,
}

/// The moves across, of each class.
pub(super) struct LineTable {
    pub(super) ranking: Arc<Ranking>,
    bytes: Arc<StoredTable>,
}

/// Values are kept as what they are below this, four bits each; 0 is this or more.
pub(super) const CEILING: u32 = 16;

/// Bytes of an entry.
const ENTRY: usize = 2;

/// Look-ups between a request for a cache line and its use.
const AHEAD: usize = 64;

/// Codes between two checks of the control.
const CHECK_EVERY: u64 = 1 << 16;

impl LineTable {
    /// Bytes of the table of a ranking.
    pub(super) fn bytes(ranking: &Ranking) -> u64 {
        (ranking.classes() * ENTRY) as u64
    }

    /// Additional bytes for building it.
    pub(super) fn building_bytes(ranking: &Ranking) -> u64 {
        (ranking.classes() * size_of::<u32>()) as u64
    }

    /// Whether it is in memory or a file.
    pub(super) fn is_ready(ranking: &Ranking, last: Last, cache: &PdbCache) -> bool {
        let length = Self::bytes(ranking) as usize;
        cache.has_stored(&name(ranking.lines, last), length)
    }

    /// The table from memory, from a file, or built.
    pub(super) fn get(
        ranking: &Arc<Ranking>,
        last: Last,
        control: &Control,
    ) -> Result<Self, PdbCacheError> {
        let cache = control.context().part::<PdbCache>();
        let name = name(ranking.lines, last);
        let length = Self::bytes(ranking) as usize;
        let build = |entries: &mut [u8]| build(ranking, last, entries, &name, control);
        let bytes = cache.stored(&name, length, control, build)?;
        Ok(Self {
            ranking: Arc::clone(ranking),
            bytes,
        })
    }

    /// Asks for an entry to be loaded early.
    #[inline]
    pub(super) fn prefetch(&self, class: usize) {
        prefetch(&self.bytes[class * ENTRY]);
    }

    /// The values of all places of a class, four bits each.
    #[inline]
    pub(super) fn entry(&self, class: usize) -> u16 {
        read(&self.bytes, class)
    }
}

/// The name of the table, also in files.
fn name(lines: Lines, last: Last) -> String {
    let Lines {
        count,
        length,
        home,
        place,
    } = lines;
    let last = match last {
        Last::Across => "across",
        Last::Along => "along",
    };
    format!(
        "{count}x{length}-blank{}-mtm-{last}",
        home * length + place + 1
    )
}

/// The even places, and the odd ones, that have a value of at most [`CEILING`] less `least`: each sets
/// the bit above its four.
#[inline]
fn halves(entry: u32, least: u32) -> (u32, u32) {
    let raise = (CEILING - least) * 0x0101;
    let even = ((entry & 0x0f0f) + raise) & 0x1010;
    let odd = ((entry >> 4 & 0x0f0f) + raise) & 0x1010;
    (even, odd)
}

/// Whether a place other than this has a value of at most [`CEILING`] less `least`.
#[inline]
pub(super) fn is_within(entry: u16, but: usize, least: u32) -> bool {
    let others = u32::from(entry) & !(15 << (4 * but));
    let (even, odd) = halves(others, least);
    even | odd != 0
}

/// A bit for each place that has a value of at most [`CEILING`] less `least`.
#[inline]
fn within(entry: u16, least: u32) -> u32 {
    let (even, odd) = halves(entry.into(), least);
    let bits = even >> 4 | odd >> 3;
    (bits | bits >> 6) & 15
}

/// Whether this place has a value of at most [`CEILING`] less `least`.
#[inline]
pub(super) fn is_place_within(entry: u16, place: usize, least: u32) -> bool {
    u32::from(entry >> (4 * place) & 15) >= least
}

#[inline]
fn read(entries: &[u8], class: usize) -> u16 {
    let bytes = &entries[class * ENTRY..class * ENTRY + ENTRY];
    u16::from_le_bytes([bytes[0], bytes[1]])
}

/// Breadth-first from the goal, one layer for each move across.
fn build(
    ranking: &Ranking,
    last: Last,
    entries: &mut [u8],
    name: &str,
    control: &Control,
) -> ControlFlow<Stop> {
    let lines = ranking.lines;
    let all = (1_u32 << lines.length) - 1;
    let home = 1 << lines.place;
    let mut words = Words::zeroed(ranking.classes().div_ceil(2));
    let states: &mut [u32] = bytemuck::cast_slice_mut(&mut words);
    let mut layer = Layer::new(ranking, states, 1);
    let seeds = match last {
        Last::Across => home,
        Last::Along => all & !home,
    };
    layer.before(lines.goal(), lines.home, seeds, 0);
    let mut reached = layer.finish();
    let mut moves = 1;
    while moves + 1 < CEILING {
        control.report(&Event::Table {
            tiles: name.to_owned(),
            reached,
            entries: (ranking.classes() * lines.length) as u64,
        });
        let mut layer = Layer::new(ranking, states, moves + 1);
        let value = CEILING - moves;
        let (mut class, mut seen) = (0, 0_u64);
        ranking.for_each(|code| {
            for line in 0..lines.count {
                let state = layer.states[class];
                class += 1;
                if !has(state as u16, value as u16) {
                    continue;
                }
                // The blank comes to a place from another, so one place opens all but itself.
                let open = |places: u32| match places.count_ones() {
                    0 => 0,
                    1 => all & !places,
                    _ => all,
                };
                let entry = state as u16;
                let fresh = open(within(entry, value)) & !open(within(entry, value + 1));
                layer.before(code, line, fresh, state);
            }
            seen += 1;
            if seen.is_multiple_of(CHECK_EVERY) {
                control.check()?;
            }
            ControlFlow::Continue(())
        })?;
        let fresh = layer.finish();
        if fresh == 0 {
            break;
        }
        reached += fresh;
        moves += 1;
    }
    for (entry, &state) in entries.chunks_exact_mut(ENTRY).zip(&*states) {
        entry.copy_from_slice(&(state as u16).to_le_bytes());
    }
    ControlFlow::Continue(())
}

/// Whether one of the four values is this.
#[inline]
fn has(entry: u16, value: u16) -> bool {
    let zero_where_equal = entry ^ (value * 0x1111);
    zero_where_equal.wrapping_sub(0x1111) & !zero_where_equal & 0x8888 != 0
}

/// Writes one value; each write waits until its cache line is there.
///
/// The states that the blank reaches across from a place form a *row* of classes. The first class of a
/// row that the search comes to gives all others their value, the second one gives the first its own
/// and marks the row as finished, so the rest have nothing to do.
struct Layer<'a> {
    ranking: &'a Ranking,
    /// By class, the entry; above it a mark for each place.
    states: &'a mut [u32],
    value: u32,
    /// Classes, the shifts of their places, and marks to add.
    waiting: [(usize, u32, u32); AHEAD],
    next: usize,
    written: u64,
}

/// The first bit of the marks.
const MARKS: u32 = 16;

impl<'a> Layer<'a> {
    fn new(ranking: &'a Ranking, states: &'a mut [u32], moves: u32) -> Self {
        Self {
            ranking,
            states,
            value: CEILING - moves,
            waiting: [(0, 0, 0); AHEAD],
            next: 0,
            written: 0,
        }
    }

    /// The states one move across before a class, at each of these places.
    #[inline]
    fn before(&mut self, code: u32, line: usize, places: u32, state: u32) {
        let lines = self.ranking.lines;
        let mut places = places & !(state >> MARKS);
        while places > 0 {
            let place = places.trailing_zeros() as usize;
            places &= places - 1;
            let is_second = state & (15 << (4 * place)) != 0;
            let mark = u32::from(is_second) << MARKS << place;
            let mut slid = code;
            for line in line..lines.count - 1 {
                slid = lines.to_next(slid, line, place);
                self.put(self.ranking.class(slid, line + 1), place, mark);
            }
            let mut slid = code;
            for line in (1..=line).rev() {
                slid = lines.to_last(slid, line, place);
                self.put(self.ranking.class(slid, line - 1), place, mark);
            }
        }
    }

    #[inline]
    fn put(&mut self, class: usize, place: usize, mark: u32) {
        prefetch(&self.states[class]);
        let waiting = &mut self.waiting[self.next % AHEAD];
        let (due, shift, marks) = std::mem::replace(waiting, (class, 4 * place as u32, mark));
        self.next += 1;
        if self.next > AHEAD {
            self.set(due, shift, marks);
        }
    }

    #[inline]
    fn set(&mut self, class: usize, shift: u32, marks: u32) {
        let state = &mut self.states[class];
        let is_free = *state & (15 << shift) == 0;
        *state |= (u32::from(is_free) * self.value) << shift | marks;
        self.written += u64::from(is_free);
    }

    /// Writes what still waits; the number of values written.
    fn finish(mut self) -> u64 {
        for back in 1..=AHEAD.min(self.next) {
            let (class, shift, marks) = self.waiting[(self.next - back) % AHEAD];
            self.set(class, shift, marks);
        }
        self.written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_compared_together_as_one_by_one() {
        for entry in 0..=u16::MAX {
            for least in 1..CEILING {
                let is = |place: &usize| is_place_within(entry, *place, least);
                let places = (0..4).filter(is).fold(0, |bits, place| bits | 1 << place);
                assert_eq!(within(entry, least), places, "{entry:04x} {least}");
                for but in 0..4 {
                    let others = places & !(1 << but);
                    assert_eq!(is_within(entry, but, least), others != 0, "{entry:04x}");
                }
            }
        }
    }
}
