"""Who sits down together: every line-up of a tournament, or a balanced draw of them."""

from __future__ import annotations

import itertools
import math

import numpy as np
import numpy.typing as npt

LineUp = tuple[int, ...]
"""The agents at one table, by number."""

MOST = 120
"""Line-ups that a tournament plays unless told otherwise."""

_LOOKED_AT = 5_000
"""Line-ups of which the next one of a draw is the best; if there are more, so many drawn ones."""
_PASSES = 20
"""How often at most each line-up of a draw is exchanged for a better one."""


def line_ups(agents: int, players: int, most: int, seed: int) -> list[LineUp]:
    """All sets of ``players`` agents, or, if there are more than ``most`` of them, a balanced draw.

    Each line-up of the draw is one whose agents meet each other least in the others, of equal ones any. So all agents
    play about as many games, and any two of them meet about as often as any other two.

    Args:
        agents: How many agents there are, at least ``players``.
        players: How many sit at a table.
        most: How many line-ups are played at most.
        seed: Fixes the draw.

    Returns:
        The line-ups, each in ascending order.
    """
    if math.comb(agents, players) <= most:
        return list(itertools.combinations(range(agents), players))
    draw = _Draw(agents, players, seed)
    while len(draw.found) < most:
        draw.add()
    for _ in range(_PASSES):
        if draw.is_final():
            break
        for line_up in list(draw.found):
            draw.remove(line_up)
            draw.add()
    return sorted(draw.found)


class _Draw:
    """Line-ups drawn so far, and how often each two agents meet in them."""

    def __init__(self, agents: int, players: int, seed: int) -> None:
        self.found: list[LineUp] = []
        self._size = agents, players
        self._chance = np.random.default_rng(seed)
        self._met = np.zeros((agents, agents), np.int64)
        few = math.comb(agents, players) <= _LOOKED_AT
        self._all = np.array(list(itertools.combinations(range(agents), players))) if few else None

    def add(self) -> None:
        """Adds the line-up whose agents meet each other least."""
        looked_at = self._some() if self._all is None else self._all
        # Twice this, and a constant, is what the sum of all squared numbers of meetings grows by.
        cost = self._met[looked_at[:, :, None], looked_at[:, None, :]].sum(axis=(1, 2))
        order = np.lexsort((self._chance.random(len(cost)), cost))
        taken = set(self.found)
        best = next(line_up for line_up in map(tuple, looked_at[order].tolist()) if line_up not in taken)
        self._met[np.ix_(best, best)] += 1
        self.found.append(best)

    def remove(self, line_up: LineUp) -> None:
        """Takes a line-up out."""
        self._met[np.ix_(line_up, line_up)] -= 1
        self.found.remove(line_up)

    def is_final(self) -> bool:
        """Whether no two agents meet more often than others by more than 1, or too much would have to be looked at."""
        met = self._met[~np.eye(len(self._met), dtype=bool)]
        return self._all is None or bool(met.max() - met.min() <= 1)

    def _some(self) -> npt.NDArray[np.int64]:
        agents, players = self._size
        order = self._chance.random((_LOOKED_AT, agents)).argsort(axis=1)
        return np.sort(order[:, :players], axis=1)
