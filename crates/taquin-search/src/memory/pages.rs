//! Zeroed memory that grows in place, in huge pages if the system has them.
//!
//! A table of hundreds of megabytes is read at random. In pages of 4 KiB nearly every read also
//! misses the processor's address cache; in pages of 2 MiB few do. Growing in place needs no second
//! table: address space is reserved once, and memory is taken when it is first touched.
//!
//! Small tables come from the allocator, which reuses the memory of the previous search: to reserve
//! address space, fault pages in and give them back takes longer than a search on 3x3.
#![expect(
    unsafe_code,
    reason = "the words are read through a pointer, not through checks of the mapping"
)]

use std::ptr::NonNull;

use memmap2::{MmapMut, MmapOptions};

/// A growing number of words, zero at first.
pub(crate) struct Words {
    /// The first of `len` words that live in `memory`.
    start: NonNull<u64>,
    len: usize,
    memory: Memory,
}

enum Memory {
    /// A reserved stretch of address space.
    Reserved(MmapMut),
    /// From the allocator: few words, or nothing can be reserved.
    Owned(Vec<CacheLine>),
}

/// Words that a processor loads together.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct CacheLine([u64; 8]);

// SAFETY: the words belong to `memory`, which may be sent, and are reached through borrows of `Words` alone.
unsafe impl Send for Words {}

/// Address space reserved for one table, in words: 256 GiB, or 64 MiB where addresses are short.
const RESERVED: usize = if usize::BITS == 64 { 1 << 35 } else { 1 << 23 };

/// Words from which on address space is reserved: 1 MiB.
const RESERVE_FROM: usize = 1 << 17;

impl Words {
    pub(crate) fn zeroed(len: usize) -> Self {
        let mut words = Self {
            start: NonNull::dangling(),
            len: 0,
            memory: Memory::Owned(Vec::new()),
        };
        words.grow(len);
        words
    }

    /// Makes room for `longer` words; those that are new are zero.
    pub(crate) fn grow(&mut self, longer: usize) {
        if self.len < RESERVE_FROM && (RESERVE_FROM..=RESERVED).contains(&longer) {
            self.reserve();
        }
        if matches!(self.memory, Memory::Reserved(_)) && longer > RESERVED {
            let lines = self.chunks(8).map(|words| {
                let mut line = CacheLine([0; 8]);
                line.0[..words.len()].copy_from_slice(words);
                line
            });
            self.memory = Memory::Owned(lines.collect());
        }
        match &mut self.memory {
            Memory::Owned(lines) => {
                lines.resize(longer.div_ceil(8), CacheLine([0; 8]));
                // A line is eight words and nothing else, so these are at least `longer` words.
                self.start = NonNull::from(&mut **lines).cast();
            }
            Memory::Reserved(map) => {
                let bytes = longer * size_of::<u64>();
                let words: &mut [u64] = bytemuck::cast_slice_mut(&mut map[..bytes]);
                self.start = NonNull::from(words).cast();
            }
        }
        self.len = longer;
    }

    /// Moves the words to a stretch of address space with room for many more, if there is one.
    #[cold]
    fn reserve(&mut self) {
        let mut options = MmapOptions::new();
        options.len(RESERVED * size_of::<u64>()).no_reserve_swap();
        if let Ok(mut map) = options.map_anon() {
            // Only advice: without huge pages, small ones are used. It is for all words to come: a page
            // that holds a few of them when it is advised stays in small pages.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            let words: &[u8] = bytemuck::cast_slice(self);
            map[..words.len()].copy_from_slice(words);
            let words: &mut [u64] = bytemuck::cast_slice_mut(&mut map[..words.len()]);
            self.start = NonNull::from(words).cast();
            self.memory = Memory::Reserved(map);
        }
    }
}

impl std::ops::Deref for Words {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        // SAFETY: there are `len` words from `start` on in `memory`, which does not move or shrink
        // until `grow` takes them anew, and which nothing else refers to. All are initialised: a
        // mapping is zero where it was not written.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl std::ops::DerefMut for Words {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        // SAFETY: as for `deref`; the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_values_and_new_ones_are_zero() {
        // From the allocator alone, within it first, and into reserved space at once.
        let paths: [&[usize]; 3] = [&[11, 1000], &[100, 1 << 16, 1 << 20], &[1 << 20, 1 << 21]];
        for path in paths {
            let mut words = Words::zeroed(10);
            words.copy_from_slice(&[7; 10]);
            for &longer in path {
                words.grow(longer);
                assert_eq!(words.len(), longer);
                assert_eq!(words.as_ptr().align_offset(64), 0, "lines are aligned");
                assert!(words[..10].iter().all(|&word| word == 7));
                assert!(words[10..].iter().all(|&word| word == 0));
            }
        }
    }
}
