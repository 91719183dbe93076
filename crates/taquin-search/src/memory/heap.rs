//! Growing zeroed memory, for platforms without mappings.

/// A growing number of words, zero at first.
pub(crate) struct Words(Vec<u64>);

impl Words {
    pub(crate) fn zeroed(len: usize) -> Self {
        Self(vec![0; len])
    }

    /// Makes room for `longer` words; those that are new are zero.
    pub(crate) fn grow(&mut self, longer: usize) {
        self.0.resize(longer, 0);
    }
}

impl std::ops::Deref for Words {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.0
    }
}

impl std::ops::DerefMut for Words {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}
