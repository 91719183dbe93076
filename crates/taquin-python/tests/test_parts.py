"""Long searches in parts: the answer and the counts of one process."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator

import pytest

import taquin
import taquin.parts
from taquin.parts import Part, Result

# A walk of 90 moves; with these tables it takes a million nodes.
BOARD = "7 2 15 13 0/6 11 14 3 4/21 8 12 18 5/22 17 9 19 10/16 23 1 24 20"
TABLES = "5-5-5-5-4"


def shuffled(search: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
    """Like a cluster: results in any order."""
    todo = list(parts)
    random.Random(1).shuffle(todo)
    return map(search, todo)


def test_parts_find_what_one_process_finds() -> None:
    plain = taquin.solve(BOARD, algorithm=f"pdb-ida:tables={TABLES}")
    proof = taquin.parts.prove(BOARD, tables=TABLES, parts=20, budget=50_000, run=shuffled)
    assert (proof.moves, proof.length) == (plain.moves, plain.length)
    # The last threshold ends at its first solution, so its counts depend on how it was cut.
    assert plain.exhausted is not None
    assert proof.thresholds[-1].threshold == plain.length
    assert sum(threshold.expanded for threshold in proof.thresholds[:-1]) == plain.exhausted["nodes"]
    assert any(threshold.parts > 20 for threshold in proof.thresholds), "some parts returned their rest"


def test_a_small_board_needs_no_parts() -> None:
    proof = taquin.parts.prove("8 1 3/4 0 2/7 6 5", parts=4)
    assert proof.length == 14


def test_wrong_parts_are_refused() -> None:
    (whole,) = taquin.parts.split("8 1 3/4 0 2/7 6 5", parts=1)
    assert whole.span == ".."
    with pytest.raises(taquin.TaquinError):
        taquin.parts.search(Part(**{**whole.__dict__, "span": "L..R"}))
    with pytest.raises(taquin.TaquinError):
        taquin.parts.split("8 1 3/4 0 2/7 6 5", tables="9-9")
