//! A puzzle as a planning task in PDDL.
//!
//! The words are those that collections of planning tasks share for this puzzle, so that planners and
//! tools for them read it at once: predicates `tile position at blank inc dec`, objects `t1 …` for tiles
//! and `p1 …` for rows and columns alike, `(at TILE COLUMN ROW)` with the first row on top. An action is
//! named after the direction of the *tile*, like moves everywhere in taquin.

use std::fmt::Write;

use taquin_core::{Board, Direction, IllegalMove, Move, Puzzle};
use taquin_sat::task_comments;

/// The name of the domain.
pub const DOMAIN: &str = "strips-sliding-tile";

/// How a tile goes to the blank: the action, the coordinate that changes, and the fact that
/// relates the blank's to the tile's.
const ACTIONS: [(Direction, char, &str); 4] = [
    (Direction::Up, 'y', "inc"),
    (Direction::Down, 'y', "dec"),
    (Direction::Left, 'x', "inc"),
    (Direction::Right, 'x', "dec"),
];

/// A task as two files, as planners read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PddlTask {
    /// The domain: what a move is.
    pub domain: String,
    /// The problem: the start and the goal.
    pub problem: String,
}

impl PddlTask {
    /// The task of solving a puzzle; `name` becomes the problem's name.
    ///
    /// With several goals the problem's goal is a disjunction, which needs a planner that takes
    /// `:disjunctive-preconditions`.
    pub fn new(puzzle: &Puzzle, name: &str) -> Self {
        Self {
            domain: domain(puzzle.targets().len() > 1),
            problem: problem(puzzle, name),
        }
    }
}

fn domain(several_goals: bool) -> String {
    let requirements = if several_goals {
        ":strips :disjunctive-preconditions"
    } else {
        ":strips"
    };
    let mut text = format!(
        "; A tile slides into the blank next to it; each action says which way the tile goes.\n\
         ; (inc p q): q comes after p. (dec p q): q comes before p. Row p1 is on top.\n\
         (define (domain {DOMAIN})\n  \
           (:requirements {requirements})\n  \
           (:predicates\n    \
             (tile ?t) (position ?p)\n    \
             (at ?t ?x ?y) (blank ?x ?y)\n    \
             (inc ?p ?q) (dec ?p ?q))\n"
    );
    for (direction, axis, relation) in ACTIONS {
        let (tile, blank) = match axis {
            'x' => ("?px ?py", "?bx ?py"),
            _ => ("?px ?py", "?px ?by"),
        };
        let _ = write!(
            text,
            "\n  (:action move-{word}\n    \
               :parameters (?t ?px ?py ?b{axis})\n    \
               :precondition (and (tile ?t) (position ?px) (position ?py) (position ?b{axis})\n      \
                 ({relation} ?b{axis} ?p{axis}) (at ?t {tile}) (blank {blank}))\n    \
               :effect (and (not (at ?t {tile})) (not (blank {blank}))\n      \
                 (at ?t {blank}) (blank {tile})))\n",
            word = direction.word(),
        );
    }
    text.push_str(")\n");
    text
}

fn problem(puzzle: &Puzzle, name: &str) -> String {
    let size = puzzle.start().size();
    let positions = size.rows().max(size.cols());
    let list = |count: usize, item: &dyn Fn(usize) -> String| -> String {
        let items: Vec<String> = (1..=count).map(item).collect();
        items.join(" ")
    };
    let tiles = size.tiles();
    let goals: Vec<String> = puzzle.targets().iter().map(facts).collect();
    let goal = match &goals[..] {
        [one] => format!("(and {one})"),
        several => {
            let parts: Vec<String> = several.iter().map(|g| format!("(and {g})")).collect();
            format!("(or\n    {})", parts.join("\n    "))
        }
    };
    format!(
        "{notes}(define (problem {name})\n  \
           (:domain {DOMAIN})\n  \
           (:objects {objects}\n    {places})\n  \
           (:init\n    {is_tile}\n    {is_position}\n    {inc}\n    {dec}\n    {start})\n  \
           (:goal {goal}))\n",
        notes = task_comments::boards(puzzle.start(), puzzle.targets(), ";"),
        name = identifier(name),
        objects = list(tiles, &|t| format!("t{t}")),
        places = list(positions, &|p| format!("p{p}")),
        is_tile = list(tiles, &|t| format!("(tile t{t})")),
        is_position = list(positions, &|p| format!("(position p{p})")),
        inc = list(positions - 1, &|p| format!("(inc p{p} p{})", p + 1)),
        dec = list(positions - 1, &|p| format!("(dec p{} p{p})", p + 1)),
        start = facts(puzzle.start()),
    )
}

/// The facts that describe a board.
fn facts(board: &Board) -> String {
    let facts: Vec<String> = board
        .cells()
        .map(|cell| {
            let place = place(board, cell.index());
            match board.tile(cell) {
                Some(tile) => format!("(at t{tile} {place})"),
                None => format!("(blank {place})"),
            }
        })
        .collect();
    facts.join(" ")
}

/// Column and row of a cell as objects.
fn place(board: &Board, cell: usize) -> String {
    let size = board.size();
    format!("p{} p{}", size.col(cell) + 1, size.row(cell) + 1)
}

/// A name that PDDL takes: letters, digits, `-` and `_`, a letter first.
fn identifier(name: &str) -> String {
    let kept = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let name: String = name
        .chars()
        .map(|c| if kept(c) { c } else { '-' })
        .collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name
    } else {
        format!("puzzle-{name}")
    }
}

/// Moves as a plan, one action per line, as planners print it and validators read it.
///
/// # Errors
/// Names the first move that cannot be made.
pub fn plan(start: &Board, moves: &[Move]) -> Result<String, IllegalMove> {
    let mut board = start.clone();
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        let blank = board.blank().index();
        let Some(tile) = board.slide(mv) else {
            return Err(IllegalMove { index, mv, board });
        };
        let (size, from) = (board.size(), board.blank().index());
        let target = match mv.0 {
            Direction::Up | Direction::Down => size.row(blank),
            Direction::Left | Direction::Right => size.col(blank),
        };
        let _ = writeln!(
            text,
            "(move-{} t{tile} {} p{})",
            mv.0.word(),
            place(&board, from),
            target + 1
        );
    }
    Ok(text)
}

/// The moves of a plan as planners print it: what each action's name says.
///
/// # Errors
/// Names the first line that is neither an action of the domain nor a comment.
pub fn read_plan(text: &str) -> Result<Vec<Move>, String> {
    let mut moves = Vec::new();
    for action in actions(text) {
        let name = action.split(' ').next().unwrap_or_default();
        let way = name.strip_prefix("move-").unwrap_or_default();
        let direction = Direction::ALL.into_iter().find(|d| d.word() == way);
        let direction = direction.ok_or_else(|| {
            let action: String = action.chars().take(80).collect();
            format!("`({action})` is no action of {DOMAIN}")
        })?;
        moves.push(Move(direction));
    }
    Ok(moves)
}

/// The moves of a plan, with the arguments of every action checked: the tile, where it is, and where
/// it goes.
///
/// # Errors
/// Names the first action that is unknown, illegal, or inconsistent with its arguments.
pub fn read_plan_checked(start: &Board, text: &str) -> Result<Vec<Move>, String> {
    let moves = read_plan(text)?;
    let meant = plan(start, &moves).map_err(|error| error.to_string())?;
    let meant = meant.lines().map(|line| line.trim_matches(['(', ')']));
    for (index, (said, meant)) in actions(text).zip(meant).enumerate() {
        if said != meant {
            let number = index + 1;
            return Err(format!(
                "action {number} is ({said}), but the move it names is ({meant})"
            ));
        }
    }
    Ok(moves)
}

/// The actions of a plan as planners print it, in small letters and without parentheses.
fn actions(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let line = line.split(';').next().unwrap_or_default().trim();
        // Some planners put the time of an action before it.
        let action = line.rsplit(": ").next().unwrap_or_default();
        let words = action.trim_matches(['(', ')']).split_ascii_whitespace();
        let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
        (!words.is_empty()).then(|| words.join(" "))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use taquin_core::{Goal, Goals, Size};

    /// A parenthesised expression.
    #[derive(Clone, Debug, PartialEq)]
    enum Expr {
        Word(String),
        List(Vec<Expr>),
    }

    impl Expr {
        fn list(&self) -> &[Expr] {
            match self {
                Self::List(items) => items,
                Self::Word(word) => panic!("{word} is not a list"),
            }
        }
        fn word(&self) -> &str {
            match self {
                Self::Word(word) => word,
                Self::List(items) => panic!("{items:?} is not a word"),
            }
        }
        /// The words of a list, variables replaced.
        fn fact(&self, bind: &HashMap<&str, &str>) -> Vec<String> {
            let words = self.list().iter().map(Self::word);
            words
                .map(|w| (*bind.get(w).unwrap_or(&w)).to_owned())
                .collect()
        }
    }

    fn read(text: &str) -> Vec<Expr> {
        let mut stack = vec![Vec::new()];
        let code: String = text
            .lines()
            .map(|l| l.split(';').next().unwrap().to_owned() + "\n")
            .collect();
        let spaced = code.replace('(', " ( ").replace(')', " ) ");
        for token in spaced.split_whitespace() {
            match token {
                "(" => stack.push(Vec::new()),
                ")" => {
                    let done = stack.pop().unwrap();
                    stack.last_mut().unwrap().push(Expr::List(done));
                }
                word => stack.last_mut().unwrap().push(Expr::Word(word.to_owned())),
            }
        }
        assert_eq!(stack.len(), 1, "unbalanced parentheses");
        stack.pop().unwrap()
    }

    fn section<'a>(file: &'a [Expr], name: &str) -> &'a [Expr] {
        let found = file[0].list()[1..]
            .iter()
            .find(|e| e.list()[0].word() == name);
        &found.unwrap().list()[1..]
    }

    type State = HashSet<Vec<String>>;

    /// Executes a plan by what the domain text says, and nothing else known of the puzzle.
    fn execute(task: &PddlTask, plan: &str) -> bool {
        let (domain, problem) = (read(&task.domain), read(&task.problem));
        let none = HashMap::new();
        let mut state: State = section(&problem, ":init")
            .iter()
            .map(|f| f.fact(&none))
            .collect();
        for step in read(plan) {
            let step = step.list();
            let action = domain[0]
                .list()
                .iter()
                .filter_map(|e| match e {
                    Expr::List(items) if items[0].word() == ":action" => Some(items),
                    _ => None,
                })
                .find(|items| items[1] == step[0])
                .unwrap();
            let bind: HashMap<&str, &str> = action[3]
                .list()
                .iter()
                .map(Expr::word)
                .zip(step[1..].iter().map(Expr::word))
                .collect();
            assert_eq!(bind.len(), step.len() - 1);
            for condition in &action[5].list()[1..] {
                let fact = condition.fact(&bind);
                assert!(
                    state.contains(&fact),
                    "{fact:?} does not hold before {step:?}"
                );
            }
            let effects = &action[7].list()[1..];
            for effect in effects.iter().filter(|e| e.list()[0].word() == "not") {
                assert!(state.remove(&effect.list()[1].fact(&bind)));
            }
            for effect in effects.iter().filter(|e| e.list()[0].word() != "not") {
                assert!(state.insert(effect.fact(&bind)));
            }
        }
        holds(&section(&problem, ":goal")[0], &state)
    }

    fn holds(goal: &Expr, state: &State) -> bool {
        let items = goal.list();
        match items[0].word() {
            "and" => items[1..].iter().all(|e| holds(e, state)),
            "or" => items[1..].iter().any(|e| holds(e, state)),
            _ => state.contains(&goal.fact(&HashMap::new())),
        }
    }

    fn moves(text: &str) -> Vec<Move> {
        let direction = |c| Direction::ALL.into_iter().find(|d| d.letter() == c);
        text.chars().map(|c| Move(direction(c).unwrap())).collect()
    }

    #[test]
    fn a_solution_is_a_plan() {
        // The sample of the manual: 14 moves.
        let size = Size::new(3, 3).unwrap();
        let start = Board::new(size, &[8, 1, 3, 4, 0, 2, 7, 6, 5]).unwrap();
        let puzzle = Puzzle::new(start.clone(), &Goals::default()).unwrap();
        let task = PddlTask::new(&puzzle, "sample 1");
        assert!(task.problem.contains("(problem sample-1)"));
        let solution = moves("LURRDDLURULDLU");
        assert!(execute(&task, &plan(&start, &solution).unwrap()));
        assert_eq!(
            read_plan(&plan(&start, &solution).unwrap()).as_deref(),
            Ok(&solution[..])
        );
        assert_eq!(
            read_plan("0: (MOVE-UP t1 p1 p1 p2)\n; cost = 1 (unit cost)\n"),
            Ok(moves("U"))
        );
        assert!(read_plan("(fly t1)").unwrap_err().contains("(fly t1)"));
        let text = plan(&start, &solution).unwrap();
        assert_eq!(
            read_plan_checked(&start, &text).as_deref(),
            Ok(&solution[..])
        );
        for (right, wrong) in [(" t", " t9"), (" p", " p9")] {
            let damaged = text.replacen(right, wrong, 1);
            let error = read_plan_checked(&start, &damaged).unwrap_err();
            assert!(error.starts_with("action 1 is (move-"), "{error}");
        }
        assert!(!execute(&task, &plan(&start, &solution[..13]).unwrap()));
    }

    #[test]
    fn rectangles_and_several_goals_work() {
        let size = Size::new(2, 3).unwrap();
        let start = Board::new(size, &[1, 0, 2, 3, 4, 5]).unwrap();
        let goals = Goals::new([Goal::BlankLast, Goal::BlankFirst]);
        let task = PddlTask::new(&Puzzle::new(start.clone(), &goals).unwrap(), "2x3");
        assert!(execute(&task, &plan(&start, &moves("R")).unwrap()));
        assert!(task.problem.contains("(problem puzzle-2x3)"));
    }
}
