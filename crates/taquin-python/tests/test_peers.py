"""Action orders and rewards against the packages they are named after, step by step.

A package that is not installed skips its test. DeepCubeA and PuXle are not on the Python index: their tables of
moves are restated here from their sources.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from taquin import arrays  # noqa: E402
from taquin.actions import ORDERS, order  # noqa: E402
from taquin.gym import SlidingPuzzleEnv  # noqa: E402

STEPS = 300

# Where the blank goes, as (row, column), for each action.
DEEPCUBEA = [(1, 0), (-1, 0), (0, 1), (0, -1)]  # environments/n_puzzle.py, _get_swap_zero_idxs: U, D, L, R
PUXLE = [(0, 1), (0, -1), (1, 0), (-1, 0)]  # puxle/puzzles/slidepuzzle.py, get_actions: left, right, up, down


@pytest.mark.parametrize(("name", "blank_moves"), [("deepcubea", DEEPCUBEA), ("puxle", PUXLE)])
def test_orders_restated_from_sources(name: str, blank_moves: list[tuple[int, int]]) -> None:
    random = np.random.default_rng(1)
    env = SlidingPuzzleEnv((4, 4), actions=name)
    board, info = env.reset(seed=1)
    for action in random.integers(0, 4, STEPS):
        row, col = np.argwhere(board == 0)[0]
        down, right = blank_moves[action]
        expected = board.copy()
        possible = 0 <= row + down < 4 and 0 <= col + right < 4
        if possible:
            expected[row, col], expected[row + down, col + right] = board[row + down, col + right], 0
        assert bool(info["action_mask"][action]) == possible
        board, _, _, _, info = env.step(action)
        assert (board == expected).all()


def test_spgym_plays_the_same_game() -> None:
    pytest.importorskip("sliding_puzzles")
    from sliding_puzzles.env import SlidingEnv

    random = np.random.default_rng(2)
    for size in ((3, 3), (3, 4)):
        theirs = SlidingEnv(w=size[1], h=size[0], blank_value=0)
        ours = SlidingPuzzleEnv(size, actions="spgym", reward="spgym-distances")
        board, _ = ours.reset(seed=5)
        theirs.reset(options={"state": board.astype(np.int32)})
        for action in random.integers(0, 4, STEPS):
            expected = theirs.step(int(action))
            board, reward, terminated, _, _ = ours.step(action)
            assert (board == expected[0]).all()
            assert reward == pytest.approx(expected[1]) and terminated == expected[2]
            if terminated:
                break


def test_spgym_pays_the_same_for_the_goal() -> None:
    pytest.importorskip("sliding_puzzles")
    from sliding_puzzles.env import SlidingEnv

    board = np.array([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    theirs = SlidingEnv(w=3, h=3, blank_value=0)
    theirs.reset(options={"state": board.astype(np.int32)})
    ours = SlidingPuzzleEnv((3, 3), actions="spgym", reward="spgym-distances")
    ours.reset(options={"board": board})
    assert ours.step(2)[1:3] == theirs.step(2)[1:3] == (1, True)


def test_jumanji_plays_the_same_game() -> None:
    pytest.importorskip("jumanji")
    import jax
    from jumanji.environments.logic.sliding_tile_puzzle import SlidingTilePuzzle
    from jumanji.environments.logic.sliding_tile_puzzle.generator import RandomWalkGenerator

    theirs = SlidingTilePuzzle(generator=RandomWalkGenerator(grid_size=3, num_random_moves=60), time_limit=10_000)
    step: Any = jax.jit(theirs.step)
    state, timestep = jax.jit(theirs.reset)(jax.random.PRNGKey(3))
    ours = SlidingPuzzleEnv((3, 3), actions="jumanji", reward="jumanji-dense")
    board, info = ours.reset(options={"board": np.asarray(state.puzzle)})
    random = np.random.default_rng(4)
    for action in random.integers(0, 4, STEPS):
        assert (info["action_mask"].astype(bool) == np.asarray(timestep.observation.action_mask)).all()
        state, timestep = step(state, int(action))
        board, reward, terminated, _, info = ours.step(action)
        assert (board == np.asarray(state.puzzle)).all()
        assert reward == float(timestep.reward) and terminated == bool(timestep.last())
        if terminated:
            break


def test_orders_may_be_spelled_out() -> None:
    assert order("UDLR") == order("taquin") == (0, 1, 2, 3)
    assert order("jumanji") == (1, 2, 0, 3)
    assert set(ORDERS) == {"taquin", "deepcubea", "jumanji", "puxle", "spgym"}
    boards = arrays.scramble("3x3", 20, seed=1)
    assert (arrays.legal(boards, order_of_actions="LRUD")[:, [2, 3, 0, 1]] == arrays.legal(boards)).all()
    with pytest.raises(ValueError, match="order of actions"):
        order("UDLL")
