"""Games that end at once, positions, options, histories: what random play rarely meets."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from tabletop_envs.aec import GameAEC, wrap
from tabletop_envs.agents import Agent, RandomAgent, ask, make_agent
from tabletop_envs.batch import Batch
from tabletop_envs.errors import IllegalActionError, NotationError
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.parallel import GameParallel
from tabletop_envs.single_agent_batch import SingleAgentBatch
from tests.games.auction import Auction
from tests.games.endgame import Endgame
from tests.games.tictactoe import TicTacToe

FIRST_CAN_WIN = {"marks": [0b000000011, 0b000011000], "turn": 0}


@pytest.mark.nojit
def test_a_batch_of_games_that_are_over_before_anybody_is_asked() -> None:
    batch = Batch(Endgame(), 2)
    batch.reset(1)
    assert batch.agent.tolist() == [-1, -1]
    assert np.flatnonzero(batch.action_mask[0]).tolist() == [0]
    for _ in range(3):
        assert batch.sample().tolist() == [0, 0]
        batch.step([0, 0])
        assert batch.done.all()
        assert batch.scores.tolist() == [[1, 0]] * 2
        assert batch.returns.tolist() == [[1, -1]] * 2
    assert batch.rollout(4) == 8


def test_a_batch_must_be_reset_first() -> None:
    batch = Batch(Auction(), 2)
    for use in (lambda: batch.step([1, 1]), batch.sample, lambda: batch.rollout(1), lambda: batch.advance([0], [1])):
        with pytest.raises(ResetNeeded):
            use()
    with pytest.raises(ValueError, match="num_games"):
        Batch(Auction(), 0)
    other = Batch(Auction(), 2)
    other.reset(1)
    batch.load(other.games)
    batch.rollout(20)
    with pytest.raises(ValueError, match="expected an integer from 0"):
        batch.rollout(-1)
    with pytest.raises(ValueError, match="players"):
        batch.observe(2)


@pytest.mark.nojit
def test_environments_whose_game_is_over_at_reset() -> None:
    env = GameAEC(Endgame())
    env.reset(seed=1)
    assert all(env.terminations.values())
    assert [env.last()[1], env.step(None), env.last()[1]] == [1.0, None, -1.0]
    parallel = GameParallel(Endgame())
    parallel.reset(seed=1)
    _, rewards, terminations, _, _ = parallel.step({"player_0": 0, "player_1": 0})
    assert all(terminations.values())
    assert rewards == {"player_0": 1.0, "player_1": -1.0}


@pytest.mark.nojit
def test_a_learner_that_is_asked_in_some_games_only() -> None:
    learner = SingleAgentBatch(Endgame(), 3, auto_play_forced=False)
    learner.reset(5)
    for _ in range(5):
        assert learner.player.tolist() == [0, 0, 0]
        learner.step([9, 9, 9])
        assert learner.done.all()
        assert learner.reward.tolist() == [1, 1, 1]
        assert learner.final_player.tolist() == [0, 0, 0]
    # Games in which the learner had the other player were ignored.
    assert (learner.batch.streams["episode"] > 6).any()


def test_a_learner_that_is_never_asked() -> None:
    with pytest.raises(RuntimeError, match="never gets a turn"):
        SingleAgentBatch(Endgame(), 1, player=1, auto_play_forced=False).reset(1)
    with pytest.raises(RuntimeError, match="never gets a turn"):
        SingleAgentBatch(Endgame(), 1).reset(1)


@pytest.mark.nojit
def test_a_learner_loses_on_its_opponents_move() -> None:
    env = GameEnv(TicTacToe(), opponents="greedy", player="player_1")
    _, info = env.reset(seed=1, options={"position": FIRST_CAN_WIN | {"marks": [0b000000011, 0b000001000], "turn": 1}})
    assert info["player"] == 1
    observation, reward, terminated, _, info = env.step(9)
    assert terminated
    assert reward == -1
    assert observation[:9].tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 1]
    assert info["winners"].tolist() == [True, False]


@pytest.mark.nojit
def test_positions() -> None:
    env = GameAEC(TicTacToe())
    env.reset(options={"position": FIRST_CAN_WIN})
    env.step(3)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.record()["moves"] == ["0 mark r1c3"]
    with pytest.raises(NotationError, match="marks"):
        env.reset(options={"position": {"marks": 3}})
    with pytest.raises(ValueError, match="position"):
        GameAEC(Auction()).reset(options={"position": {}, "prizes": [1, 2, 3, 4]})
    with pytest.raises(ValueError, match="gives player"):
        GameEnv(TicTacToe(), player=1, opponents="greedy").reset(options={"position": FIRST_CAN_WIN})
    game, batch = Auction(), Batch(Auction(), 1)
    batch.reset(3)
    over = {name: batch.games[name][0].tolist() for name in game.dtype.names} | {"waiting": 0, "round": 4}
    with pytest.raises(ValueError, match="gives player"):
        GameEnv(game).reset(options={"position": over})


@pytest.mark.nojit
def test_options_hold_for_one_game() -> None:
    for env in (GameAEC(Auction()), GameParallel(Auction()), GameEnv(Auction())):
        table = env.games.batch if isinstance(env, GameEnv) else env.batch
        prizes = []
        for options in ({"prizes": [4, 3, 2, 1]}, None, {}):
            env.reset(seed=2, options=options)
            prizes.append(table.games["prizes"][0].tolist())
        assert prizes[0] == [4, 3, 2, 1] != prizes[1]
        assert prizes[1] == prizes[2]
        with pytest.raises(ValueError, match="prizes"):
            env.reset(options={"prizes": 7})


@pytest.mark.nojit
def test_bad_options_leave_the_running_game_alone() -> None:
    env = GameAEC(Auction())
    env.reset(seed=1)
    env.step(1)
    before = env.save()
    with pytest.raises(ValueError, match="prizes"):
        env.reset(seed=9, options={"prizes": []})
    with pytest.raises(ValueError, match="state"):
        env.load(np.zeros(3))
    assert env.save().tobytes() == before.tobytes()
    env.step(2)


@pytest.mark.nojit
def test_history_has_the_choices_and_the_true_beginning() -> None:
    env = GameAEC(Auction(num_players=2))
    env.reset(seed=4)
    for action in (4, 5, 1, 2, 2, 1, 3):
        env.step(action)
    # The second player's last coins were forced; the record's maker finds them by itself.
    assert env.history is not None
    assert env.history.actions == [(0, 4), (0, 5), (1, 1), (1, 2), (0, 2), (0, 1), (1, 3)]
    fresh = Batch(Auction(num_players=2), 1)
    fresh.seed(4)
    fresh.deal(np.zeros(1, np.int64))
    assert env.history.start.tobytes() == fresh.games.tobytes()


@pytest.mark.nojit
def test_wrapped_illegal_action_ends_the_game() -> None:
    env = wrap(GameAEC(TicTacToe()))
    env.reset(seed=1)
    env.step(5)
    env.step(5)
    earned = {}
    for agent in env.agent_iter():
        observation, earned[agent], terminated, _, _ = env.last()
        assert terminated
        assert observation["action_mask"].tolist() == [1] + [0] * 9
        env.step(None)
    assert earned == {"player_0": 0, "player_1": -1}
    env.reset()
    assert not any(env.terminations.values())


def test_parallel_wants_an_action_of_everybody() -> None:
    env = GameParallel(Auction(num_players=3))
    env.reset(seed=1)
    before = env.save()
    for actions, text in (
        ({"player_0": 1, "player_1": 1}, "missing: player_2"),
        (dict.fromkeys(["player_0", "player_1", "player_2", "nobody"], 1), "unknown: 'nobody'"),
        ({"player_0": 1, "player_1": 1, "player_2": 1.5}, "player_2: action 1.5"),
        ({"player_0": 1, "player_1": 99, "player_2": 1}, "player_1: action 99"),
    ):
        with pytest.raises(ValueError, match=text):
            env.step(actions)
    assert env.save().tobytes() == before.tobytes()


@pytest.mark.nojit
def test_greedy_wins_where_it_can() -> None:
    env = GameAEC(TicTacToe())
    env.reset(options={"position": FIRST_CAN_WIN})
    assert ask(make_agent("greedy"), env) == 3
    batch = Batch(TicTacToe(), 200)
    batch.reset(8)
    firsts = make_agent("greedy").choose(batch, np.arange(200))
    assert set(firsts.tolist()) == set(range(1, 10))  # ties are drawn


def test_named_agents() -> None:
    agent = RandomAgent()
    assert make_agent(agent) is agent
    assert all(isinstance(make_agent(name), Agent) for name in ("random", "greedy", "rival", "linear"))
    assert repr(make_agent("greedy")) == "GreedyAgent()"
    for bad in ("nobody", 3, None):
        with pytest.raises(ValueError, match=r"allowed: random, greedy, rival, linear\[:FILE\], ppo:NAME-OR-PATH, "):
            make_agent(bad)


def test_one_call_of_an_agent_serves_all_games_that_wait_for_it() -> None:
    class Counting(RandomAgent):
        calls: list[int]

        def choose(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
            self.calls.append(len(rows))
            return super().choose(batch, rows)

    agent = Counting()
    agent.calls = []
    learner = SingleAgentBatch(Auction(num_players=3), 50, [agent, agent])
    learner.reset(1)
    agent.calls.clear()
    learner.step(learner.batch.sample())
    assert max(agent.calls) > 30
    assert len(agent.calls) < 12


def test_an_agent_that_cheats_is_told_so() -> None:
    class Cheat:
        def choose(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
            return np.full(len(rows), 7)

    with pytest.raises(ValueError, match="game"):
        SingleAgentBatch(Auction(num_players=2), 4, Cheat()).reset(1)


class Stubborn:
    """Always takes the same action, legal or not."""

    def choose(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        return np.full(len(rows), 9)


@pytest.mark.nojit
@pytest.mark.parametrize("illegal", ["terminate", "raise"])
def test_an_opponents_fault_is_not_the_learners(illegal: str) -> None:
    env = GameEnv(TicTacToe(), opponents=Stubborn(), player=0, illegal=illegal)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"opponent .*Stubborn.* of player_1: game 0: illegal action 9") as caught:
        env.step(9)
    assert not isinstance(caught.value, IllegalActionError)
    env.reset(seed=1)
    if illegal == "raise":
        with pytest.raises(IllegalActionError, match="player_0: illegal action 0"):
            env.step(0)
    else:
        assert env.step(0)[4]["illegal_action"].startswith("player_0: illegal action 0")


@pytest.mark.nojit
def test_a_refused_position_leaves_the_learners_game_alone() -> None:
    env = GameEnv(TicTacToe(), player=1, opponents="greedy")
    observation, _ = env.reset(seed=1)
    kept, arrays = pickle.dumps(env.games), env.games.batch.games
    for options in ({"position": FIRST_CAN_WIN}, {"position": {"marks": 3}}):
        with pytest.raises(ValueError, match=r"gives player|marks"):
            env.reset(seed=5, options=options)
        assert pickle.dumps(env.games) == kept
    assert env.games.batch.games is arrays
    assert env.games.observation[0].tolist() == observation.tolist()
    env.step(int(np.flatnonzero(env.action_masks())[0]))


def test_rows_must_be_rows() -> None:
    batch = Batch(Auction(), 3)
    batch.reset(1)
    before = batch.save()
    for rows in ([3], [-1], [0, 0], [2, 0, 2], [0.0], [True], ["0"], [[0]], 0, None):
        uses = [batch.restart, batch.refresh, lambda rows=rows: batch.advance(rows, [1])]
        if rows is not None:
            uses += [batch.sample, lambda rows=rows: batch.observe(0, rows)]
        for use in uses:
            with pytest.raises(ValueError, match=r"rows must be distinct integers from 0 to 2"):
                use() if use.__name__ == "<lambda>" else use(rows)
    for whose in (0.0, True, "player_0", [0, 1], None):
        with pytest.raises(ValueError, match="observe: expected a player"):
            batch.observe(whose)
    assert batch.save().tobytes() == before.tobytes()
    assert batch.sample([2, 0]).shape == (2,)
    assert batch.observe([0, 1], [2, 0]).tolist() == [batch.observe(0)[2].tolist(), batch.observe(1)[0].tolist()]
    assert batch.observe(0, []).shape[0] == 0


def test_what_is_observed_is_a_copy() -> None:
    env = GameAEC(TicTacToe())
    env.reset(seed=1)
    env.observe("player_0")["action_mask"][:] = 1
    assert env.infos["player_0"]["action_mask"][0] == env.observe("player_0")["action_mask"][0] == 0


def test_refusals_are_short() -> None:
    env = GameParallel(Auction())
    env.reset(seed=1)
    for actions in (None, 5, (1, 1), "player_0"):
        with pytest.raises(ValueError, match="expected a dict with one of each of player_0, player_1"):
            env.step(actions)
    for bad in (np.zeros(2, env.game.dtype), TicTacToe().template, np.zeros(1), env.save()[0], None):
        with pytest.raises(ValueError, match="expected a state of auction_v0") as caught:
            env.load(bad)
        assert len(str(caught.value)) < 250
    with pytest.raises(TypeError, match="auto_play_forced"):
        Auction(players=2)


def test_a_fresh_environment_can_be_loaded() -> None:
    first, fresh = GameAEC(Auction()), GameAEC(Auction())
    first.reset(seed=1)
    fresh.load(first.save())
    for agent in first.agents:
        assert fresh.observe(agent)["observation"].tolist() == first.observe(agent)["observation"].tolist()
