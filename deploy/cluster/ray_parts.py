"""Proves a shortest solution on a Ray cluster; the package `taquin` must be installed on its nodes.

usage: python ray_parts.py BOARD [GOAL] [PARTS]
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator

import ray

import taquin.parts
from taquin.parts import Part, Result

# A node that dies takes its parts with it; Ray runs them again elsewhere.
remote_search = ray.remote(max_retries=-1, num_cpus=1)(taquin.parts.search)


def run(_search: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
    pending = [remote_search.remote(part) for part in parts]
    while pending:
        done, pending = ray.wait(pending)
        yield from ray.get(done)


def main() -> None:
    board = sys.argv[1]
    goal = sys.argv[2] if len(sys.argv) > 2 else "blank-last"
    parts = int(sys.argv[3]) if len(sys.argv) > 3 else 256
    ray.init(ignore_reinit_error=True)
    began = time.monotonic()

    def tell(done: taquin.parts.Threshold) -> None:
        nodes, took = done.expanded, time.monotonic() - began
        print(f"threshold {done.threshold}: {nodes} expanded in {done.parts} parts, {took:.1f} s", file=sys.stderr)

    proof = taquin.parts.prove(board, goal=goal, parts=parts, run=run, on_threshold=tell)
    print(proof.moves)


if __name__ == "__main__":
    main()
