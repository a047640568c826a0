"""The 4x4 grid and the search for layouts, by trying everything (section 4)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from tests.oracle.cards import ALL_RESOURCES, BUILDINGS, LAYOUTS, MONUMENTS, RESOURCES

ALL_SQUARES = range(16)


def square_name(square: int) -> str:
    return f"r{square // 4}c{square % 4}"


def square_number(name: str) -> int:
    return 4 * int(name[1]) + int(name[3])


def adjacent(square: int) -> list[int]:
    """Squares that share an edge (section 1)."""
    y, x = divmod(square, 4)
    return [s for s in ALL_SQUARES if abs(s // 4 - y) + abs(s % 4 - x) == 1]


def around(square: int) -> list[int]:
    """The up to 8 squares around."""
    y, x = divmod(square, 4)
    return [s for s in ALL_SQUARES if max(abs(s // 4 - y), abs(s % 4 - x)) == 1]


def row(square: int) -> list[int]:
    return [s for s in ALL_SQUARES if s // 4 == square // 4]


def column(square: int) -> list[int]:
    return [s for s in ALL_SQUARES if s % 4 == square % 4]


def connected_groups(squares: Iterable[int]) -> list[set[int]]:
    """Splits squares into groups connected by edges."""
    left, groups = set(squares), []
    while left:
        group = {min(left)}
        while True:
            grown = group | {n for s in group for n in adjacent(s) if n in left}
            if grown == group:
                break
            group = grown
        groups.append(group)
        left -= group
    return groups


@functools.cache
def everywhere(card: str) -> list[dict[int, str]]:
    """Every way to lay the layout of a card on the grid: 4 rotations, mirrored or not, at every offset."""
    rows = LAYOUTS[card].split("/")
    cubes = [(y, x, RESOURCES[c]) for y, line in enumerate(rows) for x, c in enumerate(line) if c != "."]
    ways = []
    for mirrored in (False, True):
        for turns in range(4):
            turned = [(y, -x if mirrored else x, r) for y, x, r in cubes]
            for _ in range(turns):
                turned = [(x, -y, r) for y, x, r in turned]
            for dy in range(-4, 8):
                for dx in range(-4, 8):
                    moved = [(y + dy, x + dx, r) for y, x, r in turned]
                    if all(0 <= y < 4 and 0 <= x < 4 for y, x, _ in moved):
                        ways.append({4 * y + x: r for y, x, r in moved})
    return ways


def find_layouts(town: Sequence[str], card: str) -> list[list[int]]:
    """The distinct sets of squares that fulfil a layout: a cube of the right resource on each, or a Trading Post;
    at least one real cube (section 11, Trading Post). What lies between them does not matter."""
    found = set()
    for way in everywhere(card):
        fits = all(town[s] == resource or town[s] == "trading_post" for s, resource in way.items())
        if fits and any(town[s] != "trading_post" for s in way):
            found.add(tuple(sorted(way)))
    return [list(squares) for squares in sorted(found)]


def targets(town: Sequence[str], card: str, squares: Iterable[int], obelisk: bool) -> list[int]:
    """Where the building may go: a square just cleared; a Shed, or anything of an Obelisk's owner, on any square
    that is then empty (section 4.4). A Trading Post stays, so its square is never free."""
    cleared = [s for s in squares if town[s] in ALL_RESOURCES]
    if card == "shed" or obelisk:
        return sorted({s for s in ALL_SQUARES if town[s] == "."} | set(cleared))
    return sorted(cleared)


def unmarked(town: Sequence[str], stored: dict[int, list[str]]) -> list[str]:
    """The resources that lie on none of the owner's Banks."""
    taken = {r for s, cubes in stored.items() if town[s] == "bank" for r in cubes}
    return [r for r in ALL_RESOURCES if r not in taken]


def is_building(content: str) -> bool:
    return content in BUILDINGS or content in MONUMENTS
