"""Arrays of boards: ``uint8`` of shape ``(B, H, W)`` or, with ``size``, ``(B, N)``, in C order, 0 for the blank.

Every function works on the whole array at once, in native code and without the interpreter's lock. Boards are
checked: a row that is not a permutation raises :class:`taquin.errors.InvalidBoard` whose ``index`` is the row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Tuple, Union

import numpy as np

from . import _taquin
from ._taquin import Board
from .actions import order

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Size = Union[str, Tuple[int, int]]
    Boards = NDArray[np.uint8]
    Goal = Union[str, Board, None]

__all__ = [
    "all_boards",
    "best_moves",
    "distance",
    "heuristic",
    "legal",
    "one_hot",
    "scramble",
    "solvable",
    "step",
    "validate",
]


def _size(size: Size) -> tuple[int, int]:
    if isinstance(size, str):
        rows, _, cols = size.partition("x")
        return int(rows), int(cols)
    return int(size[0]), int(size[1])


def _flat(boards: ArrayLike, size: Size | None) -> tuple[Boards, tuple[int, int]]:
    """The boards as rows, and their size."""
    given = np.asarray(boards)
    array = np.ascontiguousarray(given, dtype=np.uint8)
    if array is not given and given.dtype != np.uint8 and not np.array_equal(array, given):
        raise ValueError("tiles are integers from 0 to 255")
    if array.ndim == 3:
        return array.reshape(len(array), -1), (array.shape[1], array.shape[2])
    if array.ndim == 2:
        if size is not None:
            return array, _size(size)
        side = int(round(array.shape[1] ** 0.5))
        if side * side == array.shape[1]:
            return array, (side, side)
        raise ValueError("name the size of boards in rows that are not square: size=(2, 3)")
    raise ValueError(f"boards are arrays of shape (B, H, W) or (B, N), not {array.shape}")


def validate(boards: ArrayLike, *, size: Size | None = None) -> None:
    """Raises :class:`taquin.errors.InvalidBoard` for the first row that is not a board."""
    _taquin.validate(*_flat(boards, size))


def step(
    boards: ArrayLike, actions: ArrayLike, *, size: Size | None = None, order_of_actions: str = "taquin"
) -> tuple[Boards, NDArray[np.bool_]]:
    """The boards after one action each, and which actions were legal; illegal ones change nothing."""
    flat, shape = _flat(boards, size)
    after = flat.copy()
    chosen = np.ascontiguousarray(actions, dtype=np.int64)
    moved = _taquin.step(after, shape, chosen, order(order_of_actions))
    return after.reshape(np.shape(boards)), moved


def legal(boards: ArrayLike, *, size: Size | None = None, order_of_actions: str = "taquin") -> NDArray[np.int8]:
    """Which of the four actions are legal: ``int8`` of shape ``(B, 4)``, 1 or 0."""
    flat, shape = _flat(boards, size)
    return _taquin.legal_moves(flat, shape, order(order_of_actions))


def solvable(boards: ArrayLike, *, size: Size | None = None, goal: Goal = None) -> NDArray[np.bool_]:
    """Which boards can reach the goal, according to their parity."""
    flat, shape = _flat(boards, size)
    return _taquin.solvable(flat, shape, goal)


def heuristic(
    boards: ArrayLike, name: str = "manhattan", *, size: Size | None = None, goal: Goal = None
) -> NDArray[np.int32]:
    """The values of a heuristic by name; ``taquin.heuristics()`` lists them."""
    flat, shape = _flat(boards, size)
    return _taquin.heuristic_values(flat, shape, name, goal)


def distance(
    boards: ArrayLike,
    *,
    size: Size | None = None,
    goal: Goal = None,
    solver: str | None = None,
    threads: int | None = None,
) -> NDArray[np.int32]:
    """The length of a shortest solution of each board, -1 if there is none.

    Up to ten cells by the table of all distances, beyond by ``pdb-ida`` on all cores; ``solver`` names another
    one, like ``"gpu-batch"``. Ctrl-C stops the search.
    """
    flat, shape = _flat(boards, size)
    return _taquin.distances(flat, shape, goal, solver, threads)


def best_moves(
    boards: ArrayLike,
    *,
    size: Size | None = None,
    goal: Goal = None,
    order_of_actions: str = "taquin",
    threads: int | None = None,
) -> NDArray[np.int8]:
    """Every action that begins a shortest solution: ``int8`` of shape ``(B, 4)``, 1 or 0."""
    flat, shape = _flat(boards, size)
    return _taquin.best_moves(flat, shape, order(order_of_actions), goal, threads)


def scramble(
    size: Size,
    count: int,
    *,
    seed: int | None = None,
    start: str = "uniform",
    goal: Goal = None,
    flat: bool = False,
    threads: int | None = None,
) -> Boards:
    """Boards that can be solved: shape ``(count, H, W)``, or ``(count, N)`` with ``flat``.

    ``start`` is ``"uniform"`` (every solvable board equally likely), ``"walk:k"`` (k random moves from the goal, none
    taken back) or ``"distance:a..b"`` (shortest solutions of a to b moves, exactly; every such board equally likely on up to ten
    cells). Row i is drawn with ``seed + i``; uniform boards and walks are those that :func:`taquin.generate` and the
    command line give for that seed.
    """
    shape = _size(size)
    first = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    kind, low, high = start_of(start)
    if kind == "uniform":
        boards = _taquin.scramble_uniform(shape, count, first, goal)
    elif kind == "walk":
        boards = _taquin.scramble_walk(shape, count, first, low, goal)
    else:
        boards = _taquin.scramble_at_distance(shape, count, first, (low, high), goal, threads)
    return boards if flat else boards.reshape(count, *shape)


def start_of(text: str) -> tuple[str, int, int]:
    """Reads ``uniform``, ``walk:k`` and ``distance:a..b`` (or ``distance:a``)."""
    kind, _, rest = text.partition(":")
    try:
        if kind == "uniform" and not rest:
            return kind, 0, 0
        if kind == "walk":
            return kind, int(rest), 0
        if kind == "distance":
            low, _, high = rest.partition("..")
            return kind, int(low), int(high or low)
    except ValueError:
        pass
    raise ValueError(f"{text!r} is no start: write uniform, walk:50 or distance:10..20")


def all_boards(size: Size = (3, 3), *, goal: Goal = None) -> Boards:
    """Every board of at most nine cells that reaches the goal: shape ``(count, H, W)``."""
    from itertools import permutations

    shape = _size(size)
    cells = shape[0] * shape[1]
    if cells > 9:
        raise ValueError("there are too many boards to list: at most nine cells")
    every: Boards = np.array(list(permutations(range(cells))), dtype=np.uint8)
    return every[solvable(every, size=shape, goal=goal)].reshape(-1, *shape)


def one_hot(boards: ArrayLike, *, size: Size | None = None) -> Boards:
    """The boards with a plane for each number: ``uint8`` of shape ``(B, H, W, N)``."""
    flat, shape = _flat(boards, size)
    cells = shape[0] * shape[1]
    return np.eye(cells, dtype=np.uint8)[flat].reshape(len(flat), *shape, cells)
