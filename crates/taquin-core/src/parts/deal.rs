//! Scheduling: the spans of one threshold, assigned until all are done.

use std::collections::BTreeMap;

use super::{Counts, Place, Searched, Share, Span};

/// The spans of a threshold: done, dealt, and open.
///
/// The answer depends neither on the assignment nor on the order of the results: it is the first
/// solution in depth-first order, and the nodes before it.
#[derive(Clone, Debug, Default)]
pub struct Deal {
    /// Where the threshold was cut at first, in order.
    cuts: Vec<Place>,
    done: BTreeMap<Place, (Option<Place>, Counts)>,
    dealt: BTreeMap<Place, Option<Place>>,
    open: BTreeMap<Place, Option<Place>>,
    solution: Option<Place>,
}

/// Progress of a threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DealProgress {
    /// Parts that are done, about: of those that the threshold was cut into at first.
    pub done: usize,
    /// Parts that the threshold was cut into at first.
    pub of: usize,
    /// Spans that are being searched.
    pub dealt: usize,
    /// Spans that wait.
    pub open: usize,
}

impl Deal {
    /// A threshold cut into these spans, of which some nodes have been searched: `known` is what is
    /// done, `solution` the first solution known.
    pub fn new(
        spans: &[Span],
        known: impl IntoIterator<Item = (Span, Counts)>,
        solution: Option<Place>,
    ) -> Self {
        let mut deal = Self {
            cuts: spans.iter().map(|span| span.from.clone()).collect(),
            ..Self::default()
        };
        deal.learn(known, solution);
        deal
    }

    /// Learns what other processes have done.
    pub fn learn(
        &mut self,
        known: impl IntoIterator<Item = (Span, Counts)>,
        solution: Option<Place>,
    ) {
        self.found(solution);
        let done = std::mem::take(&mut self.done);
        let mut all: Vec<(Span, Counts)> = known.into_iter().collect();
        all.extend(done.into_iter().map(|(from, (to, counts))| {
            let span = Span { from, to };
            (span, counts)
        }));
        // Of spans that overlap, which happens when two processes had the same part, the one that
        // begins first counts, and of those the longest.
        let end = |span: &Span| span.to.clone();
        all.sort_by(|(a, _), (b, _)| {
            let longer = match (end(a), end(b)) {
                (None, None) => std::cmp::Ordering::Equal,
                (None, _) => std::cmp::Ordering::Less,
                (_, None) => std::cmp::Ordering::Greater,
                (Some(a), Some(b)) => b.cmp(&a),
            };
            a.from.cmp(&b.from).then(longer)
        });
        self.open.clear();
        let mut at = Some(Place::default());
        for (span, counts) in all {
            let Some(here) = &at else { break };
            if span.is_empty() || span.from < *here {
                continue;
            }
            if span.from > *here {
                let gap = Span {
                    from: here.clone(),
                    to: Some(span.from.clone()),
                };
                self.open_gap(gap);
            }
            at.clone_from(&span.to);
            self.done.insert(span.from, (span.to, counts));
        }
        if let Some(from) = at {
            self.open_gap(Span { from, to: None });
        }
    }

    /// The unassigned rest of a gap is open, split like the threshold.
    fn open_gap(&mut self, gap: Span) {
        let cuts = self.cuts.clone();
        // What is dealt is not open: the gap continues after it.
        let mut at = gap.from;
        let dealt: Vec<Span> = self.dealt.iter().map(to_span).collect();
        for span in dealt {
            if span.from < at || gap.to.as_ref().is_some_and(|to| span.from >= *to) {
                continue;
            }
            let free = Span {
                from: at,
                to: Some(span.from),
            };
            self.cut(free, &cuts);
            match span.to {
                Some(to) => at = to,
                None => return,
            }
        }
        let rest = Span {
            from: at,
            to: gap.to,
        };
        self.cut(rest, &cuts);
    }

    fn cut(&mut self, span: Span, cuts: &[Place]) {
        if span.is_empty() {
            return;
        }
        let mut from = span.from;
        let first = cuts.partition_point(|cut| *cut <= from);
        for cut in &cuts[first..] {
            if span.to.as_ref().is_some_and(|to| cut >= to) {
                break;
            }
            let next = std::mem::replace(&mut from, cut.clone());
            self.open.insert(next, Some(cut.clone()));
        }
        self.open.insert(from, span.to);
    }

    /// The next span to search: the first one, unless a share says who takes which first. Those of
    /// others are taken from the end, where their owners come last.
    pub fn take(&mut self, share: Share) -> Option<Span> {
        let others = || self.open.keys().rfind(|place| !self.is_beyond(place));
        let from = self.own(share).or_else(others)?.clone();
        let to = self.open.remove(&from)?;
        self.dealt.insert(from.clone(), to.clone());
        Some(Span { from, to })
    }

    /// The first span of a share that waits.
    fn own(&self, share: Share) -> Option<&Place> {
        let number = |place: &Place| self.cuts.partition_point(|cut| cut <= place);
        let mut places = self.open.keys().filter(|place| !self.is_beyond(place));
        places.find(|place| share.has(number(place).saturating_sub(1)))
    }

    /// Whether a span of a share waits.
    pub fn has_own(&self, share: Share) -> bool {
        self.own(share).is_some()
    }

    /// Spans that wait.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Returns an assigned span that will not be searched.
    pub fn give_back(&mut self, span: &Span) {
        if let Some(to) = self.dealt.remove(&span.from) {
            self.open.insert(span.from.clone(), to);
        }
    }

    /// Takes the result of a span that was dealt. Returns whether it is new: another worker may have
    /// searched a returned span meanwhile.
    pub fn finish(&mut self, span: &Span, searched: &Searched) -> bool {
        let is_dealt = self.dealt.get(&span.from) == Some(&span.to);
        if !is_dealt {
            return false;
        }
        self.dealt.remove(&span.from);
        // Another process may have done some of it, with other ends.
        let from_here = self.done.range(span.from.clone()..);
        let known = from_here.map(|(at, _)| at.clone());
        let inside: Vec<Place> = known.take_while(|at| !span.ends_by(at)).collect();
        for at in inside {
            self.done.remove(&at);
        }
        for (Span { from, to }, counts) in &searched.done {
            if to.as_ref() != Some(from) {
                self.done.insert(from.clone(), (to.clone(), *counts));
            }
        }
        for Span { from, to } in &searched.rest {
            self.open.insert(from.clone(), to.clone());
        }
        self.found(searched.solution.clone());
        true
    }

    fn found(&mut self, solution: Option<Place>) {
        if let Some(found) = solution
            && self.solution.as_ref().is_none_or(|known| found < *known)
        {
            self.solution = Some(found);
        }
    }

    /// The first solution known. Everything after it is irrelevant.
    pub fn solution(&self) -> Option<&Place> {
        self.solution.as_ref()
    }

    /// Whether a place comes after the first solution.
    pub fn is_beyond(&self, place: &Place) -> bool {
        self.solution.as_ref().is_some_and(|first| place >= first)
    }

    /// Whether all nodes before the first solution are done; all nodes, if there is none.
    pub fn is_over(&self) -> bool {
        let wanted = |place: &Place| !self.is_beyond(place);
        !self.open.keys().chain(self.dealt.keys()).any(wanted)
    }

    /// The nodes that are done, up to the first solution.
    pub fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        for (_, (_, counts)) in self.done.iter().take_while(|(at, _)| !self.is_beyond(at)) {
            sum += *counts;
        }
        sum
    }

    /// Progress so far.
    pub fn progress(&self) -> DealProgress {
        let unfinished = self.open.keys().chain(self.dealt.keys());
        let mut parts: Vec<usize> = unfinished
            .filter(|place| !self.is_beyond(place))
            .map(|place| self.cuts.partition_point(|cut| cut <= place))
            .collect();
        parts.sort_unstable();
        parts.dedup();
        let of = self.cuts.len();
        DealProgress {
            done: of.saturating_sub(parts.len()),
            of,
            dealt: self.dealt.len(),
            open: self.open.len(),
        }
    }
}

fn to_span((from, to): (&Place, &Option<Place>)) -> Span {
    Span {
        from: from.clone(),
        to: to.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str) -> Span {
        text.parse().unwrap()
    }

    fn counts(expanded: u64) -> Counts {
        Counts {
            expanded,
            ..Counts::default()
        }
    }

    fn done(text: &str, expanded: u64) -> Searched {
        Searched {
            done: vec![(span(text), counts(expanded))],
            ..Searched::default()
        }
    }

    const CUTS: [&str; 4] = ["..R", "R..RU", "RU..L", "L.."];

    fn deal() -> Deal {
        Deal::new(&CUTS.map(span), [], None)
    }

    #[test]
    fn all_spans_are_dealt_in_order_and_add_up() {
        let mut deal = deal();
        for (i, text) in CUTS.into_iter().enumerate() {
            assert!(!deal.is_over());
            assert_eq!(deal.take(Share::ALL), Some(span(text)));
            assert!(deal.finish(&span(text), &done(text, 1 << i)));
            assert!(!deal.finish(&span(text), &done(text, 1 << i)), "twice");
        }
        assert!(deal.is_over());
        assert_eq!(deal.counts(), counts(15));
    }

    #[test]
    fn the_rest_of_a_span_and_what_a_lost_worker_had_are_dealt_again() {
        let mut deal = deal();
        let first = deal.take(Share::ALL).unwrap();
        let second = deal.take(Share::ALL).unwrap();
        deal.give_back(&first);
        assert_eq!(deal.take(Share::ALL), Some(first));
        let half = Searched {
            rest: vec![span("RL..RU")],
            ..done("R..RL", 3)
        };
        assert!(deal.finish(&second, &half));
        assert_eq!(deal.take(Share::ALL), Some(span("RL..RU")));
    }

    #[test]
    fn the_first_solution_ends_what_comes_after_it() {
        let mut deal = deal();
        let all: Vec<Span> = std::iter::from_fn(|| deal.take(Share::ALL)).collect();
        let found = |at: &str| Searched {
            solution: span(at).to,
            ..done(at, 10)
        };
        assert!(deal.finish(&all[2], &found("RU..RUD")));
        assert!(!deal.is_over() && deal.is_beyond(&all[3].from));
        assert!(deal.finish(&all[3], &done("L..", 100)));
        assert!(deal.finish(&all[0], &done("..R", 1)));
        assert!(!deal.is_over());
        assert!(deal.finish(&all[1], &found("R..RD")));
        assert!(deal.is_over());
        assert_eq!(deal.solution(), span("..RD").to.as_ref());
        assert_eq!(deal.counts(), counts(11));
    }

    #[test]
    fn what_is_known_leaves_gaps_and_overlaps_count_once() {
        // Two processes had the second part: one finished it, the other did it in other pieces.
        let known = [("R..RL", 1), ("R..RU", 2), ("RD..L", 4)];
        let known = known.map(|(text, n)| (span(text), counts(n)));
        let mut deal = Deal::new(&CUTS.map(span), known, None);
        let open: Vec<String> = std::iter::from_fn(|| deal.take(Share::ALL))
            .map(|span| span.to_string())
            .collect();
        assert_eq!(open, ["..R", "RU..L", "L.."]);
        assert_eq!(deal.counts(), counts(2));
        // Learning does not open what is dealt.
        deal.learn([(span("RU..L"), counts(8))], None);
        assert_eq!(deal.take(Share::ALL), None);
        assert_eq!(deal.counts(), counts(10));
    }

    #[test]
    fn shares_take_their_own_first_and_then_the_last_of_others() {
        let mut deal = deal();
        let share = Share { index: 1, of: 2 };
        let order: Vec<Span> = std::iter::from_fn(|| deal.take(share)).collect();
        assert_eq!(order, [1, 3, 2, 0].map(|i| span(CUTS[i])));
    }
}
