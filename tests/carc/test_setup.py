"""What lies on the table before the first move and after the last (docs/rules/carcassonne_gold.md 1, 8)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from carc_gold_env.game import CarcassonneGold
from carc_gold_env.notation import engine
from carc_gold_env.options import OPTIONS
from carc_gold_env.state import Phase
from carc_gold_env.tiles import NUMBERS, draw_pile, tile_id
from tabletop_envs.game import State
from tabletop_envs.options import read_config
from tabletop_envs.states import clean_records


def begun(seed: int, **options: Any) -> State:
    state = clean_records(CarcassonneGold(**options).template)
    engine.reset(state, seed)
    return state


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("gold_mines", [False, True])
@pytest.mark.parametrize("players", range(2, 6))
def test_everything_is_on_the_table(players: int, gold_mines: bool) -> None:
    """71 or 79 tiles in the draw pile and the start tile make 72 or 80; 7 meeples each; no ingot is out."""
    state = begun(players, num_players=players, gold_mines=gold_mines)
    g = state[0]
    tiles = [tile_id(number) for number in g["draw_pile"][: int(g["draw_pile_size"])]]
    assert sorted(tiles) == sorted(draw_pile(gold_mines))
    assert len(tiles) + int(g["tiles"]) == (80 if gold_mines else 72)
    assert (tile_id(g["type"][0]), g["rotation"][0], g["x"][0], g["y"][0]) == ("D", 0, 0, 0)
    assert g["in_hand"][:players].tolist() == [7] * players
    assert g["player"] == 0
    assert not any(g[name].any() for name in ("score", "ingots", "lies", "stands"))
    assert (tile_id(g["hand"]), int(g["drawn"])) == (tiles[0], 1)


@pytest.mark.nojit
def test_seed_alone_decides_the_pile() -> None:
    assert begun(5).tobytes() == begun(5).tobytes()
    assert begun(5)[0]["draw_pile"].tolist() != begun(6)[0]["draw_pile"].tolist()
    # What the players choose does not touch the draw pile.
    assert begun(5, farmers=False, num_players=4)[0]["draw_pile"].tolist() == begun(5)[0]["draw_pile"].tolist()


@pytest.mark.nojit
def test_any_tile_may_be_first_and_last() -> None:
    """Both ends of the draw pile are mixed like its middle."""
    draw_piles = np.array([begun(seed)[0]["draw_pile"] for seed in range(60)])
    for place in (0, 40, 78):
        assert len(set(draw_piles[:, place].tolist())) > 15


@pytest.mark.nojit
def test_nothing_is_in_hand_when_the_pile_ran_out_with_discards() -> None:
    """An A at each end of the road leaves no road open: X and GM8, all roads, have no place and the game ends."""
    state = clean_records(CarcassonneGold().prepare({"tiles": ["E", "A", "A", "X", "GM8"]}))
    engine.reset(state, 0)
    for square, rotation in (((0, -1), 2), ((1, 0), 1), ((-1, 0), 3)):
        g = state[0]
        place = engine.free_squares(state)[square]
        engine.step(state, int(g["player"]), engine.square_action(state, place))
        if g["phase"] == Phase.ROTATION:
            engine.step(state, int(g["player"]), 762 + rotation)
        engine.step(state, int(g["player"]), 791)
    assert g["phase"] == Phase.OVER
    assert (int(g["hand"]), int(g["drawn"]), int(g["left"].sum())) == (0, 5, 0)
    assert int(g["lies"].sum()) == 0
    assert NUMBERS["X"] not in g["type"][: int(g["tiles"])].tolist()


def test_empty_pile_is_a_game_that_is_over() -> None:
    state = clean_records(CarcassonneGold(num_players=3).prepare({"tiles": []}))
    engine.reset(state, 0)
    g = state[0]
    assert g["phase"] == Phase.OVER
    assert (g["final"][:3].tolist(), int(g["winners"])) == ([0, 0, 0], 7)


def test_defaults_are_the_printed_rules() -> None:
    """Farmers by the third version, the current rule for small cities, 7 meeples; the notation means the same."""
    options = {"gold_mines": True, "farmers": True, "small_city": False, "farmer_scoring": 3, "meeples": 7}
    assert CarcassonneGold(num_players=4).options() == {"num_players": 4, **options}
    assert read_config(OPTIONS, {"num_players": 4}) == {"num_players": 4, **options}
