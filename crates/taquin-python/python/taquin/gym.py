"""Gymnasium environments: one board, or many at once.

>>> import gymnasium, taquin.gym
>>> env = gymnasium.make("taquin/SlidingPuzzle-v0", size=(3, 3))
>>> envs = gymnasium.make_vec("taquin/SlidingPuzzle-v0", num_envs=1024, size=(4, 4))

Importing this module registers ``taquin/SlidingPuzzle-v0``. ``make_vec`` gives :class:`SlidingPuzzleVectorEnv`, whose
steps are native code for all boards together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import _taquin
from ._taquin import Board
from .actions import order
from .arrays import _size, start_of
from .observations import Observer, draw

if TYPE_CHECKING:
    from .arrays import Size

__all__ = ["ENVIRONMENT", "SlidingPuzzleEnv", "SlidingPuzzleVectorEnv"]

ENVIRONMENT = "taquin/SlidingPuzzle-v0"
"""The name under which the environments are registered."""

REWARDS = ("step", "sparse", "jumanji-dense", "spgym-distances", "distance")
"""Rewards by name: -1 for each step; 1 for the goal; jumanji's and SPGym's dense rewards; how much nearer the exact
distance came."""


class SlidingPuzzleEnv(gymnasium.Env[NDArray[Any], Any]):
    """One board.

    ``size``: rows and columns. ``goal``: ``blank-last``, ``blank-first``, ``spiral`` or a board. ``start``:
    ``uniform``, ``walk:k`` or ``distance:a..b``, the exact length of a shortest solution. ``reward``: one of
    :data:`REWARDS`. ``actions``: the order and meaning of the four actions, a key of
    :data:`taquin.actions.ORDERS`. ``observation``: ``raw``, ``flat``, ``one-hot``, ``normalised`` or ``image``.
    ``max_steps``: an episode is truncated after this many steps.

    An illegal action does not change the board. ``info["action_mask"]`` and :meth:`action_masks` say which
    actions are possible. ``reset(options={"board": …})`` begins with a given board.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        size: Size = (4, 4),
        *,
        goal: str | Board | None = None,
        start: str = "uniform",
        reward: str = "step",
        actions: str = "taquin",
        observation: str = "raw",
        max_steps: int | None = None,
        image: NDArray[np.uint8] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.size = _size(size)
        self.render_mode = render_mode
        self._observer = Observer(self.size, observation, image)
        self._native = _taquin.Environment(
            1, self.size, order(actions), start_of(start), reward, max_steps, "disabled", goal
        )
        self.observation_space = self._observer.space
        self.action_space = spaces.Discrete(4)
        self._is_raw = observation == "raw"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        board = (options or {}).get("board")
        if board is None:
            self._native.reset(None if seed is None else [seed])
        else:
            numbers = np.asarray(Board(board), dtype=np.uint8)
            if numbers.shape != self.size:
                raise ValueError(f"the board has {numbers.shape} rows and columns, the environment {self.size}")
            self._native.set_boards(numbers.reshape(1, -1))
        return self._observe(), {"action_mask": self._native.mask()}

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        reward, terminated, truncated = self._native.step_one(int(action))
        return self._observe(), reward, terminated, truncated, {"action_mask": self._native.mask()}

    def _observe(self) -> NDArray[Any]:
        board = self._native.board()
        return board if self._is_raw else self._observer(board[np.newaxis])[0]

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib's MaskablePPO expects them."""
        return self._native.mask().astype(np.bool_)

    @property
    def board(self) -> Board:
        """The current board."""
        return Board(self._native.board())

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return self.board.grid()
        if self.render_mode == "rgb_array":
            return draw(self._native.board()[np.newaxis])[0]
        return None

    def close(self) -> None:
        self._native.close()


class SlidingPuzzleVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Many boards, stepped together in native code; the options are those of :class:`SlidingPuzzleEnv`.

    ``autoreset_mode``: when an episode that ended begins anew. ``info["action_mask"]`` has a row for each
    environment. With ``SAME_STEP`` the last boards of episodes that ended are in ``info["final_obs"]``, an array
    over all environments of which ``info["_final_obs"]`` says which rows count. With ``DISABLED``,
    ``reset(options={"reset_mask": …})`` begins some episodes anew.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 4}

    def __init__(
        self,
        num_envs: int = 1,
        size: Size = (4, 4),
        *,
        goal: str | Board | None = None,
        start: str = "uniform",
        reward: str = "step",
        actions: str = "taquin",
        observation: str = "raw",
        max_steps: int | None = None,
        image: NDArray[np.uint8] | None = None,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.size = _size(size)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._observer = Observer(self.size, observation, image)
        mode = self.autoreset_mode.name.lower()
        self._native = _taquin.Environment(
            num_envs, self.size, order(actions), start_of(start), reward, max_steps, mode, goal
        )
        self.single_observation_space = self._observer.space
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_raw = observation == "raw"
        self._all = np.ones(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        options = options or {}
        if isinstance(seed, (int, np.integer)):
            self._np_random, self._np_random_seed = seeding.np_random(int(seed))
            seeds: list[int | None] | None = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = seed
        if seeds is not None and len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} seeds are needed, one for each environment, not {len(seeds)}")
        mask = options.get("reset_mask")
        if mask is not None:
            self._check_mask(mask)
        if "boards" in options:
            boards = np.ascontiguousarray(options["boards"], dtype=np.uint8)
            self._native.set_boards(boards.reshape(self.num_envs, -1))
        else:
            self._native.reset(seeds, mask)
        which = self._all if mask is None else mask
        info = {"action_mask": self._native.masks(), "_action_mask": which.copy()}
        return self._observe(self._native.boards()), info

    def _check_mask(self, mask: Any) -> None:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("options['reset_mask'] must be an array of booleans")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"options['reset_mask'] must have shape ({self.num_envs},) and a true value")

    def step(
        self, actions: Any
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        boards, rewards, terminated, truncated, masks, last = self._native.step(chosen)
        info: dict[str, Any] = {"action_mask": masks, "_action_mask": self._all}
        if last is not None:
            ended = terminated | truncated
            info["final_obs"] = self._observe(last[0])
            info["_final_obs"] = ended
            info["final_info"] = {"steps": last[1], "_steps": ended}
            info["_final_info"] = ended
        return self._observe(boards), rewards, terminated, truncated, info

    def _observe(self, boards: NDArray[np.uint8]) -> NDArray[Any]:
        return boards if self._is_raw else self._observer(boards)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions in each environment."""
        return self._native.masks().astype(np.bool_)

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return tuple(draw(self._native.boards()))
        return None

    def close_extras(self, **kwargs: Any) -> None:
        self._native.close()


def _register() -> None:
    if ENVIRONMENT not in gymnasium.registry:
        gymnasium.register(
            id=ENVIRONMENT,
            entry_point="taquin.gym:SlidingPuzzleEnv",
            vector_entry_point="taquin.gym:SlidingPuzzleVectorEnv",
        )


_register()
