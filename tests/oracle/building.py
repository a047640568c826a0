"""Buildings that come into a town, by cubes or by any other means, and what they do then (section 4, Fortune 5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from tests.oracle.cards import ALL_RESOURCES, MONUMENTS
from tests.oracle.coins import coin_text, gain, lift_coin, lift_helps, limit, teahouse_lines
from tests.oracle.layouts import ALL_SQUARES, find_layouts, is_building, square_name, square_number, targets, unmarked
from tests.oracle.town import Player, constructions, cottages

if TYPE_CHECKING:
    from tests.oracle.game import Game


def allowed(game: Game, p: Player, card: str, square: int) -> bool:
    """A card's own conditions for coming onto a square by any means."""
    if card == "bank":
        return bool(unmarked(p.squares, p.stored))  # D12
    coins = min(p.coins + lift_helps(p, square), limit(p))
    if card == "jeweler" and game.solo:
        return coins > 0  # Fortune section 8, D26
    if card == "parsonage" and game.parsonage == "forbid":
        return coins >= cottages(p, [s for s in ALL_SQUARES if s != square])
    return True


# What can be built ------------------------------------------------------------------------------------------------


def buildings(game: Game, p: Player) -> list[str]:
    """The moves of the construct step."""
    found = constructions(p, game.cards.values(), lambda card, square: allowed(game, p, card, square))
    moves = [
        f"build {card} {square_name(target)} using {names(squares)}"
        for card, squares, where in found
        for target in where
    ]
    if p.owns("prism_forge") and not p.forged:
        moves += pairs(game, p)
    return ["done", *moves]


def names(squares: Sequence[int]) -> str:
    return ",".join(map(square_name, squares))


def cubes_of(p: Player, squares: Collection[int]) -> set[int]:
    return {s for s in squares if p.squares[s] in ALL_RESOURCES}


def pairs(game: Game, p: Player) -> list[str]:
    """The Prism Forge: two cards whose layouts share a real cube (R20, D25)."""
    ways = [(card, used) for card in game.cards.values() for used in find_layouts(p.squares, card)]
    moves = []
    for first, one in ways:
        for second, two in ways:
            if first == second or not cubes_of(p, one) & cubes_of(p, two):
                continue
            freed = [*cubes_of(p, one) | cubes_of(p, two)]
            moves += [
                f"forge {first} {square_name(s)} using {names(one)} and {second} {square_name(t)} using {names(two)}"
                for s in targets(p.squares, first, freed if first == "shed" else one, False)
                for t in targets(p.squares, second, freed if second == "shed" else two, False)
                if s != t and allowed(game, p, first, s) and allowed(game, p, second, t)
            ]
    return moves


def puttable(game: Game, p: Player, cards: Sequence[str]) -> list[str]:
    """Where the cards may be put; the square of a forged building that is still to come is taken (D25)."""
    taken = {task[2] for task in p.tasks if task[0] == "enter"}
    free = [s for s in p.empty() if s not in taken]
    return [f"put {c} {square_name(s)}" for c in cards for s in free if allowed(game, p, c, s)]


def exchanges(game: Game, p: Player, done: int | None) -> list[str]:
    """Architect's Guild: another square than the first (D7), no monument, another type (ruling 7)."""
    return [
        f"exchange {square_name(s)} {card}"
        for s, old in enumerate(p.squares)
        if is_building(old) and old not in MONUMENTS and s != done
        for card in game.cards.values()
        if card != old and allowed(game, p, card, s)
    ]


# What happens then ------------------------------------------------------------------------------------------------


def build(game: Game, p: Player, move: str) -> None:
    """Cubes back to the supply, Trading Posts stay, the building comes, its effect happens."""
    words = move.split()
    parts = [words[1:5]] if words[0] == "build" else [words[1:5], words[6:10]]
    for _, _, _, used in parts:
        for square in cubes_of(p, [*map(square_number, used.split(","))]):
            p.squares[square] = "."
    p.by_cubes += len(parts)
    for card, target, _, _ in parts[1:]:
        p.forged = True
        p.tasks.append(("enter", card, square_number(target)))
    arrive(game, p, words[1], square_number(words[2]))
    settle(game, p)


def arrive(game: Game, p: Player, card: str, square: int) -> None:
    """A building comes into the town, by any means; that is its construction (ruling 8). The order is R26's."""
    if card == "estival_festival":
        p.coins -= 2
    p.squares[square] = card
    p.built = p.built or card in MONUMENTS
    lift_coin(p, square)
    if card != "cathedral":
        p.constructed.add(card)  # of a declined Cathedral nothing remains (R25)
    coin_text(p, card, game.parsonage)
    if card == "shrine_of_the_elder_tree":
        p.shrine = sum(map(is_building, p.squares))
    if card == "opaleyes_watch":
        p.watch_round = game.round
    by_row, by_column = teahouse_lines(p, square)
    if card == "teahouse" and by_row == by_column:
        gain(p, by_row)
    elif card == "teahouse":
        p.tasks.append(("count", square))  # D16
    p.tasks += {
        "factory": [("mark", square)],
        "bank": [("mark", square)],
        "museum": [("mark", square)] * 2,
        "cathedral": [("cathedral", square)],
        "architects_guild": [("exchange", None)],
        "grove_university": [("put", list(game.cards.values()), 1)],
        "opaleyes_watch": [("reserve",)] * 3,
        "petal_promenade": [("coin",)] * 3,
        "masons_guild": [("spend",)],
    }.get(card, [])


def settle(game: Game, p: Player) -> None:
    """A refusal is never asked alone, nor what has no answer (D1, D5, D7, D8); a forged building comes in."""
    while p.tasks:
        kind, *args = p.tasks[-1]
        if kind == "enter":
            p.tasks.pop()
            arrive(game, p, args[0], args[1])
        elif kind in QUESTIONS and not QUESTIONS[kind](game, p, *args):
            p.tasks.pop()
        else:
            return


def okaver_cottages(game: Game, p: Player) -> list[str]:
    """Before naming only if a square for the cube about to be named remains (D20)."""
    return puttable(game, p, ["cottage"]) if len(p.empty()) > (game.step == "taking") else []


QUESTIONS = {
    "exchange": exchanges,
    "put": lambda game, p, cards, left: puttable(game, p, cards),
    "answer": puttable,
    "answer once": puttable,
    "okaver": okaver_cottages,
    "coin": lambda game, p: coin_places(p),
    "spend": lambda game, p: [f"pay {n}" for n in range(1, most_to_spend(p) + 1)],
    "extra": lambda game, p: [f"extra {square_name(s)}" for s in p.empty()],
}
"""What can be answered besides a refusal."""


def coin_places(p: Player) -> list[str]:
    """The Petal Promenade: empty squares without a coin (D17)."""
    return [f"coin {square_name(s)}" for s in p.empty() if s not in p.coin_squares]


def most_to_spend(p: Player) -> int:
    """Masons' Guild: coins held, 7 types, empty squares (R13)."""
    return min(p.coins, 7, len(p.empty()))


def resolve(game: Game, p: Player, task: tuple[Any, ...], words: list[str]) -> None:
    """Carries out the answer to a question that a building has brought; a refusal changes nothing."""
    kind, *args = task
    if kind == "mark":
        p.stored[args[0]] = sorted([*p.stored.get(args[0], []), words[1]], key=ALL_RESOURCES.index)
    elif kind == "count":
        by_row, by_column = teahouse_lines(p, args[0])
        gain(p, by_row if words[1] == "row" else by_column)
    elif kind == "coin":
        p.coin_squares.add(square_number(words[1]))
    elif kind == "cathedral":
        pay_cathedral(game, p, args[0], words[0] == "pay")
    elif kind == "spend" and words[1] != "0":
        p.coins -= int(words[1])
        p.tasks.append(("put", list(game.cards.values()), int(words[1])))
    elif kind == "exchange" and words[1] != "none":
        square = square_number(words[1])
        p.stored.pop(square, None)
        if args[0] is None:
            p.tasks.append(("exchange", square))
        arrive(game, p, words[2], square)
    elif kind == "reserve":
        p.reserved.add(words[1])
    elif words[0] == "put" and words[1] != "none":
        rest = [c for c in args[0] if c != words[1]] if args else []
        if kind == "put" and args[1] > 1:
            p.tasks.append(("put", rest, args[1] - 1))
        if kind == "answer":
            if p.tasks[:1] != [("construct",)]:
                p.tasks.insert(0, ("construct",))  # D6
            p.tasks.append(("answer", rest))
        if kind in ("answer", "answer once"):
            p.reserved.discard(words[1])
        arrive(game, p, words[1], square_number(words[2]))


def pay_cathedral(game: Game, p: Player, square: int, paid: bool) -> None:
    """A Cathedral that is not paid for becomes the gray building; only a Shed may go elsewhere (R25)."""
    if paid:
        p.coins -= 3
        p.constructed.add("cathedral")
        return
    p.squares[square] = "."
    gray = game.cards["well"]
    if gray == "shed":
        p.tasks.append(("put", ["shed"], 1))
    else:
        arrive(game, p, gray, square)
