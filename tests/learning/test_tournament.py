"""Tournaments: line-ups, the same deals for all, ratings as the usual library has them, the same tables every time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import choix
import numpy as np
import pytest

from tabletop_envs.agents import Agent, GreedyAgent, RandomAgent
from tabletop_envs.cli import main
from tabletop_envs.learning.tournament.lineups import line_ups
from tabletop_envs.learning.tournament.playing import DEALS, play_chunk, table_of
from tabletop_envs.learning.tournament.ratings import POINTS, Choices, rate, strengths
from tabletop_envs.learning.tournament.results import Games, Results, json_text
from tabletop_envs.learning.tournament.standings import Standings
from tabletop_envs.learning.tournament.tournament import tournament
from tests.games.auction import Auction
from tests.games.endgame import Endgame
from tests.games.nim import Expert, Nim

ORDERS = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1), (0, 1, 2), (1, 2, 0)]


def games(line_up: tuple[int, ...], orders: Sequence[Sequence[int]]) -> Games:
    """Games whose players finish in these orders, one deal each."""
    scores = np.array([[[-list(order).index(agent) for agent in line_up] for order in orders]], np.int32)
    return Games(line_up, scores, scores == 0)


def results(agents: int, *played: Games) -> Results:
    return Results("game", "game_v0", {}, 0, tuple("abcdefgh"[:agents]), played)


@pytest.mark.parametrize(("agents", "players"), [(8, 2), (8, 4), (9, 3), (4, 4)])
def test_all_line_ups_or_a_draw_in_which_all_meet_alike(agents: int, players: int) -> None:
    found = line_ups(agents, players, 40, seed=3)
    assert found == line_ups(agents, players, 40, seed=3) == sorted(set(found))
    assert all(len(set(line_up)) == players for line_up in found)
    met = np.zeros((agents, agents), int)
    for line_up in found:
        met[np.ix_(line_up, line_up)] += 1
    pairs, games = met[~np.eye(agents, dtype=bool)], met.diagonal()
    assert pairs.max() - pairs.min() <= 0.5 * pairs.mean() + 1, met
    assert games.max() - games.min() <= 1, met


def test_turning_a_line_up_gives_everybody_every_seat() -> None:
    tables = np.array([table_of((5, 2, 7), turn) for turn in range(3)])
    assert [sorted(seat) for seat in tables.T.tolist()] == [[2, 5, 7]] * 3


def test_what_one_agent_draws_changes_nothing_for_the_others() -> None:
    class Spendthrift(RandomAgent):
        def choose(self, batch, rows):  # type: ignore[no-untyped-def]
            batch.sample(rows)
            return batch.legal_count[rows] * 0 + batch.action_mask[rows].argmax(axis=1)

    class Thrifty(RandomAgent):
        def choose(self, batch, rows):  # type: ignore[no-untyped-def]
            return batch.action_mask[rows].argmax(axis=1)

    one, other = (
        play_chunk(Auction(num_players=2), [RandomAgent(), who()], 5, 0, 20) for who in (Spendthrift, Thrifty)
    )
    assert one.steps == other.steps


def test_a_deal_does_not_depend_on_how_many_are_played() -> None:
    table: list[Agent] = [GreedyAgent(), RandomAgent()]
    few, many = (play_chunk(Auction(num_players=2), table, 5, 1, deals) for deals in (7, DEALS))
    assert few.steps == many.steps[:7]
    assert np.array_equal(few.starts, many.starts[:7])


def test_a_game_without_decisions_is_played_to_its_end() -> None:
    played = play_chunk(Endgame(), [RandomAgent()] * 3, 0, 0, 3)
    assert played.steps == [[], [], []] or all(len(steps) == 1 for steps in played.steps)
    assert played.winners[:, 0].all()


def test_scores_stay_with_the_agent_when_seats_turn() -> None:
    game = Nim()
    turns = [play_chunk(game, [Expert() if k == 1 else RandomAgent() for k in table_of((0, 1), t)], 1, 0, 32)
             for t in range(2)]  # fmt: skip
    found = Games.of_turns((0, 1), [(played.scores, played.winners) for played in turns])
    assert found.scores[1, :, 0].tolist() == turns[1].scores[:, 1].tolist()
    assert found.scores[..., 1].mean() > 0.6  # the expert's games, whichever player it was


def test_winners_share_the_first_rank_and_equal_scores_theirs() -> None:
    scores = np.array([[[5, 5, 3, 3, 9]]], np.int32)
    winners = np.array([[[True, True, False, False, False]]])
    assert Games((0, 1, 2, 3, 4), scores, winners).ranks().tolist() == [[[0, 0, 3, 3, 2]]]


def test_two_players_are_rated_by_bradley_and_terry() -> None:
    pairs = [(0, 1, 7), (1, 0, 3), (0, 2, 9), (2, 0, 1), (1, 2, 6), (2, 1, 5)]
    played = [games((min(a, b), max(a, b)), [(a, b)] * times) for a, b, times in pairs]
    choices = Choices.of(results(3, *played))
    wins = np.zeros((3, 3))
    for a, b, times in pairs:
        wins[a, b] = times
    found = strengths(choices, choices.counts.sum(axis=0))
    assert np.allclose(found, choix.ilsr_pairwise_dense(wins), atol=1e-6)


def test_more_players_are_rated_by_plackett_and_luce() -> None:
    choices = Choices.of(results(3, games((0, 1, 2), ORDERS)))
    found = strengths(choices, choices.counts.sum(axis=0))
    assert np.allclose(found, choix.ilsr_rankings(3, ORDERS), atol=1e-6)


def test_a_shared_rank_is_every_order_alike() -> None:
    tie = Games((0, 1, 2), np.array([[[4, 2, 2]]], np.int32), np.array([[[True, False, False]]]))
    twice = [*ORDERS, *ORDERS, (0, 1, 2), (0, 2, 1)]
    choices = Choices.of(results(3, games((0, 1, 2), ORDERS), tie))
    found = strengths(choices, choices.counts.sum(axis=0))
    assert np.allclose(found, choix.ilsr_rankings(3, twice), atol=1e-6)


def test_intervals_cover_the_truth() -> None:
    chance, truth, inside = np.random.default_rng(4), 1000 + POINTS * np.log(3), 0
    for _ in range(20):
        orders = [(0, 1) if chance.random() < 0.75 else (1, 0) for _ in range(60)]
        ratings = rate(results(2, games((0, 1), orders)), 1, draws=60)
        low, high = ratings.interval()
        assert ratings.points[1] == low[1] == high[1] == 1000
        inside += low[0] < truth < high[0]
    assert inside >= 16


def test_an_agent_that_lost_everything_has_a_wide_interval() -> None:
    lost = rate(results(2, games((0, 1), [(0, 1)] * 60)), 0, draws=100)
    low, high = lost.interval()
    assert high[1] - low[1] > 500
    assert 0 < 1000 - high[1] < 1000 - lost.points[1]


def test_standings_count_every_game_once() -> None:
    found = tournament("auction", Auction(num_players=3), ["random", "greedy", "rival"], 12, seed=2)
    standings = Standings.of(found, "random", rate(found, 0, draws=20))
    assert sum(one.win_rate for one in standings.agents) == pytest.approx(1, abs=1e-3)
    assert {one.games for one in standings.agents} == {12}
    assert standings.anchor == "random"
    ahead = {(m.agent, m.other): (m.ahead, m.lead) for m in standings.meetings}
    for (a, b), (share, lead) in ahead.items():
        assert share + ahead[b, a][0] == pytest.approx(1, abs=1e-3)
        assert lead == -ahead[b, a][1]
    text = json_text(found.to_json(), "games")
    assert Results.from_json(json.loads(text)).to_json() == found.to_json()


def test_the_command_writes_the_same_tables_whatever_the_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # of the second process, which would have to compile
    texts = []
    for processes in ("1", "2"):
        where = [f"--json={tmp_path / processes}.json", f"--markdown={tmp_path / processes}.md"]
        command = ["tournament", "auction", "--agents", "random", "greedy", "--games", "80", "--seed", "6"]
        assert main([*command, *where, "--processes", processes]) == 0
        texts.append(((tmp_path / f"{processes}.json").read_bytes(), (tmp_path / f"{processes}.md").read_bytes()))
    assert texts[0] == texts[1]
    assert "| `greedy` | 1000 | anchor |" in texts[0][1].decode()
    assert capsys.readouterr().out.count("`auction_v0`: 1 pairing") == 2


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["random", "random"], "there twice"),
        (["random"], "1 given; a tournament of 2 players is for 2 to 100"),
        (["random", "nobody"], "no agent 'nobody'"),
        (["random", "greedy", "--games", "0"], "--games: 0 is out of range"),
        (["random", "greedy", "--seed", "-1"], "--seed: -1 is out of range"),
        (["random", "greedy", "--processes", "0"], "--processes: 0 is out of range"),
        (["random", "greedy", "--line-ups", "0"], "--line-ups: 0 is out of range"),
        (["random", "greedy", "--anchor", "rival"], "'rival' is not among the agents"),
        (["random", "greedy", "--json", "nowhere/x.json"], "there is no folder nowhere"),
        (["random", "greedy", "--players", "9"], "--players"),
    ],
)
def test_a_mistake_gets_one_line(given: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "auction", "--agents", *given]) == 2
    lines = capsys.readouterr().err.strip().split("\n")
    assert len(lines) == 1
    assert told in lines[0]
