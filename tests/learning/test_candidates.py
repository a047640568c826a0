"""Learning over candidates: what the network sees, what the environment pays, and that it learns optimal play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from carc_gold_env.game import CarcassonneGold
from tabletop_envs.agents import RandomAgent
from tabletop_envs.batch import Batch
from tabletop_envs.game import Game
from tabletop_envs.learning import ppo
from tabletop_envs.learning.callbacks import Progress
from tabletop_envs.learning.candidate_policy import CandidateNet, CandidatePolicy, Shape, rows_of
from tabletop_envs.learning.candidate_vec_env import CandidateVecEnv
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.opponents import load_agent
from tabletop_envs.learning.options import TrainOptions
from tabletop_envs.learning.policy import BLOCKED
from tabletop_envs.learning.snapshots import Actor, NetAgent
from tests.checks.candidates import check_candidates, check_candidates_hide
from tests.games.nim import Expert, Nim

SHAPE = Shape(candidates=6, features=4, position=3)


def net(seed: int = 0) -> CandidateNet:
    """A network whose every weight says something."""
    torch.manual_seed(seed)
    made = CandidateNet(SHAPE, (8,))
    for weights in made.parameters():
        torch.nn.init.normal_(weights)
    return made.requires_grad_(False)


def rows(counts: list[int], seed: int = 1) -> torch.Tensor:
    """Observations with so many candidates."""
    rng = np.random.default_rng(seed)
    k, f, p = SHAPE
    made = np.zeros((len(counts), SHAPE.size), np.float32)
    for row, count in zip(made, counts, strict=True):
        row[: count * f] = rng.normal(size=count * f)
        row[k * f : k * f + p] = rng.normal(size=p)
        row[-1] = count
    return torch.from_numpy(made)


def test_order_and_company_do_not_matter() -> None:
    network, seen = net(), rows([6, 3, 1, 5])
    logits, values = network(seen)
    assert (logits[1, 3:] == BLOCKED).all()
    for row, count in enumerate([6, 3, 1, 5]):
        alone, value = network(seen[row : row + 1])
        assert alone.shape == (1, count)
        torch.testing.assert_close(alone[0], logits[row, :count])
        torch.testing.assert_close(value[0], values[row])
        order = torch.randperm(count, generator=torch.Generator().manual_seed(row))
        turned = seen[row].clone()
        turned[: count * 4] = seen[row, : count * 4].reshape(count, 4)[order].flatten()
        again, same_value = network(turned[None])
        torch.testing.assert_close(again[0], alone[0][order])
        torch.testing.assert_close(same_value, value)


def test_features_are_seen_beside_each_other() -> None:
    # What all candidates of a decision have more of changes no ranking but through its mean.
    network, seen = net(), rows([5])
    moved = seen.clone()
    moved[0, : 5 * 4].reshape(5, 4)[:, 1] += 1e-3
    torch.testing.assert_close(*(torch.log_softmax(network(x)[0], -1) for x in (seen, moved)), atol=1e-2, rtol=0)


def test_at_the_beginning_the_policy_is_the_ranking() -> None:
    network, seen = CandidateNet(SHAPE, (8,), prior=2.0), rows([6])
    features = seen[0, :24].reshape(6, 4)
    for ranking in ([0.0, 0.0, 0.0, 1.0], [0.5, 0.0, -2.0, 1.0]):
        network.learn_scales(seen.repeat(2, 1), torch.tensor(ranking), 2.0)
        worth = features @ torch.tensor(ranking)
        expected = torch.log_softmax(2.0 * worth / worth.std(unbiased=False), 0)
        torch.testing.assert_close(torch.log_softmax(network(seen)[0][0], 0), expected)
    without = CandidateNet(SHAPE, (8,), prior=0.0)
    without.learn_scales(seen.repeat(2, 1), torch.ones(4), 0.0)
    assert without(seen)[0].std() == 0
    assert not without.beta.requires_grad


@pytest.mark.parametrize("shaped", [False, True])
@pytest.mark.parametrize("kind", ["margin", "outcome", "score"])
@pytest.mark.parametrize(
    ("game", "steps"),
    [(Nim(), 60), *((CarcassonneGold(num_players=players), 330) for players in (2, 3, 5))],
    ids=lambda value: f"{value.name}-{value.num_players}" if isinstance(value, Game) else None,
)
def test_rewards_of_a_game_sum_to_its_return(game: Game, steps: int, kind: str, shaped: bool) -> None:
    env = CandidateVecEnv(game, 4, RandomAgent(), kind, seed=3, shaped=shaped)
    env.reset()
    rng, earned, ended = np.random.default_rng(3), np.zeros(4), 0
    for _ in range(steps):
        masks = env.action_masks()
        _, reward, done, _ = env.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))
        earned += reward
        for row in np.flatnonzero(done):
            learner = env.learner
            won, scores = learner.final_winners[row : row + 1], learner.final_scores[row : row + 1]
            expected = learner.batch.rewards.returns(scores, won)[0, learner.final_player[row]]
            assert earned[row] == pytest.approx(expected, abs=1e-5)
            earned[row], ended = 0, ended + 1
    assert ended >= 4


def test_a_saved_environment_goes_on_the_same() -> None:
    made = [CandidateVecEnv(Nim(), 4, RandomAgent(), seed=5, shaped=True) for _ in range(2)]
    made[0].reset()
    made[1].reset()
    for _ in range(7):
        made[0].step(made[0].action_masks().argmax(axis=1))
    made[1].learner.batch.streams[:] = made[0].learner.batch.streams
    made[1].load(made[0].save())
    for _ in range(9):
        np.testing.assert_array_equal(made[0].observation, made[1].observation)
        a, b = (env.step(env.action_masks().argmax(axis=1)) for env in made)
        np.testing.assert_array_equal(a[1], b[1])


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_optimal_play_of_nim_is_learnt_from_the_result_alone(seed: int) -> None:
    torch.manual_seed(seed)
    game = Nim()
    env = CandidateVecEnv(game, 32, Expert(), "outcome", seed=seed)
    model = MaskablePPO(
        CandidatePolicy,
        env,
        learning_rate=5e-3,
        n_steps=16,
        batch_size=128,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.003,
        policy_kwargs={"shape": tuple(Shape.of(game)), "hidden": (32,), "prior": 0.0},
        seed=seed,
        device="cpu",
    )
    model.learn(15_000)
    agent = NetAgent(Actor.of(model.policy), deterministic=True)
    batch, seen = Batch(game, 64), set()
    batch.reset(seed)
    for _ in range(60):
        stones = batch.games["stones"].copy()
        actions = agent.choose(batch, np.arange(64))
        for heap, action in zip(stones.tolist(), actions.tolist(), strict=True):
            if heap % 4:  # else every move loses
                assert action == heap % 4, f"of {heap} stones"
                seen.add(heap)
        # Sometimes a random move, so that every heap is met.
        batch.step(np.where(np.arange(64) % 2, batch.sample(), actions))
    assert len(seen) >= 9


def test_candidates_as_rows() -> None:
    batch = Batch(Nim(), 3)
    batch.reset(1)
    found = batch.candidates()
    made = rows_of(found)
    assert made.shape == (3, Shape.of(batch.game).size)
    assert made[:, -1].tolist() == found.mask.sum(axis=1).tolist()


def test_defaults_depend_on_the_policy() -> None:
    over = TrainOptions(game="carcassonne")
    assert (over.policy, over.rewards, over.shaping, over.hidden_sizes) == ("candidates", "margin", "ranking", (64, 32))
    flat = TrainOptions(game="carcassonne", policy="flat")
    assert (flat.policy, flat.rewards, flat.shaping, flat.hidden_sizes) == ("flat", "score", "none", (256, 256))
    assert TrainOptions(game="auction").policy == "flat"
    assert TrainOptions.of(asdict(flat), "options.json") == flat
    for given, message in (
        ({"game": "auction", "policy": "candidates"}, "declares no candidates; allowed: flat"),
        ({"game": "carcassonne", "policy": "round"}, "allowed: candidates, flat, auto"),
        ({"game": "carcassonne", "policy": 3}, "--policy: 3 is unknown"),
        ({"game": "carcassonne", "shaping": "much"}, "allowed: ranking, none"),
        ({"game": "auction", "shaping": "ranking"}, "a flat policy knows no ranking"),
    ):
        with pytest.raises(UserError, match=message):
            TrainOptions(**given)


def test_a_run_over_candidates_resumes_exactly_and_plays_its_game_alone(tmp_path: Path) -> None:
    small = {"num_envs": 4, "n_steps": 8, "batch_size": 16, "hidden_sizes": (8,), "snapshot_every": 32}
    played = {"opponents": "self:0.5,random:0.5", "evaluate_every": 0}
    options = TrainOptions(game="carcassonne", steps=96, **played, **small)
    whole = ppo.start(options, tmp_path / "whole")
    ppo.train(whole, Progress(96, quiet=True))
    half = ppo.start(options.with_steps(32), tmp_path / "half")
    ppo.train(half, Progress(32, quiet=True))
    again = ppo.resume(tmp_path / "half", "carcassonne", 96)
    ppo.train(again, Progress(96, quiet=True))
    assert again.model.num_timesteps == whole.model.num_timesteps == 96
    agent = load_agent(str(tmp_path / "half"), options.make_game(), 0, deterministic=True)
    batch = Batch(options.make_game(), 3)
    batch.reset(1)
    chosen = agent.choose(batch, np.arange(3))
    assert batch.action_mask[np.arange(3), chosen].all()
    for other in (CarcassonneGold(num_players=3), CarcassonneGold(gold_mines=False), Nim()):
        with pytest.raises(UserError, match="does not fit"):
            load_agent(str(tmp_path / "half"), other, 0)


@pytest.mark.parametrize("check", [check_candidates, check_candidates_hide], ids=lambda check: check.__name__)
def test_nim_declares_its_candidates(check: Callable[[Game], None]) -> None:
    check(Nim())


@pytest.mark.parametrize("prior", [0.0, 1.5])
def test_a_resumed_run_learns_what_it_learnt_before(prior: float, tmp_path: Path) -> None:
    small = {"num_envs": 4, "n_steps": 8, "batch_size": 16, "hidden_sizes": (8,), "checkpoint_every": 32}
    options = TrainOptions(game="carcassonne", steps=96, opponents="random", evaluate_every=0, prior=prior, **small)
    whole = ppo.start(options, tmp_path / "whole")
    ppo.train(whole, Progress(96, quiet=True))
    half = ppo.start(options, tmp_path / "half")

    class Stopping(Progress):
        """Kills the run while the third update is being prepared."""

        def _on_step(self) -> bool:
            if self.model.num_timesteps > 64:
                raise KeyboardInterrupt
            return super()._on_step()

    with pytest.raises(KeyboardInterrupt):
        ppo.train(half, Stopping(96, quiet=True))
    again = ppo.resume(tmp_path / "half", "carcassonne")
    assert again.model.policy.net.beta.requires_grad == (prior != 0.0)
    ppo.train(again, Progress(96, quiet=True))
    expected, found = (
        (run.model.policy.state_dict(), run.model.policy.optimizer.state_dict()["state"]) for run in (whole, again)
    )
    torch.testing.assert_close(found[0], expected[0], rtol=0, atol=0)
    torch.testing.assert_close(found[1], expected[1], rtol=0, atol=0)
    assert len(found[1]) == sum(part.requires_grad for part in whole.model.policy.parameters())
