//! Files seen as memory.
#![expect(
    unsafe_code,
    reason = "a file can be mapped only by promising that nobody changes it"
)]

use std::fs::File;
use std::io;
use std::ops::{Deref, Range};

use memmap2::Mmap;

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
        // shortened under their own; replacing or removing one leaves the mapped file as it is. A
        // program that breaks this from outside can make entries wrong, or end the process by a
        // signal; it can do so to any file mapped anywhere.
        let map = unsafe { Mmap::map(file)? };
        if range.end > map.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
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
