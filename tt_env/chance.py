"""Reading what a caller fixes of chance: cards, monuments, first Master Builder, deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.errors import shown
from tabletop_envs.parsing import one_of
from tabletop_envs.spec import GameSpec, State
from tt_env.cards import CARDS, FIRST_GAME, FORTUNE, GROUPS, NUMBERS, PILES, RESOURCES
from tt_env.rules.setup import CARDS_OF_EACH, RESOURCE_CARDS, SEEN_PER_PASS
from tt_env.state import DECK_SIZE, DRAW, NUM_CARDS


@dataclass(frozen=True)
class Chance:
    """Checked values of ``reset(options=...)``; ``None`` leaves the template's value."""

    row: npt.NDArray[np.uint8] | None
    monuments: dict[int, tuple[int, ...]]
    first_builder: int | None
    deck: list[int] | None

    @classmethod
    def checked(cls, options: Mapping[str, Any], game: GameSpec) -> Chance:
        """Reads the known keys.

        Raises:
            ValueError: If a value is bad, with the key and what is allowed.
        """
        first, fortune = options.get("first_builder"), game.options()["fortune"]
        return cls(
            row=checked_row(options["cards"], "options['cards']", fortune) if "cards" in options else None,
            monuments=checked_monuments(options.get("monuments", {}), game),
            first_builder=None if first is None else checked_player(first, game, "options['first_builder']"),
            deck=checked_deck(options["deck"], game) if "deck" in options else None,
        )


def fix_chance(game: GameSpec, chance: Chance) -> State:
    """A template with the given chance filled in."""
    template: State = game.template.copy()
    g = template[0]
    if chance.row is not None:
        g["row"][:] = chance.row
    if chance.first_builder is not None:
        g["builder"] = chance.first_builder
    if chance.deck is not None:
        g["deck"][: len(chance.deck)] = chance.deck
    for player, cards in chance.monuments.items():
        g["players"][player]["dealt"][:] = (*cards, 0)[:2]
        if len(cards) == 1:
            g["players"][player]["monument"] = cards[0]
    return template


def is_list(value: Any) -> bool:
    """Whether a value is a list or tuple of names, and no name itself."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def checked_row(cards: Any, where: str, fortune: bool) -> npt.NDArray[np.uint8]:
    """The row that a value of ``cards`` describes, with ``DRAW`` for groups that are left open.

    Raises:
        ValueError: If it names an unknown card, a monument, two cards of one group, or a card of Fortune in a game
            without it.
    """
    row = np.full(NUM_CARDS, DRAW, np.uint8)
    row[0] = NUMBERS["cottage"]
    if isinstance(cards, str):
        if cards not in ("random", "first_game"):
            raise ValueError(
                f"{where}={shown(cards)} is unknown; allowed: 'random', 'first_game', a list or a dict of cards"
            )
        cards = FIRST_GAME if cards == "first_game" else {}
    if isinstance(cards, Mapping):
        pairs = list(cards.items())
    elif is_list(cards):
        pairs = [(CARDS[card].group if isinstance(card, str) and card in CARDS else None, card) for card in cards]
    else:
        raise ValueError(
            f"{where}={shown(cards)} is not allowed; allowed: 'random', 'first_game', a list or a dict of cards"
        )
    taken: set[str] = set()
    for group, card in pairs:
        if group is not None and (not isinstance(group, str) or group not in GROUPS[:NUM_CARDS]):
            allowed = (
                "six groups of buildings and the Cottage" if group == "monument" else ", ".join(GROUPS[:NUM_CARDS])
            )
            raise ValueError(f"{where}: no card of group {shown(group)} belongs to the row; allowed: {allowed}")
        known = [c for g in ([group] if group else GROUPS[:NUM_CARDS]) for c in PILES[g] if fortune or c not in FORTUNE]
        if group is None or not isinstance(card, str) or card not in known:
            raise ValueError(f"{where}: {_what_is_wrong(card, 'card')}; allowed: {one_of(known)}")
        if group in taken:
            raise ValueError(f"{where}: two cards of group {shown(group)}; one of each group is in play")
        taken.add(group)
        row[GROUPS.index(group)] = NUMBERS[card]
    return row


def _what_is_wrong(card: Any, kind: str) -> str:
    """Why a card is not allowed: it is unknown, or of Fortune."""
    if isinstance(card, str) and card in FORTUNE:
        return f"{shown(card)} is a card of Fortune and needs fortune=True"
    return f"unknown {kind} {shown(card)}"


def checked_player(agent: Any, game: GameSpec, where: str) -> int:
    """The player of an agent that may be first Master Builder.

    Raises:
        ValueError: If there is no such agent, or no Master Builder at all.
    """
    if game.num_players == 1 or game.options()["town_hall"]:
        raise ValueError(f"{where}={shown(agent)}: solo and Town Hall have no Master Builder; leave it out")
    try:
        return game.player(agent)
    except (KeyError, AttributeError):
        raise ValueError(f"{where}={shown(agent)} is not an agent; allowed: {', '.join(game.agents)}") from None


def checked_monuments(monuments: Any, game: GameSpec) -> dict[int, tuple[int, ...]]:
    """Monument cards by player: one (already kept) or two (dealt).

    Raises:
        ValueError: If an agent or card is unknown, a card is given twice or of Fortune in a game without it, or the
            game has no monuments.
    """
    where = "options['monuments']"
    if not isinstance(monuments, Mapping):
        raise ValueError(
            f"{where}={shown(monuments)} is not allowed; allowed: a dict from agent to one id or a pair of ids"
        )
    if monuments and not game.options()["monuments"]:
        raise ValueError(f"{where}: this game is played without monuments (monuments=False)")
    result: dict[int, tuple[int, ...]] = {}
    given: list[str] = []
    known = [card for card in PILES["monument"] if game.options()["fortune"] or card not in FORTUNE]
    for agent, value in monuments.items():
        if not isinstance(agent, str) or agent not in game.agents:
            raise ValueError(f"{where}: no agent {shown(agent)}; allowed: {', '.join(game.agents)}")
        cards = [value] if isinstance(value, str) else list(value) if is_list(value) else []
        if len(cards) not in (1, 2):
            raise ValueError(f"{where}[{shown(agent)}]={shown(value)} is not allowed; allowed: one id or a pair of ids")
        for card in cards:
            if not isinstance(card, str) or card not in known:
                wrong = _what_is_wrong(card, "monument")
                raise ValueError(f"{where}[{shown(agent)}]: {wrong}; allowed: {one_of(known)}")
        given += cards
        result[game.player(agent)] = tuple(NUMBERS[card] for card in cards)
    twice = {card for card in given if given.count(card) > 1}
    if twice:
        raise ValueError(f"{where}: {', '.join(sorted(twice))} given twice; there is one of each")
    return result


def checked_deck(deck: Any, game: GameSpec) -> list[int]:
    """The beginning of the resource cards as they lie (solo) or are turned up (Town Hall), as resource numbers.

    Raises:
        ValueError: If a name is unknown, there are more than 3 cards of a resource in a pass, or the game has no deck.
    """
    where = "options['deck']"
    solo, town_hall = game.num_players == 1, game.options()["town_hall"]
    if not is_list(deck):
        raise ValueError(f"{where}={shown(deck)} is not allowed; allowed: a list of {', '.join(RESOURCES)}")
    if deck and not solo and not town_hall:  # records of other games have an empty deck
        raise ValueError(f"{where}: only solo and Town Hall have resource cards")
    for name in deck:
        if not isinstance(name, str) or name not in RESOURCES:
            raise ValueError(f"{where}: unknown resource {shown(name)}; allowed: {', '.join(RESOURCES)}")
    limit = RESOURCE_CARDS if solo else DECK_SIZE
    if len(deck) > limit:
        raise ValueError(f"{where}: {len(deck)} cards; allowed: at most {limit}")
    size = RESOURCE_CARDS if solo else SEEN_PER_PASS
    for start in range(0, len(deck), size):
        for name in RESOURCES:
            if list(deck[start : start + size]).count(name) > CARDS_OF_EACH:
                raise ValueError(
                    f"{where}: more than {CARDS_OF_EACH} {name} cards among cards {start + 1} to {start + size}"
                )
    return [RESOURCES.index(name) + 1 for name in deck]
