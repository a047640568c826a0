"""Games by name, for runs and matches: what is wrong with a choice is told as the user's mistake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_envs import games
from tabletop_envs.arguments import integer_within
from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.learning.failures import UserError


def game_class(name: str) -> type[Game]:
    """The game of that name.

    Raises:
        UserError: If there is none, or it is broken.
    """
    try:
        return games.find(name)
    except ValueError as error:
        raise UserError(str(error)) from None


def check_players(game: type[Game], number: int) -> None:
    """Refuses a number of players that the game is not for.

    Raises:
        UserError: If it is too small or too large.
    """
    counts = game.declared["num_players"]
    if integer_within(number, counts.values[0], counts.values[-1]) is None:
        raise UserError(f"--players: {game.title} is for {counts.allowed} players, not {shown(number)}")


def make_game(name: str, num_players: int, options: Mapping[str, Any]) -> Game:
    """The game of that name with its options chosen.

    Raises:
        UserError: If there is no such game, or the number of players or an option is not allowed.
    """
    game = game_class(name)
    check_players(game, num_players)
    try:
        return game(num_players=num_players, **options)
    except (ValueError, TypeError) as error:
        raise UserError(f"{game.title}: {error}") from None
