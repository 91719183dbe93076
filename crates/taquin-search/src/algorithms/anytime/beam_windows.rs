//! Shortens a path with the beams of an external engine: over its whole length, then between two of its
//! boards at a time.

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_core::{Board, Move};

use super::beams::{Ask, Beams, Breadth};
use super::budget::Share;
use super::job::{Job, Pause};
use super::line;
use super::net::Net;
use crate::nets::Nets;

/// From which end of a stretch a beam begins.
#[derive(Clone, Copy, Debug)]
enum Way {
    Forward,
    Backward,
}

/// The outcome of a segment.
enum Tried {
    Shorter,
    InVain,
    /// There is too little left to try.
    NothingLeft,
}

/// Stretches of fewer moves are left to the windows.
const SHORTEST_STRETCH: usize = 40;

impl Job<'_, '_, '_> {
    /// A narrow beam, wide ones from both ends, then segments of the path, alternating with proofs.
    pub(super) fn improve_with(&mut self, goal: &Board, beams: &dyn Beams) -> ControlFlow<Pause> {
        self.prove(100_000)?;
        let share = beams.share();
        for (share, way) in [
            (Share::First, Way::Forward),
            (Share::Widest(share / 2.0), Way::Forward),
            // Half of the total is half of what remains plus the same again.
            (
                Share::Widest(share / 2.0 / (1.0 - share / 2.0)),
                Way::Backward,
            ),
        ] {
            let end = self.length() as usize;
            self.stretch(beams, 0, end, share, way)?;
            self.polish(30, 20_000)?;
        }
        debug_assert_eq!(&self.end(), goal, "every line ends where the first did");
        self.stretches(beams)?;
        self.rest()
    }

    /// Replaces stretches of the line by what beams find between their ends, as long as there is
    /// something to spend; without a limit until none of them gets shorter.
    fn stretches(&mut self, beams: &dyn Beams) -> ControlFlow<Pause> {
        for round in 0.. {
            let before = self.length();
            if (before as usize) < SHORTEST_STRETCH {
                break;
            }
            let length = (before as usize / (2 + round % 3)).max(SHORTEST_STRETCH);
            let way = [Way::Forward, Way::Backward][round % 2];
            let mut at = if round % 4 < 2 { 0 } else { length / 2 };
            while at + SHORTEST_STRETCH <= self.length() as usize {
                match self.stretch(beams, at, at + length, Share::Stretch, way)? {
                    // What is shorter now is tried again a little further on.
                    Tried::Shorter => at += length / 4,
                    Tried::InVain => at += length / 2,
                    Tried::NothingLeft => return ControlFlow::Continue(()),
                }
            }
            self.polish(30, 20_000)?;
            if !self.budget.is_limited() && self.length() == before && round >= 2 {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Lets a beam look for a shorter path between two boards of the line, near these places.
    fn stretch(
        &mut self,
        beams: &dyn Beams,
        at: usize,
        end: usize,
        share: Share,
        way: Way,
    ) -> ControlFlow<Pause, Tried> {
        let line = self.line().to_vec();
        let boards = line::boards(self.puzzle.start(), &line);
        // The board that a beam leads to has the blank in a corner, or is the line's end.
        let (at, end) = match way {
            Way::Forward => (at, line::stop_near(&boards, at, end)),
            Way::Backward => (line::stop_after(&boards, at), end.min(line.len())),
        };
        let Some(longest) = end.checked_sub(at + 2) else {
            return ControlFlow::Continue(Tried::InVain);
        };
        let longest = longest as u32;
        let Some(width) = self.budget.breadth(longest, share) else {
            return ControlFlow::Continue(Tried::NothingLeft);
        };
        let moves = match way {
            Way::Forward => self.ask(beams, &boards[at], &boards[end], longest, width)?,
            Way::Backward => self
                .ask(beams, &boards[end], &boards[at], longest, width)?
                .map(|moves| line::backwards(&moves)),
        };
        let Some(moves) = moves else {
            return ControlFlow::Continue(Tried::InVain);
        };
        let line = [&line[..at], &moves, &line[end..]].concat();
        self.offer(&line)?;
        ControlFlow::Continue(Tried::Shorter)
    }

    /// Has a beam searched, and counts what it did.
    fn ask(
        &mut self,
        beams: &dyn Beams,
        start: &Board,
        goal: &Board,
        longest: u32,
        width: Breadth,
    ) -> ControlFlow<Pause, Option<Vec<Move>>> {
        let net = Net::new(goal, &self.control.context().part::<Nets>());
        let ask = Ask {
            start,
            goal,
            net: net.as_ref(),
            longest,
            width,
        };
        let part = self.control.part(None);
        let found = beams.beam(&ask, &part);
        self.control.count_nodes_of(&part);
        let found = match found {
            Ok(found) => found,
            Err(error) => return ControlFlow::Break(Pause::Failed(error)),
        };
        self.stats.expanded += found.expanded;
        self.stats.generated += found.generated;
        self.stats.peak_open = self.stats.peak_open.max(found.widest);
        self.stats.peak_bytes = self.stats.peak_bytes.max(found.bytes);
        self.budget.note(found.expanded, Duration::ZERO);
        match found.stopped {
            Some(stop) => ControlFlow::Break(Pause::Stopped(stop)),
            None => ControlFlow::Continue(found.moves),
        }
    }
}
