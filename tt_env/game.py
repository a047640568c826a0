"""Tiny Towns as a game of the contract: the rulebook with its notation and drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletop_envs.game import Game, State
from tt_env.ansi import board
from tt_env.drawing import svg
from tt_env.notation import load, write_record
from tt_env.notation.action_text import action_text, parse_action, why_illegal
from tt_env.options import COMMAND_OPTIONS
from tt_env.spec import TinyTownsSpec
from tt_env.state import MAX_PLAYERS


class TinyTowns(TinyTownsSpec, Game):
    """Tiny Towns for 1 to 6 players.

    Args:
        num_players: 1 (solo variant) to 6.
        monuments: Whether every player is dealt two monuments and keeps one.
        cavern: The Cavern rule: two cubes named by others may be set aside.
        town_hall: The Town Hall variant: resource cards instead of a Master Builder; two and more players.
        cards: ``"random"``, ``"first_game"``, a list of card ids or a dict from group to card id; groups that a list
            or dict leaves out are drawn.
        first_builder: The first Master Builder (``"player_0"`` ...), ``None`` to draw one.
        fortune: Whether the cards of Fortune are in the piles.
        coins: Whether the coin rules are on; ``None``: as ``fortune``. They can be played with base cards alone.
        max_fortune_buildings: With more Fortune buildings in the row all are drawn again (R28); 0: monuments only.
        parsonage: ``"at_least"``, ``"exact"`` or ``"forbid"``: what a Parsonage asks of the chest (R2).
        museum_keeps_exhibits: Whether an exhibit stays on its Museum when it earns a coin (R3).
        opaleye_optional: Whether the owner of Opaleye's Watch may refuse an answer (RULING 6a; the card says no).

    Raises:
        ValueError: If an option has a value that is not allowed.
    """

    title = "Tiny Towns"
    player_counts = (1, MAX_PLAYERS)
    command_options = COMMAND_OPTIONS

    def read_position(self, position: Mapping[str, Any]) -> State:
        """The state of a position in the notation."""
        return load(position, self)

    def action_text(self, state: State, player: int, action: int) -> str:
        """The action in words: ``place glass r1c1``."""
        return action_text(state, player, action)

    def parse_action(self, state: State, player: int, text: str) -> int:
        """The number of the action that a text names."""
        return parse_action(state, player, text)

    def why_illegal(self, state: State, player: int, action: int) -> str:
        """The rule that forbids the action now."""
        return why_illegal(state, player, action)

    def record(self, start: State, actions: Sequence[tuple[int, int]]) -> dict[str, Any]:
        """The record of a game, finished or not."""
        return write_record(start, actions)

    def svg(self, state: State, player: int | None = None) -> str:
        """A drawing of the whole table, or of what a player may see."""
        return svg(state, player)

    def ansi(self, state: State, player: int | None = None) -> str:
        """The table as text."""
        return board(state, player)
