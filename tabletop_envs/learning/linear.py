"""The command that fits the weights of a linear agent."""

from __future__ import annotations

from tabletop_envs.agents.fitting import ROUNDS, fit_linear
from tabletop_envs.agents.weights import Weights
from tabletop_envs.arguments import integer_within
from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.progress import bar

MOST_GAMES = 1_000_000


def fit(game: Game, games: int, seed: int) -> Weights:
    """Fits weights and shows how far it is.

    Raises:
        UserError: If a number is out of range, or the game cannot be fitted.
    """
    if integer_within(games, len(ROUNDS), MOST_GAMES) is None:
        raise UserError(f"--games: {shown(games)} is out of range; allowed: {len(ROUNDS)} to {MOST_GAMES}")
    if integer_within(seed, 0, 2**63 - 1) is None:
        raise UserError(f"--seed: {shown(seed)} is out of range; allowed: 0 or more")
    try:
        with bar(f"games of {game.title}", games) as advance:
            return fit_linear(game, games, seed, advance)
    except (NotImplementedError, ValueError) as error:
        raise UserError(str(error)) from None
