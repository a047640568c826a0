"""The Gymnasium environments between resets: opponents are changed, games are saved, loaded and written down."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import SyncVectorEnv

from tabletop_envs.aec import GameAEC
from tabletop_envs.agents import RandomAgent
from tabletop_envs.game import Game
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.single_agent_batch import SingleAgentBatch
from tabletop_envs.vector_env import GameVectorEnv
from tests.games.auction import Auction
from tests.games.tictactoe import TicTacToe

GAMES = (TicTacToe(), Auction(num_players=1), Auction(num_players=3))


class Named(RandomAgent):
    """Plays at random and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, batch: Any, rows: Any) -> Any:
        self.asked += len(rows)
        return super().choose(batch, rows)


MAKERS: dict[str, Callable[[Game], Any]] = {
    "single": lambda game: GameEnv(game, player=0),
    "vector": lambda game: GameVectorEnv(game, 2, player=0),
    "batch": lambda game: SingleAgentBatch(game, 2, player=0),
}


def one_step(env: Any) -> None:
    """The first legal action, in a new game if the last one is over."""
    masks = env.games.action_mask if hasattr(env, "games") else env.action_mask
    actions = masks.argmax(axis=1)
    ended = env.step(int(actions[0]) if isinstance(env, GameEnv) else actions)
    if isinstance(env, GameEnv) and ended[2]:
        env.reset()


def several_steps(env: Any) -> None:
    for _ in range(4):
        one_step(env)


@pytest.mark.nojit
@pytest.mark.parametrize("name", MAKERS)
def test_opponents_change_between_and_inside_games(name: str) -> None:
    env = MAKERS[name](TicTacToe())
    env.reset(seed=1)
    first, second = Named(), Named()
    for agent in (first, [second]):
        before = (first.asked, second.asked)
        env.set_opponents(agent)
        one_step(env)
        asked = (first.asked > before[0], second.asked > before[1])
        assert asked == ((True, False) if agent is first else (False, True))


@pytest.mark.parametrize("name", MAKERS)
def test_opponents_that_are_none_change_nothing(name: str) -> None:
    env, mine = MAKERS[name](Auction(num_players=3)), Named()
    env.set_opponents(mine)
    env.reset(seed=1)
    for bad in ("nemesis", ["random"], ["random"] * 3, [], ["random", "nemesis"], None, 5, RandomAgent, "x" * 10_000):
        with pytest.raises(ValueError, match=r"no agent|other players") as refused:
            env.set_opponents(bad)
        assert len(str(refused.value)) < 300
    before = mine.asked
    one_step(env)
    assert mine.asked > before


class Failing(RandomAgent):
    """Fails, or is interrupted, when it is asked the third time."""

    def __init__(self, error: BaseException) -> None:
        self.asked = 0
        self.error = error

    def choose(self, batch: Any, rows: Any) -> Any:
        self.asked += 1
        if self.asked == 3:
            raise self.error
        return super().choose(batch, rows)


@pytest.mark.nojit
@pytest.mark.parametrize("illegal", ["raise", "terminate"])
@pytest.mark.parametrize("error", [RuntimeError("out of ideas"), KeyboardInterrupt()], ids=["failure", "interrupt"])
@pytest.mark.parametrize("name", MAKERS)
def test_after_an_opponent_fails_nobody_plays_for_it(name: str, error: BaseException, illegal: str) -> None:
    """The game stands where a player is asked that is not the learner's: its mask is not shown, its turn not taken."""
    env = MAKERS[name](TicTacToe())
    env._raises = illegal == "raise"
    env.set_opponents(Failing(error))
    env.reset(seed=1)
    batch = env.batch if name == "batch" else env.games.batch
    with pytest.raises(type(error)):
        several_steps(env)
    before = batch.games.copy()
    assert (batch.agent == 1).any()
    for _ in range(2):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            one_step(env)
        assert (batch.games == before).all()
    if name == "single":
        assert env.action_masks().nonzero()[0].tolist() == [0]
    if name == "vector":
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            env.reset(options={"reset_mask": np.array([True, False])})
    env.reset(seed=1)
    one_step(env)


def test_opponents_through_wrappers() -> None:
    game = TicTacToe()
    wrapped = gymnasium.wrappers.TimeLimit(GameEnv(game), 5)
    many = SyncVectorEnv([lambda: GameEnv(game)] * 2)
    mine = Named()
    wrapped.unwrapped.set_opponents(mine)
    many.call("set_opponents", mine)
    wrapped.reset(seed=1)
    assert mine.asked >= 0
    for env in (wrapped.unwrapped, *(env.unwrapped for env in many.envs)):
        assert env.games.opponents == [mine]


@pytest.mark.nojit
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_loaded_game_goes_on_as_it_would_have(game: Game) -> None:
    """Also in another environment, after copies, and from AEC; the others play until it is the learner's turn."""
    env = GameEnv(game, opponents="greedy", player=0)
    observation, info = env.reset(seed=5)
    for _ in range(3):
        here, fresh = env.save(), GameEnv(game, opponents="greedy", player=0)
        for twin in (fresh, env):
            seen, told = twin.load(here)
            assert seen.tolist() == observation.tolist()
            assert told["action_mask"].tolist() == info["action_mask"].tolist()
            assert twin.save().tobytes() == here.tobytes()
        for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            assert twin.record() == env.record()
        observation, _, over, _, info = env.step(int(info["action_mask"].nonzero()[0][-1]))
        if over:
            observation, info = env.reset()
    aec = GameAEC(game)
    aec.reset(seed=6)
    _, info = env.load(aec.save(), player=game.num_players - 1)
    assert info["player"] == game.num_players - 1
    assert env.games.batch.agent[0] == info["player"]


@pytest.mark.nojit
def test_a_learner_keeps_its_player_when_a_game_is_loaded() -> None:
    game = Auction(num_players=3)
    env = GameEnv(game)
    players = set()
    for seed in range(6):
        _, info = env.reset(seed=seed)
        players.add(info["player"])
        assert env.load(env.save())[1]["player"] == info["player"]
    assert len(players) > 1
    fresh = {GameEnv(game, player=2).load(env.save())[1]["player"]}
    assert fresh == {2}


def test_what_cannot_be_loaded_changes_nothing() -> None:
    game = TicTacToe()
    env, vector = GameEnv(game, player=0), GameVectorEnv(game, 2, player=0)
    for use in (env.save, env.record, vector.save):
        with pytest.raises(ResetNeeded):
            use()
    env.reset(seed=1)
    vector.reset(seed=1)
    over = game.read_position({"marks": [0b111, 0b011000], "turn": 1})
    for one, states in ((env, over), (vector, np.concatenate([env.save(), over]))):
        kept = pickle.dumps(one.games)
        for bad, text in (
            (states, r"load: the state gives player .* no turn before the game ends"),
            (states[:0], "load: expected a state of tictactoe_v0"),
            (Auction().template, "load: expected a state of tictactoe_v0"),
            (None, "load: expected a state of tictactoe_v0"),
            (b"bytes", "load: expected a state of tictactoe_v0"),
        ):
            with pytest.raises(ValueError, match=text):
                one.load(bad)
            assert pickle.dumps(one.games) == kept
        with pytest.raises(ValueError, match="player"):
            one.load(one.save(), player=2)


@pytest.mark.nojit
def test_a_vector_environment_is_loaded_row_by_row() -> None:
    game = Auction(num_players=2)
    env, other = GameVectorEnv(game, 3, player=1), GameVectorEnv(game, 3, player=1)
    observations, info = env.reset(seed=2)
    other.reset(seed=3)
    told, infos = other.load(env.save())
    assert told.tolist() == observations.tolist()
    assert infos["action_mask"].tolist() == info["action_mask"].tolist()
    assert other.save().tobytes() == env.save().tobytes()


@pytest.mark.nojit
def test_a_record_has_the_choices_of_all_players() -> None:
    """The same game as AEC from the same choices: the record of one is the record of the other."""
    for game in GAMES:
        env = GameEnv(game, opponents="random")
        for seed in range(3):
            _, info = env.reset(seed=seed if seed < 2 else None)
            over = False
            while not over:
                action = int(info["action_mask"].nonzero()[0][seed % info["action_mask"].sum()])
                _, _, over, _, info = env.step(action)
                assert env.games.histories is not None
                history = env.games.histories[0]
                aec = GameAEC(game)
                aec.load(history.start)
                for player, choice in history.actions:
                    assert aec.agent_selection == game.agents[player]
                    aec.step(choice)
                assert aec.save().tobytes() == env.save().tobytes()
                assert aec.record() == env.record()
    here = env.reset(seed=1) and env.save()
    env.load(here)
    assert env.record()["moves"] == []
