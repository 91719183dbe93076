"""Tasks for language models."""

from __future__ import annotations

import pytest

import taquin
from taquin import Board, text

NEAR = "1 2 3/4 5 6/0 7 8"


def test_a_prompt_says_everything() -> None:
    prompt = text.prompt(NEAR)
    assert "3 rows and 3 columns" in prompt and "1 2 3\n4 5 6\n. 7 8" in prompt and "7 8 ." in prompt
    assert "<moves>" in prompt and "<move>" in text.prompt(NEAR, next_move=True)


@pytest.mark.parametrize(
    ("answer", "moves"),
    [
        ("<moves>LL</moves>", "LL"),
        ("<moves>U</moves> no, wait: <moves>left, Left</moves>", "LL"),
        ("<move> r </move>", "R"),
        ("<moves></moves>", ""),
        ("LL", None),
        ("<moves>I am not sure</moves>", None),
    ],
)
def test_moves_are_read_from_tags(answer: str, moves: str | None) -> None:
    assert text.read_moves(answer) == moves


def test_answers_are_judged_by_replaying_them() -> None:
    best = text.verify(NEAR, "<moves>LL</moves>")
    assert best.solved and best.is_optimal and best.reward == 1.0 and best.optimal == 2
    longer = text.verify(NEAR, "<moves>LRLL</moves>")
    assert longer.solved and not longer.is_optimal and longer.reward == 0.5
    halfway = text.verify(NEAR, "<moves>L</moves>")
    assert not halfway.solved and halfway.remaining == 1 and halfway.reward == 0.25
    illegal = text.verify(NEAR, "<moves>LU</moves>")
    assert not illegal.legal and illegal.remaining == 1 and illegal.reward == 0.0 and "cannot be made" in illegal.reason
    unreadable = text.verify(NEAR, "left twice")
    assert not unreadable.readable and unreadable.reward == 0.0
    away = text.verify(NEAR, "<moves>D</moves>")
    assert away.legal and away.reward == 0.0 and away.remaining == 3


def test_tasks_have_their_distance() -> None:
    for seed in range(5):
        task = text.task("3x3", distance=(8, 10), seed=seed)
        assert 8 <= task.optimal <= 10 and taquin.solve(task.board).length == task.optimal
        moves = taquin.solve(task.board).moves
        assert moves is not None
        letters = "".join(str(move) for move in taquin.answers._letters(moves))
        assert task.verify(f"<moves>{letters}</moves>").is_optimal
    assert text.distance("1 2 3/4 5 6/8 7 0") == -1


def test_an_episode_in_words() -> None:
    env = text.TextEnv("3x3", max_steps=3)
    with pytest.raises(RuntimeError):
        env.step("<move>L</move>")
    prompt, info = env.reset(options={"board": NEAR})
    assert info["distance"] == 2 and info["legal"] == Board(NEAR).moves() and ". 7 8" in prompt
    assert env.step("<move>R</move>")[1:4] == (-1.0, False, False)
    assert env.step("<move>L</move>")[1:4] == (1.0, False, False)
    assert env.step("<move>L</move>")[1:4] == (1.0, True, False)
    first, again = env.reset(seed=5)[0], env.reset(seed=5)[0]
    assert first == again
