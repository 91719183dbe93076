"""Strings that mean something: boards, moves, solvers, so that requests reach the answers."""

import schemathesis
from hypothesis import strategies as st


@st.composite
def boards(draw):
    rows, cols = draw(st.sampled_from([(3, 3)] * 6 + [(2, 3), (2, 5), (4, 4), (5, 5)]))
    tiles = draw(st.permutations(range(rows * cols)))
    lines = [" ".join(map(str, tiles[r * cols : (r + 1) * cols])) for r in range(rows)]
    return "/".join(lines)


schemathesis.openapi.format("board", boards())
schemathesis.openapi.format("moves", st.text("UDLR", max_size=20) | st.just("LUR2"))
schemathesis.openapi.format(
    "solver",
    st.sampled_from(["auto", "bfs", "astar", "astar/manhattan", "ida", "beam", "human", "sat", "table", "greedy"]),
)
schemathesis.openapi.format("heuristic", st.sampled_from(["manhattan", "misplaced", "linear-conflict"]))
schemathesis.openapi.format("game-id", st.sampled_from(["g1-3x3-hard-7", "3x3:easy:1", "4x4:random:5"]))
schemathesis.openapi.format(
    "suite",
    st.sampled_from(
        [
            # Too large, and not there; one that runs is below, so that the queue stays short.
            "thesis-astar",
            "korf10",
            'format = 1\nname = "t"\nsummary = "s"\n[[instances]]\nboards = ["8 1 3/4 0 2/7 6 5"]\n'
            '[[configurations]]\nsolver = "astar/manhattan"\n',
        ]
    ),
)
