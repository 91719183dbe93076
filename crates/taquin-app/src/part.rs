//! One part of a long search: a span of a threshold, searched anywhere, with one row as its result.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use taquin::algorithms::{PartSearch, PdbIda};
use taquin::notation::{Notation, format_moves};
use taquin::parts::{Counts, Deal, Ledger, Row, Searched, Share, Span};
use taquin::{Control, Goals, Halt, Limits, Puzzle, Stop};

use crate::{App, Prepared, Refusal, answer, question};

/// Which part of a threshold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartName {
    /// One of the parts into which the threshold is split.
    Numbered(Share),
    /// From one node to another.
    Span(Span),
}

/// A part to search.
#[derive(Clone, Debug)]
pub struct PartOrder {
    /// The threshold.
    pub threshold: u32,
    /// Which part of it.
    pub part: PartName,
    /// Nodes after which the rest is returned.
    pub budget: Option<u64>,
}

impl PartOrder {
    /// The part as a span; none if the threshold has fewer parts.
    pub fn span(&self, search: &PartSearch) -> Option<Span> {
        match &self.part {
            PartName::Span(span) => Some(span.clone()),
            PartName::Numbered(share) => {
                let mut spans = search.split(self.threshold, share.of as usize);
                let index = share.index as usize;
                (index < spans.len()).then(|| spans.swap_remove(index))
            }
        }
    }
}

/// The result of searching one part.
#[derive(Clone, Debug)]
pub struct PartRun {
    /// The finished spans, the remaining ones, and the first solution. What the journal had is not among
    /// it.
    pub searched: Searched,
    /// The rows of what is done.
    pub rows: Vec<Row>,
    /// Why it ended.
    pub stop: Stop,
    /// The nodes that were searched now.
    pub counts: Counts,
    /// The method, as rows name it.
    pub method: String,
}

/// Searches a part but for what these rows say is done already.
///
/// # Errors
/// When the rows contradict each other.
pub fn search_part(
    search: &PartSearch,
    order: &PartOrder,
    known: &[Row],
    control: &Control,
) -> Result<PartRun, Refusal> {
    let ledger =
        Ledger::new(known, search.key()).map_err(|error| Refusal::request(error.to_string()))?;
    let threshold = order.threshold;
    let mut searched = Searched::default();
    let mut stop = Stop::Finished;
    let spans = order.span(search).into_iter();
    let mut open: Vec<Span> = match ledger.exhausted(threshold) {
        Some(_) => Vec::new(),
        None => spans
            .flat_map(|span| gaps(&ledger, threshold, &span))
            .collect(),
    };
    open.reverse();
    let mut left = order.budget;
    while let Some(span) = open.pop() {
        if stop != Stop::Finished || left == Some(0) || searched.solution.is_some() {
            searched.rest.push(span);
            continue;
        }
        let never = AtomicBool::new(false);
        let (found, end) = search.search(threshold, &span, left, &never, control);
        let spent: u64 = found.done.iter().map(|(_, counts)| counts.expanded).sum();
        left = left.map(|left| left.saturating_sub(spent.max(1)));
        searched.done.extend(found.done);
        searched.rest.extend(found.rest);
        searched.solution = found.solution;
        if let ControlFlow::Break(why) = end {
            stop = why;
        }
    }
    if let Some(first) = &searched.solution {
        searched.rest.retain(|span| span.from < *first);
    }
    let mut counts = Counts::default();
    for (_, of_span) in &searched.done {
        counts += *of_span;
    }
    Ok(PartRun {
        rows: search.rows(threshold, &searched),
        searched,
        stop,
        counts,
        method: search.key().method.clone(),
    })
}

/// The parts of a span that are not searched yet.
fn gaps(ledger: &Ledger, threshold: u32, span: &Span) -> Vec<Span> {
    let known = ledger.spans(threshold);
    let mut cuts = vec![Span {
        from: span.from.clone(),
        to: span.to.clone(),
    }];
    cuts.extend(span.to.clone().map(|from| Span { from, to: None }));
    let mut deal = Deal::new(&cuts, known, ledger.found(threshold).cloned());
    let mut gaps = Vec::new();
    while let Some(gap) = deal.take(Share::ALL) {
        let is_after = span.to.as_ref().is_some_and(|to| gap.from >= *to);
        if gap.from >= span.from && !is_after {
            gaps.push(gap);
        }
    }
    gaps
}

impl PartRun {
    /// The answer for programs.
    pub fn answer(&self, puzzle: &Puzzle, goals: &Goals, threshold: u32) -> answer::Part {
        answer::Part {
            board: puzzle.start().to_string(),
            goal: goals.to_string(),
            method: self.method.clone(),
            threshold,
            expanded: self.counts.expanded,
            generated: self.counts.generated,
            time_ms: self.counts.time.as_millis() as u64,
            done: self
                .searched
                .done
                .iter()
                .map(|(span, _)| span.to_string())
                .collect(),
            rest: self.searched.rest.iter().map(ToString::to_string).collect(),
            solution: self
                .searched
                .solution
                .as_ref()
                .map(|place| format_moves(&place.moves(), Notation::Tile)),
            limit: answer::stop_word(self.stop),
            rows: self.rows.iter().map(ToString::to_string).collect(),
        }
    }
}

impl App {
    /// Searches a part of a threshold.
    ///
    /// # Errors
    /// When the board, the goal or the part cannot be read.
    pub fn part(&self, question: &question::Part) -> Result<Prepared<answer::Part>, Refusal> {
        let (puzzle, goals, solver) = question.puzzle()?;
        let order = question.order()?;
        let after = question.after;
        Ok(Prepared::new(Limits::default(), move |_, control| {
            let search = prepare(&solver, &puzzle, control)?.after(after.unwrap_or(u64::MAX));
            let run = search_part(&search, &order, &[], control)?;
            Ok(run.answer(&puzzle, &goals, order.threshold))
        }))
    }

    /// Cuts a threshold into parts.
    ///
    /// # Errors
    /// When the board or the goal cannot be read.
    pub fn parts(&self, question: &question::Parts) -> Result<Prepared<answer::Parts>, Refusal> {
        let (puzzle, _, solver) = question.puzzle()?;
        let (threshold, parts) = (question.threshold, question.parts.unwrap_or(64));
        let after = question.after;
        Ok(Prepared::new(Limits::default(), move |_, control| {
            let search = prepare(&solver, &puzzle, control)?.after(after.unwrap_or(u64::MAX));
            let threshold = threshold.unwrap_or_else(|| search.first_threshold());
            let spans = search.split(threshold, parts as usize);
            Ok(answer::Parts {
                threshold,
                first_threshold: search.first_threshold(),
                algorithm: search.spec(),
                parts: spans.iter().map(ToString::to_string).collect(),
            })
        }))
    }
}

fn prepare(solver: &PdbIda, puzzle: &Puzzle, control: &Control) -> Result<PartSearch, Refusal> {
    solver
        .part_search(puzzle, control)
        .map_err(|halt| match halt {
            Halt::Refused(error) => Refusal::from(error),
            Halt::Stopped(_) => Refusal::request("the tables could not be built within the limits"),
        })
}
