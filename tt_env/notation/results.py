"""Comparing the result that a record gives with the one that its moves lead to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import is_same, read_list, read_mapping

_KEYS = ("scores", "breakdown", "winners", "builder_turns", "rounds", "rank")
_BREAKDOWN = ("total", "empty", "coins", "coins_left", "by_card", "fed", "fed_is_unique", "by_card_is_unique")
_SUMS = ("total", "empty", "coins", "coins_left")


def check_result(given: Any, played: Mapping[str, Any] | None, moves: int) -> None:
    """Refuses a given result that differs from the one played; what it leaves out is not compared.

    Where several ways of feeding are equally good, those numbers are not compared that depend on the way.

    Args:
        given: The value of ``result``.
        played: The result of the moves, ``None`` if the game is not over.
        moves: How many moves were played.

    Raises:
        NotationError: At the first difference.
    """
    read_mapping("result", given, _KEYS)
    if played is None:
        raise NotationError(f"result: given, but the game is not over after {moves} moves")
    for key, value in given.items():
        if key == "breakdown":
            players = len(played["scores"])
            for player, entry in enumerate(read_list("result.breakdown", value, players, players)):
                _check_breakdown(f"result.breakdown[{player}]", entry, played["breakdown"][player])
        elif key not in played or not is_same(value, played[key]):
            was = f"the moves lead to {shown(played[key])}" if key in played else "allowed only in solo"
            raise NotationError(f"result.{key}: {shown(value)}; {was}")


def _check_breakdown(place: str, given: Any, played: Mapping[str, Any]) -> None:
    read_mapping(place, given, _BREAKDOWN)
    for key, value in given.items():
        if key == "fed" and not played["fed_is_unique"]:
            continue
        if key not in _SUMS and "by_card_is_unique" in played and key != "by_card_is_unique":
            continue
        right = played.get(key, True)  # by_card_is_unique is written only where it is false
        if not is_same(value, right):
            raise NotationError(f"{place}.{key}: {shown(value)}; the moves lead to {shown(right)}")
