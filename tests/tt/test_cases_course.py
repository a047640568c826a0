"""Cases G and I, and the course of a game (rules/tiny_towns_base.md 2, 3, 5 to 9; many rulings and decisions)."""

from __future__ import annotations

import pytest

from tests.oracle.cards import ALL_RESOURCES
from tests.tt.scenario import EMPTY, Rules, Table, make_player, position, squares
from tt_env import tiny_towns_v0

FULL = " ".join(["Co"] * 16)
ONE_LEFT = " ".join(["Co"] * 15 + ["."])
BANKS = {k: [r] for k, r in enumerate(ALL_RESOURCES)}


def banker(marks: int = 5, spare: int = 11, **more: object) -> dict[str, object]:
    """A town with Banks on the first resources and empty squares."""
    cells = ["Bk"] * marks + ["."] * spare + ["Co"] * (16 - marks - spare)
    return make_player(" ".join(cells), stored={k: BANKS[k] for k in range(marks)}, **more)  # type: ignore[arg-type]


# The course of a round (3).


def test_a_round_from_naming_to_naming(rules: Rules) -> None:
    """Section 3: name, place, construct, end of round; the hammer goes to the left."""
    table = rules.table(make_player(), make_player(), make_player(), phase="naming", builder=1, round_number=7)
    assert table.to_move() == 1
    assert table.legal(1) == [f"name {r}" for r in sorted(ALL_RESOURCES)]
    assert table.legal(0) == table.legal(2) == []
    table.play(1, "name brick")
    for player in (1, 2, 0):
        assert table.to_move() == player
        assert table.legal(player) == [f"place brick {squares(s)}" for s in range(16)]
        table.play(player, "place brick r0c0")
    for player in (1, 2, 0):
        assert table.to_move() == player
        assert table.legal(player) == ["done"]
        table.play(player, "done")
    assert (table.fact("round"), table.fact("builder"), table.fact("phase")) == (8, 2, "naming")


def test_a_step_is_simultaneous(rules: Rules) -> None:
    """Ruling 12: players may answer a step in any order; the next step begins when all have."""
    table = rules.table(make_player(), make_player(), phase="placing", named="wood", builder=0)
    table.play(1, "place wood r0c0")
    assert table.legal(1) == []
    table.play(0, "place wood r0c1")
    table.play(1, "done")
    assert table.legal(1) == []
    table.play(0, "done")
    assert table.fact("builder") == 1


def test_a_wraparound_of_the_hammer(rules: Rules) -> None:
    """Section 1: left = i + 1 modulo the number of players."""
    assert (
        rules.table(make_player(), make_player(), make_player(), phase="constructing", builder=2)
        .all_done()
        .fact("builder")
        == 0
    )


def test_several_constructions_in_one_round(rules: Rules) -> None:
    """Section 4: any number, one after the other; a building completed earlier already has its effect."""
    board = """S W . .
               S W B .
               . . . .
               W . . ."""
    table = rules.table(make_player(board), make_player(), cards=["trading_post"], phase="constructing")
    table.play(0, f"build trading_post r1c1 using {squares(0, 1, 4, 5, 6)}")
    assert table.legal(0) == ["done"]
    board = """S W . .
               S W B .
               . . W .
               . . . ."""
    table = rules.table(make_player(board), make_player(), cards=["trading_post"], phase="constructing")
    assert not any(m.startswith("build well") and "r2c2" in m for m in table.legal(0))
    table.play(0, f"build trading_post r1c2 using {squares(0, 1, 4, 5, 6)}")
    assert "build well r2c2 using r1c2,r2c2" in table.legal(0)
    table.play(0, "build well r2c2 using r1c2,r2c2")
    assert [table.town(0)[s] for s in (6, 10)] == ["trading_post", "well"]


def test_posts_may_help_any_number_of_buildings(rules: Rules) -> None:
    """Section 11, Trading Post: usable in every later layout, several in one, for monuments too; never removed."""
    board = """.  Tp . .
               Tp G  . .
               .  .  . .
               .  .  . ."""
    table = rules.table(make_player(board, monument="cathedral_of_caterina"), make_player(), phase="constructing")
    move = f"build cathedral_of_caterina r1c1 using {squares(1, 4, 5)}"
    assert move in table.legal(0)
    assert f"build cottage r1c1 using {squares(1, 4, 5)}" in table.legal(0)
    table.play(0, move)
    assert [table.town(0)[s] for s in (1, 4, 5)] == ["trading_post", "trading_post", "cathedral_of_caterina"]


def test_layouts_are_rotated_and_mirrored(rules: Rules) -> None:
    """Section 4.2: 4 rotations, each also mirrored."""
    for board in (
        "B S S . . . G . . . . . . . . .", "S S B . G . . . . . . . . . . .", ". . G . B S S . . . . . . . . .",
        "G . . . S S B . . . . . . . . .", "B . . . S . . . S G . . . . . .", "S G . . S . . . B . . . . . . .",
        "G S . . . S . . . B . . . . . .", ". B . . . S . . G S . . . . . .",
    ):  # fmt: skip
        assert len(rules.constructions(position(make_player(board), cards=["abbey"]))) == 1


# Completion and the end (5).


def test_g2_a_full_town_that_declines_is_complete(rules: Rules) -> None:
    """G2; section 5: a full town in which the owner could still build but declines is complete."""
    board = """W  S  H  H
               Co We Fa Tv
               Co Ch Th Co
               Tv Tv We B"""
    table = rules.table(make_player(board), make_player(), phase="constructing", builder=1)
    assert len([m for m in table.legal(0) if "well" in m]) == 2
    table.all_done()
    assert table.completed(0) == 5
    assert table.fact("builder") == 1
    built = rules.table(make_player(board), make_player(), phase="constructing", builder=1)
    built.play(0, "build well r0c0 using r0c0,r0c1").all_done()
    assert built.completed(0) is None
    assert built.fact("builder") == 0


def test_g4_a_town_with_an_empty_square_goes_on(rules: Rules) -> None:
    """G4; ruling 13: leaving early is not offered; until the last cube the owner may be Master Builder."""
    board = """Co Tv H  H
               Co We Fa Tv
               Co Ch Th Co
               Tv Tv We ."""
    table = rules.table(make_player(board), make_player(), phase="constructing", builder=1).all_done()
    assert table.completed(0) is None
    table.play(0, "name wood")
    assert table.legal(0) == ["place wood r3c3"]
    table.next_round()
    assert table.completed(0) == 6


def test_g5_the_hammer_skips_finished_towns(rules: Rules) -> None:
    """G5; section 5: the owner of a complete town takes no more cubes and no more turns as Master Builder."""
    table = rules.table(
        make_player(),
        make_player(FULL, completed_round=3),
        make_player(),
        make_player(),
        phase="constructing",
        builder=0,
    ).all_done()
    asked = []
    for _ in range(4):
        asked.append(table.fact("builder"))
        table.play(asked[-1], "name wood")
        assert table.legal(1) == []
        table.next_round()
    assert asked == [2, 3, 0, 2]
    assert table.town(1) == ["cottage"] * 16


def test_the_last_player_goes_on_alone(rules: Rules) -> None:
    """Section 5: the only player left is Master Builder every round; every round counts; abilities are useless."""
    factory = make_player("Fc . . . . . . . . . . . . . . .", stored={0: ["wood"]})
    table = rules.table(factory, make_player(FULL, completed_round=3), phase="naming", builder=0)
    for turns in range(1, 4):
        table.play(0, "name wood")
        assert all(m.startswith("place wood") for m in table.legal(0))
        table.next_round()
        assert table.fact("builder") == 0
        assert table.player(0)["builder_turns"] == turns + 1


def test_g8_all_finish_in_the_same_round(rules: Rules) -> None:
    """G8; section 5: the game ends at once; the Starloom's owner is first."""
    star = make_player(" ".join(["SL"] + ["Co"] * 14 + ["."]))
    table = rules.table(star, make_player(ONE_LEFT), make_player(ONE_LEFT), phase="placing", named="wood", builder=1)
    table.all_place().all_done()
    assert table.fact("phase") == "over"
    assert table.to_move() is None
    assert [table.completed(player) for player in range(3)] == [5, 5, 5]
    assert [table.player(player)["score"] for player in range(3)] == [5, -1, -1]
    assert table.winners() == [0]


# Ties (6).


def finished(rules: Rules, *players: dict[str, object]) -> Table:
    return rules.open(
        position(*players, config={"monuments": True}, phase="over", round=20, builder="player_0", named=None)
    )


def tie(board: str, turns: int, monument: str | None = None) -> dict[str, object]:
    return make_player(board, builder_turns=turns, completed_round=9, monument=monument)


TIES = {
    "most points": ([("Co " * 16, 1), ("Sh " * 16, 9)], [1]),
    "a fewest turns": ([("Sh " * 16, 5), ("Sh " * 16, 4), ("Sh " * 16, 5)], [1]),
    "b fewest empty squares": ([("Sh " * 12 + "Co Co Co .", 4), ("Sh " * 11 + "Ch " * 5, 4)], [1]),
    "b counts left-over cubes": ([("Sh " * 12 + "Co Co Co W", 4), ("Sh " * 11 + "Ch " * 5, 4)], [1]),
    "b counts squares freed by the Cathedral": ([("Sh " * 4 + "CC " + ". " * 11, 4), ("Sh " * 11 + ". " * 5, 4)], [1]),
    "c most Cottages": ([("Sh " * 12 + "Co Co Ch Ch", 4), ("Sh " * 12 + "Co Co Co Ch", 4)], [1]),
    "d shared": ([*[("Sh " * 12 + "Co Co Co Ch", 4)] * 2, ("Sh " * 12 + "Co Ch Ch Ch", 4)], [0, 1]),
    "a before b": ([("Sh " * 14 + ". Sh", 3), ("Sh " * 13 + "Sh Co Co", 4)], [0]),
}  # fmt: skip


@pytest.mark.parametrize(("towns", "expected"), TIES.values(), ids=TIES)
def test_g10_ties(rules: Rules, towns: list[tuple[str, int]], expected: list[int]) -> None:
    """G10; section 6, ruling 1: Master Builder turns, empty squares, Cottages, shared victory."""
    table = finished(rules, *(tie(board, turns) for board, turns in towns))
    scores = [table.player(player).get("score", 0) for player in range(len(towns))]
    assert len(set(scores)) == 1 or scores == [0, 16]
    assert table.winners() == expected


def test_g10_barrett_castle_is_no_cottage_for_ties(rules: Rules) -> None:
    """Ruling 1: for (c) fed and unfed Cottages count alike and Barrett Castle does not count."""
    table = finished(rules, tie("Sh " * 13 + "Co Ch Ch", 4), tie("Sh " * 13 + "BC Ch Ch", 4))
    assert table.player(0)["score"] == table.player(1)["score"] == 13
    assert table.winners() == [0]


def test_g11_final_clearing(rules: Rules) -> None:
    """G11; section 6.1: all cubes leave except those on Warehouses."""
    board = "Wh Co . . . . . . . . . . . . . BM"
    (result,) = rules.score(position(make_player(board, stored={0: ["wood", "glass"], 1: ["brick"]})))
    assert result["by_card"] == {"cottage": 0, "statue_of_the_bondmaker": 0, "warehouse": -2}
    assert result["empty"] == -13
    (result,) = rules.score(position(make_player("Fc . . . . . . . . . . . . . . .", stored={0: ["wood"]})))
    assert (result["by_card"], result["empty"]) == ({"factory": 0}, -15)


# Banks (rulings 9, D9, D10).


def test_ruling_9_an_owner_of_five_banks_is_skipped(rules: Rules) -> None:
    """Ruling 9: skipped as Master Builder, but still places what others name."""
    table = rules.table(make_player(), banker(), make_player(), phase="constructing", builder=0).all_done()
    assert table.fact("builder") == 2
    table.play(2, "name wood")
    assert len(table.legal(1)) == 11


def test_ruling_9_the_last_in_the_game_with_five_banks(rules: Rules) -> None:
    """Ruling 9, D10: nobody else is in the game: the town is complete at once, in the round that has just ended."""
    table = rules.table(banker(), make_player(ONE_LEFT), phase="placing", named="wood", builder=1)
    table.all_place().all_done()
    assert table.fact("phase") == "over"
    assert [table.completed(player) for player in (0, 1)] == [5, 5]


def test_ruling_9_also_when_the_fifth_bank_comes_last(rules: Rules) -> None:
    """Ruling 9: the only player left builds the fifth Bank."""
    board = """Bk Bk H  H
               Bk B  G  W
               Bk .  .  .
               .  .  .  ."""
    marks = {s: [r] for s, r in zip((0, 1, 4, 8), ALL_RESOURCES, strict=False)}
    here = make_player(board, stored=marks)
    table = rules.table(here, make_player(FULL, completed_round=2), phase="constructing", builder=0)
    table.play(0, f"build bank r0c2 using {squares(2, 3, 5, 6, 7)}")
    assert table.legal(0) == ["mark stone"]
    table.play(0, "mark stone", "done")
    assert table.fact("phase") == "over"
    assert table.completed(0) == 5


def test_d9_nobody_else_may_name(rules: Rules) -> None:
    """D9: every other player has banked everything, so Fort Ironweed's owner becomes Master Builder as if last."""
    fort = make_player("FI . . . . . . . . . . . . . . .")
    table = rules.table(banker(), fort, banker(), phase="constructing", builder=0).all_done()
    assert table.fact("builder") == 1
    table.play(1, "name glass").next_round()
    assert table.fact("builder") == 1


def test_d9_all_have_banked_everything(rules: Rules) -> None:
    """D9, D10: all towns are complete at once, in the round that has just ended."""
    table = rules.table(banker(), banker(), make_player(FULL, completed_round=2), phase="constructing", builder=0)
    table.all_done()
    assert table.fact("phase") == "over"
    assert [table.completed(player) for player in range(3)] == [5, 5, 2]


def test_d9_the_fort_owner_has_banked_everything_too(rules: Rules) -> None:
    """D9: five Banks bar Fort Ironweed's owner as well."""
    cells = ["Bk"] * 5 + ["FI"] + ["."] * 10
    fort = make_player(" ".join(cells), stored=BANKS)
    table = rules.table(fort, make_player(ONE_LEFT), phase="placing", named="wood", builder=1)
    table.all_place().all_done()
    assert table.fact("phase") == "over"


def test_d12_a_sixth_bank(rules: Rules) -> None:
    """Bank, D12: no resource is left for a sixth one."""
    board = """Bk Bk H  H
               Bk B  G  W
               Bk Bk .  .
               .  .  .  ."""
    marks = {s: [r] for s, r in zip((0, 1, 4, 8, 9), ALL_RESOURCES, strict=True)}
    table = rules.table(make_player(board, stored=marks), make_player(), phase="constructing")
    assert not any("bank" in m for m in table.legal(0))
    assert [c["card"] for c in rules.constructions(position(make_player(board, stored=marks)))] == ["cottage"]


# Town Hall (8).


def hall(rules: Rules, *players: dict[str, object], round_number: int, named: str | None, **more: object) -> Table:
    return rules.table(
        *players, phase="placing", round_number=round_number, named=named, builder=None, town_hall=True, **more
    )  # type: ignore[arg-type]


def test_i4_town_hall_rhythm(rules: Rules) -> None:
    """I4; section 8: drawn, drawn, free, drawn, drawn, free; no naming; written from player_0 on."""
    deck = ["wood", "glass", "stone", "brick", "wheat"]
    table = hall(rules, make_player(), make_player(), round_number=1, named="wood", deck=deck)
    seen = []
    for _ in range(6):
        seen.append(table.legal(0)[0].split()[:2])
        assert table.to_move() == 0
        table.next_round()
    assert [words[0] for words in seen] == ["place", "place", "choose", "place", "place", "choose"]
    assert [words[1] for words in seen if words[0] == "place"] == ["wood", "glass", "stone", "brick"]


def test_i4_free_choice_and_place(rules: Rules) -> None:
    """Section 8: in the third round every player chooses one of the five and places it, each for itself."""
    table = hall(rules, make_player(), make_player(), round_number=3, named=None)
    assert table.legal(0) == table.legal(1) == [f"choose {r}" for r in sorted(ALL_RESOURCES)]
    table.play(0, "choose glass")
    assert table.legal(0) == [f"place glass {squares(s)}" for s in range(16)]
    table.play(0, "place glass r0c0")
    table.play(1, "choose wood", "place wood r3c3")
    assert (table.town(0)[0], table.town(1)[15]) == ("glass", "wood")
    assert table.fact("phase") == "constructing"


@pytest.mark.parametrize("third", [False, True])
def test_i5_factory_warehouse_and_bondmaker_in_town_hall(rules: Rules, third: bool) -> None:
    """I5; section 8: they work in the rounds with a drawn card, for everybody, not on free choices."""
    extra = 0 if third else 1
    resource = "wood"

    def legal(board: str, **more: object) -> list[str]:
        table = hall(
            rules,
            make_player(board, **more),
            make_player(),
            round_number=3 if third else 4,
            named=None if third else resource,
        )  # type: ignore[arg-type]
        if third:
            table.play(0, f"choose {resource}")
        return table.legal(0)

    rest = " . . . . . . . . . . . . . ."
    assert len(legal("Fc ." + rest, stored={0: ["wood"]})) == 15 * (5 if extra else 1)
    assert len(legal("Wh ." + rest, stored={0: ["glass"]})) == 15 + extra * 16
    assert len(legal("Co BM" + rest)) == 14 + extra


@pytest.mark.parametrize("third", [False, True])
def test_ruling_10_cavern_in_town_hall(rules: Rules, third: bool) -> None:
    """Ruling 10: the Cavern rule only in rounds with a drawn card."""
    number, named = (3, None) if third else (4, "wood")
    table = hall(rules, make_player(), make_player(), round_number=number, named=named, cavern=True)
    if third:
        table.play(0, "choose wood")
    assert ("set aside" in table.legal(0)) != third


def test_i5_banks_in_town_hall(rules: Rules) -> None:
    """Section 8: in third rounds the owner may not choose a resource on an own Bank; drawn ones are placed."""
    table = hall(rules, banker(2), make_player(), round_number=3, named=None)
    assert table.legal(0) == ["choose brick", "choose glass", "choose stone"]
    table = hall(rules, banker(2), make_player(), round_number=4, named="wood")
    assert len(table.legal(0)) == 11


def test_i5_fort_ironweed_in_town_hall(rules: Rules) -> None:
    """Section 8, ruling 10, D13: takes nothing in third rounds, but still constructs."""
    board = "FI W S . . . . . . . . . . . . ."
    table = hall(rules, make_player(board), make_player(), round_number=3, named=None)
    assert table.legal(0) == ["no cube"]
    table.play(0, "no cube").play(1, "choose wood", "place wood r0c0")
    assert "build well r0c1 using r0c1,r0c2" in table.legal(0)
    table = hall(rules, make_player(board), make_player(), round_number=4, named="wood")
    assert len(table.legal(0)) == 13


def test_i5_fort_ironweed_alone_in_town_hall(rules: Rules) -> None:
    """Section 8: unless the only player remaining."""
    board = "FI W S . . . . . . . . . . . . ."
    table = hall(rules, make_player(board), make_player(FULL, completed_round=2), round_number=3, named=None)
    assert len(table.legal(0)) == 5


def test_ruling_10_five_banks_in_town_hall(rules: Rules) -> None:
    """Ruling 10, D13: an owner of five Banks takes nothing in third rounds, also when alone; the game goes on."""
    for other in (make_player(), make_player(FULL, completed_round=2)):
        table = hall(rules, banker(), other, round_number=3, named=None)
        assert table.legal(0) == ["no cube"]
        table.play(0, "no cube").all_place().all_done()
        assert table.fact("phase") == "placing"
        assert table.completed(0) is None


def test_ruling_10_ties_in_town_hall(rules: Rules) -> None:
    """Ruling 10: tie-break (a) drops out: nobody is ever Master Builder."""
    table = hall(rules, make_player(ONE_LEFT), make_player(ONE_LEFT), round_number=4, named="wood")
    table.all_place().all_done()
    assert table.fact("phase") == "over"
    assert table.winners() == [0, 1]
    assert "builder_turns" not in table.player(0)


def test_d13_town_hall_is_not_for_one_player() -> None:
    """D13: not for 1 player."""
    with pytest.raises(ValueError, match="town_hall"):
        tiny_towns_v0.raw_env(num_players=1, town_hall=True)


# Solo (9).


def solo(rules: Rules, board: str = EMPTY, *, deck: list[str] | None = None, **more: object) -> Table:
    config = {key: bool(more.pop(key)) for key in ("cavern",) if key in more}
    here = make_player(board, **more)  # type: ignore[arg-type]
    return rules.table(here, phase="placing", deck=deck, round_number=1, builder=None, **config)


DECK = ["wood", "wood", "glass", "stone", "brick", "wheat", "wood", "wheat", "brick", "glass", "stone", "wheat"]
DECK += ["brick", "glass", "stone"]


def test_solo_display(rules: Rules) -> None:
    """Section 9, D14: choose one of the three shown; it goes under the pile, the top card replaces it."""
    table = solo(rules, deck=DECK)
    assert table.legal(0) == ["choose glass", "choose wood"]
    table.play(0, "choose glass", "place glass r0c0", "done")
    assert table.legal(0) == ["choose stone", "choose wood"]
    table.play(0, "choose wood", "place wood r0c1", "done")
    assert table.legal(0) == ["choose brick", "choose stone", "choose wood"]


def test_i2_when_a_used_card_returns(rules: Rules) -> None:
    """I2; section 9: the pile is never shuffled: the first card used is shown again for the choice of round 14."""
    deck = ["wood", "glass", "glass", "glass", *["stone"] * 3, *["brick"] * 3, *["wheat"] * 3, "wood", "wood"]
    table = solo(rules, "Co . . . . . . . . . . . . . . .", deck=deck)
    shown = []
    for number in range(1, 15):
        legal = table.legal(0)
        shown.append("choose wood" in legal)
        choice = "choose wood" if number == 1 else [m for m in legal if m != "choose glass"] or legal
        move = choice if isinstance(choice, str) else choice[0]
        table.play(0, move)
        table.play(0, table.legal(0)[0], "done")
    assert shown[0]
    # Cards 14 and 15 are wood too: they come up for rounds 12 and 13.
    assert shown[1:11] == [False] * 10
    assert shown[13]


def test_solo_abilities_work_on_the_chosen_card(rules: Rules) -> None:
    """Section 9: Factory, Warehouse and Statue of the Bondmaker apply to the resource chosen from the deck."""
    table = solo(rules, "Fc . . . . . . . . . . . . . . .", deck=DECK, stored={0: ["wood"]}).play(0, "choose wood")
    assert len(table.legal(0)) == 75
    table = solo(rules, "Wh . . . . . . . . . . . . . . .", deck=DECK).play(0, "choose wood")
    assert "place wood r0c0" in table.legal(0)
    table = solo(rules, "Co . . . . . . . . . . . . . . BM", deck=DECK).play(0, "choose wood")
    assert "place wood r0c0" in table.legal(0)


def test_ruling_16_cavern_in_solo(rules: Rules) -> None:
    """Ruling 16: default off; if on, any two chosen cubes may be set aside."""
    assert "set aside" not in solo(rules, deck=DECK).play(0, "choose wood").legal(0)
    table = solo(rules, deck=DECK, cavern=True)
    for number in range(3):
        table.play(0, table.legal(0)[0])
        assert ("set aside" in table.legal(0)) == (number < 2)
        table.play(0, "set aside" if number < 2 else table.legal(0)[0], "done")


def test_solo_ends_when_the_town_is_complete(rules: Rules) -> None:
    """Section 9: the game ends when the town is complete; nobody is Master Builder."""
    table = solo(rules, ONE_LEFT, deck=DECK).play(0, "choose wood", "place wood r3c3", "done")
    assert table.fact("phase") == "over"
    assert (table.completed(0), table.winners(), table.player(0)["score"]) == (1, [0], -1)


def test_d14_two_equal_cards_of_the_display(rules: Rules) -> None:
    """D14: which of two equal shown cards is taken is not said; the same cards stay either way."""
    table = solo(rules, deck=DECK).play(0, "choose wood", "place wood r0c0", "done")
    assert table.legal(0) == ["choose glass", "choose stone", "choose wood"]
    table.play(0, "choose wood", "place wood r0c1", "done")
    assert table.legal(0) == ["choose brick", "choose glass", "choose stone"]


def test_d1_a_decision_with_one_answer_is_asked(rules: Rules) -> None:
    """D1: a decision is asked also when only one answer is allowed."""
    table = rules.table(banker(4), make_player(), phase="naming", builder=0)
    assert table.legal(0) == ["name stone"]
    table = rules.table(make_player(ONE_LEFT), make_player(), phase="placing", named="wood", builder=1)
    assert table.legal(0) == ["place wood r3c3"]
    table.play(1, "place wood r0c0").play(0, "place wood r3c3")
    assert table.legal(0) == ["done"]


def test_solo_watch_has_no_neighbours(rules: Rules) -> None:
    """Ruling 6c, section 9: Opaleye's Watch, forced into a solo game, has nobody to answer."""
    table = solo(rules, "OW . . . . . . . W S . . . . . .", deck=DECK, reserved=["well"])
    table.play(0, "choose wood", "place wood r0c1", "build well r2c0 using r2c0,r2c1", "done")
    assert table.fact("phase") == "placing"
    assert table.player(0)["reserved"] == ["well"]


def test_ruling_2_feast_hall_in_solo(rules: Rules) -> None:
    """Ruling 2: forced into a solo game the neighbour counts 0, so 3 each."""
    (result,) = rules.score(position(make_player("Fh Fh . . . . . . . . . . . . . .")))
    assert result["by_card"] == {"feast_hall": 6}
