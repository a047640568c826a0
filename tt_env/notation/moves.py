"""Moves as text: which are legal, and the actions that carry them out.

A move is one whole decision of the game. Inside a move that takes several actions the rest of it stands for a move:
``to r1c1`` after ``place stone r0c0 swap wheat``, ``using r1c1,r1c2`` after ``build well r1c1``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from env_core.errors import NotationError
from env_core.game import State
from tt_env import actions as a
from tt_env.cards import CARDS
from tt_env.notation import engine
from tt_env.notation.action_text import action_text, parse_action, why_illegal
from tt_env.notation.grammar import read_words
from tt_env.notation.words import SEAT_NAMES, SEAT_OF, card_at, card_id, one_of, resource_name, squares_in
from tt_env.state import MONUMENT, NUM_CARDS, SQUARES


def legal_moves(env_or_state: Any, seat: int | str | None = None) -> list[str]:
    """All legal moves of a seat, sorted as plain strings; none if the seat has nothing to decide.

    Args:
        env_or_state: An environment, or a state (a record array of shape ``(1,)``).
        seat: The seat or its name; ``None``: the seat to move.
    """
    state = engine.state_of(env_or_state)
    asked = seat_of(state, seat)
    return sorted(text for text, _ in all_moves(state, asked)) if asked >= 0 else []


def fingerprint(legal: Iterable[str]) -> str:
    """12 hexadecimal digits that stand for a list of moves (the order does not matter)."""
    return hashlib.sha256("\n".join(sorted(legal)).encode("ascii")).hexdigest()[:12]


def seat_of(state: State, seat: int | str | None) -> int:
    """A seat's number from its name or number; ``None``: the seat to move, -1 when the game is over.

    Raises:
        NotationError: If there is no such seat.
    """
    if seat is None:
        return engine.next_seat(state)
    number = SEAT_OF.get(seat, -1) if isinstance(seat, str) else int(seat)
    players = int(state[0]["num_players"])
    if not 0 <= number < players:
        raise NotationError(f"no seat {seat!r}; allowed: {one_of(SEAT_NAMES[:players])}")
    return number


def all_moves(state: State, seat: int) -> Iterator[tuple[str, list[int]]]:
    """Every legal move of a seat with the actions that carry it out, in the order of the actions."""
    for action in engine.legal_actions(state, seat):
        if action == a.WAIT:
            continue
        if a.SWAP <= action < a.BUILD:
            following = engine.after(state, seat, action)
            ways = [[action, second] for second in engine.legal_actions(following, seat)]
        elif is_construction(state, seat, action):
            sets = engine.fitting_sets(state, seat, *divmod(action - a.BUILD, SQUARES))
            ways = [[action, a.USING + which] for which in sets] if len(sets) > 1 else [[action]]
        else:
            ways = [[action]]
        for way in ways:
            yield move_text(state, seat, way), way


def is_construction(state: State, seat: int, action: int) -> bool:
    """Whether an action constructs a building with cubes."""
    return a.BUILD <= action < a.USING and not state[0]["seats"][seat]["depth"]


def move_text(state: State, seat: int, actions: Sequence[int]) -> str:
    """The text of a move from the actions that carry it out."""
    text = action_text(state, seat, actions[0])
    if is_construction(state, seat, actions[0]):
        slot, square = divmod(actions[0] - a.BUILD, SQUARES)
        sets = engine.fitting_sets(state, seat, slot, square)
        which = actions[1] - a.USING if len(actions) > 1 else sets[0]
        return f"{text} using {','.join(squares_in(engine.set_squares(state, seat, slot)[which]))}"
    if len(actions) > 1:
        second = action_text(engine.after(state, seat, actions[0]), seat, actions[1])
        return f"{text} {second.removeprefix('to ')}"
    return text


def move_actions(state: State, seat: int, move: str) -> list[int]:
    """The actions that carry out a move, one after the other.

    Args:
        state: The state; stays as it is.
        seat: The seat that makes the move.
        move: The move as text.

    Raises:
        NotationError: If the text is no move or the move is not legal; the reason in one line.
    """
    words = read_words(move)
    _check_names(state, seat, words)
    if words[0] == "place" and len(words) > 3:
        first = _legal_action(state, seat, " ".join(words[:5]))
        return [first, _legal_action(engine.after(state, seat, first), seat, f"to {words[5]}")]
    if words[0] == "build":
        return _construction(state, seat, words)
    return [_legal_action(state, seat, move)]


def _construction(state: State, seat: int, words: list[str]) -> list[int]:
    first, using = _legal_action(state, seat, " ".join(words[:3])), " ".join(words[3:])
    following = engine.after(state, seat, first)
    if engine.mid_move(following, seat):
        return [first, _legal_action(following, seat, using)]
    only = move_text(state, seat, [first])
    if only != " ".join(words):
        raise NotationError(f"{using!r} does not fit; allowed: {only!r}")
    return [first]


def _check_names(state: State, seat: int, words: list[str]) -> None:
    """Refuses cards that are not in play and, for a Warehouse, another resource than the one to be placed."""
    g = state[0]
    row = [card_at(g, seat, slot) for slot in range(NUM_CARDS)]
    for word in words:
        if word in CARDS and CARDS[word].group != "monument" and word not in row:
            raise NotationError(f"{word} is not in play; allowed: {one_of(row)}")
    s = g["seats"][seat]
    if words[0] == "build" and CARDS[words[1]].group == "monument" and words[1] != card_at(g, seat, MONUMENT):
        held = card_id(s["monument"]) if s["monument"] else "no monument"
        raise NotationError(f"{words[1]} cannot be built: the seat holds {held}")
    if words[0] == "place" and len(words) > 3 and s["named"] and words[1] != resource_name(s["named"]):
        raise NotationError(f"{words[1]} cannot be stored: {resource_name(s['named'])} was named")


def _legal_action(state: State, seat: int, text: str) -> int:
    action = parse_action(state, seat, text)
    if not engine.mask_of(state, seat)[action]:
        raise NotationError(why_illegal(state, seat, action))
    return action
