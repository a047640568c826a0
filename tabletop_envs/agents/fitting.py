"""Fitting the weights of the linear agent: self-play, and a regression of how the games ended."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents.weights import Weights, named_columns
from tabletop_envs.batch import Batch
from tabletop_envs.candidates import require_candidates
from tabletop_envs.game import Game
from tabletop_envs.spec import LEAD

GAMES = 3500
"""Of the fits that are shipped."""
ROUNDS = (1, 2, 4)
"""How the games are shared out: each round plays with what the one before it has fitted."""
TEMPERATURE = 1.0
"""Points by which a candidate must be better to be chosen e times as often."""
RIDGE = 0.002
"""Pull towards the weights that the game gives, in shares of each feature's own squares."""
SIDE_BY_SIDE = 128
"""Games played at once."""

Floats = npt.NDArray[np.float64]


def fit_linear(game: Game, games: int, seed: int, progress: Callable[[int], None] | None = None) -> Weights:
    """Fits a value that is linear in a player's leads over the others.

    Each round plays games against itself, choosing among candidates by softmax, and regresses the final margin of the
    player that chose (its score less the mean of the others') on the leads of the candidate that it chose. The ridge
    pulls towards ``game.prior_weights``, with which the first round plays.

    Args:
        game: The game with its options, of at least two players.
        games: How many games, at least as many as there are rounds.
        seed: Fixes everything; the same fit gives the same weights.
        progress: Called with the number of games finished since the last call.

    Raises:
        NotImplementedError: If the game declares no candidates.
        ValueError: If there are too few games or players.
    """
    require_candidates(game)
    if game.num_players < 2:
        raise ValueError("weights are fitted to leads over other players; choose at least two players")
    if games < len(ROUNDS):
        raise ValueError(f"{games} games are too few; give at least {len(ROUNDS)}")
    names = [feature.name for feature in game.candidate_features if feature.name.startswith(LEAD)]
    columns = named_columns(game, names)
    given = np.array([game.prior_weights.get(name, 0.0) for name in names])
    weights = given
    ends = [games * sum(ROUNDS[: k + 1]) // sum(ROUNDS) for k in range(len(ROUNDS))]
    for k, (first, last) in enumerate(zip([0, *ends], ends, strict=False)):
        square, product = np.zeros((len(names), len(names))), np.zeros(len(names))
        for start in range(first, last, SIDE_BY_SIDE):
            number = min(SIDE_BY_SIDE, last - start)
            more_square, more_product = _self_play(game, number, columns, weights, [seed, k, start])
            square += more_square
            product += more_product
            if progress is not None:
                progress(number)
        pull = np.diag(RIDGE * square.diagonal() + 1e-6)
        weights = given + np.linalg.solve(square + pull, product - square @ given)
    rounded = {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}
    return Weights(game.name, game.options(), rounded, {"games": games, "seed": seed})


def _self_play(
    game: Game, number: int, columns: npt.NDArray[np.int64], weights: Floats, seed: list[int]
) -> tuple[Floats, Floats]:
    """Plays games to their end.

    Returns:
        The sums over all decisions of the chosen leads' products with each other, [F, F], and with the final margin.
    """
    chance = np.random.default_rng(seed)
    batch = Batch(game, number)
    batch.reset(int(chance.integers(2**31)))
    square = np.zeros((len(columns), len(columns)))
    sums = np.zeros((number, game.num_players, len(columns)))  # of the leads chosen by each player of each game
    live = np.arange(number)
    while len(live):
        found = batch.candidates(live)
        leads = found.features[..., columns].astype(np.float64)
        values = leads @ weights / TEMPERATURE + chance.gumbel(size=leads.shape[:2])
        chosen = found.best(values)
        x = leads[np.arange(len(live)), chosen]
        square += x.T @ x
        sums[live, batch.agent[live]] += x
        batch.advance(live, found.take(chosen))
        live = live[batch.agent[live] >= 0]
    scores = batch.scores.astype(np.float64)
    margins = scores - (scores.sum(axis=1, keepdims=True) - scores) / (game.num_players - 1)
    return square, np.einsum("gp,gpf->f", margins, sums)
