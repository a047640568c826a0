"""Scores and constructions of a position, in the shapes of the test vectors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_envs.spec import State
from tt_env.notation import engine
from tt_env.notation.positions import Check, read
from tt_env.notation.progress import PROGRESS_KEYS, is_complete
from tt_env.notation.validation import check_information, check_progress, check_towns
from tt_env.notation.words import SQUARE_NAMES, card_at, players_in, squares_in
from tt_env.rules.scoring import COINS, EMPTY
from tt_env.solo_ranks import rank
from tt_env.state import MONUMENT, SQUARES
from tt_env.town import BUILDING, squares_with


def score(position: Any) -> list[dict[str, Any]]:
    """What every player's town is worth, as if the game ended now.

    Args:
        position: A position, short or running, or a state.

    Returns:
        For each player ``total``, ``empty``, ``coins``, ``coins_left``, ``by_card``, ``fed``, ``fed_is_unique`` and,
        only where it is false, ``by_card_is_unique``.

    Raises:
        NotationError: If the position is malformed.
    """
    state = _read(position, "over", (check_towns, check_information))
    return [score_of(state, player) for player in range(int(state[0]["num_players"]))]


def constructions(position: Any) -> list[dict[str, Any]]:
    """Every construction that the cubes of one town allow, whatever is being decided.

    Args:
        position: A single town; or a position, short or running, or a state: then the town of the player to move (of a
            short position: the first player whose town is not complete).

    Returns:
        Each distinct pair of card and squares used, sorted by card, then squares: ``card``, ``squares`` and
        ``targets``, the squares on which the building may be put. Empty when the game is over.

    Raises:
        NotationError: If the position is malformed.
    """
    state = _read(position, "constructing", (check_towns,))
    player = _first_in_game(state) if _is_short(position) else engine.next_player(state)
    found: list[dict[str, Any]] = []
    for slot in range(MONUMENT + 1) if player >= 0 else ():
        targets: dict[int, list[str]] = {}
        for square in range(SQUARES):
            for which in engine.fitting_sets(state, player, slot, square):
                targets.setdefault(which, []).append(SQUARE_NAMES[square])
        sets = engine.set_squares(state, player, slot)
        for which, squares in targets.items():
            card = card_at(state[0], player, slot)
            found.append({"card": card, "squares": squares_in(sets[which]), "targets": squares})
    return sorted(found, key=lambda entry: (entry["card"], entry["squares"]))


def _read(position: Any, phase: str, asked: tuple[Check, ...]) -> State:
    """The state of a position.

    A short one that leaves phase and round open is taken to be in ``phase``, and only what is ``asked`` of it has to be
    there; phase and round of a running one have to be right too.
    """
    if not isinstance(position, Mapping):
        return engine.state_of(position)
    if not _is_short(position):
        return read(position, (*asked, check_progress))
    if isinstance(position.get("players"), list) and not all(map(is_complete, position["players"])):
        return read({**position, "phase": phase}, asked)
    return read(position, asked)


def _is_short(position: Any) -> bool:
    """Whether a position leaves phase and round open."""
    return isinstance(position, Mapping) and not any(key in position for key in PROGRESS_KEYS)


def _first_in_game(state: State) -> int:
    """The first player whose town is not complete, -1 if there is none."""
    g = state[0]
    return next((player for player in range(int(g["num_players"])) if g["players"][player]["completed"] == 0), -1)


def score_of(state: State, player: int) -> dict[str, Any]:
    """One player's score in the shape of the vectors' ``expected``."""
    g = state[0]
    scored = engine.score(state, player)
    town = int(g["players"][player]["town"])
    standing = [slot for slot in range(MONUMENT + 1) if squares_with(town, BUILDING + slot)]
    found: dict[str, Any] = {
        "total": scored.total,
        "empty": scored.points[EMPTY],
        "coins": scored.points[COINS],
        "coins_left": scored.coins_left,
        "by_card": dict(sorted((card_at(g, player, slot), scored.points[slot]) for slot in standing)),
        "fed": squares_in(scored.fed),
        "fed_is_unique": scored.fed_is_unique,
    }
    if not scored.by_card_is_unique:
        found["by_card_is_unique"] = False
    return found


def result_of(state: State) -> dict[str, Any]:
    """The ``result`` of a record whose game is over."""
    g = state[0]
    n = int(g["num_players"])
    scores = [int(g["players"][player]["score"]) for player in range(n)]
    found: dict[str, Any] = {
        "scores": scores,
        "breakdown": [score_of(state, player) for player in range(n)],
        "winners": players_in(g["winners"]),
        "builder_turns": [int(g["players"][player]["builder_turns"]) for player in range(n)],
        "rounds": int(g["round"]),
    }
    if n == 1:
        found["rank"] = rank(scores[0])
    return found
