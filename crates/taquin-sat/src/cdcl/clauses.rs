//! Clauses of at least two literals, one after the other in one array.
//!
//! A clause is two words of header (length; quality and flags) and its literals. A reference is
//! the index of its first word, and stays true until [`Clauses::compact`].

use super::literal::L;

/// Index of a clause in the array.
pub(super) type Ref = u32;

const HEADER: usize = 2;
const LEARNT: u32 = 1 << 31;
const DEAD: u32 = 1 << 30;
const USED: u32 = 1 << 28;
const USED_MASK: u32 = 3 << 28;
const QUALITY: u32 = (1 << 20) - 1;

#[derive(Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// References of all clauses that are not dead, the given ones first.
    pub(super) given: Vec<Ref>,
    pub(super) learnt: Vec<Ref>,
}

impl Clauses {
    pub(super) fn add(&mut self, literals: &[L], learnt: Option<u32>) -> Ref {
        let reference = self.words.len() as Ref;
        self.words.push(literals.len() as u32);
        self.words.push(match learnt {
            Some(quality) => LEARNT | (2 * USED) | quality.min(QUALITY),
            None => 0,
        });
        self.words.extend_from_slice(literals);
        match learnt {
            Some(_) => self.learnt.push(reference),
            None => self.given.push(reference),
        }
        reference
    }

    #[inline]
    pub(super) fn literals(&self, clause: Ref) -> &[L] {
        let begin = clause as usize;
        let length = self.words[begin] as usize;
        &self.words[begin + HEADER..begin + HEADER + length]
    }

    #[inline]
    pub(super) fn literals_mut(&mut self, clause: Ref) -> &mut [L] {
        let begin = clause as usize;
        let length = self.words[begin] as usize;
        &mut self.words[begin + HEADER..begin + HEADER + length]
    }

    pub(super) fn is_learnt(&self, clause: Ref) -> bool {
        self.words[clause as usize + 1] & LEARNT != 0
    }

    /// The LBD of the clause, the number of decision levels its literals came from: the fewer, the
    /// more useful it will be (G. Audemard, L. Simon, *Predicting Learnt Clauses Quality in Modern
    /// SAT Solvers*, 2009).
    pub(super) fn quality(&self, clause: Ref) -> u32 {
        self.words[clause as usize + 1] & QUALITY
    }

    /// Notes that a clause took part in a conflict, with the quality seen there.
    pub(super) fn use_with_quality(&mut self, clause: Ref, quality: u32) {
        let word = &mut self.words[clause as usize + 1];
        let best = (*word & QUALITY).min(quality);
        let used = if best <= 6 { 2 * USED } else { USED };
        *word = (*word & !(QUALITY | USED_MASK)) | best | used;
    }

    /// How recently it took part in a conflict: 0 is long ago. One less after this.
    pub(super) fn age(&mut self, clause: Ref) -> u32 {
        let word = &mut self.words[clause as usize + 1];
        let used = (*word & USED_MASK) / USED;
        *word = (*word & !USED_MASK) | (used.saturating_sub(1) * USED);
        used
    }

    pub(super) fn kill(&mut self, clause: Ref) {
        self.words[clause as usize + 1] |= DEAD;
    }

    pub(super) fn is_dead(&self, clause: Ref) -> bool {
        self.words[clause as usize + 1] & DEAD != 0
    }

    /// Moves the living together. Afterwards the first word of each old place says where its clause
    /// is now, in the array that is handed back for that purpose.
    pub(super) fn compact(&mut self) -> Moved {
        let old = std::mem::take(&mut self.words);
        let mut moved = Moved(old);
        self.words.reserve(moved.0.len());
        for list in [&mut self.given, &mut self.learnt] {
            list.retain_mut(|clause| {
                let begin = *clause as usize;
                if moved.0[begin + 1] & DEAD != 0 {
                    return false;
                }
                let length = moved.0[begin] as usize;
                *clause = self.words.len() as Ref;
                let (from, to) = (begin, begin + HEADER + length);
                self.words.extend_from_slice(&moved.0[from..to]);
                moved.0[begin] = *clause;
                true
            });
        }
        moved
    }

    pub(super) fn bytes(&self) -> usize {
        (self.words.capacity() + self.given.capacity() + self.learnt.capacity()) * 4
    }
}

/// The new positions of clauses after compaction.
pub(super) struct Moved(Vec<u32>);

impl Moved {
    /// The new place of a clause, none if it died.
    pub(super) fn to(&self, clause: Ref) -> Option<Ref> {
        let begin = clause as usize;
        (self.0[begin + 1] & DEAD == 0).then(|| self.0[begin])
    }
}
