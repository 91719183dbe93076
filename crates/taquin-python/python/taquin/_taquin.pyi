"""The native part of taquin."""

import os
from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex, Union, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Board",
    "Environment",
    "ask",
    "best_moves",
    "compare",
    "dataset",
    "datasets",
    "distances",
    "film",
    "heuristic_values",
    "heuristics",
    "legal_moves",
    "pdb_build",
    "pdb_info",
    "pdb_list",
    "pdb_remove",
    "pdb_verify",
    "scramble_at_distance",
    "scramble_uniform",
    "scramble_walk",
    "solvable",
    "solve",
    "solvers",
    "step",
    "validate",
    "version",
]

_Size = tuple[int, int]
_Limits = tuple[float | None, int | None, int | None]
_Order = tuple[int, int, int, int]
_Progress = Callable[[str], object] | None
_Goal = Union[str, "Board", None]
_Path = Union[str, os.PathLike[str], None]

@final
class Board:
    """A position of the sliding-tile puzzle: every tile once, and one blank, which is 0."""

    def __new__(
        cls,
        value: Board | str | Sequence[int] | Sequence[Sequence[int]] | NDArray[np.integer[Any]],
        size: _Size | None = None,
    ) -> Board: ...
    @staticmethod
    def solved(size: _Size, goal: _Goal = None) -> Board:
        """The solved board of a size."""
    @property
    def size(self) -> _Size:
        """Rows and columns."""
    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers in reading order, 0 for the blank."""
    @property
    def blank(self) -> tuple[int, int]:
        """Row and column of the blank, counted from 0."""
    def rows(self) -> list[list[int]]:
        """The numbers row by row."""
    def moves(self) -> list[str]:
        """The letters of the moves that can be made; a letter is the way the tile slides."""
    def after(self, moves: str, notation: str = "tile") -> Board:
        """The board after moves, written as letters, words or tile numbers."""
    def is_solved(self, goal: _Goal = None) -> bool:
        """Whether this is the goal."""
    def is_solvable(self, goal: _Goal = None) -> bool:
        """Whether the goal can be reached."""
    def grid(self) -> str:
        """The board as lines of text, for people."""
    def svg(self) -> str:
        """A picture of the board."""
    def _repr_svg_(self) -> str: ...
    def __getitem__(self, key: int | tuple[int, int], /) -> int: ...
    def __len__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]: ...

@final
class Environment:
    """The state of vectorised environments."""

    def __new__(
        cls,
        count: int,
        size: _Size,
        order: _Order,
        start: tuple[str, int, int],
        reward: str,
        most_steps: int | None = None,
        autoreset: str = "next_step",
        goal: _Goal = None,
    ) -> Environment: ...
    def reset(self, seeds: Sequence[int | None] | None = None, mask: NDArray[np.bool_] | None = None) -> None: ...
    def set_boards(self, boards: NDArray[np.uint8]) -> None: ...
    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.uint8],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        NDArray[np.int8],
        tuple[NDArray[np.uint8], NDArray[np.int32]] | None,
    ]: ...
    def step_one(self, action: SupportsIndex) -> tuple[float, bool, bool]: ...
    def boards(self) -> NDArray[np.uint8]: ...
    def board(self) -> NDArray[np.uint8]: ...
    def masks(self) -> NDArray[np.int8]: ...
    def mask(self) -> NDArray[np.int8]: ...
    def steps(self) -> NDArray[np.int32]: ...
    def ended(self) -> NDArray[np.bool_]: ...
    def close(self) -> None: ...

def ask(name: str, question: str, limits: _Limits | None = None, progress: _Progress = None) -> str: ...
def solve(question: str, limits: _Limits, progress: _Progress = None) -> str: ...
def compare(
    board: Board,
    goal: str | None,
    configurations: Sequence[tuple[str, Any]],
    notation: str,
    limits: _Limits,
    progress: _Progress = None,
) -> str: ...
def film(board: Board, moves: str, notation: str, step: float) -> str: ...
def version() -> str: ...
def solvers() -> str: ...
def heuristics() -> str: ...
def datasets() -> str: ...
def dataset(name: str) -> str: ...
def pdb_build(tables: Any, force: bool, workers: int | None, gpu: bool) -> str: ...
def pdb_info(tables: Any) -> str: ...
def pdb_remove(tables: Any) -> str: ...
def pdb_list(place: _Path = None) -> str: ...
def pdb_verify(place: _Path = None, workers: int | None = None) -> str: ...
def validate(boards: NDArray[np.uint8], size: _Size) -> None: ...
def step(
    boards: NDArray[np.uint8], size: _Size, actions: NDArray[np.int64], order: _Order
) -> NDArray[np.bool_]: ...
def legal_moves(boards: NDArray[np.uint8], size: _Size, order: _Order) -> NDArray[np.int8]: ...
def solvable(boards: NDArray[np.uint8], size: _Size, goal: _Goal = None) -> NDArray[np.bool_]: ...
def heuristic_values(
    boards: NDArray[np.uint8], size: _Size, heuristic: str, goal: _Goal = None
) -> NDArray[np.int32]: ...
def scramble_uniform(size: _Size, count: int, seed: int, goal: _Goal = None) -> NDArray[np.uint8]: ...
def scramble_walk(size: _Size, count: int, seed: int, moves: int, goal: _Goal = None) -> NDArray[np.uint8]: ...
def scramble_at_distance(
    size: _Size, count: int, seed: int, range: tuple[int, int], goal: _Goal = None, workers: int | None = None
) -> NDArray[np.uint8]: ...
def distances(
    boards: NDArray[np.uint8],
    size: _Size,
    goal: _Goal = None,
    solver: str | None = None,
    workers: int | None = None,
) -> NDArray[np.int32]: ...
def best_moves(
    boards: NDArray[np.uint8], size: _Size, order: _Order, goal: _Goal = None, workers: int | None = None
) -> NDArray[np.int8]: ...
