"""Uses the service through the client that openapi-python-client generates from its description."""

import importlib
import pkgutil
import sys
import time

import taquin_client
from taquin_client import Client, models
from taquin_client.api.boards import list_datasets
from taquin_client.api.jobs import create_job, get_job
from taquin_client.api.positions import check_board
from taquin_client.api.service import get_health
from taquin_client.api.solving import get_hint, solve_board

BOARD = "8 1 3/4 0 2/7 6 5"


def main(address: str) -> None:
    for module in pkgutil.walk_packages(taquin_client.__path__, "taquin_client."):
        importlib.import_module(module.name)
    client = Client(base_url=address)

    health = get_health.sync(client=client)
    assert isinstance(health, models.Health) and health.status == "ok"

    limits = models.LimitMembers(time_ms=1000)
    solved = solve_board.sync(client=client, body=models.SolveRequest(board=BOARD, limits=limits))
    assert isinstance(solved, models.Solve)
    assert (solved.length, solved.proven) == (14, True)

    hint = get_hint.sync(client=client, body=models.HintRequest(board=BOARD))
    assert isinstance(hint, models.Hint) and hint.distance == 14

    checked = check_board.sync(client=client, body=models.CheckRequest(board="1 2 3/4 5 6/8 7 0"))
    assert isinstance(checked, models.Check) and not checked.solvable

    refused = solve_board.sync(client=client, body=models.SolveRequest(board="1 2 3/4 5 6/8 7 0"))
    assert isinstance(refused, models.Problem) and refused.type_ == "/problems/unsolvable"

    asked = models.SolveJobRequest(kind=models.SolveJobRequestKind.SOLVE, board=BOARD)
    job = create_job.sync(client=client, body=asked, idempotency_key="python")
    assert isinstance(job, models.Job)
    again = create_job.sync(client=client, body=asked, idempotency_key="python")
    assert isinstance(again, models.Job) and again.id == job.id
    while job.state in (models.JobState.QUEUED, models.JobState.RUNNING):
        time.sleep(0.02)
        job = get_job.sync(job.id, client=client)
        assert isinstance(job, models.Job)
    assert job.state == models.JobState.DONE
    assert isinstance(job.result, models.Solve) and job.result.length == 14

    sets = list_datasets.sync(client=client)
    assert isinstance(sets, models.Datasets) and len(sets.datasets) > 5


main(sys.argv[1])
