from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tabletop_envs.agents import RandomAgent
from tabletop_envs.learning.evaluate import compare, evaluate, play
from tabletop_envs.learning.failures import UserError
from tests.games.auction import Auction


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("agent", ["random", "greedy"])
@pytest.mark.parametrize(("game", "games"), [("auction", 120), ("tiny-towns", 12), ("carcassonne", 12)])
def test_an_agent_against_itself_wins_exactly_its_share(game: str, games: int, agent: str, players: int) -> None:
    result = compare(agent, agent, game, games=games, players=players)
    assert result.win_rate == pytest.approx(1 / players, abs=1e-12)
    assert result.score == pytest.approx(result.opponents_score, abs=1e-12)
    if players == 2:
        assert (result.margin, result.margin_error) == (0.0, 0.0)


@pytest.mark.parametrize("sample", [False, True])
def test_a_model_against_itself_wins_exactly_half(run_folder: Path, sample: bool) -> None:
    result = compare(str(run_folder), str(run_folder), "auction", games=100, sample=sample)
    assert (result.win_rate, result.margin) == (0.5, 0.0)


def test_every_deal_is_played_from_every_player() -> None:
    deals: list[list[list[int]]] = []

    class Watcher(RandomAgent):
        def choose(self, batch, rows):  # type: ignore[no-untyped-def]
            if not batch.games["spent"].any():  # nobody has done anything yet
                deals.append(batch.games["prizes"].tolist())
            return super().choose(batch, rows)

    evaluate(Auction(num_players=3), lambda _: Watcher(), lambda _: Watcher(), games=60, seed=1)
    assert len(deals) == 3
    assert len(deals[0]) == 20
    assert deals[0] == deals[1] == deals[2]


def test_the_result_is_that_of_the_games() -> None:
    game = Auction(num_players=2)
    agents = [RandomAgent(), RandomAgent()]
    scores, winners = play(game, agents, 50, seed=3)
    assert scores.shape == winners.shape == (50, 2)
    assert np.array_equal(winners, scores == scores.max(axis=1, keepdims=True))
    assert scores.sum() > 0
    result = evaluate(game, lambda _: RandomAgent(), lambda _: RandomAgent(), games=100, seed=3)
    assert result.games == 100
    assert result.deals == 50
    assert result.score == pytest.approx(scores.mean())
    assert result.win_low < result.win_rate < result.win_high


def test_evaluations_repeat_by_seed_and_do_not_depend_on_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    first = compare("greedy", "random", "auction", games=200, seed=7)
    assert compare("greedy", "random", "auction", games=200, seed=7) == first
    assert compare("greedy", "random", "auction", games=200, seed=8) != first
    assert first.win_rate > 0.55
    assert first.margin > 0


@pytest.mark.parametrize("game", ["tiny-towns", "carcassonne"])
def test_greedy_beats_random_and_the_report_says_by_how_many_points(game: str) -> None:
    result = compare("greedy", "random", game, games=20, seed=3)
    assert result.win_rate > 0.9
    assert result.margin > 20 > result.margin_error > 0
    text = result.text()
    assert f"margin   {result.margin:+.2f} +- {result.margin_error:.2f}" in text
    assert f"(opponents {result.opponents_score:.2f})" in text
    assert result.to_json()["game"] == result.game


def test_games_are_rounded_up_to_whole_rounds() -> None:
    assert compare("random", "random", "auction", games=100, players=3).games == 102


def test_many_games_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_envs.learning.evaluate.CHUNK", 16)
    result = compare("random", "random", "auction", games=80)
    assert (result.games, result.win_rate) == (80, 0.5)


def test_mixed_opponents_and_text() -> None:
    result = compare("greedy", "random:0.5,greedy:0.5", "auction", games=60, players=4)
    assert "greedy against random:0.5,greedy:0.5: 60 games, 15 deals from every player" in result.text()
    assert "95 % interval" in result.text()
    assert json.loads(json.dumps(result.to_json()))["players"] == 4


def test_options_of_the_model_are_taken(run_folder: Path) -> None:
    assert compare(str(run_folder / "model.zip"), "random", "auction", games=4).players == 2
    with pytest.raises(UserError, match="does not fit"):
        compare(str(run_folder), "random", "auction", games=4, players=3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "--games: 0 is out of range"),
        ({"seed": -1}, "--seed: -1 is out of range"),
        ({"players": 7}, "1 to 6 players, not 7"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"agent": "nobody"}, "no agent 'nobody'"),
        ({"opponents": "self"}, "no agent 'self'"),
    ],
)
def test_mistakes(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(UserError, match=message):
        compare(**{"agent": "random", "opponents": "random", "game": "auction", **arguments})  # type: ignore[arg-type]
