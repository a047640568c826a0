"""The public face of Carcassonne with The Gold Mines: one function for each kind of environment.

Options of the game (all keyword arguments, see :class:`carc_gold_env.game.CarcassonneGold`): ``num_players``,
``gold_mines``, ``farmers``, ``small_city``, ``farmer_scoring``, ``meeples``. ``reset(options={"tiles": [...]})`` fixes
the draw pile in the order of drawing.
"""

from __future__ import annotations

from typing import Any

from carc_gold_env.game import CarcassonneGold
from tabletop_envs.aec import GameAEC, wrap
from tabletop_envs.autoreset import AutoresetMode
from tabletop_envs.batch import Batch
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.single_agent_batch import Opponents
from tabletop_envs.vector_env import GameVectorEnv

__all__ = ["batch", "env", "gymnasium_env", "raw_env", "vector_env"]


def raw_env(
    *,
    auto_play_forced: bool = True,
    rewards: str | None = None,
    observation: str = "dict",
    render_mode: str | None = None,
    **options: Any,
) -> GameAEC:
    """The AEC environment without wrappers; an illegal action raises :class:`tabletop_envs.errors.IllegalActionError`.

    Args:
        auto_play_forced: Whether the environment takes a step by itself when only one action is legal.
        rewards: ``"outcome"``, ``"margin"`` or ``"score"``; ``None``: ``outcome``.
        observation: ``"dict"``: ``{"observation": ..., "action_mask": ...}``; ``"flat"``: the observation alone, for
            libraries that cannot take a Dict. The mask is in the infos of both.
        render_mode: ``"ansi"``, ``"rgb_array"`` (needs the extra ``render``), ``"human"`` or ``None``.
        **options: The game's options, see :class:`carc_gold_env.game.CarcassonneGold`.

    Raises:
        ValueError: If an option is not allowed.
        TypeError: If an option is unknown.
    """
    return GameAEC(
        CarcassonneGold.create(**options),
        auto_play_forced=auto_play_forced,
        rewards=rewards,
        observation=observation,
        render_mode=render_mode,
    )


def env(**options: Any) -> Any:
    """The AEC environment as PettingZoo's environments are wrapped: an illegal action ends the game.

    Takes the arguments of :func:`raw_env`.
    """
    return wrap(raw_env(**options))


def batch(num_games: int, *, auto_play_forced: bool = True, rewards: str | None = None, **options: Any) -> Batch:
    """Many games at once in compiled code, for search, own training loops and benchmarks.

    Args:
        num_games: How many games.
        auto_play_forced: As in :func:`raw_env`.
        rewards: As in :func:`raw_env`.
        **options: The game's options, see :class:`carc_gold_env.game.CarcassonneGold`.
    """
    return Batch(CarcassonneGold.create(**options), num_games, auto_play_forced=auto_play_forced, rewards=rewards)


def gymnasium_env(
    *,
    opponents: Opponents = "random",
    player: int | str = "random",
    auto_play_forced: bool = True,
    rewards: str | None = None,
    observation: str = "flat",
    illegal: str = "terminate",
    render_mode: str | None = None,
    **options: Any,
) -> GameEnv:
    """One player of the game as a Gymnasium environment: ``gymnasium.make("carc_gold_env/CarcassonneGold-v0")``.

    Args:
        opponents: Who plays the other players: an agent's name, an agent, or a list with one for each of them.
        player: The learner's player: a number, an agent's name, or ``"random"`` for a new one in every game.
        auto_play_forced: As in :func:`raw_env`.
        rewards: As in :func:`raw_env`.
        observation: ``"flat"``: the observation alone; ``"dict"``: with the mask, as in :func:`raw_env`.
        illegal: ``"terminate"`` ends the game at an illegal action, ``"raise"`` raises.
        render_mode: As in :func:`raw_env`.
        **options: The game's options, see :class:`carc_gold_env.game.CarcassonneGold`.
    """
    return GameEnv(
        CarcassonneGold.create(**options),
        opponents=opponents,
        player=player,
        auto_play_forced=auto_play_forced,
        rewards=rewards,
        observation=observation,
        illegal=illegal,
        render_mode=render_mode,
    )


def vector_env(
    num_envs: int = 1,
    *,
    opponents: Opponents = "random",
    player: int | str = "random",
    auto_play_forced: bool = True,
    rewards: str | None = None,
    observation: str = "flat",
    illegal: str = "raise",
    autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    render_mode: str | None = None,
    **options: Any,
) -> GameVectorEnv:
    """Many games as a Gymnasium vector environment: ``make_vec("carc_gold_env/CarcassonneGold-v0", num_envs=256)``.

    Args:
        num_envs: How many games.
        opponents: As in :func:`gymnasium_env`.
        player: As in :func:`gymnasium_env`.
        auto_play_forced: As in :func:`raw_env`.
        rewards: As in :func:`raw_env`.
        observation: As in :func:`gymnasium_env`.
        illegal: ``"raise"`` raises at an illegal action and steps no game; ``"terminate"`` ends the game of its row.
        autoreset_mode: What follows on the end of a row's game: ``"SameStep"``, ``"NextStep"`` or ``"Disabled"``, or
            Gymnasium's ``AutoresetMode``; see :class:`tabletop_envs.vector_env.GameVectorEnv`.
        render_mode: As in :func:`raw_env`.
        **options: The game's options, see :class:`carc_gold_env.game.CarcassonneGold`.
    """
    return GameVectorEnv(
        CarcassonneGold.create(**options),
        num_envs,
        opponents=opponents,
        player=player,
        auto_play_forced=auto_play_forced,
        rewards=rewards,
        observation=observation,
        illegal=illegal,
        autoreset_mode=autoreset_mode,
        render_mode=render_mode,
    )
