"""The rules as the notation uses them: on one state, from Python."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tabletop_envs.jit import jit
from tabletop_envs.notation import Engine
from tabletop_envs.spec import State
from tt_env.actions import NUM_ACTIONS, NUM_ACTIONS_WITH_COINS
from tt_env.decisions import Pending
from tt_env.rules import building_effects, constructing, feeding, forge, oddity, plans, scoring, setup
from tt_env.rules.coins import chest_limit as limit_of
from tt_env.rules.player import top
from tt_env.spec import TinyTownsSpec
from tt_env.tables import tables
from tt_env.validation import stacks


@jit
def _fitting(t: Any, games: Any, player: Any, slot: Any, square: Any) -> Any:
    g = games[0]
    s = g["players"][player]
    if building_effects.has_its_cube(g, s, constructing.card_of(g, s, slot)):
        return constructing.fitting_sets(t[0], g, s, slot, square)
    return 0


@jit
def _first_forged(t: Any, games: Any, player: Any, slot: Any, square: Any) -> Any:
    g = games[0]
    return forge.first_sets(t[0], g, g["players"][player], slot, square)


@jit
def _second_forged(t: Any, games: Any, player: Any, slot: Any, square: Any) -> Any:
    g = games[0]
    s = g["players"][player]
    return forge.second_sets(t[0], g, s, top(s), slot, square)


@jit
def _may_take(games: Any) -> Any:
    return oddity.may_take(games[0])


@jit
def _chest_limit(games: Any, player: Any) -> Any:
    return limit_of(games[0]["players"][player])


@jit
def _coins_left(games: Any, player: Any, fed: Any) -> Any:
    g = games[0]
    s = g["players"][player]
    return feeding.coins_left(g, s, s["town"], fed)


@jit
def _finish(t: Any, games: Any) -> None:
    scoring.final_scores(t[0], games[0])


@jit
def _score(t: Any, games: Any, player: Any, points: Any, fed: Any) -> Any:
    return scoring.score_player(t[0], games[0], player, points, fed)


@jit
def _is_fed_unique(t: Any, games: Any, player: Any, scratch: Any) -> Any:
    g = games[0]
    right_coins = scoring.coins_to_the_right(g, g["players"], player)
    return plans.is_fed_unique(t[0], g, g["players"][player], right_coins, scratch)


@jit
def _is_by_card_unique(t: Any, games: Any, player: Any, scratch: Any) -> Any:
    g = games[0]
    right_coins = scoring.coins_to_the_right(g, g["players"], player)
    return plans.is_by_card_unique(t[0], g, g["players"][player], right_coins, scratch)


@jit
def _stack_fault(t: Any, games: Any, player: Any, found: Any) -> Any:
    return stacks.stack_fault(t[0], games[0], games[0]["players"][player], player, found)


@jit
def _draw_deck(games: Any) -> None:
    setup.prepare_deck(games[0])


class _TinyTowns(Engine):
    def num_actions(self, state: State) -> int:
        return NUM_ACTIONS_WITH_COINS if state[0]["with_coins"] else NUM_ACTIONS


ENGINE = _TinyTowns(TinyTownsSpec, "Tiny Towns")
state_of = ENGINE.state_of
num_actions = ENGINE.num_actions
reset = ENGINE.reset
next_player = ENGINE.next_player
may_answer = ENGINE.may_answer
mid_move = ENGINE.mid_move
mask_of = ENGINE.mask_of
legal_actions = ENGINE.legal_actions
step = ENGINE.step
after = ENGINE.after


def fitting_sets(state: State, player: int, slot: int, square: int) -> list[int]:
    """The numbers of the sets of squares with which the player could put this card on this square."""
    return _numbers(_fitting(tables(), state, player, slot, square))


def sets_asked(state: State, player: int, slot: int, square: int) -> list[int]:
    """The same for the building that is asked for now; The Prism Forge has its own sets for each of its two."""
    find = _SETS.get(kind_on_top(state, player), _fitting)
    return _numbers(find(tables(), state, player, slot, square))


def _numbers(sets: Any) -> list[int]:
    return [which for which in range(int(sets).bit_length()) if (int(sets) >> which) & 1]


def kind_on_top(state: State, player: int) -> int:
    """The kind of decision on top of a player's stack, 0 if there is none."""
    s = state[0]["players"][player]
    return int(s["pending"][s["depth"] - 1]) & 0xFF if s["depth"] else 0


_SETS = {int(Pending.FORGE): _first_forged, int(Pending.FORGE_SECOND): _second_forged}


def may_take(state: State) -> bool:
    """Whether the Master Builder could take a cube from an Oddity Shop."""
    return bool(_may_take(state))


def chest_limit(state: State, player: int) -> int:
    """How many coins the player's chest holds."""
    return int(_chest_limit(state, player))


def stack_fault(state: State, player: int) -> tuple[int, int]:
    """What is wrong with the decisions pending of a player (0: nothing), and which of them it is."""
    found = np.zeros(4, np.int64)
    return int(_stack_fault(tables(), state, player, found)), int(found[3])


def set_squares(state: State, player: int, slot: int) -> list[int]:
    """The sets of squares of the card in a slot, as 16-bit masks; empty if the player has no card there."""
    g = state[0]
    card = int(g["players"][player]["monument"] if slot == len(g["row"]) else g["row"][slot])
    return [int(squares) for squares in tables()[0]["set_squares"][card] if squares] if card else []


class Score(NamedTuple):
    """A player's score as the rules count it."""

    total: int
    points: list[int]
    coins_left: int
    fed: int
    fed_is_unique: bool
    by_card_is_unique: bool


def score(state: State, player: int) -> Score:
    """What a player's town is worth as it stands."""
    points, fed = np.zeros(scoring.POINTS, np.int32), np.zeros(1, np.int64)
    scratch = np.zeros(plans.PLAN_LIMIT, np.int64)
    total = int(_score(tables(), state, player, points, fed))
    fed_is_unique = bool(_is_fed_unique(tables(), state, player, scratch))
    by_card_is_unique = fed_is_unique or bool(_is_by_card_unique(tables(), state, player, scratch))
    coins = int(_coins_left(state, player, fed[0]))
    return Score(total, points.tolist(), coins, int(fed[0]), fed_is_unique, by_card_is_unique)


def finish(state: State) -> None:
    """Writes final scores and winners."""
    _finish(tables(), state)


def draw_deck(state: State) -> None:
    """Draws the resource cards that are marked to be drawn."""
    _draw_deck(state)
