"""Ladders: frozen agents, entries that are replayed, and what is refused of them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from carc_gold_env.game import CarcassonneGold
from tabletop_envs.agents import RandomAgent
from tabletop_envs.cli import main
from tabletop_envs.game import Game
from tabletop_envs.history import History
from tabletop_envs.learning.tournament import ratings
from tabletop_envs.learning.tournament.ladder import differences
from tabletop_envs.learning.tournament.playing import play_chunk
from tabletop_envs.learning.tournament.ratings import Ratings
from tt_env.game import TinyTowns

LADDER = {
    "game": "auction",
    "options": {"num_players": 2},
    "seed": 3,
    "games": 40,
    "agents": {"random": "", "greedy": ""},
}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ratings, "DRAWS", 40)
    monkeypatch.chdir(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(["ladder", *arguments, *(["--processes", "1"] if arguments[0] in ("run", "enter", "check") else [])])
    told = capsys.readouterr()
    return status, told.out if status == 0 else told.err.strip()


@pytest.fixture
def ladder(capsys: pytest.CaptureFixture[str]) -> str:
    Path("a-2.json").write_text(json.dumps(LADDER))
    assert run(capsys, "run", "a-2.json")[0] == 0
    return "a-2.json"


def test_a_ladder_is_played_published_entered_and_checked(ladder: str, capsys: pytest.CaptureFixture[str]) -> None:
    frozen = json.loads(Path(ladder).read_text())
    assert frozen["environment"] == "auction_v0"
    assert all(len(digits) == 12 for digits in frozen["agents"].values())
    played = Path("results", ladder).read_bytes()
    assert run(capsys, "run", ladder)[0] == 0
    assert Path("results", ladder).read_bytes() == played

    assert run(capsys, "page", ladder, "--out", "page.md")[0] == 0
    page = Path("page.md").read_text()
    assert "## Auction, 2 players" in page
    assert f"`greedy` {frozen['agents']['greedy']}" in page

    status, text = run(capsys, "enter", ladder, "--agent", "rival", "--games", "10", "--out", "rival.json")
    assert (status, text) == (0, "20 games, 5 deals; rival.json is written\n")
    status, text = run(capsys, "verify", ladder, "rival.json")
    assert status == 0, text
    assert text.startswith("20 games are legal, of the ladder's deals, and end as they say\n")
    assert "rival stands at place" in text

    status, text = run(capsys, "check", ladder, "--games", "20")
    assert status == 0, text
    assert "greedy: 1000, now 1000; moved by 0" in text


@pytest.fixture
def entry(ladder: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run(capsys, "enter", ladder, "--agent", "rival", "--games", "4", "--out", "entry.json")[0] == 0
    found: dict[str, Any] = json.loads(Path("entry.json").read_text())
    return found


def exchange(entry: dict[str, Any]) -> None:
    """Plays the first deal on the cards of the second."""
    one, other = entry["games"][0], entry["games"][1]
    one["record"]["start"] = other["record"]["start"]


def other_move(entry: dict[str, Any]) -> None:
    """Another legal move of the ladder's greedy agent: its last two moves change places."""
    (game,) = (game for game in entry["games"] if (game["line_up"][0], game["turn"], game["deal"]) == ("greedy", 0, 0))
    moves = game["record"]["moves"]
    own = [k for k, move in enumerate(moves) if move.startswith("0 bid") and "great" not in move]
    first, last = own[0], own[-1]
    moves[first], moves[last] = moves[last], moves[first]


CHANGES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda entry: entry["games"].pop(), "is missing, 1 games in all"),
    (lambda entry: entry["games"].append(entry["games"][0]), "is there twice"),
    (lambda entry: entry["games"][0].update(deal=99), "games[0]: no game of this ladder"),
    (lambda entry: entry["games"][0].update(line_up=["rival", "rival"]), "games[0]: no game of this ladder"),
    (lambda entry: entry["games"][0]["record"]["moves"].pop(), "not over at the end of the record"),
    (lambda entry: entry["games"][0]["record"]["moves"].__setitem__(0, "0 bid 9"), "'bid 9' is not an action"),
    (lambda entry: entry.update(seed=4), "seed: 4; the ladder has 3"),
    (lambda entry: entry.update(agent="greedy"), "agent: 'greedy' is not a name of its own"),
    (lambda entry: entry.update(deals=1000), "deals: 1000 is out of range; allowed: 1 to 20"),
    (exchange, "start is not what the ladder's deal"),
    (other_move, "where its agent takes"),
    (lambda entry: entry.pop("games"), "is no entry to a ladder"),
]


@pytest.mark.parametrize(("change", "told"), CHANGES, ids=[told for _, told in CHANGES])
def test_an_entry_that_is_not_true_is_refused_in_one_line(
    change: Callable[[dict[str, Any]], object],
    told: str,
    ladder: str,
    entry: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    changed = copy.deepcopy(entry)
    change(changed)
    Path("changed.json").write_text(json.dumps(changed))
    status, text = run(capsys, "verify", ladder, "changed.json")
    assert status in (1, 2)
    assert told in text
    assert "\n" not in text


def test_an_agent_that_plays_otherwise_than_it_was_frozen_is_refused(
    ladder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    frozen = json.loads(Path(ladder).read_text())
    frozen["agents"]["greedy"] = "0" * 12
    Path(ladder).write_text(json.dumps(frozen))
    status, text = run(capsys, "run", ladder)
    assert status == 1
    assert "'greedy' no longer plays as it was frozen" in text
    assert run(capsys, "run", ladder, "--freeze")[0] == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[", "is not JSON"),
        ("[]", "is no ladder"),
        (
            '{"game": "auction", "options": {"num_players": 2}, "agents": {"random": "", "rival": ""}}',
            "anchor 'greedy'",
        ),
        ('{"game": "chess", "options": {"num_players": 2}, "agents": {"random": "", "greedy": ""}}', "unknown game"),
        ('{"game": "auction", "options": {}, "agents": {"random": "", "greedy": ""}}', "with num_players"),
        ('{"game": "auction", "options": {"num_players": 2}, "agents": {"greedy": ""}}', "1 given"),
    ],
)
def test_a_malformed_ladder_gets_one_line(text: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.json").write_text(text)
    status, line = run(capsys, "run", "bad.json")
    assert status == 2
    assert told in line
    assert "\n" not in line


def test_a_rating_leaves_its_interval_only_when_it_has_moved() -> None:
    chance = np.random.default_rng(0)

    def rated(at: float) -> Ratings:
        return Ratings(np.array([1000.0, at]), np.array([1000.0, at]) + chance.normal(size=(400, 2)) * [0, 20])

    for at, beyond in ((1130, False), (1300, True), (900, True)):
        moved, allowed = differences(rated(1100), rated(at))
        assert (abs(moved) > allowed).tolist() == [False, beyond]


@pytest.mark.parametrize("game", [TinyTowns(num_players=3, fortune=True), CarcassonneGold(num_players=2)], ids=str)
def test_records_are_read_back_as_they_were_written(game: Game) -> None:
    played = play_chunk(game, [RandomAgent()] * game.num_players, 3, 0, 1)
    history = History(played.starts)
    history.actions += played.steps[0]
    record = history.record(game)
    assert game.record(*game.read_record(record)) == record
    assert game.record(played.starts, game.read_record(record)[1]) == record
