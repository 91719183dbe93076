//! The line in which a board, a size or a game ID is typed or pasted.

use std::collections::VecDeque;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use taquin::generate::{GameId, Level};
use taquin::notation::parse_board;
use taquin::{Board, PuzzleError, Size};
use taquin_game::{Game, Origin};

use super::{Mode, Purpose, TerminalApp};
use crate::messages;
use crate::worker::sentence;

/// Longer texts are not boards: a 16x16 board as JSON has under 1300 characters.
const MOST: usize = 4096;

/// A line of text with a place in it, and what was wrong with it.
#[derive(Debug, Default)]
pub struct Editor {
    text: Vec<char>,
    at: usize,
    /// Why the text is no board.
    pub(crate) fault: Option<String>,
    /// The board that Enter takes instead.
    fix: Option<Board>,
}

impl Editor {
    /// The text, one line of it.
    pub(crate) fn shown(&self) -> String {
        self.text.iter().collect()
    }

    /// The number of characters before the cursor.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    fn insert(&mut self, text: &str) {
        // Rows by line breaks read the same as rows by slashes, and fit on a line.
        let text = text.trim().replace("\r\n", "\n").replace(['\r', '\n'], "/");
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            if self.text.len() < MOST {
                self.text.insert(self.at, letter);
                self.at += 1;
            }
        }
        self.changed();
    }

    fn changed(&mut self) {
        self.fault = None;
        self.fix = None;
    }

    fn key(&mut self, key: KeyEvent) {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if ctrl => {
                self.text.drain(..self.at);
                self.at = 0;
            }
            KeyCode::Char('w') if ctrl => {
                let is_space = |i: &usize| self.text[*i] == ' ';
                let word = (0..self.at).rev().skip_while(is_space).find(is_space);
                let from = word.map_or(0, |i| i + 1);
                self.text.drain(from..self.at);
                self.at = from;
            }
            KeyCode::Char('a') if ctrl => self.at = 0,
            KeyCode::Char('e') if ctrl => self.at = self.text.len(),
            KeyCode::Char(letter) if !ctrl && self.text.len() < MOST => {
                self.text.insert(self.at, letter);
                self.at += 1;
            }
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.at);
            }
            KeyCode::Delete if self.at < self.text.len() => {
                self.text.remove(self.at);
            }
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.text.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            _ => return,
        }
        self.changed();
    }
}

impl TerminalApp {
    pub(super) fn edit_key(&mut self, key: KeyEvent) {
        let Mode::Edit(editor) = &mut self.mode else {
            return;
        };
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => {
                self.back_to_game();
                self.message.clear();
            }
            KeyCode::Char('c') if ctrl => self.quit(),
            KeyCode::Enter => self.accept_text(),
            _ => editor.key(key),
        }
    }

    /// A pasted text is typed where text is typed; anywhere else it is taken for a board.
    pub(super) fn paste(&mut self, text: &str) {
        if self.is_dealing() {
            return;
        }
        if let Mode::Edit(editor) = &mut self.mode {
            return editor.insert(text);
        }
        let mut editor = Editor::default();
        editor.insert(text);
        self.leave_for(Mode::Edit(editor));
        self.accept_text();
    }

    pub(super) fn accept_text(&mut self) {
        let Mode::Edit(editor) = &mut self.mode else {
            return;
        };
        let text = editor.shown();
        let text = text.trim();
        if text.is_empty() {
            return self.back_to_game();
        }
        if let Some(board) = editor.fix.take() {
            return self.begin_typed(board);
        }
        if let Ok(size) = text.parse::<Size>() {
            self.back_to_game();
            return self.deal(size, [self.level, Level::Random]);
        }
        if text.contains([':', '-']) && !text.contains(['/', '[', ' ', ',']) {
            return match text.parse::<GameId>() {
                Ok(id) => {
                    self.back_to_game();
                    let purpose = Purpose::Deal(id.size, VecDeque::new(), None);
                    self.ask_deal(id.size, id.level, Some(id.seed), purpose);
                }
                Err(error) => self.fault(sentence(&error.to_string()), None),
            };
        }
        match parse_board(text) {
            Ok(board) => self.begin_typed(board),
            Err(error) => self.fault(sentence(&error.to_string()), None),
        }
    }

    fn begin_typed(&mut self, board: Board) {
        let goal = self.goal_for(board.size());
        match Game::new(board, goal, Origin::default()) {
            Ok(game) => {
                self.back_to_game();
                let message = self.begun_message();
                self.begin(game, &message);
            }
            Err(PuzzleError::Unsolvable(reason)) => {
                let text = format!(
                    "{} (Enter swaps, Esc leaves.)",
                    messages::unsolvable(&reason)
                );
                self.fault(text, Some(reason.fix.board));
            }
            Err(error) => self.fault(sentence(&error.to_string()), None),
        }
    }

    fn fault(&mut self, text: String, fix: Option<Board>) {
        if let Mode::Edit(editor) = &mut self.mode {
            editor.fault = Some(text);
            editor.fix = fix;
        }
    }
}
