"""The puzzle for language models: prompts, a verifier of answers, and an exact oracle of distances.

>>> from taquin import text
>>> task = text.task("3x3", distance=8, seed=1)
>>> print(task.prompt)                                            # doctest: +SKIP
>>> verdict = text.verify(task.board, "I would play <moves>LURD</moves>")
>>> verdict.solved, verdict.reward                                # doctest: +SKIP

A verdict comes from replaying the moves, and distances from search: nothing is judged by a model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import arrays
from ._taquin import Board
from .errors import IllegalMove

if TYPE_CHECKING:
    from ._api import BoardLike
    from .arrays import Goal, Size

__all__ = ["Task", "TextEnv", "Verdict", "distance", "prompt", "read_moves", "task", "verify"]

_RULES = """\
This is a sliding-tile puzzle with {rows} rows and {cols} columns; . is the empty cell.
A move is a letter: U, D, L or R, the direction in which a tile slides into the empty cell.

Position:
{board}

Goal:
{goal}

{request}"""

_WHOLE = "Give all moves that lead to the goal between <moves> and </moves>, like <moves>LURD</moves>."
_NEXT = "Give the next move between <move> and </move>, like <move>L</move>."

_TAGGED = re.compile(r"<moves?>(.*?)</moves?>", re.IGNORECASE | re.DOTALL)
_LETTERS = re.compile(r"[UDLR]", re.IGNORECASE)
_WORDS = {"up": "U", "down": "D", "left": "L", "right": "R"}


def prompt(board: BoardLike, *, goal: Goal = None, next_move: bool = False) -> str:
    """A position as a task in words; ``next_move`` asks for one move only."""
    start = Board(board)
    rows, cols = start.size
    request = _NEXT if next_move else _WHOLE
    return _RULES.format(
        rows=rows, cols=cols, board=start.grid(), goal=Board.solved(start.size, goal).grid(), request=request
    )


def read_moves(answer: str) -> str | None:
    """The moves in an answer: the text between the last pair of tags, as letters; ``None`` if there is no pair.

    Words (``up``, ``left``) are read as well as letters. What else is between the tags is ignored, except that text which
    is no move at all makes the answer unreadable.
    """
    found = _TAGGED.findall(answer)
    if not found:
        return None
    letters: list[str] = []
    for word in re.findall(r"[A-Za-z]+", found[-1]):
        if word.lower() in _WORDS:
            letters.append(_WORDS[word.lower()])
        elif all(_LETTERS.match(letter) for letter in word):
            letters.extend(word.upper())
        else:
            return None
    return "".join(letters)


def distance(board: BoardLike, *, goal: Goal = None) -> int:
    """The length of a shortest solution, -1 if there is none."""
    return int(arrays.distance(np.asarray(Board(board))[np.newaxis], goal=goal)[0])


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer."""

    readable: bool
    """Whether moves were found in the answer."""
    legal: bool
    """Whether all of them are legal."""
    solved: bool
    """Whether they lead to the goal."""
    length: int
    """The number of moves given."""
    optimal: int
    """The length of a shortest solution."""
    remaining: int
    """The distance after the last legal move."""
    reason: str
    """The verdict in words."""
    moves: str = field(default="")

    @property
    def is_optimal(self) -> bool:
        """Whether the answer is a shortest solution."""
        return self.solved and self.length == self.optimal

    @property
    def reward(self) -> float:
        """From 0 to 1: 1 for a shortest solution, ``optimal / length`` for a longer one; without a solution half the
        share of the distance that the legal moves covered."""
        if self.solved:
            return self.optimal / self.length if self.length else 1.0
        if not self.readable or not self.legal or self.optimal == 0:
            return 0.0
        return max(0.0, 0.5 * (self.optimal - self.remaining) / self.optimal)


def verify(board: BoardLike, answer: str, *, goal: Goal = None) -> Verdict:
    """Judges an answer of a model by replaying its moves."""
    start = Board(board)
    optimal = distance(start, goal=goal)
    moves = read_moves(answer)
    if moves is None:
        return Verdict(False, False, False, 0, optimal, optimal, "no moves were found in the answer")
    try:
        last, legal, reason = start.after(moves), True, ""
    except IllegalMove as error:
        last, legal, reason = start.after(moves[: error.index or 0]), False, error.detail
    solved = legal and last.is_solved(goal)
    remaining = 0 if solved else distance(last, goal=goal)
    if legal:
        reason = f"solved in {len(moves)} moves, {optimal} suffice" if solved else f"{remaining} moves remain"
    return Verdict(True, legal, solved, len(moves), optimal, remaining, reason, moves)


@dataclass(frozen=True)
class Task:
    """A position to solve, in words."""

    board: Board
    prompt: str
    optimal: int

    def verify(self, answer: str) -> Verdict:
        """Judges an answer."""
        return verify(self.board, answer)


def task(size: Size = (3, 3), *, distance: int | tuple[int, int] | None = None, seed: int | None = None) -> Task:
    """A position at an exact distance, or within a range; any solvable one if neither is given."""
    start = "uniform"
    if distance is not None:
        low, high = (distance, distance) if isinstance(distance, int) else distance
        start = f"distance:{low}..{high}"
    boards = arrays.scramble(size, 1, seed=seed, start=start)
    board = Board(boards[0])
    return Task(board, prompt(board), int(arrays.distance(boards)[0]))


class TextEnv:
    """An episode of moves in words, with the interface of Gymnasium: ``reset`` and ``step``.

    An observation is a prompt, an action is the model's answer, and ``info`` has the exact ``distance`` and the
    letters of the ``legal`` moves. The reward is how much nearer the move came; an answer without a legal move costs 1.
    """

    def __init__(self, size: Size = (3, 3), *, start: str = "uniform", max_steps: int = 100) -> None:
        self.size = size
        self.start = start
        self.max_steps = max_steps
        self.board: Board | None = None
        self._steps = 0
        self._distance = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Starts an episode; ``options={"board": …}`` names its position."""
        given = (options or {}).get("board")
        if given is None:
            given = arrays.scramble(self.size, 1, seed=seed, start=self.start)[0]
        self.board, self._steps = Board(given), 0
        self._distance = distance(self.board)
        return self._observe(self.board)

    def step(self, answer: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Makes the first move of an answer."""
        if self.board is None:
            raise RuntimeError("call reset first")
        self._steps += 1
        move = (read_moves(answer) or "")[:1]
        reward = -1.0
        if move in self.board.moves() and move:
            self.board = self.board.after(move)
            before, self._distance = self._distance, distance(self.board)
            reward = float(before - self._distance)
        solved = self._distance == 0
        observation, info = self._observe(self.board)
        return observation, reward, solved, not solved and self._steps >= self.max_steps, info

    def _observe(self, board: Board) -> tuple[str, dict[str, Any]]:
        info = {"distance": self._distance, "legal": board.moves(), "board": board}
        return prompt(board, next_move=True), info
