//! Recording of a search that detects duplicates, or of a path that is followed without a search.

use taquin_core::packed::Packed;
use taquin_core::trace::{Step, StepKind, Tracer, Why};
use taquin_core::{Board, Control, Direction, Move, Size};

/// A tracer that still has room, together with the size its packed boards have.
#[derive(Clone, Copy)]
pub(crate) struct Recorder<'a> {
    tracer: Option<&'a Tracer>,
    size: Size,
}

/// A node as searches see it.
#[derive(Clone, Copy)]
pub(crate) struct Seen<S> {
    pub(crate) state: S,
    /// The move that led here; none at the start.
    pub(crate) via: Option<Direction>,
    pub(crate) g: u32,
    pub(crate) h: u32,
    pub(crate) f: u32,
}

impl<S> Seen<S> {
    /// A node of a search without a heuristic.
    pub(crate) fn unestimated(state: S, via: Option<Direction>, g: u32) -> Self {
        Self {
            state,
            via,
            g,
            h: 0,
            f: g,
        }
    }
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(control: &'a Control, size: Size) -> Self {
        Self {
            tracer: control.tracer(),
            size,
        }
    }

    /// Whether anything is recorded at all; a cheap test for inner loops.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.tracer.is_some()
    }

    /// Records what happened to a node.
    #[cold]
    pub(crate) fn record<S: Packed>(&self, kind: StepKind, node: Seen<S>, open: u64, closed: u64) {
        let Some(tracer) = self.tracer.filter(|tracer| !tracer.is_full()) else {
            return;
        };
        let board = node.state.unpack(self.size);
        let mv = node.via.map(Move);
        let parent = mv.map(|mv| {
            let mut parent = board.clone();
            parent.slide(mv.inverse());
            tracer.id_of(&parent)
        });
        tracer.record(Step {
            kind,
            node: tracer.id_of(&board),
            parent,
            mv,
            board,
            g: node.g,
            h: node.h,
            f: node.f,
            open,
            closed,
        });
    }

    /// Records that a node was taken: `why`, or that it is the start or a goal.
    pub(crate) fn taken<S: Packed>(
        &self,
        node: Seen<S>,
        why: Why,
        is_goal: bool,
        open: u64,
        closed: u64,
    ) {
        let kind = match (is_goal, node.via) {
            (true, _) => StepKind::Goal,
            (false, None) => StepKind::Expand(Why::Start),
            (false, Some(_)) => StepKind::Expand(why),
        };
        self.record(kind, node, open, closed);
    }
}

/// A way that is followed board by board, each of them chosen without looking at another.
pub(crate) struct Walk<'a> {
    tracer: Option<&'a Tracer>,
    parent: Option<u64>,
    g: u32,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(control: &'a Control) -> Self {
        Self {
            tracer: control.tracer(),
            parent: None,
            g: 0,
        }
    }

    /// Records the next board and the move that led to it; `why` is left out at the goal.
    pub(crate) fn record(&mut self, board: &Board, via: Option<Move>, h: u32, why: Option<Why>) {
        let Some(tracer) = self.tracer.filter(|tracer| !tracer.is_full()) else {
            return;
        };
        let (g, node) = (self.g, tracer.new_id());
        tracer.record(Step {
            kind: match why {
                None => StepKind::Goal,
                Some(_) if g == 0 => StepKind::Expand(Why::Start),
                Some(why) => StepKind::Expand(why),
            },
            node,
            parent: self.parent,
            mv: via,
            board: board.clone(),
            g,
            h,
            f: g + h,
            open: 0,
            closed: u64::from(g) + u64::from(why.is_some()),
        });
        self.parent = Some(node);
        self.g += 1;
    }
}
