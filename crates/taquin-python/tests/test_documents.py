"""What documents say is true: stubs, docstrings, the page of the manual, the README."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import taquin

ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "docs/src/python.md", ROOT / "crates/taquin-python/README.md"]


def test_stubs_agree_with_the_native_module() -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy.stubtest", "taquin._taquin"]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_examples_in_docstrings_run() -> None:
    names = {"Board": taquin.Board, "taquin": taquin}
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    for item in (taquin, taquin.Board, taquin.text):
        for test in finder.find(item, item.__name__, globs=dict(names)):
            runner.run(test)
    assert runner.tries >= 6 and runner.failures == 0


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_examples_of_the_page_run(page: Path) -> None:
    pytest.importorskip("gymnasium")
    if not page.exists():
        pytest.skip("the manual is not here")
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names: dict[str, object] = {"my_solver": lambda board: taquin.solve(board).moves}
    for block in blocks:
        exec(compile(block, page.name, "exec"), names)
    board = names.get("board")
    if isinstance(board, taquin.Board):
        assert taquin.solve(board).length == 14


def test_every_public_function_has_a_docstring() -> None:
    for name in taquin.__all__:
        assert getattr(taquin, name).__doc__, name
    for name in taquin.arrays.__all__:
        assert getattr(taquin.arrays, name).__doc__, name
