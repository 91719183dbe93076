//! Zeroed memory that grows in place, in large pages where the system has them.
//!
//! A table of hundreds of megabytes is read at random. In pages of 4 KiB nearly every read also
//! misses the processor's address cache; in pages of 2 MiB few do. Growing in place needs no second
//! table: address space is reserved once, and memory is taken when it is first touched.
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
    /// From the allocator, where nothing can be reserved.
    Owned(Vec<u64>),
}

// SAFETY: the words belong to `memory`, which may be sent, and are reached through borrows of `Words` alone.
unsafe impl Send for Words {}

/// Address space reserved for one table, in words: 256 GiB, or 64 MiB where addresses are short.
const RESERVED: usize = if usize::BITS == 64 { 1 << 35 } else { 1 << 23 };

/// Small tables stay in small pages.
#[cfg(target_os = "linux")]
const LARGE_FROM: usize = 4 << 20;

impl Words {
    pub(crate) fn zeroed(len: usize) -> Self {
        let mut options = MmapOptions::new();
        options.len(RESERVED * size_of::<u64>()).no_reserve_swap();
        let memory = match options.map_anon() {
            Ok(map) => Memory::Reserved(map),
            Err(_) => Memory::Owned(Vec::new()),
        };
        let mut words = Self {
            start: NonNull::dangling(),
            len: 0,
            memory,
        };
        words.grow(len);
        words
    }

    /// Makes room for `longer` words; those that are new are zero.
    pub(crate) fn grow(&mut self, longer: usize) {
        if matches!(self.memory, Memory::Reserved(_)) && longer > RESERVED {
            self.memory = Memory::Owned(self.to_vec());
        }
        let words: &mut [u64] = match &mut self.memory {
            Memory::Owned(words) => {
                words.resize(longer, 0);
                words
            }
            Memory::Reserved(map) => {
                let bytes = longer * size_of::<u64>();
                #[cfg(target_os = "linux")]
                if bytes >= LARGE_FROM {
                    // Only advice: a system without large pages goes on with small ones.
                    let _ = map.advise_range(memmap2::Advice::HugePage, 0, bytes);
                }
                bytemuck::cast_slice_mut(&mut map[..bytes])
            }
        };
        self.len = words.len();
        self.start = NonNull::from(words).cast();
    }
}

impl std::ops::Deref for Words {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        // SAFETY: `grow` took both from one slice of `memory`, which does not move or shrink until
        // `grow` takes them anew, and which nothing else refers to.
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
        let owned = Words {
            start: NonNull::dangling(),
            len: 0,
            memory: Memory::Owned(Vec::new()),
        };
        for mut words in [Words::zeroed(10), owned] {
            words.grow(10);
            words.copy_from_slice(&[7; 10]);
            words.grow(1 << 20);
            assert_eq!(words.len(), 1 << 20);
            assert!(words[..10].iter().all(|&word| word == 7));
            assert!(words[10..].iter().all(|&word| word == 0));
        }
    }
}
