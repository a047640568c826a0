from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
import torch

from tabletop_envs.batch import Batch
from tabletop_envs.learning.models import load_model
from tabletop_envs.learning.snapshots import Actor, NetAgent, SelfPlay
from tests.games.auction import Auction

ROWS = np.arange(40)


@pytest.fixture
def batch() -> Batch:
    batch = Batch(Auction(), 40)
    batch.reset(4)
    return batch


@pytest.fixture
def actor(run_folder: Path) -> Actor:
    return Actor.of(load_model(run_folder / "model.zip").policy)


def test_draws_follow_from_the_seed(actor: Actor, batch: Batch) -> None:
    def draws(seed: int) -> list[list[int]]:
        agent = NetAgent(actor, seed)
        return [agent.choose(batch, ROWS).tolist() for _ in range(3)]

    assert draws(1) == draws(1)
    assert draws(1) != draws(2)
    assert len({tuple(chosen) for chosen in draws(1)}) > 1


def test_the_likeliest_action_does_not_depend_on_seed_or_company(actor: Actor, batch: Batch) -> None:
    agent = NetAgent(actor, 0, deterministic=True)
    together = agent.choose(batch, ROWS)
    assert together.dtype == np.int64
    assert np.array_equal(together, NetAgent(actor, 9, deterministic=True).choose(batch, ROWS))
    assert [int(agent.choose(batch, ROWS[k : k + 1])[0]) for k in range(40)] == together.tolist()


def test_actions_are_legal_and_take_one_forward_pass(actor: Actor, batch: Batch) -> None:
    calls = []
    actor.register_forward_hook(lambda *_: calls.append(1))
    for _ in range(30):
        before = len(calls)
        actions = NetAgent(actor, 3).choose(batch, ROWS)
        assert len(calls) == before + 1
        batch.step(actions)  # raises where an action is not legal


def test_a_pickled_agent_goes_on_with_the_same_draws(actor: Actor, batch: Batch) -> None:
    agent = NetAgent(actor, 5)
    agent.choose(batch, ROWS)
    copy = pickle.loads(pickle.dumps(agent))
    assert np.array_equal(agent.choose(batch, ROWS), copy.choose(batch, ROWS))


def test_a_snapshot_stays_as_it_was_and_has_no_gradients(run_folder: Path) -> None:
    model = load_model(run_folder / "model.zip")
    actor = Actor.of(model.policy)
    before = [weight.clone() for weight in actor.parameters()]
    with torch.no_grad():
        for weight in model.policy.parameters():
            weight.add_(1.0)
    assert all(torch.equal(a, b) for a, b in zip(before, actor.parameters(), strict=True))
    assert not any(weight.requires_grad for weight in actor.parameters())


def shifted(actor: Actor, by: float) -> Actor:
    copy: Actor = pickle.loads(pickle.dumps(actor))
    for weight in copy.parameters():
        weight.add_(by)
    return copy


def first_weight(agent: NetAgent) -> float:
    return float(next(agent.actor.parameters()).flatten()[0])


def test_past_selves(actor: Actor, tmp_path: Path) -> None:
    past = SelfPlay(actor, tmp_path, limit=3, seed=0)
    start = first_weight(past.newest)
    for k in range(5):
        past.add(100 * k, shifted(actor, k))
        assert first_weight(past.newest) == pytest.approx(start + k)
    assert past.steps == [0, 300, 400]  # the first stays
    drawn = set()
    for _ in range(40):
        past.draw()
        drawn.add(round(first_weight(past.older) - start))
    assert drawn == {0, 3, 4}
    assert len(list(tmp_path.iterdir())) == 5  # a checkpoint of before may need them
    past.prune(300)
    assert sorted(int(path.stem) for path in tmp_path.iterdir()) == [0, 200, 300, 400]
    past.prune(400)
    assert sorted(int(path.stem) for path in tmp_path.iterdir()) == [0, 300, 400]
