"""What all tests share."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest


def neighbours(state: tuple[int, ...], rows: int, cols: int) -> list[tuple[int, ...]]:
    """The boards one move away; written apart from taquin, as the oracle of the tests."""
    blank = state.index(0)
    row, col = divmod(blank, cols)
    found = []
    for other_row, other_col in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        if 0 <= other_row < rows and 0 <= other_col < cols:
            cells = list(state)
            other = other_row * cols + other_col
            cells[blank], cells[other] = cells[other], 0
            found.append(tuple(cells))
    return found


def breadth_first(rows: int, cols: int) -> dict[tuple[int, ...], int]:
    """The distance of every board from the goal with the blank last."""
    goal = (*range(1, rows * cols), 0)
    distances = {goal: 0}
    queue = deque([goal])
    while queue:
        state = queue.popleft()
        for other in neighbours(state, rows, cols):
            if other not in distances:
                distances[other] = distances[state] + 1
                queue.append(other)
    return distances


@pytest.fixture(scope="session")
def oracle() -> dict[tuple[int, ...], int]:
    """True distances of all 3x3 boards: 181,440 of them, the farthest at 31."""
    distances = breadth_first(3, 3)
    assert len(distances) == 181_440 and max(distances.values()) == 31
    return distances


@pytest.fixture
def random() -> np.random.Generator:
    return np.random.default_rng(20_260)
