//! Weights of learned scores, by side of the board.

use std::borrow::Cow;
use std::fmt;

/// The files of weights that anytime searches may use; a part of their
/// [`Context`](taquin_core::Context).
///
/// A file holds numbers of 16 bits, low byte first, in the order in which
/// [`Net::new`](crate::algorithms::Net::new) reads them. With the feature `nets` those of 5x5 to 8x8 are
/// part of the program.
pub struct Nets(Vec<(usize, Cow<'static, [u8]>)>);

impl Nets {
    /// No weights at all: searches do with linear conflicts.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// The files with one more, in place of any there is for this side of the board.
    pub fn with(mut self, side: usize, bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        self.0.retain(|&(other, _)| other != side);
        self.0.push((side, bytes.into()));
        self
    }

    /// The file for boards with this many rows and columns.
    pub fn file(&self, side: usize) -> Option<&[u8]> {
        let file = self.0.iter().find(|&&(other, _)| other == side);
        file.map(|(_, bytes)| &**bytes)
    }
}

/// The embedded nets.
impl Default for Nets {
    #[cfg(feature = "nets")]
    fn default() -> Self {
        Self::none()
            .with(5, include_bytes!("../nets/5.net").as_slice())
            .with(6, include_bytes!("../nets/6.net").as_slice())
            .with(7, include_bytes!("../nets/7.net").as_slice())
            .with(8, include_bytes!("../nets/8.net").as_slice())
    }

    #[cfg(not(feature = "nets"))]
    fn default() -> Self {
        Self::none()
    }
}

impl fmt::Debug for Nets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = self.0.iter().map(|(side, _)| side);
        f.debug_list().entries(sides).finish()
    }
}
