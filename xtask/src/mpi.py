"""Checks taquin-mpi: the answer and the node counts of one process, whatever happens to the ranks.

usage: mpi.py MPIRUN TAQUIN_MPI TAQUIN FOLDER
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Number 60 of Korf's hundred.
BOARD = "11 14 13 1/2 3 12 4/15 7 9 5/10 6 8 0"
ALGO = "pdb-ida:tables=4-4-4-3"
PART = "100000"

# Two "machines" with addresses of this test alone.
SPACES = ["taquin-test-a", "taquin-test-b"]
NETWORK = "10.213.77"


def main() -> None:
    mpirun, taquin_mpi, taquin, folder = sys.argv[1:]
    run = Run(mpirun, taquin_mpi, taquin, Path(folder))
    run.plain()
    run.ranks(1)
    run.ranks(2)
    run.ranks(3)
    run.lost_worker()
    run.lost_leader()
    run.boards()
    run.spaces()
    print("mpi: all as with one process")


class Run:
    def __init__(self, mpirun: str, taquin_mpi: str, taquin: str, folder: Path) -> None:
        self.mpirun, self.taquin_mpi, self.taquin = mpirun, taquin_mpi, taquin
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(dir=folder))
        self.environment = dict(
            os.environ,
            XDG_CACHE_HOME=str(folder.resolve() / "cache"),
            OMPI_ALLOW_RUN_AS_ROOT="1",
            OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
            PRTE_ALLOW_RUN_AS_ROOT="1",
            PRTE_ALLOW_RUN_AS_ROOT_CONFIRM="1",
        )

    def plain(self) -> None:
        """One process without parts: what all others are compared with."""
        command = [self.taquin, "solve", "--algo", ALGO, "--goal", "blank-first", "--format", "json", BOARD]
        output = subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True)
        answer = json.loads(output.stdout)
        assert answer["proven"], answer
        self.moves = answer["moves"]
        self.expanded = answer["stats"]["expanded"]
        print(f"mpi: {answer['length']} moves, {self.expanded} expanded")

    def command(self, ranks: int, parts: Path, *options: str) -> list[str]:
        return [
            self.mpirun, "--with-ft", "ulfm", "--map-by", ":OVERSUBSCRIBE", *options, "-n", str(ranks),
            self.taquin_mpi, "solve", "--algo", ALGO, "--goal", "blank-first", "--progress", "0s",
            "--part-nodes", PART, "--parts", str(parts), BOARD,
        ]  # fmt: skip

    def start(self, command: list[str]) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True
        )

    def check(self, what: str, output: str, errors: str, parts: Path) -> None:
        """The moves of one process, and rows that add up to its nodes."""
        lines = [line for line in output.splitlines() if line.strip()]
        assert self.moves in lines, (what, output, errors)
        assert nodes(parts) == self.expanded, (what, nodes(parts), self.expanded)

    def ranks(self, ranks: int) -> None:
        parts = self.folder / f"ranks-{ranks}"
        process = self.start(self.command(ranks, parts))
        output, errors = process.communicate(timeout=120)
        self.check(f"{ranks} ranks", output, errors, parts)
        self.rows = len(rows(parts))
        print(f"mpi: {ranks} ranks, {self.rows} rows")

    def half(self, process: subprocess.Popen[str], parts: Path) -> None:
        """Waits until half of the rows are there."""
        deadline = time.monotonic() + 100
        while len(rows(parts)) < self.rows // 2:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.005)

    def lost_worker(self) -> None:
        parts = self.folder / "lost-worker"
        process = self.start(self.command(3, parts))
        self.half(process, parts)
        os.kill(self.process_of(process.pid, 1), signal.SIGKILL)
        output, errors = process.communicate(timeout=120)
        assert "rank 1 is lost" in errors, errors
        self.check("a lost worker", output, errors, parts)
        assert no_span_twice(parts)
        print("mpi: a worker was killed, and the others went on")

    def lost_leader(self) -> None:
        parts = self.folder / "lost-leader"
        process = self.start(self.command(2, parts))
        self.half(process, parts)
        os.kill(self.process_of(process.pid, 0), signal.SIGKILL)
        process.communicate(timeout=120)
        before = rows(parts)
        process = self.start(self.command(2, parts))
        output, errors = process.communicate(timeout=120)
        self.check("a lost leader", output, errors, parts)
        assert rows(parts)[: len(before)] == before
        assert no_span_twice(parts), "what was done is not searched again"
        print(f"mpi: rank 0 was killed after {len(before)} rows, and the same command went on from there")

    def boards(self) -> None:
        generate = [self.taquin, "generate", "3x3", "--seed", "1", "-n", "500"]
        boards = subprocess.run(generate, env=self.environment, check=True, capture_output=True, text=True).stdout
        solve = [self.taquin, "solve", "--quiet", "--algo", "pdb-ida"]
        expected = subprocess.run(
            solve, env=self.environment, input=boards, check=True, capture_output=True, text=True
        ).stdout
        command = [self.mpirun, "--map-by", ":OVERSUBSCRIBE", "-n", "2", self.taquin_mpi, "boards", "--chunk", "20"]
        output = subprocess.run(
            [*command, "--progress", "0s"], env=self.environment, input=boards, check=True, capture_output=True, text=True
        ).stdout
        assert output == expected
        print("mpi: a stream of 500 boards")

    def process_of(self, mpirun: int, rank: int) -> int:
        """The process of a rank."""
        for status in Path("/proc").glob("[0-9]*/environ"):
            try:
                variables = status.read_bytes().split(b"\0")
                name = Path(os.readlink(status.parent / "exe")).name
                parent = int((status.parent / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, ValueError):
                continue
            if name == "taquin-mpi" and f"PMIX_RANK={rank}".encode() in variables and is_below(parent, mpirun):
                return int(status.parent.name)
        raise AssertionError(f"no process of rank {rank}")

    def spaces(self) -> None:
        """Two network namespaces as two machines; one of them dies at half-time."""
        if os.geteuid() != 0 or subprocess.run(["ip", "netns"], capture_output=True).returncode != 0:
            print("mpi: no network namespaces here; not tried")
            return
        try:
            if not make_spaces():
                print("mpi: network namespaces cannot be made here; not tried")
                return
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
            parts = self.folder / "spaces"
            process = self.start(inside + self.command(4, parts, *options))
            output, errors = process.communicate(timeout=120)
            self.check("two namespaces", output, errors, parts)
            print("mpi: two network namespaces, four ranks")
            parts = self.folder / "lost-space"
            process = self.start(inside + self.command(4, parts, *options))
            self.half(process, parts)
            kill_space(SPACES[1])
            process.communicate(timeout=120)
            before = len(rows(parts))
            process = self.start(inside + self.command(4, parts, *options))
            output, errors = process.communicate(timeout=120)
            self.check("a lost machine", output, errors, parts)
            assert no_span_twice(parts)
            print(f"mpi: a namespace with all its processes was killed; the same command went on after {before} rows")
        finally:
            for space in SPACES:
                kill_space(space)
                subprocess.run(["ip", "netns", "delete", space], capture_output=True)


def make_spaces() -> bool:
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


def kill_space(space: str) -> None:
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
    file = parts / "rows-mpi.tsv"
    text = file.read_text() if file.exists() else ""
    lines = text[: text.rfind("\n") + 1].splitlines()
    return [line.split("\t") for line in lines[1:]]


def nodes(parts: Path) -> int:
    """The nodes of all thresholds, by the rows that end them."""
    return sum(int(row[9]) for row in rows(parts) if row[4] in ("exhausted", "solved"))


def no_span_twice(parts: Path) -> bool:
    spans = [(row[3], row[12].split("..")[0]) for row in rows(parts) if row[4] == "span"]
    return len(spans) == len(set(spans))


main()
