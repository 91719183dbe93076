"""Observations of a board: numbers, planes, normalised numbers or pictures."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

if TYPE_CHECKING:
    from gymnasium import spaces
    from numpy.typing import NDArray

KINDS = ("raw", "flat", "one-hot", "normalised", "image")
"""``raw``: the numbers, ``(H, W)``. ``flat``: the numbers, ``(N,)``. ``one-hot``: a plane for each number,
``(H, W, N)``. ``normalised``: ``float32`` from 0 to 1. ``image``: RGB."""

TILE = 16
"""Pixels across a tile of a picture."""


class Observer:
    """Turns ``(B, H, W)`` boards into observations of a kind."""

    def __init__(self, size: tuple[int, int], kind: str, image: NDArray[np.uint8] | None = None) -> None:
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is no kind of observation: there are {', '.join(KINDS)}")
        self.size = size
        self.kind = kind
        self.cells = size[0] * size[1]
        self._atlas = digits(self.cells) if image is None else cut(image, size)
        self._planes = np.eye(self.cells, dtype=np.uint8)
        self._see: Callable[[NDArray[np.uint8]], NDArray[Any]] = getattr(self, "_" + kind.replace("-", "_"))

    @property
    def space(self) -> spaces.Box:
        """The space of one observation."""
        from gymnasium import spaces

        goal = np.zeros((1, *self.size), dtype=np.uint8)
        seen = self(goal)[0]
        high = {"one-hot": 1, "normalised": 1.0, "image": 255}.get(self.kind, self.cells - 1)
        return spaces.Box(low=0, high=high, shape=seen.shape, dtype=seen.dtype.type)

    def __call__(self, boards: NDArray[np.uint8]) -> NDArray[Any]:
        return self._see(boards)

    def _raw(self, boards: NDArray[np.uint8]) -> NDArray[Any]:
        return boards

    def _flat(self, boards: NDArray[np.uint8]) -> NDArray[Any]:
        return boards.reshape(len(boards), -1)

    def _one_hot(self, boards: NDArray[np.uint8]) -> NDArray[Any]:
        return self._planes[boards]

    def _normalised(self, boards: NDArray[np.uint8]) -> NDArray[Any]:
        return boards.astype(np.float32) / np.float32(self.cells - 1)

    def _image(self, boards: NDArray[np.uint8]) -> NDArray[Any]:
        return paste(self._atlas, boards)


def paste(atlas: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pictures of boards from the pictures of their tiles."""
    count, rows, cols = boards.shape
    height, width = atlas.shape[1:3]
    tiles = atlas[boards].transpose(0, 1, 3, 2, 4, 5)
    return tiles.reshape(count, rows * height, cols * width, 3)


def draw(boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pictures of boards with numbers on the tiles."""
    return paste(digits(boards.shape[1] * boards.shape[2]), boards)


def cut(image: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The tiles of a picture for the goal with the blank last; the blank is black."""
    rows, cols = size
    height, width = image.shape[0] // rows, image.shape[1] // cols
    if height == 0 or width == 0 or image.ndim != 3 or image.shape[2] != 3:
        raise ValueError("a picture has shape (height, width, 3), at least a pixel for each tile")
    whole = np.asarray(image[: rows * height, : cols * width], dtype=np.uint8)
    tiles = whole.reshape(rows, height, cols, width, 3).transpose(0, 2, 1, 3, 4).reshape(-1, height, width, 3)
    # Tile t lies in cell t - 1; the picture's last cell is not shown.
    return np.concatenate([np.zeros_like(tiles[:1]), tiles[:-1]])


# The rows of each digit, three bits each, the top one first.
_DIGITS = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71111", "75757", "75717")


@lru_cache(maxsize=8)
def digits(cells: int) -> NDArray[np.uint8]:
    """The tiles with their numbers, ``(N, TILE, TILE, 3)``; the blank is dark."""
    atlas = np.full((cells, TILE, TILE, 3), 40, dtype=np.uint8)
    for number in range(1, cells):
        tile = atlas[number, 1:-1, 1:-1]
        tile[:] = (235, 225, 200)
        text = str(number)
        left = (tile.shape[1] - 4 * len(text) + 1) // 2
        for place, digit in enumerate(text):
            for row, bits in enumerate(_DIGITS[int(digit)]):
                for column in range(3):
                    if int(bits) >> (2 - column) & 1:
                        tile[4 + row, left + 4 * place + column] = (30, 30, 30)
    atlas.setflags(write=False)
    return atlas
