"""The options of a training run: one table from which the command line, the file beside the model and the run come."""

from __future__ import annotations

import json
from dataclasses import Field, asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from tabletop_envs.agents.model_file import (
    ACTIVATIONS,
    CANDIDATES,
    FLAT,
    OPTIONS,
    POLICIES,
    RANKING,
    command_of,
)
from tabletop_envs.errors import one_line, shown
from tabletop_envs.game import Game, Rewards
from tabletop_envs.learning import durable
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.games import check_players, game_class, make_game

FILE = OPTIONS
AUTO = "auto"
FIXED = ("random", "greedy", "rival", "linear")
"""Agents that a run can be evaluated against."""
SHAPINGS = (RANKING, "none")
_MANY = 10**15


def _option(default: Any, help: str, low: float | None = None, high: float | None = None, flat: Any = None) -> Any:
    """A field with what the command line needs to know about it; ``flat``: another default for the flat policy."""
    usual = {CANDIDATES: default, FLAT: default if flat is None else flat}
    metadata = {"help": help, "low": low, "high": high, "usual": usual}
    return field(default=default if flat is None else None, metadata=metadata)


def usual_value(item: Field[Any], policy: str = CANDIDATES) -> Any:
    """The value that an option of :class:`TrainOptions` has if none is given."""
    return item.metadata["usual"][policy]


@dataclass(frozen=True)
class TrainOptions:
    """All that decides a training run; the same options, versions and machine give the same model."""

    game: str
    game_options: dict[str, Any] = field(default_factory=dict)
    players: int = _option(2, "number of players; the learner has one player, drawn again for each game", 1)
    policy: str = _option(
        AUTO, "what the network sees: candidates, flat, or auto: candidates where the game declares them"
    )
    steps: int = _option(
        400_000, "learner decisions to train for (rounded up to whole rollouts)", 1, _MANY, flat=1_000_000
    )
    minutes: float = _option(0.0, "stop after so many minutes even if steps are left; 0: no limit", 0, 1e7)
    seed: int = _option(0, "fixes everything that chance decides", 0, 2**31 - 1)
    # For a flat network the own score is the least noisy signal, for it hangs least on the others: docs/training.md.
    rewards: str = _option(
        "margin", "what the learner maximises: outcome, margin or score (score for one player)", flat="score"
    )
    shaping: str = _option(
        RANKING,
        "ranking: each reward also holds by how much the position's worth by the agent linear's weights has changed, "
        "which leaves the sum of a game as it is; none",
        flat="none",
    )
    prior: float = _option(
        10.0,
        "how firmly a policy over candidates begins with the ranking of the agent linear (without its weights, of the "
        "game): the spread of its logits; 0: it knows none",
        0,
        1000,
    )
    opponents: str = _option(
        "greedy:0.4,rival:0.2,linear:0.2,self:0.2",
        "who plays the other players: an agent's name, self (the learner's past), or a mix: self:0.6,greedy:0.4",
        flat="random",
    )
    start_from: str = _option("", "a model or a run to begin with; it has the same game, players and --hidden-sizes")
    snapshot_every: int = _option(
        20_000, "steps between two snapshots of the learner (opponent 'self')", 1, _MANY, flat=50_000
    )
    latest: float = _option(0.5, "share of 'self' players that play the newest snapshot, the rest older ones", 0, 1)
    pool: int = _option(20, "snapshots kept as opponents; the oldest but the first go first", 1, 100_000)
    num_envs: int = _option(128, "games played side by side", 1, 1_000_000, flat=256)
    n_steps: int = _option(32, "decisions per game between two updates", 2, 1_000_000)
    batch_size: int = _option(512, "decisions per gradient step", 2, 100_000_000, flat=1024)
    epochs: int = _option(3, "passes over each rollout", 1, 1_000, flat=1)
    learning_rate: float = _option(3e-3, "step size of the optimiser at the start", 1e-9, 1, flat=2e-3)
    final_rate: float = _option(
        0.1, "learning rate at the end as a part of that at the start; 1 keeps it", 0, 1, flat=0.05
    )
    gamma: float = _option(1.0, "discount per decision; rewards come at the end of a game", 0, 1)
    gae_lambda: float = _option(0.8, "how far advantages trust what happened over what is expected", 0, 1, flat=0.95)
    clip_range: float = _option(0.2, "PPO's clip range", 1e-3, 1)
    ent_coef: float = _option(0.001, "bonus for undecided play", 0, 10, flat=0.005)
    hidden_sizes: tuple[int, ...] = _option(
        (64, 32), "hidden layers of the policy net and of the value net", flat=(256, 256)
    )
    activation: str = _option("relu", "relu or tanh")
    evaluate_every: int = _option(
        50_000, "steps between two evaluations, whose best is kept; 0: never", 0, _MANY, flat=100_000
    )
    evaluate_games: int = _option(100, "games of an evaluation, the same deals every time", 1, 1_000_000)
    evaluate_against: str = _option(
        AUTO,
        "against whom: random, greedy, rival, linear, or auto: linear where the game has weights for it, else greedy",
    )
    threads: int = _option(1, "threads of torch; more than one is slow on a busy machine", 1, 1024)
    checkpoint_every: int = _option(250_000, "steps between two checkpoints", 1, _MANY)
    keep: int = _option(3, "checkpoints kept; older ones are deleted once a newer one is safe on disk", 2, 1_000_000)

    def __post_init__(self) -> None:
        self._settle_policy()
        for item in fields(self):
            if item.default is None and getattr(self, item.name) is None:
                object.__setattr__(self, item.name, usual_value(item, self.policy))
            self._check(item)
        check_players(game_class(self.game), self.players)
        if self.rewards not in Rewards.KINDS:
            raise UserError(f"--rewards: {shown(self.rewards)} is unknown; allowed: {', '.join(Rewards.KINDS)}")
        if self.shaping not in SHAPINGS or (self.shaping == RANKING and self.policy == FLAT):
            allowed = ", ".join(SHAPINGS) + " (a flat policy knows no ranking: none)"
            raise UserError(f"--shaping: {shown(self.shaping)} is not allowed; allowed: {allowed}")
        if self.evaluate_against not in (*FIXED, AUTO):
            allowed = ", ".join((*FIXED, AUTO))
            raise UserError(f"--evaluate-against: {shown(self.evaluate_against)} is unknown; allowed: {allowed}")
        if self.activation not in ACTIVATIONS:
            raise UserError(f"--activation: {shown(self.activation)} is unknown; allowed: {', '.join(ACTIVATIONS)}")
        if self.num_envs * self.n_steps % self.batch_size == 1:
            # Advantages are scaled by their spread within a batch, and one number has none.
            decisions = self.num_envs * self.n_steps
            raise UserError(
                f"--batch-size: {self.batch_size} leaves a batch of one of {decisions} decisions; take another"
            )
        sizes = self.hidden_sizes
        if not 1 <= len(sizes) <= 16 or not all(type(size) is int and 1 <= size <= 65_536 for size in sizes):
            given = one_line(",".join(map(shown, sizes[:17])))
            raise UserError(
                f"--hidden-sizes: {given} is out of range; allowed: 1 to 16 sizes of 1 to 65,536 joined by commas, "
                "such as 256,256"
            )

    def _settle_policy(self) -> None:
        """Puts what the game has in place of ``auto``; what else is usual depends on it."""
        declared = isinstance(self.game, str) and game_class(self.game).rule_functions.candidates is not None
        if self.policy == AUTO:
            object.__setattr__(self, "policy", CANDIDATES if declared else FLAT)
        if not isinstance(self.policy, str) or self.policy not in POLICIES:
            raise UserError(f"--policy: {shown(self.policy)} is unknown; allowed: {', '.join((*POLICIES, AUTO))}")
        if self.policy == CANDIDATES and not declared:
            raise UserError(f"--policy: {shown(self.game)} declares no candidates; allowed: {FLAT}")
        given: Any = self.opponents
        if given is None and self.policy == CANDIDATES and game_class(self.game).linear_weights is None:
            object.__setattr__(self, "opponents", "greedy:0.5,rival:0.25,self:0.25")

    def _check(self, item: Field[Any]) -> None:
        """Refuses a value of another type or out of range, whether the command line or a file gave it."""
        value = getattr(self, item.name)
        low, high = item.metadata.get("low"), item.metadata.get("high")
        flag = f"--{item.name.replace('_', '-')}"
        kind: Any = _TYPES[str(item.type).partition("[")[0]]
        if isinstance(value, bool) or not isinstance(value, (int, float) if kind is float else kind):
            raise UserError(f"{flag}: {shown(value)} is not allowed; expected {_KINDS[kind]}")
        # Put so that NaN is out of range as well.
        if low is not None and not low <= value <= (value if high is None else high):
            allowed = f"at least {low}" if high is None else f"{low} to {high}"
            raise UserError(f"{flag}: {shown(value)} is out of range; allowed: {allowed}")
        if item.name == "game_options" and not all(_is_plain(text) for text in self.game_options.values()):
            raise UserError(f"{flag}: {shown(value)} is not allowed; expected values or lists of texts")

    def difference(self, other: TrainOptions) -> str | None:
        """The first option, in the table's order, that differs; the number of steps may."""
        for item in fields(self):
            if item.name != "steps" and getattr(self, item.name) != getattr(other, item.name):
                return item.name
        return None

    def with_steps(self, steps: int) -> TrainOptions:
        """The same run with another number of steps."""
        return replace(self, steps=steps)

    def make_game(self) -> Game:
        """The game that the run is about."""
        return make_game(self.game, self.players, self.game_options)

    def make_rewards(self, game: Game) -> Rewards:
        """How scores become rewards; with one player always the score."""
        kind = self.rewards if game.num_players > 1 else "score"
        return Rewards.named(kind, game.num_players, game.score_scale)

    def command(self) -> str:
        """The beginning of the command line of such a run: the game and its options."""
        return command_of(self.game, self.players, self.game_options)

    def write(self, folder: Path) -> None:
        """Writes the options as JSON into ``folder``."""
        durable.write_text(folder / FILE, json.dumps(asdict(self), indent=2) + "\n")

    @classmethod
    def read(cls, folder: Path) -> TrainOptions:
        """Reads what :meth:`write` wrote.

        Raises:
            UserError: If the file is missing or not of this kind.
        """
        path = folder / FILE
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise UserError(f"{durable.explain(error)}; a run's folder has this file") from None
        except (ValueError, RecursionError) as error:  # nested thousands deep
            raise UserError(f"{durable.shown_path(path)}: no valid JSON ({durable.shown_path(error)})") from None
        return cls.of(data, durable.shown_path(path))

    @classmethod
    def of(cls, data: Any, where: str) -> TrainOptions:
        """Options from plain values; those that are missing take their defaults.

        Raises:
            UserError: If they are no options of a run, or one is not allowed.
        """
        known = {item.name for item in fields(cls)}
        if not isinstance(data, dict) or "game" not in data:
            raise UserError(f"{where}: not the options of a training run; expected an object with the key 'game'")
        if extra := sorted(set(data) - known):
            raise UserError(f"{where}: not the options of a training run; {shown(extra[0])} is not one of them")
        if isinstance(data.get("hidden_sizes"), list):
            data = {**data, "hidden_sizes": tuple(data["hidden_sizes"])}
        try:
            return cls(**data)
        except UserError as error:
            raise UserError(f"{where}: {error}") from None


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(isinstance(item, str) for item in value)
    return value is None or isinstance(value, bool | int | float | str)


_TYPES = {"str": str, "int": int, "float": float, "tuple": tuple, "dict": dict}
_KINDS = {str: "a text", int: "an integer", float: "a number", tuple: "a list", dict: "an object"}
