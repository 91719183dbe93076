//! Recording a search that recognises states, node by node.

use taquin_core::packed::Packed;
use taquin_core::trace::{Kind, Step, Tracer, Why};
use taquin_core::{Control, Direction, Move, Size};

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
    pub(crate) fn record<S: Packed>(&self, kind: Kind, node: Seen<S>, open: u64, closed: u64) {
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
            (true, _) => Kind::Goal,
            (false, None) => Kind::Expand(Why::Start),
            (false, Some(_)) => Kind::Expand(why),
        };
        self.record(kind, node, open, closed);
    }
}
