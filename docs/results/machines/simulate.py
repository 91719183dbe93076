"""Predicts how a proof scales by replaying recorded part times.

    python docs/results/machines/simulate.py            # prints the table of docs/src/machines.md

Recorded times are the journals that searches leave: `docs/results/unsolved24` (one H200) and `cpu-parts.tsv` in this
folder (one core). The dealer is that of taquin-mpi: parts in order, the next to whoever is free, thresholds one after
the other, and nothing of a threshold before the one below it is exhausted. For boards that no CPU has searched, the
nodes of each threshold are those that the GPU counted, and part times are drawn from the recorded ones, with a fixed
seed. Nothing is drawn for the GPUs: their own part times are dealt to eight devices.
"""

from __future__ import annotations

import csv
import heapq
import random
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
GPU = HERE.parent / "unsolved24"
CPU = HERE / "cpu-parts.tsv"

CORES = [1, 16, 128, 1024, 8192]
PART_NODES = 1 << 24
"""Nodes of a part, as taquin-mpi cuts them where there are many."""
MOST_PARTS = 1 << 16
PARTS_PER_WORKER = 32
ROUND_TRIP = 1e-3
"""Seconds between two parts of a rank that has none ahead: two naps of half a millisecond. A rank that has its next
part already does not wait, so this is charged at the start of a threshold only."""
DEAL = 60e-6
"""Seconds of rank 0 for a part: a row, synced by the disk in the background of the search, and two messages."""
TABLES = 4.0
"""Seconds until a node has mapped its tables (6-6-6-6, 488 MB) from a local disk."""


def deal(times: list[float], workers: int) -> float:
    """The time of a threshold: parts in order, each to the worker that is free first, dealt one at a time."""
    free = [ROUND_TRIP] * min(workers, len(times))
    heapq.heapify(free)
    dealer, end = 0.0, 0.0
    for time in times:
        dealer += DEAL
        begin = max(heapq.heappop(free), dealer)
        end = max(end, begin + time)
        heapq.heappush(free, begin + time)
    return end


def rows(folder_or_file: Path) -> list[dict[str, str]]:
    files = sorted(folder_or_file.glob("*.tsv")) if folder_or_file.is_dir() else [folder_or_file]
    return [row for file in files for row in csv.DictReader(file.open(), delimiter="\t")]


class Recorded:
    """Part times of a core: seconds for each node, and how parts that were cut to be equal differ."""

    def __init__(self) -> None:
        parts = [(int(row["expanded"]), int(row["ms"]) / 1e3) for row in rows(CPU) if row["record"] == "span"]
        parts = [(nodes, time) for nodes, time in parts if time >= 0.05]
        self.rate = sum(nodes for nodes, _ in parts) / sum(time for _, time in parts)
        mean = sum(nodes for nodes, _ in parts) / len(parts)
        self.sizes = [nodes / mean for nodes, _ in parts]

    def threshold(self, nodes: int, workers: int, random: random.Random) -> list[float]:
        size = max(min(PART_NODES, nodes // (PARTS_PER_WORKER * workers)), 1 << 16)
        count = max(1, min(MOST_PARTS, nodes // size))
        sizes = [random.choice(self.sizes) for _ in range(count)]
        scale = nodes / sum(sizes) / self.rate
        return [size * scale for size in sizes]


def searches() -> dict[tuple[str, str], dict[int, dict[str, object]]]:
    """By board and goal: by threshold, its nodes, and the times of its parts on a GPU."""
    boards: dict[tuple[str, str], dict[int, dict[str, object]]] = defaultdict(dict)
    for row in rows(GPU):
        at = boards[row["start"], row["goal"]].setdefault(int(row["threshold"]), {"nodes": 0, "parts": {}, "whole": 0.0})
        if row["record"] == "part":
            at["parts"][row["depth"], row["class"], row["index"], row["of"]] = int(row["ms"]) / 1e3  # type: ignore[index]
        elif row["record"] == "exhausted":
            at["nodes"], at["whole"] = int(row["expanded"]), int(row["ms"]) / 1e3
    return boards


def names() -> dict[str, str]:
    """Names of boards by their tiles."""
    named = {}
    for line in (HERE.parent / "unsolved24.tsv").read_text().splitlines():
        columns = line.split("\t")
        for column in columns:
            numbers = column.replace("/", " ").split()
            if len(numbers) == 25 and all(number.isdigit() for number in numbers):
                named[" ".join(numbers)] = columns[0]
    return named


def show(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 72 * 3600 else f"{seconds / 86400:.0f} days"


def main() -> None:
    recorded = Recorded()
    print(f"one core: {recorded.rate / 1e6:.2f} M nodes/s in parts of up to {PART_NODES / 1e6:.0f} M nodes")
    named = names()
    head = ["board", "exhausted up to", "nodes", *(f"{cores} cores" for cores in CORES), "1 GPU", "8 GPUs"]
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" for _ in head) + " |")
    boards = searches().items()
    for (start, _), thresholds in sorted(boards, key=lambda item: sum(int(t["nodes"]) for t in item[1].values())):
        exhausted = {number: at for number, at in thresholds.items() if at["nodes"]}
        nodes = sum(int(at["nodes"]) for at in exhausted.values())
        if nodes < 10**10:
            continue
        cells = [named.get(start.replace("/", " "), start[:20] + "…"), str(max(exhausted)), f"{nodes / 1e9:.0f} G"]
        one = 0.0
        for cores in CORES:
            draw = random.Random(1)
            time = TABLES
            for number in sorted(exhausted):
                time += deal(recorded.threshold(int(exhausted[number]["nodes"]), cores, draw), cores)
            one = one or time
            cells.append(show(time) + (f" ({one / time / cores:.0%})" if cores > 1 else ""))
        for devices in (1, 8):
            time = 0.0
            for at in exhausted.values():
                parts = list(at["parts"].values())  # type: ignore[attr-defined]
                above = max(float(at["whole"]) - sum(parts), 0.0)  # type: ignore[arg-type]
                # Every device builds the layers above the parts for itself.
                time += above + (deal(parts, devices) if parts else 0.0)
            cells.append(show(time))
        print("| " + " | ".join(cells) + " |")


main()
