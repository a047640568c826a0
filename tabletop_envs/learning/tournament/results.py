"""What a tournament has played: the scores and winners of every game, and the file that holds them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.learning.tournament.lineups import LineUp
from tabletop_envs.learning.tournament.playing import table_of


@dataclass(frozen=True)
class Games:
    """The games of one line-up; both arrays have the shape ``(turns, deals, players)``.

    The last axis is the place in the line-up, whichever player of the game that was: on turn k the line-up has moved
    on by k players.

    Attributes:
        line_up: The agents by number.
        scores: The final scores.
        winners: Who won.
    """

    line_up: LineUp
    scores: npt.NDArray[np.int32]
    winners: npt.NDArray[np.bool_]

    @classmethod
    def of_turns(cls, line_up: LineUp, turns: Sequence[tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]]) -> Games:
        """From the scores and winners by player, ``(deals, players)``, of each turn."""
        order = [np.argsort([line_up.index(agent) for agent in table_of(line_up, turn)]) for turn in range(len(turns))]
        scores = np.array([scores[:, place] for (scores, _), place in zip(turns, order, strict=True)])
        winners = np.array([winners[:, place] for (_, winners), place in zip(turns, order, strict=True)])
        return cls(line_up, scores, winners)

    def ranks(self) -> npt.NDArray[np.int64]:
        """0 for the winners, however many, and for each other how many are ahead: winners, and higher scores."""
        better = self.scores[..., :, None] > self.scores[..., None, :]
        won, other = self.winners[..., :, None], self.winners[..., None, :]
        ahead = np.where(won == other, better & ~won, won)
        ranks: npt.NDArray[np.int64] = ahead.sum(axis=-2)
        return ranks


@dataclass(frozen=True)
class Results:
    """All games of a tournament.

    Attributes:
        game: The game's name on the command line.
        environment: The name of the environment, with its version.
        options: The game's options.
        seed: What fixed deals and luck.
        agents: The names of the agents.
        games: The games of each line-up; deal i is the same in all.
    """

    game: str
    environment: str
    options: Mapping[str, Any]
    seed: int
    agents: tuple[str, ...]
    games: tuple[Games, ...]

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return len(self.games[0].line_up)

    @property
    def deals(self) -> int:
        """How many deals were played, by the line-up with most of them."""
        return max(int(games.scores.shape[1]) for games in self.games)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.game,
            "environment": self.environment,
            "options": dict(self.options),
            "seed": self.seed,
            "agents": list(self.agents),
            "games": [
                {
                    "line_up": [self.agents[k] for k in games.line_up],
                    "scores": games.scores.tolist(),
                    "winners": games.winners.astype(int).tolist(),
                }
                for games in self.games
            ],
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Results:
        """What :meth:`to_json` made.

        Raises:
            ValueError: If it is something else; one line says what.
        """
        try:
            agents = tuple(str(name) for name in found["agents"])
            games = tuple(_games(agents, entry) for entry in found["games"])
            options = dict(found["options"])
            results = cls(str(found["game"]), str(found["environment"]), options, int(found["seed"]), agents, games)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"no results of a tournament ({type(error).__name__}: {error})") from None
        if not games or len({len(entry.line_up) for entry in games}) != 1:
            raise ValueError("no results of a tournament (line-ups of one size are needed)")
        return results


def _games(agents: tuple[str, ...], entry: Mapping[str, Any]) -> Games:
    line_up = tuple(agents.index(name) for name in entry["line_up"])
    scores, winners = np.array(entry["scores"], np.int32), np.array(entry["winners"], np.bool_)
    turns = len(line_up)
    if scores.ndim != 3 or scores.shape != winners.shape or scores.shape[::2] != (turns, turns) or not scores.size:
        raise ValueError(f"scores and winners of {', '.join(entry['line_up'])}: the shape {scores.shape} is wrong")
    return Games(line_up, scores, winners)


def json_text(found: Mapping[str, Any], one_a_line: str) -> str:
    """JSON with a line for each key, and for each entry of the list ``one_a_line``."""
    lines = []
    for key, value in found.items():
        text = json.dumps(value, separators=(", ", ": "))
        if key == one_a_line:
            text = "[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in value) + "\n]"
        lines.append(f"{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
