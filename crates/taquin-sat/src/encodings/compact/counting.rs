//! Moves away from home: which they are, that there are exactly this many, and how groups of tiles share
//! them.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use taquin_core::Stop;

use super::counter::Counter;
use super::writer::Writer;
use crate::cdcl::Guard;
use crate::cnf::Lit;
use crate::encodings::patterns::Group;
use crate::encodings::term::{Term, add};
use crate::formula::Meaning;
use crate::lemmas::Lemmas;

impl Writer {
    /// Exactly `k` moves take a tile away from home, and each group makes its share.
    pub(super) fn counters(
        &mut self,
        k: usize,
        groups: &Arc<Vec<Group>>,
        parts: &[Range<usize>],
        most: &[u32],
        guard: &mut dyn Guard,
    ) -> ControlFlow<Stop> {
        let steps = self.steps;
        let mut group_of = vec![Vec::new(); self.cells];
        for (index, group) in groups.iter().enumerate() {
            for &tile in &group.tiles {
                group_of[usize::from(tile)].push(index);
            }
        }
        let mut sum = Counter::new(k, k);
        let mut shares: Vec<Counter> = groups
            .iter()
            .zip(most)
            .map(|(group, &most)| Counter::new(group.least() as usize, most as usize))
            .collect();
        let mut counts = vec![Vec::with_capacity(steps + 1); groups.len()];
        for (share, counts) in shares.iter().zip(&mut counts) {
            counts.push(share.unary());
        }
        for step in 0..steps {
            self.look(guard)?;
            let away = self.formula.variable(Meaning::Away { step: step as u32 });
            let own: Vec<Lit> = (0..groups.len())
                .map(|group| {
                    self.formula.variable(Meaning::AwayOf {
                        group: group as u8,
                        step: step as u32,
                    })
                })
                .collect();
            self.away(step, away, &own, &group_of, parts);
            sum.step(&mut self.formula, steps, step, away, |step, count| {
                Meaning::AwayBefore { step, count }
            });
            for (index, share) in shares.iter_mut().enumerate() {
                share.step(&mut self.formula, steps, step, own[index], |step, count| {
                    Meaning::AwayOfBefore {
                        group: index as u8,
                        step,
                        count,
                    }
                });
                counts[index].push(share.unary());
            }
        }
        if groups.is_empty() {
            return ControlFlow::Continue(());
        }
        for part in parts {
            self.shares(k, &shares[part.clone()], guard)?;
        }
        let places = self.places();
        let variables = self.formula.meanings.len();
        let lemmas = Lemmas::new(groups.clone(), steps, variables, counts, &places);
        self.formula.lemmas = Some(Arc::new(lemmas));
        ControlFlow::Continue(())
    }

    /// Which moves take a tile away from home, and of which group.
    fn away(
        &mut self,
        step: usize,
        away: Lit,
        own: &[Lit],
        group_of: &[Vec<usize>],
        parts: &[Range<usize>],
    ) {
        let size = self.formula.task.size();
        let words = "which moves take a tile away from home, and of which group of tiles";
        self.formula.cnf.family("away", words);
        for p in self.blank_cells(step) {
            for &q in &self.near[p] {
                for (a, groups) in group_of.iter().enumerate().skip(1) {
                    let home = self.homes[a];
                    let is_away = size.distance(p, home) > size.distance(q, home);
                    let groups = groups.iter().map(|&group| own[group]);
                    let conclusions: Vec<Lit> = if !is_away {
                        vec![!away]
                    } else if groups.len() == 0 {
                        vec![away]
                    } else {
                        groups.collect()
                    };
                    for conclusion in conclusions {
                        let terms = [
                            !self.blank[step][p],
                            !self.blank[step + 1][q],
                            !self.tile(step + 1, q, a),
                            Term::Lit(conclusion),
                        ];
                        if !terms.contains(&Term::True) {
                            add(&mut self.formula.cnf, terms);
                        }
                    }
                }
            }
        }
        let cnf = &mut self.formula.cnf;
        for &own in own {
            cnf.add([!own, away]);
        }
        for part in parts {
            let own = &own[part.clone()];
            cnf.add(own.iter().copied().chain([!away]));
            cnf.at_most_one(own);
        }
    }

    /// The shares of the groups do not exceed the whole.
    fn shares(&mut self, k: usize, shares: &[Counter], guard: &mut dyn Guard) -> ControlFlow<Stop> {
        let words = "the groups together make no more moves away from home than there may be";
        self.formula.cnf.family("shares", words);
        let spare = k - shares.iter().map(|share| share.least).sum::<usize>();
        let mut extra = vec![0; shares.len()];
        // All ways to exceed the spare moves by one.
        distribute(&mut extra, 0, spare + 1, &mut |extra| {
            if self.formula.cnf.len().is_multiple_of(1 << 14) {
                self.look(guard)?;
            }
            let terms = shares.iter().zip(extra).filter(|&(_, &more)| more > 0);
            let terms = terms.map(|(share, &more)| !share.at_least(share.least + more));
            add(&mut self.formula.cnf, terms.collect::<Vec<_>>());
            ControlFlow::Continue(())
        })
    }

    /// The variables that put a tile into a cell: literal, step, cell, tile.
    fn places(&self) -> Vec<(Lit, u32, u8, u8)> {
        let meanings = self.formula.meanings.iter().enumerate();
        meanings
            .filter_map(|(index, meaning)| match *meaning {
                Meaning::At { tile, cell, step } if tile > 0 => {
                    let literal = Lit::from_dimacs(index as i32 + 1)?;
                    Some((literal, step, cell, tile))
                }
                _ => None,
            })
            .collect()
    }
}

/// Gives all ways to distribute what is `left` over the places from this one on.
fn distribute(
    extra: &mut [usize],
    from: usize,
    left: usize,
    give: &mut impl FnMut(&[usize]) -> ControlFlow<Stop>,
) -> ControlFlow<Stop> {
    if from + 1 == extra.len() {
        extra[from] = left;
        return give(extra);
    }
    for share in 0..=left {
        extra[from] = share;
        distribute(extra, from + 1, left - share, give)?;
    }
    ControlFlow::Continue(())
}
