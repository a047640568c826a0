"""How agents and mixes of them are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_envs.agents import GreedyAgent, Mix, PPOAgent, RandomAgent, make_agent, make_agents
from tabletop_envs.agents.names import KINDS, parse_mix, parse_name
from tabletop_envs.batch import Batch
from tests.games.auction import Auction
from tt_env import tiny_towns_v0


@pytest.mark.parametrize(
    ("text", "kind", "argument"),
    [
        ("greedy", "greedy", ""),
        ("linear", "linear", ""),
        ("linear:a,b.json", "linear", "a,b.json"),
        ("some/weights.json", "linear", "some/weights.json"),
        ("ppo:duel", "ppo", "duel"),
        ("ppo:7", "ppo", "7"),
        ("ppo:runs/a", "ppo", "runs/a"),
        (r"C:\runs\model.zip", "ppo", r"C:\runs\model.zip"),
        (r"ppo:C:\runs\a", "ppo", r"C:\runs\a"),
        ("onnx:a.onnx", "onnx", "a.onnx"),
        ("a.onnx", "onnx", "a.onnx"),
    ],
)
def test_names_have_a_kind_and_an_argument(text: str, kind: str, argument: str) -> None:
    assert parse_name(text) == (kind, argument)


def test_a_kind_goes_before_a_folder_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("greedy", "four"):
        (tmp_path / name).mkdir()
    assert parse_name("greedy") == ("greedy", "")
    assert parse_name("four") == ("ppo", "four")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gready", "no agent 'gready'; allowed: random, greedy, "),
        ("", "no agent ''"),
        ("greedy:", "agent 'greedy:': expected greedy"),
        ("greedy:now", "agent 'greedy:now': expected greedy"),
        ("ppo", "agent 'ppo': expected ppo:NAME-OR-PATH"),
        ("ppo:", "agent 'ppo:': expected ppo:NAME-OR-PATH"),
        ("linear:", r"agent 'linear:': expected linear\[:FILE\]"),
        (7, "no agent 7; allowed: random"),
    ],
)
def test_names_of_nobody(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as refused:
        parse_name(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "mix"),
    [
        ("greedy", {"greedy": 1.0}),
        ("self:3, greedy:1", {"self": 0.75, "greedy": 0.25}),
        ("random,runs/a.zip:3", {"random": 0.25, "runs/a.zip": 0.75}),
        ("runs/a:1,greedy:3", {"runs/a": 0.25, "greedy": 0.75}),
        ("ppo:duel:3,linear:1", {"ppo:duel": 0.75, "linear": 0.25}),
        ("ppo:7", {"ppo:7": 1.0}),
        ("ppo:7:3,greedy", {"ppo:7": 0.75, "greedy": 0.25}),
        ("linear:a.json:0.5,onnx:b.onnx:.5", {"linear:a.json": 0.5, "onnx:b.onnx": 0.5}),
        ("search:worlds=12,depth=2:3,greedy:1", {"search:worlds=12,depth=2": 0.75, "greedy": 0.25}),
        ("search:worlds=12, value=ppo:duel,greedy", {"search:worlds=12, value=ppo:duel": 0.5, "greedy": 0.5}),
        ("(ppo:a,b:2):3,(greedy)", {"ppo:a,b:2": 0.75, "greedy": 0.25}),
        (r"C:\runs\model.zip", {r"C:\runs\model.zip": 1.0}),
        (r"C:\runs\a:3,random", {r"C:\runs\a": 0.75, "random": 0.25}),
    ],
)
def test_mixes(text: str, mix: dict[str, float]) -> None:
    assert dict(parse_mix(text)) == mix


@pytest.mark.parametrize(
    "text",
    [
        *("", "greedy:", "greedy:0", "greedy:-1", "greedy:nan", "greedy:inf", ":1", "a,,b", "()", "():2"),
        *("(greedy", "greedy)", ")(", "random:1e308,greedy:1e308"),
    ],
)
def test_bad_mixes_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"NAME:WEIGHT|too large|parenthesis"):
        parse_mix(text)


def test_every_kind_is_made_or_asks_for_what_it_lacks() -> None:
    for kind, argument in KINDS.items():
        if argument.startswith(":"):
            with pytest.raises(ValueError, match=f"expected {kind}:"):
                make_agent(kind)
        else:
            assert kind in repr(make_agent(kind)).lower()


def test_mixes_are_agents_wherever_opponents_are_named() -> None:
    mix = make_agents("greedy:3,random")
    assert isinstance(mix, Mix)
    assert [type(agent) for agent in mix.agents] == [GreedyAgent, RandomAgent]
    assert isinstance(make_agents("greedy:3"), GreedyAgent)
    env = tiny_towns_v0.gymnasium_env(num_players=3, opponents="greedy:0.5,random:0.5")
    _, info = env.reset(seed=1)
    env.step(info["action_mask"].argmax())


def test_agents_that_do_not_play_the_game_are_refused_at_once() -> None:
    for opponents, message in (
        ("ppo:nobody", "tiny_towns_v0 comes with no agent 'nobody'; allowed: .*a run's folder or a model's path"),
        ("greedy,ppo:none.zip", "no model at none.zip"),
    ):
        with pytest.raises(ValueError, match=message):
            tiny_towns_v0.gymnasium_env(opponents=opponents)
    batch = Batch(Auction(), 2)
    batch.reset(0)
    with pytest.raises(ValueError, match="auction_v0 comes with no agent 'nobody'"):
        PPOAgent("nobody").choose(batch, batch.agent[:1])
    assert repr(PPOAgent("nobody")) == "PPOAgent('nobody')"
