"""A Python function as a lane of the lab."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import taquin
from taquin import Board

BOARD = "1 2 3/4 5 6/0 7 8"
MODULE = '''
class Table:
    def solve(self, board):
        print("a line of the solver's own")
        return {"1 2 3/4 5 6/0 7 8": "LL", "1 2 3/4 0 6/7 5 8": ["U", "L"], "1 2 3/4 5 6/7 8 0": ""}.get(str(board))

table = Table()
number = 3

def wrong(board):
    return "L"

def fails(board):
    raise ZeroDivisionError("in the solver")
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "own_solver.py").write_text(MODULE)
    return tmp_path


def lane(folder: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "taquin.lane", *arguments]
    return subprocess.run(command, cwd=folder, input=stdin, capture_output=True, text=True, timeout=60)


def test_the_last_line_is_the_moves(folder: Path) -> None:
    for board, moves in ((BOARD, "LL"), ("1 2 3/4 0 6/7 5 8", "UL")):
        for ran in (
            lane(folder, "own_solver:table.solve", board),
            lane(folder, "own_solver:table.solve", stdin=f"{board}\n"),
        ):
            assert ran.returncode == 0, ran.stderr
            assert ran.stdout.splitlines()[-1] == f"solution: {moves}"
        assert Board(board).after(moves).is_solved()


def test_no_solution_and_exceptions_end_badly(folder: Path) -> None:
    none = lane(folder, "own_solver:table.solve", "8 1 3/4 0 2/7 6 5")
    assert none.returncode == 1 and "no solution" in none.stderr
    fails = lane(folder, "own_solver:fails", BOARD)
    assert fails.returncode == 1 and "ZeroDivisionError: in the solver" in fails.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["own_solver", BOARD], "MODULE:FUNCTION"),
        (["no_such_module:solve", BOARD], "no_such_module"),
        (["own_solver:missing", BOARD], "missing"),
        (["own_solver:number", BOARD], "not a function"),
        (["own_solver:wrong", "1 2 3/4 5 6/7 8 8"], "8"),
    ],
)
def test_bad_arguments_are_refused(folder: Path, arguments: list[str], reason: str) -> None:
    ran = lane(folder, *arguments)
    assert ran.returncode == 2 and reason in ran.stderr and "Traceback" not in ran.stderr


SUITE = """
format = 1
name = "own"
summary = "a Python function beside a solver"
[limits]
time = "30s"
[[instances]]
name = "two"
boards = ["1 2 3/4 5 6/0 7 8", "1 2 3/4 0 6/7 5 8"]
[[configurations]]
solver = "astar/manhattan"
"""


def test_the_lab_runs_a_lane(folder: Path) -> None:
    program = os.environ.get("TAQUIN") or shutil.which("taquin")
    if program is None:
        pytest.skip("no taquin program: name one in the environment variable TAQUIN")
    (folder / "own.toml").write_text(SUITE)
    command = [program, "bench", "run", "own.toml", "--out", "runs", "--quiet"]
    python = shlex.quote(sys.executable)
    for function in ("table.solve", "wrong", "fails"):
        command += ["--with", f"cmd:{python} -m taquin.lane own_solver:{function} {{board}}"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    rows = taquin.bench.rows(folder / "runs")
    assert len(rows) == 8, ran.stderr
    found = {(function, row["status"], row["length"]) for row in rows
             for function in ("table.solve", "wrong", "fails", "astar") if function in json.dumps(row)}
    assert ("table.solve", "solved", 2) in found, found
    assert {status for function, status, _ in found if function == "wrong"} == {"wrong"}
    assert {status for function, status, _ in found if function == "fails"} == {"crash"}
