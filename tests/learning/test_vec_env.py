from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecCheckNan, VecMonitor

from carc_gold_env.game import CarcassonneGold
from tabletop_envs.batch import Batch
from tabletop_envs.errors import IllegalActionError
from tabletop_envs.game import Game
from tabletop_envs.kernels import kernels_of
from tabletop_envs.learning.sb3_vec_env import SB3VecEnv
from tests.games.auction import Auction
from tt_env.game import TinyTowns
from tt_env.notation import legal_moves

GAMES, STEPS = 32, 60


@pytest.mark.parametrize("rewards", ["outcome", "margin", "score"])
@pytest.mark.parametrize(
    ("game", "steps"),
    [
        *((Auction(num_players=players), 60) for players in (2, 3, 5)),
        *((TinyTowns(num_players=players), 200) for players in (2, 4)),
        *((CarcassonneGold(num_players=players), 300) for players in (2, 4)),
    ],
    ids=lambda value: f"{value.name}-{value.num_players}" if isinstance(value, Game) else None,
)
def test_every_player_sees_exactly_the_returns_of_the_game(game: Game, steps: int, rewards: str) -> None:
    # All players play at random from the same dice, so the learner's player makes no difference to the games: what the
    # learner earns on player k over many games must be column k of what the bare engine says.
    players = game.num_players
    batch = Batch(game, GAMES, rewards=rewards)
    batch.reset(5)
    returns: dict[int, list[list[float]]] = defaultdict(list)
    for _ in range(2 * steps * players):  # more than enough
        batch.step(batch.sample())
        for row in np.flatnonzero(batch.done):
            returns[int(row)].append(batch.returns[row].tolist())
    compared, lost = 0, 0
    for player in range(players):
        env = SB3VecEnv(game, GAMES, "random", rewards, seed=5, player=player)
        env.reset()
        earned, played = np.zeros(GAMES), np.zeros(GAMES, int)
        for _ in range(steps):
            _, reward, done, _ = env.step(env.learner.batch.sample())
            earned += reward
            for row in np.flatnonzero(done):
                expected = returns[int(row)][played[row]][player]
                assert earned[row] == pytest.approx(expected)
                compared, lost = compared + 1, lost + (expected < 0)
                earned[row], played[row] = 0, played[row] + 1
    assert compared > 100 * players
    assert lost > compared / 4 or (game.score_bounds[0] == 0 and rewards == "score")


def test_the_learner_sits_everywhere_and_loses_too() -> None:
    env = SB3VecEnv(Auction(num_players=3), GAMES, "random", "outcome", seed=1)
    env.reset()
    players, rewards = set(), set()
    for _ in range(STEPS):
        _, reward, done, _ = env.step(env.learner.batch.sample())
        players |= set(env.learner.final_player[done].tolist())
        rewards |= set(np.round(reward[done], 3).tolist())
    assert players == {0, 1, 2}
    assert {1.0, -0.5} <= rewards


def test_observation_and_mask_belong_to_the_learner() -> None:
    game = Auction(num_players=3)
    env = SB3VecEnv(game, GAMES, "random", seed=2)
    observation = env.reset()
    mask = np.zeros(game.num_actions, np.int8)
    for _ in range(STEPS):
        batch, players = env.learner.batch, env.learner.player
        assert np.array_equal(batch.agent, players)
        assert np.array_equal(observation, batch.observe(players))
        masks = env.action_masks()
        for row in range(GAMES):
            kernels_of(game).legal(game.tables, batch.games, row, int(players[row]), mask)
            assert np.array_equal(masks[row], mask)
        observation = env.step(batch.sample())[0]


def test_arrays_are_not_changed_by_later_steps() -> None:
    env = SB3VecEnv(Auction(), GAMES, "random", seed=2)
    first = env.reset()
    kept, masks = first.copy(), env.action_masks()
    kept_masks = masks.copy()
    second, reward, done, _ = env.step(env.learner.batch.sample())
    copies = second.copy(), reward.copy(), done.copy()
    env.step(env.learner.batch.sample())
    assert np.array_equal(first, kept)
    assert np.array_equal(masks, kept_masks)
    for array, copy in zip((second, reward, done), copies, strict=True):
        assert np.array_equal(array, copy)


def test_infos_at_the_end_of_a_game() -> None:
    game = Auction(num_players=2)
    env = SB3VecEnv(game, 1, "greedy", "margin", seed=3)
    env.reset()
    lengths = []
    for _ in range(50):
        _, reward, done, infos = env.step(env.learner.batch.sample())
        lengths.append(1)
        if not done[0]:
            assert infos[0] == {}
            continue
        info, player = infos[0], env.learner.final_player[0]
        scores = env.learner.final_scores[0]
        assert info["episode"]["r"] == pytest.approx(reward[0])
        assert info["episode"]["l"] == len(lengths)
        win, score, margin, opponents = info["game"]
        assert (score, margin, opponents) == (scores[player], scores[player] - scores[1 - player], "greedy")
        assert win == (0.5 if margin == 0 else float(margin > 0))
        assert info["terminal_observation"] in env.observation_space
        assert info["terminal_observation"][game.layout["round"].slice] == 4
        assert "TimeLimit.truncated" not in info
        lengths.clear()
    assert len(lengths) < 50


def test_the_interface_of_stable_baselines() -> None:
    env = SB3VecEnv(Auction(), 4, "random", seed=0)
    assert is_masking_supported(env)
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")
    assert env.get_attr("render_mode") == [None] * 4
    assert env.get_attr("num_envs", [1, 2]) == [4, 4]
    assert env.env_is_wrapped(VecMonitor) == [False] * 4
    env.reset()
    assert get_action_masks(env).shape == (4, 7)
    assert len(env.env_method("action_masks", indices=[0, 3])) == 2
    assert len(env.env_method("action_masks", indices=2)) == 1
    with pytest.raises(AttributeError, match="no method 'fly'"):
        env.env_method("fly")
    with pytest.raises(AttributeError, match="could be set"):
        env.set_attr("game", None)
    env.set_options([{"prizes": [1, 2, 3, 4]}] * 3 + [{}])
    with pytest.raises(ValueError, match="same options"):
        env.reset()
    env.set_options({"prizes": [1, 2, 3, 4]})
    env.reset()
    assert env.learner.batch.games["prizes"].tolist() == [[1, 2, 3, 4]] * 4


def test_stable_baselines_trains_and_evaluates_on_it_wrapped() -> None:
    env = VecCheckNan(
        VecMonitor(SB3VecEnv(Auction(num_players=3), 4, "greedy", "margin", seed=0)), raise_exception=True
    )
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, seed=0, device="cpu")
    model.learn(128)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=8, warn=False)
    assert np.isfinite(mean)


def test_the_same_seed_gives_the_same_games() -> None:
    def course(seed: int) -> list[bytes]:
        env = SB3VecEnv(Auction(), 4, "random", seed=seed)
        seen = [env.reset().tobytes()]
        for _ in range(20):
            seen.append(env.step(env.learner.batch.sample())[0].tobytes())
        return seen

    assert course(1) == course(1)
    assert course(1) != course(2)


def test_illegal_actions_are_refused() -> None:
    env = SB3VecEnv(Auction(), 4, "random", seed=0)
    env.reset()
    before = env.learner.batch.save().tobytes()
    with pytest.raises(IllegalActionError, match="game 0: illegal action 0"):
        env.step(np.zeros(4, np.int64))
    assert env.learner.batch.save().tobytes() == before


def test_legal_moves_of_one_of_the_games() -> None:
    games = SB3VecEnv(TinyTowns(num_players=2), 3, seed=1, player=0)
    games.reset()
    states = games.states()
    assert states.tobytes() == games.learner.batch.games.tobytes()
    for row in range(3):
        moves = legal_moves(games, row=row)
        assert len(moves) == games.action_masks()[row].sum()
        assert moves == legal_moves(states[row : row + 1])
    with pytest.raises(TypeError, match="choose one of 3 with row="):
        legal_moves(games)
