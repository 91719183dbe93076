"""Why a question gets no answer.

The classes are the kinds of problems of the REST API, and the attributes of an exception are the members of
its ``problem+json``: ``detail``, ``errors``, ``tile``, ``index``, ``move``, ``board_before``,
``alternatives``, ``parity``, ``fix``. A member that a problem does not have is ``None``.
"""

from __future__ import annotations

import json
from typing import Any

__all__ = [
    "IllegalMove",
    "InternalError",
    "InvalidBoard",
    "InvalidRequest",
    "NotFound",
    "TaquinError",
    "TooLarge",
    "Unsolvable",
    "Unsupported",
    "VerificationError",
]


class TaquinError(ValueError):
    """A question that gets no answer."""

    kind: str = "internal"
    """The kind of problem in one word, like ``invalid-board``."""

    def __init__(self, detail: str, **problem: Any) -> None:
        super().__init__(detail)
        self.detail: str = detail
        """The error and how to fix it."""
        self.problem: dict[str, Any] = {"detail": detail, **problem}
        """All members of the problem, as the REST API sends them."""
        self.errors: list[dict[str, Any]] = problem.get("errors", [])
        """The members of the question at fault: ``pointer``, ``code``, ``detail``."""
        self.tile: int | None = problem.get("tile")
        self.index: int | None = problem.get("index")
        self.move: str | None = problem.get("move")
        self.board_before: str | None = problem.get("board_before")
        self.alternatives: list[str] = problem.get("alternatives", [])
        self.parity: dict[str, Any] | None = problem.get("parity")
        self.fix: dict[str, Any] | None = problem.get("fix")

    def __reduce__(self) -> tuple[Any, ...]:
        return (from_problem, (self.kind, json.dumps(self.problem)))


class InvalidRequest(TaquinError):
    """A member is missing, unknown or has a wrong value."""

    kind = "invalid-request"


class InvalidBoard(TaquinError):
    """Not a board."""

    kind = "invalid-board"


class Unsolvable(TaquinError):
    """No goal can be reached; ``fix`` has the swap that makes the board solvable."""

    kind = "unsolvable"


class IllegalMove(TaquinError):
    """An illegal move, or moves that cannot be parsed."""

    kind = "illegal-move"


class Unsupported(TaquinError):
    """A solver that does not support this board; ``alternatives`` do."""

    kind = "unsupported-combination"


class NotFound(TaquinError, LookupError):
    """No such dataset, game or question."""

    kind = "not-found"


class TooLarge(TaquinError):
    """A request that is too large."""

    kind = "too-large"


class VerificationError(TaquinError):
    """An answer failed its check."""

    kind = "verification"


class InternalError(TaquinError):
    """An internal error."""

    kind = "internal"


_CLASSES: dict[str, type[TaquinError]] = {
    kind.kind: kind
    for kind in (
        InvalidRequest,
        InvalidBoard,
        Unsolvable,
        IllegalMove,
        Unsupported,
        NotFound,
        TooLarge,
        VerificationError,
        InternalError,
    )
}


def from_problem(kind: str, text: str) -> TaquinError:
    """The exception of a problem, from its kind and its JSON."""
    problem = json.loads(text)
    detail = problem.pop("detail")
    return _CLASSES.get(kind, TaquinError)(detail, **problem)
