"""The commands around trained agents: ``agents``, ``publish``, ``card`` and ``export``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tabletop_envs.learning.durable import shown_path
from tabletop_envs.learning.targets import check_target, write_target


def add_agent_commands(add: Callable[..., Any], names: Sequence[str]) -> None:
    """Adds the commands.

    Args:
        add: Adds a command: ``add_parser`` of the command line.
        names: The games.
    """
    agents = add("agents", help="list the trained agents that come with a game")
    agents.add_argument("game", choices=names, metavar="GAME", help=", ".join(names))
    agents.set_defaults(command=_agents)

    publish = add("publish", help="make an agent that comes with its game of a run")
    _add_model(publish)
    publish.add_argument("--name", required=True, help="what the agent is called: ppo:NAME plays it")
    where = "a folder (default: that of the game's own package)"
    publish.add_argument("--out", type=Path, default=None, metavar="DIR", help=where)
    publish.set_defaults(command=_publish)

    card = add("card", help="write the model card of an agent that comes with a game")
    card.add_argument("game", choices=names, metavar="GAME", help=", ".join(names))
    card.add_argument("agent", metavar="NAME", help="the agent's name, or the path of its file")
    results = "what `evaluate --agent ppo:NAME --json FILE` has written"
    card.add_argument("--results", type=Path, required=True, metavar="FILE", help=results)
    card.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the card goes (Markdown)")
    card.set_defaults(command=_card)

    export = add("export", help="write the network of a model as ONNX")
    _add_model(export)
    export.add_argument("--out", type=Path, required=True, metavar="FILE", help="where it goes, a name in .onnx")
    export.set_defaults(command=_export)


def _add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="RUN-OR-MODEL", help="a run's folder or a model's path (.zip)")


def _agents(chosen: dict[str, Any]) -> None:
    from tabletop_envs.learning.cards import listing

    print(listing(chosen["game"]))


def _publish(chosen: dict[str, Any]) -> None:
    from tabletop_envs.learning.publish import publish

    made = publish(chosen["model"], chosen["name"], chosen["out"])
    about = made.about
    print(f"{shown_path(made.path)}: {made.size:,} bytes, {about['steps']:,} steps, matrices in {about['precision']}")
    print(f"with half the precision {100 * about['same_decisions']:.2f} % of decisions stay the same")


def _card(chosen: dict[str, Any]) -> None:
    from tabletop_envs.learning.cards import card, read_results
    from tabletop_envs.learning.publish import published_model

    check_target("--out", chosen["out"])
    model = published_model(chosen["game"], chosen["agent"])
    write_target("--out", chosen["out"], card(model, read_results(chosen["results"])))


def _export(chosen: dict[str, Any]) -> None:
    from tabletop_envs.learning.export import export
    from tabletop_envs.learning.publish import run_options, trained_model

    check_target("--out", chosen["out"])
    model = trained_model(chosen["model"])
    export(model, run_options(model).make_game(), chosen["out"])
    print(f"the agent's name is its file: --agent {shown_path(chosen['out'])}")
