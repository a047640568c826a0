"""The cube of the round: where it may go and what else may be done with it (section 3.2; Fortune 3, R6 to R9, R19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.cards import ALL_RESOURCES
from tests.oracle.coins import gain
from tests.oracle.layouts import square_name, square_number
from tests.oracle.town import Player

if TYPE_CHECKING:
    from tests.oracle.game import Game


def promenade(p: Player) -> list[int]:
    """The squares on which coins of The Petal Promenade lie."""
    return sorted(p.coin_squares) if p.owns("petal_promenade") else []


def unpaved(p: Player) -> list[int]:
    """Where a cube goes that nobody else has named: off the Promenade's coins, if there is such a square."""
    return [s for s in p.empty() if s not in promenade(p)] or p.empty()


def free_change(p: Player) -> bool:
    """Whether a Factory shows the named resource."""
    return any(p.stored.get(s) == [p.cube] for s in p.where("factory"))


def placings(game: Game, player: int) -> list[str]:
    """All ways to deal with the cube."""
    p = game.players[player]
    if not game.named_by_another(player):
        return [f"place {p.cube} {square_name(s)}" for s in unpaved(p)]
    change = free_change(p) or (game.with_coins and p.coins > 0)  # a Factory makes it free (R7, D30)
    moves = [
        f"place {r} {square_name(s)}" for r in ALL_RESOURCES if r == p.cube or change for s in promenade(p) or p.empty()
    ]
    return moves if promenade(p) else moves + elsewhere(game, p)


def elsewhere(game: Game, p: Player) -> list[str]:
    """What else can be done with the named cube itself (R6)."""
    moves = ["set aside"] if game.config.get("cavern") and p.set_aside < 2 else []
    for s, content in enumerate(p.squares):
        here, name = p.stored.get(s, []), square_name(s)
        if content == "warehouse":
            if len(here) < 3:
                moves.append(f"place {p.cube} {name}")
            moves += [f"place {p.cube} {name} swap {q} {square_name(t)}" for q in here for t in p.empty()]  # D2
        if content == "oddity_shop" and not here:
            moves.append(f"place {p.cube} {name}")
        if content == "cottage" and p.owns("statue_of_the_bondmaker") and not here:
            moves.append(f"place {p.cube} {name}")  # D3
        if content == "museum" and p.cube in here:
            moves.append(f"exhibit {name}")
    return moves


def place(game: Game, player: int, words: list[str]) -> None:
    """Carries out one of these; Southern Semaphore's second cube is asked for after all but a paid change (D27)."""
    p = game.players[player]
    paid = False
    if words[0] == "set":
        p.set_aside += 1
    elif words[0] == "exhibit":
        if not game.config.get("museum_keeps_exhibits"):  # R3
            p.stored[square_number(words[1])].remove(p.cube or "")
        gain(p)
    elif p.squares[square_number(words[2])] == ".":
        paid = words[1] != p.cube and not free_change(p)
        put_cube(game, player, words[1], square_number(words[2]), paid)
    else:
        store(p, words)
    if p.owns("southern_semaphore") and game.named_by_another(player) and not paid:
        p.tasks.append(("extra",))


def put_cube(game: Game, player: int, resource: str, square: int, paid: bool) -> None:
    """On an empty square. First a changed resource is paid for, then a coin of the Promenade is picked up."""
    p = game.players[player]
    if paid:
        p.coins -= 1
        p.swaps += p.owns("hollow_hill")
    p.squares[square] = resource
    if square in promenade(p):
        p.coin_squares.remove(square)
        if game.named_by_another(player):
            gain(p)


def store(p: Player, words: list[str]) -> None:
    """On a building, perhaps for another cube that lay there."""
    square = square_number(words[2])
    p.stored.setdefault(square, []).append(words[1])
    if len(words) > 3:
        p.stored[square].remove(words[4])
        p.squares[square_number(words[5])] = words[4]
    p.stored[square].sort(key=ALL_RESOURCES.index)


def takings(game: Game, player: int) -> list[str]:
    """What the Master Builder may take off other players' Oddity Shops; two squares have to be empty (R8)."""
    p = game.players[player]
    if len(p.empty()) < 2:
        return []
    return [
        f"take {resource} from player_{k} to {square_name(s)}"
        for k, other in enumerate(game.players)
        if k != player
        for shop in other.where("oddity_shop")
        for resource in other.stored.get(shop, [])
        for s in unpaved(p)
    ]


def take(game: Game, player: int, words: list[str]) -> None:
    """Off the first shop that holds it (D18). A coin under the cube goes back to the supply (D19)."""
    p, other = game.players[player], game.players[int(words[3].removeprefix("player_"))]
    square = square_number(words[5])
    shop = next(s for s in other.where("oddity_shop") if words[1] in other.stored.get(s, []))
    other.stored[shop].remove(words[1])
    p.squares[square] = words[1]
    if square in promenade(p):
        p.coin_squares.remove(square)
    gain(p)
