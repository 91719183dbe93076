"""Tries ray_parts.py on a Ray cluster of three nodes on this machine, one of which is killed at half-time.

    python deploy/cluster/try_ray.py

Needs the packages `ray` and `taquin`.
"""

from __future__ import annotations

import threading
import time

import ray
from ray.cluster_utils import Cluster

import taquin
import taquin.parts
from ray_parts import run

# Number 60 of Korf's hundred.
BOARD, GOAL, TABLES = "11 14 13 1/2 3 12 4/15 7 9 5/10 6 8 0", "blank-first", "4-4-4-3"


def main() -> None:
    plain = taquin.solve(BOARD, goal=GOAL, algorithm=f"pdb-ida:tables={TABLES}")
    print(f"one process: {plain.length} moves, {plain.stats.expanded} expanded", flush=True)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=cluster.address)
    print(f"{len(ray.nodes())} nodes", flush=True)
    for killed in (False, True):
        done = 0

        def count(threshold: taquin.parts.Threshold) -> None:
            nonlocal done
            done += threshold.expanded

        def kill() -> None:
            while done < plain.stats.expanded // 10:
                time.sleep(0.01)
            print("killing a node", flush=True)
            cluster.remove_node(nodes[1], allow_graceful=False)

        killer = threading.Thread(target=kill)
        if killed:
            killer.start()
        began = time.monotonic()
        proof = taquin.parts.prove(
            BOARD, goal=GOAL, tables=TABLES, parts=64, budget=300_000, run=run, on_threshold=count
        )
        if killed:
            killer.join()
        took = time.monotonic() - began
        print(f"{'a node killed: ' if killed else ''}{proof.length} moves, {done} expanded, {took:.1f} s", flush=True)
        assert (proof.moves, done) == (plain.moves, plain.stats.expanded)
    ray.shutdown()
    cluster.shutdown()
    print("as with one process")


main()
