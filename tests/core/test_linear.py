"""The linear agent, its weights, and the fit; the agent that looks at what it does for the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from carc_gold_env.game import CarcassonneGold
from tabletop_envs import games
from tabletop_envs.agents import GreedyAgent, Judge, LinearAgent, RivalAgent, fitting, make_agent
from tabletop_envs.agents.weights import Weights, read_weights
from tabletop_envs.batch import Batch
from tabletop_envs.rng import mix
from tests.games.auction import Auction
from tt_env.game import TinyTowns

GAME = CarcassonneGold()
GOOD = {"game": GAME.name, "options": {}, "weights": {"prior": 1.0}}


def midgame(n: int, steps: int, **options: Any) -> Batch:
    batch = Batch(CarcassonneGold(**options), n)
    batch.reset(3)
    batch.rollout(steps)
    return batch


def test_takes_the_candidate_that_weighs_most() -> None:
    batch, rows = midgame(20, 40), np.arange(0, 20, 2)
    found = batch.candidates(rows)
    for name, column in (("prior", -1), ("score", 28), ("lead_expected", 27)):
        vector = np.zeros(found.features.shape[2])
        vector[column] = 1.0
        actions = LinearAgent(Weights(GAME.name, {}, {name: 1.0})).choose(batch, rows)
        for j in range(len(rows)):
            values = found.features[j, found.mask[j] == 1] @ vector
            assert actions[j] == found.actions[j, values.argmax()]
    assert (batch.action_mask[rows, make_agent("linear").choose(batch, rows)] == 1).all()


def test_shipped_weights_fit_their_games() -> None:
    shipped = [game for game in map(games.find, games.names()) if game.linear_weights is not None]
    assert {CarcassonneGold, TinyTowns} <= set(shipped)
    for game in shipped:
        assert LinearAgent().vector(game()).any()


def test_a_game_without_weights() -> None:
    with pytest.raises(ValueError, match="auction_v0 comes with no weights for the agent 'linear'"):
        LinearAgent().vector(Auction())


def test_weights_of_another_game_or_feature() -> None:
    weights = Weights(TinyTowns().name, {}, {"prior": 1.0})
    with pytest.raises(ValueError, match="weights of 'tiny_towns_v0' do not fit carcassonne_gold_v0"):
        LinearAgent(weights).vector(GAME)
    unknown = Weights(GAME.name, {}, {"prior": 1.0, "lead_luck": 1.0})
    with pytest.raises(ValueError, match="carcassonne_gold_v0 has no candidate feature 'lead_luck'; it has lead_score"):
        LinearAgent(unknown).vector(GAME)


def test_weights_read_back(tmp_path: Path) -> None:
    weights = Weights(GAME.name, GAME.options(), {"prior": 1.0, "lead_farm": -0.25}, {"games": 9, "seed": 4})
    (tmp_path / "a.json").write_text(weights.text())
    assert read_weights(tmp_path / "a.json") == weights
    assert repr(make_agent(str(tmp_path / "a.json"))) == f"LinearAgent({weights!r})"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "Expecting value"),
        ("[" * 100_000, "damaged"),
        ("[]", "expected an object with game, options and weights"),
        (json.dumps({**GOOD, "game": 3}), "game: expected"),
        (json.dumps({**GOOD, "options": []}), "options: expected"),
        (json.dumps({**GOOD, "weights": {}}), "weights: expected"),
        (json.dumps({**GOOD, "weights": {"prior": "1"}}), "'prior': '1' is not a number below 1e9"),
        (json.dumps({**GOOD, "weights": {"prior": float("nan")}}), "'prior': nan is not a number below 1e9"),
        (json.dumps({**GOOD, "weights": {"prior": 10**400}}), "below 1e9"),
        (json.dumps({**GOOD, "weights": {"prior": True}}), "'prior': True is not a number below 1e9"),
        (json.dumps(GOOD)[:-5], "damaged"),
        (" " * 1_000_001, "too large"),
        ("\ud800", "damaged"),
    ],
    ids=range(13),
)
def test_damaged_files(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_text(content, encoding="utf-8", errors="surrogatepass")
    with pytest.raises(ValueError, match=message) as caught:
        make_agent(str(path))
    assert "w.json" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_files(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path / "a\0.json", tmp_path / "folder.json"):
        if path.name == "folder.json":
            path.mkdir()
        with pytest.raises(ValueError, match="cannot be read"):
            make_agent(str(path))


def test_the_same_fit_gives_the_same_weights() -> None:
    told: list[int] = []
    first, again = fitting.fit_linear(GAME, 7, 1, told.append), fitting.fit_linear(GAME, 7, 1)
    assert first == again
    assert sum(told) == 7
    assert first.made_by == {"games": 7, "seed": 1}
    assert first.options == GAME.options()
    assert fitting.fit_linear(GAME, 7, 2) != first
    assert LinearAgent(first).vector(GAME).any()


def test_a_strong_ridge_keeps_the_weights_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "RIDGE", 1e12)
    fitted = fitting.fit_linear(CarcassonneGold(num_players=3), 3, 0).weights
    assert {name: weight for name, weight in fitted.items() if weight} == GAME.prior_weights


def test_sums_are_those_of_the_games_played_one_by_one() -> None:
    """Second moments, and products with the margins, from the decisions written down one by one."""
    columns = np.arange(28)
    weights = np.zeros(28)
    weights[27] = 1.0
    square, product = fitting._self_play(CarcassonneGold(num_players=3), 4, columns, weights, [5])
    chance = np.random.default_rng([5])
    batch = Batch(CarcassonneGold(num_players=3), 4)
    batch.reset(int(chance.integers(2**31)))
    told: list[tuple[int, int, Any]] = []
    while (live := np.flatnonzero(batch.agent >= 0)).size:
        found = batch.candidates(live)
        noise = chance.gumbel(size=found.mask.shape)
        for j, row in enumerate(live):
            count = int(found.mask[j].sum())
            k = int((found.features[j, :count, 27] + noise[j, :count]).argmax())
            told.append((int(row), int(batch.agent[row]), found.features[j, k, :28].astype(float)))
            batch.advance(np.array([row]), found.actions[j, [k]])
    margin = [[own - (scores.sum() - own) / 2 for own in scores] for scores in batch.scores.astype(float)]
    np.testing.assert_allclose(square, sum(np.outer(x, x) for _, _, x in told), rtol=1e-9)
    np.testing.assert_allclose(product, sum(margin[row][player] * x for row, player, x in told), rtol=1e-9, atol=1e-6)


def test_what_cannot_be_fitted() -> None:
    with pytest.raises(NotImplementedError, match="auction_v0 declares no candidates"):
        fitting.fit_linear(Auction(), 10, 0)
    with pytest.raises(ValueError, match="at least two players"):
        fitting.fit_linear(TinyTowns(num_players=1), 10, 0)
    with pytest.raises(ValueError, match="2 games are too few"):
        fitting.fit_linear(GAME, 2, 0)


@pytest.mark.parametrize(("agent", "name"), [(RivalAgent(), "prior"), (LinearAgent(), None)], ids=["rival", "linear"])
def test_judges_value_a_decision_by_its_best_candidate(agent: Judge, name: str | None) -> None:
    batch = midgame(5, 40)
    found = batch.candidates()
    vector = LinearAgent(None if name is None else Weights(GAME.name, {}, {name: 1.0})).vector(GAME)
    worth, value = agent.judge(GAME, found)
    assert isinstance(agent, Judge)
    expected = np.where(found.mask == 1, found.features @ vector, -np.inf)
    np.testing.assert_allclose(np.where(found.mask == 1, worth, -np.inf), expected)
    np.testing.assert_allclose(value, expected.max(axis=1))


@pytest.mark.parametrize("players", [2, 4])
def test_rival_takes_the_greatest_lead(players: int) -> None:
    batch, rows = midgame(6, 50, num_players=players), np.arange(6)
    dice, kernels, trial = batch.streams["dice"].copy(), batch.kernels, Batch(batch.game, 1, auto_play_forced=False)
    chosen = RivalAgent().choose(batch, rows)
    for row in rows:
        player, worlds = int(batch.agent[row]), batch.games[[row]].copy()
        kernels.resample_hidden(batch.game.tables, worlds, 0, player, mix(dice[row, 0]))
        leads = {}
        for action in np.flatnonzero(batch.action_mask[row]):
            trial.reset(0)
            trial.games[:] = worlds
            trial.refresh(np.array([0]))
            trial.advance(np.array([0]), [action])
            while trial.agent[0] == player and trial.games[0]["phase"] in (1, 2, 3):
                trial.advance(np.array([0]), [int(trial.action_mask[0].argmax())])
            values = [kernels.heuristic_value(batch.game.tables, trial.games, 0, k) for k in range(players)]
            leads[int(action)] = values.pop(player) - max(values)
        assert leads[int(chosen[row])] == max(leads.values())


def test_rival_alone_is_greedy() -> None:
    batch = Batch(TinyTowns(num_players=1), 8)
    batch.reset(1)
    batch.rollout(12)
    rows = np.arange(8)
    other = Batch(TinyTowns(num_players=1), 8)
    other.reset(1)
    other.load(batch.save())
    assert (RivalAgent().choose(batch, rows) == GreedyAgent().choose(other, rows)).all()
