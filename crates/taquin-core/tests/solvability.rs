//! Parity against the truth: which boards reach which, by trying every slide.

use std::collections::{HashSet, VecDeque};

use taquin_core::notation::{self, Notation};
use taquin_core::packed::{Grid, Nibbles, Packed};
use taquin_core::{Board, Cells, Goal, Parity, Puzzle, PuzzleError, Size, SwapFix};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// Every board that slides lead to, breadth first.
fn reachable(goal: &Board) -> HashSet<Nibbles> {
    let grid = Grid::new(goal.size());
    let start = Nibbles::pack(goal);
    let mut seen = HashSet::from([start]);
    let mut frontier = VecDeque::from([(start, goal.blank().index())]);
    while let Some((board, blank)) = frontier.pop_front() {
        for (_, from) in grid.slides(blank, None) {
            let next = board.slid(from, blank);
            if seen.insert(next) {
                frontier.push_back((next, from));
            }
        }
    }
    seen
}

/// Calls `each` with all orders of 0 to n - 1 (Heap's algorithm).
fn permutations(n: usize, each: &mut impl FnMut(&[u32])) {
    fn recurse(numbers: &mut [u32], k: usize, each: &mut impl FnMut(&[u32])) {
        if k <= 1 {
            return each(numbers);
        }
        for i in 0..k {
            recurse(numbers, k - 1, each);
            numbers.swap(if k.is_multiple_of(2) { i } else { 0 }, k - 1);
        }
    }
    let mut numbers: Vec<u32> = (0..n as u32).collect();
    recurse(&mut numbers, n, each);
}

/// Compares parity with reachability for all boards of the goal's size.
fn parity_is_reachability(goal: &Board) {
    let size = goal.size();
    let reached = reachable(goal);
    let mut solvable = 0;
    let mut boards = 0;
    permutations(size.cells(), &mut |numbers| {
        let board = Board::new(size, numbers).unwrap();
        let is_even = !Parity::of(&board, goal).is_odd();
        assert_eq!(
            is_even,
            reached.contains(&Nibbles::pack(&board)),
            "{board} to {goal}"
        );
        boards += 1;
        solvable += usize::from(is_even);
    });
    // Exactly half, on every size (Story 1879): 12, 360, 20,160 and 181,440 of them.
    assert_eq!((2 * solvable, reached.len()), (boards, solvable), "{goal}");
}

#[test]
fn parity_is_reachability_on_small_boards() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let size = size(rows, cols);
        permutations(size.cells(), &mut |numbers| {
            // All 24 goals of 2x2; of the 720 of the others about every 29th.
            let index = numbers.iter().fold(0, |sum, &n| sum * 7 + n);
            if size.cells() == 4 || index.is_multiple_of(29) {
                parity_is_reachability(&Board::new(size, numbers).unwrap());
            }
        });
        for (_, goal) in Goal::NAMED {
            parity_is_reachability(&goal.board(size).unwrap());
        }
    }
}

#[test]
fn parity_is_reachability_on_2x4() {
    for (_, goal) in Goal::NAMED {
        parity_is_reachability(&goal.board(size(2, 4)).unwrap());
    }
    parity_is_reachability(&board("7 3 0 1/2 6 5 4"));
    parity_is_reachability(&board("1 2 3 4/5 0 6 7"));
}

#[test]
fn parity_is_reachability_on_3x3() {
    for (_, goal) in Goal::NAMED {
        parity_is_reachability(&goal.board(size(3, 3)).unwrap());
    }
    parity_is_reachability(&board("8 1 3/4 0 2/7 6 5"));
}

#[test]
fn blank_first_and_blank_last_reach_each_other_on_3x3_but_not_on_4x4() {
    let goals = |rows, cols| {
        let size = size(rows, cols);
        [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(size).unwrap())
    };
    let [first, last] = goals(3, 3);
    assert!(!Parity::of(&first, &last).is_odd());
    assert!(reachable(&first).contains(&Nibbles::pack(&last)));

    // On 4x4 every board reaches exactly one of the two: slides never leave a half.
    let [first, last] = goals(4, 4);
    assert!(Parity::of(&first, &last).is_odd());
    let korf_1 = board("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3");
    assert!(!Parity::of(&korf_1, &first).is_odd());
    assert!(Parity::of(&korf_1, &last).is_odd());
    // A smaller board with an even width shows the same by trying everything.
    let [first, last] = goals(2, 2);
    let (from_first, from_last) = (reachable(&first), reachable(&last));
    assert!(from_first.is_disjoint(&from_last));
    assert_eq!(from_first.len() + from_last.len(), 24);
}

#[test]
fn counting_inversions_alone_is_wrong_for_even_widths() {
    // One slide down carries tile 12 past 13, 14 and 15: three inversions, and solvable at once.
    let goal = Goal::BlankLast.board(size(4, 4)).unwrap();
    let moves = notation::parse_moves("D", Notation::Tile, None).unwrap();
    let odd = goal.clone().replay(&moves).unwrap();
    assert_eq!(odd.to_string(), "1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12");
    let parity = Parity::of(&odd, &goal);
    assert_eq!((parity.inversions, parity.blank_rows), (3, 1));
    assert!(
        !parity.is_odd(),
        "the rule \"odd number of inversions, not solvable\" is wrong here"
    );
    let back = notation::parse_moves("U", Notation::Tile, None).unwrap();
    assert_eq!(odd.replay(&back).unwrap(), goal);

    // The other half of the mistake: no inversions at all, and not solvable.
    let even = board("1 2 3 4/5 6 7 8/9 10 11 0/12 13 14 15");
    let parity = Parity::of(&even, &goal);
    assert_eq!((parity.inversions, parity.is_odd()), (0, true));
}

#[test]
fn the_swap_that_mends_is_the_documented_one() {
    for (text, swap, mended) in [
        ("1 8 7/4 3 2/6 5 0", (1, 8), "8 1 7/4 3 2/6 5 0"),
        (
            "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0",
            (14, 15),
            "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0",
        ),
    ] {
        let error = Puzzle::new(board(text), &Goal::BlankLast.into()).unwrap_err();
        let PuzzleError::Unsolvable(reason) = error else {
            panic!("{text}: {error}");
        };
        let (a, b) = reason.fix.swap;
        assert_eq!((a.number(), b.number()), swap, "{text}");
        assert_eq!(reason.fix.board, board(mended), "{text}");
    }
}

#[test]
fn a_mended_board_can_always_be_solved() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
        for (_, goal) in Goal::NAMED {
            let goal = goal.board(size(rows, cols)).unwrap();
            let reached = reachable(&goal);
            permutations(goal.size().cells(), &mut |numbers| {
                let board = Board::new(goal.size(), numbers).unwrap();
                if !reached.contains(&Nibbles::pack(&board)) {
                    let fix = SwapFix::of(&board, &goal);
                    assert!(reached.contains(&Nibbles::pack(&fix.board)), "{board}");
                    let changed = (0..numbers.len())
                        .filter(|&cell| board.number(cell) != fix.board.number(cell));
                    assert_eq!(changed.count(), 2, "{board}");
                }
            });
        }
    }
}
