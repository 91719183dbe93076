//! The state of a pattern's tiles in one word.

use std::fmt;

/// The cells of a pattern's tiles, and the low bits of the number of slides they need.
///
/// From the lowest bit on: the set of their cells (25 bits), the code (`passes`) of their order (17),
/// the index of the order (16), and the remaining value (6). A slide changes all of them by one
/// exclusive or and one addition.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Spot(pub(super) u64);

impl Spot {
    pub(super) const CODE_SHIFT: u32 = 25;
    pub(super) const ORDER_SHIFT: u32 = 42;
    pub(super) const VALUE_SHIFT: u32 = 58;

    /// Added to a spot, it makes the value one more.
    pub(super) const ONE_MORE: u64 = 1 << Self::VALUE_SHIFT;

    pub(super) fn new(set: u32, code: u64, order: u16, value: u8) -> Self {
        Self(
            u64::from(set)
                | code << Self::CODE_SHIFT
                | u64::from(order) << Self::ORDER_SHIFT
                | u64::from(value) << Self::VALUE_SHIFT,
        )
    }

    /// The cells they lie in.
    #[inline]
    pub fn set(self) -> u32 {
        self.0 as u32 & ((1 << Self::CODE_SHIFT) - 1)
    }

    /// Which is in which.
    #[inline]
    pub fn order(self) -> u16 {
        (self.0 >> Self::ORDER_SHIFT) as u16
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spot")
            .field("set", &self.set())
            .field("order", &self.order())
            .field("value % 64", &(self.0 >> Self::VALUE_SHIFT))
            .finish_non_exhaustive()
    }
}
