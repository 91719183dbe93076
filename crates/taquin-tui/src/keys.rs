//! The key map: one table, from which the help screen and the key line are made too.

use std::collections::HashMap;
use std::fmt;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use taquin::Direction;

/// The action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table below says what each does")]
pub enum Action {
    Slide(Direction),
    Undo,
    Redo,
    New,
    Restart,
    Smaller,
    Larger,
    Level,
    Pause,
    Arrows,
    Hint,
    PlayHint,
    Solve,
    Bar,
    Review,
    Edit,
    Copy,
    CopyCommand,
    Theme,
    Zen,
    Bests,
    Keys,
    Quit,
    Suspend,
    LastMove,
    Clock,
    Blank,
    Row,
    Column,
    Board,
    Distance,
    PlayPause,
    Back,
    Forward,
    First,
    Last,
    Faster,
    Slower,
    Switch,
    Accept,
    Leave,
}

/// The screens on which a key is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyScope {
    /// On every screen but the one where text is typed.
    Everywhere,
    /// In the game.
    Game,
    /// Where one steps through something: playback, review, watching a search.
    Steps,
}

/// A line of the key map.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The action.
    pub action: Action,
    /// The name by which a key file changes it.
    pub name: &'static str,
    /// The screens on which it is active.
    pub place: KeyScope,
    /// The keys, the first one shown first.
    pub keys: &'static str,
    /// The action in words.
    pub does: &'static str,
}

const fn bind(
    place: KeyScope,
    name: &'static str,
    action: Action,
    keys: &'static str,
    does: &'static str,
) -> Binding {
    Binding {
        action,
        name,
        place,
        keys,
        does,
    }
}

/// All keys, in the order the help screen lists them. Digits name a tile and cannot be changed.
pub const BINDINGS: &[Binding] = {
    use Action as A;
    use Direction::{Down, Left, Right, Up};
    use KeyScope::{Everywhere, Game, Steps};
    &[
        bind(Game, "left", A::Slide(Left), "Left h", "slide a tile left"),
        bind(Game, "down", A::Slide(Down), "Down j", "slide a tile down"),
        bind(Game, "up", A::Slide(Up), "Up k", "slide a tile up"),
        bind(
            Game,
            "right",
            A::Slide(Right),
            "Right l",
            "slide a tile right",
        ),
        bind(
            Game,
            "undo",
            A::Undo,
            "u Backspace",
            "undo, also a new game",
        ),
        bind(Game, "redo", A::Redo, "r Ctrl-r", "redo"),
        bind(Game, "new", A::New, "n", "new game"),
        bind(Game, "restart", A::Restart, "N", "this board again"),
        bind(Game, "smaller", A::Smaller, "[", "smaller board"),
        bind(Game, "larger", A::Larger, "]", "larger board"),
        bind(Game, "level", A::Level, "L", "next level"),
        bind(Game, "pause", A::Pause, "p", "pause"),
        bind(Game, "hint", A::Hint, "?", "hint: tile, way, next five"),
        bind(
            Game,
            "play-hint",
            A::PlayHint,
            "Space",
            "play the hinted move",
        ),
        bind(Game, "solve", A::Solve, "s", "solve and play it back"),
        bind(Game, "bar", A::Bar, "v", "distance bar"),
        bind(Game, "review", A::Review, "i", "review the finished game"),
        bind(Game, "edit", A::Edit, "e", "type or paste a board"),
        bind(Game, "copy", A::Copy, "y", "copy the position"),
        bind(
            Game,
            "copy-command",
            A::CopyCommand,
            "Y",
            "copy as a command",
        ),
        bind(Game, "arrows", A::Arrows, "g", "arrows move tile or blank"),
        bind(Game, "zen", A::Zen, "z", "hide moves and time"),
        bind(Game, "bests", A::Bests, "b", "your best results"),
        bind(Everywhere, "theme", A::Theme, "t", "next theme"),
        bind(Everywhere, "keys", A::Keys, "F1 Alt-?", "this list"),
        bind(
            Everywhere,
            "quit",
            A::Quit,
            "q Ctrl-c",
            "quit; the game is saved",
        ),
        bind(
            Everywhere,
            "suspend",
            A::Suspend,
            "Ctrl-z",
            "to the shell and back",
        ),
        bind(Everywhere, "leave", A::Leave, "Esc", "back to the game"),
        bind(
            Everywhere,
            "accept",
            A::Accept,
            "Enter",
            "take what is offered",
        ),
        bind(Steps, "play-pause", A::PlayPause, "Space", "play or pause"),
        bind(Steps, "back", A::Back, ", Left h", "one back"),
        bind(Steps, "forward", A::Forward, ". Right l", "one forward"),
        bind(Steps, "first", A::First, "< Home", "to the start"),
        bind(Steps, "last", A::Last, "> End", "to the end"),
        bind(Steps, "faster", A::Faster, "+ = Up", "faster"),
        bind(Steps, "slower", A::Slower, "- Down", "slower"),
        bind(Steps, "switch", A::Switch, "Tab", "solution or search"),
        bind(Game, "last-move", A::LastMove, "Alt-l", "say the last move"),
        bind(Game, "clock", A::Clock, "Alt-t", "say time and moves"),
        bind(Game, "blank", A::Blank, "Alt-g", "say where the blank is"),
        bind(Game, "row", A::Row, "Alt-r", "say the blank's row"),
        bind(Game, "column", A::Column, "Alt-c", "say the blank's column"),
        bind(Game, "board", A::Board, "Alt-b", "say the board"),
        bind(Game, "distance", A::Distance, "Alt-d", "say how far it is"),
    ]
};

/// The letters that slide a tile with `--wasd`.
const WASD: [(&str, char); 4] = [("up", 'w'), ("left", 'a'), ("down", 's'), ("right", 'd')];

/// A key with its modifiers; shift is part of the letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    alt: bool,
    ctrl: bool,
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        Self {
            code: event.code,
            alt: event.modifiers.contains(KeyModifiers::ALT),
            ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
        }
    }
}

/// Keys that have a name.
const NAMED: [(&str, KeyCode); 15] = [
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Space", KeyCode::Char(' ')),
    ("Tab", KeyCode::Tab),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("Insert", KeyCode::Insert),
];

impl Key {
    /// The key that a text like `u`, `Alt-l`, `Ctrl-r`, `F1` or `Space` names.
    fn read(text: &str) -> Option<Self> {
        let (mut alt, mut ctrl, mut rest) = (false, false, text);
        loop {
            if let Some(after) = rest.strip_prefix("Alt-") {
                (alt, rest) = (true, after);
            } else if let Some(after) = rest.strip_prefix("Ctrl-") {
                (ctrl, rest) = (true, after);
            } else {
                break;
            }
        }
        let named = NAMED.iter().find(|(name, _)| *name == rest);
        let mut letters = rest.chars();
        let code = match (named, letters.next(), letters.as_str()) {
            (Some(&(_, code)), ..) => code,
            (None, Some(letter), "") => KeyCode::Char(letter),
            (None, Some('F'), number) => {
                KeyCode::F(number.parse().ok().filter(|n| (1..=12).contains(n))?)
            }
            _ => return None,
        };
        Some(Self { code, alt, ctrl })
    }

    /// The digit that was typed, if it is one.
    pub(crate) fn digit(self) -> Option<u8> {
        match self.code {
            KeyCode::Char(letter) if !self.alt && !self.ctrl => {
                letter.to_digit(10).map(|digit| digit as u8)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("Ctrl-")?;
        }
        if self.alt {
            f.write_str("Alt-")?;
        }
        match (NAMED.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, KeyCode::Char(letter)) => write!(f, "{letter}"),
            (None, KeyCode::F(number)) => write!(f, "F{number}"),
            (None, code) => write!(f, "{code:?}"),
        }
    }
}

/// Which key does what.
#[derive(Clone, Debug)]
pub struct KeyMap {
    /// The keys of each line of [`BINDINGS`].
    keys: Vec<Vec<Key>>,
    actions: HashMap<(KeyScope, Key), Action>,
}

impl Default for KeyMap {
    fn default() -> Self {
        let keys = BINDINGS.iter().map(|binding| {
            let keys = binding.keys.split(' ').map(Key::read);
            let keys: Option<Vec<Key>> = keys.collect();
            keys.expect("the table names keys")
        });
        Self::new(keys.collect())
    }
}

impl KeyMap {
    fn new(keys: Vec<Vec<Key>>) -> Self {
        let mut actions = HashMap::new();
        for (binding, keys) in BINDINGS.iter().zip(&keys) {
            for &key in keys {
                actions.insert((binding.place, key), binding.action);
            }
        }
        Self { keys, actions }
    }

    /// The same keys and W A S D; the letters that did something else do it with Alt.
    pub fn with_wasd(&self) -> Self {
        let mut keys = self.keys.clone();
        let plain = |letter| Key {
            code: KeyCode::Char(letter),
            alt: false,
            ctrl: false,
        };
        for (_, letter) in WASD {
            for (binding, keys) in BINDINGS.iter().zip(&mut keys) {
                if binding.place != KeyScope::Steps {
                    for key in keys.iter_mut().filter(|key| **key == plain(letter)) {
                        key.alt = true;
                    }
                }
            }
        }
        for (name, letter) in WASD {
            let at = BINDINGS.iter().position(|binding| binding.name == name);
            keys[at.expect("the table has the four ways")].push(plain(letter));
        }
        Self::new(keys)
    }

    /// The same keys but for those that a text changes: lines like `undo = u Ctrl-z`, and remarks
    /// after `#`.
    ///
    /// # Errors
    /// Names the first line at fault and what is wrong with it.
    pub fn changed_by(&self, text: &str) -> Result<Self, KeyMapError> {
        let mut keys = self.keys.clone();
        for (index, line) in text.lines().enumerate() {
            let fault = |what: String| KeyMapError {
                line: index + 1,
                what,
            };
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let Some((name, texts)) = line.split_once('=') else {
                return Err(fault("write name = keys, like undo = u".to_owned()));
            };
            let name = name.trim();
            let Some(at) = BINDINGS.iter().position(|binding| binding.name == name) else {
                return Err(fault(format!("there is nothing called `{name}` to bind")));
            };
            let mut read = Vec::new();
            for text in texts.split_whitespace() {
                let key = Key::read(text).filter(|key| key.digit().is_none());
                read.push(
                    key.ok_or_else(|| fault(format!("`{text}` is no key that can be bound")))?,
                );
            }
            // A key does one thing in one place: what had it before loses it.
            for (binding, keys) in BINDINGS.iter().zip(&mut keys) {
                if binding.place == BINDINGS[at].place {
                    keys.retain(|key| !read.contains(key));
                }
            }
            keys[at] = read;
        }
        Ok(Self::new(keys))
    }

    /// The action of a key on a screen.
    pub fn action(&self, place: KeyScope, key: impl Into<Key>) -> Option<Action> {
        let key = key.into();
        let here = self.actions.get(&(place, key));
        here.or_else(|| self.actions.get(&(KeyScope::Everywhere, key)))
            .copied()
    }

    /// The keys of an action as text, the first one first.
    pub fn keys_of(&self, action: Action) -> Vec<String> {
        let at = BINDINGS.iter().position(|binding| binding.action == action);
        at.map_or_else(Vec::new, |at| {
            self.keys[at].iter().map(ToString::to_string).collect()
        })
    }

    /// The lines of the help screen for a place: keys, and what they do.
    pub fn help(&self, place: KeyScope) -> impl Iterator<Item = (String, &'static str)> + '_ {
        BINDINGS
            .iter()
            .zip(&self.keys)
            .filter(move |(binding, _)| binding.place == place)
            .map(|(binding, keys)| {
                let names: Vec<String> = keys.iter().map(ToString::to_string).collect();
                (names.join(" "), binding.does)
            })
    }
}

/// Why a text is not a key file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the key file: {what}")]
pub struct KeyMapError {
    /// Which line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        Key::read(text).unwrap()
    }

    #[test]
    fn every_line_has_its_keys_and_no_key_does_two_things() {
        let map = KeyMap::default();
        let written: usize = map.keys.iter().map(Vec::len).sum();
        assert_eq!(map.actions.len(), written);
        for binding in BINDINGS {
            for text in binding.keys.split(' ') {
                assert_eq!(key(text).to_string(), text);
                assert_eq!(map.action(binding.place, key(text)), Some(binding.action));
            }
        }
    }

    #[test]
    fn wasd_moves_the_letters_it_needs_to_alt() {
        let map = KeyMap::default().with_wasd();
        let action = |text| map.action(KeyScope::Game, key(text));
        assert_eq!(action("w"), Some(Action::Slide(Direction::Up)));
        assert_eq!(action("a"), Some(Action::Slide(Direction::Left)));
        assert_eq!(action("s"), Some(Action::Slide(Direction::Down)));
        assert_eq!(action("d"), Some(Action::Slide(Direction::Right)));
        assert_eq!(action("Alt-s"), Some(Action::Solve));
        assert_eq!(action("Alt-d"), Some(Action::Distance));
        assert_eq!(action("k"), Some(Action::Slide(Direction::Up)));
    }

    #[test]
    fn a_key_file_changes_what_it_names() {
        let map = KeyMap::default()
            .changed_by("# mine\nundo = z Ctrl-u\n\nhint = F2\n")
            .unwrap();
        let action = |text| map.action(KeyScope::Game, key(text));
        assert_eq!(action("z"), Some(Action::Undo));
        assert_eq!(action("u"), None);
        assert_eq!(action("F2"), Some(Action::Hint));
        assert_eq!(map.keys_of(Action::Zen), Vec::<String>::new());
        let fault = |text| KeyMap::default().changed_by(text).unwrap_err().to_string();
        assert_eq!(
            fault("undo = u\nunod = u"),
            "line 2 of the key file: there is nothing called `unod` to bind"
        );
        assert!(fault("undo u").contains("write name = keys"));
        assert!(fault("undo = Hyper-x").contains("`Hyper-x` is no key"));
        assert!(fault("undo = 5").contains("`5` is no key"));
    }
}
