"""Predicts how long proofs take on many cores and on several GPUs by replaying recorded part times.

    python docs/results/machines/simulate.py

Recorded: `cores.tsv`, the parts of a 24-puzzle on one core; `dealing.tsv`, what rank 0 does for a threshold and for a
part; `../unsolved24`, the thresholds and parts of hard 24-puzzles on one H200. Nothing is random: the same rows give
the same table.

Cores. A threshold is cut into parts as `Campaign` cuts it. A part's size is that of a recorded part relative to
the intended size, one recorded part after the other. Rank 0 deals one part at a time; a part over its budget returns
the rest in eight spans, and budgets are smaller when few spans wait. The nodes of a threshold are those of the GPU's
proof times FACTOR.

GPUs. The recorded parts of a threshold are dealt in order to the device that is free first. Every device builds the
layers above the parts for itself.
"""

from __future__ import annotations

import csv
import heapq
import itertools
from collections import defaultdict, deque
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE.parent

CORES = [1, 16, 128, 1024]
DEVICES = [1, 8, 64]

# Nodes with tables 6-6-6-6 on a core for each node with 6-6-6-6/8-8-8 on the GPU: the sum over the ten boards of
# `../pdb-ida.tsv` that both have proven. It was 0.7 to 12.6 for single boards.
FACTOR = 5.0

# As in crates/taquin-search/src/algorithms/pdb_ida/{parts,spans}.rs.
PART_NODES, FEWEST_NODES, MOST_PARTS = 1 << 24, 1 << 16, 1 << 16
PARTS_PER_WORKER, GROWTH, PATIENCE, LAST_SPANS, HASTE, REST_SPANS = 32, 7, 4, 2, 16, 8
WHOLE = GROWTH << 17
"""Nodes of a threshold that is not divided, about."""

LATENCY = 1e-3
"""Seconds from the end of a worker's last part to its next when none waits for it: two polls of half a millisecond."""


@dataclass
class Measured:
    rate: float
    """Nodes a second of one core."""
    sizes: list[float]
    """Nodes of parts, divided by what was intended."""
    split: float
    """Seconds to cut a threshold, for each part."""
    deal: float
    """Seconds of rank 0 for each part."""


def measured() -> Measured:
    rows = table(HERE / "cores.tsv")
    nodes = sum(int(row["expanded"]) for row in rows)
    seconds = sum(int(row["ms"]) for row in rows) / 1e3
    by_threshold: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        by_threshold[row["threshold"]].append(int(row["expanded"]))
    # The largest threshold, which has the most parts of the intended size.
    parts = max(by_threshold.values(), key=sum)
    whole = [part for part in parts if part >= FEWEST_NODES]
    mean = sum(whole) / len(whole)
    dealing = table(HERE / "dealing.tsv")[-1]
    return Measured(
        rate=nodes / seconds,
        sizes=[part / mean for part in whole],
        split=float(dealing["split_ms"]) / 1e3 / int(dealing["parts"]),
        deal=float(dealing["deal_us"]) / 1e6,
    )


def on_cores(thresholds: list[float], workers: int, by: Measured) -> float:
    """Seconds for thresholds of this many nodes."""
    return sum(threshold_on_cores(nodes, workers, by) for nodes in thresholds)


def threshold_on_cores(nodes: float, workers: int, by: Measured) -> float:
    if nodes <= WHOLE or workers == 1:
        return nodes / by.rate
    intended = max(min(PART_NODES, nodes / (PARTS_PER_WORKER * workers)), FEWEST_NODES, nodes / MOST_PARTS)
    spans: deque[float] = deque()
    total = 0.0
    for size in itertools.cycle(by.sizes):
        if total >= nodes:
            break
        spans.append(min(size * intended, nodes - total))
        total += spans[-1]
    cut = len(spans) * by.split
    # Each worker has the time at which it asks for a part; rank 0 answers one after the other.
    asking = [cut] * workers
    heapq.heapify(asking)
    returned: list[tuple[float, float]] = []
    dealer, end = cut, cut
    while spans or returned:
        if not spans:
            # All wait for the rest of a part that is under way.
            back, rest = heapq.heappop(returned)
            spans.extend([rest / REST_SPANS] * REST_SPANS)
            asking = [max(at, back + LATENCY) for at in asking]
            heapq.heapify(asking)
        at = heapq.heappop(asking)
        while returned and returned[0][0] <= at:
            _, rest = heapq.heappop(returned)
            spans.extend([rest / REST_SPANS] * REST_SPANS)
        dealer = max(dealer, at) + by.deal
        few = len(spans) < LAST_SPANS * workers
        budget = max(intended / HASTE, FEWEST_NODES) if few else PATIENCE * intended
        size = spans.popleft()
        done = dealer + min(size, budget) / by.rate
        if size > 1.01 * budget:
            heapq.heappush(returned, (done, size - budget))
        end = max(end, done)
        heapq.heappush(asking, done)
    return end + LATENCY


@dataclass
class Threshold:
    nodes: int = 0
    whole: float = 0.0
    """Seconds of the threshold on one device."""
    parts: dict[tuple[str, ...], float] = field(default_factory=dict)

    def time(self, devices: int) -> float:
        parts = list(self.parts.values())
        above = max(self.whole - sum(parts), 0.0)
        return above + in_order(parts, devices)


def in_order(times: list[float], workers: int) -> float:
    """The time until all parts are done, each taken by the worker that is free first."""
    free = [0.0] * workers
    for time in times:
        heapq.heappush(free, heapq.heappop(free) + time)
    return max(free)


def searches() -> dict[str, dict[int, Threshold]]:
    """By board, the thresholds that are exhausted."""
    boards: dict[str, dict[int, Threshold]] = defaultdict(lambda: defaultdict(Threshold))
    for file in sorted((RESULTS / "unsolved24").glob("*.tsv")):
        for row in table(file):
            at = boards[row["start"]][int(row["threshold"])]
            seconds = int(row["ms"]) / 1e3
            if row["record"] == "part":
                at.parts[row["depth"], row["class"], row["index"], row["of"]] = seconds
            elif row["record"] == "exhausted":
                at.nodes, at.whole = int(row["expanded"]), seconds
    return {board: {n: at for n, at in all.items() if at.nodes} for board, all in boards.items()}


def table(file: Path) -> list[dict[str, str]]:
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


def show(seconds: float) -> str:
    for unit, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.1f} {name}"
    return f"{seconds:.0f} s"


def main() -> None:
    by = measured()
    print(f"one core: {by.rate / 1e6:.2f} M nodes/s; rank 0: {by.split * 1e6:.0f} us to cut and {by.deal * 1e6:.0f} us to deal a part")
    print()
    named = {row["board"]: row["id"] for row in table(RESULTS / "unsolved24.tsv")}
    head = ["board", "nodes", *(f"{n} core{'s' * (n > 1)}" for n in CORES), *(f"{n} GPU{'s' * (n > 1)}" for n in DEVICES)]
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" for _ in head) + " |")
    boards = [(sum(at.nodes for at in all.values()), board, all) for board, all in searches().items() if board in named]
    for nodes, board, all in sorted(boards, key=lambda item: item[0]):
        cells = [named[board], f"{nodes / 1e9:.0f} G"]
        cores = [on_cores([FACTOR * at.nodes for at in all.values()], n, by) for n in CORES]
        devices = [sum(at.time(n) for at in all.values()) for n in DEVICES]
        for times, counts in ((cores, CORES), (devices, DEVICES)):
            for time, n in zip(times, counts, strict=True):
                cells.append(show(time) + (f" ({times[0] / time / n:.0%})" if n > 1 else ""))
        print("| " + " | ".join(cells) + " |")


main()
