"""The guess of a player's final score."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tabletop_envs.jit import jit
from tests.tt.positions import finish, game, make_player, score
from tt_env.cards import ALL_CARDS, NUMBERS, PILES
from tt_env.decisions import Pending
from tt_env.heuristics.potential import LOOKS_AT, SLOTS, touched_slots
from tt_env.heuristics.value import heuristic_value
from tt_env.state import Phase
from tt_env.tables import MOST_LAYOUTS, tables

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]

GLASS, STONE = 4, 5


@jit
def _estimate(t: Any, games: Any, player: Any) -> Any:
    return heuristic_value(t[0], games[0], player)


def guess(games: Any, number: int = 0) -> float:
    return float(_estimate(tables(), games, number))


def constructing(*players: dict[str, Any], cards: tuple[str, ...] = ()) -> Any:
    """A game in its constructing step: nobody has a cube in hand."""
    return game(*players, cards=cards, phase=Phase.CONSTRUCTING, round=5)


def test_a_finished_game_is_worth_its_score() -> None:
    games = constructing(make_player("cwct fcwt oyct tkko"), make_player("cccc cccc cccc fffk"))
    finish(games)
    games["phase"] = Phase.OVER
    assert [guess(games, 0), guess(games, 1)] == games["players"]["score"][0, :2].tolist()


def test_a_complete_town_is_worth_its_total() -> None:
    games = constructing(
        make_player("cwct fcwt oyct tWko", completed=4), make_player("cccc .... .... ....", completed=0)
    )
    assert guess(games, 0) == score(games, 0).total
    assert guess(games, 1) > score(games, 1).total  # an open town may still grow


def test_a_guess_changes_nothing() -> None:
    games = constructing(make_player("cW.H .f.. B..G ...m", "fort_ironweed"), make_player("WW.. .... .... ...."))
    for phase in (Phase.PLACING, Phase.CONSTRUCTING):
        games["phase"], games["waiting"] = phase, 3
        games["players"]["named"][0, :2] = GLASS
        before = games.tobytes()
        guess(games)
        assert games.tobytes() == before


def test_a_player_knows_its_neighbour_only_as_shown() -> None:
    games = constructing(make_player("tt.. .... .... ...."), make_player("t... .... .... ...."), cards=("feast_hall",))
    before = guess(games)
    games["players"]["town"][0, 1] = games["players"]["town"][0, 0]  # unseen yet: a second green building
    assert guess(games) == before
    games["shown"]["town"][0, 1] = games["shown"]["town"][0, 0]
    assert guess(games) == before - 2


def test_hidden_things_do_not_matter() -> None:
    games = constructing(make_player("cW.. .... .... ...."), make_player("WW.. .... .... ...."))
    before = guess(games)
    games["deck"], games["rng"] = 3, 99
    games["players"]["monument"][0, 1] = NUMBERS["fort_ironweed"]
    games["players"]["dealt"][0, 1] = NUMBERS["silva_forum"]
    assert guess(games) == before


def towns_in_order(*towns: str, cards: tuple[str, ...] = (), monument: str | None = None) -> bool:
    """Whether the guesses for the towns rise strictly."""
    guesses = [guess(constructing(make_player(town, monument), cards=cards)) for town in towns]
    return guesses == sorted(set(guesses))


def test_laid_layouts_are_worth_more_than_the_same_cubes_loose() -> None:
    assert towns_in_order("WS.. WS.. .... ....", "c... WS.. .... ....")
    assert towns_in_order("S... ...G .... H..B", ".H.. BG.. .... S...")


def test_room_that_hangs_together_is_worth_more() -> None:
    assert towns_in_order(".... .W.. .... ....", ".W.. .... .... ....", "W... .... .... ....")


def test_the_cubes_of_a_layout_are_worth_more_than_others() -> None:
    assert towns_in_order("f... .... ...S ..BG", "f... .... ...H ..BG")
    assert towns_in_order("f... .... .... ..SG", "f... .... .... ..BG")


def test_a_building_is_worth_more_than_its_finished_layout() -> None:
    assert towns_in_order("f... ...H ..BG ....", "f... .... ..c. ....")


def test_a_fed_cottage_is_worth_more_than_a_hungry_one() -> None:
    assert towns_in_order("kc.. .... .... ....", "fc.. .... .... ....")


def test_the_own_monument_counts_before_it_is_built() -> None:
    with_fort = guess(constructing(make_player(".... .... H.B. SW..", "fort_ironweed")))
    assert with_fort > guess(constructing(make_player(".... .... H.B. SW..")))


def test_a_trading_post_stands_for_any_cube() -> None:
    """As the Cottage's brick beside the glass, or far away."""
    assert towns_in_order("f.H. ..G. .... ...k", "f.H. .kG. .... ....", cards=("trading_post",))


def placing(town: str, resource: int) -> Any:
    return game(make_player(town, named=resource), phase=Phase.PLACING, waiting=1, named=resource, round=5)


def test_a_cube_in_hand_counts_as_placed_well() -> None:
    games = placing("f... ...H ..B. ....", GLASS)
    placed = [guess(constructing(make_player("f... ...H ..BG ....")))]
    placed += [guess(constructing(make_player("f... ...H ..B. .G..")))]
    assert guess(games) == pytest.approx(max(placed), abs=1e-9)
    assert placed[0] > placed[1]


def test_a_cube_already_placed_is_not_placed_again() -> None:
    games = placing("f... ...H ..B. ....", GLASS)
    games["waiting"] = 2
    assert guess(games) == guess(constructing(make_player("f... ...H ..B. ....")))


def test_a_cube_taken_off_a_warehouse_is_in_hand() -> None:
    swapping = placing("f..k ...H ..B. ....", STONE)
    swapping["players"]["depth"][0, 0] = 1
    swapping["players"]["pending"][0, 0, 0] = Pending.SWAP | GLASS << 8
    assert guess(swapping) == pytest.approx(guess(placing("f..k ...H ..B. ....", GLASS)))


def test_a_choice_of_cubes_counts_as_made() -> None:
    """Either wheat would do for the Cottage."""
    games = constructing(make_player(".H.. BG.. .H.. ...."))
    games["players"]["depth"][0, 0] = 1
    games["players"]["pending"][0, 0, 0] = Pending.USING | 0 << 8 | 5 << 16
    assert guess(games) == guess(constructing(make_player(".... .c.. .H.. ....")))


def test_a_promised_building_counts() -> None:
    games = constructing(make_player("f..m .... .... ....", "grove_university"))
    before = guess(games)
    games["players"]["depth"][0, 0] = 1
    games["players"]["pending"][0, 0, 0] = Pending.PUT | 127 << 8
    assert guess(games) > before


def test_a_building_on_the_watch_counts() -> None:
    games = constructing(make_player("f..m .... .... ....", "opaleyes_watch"))
    before = guess(games)
    games["players"]["reserved"][0, 0] = 0b101
    assert guess(games) > before


@jit
def _touched(games: Any, slot: Any) -> Any:
    g = games[0]
    return touched_slots(g, g["players"][0], g["players"][0]["town"], slot)


@pytest.mark.parametrize("slot", range(SLOTS))
def test_no_card_looks_at_more_than_is_said(slot: int) -> None:
    """A further building changes no points but those of the slots that are said to look at it."""
    rng = np.random.default_rng(slot)
    for _ in range(150):
        letters = rng.choice(list("cfwotyk."), 16, p=[0.3, 0.08, 0.1, 0.16, 0.08, 0.1, 0.08, 0.1])
        letters[0] = "."
        monument = str(rng.choice([*PILES["monument"], "barrett_castle", "barrett_castle"]))
        if slot != SLOTS - 1:
            letters[15] = "m"
        cards = tuple(str(rng.choice(PILES[group])) for group in list(PILES)[:7])
        town = "".join(letters)
        later = "cfwotykm"[slot] + town[1:]
        before, after = (constructing(make_player(cells, monument), cards=cards) for cells in (town, later))
        was, becomes = score(before).by_group, score(after).by_group
        changed = {group for group in was if was[group] != becomes[group]}
        touched = int(_touched(before, slot))
        assert changed <= {group for k, group in enumerate(PILES) if (touched >> k) & 1}, (town, cards, monument)


def test_a_further_temple_can_change_who_is_fed() -> None:
    """Here the second Temple takes Barrett Castle's food."""
    before, after = (
        constructing(make_player(town, "barrett_castle"), cards=("temple",))
        for town in (".c.. c... m... fcoc", "oc.. c... m... fcoc")
    )
    was, becomes = score(before).by_group, score(after).by_group
    changed = {group for group in was if was[group] != becomes[group]}
    assert changed == {"cottage", "chapel", "monument"}
    assert changed <= {group for k, group in enumerate(PILES) if (int(_touched(before, 3)) >> k) & 1}


def test_every_card_looks_at_its_own_slot() -> None:
    for number, card in enumerate(ALL_CARDS, 1):
        assert (int(LOOKS_AT[number]) >> list(PILES).index(card.group)) & 1


def test_all_placements_of_a_row_find_room() -> None:
    t = tables()[0]
    sizes = {card.id: int(t["last"][n] - t["first"][n]) for n, card in enumerate(ALL_CARDS, 1)}
    assert sum(max(sizes[card] for card in pile) for pile in PILES.values()) < MOST_LAYOUTS
