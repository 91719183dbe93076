"""The questions, answers and refusals: those of the API."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from pathlib import Path

import pytest

import taquin
from taquin import Board, errors

BOARD = "8 1 3/4 0 2/7 6 5"
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"


def test_a_solution_is_proven_and_replays() -> None:
    solution = taquin.solve(BOARD)
    assert (solution.status, solution.length, solution.lower_bound) == ("optimal", 14, 14)
    boards = list(solution.boards())
    assert str(boards[0]) == BOARD and boards[-1].is_solved() and len(boards) == 15
    assert solution.stats.expanded > 0 and solution.limit is None
    assert pickle.loads(pickle.dumps(solution)) == solution
    with pytest.raises(AttributeError):
        solution.lenght  # noqa: B018


def test_the_hundred_of_korf_have_their_published_lengths() -> None:
    instances = taquin.dataset("korf-15-100")
    assert len(instances) == 100
    for instance in instances[:5]:
        assert taquin.solve(instance.board, goal=instance.goal).length == instance.optimal
    assert instances[0].optimal == 57


def test_limits_are_part_of_the_answer() -> None:
    solution = taquin.solve(HARD, "ida/manhattan", nodes=10_000)
    assert (solution.status, solution.limit, solution.is_solved) == ("limit", "nodes", False)
    assert 0 < solution.lower_bound <= 80
    began = time.monotonic()
    assert taquin.solve(HARD, "ida/manhattan", time=0.2).limit == "time"
    assert time.monotonic() - began < 10
    with pytest.raises(ValueError, match="positive"):
        taquin.solve(BOARD, time=-1.0)


def test_refusals_are_exceptions_with_attributes() -> None:
    with pytest.raises(errors.Unsolvable) as unsolvable:
        taquin.solve("1 2 3/4 5 6/8 7 0")
    assert unsolvable.value.fix is not None and unsolvable.value.fix["swap"] == [7, 8]
    assert unsolvable.value.parity is not None
    with pytest.raises(errors.InvalidRequest, match="there is no solver"):
        taquin.solve(BOARD, "slove")
    with pytest.raises(errors.Unsupported) as unsupported:
        taquin.solve(HARD, "table")
    assert "ida" in unsupported.value.alternatives
    with pytest.raises(errors.NotFound):
        taquin.dataset("none")
    again = pickle.loads(pickle.dumps(unsupported.value))
    assert type(again) is errors.Unsupported and again.problem == unsupported.value.problem


def test_small_questions_are_answered() -> None:
    assert taquin.check(BOARD).solvable and taquin.check(BOARD).manhattan == 10
    assert taquin.hint(BOARD).distance == 14
    line = taquin.hint(BOARD, grade=3).line
    assert line is not None and taquin.solve(Board(BOARD).after(line)).length == 9
    assert taquin.apply(BOARD, "LU").board == Board(BOARD).after("LU")
    moves = taquin.solve(BOARD).moves
    assert moves is not None
    analysis = taquin.analyze(BOARD, moves)
    assert analysis.valid and analysis.solved and analysis.optimal and len(analysis.per_move) == 14
    assert taquin.verify(BOARD, moves).verified
    explanation = taquin.explain(BOARD)
    assert explanation.stages and explanation.length >= 14
    names = {value["name"] for value in taquin.estimate(BOARD).heuristics}
    assert {"manhattan", "linear-conflict"} <= names
    trace = taquin.trace(BOARD, "astar/manhattan", max_events=20)
    assert len(trace.events) == 20 and trace.truncated and trace.answer.length == 14
    assert {solver["name"] for solver in taquin.solvers()} >= {"auto", "pdb-ida", "sat"}
    assert any(entry["name"] == "manhattan" and entry["admissible"] for entry in taquin.heuristics())
    assert {entry["name"] for entry in taquin.datasets()} >= {"korf-15-100", "deepcubea-15"}


def test_boards_are_generated_by_level_distance_and_id() -> None:
    first = taquin.generate("4x4", level="easy", seed=7)[0]
    assert first.id is not None
    assert taquin.generate(id=first.id)[0].board == first.board
    for puzzle in taquin.generate((3, 3), distance=(20, 22), count=5, seed=1):
        assert 20 <= (taquin.solve(puzzle.board).length or 0) <= 22
        assert puzzle.optimal == taquin.solve(puzzle.board).length


def test_formulas_are_written_decided_and_read_back() -> None:
    encoded = taquin.encode("1 2 3/4 5 6/7 0 8", "pddl")
    assert len(encoded.files) == 2
    decoded = taquin.decode(encoded.files[1]["text"], "(move-left t8 p3 p3 p2)\n")
    assert (decoded.status, decoded.length, decoded.moves) == ("sat", 1, "L")
    assert taquin.decide(BOARD, 14).satisfiable is True
    assert taquin.decide(BOARD, 12).satisfiable is False
    assert taquin.encode(BOARD, "dimacs", bound=14).variables


def test_solvers_are_compared() -> None:
    comparison = taquin.compare(BOARD, ["bfs", "astar/manhattan", "gaschnig-search"][:2] + ["human"])
    assert [run.configuration for run in comparison] == ["bfs", "astar/manhattan", "human"]
    assert [run.length for run in comparison][:2] == [14, 14]
    assert "<table>" in comparison._repr_html_()
    refused = taquin.compare(HARD, ["table"], time=1.0)
    assert "detail" in refused[0].to_dict()


def test_progress_is_told_and_may_stop_the_search() -> None:
    told: list[taquin.answers.Progress] = []
    taquin.solve(HARD, "ida/manhattan", time=1.0, progress=told.append)
    assert told and told[-1].expanded > 0 and told[-1].elapsed_ms > 0

    def fail(_: object) -> None:
        raise RuntimeError("enough")

    began = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        taquin.solve(HARD, "ida/manhattan", time=60.0, progress=fail)
    assert time.monotonic() - began < 30


def test_ctrl_c_stops_a_solve() -> None:
    began = time.monotonic()
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        taquin.solve(HARD, "ida/manhattan", time=60.0)
    assert time.monotonic() - began < 30


def test_other_threads_run_during_a_search() -> None:
    counted = 0
    ended = threading.Event()

    def search() -> None:
        taquin.solve(HARD, "ida/manhattan", time=1.0)
        ended.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not ended.is_set():
        counted += 1
    thread.join()
    assert counted > 1000


def misplaced(board: Board) -> int:
    return sum(1 for cell, number in enumerate(board.numbers) if number not in (0, cell + 1))


def test_a_heuristic_is_a_function() -> None:
    unproven = taquin.solve(BOARD, heuristic=misplaced)
    assert (unproven.length, unproven.proven, unproven.heuristic) == (14, False, "misplaced")
    misplaced.admissible = True  # type: ignore[attr-defined]
    for algorithm in ("astar", "ida"):
        solution = taquin.solve(BOARD, algorithm, heuristic=misplaced)
        assert (solution.length, solution.proven) == (14, True)
    native = taquin.solve(BOARD, "astar/misplaced")
    runs = taquin.compare(BOARD, ["astar/misplaced", ("astar", misplaced)])
    assert runs[0].stats.expanded == runs[1].stats.expanded == native.stats.expanded
    with pytest.raises(errors.Unsupported):
        taquin.solve(BOARD, "bfs", heuristic=misplaced)


def test_a_heuristic_that_overestimates_does_no_harm() -> None:
    def large(board: Board) -> int:
        return 7 * misplaced(board) + 3

    large.admissible = True  # type: ignore[attr-defined]
    for algorithm in ("astar", "ida", "greedy", "beam"):
        solution = taquin.solve("1 2 3/4 5 6/0 7 8", algorithm, heuristic=large, nodes=2000)
        assert solution.limit or solution.is_solved
        assert solution.lower_bound <= 2 or solution.proven


def test_exceptions_of_a_heuristic_come_through() -> None:
    def wrong(board: Board) -> int:
        raise ZeroDivisionError("in the heuristic")

    with pytest.raises(ZeroDivisionError, match="in the heuristic"):
        taquin.solve(HARD, heuristic=wrong, time=20.0)


def test_a_solver_is_a_function() -> None:
    def mine(board: Board) -> list[str] | None:
        return list("LURRDDLURULDLU") if str(board) == BOARD else None

    solution = taquin.solve(BOARD, mine)
    assert (solution.length, solution.proven, solution.algorithm) == (14, False, "mine")
    assert taquin.solve(HARD, mine).is_solved is False
    with pytest.raises(ValueError, match="liar"):
        taquin.solve(BOARD, type("liar", (), {"__call__": lambda self, board: "L"})())


def test_a_solution_plays() -> None:
    film = taquin.solve(BOARD).play(0.1)
    assert film.svg.startswith("<svg") and "@keyframes" in film.svg
    assert "14 moves (optimal)" in taquin.solve(BOARD)._repr_html_()


def test_tables_are_files(tmp_path: Path) -> None:
    assert taquin.pdb.list(tmp_path) == []
    built = taquin.pdb.build("4-4", size=(3, 3), folder=tmp_path)
    assert [row["state"] for row in built] == ["built", "built"]
    assert len(taquin.pdb.list(tmp_path)) == 2
    assert all(row["state"] == "good" for row in taquin.pdb.verify(tmp_path))
    assert taquin.pdb.info("4-4", size=(3, 3), folder=tmp_path)[0]["state"] == "there"
    assert len(taquin.pdb.remove("4-4", size=(3, 3), folder=tmp_path)) == 2
    with pytest.raises(errors.InvalidRequest):
        taquin.pdb.info("9-9", size=(3, 3), folder=tmp_path)


def test_results_of_the_lab_become_a_frame(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"run_id":"a","length":14}\n{"run_id":"b","length":null}\n{"run_id')
    assert [row["run_id"] for row in taquin.bench.rows(tmp_path)] == ["a", "b"]
    pandas = pytest.importorskip("pandas")
    frame = taquin.bench.read(tmp_path, "pandas")
    assert isinstance(frame, pandas.DataFrame) and list(frame.run_id) == ["a", "b"]


def test_the_import_is_light() -> None:
    import subprocess
    import sys

    code = "import sys, taquin; print('numpy' in sys.modules, 'gymnasium' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["False", "False"]
