"""The sliding-tile puzzle: boards, optimal solvers, arrays and Gymnasium environments.

>>> import taquin
>>> solution = taquin.solve("8 1 3/4 0 2/7 6 5")
>>> solution.length, solution.proven
(14, True)

Moves are letters: the way the *tile* slides. ``taquin.arrays`` works on NumPy arrays of boards,
``taquin.gym`` registers Gymnasium environments, ``taquin.text`` is for language models, ``taquin.pdb``
builds pattern databases and ``taquin.bench`` reads results of the lab.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from . import answers, errors
from ._api import (
    analyze,
    apply,
    check,
    compare,
    dataset,
    datasets,
    decide,
    decode,
    encode,
    estimate,
    explain,
    generate,
    heuristics,
    hint,
    solve,
    solvers,
    trace,
    verify,
)
from ._taquin import Board, version
from .answers import Solution
from .errors import TaquinError

if TYPE_CHECKING:
    from . import arrays, bench, parts, pdb, text

__version__ = version()

__all__ = [
    "Board",
    "Solution",
    "TaquinError",
    "analyze",
    "answers",
    "apply",
    "arrays",
    "bench",
    "check",
    "compare",
    "dataset",
    "datasets",
    "decide",
    "decode",
    "encode",
    "errors",
    "estimate",
    "explain",
    "generate",
    "heuristics",
    "hint",
    "parts",
    "pdb",
    "solve",
    "solvers",
    "text",
    "trace",
    "verify",
]

_LAZY = ("actions", "arrays", "bench", "gym", "observations", "parts", "pdb", "text")
"""Modules that are imported when they are first used: NumPy and Gymnasium take longer than all of taquin."""


def __getattr__(name: str) -> ModuleType:
    if name in _LAZY:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# Those who use Gymnasium already find the environments registered.
if "gymnasium" in sys.modules:
    importlib.import_module(f"{__name__}.gym")
