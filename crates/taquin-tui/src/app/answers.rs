//! Updates of the state by answers to questions.

use std::time::Duration;

use taquin::notation::Notation;
use taquin::{Event, Puzzle, Stop};

use super::{Mode, Purpose, TerminalApp};
use crate::keys::Action;
use crate::messages;
use crate::task::{Answer, SearchResult, Ticket};

impl TerminalApp {
    pub(super) fn answer(&mut self, ticket: Ticket, answer: Answer) {
        let Some(at) = self.asked.iter().position(|asked| asked.ticket == ticket) else {
            return;
        };
        if let Answer::Event(event) = &answer {
            return self.progress(at, event);
        }
        let asked = self.asked.remove(at);
        if let (Answer::Found(found), Some(puzzle)) = (&answer, &asked.puzzle) {
            let line = found.line.as_deref();
            self.knowledge.learn(puzzle, line, found.least);
        }
        if asked.given_up {
            return;
        }
        match (answer, asked.puzzle) {
            (Answer::Dealt(game), _) => {
                let mut message = self.begun_message();
                if let Purpose::Deal(_, _, Some(refusal)) = asked.purpose {
                    message = format!("{refusal} {message}");
                }
                self.begin(*game, &message);
                self.go_on();
            }
            (Answer::Found(found), Some(puzzle)) => self.found(&asked.purpose, &puzzle, &found),
            (Answer::Traced(traced), Some(puzzle)) => {
                if let Mode::Watch(watch) = &mut self.mode {
                    watch.ready(&puzzle, *traced, self.now);
                }
            }
            (Answer::Refused(reason), _) => self.refused(asked.purpose, reason),
            _ => {}
        }
    }

    fn progress(&mut self, at: usize, event: &Event) {
        let asked = &self.asked[at];
        if asked.given_up {
            return;
        }
        if let (Event::Improved(solution), Some(puzzle)) = (event, &asked.puzzle) {
            self.knowledge.learn(puzzle, Some(solution.moves()), 0);
        }
        let search = match &mut self.mode {
            Mode::Searching(search) if asked.purpose == Purpose::Solve => Some(search),
            Mode::Watch(watch) if asked.purpose == Purpose::Watch => watch.searching(),
            _ => None,
        };
        let Some(search) = search else {
            if let (true, Some(building)) = (asked.purpose.is_waited_for(), building(event)) {
                self.say(building);
            }
            return;
        };
        search.progress.update(event, Notation::Tile);
        if let Event::Improved(solution) = event {
            let length = solution.len();
            search.best = Some(search.best.map_or(length, |best| best.min(length)));
        }
    }

    fn found(&mut self, purpose: &Purpose, puzzle: &Puzzle, found: &SearchResult) {
        let exact = self.knowledge.exact(puzzle);
        if exact.is_none() {
            self.unsettled = Some(puzzle.start().clone());
        }
        match *purpose {
            Purpose::Hint => {
                self.show_hint();
            }
            Purpose::PlayHint => {
                self.make_hint();
            }
            Purpose::Solve => self.searched(found),
            Purpose::Distance { say: true } => self.say(match exact {
                Some(distance) => format!("{distance} to go (optimal)."),
                None => format!("At least {} to go.", found.least),
            }),
            Purpose::Verdict => {
                if let Some(best) = exact
                    && self.game().puzzle() == puzzle
                    && self.game().phase().is_over()
                {
                    self.say(messages::won(self.game(), Some(best), self.now));
                }
            }
            Purpose::Review(index) => {
                let line = found.line.as_ref().map(|line| line.len() as u32);
                if let Mode::Review(reviewing) = &mut self.mode {
                    reviewing.review.answer(index, found.least, line);
                }
                self.ask_review();
            }
            Purpose::Distance { say: false } | Purpose::Deal(..) | Purpose::Watch => {}
        }
    }

    /// After the search for a solution to be played back.
    fn searched(&mut self, found: &SearchResult) {
        let Mode::Searching(search) = &mut self.mode else {
            return;
        };
        if found.is_optimal() || found.stop == Stop::Finished {
            return self.begin_playback();
        }
        search.ended = true;
        search.best = found.line.as_ref().map(|line| line.len() as u32);
        let message = messages::limit(search.patience.as_secs(), search.best);
        self.say(message);
    }

    /// A key while a solution is searched.
    pub(super) fn searching_key(&mut self, action: Action) {
        let Mode::Searching(search) = &self.mode else {
            return;
        };
        match action {
            Action::Accept if search.best.is_some() => self.begin_playback(),
            Action::Solve if search.ended => {
                let patience = search.patience * 2;
                self.find_solution(patience);
            }
            Action::Leave | Action::Undo => {
                self.back_to_game();
                self.say("Search cancelled.");
            }
            _ => {}
        }
    }

    fn refused(&mut self, purpose: Purpose, reason: String) {
        match purpose {
            Purpose::Deal(size, mut levels, refusal) => {
                let refusal = refusal.or(Some(reason));
                match (levels.pop_front(), refusal) {
                    (Some(level), refusal) => {
                        self.ask_deal(size, level, None, Purpose::Deal(size, levels, refusal));
                    }
                    (None, refusal) => {
                        self.say(refusal.unwrap_or_default());
                        self.go_on();
                    }
                }
            }
            Purpose::Watch | Purpose::Solve => {
                self.back_to_game();
                self.say(reason);
            }
            _ => self.say(reason),
        }
    }

    /// Plays the keys that were pressed while a board was made.
    fn go_on(&mut self) {
        while !self.is_dealing() {
            let Some(key) = self.waiting.pop_front() else {
                break;
            };
            self.key(key);
        }
    }
}

/// The progress of tables that a search waits for.
fn building(event: &Event) -> Option<String> {
    match event {
        Event::Table {
            tiles,
            reached,
            entries,
        } => Some(messages::building(tiles, *reached, *entries)),
        _ => None,
    }
}

/// Time limit for each board of a review.
pub(super) const REVIEW: Duration = Duration::from_secs(5);
