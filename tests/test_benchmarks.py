"""The machinery of benchmarks/: what is counted, and how it is shown. No test looks at how fast anything is."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from benchmarks import carcassonne, figures, fortune, ours, throughput, tiny_towns
from benchmarks.figures import AGENTS
from benchmarks.free import FreeGame
from benchmarks.games import GAMES
from benchmarks.kernels import copy_games, draw, play_until, take_again
from benchmarks.measure import Effort, Play, Rate, fresh, measure, ratios
from benchmarks.ours import GROUPS, rollouts, steps_from_python
from benchmarks.peers import PEERS, Peer, measure_peer
from benchmarks.play import Choices, OneAgainst, Specifics, play
from benchmarks.playing import aec_games, parallel_games, single_games, vector_steps
from benchmarks.shares import Part, Profile, TakenApart
from benchmarks.tables import Table, insert, number, percent
from benchmarks.throughput import PAGE, attempt, group_table, parsed, peers_table, profile_table, starts_table
from carc_gold_env.game import CarcassonneGold
from tabletop_envs.aec import GameAEC, wrap
from tabletop_envs.agents import make_agent
from tabletop_envs.batch import Batch
from tabletop_envs.gymnasium_env import GameEnv
from tabletop_envs.parallel import GameParallel
from tabletop_envs.rule_functions import bound
from tabletop_envs.states import copy_records
from tabletop_envs.vector_env import GameVectorEnv
from tests.games.auction import INSTALLED
from tests.games.tictactoe import TicTacToe
from tt_env.decisions import Pending
from tt_env.game import TinyTowns

TOWNS, CARCASSONNE = GAMES["tiny-towns"], GAMES["carcassonne"]
PLAIN = Specifics(
    phases=("marking",),
    phase_of=lambda games, rows, players: np.zeros(len(rows), np.int64),
    rounds=lambda games: np.array([sum(int(marks).bit_count() for marks in game) for game in games["marks"]]),
    first=lambda games: np.zeros(len(games), np.int64),
    tables=lambda played: [],
)


def rate(name: str, *per_cpu: float) -> Rate:
    return Rate(name, 0.0, list(per_cpu), list(per_cpu))


def test_windows_are_taken_in_turns_and_count_what_was_played() -> None:
    calls: list[str] = []

    def case(name: str, steps: int) -> Play:
        def play() -> int:
            calls.append(name)
            return steps

        return play

    one, two = measure({"one": case("one", 1), "two": case("two", 1000)}, Effort(1e-9, 3))
    assert calls == ["one", "two"] * 4  # the first round only warms up
    assert [len(one.per_cpu), len(two.per_wall)] == [3, 3]
    assert one.name == "one"
    assert two.median > one.median
    assert ratios(rate("", 1.0, 6.0), rate("", 2.0, 3.0)) == [0.5, 2.0]


def test_tables() -> None:
    table = Table("Title", ["", "rate"], [["a", "1"], ["longer", "20"]], ["A note."])
    assert table.plain() == "Title\n        rate\n------  ----\na          1\nlonger    20\nA note.\n"
    assert table.markdown() == "### Title\n\n|  | rate |\n| --- | ---: |\n| a | 1 |\n| longer | 20 |\n\nA note.\n"


@pytest.mark.parametrize(
    ("value", "text"),
    [(1_684_321, "1,680,000"), (999.6, "1,000"), (12.34, "12.3"), (0.01684, "0.0168"), (0.0, "0"), (-7.5, "-7.50")],
)
def test_numbers(value: float, text: str) -> None:
    assert number(value) == text


def test_percent() -> None:
    assert percent(0.98765) == "98.8 %"


def test_insert_changes_its_place_only(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- a:begin -->\nold\n<!-- a:end -->\nafter\n", encoding="utf-8")
    insert(page, "a", "new \\1")
    insert(page, "a", "new \\1")
    assert page.read_text(encoding="utf-8") == "before\n<!-- a:begin -->\n\nnew \\1\n\n<!-- a:end -->\nafter\n"
    with pytest.raises(ValueError, match="no place <!-- b:begin -->"):
        insert(page, "b", "new")


def test_pages_have_the_places_that_are_written() -> None:
    measured = tuple(throughput.place(name, profile) for name in parsed(["--game", "all"]).names for profile in (0, 1))
    for page, places in ((PAGE, measured), (figures.PAGE, tuple(figures.place(name) for name in GAMES))):
        text = page.read_text(encoding="utf-8")
        for place in places:
            assert re.search(f"<!-- {place}:begin -->.*<!-- {place}:end -->", text, re.DOTALL), (page, place)


def test_a_program_runs_apart_and_tells_its_last_error() -> None:
    assert fresh("import os, tt_env; print(os.environ['SOME_NAME'])", SOME_NAME="x") == "x\n"
    with pytest.raises(RuntimeError, match="ValueError: bad"):
        fresh("raise ValueError('bad')")


def test_what_is_missing_is_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert attempt("some library", importlib.import_module, "no_such_library") is None
    assert capsys.readouterr().err == "some library: skipped (No module named 'no_such_library')\n"
    assert attempt("numbers", divmod, 7, 3) == (2, 1)


def test_a_peer_that_is_missing_is_an_import_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> Any:
        raise AssertionError

    monkeypatch.setattr("benchmarks.peers.PEERS", [Peer("no_such_library", "Some game", never)])
    with pytest.raises(ImportError):
        measure_peer("Some game", Effort(1e-9, 1))


def test_peers_have_names_of_their_own() -> None:
    assert len({peer.label for peer in PEERS}) == len(PEERS)


def test_drawn_actions_are_legal_and_all_of_them_come() -> None:
    masks = np.tile(np.array([0, 1, 0, 1, 1], np.int8), (300, 1))
    masks[7] = [0, 0, 0, 0, 1]
    actions, dice = np.zeros(300, np.int64), np.full(1, 3, np.uint64)
    draw(masks, dice, actions)
    assert masks[np.arange(300), actions].all()
    assert set(actions) == {1, 3, 4}


def test_copies_are_copies() -> None:
    batch = Batch(TinyTowns(), 4)
    batch.reset(1)
    assert len({game.tobytes() for game in batch.games}) == 4
    copy_games(batch.games, 3)
    assert len({game.tobytes() for game in batch.games}) == 1


@pytest.mark.parametrize("wrapped", [False, True])
def test_games_are_played_to_their_ends(wrapped: bool) -> None:
    raw = GameAEC(TicTacToe())
    steps = aec_games(wrap(raw) if wrapped else raw)
    assert {steps() for _ in range(30)} <= set(range(4, 10))  # the last mark of nine may be forced


def test_free_game_has_the_length_it_should() -> None:
    game = FreeGame(3, np.zeros(5, np.uint8), np.ones(4, np.int8), length=31)
    assert aec_games(game)() == 31
    assert aec_games(wrap(game))() == 31


def test_waiting_agents_take_no_steps() -> None:
    steps = parallel_games(GameParallel(TinyTowns(num_players=2, monuments=False)))
    naming_alone = GameAEC(TinyTowns(num_players=2, monuments=False))
    one_by_one = aec_games(naming_alone)
    mean = [np.mean([play_once() for _ in range(5)]) for play_once in (steps, one_by_one)]
    assert abs(mean[0] - mean[1]) < 20


def test_a_learner_takes_its_own_steps_only() -> None:
    assert single_games(GameEnv(TicTacToe(), player=0))() in range(2, 6)
    assert vector_steps(GameVectorEnv(TicTacToe(), 8), calls=3)() == 24


def test_steps_of_a_batch_are_those_through_the_mask() -> None:
    assert rollouts(TOWNS, 16)() == 8192
    assert steps_from_python(TOWNS, 3)() == 12
    assert steps_from_python(TOWNS, 3, make_agent("random"))() == 12


def test_whole_games_and_stages_are_played_to_their_ends() -> None:
    (whole,) = ours.games("carcassonne", Effort(1e-9, 1))
    assert whole.name == "whole games"
    stages = ours.stages("carcassonne", Effort(1e-9, 2))
    spans = [f"tiles {low} to {low + 9}" for low in range(1, 80, 10)]
    assert [rate.name for rate in stages] == [
        f"{span}, {how}" for how in ("steps alone", "with masks") for span in spans
    ]
    assert all(len(rate.per_cpu) == len(rate.per_wall) == 2 for rate in stages)
    rates = [rate("a, steps alone", 4e6), rate("b, steps alone", 2e6), rate("a, with masks", 1e6)]
    table = group_table("stages", rates, GAMES["carcassonne"])
    assert "a step alone takes 250 to 500 ns, with its mask 1,000 to 1,000 ns" in table.notes[0]


def test_steps_until_a_stage_are_counted_and_taken_again() -> None:
    batch = Batch(TicTacToe(), 5, auto_play_forced=False)
    batch.reset(1)
    game, before = batch.game, copy_records(batch.games)
    left, dice = batch.games["marks"].sum(axis=1), np.full(1, 1, np.uint64)
    taken, lengths = np.zeros((5, 9, 2), np.int64), np.zeros(5, np.int64)
    onward = (batch.padded_mask, game.num_actions, dice, taken, lengths)
    until, again = bound(play_until, game), bound(take_again, game)
    steps = until(game.tables, batch.games, left, 1, *onward)
    assert steps == PLAIN.rounds(batch.games).sum() >= 25  # a clock that stands still: to the end
    assert again(game.tables, before, taken, lengths) == steps
    assert before.tobytes() == batch.games.tobytes()
    batch.reset(1)
    assert until(game.tables, batch.games, left, 0, *onward) == 0


def test_parts_of_a_step_are_counted() -> None:
    batch = Batch(TicTacToe(), 10, auto_play_forced=False)
    batch.reset(1)
    apart = TakenApart(batch)
    seen = [apart.go() for _ in range(30)]
    calls = {name: part.calls for name, part in apart.parts.items()}
    assert calls["mask"] == calls["rules"] == 300
    assert calls["observation"] == sum(seen) < 300  # the last of nine squares is no choice
    assert 30 <= calls["new deal"] <= 60
    apart.forget()
    assert not any(part.calls or part.nanoseconds for part in apart.parts.values())


def test_every_game_is_played_once() -> None:
    against = OneAgainst(make_agent("greedy"), make_agent("random"), 1)
    played = play(TicTacToe(), against, 20, 1, PLAIN)
    marks = PLAIN.rounds(played.games)
    taken = played.decisions.sum(axis=1)
    assert ((taken == marks) | (taken == marks - 1)).all()
    assert played.choices[0].decisions == taken.sum()
    assert played.choices[0].most == 9
    assert np.allclose(played.shares.sum(axis=1), 1.0)
    played.first[:] = 1
    assert (played.shares_from_first == played.shares[:, ::-1]).all()


def test_choices_add_up() -> None:
    choices = Choices()
    choices.add(np.array([2, 6]))
    choices.add(np.array([], np.int64))
    assert (choices.decisions, choices.mean, choices.most) == (2, 4.0, 6)


def test_figures_of_tiny_towns() -> None:
    made = figures.tables(TOWNS, [1, 2], {"random": 6, "greedy": 2}, seed=1)
    titles = [table.title.partition(":")[0] for table in made]
    assert titles == [
        *["Length of a game"] * 2,
        *["Legal actions of a decision, mean (largest)"] * 2,
        "Scores",
        *["Win share by player"] * 2,
        "One greedy player among random ones",
        *["How games end"] * 2,
        "Cards",
    ]
    for table in made:
        assert all(len(row) == len(table.head) for row in table.rows), table.title
    assert made[2].rows[0][0] == "keeping a monument"
    assert len(made[-1].rows) == 40


def test_every_decision_of_tiny_towns_has_a_kind_and_cards_add_up() -> None:
    played = play(TinyTowns(num_players=3), make_agent("random"), 8, 1, tiny_towns.SPECIFICS)
    assert set(played.choices) <= set(range(len(tiny_towns.PHASES)))
    assert played.choices[0].decisions == 24  # every player keeps a monument
    assert played.choices[1].decisions == played.games["players"]["builder_turns"].sum()
    cards = tiny_towns.Cards()
    cards.add(played)
    assert cards.players.sum() == 8 * 3 * 8
    assert (cards.builders <= np.minimum(cards.players, cards.built)).all()


def test_a_watch_sees_every_step_and_changes_none() -> None:
    class Steps:
        def __init__(self, games: Any) -> None:
            self.taken = np.zeros(len(games), np.int64)

        def before(self, games: Any, rows: Any) -> None:
            self.marks = PLAIN.rounds(games[rows])

        def after(self, games: Any, rows: Any, players: Any) -> None:
            assert (PLAIN.rounds(games[rows]) == self.marks + 1).all()
            self.taken[rows] += 1

    plain, seen = (play(TicTacToe(), make_agent("random"), 20, 1, how) for how in (PLAIN, replace(PLAIN, watch=Steps)))
    assert (plain.decisions == seen.decisions).all()
    assert plain.choices == seen.choices
    assert plain.games.tobytes() == seen.games.tobytes()
    assert isinstance(seen.watch, Steps)
    assert (seen.watch.taken == PLAIN.rounds(seen.games)).all()  # forced steps too


def test_every_coin_is_accounted_for() -> None:
    game = TinyTowns(num_players=2, fortune=True)
    played = play(game, make_agent("greedy"), 12, 1, fortune.SPECIFICS)
    chests = played.watch
    assert isinstance(chests, fortune.Chests)
    kept = played.games["players"]["coins"].astype(np.int64)
    assert (chests.gained == chests.changes + chests.buildings + kept).all()
    assert chests.gained.sum() > 0
    assert chests.changes.sum() > 0
    assert (fortune.left_over(played) <= kept[:, :2]).all()


def test_every_decision_of_tiny_towns_is_named() -> None:
    kinds = tiny_towns.PHASES[-len(Pending) :]
    assert kinds[Pending.USING - 1] == "which squares to use"
    assert kinds[Pending.EXTRA - 1] == "a second cube (Southern Semaphore)"
    assert kinds[Pending.FORGE_SECOND_USING - 1] == "The Prism Forge: squares of the second"
    played = play(TinyTowns(num_players=3, fortune=True), make_agent("random"), 8, 1, fortune.SPECIFICS)
    assert set(played.choices) <= set(range(len(tiny_towns.PHASES)))


def test_figures_of_fortune() -> None:
    made = figures.tables(GAMES["tiny-towns-fortune"], [2], {"random": 3, "greedy": 2}, seed=1)
    assert [table.title for table in made[-2:]] == ["Coins: random", "Coins: greedy"]
    assert {row[0] for row in made[-3].rows} >= {"Well", "Mine"} or len(made[-3].rows) >= 40
    for table in made:
        assert all(len(row) == len(table.head) for row in table.rows), table.title


@pytest.mark.parametrize("name", ["carcassonne", "carcassonne-base"])
def test_figures_of_carcassonne(name: str) -> None:
    made = figures.tables(GAMES[name], [2], {"random": 4, "greedy": 2}, seed=1)
    with_gold = name == "carcassonne"
    assert [table.title for table in made[-2:]] == [f"{'Gold' if with_gold else 'How games go'}: {a}" for a in AGENTS]
    for table in made:
        assert all(len(row) == len(table.head) for row in table.rows), table.title
    phases = [row[0] for row in made[2].rows]
    assert phases == [p for p in carcassonne.PHASES if with_gold or "ingot" not in p] + ["all decisions"]


def test_ways_to_lay_a_tile_and_ingots_are_counted() -> None:
    played = play(CarcassonneGold(num_players=3), make_agent("random"), 6, 1, carcassonne.SPECIFICS)
    course = carcassonne.course_of(played)
    assert course.places.decisions == carcassonne.rounds(played.games).sum()
    assert course.places.legal > played.choices[0].legal
    assert (played.games["ingots"].sum(axis=1) + played.games["lying"] <= 16).all()
    assert ((course.turns > 0) == (played.games["ingots"].sum(axis=1) > 0)).all()
    assert (course.shared <= course.turns).all()


def test_a_turns_ingots_for_several_players() -> None:
    games = np.zeros(3, CarcassonneGold.dtype)
    course, rows = carcassonne.Course(games), np.arange(3)
    course.before(games, rows)
    games["ingots"][0, :2] = 2, 1
    games["ingots"][1, 4] = 3
    course.after(games, rows, rows)
    assert (course.turns.tolist(), course.shared.tolist(), course.ingots.tolist()) == ([1, 1, 0], [1, 0, 0], [3, 0, 0])


def test_the_command_above_the_figures_makes_them_again() -> None:
    line = ["--game", "carcassonne", "--games", "7", "--players", "2,3", "--seed", "5", "--markdown"]
    assert figures.command("carcassonne", figures.parsed(line)) == " ".join(["python -m benchmarks.figures", *line])
    every = figures.parsed(["--game", "all", "--quick"])
    assert every.names == list(GAMES)
    assert figures.command("carcassonne", every) == "python -m benchmarks.figures --game carcassonne --quick"


def test_each_game_writes_its_own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = figures.ROOT / "docs" / "figures.md"
    copy = tmp_path / "docs" / "figures.md"
    copy.parent.mkdir()
    copy.write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    monkeypatch.setattr(figures, "PAGE", copy)
    line = ["--game", "carcassonne-base", "--games", "3", "--greedy-games", "2", "--markdown"]
    figures.main(line)
    before, after = page.read_text(encoding="utf-8"), copy.read_text(encoding="utf-8")
    assert f"Made by `python -m benchmarks.figures {' '.join(line)}`" in after
    assert before.partition("<!-- figures-carcassonne-base:")[0] == after.partition("<!-- figures-carcassonne-base:")[0]
    copy.write_text("no place for anything")
    with pytest.raises(ValueError, match="no place <!-- figures-carcassonne-base:begin -->"):
        figures.main(line)


def test_a_game_of_another_package_is_measured() -> None:
    """What needs a public module, or knowledge of the game, is left out."""
    line = "--game auction --seconds 0.01 --repeats 1 --no-peers --only players,stages,interfaces"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(throughput.ROOT), str(INSTALLED)])}
    command = [sys.executable, "-m", "benchmarks.throughput", *line.split()]
    result = subprocess.run(command, cwd=throughput.ROOT, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert "Batch of 256, by number of players" in result.stdout
    assert "interfaces: skipped" in result.stderr
    with pytest.raises(SystemExit):
        figures.parsed(["--game", "auction"])


@pytest.mark.parametrize("name", ["tiny-towns", "carcassonne"])
def test_what_a_game_says_of_itself(name: str) -> None:
    entry = GAMES[name]
    assert entry.module().batch(1, **entry.headline).game.options() == entry.make().options()
    assert entry.gymnasium_id in gymnasium.registry


def test_command_lines() -> None:
    options = parsed(["--quick", "--no-peers"])
    assert (options.seconds, options.repeats, options.sections) == (0.2, 3, [*GROUPS, "starts"])
    assert parsed(["--only", "peers,engine"]).sections == ["engine", "peers"]
    assert parsed(["--game", "all"]).names == ["tiny-towns", "tiny-towns-fortune", "carcassonne"]
    line = [
        "--game",
        "carcassonne",
        "--seconds",
        "0.5",
        "--repeats",
        "3",
        "--no-peers",
        "--only",
        "engine",
        "--markdown",
    ]
    assert throughput.command("carcassonne", parsed(line)) == " ".join(["python -m benchmarks.throughput", *line])
    assert figures.parsed(["--players", "2,3", "--quick"]).counts == {"tiny-towns": [2, 3]}
    for arguments in (["--only", "nothing"], ["--seconds", "0"], ["--game", "chess"]):
        with pytest.raises(SystemExit):
            parsed(arguments)
    for arguments in (["--players", "7"], ["--games", "0"]):
        with pytest.raises(SystemExit):
            figures.parsed(arguments)


def test_tables_of_rates() -> None:
    engine = group_table("engine", [rate("batch(1).rollout", 1.0), rate("batch(2).rollout", 2e6, 3e6, 1e6)], TOWNS)
    assert list(engine.rows[1]) == ["batch(2).rollout", "2,000,000", "1,000,000 to 3,000,000", "1,500,000", "3,000,000"]
    assert engine.rows[0][3] == ""
    assert "2,634 bytes, its mask 792" in group_table("engine", [rate("batch(1).rollout", 1.0)], CARCASSONNE).notes[0]
    coins = [
        rate("batch(1024).rollout", 1.0),
        rate("base game: batch(1024).rollout", 2.0),
        rate("batch(1).rollout", 3.0),
    ]
    beside = group_table("engine", coins, GAMES["tiny-towns-fortune"])
    assert [row[3] for row in beside.rows] == ["1,000,000", "", ""]
    names = ["raw_env()", "env()", "free game, raw", "free game, wrapped"]
    interfaces = group_table("interfaces", [rate(name, 2.0 + k) for k, name in enumerate(names)], TOWNS)
    assert interfaces.notes[1] == "env() runs at 60.0 % of a game without rules in the same interface."
    search = group_table("agents", [rate("greedy decisions", 1.0), rate("copy", 1e6)], TOWNS)
    assert search.notes == ["One copy of a game inside the engine: 1.00 microseconds."]
    peers = peers_table([rate("Other", 10.0)], rate("batch", 1000.0), rate("raw_env()", 20.0))
    assert [list(row)[3:] for row in peers.rows][-1] == ["100", "2.00"]
    assert len(peers_table([rate("Other", 10.0)], None, None).rows) == 1
    assert "13 to 16" in peers_table([], None, None, CARCASSONNE.elsewhere).notes[0]
    starts = starts_table([("import", [1.0, 2.0, 3.0], [1.0], False)])
    assert list(starts.rows[0]) == ["import", "2.00", "1.00", "3", "no"]
    shares = profile_table(Profile(90.0, 10, [Part("mask", 750, 15), Part("rules", 250, 15)]))
    assert [list(row) for row in shares.rows[:2]] == [
        ["mask", "50.0", "1.50", "75.0", "75.0 %"],
        ["rules", "16.7", "1.50", "25.0", "25.0 %"],
    ]
