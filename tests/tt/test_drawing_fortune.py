"""Pictures and text of a table with Fortune: chests, coins, stored cubes, the new steps and decisions."""

from __future__ import annotations

import pytest

from tabletop_envs.game import State
from tests.tt.tables import FORTUNE_TOWNS, all_titles, fortune_table, table, texts
from tests.tt.vectors import lines, states_of
from tt_env.ansi import board
from tt_env.cards import ALL_CARDS, FORTUNE, NUMBERS, PILES, Card
from tt_env.decisions import FROM_CATHEDRAL, FROM_SUPPLY, Pending
from tt_env.drawing import cards
from tt_env.drawing.game import svg
from tt_env.drawing.view import look
from tt_env.notation import engine
from tt_env.rules.coins import COIN_SLOTS
from tt_env.state import Phase


def words_of(state: State, player: int | None = None) -> str:
    return " ".join(board(state, player).split())


def test_chests_with_and_without_a_fifth_place() -> None:
    state = fortune_table(3)
    assert [(player.coins, player.chest) for player in look(state).players] == [(3, 5), (4, 5), (1, 4)]
    titles = all_titles(svg(state))
    assert [title for title in titles if title.endswith("in the chest")] == [
        "3 of 5 coins in the chest",
        "4 of 5 coins in the chest",
        "1 of 4 coins in the chest",
    ]
    assert "3 of 5 coins" in words_of(state)
    assert "1 of 4 coins" in words_of(state)


@pytest.mark.parametrize("monument", PILES["monument"])
def test_the_fifth_place_is_where_the_rules_have_it(monument: str) -> None:
    state = fortune_table(1)
    state["players"]["monument"][0, 0] = NUMBERS[monument]
    assert look(state).players[0].chest == engine.chest_limit(state, 0)
    assert (NUMBERS[monument] in COIN_SLOTS) == (engine.chest_limit(state, 0) == 5)
    state["players"]["built"][0, 0] = 0
    assert look(state).players[0].chest == 4


def test_a_hidden_monument_does_not_show_by_its_chest() -> None:
    state = fortune_table(2)
    for view in ("players", "shown"):
        state[view]["town"][0, 1] = 0
        state[view]["built"][0, 1] = 0
    assert look(state, 0).players[1].chest == 4


def test_coins_on_squares_and_on_hollow_hill() -> None:
    state = fortune_table(3)
    titles = all_titles(svg(state))
    for title in (
        "r1c2: wood cube with 1 coin",
        "r2c1: glass cube with 1 coin",
        "r1c0: empty with 1 coin",
        "r3c2: Hollow Hill with 2 coins",
    ):
        assert title in titles
    assert "\u00d72" in texts(svg(state))
    words = words_of(state)
    assert "coins on r1c2 r2c1" in words
    assert "2 coins on Hollow" in words
    state["players"]["monument_info"][0, 2] = 1
    assert "1 coin on Hollow Hill" in words_of(state)


def test_other_monuments_carry_no_coins() -> None:
    """The Shrine of the Elder Tree keeps a number in the same place."""
    state = fortune_table(1)
    state["players"]["monument"][0, 0] = NUMBERS["shrine_of_the_elder_tree"]
    state["players"]["monument_info"][0, 0] = 5
    assert [square.coins for square in look(state).players[0].town if square.card] == [0] * 12


@pytest.mark.parametrize(("card", "cubes"), [("museum", "wood, glass"), ("oddity_shop", "wood")])
def test_cubes_on_museums_and_oddity_shops(card: str, cubes: str) -> None:
    state = fortune_table(1)
    state["row"][0, 6] = NUMBERS[card]
    square = FORTUNE_TOWNS[0].replace(" ", "").index("o")
    state["players"]["stored"][0, 0, square] = 1 + 512 * (card == "museum")
    name = next(known.name for known in ALL_CARDS if known.id == card)
    assert f"r{square // 4}c{square % 4}: {name} with {cubes}" in all_titles(svg(state))
    assert f"on r2c3: {'W G' if card == 'museum' else 'W'} " in words_of(state)


@pytest.mark.parametrize("phase", list(Phase))
def test_coins_that_the_end_of_the_round_will_bring(phase: Phase) -> None:
    """Two constructions bring one coin, another's unpaid Jeweler one; once handed out they are due no more."""
    state = fortune_table(3, phase)
    for view in ("players", "shown"):
        state[view]["by_cubes"][0, :3] = 2, 1, 3
        state[view]["unpaid"][0, :3] = 1, 0, 0
    due = phase in (Phase.CONSTRUCTING, Phase.WATCH)
    assert [player.coins_due for player in look(state).players] == ([1, 1, 2] if due else [0, 0, 0])
    assert ("1 of 4 coins in the chest, 2 more at the round's end" in all_titles(svg(state))) == due
    assert ("1 of 4 coins, 2 due" in words_of(state)) == due


def test_what_others_owe_and_gain_in_the_running_step_is_not_due_yet() -> None:
    state = fortune_table(3, Phase.CONSTRUCTING)
    state["players"]["by_cubes"][0, :3] = 2
    state["players"]["unpaid"][0, 1] = 1
    assert [player.coins_due for player in look(state, 0).players] == [1, 0, 0]
    assert [player.coins_due for player in look(state).players] == [2, 1, 2]


def test_a_finished_game_shows_the_coins_before_feeding() -> None:
    state = fortune_table(1, Phase.OVER)
    assert "3 of 5 coins in the chest, before feeding" in all_titles(svg(state))
    assert "3 of 5 coins before feeding" in words_of(state)


def test_without_coins_there_is_no_chest() -> None:
    state = table(3)
    assert "coin" not in svg(state)
    assert "coin" not in board(state)


@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.id)
def test_a_coin_marks_the_cards_of_fortune(card: Card) -> None:
    if card.group == "monument":
        drawn = cards.monument_card(card, "built", 0, 0, 100, 12, 200)
    else:
        drawn = cards.row_card(card, 0, 0)
    assert ("coin" in drawn.partition("<rect")[2]) == (card.id in FORTUNE)


def test_the_new_steps_have_names() -> None:
    assert "Taking from an Oddity Shop" in texts(svg(fortune_table(3, Phase.TAKING)))
    assert "Coins of the round's end" in texts(svg(fortune_table(3, Phase.ROUND_END)))
    assert board(fortune_table(3, Phase.TAKING)).startswith("Tiny Towns   round 9   taking from an Oddity Shop\n")
    assert "coins of the round's end" in board(fortune_table(3, Phase.ROUND_END))


@pytest.mark.parametrize("phase", [Phase.TAKING, Phase.NAMING, Phase.WATCH, Phase.ROUND_END])
def test_everybody_sees_who_answers_alone(phase: Phase) -> None:
    players = look(fortune_table(3, phase, waiting=0b010), 0).players
    assert [player.to_move for player in players] == [False, True, False]
    assert [player.decides for player in players] == ["", "", ""]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Pending.EXTRA, "may place a second cube"),
        (Pending.OKAVER, "may put a free Cottage"),
        (Pending.CATHEDRAL | 5 << 8 | 3 << 16, "pays for the Cathedral or declines it"),
        (Pending.COUNT | 5 << 8 | 5 << 16, "chooses the Teahouse's row or column"),
        (Pending.COIN | 3 << 8, "lays 3 coins on empty squares"),
        (Pending.COIN | 1 << 8, "lays 1 coin on empty squares"),
        (Pending.SPEND, "pays coins for Masons' Guild"),
        (Pending.TAKE | 4 << 8 | 2 << 16, "places the glass of player_2"),
        (Pending.FORGE, "chooses the first building to forge"),
        (Pending.FORGE_USING | 2 << 8 | 6 << 16, "chooses squares for Mine on r1c2"),
        (Pending.FORGE_SECOND | 2 << 8 | 6 << 16 | 3 << 24, "chooses what to forge beside Mine on r1c2"),
        (Pending.FORGE_SECOND_USING | 4 << 8, "chooses squares for Gamblers on r0c0"),
        (Pending.PUT | 127 << 8 | FROM_SUPPLY << 16 | 2 << 24, "puts 2 buildings from the supply"),
        (Pending.PUT | 127 << 8 | FROM_SUPPLY << 16 | 1 << 24, "puts a building from the supply"),
        (Pending.PUT | 4 << 8 | FROM_CATHEDRAL << 16 | 1 << 24, "puts the Shed that replaces a Cathedral"),
    ],
)
def test_what_a_player_decides(entry: int, words: str) -> None:
    state = fortune_table(3, Phase.CONSTRUCTING)
    state["players"]["pending"][0, 0, 0] = entry
    state["players"]["depth"][0, 0] = 1
    assert look(state, 0).players[0].decides == words
    assert words in texts(svg(state, 0))
    assert words in words_of(state, 0)


def test_recorded_games_are_drawn_whatever_is_decided() -> None:
    """Wherever a move has brought a decision with it or a cube may be taken, for the player that decides and the
    next."""
    drawn = set()
    for line in lines("games"):
        if not line["config"]["coins"]:
            continue
        for state, player, _ in states_of(line):
            own = look(state, player).players[player]
            if state[0]["players"]["depth"][player] or state[0]["phase"] == Phase.TAKING:
                assert own.to_move
                assert own.decides in texts(svg(state, player))
                text = board(state, (player + 1) % int(state[0]["num_players"]))
                assert max(map(len, text.splitlines())) <= 80
                drawn.add(own.decides.split(" on r")[0])
    assert len(drawn) > 15
