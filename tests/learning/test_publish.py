"""Agents that come with a game: what is written, what plays, and what their cards say."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from carc_gold_env.game import CarcassonneGold
from tabletop_envs import games
from tabletop_envs.agents import PPOAgent, make_agent
from tabletop_envs.agents.files import shipped
from tabletop_envs.agents.model_file import Model, Origin, read_model
from tabletop_envs.archive import pack
from tabletop_envs.cli import main
from tabletop_envs.learning import cards, publish
from tabletop_envs.learning.evaluate import Evaluation
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.models import Network, arrays_of
from tabletop_envs.learning.options import TrainOptions
from tests.games.nim import Nim

GAME = CarcassonneGold()
DOCS = Path(__file__).resolve().parents[2] / "docs" / "agents"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of a run that nobody has trained."""
    options = TrainOptions(game="carcassonne", steps=900, seed=3, gamma=0.99, opponents="greedy")
    network = Network.made(GAME, options)
    torch.manual_seed(0)
    made = network.build()
    for weights in made.parameters():
        torch.nn.init.normal_(weights, std=0.1)
    texts = {
        "network.json": asdict(network),
        "options.json": asdict(options),
        "data": {"num_timesteps": 1024},
    }
    (tmp_path / "run").mkdir()
    arrays = {name: array.copy() for name, array in arrays_of(made.requires_grad_(False), "policy").items()}
    (tmp_path / "run" / "model.zip").write_bytes(pack(texts, arrays))
    (tmp_path / "run" / "time.json").write_text('{"cpu_minutes": 1.5}')
    return tmp_path / "run"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the agents that come with Carcassonne, empty; no games are played to find out what is the same."""
    monkeypatch.setattr(CarcassonneGold, "trained_agents", tmp_path / "agents")
    monkeypatch.setattr(publish, "agreement", lambda *_: 0.999)
    return tmp_path / "agents"


def result(**changes: Any) -> Evaluation:
    numbers = {"win_rate": 0.5, "win_low": 0.4, "win_high": 0.6, "win_rate_by_player": (0.5, 0.5), "score": 90.0}
    rest = {"score_error": 1.0, "opponents_score": 80.0, "margin": 10.0, "margin_error": 1.0}
    match = {"game": GAME.name, "players": 2, "agent": "ppo:duel", "opponents": "greedy", "games": 40, "deals": 20}
    return Evaluation(**{**match, "seed": 7, **numbers, **rest, **changes})


def test_a_published_agent_is_small_says_what_it_is_and_plays_by_its_name(run: Path, folder: Path) -> None:
    with pytest.raises(ValueError, match="comes with no agent 'duel'; allowed: a run's folder"):
        PPOAgent("duel").check(GAME)
    made = publish.publish(str(run), "duel")
    assert made.path == folder / "duel.zip"
    assert made.size < 100_000
    assert made.path.read_bytes() == publish.publish(str(run), "duel").path.read_bytes()
    about = read_model(made.path).about
    assert (about["steps"], about["seed"], about["cpu_minutes"], about["precision"]) == (1024, 3, 1.5, "float16")
    assert about["command"] == (
        "tabletop-envs train carcassonne --players 2 --steps 900 --seed 3 --opponents greedy --gamma 0.99"
    )
    assert list(shipped(CarcassonneGold)) == ["duel"]
    make_agent("ppo:duel").check(GAME)  # type: ignore[attr-defined]
    for stranger in (CarcassonneGold(num_players=3), CarcassonneGold(gold_mines=False)):
        with pytest.raises(ValueError, match=r"duel\.zip does not fit .*give the same game and options"):
            PPOAgent("duel").check(stranger)
    with pytest.raises(ValueError, match="comes with no agent 'nobody'; allowed: duel, a run's folder"):
        PPOAgent("nobody").check(GAME)
    exact, half = (read_model(path).arrays for path in (run / "model.zip", made.path))
    for name, array in exact.items():
        np.testing.assert_allclose(half[name], array, rtol=1e-3 if array.ndim == 2 else 0, atol=1e-7)


def test_where_half_the_precision_changes_play_it_is_not_taken(
    run: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish, "agreement", lambda *_: 0.99)
    publish.publish(str(run), "duel")
    exact, kept = (read_model(path) for path in (run / "model.zip", folder / "duel.zip"))
    assert kept.about["precision"] == "float32"
    assert all((kept.arrays[name] == array).all() for name, array in exact.arrays.items())


def test_agreement_is_over_decisions_that_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    network = Network(Nim.name, 2, "candidates", 15, 3, 15, (8,), "relu")
    torch.manual_seed(1)
    weights = {name: torch.randn(value.shape).numpy() for name, value in network.build().state_dict().items()}
    weights["net.scale"][:] = weights["net.within"][:] = weights["net.position_scale"][:] = 1
    model = Model(Path(), network, Origin("nim", 2, {}, "margin", "none"), {}, {}, weights)
    assert publish.agreement(model, model, Nim(), 100) == 1
    turned = {**weights, "net.beta": -weights["net.beta"], "net.linear.weight": -weights["net.linear.weight"]}
    assert publish.agreement(model, replace(model, arrays=turned), Nim(), 100) < 1


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        ("run", "Duel", "--name: 'Duel' is not a name; expected small letters"),
        ("run", "../duel", "is not a name"),
        ("nothing", "duel", "no model at nothing"),
        ("run/time.json", "duel", "is not a model"),
    ],
)
def test_what_cannot_be_published(
    source: str, name: str, message: str, run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(run.parent)
    assert main(["publish", source, "--name", name]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


def test_what_a_run_took_is_read_strictly(run: Path) -> None:
    (run / "time.json").write_text("[]")
    with pytest.raises(UserError, match=r'time\.json: expected {"cpu_minutes": NUMBER}'):
        publish.publish(str(run), "duel")
    (run / "time.json").unlink()
    assert "cpu_minutes" not in publish.publish(str(run), "duel").about


def test_commands_list_publish_and_describe(
    run: Path, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agents", "carcassonne"]) == 0
    assert capsys.readouterr().out.endswith(" comes with no trained agents\n")
    assert main(["publish", str(run), "--name", "duel"]) == 0
    assert "duel.zip: " in capsys.readouterr().out
    assert main(["agents", "carcassonne"]) == 0
    assert "ppo:duel " in (listed := capsys.readouterr().out)
    assert "carcassonne --players 2; 1,024 steps" in listed
    results = tmp_path / "results.json"
    results.write_text(json.dumps([result().to_json(), result(opponents="rival").to_json()]))
    command = ["card", "carcassonne", "duel", "--results", str(results), "--out", str(tmp_path / "card.md")]
    assert main(command) == 0
    text = (tmp_path / "card.md").read_text()
    assert text.startswith("# ppo:duel\n")
    assert cards.digest(folder / "duel.zip") in text
    assert "| `rival` | 40 | 50.0 % (40.0 to 60.0) | +10.00 +- 1.00 | 90.0 | 80.0 |" in text
    assert "--agent ppo:duel --games 40 --seed 7 --opponents greedy rival" in text
    for changes, message in (
        ([result(agent="greedy").to_json()], "the results are of greedy"),
        ([result(players=3).to_json()], "with 3 players; expected those of ppo:duel"),
        ([{}], "a result lacks agent, deals"),
        ([], "expected a list of results"),
    ):
        results.write_text(json.dumps(changes))
        assert main(command) == 2
        assert message in capsys.readouterr().err


def test_cards_of_solo_games_show_the_score(run: Path) -> None:
    model = read_model(publish.publish(str(run), "duel").path)
    alone = replace(model, shape=replace(model.shape, players=1))
    text = cards.card(alone, [result(players=1, opponents="nobody")])
    assert "| games | score |\n| --- | --- |\n| 40 | 90.00 +- 1.00 |" in text
    assert "--opponents" not in text.splitlines()[-1]


def test_shipped_agents_are_whole_small_and_have_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    total = 0
    for game in map(games.find, games.names()):
        for name, path in shipped(game).items():
            model = read_model(path)
            total += path.stat().st_size
            assert path.stat().st_size <= publish.LARGEST
            assert model.about["name"] == name
            made = game(num_players=model.origin.players, **model.origin.game_options)
            PPOAgent(name).check(made)
            written = (DOCS / f"{name}.md").read_text(encoding="utf-8")
            assert written == cards.card(model, cards.read_results(DOCS / f"{name}.json")), (
                f"write docs/agents/{name}.md"
            )
    assert total < 5_000_000
