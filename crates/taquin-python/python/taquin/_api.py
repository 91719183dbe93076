"""The questions of taquin as functions. Each is thin: the question, the answer and the refusals are those of the
REST API and the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from . import _taquin
from ._taquin import Board
from .answers import (
    Analysis,
    Application,
    Check,
    Comparison,
    Decision,
    Decoded,
    Encoded,
    Estimate,
    Explanation,
    Hint,
    Instance,
    Progress,
    Puzzle,
    Solution,
    Trace,
    Verification,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    BoardLike = Union[Board, str, Sequence[int], Sequence[Sequence[int]], NDArray[np.integer[Any]]]
    """Anything that can be converted to a board."""
    Callback = Callable[[Progress], object]
    """A callback that receives the progress of a search."""
    Heuristic = Callable[[Board], int]
    """An estimate of the moves to the goal. Set its attribute ``admissible`` if it never exceeds them."""
    Solver = Callable[[Board], Union[str, Sequence[str], None]]
    """A function that returns the moves of a solution, or ``None``."""


@dataclass
class _Own:
    """A user's function in the form that the native part expects."""

    name: str
    function: Callable[..., Any]
    algorithm: str | None
    admissible: bool


def _name(function: Callable[..., Any]) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def _text(board: BoardLike) -> str:
    return str(board if isinstance(board, Board) else Board(board))


def _goal(goal: BoardLike | None) -> str | None:
    return goal if goal is None or isinstance(goal, str) else _text(goal)


def _question(board: BoardLike, goal: BoardLike | None, **members: Any) -> str:
    question = {"board": _text(board), "goal": _goal(goal), **members}
    return json.dumps({name: value for name, value in question.items() if value is not None})


def _limits(time: float | None, nodes: int | None, memory: int | None) -> tuple[float | None, int | None, int | None]:
    return (time, nodes, memory)


def _listener(progress: Callback | bool | None) -> Callable[[str], object] | None:
    if progress is None or progress is False:
        return None
    callback = _bar() if progress is True else progress
    return lambda text: callback(Progress(json.loads(text)))


def _bar() -> Callback:
    """A progress bar in the terminal or the notebook; needs tqdm."""
    from tqdm.auto import tqdm

    bar = tqdm(unit=" nodes", unit_scale=True)

    def update(progress: Progress) -> None:
        bar.n = progress.expanded
        best = progress.best
        bar.set_postfix(bound=progress.lower_bound, best=best["length"] if best else None)

    return update


def solve(
    board: BoardLike,
    algorithm: str | Solver | None = None,
    *,
    goal: BoardLike | None = None,
    heuristic: str | Heuristic | None = None,
    options: Mapping[str, Any] | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    target: int | None = None,
    within: float | None = None,
    count: bool = False,
    notation: str = "tile",
    progress: Callback | bool | None = None,
) -> Solution:
    """Solves a board.

    ``algorithm`` is a solver's name or spec, like ``"astar"`` or ``"pdb-ida:threads=2"``, or a function
    that takes a board and returns moves. ``heuristic`` is a heuristic's name or a function that takes a board
    and returns an estimate; a function guides ``astar`` (the default), ``greedy``, ``ida`` or ``beam``, and the
    solution counts as proven only if it has the attribute ``admissible = True``.

    Without limits the search goes on until it is done. ``time`` is in seconds, ``memory`` in bytes.
    ``target`` and ``within`` end a search that improves its solutions: at most this many moves, or at most this
    share above the proven bound. ``count`` also counts the shortest solutions. Ctrl-C stops the search.

    ``progress`` is called a few times a second with a :class:`taquin.answers.Progress`; ``True`` shows a bar.
    """
    if callable(algorithm) or callable(heuristic):
        runs = _compare(
            board,
            [_own(algorithm, heuristic)],
            goal=goal,
            limits=_limits(time, nodes, memory),
            notation=notation,
            progress=progress,
        )
        return _solved(runs[0])
    question = _question(
        board,
        goal,
        algorithm=algorithm,
        heuristic=heuristic,
        options=dict(options) if options else None,
        target=target,
        within=within,
        count=count,
        notation=notation,
    )
    answer = _taquin.solve(question, _limits(time, nodes, memory), _listener(progress))
    return Solution(json.loads(answer))


def _own(algorithm: str | Solver | None, heuristic: Any) -> tuple[str, _Own]:
    if callable(algorithm):
        return _name(algorithm), _Own(_name(algorithm), algorithm, None, False)
    if not callable(heuristic):
        raise TypeError("a function is needed")
    name, search = _name(heuristic), algorithm or "astar"
    admissible = bool(getattr(heuristic, "admissible", False))
    return f"{search}/{name}", _Own(name, heuristic, search, admissible)


def _solved(run: Solution) -> Solution:
    data = run.to_dict()
    if "detail" in data:
        from .errors import from_problem

        kind = str(data["type"]).rsplit("/", 1)[-1]
        raise from_problem(kind, json.dumps(data))
    return run


def _compare(
    board: BoardLike,
    configurations: Sequence[tuple[str, _Own | None]],
    *,
    goal: BoardLike | None,
    limits: tuple[float | None, int | None, int | None],
    notation: str,
    progress: Callback | bool | None,
) -> Comparison:
    native = board if isinstance(board, Board) else Board(board)
    answer = _taquin.compare(native, _goal(goal), list(configurations), notation, limits, _listener(progress))
    return Comparison(json.loads(answer))


def compare(
    board: BoardLike,
    configurations: Sequence[str | Solver | tuple[str, Heuristic]],
    *,
    goal: BoardLike | None = None,
    time: float | None = 5.0,
    nodes: int | None = None,
    memory: int | None = None,
    notation: str = "tile",
    progress: Callback | bool | None = None,
) -> Comparison:
    """Runs several solvers on one board, one after another, each under these limits.

    A configuration is a spec like ``"astar/manhattan"``, a solver as a function, or a pair of an algorithm and
    a heuristic as a function: ``("astar", my_heuristic)``. A solver that refuses the board is part of the answer.
    """
    chosen: list[tuple[str, _Own | None]] = []
    for configuration in configurations:
        if isinstance(configuration, str):
            chosen.append((configuration, None))
        elif isinstance(configuration, tuple):
            algorithm, heuristic = configuration
            chosen.append(_own(str(algorithm), heuristic))
        else:
            chosen.append(_own(configuration, None))
    limits = _limits(time, nodes, memory)
    return _compare(board, chosen, goal=goal, limits=limits, notation=notation, progress=progress)


def _ask(name: str, question: str, progress: Callback | bool | None = None) -> Any:
    return json.loads(_taquin.ask(name, question, None, _listener(progress)))


def _ask_within(
    name: str,
    question: str,
    limits: tuple[float | None, int | None, int | None],
    progress: Callback | bool | None = None,
) -> Any:
    """Asks a question under these limits, whatever limits the API has by default."""
    return json.loads(_taquin.ask(name, question, limits, _listener(progress)))


def check(board: BoardLike, *, goal: BoardLike | None = None) -> Check:
    """Checks whether a board is solvable, and why."""
    return Check(_ask("check", _question(board, goal)))


def apply(board: BoardLike, moves: str, *, goal: BoardLike | None = None, notation: str = "tile") -> Application:
    """Applies moves to a board."""
    return Application(_ask("apply", _question(board, goal, moves=moves, notation=notation)))


def hint(
    board: BoardLike,
    *,
    goal: BoardLike | None = None,
    grade: int = 2,
    notation: str = "tile",
    time: float | None = None,
) -> Hint:
    """The next move: ``grade`` 1 gives the tile, 2 also its direction, 3 the next five moves."""
    question = _question(board, goal, grade=grade, notation=notation)
    if time is None:
        return Hint(_ask("hint", question))
    return Hint(_ask_within("hint", question, _limits(time, None, None)))


def analyze(
    board: BoardLike,
    moves: str,
    *,
    goal: BoardLike | None = None,
    notation: str = "tile",
    time: float | None = None,
) -> Analysis:
    """Analyses moves one by one."""
    question = _question(board, goal, moves=moves, notation=notation)
    if time is None:
        return Analysis(_ask("analyze", question))
    return Analysis(_ask_within("analyze", question, _limits(time, None, None)))


def explain(board: BoardLike, *, goal: BoardLike | None = None, notation: str = "tile") -> Explanation:
    """Solves a board with the human method and explains it stage by stage."""
    return Explanation(_ask("explain", _question(board, goal, notation=notation)))


def estimate(board: BoardLike, *, goal: BoardLike | None = None) -> Estimate:
    """The value of each heuristic on a board."""
    return Estimate(_ask("estimate", _question(board, goal)))


def verify(
    board: BoardLike,
    moves: str,
    *,
    goal: BoardLike | None = None,
    algorithm: str | None = None,
    notation: str = "tile",
    time: float | None = None,
    progress: Callback | bool | None = None,
) -> Verification:
    """Checks a solution, and proves its length again with another search."""
    question = _question(board, goal, moves=moves, algorithm=algorithm, notation=notation)
    return Verification(_ask_within("verify", question, _limits(time, None, None), progress))


def trace(
    board: BoardLike,
    algorithm: str,
    *,
    goal: BoardLike | None = None,
    heuristic: str | None = None,
    max_events: int = 2000,
) -> Trace:
    """Runs a textbook search and returns its steps."""
    question = _question(board, goal, algorithm=algorithm, heuristic=heuristic, max_events=max_events)
    return Trace(_ask("trace", question))


def generate(
    size: str | tuple[int, int] | None = None,
    *,
    level: str | None = None,
    distance: int | tuple[int, int] | None = None,
    count: int = 1,
    seed: int | None = None,
    id: str | None = None,
    goal: BoardLike | None = None,
) -> list[Puzzle]:
    """New boards that can be solved: by size and level, by size and exact distance, or by a game's ID.

    The same seed gives the same boards everywhere; the boards are those of ``seed``, ``seed + 1`` and so on.
    For more than 100 boards see :func:`taquin.arrays.scramble`.
    """
    if isinstance(distance, int):
        distance = (distance, distance)
    question = {
        "size": size if size is None or isinstance(size, str) else f"{size[0]}x{size[1]}",
        "level": level,
        "distance": {"min": distance[0], "max": distance[1]} if distance else None,
        "count": count,
        "seed": seed,
        "id": id,
        "goal": _goal(goal),
    }
    text = json.dumps({name: value for name, value in question.items() if value is not None})
    return [Puzzle(puzzle) for puzzle in _ask("puzzles", text)["puzzles"]]


def encode(
    board: BoardLike,
    language: str,
    *,
    goal: BoardLike | None = None,
    bound: int | None = None,
    encoding: str | None = None,
    horizon: str | None = None,
) -> Encoded:
    """Writes a puzzle in a language of other solvers: ``dimacs``, ``smtlib``, ``pddl``, ``minizinc``."""
    members = {"as": language, "bound": bound, "encoding": encoding, "horizon": horizon}
    return Encoded(_ask("encode", _question(board, goal, **members)))


def decode(file: str, output: str, *, notation: str = "tile") -> Decoded:
    """Reads another solver's answer to a file that :func:`encode` wrote."""
    return Decoded(_ask("decode", json.dumps({"file": file, "output": output, "notation": notation})))


def decide(
    board: BoardLike,
    bound: int,
    *,
    goal: BoardLike | None = None,
    encoding: str | None = None,
    horizon: str | None = None,
    notation: str = "tile",
    time: float | None = None,
) -> Decision:
    """Decides with a SAT solver whether there is a plan of this many moves."""
    members = {"bound": bound, "encoding": encoding, "horizon": horizon, "notation": notation}
    return Decision(_ask_within("decide", _question(board, goal, **members), _limits(time, None, None)))


def solvers() -> list[dict[str, Any]]:
    """All solvers, with their guarantees and options."""
    return list(json.loads(_taquin.solvers()))


def heuristics() -> list[dict[str, Any]]:
    """All heuristics."""
    return list(json.loads(_taquin.heuristics()))


def datasets() -> list[dict[str, Any]]:
    """All instance sets, with their sources."""
    return list(json.loads(_taquin.datasets()))


def dataset(name: str) -> list[Instance]:
    """The instances of a set, in the order of the source."""
    return [Instance(row) for row in json.loads(_taquin.dataset(name))]
