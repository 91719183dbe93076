"""Checks taquin-mpi: the answer and the node counts of one process, whatever happens to the ranks.

usage: mpi.py MPIRUN TAQUIN_MPI TAQUIN FOLDER
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

# Number 88 of Korf's hundred: two seconds of search with these tables.
BOARD = "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4"
LENGTH = 65
ALGO = "pdb-ida:tables=4-4-4-3"
PART = "100000"

# Two "machines" with addresses of this test alone.
SPACES = [f"taquin-{os.getpid()}-{name}" for name in "ab"]
NETWORK = "10.213.77"

# Boards of 3x3 with lengths of shortest solutions; the last two are the farthest there are, 31 moves (Reinefeld 1993).
STREAM = {"1 2 3/4 5 6/7 8 0": 0, "1 2 3/4 5 6/7 0 8": 1, "8 6 7/2 5 4/3 0 1": 31, "6 4 7/8 5 0/3 2 1": 31}

SUITE = """format = 1
name = "tiny"
summary = "for the check of taquin-mpi"
seed = 3
[limits]
time = "20s"
[[instances]]
name = "random"
generate = "uniform"
size = "3x3"
count = 12
[[configurations]]
solver = "astar/manhattan"
"""

# No run takes a tenth of this.
TIMEOUT = 100


def main() -> None:
    mpirun, taquin_mpi, taquin, folder = sys.argv[1:]
    run = Run(mpirun, taquin_mpi, taquin, Path(folder))
    checks: list[Callable[[], str]] = [
        run.one_process,
        run.one_process_in_parts,
        *(lambda ranks=ranks: run.ranks(ranks) for ranks in (1, 2, 3, 4)),
        run.threads,
        run.lost_worker,
        run.lost_leader,
        run.boards,
        run.suite,
        run.refused,
        run.namespaces,
    ]
    try:
        for check in checks:
            began = time.monotonic()
            said = check()
            print(f"mpi: {said} ({time.monotonic() - began:.1f} s)", flush=True)
    finally:
        shutil.rmtree(run.folder, ignore_errors=True)


class Run:
    def __init__(self, mpirun: str, taquin_mpi: str, taquin: str, folder: Path) -> None:
        self.mpirun, self.taquin_mpi, self.taquin = mpirun, taquin_mpi, taquin
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(dir=folder)).resolve()
        self.environment = dict(
            os.environ,
            XDG_CACHE_HOME=str(folder.resolve() / "cache"),
            OMPI_ALLOW_RUN_AS_ROOT="1",
            OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
            PRTE_ALLOW_RUN_AS_ROOT="1",
            PRTE_ALLOW_RUN_AS_ROOT_CONFIRM="1",
        )

    # One process.

    def solve(self, *options: str) -> dict:
        command = [self.taquin, "solve", "--algo", ALGO, "--goal", "blank-first", "--format", "json", *options, BOARD]
        output = subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True)
        return json.loads(output.stdout)

    def one_process(self) -> str:
        answer = self.solve()
        assert answer["proven"] and answer["length"] == LENGTH, answer
        self.moves = answer["moves"]
        self.expanded = answer["stats"]["expanded"]
        return f"one process: {LENGTH} moves, {self.expanded} expanded"

    def one_process_in_parts(self) -> str:
        parts = self.folder / "parts"
        answer = self.solve("--parts", str(parts), "--part-nodes", PART)
        assert answer["moves"] == self.moves, answer
        self.thresholds = thresholds(parts)
        total = sum(expanded for expanded, _ in self.thresholds.values())
        assert total == self.expanded, (total, self.expanded)
        return f"one process in {len(rows(parts))} parts: the same"

    # Ranks.

    def command(self, ranks: int, *arguments: str, options: list[str] | None = None) -> list[str]:
        how = ["--with-ft", "ulfm", "--map-by", ":OVERSUBSCRIBE", *(options or [])]
        return [self.mpirun, *how, "-n", str(ranks), self.taquin_mpi, *arguments]

    def proof(self, ranks: int, parts: Path, *more: str, options: list[str] | None = None) -> list[str]:
        search = ["--algo", ALGO, "--goal", "blank-first", "--part-nodes", PART, "--parts", str(parts)]
        return self.command(ranks, "solve", *search, "--progress", "500ms", "--ranks", *more, BOARD, options=options)

    def start(self, command: list[str]) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True
        )

    def finish(self, process: subprocess.Popen[str], parts: Path, kept: list[list[str]] | None = None) -> str:
        """The moves of one process, its counts for each threshold, and no node searched twice."""
        output, errors = communicate(process)
        assert self.moves in output.splitlines(), (output, errors)
        assert thresholds(parts) == self.thresholds, (thresholds(parts), self.thresholds, errors)
        spans = [(row[3], row[12].split("..")[0]) for row in rows(parts) if row[4] == "span"]
        assert len(spans) == len(set(spans)), "a part was searched twice"
        assert rows(parts)[: len(kept or [])] == (kept or []), "rows were lost"
        return errors

    def ranks(self, ranks: int) -> str:
        parts = self.folder / f"ranks-{ranks}"
        errors = self.finish(self.start(self.proof(ranks, parts)), parts)
        assert f"{ranks} of {ranks} ranks" in errors, errors
        assert all(f"  rank {rank} on " in errors for rank in range(ranks)), errors
        assert "% of threshold" in errors and "nodes/s" in errors, errors
        return f"{ranks} ranks, {len(rows(parts))} parts: the same"

    def threads(self) -> str:
        parts = self.folder / "threads"
        self.finish(self.start(self.proof(2, parts, "--threads", "2")), parts)
        return "two ranks of two threads: the same"

    # Losses.

    def await_half(self, process: subprocess.Popen[str], parts: Path) -> None:
        deadline = time.monotonic() + TIMEOUT
        while searched(parts) < self.expanded // 2:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.005)

    def lost_worker(self) -> str:
        parts = self.folder / "lost-worker"
        process = self.start(self.proof(3, parts))
        self.await_half(process, parts)
        os.kill(self.process_of(process.pid, 1), signal.SIGKILL)
        errors = self.finish(process, parts)
        assert "rank 1 is lost" in errors and "2 of 3 ranks" in errors, errors
        return "a worker killed at half-time: the others went on, the same"

    def lost_leader(self) -> str:
        parts = self.folder / "lost-leader"
        process = self.start(self.proof(2, parts))
        self.await_half(process, parts)
        os.kill(self.process_of(process.pid, 0), signal.SIGKILL)
        communicate(process)
        kept = rows(parts)
        assert not any(row[4] == "solved" for row in kept), "it was too late"
        self.finish(self.start(self.proof(2, parts)), parts, kept)
        return f"rank 0 killed after {len(kept)} parts: the same command went on, the same"

    def process_of(self, mpirun: int, rank: int) -> int:
        """The process of a rank."""
        for status in Path("/proc").glob("[0-9]*/environ"):
            try:
                variables = status.read_bytes().split(b"\0")
                name = Path(os.readlink(status.parent / "exe")).name
            except OSError:
                continue
            process = int(status.parent.name)
            if name == "taquin-mpi" and f"PMIX_RANK={rank}".encode() in variables and is_below(process, mpirun):
                return process
        raise AssertionError(f"no process of rank {rank}")

    # Streams and suites.

    def boards(self) -> str:
        boards = [board for board in STREAM for _ in range(50)]
        text = "".join(f"{board}\n" for board in boards)
        file = self.folder / "boards.txt"
        file.write_text(text)
        ways: list[tuple[list[str], str | None]] = [(["--input", str(file)], None), ([], text + ".\n")]
        for arguments, given in ways:
            command = self.command(3, "boards", "--progress", "0s", "--chunk", "7", "--goal", "blank-last", *arguments)
            process = subprocess.Popen(
                command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            assert process.stdin
            if given:
                process.stdin.write(given)
                process.stdin.flush()
            # Open MPI 5.0.11 does not pass the end of stdin on, so it stays open here.
            deadline = time.monotonic() + TIMEOUT
            while process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.02)
            process.kill()
            moves = process.stdout.read().split("\n") if process.stdout else []
            lengths = [len_of(line) for line in moves[:-1]]
            assert lengths == [STREAM[board] for board in boards], (arguments, lengths)
        return f"a stream of {len(boards)} boards from a file and from stdin"

    def suite(self) -> str:
        suite, out = self.folder / "suite.toml", self.folder / "suite"
        suite.write_text(SUITE)
        how = ["--taquin", self.taquin, "--out", str(out), "--shards", "3", str(suite)]
        output, errors = communicate(self.start(self.command(2, "suite", *how)))
        lines = (out / "all" / "rows.jsonl").read_text().splitlines()
        ids = {json.loads(line)["run_id"] for line in lines}
        assert len(ids) == 12 == len(lines), (len(lines), output, errors)
        return "a suite in three shards, merged: 12 rows"

    def refused(self) -> str:
        """An error of rank 0 ends the others too."""
        process = self.start(self.command(2, "solve", "--parts", str(self.folder / "agents"), "1 2 3/4 5 6/8 7 0"))
        _, errors = communicate(process)
        assert "rank 0: " in errors and process.returncode != 0, (process.returncode, errors)
        return "an unsolvable board is refused and all ranks end"

    # Machines.

    def namespaces(self) -> str:
        """Two network namespaces as two machines; one of them dies at half-time."""
        if os.geteuid() != 0 or not shutil.which("ip"):
            return "no network namespaces without root and `ip`; not tried"
        try:
            if not make_namespaces():
                return "network namespaces cannot be made here; not tried"
            return self.in_namespaces()
        finally:
            for space in SPACES:
                kill_all_in(space)
                subprocess.run(["ip", "netns", "delete", space], capture_output=True)

    def in_namespaces(self) -> str:
        agent = self.folder / "agent"
        # mpirun starts its daemon on another machine with `ssh HOST COMMAND`.
        agent.write_text(
            "#!/bin/sh\n"
            'while [ "${1#-}" != "$1" ]; do shift; done\n'
            f'case "$1" in {NETWORK}.1) space={SPACES[0]};; *) space={SPACES[1]};; esac\n'
            "shift\n"
            'exec ip netns exec "$space" sh -c "$*"\n'
        )
        agent.chmod(0o755)
        options = [
            "--host", f"{NETWORK}.1:2,{NETWORK}.2:2",
            "--prtemca", "plm_ssh_agent", str(agent),
            "--prtemca", "prte_if_include", f"{NETWORK}.0/24",
            "--mca", "btl_tcp_if_include", f"{NETWORK}.0/24",
            "--mca", "btl", "tcp,self", "--mca", "pml", "ob1",
        ]  # fmt: skip
        inside = ["ip", "netns", "exec", SPACES[0]]
        parts = self.folder / "namespaces"
        self.finish(self.start(inside + self.proof(4, parts, options=options)), parts)
        parts = self.folder / "lost-namespace"
        process = self.start(inside + self.proof(4, parts, options=options))
        self.await_half(process, parts)
        kill_all_in(SPACES[1])
        communicate(process)
        kept = rows(parts)
        assert not any(row[4] == "solved" for row in kept), "it was too late"
        self.finish(self.start(inside + self.proof(4, parts, options=options)), parts, kept)
        return f"two namespaces, then one killed after {len(kept)} parts and the command repeated: the same"


def communicate(process: subprocess.Popen[str]) -> tuple[str, str]:
    try:
        return process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        process.terminate()
        raise AssertionError(process.communicate()) from None


def make_namespaces() -> bool:
    a, b = SPACES
    commands = [
        f"ip netns add {a}",
        f"ip netns add {b}",
        f"ip link add tqtesta netns {a} type veth peer name tqtestb netns {b}",
        f"ip -n {a} addr add {NETWORK}.1/24 dev tqtesta",
        f"ip -n {b} addr add {NETWORK}.2/24 dev tqtestb",
        f"ip -n {a} link set tqtesta up",
        f"ip -n {b} link set tqtestb up",
        f"ip -n {a} link set lo up",
        f"ip -n {b} link set lo up",
    ]
    return all(subprocess.run(command.split(), capture_output=True).returncode == 0 for command in commands)


def kill_all_in(space: str) -> None:
    listed = subprocess.run(["ip", "netns", "pids", space], capture_output=True, text=True).stdout
    for process in listed.split():
        try:
            os.kill(int(process), signal.SIGKILL)
        except ProcessLookupError:
            pass


def is_below(process: int, ancestor: int) -> bool:
    while process > 1:
        if process == ancestor:
            return True
        try:
            process = int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            return False
    return False


def rows(parts: Path) -> list[list[str]]:
    """The rows of a journal, but for a last line that is being written."""
    found = []
    for file in sorted(parts.glob("*.tsv")):
        text = file.read_text()
        lines = text[: text.rfind("\n") + 1].splitlines()
        found += [line.split("\t") for line in lines[1:]]
    return found


def searched(parts: Path) -> int:
    """Nodes of the parts so far."""
    return sum(int(row[9]) for row in rows(parts) if row[4] == "span")


def thresholds(parts: Path) -> dict[int, tuple[int, int]]:
    """Expanded and generated nodes of each threshold, by the rows that end them."""
    ends = [row for row in rows(parts) if row[4] in ("exhausted", "solved")]
    return {int(row[3]): (int(row[9]), int(row[10])) for row in ends}


def len_of(moves: str) -> int:
    """The number of moves in a text like R2DL."""
    digits = "".join(character if character.isdigit() else f" {character} " for character in moves).split()
    return sum(int(digits[i + 1]) if i + 1 < len(digits) and digits[i + 1].isdigit() else 1
               for i, word in enumerate(digits) if not word.isdigit())  # fmt: skip


main()
