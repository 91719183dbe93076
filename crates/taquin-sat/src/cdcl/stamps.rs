//! A set of small numbers that is cleared in one step.

/// Numbers are in the set when their stamp is the latest.
#[derive(Default)]
pub(super) struct Stamps {
    stamps: Vec<u32>,
    latest: u32,
}

impl Stamps {
    /// Makes room for this many numbers.
    pub(super) fn grow(&mut self, count: usize) {
        self.stamps.resize(count, 0);
    }

    pub(super) fn clear(&mut self) {
        self.latest += 1;
    }

    /// Puts a number in; false if it was there.
    #[inline]
    pub(super) fn insert(&mut self, number: usize) -> bool {
        let is_new = self.stamps[number] != self.latest;
        self.stamps[number] = self.latest;
        is_new
    }

    /// Takes a number out; false if it was not there.
    #[inline]
    pub(super) fn remove(&mut self, number: usize) -> bool {
        let was_there = self.contains(number);
        if was_there {
            self.stamps[number] = self.latest - 1;
        }
        was_there
    }

    #[inline]
    pub(super) fn contains(&self, number: usize) -> bool {
        self.stamps[number] == self.latest
    }
}
