"""The resource cards of a position, and the resource that they name (rules/tiny_towns_base.md 8, 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import is_given, read_names, read_number
from tabletop_envs.spec import State
from tt_env.notation import engine
from tt_env.notation.progress import cards_turned, is_nameless
from tt_env.notation.words import RESOURCE_OF, resource_name
from tt_env.rules.setup import CARDS_OF_EACH, DISPLAY, RESOURCE_CARDS, SEEN_PER_PASS
from tt_env.state import DECK_SIZE, DRAW, MAX_ROUNDS, Phase

PILE = RESOURCE_CARDS - DISPLAY
"""Cards of the draw pile in solo."""


def write_deck(g: Any) -> list[str]:
    """The cards as they lie (solo), or in the order in which they are turned up (Town Hall)."""
    cards = [int(card) for card in g["deck"]]
    if g["num_players"] == 1:  # the pile is a ring whose top card moves on
        top, pile = int(g["deck_next"]) % PILE, cards[DISPLAY:RESOURCE_CARDS]
        cards = cards[:DISPLAY] + pile[top:] + pile[:top]
    return [resource_name(card) for card in cards]


def read_deck(state: State, value: Mapping[str, Any]) -> None:
    """The resource cards of solo and Town Hall, the ones not given are drawn; and what the last one turned up names."""
    g = state[0]
    if not is_nameless(g):
        for key in ("deck", "deck_next"):
            if is_given(value.get(key)):
                raise NotationError(f"{key}: allowed only in solo and Town Hall")
        return
    solo = g["num_players"] == 1
    size, in_a_pass = (RESOURCE_CARDS, RESOURCE_CARDS) if solo else (DECK_SIZE, SEEN_PER_PASS)
    cards = read_names("deck", value.get("deck", []), RESOURCE_OF, 0, size)
    for start in range(0, len(cards), in_a_pass):
        for card, number in Counter(cards[start : start + in_a_pass]).items():
            if number > CARDS_OF_EACH:
                raise NotationError(
                    f"deck: {number} {resource_name(card)} cards in one pass; allowed: {CARDS_OF_EACH} of each"
                )
    _read_turned(g, value, solo)
    g["deck"][: len(cards)] = cards
    if len(cards) < size:
        g["deck"][len(cards) : size] = DRAW
        engine.draw_deck(state)
    if solo:
        _read_chosen(g, value, len(cards))
        top, pile = int(g["deck_next"]) % PILE, g["deck"][DISPLAY:RESOURCE_CARDS].tolist()
        g["deck"][DISPLAY:RESOURCE_CARDS] = pile[PILE - top :] + pile[: PILE - top]
    elif g["deck_next"] and g["round"] % 3:
        _read_turned_up(g, value, len(cards))


def _read_turned(g: Any, value: Mapping[str, Any], solo: bool) -> None:
    """How many cards have been turned up: Town Hall exactly as many as the rounds say, solo at most."""
    turned = cards_turned(g, int(g["round"]))
    lowest = 0 if solo else turned
    given = value.get("deck_next", turned)
    if type(given) is int and not lowest <= given <= turned <= MAX_ROUNDS:
        allowed = turned if lowest == turned else f"{lowest} to {turned}"
        raise NotationError(f"deck_next: {shown(given)}; allowed: {allowed} in round {int(g['round'])}")
    g["deck_next"] = read_number("deck_next", given, 0, MAX_ROUNDS if solo else DECK_SIZE)


def _read_turned_up(g: Any, value: Mapping[str, Any], given: int) -> None:
    """Town Hall: the card turned up last is the resource named."""
    place = int(g["deck_next"]) - 1
    if value.get("named") is not None and g["deck"][place] != g["named"]:
        first = place - place % SEEN_PER_PASS
        _put_card(g, place, int(g["named"]), max(first, given), first + SEEN_PER_PASS, first)
        if g["deck"][place] != g["named"]:
            up = resource_name(g["deck"][place])
            raise NotationError(f"named: {value['named']!r}; but the card turned up (deck[{place}]) is {up}")
    g["named"] = g["deck"][place]


def _read_chosen(g: Any, value: Mapping[str, Any], given: int) -> None:
    """Solo: the card chosen this round lies under the pile, in the last place."""
    s, last = g["players"][0], RESOURCE_CARDS - 1
    if not g["deck_next"] or (g["phase"] in (Phase.SETUP, Phase.PLACING) and not s["named"]):
        return
    if s["named"] and g["deck"][last] != s["named"]:
        _put_card(g, last, int(s["named"]), given, RESOURCE_CARDS, 0)
        if g["deck"][last] != s["named"]:
            under, chosen = resource_name(g["deck"][last]), resource_name(s["named"])
            raise NotationError(f"players[0].named: {chosen!r}; but the card under the pile (deck[{last}]) is {under}")
    s["named"] = g["deck"][last]


def _put_card(g: Any, place: int, card: int, start: int, stop: int, first: int) -> None:
    """Makes a drawn card the given one: it changes places with another drawn card, else with one that stays unseen.

    Args:
        g: The game.
        place: Where the card lies.
        card: What it has to be.
        start: The first card that was drawn.
        stop: Where the pass ends.
        first: Where the pass begins.
    """
    if place < start:
        return
    cards = [int(other) for other in g["deck"][first:stop]]
    if card in cards[start - first :]:
        g["deck"][first + cards.index(card, start - first)] = g["deck"][place]
    elif len(cards) == RESOURCE_CARDS or cards.count(card) == CARDS_OF_EACH:
        return  # all of this resource are among those given
    g["deck"][place] = card
