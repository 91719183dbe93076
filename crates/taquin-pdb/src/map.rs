//! Files mapped into memory, and anonymous memory in large pages.
#![expect(
    unsafe_code,
    reason = "a file can be mapped only by promising that nobody changes it"
)]

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut, Range};

use memmap2::{Mmap, MmapMut};

/// A stretch of a file, read-only.
#[derive(Debug)]
pub(crate) struct Mapped {
    map: Mmap,
    range: Range<usize>,
}

impl Mapped {
    /// Maps the whole file; the bytes seen are those of `range`.
    pub(crate) fn new(file: &File, range: Range<usize>) -> io::Result<Self> {
        // SAFETY: tables are written under another name, renamed when whole, and never changed or
        // shortened under their own; replacing or removing one does not affect the mapped file. A
        // program that breaks this from outside can make entries wrong, or end the process by a signal;
        // it can do so to any file mapped anywhere.
        let map = unsafe { Mmap::map(file)? };
        if range.end > map.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        #[cfg(target_os = "linux")]
        if (PAGE..=MOST_READ_AHEAD).contains(&map.len()) {
            // Advice only. What is not in the page cache yet is read a large page at a time and mapped in one
            // piece; what was read before stays as it is.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Self { map, range })
    }
}

impl Deref for Mapped {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.map[self.range.clone()]
    }
}

/// Zeroed bytes of the process's own.
///
/// Huge pages are requested: a search looks up entries all over a table, and with small pages address
/// translation would take as long as the look-up itself.
#[derive(Debug)]
pub(crate) struct Owned {
    map: MmapMut,
    length: usize,
}

/// A large page.
#[cfg(target_os = "linux")]
const PAGE: usize = 2 << 20;

/// Larger files may not fit into the page cache, and then each look-up would read a large page.
#[cfg(target_os = "linux")]
const MOST_READ_AHEAD: usize = 1 << 30;

impl Owned {
    pub(crate) fn zeroed(length: usize) -> io::Result<Self> {
        let map = MmapMut::map_anon(length.max(1))?;
        #[cfg(target_os = "linux")]
        if length >= PAGE {
            // Advice only: without it everything works, more slowly.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Self { map, length })
    }
}

impl Deref for Owned {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.map[..self.length]
    }
}

impl DerefMut for Owned {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.map[..self.length]
    }
}
