"""Pattern databases as files: built once, found by every solver that can use them.

The folder is the one that the command line uses, ``taquin`` in the user's cache folder, unless ``folder`` names
another.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Union

from . import _taquin
from ._taquin import Board

__all__ = ["build", "info", "list", "remove", "verify"]

Path = Union[str, "os.PathLike[str]"]


@dataclass
class _Tables:
    partition: str
    size: tuple[int, int]
    kind: str
    goal: str | Board | None
    folder: Path | None


def build(
    partition: str,
    *,
    size: tuple[int, int] = (4, 4),
    kind: str = "zero-aware",
    goal: str | Board | None = None,
    folder: Path | None = None,
    force: bool = False,
    threads: int | None = None,
    gpu: bool = False,
) -> Any:
    """Builds the tables of a partition like ``"7-8"`` that are not there yet; Ctrl-C stops it.

    ``kind`` is ``zero-aware``, which ``pdb-ida`` uses, or ``plain``, which the heuristic ``pdb`` uses.
    """
    tables = _Tables(partition, size, kind, goal, folder)
    return json.loads(_taquin.pdb_build(tables, force, threads, gpu))


def info(
    partition: str,
    *,
    size: tuple[int, int] = (4, 4),
    kind: str = "zero-aware",
    goal: str | Board | None = None,
    folder: Path | None = None,
) -> Any:
    """Describes the tables of a partition, built or not."""
    return json.loads(_taquin.pdb_info(_Tables(partition, size, kind, goal, folder)))


def remove(
    partition: str,
    *,
    size: tuple[int, int] = (4, 4),
    kind: str = "zero-aware",
    goal: str | Board | None = None,
    folder: Path | None = None,
) -> Any:
    """Removes the tables of a partition, except those that another one needs."""
    return json.loads(_taquin.pdb_remove(_Tables(partition, size, kind, goal, folder)))


def verify(folder: Path | None = None, *, threads: int | None = None) -> Any:
    """Rebuilds every table and compares it with its file."""
    return json.loads(_taquin.pdb_verify(folder, threads))


def list(folder: Path | None = None) -> Any:
    """All tables in the folder."""
    return json.loads(_taquin.pdb_list(folder))
