"""Long optimal searches in parts that any process on any machine can search.

A threshold of IDA* is cut into parts. A part is plain data of about a hundred bytes, so Ray, Dask,
``multiprocessing`` or a queue can carry it; the receiver calls :func:`search`. Searching a part twice does no
harm. The node counts of a threshold's parts add up to those of one process.

>>> import taquin.parts
>>> proof = taquin.parts.prove("8 1 3/4 0 2/7 6 5", run=map, parts=4)
>>> proof.length, proof.thresholds[-1].threshold
(14, 14)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from . import _taquin
from ._api import _question

if TYPE_CHECKING:
    from ._api import BoardLike

__all__ = ["Part", "Proof", "Result", "Threshold", "prove", "search", "split"]


@dataclass(frozen=True)
class Part:
    """A part of a threshold: the nodes of a depth-first search from one node to another."""

    board: str
    goal: str | None
    tables: str
    automaton: int
    threshold: int
    span: str
    """The two nodes, each named by the moves that lead there: ``UL..UR``."""
    budget: int | None = None
    """Expanded nodes after which the rest is returned."""
    after: int | None = None
    """Expanded nodes of the previous threshold."""


@dataclass(frozen=True)
class Result:
    """The result of searching a part."""

    part: Part
    expanded: int
    generated: int
    time_ms: int
    rest: tuple[Part, ...]
    """The spans still to be searched."""
    solution: str | None
    """The moves of the first solution in the part."""
    done: tuple[str, ...]
    """The spans that are done."""


@dataclass(frozen=True)
class Threshold:
    """The combined result of a threshold's parts."""

    threshold: int
    expanded: int
    generated: int
    parts: int


@dataclass(frozen=True)
class Proof:
    """A shortest solution, and the thresholds that were searched for it."""

    moves: str
    length: int
    thresholds: list[Threshold] = field(default_factory=list)


def split(
    board: BoardLike,
    *,
    threshold: int | None = None,
    parts: int = 64,
    goal: BoardLike | None = None,
    tables: str | None = None,
    automaton: int | None = None,
    budget: int | None = None,
    after: int | None = None,
) -> list[Part]:
    """Cut a threshold into about this many parts of equal work: the first threshold unless one is given.

    ``after`` is the number of nodes that the threshold before expanded. With it, counts are those of one process,
    which prunes less in short thresholds.
    """
    question = _question(
        board, goal, threshold=threshold, parts=parts, tables=tables, automaton=automaton, after=after
    )
    answer: dict[str, Any] = json.loads(_taquin.ask("parts", question))
    options = dict(option.split("=", 1) for option in answer["algorithm"].split(":", 1)[1].split(","))
    asked = json.loads(question)
    whole = Part(
        board=asked["board"],
        goal=asked.get("goal"),
        tables=options["tables"],
        automaton=int(options["automaton"]),
        threshold=answer["threshold"],
        span="..",
        budget=budget,
        after=after,
    )
    return [replace(whole, span=span) for span in answer["parts"]]


def search(part: Part) -> Result:
    """Search a part. Needs nothing but the part, and pattern databases, which are built where they are missing."""
    question = _question(
        part.board,
        part.goal,
        threshold=part.threshold,
        part=part.span,
        tables=part.tables,
        automaton=part.automaton,
        budget=part.budget,
        after=part.after,
    )
    answer: dict[str, Any] = json.loads(_taquin.ask("part", question))
    return Result(
        part=part,
        expanded=answer["expanded"],
        generated=answer["generated"],
        time_ms=answer["time_ms"],
        rest=tuple(replace(part, span=span) for span in answer["rest"]),
        solution=answer.get("solution"),
        done=tuple(answer["done"]),
    )


Run = Callable[[Callable[[Part], Result], Iterable[Part]], Iterable[Result]]
"""Like ``map``: calls a function for every part, anywhere, and gives the results in any order."""


def prove(
    board: BoardLike,
    *,
    run: Run = map,
    parts: int = 64,
    budget: int | None = None,
    goal: BoardLike | None = None,
    tables: str | None = None,
    automaton: int | None = None,
    on_threshold: Callable[[Threshold], object] | None = None,
) -> Proof:
    """Find a shortest solution, threshold by threshold, with ``run`` in place of ``map``.

    Solution and counts are those of one process, whatever the order in which results come in.
    """
    thresholds: list[Threshold] = []
    after, threshold = 0, None
    while True:
        todo = split(
            board,
            threshold=threshold,
            parts=parts if after else 1,
            goal=goal,
            tables=tables,
            automaton=automaton,
            budget=budget,
            after=after,
        )
        results: list[Result] = []
        while todo:
            found = list(run(search, todo))
            results += found
            todo = [rest for result in found for rest in result.rest]
        solutions = [result.solution for result in results if result.solution is not None]
        first = min(solutions, key=_place, default=None)
        counted = [result for result in results if first is None or _begin(result) <= _place(first)]
        done = Threshold(
            threshold=results[0].part.threshold,
            expanded=sum(result.expanded for result in counted),
            generated=sum(result.generated for result in counted),
            parts=len(results),
        )
        thresholds.append(done)
        if on_threshold is not None:
            on_threshold(done)
        if first is not None:
            return Proof(moves=first, length=len(_place(first)), thresholds=thresholds)
        after, threshold = done.expanded, done.threshold + 2


def _letters(moves: str) -> Iterator[str]:
    """``R2U`` as R, R, U."""
    letter, count = "", ""
    for character in moves + " ":
        if character.isdigit():
            count += character
            continue
        if letter.strip():
            yield from letter * int(count or 1)
        letter, count = character, ""


def _place(moves: str) -> list[int]:
    """The position of a node in the order of a depth-first search."""
    return ["RLDU".index(letter) for letter in _letters(moves)]


def _begin(result: Result) -> list[int]:
    return _place(result.part.span.split("..")[0])
