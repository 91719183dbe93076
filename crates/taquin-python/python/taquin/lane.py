"""A solver written in Python as a lane of the lab: ``python -m taquin.lane MODULE:FUNCTION [BOARD]``.

``taquin bench`` runs this program once for each board::

    taquin bench run korf100 --with 'cmd:python -m taquin.lane mysolver:solve {board}'

The function is one that :func:`taquin.compare` accepts: it gets a :class:`taquin.Board` and returns moves, as text or
as a list of letters that name the way the tile slides, or ``None`` if it finds no solution. Without ``BOARD`` the
board is read from stdin. The module is looked for in the current folder first.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from . import Board

__all__ = ["answer", "load", "main"]


def load(name: str) -> Callable[[Board], Any]:
    """The function that ``MODULE:FUNCTION`` names; ``FUNCTION`` may have dots."""
    module, _, path = name.partition(":")
    if not module or not path:
        raise ValueError(f"{name!r} names no function: write MODULE:FUNCTION")
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{name} is not a function")
    solver: Callable[[Board], Any] = found
    return solver


def answer(solver: Callable[[Board], Any], board: Board) -> str | None:
    """The moves that a solver returns for a board, as text; ``None`` if it finds no solution."""
    moves = solver(board)
    if moves is None or isinstance(moves, str):
        return moves
    return "".join(moves)


def main(arguments: Sequence[str] | None = None) -> int:
    """Solves one board and prints the moves in the last line; exit status 1 if there is no solution."""
    parser = argparse.ArgumentParser(prog="python -m taquin.lane", description="A Python function as a lane of the lab")
    parser.add_argument("function", metavar="MODULE:FUNCTION", help="a function from a board to moves")
    parser.add_argument("board", metavar="BOARD", nargs="?", help="like '8 1 3/4 0 2/7 6 5'; stdin if left out")
    given = parser.parse_args(arguments)
    sys.path.insert(0, os.getcwd())
    try:
        solver = load(given.function)
        board = Board(sys.stdin.read() if given.board is None else given.board)
    except (AttributeError, ImportError, TypeError, ValueError) as error:
        parser.error(str(error))
    moves = answer(solver, board)
    if moves is None:
        print(f"{given.function} found no solution", file=sys.stderr)
        return 1
    print(f"solution: {moves}" if moves else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
