"""The command line: ``python -m tabletop_envs`` or, once installed, ``tabletop-envs``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, NoReturn

from tabletop_envs import games
from tabletop_envs.game import Game
from tabletop_envs.learning.durable import explain, shown_path
from tabletop_envs.learning.extra import require_training
from tabletop_envs.learning.failures import Failure, Terminated, UserError
from tabletop_envs.learning.games import game_class
from tabletop_envs.learning.targets import check_target, write_target
from tabletop_envs.notices import notice

EXAMPLES = """examples:
  %(prog)s train {game}
  %(prog)s train {game} --players 4 --steps 2000000 --opponents self:0.7,greedy:0.3 --out runs/four
  %(prog)s train {game} --resume runs/four --steps 4000000
  %(prog)s train {game} --help
  %(prog)s evaluate {game} --agent runs/four --opponents random greedy --games 1000
  %(prog)s tournament {game} --agents random greedy rival --games 400
  %(prog)s fit-linear {game} --out weights.json
  %(prog)s compile {game}
  %(prog)s demo
"""

_NOT_FLAGS = ("game", "game_options")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command.

    Args:
        arguments: What follows the program's name; ``None`` takes it from the system.

    Returns:
        The exit status: 0; 2 after a mistake of the user's; 1 if something else went wrong, such as a full disk; 143
        after a SIGTERM; 130 after a second Ctrl-C. Whatever it is, one line tells.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        chosen = vars(build_parser(given).parse_args(given))
        command: Callable[[dict[str, Any]], None] = chosen.pop("command")
        command(chosen)
    except (UserError, Failure, OSError, MemoryError, KeyboardInterrupt, Terminated) as error:
        status, text = _told(error)
        notice(f"{_program()}: {text}")
        return status
    return 0


def _told(error: BaseException) -> tuple[int, str]:
    """The exit status and the line that an error gets."""
    if isinstance(error, KeyboardInterrupt):
        return 130, "interrupted"
    if isinstance(error, Terminated):
        return 143, str(error)
    if isinstance(error, UserError):
        return 2, " ".join(str(error).split())
    if isinstance(error, OSError):
        return 1, f"{explain(error)}; what had been written before is whole"
    return 1, str(error) or "out of memory"


class _Parser(argparse.ArgumentParser):
    """A parser whose messages stay on one line, however long or strange what it was given is."""

    def error(self, message: str) -> NoReturn:
        text = " ".join(message.split())
        super().error(text if len(text) <= 400 else f"{text[:397]}...")


def _path(text: str) -> Path:
    if "\0" in text:
        raise argparse.ArgumentTypeError("a path holds no NUL")
    return Path(text)


def _program() -> str:
    program = Path(sys.argv[0]).stem
    return "python -m tabletop_envs" if program in ("__main__", "pytest", "-c") else program


def build_parser(given: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The command line.

    Args:
        given: What is to be parsed; where it names a game after the command, no other game is imported.

    Raises:
        UserError: If the game that it names is broken.
    """
    names = games.names()
    one = given[1] if len(given) > 1 and given[1] in names else None
    known = games.available(notice) if one is None else {one: game_class(one)}
    parser = _Parser(
        prog=_program(),
        description="Train agents on board games by masked PPO, and compare agents.",
        epilog=EXAMPLES.format(game=names[0] if names else "GAME"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    train = commands.add_parser("train", help="train an agent", description="Train an agent by masked PPO.")
    evaluate = commands.add_parser(
        "evaluate",
        help="let an agent play against others",
        description="Play every deal once from each player; print win rate, score and margin.",
    )
    fit = commands.add_parser(
        "fit-linear",
        help="fit the weights of a linear agent",
        description="Fit the weights of a linear agent by self-play and regression; the default makes the one shipped.",
    )
    many = commands.add_parser(
        "tournament",
        help="let many agents play against each other, and rate them",
        description="Play all line-ups on the same deals from every player; print ratings, win rates and scores.",
    )
    for command, add_options, action in (
        (train, _add_train, _train),
        (evaluate, _add_evaluate, _evaluate),
        (many, _add_tournament, _tournament),
        (fit, _add_fit, _fit),
    ):
        subparsers = command.add_subparsers(metavar="GAME", required=True, help=", ".join(known))
        for name, game in known.items():
            described = f"{command.description} The game: {game.title}."
            sub = subparsers.add_parser(
                name,
                help=game.title,
                description=described,
                argument_default=argparse.SUPPRESS,
                formatter_class=argparse.ArgumentDefaultsHelpFormatter,
            )
            sub.set_defaults(command=action, game=name)
            _add_game(sub.add_argument_group("the game"), game)
            add_options(sub)
    from tabletop_envs.learning.agent_commands import add_agent_commands
    from tabletop_envs.learning.reports_command import add_compare_runs
    from tabletop_envs.learning.tournament.ladder_commands import add_ladder

    add_agent_commands(commands.add_parser, names)
    add_ladder(commands.add_parser("ladder", help="leaderboards that anybody can rerun, and entries to them"))
    add_compare_runs(commands.add_parser("compare-runs", help="results over several training seeds, with intervals"))
    _add_compile(commands.add_parser("compile", help="compile the rules of games now, for images and clusters"), names)
    _add_demo(commands.add_parser("demo", help="train a small agent for a few minutes and show what it can do"), names)
    return parser


# -- flags ---------------------------------------------------------------------------------------------------------


def _add_game(group: argparse._ArgumentGroup, game: type[Game]) -> None:
    for name, option in game.declared.items():
        notes = [option.allowed] if option.is_number else []
        if option.default is not None:
            usual = ("no", "yes")[option.default] if option.is_switch else option.default
            notes.append(f"default: {usual}")
        text = f"{option.help} ({'; '.join(notes)})" if notes else option.help
        flag, dest = "--" + name.replace("_", "-"), f"game_{name}"
        if name == "num_players":
            flag, dest = "--players", "players"
        if option.is_switch:
            group.add_argument(flag, dest=dest, action=argparse.BooleanOptionalAction, help=text)
        elif option.is_number:
            group.add_argument(flag, dest=dest, type=int, metavar="N", help=text)
        else:
            group.add_argument(flag, dest=dest, type=option.read, metavar="VALUE", help=text)


def _add_train(parser: argparse.ArgumentParser) -> None:
    from tabletop_envs.agents.model_file import POLICIES
    from tabletop_envs.learning.options import TrainOptions, usual_value

    run = parser.add_argument_group("the run")
    run.add_argument(
        "--out", type=_path, metavar="DIR", help="a new folder for the run (default: runs/GAME-1, -2, ...)"
    )
    run.add_argument(
        "--resume",
        type=_path,
        metavar="DIR",
        help="continue this run; only --steps, the new total, may be given as well; no code is run from its files",
    )
    run.add_argument("--quiet", action="store_true", help="show no progress")
    learning = parser.add_argument_group("learning")
    for item in fields(TrainOptions):
        if item.name in (*_NOT_FLAGS, "players"):
            continue
        default, flat = (usual_value(item, policy) for policy in POLICIES)
        shown, for_flat = (",".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in (default, flat))
        if flat != default:
            shown += f"; with the flat policy {for_flat}"
        learning.add_argument(
            "--" + item.name.replace("_", "-"),
            type=_layers if isinstance(default, tuple) else type(default),
            metavar="N" if isinstance(default, int | float) else "VALUE",
            help=f"{item.metadata['help']} (default: {shown})".replace("%", "%%"),
        )


def _add_evaluate(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the match")
    who = "an agent's name, a model's path, a run's folder or a linear agent's file of weights"
    group.add_argument("--agent", required=True, metavar="WHO", help=who)
    against = "the same, or a mix as in training; several are met one after the other"
    group.add_argument("--opponents", nargs="+", default=["random"], metavar="WHO", help=against)
    group.add_argument("--games", type=int, default=400, metavar="N", help="rounded up to whole rounds of all players")
    group.add_argument("--seed", type=int, default=0, metavar="N", help="fixes deals and draws")
    group.add_argument("--sample", action="store_true", default=False, help="models draw their actions by probability")
    group.add_argument("--json", type=Path, default=None, metavar="FILE", help="write the result there; - prints it")


def _add_tournament(parser: argparse.ArgumentParser) -> None:
    from tabletop_envs.learning.tournament.commands import add_tournament

    add_tournament(parser)


def _add_fit(parser: argparse.ArgumentParser) -> None:
    from tabletop_envs.agents.fitting import GAMES

    group = parser.add_argument_group("the fit")
    group.add_argument("--games", type=int, default=GAMES, metavar="N", help="games of self-play in all")
    group.add_argument("--seed", type=int, default=0, metavar="N", help="fixes deals and draws")
    group.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the weights go, a name in .json")


def _add_compile(parser: argparse.ArgumentParser, names: Sequence[str]) -> None:
    parser.description = (
        "Compile everything that the environments, agents and notation of games use, and keep it in the cache "
        "(NUMBA_CACHE_DIR, else the user's cache folder). The exit status is 1 if it cannot be kept."
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(names)} (default: all)")
    parser.set_defaults(command=_compile)


def _add_demo(parser: argparse.ArgumentParser, names: Sequence[str]) -> None:
    parser.description = "Train a small agent for a few minutes, evaluate it, and save one of its games."
    parser.add_argument("game", nargs="?", default=next(iter(names), None), choices=list(names), help="the game")
    where = "a folder for all that is written; if it exists, DIR-2, DIR-3, ..."
    parser.add_argument("--out", type=Path, default=Path("runs/demo"), metavar="DIR", help=where)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="fixes everything that chance decides")
    parser.add_argument("--steps", type=int, default=None, metavar="N", help="fewer or more steps of training")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="games of each evaluation")
    parser.set_defaults(command=_demo)


def _layers(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in text.split(","))


# -- commands ------------------------------------------------------------------------------------------------------


def _game_options(chosen: dict[str, Any]) -> dict[str, Any]:
    """Takes the game's own options out of what was given."""
    return {key[5:]: chosen.pop(key) for key in list(chosen) if key.startswith("game_")}


def _train(chosen: dict[str, Any]) -> None:
    require_training("training")
    from tabletop_envs.learning import ppo
    from tabletop_envs.learning.callbacks import Progress
    from tabletop_envs.learning.options import TrainOptions

    folder, out, quiet = chosen.pop("resume", None), chosen.pop("out", None), chosen.pop("quiet", False)
    game_options = _game_options(chosen)
    if folder is not None:
        extra = sorted({*chosen, *game_options} - {"game", "steps"}) + (["out"] if out else [])
        if extra:
            raise UserError(f"--resume continues a run with its own options; leave out --{extra[0].replace('_', '-')}")
        run = ppo.resume(folder, chosen["game"], chosen.get("steps"))
        where = shown_path(run.folder)
        done, total = run.model.num_timesteps, chosen.get("steps", run.options.steps)
        if total <= done:
            ppo.train(run, Progress(done, quiet=True))  # sees to it that the model is that of the last checkpoint
            print(f"nothing is left to do: {where} stands at {done:,} steps, and {total:,} are wanted in all")
            print(f"--steps is the total, what is done already included; to go on, give more than {done}")
            return
        print(f"resuming {where} at step {run.model.num_timesteps:,} of {run.options.steps:,}")
    else:
        options = TrainOptions(game_options=game_options, **chosen)
        first = Path("runs") / f"{options.game}-1"
        run = ppo.start(options, first if out is None else out, numbered=out is None)
        where = shown_path(run.folder)
        print(f"training on {game_class(options.game).title}, {options.players} players, into {where}")
    progress = Progress(run.options.steps, quiet)
    model = ppo.train(run, progress)
    print(f"{run.model.num_timesteps:,} steps; model: {shown_path(model)}")
    if run.best.result is not None:
        print(f"{run.best.text()}; model: {shown_path(run.held.best)}")
    print(f"log: tensorboard --logdir {shown_path(run.folder / 'tensorboard')}")


def _evaluate(chosen: dict[str, Any]) -> None:
    from tabletop_envs.learning.evaluate import compare

    agent, opponents, target = chosen.pop("agent"), chosen.pop("opponents"), chosen.pop("json")
    game_options = _game_options(chosen)
    if target is not None and str(target) != "-":
        check_target("--json", target)
    results = []
    for name in opponents:
        results.append(compare(agent, name, game_options=game_options, **chosen))
        if str(target) != "-":
            print(results[-1].text())
    text = json.dumps([result.to_json() for result in results], indent=2)
    if str(target) == "-":
        print(text)
    elif target is not None:
        write_target("--json", target, text + "\n")


def _tournament(chosen: dict[str, Any]) -> None:
    from tabletop_envs.learning.tournament.commands import run_tournament

    run_tournament(game_options=_game_options(chosen), **chosen)


def _fit(chosen: dict[str, Any]) -> None:
    from tabletop_envs.learning.games import make_game
    from tabletop_envs.learning.linear import fit

    target: Path = chosen.pop("out")
    if target.suffix != ".json":
        raise UserError(f"--out {shown_path(target)}: agents are named by files whose names end in .json")
    check_target("--out", target)
    game_options = _game_options(chosen)
    game = make_game(chosen.pop("game"), chosen.pop("players", 2), game_options)
    weights = fit(game, **chosen)
    write_target("--out", target, weights.text())
    print("\n".join(f"{weight:9.3f}  {name}" for name, weight in weights.weights.items()))
    print(f"the agent's name is its file: --agent {shown_path(target)}")


def _compile(chosen: dict[str, Any]) -> None:
    from tabletop_envs import jit
    from tabletop_envs.precompile import PARTS, samples

    if jit.DISABLED:
        raise UserError("NUMBA_DISABLE_JIT is set, so nothing is compiled; unset it")
    begin = time.monotonic()
    for game in [game_class(name) for name in chosen["games"] or games.names()]:
        for part, use in PARTS.items():
            start = time.monotonic()
            for sample in samples(game):
                use(sample)
            print(f"{game.title}: {part}, {time.monotonic() - start:.0f} s", flush=True)
    if jit.UNKEPT:
        raise Failure("what was compiled could not be kept; set NUMBA_CACHE_DIR to a folder that only you can write to")
    size = sum(path.stat().st_size for path in jit.FILES) / 1e6
    folders = " and ".join(sorted({shown_path(path.parent.parent) for path in jit.FILES}))
    print(f"ready after {time.monotonic() - begin:.0f} s: {len(jit.FILES)} files, {size:.1f} MB in {folders}")


def _demo(chosen: dict[str, Any]) -> None:
    require_training("the demonstration")
    from tabletop_envs.learning.demo import demo

    if chosen["games"] < 1:
        raise UserError(f"--games: {chosen['games']} is out of range; allowed: at least 1")
    demo(chosen["game"], chosen["out"], chosen["seed"], chosen["steps"], chosen["games"])
