"""Predicts how a proof scales over several GPUs by replaying recorded part times.

    python docs/results/machines/simulate.py

Recorded times are the journal `docs/results/unsolved24` of one H200. Thresholds come one after the other; the parts
of one are dealt in order, the next to the device that is free first. Every device builds the layers above the parts
for itself. Nothing is random.
"""

from __future__ import annotations

import csv
import heapq
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

RESULTS = Path(__file__).parent.parent
DEVICES = [1, 2, 4, 8, 16, 64]


@dataclass
class Threshold:
    nodes: int = 0
    whole: float = 0.0
    """Seconds of the threshold on one device."""
    parts: dict[tuple[str, ...], float] = field(default_factory=dict)

    def time(self, devices: int) -> float:
        parts = list(self.parts.values())
        above = max(self.whole - sum(parts), 0.0)
        return above + deal(parts, devices)


def deal(times: list[float], workers: int) -> float:
    """The time until all parts are done, each taken by the worker that is free first."""
    free = [0.0] * workers
    for time in times:
        heapq.heappush(free, heapq.heappop(free) + time)
    return max(free)


def searches() -> dict[str, dict[int, Threshold]]:
    """By board, the thresholds that are exhausted."""
    boards: dict[str, dict[int, Threshold]] = defaultdict(lambda: defaultdict(Threshold))
    for file in sorted((RESULTS / "unsolved24").glob("*.tsv")):
        for row in csv.DictReader(file.open(), delimiter="\t"):
            at = boards[row["start"]][int(row["threshold"])]
            seconds = int(row["ms"]) / 1e3
            if row["record"] == "part":
                at.parts[row["depth"], row["class"], row["index"], row["of"]] = seconds
            elif row["record"] == "exhausted":
                at.nodes, at.whole = int(row["expanded"]), seconds
    return {board: {n: at for n, at in all.items() if at.nodes} for board, all in boards.items()}


def names() -> dict[str, str]:
    lines = (RESULTS / "unsolved24.tsv").read_text().splitlines()
    return {columns[1]: columns[0] for columns in (line.split("\t") for line in lines) if len(columns) > 1}


def main() -> None:
    named = names()
    head = ["board", "exhausted up to", "nodes", "parts", *(f"{n} GPU{'s' if n > 1 else ''}" for n in DEVICES)]
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" for _ in head) + " |")
    boards = [(sum(at.nodes for at in all.values()), board, all) for board, all in searches().items() if board in named]
    for nodes, board, thresholds in sorted(boards, key=lambda item: item[0]):
        parts = sum(len(at.parts) for at in thresholds.values())
        times = [sum(at.time(devices) for at in thresholds.values()) for devices in DEVICES]
        cells = [f"{time:.0f} s ({times[0] / time / n:.0%})" for time, n in zip(times, DEVICES, strict=True)]
        print("| " + " | ".join([named[board], str(max(thresholds)), f"{nodes / 1e9:.0f} G", str(parts), *cells]) + " |")


main()
