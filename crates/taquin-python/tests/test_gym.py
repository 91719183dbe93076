"""Gymnasium environments: checkers, seeds, rewards, autoresets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import taquin  # noqa: E402
from taquin import Board, arrays  # noqa: E402
from taquin.gym import ENVIRONMENT, SlidingPuzzleEnv, SlidingPuzzleVectorEnv  # noqa: E402


def vector(count: int = 8, **options: Any) -> SlidingPuzzleVectorEnv:
    made = gymnasium.make_vec(ENVIRONMENT, num_envs=count, vectorization_mode="vector_entry_point", **options)
    assert isinstance(made, SlidingPuzzleVectorEnv)
    return made


@pytest.mark.parametrize("observation", ["raw", "flat", "one-hot", "normalised", "image"])
@pytest.mark.parametrize("size", [(3, 3), (2, 4)])
def test_gymnasium_accepts_the_environment(observation: str, size: tuple[int, int]) -> None:
    for mode in ("ansi", "rgb_array"):
        env = SlidingPuzzleEnv(size, observation=observation, render_mode=mode)
        check_env(env)
    many = vector(3, size=size, observation=observation)
    seen, _ = many.reset(seed=1)
    assert many.observation_space.contains(seen)
    assert many.observation_space.contains(many.step(np.array([0, 1, 2]))[0])


def test_make_needs_no_arguments_and_steps() -> None:
    env = gymnasium.make(ENVIRONMENT)
    seen, info = env.reset(seed=4)
    assert seen.shape == (4, 4) and Board(seen) == taquin.generate("4x4", seed=4)[0].board
    action = int(info["action_mask"].argmax())
    after, reward, terminated, truncated, _ = env.step(action)
    assert reward == -1.0 and not terminated and not truncated
    assert Board(after) == Board(seen).after("UDLR"[action])
    assert (env.unwrapped.action_masks() == (arrays.legal(after[np.newaxis])[0] == 1)).all()


@pytest.mark.parametrize("autoreset", list(AutoresetMode))
def test_the_vector_environment_does_what_single_ones_do(autoreset: AutoresetMode) -> None:
    """Against Gymnasium's own vectorisation of the single environment, step by step."""
    options: dict[str, Any] = {"size": (2, 3), "start": "walk:4", "max_steps": 6, "reward": "jumanji-dense"}
    ours = vector(5, autoreset_mode=autoreset, **options)
    theirs = gymnasium.vector.SyncVectorEnv(
        [lambda: SlidingPuzzleEnv(**options)] * 5, autoreset_mode=autoreset
    )
    random = np.random.default_rng(3)
    (seen, info), (expected, expected_info) = ours.reset(seed=9), theirs.reset(seed=9)
    assert (seen == expected).all() and (info["action_mask"] == expected_info["action_mask"]).all()
    endings = 0
    for _ in range(120):
        actions = random.integers(0, 4, 5)
        one, other = ours.step(actions), theirs.step(actions)
        for mine, wanted in zip(one[:4], other[:4]):
            assert (mine == wanted).all()
        assert (one[4]["action_mask"] == other[4]["action_mask"]).all()
        ended = one[2] | one[3]
        endings += int(ended.sum())
        assert ("final_obs" in one[4]) == ("final_obs" in other[4])
        if "final_obs" in one[4]:
            assert (one[4]["_final_obs"] == other[4]["_final_obs"]).all()
            for index in ended.nonzero()[0]:
                assert (one[4]["final_obs"][index] == other[4]["final_obs"][index]).all()
        if autoreset == AutoresetMode.DISABLED and ended.any():
            again = {"options": {"reset_mask": ended}}
            fresh, expected = ours.reset(**again)[0], theirs.reset(options={"reset_mask": ended})[0]
            assert (fresh == expected).all()
    assert endings > 20
    assert ours.metadata["autoreset_mode"] == autoreset


def test_episodes_that_ended_must_be_reset_where_nothing_resets_them() -> None:
    env = vector(2, size=(3, 3), max_steps=1, autoreset_mode="Disabled")
    env.reset(seed=0)
    env.step(np.zeros(2, dtype=int))
    with pytest.raises(ValueError, match="reset_mask"):
        env.step(np.zeros(2, dtype=int))
    for mask in ([True, False], np.array([True]), np.array([False, False])):
        with pytest.raises((TypeError, ValueError)):
            env.reset(options={"reset_mask": mask})


def test_seeds_repeat_episodes() -> None:
    env = vector(4, size=(3, 3), max_steps=5)
    actions = np.random.default_rng(1).integers(0, 4, (30, 4))

    def play(seed: Any) -> list[Any]:
        frames = [env.reset(seed=seed)[0]]
        return frames + [env.step(row)[0] for row in actions]

    first, again, other = play(7), play([7, 8, 9, 10]), play(8)
    assert all((a == b).all() for a, b in zip(first, again))
    assert not all((a == b).all() for a, b in zip(first, other))
    with pytest.raises(ValueError):
        env.reset(seed=[1])


@pytest.mark.parametrize("size", [(3, 3), (3, 4)])
def test_the_exact_reward_is_the_change_of_distance(size: tuple[int, int]) -> None:
    env = vector(16, size=size, reward="distance", start="distance:1..12", max_steps=10)
    boards, _ = env.reset(seed=2)
    assert set(arrays.distance(boards).tolist()) <= set(range(1, 13))
    before = arrays.distance(boards)
    for step in range(9):
        boards, rewards, terminated, _, _ = env.step(np.full(16, step * 7 % 4))
        after = arrays.distance(boards)
        going = ~terminated
        assert (rewards == before - after).all()
        if terminated.any():
            break
        before = after
        assert going.all()


def test_rewards_by_name() -> None:
    options: dict[str, Any] = {"options": {"board": "1 2 3/4 5 6/7 0 8"}}
    wanted = {"step": (-1, -1), "sparse": (0, 1), "jumanji-dense": (0, 2), "spgym-distances": (-1, 1), "distance": (0, 1)}
    for name, (impossible, solving) in wanted.items():
        env = SlidingPuzzleEnv((3, 3), reward=name)
        env.reset(**options)
        assert env.step(0)[1] == impossible, name
        _, reward, terminated, truncated, _ = env.step(2)
        assert (reward, terminated, truncated) == (solving, True, False), name
    with pytest.raises(taquin.errors.InvalidRequest, match="reward"):
        SlidingPuzzleEnv(reward="dense")


def test_a_time_limit_truncates() -> None:
    env = SlidingPuzzleEnv((3, 3), max_steps=2)
    env.reset(options={"board": "8 6 7/2 5 4/3 0 1"})
    assert env.step(2)[2:4] == (False, False)
    assert env.step(3)[2:4] == (False, True)


def test_a_given_board_is_checked() -> None:
    env = SlidingPuzzleEnv((3, 3))
    with pytest.raises(taquin.errors.Unsolvable):
        env.reset(options={"board": "1 2 3/4 5 6/8 7 0"})
    with pytest.raises(ValueError, match="rows and columns"):
        env.reset(options={"board": "1 2/3 0"})
    with pytest.raises(ValueError):
        env.step(4)
    boards = arrays.scramble("3x3", 2, seed=1)
    many = vector(2, size=(3, 3))
    assert (many.reset(options={"boards": boards})[0] == boards).all()


def test_pictures_are_cut_from_an_image() -> None:
    picture = np.arange(6 * 6 * 3, dtype=np.uint8).reshape(6, 6, 3)
    env = SlidingPuzzleEnv((2, 3), observation="image", image=picture)
    seen, _ = env.reset(options={"board": "1 2 3/4 0 5"})
    assert seen.shape == (6, 6, 3)
    assert (seen[:3, :2] == picture[:3, :2]).all(), "tile 1 is at home"
    assert (seen[3:, 4:] == picture[3:, 2:4]).all(), "tile 5 is one cell to the right of its home"
    assert (seen[3:, 2:4] == 0).all(), "the blank"
    drawn = SlidingPuzzleEnv((4, 4), observation="image").reset(seed=1)[0]
    assert drawn.shape == (64, 64, 3) and len(np.unique(drawn)) > 3
    for image in (np.zeros((1, 1, 3), np.uint8), np.zeros((6, 6), np.uint8)):
        with pytest.raises(ValueError):
            SlidingPuzzleEnv((2, 3), observation="image", image=image)
    with pytest.raises(ValueError, match="observation"):
        SlidingPuzzleEnv(observation="text")
