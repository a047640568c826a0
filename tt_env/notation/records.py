"""Whole games as text: reading and replaying records.

A record begins with ``config`` and ``chance``, or, for a game that began at a position, with ``position`` instead of
them. A game broken off in the middle of a move, or while a player is ahead of the written order, has ``begun``: single
actions. ``version``, ``seed``, ``id`` and ``legal`` may stand there and decide nothing; nor do the number of legal
moves and the fingerprint that may follow a move's text: compare them with what :func:`decisions` yields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.options import read_config
from tabletop_envs.parsing import one_of, read_list, read_mapping, read_number
from tabletop_envs.spec import State
from tabletop_envs.states import clean_records
from tt_env.notation import engine
from tt_env.notation.moves import actions_of, legal_action, sorted_moves
from tt_env.notation.positions import load
from tt_env.notation.results import check_result
from tt_env.notation.scores import result_of
from tt_env.notation.words import BUILDING_GROUPS, PLAYER_NAMES
from tt_env.options import OPTIONS
from tt_env.rules.setup import DISPLAY, RESOURCE_CARDS
from tt_env.spec import TinyTownsSpec
from tt_env.state import DECK_SIZE, DRAW, Phase

GAME = "tiny_towns_v0"
CHANCE = ("cards", "monuments", "first_builder", "deck")
_KEYS = ("game", "version", "seed", "id", "config", "chance", "position", "moves", "begun", "legal", "result")
_EMPTY: dict[str, Any] = {"monuments": Mapping, "deck": (list, tuple)}
"""What may be there and decide nothing, and its kind."""
_MOST_MOVES = 100_000


def replay(record: Mapping[str, Any]) -> dict[str, Any]:
    """Plays a record and returns it with its ``result`` filled in (unless the game is broken off).

    Raises:
        NotationError: If the record is malformed, a move is not legal or the given result differs; one line.
    """
    state = final_state(record)
    played = result_of(state) if state[0]["phase"] == Phase.OVER else None
    if record.get("result") is not None:
        check_result(record["result"], played, len(record["moves"]))
    return {**record, "result": played} if played is not None else dict(record)


def read_record(record: Mapping[str, Any]) -> tuple[State, list[tuple[int, int]]]:
    """The state in which a record begins, and player and action of every step of its whole moves.

    Raises:
        NotationError: As :func:`replay`.
    """
    steps = [(player, action) for _, player, _, actions in _play(record) for action in actions]
    return start_of(record), steps


def decisions(record: Mapping[str, Any]) -> Iterator[tuple[str, list[str], str]]:
    """Plays a record and yields ``(player, legal moves sorted, move)`` for every recorded move in order.

    Raises:
        NotationError: If the record is malformed or a move is not legal, when it is reached; one line.
    """
    for state, player, text, _ in _play(record):
        if text is not None:
            yield PLAYER_NAMES[player], sorted_moves(state, player), text


def final_state(record: Mapping[str, Any]) -> State:
    """The state after the last move of a record.

    Raises:
        NotationError: As :func:`replay`.
    """
    *_, (state, _, _, _) = _play(record)
    return state


def _play(record: Mapping[str, Any]) -> Iterator[tuple[State, int, str | None, list[int]]]:
    """Plays a record: the state before each move with player, text and actions; at last the state alone."""
    read_mapping("record", record, _KEYS, ("game", "moves"))
    moves, begun = _moves(record["moves"]), _begun(record.get("begun"))
    state = start_of(record)
    cards = len(record["chance"].get("deck") or ()) if "chance" in record else DECK_SIZE
    for number, (name, text) in enumerate(moves):
        try:
            player = _player_to_move(state, name, cards)
            actions = actions_of(state, player, text)
        except NotationError as error:
            raise NotationError(f"move {number} ({_plain(name)}, {shown(text)}): {error}") from None
        yield state, player, text, actions
        for action in actions:
            engine.step(state, player, action)
    _carry_out(state, begun, cards)
    yield state, -1, None, []


def _carry_out(state: State, begun: list[tuple[str, str]], cards: int) -> None:
    """Takes the single actions of ``begun``, which need not be in the written order."""
    for number, (name, text) in enumerate(begun):
        try:
            _check_deck(state, cards)
            allowed = [entry for player, entry in enumerate(PLAYER_NAMES) if engine.may_answer(state, player)]
            if not allowed:
                raise NotationError("the game is over")
            if name not in allowed:
                raise NotationError(f"nothing is asked of this player; allowed: {one_of(allowed)}")
            player = PLAYER_NAMES.index(name)
            engine.step(state, player, legal_action(state, player, text))
        except NotationError as error:
            raise NotationError(f"begun[{number}] ({_plain(name)}, {shown(text)}): {error}") from None


def _plain(name: str) -> str:
    """A player's name as messages quote it."""
    return shown(name).strip("'")


def _begun(value: Any) -> list[tuple[str, str]]:
    """Player and text of every action of ``begun``."""
    found = []
    for number, entry in enumerate(read_list("begun", value, 0, _MOST_MOVES) if value is not None else ()):
        if not isinstance(entry, (list, tuple)) or len(entry) != 2 or not _texts(entry):
            raise NotationError(f"begun[{number}]: expected [player, action], got {shown(entry)}")
        found.append((entry[0], entry[1]))
    return found


def _moves(value: Any) -> list[tuple[str, str]]:
    """Player and text of every move; the shapes are checked before anything is played."""
    found = []
    for number, entry in enumerate(read_list("moves", value, 0, _MOST_MOVES)):
        place = f"moves[{number}]"
        if not isinstance(entry, (list, tuple)) or len(entry) not in (2, 4) or not _texts(entry[:2]):
            raise NotationError(
                f"{place}: {shown(entry)}; allowed: [player, move] or [player, move, number, fingerprint]"
            )
        if len(entry) == 4:
            read_number(f"{place}[2]", entry[2], 1, _MOST_MOVES)
            if not _is_fingerprint(entry[3]):
                raise NotationError(f"{place}[3]: {shown(entry[3])}; allowed: 12 hexadecimal digits")
        found.append((entry[0], entry[1]))
    return found


def _texts(values: Any) -> bool:
    return all(isinstance(value, str) for value in values)


def _is_fingerprint(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 12 and not set(value) - set("0123456789abcdef")


def _player_to_move(state: State, name: str, cards: int) -> int:
    """The player that moves next, which must be the one named; ``cards`` resource cards are given (Town Hall)."""
    player = engine.next_player(state)
    if player < 0:
        raise NotationError("the game is over")
    if name != PLAYER_NAMES[player]:
        raise NotationError(f"it is {PLAYER_NAMES[player]}'s turn")
    _check_deck(state, cards)
    return player


def _check_deck(state: State, cards: int) -> None:
    g = state[0]
    if g["town_hall"] and g["deck_next"] > cards:
        raise NotationError(f"chance.deck gives {cards} cards, and {g['deck_next']} are turned up by now")


def start_of(record: Mapping[str, Any]) -> State:
    """The state in which a record begins.

    Raises:
        NotationError: If config, chance or position are malformed or incomplete.
    """
    read_mapping("record", record, _KEYS, ("game",))
    if not isinstance(record["game"], str) or record["game"] != GAME:
        raise NotationError(f"game: {shown(record['game'])}; allowed: {GAME!r}")
    if "position" in record:
        for key in ("config", "chance"):
            if key in record:
                raise NotationError(f"{key}: allowed only without 'position'")
        try:
            return load(record["position"])
        except NotationError as error:
            raise NotationError(f"position: {str(error).removeprefix('position: ')}") from None
    read_mapping("record", record, _KEYS, ("config", "chance"))
    return start_from(read_config(OPTIONS, record["config"]), record["chance"])


def _is_given(key: str, value: Any) -> bool:
    """Whether chance decides something; games without monuments or resource cards have empty ones."""
    return value is not None and not (isinstance(value, _EMPTY.get(key, ())) and not value)


def start_from(config: Mapping[str, Any], chance: Any) -> State:
    """The start of a game with these options in which chance decides as given.

    Raises:
        NotationError: If ``chance`` is malformed, or leaves something open that the game needs.
    """
    read_mapping("chance", chance, CHANCE, ("cards",))
    read_mapping("chance.cards", chance["cards"], BUILDING_GROUPS, BUILDING_GROUPS)
    try:
        game = TinyTownsSpec(**config)
    except ValueError as error:
        raise NotationError(f"config: {error}") from None
    try:
        state = clean_records(game.prepare({key: value for key, value in chance.items() if _is_given(key, value)}))
    except ValueError as error:
        raise NotationError(re.sub(r"^options\['(\w+)'\]", r"chance.\1", str(error))) from None
    g = state[0]
    for player in range(game.num_players):
        if DRAW in g["players"][player]["dealt"]:
            raise NotationError(
                f"chance.monuments: nothing for {PLAYER_NAMES[player]}; needed: two ids, or the one kept"
            )
    nameless = game.num_players == 1 or config["town_hall"]
    if not nameless and g["builder"] == DRAW:
        raise NotationError("chance.first_builder: missing; needed where there is a Master Builder")
    if game.num_players == 1 and len(chance.get("deck") or ()) != RESOURCE_CARDS:
        raise NotationError(f"chance.deck: solo needs all {RESOURCE_CARDS} resource cards, the first {DISPLAY} shown")
    engine.reset(state, 0)
    return state
