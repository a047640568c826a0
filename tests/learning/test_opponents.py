from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from tabletop_envs.agents import GreedyAgent, Mix, RandomAgent
from tabletop_envs.agents.mix import spread
from tabletop_envs.batch import Batch
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.opponents import load_agent, read_mix
from tests.games.auction import Auction


def test_bad_mixes_are_the_users_mistake() -> None:
    assert read_mix("self:3, greedy:1") == [("self", 0.75), ("greedy", 0.25)]
    with pytest.raises(UserError, match=r"opponents: 'greedy:0': 'greedy:0' is not of the form NAME or NAME:WEIGHT"):
        read_mix("greedy:0")


def test_shares_are_kept_over_rows() -> None:
    for player in range(3):
        numbers = spread(np.arange(100), np.full(100, player))
        assert np.histogram(numbers, 5, (0, 1))[0].tolist() == pytest.approx([20] * 5, abs=2)


class Recorder:
    """Plays at random and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []

    def choose(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        self.asked.append(rows.tolist())
        return batch.sample(rows)


def test_a_mix_asks_each_agent_once_for_its_own_games() -> None:
    agents = Recorder(), Recorder()
    mix = Mix([(agents[0], 0.7, "a"), (agents[1], 0.3, "b")])
    batch = Batch(Auction(num_players=3), 50)
    batch.reset(0)
    rows = np.arange(0, 50, 2)
    actions = mix.choose(batch, rows)
    assert (batch.action_mask[rows, actions] == 1).all()
    assert [len(agent.asked) for agent in agents] == [1, 1]
    assert sorted(agents[0].asked[0] + agents[1].asked[0]) == rows.tolist()
    met = mix.met(50, 3)
    assert all(met[row][batch.agent[row]] == "a" for row in agents[0].asked[0])
    assert 0.6 < sum(name == "a" for row in met for name in row) / 150 < 0.8


def test_agents_by_name_and_path(run_folder: Path) -> None:
    game = Auction()
    assert isinstance(load_agent("random", game, 0), RandomAgent)
    assert isinstance(load_agent("greedy", game, 0), GreedyAgent)
    batch = Batch(game, 10)
    batch.reset(1)
    for path in (run_folder, run_folder / "model.zip"):
        actions = load_agent(str(path), game, 0).choose(batch, np.arange(10))
        assert (batch.action_mask[np.arange(10), actions] == 1).all()


def test_an_agent_goes_before_a_folder_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "greedy").mkdir()
    assert isinstance(load_agent("greedy", Auction(), 0), GreedyAgent)


def test_agents_that_do_not_exist_or_fit(run_folder: Path, tmp_path: Path) -> None:
    kinds = r"allowed: random, greedy, rival, linear\[:FILE\], ppo:NAME-OR-PATH, onnx:FILE, search\[:.*\], "
    with pytest.raises(
        UserError, match=rf"no agent 'gready'; {kinds}a run's folder or a file \(\.json, \.zip, \.onnx\)"
    ):
        load_agent("gready", Auction(), 0)
    with pytest.raises(UserError, match=rf"{kinds}self, a run's folder"):
        load_agent("gready", Auction(), 0, also=["self"])
    with pytest.raises(UserError, match="no model at"):
        load_agent(str(tmp_path / "model.zip"), Auction(), 0)
    with pytest.raises(
        UserError, match=r"does not fit auction_v0 with 3 players.*made with: train auction --players 2;"
    ):
        load_agent(str(run_folder / "model.zip"), Auction(num_players=3), 0)
    shutil.copy(run_folder / "model.zip", tmp_path / "alone.zip")
    with pytest.raises(UserError, match="made with: train auction --players 2;"):  # the file says it by itself
        load_agent(str(tmp_path / "alone.zip"), Auction(num_players=3), 0)
    (tmp_path / "broken.zip").write_text("no zip")
    with pytest.raises(UserError, match=r"broken\.zip is not a model"):
        load_agent(str(tmp_path / "broken.zip"), Auction(), 0)
