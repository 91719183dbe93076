//! One board from its deal to its end.

use std::time::Duration;

use taquin_core::generate::GameId;
use taquin_core::{Board, Cell, Goals, Move, Puzzle, PuzzleError};

use crate::Stopwatch;

/// The origin of a board: how it was made, and its known distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The ID that gives this board again; none for a board that was typed.
    pub id: Option<GameId>,
    /// Length of an optimal solution, if proven.
    pub optimal: Option<u32>,
    /// Upper bound on the optimal length, if known.
    pub upper_bound: Option<u32>,
}

/// A tile slid by one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedSlide {
    /// The direction in which the tile slid.
    pub mv: Move,
    /// Which press of the player it belongs to; tiles that slide together share one.
    pub press: u32,
    /// The time on the game's clock.
    pub at: Duration,
}

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Dealt solved: there is nothing to do.
    Solved,
    /// Waits for the first move; the clock stands at 0.
    Ready,
    /// Being played.
    Playing,
    /// Solved by the player alone.
    Won,
    /// Solved with help.
    WonAssisted,
}

impl Phase {
    /// Whether the board is solved.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Solved | Self::Won | Self::WonAssisted)
    }
}

/// Why nothing moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No tile can slide in that direction, or this one is not in the blank's row or column.
    CannotMove,
    /// The board is solved.
    Over,
}

/// One board from its deal to its end: moves made and taken back, time, and help used.
///
/// ```
/// use std::time::Duration;
/// use taquin_core::{Direction, Goal, Move};
/// use taquin_game::{Game, Origin, Phase};
///
/// let mut game = Game::new("1 2 3/4 5 6/0 7 8".parse()?, Goal::BlankLast, Origin::default())?;
/// game.press(game.board().cells().last().unwrap(), Duration::from_secs(3)).unwrap();
/// assert_eq!((game.moves(), game.phase()), (2, Phase::Won));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    puzzle: Puzzle,
    goals: Goals,
    origin: Origin,
    board: Board,
    /// All slides; those from `made` on were taken back.
    slides: Vec<PlayedSlide>,
    made: usize,
    clock: Stopwatch,
    assisted: bool,
    /// Whether the end was counted, so that taking it back and winning again counts once.
    counted: bool,
    /// Whether only the moves count, and no clock runs.
    untimed: bool,
}

impl Game {
    /// The game of bringing a board to a goal, or to any of several.
    ///
    /// # Errors
    /// When a goal has another size, or none can be reached.
    pub fn new(start: Board, goals: impl Into<Goals>, origin: Origin) -> Result<Self, PuzzleError> {
        let goals = goals.into();
        let puzzle = Puzzle::new(start, &goals)?;
        Ok(Self {
            board: puzzle.start().clone(),
            puzzle,
            goals,
            origin,
            slides: Vec::new(),
            made: 0,
            clock: Stopwatch::default(),
            assisted: false,
            counted: false,
            untimed: false,
        })
    }

    /// The same game where only the moves count: no clock runs, and each way to the goal counts.
    pub fn without_clock(self) -> Self {
        Self {
            untimed: true,
            ..self
        }
    }

    /// The same board from the beginning.
    pub fn restarted(&self) -> Self {
        let game = Self::new(self.start().clone(), self.goals.clone(), self.origin)
            .expect("the puzzle was checked when this game began");
        Self {
            untimed: self.untimed,
            ..game
        }
    }

    /// The board now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board as it was dealt.
    pub fn start(&self) -> &Board {
        self.puzzle.start()
    }

    /// The task, from the start.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The puzzle from the current board.
    pub fn here(&self) -> Puzzle {
        self.puzzle
            .with_start(self.board.clone())
            .expect("slides keep size and parity")
    }

    /// The goals as they were named.
    pub fn goals(&self) -> &Goals {
        &self.goals
    }

    /// The origin of the board.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Single-tile moves made and not taken back.
    pub fn moves(&self) -> usize {
        self.made
    }

    /// The slides made and not taken back.
    pub fn made(&self) -> &[PlayedSlide] {
        &self.slides[..self.made]
    }

    /// All slides, those taken back included.
    pub fn slides(&self) -> &[PlayedSlide] {
        &self.slides
    }

    /// The moves made and not taken back.
    pub fn line(&self) -> Vec<Move> {
        self.made().iter().map(|slide| slide.mv).collect()
    }

    /// For each row, the time since which it and all rows above it have not changed. In a won game that is when
    /// they were home for good.
    pub fn splits(&self) -> Vec<Duration> {
        let size = self.board.size();
        let mut splits = vec![Duration::ZERO; size.rows()];
        let mut board = self.start().clone();
        for slide in self.made() {
            let mut cells = board.numbers().zip(self.board.numbers());
            let other = cells.position(|(before, now)| before != now);
            drop(cells);
            if let Some(cell) = other {
                splits[cell / size.cols()..].fill(slide.at);
            }
            board.slide(slide.mv).expect("it was made");
        }
        splits
    }

    /// The game's clock.
    pub fn clock(&self) -> Stopwatch {
        self.clock
    }

    /// Time on the game's clock.
    pub fn elapsed(&self, now: Duration) -> Duration {
        self.clock.elapsed(now)
    }

    /// Whether the clock runs.
    pub fn is_running(&self) -> bool {
        self.clock.is_running()
    }

    /// Whether help was used.
    pub fn is_assisted(&self) -> bool {
        self.assisted
    }

    /// The phase of the game.
    pub fn phase(&self) -> Phase {
        match (
            self.puzzle.is_solved_by(&self.board),
            self.made,
            self.assisted,
        ) {
            (true, 0, _) => Phase::Solved,
            (true, _, false) => Phase::Won,
            (true, _, true) => Phase::WonAssisted,
            (false, 0, _) if self.clock == Stopwatch::default() => Phase::Ready,
            (false, ..) => Phase::Playing,
        }
    }

    /// Whether a tile lies where the goal has it; of several goals, the one with the most tiles at home.
    pub fn is_home(&self, cell: Cell) -> bool {
        let at_home = |target: &&Board| {
            let pairs = target.numbers().zip(self.board.numbers());
            pairs.filter(|(goal, now)| goal == now).count()
        };
        // `max_by_key` takes the last of equals; the first goal is the one named first.
        let targets = self.puzzle.targets().iter().rev();
        let nearest = targets.max_by_key(at_home);
        nearest.is_some_and(|target| target.tile(cell) == self.board.tile(cell))
    }

    /// Slides the tile that can move in this direction.
    ///
    /// # Errors
    /// When there is none, or the board is solved.
    pub fn slide(&mut self, mv: Move, now: Duration) -> Result<(), Refused> {
        self.make(&[mv], now)
    }

    /// Slides the tile in a cell and all between it and the blank.
    ///
    /// # Errors
    /// When the cell is not in the blank's row or column, or the board is solved.
    pub fn press(&mut self, cell: Cell, now: Duration) -> Result<usize, Refused> {
        let moves = self.board.press(cell).ok_or(Refused::CannotMove)?;
        self.make(&moves, now)?;
        Ok(moves.len())
    }

    /// Makes all of these moves as one press, or none of them.
    ///
    /// # Errors
    /// When one of them cannot be made, or the board is solved.
    pub fn make(&mut self, moves: &[Move], now: Duration) -> Result<(), Refused> {
        if self.phase().is_over() {
            return Err(Refused::Over);
        }
        let Ok(board) = self.board.clone().replay(moves) else {
            return Err(Refused::CannotMove);
        };
        if self.untimed {
            // Another way from the middle of a line that won is another try.
            self.counted = false;
        } else {
            self.clock.start(now);
        }
        let press = self.made().last().map_or(0, |slide| slide.press + 1);
        let at = self.clock.elapsed(now);
        self.slides.truncate(self.made);
        self.slides
            .extend(moves.iter().map(|&mv| PlayedSlide { mv, press, at }));
        self.arrive(board, self.slides.len(), now);
        Ok(())
    }

    /// Takes the last press back and gives the moves that were undone, the last one first.
    pub fn undo(&mut self, now: Duration) -> Option<Vec<Move>> {
        let press = self.made().last()?.press;
        let first = self.slides.partition_point(|slide| slide.press < press);
        let undone: Vec<Move> = self.slides[first..self.made]
            .iter()
            .rev()
            .map(|slide| slide.mv)
            .collect();
        let back: Vec<Move> = undone.iter().map(|mv| mv.inverse()).collect();
        let board = self.board.clone().replay(&back);
        let board = board.expect("slides that were made can be taken back");
        self.arrive(board, first, now);
        Some(undone)
    }

    /// Makes the press again that was taken back last.
    pub fn redo(&mut self, now: Duration) -> Option<Vec<Move>> {
        let press = self.slides.get(self.made)?.press;
        let end = self.slides.partition_point(|slide| slide.press <= press);
        let moves: Vec<Move> = self.slides[self.made..end].iter().map(|s| s.mv).collect();
        let board = self.board.clone().replay(&moves);
        let board = board.expect("slides that were taken back can be made again");
        self.arrive(board, end, now);
        Some(moves)
    }

    /// Whether a press was taken back and can be made again.
    pub fn can_redo(&self) -> bool {
        self.made < self.slides.len()
    }

    /// Forgets what was taken back.
    pub(crate) fn forget_undone(&mut self) {
        self.slides.truncate(self.made);
    }

    fn arrive(&mut self, board: Board, made: usize, now: Duration) {
        let was_over = self.phase().is_over();
        self.board = board;
        self.made = made;
        match (self.phase().is_over(), was_over) {
            (true, _) => self.clock.stop(now),
            // The game continues after undoing a win.
            (false, true) if !self.untimed => self.clock.start(now),
            (false, _) => {}
        }
    }

    /// Stops the clock.
    pub fn pause(&mut self, now: Duration) {
        self.clock.stop(now);
    }

    /// Lets the clock run on, if the game has begun and is not over.
    pub fn resume(&mut self, now: Duration) {
        if self.phase() == Phase::Playing && !self.untimed {
            self.clock.start(now);
        }
    }

    /// Notes that help was used; a game already won is unchanged.
    pub fn assist(&mut self) {
        self.assisted |= !self.phase().is_over();
    }

    /// Whether this is a win by the player alone that was not counted before; it is from now on.
    pub fn count_win(&mut self) -> bool {
        self.phase() == Phase::Won && self.count_end()
    }

    /// Whether the player has just reached the goal, with or without help, and this was not counted
    /// before; it is from now on.
    pub fn count_end(&mut self) -> bool {
        let is_end = matches!(self.phase(), Phase::Won | Phase::WonAssisted);
        let fresh = is_end && !self.counted;
        self.counted |= fresh;
        fresh
    }

    /// A game as it was left.
    ///
    /// # Errors
    /// When no goal can be reached, a slide cannot be made, or there are fewer than were made.
    pub fn restore(
        start: Board,
        goals: impl Into<Goals>,
        origin: Origin,
        slides: Vec<PlayedSlide>,
        left: Left,
    ) -> Result<Self, String> {
        let mut game = Self::new(start, goals, origin).map_err(|error| error.to_string())?;
        let moves: Vec<Move> = slides.iter().map(|slide| slide.mv).collect();
        let start = game.start().clone();
        start.replay(&moves).map_err(|error| error.to_string())?;
        let made = moves
            .get(..left.made)
            .ok_or("more moves made than listed")?;
        let board = game.board.clone().replay(made);
        game.board = board.expect("the first of moves that were replayed");
        game.made = left.made;
        game.slides = slides;
        game.clock = Stopwatch::at(left.elapsed);
        game.assisted = left.assisted;
        game.counted = left.counted;
        game.untimed = left.untimed;
        Ok(game)
    }

    /// The state that [`Game::restore`] needs in addition to the slides.
    pub fn left(&self, now: Duration) -> Left {
        Left {
            made: self.made,
            elapsed: self.clock.elapsed(now),
            assisted: self.assisted,
            counted: self.counted,
            untimed: self.untimed,
        }
    }
}

/// The state in which a game was left.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// Slides made and not taken back.
    pub made: usize,
    /// Time on its clock.
    pub elapsed: Duration,
    /// Whether help was used.
    pub assisted: bool,
    /// Whether its end was counted.
    pub counted: bool,
    /// Whether only the moves count, and no clock runs.
    pub untimed: bool,
}

#[cfg(test)]
mod tests {
    use taquin_core::{Direction, Goal};

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn game(text: &str) -> Game {
        Game::new(text.parse().unwrap(), Goal::BlankLast, Origin::default()).unwrap()
    }

    #[test]
    fn splits_are_when_a_row_was_home_for_good() {
        use Direction::{Down, Left, Up};
        let mut game = game("1 2 3/4 5 6/0 7 8");
        for (second, way) in (0..).zip([Down, Down, Up, Up, Left, Left]) {
            game.slide(Move(way), second * SECOND).unwrap();
        }
        // The first row is disturbed by the second slide and restored by the third, the second row by the fourth.
        assert_eq!(game.splits(), [2, 3, 5].map(|second| second * SECOND));
    }

    #[test]
    fn a_game_for_two_goals_is_won_at_either() {
        let goals = || Goals::new([Goal::BlankFirst, Goal::BlankLast]);
        let play = |text: &str| Game::new(text.parse().unwrap(), goals(), Origin::default());
        for (text, mv) in [
            ("1 2 3/4 5 6/7 0 8", Direction::Left),
            ("1 0 2/3 4 5/6 7 8", Direction::Right),
        ] {
            let mut game = play(text).unwrap();
            // Tiles are at home by the goal that is nearer.
            let at_home = game.board().cells().filter(|&cell| game.is_home(cell));
            assert_eq!(at_home.count(), 7, "{text}");
            game.slide(Move(mv), SECOND).unwrap();
            assert_eq!(game.phase(), Phase::Won, "{text}");
            assert_eq!(*game.restarted().goals(), goals());
        }
        // The parity of neither: 3x3 has both goals in one half of the boards.
        assert!(play("2 1 3/4 5 6/7 8 0").is_err());
    }

    #[test]
    fn the_clock_starts_with_the_first_move_and_stops_with_the_last() {
        let mut game = game("1 2 3/4 5 6/0 7 8");
        assert_eq!(game.phase(), Phase::Ready);
        game.resume(SECOND);
        assert!(!game.is_running());
        game.slide(Move(Direction::Left), 10 * SECOND).unwrap();
        assert_eq!(game.phase(), Phase::Playing);
        game.slide(Move(Direction::Left), 13 * SECOND).unwrap();
        assert_eq!(game.phase(), Phase::Won);
        assert_eq!(game.elapsed(99 * SECOND), 3 * SECOND);
        assert_eq!(
            game.slide(Move(Direction::Right), 14 * SECOND),
            Err(Refused::Over)
        );
    }

    #[test]
    fn what_slid_together_is_undone_together() {
        let mut game = game("1 2 3/4 5 6/0 7 8");
        let corner = game.board().cells().next().unwrap();
        assert_eq!(game.press(corner, SECOND), Ok(2));
        assert_eq!(game.board().to_string(), "0 2 3/1 5 6/4 7 8");
        assert_eq!(game.moves(), 2);
        assert_eq!(game.undo(SECOND).map(|moves| moves.len()), Some(2));
        assert_eq!(game.board(), game.start());
        assert_eq!(game.redo(SECOND).map(|moves| moves.len()), Some(2));
        assert_eq!(game.redo(SECOND), None);
        assert_eq!(game.board().to_string(), "0 2 3/1 5 6/4 7 8");
    }

    #[test]
    fn where_only_moves_count_no_clock_runs_and_each_try_counts() {
        let mut game = game("1 2 3/4 5 6/0 7 8").without_clock();
        let left = Move(Direction::Left);
        game.slide(left, SECOND).unwrap();
        game.resume(2 * SECOND);
        assert_eq!((game.phase(), game.is_running()), (Phase::Playing, false));
        game.slide(left, 3 * SECOND).unwrap();
        assert!(game.count_end());
        game.undo(4 * SECOND);
        assert_eq!(game.elapsed(9 * SECOND), Duration::ZERO);
        game.redo(5 * SECOND);
        assert!(!game.count_end(), "the same way");
        game.undo(6 * SECOND);
        game.slide(left, 7 * SECOND).unwrap();
        assert!(game.count_end(), "another try");
        assert!(!game.restarted().is_running());
    }

    #[test]
    fn a_win_counts_once_and_not_with_help() {
        let mut alone = game("1 2 3/4 5 6/7 0 8");
        alone.slide(Move(Direction::Left), SECOND).unwrap();
        assert!(alone.count_win());
        alone.undo(SECOND);
        assert!(alone.is_running());
        alone.redo(SECOND);
        assert!(!alone.count_win());

        let mut helped = game("1 2 3/4 5 6/7 0 8");
        helped.assist();
        helped.slide(Move(Direction::Left), SECOND).unwrap();
        assert_eq!(helped.phase(), Phase::WonAssisted);
        assert!(!helped.count_win());
    }
}
