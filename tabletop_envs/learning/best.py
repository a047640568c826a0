"""The best step of a run: what the learner reached in games that are the same every time.

Now and then the policy as it is plays a fixed agent, always on the same deals and by its likeliest actions. Nothing of
it touches the run's own chance, so a run learns the same whether it is evaluated or not.
"""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from tabletop_envs.agents import LinearAgent, make_agent
from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.learning.evaluate import Evaluation, evaluate
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.options import AUTO, TrainOptions
from tabletop_envs.learning.seeds import derive
from tabletop_envs.learning.snapshots import Actor, NetAgent


class Best:
    """Evaluates the learner of a run and remembers its best step.

    Args:
        options: Of the run.
        game: The game that it learns.

    Attributes:
        step: The best step; -1 before the first evaluation.
        result: What it reached.
        evaluated: The step of the last evaluation, -1 before the first one.
    """

    def __init__(self, options: TrainOptions, game: Game) -> None:
        self.step = self.evaluated = -1
        self.result: Evaluation | None = None
        self._game, self._every, self._games = game, options.evaluate_every, options.evaluate_games
        self._seed = derive(options.seed, 4)
        self._name = yardstick(options, game)

    def is_due(self, step: int, at_the_end: bool = False) -> bool:
        """Whether the learner is to be evaluated at a step; at the end of a run it is, however long it is ago."""
        if self._every == 0 or step == self.evaluated:
            return False
        return at_the_end or step // self._every > self.evaluated // self._every

    def evaluate(self, step: int, policy: MaskableActorCriticPolicy) -> Evaluation:
        """Plays the games; the step is the best one if none before it was as good."""
        actor, name = Actor.of(policy), self._name
        result = evaluate(
            self._game,
            lambda draws: NetAgent(actor, draws, deterministic=True),
            lambda draws: make_agent(name),
            self._games,
            self._seed,
            ("the learner", name if self._game.num_players > 1 else "nobody"),
        )
        self.evaluated = step
        if self.result is None or _worth(result) > _worth(self.result):
            self.step, self.result = step, result
        return result

    def text(self) -> str:
        """One line that says which step is the best one and how it did."""
        if self.result is None:
            return "no step has been evaluated"
        result = self.result
        if result.players == 1:
            figures = f"score {result.score:.1f} +- {result.score_error:.1f} in {result.games} games"
        else:
            figures = (
                f"{100 * result.win_rate:.1f} % of {result.games} games against {result.opponents} (95 % interval "
                f"{100 * result.win_low:.1f} to {100 * result.win_high:.1f})"
            )
        return f"best step: {self.step:,} of {self.evaluated:,}, {figures}"

    def to_json(self) -> dict[str, Any]:
        """What is written beside the best model."""
        assert self.result is not None
        return {"step": self.step, **self.result.to_json()}

    def save(self) -> dict[str, Any]:
        """Everything that decides how it goes on, as JSON."""
        return {"evaluated": self.evaluated, "best": None if self.result is None else self.to_json()}

    def load(self, saved: dict[str, Any]) -> None:
        """Goes on from what :meth:`save` returned.

        Raises:
            ValueError: If it is something else; a ``KeyError`` or a ``TypeError`` if it is nothing like it.
        """
        evaluated, best = saved["evaluated"], saved["best"]
        self.evaluated = _read("int", evaluated)
        if best is None:
            return
        facts = {item.name: _read(str(item.type), best[item.name]) for item in fields(Evaluation)}
        self.step, self.result = _read("int", best["step"]), Evaluation(**facts)


def yardstick(options: TrainOptions, game: Game) -> str:
    """Who plays the other players when the learner is evaluated; ``auto``: the strongest fixed agent of the game.

    Raises:
        UserError: If the game has no such agent.
    """
    name = options.evaluate_against
    if name not in (AUTO, "linear"):
        return name
    try:
        LinearAgent().vector(game)
    except ValueError as error:  # no weights come with the game
        if name == AUTO:
            return "greedy"
        raise UserError(f"--evaluate-against {name}: {error}") from None
    return "linear"


def _read(kind: str, value: Any) -> Any:
    """A figure of an evaluation as JSON has it."""
    if kind == "str" and type(value) is str:
        return value
    if kind == "int" and type(value) is int:
        return value
    if kind == "float" and type(value) in (int, float) and math.isfinite(value):
        return float(value)
    if kind.startswith("tuple") and type(value) is list:
        return tuple(_read("float", item) for item in value)
    raise ValueError(f"{shown(value)} is no figure of an evaluation; expected a value of type {kind}")


def _worth(result: Evaluation) -> tuple[float, float]:
    return (result.win_rate, result.margin) if result.players > 1 else (result.score, 0.0)
