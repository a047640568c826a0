"""Every option is declared once: whatever shows, writes or spells an option fits its declaration."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from carc_gold_env import carcassonne_gold_v0
from carc_gold_env.game import CarcassonneGold
from docs.options import PAGES, page
from tabletop_envs import games, interface_options
from tabletop_envs.aec import GameAEC
from tabletop_envs.batch import Batch
from tabletop_envs.cli import build_parser
from tabletop_envs.game import Game
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.options import declared, read_config, state_options, write_config
from tabletop_envs.parallel import GameParallel
from tabletop_envs.vector_env import GameVectorEnv
from tt_env import tiny_towns_v0
from tt_env.game import TinyTowns
from tt_env.options import OPTIONS
from tt_env.state import Parsonage

ROOT = Path(__file__).resolve().parent.parent
GAMES = [pytest.param(TinyTowns, tiny_towns_v0, id="tt"), pytest.param(CarcassonneGold, carcassonne_gold_v0, id="carc")]
INTERFACES = [
    (GameAEC, "AECOptions", "raw_env"),
    (GameAEC, "AECOptions", "env"),
    (GameParallel, "ParallelOptions", "parallel_env"),
    (Batch, "BatchOptions", "batch"),
    (GameEnv, "GymnasiumOptions", "gymnasium_env"),
    (GameVectorEnv, "VectorOptions", "vector_env"),
]


@pytest.mark.parametrize(("interface", "kind", "function"), INTERFACES, ids=[row[-1] for row in INTERFACES])
def test_interfaces_take_what_is_declared(interface: Any, kind: str, function: str) -> None:
    """Names and defaults, in the constructors and in what ``help`` shows of the public functions."""
    options = declared(getattr(interface_options, kind))
    taken = inspect.signature(interface).parameters.values()
    assert {one.name: one.default for one in taken if one.kind is one.KEYWORD_ONLY} == {
        name: option.default for name, option in options.items()
    }
    for module, game in ((tiny_towns_v0, TinyTowns), (carcassonne_gold_v0, CarcassonneGold)):
        if not hasattr(module, function):
            continue
        shown, text = inspect.signature(getattr(module, function)).parameters, getattr(module, function).__doc__
        both = {**game.declared, **options}
        assert {name: one.default for name, one in shown.items() if one.kind is one.KEYWORD_ONLY} == {
            name: option.default for name, option in both.items()
        }
        words = " ".join(text.split())
        for name, option in both.items():
            assert f"{name}: {option.help[0].upper()}{option.help[1:]}." in words
        assert "**options" not in text


@pytest.mark.parametrize("function", ["raw_env", "vector_env"])
def test_a_refusal_names_every_option(function: str) -> None:
    with pytest.raises(TypeError) as caught:
        getattr(tiny_towns_v0, function)(num_plyers=3)
    for options in (interface_options.ParallelOptions, interface_options.VectorOptions):
        assert all(name in str(caught.value) for name in (*declared(options), *OPTIONS))


@pytest.mark.parametrize(("kind", "module"), GAMES)
def test_the_game_takes_what_is_declared(kind: type[Game], module: Any) -> None:
    shown = inspect.signature(kind).parameters
    assert {name: one.default for name, one in shown.items()} == {
        name: option.default for name, option in kind.declared.items()
    }
    for option in kind.declared.values():
        assert not option.help.endswith("."), option.name
        assert option.field in ("", *(kind.dtype.names or ())), option.name


def _other(kind: type[Game], name: str) -> dict[str, Any]:
    """The options of a game in which one has another value than by default."""
    option, usual = kind.declared[name], kind().options()[name]
    chosen = {name: next(value for value in option.values if value != usual)}
    return chosen | ({"num_players": 2} if name != "num_players" else {})


def _each(kind: type[Game]) -> list[str]:
    return state_options(kind.declared)


EACH = [
    pytest.param(kind, name, id=f"{kind.name}-{name}") for kind in (TinyTowns, CarcassonneGold) for name in _each(kind)
]


@pytest.mark.parametrize(("kind", "name"), EACH)
def test_an_option_is_in_states_records_and_positions(kind: type[Game], name: str) -> None:
    game, usual = kind(**_other(kind, name)), kind()
    batch = Batch(game, 1)
    batch.reset(1)
    state = batch.games
    assert kind.of(state).options()[name] == game.options()[name]
    game.check_state(state)
    with pytest.raises(ValueError, match=r"the state was made with .*; make the game with the options of") as caught:
        usual.check_state(state)
    assert "\n" not in str(caught.value)
    config = write_config(kind.declared, state[0])
    assert read_config(kind.declared, json.loads(json.dumps(config)))[name] == game.options()[name]
    record = game.record(state, [])
    assert record["config"][name] == game.options()[name]


@pytest.mark.parametrize("name", ["tiny-towns", "carcassonne"])
def test_the_command_line_takes_every_option(name: str) -> None:
    for option in games.find(name).declared.values():
        flag = "players" if option.name == "num_players" else option.name.replace("_", "-")
        for value in option.values or ("greenhouse",):
            words = [("--" if value else "--no-") + flag] if option.is_switch else [f"--{flag}", str(value)]
            chosen = vars(build_parser().parse_args(["train", name, *words]))
            read = chosen["players" if option.name == "num_players" else f"game_{option.name}"]
            assert read in (value, [value])


def test_numbers_of_texts() -> None:
    """The rules know the texts of an option by their places."""
    assert [choice.name.lower() for choice in Parsonage] == list(OPTIONS["parsonage"].values)


@pytest.mark.parametrize("name", PAGES)
def test_tables_of_the_docs_are_current(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert page(text, PAGES[name]) == text, "run: make options"
