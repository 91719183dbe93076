"""How fast environments and labels are, beside other packages where they are installed.

    python crates/taquin-python/benches/speed.py [path of the program taquin]

Times are CPU seconds of this process, the best of several rounds, so that other work on the machine counts for
little. Rows of several cores are wall-clock time.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import taquin
from taquin import arrays

COUNT = 1024
ROUNDS = 5


def rate(work: Callable[[], None], amount: float, clock: Callable[[], float] = time.process_time) -> float:
    """Amounts of work in a second, the best of a few rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        began = clock()
        work()
        best = max(best, amount / (clock() - began))
    return best


def row(what: str, who: str, value: float, unit: str) -> None:
    print(f"{what}\t{who}\t{value:.3g}\t{unit}", flush=True)


def environments() -> None:
    import gymnasium

    import taquin.gym

    actions = np.random.default_rng(0).integers(0, 4, (64, COUNT))

    def vector(**options: object) -> float:
        env = gymnasium.make_vec(
            taquin.gym.ENVIRONMENT, num_envs=COUNT, vectorization_mode="vector_entry_point", max_steps=1000, **options
        )
        env.reset(seed=0)

        def steps() -> None:
            for index in range(640):
                env.step(actions[index % 64])

        return rate(steps, 640 * COUNT)

    for size in ((3, 3), (4, 4), (5, 5)):
        row(f"vector of {COUNT}, {size[0]}x{size[1]}, observations, masks, autoreset", "taquin", vector(size=size), "steps/s")
    for reward in ("jumanji-dense", "spgym-distances"):
        row(f"vector of {COUNT}, 4x4, reward {reward}", "taquin", vector(reward=reward), "steps/s")
    row(f"vector of {COUNT}, 3x3, reward distance", "taquin", vector(size=(3, 3), reward="distance"), "steps/s")
    row(f"vector of {COUNT}, 4x4, one-hot", "taquin", vector(observation="one-hot"), "steps/s")

    single = gymnasium.make(taquin.gym.ENVIRONMENT)
    single.reset(seed=0)

    chosen = actions.reshape(-1)[:20_000].tolist()

    def steps() -> None:
        for action in chosen:
            single.step(action)

    row("one environment, 4x4, by gymnasium.make", "taquin", rate(steps, 20_000), "steps/s")
    env = gymnasium.make_vec(taquin.gym.ENVIRONMENT, num_envs=COUNT, vectorization_mode="vector_entry_point")

    def resets() -> None:
        for _ in range(50):
            env.reset()

    row("resets, 4x4 uniform", "taquin", rate(resets, 50 * COUNT), "boards/s")


def labels_of_small_boards() -> None:
    row("scrambles, 4x4 uniform", "taquin", rate(lambda: void(arrays.scramble("4x4", 200_000)), 200_000), "boards/s")
    boards = arrays.scramble("3x3", 1_000_000, seed=1)
    arrays.distance(boards[:1])
    row("optimal lengths, 3x3", "taquin", rate(lambda: void(arrays.distance(boards)), len(boards)), "boards/s")
    sample = boards[:200_000]
    row("best moves, 3x3", "taquin", rate(lambda: void(arrays.best_moves(sample)), len(sample)), "boards/s")
    row("manhattan, 3x3", "taquin", rate(lambda: void(arrays.heuristic(sample)), len(sample)), "boards/s")


def labels_of_4x4() -> None:
    """On one thread, in CPU time, beside the command line on the same boards where it is on the path."""
    boards = arrays.scramble("4x4", 200, seed=1)
    arrays.distance(boards[:2], threads=1)
    began = time.process_time()
    lengths = arrays.distance(boards, threads=1)
    row("optimal lengths, 4x4, one thread", "taquin", len(boards) / (time.process_time() - began), "boards/s")
    program = sys.argv[1] if len(sys.argv) > 1 else None
    if program is None:
        return
    import resource

    text = "\n".join(str(taquin.Board(board)) for board in boards)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "solve", "--algo", "pdb-ida", "--threads", "1", "--format", "csv", "--quiet", "-"]
    printed = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    assert printed.count("\n") == len(boards) + 1, "a line for each board"
    assert lengths.min() > 0
    row("optimal lengths, 4x4, one thread", "taquin on the command line", len(boards) / seconds, "boards/s")


def peers() -> None:
    actions = np.random.default_rng(0).integers(0, 4, (64, COUNT))
    try:
        import jax
        from jumanji.environments.logic.sliding_tile_puzzle import SlidingTilePuzzle
        from jumanji.environments.logic.sliding_tile_puzzle.generator import RandomWalkGenerator
        from jumanji.wrappers import VmapAutoResetWrapper

        single = SlidingTilePuzzle(RandomWalkGenerator(grid_size=4, num_random_moves=200))
        wrapped = VmapAutoResetWrapper(single)
        first, _ = jax.jit(wrapped.reset)(jax.random.split(jax.random.PRNGKey(0), COUNT))
        chosen = [jax.numpy.asarray(one) for one in actions]
        plain, full = jax.jit(jax.vmap(single.step)), jax.jit(wrapped.step)

        def walk(step: Any) -> Callable[[], None]:
            def walked() -> None:
                now = first
                for index in range(64):
                    now, seen = step(now, chosen[index])
                jax.block_until_ready(seen)

            # The first call compiles.
            walked()
            return walked

        row(f"vector of {COUNT}, 4x4, observations, masks", "jumanji", rate(walk(plain), 64 * COUNT), "steps/s")
        row(f"vector of {COUNT}, 4x4, observations, masks, autoreset", "jumanji", rate(walk(full), 64 * COUNT), "steps/s")
    except ImportError:
        print("# jumanji is not installed", file=sys.stderr)
    try:
        from sliding_puzzles.env import SlidingEnv

        other = SlidingEnv(w=4, h=4)
        other.reset()
        chosen_one = actions.reshape(-1)[:5_000].tolist()

        def steps() -> None:
            for action in chosen_one:
                other.step(action)

        row("one environment, 4x4", "SPGym", rate(steps, 5_000), "steps/s")

        def resets() -> None:
            for _ in range(500):
                other.reset()

        row("resets, 4x4 uniform", "SPGym", rate(resets, 500), "boards/s")
    except ImportError:
        print("# sliding-puzzles is not installed", file=sys.stderr)


def void(_: object) -> None:
    """Drops a value."""


def imports() -> None:
    code = "import time; t = time.process_time(); import taquin; print(time.process_time() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(5)]
    row("import taquin", "taquin", 1000 * min(times), "ms")


if __name__ == "__main__":
    print("what\twho\trate\tunit")
    imports()
    environments()
    labels_of_small_boards()
    labels_of_4x4()
    peers()
