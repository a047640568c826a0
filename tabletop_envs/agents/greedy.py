"""The agent that looks one move ahead, at its own score."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.batch import Batch
from tabletop_envs.masks import nth, padded
from tabletop_envs.rng import below, mix
from tabletop_envs.rule_functions import bound, heuristic_value, legal, mid_move, resample_hidden, step
from tabletop_envs.spec import WAIT


def best_actions(
    tables: Any,
    games: Any,
    rows: Any,
    agent: Any,
    masks: Any,
    num_actions: Any,
    compared: Any,
    streams: Any,
    worlds: Any,
    trial_mask: Any,
    out: Any,
) -> None:
    """For each row the action after which the player's estimate is highest; ties are drawn.

    Actions are tried in another world that looks the same to the player: what a step turns up must not tell what is
    hidden. All actions of a decision are tried in the same one. A move of several actions is tried with the first
    legal choice for the rest of it.

    Args:
        tables: The game's tables.
        games: The records of all games.
        rows: Which of them.
        agent: The players to move, by game; -1 where a game is over.
        masks: Their action masks, by game.
        num_actions: The number of actions; rows of ``masks`` are padded.
        compared: The best estimate of the others among this many players is subtracted; 0 looks at none.
        streams: The rows' sources of chance; ties are drawn from the dice.
        worlds: Two records: the other world, and a copy of it to try moves in.
        trial_mask: One padded mask row.
        out: The actions.
    """
    t = tables[0]
    for j in range(len(rows)):
        i = rows[j]
        player = agent[i]
        if player < 0:
            out[j] = WAIT
            continue
        # The seed is not drawn, so that ties are drawn alike whether a game hides anything or not.
        worlds[0] = games[i]
        resample_hidden(t, worlds[0], player, mix(streams[i]["dice"][0]))
        best = -np.inf
        ties = 0
        for action in range(num_actions):
            if masks[i, action]:
                worlds[1] = worlds[0]
                g = worlds[1]
                step(t, g, player, action)
                while mid_move(t, g, player):
                    legal(t, g, player, trial_mask[:num_actions])
                    step(t, g, player, nth(trial_mask, 0))
                value = heuristic_value(t, g, player)
                best_other = -np.inf
                for other in range(compared):
                    if other != player:
                        best_other = max(best_other, heuristic_value(t, g, other))
                if best_other > -np.inf:
                    value -= best_other
                if value > best:
                    best = value
                    ties = 0
                if value == best:
                    ties += 1
                    # Each of the ties so far stays with the same probability.
                    if ties == 1 or below(streams[i]["dice"], ties) == 0:
                        out[j] = action


def choose_best(batch: Batch, rows: npt.NDArray[np.int64], compared: int) -> npt.NDArray[np.int64]:
    """The actions that :func:`best_actions` finds for the games ``rows``."""
    game = batch.game
    actions = np.zeros(len(rows), np.int64)
    bound(best_actions, game)(
        game.tables,
        batch.games,
        np.ascontiguousarray(rows, np.int64),
        batch.agent,
        batch.padded_mask,
        game.num_actions,
        compared,
        batch.streams,
        np.zeros(2, game.dtype),
        np.zeros(padded(game.num_actions), np.int8),
        actions,
    )
    return actions


class GreedyAgent:
    """Tries every legal action and takes the one after which the game's own estimate of its score is highest."""

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The most promising action for each of the games ``rows``."""
        return choose_best(batch, rows, compared=0)

    def __repr__(self) -> str:
        """The agent's name."""
        return "GreedyAgent()"
