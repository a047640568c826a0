from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tabletop_envs.cli import build_parser, main

QUICK = (
    "--num-envs=8",
    "--n-steps=8",
    "--batch-size=32",
    "--epochs=1",
    "--hidden-sizes=16",
    "--steps=128",
    "--evaluate-every=0",
)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def error(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a mistake gets."""
    try:
        status: object = main(arguments)
    except SystemExit as refused:  # argparse leaves by itself
        status = refused.code
    assert status == 2
    lines = [line for line in capsys.readouterr().err.strip().split("\n") if not line.startswith(("usage:", " "))]
    assert len(lines) == 1
    assert "Traceback" not in lines[0]
    return lines[0]


def test_train_resume_evaluate(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "train", "auction", "--quiet", "--opponents", "self:0.5,greedy:0.5", *QUICK)
    assert "128 steps; model: runs/auction-1/model.zip".replace("/", str(Path("/"))) in text
    output(capsys, "train", "auction", "--quiet", "--players", "4", "--out", "four", *QUICK)
    text = output(capsys, "train", "auction", "--resume", "four", "--steps", "192", "--quiet")
    assert "at step 128 of 192" in text
    text = output(capsys, "evaluate", "auction", "--agent", "four", "--opponents", "random", "greedy", "--games", "8")
    assert "four against random: 8 games, 2 deals from every player" in text
    assert "four against greedy" in text
    text = output(capsys, "evaluate", "auction", "--agent", "four/model.zip", "--games", "8", "--json", "-", "--sample")
    assert json.loads(text)[0]["players"] == 4
    output(capsys, "evaluate", "auction", "--agent", "greedy", "--players", "2", "--games", "8", "--json", "out.json")
    assert json.loads(Path("out.json").read_text())[0]["agent"] == "greedy"


def test_a_run_is_an_opponent_in_training(capsys: pytest.CaptureFixture[str]) -> None:
    output(capsys, "train", "auction", "--quiet", "--out", "a", *QUICK)
    output(capsys, "train", "auction", "--quiet", "--out", "b", "--opponents", "a:0.5,random:0.5", *QUICK)
    output(capsys, "train", "auction", "--quiet", "--out", "c", "--opponents", "b", "--start-from", "a", *QUICK)
    text = output(capsys, "evaluate", "auction", "--agent", "random", "--opponents", "a", "b:1,c:1", "--games", "4")
    assert "random against b:1,c:1" in text


def test_weights_are_fitted_and_play(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "fit-linear", "carcassonne", "--players", "3", "--games", "4", "--out", "w.json")
    assert "lead_score" in text
    assert text.endswith("--agent w.json\n")
    assert json.loads(Path("w.json").read_text())["options"]["num_players"] == 3
    text = output(capsys, "evaluate", "carcassonne", "--agent", "w.json", "--opponents", "rival", "--games", "2")
    assert "w.json against rival: 2 games" in text


def times(folder: Path) -> dict[Path, int]:
    """When the files of a run were written; whoever looks at one takes its lock."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.name != "lock"}


def test_a_finished_run_has_nothing_left_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    output(capsys, "train", "auction", "--quiet", "--out", "run", *QUICK)
    before = times(Path("run"))
    for steps, wanted in ((("--steps", "100"), 100), ((), 128)):
        text = output(capsys, "train", "auction", "--resume", "run", *steps)
        assert f"nothing is left to do: run stands at 128 steps, and {wanted} are wanted in all" in text
        assert "--steps is the total" in text
    assert before == times(Path("run"))


FORTUNE = ("--fortune", "--max-fortune-buildings", "6", "--parsonage", "exact", "--museum-keeps-exhibits")
BASE = ("--no-gold-mines", "--small-city", "--farmer-scoring", "2", "--meeples", "5")


@pytest.mark.parametrize(
    ("game", "flags", "options", "without"),
    [
        (
            "tiny-towns",
            ("--no-monuments", *FORTUNE),
            {
                "monuments": False,
                "fortune": True,
                "max_fortune_buildings": 6,
                "parsonage": "exact",
                "museum_keeps_exhibits": True,
            },
            ("--no-fortune",),  # another action space and another observation
        ),
        (
            "carcassonne",
            ("--players", "3", *BASE),
            {"gold_mines": False, "small_city": True, "farmer_scoring": 2, "meeples": 5},
            ("--players", "4"),
        ),
    ],
)
def test_options_of_the_game_reach_training_resuming_and_evaluation(
    game: str,
    flags: tuple[str, ...],
    options: dict[str, object],
    without: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    quick = (
        "--num-envs=4",
        "--n-steps=32",
        "--batch-size=64",
        "--epochs=1",
        "--hidden-sizes=8",
        "--steps=256",
        "--evaluate-games=4",
    )
    run = ("train", game, "--quiet", "--opponents", "self:0.4,greedy:0.2,random:0.4", "--out", "run")
    output(capsys, *run, *flags, *quick)
    assert json.loads(Path("run/options.json").read_text())["game_options"] == options
    text = output(capsys, "train", game, "--resume", "run", "--steps", "384", "--quiet")
    assert "at step 256 of 384" in text
    text = output(capsys, "evaluate", game, "--agent", "run", "--games", "6", "--opponents", "random", "greedy")
    assert text.count("win rate") == text.count("margin ") == text.count("opponents ") == 2
    assert "run against greedy: 6 games" in text
    text = output(capsys, "evaluate", game, "--agent", "run", "--games", "2", "--json", "-")
    message = error(capsys, "evaluate", game, "--agent", "run", "--games", "2", *without)
    assert f"does not fit {json.loads(text)[0]['game']}" in message
    assert f"made with: train {game} --players {3 if '--players' in flags else 2} " in message
    assert set(flags) <= set(re.findall(r"[\w-]+", message))
    assert "give the same game and options" in message


@pytest.mark.parametrize(
    ("flags", "options"),
    [
        ((), {}),
        (("--coins",), {"coins": True}),
        (("--fortune", "--no-coins"), {"fortune": True, "coins": False}),
        (("--no-fortune", "--max-fortune-buildings", "0"), {"fortune": False, "max_fortune_buildings": 0}),
    ],
)
@pytest.mark.parametrize("command", [("train",), ("evaluate", "--agent", "random")], ids=lambda command: command[0])
def test_flags_of_fortune(command: tuple[str, ...], flags: tuple[str, ...], options: dict[str, object]) -> None:
    chosen = vars(build_parser().parse_args([command[0], "tiny-towns", *command[1:], *flags]))
    assert {key[5:]: value for key, value in chosen.items() if key.startswith("game_")} == options


def test_places_that_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("file").write_text("")
    assert "file/x" in error(capsys, "train", "auction", "--out", "file/x", "--quiet", *QUICK)
    assert "file/x" in error(capsys, "evaluate", "auction", "--agent", "greedy", "--json", "file/x/out.json")
    assert "--games: 0" in error(capsys, "demo", "auction", "--games", "0")


def test_demo(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "demo", "auction", "--steps", "4096", "--games", "20")
    folder = Path("runs") / "demo"
    for name in ("model.zip", "tensorboard", "evaluation.json", "game.json", "game.svg", "options.json"):
        assert (folder / name).exists()
        assert name in text or name == "options.json"
    assert len(json.loads((folder / "evaluation.json").read_text())) == 2
    assert len(json.loads((folder / "game.json").read_text())["moves"]) >= 6
    assert (folder / "game.svg").read_text().startswith("<svg")
    output(capsys, "demo", "auction", "--steps", "64", "--games", "2")  # a second one goes elsewhere
    assert (Path("runs") / "demo-2").is_dir()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("train", "chess"), "invalid choice: 'chess'"),
        (("train",), "GAME"),
        (("fly",), "invalid choice: 'fly'"),
        (("train", "auction", "--players", "9"), "Auction is for 1 to 6 players, not 9"),
        (("train", "auction", "--players", "two"), "invalid int value: 'two'"),
        (("train", "auction", "--steps", "0"), "--steps: 0 is out of range; allowed: 1 to 1000000000000000"),
        (("train", "auction", "--gamma", "2"), "--gamma: 2.0 is out of range; allowed: 0 to 1"),
        (("train", "auction", "--gamma", "nan"), "--gamma: nan is out of range"),
        (("train", "auction", "--rewards", "gold"), "'gold' is unknown; allowed: outcome, margin, score"),
        (("train", "auction", "--activation", "sine"), "allowed: relu, tanh"),
        (("train", "auction", "--num-envs=7", "--n-steps=3", "--batch-size=20"), "leaves a batch of one of 21"),
        (("train", "auction", "--hidden-sizes", "a,b"), "--hidden-sizes"),
        (("train", "auction", "--hidden-sizes", "0"), "--hidden-sizes"),
        (("train", "auction", "--opponents", "gready"), "search[:...], self, a run's folder or a file"),
        (
            ("evaluate", "auction", "--agent", "self"),
            "no agent 'self'; allowed: random, greedy, rival, linear[:FILE], ppo:NAME-OR-PATH, onnx:FILE",
        ),
        (("train", "auction", "--opponents", "greedy:x"), "NAME:WEIGHT"),
        (("train", "auction", "--opponents", "no.zip"), "no model at no.zip"),
        (("train", "auction", "--speed", "9"), "unrecognized arguments: --speed"),
        (("train", "auction", "--resume", "nowhere"), "options.json"),
        (("train", "auction", "--resume", "nowhere", "--seed", "1"), "leave out --seed"),
        (("evaluate", "auction"), "--agent"),
        (("evaluate", "auction", "--agent", "no.zip"), "no model at no.zip"),
        (("evaluate", "auction", "--agent", "random", "--games", "-3"), "--games: -3 is out of range"),
        (("evaluate", "auction", "--agent", "random", "--games", "2", "--json", "no/where.json"), "no/where.json"),
        (("evaluate", "auction", "--agent", "random", "--games", "2", "--json", "."), "that is a folder"),
        (("evaluate", "auction", "--agent", "random", "--games", str(10**14)), "allowed: 1 to 10000000"),
        (("train", "tiny-towns", "--cards", "castle_of_glass"), "Tiny Towns: cards"),
        (("train", "tiny-towns", "--fortune", "--no-coins"), "Tiny Towns: fortune=True needs the coin rules"),
        (("train", "tiny-towns", "--fortune", "--parsonage", "maybe"), "Tiny Towns: parsonage='maybe'"),
        (("train", "tiny-towns", "--max-fortune-buildings", "many"), "invalid int value: 'many'"),
        (("train", "tiny-towns", "--cards", "mine"), "needs fortune=True"),
        (("train", "carcassonne", "--players", "6"), "is for 2 to 5 players, not 6"),
        (("train", "carcassonne", "--meeples", "8"), "meeples=8 is not allowed; allowed: 0 to 7"),
        (("evaluate", "carcassonne", "--agent", "random", "--farmer-scoring", "4"), "farmer_scoring=4 is not allowed"),
        (("train", "carcassonne", "--fortune"), "unrecognized arguments: --fortune"),
        (("demo", "--steps", "0"), "--steps: 0 is out of range"),
        (("evaluate", "auction", "--agent", "linear"), "auction_v0 declares no candidates"),
        (("evaluate", "carcassonne", "--agent", "no.json"), "'no.json' cannot be read: No such file or directory"),
        (("fit-linear", "carcassonne"), "--out"),
        (
            ("fit-linear", "carcassonne", "--out", "w.txt"),
            "--out w.txt: agents are named by files whose names end",
        ),
        (("fit-linear", "carcassonne", "--out", "no/w.json"), "--out no/w.json: there is no folder no"),
        (("fit-linear", "carcassonne", "--out", "w.json", "--games", "2"), "--games: 2 is out of range; allowed: 3 to"),
        (("fit-linear", "carcassonne", "--out", "w.json", "--seed", "-1"), "--seed: -1 is out of range"),
        (("fit-linear", "tiny-towns", "--out", "w.json", "--players", "1"), "choose at least two players"),
        (("fit-linear", "auction", "--out", "w.json"), "auction_v0 declares no candidates"),
    ],
)
def test_mistakes_get_one_line(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in error(capsys, *arguments)
    assert not Path("runs").exists()


def test_paths_are_shown_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever a command prints of a path: no line breaks, nothing that a terminal obeys, nothing lost."""
    run, other = "new\nline\x1b[31m\r[red]", "other\nline\x07[red]"
    evaluate = ("evaluate", "auction", "--games", "4", "--json", f"{run}.json", "--agent", run, "--opponents")
    for arguments in (
        ("train", "auction", "--out", run, *QUICK),
        ("train", "auction", "--out", other, "--start-from", run, "--opponents", f"{run}:1", *QUICK),
        ("train", "auction", "--resume", run, "--steps", "192"),
        ("train", "auction", "--resume", run),
        (*evaluate, other, f"random:1,{other}:1"),
        ("demo", "auction", "--out", f"{run}-demo", "--steps", "64", "--games", "2"),
    ):
        assert main(arguments) == 0
        told = capsys.readouterr()
        lines = f"{told.out}{told.err}".split("\n")
        assert not [line for line in lines if line.startswith("line") or not line.isprintable()], lines
        assert "[red]" in told.out
        assert "--start-from" not in arguments or "[red]" in told.err


def test_a_run_is_never_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    Path("full").mkdir()
    (Path("full") / "thesis.txt").write_text("years of work")
    assert "exists already" in error(capsys, "train", "auction", "--out", "full", *QUICK)


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["train", "--help"], ["train", "tiny-towns", "--help"], ["demo", "--help"]):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert left.value.code == 0
    text = capsys.readouterr().out
    for flag in ("--players", "--no-monuments", "--cards", "--opponents", "--resume", "--learning-rate", "--out"):
        assert flag in text
    assert "examples:" in text


def test_a_result_file_with_an_impossible_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "auction", "--agent", "random", "--games", "2", "--json", "a\0b"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("where", ["MaskablePPO", "CheckpointCallback"])
def test_too_little_memory_for_the_networks(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """torch says it by a RuntimeError, when the networks are made or later."""

    def full(*_: object, **__: object) -> None:
        raise RuntimeError("[enforce fail at alloc_cpu.cpp:127] . DefaultCPUAllocator: can't allocate memory: 9 bytes")

    monkeypatch.setattr(f"tabletop_envs.learning.ppo.{where}", full)
    assert main(["train", "auction", "--steps", "64", "--quiet", "--out", str(tmp_path / "run")]) == 1
    (line,) = (line for line in capsys.readouterr().err.splitlines() if "compiling" not in line)
    assert "not enough memory" in line
    assert "--hidden-sizes" in line
