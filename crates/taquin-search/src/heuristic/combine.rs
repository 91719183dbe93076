//! Heuristics made of heuristics: the largest of several for each goal, the least over all goals.
//!
//! Each part is followed slide by slide like a heuristic of its own; its state travels in a
//! [`Carried`], so that the states of different heuristics fit into one array.

use taquin_core::{Board, Cells, Control, Move, Outcome, Puzzle};
use taquin_pdb::{Followed, Partition};

use super::guide::{Family, Job, along};
use super::{Guide, Heuristic, Incremental, InversionState, Slide, WeightedInversionState};
use crate::memory::for_size;

/// The state of any heuristic of the catalogue.
#[derive(Clone, Copy, Debug)]
pub enum Carried {
    /// A few bytes.
    Light(Light),
    /// Ranks and values of few patterns.
    FewPatterns(Followed<4>),
    /// Ranks and values of many patterns.
    ManyPatterns(Followed<{ Partition::MAX_PATTERNS }>),
}

/// The state of any heuristic that works on boards too large for pattern databases.
#[derive(Clone, Copy, Debug)]
pub enum Light {
    /// A heuristic that carries nothing along.
    Nothing,
    /// A heuristic whose state is its estimate.
    Estimate(u32),
    /// Two indices of two bytes: small walking distances.
    Narrow((u16, u16)),
    /// Two indices of four bytes: large walking distances.
    Wide((u32, u32)),
    /// Counts of inversions.
    Inversion(InversionState),
    /// Counts of inversions and the Manhattan distance.
    WeightedInversion(WeightedInversionState),
}

impl Carried {
    /// The state of a heuristic without patterns.
    pub(super) fn light(self) -> Light {
        match self {
            Self::Light(state) => state,
            Self::FewPatterns(_) | Self::ManyPatterns(_) => {
                unreachable!("pattern databases refuse boards of more than 25 cells")
            }
        }
    }
}

/// A state that can be combined with those of other heuristics.
pub trait Carry: Copy {
    /// The state as one of all.
    fn pack(self) -> Carried;

    /// The state that [`Carry::pack`] packed.
    ///
    /// # Panics
    /// When it is another heuristic's.
    fn unpack(carried: Carried) -> Self;
}

/// The form of a state among all, as an expression and as a pattern.
macro_rules! carry {
    ($($state:ty: $inner:ident { $($form:tt)+ })*) => {$(
        impl Carry for $state {
            #[inline]
            fn pack(self) -> Carried {
                let $inner = self;
                $($form)+
            }

            #[inline]
            fn unpack(carried: Carried) -> Self {
                match carried {
                    $($form)+ => $inner,
                    _ => unreachable!("a part is followed with its own state"),
                }
            }
        }
    )*};
}

carry! {
    u32: state { Carried::Light(Light::Estimate(state)) }
    (u16, u16): state { Carried::Light(Light::Narrow(state)) }
    (u32, u32): state { Carried::Light(Light::Wide(state)) }
    InversionState: state { Carried::Light(Light::Inversion(state)) }
    WeightedInversionState: state { Carried::Light(Light::WeightedInversion(state)) }
    Followed<4>: state { Carried::FewPatterns(state) }
    Followed<{ Partition::MAX_PATTERNS }>: state { Carried::ManyPatterns(state) }
}

impl Carry for () {
    fn pack(self) -> Carried {
        Carried::Light(Light::Nothing)
    }

    fn unpack(_: Carried) -> Self {}
}

/// The least over several goals of the largest of several heuristics, at most `N` of them in all;
/// admissible and consistent if all parts are.
pub struct Combined<const N: usize> {
    /// Goal by goal, as many parts for each.
    parts: Vec<Box<dyn Heuristic>>,
    parts_per_goal: usize,
}

/// The most heuristics that are followed together, over all goals.
pub(super) const MAX_PARTS: usize = 16;

/// Combines the heuristics of several goals, as many for each.
///
/// # Panics
/// When there are more than [`MAX_PARTS`].
pub(super) fn combine(parts: Vec<Box<dyn Heuristic>>, parts_per_goal: usize) -> Box<dyn Guide> {
    match parts.len() {
        ..=2 => Box::new(Combined::<2>::new(parts, parts_per_goal)),
        3..=4 => Box::new(Combined::<4>::new(parts, parts_per_goal)),
        _ => Box::new(Combined::<MAX_PARTS>::new(parts, parts_per_goal)),
    }
}

impl<const N: usize> Combined<N> {
    fn new(parts: Vec<Box<dyn Heuristic>>, parts_per_goal: usize) -> Self {
        assert!(parts.len() <= N, "at most {N} parts fit");
        Self {
            parts,
            parts_per_goal,
        }
    }

    fn follow(&self, next: impl Fn(&dyn Heuristic, usize) -> Carried) -> [Carried; N] {
        let mut states = [Carried::Light(Light::Nothing); N];
        for (i, (state, part)) in states.iter_mut().zip(&self.parts).enumerate() {
            *state = next(&**part, i);
        }
        states
    }
}

impl<const N: usize> Incremental for Combined<N> {
    type State = [Carried; N];

    fn start<B: Cells + ?Sized>(&self, board: &B) -> [Carried; N] {
        self.follow(|part, _| part.start_carried(&By(board)))
    }

    fn step<B: Cells + ?Sized>(
        &self,
        states: [Carried; N],
        after: &B,
        slide: Slide,
    ) -> [Carried; N] {
        self.follow(|part, i| part.step_carried(states[i], &By(after), slide))
    }

    fn estimate(&self, states: [Carried; N]) -> u32 {
        let goals = self.parts.chunks(self.parts_per_goal);
        let states = states.chunks(self.parts_per_goal);
        let largest = goals.zip(states).map(|(parts, states)| {
            let parts = parts.iter().zip(states);
            let estimates = parts.map(|(part, &state)| part.estimate_carried(state));
            estimates.max().unwrap_or(0)
        });
        largest.min().unwrap_or(0)
    }

    fn table_bytes(&self) -> u64 {
        self.parts.iter().map(|part| part.table_bytes()).sum()
    }

    fn table_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.parts.iter().flat_map(|part| part.tables()).collect();
        names.sort();
        names.dedup();
        names
    }
}

impl<const N: usize> Guide for Combined<N> {
    fn estimate(&self, board: &dyn Cells) -> u32 {
        Incremental::estimate(self, self.start(&By(board)))
    }

    fn tables(&self) -> Vec<String> {
        self.table_names()
    }

    fn along(&self, start: &Board, moves: &[Move]) -> Vec<u32> {
        along(self, start, moves)
    }

    fn search(&self, puzzle: &Puzzle, control: &Control, family: Family) -> Outcome {
        let job = Job::new(self, puzzle, control, family);
        for_size(puzzle.start().size(), job)
    }
}

/// A reference to cells of any kind, as a sized value that can be made `dyn`.
pub(super) struct By<'a, B: ?Sized>(pub(super) &'a B);

impl<B: Cells + ?Sized> Cells for By<'_, B> {
    fn number(&self, cell: usize) -> u8 {
        self.0.number(cell)
    }
}
