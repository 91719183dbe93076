"""The notebooks of the manual run from beginning to end; their assertions hold."""

from __future__ import annotations

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
pytest.importorskip("matplotlib")
pytest.importorskip("gymnasium")

import nbformat  # noqa: E402

FOLDER = Path(__file__).parents[3] / "docs/src/python"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    if not FOLDER.is_dir():
        pytest.skip("the manual is not here")
    assert len(NOTEBOOKS) >= 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3").execute()
