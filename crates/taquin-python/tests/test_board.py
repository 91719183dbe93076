"""Boards: how they are made, compared, kept and shown."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import taquin
from taquin import Board


@pytest.mark.parametrize(
    "value",
    [
        "8 1 3/4 0 2/7 6 5",
        [[8, 1, 3], [4, 0, 2], [7, 6, 5]],
        [8, 1, 3, 4, 0, 2, 7, 6, 5],
        np.array([[8, 1, 3], [4, 0, 2], [7, 6, 5]]),
        np.array([8, 1, 3, 4, 0, 2, 7, 6, 5], dtype=np.uint8),
        Board("8 1 3/4 0 2/7 6 5"),
    ],
)
def test_one_board_is_made_from_anything(value: object) -> None:
    board = Board(value)  # type: ignore[arg-type]
    assert str(board) == "8 1 3/4 0 2/7 6 5"
    assert board == Board("813402765".replace("", " ").strip(), (3, 3))
    assert board.size == (3, 3) and board.blank == (1, 1)
    assert board.rows() == [[8, 1, 3], [4, 0, 2], [7, 6, 5]]
    assert board.numbers == (8, 1, 3, 4, 0, 2, 7, 6, 5)


def test_a_flat_list_of_a_rectangle_needs_its_size() -> None:
    assert Board([1, 2, 3, 4, 0, 5], size=(2, 3)).size == (2, 3)
    with pytest.raises(taquin.errors.InvalidBoard):
        Board([1, 2, 3, 4, 0, 5], size=(2, 2))


def test_boards_are_values() -> None:
    board = Board("1 2 3/4 0 5")
    assert {board: "x"}[Board([[1, 2, 3], [4, 0, 5]])] == "x"
    assert board != Board("1 2 3/4 5 0")
    assert pickle.loads(pickle.dumps(board)) == board
    assert repr(board) == "Board('1 2 3/4 0 5')"
    with pytest.raises(AttributeError):
        board.size = (3, 2)  # type: ignore[misc]


def test_boards_become_arrays() -> None:
    board = Board("1 2 3/4 0 5")
    array = np.asarray(board)
    assert array.dtype == np.uint8 and array.tolist() == [[1, 2, 3], [4, 0, 5]]
    assert np.asarray(board, dtype=np.float32).dtype == np.float32


def test_cells_are_read_by_index_and_by_place() -> None:
    board = Board("1 2 3/4 0 5")
    assert board[5] == board[1, 2] == 5 and len(board) == 6
    for cell in (6, (2, 0), (0, 3)):
        with pytest.raises(IndexError):
            board[cell]


def test_moves_are_the_way_of_the_tile() -> None:
    board = Board("1 2 3/4 0 5")
    assert board.moves() == ["D", "L", "R"]
    assert str(board.after("L")) == "1 2 3/4 5 0"
    assert board.after("R", notation="blank") == board.after("L")
    assert board.after("").is_solved() is False and board.after("L").is_solved()


def test_pictures_are_svg() -> None:
    svg = Board("1 2 3/4 0 5")._repr_svg_()
    assert svg.startswith("<svg") and "Row 2: 4, blank, 5." in svg


def test_goals_are_named() -> None:
    assert str(Board.solved((2, 3))) == "1 2 3/4 5 0"
    assert str(Board.solved((2, 3), "blank-first")) == "0 1 2/3 4 5"
    assert Board("1 2 3/4 5 6/8 7 0").is_solvable() is False
    assert Board("0 1 2/3 4 5/6 7 8").is_solvable("blank-first")


def test_faults_have_the_words_and_members_of_the_api() -> None:
    with pytest.raises(taquin.errors.InvalidBoard, match="tile 2 appears 2 times") as invalid:
        Board("1 2 2/3 4 0")
    assert invalid.value.tile == 2 and invalid.value.errors[0]["pointer"] == "/board"
    with pytest.raises(taquin.errors.IllegalMove) as illegal:
        Board("1 2 3/4 0 5").after("LL")
    assert (illegal.value.index, illegal.value.move) == (1, "L")
    assert illegal.value.board_before == "1 2 3/4 5 0"
    with pytest.raises(TypeError):
        Board(3.5)  # type: ignore[call-overload,arg-type]
