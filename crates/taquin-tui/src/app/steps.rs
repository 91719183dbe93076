//! The screens that step through something: playback, review, watching a search.

use std::time::Duration;

use taquin::{Board, Move, Puzzle};
use taquin_game::{Game, Origin, Player, Review};

use super::answers::REVIEW;
use super::{Mode, Purpose, Searching, TerminalApp};
use crate::keys::Action;
use crate::task::{Request, Traced};

/// A solution, board by board.
#[derive(Debug)]
pub struct Playback {
    pub(crate) boards: Vec<Board>,
    pub(crate) moves: Vec<Move>,
    pub(crate) player: Player,
    /// What the solution is worth.
    pub(crate) label: String,
}

impl Playback {
    fn new(start: &Board, moves: Vec<Move>, label: String) -> Self {
        Self {
            boards: boards(start, &moves),
            player: Player::new(moves.len()),
            moves,
            label,
        }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.boards[self.player.at()]
    }
}

fn boards(start: &Board, moves: &[Move]) -> Vec<Board> {
    let mut boards = vec![start.clone()];
    for &mv in moves {
        let mut next = boards[boards.len() - 1].clone();
        next.slide(mv);
        boards.push(next);
    }
    boards
}

/// A finished game, and where one is in it.
#[derive(Debug)]
pub struct Reviewing {
    pub(crate) review: Review,
    pub(crate) player: Player,
}

impl Reviewing {
    pub(crate) fn board(&self) -> &Board {
        &self.review.boards()[self.player.at()]
    }
}

/// A search to be watched.
#[derive(Debug)]
pub struct WatchedSearch {
    /// The solver, as the player named it.
    pub(crate) spec: String,
    pub(crate) state: WatchState,
}

/// The progress of the search.
#[derive(Debug)]
pub(crate) enum WatchState {
    /// It runs.
    Searching(Searching),
    /// It is done and can be replayed.
    Ready {
        /// Statistics of the search.
        traced: Box<Traced>,
        /// Its steps.
        steps: Player,
        /// Its solution, if it found one.
        solution: Option<Playback>,
        /// Which of the two is on the screen.
        shown: Shown,
    },
}

/// The steps being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The search, node by node.
    Search,
    /// The solution, board by board.
    Solution,
}

impl WatchedSearch {
    pub(super) fn searching(&mut self) -> Option<&mut Searching> {
        match &mut self.state {
            WatchState::Searching(search) => Some(search),
            WatchState::Ready { .. } => None,
        }
    }

    pub(super) fn ready(&mut self, puzzle: &Puzzle, traced: Traced, now: Duration) {
        let solution = traced.found.line.clone().map(|line| {
            let label = label(line.len(), traced.found.is_optimal());
            Playback::new(puzzle.start(), line, label)
        });
        let mut steps = Player::new(traced.trace.steps.len().saturating_sub(1));
        steps.toggle(now);
        self.state = WatchState::Ready {
            traced: Box::new(traced),
            steps,
            solution,
            shown: Shown::Search,
        };
    }

    pub(crate) fn board(&self) -> Option<&Board> {
        match &self.state {
            WatchState::Ready {
                solution: Some(solution),
                shown: Shown::Solution,
                ..
            } => Some(solution.board()),
            WatchState::Ready { traced, steps, .. } => {
                traced.trace.steps.get(steps.at()).map(|step| &step.board)
            }
            WatchState::Searching(_) => None,
        }
    }

    fn player(&self) -> Option<&Player> {
        match &self.state {
            WatchState::Ready {
                solution: Some(solution),
                shown: Shown::Solution,
                ..
            } => Some(&solution.player),
            WatchState::Ready { steps, .. } => Some(steps),
            WatchState::Searching(_) => None,
        }
    }

    fn player_mut(&mut self) -> Option<&mut Player> {
        match &mut self.state {
            WatchState::Ready {
                solution: Some(solution),
                shown: Shown::Solution,
                ..
            } => Some(&mut solution.player),
            WatchState::Ready { steps, .. } => Some(steps),
            WatchState::Searching(_) => None,
        }
    }

    /// Shows the other of search and solution; whether there is another.
    fn switch(&mut self) -> bool {
        match &mut self.state {
            WatchState::Ready {
                shown,
                solution: Some(_),
                ..
            } => {
                *shown = match shown {
                    Shown::Search => Shown::Solution,
                    Shown::Solution => Shown::Search,
                };
                true
            }
            _ => false,
        }
    }
}

/// `14 moves, optimal (proven)` or `at most 52 moves (found, not proven)`.
fn label(length: usize, proven: bool) -> String {
    let moves = crate::messages::moves(length);
    if proven {
        format!("{moves}, optimal (proven)")
    } else {
        format!("at most {moves} (found, not proven)")
    }
}

impl TerminalApp {
    /// Plays the best solution known of the board in play.
    pub(super) fn begin_playback(&mut self) {
        let here = self.game().here();
        let Some(known) = self.knowledge.about(&here).cloned() else {
            return;
        };
        let Some(line) = known.line.clone() else {
            return;
        };
        let label = label(line.len(), known.exact().is_some());
        let start = self.game().board().clone();
        let mut playback = Playback::new(&start, line, label);
        playback.player.toggle(self.now);
        self.session.game_mut().assist();
        self.leave_for(Mode::Playback(playback));
        self.message.clear();
        self.touch();
    }

    pub(super) fn begin_review(&mut self) {
        if !self.game().phase().is_over() || self.game().moves() == 0 {
            return self.say("The review comes when the game is over.");
        }
        let review = Review::new(self.game().puzzle(), &self.game().line());
        let player = Player::new(review.moves().len());
        self.leave_for(Mode::Review(Reviewing { review, player }));
        self.message.clear();
        self.ask_review();
    }

    /// Requests the distance of the next open board of the review.
    pub(super) fn ask_review(&mut self) {
        while let Mode::Review(reviewing) = &mut self.mode {
            let Some(index) = reviewing.review.question() else {
                return;
            };
            let puzzle = reviewing.review.from(index);
            // Earlier solutions and hints may already have the answer.
            if let Some(distance) = self.knowledge.exact(&puzzle) {
                reviewing.review.answer(index, distance, Some(distance));
                continue;
            }
            return self.solve(Purpose::Review(index), puzzle, REVIEW);
        }
    }

    /// Begins to watch a solver at work on the board in play.
    pub fn watch(&mut self, spec: &str, steps: usize) -> Vec<crate::Effect> {
        let puzzle = self.game().here();
        self.leave_for(Mode::Watch(WatchedSearch {
            spec: spec.to_owned(),
            state: WatchState::Searching(Searching::default()),
        }));
        self.message.clear();
        let spec = spec.to_owned();
        self.ask(
            Purpose::Watch,
            Request::Trace {
                spec,
                puzzle,
                steps,
            },
        );
        std::mem::take(&mut self.effects)
    }

    pub(crate) fn player(&self) -> Option<&Player> {
        match &self.mode {
            Mode::Playback(playback) => Some(&playback.player),
            Mode::Review(reviewing) => Some(&reviewing.player),
            Mode::Watch(watch) => watch.player(),
            _ => None,
        }
    }

    fn player_mut(&mut self) -> Option<&mut Player> {
        match &mut self.mode {
            Mode::Playback(playback) => Some(&mut playback.player),
            Mode::Review(reviewing) => Some(&mut reviewing.player),
            Mode::Watch(watch) => watch.player_mut(),
            _ => None,
        }
    }

    pub(super) fn step_key(&mut self, action: Action) {
        let now = self.now;
        match action {
            Action::Leave | Action::Undo => {
                self.back_to_game();
                self.message.clear();
                return;
            }
            Action::Switch => {
                if let Mode::Watch(watch) = &mut self.mode {
                    watch.switch();
                }
                return;
            }
            Action::Accept => return self.try_again(),
            _ => {}
        }
        let before = self.board().clone();
        let from = self.player().map_or(0, Player::at);
        let Some(player) = self.player_mut() else {
            return;
        };
        match action {
            Action::PlayPause => player.toggle(now),
            Action::Back => player.step(-1),
            Action::Forward => player.step(1),
            Action::First => player.seek(0),
            Action::Last => player.seek(usize::MAX),
            Action::Faster => player.change_speed(true, now),
            Action::Slower => player.change_speed(false, now),
            _ => return,
        }
        self.animate_step(&before, from);
    }

    /// Goes to the place that is this share of the way.
    pub(super) fn seek(&mut self, share: f64) {
        if let Some(player) = self.player_mut() {
            let to = (share * player.length() as f64).round();
            player.seek(to as usize);
        }
        self.sliding = None;
    }

    /// Does the steps that are due.
    pub(super) fn play_steps(&mut self) {
        let now = self.now;
        let before = self.board().clone();
        let from = self.player().map_or(0, Player::at);
        if self.player_mut().is_some_and(|player| player.tick(now)) {
            self.animate_step(&before, from);
        }
    }

    /// Shows a step from one board to the next as a slide, if it is one.
    fn animate_step(&mut self, before: &Board, from: usize) {
        self.sliding = None;
        let to = self.player().map_or(0, Player::at);
        if from.abs_diff(to) != 1 {
            return;
        }
        let after = self.board().clone();
        let slide = before.moves().find(|&mv| {
            let mut board = before.clone();
            board.slide(mv);
            board == after
        });
        if let Some(mv) = slide {
            self.animate(before, &[mv]);
        }
    }

    /// Plays on from the board that the review shows.
    fn try_again(&mut self) {
        let Mode::Review(reviewing) = &self.mode else {
            return;
        };
        let goal = self.game().goal().clone();
        let game = Game::new(reviewing.board().clone(), goal, Origin::default());
        if let Ok(game) = game {
            self.back_to_game();
            self.begin(
                game,
                "Find the better move. Undo brings the review's game back.",
            );
        }
    }
}
