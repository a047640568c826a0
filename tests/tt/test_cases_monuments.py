"""Cases F1 to F14 and every monument (rules/tiny_towns_base.md 4, 10, 11, rulings 6 to 8, 15, 17, D3 to D8)."""

from __future__ import annotations

import pytest

from tests.oracle.cards import ALL_RESOURCES, BASE_MONUMENTS
from tests.oracle.layouts import everywhere, square_name
from tests.tt.scenario import EMPTY, MARKS, Rules, Table, final, make_player, position, row_of, squares


def build_move(card: str, on: int) -> str:
    """Building a card in one orientation that lies on ``on``."""
    used = sorted(next(way for way in everywhere(card) if on in way))
    return f"build {card} {square_name(on)} using {squares(*used)}"


def pattern(card: str, on: int, **others: str) -> str:
    """A board with the cubes for ``build_move(card, on)``; other marks by square: ``s15="Co"``."""
    cells = ["."] * 16
    letters = {"wood": "W", "wheat": "H", "brick": "B", "glass": "G", "stone": "S"}
    for square, resource in next(way for way in everywhere(card) if on in way).items():
        cells[square] = letters[resource]
    for square, mark in others.items():
        assert cells[int(square[1:])] == "."
        cells[int(square[1:])] = mark
    return " ".join(cells)


# Every monument can be built by its holder, once, and nobody else.


@pytest.mark.parametrize("monument", sorted(BASE_MONUMENTS))
def test_a_monument_is_built_once_by_its_holder(rules: Rules, monument: str) -> None:
    """Section 4: a monument can be built once, only by its holder, in any round."""
    board = pattern(monument, next(iter(everywhere(monument)[0])))
    move = build_move(monument, next(iter(everywhere(monument)[0])))
    other = next(m for m in BASE_MONUMENTS if m != monument)
    table = rules.table(make_player(board, monument=monument), make_player(board, monument=other), phase="constructing")
    assert move in table.legal(0)
    assert move not in table.legal(1)
    table.play(0, move)
    assert table.player(0)["monument_built"]
    while "done" not in table.legal(0):
        table.play(0, table.legal(0)[0])
    assert not any(monument in text for text in table.legal(0))


@pytest.mark.parametrize("monument", sorted(set(BASE_MONUMENTS) - {"shrine_of_the_elder_tree"}))
def test_a_second_copy_of_a_monument_cannot_be_built(rules: Rules, monument: str) -> None:
    """Section 4: a monument can be built once, also where its layout lies there again."""
    way = next(way for way in everywhere(monument) if 15 not in way)
    board = pattern(monument, next(iter(way)), s15=next(m for m, card in MARKS.items() if card == monument))
    assert not any(f["card"] == monument for f in rules.constructions(position(make_player(board))))


@pytest.mark.parametrize("monument", sorted(BASE_MONUMENTS))
def test_an_unbuilt_monument_is_worth_nothing(rules: Rules, monument: str) -> None:
    """Section 4: not built: no points and no penalty, and no effect."""
    result = final(rules, "Co . . . . . . . . . . . . . . .", monument=monument)
    assert result["by_card"] == {"cottage": 0}
    assert result["total"] == -15


# Architect's Guild.

GUILD_TOWN = pattern("architects_guild", 0, s3="We", s7="We", s15="Fa")
GUILD_MOVE = build_move("architects_guild", 0)


def guild(rules: Rules, board: str = GUILD_TOWN, *, cards: tuple[str, ...] = (), **more: object) -> Table:
    here = make_player(board, monument="architects_guild", **more)  # type: ignore[arg-type]
    return rules.table(here, make_player(), cards=cards, phase="constructing").play(0, GUILD_MOVE)


def test_f1_guild_exchanges(rules: Rules) -> None:
    """F1; ruling 7, D7: 0 to 2 exchanges of two different squares, each to another type, no monument: 127 outcomes."""
    table = guild(rules)
    first = [move for move in table.legal(0) if move != "exchange none"]
    assert len(first) == 3 * 6
    assert not any(move.split()[1] == "r0c0" or move.split()[2] == "architects_guild" for move in first)
    assert "exchange r0c3 well" not in first
    assert {move.split()[1] for move in first} == {"r0c3", "r1c3", "r3c3"}
    outcomes = {tuple(table.town(0))}
    for one in first:
        after = guild(rules).play(0, one)
        if "mark" in after.legal(0)[0]:
            after.play(0, "mark wood")
        outcomes.add(tuple(after.town(0)))
        second = [move for move in after.legal(0) if move != "exchange none"]
        assert "exchange none" in after.legal(0)
        assert len(second) == 2 * 6
        assert not any(move.split()[1] == one.split()[1] for move in second)
        for two in second:
            town = after.town(0)
            square, card = two.split()[1:]
            town[4 * int(square[1]) + int(square[3])] = card
            outcomes.add(tuple(town))
    assert len(outcomes) == 127


def test_f1_two_equal_exchanges(rules: Rules) -> None:
    """Section 11: new buildings of equal or different types."""
    table = guild(rules).play(0, "exchange r0c3 tavern", "exchange r1c3 tavern")
    assert [table.town(0)[s] for s in (0, 3, 7, 15)] == ["architects_guild", "tavern", "tavern", "farm"]
    assert "done" in table.legal(0)


def test_f1_only_at_once(rules: Rules) -> None:
    """Section 11: optional, but only at the moment of construction."""
    table = guild(rules).play(0, "exchange none")
    assert table.legal(0) == ["done"]
    table = guild(rules).play(0, "exchange r0c3 tavern", "exchange none")
    assert table.legal(0) == ["done"]


def test_f1_guild_with_nothing_to_exchange(rules: Rules) -> None:
    """D1, D7: a refusal is never asked alone; the second exchange is not asked when nothing is left."""
    assert guild(rules, pattern("architects_guild", 0)).legal(0) == ["done"]
    table = guild(rules, pattern("architects_guild", 0, s15="Fa"))
    assert len(table.legal(0)) == 7
    assert table.play(0, "exchange r3c3 chapel").legal(0) == ["done"]


def test_f1_exchanged_factory_gets_its_cube(rules: Rules) -> None:
    """Ruling 8, D7: an exchange is construction; one exchange is fully resolved after the other."""
    table = guild(rules).play(0, "exchange r0c3 factory")
    assert table.legal(0) == [f"mark {r}" for r in sorted(ALL_RESOURCES)]
    table.play(0, "mark glass")
    assert table.stored(0) == {"r0c3": ["glass"]}
    assert "exchange none" in table.legal(0)


def test_f1_cubes_on_exchanged_buildings_are_lost(rules: Rules) -> None:
    """Ruling 7: cubes on exchanged buildings are discarded; an exchanged Bank no longer bars its resource."""
    board = pattern("architects_guild", 0, s3="Bk", s7="Bk")
    table = guild(rules, board, stored={3: ["wood"], 7: ["glass"]})
    table.play(0, "exchange r0c3 cottage", "exchange none")
    assert table.stored(0) == {"r1c3": ["glass"]}
    bank = rules.table(
        make_player(board, monument="architects_guild", stored={3: ["wood"], 7: ["glass"]}), make_player(),
        phase="constructing", builder=1,
    )  # fmt: skip
    bank.play(0, GUILD_MOVE, "exchange r0c3 cottage", "exchange none").all_done()
    assert bank.legal(0) == ["name brick", "name stone", "name wheat", "name wood"]


def test_f1_cubes_on_an_exchanged_warehouse_and_cottage_are_lost(rules: Rules) -> None:
    """Ruling 7; Warehouse: lost with its cubes if replaced by Architect's Guild."""
    board = pattern("architects_guild", 0, s3="Wh")
    table = guild(rules, board, stored={3: ["wood", "glass", "glass"]}).play(0, "exchange r0c3 well")
    assert table.stored(0) == {}


def test_f1_a_bank_needs_a_free_resource(rules: Rules) -> None:
    """D12: a sixth Bank cannot be exchanged in; for another Bank's square it stays another type."""
    board = pattern("architects_guild", 0, s3="Bk", s7="Bk", s11="Bk", s14="Bk", s15="Bk", s12="Co")
    marks = {s: [r] for s, r in zip((3, 7, 11, 14, 15), ALL_RESOURCES, strict=True)}
    table = guild(rules, board, stored=marks)
    assert not any(move.endswith(" bank") for move in table.legal(0))
    table.play(0, "exchange r0c3 well")
    assert "exchange r3c0 bank" in table.legal(0)
    table.play(0, "exchange r3c0 bank")
    assert table.legal(0) == ["mark wood"]


# Archive, Cathedral, Mandras, Silva, Sky Baths, Mausoleum, Barrett.


def test_f2_archive(rules: Rules) -> None:
    """F2: 1 per different non-monument type present; the place does not matter."""
    board = """AR .  .  Co
               .  .  .  Co
               We .  .  .
               .  .  Fa ."""
    result = final(rules, board)
    assert result["by_card"]["archive_of_the_second_age"] == 3
    assert result["total"] == -2


def test_archive_of_all_seven(rules: Rules) -> None:
    """Archive: 0 to 7; the monument itself is none of them."""
    assert final(rules, "AR Co Fa We Ch Tv Th Fc . . . . . . . .")["by_card"]["archive_of_the_second_age"] == 7
    assert final(rules, "AR . . . . . . . . . . . . . . .")["by_card"]["archive_of_the_second_age"] == 0


def test_barrett_castle(rules: Rules) -> None:
    """Barrett Castle: 5 if fed, otherwise 0; it does not score the Cottage's own 3."""
    assert final(rules, "BC Gr . . . . . . . . . . . . . .")["by_card"]["barrett_castle"] == 5
    assert final(rules, "BC . . . . . . . . . . . . . . .")["by_card"]["barrett_castle"] == 0


def test_f4_cathedral_of_caterina(rules: Rules) -> None:
    """F4: 2, and no loss for own empty squares; other players still lose theirs."""
    results = rules.score(position(make_player("CC . . . . . . . . . . . . . . ."), make_player()))
    assert [(r["total"], r["empty"]) for r in results] == [(2, 0), (-16, -16)]


def test_cathedral_does_not_cancel_the_warehouse(rules: Rules) -> None:
    """Cathedral of Caterina: only empty squares."""
    assert final(rules, "CC Wh . . . . . . . . . . . . . .", stored={1: ["wood"]})["total"] == 1


def test_mausoleum(rules: Rules) -> None:
    """Grand Mausoleum: unfed Cottages are worth 3 too, counted with the Cottages."""
    result = final(rules, "MM Co Co Gr . . . . . . . . . . Co .")
    assert result["by_card"] == {"cottage": 9, "granary": 0, "grand_mausoleum_of_the_rodina": 0}
    assert result["fed"] == ["r0c2"]


def test_f7_mandras_palace(rules: Rules) -> None:
    """F7: 2 per different type on the edge neighbours."""
    board = """.  Co .  .
               Co MP We .
               .  In .  .
               .  .  .  ."""
    result = final(rules, board)
    assert result["by_card"]["mandras_palace"] == 6
    assert result["total"] == -2
    assert final(rules, "Co . . . . MP . . . . Fa . . . . .")["by_card"]["mandras_palace"] == 0


def test_f12_silva_forum(rules: Rules) -> None:
    """F12: 1 plus the largest group of one type; the Forum need not touch it."""
    board = """Co Co Co .
               .  SF .  .
               Co .  .  .
               Co .  .  In"""
    assert final(rules, board)["by_card"]["silva_forum"] == 4


def test_silva_forum_alone_and_diagonals(rules: Rules) -> None:
    """Ruling 17: alone it is worth 2; connected means adjacent squares."""
    assert final(rules, "SF . . . . . . . . . . . . . . .")["by_card"]["silva_forum"] == 2
    assert final(rules, "SF . . . . Co . . . . Co . . . . Co")["by_card"]["silva_forum"] == 2
    assert final(rules, "SF . . . . Co We . . We Co . . . . .")["by_card"]["silva_forum"] == 2


def test_f13_sky_baths(rules: Rules) -> None:
    """F13; ruling 17: 2 per missing one of the 7 non-monument types."""
    board = "SB . . . . Co . . . We . . . . . ."
    assert final(rules, board)["by_card"] == {"cottage": 0, "the_sky_baths": 10, "well": 1}
    assert final(rules, "SB . . . . . . . . . . . . . . .")["by_card"]["the_sky_baths"] == 14
    assert final(rules, "SB Co Fa We Ch Tv Th Fc . . . . . . . .")["by_card"]["the_sky_baths"] == 0


@pytest.mark.parametrize(("mark", "worth"), [("AG", 1), ("FI", 7), ("GU", 3), ("OB", 0), ("OW", 0), ("BM", 0)])
def test_monuments_with_a_fixed_value(rules: Rules, mark: str, worth: int) -> None:
    """Section 10: Guild 1, Fort 7, Grove 3, Obelisk, Watch and Bondmaker 0."""
    assert list(final(rules, f"{mark} . . . . . . . . . . . . . . .")["by_card"].values()) == [worth]


# Fort Ironweed.


def test_f5_fort_ironweed_hands_the_hammer_on(rules: Rules) -> None:
    """F5; section 3.4: the owner is ignored, but still places what others name."""
    fort = make_player("FI . . . . . . . . . . . . . . .")
    table = rules.table(make_player(), fort, make_player(), phase="constructing", builder=0).all_done()
    assert table.fact("builder") == 2
    table.play(2, "name glass")
    assert len(table.legal(1)) == 15
    table.next_round()
    assert table.fact("builder") == 0


def test_f5_fort_ironweed_as_the_last_one(rules: Rules) -> None:
    """F5; section 5: the last player left is Master Builder every round, the Fort's owner too."""
    done = make_player(" ".join(["Co"] * 16), completed_round=3)
    fort = make_player("FI . . . . . . . . . . . . . . .")
    table = rules.table(done, fort, make_player(" ".join(["Co"] * 15 + ["."])), phase="naming", builder=2)
    table.play(2, "name glass").all_place().all_done()
    assert table.completed(2) == 5
    assert table.fact("builder") == 1
    table.play(1, "name glass").next_round()
    assert table.fact("builder") == 1
    assert table.player(1)["builder_turns"] == 2


def test_f5_fort_built_by_the_master_builder(rules: Rules) -> None:
    """Ruling 18: built by the current Master Builder it takes effect from the next passing on."""
    here = make_player(pattern("fort_ironweed", 0), monument="fort_ironweed", builder_turns=2)
    table = rules.table(here, make_player(), phase="constructing", builder=0)
    table.play(0, build_move("fort_ironweed", 0)).all_done()
    assert table.player(0)["builder_turns"] == 2
    assert table.fact("builder") == 1
    table.play(1, "name wood").next_round()
    assert table.fact("builder") == 1


# Grove University.


def test_f6_grove_university(rules: Rules) -> None:
    """F6; ruling 7: one of the seven cards on any empty square, without refusing; 12 squares, 84 options."""
    board = """.  B  .  .
               S  G  S  .
               Tv Tv Co .
               .  .  .  ."""
    here = make_player(board, monument="grove_university")
    move = f"build grove_university r0c1 using {squares(1, 4, 5, 6)}"
    table = rules.table(here, make_player(), phase="constructing").play(0, move)
    assert len(table.legal(0)) == 84
    places = (0, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15)
    assert {m.split()[2] for m in table.legal(0)} == {square_name(s) for s in places}
    assert {m.split()[0] for m in table.legal(0)} == {"put"}
    table.play(0, "put chapel r1c0")
    assert table.town(0)[4] == "chapel"
    assert "done" in table.legal(0)


def test_f6_is_compulsory_whatever_the_watch_may_do(rules: Rules) -> None:
    """Ruling 7: the switch for Opaleye's Watch is none for Grove University."""
    here = make_player(pattern("grove_university", 0), monument="grove_university")
    table = rules.table(here, make_player(), phase="constructing", opaleye_optional=True)
    table.play(0, build_move("grove_university", 0))
    assert {m.split()[1] for m in table.legal(0)} == set(row_of().values())


def test_f6_a_free_factory_gets_its_cube(rules: Rules) -> None:
    """Ruling 8: when-constructed effects of buildings placed by effect do happen."""
    here = make_player(pattern("grove_university", 0), monument="grove_university")
    table = rules.table(here, make_player(), phase="constructing").play(0, build_move("grove_university", 0))
    table.play(0, "put factory r3c3")
    assert table.legal(0) == [f"mark {r}" for r in sorted(ALL_RESOURCES)]
    table.play(0, "mark stone")
    assert table.stored(0) == {"r3c3": ["stone"]}
    assert "done" in table.legal(0)


def test_f6_a_free_bank_needs_a_free_resource(rules: Rules) -> None:
    """D12: a sixth Bank cannot be put; with four, the fifth takes what is left."""
    for count in (4, 5):
        banks = dict(zip((3, 7, 11, 14, 15)[:count], ALL_RESOURCES, strict=False))
        board = pattern("grove_university", 0, **{f"s{s}": "Bk" for s in banks})
        here = make_player(board, monument="grove_university", stored={s: [r] for s, r in banks.items()})
        table = rules.table(here, make_player(), phase="constructing").play(0, build_move("grove_university", 0))
        can = [move for move in table.legal(0) if move.startswith("put bank")]
        assert bool(can) == (count == 4)
        if can:
            assert table.play(0, can[0]).legal(0) == ["mark stone"]


def test_d8_grove_university_without_an_empty_square(rules: Rules) -> None:
    """D8: built with three Trading Posts in a full town it clears no square; then there is no free building."""
    board = """Co B  Co Co
               Tp Tp Tp Co
               Co Co Co Co
               Co Co Co Co"""
    here = make_player(board, monument="grove_university")
    table = rules.table(here, make_player(), phase="constructing")
    table.play(0, f"build grove_university r0c1 using {squares(1, 4, 5, 6)}")
    assert table.legal(0) == ["done"]


# Obelisk of the Crescent.


def test_obelisk_does_not_help_itself_but_all_that_follows(rules: Rules) -> None:
    """Section 4.4 and the card: every building constructed afterwards; layout squares remain allowed."""
    board = pattern("obelisk_of_the_crescent", 0, s14="W", s15="S")
    here = make_player(board, monument="obelisk_of_the_crescent")
    table = rules.table(here, make_player(), phase="constructing")
    mine = [m.split() for m in table.legal(0) if "obelisk" in m]
    assert len(mine) == 4
    assert all(target in used.split(",") for _, _, target, _, used in mine)
    table.play(0, build_move("obelisk_of_the_crescent", 0))
    wells = [m.split()[2] for m in table.legal(0) if m.startswith("build well")]
    assert len(wells) == 15


# Opaleye's Watch.

WATCH = build_move("opaleyes_watch", 0)


def test_watch_takes_three_different_types(rules: Rules) -> None:
    """Card: 3 buildings of 3 different types in play, no monument, set aside when constructed."""
    here = make_player(pattern("opaleyes_watch", 0), monument="opaleyes_watch")
    table = rules.table(here, make_player(), phase="constructing").play(0, WATCH)
    assert len(table.legal(0)) == 7
    table.play(0, "reserve well", "reserve cottage")
    assert len(table.legal(0)) == 5
    assert "reserve well" not in table.legal(0)
    table.play(0, "reserve factory")
    assert sorted(table.player(0)["reserved"]) == ["cottage", "factory", "well"]
    assert "done" in table.legal(0)


def watching(
    rules: Rules,
    *builders: str,
    reserved: tuple[str, ...] = ("well", "tavern", "farm"),
    board: str = "OW . . . . . . . . . . . . . . .",
    cards: tuple[str, ...] = (),
    **more: object,
) -> Table:
    """Player 0 owns the Watch; the other players have these boards and stand in the construct step."""
    config = {key: bool(more.pop(key)) for key in ("opaleye_optional",) if key in more}
    here = make_player(board, reserved=list(reserved), watch_round=2, **more)  # type: ignore[arg-type]
    others = [make_player(other) for other in builders]
    return rules.table(here, *others, cards=cards, phase="constructing", **config)


WELL = "W S . . . . . . . . . . . . . ."
BUILD_WELL = "build well r0c0 using r0c0,r0c1"


def test_f9_watch_with_two_players(rules: Rules) -> None:
    """F9; rulings 6c, 6d: one opponent is both neighbours; one construction, one trigger; the owner chooses where."""
    table = watching(rules, WELL)
    table.play(1, BUILD_WELL, "done")
    assert table.legal(0) == ["done"]
    table.play(0, "done")
    assert table.to_move() == 0
    assert table.legal(0) == [f"put well {square_name(s)}" for s in range(1, 16)]
    table.play(0, "put well r2c2")
    assert table.town(0)[10] == "well"
    assert sorted(table.player(0)["reserved"]) == ["farm", "tavern"]
    assert table.legal(0) == ["done"]
    table.play(0, "done")
    assert table.fact("phase") == "naming"


def test_watch_is_triggered_by_neighbours_only(rules: Rules) -> None:
    """Ruling 6c: the players left and right; not one across the table, not the owner."""
    table = watching(rules, EMPTY, WELL, EMPTY).play(2, BUILD_WELL).all_done()
    assert table.fact("phase") == "naming"
    for player in (1, 3):
        boards = [WELL if k == player else EMPTY for k in (1, 2, 3)]
        table = watching(rules, *boards).play(player, BUILD_WELL).all_done()
        assert "put well r0c1" in table.legal(0)
    table = watching(rules, EMPTY, board="OW . . . . . . . . . W S . . . .")
    table.play(0, f"build well r2c2 using {squares(10, 11)}").all_done()
    assert table.fact("phase") == "naming"


def test_watch_releases_one_building_of_a_type(rules: Rules) -> None:
    """Card: two constructions of the same type in one round release only one building; each can be gained once."""
    table = watching(rules, "W S . . W S . . . . . . . . . .", WELL)
    table.play(1, BUILD_WELL, "build well r1c0 using r1c0,r1c1", "done").play(2, BUILD_WELL, "done").play(0, "done")
    table.play(0, "put well r0c1")
    assert table.legal(0) == ["done"]
    table.play(0, "done").play(1, "name glass").all_place()
    assert table.fact("phase") == "constructing"


def test_watch_types_that_are_not_on_the_card(rules: Rules) -> None:
    """Card: only a type still on the card."""
    table = watching(rules, WELL, reserved=("tavern", "farm")).play(1, BUILD_WELL).all_done()
    assert table.fact("phase") == "naming"


def test_watch_order_is_the_owners(rules: Rules) -> None:
    """Ruling 6d: with several buildings the owner chooses the order."""
    table = watching(rules, "W S . . B B G . . . . . . . . .")
    table.play(1, BUILD_WELL, f"build tavern r1c0 using {squares(4, 5, 6)}", "done").play(0, "done")
    assert {move.split()[1] for move in table.legal(0)} == {"tavern", "well"}
    table.play(0, "put tavern r3c3")
    assert {move.split()[1] for move in table.legal(0)} == {"well"}
    assert len(table.legal(0)) == 14
    table.play(0, "put well r3c2")
    assert table.legal(0) == ["done"]


def test_watch_is_compulsory_by_default(rules: Rules) -> None:
    """Ruling 6a: no refusal; with the switch ``put none`` is offered and keeps the building on the card."""
    table = watching(rules, WELL).play(1, BUILD_WELL).all_done()
    assert "put none" not in table.legal(0)
    table = watching(rules, WELL, opaleye_optional=True).play(1, BUILD_WELL).all_done()
    assert "put none" in table.legal(0)
    table.play(0, "put none")
    assert table.fact("phase") == "naming"
    assert "well" in table.player(0)["reserved"]


def test_a_trigger_is_spent_with_its_round(rules: Rules) -> None:
    """Ruling 6, D5: what was refused or had no place stays on the card until a neighbour constructs it again."""
    table = watching(rules, WELL, opaleye_optional=True).play(1, BUILD_WELL).all_done()
    table.play(0, "put none").play(1, "name glass").next_round()
    assert table.fact("phase") == "naming"
    assert "well" in table.player(0)["reserved"]


def test_watch_optional_after_a_first_answer(rules: Rules) -> None:
    """Ruling 6a, D6: refusing the rest still leaves the construct step that follows an answer."""
    table = watching(rules, "W S . . B B G . . . . . . . . .", opaleye_optional=True)
    table.play(1, BUILD_WELL, f"build tavern r1c0 using {squares(4, 5, 6)}", "done").play(0, "done")
    table.play(0, "put tavern r3c3", "put none")
    assert table.legal(0) == ["done"]
    assert sorted(table.player(0)["reserved"]) == ["farm", "well"]


def test_d4_the_round_of_the_watch_itself(rules: Rules) -> None:
    """D4: neighbours' constructions in the step in which the Watch is built do not trigger it; later ones do."""
    here = make_player(pattern("opaleyes_watch", 0), monument="opaleyes_watch")
    table = rules.table(here, make_player("W S . . W S . . . . . . . . . ."), phase="constructing", builder=0)
    table.play(0, WATCH, "reserve well", "reserve tavern", "reserve farm", "done").play(1, BUILD_WELL, "done")
    assert table.fact("phase") == "naming"
    table.play(1, "name glass").all_place()
    table.play(1, "build well r1c0 using r1c0,r1c1").all_done()
    assert "put well r2c3" in table.legal(0)


def test_d5_no_empty_square(rules: Rules) -> None:
    """Ruling 6b, D5: without an empty square nothing happens and the building stays on the card."""
    full = "OW " + " ".join(["Co"] * 15)
    table = watching(rules, WELL, board=full).play(1, BUILD_WELL).all_done()
    assert table.fact("phase") == "naming"
    assert table.completed(0) == 5
    assert "well" in table.player(0)["reserved"]


def test_d5_fewer_squares_than_buildings(rules: Rules) -> None:
    """D5: with fewer squares than buildings the owner chooses which; the other trigger is spent."""
    board = "OW " + " ".join(["Co"] * 14) + " ."
    table = watching(rules, "W S . . B B G . . . . . . . . .", board=board)
    table.play(1, BUILD_WELL, f"build tavern r1c0 using {squares(4, 5, 6)}", "done").play(0, "done")
    assert table.legal(0) == ["put tavern r3c3", "put well r3c3"]
    table.play(0, "put well r3c3")
    assert table.legal(0) == ["done"]
    table.play(0, "done")
    assert table.completed(0) == 5
    assert sorted(table.player(0)["reserved"]) == ["farm", "tavern"]


BANKER = """H H . .
            W G B .
            . . . .
            . . . ."""


def test_d5_d12_a_bank_without_a_resource(rules: Rules) -> None:
    """D5, D12: a Bank with all five resources banked stays on the card."""
    for count in (4, 5):
        cells = ["OW"] + ["Bk"] * count + ["."] * (15 - count)
        marks = {k + 1: [r] for k, r in enumerate(ALL_RESOURCES[:count])}
        table = watching(rules, BANKER, reserved=("bank", "farm"), board=" ".join(cells), stored=marks)
        table.play(1, f"build bank r0c0 using {squares(0, 1, 4, 5, 6)}", "mark wood").all_done()
        assert (table.fact("phase") == "naming") == (count == 5)
        if count == 4:
            table.play(0, "put bank r3c3")
            assert table.legal(0) == ["mark stone"]
            assert table.play(0, "mark stone").legal(0) == ["done"]


def test_d6_going_on_after_an_answer(rules: Rules) -> None:
    """Ruling 6e, D6: any construction that is possible, also one that was before; done closes it."""
    table = watching(rules, WELL, board="OW . . . . . . . B B G . . . . .").play(1, BUILD_WELL).all_done()
    table.play(0, "put well r0c1")
    tavern = f"build tavern r2c0 using {squares(8, 9, 10)}"
    assert tavern in table.legal(0)
    table.play(0, tavern, "done")
    assert table.fact("phase") == "naming"
    assert table.town(0)[8] == "tavern"


def test_d6_a_new_trading_post_is_used_at_once(rules: Rules) -> None:
    """Ruling 6e: the owner may construct what has become possible through the answer."""
    post = "S W . . S W B . . . . . . . . ."
    board = "OW W . . . . . . . . . . . . . ."
    table = watching(rules, post, reserved=("trading_post",), board=board, cards=("trading_post",))
    table.play(1, f"build trading_post r0c0 using {squares(0, 1, 4, 5, 6)}").all_done()
    table.play(0, "put trading_post r0c2")
    assert "build well r0c1 using r0c1,r0c2" in table.legal(0)


def test_ruling_8_free_buildings_trigger_the_watch(rules: Rules) -> None:
    """Ruling 8: placed by effect is constructed, as a trigger for a neighbour's Watch too."""
    here = make_player("OW . . . . . . . . . . . . . . .", reserved=["well", "tavern"], watch_round=2)
    grove = make_player(pattern("grove_university", 0), monument="grove_university")
    table = rules.table(here, grove, phase="constructing")
    table.play(1, build_move("grove_university", 0), "put well r3c3").all_done()
    assert "put well r0c1" in table.legal(0)
    exchanger = make_player(pattern("architects_guild", 0, s15="Fa"), monument="architects_guild")
    table = rules.table(here, exchanger, phase="constructing")
    table.play(1, GUILD_MOVE, "exchange r3c3 tavern").all_done()
    assert "put tavern r0c1" in table.legal(0)


def test_d12_a_bank_may_be_reserved(rules: Rules) -> None:
    """Card: any of the types in play may be set aside, a Bank too: what it needs is asked when it is put (D12)."""
    here = make_player(pattern("opaleyes_watch", 0, s15="Bk"), monument="opaleyes_watch", stored={15: ["wood"]})
    table = rules.table(here, make_player(), phase="constructing").play(0, WATCH)
    assert "reserve bank" in table.legal(0)


def test_watch_answers_before_completion(rules: Rules) -> None:
    """Ruling 6d: after all constructions are revealed, before completion is checked."""
    board = "OW " + " ".join(["Co"] * 14) + " ."
    table = watching(rules, WELL, board=board).play(1, BUILD_WELL).all_done()
    table.play(0, "put well r3c3", "done")
    assert table.completed(0) == 5


def test_watch_factory_gets_its_cube_before_the_next_answer(rules: Rules) -> None:
    """Ruling 8 and the order of moves: what a move brings with it comes before anything else."""
    both = "W S . . W . . . B S S B . . . ."
    table = watching(rules, both, reserved=("well", "factory"))
    factory = f"build factory r1c0 using {squares(4, 8, 9, 10, 11)}"
    table.play(1, factory, "mark wood", BUILD_WELL, "done").play(0, "done")
    table.play(0, "put factory r0c1")
    assert len(table.legal(0)) == 5
    table.play(0, "mark glass")
    assert {m.split()[1] for m in table.legal(0)} == {"well"}
    assert table.stored(0) == {"r0c1": ["glass"]}


# Shrine of the Elder Tree.


@pytest.mark.parametrize(("buildings", "worth"), list(enumerate([1, 2, 3, 4, 5, 8, 8], 1)))
def test_f11_shrine_counts_itself(rules: Rules, buildings: int, worth: int) -> None:
    """F11: by the number of buildings when constructed, itself included; sixth or later 8."""
    others = {f"s{s}": "Co" for s in (3, 7, 11, 12, 13, 14)[: buildings - 1]}
    here = make_player(pattern("shrine_of_the_elder_tree", 0, **others), monument="shrine_of_the_elder_tree")
    table = rules.table(here, make_player(), phase="constructing").play(0, build_move("shrine_of_the_elder_tree", 0))
    player = table.player(0)
    assert player["monument_info"] == {"buildings_when_constructed": buildings}
    board = position(player, make_player())
    assert rules.score(board)[0]["by_card"]["shrine_of_the_elder_tree"] == worth


def test_f11_shrine_is_fixed_at_construction(rules: Rules) -> None:
    """F11: what follows does not change it."""
    board = "We We SE " + " ".join(["Co"] * 8) + " . . . . ."
    result = final(rules, board, monument_info={"buildings_when_constructed": 3})
    assert result["by_card"]["shrine_of_the_elder_tree"] == 3


# The Starloom.


@pytest.mark.parametrize(
    ("owner", "others", "worth"),
    [(5, (8, 8), 6), (8, (5, 8), 3), (8, (5, 5), 2), (8, (8, 8), 6), (9, (5, 5, 6), 0), (9, (5, 6, 9), 2)],
)
def test_f14_starloom(rules: Rules, owner: int, others: tuple[int, ...], worth: int) -> None:
    """F14; ruling 15: 6, 3, 2, 0 by place; those of the same round share it, the next is counted past all."""
    players = [make_player("SL . . . . . . . . . . . . . . .", completed_round=owner)]
    players += [make_player(completed_round=done) for done in others]
    assert rules.score(position(*players))[0]["by_card"]["the_starloom"] == worth


def test_starloom_solo(rules: Rules) -> None:
    """Card: solo, always 1st."""
    assert final(rules, "SL . . . . . . . . . . . . . . .", completed_round=20)["by_card"]["the_starloom"] == 6


# Statue of the Bondmaker.

BONDMAKER = "Co Co . . . . . . . . . . . . . BM"


def bondmaker(rules: Rules, *, own: bool = False, board: str = BONDMAKER, **more: object) -> Table:
    here = make_player(board, **more)  # type: ignore[arg-type]
    return rules.table(here, make_player(), phase="placing", named="wood", builder=0 if own else 1)


def test_bondmaker_puts_the_named_cube_on_a_cottage(rules: Rules) -> None:
    """Card: on an own Cottage, one cube per Cottage for the rest of the game, when another player names."""
    table = bondmaker(rules, stored={1: ["glass"]})
    assert table.legal(0) == [f"place wood {square_name(s)}" for s in (0, *range(2, 15))]
    table.play(1, "place wood r0c0").play(0, "place wood r0c0")
    assert table.town(0)[0] == "cottage"
    assert table.stored(0) == {"r0c0": ["wood"], "r0c1": ["glass"]}


def test_bondmaker_not_on_the_own_naming(rules: Rules) -> None:
    """Section 3.2: only when somebody else named the resource."""
    assert bondmaker(rules, own=True).legal(0) == [f"place wood {square_name(s)}" for s in range(2, 15)]


def test_bondmaker_not_while_unbuilt(rules: Rules) -> None:
    """Section 4: an unbuilt monument has no effect."""
    here = make_player("Co . . . . . . . . . . . . . . .", monument="statue_of_the_bondmaker")
    table = rules.table(here, make_player(), phase="placing", named="wood", builder=1)
    assert "place wood r0c0" not in table.legal(0)


def test_d3_a_factory_substitute_goes_on_no_cottage(rules: Rules) -> None:
    """D3, ruling 11: only the named resource goes on a Cottage."""
    table = bondmaker(rules, board="Co Fc " + ". " * 13 + "BM", stored={1: ["wood"]})
    assert [m for m in table.legal(0) if m.endswith("r0c0")] == ["place wood r0c0"]
    assert len(table.legal(0)) == 5 * 13 + 1


def test_ruling_11_a_cube_from_a_warehouse_goes_on_no_cottage(rules: Rules) -> None:
    """Ruling 11: a cube swapped out of a Warehouse must go on an empty square."""
    table = bondmaker(rules, board="Co Wh " + ". " * 13 + "BM", stored={1: ["glass"]})
    swaps = [m for m in table.legal(0) if "swap" in m]
    assert len(swaps) == 13
    assert not any(m.endswith(" r0c0") for m in swaps)
    assert "place wood r0c0" in table.legal(0)


def test_ruling_14_free_storage_does_not_keep_a_full_town(rules: Rules) -> None:
    """Ruling 14: completion looks at squares, not at Cottages or Warehouses with room."""
    table = rules.table(make_player("Co " * 14 + ". BM"), make_player(), phase="placing", named="wood", builder=1)
    table.play(1, "place wood r0c0").play(0, "place wood r3c2").all_done()
    assert table.completed(0) == 5
    table = rules.table(make_player("Wh " + "Co " * 14 + "."), make_player(), phase="placing", named="wood", builder=1)
    table.play(1, "place wood r0c0").play(0, "place wood r3c3").all_done()
    assert table.completed(0) == 5
