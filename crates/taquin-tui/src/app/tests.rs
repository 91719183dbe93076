//! The state without a screen: messages in, effects out.

use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseEvent};
use taquin::{Auto, Control, Goal, Limits, Solver, Stop};
use taquin_game::Origin;

use super::*;
use crate::task::{Answer, SearchResult, Traced};

/// The sample of the manual: 14 moves.
pub(crate) const SAMPLE: &str = "8 1 3/4 0 2/7 6 5";

pub(crate) fn app(board: &str) -> TerminalApp {
    let game = Game::new(board.parse().unwrap(), Goal::BlankLast, Origin::default()).unwrap();
    TerminalApp::new(Setup {
        session: Session::new(game),
        others: Vec::new(),
        settings: Preferences::default(),
        bests: Bests::default(),
        keys: KeyMap::default(),
        look: Appearance {
            depth: Depth::None,
            still: true,
            ..Appearance::default()
        },
        goals: Goals::default(),
        level: Level::Random,
        patience: None,
        notice: None,
    })
}

fn key(code: KeyCode) -> Message {
    Message::Input(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

/// Types letters one by one, half a second apart, and answers questions as they come.
pub(crate) fn types(app: &mut TerminalApp, text: &str) -> Vec<Effect> {
    let keys = text.chars().map(|letter| match letter {
        '\n' => KeyCode::Enter,
        '\x1b' => KeyCode::Esc,
        '\t' => KeyCode::Tab,
        '←' => KeyCode::Left,
        '→' => KeyCode::Right,
        letter => KeyCode::Char(letter),
    });
    let mut all = Vec::new();
    for code in keys {
        let now = app.now + Duration::from_millis(500);
        let effects = app.update(key(code), now);
        all.extend(effects.clone());
        answer(app, effects);
    }
    all
}

/// Does what a worker does, at once.
fn answer(app: &mut TerminalApp, effects: Vec<Effect>) {
    let mut open = VecDeque::from(effects);
    while let Some(effect) = open.pop_front() {
        if let Effect::Ask(ticket, question) = effect {
            let answer = answer_to(question);
            open.extend(app.update(Message::Answer(ticket, answer), app.now));
        }
    }
}

fn answer_to(question: Request) -> Answer {
    let nodes = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    match question {
        Request::Deal {
            size, level, goals, ..
        } => match crate::deal(size, level, Some(7), &goals, &Control::new(nodes)) {
            Ok(game) => Answer::Dealt(Box::new(game)),
            Err(error) => Answer::Refused(error.to_string()),
        },
        Request::Solve { puzzle, .. } => {
            let outcome = Auto.solve(&puzzle, &Control::new(nodes)).unwrap();
            Answer::Found(SearchResult {
                line: outcome.best().map(|best| best.moves().to_vec()),
                least: outcome.lower_bound(),
                stop: outcome.stop,
                plan: "auto".to_owned(),
            })
        }
        Request::Trace {
            spec,
            puzzle,
            steps,
        } => {
            let control = Control::new(nodes).with_trace(steps);
            let solver = taquin::catalogue::solver(&spec).unwrap();
            let outcome = solver.solve(&puzzle, &control).unwrap();
            Answer::Traced(Box::new(Traced {
                found: SearchResult {
                    line: outcome.best().map(|best| best.moves().to_vec()),
                    least: outcome.lower_bound(),
                    stop: outcome.stop,
                    plan: spec,
                },
                trace: control.tracer().unwrap().take(),
                expanded: outcome.stats.expanded,
            }))
        }
    }
}

#[test]
fn a_game_is_played_won_and_reviewed() {
    let mut app = app("1 2 3/4 5 6/0 7 8");
    assert_eq!(app.message(), "The clock starts with your first move.");
    types(&mut app, "←→");
    let effects = types(&mut app, "←l");
    assert_eq!(app.game().moves(), 4);
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::SaveBests(_)))
    );
    let effects = types(&mut app, "hh");
    assert_eq!(app.game().phase(), Phase::Won);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::SaveGames(_)))
    );
    assert_eq!(
        app.message(),
        "YOU WON! 6 moves in 0:02. Best possible: 2. Review?"
    );
    types(&mut app, "i");
    let Mode::Review(reviewing) = app.mode() else {
        panic!("{:?}", app.mode());
    };
    assert_eq!(reviewing.review.lost(), (2, 4));
    // Trying again from a board of the review is a game of its own, and undo brings this one back.
    types(&mut app, ".\n");
    assert_eq!(app.game().start().to_string(), "1 2 3/4 5 6/7 0 8");
    types(&mut app, "u");
    assert_eq!(app.game().phase(), Phase::Won);
}

#[test]
fn a_thousand_keys_are_a_thousand_moves() {
    let mut app = app(SAMPLE);
    types(&mut app, &"hl".repeat(500));
    assert_eq!(app.game().moves(), 1000);
    assert_eq!(app.game().board().to_string(), SAMPLE);
}

#[test]
fn a_hint_tells_more_each_time_and_space_plays_it() {
    let mut app = app(SAMPLE);
    types(&mut app, "?");
    assert_eq!(app.message(), "Look at tile 2.");
    types(&mut app, "?");
    assert_eq!(app.message(), "Slide 2 left. (optimal, 14 to go)");
    types(&mut app, "?");
    assert!(app.message().starts_with("Slide 2 left, 5 up,"));
    types(&mut app, " ");
    assert_eq!(app.message(), "2 left. (optimal, 13 to go)");
    types(&mut app, &" ".repeat(13));
    assert_eq!(app.game().phase(), Phase::WonAssisted);
    assert_eq!(app.message(), "YOU WON! (with help) 14 moves in 0:06.");
}

#[test]
fn a_solution_is_played_back_and_the_board_given_back() {
    let mut app = app(SAMPLE);
    types(&mut app, "s");
    let Mode::Playback(playback) = app.mode() else {
        panic!("{:?}", app.mode());
    };
    assert_eq!(playback.label, "14 moves, optimal (proven)");
    assert!(playback.player.is_playing());
    let due = app.due().unwrap();
    app.update(Message::Tick, due);
    types(&mut app, ">");
    assert!(app.game().puzzle().is_solved_by(app.board()));
    types(&mut app, "\x1b");
    assert_eq!(app.board().to_string(), SAMPLE);
    assert_eq!(app.game().moves(), 0);
}

#[test]
fn a_search_can_be_cancelled_or_cut_short() {
    let mut app = app("1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12");
    let now = Duration::from_secs(1);
    let effects = app.update(key(KeyCode::Char('s')), now);
    let [Effect::Ask(ticket, Request::Solve { puzzle, .. })] = &effects[..] else {
        panic!("{effects:?}");
    };
    app.update(
        Message::Answer(*ticket, Answer::Event(taquin::Event::Nodes(1234))),
        now,
    );
    let solution = taquin::human::solve(puzzle);
    let length = solution.len();
    let improved = Answer::Event(taquin::Event::Improved(solution));
    app.update(Message::Answer(*ticket, improved), now);
    // The best found so far can be shown at once …
    let effects = app.update(key(KeyCode::Enter), now);
    assert!(effects.contains(&Effect::Cancel(*ticket)), "{effects:?}");
    let Mode::Playback(playback) = app.mode() else {
        panic!("{:?}", app.mode());
    };
    assert_eq!(
        playback.label,
        format!("at most {length} moves (found, not proven)")
    );
    // … and a search that ends at its limit asks whether to go on.
    app.update(key(KeyCode::Esc), now);
    let effects = app.update(key(KeyCode::Char('s')), now);
    let ticket = effects.iter().find_map(|effect| match effect {
        Effect::Ask(ticket, _) => Some(*ticket),
        _ => None,
    });
    let found = SearchResult {
        line: None,
        least: 30,
        stop: Stop::OutOfTime,
        plan: String::new(),
    };
    app.update(Message::Answer(ticket.unwrap(), Answer::Found(found)), now);
    assert_eq!(app.message(), "No solution within 30 s. Search on?");
    let effects = app.update(key(KeyCode::Char('s')), now);
    assert!(matches!(effects[..], [.., Effect::Ask(..)]), "{effects:?}");
    let effects = app.update(key(KeyCode::Esc), now);
    assert!(matches!(effects[..], [Effect::Cancel(_)]), "{effects:?}");
    assert!(matches!(app.mode(), Mode::Play));
}

#[test]
fn keys_pressed_while_a_board_is_made_are_meant_for_it() {
    let mut app = app(SAMPLE);
    let now = Duration::from_secs(1);
    let effects = app.update(key(KeyCode::Char('n')), now);
    let keys = "hjkl".chars().cycle().take(40);
    for letter in keys {
        app.update(key(KeyCode::Char(letter)), now);
    }
    assert_eq!(app.game().moves(), 0);
    answer(&mut app, effects);
    assert_eq!(app.game().origin().id.unwrap().to_string(), "3x3:random:7");
    assert!(app.game().moves() > 10, "{}", app.game().moves());
    // Undo goes back through the moves and then to the game before.
    for _ in 0..=app.game().moves() {
        types(&mut app, "u");
    }
    assert_eq!(app.game().board().to_string(), SAMPLE);
    types(&mut app, "r");
    assert_eq!(app.game().origin().id.unwrap().seed, 7);
}

#[test]
fn a_level_that_a_size_lacks_is_said_and_the_next_one_dealt() {
    let mut app = app(&Goal::BlankLast
        .board(Size::new(6, 6).unwrap())
        .unwrap()
        .to_string());
    app.level = Level::Hard;
    types(&mut app, "L");
    let message = app.message();
    assert!(
        message.starts_with("there is no level expert for 6x6"),
        "{message}"
    );
    assert_eq!(app.game().origin().id.unwrap().level, Level::Random);
}

#[test]
fn an_unfinished_game_of_another_size_goes_on() {
    let mut app = app(SAMPLE);
    types(&mut app, "h]");
    assert_eq!(app.game().board().size().to_string(), "4x4");
    types(&mut app, "[");
    assert_eq!(
        (app.game().moves(), app.game().start().to_string().as_str()),
        (1, SAMPLE)
    );
}

#[test]
fn tiles_are_named_by_number_or_clicked() {
    let mut app = app("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    types(&mut app, "h");
    assert!(app.message().starts_with("Solved."), "{}", app.message());
    let mut app = self::app("1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12");
    types(&mut app, "1");
    assert_eq!(app.message(), "Tile 1; Enter slides it.");
    types(&mut app, "0\n");
    // No longer number can be meant by 10, so it slides at once, and 11 with it.
    assert_eq!(app.game().moves(), 2);
    types(&mut app, "3");
    assert_eq!(app.message(), "That tile cannot move.");
    types(&mut app, "17");
    assert_eq!(app.message(), "There is no tile 17; the tiles are 1–15.");
    let mut clicked = None;
    for row in 0..24 {
        for column in 0..80 {
            if view::cell_at(&app, column, row) == Some(11) {
                clicked = Some((column, row));
            }
        }
    }
    let (column, row) = clicked.unwrap();
    app.update(
        Message::Input(Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })),
        app.now,
    );
    assert_eq!(app.game().moves(), 4);
    assert_eq!(app.game().board(), app.game().start());
}

#[test]
fn the_key_line_can_be_clicked_and_lists_are_closed_by_the_key_that_quits() {
    let mut app = app(SAMPLE);
    let click = |app: &mut TerminalApp, action| {
        let column = (0..80).find(|&column| view::action_at(app, column, 23) == Some(action));
        let event = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: column.unwrap(),
            row: 23,
            modifiers: KeyModifiers::NONE,
        };
        let effects = app.update(Message::Input(Event::Mouse(event)), app.now);
        answer(app, effects);
    };
    click(&mut app, Action::Hint);
    assert_eq!(app.message(), "Look at tile 2.");
    click(&mut app, Action::Keys);
    assert!(matches!(app.mode(), Mode::Keys(_)));
    assert_eq!(types(&mut app, "q"), []);
    assert!(matches!(app.mode(), Mode::Play));
}

#[test]
fn what_is_pasted_is_a_board_or_its_fault_is_said() {
    let mut app = app(SAMPLE);
    let paste = |app: &mut TerminalApp, text: &str| {
        let effects = app.update(Message::Input(Event::Paste(text.to_owned())), app.now);
        answer(app, effects);
    };
    paste(&mut app, "1 2 3\n4 0 6\n7 5 8\n");
    assert_eq!(app.game().board().to_string(), "1 2 3/4 0 6/7 5 8");
    for (rubbish, fault) in [
        ("\u{1b}hello\u{7}", "neither a tile number nor a blank"),
        ("1 1 2/3 4 5/6 7 0", "appears 2 times"),
        ("4x4:herd:1", "did you mean `hard`?"),
        ("1 8 7/4 3 2/6 5 0", "Swap 1 and 8 to make it solvable?"),
    ] {
        paste(&mut app, rubbish);
        let Mode::Edit(editor) = app.mode() else {
            panic!("{rubbish}: {:?}", app.mode());
        };
        let said = editor.fault.clone().unwrap();
        assert!(said.contains(fault), "{rubbish}: {said}");
        if !fault.starts_with("Swap") {
            types(&mut app, "\x1b");
        }
    }
    types(&mut app, "\n");
    assert_eq!(app.game().board().to_string(), "8 1 7/4 3 2/6 5 0");
    types(&mut app, "e3x5\n");
    assert_eq!(app.game().board().size().to_string(), "3x5");
    types(&mut app, "e3x3:hard:9\n");
    assert_eq!(app.game().origin().id.unwrap().level, Level::Hard);
    paste(&mut app, &"9".repeat(100_000));
    assert!(matches!(app.mode(), Mode::Edit(_)));
}

#[test]
fn the_distance_bar_follows_and_marks_the_game() {
    let mut app = app(SAMPLE);
    types(&mut app, "v");
    assert!(app.game().is_assisted());
    let here = app.game().here();
    assert_eq!(app.knowledge.exact(&here), Some(14));
    types(&mut app, "l");
    assert_eq!(app.knowledge.exact(&app.game().here()), Some(15));
}

#[test]
fn pause_covers_the_board_and_stops_the_clock() {
    let mut app = app(SAMPLE);
    types(&mut app, "p");
    assert_eq!(app.message(), "The clock does not run.");
    types(&mut app, "hp");
    let elapsed = app.game().elapsed(app.now);
    types(&mut app, "lllkk");
    assert_eq!(app.game().moves(), 1);
    assert_eq!(app.game().elapsed(app.now), elapsed);
    types(&mut app, "p");
    assert!(app.game().is_running());
}

#[test]
fn quitting_saves_and_a_watched_search_does_not() {
    let mut app = app(SAMPLE);
    let effects = types(&mut app, "hq");
    assert!(
        matches!(effects[..], [.., Effect::SaveGames(_), Effect::Quit]),
        "{effects:?}"
    );
    let mut app = self::app(SAMPLE);
    let effects = app.watch("astar", 1000);
    answer(&mut app, effects);
    let effects = types(&mut app, "q");
    assert_eq!(effects, [Effect::Quit]);
}

#[test]
fn a_search_is_watched_step_by_step() {
    let mut app = app(SAMPLE);
    let effects = app.watch("astar:heuristic=manhattan", 1000);
    answer(&mut app, effects);
    types(&mut app, " >");
    let Mode::Watch(watch) = app.mode() else {
        panic!("{:?}", app.mode());
    };
    let WatchState::Ready { traced, .. } = &watch.state else {
        panic!("{watch:?}");
    };
    // The published count for this board (see the manual).
    assert_eq!(traced.expanded, 38);
    assert!(app.game().puzzle().is_solved_by(app.board()));
    types(&mut app, "\t<");
    assert_eq!(app.board().to_string(), SAMPLE);
    types(&mut app, "\x1b");
    assert!(matches!(app.mode(), Mode::Play));
}

#[test]
fn moves_are_saved_soon_but_not_each_for_itself() {
    let mut app = app(SAMPLE);
    let is_save = |effect: &Effect| matches!(effect, Effect::SaveGames(_));
    let millis = Duration::from_millis;
    let press =
        |app: &mut TerminalApp, letter, now| app.update(key(KeyCode::Char(letter)), millis(now));
    assert!(!press(&mut app, 'h', 1000).iter().any(is_save));
    assert!(!press(&mut app, 'l', 1100).iter().any(is_save));
    let effects = app.update(Message::Tick, millis(3000));
    let Some(Effect::SaveGames(text)) = effects.iter().find(|effect| is_save(effect)) else {
        panic!("{effects:?}");
    };
    let saved = Saved::read(text).unwrap();
    assert_eq!(saved.session.unwrap().game().moves(), 2);
}

/// Anything that can happen.
fn event() -> impl Strategy<Value = Event> {
    let plain = "[ -~]".prop_map(|text: String| KeyCode::Char(text.chars().next().unwrap()));
    let named = prop::sample::select(vec![
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Left,
        KeyCode::Down,
        KeyCode::Up,
        KeyCode::Right,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::Home,
        KeyCode::Tab,
        KeyCode::F(1),
    ]);
    let code = prop_oneof![3 => plain, 2 => named];
    let modifiers = prop::sample::select(vec![
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::ALT,
        KeyModifiers::CONTROL,
    ]);
    prop_oneof![
        20 => (code, modifiers).prop_map(|(code, with)| Event::Key(KeyEvent::new(code, with))),
        2 => (0_u16..=100, 0_u16..=40).prop_map(|(w, h)| Event::Resize(w, h)),
        2 => (0_u16..100, 0_u16..40).prop_map(|(column, row)| Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left), column, row, modifiers: KeyModifiers::NONE,
        })),
        1 => "[0-9 /,x:a-z-]{0,20}".prop_map(Event::Paste),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever is pressed, clicked or pasted, in a window of any size: nothing breaks, and the
    /// board is always what its moves lead to.
    #[test]
    fn nothing_that_happens_breaks_the_game(
        events in prop::collection::vec((event(), 0_u64..400, any::<bool>()), 1..80),
    ) {
        let mut app = app(SAMPLE);
        app.look = Appearance::default();
        let mut now = Duration::ZERO;
        let mut late = Vec::new();
        for (event, wait, is_answered) in events {
            now += Duration::from_millis(wait);
            let mut effects = app.update(Message::Input(event), now);
            effects.append(&mut late);
            // Sizes beyond 3x3 would make this a test of the solver.
            let is_small = |effect: &Effect| match effect {
                Effect::Ask(_, Request::Solve { puzzle, .. }) => puzzle.start().size().cells() <= 9,
                _ => true,
            };
            effects.retain(is_small);
            if is_answered {
                answer(&mut app, effects);
            } else {
                late = effects;
            }
            app.update(Message::Tick, now);
            let area = app.area();
            let mut terminal = Terminal::new(TestBackend::new(area.width, area.height)).unwrap();
            terminal.draw(|frame| view::draw(frame, &app)).unwrap();
            let game = app.game();
            prop_assert_eq!(&game.start().clone().replay(&game.line()).unwrap(), game.board());
        }
    }
}

#[test]
fn without_colours_the_theme_of_other_sessions_stays() {
    let mut app = app(SAMPLE);
    app.settings.theme = Some("paper".to_owned());
    types(&mut app, "t");
    assert_eq!(app.settings.theme.as_deref(), Some("paper"));
}
