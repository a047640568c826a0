"""Positions: the state of a game as a JSON object, both ways.

The short form is ``cards``, ``fortune`` and ``players``; a single town may stand without ``players``, its keys
beside ``cards``. A position of a running game, as :func:`position` writes it, holds everything that the state holds,
so that :func:`load` gives back the same bytes. The keys, and what stands in for those left out:

- ``cards``: the 7 cards in play by group; never left out.
- ``fortune``: whether the coin rules are on. Left out: ``coins`` or ``fortune`` of ``config``.
- ``players``: 1 to 6 players in turn order, see ``towns.py``.
- ``config``: the options of the rules (``tt_env/options.py``), as in a record. Left out: those of the game that reads
  the position; else the defaults, but monuments on if a player has one, and the cards of Fortune allowed if the coin
  rules are on.
- ``phase``: ``setup``, ``taking`` (the Master Builder may take a cube from an Oddity Shop), ``naming``, ``placing``,
  ``constructing``, ``watch`` (the owner of Opaleye's Watch answers), ``round_end`` (The Treasury at Okaver may answer
  the coins of the round's end) or ``over``. Left out: ``over`` if every player has a ``completed_round``,
  ``constructing`` for a single town, else ``naming`` (solo and Town Hall: ``placing``).
- ``round``: the number of the round, 0 during setup. Left out: the first one that the rest of the position can be in.
- ``builder``: the Master Builder, ``null`` in solo and Town Hall. Left out: the first player that can be.
- ``named``: the resource named or turned up this round, ``null`` where there is none. Left out: the card turned up;
  after placing, any that can be named.
- ``to_move``: the player that moves next in the written order, ``null`` when the game is over.
- ``waiting``: the players that still have to answer in this step. Left out: the written order from ``to_move`` on.
- ``asked_first``: the player of ``waiting`` that moves next out of turn, as in imagined worlds; left out: nobody.
- ``shown``: the players as they stood when the step began, in the shape of ``players``, ``null`` for one that has not
  changed since. Left out: nobody has changed.
- ``deck``: solo: the 15 resource cards as they lie, the first three shown; Town Hall: the cards in the order in which
  they are turned up. Cards left out at the end are drawn.
- ``deck_next``: how many of these cards have been turned up (solo: besides the first three); left out: as many as the
  rounds say.
- ``winners``: who has won, once the game is over.
- ``rng``: the state of the game's random generator, 16 hexadecimal digits; left out: zeros.

What stands in for a key is what the rules would have there, and what contradicts itself is refused or, where
``docs/notation.md`` says so, taken on trust.

The scores and the winners of a finished game are worked out again; given ones that differ are refused. ``id``,
``disputed``, ``ruling``, ``corrected``, ``expected`` and ``oracle_says`` may stand there, as in test vectors; they
mean nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.options import state_options
from tabletop_envs.parsing import is_given, is_same, read_flag, read_list, read_mapping, read_name
from tabletop_envs.spec import GameSpec, State
from tt_env.cards import FORTUNE, PILES
from tt_env.notation import engine
from tt_env.notation.defaults import default_resource, fill_players
from tt_env.notation.progress import PROGRESS_KEYS, read_builder, read_named, read_order, read_phase, read_round
from tt_env.notation.resource_cards import read_deck, write_deck
from tt_env.notation.towns import ANNOTATIONS, PLAYER_KEYS, needs_fortune, read_player, write_player
from tt_env.notation.validation import check_information, check_progress, check_towns
from tt_env.notation.words import (
    BUILDING_GROUPS,
    NUMBERS,
    PHASE_NAMES,
    PLAYER_NAMES,
    card_id,
    players_in,
    resource_name,
)
from tt_env.options import OPTIONS
from tt_env.state import DRAW, DTYPE, MAX_PLAYERS, NUM_CARDS, Phase

_CONFIG = [name for name in state_options(OPTIONS) if name != "num_players"]
_LINE_NOTES = ("id", "disputed", "ruling", "corrected", *ANNOTATIONS)
_KEYS = ("cards", "fortune", "config", "players", *PROGRESS_KEYS)


def position(env_or_state: Any, *, row: int | None = None) -> dict[str, Any]:
    """The position of a game, complete: ``load(position(state))`` equals ``state`` byte for byte.

    Args:
        env_or_state: An environment or batch of any kind, wrapped or not, or a state (a record array of shape
            ``(1,)``).
        row: Which game of a vector environment or batch.
    """
    state = engine.state_of(env_or_state, row)
    g = state[0]
    n = int(g["num_players"])
    nameless = n == 1 or bool(g["town_hall"])
    following = engine.next_player(state)
    found: dict[str, Any] = {
        "cards": {group: card_id(card) for group, card in zip(BUILDING_GROUPS, g["row"], strict=True)},
        "fortune": bool(g["with_coins"]),
        "config": {option: OPTIONS[option].from_state(g) for option in _CONFIG},
        "phase": PHASE_NAMES[int(g["phase"])],
        "round": int(g["round"]),
        "builder": None if nameless else PLAYER_NAMES[int(g["builder"])],
        "named": resource_name(g["named"]) if g["named"] else None,
        "to_move": PLAYER_NAMES[following] if following >= 0 else None,
        "waiting": players_in(g["waiting"]),
        "players": [write_player(g, player, g["players"][player]) for player in range(n)],
    }
    if g["asked_first"]:
        found["asked_first"] = PLAYER_NAMES[int(g["asked_first"]) - 1]
    changed = [g["shown"][player] != g["players"][player] for player in range(n)]
    if any(changed):
        found["shown"] = [write_player(g, k, g["shown"][k]) if changed[k] else None for k in range(n)]
    if nameless:
        found |= {"deck": write_deck(g), "deck_next": int(g["deck_next"])}
    if g["phase"] == Phase.OVER:
        found["winners"] = players_in(g["winners"])
    found["rng"] = f"{int(g['rng'][0]):016x}"
    return found


def load(position: Mapping[str, Any], game: GameSpec | None = None) -> State:
    """The state of a position, running or short.

    Args:
        position: The position.
        game: A game of Tiny Towns whose options the position has to fit; they stand in for those left out.

    Raises:
        NotationError: If anything in it is unknown, malformed or contradictory; one line.
        TypeError: If the game is none.
    """
    if game is not None:
        engine.ENGINE.require_game(game)
    return read(position, (check_towns, check_information, check_progress, _check_state), game)


def _check_state(state: State, value: Mapping[str, Any]) -> None:
    """What can be loaded here can be loaded into an environment."""
    try:
        engine.state_of(state)
    except ValueError as error:
        raise NotationError(f"position: it is not one of any game; {error}") from None


Check = Callable[[State, Mapping[str, Any]], None]


def read(position: Any, checks: Iterable[Check], game: GameSpec | None = None) -> State:
    """The state of a position that passes some checks; see :func:`load`.

    Args:
        position: The position.
        checks: What is asked of it besides that each key by itself can be read.
        game: As for :func:`load`.
    """
    value = _with_players(position)
    try:
        return _read(value, checks, game)
    except NotationError as error:
        if value is position:
            raise
        raise NotationError(str(error).replace("players[0].", "")) from None  # the keys stand beside the cards


def _read(value: Mapping[str, Any], checks: Iterable[Check], game: GameSpec | None) -> State:
    state: State = np.zeros(1, DTYPE)
    g = state[0]
    players = read_list("players", value["players"], 1, MAX_PLAYERS)
    g["num_players"] = len(players)
    _read_config(g, value, players, game)
    row = _read_cards(g, value["cards"], game)
    read_phase(g, value, players)
    for player, entry in enumerate(players):
        read_player(f"players[{player}]", entry, g, row, g["players"][player])
    read_builder(g, value)
    read_order(state, value)
    read_round(g, value)
    read_named(g, value)
    read_deck(state, value)
    fill_players(g, players)
    _read_shown(g, value, row)
    _read_rng(g, value)
    for check in checks:
        check(state, value)
    return state


def is_single_town(position: Any) -> bool:
    """Whether a position is one town without ``players``, as in the legality vectors."""
    return isinstance(position, Mapping) and "players" not in position and "town" in position


def _with_players(position: Any) -> Mapping[str, Any]:
    """The position with a list of players, whichever form it has."""
    if not is_single_town(position):
        return read_mapping("position", position, (*_KEYS, *_LINE_NOTES), ("cards", "players"))
    outer = ("cards", "fortune", "phase")
    read_mapping("position", position, (*outer, *PLAYER_KEYS, *_LINE_NOTES), ("cards",))
    player = {key: position[key] for key in PLAYER_KEYS if key in position}
    usual = {"phase": "over" if player.get("completed_round") else "constructing"}
    return usual | {key: position[key] for key in outer if key in position} | {"players": [player]}


def _read_cards(g: Any, value: Any, game: GameSpec | None) -> dict[str, int]:
    """Fills the row and returns the cards in play with their slots."""
    fixed = game.template[0]["row"] if game is not None else [DRAW] * NUM_CARDS
    cards = read_mapping("cards", value, BUILDING_GROUPS, BUILDING_GROUPS)
    for slot, group in enumerate(BUILDING_GROUPS):
        g["row"][slot] = read_name(f"cards.{group}", cards[group], {card: NUMBERS[card] for card in PILES[group]})
        if cards[group] in FORTUNE and not g["fortune"]:
            raise NotationError(f"cards.{group}: {cards[group]!r} is a card of Fortune; {needs_fortune(g)}")
        if fixed[slot] not in (DRAW, g["row"][slot]):
            raise NotationError(f"cards.{group}: {cards[group]!r}; this game is played with {card_id(fixed[slot])}")
    return {cards[group]: slot for slot, group in enumerate(BUILDING_GROUPS)}


def _read_config(g: Any, value: Mapping[str, Any], players: list[Any], game: GameSpec | None) -> None:
    config = read_mapping("config", value.get("config", {}), ("num_players", *_CONFIG))
    if not is_same(config.get("num_players", len(players)), len(players)):
        raise NotationError(f"config.num_players: {shown(config['num_players'])}; but there are {len(players)} players")
    if game is not None and game.num_players != len(players):
        raise NotationError(f"players: {len(players)}; this game is played by {game.num_players}")
    fitting = game.options() if game is not None else {}
    place, coins = _coin_rules(value, config, fitting)
    given = {"fortune": coins, "monuments": any(map(_has_monument, players)), **fitting, **config, "coins": coins}
    for name in _CONFIG:
        option, where = OPTIONS[name], place if name == "coins" else f"config.{name}"
        chosen = option.from_json(where, given.get(name, option.default))
        if name in fitting and chosen != fitting[name]:
            raise NotationError(_misfit(where, name, chosen, fitting[name]))
        g[option.field] = option.to_state(chosen)
    if read_flag("config.coins", config.get("coins", coins)) != coins:
        raise NotationError(f"config.coins: {shown(config['coins'])}; but fortune, the coin rules, is {coins}")
    if g["town_hall"] and len(players) == 1:
        raise NotationError("config.town_hall: true; allowed for 2 to 6 players")
    if g["fortune"] and not coins:
        raise NotationError("config.fortune: true; allowed only with the coin rules (fortune: true)")


def _coin_rules(value: Mapping[str, Any], config: Mapping[str, Any], fitting: Mapping[str, Any]) -> tuple[str, bool]:
    """The key that says whether the coin rules are on, and whether they are; else as in the game that reads it."""
    for place, keys, key in (
        ("fortune", value, "fortune"),
        ("config.coins", config, "coins"),
        ("config.fortune", config, "fortune"),
    ):
        if key in keys:
            return place, read_flag(place, keys[key])
    return "fortune", bool(fitting.get("coins", False))


def _misfit(place: str, option: str, chosen: Any, own: Any) -> str:
    """What to say where a position was made with another option than the game that reads it."""
    if option == "coins":
        needed = "fortune=True, or coins=True for base cards alone" if chosen else "fortune=False, coins=False"
    else:
        needed = f"{option}={chosen!r}"
    return f"{place}: {shown(chosen)}; this game is played with {shown(own)}; make the environment with {needed}"


def _has_monument(player: Any) -> bool:
    return isinstance(player, Mapping) and any(is_given(player.get(key)) for key in ("monument", "dealt"))


def _read_shown(g: Any, value: Mapping[str, Any], row: Mapping[str, int]) -> None:
    g["shown"] = g["players"]
    n = int(g["num_players"])
    if "shown" in value:
        for player, entry in enumerate(read_list("shown", value["shown"], n, n)):
            if entry is not None:
                g["shown"][player] = np.zeros((), g["shown"].dtype)
                s = g["shown"][player]
                read_player(f"shown[{player}]", entry, g, row, s)
                if "named" not in entry:
                    s["named"] = default_resource(g, s)


def _read_rng(g: Any, value: Mapping[str, Any]) -> None:
    """The state of the random generator."""
    digits = value.get("rng", "0" * 16)
    if not isinstance(digits, str) or len(digits) != 16 or set(digits) - set("0123456789abcdef"):
        raise NotationError(f"rng: {shown(digits)}; allowed: 16 hexadecimal digits")
    g["rng"][0] = int(digits, 16)
