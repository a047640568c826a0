"""Every public entry that takes a value refuses what it cannot use in one short line of our own."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import carc_gold_env.notation as carc_notation
import tt_env.notation as tt_notation
from carc_gold_env import carcassonne_gold_v0
from carc_gold_env.game import CarcassonneGold
from tabletop_envs.agents import make_agent
from tabletop_envs.errors import LONGEST, NotationError, listed, one_line, shown
from tabletop_envs.game import Game
from tabletop_envs.single_agent_batch import SingleAgentBatch
from tabletop_envs.states import as_bytes
from tests.hostile import HOSTILE, refused
from tt_env import tiny_towns_v0
from tt_env.game import TinyTowns

Entry = Callable[[Any], Any]
GAMES: dict[str, tuple[Any, type[Game]]] = {
    "tiny_towns": (tiny_towns_v0, TinyTowns),
    "carcassonne": (carcassonne_gold_v0, CarcassonneGold),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_any_value_is_shown_on_a_short_line(name: str) -> None:
    for value in (HOSTILE[name], [HOSTILE[name]], {"key": HOSTILE[name]}, (HOSTILE[name], HOSTILE[name])):
        for text in (shown(value), listed([value] * 9)):
            assert text.isprintable()
            text.encode()
        assert 0 < len(shown(value)) <= LONGEST
        assert listed([value] * 9).endswith(" and 4 more")


def test_what_is_short_is_shown_whole() -> None:
    for value in ("player_9", -3, 2**200, 1.5, None, ["a", 1], {"a": (1, 2)}, {1}, b"x", np.int64(3)):
        assert shown(value) == repr(value)
    assert one_line("two\nlines", 20) == "two lines"
    assert one_line("x" * 20, 20) == "x" * 20
    assert one_line("x" * 21, 20) == "x" * 17 + "..."
    for long in ("x" * 10**6, b"x" * 10**6, bytearray(10**6), ["x" * 100]):
        assert shown(long) == repr(long)[: LONGEST - 3] + "..."
    assert listed("ab") == "'a', 'b'"


def _making(module: Any, kind: type[Game]) -> Iterator[tuple[str, Entry]]:
    """Everything that a game and its environments are made with."""
    makers = ("raw_env", "parallel_env", "gymnasium_env", "vector_env")
    for option in kind().options():
        yield f"game {option}", lambda value, option=option: kind(**{option: value})
    yield "game unknown option", lambda value: kind(**{str(value) if isinstance(value, str) else "x": 1})
    for maker in makers:
        if not hasattr(module, maker):
            continue
        make = getattr(module, maker)
        options = ["auto_play_forced", "rewards", "render_mode"]
        options += ["illegal"] if maker in ("parallel_env", "gymnasium_env") else []
        options += ["opponents", "player"] if maker in ("gymnasium_env", "vector_env") else []
        options += ["num_envs"] if maker == "vector_env" else []
        for option in options:
            yield f"{maker} {option}", lambda value, make=make, option=option: make(**{option: value})
    yield "batch num_games", module.batch
    yield "batch rewards", lambda value: module.batch(1, rewards=value)
    yield "batch auto_play_forced", lambda value: module.batch(1, auto_play_forced=value)
    yield "agent", make_agent


def _playing(module: Any, kind: type[Game]) -> Iterator[tuple[str, Entry]]:
    """Everything that running environments are asked."""
    envs = [module.raw_env(num_players=3), module.gymnasium_env(illegal="raise", num_players=3)]
    envs += [module.parallel_env(illegal="raise", num_players=3)] if hasattr(module, "parallel_env") else []
    vector, batch = module.vector_env(2, num_players=3), module.batch(2, num_players=3)
    for env in (*envs, vector):
        name = type(env).__name__
        env.reset(seed=1)
        yield f"{name} seed", lambda value, env=env: env.reset(seed=value)
        yield f"{name} options", lambda value, env=env: env.reset(seed=1, options=value)
        for key in (*kind.reset_options, "position"):
            yield f"{name} {key}", lambda value, env=env, key=key: env.reset(seed=1, options={key: value})
        yield f"{name} step", env.step
    for key in ("cards", "monuments"):
        if key in kind.reset_options:
            for inner in ("cottage", "blue", "player_0"):
                yield f"{key} {inner}", lambda v, k=key, i=inner: envs[0].reset(options={k: {i: v}})
            yield f"{key} list", lambda value, key=key: envs[0].reset(options={key: ["well", value]})
            yield f"{key} pair", lambda value, key=key: envs[0].reset(options={key: {"player_0": ["well", value]}})
    for key in ("deck", "tiles"):
        if key in kind.reset_options:
            alone = module.raw_env(num_players=1) if key == "deck" else envs[0]
            yield f"{key} list", lambda v, k=key, env=alone: env.reset(options={k: [v]})
    for env in (env for env in envs if hasattr(env, "resample_hidden")):
        name, agent = type(env).__name__, env.possible_agents[0]
        for method in ("observe", "observation_space", "action_space", "heuristic_value", "load"):
            yield f"{name} {method}", getattr(env, method)
        yield f"{name} imagine agent", lambda value, env=env: env.resample_hidden(value, 1)
        yield f"{name} imagine seed", lambda value, env=env, agent=agent: env.resample_hidden(agent, value)
        if "Parallel" in name:
            others = dict.fromkeys(env.possible_agents[1:], 0)
            yield f"{name} one", lambda value, env=env, agent=agent, rest=others: env.step({agent: value, **rest})
            yield f"{name} step unknown", lambda value, env=env: env.step(dict.fromkeys(_keys(value), 0))
    batch.reset(1)
    for method in ("reset", "step", "sample", "observe", "load", "rollout", "refresh", "restart", "deal"):
        yield f"batch {method}", getattr(batch, method)
    yield "batch observe rows", lambda value: batch.observe(0, value)
    yield "batch advance rows", lambda value: batch.advance(value, [1, 1])
    yield "batch advance", lambda value: batch.advance([0, 1], value)
    yield "batch one of two", lambda value: batch.step([1, value])
    learner = SingleAgentBatch(kind(num_players=3), 2)  # type: ignore[call-arg]
    learner.reset(1)
    for method in ("reset", "step", "set_opponents"):
        yield f"learner {method}", getattr(learner, method)
    yield "learner opponent", lambda value: learner.set_opponents(["random", value])


def _keys(value: Any) -> list[Any]:
    return list(value) if isinstance(value, dict) else [value] if value.__hash__ else []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("entries", [_making, _playing], ids=["making", "playing"])
def test_hostile_values_are_refused(name: str, entries: Callable[..., Iterator[tuple[str, Entry]]]) -> None:
    for entry, call in entries(*GAMES[name]):
        taken = [value for value, given in HOSTILE.items() if not _refused(entry, value, call, given)]
        assert len(taken) < len(HOSTILE) / 4, f"{entry} takes {taken}"


def _refused(entry: str, name: str, call: Entry, value: Any) -> bool:
    try:
        return refused(call, value)
    except Exception as error:
        raise AssertionError(f"{entry} with {name}: {type(error).__name__} {error!s:.700}") from error


_PLAYER = ("coins", "monument_info", "completed_round", "dealt", "reserved", "watch_round", "constructed", "by_cubes")
_PLAYER += ("unpaid", "swapped", "forged", "coin_squares", "set_aside", "named", "builder_turns", "pending", "score")
_OPTIONAL: dict[tuple[Any, ...], tuple[str, ...]] = {
    ("config",): ("num_players", "coins", "fortune", "farmer_scoring", "meeples"),
    ("chance",): ("deck", "first_builder", "monuments"),
    ("players", 0): _PLAYER,
    (): ("id", "version", "seed", "deck", "deck_next", "shown", "winners", "result", "legal", "begun", "position"),
}
"""Where what else may stand in a text."""


def _forms(name: str) -> dict[str, Any]:
    """A record and a position of a running game."""
    module, _ = GAMES[name]
    options = {"fortune": True, "cavern": True} if name == "tiny_towns" else {}
    env = module.raw_env(num_players=2, **options)
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    for _ in range(4):
        env.step(int(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    record = env.record()
    for _ in range(30 if name == "tiny_towns" else 6):
        env.step(int(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    notation: Any = tt_notation if name == "tiny_towns" else carc_notation
    return {"record": record, "position": notation.position(env)}


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield (*path, key)
        yield from _paths(child, (*path, key))


def _is_there(form: Any, path: tuple[Any, ...]) -> bool:
    return not path or path in set(_paths(form))


def _with_value(form: Any, path: tuple[Any, ...], value: Any) -> Any:
    found = inner = copy.deepcopy(form)
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return found


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", ["record", "position"])
def test_hostile_values_anywhere_in_a_text_are_refused(name: str, form: str, step: int) -> None:
    """Every fifth value in every place, beginning with another one in each; the slow test takes all of them."""
    notation: Any = tt_notation if name == "tiny_towns" else carc_notation
    whole = _forms(name)[form]
    read = notation.replay if form == "record" else notation.load
    more = [(*path, key) for path, keys in _OPTIONAL.items() for key in keys if _is_there(whole, path)]
    for number, path in enumerate(dict.fromkeys([*_paths(whole), *more])):
        for value in list(HOSTILE)[number % step :: step]:
            _refused(f"{form} {path}", value, read, _with_value(whole, path, HOSTILE[value]))


@pytest.mark.parametrize("name", GAMES)
def test_hostile_arguments_of_the_notation_are_refused(name: str) -> None:
    notation: Any = tt_notation if name == "tiny_towns" else carc_notation
    module, _ = GAMES[name]
    env = module.raw_env()
    env.reset(seed=1)
    state = env.save()
    entries: dict[str, Entry] = {
        "legal_moves": notation.legal_moves,
        "legal_moves player": lambda value: notation.legal_moves(state, value),
        "move_actions": lambda value: notation.move_actions(state, 0, value),
        "load": notation.load,
        "position": notation.position,
        "replay": notation.replay,
        "decisions": lambda value: list(notation.decisions(value)),
        "start_of": notation.start_of,
        "final_state": notation.final_state,
        "write_record": lambda value: notation.write_record(state, value),
        "write_record action": lambda value: notation.write_record(state, [(0, value)]),
        "write_record player": lambda value: notation.write_record(state, [(value, 1)]),
        "write_record start": lambda value: notation.write_record(value, []),
        "action's text": lambda value: env.game.action_text(state, 0, value),
        "action's text, player": lambda value: env.game.action_text(state, value, 1),
        "action's text, state": lambda value: env.game.action_text(value, 0, 1),
        "reason": lambda value: env.game.why_illegal(state, 0, value),
        "reason, player": lambda value: env.game.why_illegal(state, value, 1),
        "reason, state": lambda value: env.game.why_illegal(value, 0, 1),
        "text of an action": lambda value: env.game.parse_action(state, 0, value),
        "text of an action, player": lambda value: env.game.parse_action(state, value, "done"),
        "text of an action, state": lambda value: env.game.parse_action(value, 0, "done"),
        "game of a position": lambda value: notation.load(notation.position(state), value),
        "picture": lambda value: env.game.svg(state, value),
        "svg state": env.game.svg,
        "ansi state": env.game.ansi,
    }
    if name == "tiny_towns":
        entries |= {"score": notation.score, "constructions": notation.constructions}
        short = {"cards": notation.position(env)["cards"], "players": [{"town": [["."] * 4] * 4}]}
        for key in ("cards", "players", "town", "monument"):
            entries[f"score {key}"] = lambda value, key=key: notation.score({**short, key: value})
            entries[f"town {key}"] = lambda value, key=key: notation.constructions(
                {"cards": short["cards"], "town": [["."] * 4] * 4, key: value}
            )
    for entry, call in entries.items():
        for value, given in HOSTILE.items():
            _refused(entry, value, call, given)


@pytest.mark.parametrize("name", GAMES)
def test_damaged_states_do_not_reach_compiled_code(name: str) -> None:
    """What reads the state of a game takes an array as it is given, so it asks first whether it is a state."""
    module, kind = GAMES[name]
    texts = tt_notation if module is tiny_towns_v0 else carc_notation
    readers: list[Entry] = [texts.position, texts.legal_moves, lambda state: texts.move_actions(state, 0, "done")]
    readers += [tt_notation.score, tt_notation.constructions] if module is tiny_towns_v0 else []
    env = module.raw_env(num_players=2)
    env.reset(seed=3)
    sound = env.save()
    for field, (_, offset, *_) in sorted((sound.dtype.fields or {}).items()):
        damaged = sound.copy()
        as_bytes(damaged)[0, offset] ^= 255
        if (name, field) == ("tiny_towns", "rng"):
            continue  # any number is one
        for read in (*readers, lambda state: kind.of(state).check_state(state)):  # type: ignore[attr-defined]
            with pytest.raises(ValueError, match=r"state|allowed|needs") as caught:
                read(damaged)
            assert "\n" not in str(caught.value), field
            assert len(str(caught.value)) < 500, field
    for read in readers[:2]:
        read(sound)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", [2, 300, -1, "player_2", True])
def test_moves_of_players_that_the_game_does_not_have(name: str, player: Any) -> None:
    module, _ = GAMES[name]
    texts = tt_notation if module is tiny_towns_v0 else carc_notation
    env = module.raw_env(num_players=2)
    env.reset(seed=3)
    move = texts.legal_moves(env)[0]
    assert texts.move_actions(env, env.agent_selection, move) == texts.move_actions(
        env.save(), env.game.player(env.agent_selection), move
    )
    with pytest.raises(NotationError, match="no player"):
        texts.move_actions(env.save(), player, move)
