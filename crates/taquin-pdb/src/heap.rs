//! Memory for tables on platforms without files and mappings.

use std::io;
use std::ops::{Deref, DerefMut};

/// Zeroed bytes from the allocator.
#[derive(Debug)]
pub(crate) struct Owned(Vec<u8>);

impl Owned {
    pub(crate) fn zeroed(length: usize) -> io::Result<Self> {
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(length)
            .map_err(|_| io::ErrorKind::OutOfMemory)?;
        bytes.resize(length, 0);
        Ok(Self(bytes))
    }
}

impl Deref for Owned {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Owned {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
