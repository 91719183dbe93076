"""Answers: what the REST API sends, as objects.

The attributes of an answer are the members of its JSON; a member that an answer leaves out is ``None``.
``answer.to_dict()`` is the JSON as it came.
"""

from __future__ import annotations

from typing import Any, ClassVar, Iterator

from . import _taquin
from ._taquin import Board

__all__ = [
    "Analysis",
    "Answer",
    "Application",
    "Check",
    "Comparison",
    "Decision",
    "Decoded",
    "Encoded",
    "Estimate",
    "Explanation",
    "Film",
    "Hint",
    "Instance",
    "Progress",
    "Puzzle",
    "Solution",
    "Stats",
    "Trace",
    "Verification",
]


class Answer:
    """An answer; its attributes are the members of the JSON."""

    _data: dict[str, Any]
    _nested: ClassVar[dict[str, type[Answer]]] = {}
    _boards: ClassVar[tuple[str, ...]] = ("board",)

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def to_dict(self) -> dict[str, Any]:
        """The answer as the REST API sends it."""
        return self._data

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not any(name in kind.__annotations__ for kind in type(self).__mro__[:-1]):
            raise AttributeError(f"{type(self).__name__} has no member {name!r}")
        value = self._data.get("as" if name == "language" and "as" in self._data else name)
        if name in self._nested and value is not None:
            kind = self._nested[name]
            value = [kind(item) for item in value] if isinstance(value, list) else kind(value)
        elif name in self._boards and value is not None:
            value = Board(value)
        self.__dict__[name] = value
        return value

    def __dir__(self) -> list[str]:
        members = [name for kind in type(self).__mro__[:-1] for name in kind.__annotations__]
        return sorted({*super().__dir__(), *(name for name in members if not name.startswith("_"))})

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._data == other._data

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._data,))

    def __repr__(self) -> str:
        members = ", ".join(f"{name}={value!r}" for name, value in self._data.items() if _is_short(value))
        return f"{type(self).__name__}({members})"


def _is_short(value: Any) -> bool:
    return isinstance(value, (bool, int, float)) or (isinstance(value, str) and len(value) <= 120)


class Stats(Answer):
    """Statistics of a search."""

    expanded: int
    generated: int
    reopened: int
    peak_open: int
    peak_closed: int
    peak_mb: float
    time_ms: float


class Progress(Answer):
    """The progress of a search, as callbacks receive it."""

    expanded: int
    elapsed_ms: int
    lower_bound: int
    bound: int | None
    best: dict[str, Any] | None
    formula: dict[str, Any] | None
    table: dict[str, Any] | None


class Film:
    """Moves as an animation, which notebooks show."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_html_(self) -> str:
        return f'<div style="max-width:20em">{self.svg}</div>'

    def save(self, path: str) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


class Solution(Answer):
    """The result of a solver: the best solution, a lower bound, and statistics of the search."""

    status: str
    """``optimal``, ``solved``, or ``limit`` if a limit ended the search."""
    proven: bool
    """Whether it is proven that no solution is shorter."""
    length: int | None
    """Single-tile moves; ``None`` without a solution."""
    length_mtm: int | None
    """Multi-tile moves."""
    moves: str | None
    """The moves, like ``LUR2D``."""
    lower_bound: int
    """No solution is shorter than this."""
    limit: str | None
    algorithm: str
    heuristic: str | None
    h_start: int | None
    optimal_count: int | None
    exhausted: dict[str, Any] | None
    claim: dict[str, Any] | None
    stats: Stats
    verified: bool
    board: Board
    goal: str
    notation: str
    version: str
    configuration: str | None
    """The solver as given, in a comparison."""
    problem: dict[str, Any] | None

    _nested: ClassVar[dict[str, type[Answer]]] = {"stats": Stats}

    @property
    def is_solved(self) -> bool:
        """Whether there is a solution."""
        return self.moves is not None

    def boards(self) -> Iterator[Board]:
        """The boards along the solution, from the start."""
        board = self.board
        yield board
        for move in _letters(self.moves or ""):
            board = board.after(move, self.notation)
            yield board

    def play(self, seconds: float = 0.3) -> Film:
        """The solution as an animation, with this many seconds per move."""
        return Film(_taquin.film(self.board, self.moves or "", self.notation, seconds))

    def _repr_html_(self) -> str:
        if self.moves is None:
            return f"<p>no solution found; at least {self.lower_bound} moves</p>"
        proof = "optimal" if self.proven else f"at least {self.lower_bound}"
        stats = f"{self.algorithm} · {self.stats.expanded:,} expanded · {self.stats.time_ms:.1f} ms"
        return f"<p>{self.length} moves ({proof}): <code>{self.moves}</code><br>{stats}</p>{self.play()._repr_html_()}"


def _letters(moves: str) -> Iterator[str]:
    """Single moves: ``UR2`` is U, R, R."""
    index = 0
    while index < len(moves):
        end = index + 1
        while end < len(moves) and moves[end].isdigit():
            end += 1
        for _ in range(int(moves[index + 1 : end] or "1")):
            yield moves[index]
        index = end


class Comparison(Answer):
    """Several solvers on one position; iterates over their solutions."""

    runs: list[Solution]
    _nested: ClassVar[dict[str, type[Answer]]] = {"runs": Solution}

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.runs)

    def __len__(self) -> int:
        return len(self.runs)

    def __getitem__(self, index: int) -> Solution:
        return self.runs[index]

    def _repr_html_(self) -> str:
        def row(run: Solution) -> str:
            data = run.to_dict()
            stats = data.get("stats", {})
            cells = [
                data.get("configuration", ""),
                data.get("status", data.get("detail", "")),
                data.get("length", ""),
                data.get("lower_bound", ""),
                f"{stats['expanded']:,}" if stats else "",
                f"{stats['time_ms']:.1f}" if stats else "",
            ]
            return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

        head = "".join(f"<th>{name}</th>" for name in ("solver", "status", "length", "bound", "expanded", "ms"))
        return f"<table><tr>{head}</tr>{''.join(map(row, self.runs))}</table>"


class Check(Answer):
    """Whether a board is solvable, and why."""

    board: Board
    size: str
    goal: str
    solvable: bool
    solved: bool
    inversions: int
    blank_row: int
    blank_rows_from_home: int
    parity: str
    reason: str
    fix: dict[str, Any] | None
    manhattan: int | None


class Hint(Answer):
    """The next move, as far as the grade reveals it."""

    board: Board
    tile: int | None
    move: str | None
    line: str | None
    distance: int | None
    estimate: int
    label: str
    text: str


class Application(Answer):
    """The board after moves."""

    board: Board
    moves_stm: int
    moves_mtm: int
    solved: bool


class Analysis(Answer):
    """The quality of moves, one by one."""

    valid: bool
    length: int
    length_mtm: int
    best: int | None
    lower_bound: int
    optimal: bool | None
    extra: int | None
    fault: str | None
    board: Board
    solved: bool
    per_move: list[dict[str, Any]]


class Explanation(Answer):
    """The human method, stage by stage."""

    board: Board
    goal: str
    length: int
    length_mtm: int
    stages: list[dict[str, Any]]


class Estimate(Answer):
    """The value of each heuristic on a board, and why."""

    heuristics: list[dict[str, Any]]
    tiles: list[dict[str, Any]]
    conflicts: list[dict[str, Any]]
    groups: list[dict[str, Any]]
    parity: dict[str, Any]


class Verification(Answer):
    """The verdict of another search on a solution: valid, and optimal."""

    verified: bool
    length: int
    lower_bound: int
    shorter: int | None
    """The length of a shorter solution, if one was found."""
    algorithm: str
    heuristic: str | None
    expanded: int
    time_ms: float


class Trace(Answer):
    """A search step by step."""

    events: list[dict[str, Any]]
    truncated: bool
    answer: Solution
    pseudocode: list[str]
    _nested: ClassVar[dict[str, type[Answer]]] = {"answer": Solution}


class Encoded(Answer):
    """A puzzle in the language of other solvers."""

    language: str
    files: list[dict[str, str]]
    bound: int | None
    horizon: str | None
    encoding: str | None
    variables: int | None
    clauses: int | None
    families: list[dict[str, Any]] | None


class Decoded(Answer):
    """Another solver's answer."""

    status: str
    length: int | None
    moves: str | None


class Decision(Answer):
    """Whether there is a plan of this many moves."""

    bound: int
    horizon: str
    encoding: str
    satisfiable: bool | None
    moves: str | None
    variables: int
    clauses: int
    conflicts: int
    families: list[dict[str, Any]]
    stats: dict[str, Any]
    label: str


class Puzzle(Answer):
    """A new board, with what is known of its distance."""

    id: str | None
    board: Board
    goal: str
    seed: int
    level: str | None
    optimal: int | None
    optimal_proven: bool
    upper_bound: int | None


class Instance(Answer):
    """A board of an instance set."""

    id: str
    board: Board
    goal: str
    optimal: int | None
    known: int | None
    source: str
