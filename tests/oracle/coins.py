"""The chest (Fortune section 4), and the coins that a card brings or takes when it is constructed."""

from __future__ import annotations

from tests.oracle.cards import COIN_SLOTS, GROUPS
from tests.oracle.layouts import ALL_SQUARES, column, is_building, row
from tests.oracle.town import Player, cottages

CENTRE = (5, 6, 9, 10)


def limit(p: Player) -> int:
    """The chest's room: 4, or 5 with a constructed monument that has a coin slot (R23)."""
    return 5 if p.built and p.monument in COIN_SLOTS else 4


def gain(p: Player, coins: int = 1) -> None:
    """Coins one by one, up to the limit. One that fills the chest of Okaver's owner brings its question (R24)."""
    for _ in range(coins):
        if p.coins < limit(p):
            p.coins += 1
            if p.coins == 4 and p.owns("treasury_at_okaver") and p.completed is None:
                p.tasks.append(("okaver",))


def lift_coin(p: Player, square: int) -> None:
    """A building comes onto a square: Caterina's Grotto gives the coin there, The Petal Promenade does not."""
    if square in p.coin_squares:
        p.coin_squares.remove(square)
        if p.owns("caterinas_grotto"):
            gain(p)


def lift_helps(p: Player, square: int) -> int:
    """The coin that a building on this square would bring before its text is carried out (R26)."""
    return int(square in p.coin_squares and p.owns("caterinas_grotto"))


def how_many(p: Player, group: str) -> int:
    """Buildings of a type in the town; Barrett Castle is 2 Cottages (R17)."""
    if group == "cottage":
        return cottages(p, ALL_SQUARES)
    return sum(p.group(s) == group for s in ALL_SQUARES)


def teahouse_lines(p: Player, square: int) -> tuple[int, int]:
    """What a Teahouse's row and its column are worth: types without the Teahouse's own (R16)."""
    by_row, by_column = (len(p.groups(line) - {"theater"}) for line in (row(square), column(square)))
    return by_row, by_column


def lay_grotto_coins(p: Player) -> None:
    """Caterina's Grotto: a coin for each centre square, held at once where a building stands."""
    for square in CENTRE:
        if is_building(p.squares[square]):
            gain(p)
        else:
            p.coin_squares.add(square)


def coin_text(p: Player, card: str, parsonage: str) -> None:
    """What a card says about coins when it is constructed, where nothing is to be decided."""
    if card in ("mine", "root_cellar"):
        gain(p)
    elif card == "statue":
        gain(p, sum(how_many(p, group) >= 3 for group in GROUPS))
    elif card == "gamblers_den" and p.coins == 1:
        gain(p, 2)
    elif card == "jeweler":
        if p.coins:
            p.coins -= 1
        else:
            p.unpaid += 1
    elif card == "parsonage":
        asked = cottages(p, ALL_SQUARES)
        short = p.coins != asked if parsonage == "exact" else p.coins < asked
        if asked and short:  # R2
            p.coins = 0
    elif card == "caterinas_grotto":
        lay_grotto_coins(p)
    elif card == "shrine_of_the_windseed":
        gain(p, max(how_many(p, group) for group in (*GROUPS, "monument")))
