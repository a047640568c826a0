"""Trained models as files: the network's shape as JSON and its weights as plain arrays, read without running code.

Such a file holds ``network.json``, ``options.json`` (the run's) and ``policy/NAME.npy``. Those that training writes are
read by ``MaskablePPO.load`` as well, published ones are small and have ``about.json``. Whatever else lies in a file is
never looked at: part of it is a pickle, and whoever loads a pickle runs what its writer put into it.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from tabletop_envs.archive import Archive, ArchiveError
from tabletop_envs.errors import explain, shown, shown_path
from tabletop_envs.spec import GameSpec, Rewards

if TYPE_CHECKING:
    from typing_extensions import Self

NETWORK = "network.json"
OPTIONS = "options.json"
ABOUT = "about.json"
"""The names of the texts in a model's file."""
MODEL = "model.zip"
"""The name of a model's file in the folder of a run."""
BEST = "best.zip"
"""The same for the model of its best step, if it was evaluated."""
ACTIVATIONS = ("relu", "tanh")
CANDIDATES, FLAT = "candidates", "flat"
POLICIES = (CANDIDATES, FLAT)
"""What a policy sees: the features of all candidates, or the flat observation."""
RANKING = "ranking"
"""The shaping by which a value leaves out what the run's ranking says of the position."""
PRECISIONS = ("float32", "float16")
"""What the matrices of a published model may be kept in."""

Floats = npt.NDArray[np.float32]
_MOST = 1_000_000  # numbers in an observation, actions, units of a layer


@dataclass(frozen=True)
class NetworkShape:
    """The shape of a policy, and the game that it plays.

    Attributes:
        game: The game's name, such as ``tiny_towns_v0``.
        players: Its number of players.
        policy: ``candidates`` or ``flat``, a key of :data:`POLICIES`.
        inputs: Numbers in an observation; that describe a candidate.
        actions: Numbers of actions; the most candidates.
        position: Numbers that describe the position beside the candidates; 0 where there are none.
        net: Hidden layers.
        activation: What is between them.
    """

    game: str
    players: int
    policy: str
    inputs: int
    actions: int
    position: int
    net: tuple[int, ...]
    activation: str

    @classmethod
    def read(cls, archive: Archive) -> Self:
        """The shape that a file says its weights have.

        Raises:
            ArchiveError: If it is none.
        """
        return cls.of(archive.text(NETWORK))

    @classmethod
    def of(cls, data: Any) -> Self:
        """The shape that plain values describe.

        Raises:
            ArchiveError: If they are none.
        """
        names = {item.name for item in fields(cls)}
        if not isinstance(data, dict) or set(data) != names:
            raise ArchiveError(f"{NETWORK}: expected an object with the keys {', '.join(sorted(names))}")
        sizes = [data[name] for name in ("players", "inputs", "actions")]
        if data["policy"] not in list(POLICIES):
            raise ArchiveError(f"{NETWORK}: policy is {shown(data['policy'])}; expected {' or '.join(POLICIES)}")
        if (data["policy"] == CANDIDATES) != (data["position"] != 0):
            raise ArchiveError(f"{NETWORK}: position is {shown(data['position'])}, which the policy cannot have")
        sizes.append(data["position"] or 1)
        net = data["net"]
        if not isinstance(net, list) or not 1 <= len(net) <= 64:
            raise ArchiveError(f"{NETWORK}: net is {shown(net)}; expected 1 to 64 layers")
        if not all(type(size) is int and 1 <= size <= _MOST for size in (*sizes, *net)):
            raise ArchiveError(f"{NETWORK}: sizes are {shown([*sizes, *net])}; expected integers of 1 to {_MOST:,}")
        if not isinstance(data["game"], str) or data["activation"] not in list(ACTIVATIONS):
            raise ArchiveError(f"{NETWORK}: {shown(data)} names no game or no activation ({', '.join(ACTIVATIONS)})")
        return cls(**{**data, "net": tuple(net)})

    def arrays(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The name and the shape of every array of weights."""
        if self.policy == CANDIDATES:
            f, p = self.inputs, self.position
            yield "net.beta", ()
            for name in ("center", "scale", "within", "ranking"):
                yield f"net.{name}", (f,)
            for name in ("position_center", "position_scale"):
                yield f"net.{name}", (p,)
            yield "net.linear.weight", (1, f)
            yield from _layers("net.judge", (2 * f, *self.net, 1))
            yield from _layers("net.critic", (2 * f + p, *self.net, 1))
        else:
            for part in ("features_extractor", "pi_features_extractor", "vf_features_extractor"):
                yield f"{part}.scale", (self.inputs,)
            for part in ("policy_net", "value_net"):
                yield from _layers(f"mlp_extractor.{part}", (self.inputs, *self.net))
            yield from _linear("action_net", self.net[-1], self.actions)
            yield from _linear("value_net", self.net[-1], 1)


def _layers(name: str, sizes: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for k, (inputs, outputs) in enumerate(itertools.pairwise(sizes)):
        yield from _linear(f"{name}.{2 * k}", inputs, outputs)  # an activation comes after each


def _linear(name: str, inputs: int, outputs: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield f"{name}.weight", (outputs, inputs)
    yield f"{name}.bias", (outputs,)


def sizes_of(game: GameSpec, policy: str) -> tuple[int, int, int]:
    """The inputs, the actions and the position's numbers of a network for a game."""
    if policy == CANDIDATES:
        return len(game.candidate_features), game.max_candidates, len(game.position_features)
    return game.layout.size, game.num_actions, 0


def feature_hash(game: GameSpec) -> str:
    """What changes when features of candidates or positions are renamed, added or moved."""
    names = [feature.name for feature in (*game.candidate_features, *game.position_features)]
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Origin:
    """What a model was made for and how, in plain values.

    Attributes:
        game: The game's name on the command line.
        players: The number of players.
        game_options: The game's options that were given.
        rewards: What was maximised, a key of ``Rewards.KINDS``.
        shaping: Whether rewards held the changes of what the positions are worth by a ranking.
    """

    game: str
    players: int
    game_options: Mapping[str, Any]
    rewards: str
    shaping: Literal["ranking", "none"]

    @classmethod
    def of(cls, data: Any) -> Origin:
        """What the options of a run, or the metadata of a model, say of it.

        Raises:
            ArchiveError: If they say nothing of it.
        """
        if not isinstance(data, dict) or "game" not in data:
            raise ArchiveError(f"{OPTIONS}: not the options of a training run; expected an object with the key 'game'")
        given = {"players": 2, "game_options": {}, "rewards": "margin", "shaping": RANKING, **data}
        found = cls(**{item.name: given[item.name] for item in fields(cls)})
        types = isinstance(found.game, str) and type(found.players) is int and isinstance(found.game_options, dict)
        if not types or found.rewards not in list(Rewards.KINDS) or found.shaping not in (RANKING, "none"):
            raise ArchiveError(f"{OPTIONS}: not the options of a training run; {shown(data)}")
        return found

    def options_of(self, game: GameSpec) -> dict[str, Any] | None:
        """All options of a game of this kind made as the model's was; ``None``: there is no such game."""
        try:
            return type(game)(num_players=self.players, **self.game_options).options()
        except (ValueError, TypeError):
            return None

    def command(self) -> str:
        """The beginning of a command line: the game and its options."""
        return command_of(self.game, self.players, self.game_options)

    def points(self, values: Floats, position: Floats, ranking: Floats, game: GameSpec) -> Floats:
        """What a critic says of decisions, as a final lead in points (as a final score, if that was maximised).

        Args:
            values: Its values, in rewards that are still to come.
            position: The features of the positions, which begin with those that candidates have.
            ranking: What these are worth by the run's ranking, [F].
            game: The game.
        """
        scale = np.float32(game.score_scale)
        if self.shaping == RANKING:
            lead = position[:, : len(ranking)] @ ranking / scale
            values = values + (np.clip(lead, -1, 1) if self.rewards == "outcome" else lead)
        return np.asarray(values * scale, np.float32)


def command_of(game: str, players: int, game_options: Mapping[str, Any]) -> str:
    """The beginning of the command line that trains on this game with these options."""
    words = ["train", game, "--players", str(players)]
    for name, value in game_options.items():
        flag = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{flag}" if value else f"--no-{flag}")
        else:
            words += [f"--{flag}", ",".join(map(str, value)) if isinstance(value, list) else str(value)]
    return " ".join(words)


@dataclass(frozen=True)
class Model:
    """A model as it was read.

    Attributes:
        path: Its file.
        shape: The shape of its network.
        origin: What it was made for.
        options: All options of its run, as they stand in the file.
        about: What is said of a published model; empty for others.
        arrays: The weights by name, float32.
    """

    path: Path
    shape: NetworkShape
    origin: Origin
    options: Mapping[str, Any]
    about: Mapping[str, Any]
    arrays: Mapping[str, Floats]

    def check(self, game: GameSpec) -> None:
        """Refuses another game, or other options, than those of the run.

        Raises:
            ValueError: If it was trained on something else; one line says on what.
        """
        shape = self.shape
        inputs, actions, position = sizes_of(game, shape.policy)
        theirs = shape.game, shape.players, shape.inputs, shape.actions, shape.position
        again = f"it was made with: {shown_path(self.origin.command())}; give the same game and options"
        if theirs != (game.name, game.num_players, inputs, actions, position):
            raise ValueError(
                f"{shown_path(self.path)} does not fit {game.name} with {game.num_players} players, {inputs} "
                f"observations and {actions} actions: it was trained on {shown_path(shape.game)} with "
                f"{shape.players}, {shape.inputs} and {shape.actions}; {again}"
            )
        if shape.policy != CANDIDATES:
            return
        # Features say the same whatever the options are, so only the options tell that a network is a stranger.
        if self.origin.options_of(game) != game.options():
            raise ValueError(f"{shown_path(self.path)} does not fit {game.name} with these options; {again}")
        if self.about.get("features", feature_hash(game)) != feature_hash(game):
            raise ValueError(
                f"{shown_path(self.path)} was made for other features of {game.name}, by version "
                f"{shown(self.about.get('version'))}; train and publish it again, or use that version"
            )


def open_model(path: Path) -> Archive:
    """A model's file or a checkpoint, opened.

    Raises:
        ValueError: If there is no such file, or it is none of the two.
    """
    try:
        if not path.is_file():
            raise ValueError(f"no model at {shown_path(path)}; expected a .zip file written by training")
        archive = Archive(path)
    except (ArchiveError, OSError) as error:
        raise _no_model(path, error) from None
    if NETWORK not in archive:
        raise ValueError(
            f"{shown_path(path)} is not a model that can be read without running code from it: it has no {NETWORK}; "
            "expected a .zip file written by this version of training"
        )
    return archive


def read_origin(path: Path) -> Origin:
    """What a model was made for.

    Raises:
        ValueError: If there is no such file, or it is not a model.
    """
    archive = open_model(path)
    try:
        return Origin.of(archive.text(OPTIONS))
    except ArchiveError as error:
        raise _no_model(path, error) from None


def read_model(path: Path) -> Model:
    """Reads a model or a checkpoint for playing, without running code from it.

    Raises:
        ValueError: If there is no such file, or it is not a model.
    """
    archive = open_model(path)
    try:
        shape = NetworkShape.read(archive)
        options = archive.text(OPTIONS)
        origin = Origin.of(options)
        about = archive.text(ABOUT) if ABOUT in archive else {}
        if not isinstance(about, dict) or about.get("precision", PRECISIONS[0]) not in list(PRECISIONS):
            raise ArchiveError(f"{ABOUT}: expected an object with a precision of {' or '.join(PRECISIONS)}")
        precision = np.dtype(about.get("precision", PRECISIONS[0]))
        number = sum(int(np.prod(wanted, dtype=object)) for _, wanted in shape.arrays())
        if precision.itemsize * number > archive.size:
            raise ArchiveError(f"{NETWORK} speaks of {number:,} weights, more than the file holds")
        arrays = {}
        for name, wanted in shape.arrays():
            kind = precision if len(wanted) == 2 else np.dtype(np.float32)
            array = archive.array(f"policy/{name}", kind, wanted).astype(np.float32)
            if not np.isfinite(array).all():
                raise ArchiveError(f"policy/{name} has weights that are not finite")
            arrays[name] = array
    except ArchiveError as error:
        raise _no_model(path, error) from None
    return Model(path, shape, origin, options, about, arrays)


def _no_model(path: Path, error: Exception) -> ValueError:
    reason = explain(error) if isinstance(error, OSError) else error
    return ValueError(f"{shown_path(path)} is not a model: {reason}")
