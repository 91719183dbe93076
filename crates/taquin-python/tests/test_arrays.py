"""Arrays against breadth-first search, and against boards one by one."""

from __future__ import annotations

import numpy as np
import pytest

import taquin
from taquin import Board, arrays

Oracle = "dict[tuple[int, ...], int]"


@pytest.fixture(scope="module")
def boards() -> np.ndarray:
    return arrays.all_boards("3x3")


def test_every_distance_of_3x3_is_that_of_breadth_first_search(boards: np.ndarray, oracle: Oracle) -> None:
    assert boards.shape == (181_440, 3, 3) and boards.dtype == np.uint8
    distances = arrays.distance(boards)
    assert distances.tolist() == [oracle[tuple(row)] for row in boards.reshape(-1, 9).tolist()]
    assert arrays.distance(boards.reshape(-1, 9)[:9]).tolist() == distances[:9].tolist()


def test_every_best_move_of_3x3_leads_nearer_and_no_other_does(boards: np.ndarray, oracle: Oracle) -> None:
    sample = boards[::37]
    best, distances = arrays.best_moves(sample), arrays.distance(sample)
    for action in range(4):
        after, moved = arrays.step(sample, np.full(len(sample), action))
        nearer = np.array([oracle[tuple(row)] for row in after.reshape(-1, 9).tolist()]) < distances
        assert (best[:, action] == (nearer & moved)).all()


def test_distances_of_4x4_are_those_of_the_literature() -> None:
    instances = taquin.dataset("deepcubea-15")[:12]
    boards = np.stack([np.asarray(instance.board) for instance in instances])
    assert arrays.distance(boards).tolist() == [instance.optimal for instance in instances]
    best = arrays.best_moves(boards[:4])
    after, moved = arrays.step(boards[:4], best.argmax(axis=1))
    assert moved.all() and (arrays.distance(after) == arrays.distance(boards[:4]) - 1).all()
    for solver in ("ida/walking-distance", "gpu-batch"):
        other = arrays.distance(boards[:2], solver=solver, threads=1)
        assert other.tolist() == arrays.distance(boards[:2]).tolist()


def test_lengths_that_are_not_proven_are_refused() -> None:
    boards = arrays.scramble("4x4", 2, seed=3)
    with pytest.raises(taquin.errors.Unsupported, match="not proven") as unsupported:
        arrays.distance(boards, solver="greedy/manhattan")
    assert "pdb-ida" in unsupported.value.alternatives
    with pytest.raises(taquin.errors.Unsupported):
        arrays.distance(boards, solver="table")


def test_a_goal_may_be_named_or_given() -> None:
    korf = taquin.dataset("korf-15-100")[78:80]
    boards = np.stack([np.asarray(instance.board) for instance in korf])
    assert arrays.distance(boards, goal="blank-first").tolist() == [instance.optimal for instance in korf]
    goal = Board.solved((3, 3), "spiral")
    assert arrays.distance(np.asarray(goal)[np.newaxis], goal=goal).tolist() == [0]


@pytest.mark.parametrize("size", [(2, 3), (3, 3), (4, 4), (3, 5), (8, 9)])
def test_parity_is_that_of_single_boards(size: tuple[int, int], random: np.random.Generator) -> None:
    cells = size[0] * size[1]
    rows = np.stack([random.permutation(cells).astype(np.uint8) for _ in range(200)])
    found = arrays.solvable(rows, size=size)
    assert found.tolist() == [Board(row.tolist(), size).is_solvable() for row in rows]
    assert 50 < found.sum() < 150
    even = found.nonzero()[0]
    if cells <= 9:
        distances = arrays.distance(rows, size=size)
        assert (distances[even] >= 0).all() and (distances < 0).sum() == 200 - len(even)


def test_masks_say_which_steps_are_possible(random: np.random.Generator) -> None:
    boards = arrays.scramble((3, 4), 300, seed=5)
    legal = arrays.legal(boards)
    assert legal.dtype == np.int8 and legal.shape == (300, 4)
    for action in range(4):
        after, moved = arrays.step(boards, np.full(300, action))
        assert (moved == legal[:, action].astype(bool)).all()
        assert (after[~moved] == boards[~moved]).all()
        letter = "UDLR"[action]
        for index in moved.nonzero()[0][:20]:
            assert Board(after[index]) == Board(boards[index]).after(letter)
    assert (boards == arrays.scramble((3, 4), 300, seed=5)).all(), "step copies"


def test_scrambles_are_those_of_the_generator() -> None:
    boards = arrays.scramble("4x4", 5, seed=11)
    generated = [puzzle.board for puzzle in taquin.generate("4x4", count=5, seed=11)]
    assert [Board(board) for board in boards] == generated
    assert arrays.scramble("4x4", 5, seed=11, flat=True).shape == (5, 16)
    assert arrays.solvable(arrays.scramble((5, 6), 50)).all()


def test_uniform_scrambles_are_uniform() -> None:
    rows = arrays.scramble((2, 2), 12_000, seed=0, flat=True)
    kinds, counts = np.unique(rows, axis=0, return_counts=True)
    # Twelve boards, a thousand each; six standard deviations.
    assert len(kinds) == 12 and counts.min() > 815 and counts.max() < 1185


def test_walks_and_distances_are_kept(oracle: Oracle) -> None:
    near = arrays.distance(arrays.scramble("3x3", 500, seed=1, start="walk:7"))
    assert (near <= 7).all() and (near % 2 == 1).all()
    exact = arrays.scramble("3x3", 500, seed=1, start="distance:12..14", flat=True)
    found = [oracle[tuple(row)] for row in exact.tolist()]
    assert set(found) == {12, 13, 14}
    again = arrays.scramble("3x3", 500, seed=1, start="distance:12..14", flat=True)
    assert (exact == again).all()
    # The goal's two neighbours, as often as each other: 2000 tosses, five standard deviations.
    close = arrays.scramble("3x3", 2000, seed=1, start="distance:1", flat=True)
    kinds, counts = np.unique(close, axis=0, return_counts=True)
    assert len(kinds) == 2 and abs(int(counts[0]) - 1000) < 112
    hard = arrays.scramble("4x4", 6, seed=3, start="distance:30..32")
    assert set(arrays.distance(hard).tolist()) <= {30, 31, 32}
    with pytest.raises(taquin.errors.InvalidRequest):
        arrays.scramble("3x3", 1, seed=1, start="distance:40..50")
    for start in ("walks:3", "walk:x", "distance:"):
        with pytest.raises(ValueError, match="is no start"):
            arrays.scramble("3x3", 1, start=start)


def test_heuristics_are_admissible_on_all_of_3x3(boards: np.ndarray) -> None:
    distances = arrays.distance(boards)
    for name in ("manhattan", "linear-conflict", "walking-distance", "gaschnig", "pdb"):
        values = arrays.heuristic(boards, name)
        assert (values <= distances).all() and (values[distances == 0] == 0).all(), name
    assert arrays.heuristic(boards[:1], "manhattan")[0] == taquin.check(Board(boards[0])).manhattan
    with pytest.raises(taquin.errors.InvalidRequest, match="no heuristic"):
        arrays.heuristic(boards[:1], "manhatten")


def test_rows_that_are_no_boards_are_named() -> None:
    rows = arrays.scramble("3x3", 10, seed=1, flat=True)
    rows[7, 3] = rows[7, 4]
    with pytest.raises(taquin.errors.InvalidBoard) as invalid:
        arrays.distance(rows)
    assert invalid.value.index == 7
    rows[7] = 200
    with pytest.raises(taquin.errors.InvalidBoard):
        arrays.validate(rows)
    for wrong in (np.zeros(9), np.zeros((2, 7)), np.full((1, 9), 0.5)):
        with pytest.raises(ValueError):
            arrays.validate(wrong)
    with pytest.raises(ValueError, match="action"):
        arrays.step(arrays.scramble("3x3", 1), [4])


def test_planes_are_one_hot() -> None:
    boards = arrays.scramble("2x3", 4, seed=2)
    planes = arrays.one_hot(boards)
    assert planes.shape == (4, 2, 3, 6) and (planes.argmax(axis=3) == boards).all() and planes.sum() == 24
