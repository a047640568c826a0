"""Playing many chunks of deals in several processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents import Agent
from tabletop_envs.game import Game, State
from tabletop_envs.history import History, Step
from tabletop_envs.learning.failures import Failure
from tabletop_envs.learning.opponents import load_agent
from tabletop_envs.learning.seeds import derive
from tabletop_envs.learning.tournament.lineups import LineUp
from tabletop_envs.learning.tournament.playing import play_chunk, table_of


class Task(NamedTuple):
    """The first ``deals`` deals of a chunk, played by a line-up that has moved on by ``turn`` players."""

    line_up: LineUp
    turn: int
    chunk: int
    deals: int
    with_records: bool = False


class Outcome(NamedTuple):
    """The scores and winners of a task's games by player, and their records if they were asked for."""

    scores: npt.NDArray[np.int32]
    winners: npt.NDArray[np.bool_]
    records: list[dict[str, Any]]


class Worker:
    """Plays tasks, in this process.

    Args:
        game: The game with its options.
        names: The names of the agents.
        seed: Fixes the deals and all luck.

    Raises:
        UserError: If there is no such agent, or it does not fit the game.
    """

    def __init__(self, game: Game, names: Sequence[str], seed: int) -> None:
        self.game = game
        self.seed = seed
        self.agents: list[Agent] = [load_agent(name, game, derive(seed, 3), deterministic=True) for name in names]
        if "torch" in sys.modules:  # sums in another order can come out differently, and so can moves
            sys.modules["torch"].set_num_threads(1)

    def warm_up(self) -> None:
        """Plays a game with each agent, so that what they need is compiled once and not in every process."""
        for agent in self.agents:
            play_chunk(self.game, [agent] * self.game.num_players, self.seed, 0, 1)

    def __call__(self, task: Task) -> Outcome:
        """Plays a task."""
        table = [self.agents[k] for k in table_of(task.line_up, task.turn)]
        played = play_chunk(self.game, table, self.seed, task.chunk, task.deals)
        records = []
        if task.with_records:
            records = [self._record(played.starts[k : k + 1], steps) for k, steps in enumerate(played.steps)]
        return Outcome(played.scores, played.winners, records)

    def _record(self, start: State, steps: list[Step]) -> dict[str, Any]:
        history = History(start)
        history.actions += steps
        return history.record(self.game)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    game: Game,
    names: Sequence[str],
    seed: int,
    tasks: Sequence[Task],
    processes: int,
    progress: Callable[[int], None] | None = None,
) -> list[Outcome]:
    """Plays tasks; what comes out does not depend on the number of processes.

    More than one process are started afresh ("spawn"): a script that calls this keeps its own work below
    ``if __name__ == "__main__":``.

    Args:
        game: The game with its options.
        names: The names of the agents.
        seed: Fixes the deals and all luck.
        tasks: What is to be played.
        processes: How many processes share it.
        progress: Called with the number of games finished since the last call.

    Returns:
        What came out of each task, in their order.

    Raises:
        UserError: If there is no such agent, or it does not fit the game.
        Failure: If a process was ended from outside.
    """
    worker = Worker(game, names, seed)
    if processes == 1 or len(tasks) == 1:
        found = []
        for task in tasks:
            found.append(worker(task))
            if progress is not None:
                progress(task.deals)
        return found
    worker.warm_up()
    outcomes: dict[int, Outcome] = {}
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begin, (game, tuple(names), seed))
    try:
        waiting = {pool.submit(_play, task): number for number, task in enumerate(tasks)}
        for future in as_completed(waiting):
            number = waiting[future]
            outcomes[number] = future.result()
            if progress is not None:
                progress(tasks[number].deals)
    except BrokenProcessPool:
        raise Failure("a process that was playing has been ended, perhaps for want of memory; use fewer") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return [outcomes[number] for number in range(len(tasks))]


_worker: list[Worker] = []
"""What this process plays with, once it has begun."""


def _begin(game: Game, names: tuple[str, ...], seed: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for this one tells that it was interrupted
    _worker[:] = [Worker(game, names, seed)]


def _play(task: Task) -> Outcome:
    return _worker[0](task)
