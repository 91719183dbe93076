//! When a solution is good enough, short of a proof that none is shorter.

/// When a caller accepts a solution; by default, only with a proof.
///
/// ```
/// use taquin_core::Acceptance;
///
/// let enough = Acceptance { within: Some(0.05), ..Acceptance::default() };
/// assert!(enough.is_reached(105, 100));
/// assert!(!enough.is_reached(106, 100));
/// assert_eq!(enough.bound_for(105), 100);
/// assert_eq!(Acceptance::default().bound_for(105), 105);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Acceptance {
    /// A solution of at most this many moves.
    pub target: Option<u32>,
    /// A solution that is at most this share longer than the proven lower bound: 0.05 for 5 %.
    pub within: Option<f64>,
}

impl Acceptance {
    /// Whether a solution of this length is good enough, given a lower bound. A proven one always is.
    pub fn is_reached(&self, length: u32, lower_bound: u32) -> bool {
        let near = |share: f64| f64::from(length) <= f64::from(lower_bound) * (1.0 + share) + 1e-9;
        length <= lower_bound
            || self.target.is_some_and(|target| length <= target)
            || self.within.is_some_and(near)
    }

    /// The smallest lower bound with which a solution of this length is good enough.
    pub fn bound_for(&self, length: u32) -> u32 {
        let will_do = |bound: &u32| self.is_reached(length, *bound);
        (0..length).find(will_do).unwrap_or(length)
    }

    /// Whether any condition is set.
    pub fn is_set(&self) -> bool {
        self.target.is_some() || self.within.is_some()
    }
}
