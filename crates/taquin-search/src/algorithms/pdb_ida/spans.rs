//! A span of one iteration: the nodes of a depth-first search from one place to another.
//!
//! Everything that a span consists of is found again from its two ends. Nodes above its ends lead to the
//! roots of the subtrees inside; these are searched in turns. An interrupted search returns the finished
//! and the remaining spans, so no node is searched twice and each is counted once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use taquin_core::packed::Packed;
use taquin_core::parts::{Counts, Place, Searched, Span};
use taquin_core::{Board, Control, Direction, Stop};

use super::descent::{Count, Descent, RootSource, Start};
use super::field::{Field, Located, Node};
use super::goal_search::{GoalSearch, NodeJob};

/// A span to search, with its bound and budget.
#[derive(Clone, Copy)]
pub(super) struct SpanTask<'a> {
    pub(super) bound: u16,
    pub(super) span: &'a Span,
    /// Nodes after which no subtree is begun. After twice as many those under way are left.
    pub(super) budget: u64,
    /// Ends the search when it is set.
    pub(super) abandon: &'a AtomicBool,
    /// Depth-first searches in turns.
    pub(super) lanes: usize,
}

/// Roots that a span is divided into for each lane, so that lanes end at about the same time.
const ROOTS_PER_LANE: usize = 40;

/// Nodes after which a lane without work is worth dividing the others' again.
const WORTH_DIVIDING: u64 = 1 << 15;

/// A subtree and the nodes that a depth-first search meets before it.
struct Item<S, const L: usize, const N: usize> {
    /// The first of these nodes.
    from: Place,
    /// The first node after the subtree.
    to: Option<Place>,
    /// The nodes before the subtree.
    before: Count,
    root: Option<Root<S, L, N>>,
    end: ItemEnd,
}

struct Root<S, const L: usize, const N: usize> {
    node: Node<S, L, N>,
    place: Place,
    /// The directions of the first move.
    first: u8,
}

/// How the search of an item ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ItemEnd {
    /// It did not begin.
    Untouched,
    Done(Count),
    /// Up to this place.
    Left(Count, Place),
    /// Up to a solution at this place.
    Found(Count, Place),
}

/// The nodes of a span.
pub(super) struct Below<'a> {
    pub(super) search: &'a GoalSearch<'a>,
    pub(super) board: &'a Board,
    pub(super) task: SpanTask<'a>,
    pub(super) control: &'a Control,
}

impl NodeJob for Below<'_> {
    type Output = (Searched, ControlFlow<Stop>);

    fn run<S: Packed, const L: usize, const N: usize>(self) -> Self::Output {
        let task = self.task;
        let field: Field<'_, S, L, N> = self.search.field();
        let start = Node::start(&Located::new(self.search.looks, self.board));
        let mut searched = Searched {
            rest: vec![task.span.clone()],
            ..Searched::default()
        };
        let mut spent = 0;
        let mut end = ControlFlow::Continue(());
        while !searched.rest.is_empty() && end.is_continue() {
            let mut items = Vec::new();
            for span in &searched.rest {
                items.extend(unfold(&field, &start, task.bound, span));
            }
            divide(&field, &mut items, task.bound, ROOTS_PER_LANE * task.lanes);
            let mut work = SpanWork {
                items,
                next: 0,
                first: usize::MAX,
                expanded: 0,
                budget: task.budget.saturating_sub(spent),
                abandon: task.abandon,
                is_spent: false,
                pause: Pause::None,
            };
            let mut descent = Descent::new(&field, self.control, task.bound).among_others();
            end = descent.run(task.lanes, &mut work);
            spent += work.expanded;
            let is_over = work.pause == Pause::Over || work.is_spent;
            work.collect(&mut searched);
            if is_over {
                break;
            }
        }
        (joined(searched), end)
    }
}

/// Cuts a threshold into about this many spans of equal work, as far as the estimates tell.
pub(super) struct Split<'a> {
    pub(super) search: &'a GoalSearch<'a>,
    pub(super) board: &'a Board,
    pub(super) bound: u16,
    pub(super) parts: usize,
}

/// Roots for each span, so that their sizes even out. Workers wait while a threshold is cut, a second for
/// a quarter of a million roots, so there are fewer for each of very many spans; those that turn out
/// too large return their rest.
const ROOTS_PER_PART: usize = 16;
const MANY_ROOTS: usize = 1 << 16;
const FEWEST_ROOTS_PER_PART: usize = 4;

/// The factor by which nodes grow if the f of a root is lower by two, roughly.
const GROWTH: u128 = 6;

impl NodeJob for Split<'_> {
    type Output = Vec<Span>;

    fn run<S: Packed, const L: usize, const N: usize>(self) -> Vec<Span> {
        let field: Field<'_, S, L, N> = self.search.field();
        let start = Node::start(&Located::new(self.search.looks, self.board));
        let bound = self.bound;
        if start.f() > bound || self.parts < 2 {
            return vec![Span::all()];
        }
        let mut items = unfold(&field, &start, bound, &Span::all());
        let fewest = FEWEST_ROOTS_PER_PART.saturating_mul(self.parts);
        let wanted = ROOTS_PER_PART.saturating_mul(self.parts);
        let wanted = wanted.min(MANY_ROOTS.max(fewest));
        divide(&field, &mut items, bound, wanted);
        let work = |item: &Item<S, L, N>| match &item.root {
            Some(root) => GROWTH.pow(u32::from((bound - root.node.f()) / 2).min(30)),
            None => 0,
        };
        let all: u128 = items.iter().map(work).sum::<u128>().max(1);
        let mut spans: Vec<Span> = Vec::new();
        let (mut sum, mut begun) = (0, None);
        for item in items {
            let part = sum * self.parts as u128 / all;
            sum += work(&item);
            let Item { from, to, .. } = item;
            match spans.last_mut() {
                Some(last) if begun == Some(part) => last.to = to,
                _ => spans.push(Span { from, to }),
            }
            begun = Some(part);
        }
        spans
    }
}

/// The subtrees of a span, in order.
fn unfold<S: Packed, const L: usize, const N: usize>(
    field: &Field<'_, S, L, N>,
    start: &Node<S, L, N>,
    bound: u16,
    span: &Span,
) -> Vec<Item<S, L, N>> {
    let mut items: Vec<Item<S, L, N>> = Vec::new();
    let mut before = Count::default();
    let mut began: Option<Place> = None;
    let mut stack = if start.f() <= bound {
        vec![(*start, Place::default())]
    } else {
        Vec::new()
    };
    while let Some((node, place)) = stack.pop() {
        if span.to.as_ref().is_some_and(|to| place >= *to) {
            break;
        }
        let is_above = place < span.from;
        if is_above && !place.contains(&span.from) {
            continue;
        }
        let has_end_below = span.to.as_ref().is_some_and(|to| place.contains(to));
        if (is_above || has_end_below) && !field.is_goal(&node) {
            if node.g >= bound {
                continue;
            }
            let mut children = [node; 4];
            let (kept, looked) = field.children(&node, field.legal(&node), bound, &mut children);
            if !is_above {
                began.get_or_insert_with(|| place.clone());
                before += Count {
                    expanded: 1,
                    generated: looked,
                };
            }
            stack.extend(
                children[..kept]
                    .iter()
                    .map(|child| (*child, below(&place, child))),
            );
            continue;
        }
        items.push(Item {
            from: began.take().unwrap_or_else(|| place.clone()),
            to: None,
            before: std::mem::take(&mut before),
            root: Some(Root {
                first: field.legal(&node),
                node,
                place,
            }),
            end: ItemEnd::Untouched,
        });
    }
    if began.is_some() || items.is_empty() {
        items.push(Item {
            from: began.unwrap_or_else(|| span.from.clone()),
            to: None,
            before,
            root: None,
            end: ItemEnd::Untouched,
        });
    }
    // Where a span begins or ends is a node, if it comes from a search of this threshold. If not, there
    // is no node between that place and the next.
    items[0].from.clone_from(&span.from);
    link(&mut items, span.to.as_ref());
    items
}

/// Each item ends where the next begins.
fn link<S, const L: usize, const N: usize>(items: &mut [Item<S, L, N>], last: Option<&Place>) {
    let mut to = last.cloned();
    for item in items.iter_mut().rev() {
        item.to = to.replace(item.from.clone());
    }
}

fn below<S, const L: usize, const N: usize>(place: &Place, child: &Node<S, L, N>) -> Place {
    let mut moves = Vec::with_capacity(place.0.len() + 1);
    moves.extend_from_slice(&place.0);
    moves.push(child.via);
    Place(moves)
}

/// Replaces roots by their children until there are at least this many, if the bound leaves them.
fn divide<S: Packed, const L: usize, const N: usize>(
    field: &Field<'_, S, L, N>,
    items: &mut Vec<Item<S, L, N>>,
    bound: u16,
    wanted: usize,
) {
    let count = |items: &[Item<S, L, N>]| items.iter().filter(|item| item.root.is_some()).count();
    let mut expanded = true;
    while expanded && count(items) < wanted {
        expanded = false;
        let mut next = Vec::with_capacity(2 * items.len());
        for mut item in std::mem::take(items) {
            let Some(root) = item.root.take_if(|root| !field.is_goal(&root.node)) else {
                next.push(item);
                continue;
            };
            if root.node.g >= bound {
                next.push(item);
                continue;
            }
            expanded = true;
            let mut children = [root.node; 4];
            let (kept, looked) = field.children(&root.node, root.first, bound, &mut children);
            item.before += Count {
                expanded: 1,
                generated: looked,
            };
            let end = item.to.take();
            let begin = next.len();
            for child in children[..kept].iter().rev() {
                let place = below(&root.place, child);
                let is_first = next.len() == begin;
                next.push(Item {
                    from: if is_first {
                        item.from.clone()
                    } else {
                        place.clone()
                    },
                    to: None,
                    before: if is_first {
                        item.before
                    } else {
                        Count::default()
                    },
                    root: Some(Root {
                        node: *child,
                        place,
                        first: field.legal(child),
                    }),
                    end: ItemEnd::Untouched,
                });
            }
            if kept == 0 {
                next.push(item);
            }
            link(&mut next[begin..], end.as_ref());
        }
        *items = next;
    }
}

/// Why a search ends before all items are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pause {
    None,
    /// To split the remaining spans again: some lanes have nothing to do.
    Divide,
    /// The budget is spent, or the result is no longer needed.
    Over,
}

/// The items of a span, searched one after the other.
struct SpanWork<'a, S, const L: usize, const N: usize> {
    items: Vec<Item<S, L, N>>,
    next: usize,
    /// The first item with a solution. Those after it are of no interest.
    first: usize,
    /// Nodes below the items that are done.
    expanded: u64,
    budget: u64,
    abandon: &'a AtomicBool,
    /// Whether the budget is spent: what is under way is finished, so that what is done is one span.
    is_spent: bool,
    pause: Pause,
}

impl<S: Packed, const L: usize, const N: usize> SpanWork<'_, S, L, N> {
    /// Adds the finished and the remaining spans.
    fn collect(self, searched: &mut Searched) {
        searched.rest.clear();
        for item in self.items {
            let Item {
                from, to, before, ..
            } = item;
            let counts = |below: Count| Counts {
                expanded: before.expanded + below.expanded,
                generated: before.generated + below.generated,
                ..Counts::default()
            };
            // The few nodes of an item without a subtree are done at once, unless they would cut the
            // rest in two.
            let last = searched.rest.last();
            let follows_rest = last.is_some_and(|rest| rest.to.as_ref() == Some(&from));
            let end = match item.end {
                ItemEnd::Untouched if item.root.is_none() && !follows_rest => {
                    ItemEnd::Done(Count::default())
                }
                end => end,
            };
            match end {
                ItemEnd::Untouched => searched.rest.push(Span { from, to }),
                ItemEnd::Done(below) => {
                    searched.done.push((Span { from, to }, counts(below)));
                }
                ItemEnd::Left(below, next) => {
                    let done = Span {
                        from,
                        to: Some(next.clone()),
                    };
                    searched.done.push((done, counts(below)));
                    searched.rest.push(Span { from: next, to });
                }
                ItemEnd::Found(below, place) => {
                    let done = Span {
                        from,
                        to: Some(place.clone()),
                    };
                    searched.done.push((done, counts(below)));
                    searched.solution = Some(place);
                    break;
                }
            }
        }
    }
}

/// The number of spans into which the rest of a part is split, roughly, so that as many workers can
/// share it.
const REST_SPANS: usize = 8;

/// Spans in order, those that meet joined, up to the solution. The rest stays in a few spans of about as
/// many subtrees each.
fn joined(searched: Searched) -> Searched {
    let Searched {
        mut done,
        mut rest,
        solution,
    } = searched;
    let beyond = |place: &Place| solution.as_ref().is_some_and(|first| place > first);
    done.retain(|(span, _)| !beyond(&span.from));
    // A span that is empty and ends at the solution comes after the one that ends there too.
    done.sort_by(|(a, _), (b, _)| a.from.cmp(&b.from).then(a.is_empty().cmp(&b.is_empty())));
    rest.retain(|span| !span.is_empty() && !beyond(&span.from));
    let mut all: Vec<(Span, Counts)> = Vec::new();
    for (span, counts) in done {
        match all.last_mut() {
            Some((last, sum)) if last.to.as_ref() == Some(&span.from) => {
                last.to = span.to;
                *sum += counts;
            }
            _ if span.is_empty() && span.to != solution => {}
            _ => all.push((span, counts)),
        }
    }
    let most = rest.len().div_ceil(REST_SPANS);
    let mut few: Vec<(Span, usize)> = Vec::new();
    for span in rest {
        match few.last_mut() {
            Some((last, count)) if *count < most && last.to.as_ref() == Some(&span.from) => {
                last.to = span.to;
                *count += 1;
            }
            _ => few.push((span, 1)),
        }
    }
    Searched {
        done: all,
        rest: few.into_iter().map(|(span, _)| span).collect(),
        solution,
    }
}

impl<S: Packed, const L: usize, const N: usize> RootSource<S, L, N> for SpanWork<'_, S, L, N> {
    fn next(&mut self) -> Option<Start<'_, S, L, N>> {
        while let Some(item) = self.items.get(self.next) {
            let number = self.next;
            if number > self.first || self.is_spent {
                return None;
            }
            self.next += 1;
            if item.root.is_some() {
                let root = self.items[number].root.as_ref()?;
                return Some(Start {
                    number,
                    node: &root.node,
                    first: root.first,
                    before: 0,
                });
            }
        }
        None
    }

    fn wants(&self, root: usize) -> bool {
        root <= self.first
    }

    fn goal(&mut self, root: usize, moves: &[Direction]) -> ControlFlow<()> {
        self.first = self.first.min(root);
        let place = self.place(root, moves);
        self.items[root].end = ItemEnd::Found(Count::default(), place);
        ControlFlow::Break(())
    }

    fn done(&mut self, root: usize, count: Count) {
        self.expanded += count.expanded;
        let end = &mut self.items[root].end;
        match end {
            ItemEnd::Found(below, _) => *below = count,
            _ if root > self.first => {}
            _ => *end = ItemEnd::Done(count),
        }
    }

    fn goes_on(&mut self, under_way: u64, idle: usize) -> bool {
        let spent = self.expanded + under_way;
        if spent / 2 >= self.budget || self.abandon.load(Ordering::Relaxed) {
            self.pause = Pause::Over;
        } else if spent >= self.budget {
            self.is_spent = true;
        } else if idle > 0 && spent >= WORTH_DIVIDING && self.first == usize::MAX {
            self.pause = Pause::Divide;
        }
        self.pause == Pause::None
    }

    fn left(&mut self, root: usize, count: Count, next: Vec<Direction>) {
        self.expanded += count.expanded;
        let place = self.place(root, &next);
        if root <= self.first {
            self.items[root].end = ItemEnd::Left(count, place);
        }
    }
}

impl<S: Packed, const L: usize, const N: usize> SpanWork<'_, S, L, N> {
    /// A place below the root of an item.
    fn place(&self, item: usize, moves: &[Direction]) -> Place {
        let root = self.items[item].root.as_ref();
        let above = root.map_or(&[][..], |root| &root.place.0);
        Place([above, moves].concat())
    }
}
