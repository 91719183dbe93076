//! The game in a real terminal: keys go in through tmux, the screen comes out.
//!
//! Where tmux is not installed these tests say so and pass; `cargo xtask test` installs it if it can.
#![cfg(unix)]
#![expect(clippy::print_stderr, reason = "a test that is left out says so")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use common::{SAMPLE, output, run_with};
use insta::assert_snapshot;

/// How long anything may take on a machine that has other work.
const PATIENCE: Duration = Duration::from_secs(30);

/// A window of tmux with a server and folders of its own.
struct Window {
    name: String,
    folder: PathBuf,
}

impl Window {
    /// A window in which a shell runs `taquin play` with these arguments, then says how it ended
    /// and whether the terminal is as it was. None where there is no tmux.
    fn open(name: &str, size: (u16, u16), arguments: &str) -> Option<Self> {
        let window = Self::new(name)?;
        window.start(size, arguments);
        Some(window)
    }

    fn new(name: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("no tmux: the game was not tried in a terminal");
            return None;
        }
        let name = format!("taquin-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(&name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Some(Self { name, folder })
    }

    fn start(&self, (width, height): (u16, u16), arguments: &str) {
        let (width, height) = (width.to_string(), height.to_string());
        let shell = self.shell(arguments);
        self.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-s",
            "game",
            "-x",
            &width,
            "-y",
            &height,
            &shell,
        ]);
    }

    /// Plays again in the same window.
    fn start_again(&self, arguments: &str) {
        let shell = self.shell(arguments);
        self.tmux(&["respawn-pane", "-k", "-t", "game", &shell]);
    }

    fn shell(&self, arguments: &str) -> String {
        let binary = env!("CARGO_BIN_EXE_taquin");
        let folder = self.folder.display();
        format!(
            "export XDG_DATA_HOME={folder} XDG_CONFIG_HOME={folder} XDG_CACHE_HOME={folder}; \
             unset NO_COLOR; echo BEFORE; before=$(stty -g); {binary} play {arguments}; code=$?; \
             [ \"$before\" = \"$(stty -g)\" ] && state=kept || state=changed; \
             echo \"EXIT $code, terminal $state\"; exec sleep 1000"
        )
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-L", &self.name])
            .args(arguments)
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Presses keys by name.
    fn press(&self, keys: &[&str]) {
        let mut arguments = vec!["send-keys", "-t", "game"];
        arguments.extend(keys);
        self.tmux(&arguments);
    }

    /// Types a text as fast as tmux sends it.
    fn types(&self, text: &str) {
        self.tmux(&["send-keys", "-t", "game", "-l", text]);
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-t", "game"])
    }

    /// Waits until the screen shows this.
    fn shows(&self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contains(text) {
                return screen;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "no `{text}` on the screen:\n{screen}"
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn saved(&self) -> String {
        fs::read_to_string(self.folder.join("taquin/games.json")).unwrap()
    }

    /// The process of the game.
    fn game_process(&self) -> String {
        let shell = self.tmux(&["display-message", "-p", "-t", "game", "#{pane_pid}"]);
        let children = Command::new("pgrep")
            .args(["-P", shell.trim()])
            .output()
            .unwrap();
        String::from_utf8_lossy(&children.stdout).trim().to_owned()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_game_is_won_saved_and_goes_on_another_day() {
    let Some(window) = Window::open("won", (80, 24), "'1 2 3/4 5 6/0 7 8'") else {
        return;
    };
    window.shows("The clock starts with your first move.");
    window.press(&["Left"]);
    window.shows("1 move ");
    window.press(&["l", "h", "Left"]);
    window.shows("YOU WON! 4 moves");
    window.shows("Best possible: 2.");
    window.press(&["i"]);
    window.shows("1 move lost 2 in all.");
    window.press(&["Escape"]);
    window.shows("i review");
    // A rectangle by its size, and a move in it.
    window.press(&["e"]);
    window.types("2x3\r");
    window.shows("2x3 random");
    window.types("hjklhjkl");
    window.shows("moves ");
    window.press(&["q"]);
    let screen = window.shows("EXIT 0, terminal kept");
    assert!(
        screen.contains("BEFORE"),
        "the screen from before is not back:\n{screen}"
    );
    assert!(window.saved().contains("2x3:random:"), "{}", window.saved());

    window.start_again("");
    window.shows("Your game continues with your next move.");
    window.shows("2x3 random");
    window.press(&["q"]);
    window.shows("EXIT 0, terminal kept");
}

#[test]
fn of_a_thousand_keys_none_is_lost() {
    let Some(window) = Window::open("thousand", (80, 24), &format!("'{SAMPLE}'")) else {
        return;
    };
    window.shows("0 moves");
    window.types(&"hl".repeat(500));
    window.shows("1000 moves");
    window.press(&["q"]);
    window.shows("EXIT 0, terminal kept");
    assert_eq!(window.saved().matches('L').count(), 500);
}

#[test]
fn the_window_may_shrink_to_nothing_and_grow_again() {
    let Some(window) = Window::open("resize", (80, 24), &format!("'{SAMPLE}'")) else {
        return;
    };
    window.shows("0 moves");
    for (width, height, text) in [
        ("3", "3", "24"),
        ("22", "8", "Make the window larger"),
        ("24", "12", "? hint"),
        ("200", "60", "Game "),
        ("80", "24", "F1 keys"),
    ] {
        window.tmux(&["resize-window", "-t", "game", "-x", width, "-y", height]);
        window.shows(text);
    }
    window.press(&["h"]);
    window.shows("1 move ");
    window.press(&["C-c"]);
    window.shows("EXIT 0, terminal kept");
}

#[test]
fn signals_save_the_game_and_give_the_terminal_back() {
    for signal in ["TERM", "HUP", "INT"] {
        let Some(window) = Window::open(&format!("sig{signal}"), (80, 24), &format!("'{SAMPLE}'"))
        else {
            return;
        };
        window.shows("0 moves");
        window.press(&["h"]);
        window.shows("1 move ");
        let process = window.game_process();
        let status = Command::new("kill").args(["-s", signal, &process]).status();
        assert!(status.unwrap().success(), "{process}");
        window.shows("EXIT 130, terminal kept");
        assert!(
            window.saved().contains("\"moves\": \"L\""),
            "{}",
            window.saved()
        );
    }
}

/// The window is closed: the process ends and what was played is kept.
#[test]
fn a_terminal_that_hangs_up_ends_the_game() {
    let Some(window) = Window::open("hangup", (80, 24), &format!("'{SAMPLE}'")) else {
        return;
    };
    window.shows("0 moves");
    window.press(&["h"]);
    window.shows("1 move ");
    let process = window.game_process();
    window.tmux(&["kill-server"]);
    let begun = Instant::now();
    let is_there = || {
        let status = Command::new("kill").args(["-s", "0", &process]).output();
        status.unwrap().status.success()
    };
    while is_there() {
        assert!(begun.elapsed() < PATIENCE, "{process} goes on");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(window.saved().contains("\"moves\": \"L\""));
}

#[test]
fn a_damaged_save_is_kept_aside_and_said() {
    let Some(window) = Window::new("damaged") else {
        return;
    };
    let folder = window.folder.join("taquin");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("games.json"), "{\"version\": 1, \"games\": [").unwrap();
    window.start((120, 24), "3x3");
    window.shows("The saved games could not be read");
    window.types("hjklhjkl");
    window.shows("moves ");
    window.press(&["q"]);
    window.shows("EXIT 0, terminal kept");
    let aside = fs::read_to_string(folder.join("games.damaged-1.json")).unwrap();
    assert_eq!(aside, "{\"version\": 1, \"games\": [");
    assert!(window.saved().contains("3x3:random:"));
}

#[test]
fn a_search_is_watched_and_a_solution_played_back() {
    let arguments = format!("--watch --algo astar:heuristic=manhattan '{SAMPLE}'");
    let Some(window) = Window::open("watch", (100, 30), &arguments) else {
        return;
    };
    window.shows("Expanded in all               38");
    window.press(&["Space", ">"]);
    window.shows(": a goal.");
    window.press(&["Tab", ">"]);
    window.shows("14/14");
    // A key right behind Escape would be one with Alt.
    window.press(&["Escape"]);
    window.shows("? hint");
    window.press(&["s"]);
    window.shows("14 moves, optimal (proven)");
    window.press(&["Escape"]);
    window.shows("? hint");
    window.press(&["q"]);
    window.shows("EXIT 0, terminal kept");
}

#[test]
fn keys_are_changed_by_a_file_and_its_faults_are_said() {
    let Some(window) = Window::new("keys") else {
        return;
    };
    let folder = window.folder.join("taquin");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("keys.conf"), "quit = x\n").unwrap();
    window.start((80, 24), "3x3");
    window.shows("x quit");
    window.press(&["x"]);
    window.shows("EXIT 0");
    fs::write(folder.join("keys.conf"), "quit = x\nfly = f\n").unwrap();
    window.start_again("3x3");
    window.shows("line 2 of the key file");
    window.press(&["q"]);
    window.shows("EXIT 0");
}

#[test]
fn without_a_terminal_it_is_said_how_to_play() {
    assert_snapshot!(run_with(&["play"], ""), @r"
    ! error: there is no terminal to play on; `taquin play --plain` plays line by line
    exit 2
    ");
}

#[test]
fn what_is_asked_for_wrongly_is_said_before_the_screen_is_taken() {
    let plain = |arguments: &[&str]| {
        let mut all = vec!["play", "--plain"];
        all.extend(arguments);
        run_with(&all, "")
    };
    assert_snapshot!(plain(&["1 8 7/4 3 2/6 5 0"]), @r"
    ! error: unsolvable (parity), goal blank-last: this board cannot be solved: its parity is odd, the goal's is even (15 inversions), and no slide ever changes that; swap 1 and 8 to make it solvable
    !   8 1 7/4 3 2/6 5 0
    exit 3
    ");
    assert_snapshot!(plain(&["3x3:herd:1"]), @r"
    ! error: there is no level `herd`; did you mean `hard`?
    exit 2
    ");
    assert_snapshot!(plain(&["6x6", "--level", "expert"]), @r"
    ! error: there is no level expert for 6x6: the farthest boards are not known; use hard
    exit 2
    ");
    assert_snapshot!(plain(&[SAMPLE, "--seed", "3"]), @r"
    ! error: --level and --seed choose among the boards of a size; an ID or a position is one board already
    exit 2
    ");
    assert_snapshot!(run_with(&["play", "--watch", "--algo", "astart", SAMPLE], ""), @r"
    ! error: there is no solver `astart`; did you mean `astar`?
    exit 2
    ");
}

#[test]
fn lines_are_played_and_the_end_of_input_is_the_end() {
    let played = output(&["play", "--plain", "1 2 3/4 5 6/0 7 8"], b"0\na\na\nq\n");
    assert_eq!(played.status.code(), Some(0));
    let said = String::from_utf8(played.stdout).unwrap();
    assert!(said.contains("YOU WON! 2 moves in 0:00."), "{said}");
    // Nothing is kept of a game played line by line.
    assert!(!Path::new("games.json").exists());
    let ended = output(&["play", "--plain"], b"\xff\xfe\n4");
    assert_eq!(ended.status.code(), Some(0));
}
