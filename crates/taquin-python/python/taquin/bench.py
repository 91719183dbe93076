"""Results of the lab (``taquin bench run``) as data frames."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Union

__all__ = ["read", "rows"]


def rows(folder: Union[str, "os.PathLike[str]"]) -> list[dict[str, Any]]:
    """The runs of a folder of the lab, one dictionary each; a run that is not finished is left out."""
    path = Path(folder)
    file = path / "rows.jsonl" if path.is_dir() else path
    found: list[dict[str, Any]] = []
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            # The last row of a run that was killed may be cut off.
            if line.endswith("\n"):
                found.append(json.loads(line))
    return found


def read(folder: Union[str, "os.PathLike[str]"], library: str | None = None) -> Any:
    """The runs of a folder of the lab as a data frame of pandas or polars, whichever is installed.

    Without either it is a list of dictionaries. ``library`` names one of the two.
    """
    found = rows(folder)
    for name in [library] if library else ["pandas", "polars"]:
        try:
            module = __import__(str(name))
        except ImportError:
            if library:
                raise
            continue
        return module.DataFrame(found)
    return found
