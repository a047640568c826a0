"""The agent that plays its best candidates on in imagined worlds before it takes one."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents.budget import Budget, parse_search
from tabletop_envs.agents.judge import Judge
from tabletop_envs.agents.simulations import Simulations, require_turns
from tabletop_envs.arguments import Ints
from tabletop_envs.batch import Batch
from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.spec import GameSpec
from tabletop_envs.streams import draw_seeds

SIDE_BY_SIDE = 512
"""Imagined games that are played at once, unless a decision alone has more candidates to be tried."""
STEP = 2
"""Worlds that are begun at once where time is the limit."""


class SearchAgent:
    """Tries the candidates that its judge thinks best in worlds that look the same to the player.

    The worlds are the same for all candidates of a decision. In each a candidate is played, and the judge plays on for
    all players, for some turns and until the player decides again; what that decision is worth to the judge, or how the
    game ended, is what the candidate has brought in that world. While worlds are played, the worse half of the
    candidates leaves again and again, until one is left: with 6 worlds and 6 candidates all play 2 worlds, the better
    3 another 2, the best 2 the last 2.

    With a limit in time the moves depend on the machine; else they follow from the game and its seed.

    Args:
        judge: Whose opinions are searched on, and who plays on.
        budget: How much a decision is thought about.

    Raises:
        ValueError: If the judge is none.
    """

    def __init__(self, judge: Judge, budget: Budget = Budget()) -> None:  # noqa: B008
        if not isinstance(judge, Judge):
            raise ValueError(f"search: {shown(judge)} judges no candidates; choose linear, rival or a trained network")
        self._judge = judge
        self.budget = budget
        self._simulations: Simulations | None = None

    @classmethod
    def named(cls, text: str, make_judge: Callable[[str], Any]) -> SearchAgent:
        """The agent that a text describes, such as ``worlds=12,depth=1,judge=linear``; see :data:`budget.FORM`.

        Args:
            text: The description, which may be empty.
            make_judge: Makes an agent by its name.

        Raises:
            ValueError: If the text is malformed, a number out of range, or the judge is none.
        """
        budget, judge = parse_search(text)
        return cls(make_judge(judge or "linear"), budget)

    def check(self, game: GameSpec) -> None:
        """Refuses a game that cannot be searched, or judged.

        Raises:
            ValueError: If the judge is for another game.
            NotImplementedError: If the game declares no candidates or no turns.
        """
        require_turns(game)
        check = getattr(self._judge, "check", None)
        if check is not None:
            check(game)

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The action that was best in imagined worlds for each of the games ``rows``."""
        rows, game = np.ascontiguousarray(rows, np.int64), batch.game
        simulations, found = self._ready(game), batch.candidates(rows)
        worth = np.where(found.mask == 1, self._judge.judge(game, found)[0], -np.inf)
        simulations.judged += int(found.mask.sum())
        best = np.argsort(-worth, axis=1, kind="stable")[:, : self.budget.candidates]
        seeds = np.zeros(len(rows), np.uint64)
        draw_seeds(rows, batch.streams, seeds)
        chosen = best[:, 0].copy()
        open_ = np.flatnonzero(found.mask.sum(axis=1) > 1)
        together = max(1, simulations.size // (best.shape[1] * self._at_once(best.shape[1])))
        for start in range(0, len(open_), together):
            at = open_[start : start + together]
            actions = np.take_along_axis(found.actions[at], best[at], axis=1)
            own = np.take_along_axis(worth[at], best[at], axis=1)
            place = self._search(simulations, batch, rows[at], seeds[at], actions, own)
            chosen[at] = best[at, place]
        return found.take(chosen)

    def _ready(self, game: Game) -> Simulations:
        """Where games like this one are played on."""
        if self._simulations is None or self._simulations.game is not game:
            self.check(game)
            size = max(SIDE_BY_SIDE, min(self.budget.candidates, game.max_candidates))
            self._simulations = Simulations(game, self._judge, size)
        return self._simulations

    def _at_once(self, candidates: int) -> int:
        """How many worlds are begun at once for a decision of so many candidates."""
        budget = self.budget
        wanted = STEP if budget.milliseconds is not None else -(-budget.worlds // _stages(candidates))
        return max(1, min(wanted, SIDE_BY_SIDE // candidates))

    def _search(
        self,
        simulations: Simulations,
        batch: Batch,
        rows: Ints,
        seeds: npt.NDArray[np.uint64],
        actions: Ints,
        worth: npt.NDArray[np.float64],
    ) -> npt.NDArray[np.int64]:
        """The place of the best of the actions [rows, C]; their ``worth`` to the judge is -inf where there is none."""
        budget, most = self.budget, actions.shape[1]
        stages = _stages(most)
        alive = worth > -np.inf
        opinion = budget.opinion * np.where(alive, worth, 0.0)
        total, played, begin = np.zeros(actions.shape), 0, time.perf_counter()
        for stage in range(1, stages + 1):
            until = -(-budget.worlds * stage // stages)
            while played < until:
                number = min(self._at_once(most), until - played)
                decision, place = np.nonzero(alive)
                values = simulations.values(
                    batch, rows, seeds, (played, number), (decision, actions[decision, place]), budget.depth
                )
                total[decision, place] += values.sum(axis=1)
                played += number
                spent = 1000 * (time.perf_counter() - begin) / len(rows)
                if budget.milliseconds is not None and spent > budget.milliseconds * stage / stages:
                    break
            # All that are left have been played in the same worlds.
            order = np.argsort(np.where(alive, -total - played * opinion, np.inf), axis=1, kind="stable")
            left = -(-most // 2**stage)
            alive &= np.argsort(order, axis=1) < left
        best: npt.NDArray[np.int64] = alive.argmax(axis=1)
        return best

    @property
    def judged(self) -> int:
        """How many candidates have been judged for games like the last one, those of imagined games included."""
        return 0 if self._simulations is None else self._simulations.judged

    def __repr__(self) -> str:
        """The agent's name."""
        return f"SearchAgent({self._judge!r}, {self.budget!r})"


def _stages(candidates: int) -> int:
    """How often the worse half leaves until one of so many candidates is left."""
    return max(1, (candidates - 1).bit_length())
