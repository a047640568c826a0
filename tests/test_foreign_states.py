"""What draws or reads states takes one of its own game from anywhere, and nothing else: one line says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import carc_gold_env.drawing
import tt_env.drawing
from carc_gold_env import carcassonne_gold_v0
from carc_gold_env.game import CarcassonneGold
from tabletop_envs.batch import Batch
from tabletop_envs.game import Game, State
from tabletop_envs.states import is_held
from tests.hostile import HOSTILE
from tt_env import tiny_towns_v0
from tt_env.game import TinyTowns

GAMES: dict[str, Game] = {
    "tiny_towns": TinyTowns(fortune=True),
    "tiny_towns town hall": TinyTowns(num_players=3, town_hall=True),
    "carcassonne": CarcassonneGold(),
}
MODULES: dict[str, Any] = {"tiny_towns": tiny_towns_v0, "carcassonne": carcassonne_gold_v0}
READERS: dict[str, Callable[[Game, Any], str]] = {
    "svg": lambda game, state: game.svg(state),
    "svg of a player": lambda game, state: game.svg(state, 0),
    "ansi": lambda game, state: game.ansi(state),
    "action_text": lambda game, state: game.action_text(state, 0, game.num_actions - 1),
    "parse_action": lambda game, state: str(game.parse_action(state, 0, game.action_text(state, 0, 1))),
    "why_illegal": lambda game, state: game.why_illegal(state, 1, 1),
    "drawing.svg": lambda game, state: _module(game).drawing.svg(state),
}


def _module(game: Game) -> Any:
    return tt_env if isinstance(game, TinyTowns) else carc_gold_env


def middle(game: Game) -> Batch:
    batch = Batch(game, 1)
    batch.reset(5)
    batch.rollout(37)
    return batch


def one_line(refused: pytest.ExceptionInfo[BaseException]) -> bool:
    return str(refused.value).isprintable() and 20 < len(str(refused.value)) < 500


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", GAMES)
def test_only_states_of_the_game_are_read(name: str, reader: str) -> None:
    game, read = GAMES[name], READERS[reader]
    batch = middle(game)
    state = batch.games.copy()
    assert is_held(batch.games)
    assert is_held(batch.games[:1])
    assert not is_held(state)
    assert read(game, state) == read(game, batch.games)
    other = middle(GAMES["tiny_towns" if name == "carcassonne" else "carcassonne"]).games
    raw = state.view(np.uint8)
    for bad in (
        other,
        other.copy(),
        raw,
        np.repeat(state, 2),
        state[:0],
        state.reshape(1, 1),
        state[0],
        *HOSTILE.values(),
    ):
        with pytest.raises((TypeError, ValueError)) as refused:
            read(game, bad)
        assert one_line(refused)
    with pytest.raises(TypeError, match=r"array of shape \(1,\), not other records of shape \(1,\)"):
        read(game, other)


@pytest.mark.parametrize("name", GAMES)
def test_damaged_states_are_read_or_refused(name: str) -> None:
    game = GAMES[name]
    state = middle(game).games.copy()
    width, refusals = state.dtype.itemsize, 0
    for k, place in enumerate(range(0, width, max(1, width // 60))):
        damaged: State = state.copy()
        damaged.view(np.uint8)[place] ^= (255, 1, 128)[k % 3]
        for read in READERS.values():
            try:
                read(game, damaged)
            except (TypeError, ValueError) as error:
                refusals += 1
                assert str(error).isprintable()
                assert len(str(error)) < 500
    assert refusals > 200


@pytest.mark.parametrize("name", MODULES)
def test_environments_ask_nothing_of_their_own_states(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("asked")

    env = MODULES[name].raw_env(render_mode="ansi")
    env.reset(seed=3)
    monkeypatch.setattr(type(env.game), "check_state", refuse)
    assert env.render()
    vector = MODULES[name].vector_env(3, render_mode="ansi")
    vector.reset(seed=3)
    assert len(vector.render()) == 3
    with pytest.raises(ValueError, match="illegal action"):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
