"""The options of a training run: one table from which the command line, the file beside the model and the run come."""

from __future__ import annotations

import json
from dataclasses import Field, asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from tabletop_envs.errors import one_line, shown
from tabletop_envs.game import Game, Rewards
from tabletop_envs.learning import durable
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.games import check_players, game_class, make_game

FILE = "options.json"
MODEL = "model.zip"
"""The name of a model's file in the folder of a run."""
ACTIVATIONS = ("relu", "tanh")
_MANY = 10**15


def _option(default: Any, help: str, low: float | None = None, high: float | None = None) -> Any:
    """A field with what the command line needs to know about it."""
    metadata = {"help": help, "low": low, "high": high}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class TrainOptions:
    """All that decides a training run; the same options, versions and machine give the same model."""

    game: str
    game_options: dict[str, Any] = field(default_factory=dict)
    players: int = _option(2, "number of players; the learner has one player, drawn again for each game", 1)
    steps: int = _option(1_000_000, "learner decisions to train for (rounded up to whole rollouts)", 1, _MANY)
    minutes: float = _option(0.0, "stop after so many minutes even if steps are left; 0: no limit", 0, 1e7)
    seed: int = _option(0, "fixes everything that chance decides", 0, 2**31 - 1)
    # The own score hangs least on what the others do, so it is the least noisy signal: see docs/training.md.
    rewards: str = _option("score", "what the learner maximises: outcome, margin or score (score for one player)")
    opponents: str = _option(
        "random",
        "who plays the other players: random, greedy, self, a run's folder, a model's path, or a mix: "
        "self:0.6,greedy:0.4",
    )
    start_from: str = _option("", "a model or a run to begin with; it has the same game, players and --hidden-sizes")
    snapshot_every: int = _option(50_000, "steps between two snapshots of the learner (opponent 'self')", 1, _MANY)
    latest: float = _option(0.5, "share of 'self' players that play the newest snapshot, the rest older ones", 0, 1)
    pool: int = _option(20, "snapshots kept as opponents; the oldest but the first go first", 1, 100_000)
    num_envs: int = _option(256, "games played side by side", 1, 1_000_000)
    n_steps: int = _option(32, "decisions per game between two updates", 2, 1_000_000)
    batch_size: int = _option(1024, "decisions per gradient step", 2, 100_000_000)
    epochs: int = _option(1, "passes over each rollout", 1, 1_000)
    learning_rate: float = _option(2e-3, "step size of the optimiser at the start", 1e-9, 1)
    final_rate: float = _option(0.05, "learning rate at the end as a part of that at the start; 1 keeps it", 0, 1)
    gamma: float = _option(1.0, "discount per decision; rewards come at the end of a game", 0, 1)
    gae_lambda: float = _option(0.95, "how far advantages trust what happened over what is expected", 0, 1)
    clip_range: float = _option(0.2, "PPO's clip range", 1e-3, 1)
    ent_coef: float = _option(0.005, "bonus for undecided play", 0, 10)
    hidden_sizes: tuple[int, ...] = _option((256, 256), "hidden layers of the policy net and of the value net")
    activation: str = _option("relu", "relu or tanh")
    threads: int = _option(1, "threads of torch; more than one is slow on a busy machine", 1, 1024)
    checkpoint_every: int = _option(250_000, "steps between two checkpoints", 1, _MANY)
    keep: int = _option(3, "checkpoints kept; older ones are deleted once a newer one is safe on disk", 2, 1_000_000)

    def __post_init__(self) -> None:
        for item in fields(self):
            self._check(item)
        check_players(game_class(self.game), self.players)
        if self.rewards not in Rewards.KINDS:
            raise UserError(f"--rewards: {shown(self.rewards)} is unknown; allowed: {', '.join(Rewards.KINDS)}")
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
        words = ["train", self.game, "--players", str(self.players)]
        for name, value in self.game_options.items():
            flag = name.replace("_", "-")
            if isinstance(value, bool):
                words.append(f"--{flag}" if value else f"--no-{flag}")
            else:
                words += [f"--{flag}", ",".join(value) if isinstance(value, list) else str(value)]
        return " ".join(words)

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
