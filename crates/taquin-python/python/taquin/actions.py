"""The meaning of an environment's four actions.

taquin's own order is up, down, left, right, and an action is the way the *tile* slides. Other packages have other
orders, and some name the way of the blank; :data:`ORDERS` has them by name.
"""

from __future__ import annotations

ORDERS: dict[str, str] = {
    "taquin": "UDLR",
    # Agostinelli et al., DeepCubeA: environments/n_puzzle.py has the moves U, D, L, R; a move swaps the blank
    # with the tile below it for U, so the letter is the tile's way.
    "deepcubea": "UDLR",
    # jumanji: up, right, down, left, the blank's way; so the tile goes down, left, up, right.
    "jumanji": "DLUR",
    # PuXle: left, right, up, down, the tile's way.
    "puxle": "LRUD",
    # SPGym (sliding-puzzles): up moves the piece below the blank up.
    "spgym": "UDLR",
}
"""Orders by name: the tile's direction for the actions 0 to 3."""


def order(name: str) -> tuple[int, int, int, int]:
    """An order in native form: for each action the tile's direction as an index into U, D, L, R.

    ``name`` is a key of :data:`ORDERS` or the four letters themselves.
    """
    letters = ORDERS.get(name, name)
    if sorted(letters) != sorted("UDLR"):
        known = ", ".join(ORDERS)
        raise ValueError(f"{name!r} is no order of actions: name one of {known}, or the letters U, D, L and R")
    up, down, left, right = ("UDLR".index(letter) for letter in letters)
    return up, down, left, right
