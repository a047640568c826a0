"""Who plays the other players: what ``--opponents`` means, and several agents as one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.agents import AGENTS, Agent, LinearAgent, SearchAgent, make_agent
from tabletop_envs.agents.registry import SEARCH, WEIGHTS
from tabletop_envs.batch import Batch
from tabletop_envs.errors import shown
from tabletop_envs.game import Game
from tabletop_envs.learning.durable import shown_path
from tabletop_envs.learning.extra import require_training
from tabletop_envs.learning.failures import UserError
from tabletop_envs.learning.options import CANDIDATES, MODEL, TrainOptions

if TYPE_CHECKING:
    from tabletop_envs.learning.snapshots import Actor

SELF = "self"
"""The name of the learner's past selves in a mix."""


def parse_mix(text: str) -> list[tuple[str, float]]:
    """Reads ``greedy`` or ``self:0.6,greedy:0.2,random:0.2``; a name without a number has weight 1.

    Returns:
        Names (agents or paths) with their shares, which sum to 1.

    Raises:
        UserError: If a weight is no positive number or a name is empty.
    """
    if not isinstance(text, str):
        raise UserError(f"opponents: {shown(text)} is not a text of the form NAME or NAME:WEIGHT")
    mix: list[tuple[str, float]] = []
    for part in text.split(","):
        name, colon, weight = part.strip().rpartition(":")
        # A colon may belong to a path (C:\\runs\\model.zip).
        if not colon or weight.endswith(".zip") or "/" in weight or "\\" in weight:
            name, weight = part.strip(), "1"
        try:
            share = float(weight)
        except ValueError:
            share = 0.0
        if not name or not 0.0 < share < float("inf"):
            raise UserError(
                f"opponents {shown(text)}: {shown(part.strip())} is not of the form NAME or NAME:WEIGHT, weight above 0"
            )
        mix.append((name, share))
    total = sum(share for _, share in mix)
    if total == float("inf"):
        raise UserError(f"opponents {shown(text)}: the weights are too large to be added up")
    return [(name, share / total) for name, share in mix]


def model_path(name: str) -> str:
    """The model in a run's folder; any other name as it is.

    Raises:
        UserError: If it is not a text.
    """
    if not isinstance(name, str):
        raise UserError(f"{shown(name)} is not an agent's name, a run's folder or a model's path (.zip)")
    # os.path, for it takes names that no file can have
    return str(Path(name) / MODEL) if name not in AGENTS and os.path.isdir(name) else name


def is_model(name: str) -> bool:
    """Whether an agent's name is a model's path or a run's folder."""
    return model_path(name).endswith(".zip")


def load_agent(name: str, game: Game, seed: int, deterministic: bool = False, also: Sequence[str] = ()) -> Agent:
    """An agent by its name, by the path of its model or by the folder of its run.

    Args:
        name: A registered agent's name, a path that ends in ``.zip`` (a model) or ``.json`` (a linear agent's weights),
            or a run's folder.
        game: What it is to play.
        seed: Fixes the draws of a model; other agents draw from the batch.
        deterministic: Whether a model takes the likeliest action instead of drawing one.
        also: Further names that are allowed where this one was given, for the message.

    Raises:
        UserError: If there is no such agent, or the model was trained on another game or with other options.
    """
    name = model_path(name)
    if not name.endswith(".zip"):
        if name not in AGENTS and not name.endswith(WEIGHTS) and name.partition(":")[0] != SEARCH:
            allowed = ", ".join([*AGENTS, SEARCH, *also])
            raise UserError(
                f"unknown agent {shown(name)}; allowed: {allowed}, a run's folder, a model's path (.zip) or a file of "
                "weights (.json)"
            )
        try:
            agent = make_agent(name)
            if isinstance(agent, LinearAgent):
                agent.vector(game)
            if isinstance(agent, SearchAgent):
                agent.check(game)
        except (ValueError, NotImplementedError) as error:
            raise UserError(f"agent {shown(name)}: {error}") from None
        return agent
    actor = load_actor(Path(name), game)
    from tabletop_envs.learning.snapshots import NetAgent

    return NetAgent(actor, seed, deterministic)


def trained_with(name: str) -> TrainOptions | None:
    """The options of the run that trained an agent, ``None`` if it is not a model.

    Raises:
        UserError: If there is no such model.
    """
    path = model_path(name)
    if not path.endswith(".zip"):
        return None
    require_training(f"the model {shown_path(path)}")
    from tabletop_envs.learning import models

    return models.trained_with(Path(path))


def load_actor(path: Path, game: Game) -> Actor:
    """The network of a model that was trained on this game.

    Raises:
        UserError: If there is no such model, or it was trained on another game or with other options.
    """
    require_training(f"the model {shown_path(path)}")
    from tabletop_envs.learning.models import load_model, sizes_of
    from tabletop_envs.learning.snapshots import Actor

    trained = load_model(path)
    network = trained.network
    inputs, actions, position = sizes_of(game, network.policy)
    theirs = network.game, network.players, network.inputs, network.actions, network.position
    if theirs != (game.name, game.num_players, inputs, actions, position):
        raise UserError(
            f"{shown_path(path)} does not fit {game.name} with {game.num_players} players, {inputs} "
            f"observations and {actions} actions: it was trained on {shown_path(network.game)} with "
            f"{network.players}, {network.inputs} and {network.actions}; it was made with: "
            f"{shown_path(trained.options.command())}; give the same game and options"
        )
    # Features say the same whatever the options are, so only the options tell that a network over them is a stranger.
    if network.policy == CANDIDATES and trained.options.make_game().options() != game.options():
        raise UserError(
            f"{shown_path(path)} does not fit {game.name} with these options; it was made with: "
            f"{shown_path(trained.options.command())}; give the same game and options"
        )
    return Actor.of(trained.policy)


class Mix:
    """Several agents as one: who plays a player of a game is fixed by the game's row and the player.

    Each agent is asked once for all games that wait for it.

    Args:
        members: Agents, their shares of the players (which sum to 1) and their names.
    """

    def __init__(self, members: Sequence[tuple[Agent, float, str]]) -> None:
        self.agents, shares, self.names = zip(*members, strict=True)
        self._bounds = np.cumsum(shares)[:-1]

    def member(self, rows: npt.NDArray[Any], players: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Which agent plays these players of these games."""
        return np.asarray(np.searchsorted(self._bounds, spread(rows, players), side="right"), np.int64)

    def met(self, rows: int, players: int) -> list[list[str]]:
        """The name of the agent on every player of the first ``rows`` games."""
        members = self.member(np.arange(rows)[:, None], np.arange(players)[None])
        return [[self.names[k] for k in row] for row in members]

    def choose(self, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """An action for the player to move in each of the games ``rows``."""
        if len(self.agents) == 1:
            only: Agent = self.agents[0]
            return only.choose(batch, rows)
        members = self.member(rows, batch.agent[rows])
        actions = np.empty(len(rows), np.int64)
        for k, agent in enumerate(self.agents):
            chosen = np.flatnonzero(members == k)
            if len(chosen):
                actions[chosen] = agent.choose(batch, rows[chosen])
        return actions


def spread(rows: npt.NDArray[Any], players: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """A number in 0 .. 1 for every player of every game, always the same and evenly spread over any run of rows."""
    golden = 0.6180339887498949
    share: npt.NDArray[np.float64] = ((rows + 1) * golden + players * (golden * golden * golden)) % 1.0
    return share
