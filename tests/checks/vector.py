"""The Gymnasium vector environment: its autoreset modes, and that it tells what Gymnasium's own tell."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import SyncVectorEnv

from tabletop_envs.autoreset import AutoresetMode
from tabletop_envs.errors import IllegalActionError
from tabletop_envs.game import WAIT, Game
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.states import as_bytes
from tabletop_envs.vector_env import GameVectorEnv
from tests.checks.common import quiet, same


def alike(a: Any, b: Any) -> None:
    """Asserts that two observations, infos or values are equal, whatever precision rewards have."""
    if isinstance(a, dict):
        assert set(a) == set(b)
        for key in a:
            alike(a[key], b[key])
    elif isinstance(a, np.ndarray) and a.dtype == object:
        assert len(a) == len(b)
        for one, other in zip(a, b, strict=True):
            alike(one, other)
    elif isinstance(a, np.ndarray) and a.dtype.kind != "f":
        same(a, b)
    else:
        assert a == pytest.approx(b) if isinstance(a, np.ndarray) else a == b


def check_as_gymnasium_has_it(game: Game) -> None:
    """One row is step by step what Gymnasium makes of the single environment, in every mode, illegal actions too."""
    if not hasattr(gymnasium.vector, "AutoresetMode"):
        pytest.skip("Gymnasium 1.0 has one mode only")
    for mode in AutoresetMode:
        for form in ("flat", "dict") if mode is AutoresetMode.SAME_STEP else ("flat",):
            _as_gymnasium(game, mode, form)


def check_candidates_as_gymnasium_has_them(game: Game) -> None:
    """The same with candidates; how games begin again does not depend on what is seen."""
    if hasattr(gymnasium.vector, "AutoresetMode") and game.rule_functions.candidates is not None:
        _as_gymnasium(game, AutoresetMode.NEXT_STEP, "candidates")


def _as_gymnasium(game: Game, mode: AutoresetMode, form: str) -> None:
    ours = GameVectorEnv(game, 1, illegal="terminate", autoreset_mode=mode.value, observation=form, opponents="random")
    theirs = SyncVectorEnv([lambda: GameEnv(game, observation=form)], autoreset_mode=mode)
    assert ours.autoreset_mode is ours.metadata["autoreset_mode"] is theirs.autoreset_mode
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    told, expected = ours.reset(seed=61), theirs.reset(seed=61)
    ends, rng = 0, np.random.default_rng(61)
    while ends < 3:
        for one, other in zip(told, expected, strict=True):
            alike(one, other)
        assert told[0] in ours.observation_space
        mask = told[-1]["action_mask"][0]
        offending = ends == 1 and not mask.all() and rng.random() < 0.2
        actions = rng.choice(np.flatnonzero(mask == (0 if offending else 1)), 1)
        told, expected = ours.step(actions), theirs.step(actions)
        if told[2][0]:
            ends += 1
            if mode is AutoresetMode.DISABLED:
                for one, other in zip(told, expected, strict=True):
                    alike(one, other)
                told, expected = (env.reset(options={"reset_mask": np.ones(1, np.bool_)}) for env in (ours, theirs))


def _plays(game: Game, mode: AutoresetMode) -> list[list[tuple[Any, ...]]]:
    """What the rows tell of their decisions, row by row, without the steps that begin games."""
    env = GameVectorEnv(game, 3, illegal="terminate", autoreset_mode=mode)
    rows: list[list[tuple[Any, ...]]] = [[] for _ in range(3)]
    ends, over = np.zeros(3, np.int64), np.zeros(3, np.bool_)
    observations, info = env.reset(seed=59)
    while ends.min() < 3:
        before, players, actions = observations, info["player"], np.zeros(3, np.int64)
        for row, mask in enumerate(info["action_mask"]):
            step = len(rows[row])
            # Now and then an action that is not legal, at once or late.
            wanted = mask == 0 if ends[row] == 1 and step % 7 == row else mask
            legal = np.flatnonzero(wanted)
            actions[row] = legal[(step * 5 + row) % len(legal)]
        observations, rewards, terminations, _, info = env.step(actions)
        same(env.action_masks(), info["action_mask"].astype(bool))
        last = info.get("final_info", info)
        for row in np.flatnonzero(~over):
            end: Any = None
            if terminations[row]:
                final = info["final_obs"][row] if mode is AutoresetMode.SAME_STEP else observations[row]
                facts = {
                    name: last[name][row] for name in ("scores", "winners", "illegal_action", "player") if name in last
                }
                flags = {name: bool(last[f"_{name}"][row]) for name in facts}
                end = (final.tobytes(), {name: str(fact) for name, fact in facts.items() if flags[name]})
                assert np.flatnonzero(last["action_mask"][row]).tolist() == [WAIT]
            rows[row].append((before[row].tobytes(), int(players[row]), int(actions[row]), float(rewards[row]), end))
        for row in np.flatnonzero(over):
            assert (rewards[row], terminations[row]) == (0, False)
        ends += terminations
        over = np.zeros(3, np.bool_)
        if mode is AutoresetMode.NEXT_STEP:
            over = terminations
        elif mode is AutoresetMode.DISABLED and terminations.any():
            kept = env.save()
            with pytest.raises(ResetNeeded, match=rf"rows \[{np.flatnonzero(terminations)[0]}"):
                env.step(actions)
            observations, info = env.reset(options={"reset_mask": terminations})
            same(as_bytes(env.save())[~terminations], as_bytes(kept)[~terminations])
    return rows


def check_modes_agree(game: Game) -> None:
    """All modes play the same games in every row; an illegal action ends one row's alone."""
    plays = [_plays(game, mode) for mode in AutoresetMode]
    for row in range(3):
        shortest = min(len(play[row]) for play in plays)
        for play in plays[1:]:
            assert play[row][:shortest] == plays[0][row][:shortest]
    ends = [end for row in plays[0] for *_, end in row if end]
    assert any("illegal_action" in facts for _, facts in ends)
    assert any("scores" in facts for _, facts in ends)


def check_reset_mask(game: Game) -> None:
    """Some rows are reset, with a seed or an option of their own, in every mode; the others stay byte for byte."""
    for mode in AutoresetMode:
        env = GameVectorEnv(game, 3, autoreset_mode=mode)
        mask = np.array([False, True, False])
        with pytest.raises(ResetNeeded):
            env.reset(options={"reset_mask": mask})
        env.reset(seed=1)
        first = env.save()
        env.step([int(np.flatnonzero(row)[0]) for row in env.action_masks()])
        kept, options = env.save(), {"reset_mask": mask, "nonsense": 1}
        with quiet():
            observations, info = env.reset(seed=1, options=options)
        assert list(options) == ["reset_mask", "nonsense"]
        same(as_bytes(env.save())[mask], as_bytes(first)[mask])
        same(as_bytes(env.save())[~mask], as_bytes(kept)[~mask])
        assert observations in env.observation_space
        assert info["_action_mask"].all()
        env.reset(options={"reset_mask": np.ones(3, np.bool_)})
        for bad, error in (
            (mask[:2], ValueError),
            (np.zeros(3, np.bool_), ValueError),
            (mask.astype(np.int8), TypeError),
            (mask.tolist(), TypeError),
            (None, TypeError),
        ):
            kept = env.save()
            with pytest.raises(error, match=r"reset options: 'reset_mask' must be a boolean array of shape \(3,\)"):
                env.reset(options={"reset_mask": bad})
            same(env.save(), kept)


def check_saved_ends(game: Game) -> None:
    """What is saved while rows stay at their ends loads again and goes on as if nothing had happened, elsewhere too."""
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED):
        env, twin, elsewhere = (GameVectorEnv(game, 3, player=0, autoreset_mode=mode) for _ in range(3))
        told, expected, loads = env.reset(seed=7), twin.reset(seed=7), 0
        for k in range(200 * 3):
            for one, other in zip(told, expected, strict=True):
                alike(one, other)
            over = told[2] if len(told) > 2 else np.zeros(3, np.bool_)
            if over.any():
                loads += 1
                kept = env.save()
                for place in (env, elsewhere):
                    observations, info = place.load(kept)
                    same(observations, told[0])
                    alike(info, told[-1])
                    same(place.save(), kept)
                with pytest.raises(ValueError, match="load"):
                    GameVectorEnv(game, 3, player=0).load(kept)
            if loads == 3:
                break
            if over.any() and mode is AutoresetMode.DISABLED:
                for place in (env, elsewhere):
                    with pytest.raises(ResetNeeded, match=rf"rows \[{np.flatnonzero(over)[0]}"):
                        place.step(np.zeros(3, np.int64))
                told, expected = (place.reset(options={"reset_mask": over}) for place in (env, twin))
                continue
            legal = [np.flatnonzero(mask) for mask in told[-1]["action_mask"]]
            actions = [row[(k * 5 + i) % len(row)] for i, row in enumerate(legal)]
            told, expected = env.step(actions), twin.step(actions)
        assert loads == 3


def check_illegal_in_one_row(game: Game) -> None:
    """By default an illegal action raises and steps no game."""
    env = GameVectorEnv(game, 3)
    _, info = env.reset(seed=5)
    actions = np.array([np.flatnonzero(mask)[-1] for mask in info["action_mask"]])
    actions[1] = WAIT
    for mode in ("raise", "terminate"):
        env = GameVectorEnv(game, 3, illegal=mode)
        env.reset(seed=5)
        before = env.save()
        for bad in ([0, 1], [0.0] * 3, ["0"] * 3, np.full(3, game.num_actions), np.full(3, -1), None):
            with pytest.raises(ValueError, match="action"):
                env.step(bad)
        if mode == "raise":
            with pytest.raises(IllegalActionError, match=r"game 1: illegal action 0 "):
                env.step(actions)
        same(env.save(), before)
    _, rewards, terminations, _, info = env.step(actions)
    assert terminations[1]
    assert rewards[1] == pytest.approx(env.games.batch.rewards.bounds(game)[0])
    text = info["final_info"]["illegal_action"][1]
    assert text.startswith(f"{game.agents[info['final_info']['player'][1]]}: illegal action 0 ")
    assert info["final_info"]["_illegal_action"].tolist() == [False, True, False]
