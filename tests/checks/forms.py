"""The forms of observations and masks, the state of all players, and what is safe to keep or to hand on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.test.state_test import state_test

from tabletop_envs.aec import GameAEC, wrap
from tabletop_envs.agents import ask, make_agent
from tabletop_envs.batch import Batch
from tabletop_envs.errors import IllegalActionError
from tabletop_envs.game import WAIT, Game
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.parallel import GameParallel
from tabletop_envs.vector_env import GameVectorEnv
from tests.checks.common import choices, quiet, same


def check_flat_observations(game: Game) -> None:
    """PettingZoo's own tests pass with flat observations, whose mask is in the infos alone."""
    with quiet():
        for make in (lambda: GameAEC(game, observation="flat"), lambda: wrap(GameAEC(game, observation="flat"))):
            api_test(make(), num_cycles=20)
            seed_test(make, num_cycles=20)
        parallel_api_test(GameParallel(game, observation="flat"), num_cycles=20)
        parallel_seed_test(lambda: GameParallel(game, observation="flat"), num_cycles=20)
        check_env(GameEnv(game, observation="dict"), skip_render_check=True)


def check_candidate_observations(game: Game) -> None:
    """The checkers of PettingZoo and Gymnasium pass with candidates; a game without them says so."""
    if game.rule_functions.candidates is None:
        for kind in (GameAEC, GameParallel, GameEnv, GameVectorEnv):
            with pytest.raises(NotImplementedError, match="declares no candidates") as refused:
                kind(game, observation="candidates")
            assert "\n" not in str(refused.value)
        return
    with quiet():
        for env in (GameAEC(game, observation="candidates"), wrap(GameAEC(game, observation="candidates"))):
            api_test(env, num_cycles=10)
        seed_test(lambda: GameAEC(game, observation="candidates"), num_cycles=10)
        parallel_api_test(GameParallel(game, observation="candidates"), num_cycles=10)
        parallel_seed_test(lambda: GameParallel(game, observation="candidates"), num_cycles=10)
        check_env(GameEnv(game, observation="candidates"), skip_render_check=True)


def _same_choices(shown: Any, info: Any, legal: Any) -> None:
    """Candidates stand for all legal actions of a mask, in order, and for nothing else."""
    mask, actions = info["action_mask"], info["actions"]
    same(shown["action_mask"], mask)
    same(actions[mask == 1], np.flatnonzero(legal))
    assert (actions[mask == 0] == WAIT).all()
    assert not shown["candidates"][mask == 0].any()


def check_candidates_play_the_same_games(game: Game) -> None:
    """With candidates every legal action is reachable, and the same actions make the same games and records."""
    if game.rule_functions.candidates is None:
        return
    plain, env = GameAEC(game), GameAEC(game, observation="candidates")
    for one in (plain, env):
        one.reset(seed=5)
    for step, (player, action) in enumerate(choices(plain, np.random.default_rng(5))):
        for agent in game.agents:
            view = env.observe(agent)
            assert view in env.observation_space(agent)
            _same_choices(view, env.infos[agent], plain.infos[agent]["action_mask"])
        found = env.batch.candidates()
        view = env.observe(game.agents[player])
        same(view["candidates"], found.features[0])
        same(view["position"], found.position[0])
        if step % 8 == 0:
            assert env.infos[game.agents[player]]["actions"][ask(make_agent("greedy"), env)] == ask(
                make_agent("greedy"), plain
            )
            if not (mask := view["action_mask"]).all():
                with pytest.raises(IllegalActionError, match="no candidate") as refused:
                    env.step(int(mask.argmin()))
                assert refused.value.legal == mask.sum()
            with pytest.raises(ValueError, match="is not an integer from 0 to"):
                env.step(game.max_candidates)
        env.step(env.number(action))
    same(env.save(), plain.save())
    assert env.record() == plain.record()
    assert env.rewards == plain.rewards
    assert not env.observe(game.agents[0])["position"].any()

    many, shown = GameParallel(game), GameParallel(game, observation="candidates")
    told, seen = many.reset(seed=5), shown.reset(seed=5)
    rng = np.random.default_rng(6)
    while many.agents:
        orders, numbers = {}, {}
        for agent in many.agents:
            legal, info = told[0][agent]["action_mask"], seen[-1][agent]
            _same_choices(seen[0][agent], info, legal)
            assert seen[0][agent] in shown.observation_space(agent)
            numbers[agent] = int(rng.integers(info["action_mask"].sum()))
            orders[agent] = int(info["actions"][numbers[agent]])
        told, seen = many.step(orders), shown.step(numbers)
        assert told[1:4] == seen[1:4]
    same(many.save(), shown.save())
    assert many.record() == shown.record()
    shown.reset(seed=5)
    offender = next(agent for agent in game.agents if not (shown.observe(agent)["action_mask"]).all())
    bad = dict.fromkeys(game.agents, 0) | {offender: game.max_candidates - 1}
    _, rewards, ended, _, infos = shown.step(bad)
    assert all(ended.values())
    assert rewards[offender] == shown.lowest_return
    assert "no candidate" in infos[offender]["illegal_action"]

    alone, single = GameEnv(game, player=0), GameEnv(game, player=0, observation="candidates")
    (_, info), (view, other) = alone.reset(seed=5), single.reset(seed=5)
    over = False
    while not over:
        _same_choices(view, other, info["action_mask"])
        same(single.action_masks(), other["action_mask"].astype(bool))
        number = int(rng.integers(other["action_mask"].sum()))
        if number == 1:
            view, other = single.load(single.save())
        _, reward, over, _, info = alone.step(other["actions"][number])
        view, earned, ended, _, other = single.step(number)
        assert (reward, over) == (earned, ended)
    same(alone.save(), single.save())
    _same_choices(view, other, info["action_mask"])


def check_forms_agree(game: Game) -> None:
    """Every environment shows the same in both forms, and the same mask in the infos."""
    flat, full = (GameAEC(game, observation=form) for form in ("flat", "dict"))
    for env in (flat, full):
        env.reset(seed=3)
    for _, action in choices(flat, np.random.default_rng(3)):
        for agent in game.agents:
            seen, view = flat.observe(agent), full.observe(agent)
            assert seen in flat.observation_space(agent)
            same(seen, view["observation"])
            same(flat.infos[agent]["action_mask"], view["action_mask"])
        full.step(action)
    for kind in (GameParallel, GameEnv, lambda g, observation: GameVectorEnv(g, 2, observation=observation)):
        views = []
        for form in ("flat", "dict"):
            env: Any = kind(game, observation=form)
            view, info = env.reset(seed=3)
            views.append((view, info))
            if isinstance(env, GameParallel):
                assert all(view[agent] in env.observation_space(agent) for agent in view)
            else:
                assert view in env.observation_space
        (row, info), (view, other) = views
        same(info, other)
        pairs = [(row, view, info)] if kind is not GameParallel else [(row[a], view[a], info[a]) for a in row]
        for row, view, info in pairs:
            same(row, view["observation"])
            same(info["action_mask"], view["action_mask"])
    for kind in (GameAEC, GameParallel, GameEnv, GameVectorEnv):
        for bad in ("candidate", "Dict", None, 1, ["flat"], "x" * 10_000):
            with pytest.raises(
                ValueError, match=r"observation=.* is unknown; allowed: 'dict', 'flat', 'candidates'"
            ) as refused:
                kind(game, observation=bad)
            assert len(str(refused.value)) < 200


def check_state_of_all_players(game: Game) -> None:
    """``state()`` is what all players see, in their order, within exact bounds, at every moment."""
    with quiet():
        state_test(wrap(GameAEC(game)), GameParallel(game))
    env, parallel = GameAEC(game), GameParallel(game)
    low, high = env.state_space.low, env.state_space.high
    one = game.layout.box(game.observation_dtype)
    assert not low.any()
    assert high.tolist() == one.high.tolist() * game.num_players
    assert env.state_space == parallel.state_space == wrap(env).state_space
    env.reset(seed=7)
    for _ in choices(env, np.random.default_rng(7)):
        before, state = env.save(), env.state()
        assert state in env.state_space
        rows = state.reshape(game.num_players, -1)
        for agent, row in zip(game.agents, rows, strict=True):
            same(row, env.observe(agent)["observation"])
        same(env.save(), before)
    views, _ = parallel.reset(seed=7)
    while parallel.agents:
        rows = parallel.state().reshape(game.num_players, -1)
        for agent, row in zip(game.agents, rows, strict=True):
            same(row, views[agent]["observation"])
        views, *_ = parallel.step({agent: int(view["action_mask"].argmax()) for agent, view in views.items()})
    assert parallel.state() in parallel.state_space


def check_masks_serve_samplers(game: Game) -> None:
    """Gymnasium's samplers take the masks of infos and observations, and ``action_masks()`` is bool, both the same."""
    env, vector = GameEnv(game), GameVectorEnv(game, 3)
    env.action_space.seed(1)
    vector.action_space.seed(1)
    _, info = env.reset(seed=1)
    _, infos = vector.reset(seed=1)
    for _ in range(5):
        assert info["action_mask"].dtype == infos["action_mask"].dtype == np.int8
        assert env.action_masks().dtype == vector.action_masks().dtype == np.bool_
        action = env.action_space.sample(info["action_mask"])
        actions = vector.action_space.sample(tuple(infos["action_mask"]))
        assert env.action_masks()[action]
        assert vector.action_masks()[np.arange(3), actions].all()
        _, _, over, _, info = env.step(action)
        _, _, _, _, infos = vector.step(actions)
        if over:
            _, info = env.reset()
    aec = GameAEC(game)
    aec.reset(seed=1)
    agent = aec.agent_selection
    assert isinstance(aec.action_space(agent), spaces.Discrete)
    assert aec.observe(agent)["action_mask"][aec.action_space(agent).sample(aec.infos[agent]["action_mask"])]


def _arrays(value: Any) -> list[np.ndarray]:
    if isinstance(value, dict):
        return [array for inner in value.values() for array in _arrays(inner)]
    if isinstance(value, tuple):
        return [array for inner in value for array in _arrays(inner)]
    return [value] if isinstance(value, np.ndarray) and value.dtype != object else []


def check_kept_arrays_stay(game: Game) -> None:
    """What environments return, and a batch's snapshot, can be exported without a copy and never changes afterwards."""
    given: list[np.ndarray] = []
    env, vector, aec, parallel, batch = (
        GameEnv(game),
        GameVectorEnv(game, 2),
        GameAEC(game),
        GameParallel(game),
        Batch(game, 2),
    )
    given += _arrays(env.reset(seed=1)) + _arrays(vector.reset(seed=1)) + _arrays(parallel.reset(seed=1))
    aec.reset(seed=1)
    batch.reset(1)
    given += _arrays(aec.last()) + _arrays(aec.observe(game.agents[-1])) + [aec.state(), parallel.state()]
    given += [env.action_masks(), vector.action_masks(), env.save().view(np.uint8)]
    snapshot = batch.snapshot()
    assert snapshot._fields == ("agent", "observation", "action_mask", "done", "returns")
    for name, array in snapshot._asdict().items():
        same(array, getattr(batch, name).copy())
    given += snapshot
    # numpy 1 has no bool in DLPack.
    given = [array.view(np.uint8) if array.dtype == np.bool_ else array for array in given]
    exported = [np.from_dlpack(array) for array in given]
    for array, export in zip(given, exported, strict=True):
        assert array.flags.c_contiguous
        assert array.flags.writeable
        assert np.shares_memory(array, export) or not array.size
    kept = [array.copy() for array in given]
    for _ in range(12):
        for one in (env, vector):
            _, _, over, _, _ = one.step(
                one.action_masks().argmax(axis=-1) if one is vector else int(env.action_masks().argmax())
            )
            if one is env and over:
                env.reset()
        if aec.agents and not aec.terminations[aec.agent_selection]:
            aec.step(int(aec.infos[aec.agent_selection]["action_mask"].argmax()))
        if parallel.agents:
            parallel.step({a: int(parallel.observe(a)["action_mask"].argmax()) for a in parallel.agents})
        batch.step(batch.sample())
    for export, copy in zip(exported, kept, strict=True):
        same(np.asarray(export), copy)
