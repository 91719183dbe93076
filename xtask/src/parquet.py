"""Runs a suite and compares rows.parquet with rows.jsonl: parquet.py TAQUIN FOLDER"""

import json
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet

SUITE = """
format = 1
name = "table"
summary = "values of every kind, and none"
[limits]
nodes = "200"
[[instances]]
generate = "uniform"
size = "3x3"
count = 300
[[instances]]
name = "bad"
boards = ["1 2 3/4 5 6/8 7 0", "1 2/3 0"]
[[configurations]]
solver = "astar/manhattan"
[[configurations]]
solver = "bfs"
"""

# Above what a signed number holds.
SEED = "18446744073709550000"

taquin, folder = sys.argv[1], Path(sys.argv[2])
folder.mkdir(parents=True)
suite = folder / "suite.toml"
suite.write_text(SUITE)
out = folder / "out"
subprocess.run([taquin, "bench", "run", suite, "--out", out, "--seed", SEED, "--quiet"], check=True, stdout=subprocess.DEVNULL)
rows = [json.loads(line) for line in (out / "rows.jsonl").read_text().splitlines()]
table = pyarrow.parquet.read_table(out / "rows.parquet")
assert len(rows) == 604, len(rows)
assert table.column_names == list(rows[0]), table.column_names
read = table.to_pylist()
for line, (row, other) in enumerate(zip(rows, read, strict=True), 1):
    assert row == other, (line, [(name, row[name], other[name]) for name in row if row[name] != other[name]])
statuses = {row["status"] for row in rows}
assert {"optimal", "limit", "unsolvable"} <= statuses, statuses
