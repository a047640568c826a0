"""Books kept of a game from its moves' own words: cubes, buildings and coins, player by player (case J5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.oracle.cards import ALL_RESOURCES, COIN_SLOTS

BRINGS = {"mine": 1, "root_cellar": 1, "gamblers_den": 2, "teahouse": 3, "statue": 7, "caterinas_grotto": 4}
BRINGS |= {"shrine_of_the_windseed": 5, "petal_promenade": 0}
TAKES = {"jeweler": 1, "parsonage": 5}


def content_at(p: Mapping[str, Any], name: str) -> str:
    """What lies on a square of a position's player."""
    return str(p["town"][int(name[1])][int(name[3])])


def chest(p: Mapping[str, Any]) -> int:
    """The coins that fit (R23)."""
    return 5 if p["monument_built"] and p["monument"] in COIN_SLOTS else 4


class Ledger:
    """What a game's moves bring and take. Positions are those of the notation, before and after a move."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        players = config["num_players"]
        self.config = config
        self.cubes = [0] * players
        self.buildings = [0] * players
        self.set_aside = [0] * players
        self.coins = [0] * players

    def enter(self, player: int, move: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Books a move."""
        words = move.split()
        if "none" in words or "nothing" in words:
            words = ["no"]
        self.book_cubes(player, words, before)
        if self.config["coins"]:
            self.book_coins(player, words, before, after)
            if before["phase"] in ("constructing", "watch") and after["phase"] not in ("constructing", "watch"):
                self.book_round_end(before, after)

    def book_cubes(self, player: int, words: list[str], before: Mapping[str, Any]) -> None:
        """Cubes and buildings; a Prism Forge's second building is booked with the first."""
        p = before["players"][player]
        if words[0] in ("place", "mark", "extra", "take"):
            self.cubes[player] += 1
        if words[0] == "take":
            self.cubes[int(words[3].removeprefix("player_"))] -= 1
        elif words[0] == "exhibit" and not self.config["museum_keeps_exhibits"]:
            self.cubes[player] -= 1
        elif words[0] == "set":
            self.set_aside[player] += 1
        elif words[0] in ("build", "forge"):
            used = {name for squares in (words[4], *words[9:10]) for name in squares.split(",")}
            self.cubes[player] -= sum(content_at(p, name) in ALL_RESOURCES for name in used)
            self.buildings[player] += 1 if words[0] == "build" else 2
        elif words[0] == "put":
            self.buildings[player] += 1
        elif words[0] == "exchange":
            self.cubes[player] -= len(p["stored"].get(words[1], []))
        elif words[0] == "decline" and before["cards"]["well"] == "shed":
            self.buildings[player] -= 1  # it is put by a move of its own

    def book_coins(self, player: int, words: list[str], before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """The coins of one move: exactly what its words say, or, where a building comes in, what its text may give."""
        p, now = before["players"][player], after["players"][player]["coins"]
        lifted = bool(set(p.get("coin_squares", [])) - set(after["players"][player].get("coin_squares", [])))
        least = most = 0
        if words[0] in ("exhibit", "extra", "take"):
            least = most = 1
        elif words[0] == "pay":
            least = most = -int(words[1] if len(words) > 1 else 3)
        elif words[0] == "place":
            paid = int(self.is_paid_change(player, words, before))
            least = most = -paid + int(lifted and self.named_by_another(player, before))
        elif words[0] == "count":
            most = 3
        elif words[0] in ("build", "forge", "put", "exchange", "decline"):
            came = [words[k] for k in (1, 2, 6) if k < len(words)] + [before["cards"]["well"]] * (words[0] == "decline")
            most = sum(BRINGS.get(card, 0) for card in came) + 1  # and a Grotto's coin
            least = -sum(TAKES.get(card, 0) for card in came)
            if "estival_festival" in came:
                least = most = -2
        if "pending" in p and any(entry["decide"] == "enter" for entry in p["pending"]):
            most, least = most + 7, least - 5  # The Prism Forge's second building
        if before["phase"] not in ("constructing", "watch") or after["phase"] in ("constructing", "watch"):
            room = chest(after["players"][player])
            assert min(p["coins"] + least, room) <= now <= min(p["coins"] + most, room), (words, p["coins"], now)
            self.coins[player] += now - p["coins"]

    def book_round_end(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """One coin for two or more constructions by cubes, one for every other player's unpaid Jeweler (R11, R12)."""
        unpaid = sum(p.get("unpaid", 0) for p in before["players"])
        for k, p in enumerate(before["players"]):
            due = int(p.get("by_cubes", 0) >= 2) + unpaid - p.get("unpaid", 0)
            gained = min(p["coins"] + due, chest(p)) - p["coins"]
            self.coins[k] += gained
            assert after["players"][k]["coins"] == p["coins"] + gained

    def named_by_another(self, player: int, before: Mapping[str, Any]) -> bool:
        if self.config["town_hall"]:
            return bool(before["round"] % 3)
        return self.config["num_players"] == 1 or before["builder"] != f"player_{player}"

    def is_paid_change(self, player: int, words: list[str], before: Mapping[str, Any]) -> bool:
        """Whether a cube was changed for a coin: never by who named it, at most once a round (4, R6, R7)."""
        p = before["players"][player]
        named = p.get("named") or before["named"]
        free = any(cubes == [named] and content_at(p, s) == "factory" for s, cubes in p["stored"].items())
        if words[1] == named or free:
            return False
        assert self.named_by_another(player, before)
        assert not p.get("swapped")
        return True


def check_feeding(p: Mapping[str, Any], line: Mapping[str, Any]) -> None:
    """Nobody is fed twice, nothing but what can be fed, and coins go as the red card says (Fortune 7, R14, R15)."""
    cells = {f"r{y}c{x}": content for y, row in enumerate(p["town"]) for x, content in enumerate(row)}
    feedable = {name for name, cell in cells.items() if cell in ("cottage", "barrett_castle", "eraflage_vineyard")}
    fed, coins, left = line["fed"], p.get("coins", 0), line["coins_left"]
    assert len(fed) == len(set(fed))
    assert set(fed) <= feedable
    barns = [name for name, cell in cells.items() if cell == "tithe_barn"]
    if barns:
        free = {name for name in feedable if any(beside(name, barn) for barn in barns)}
        assert free <= set(fed)
        assert coins - left == (len(set(fed) - free) + 1) // 2
    elif "root_cellar" in cells.values():
        assert coins - left <= len(fed) <= 4 * (coins - left)
    else:
        assert coins == left
        return
    assert left == 0 or set(fed) == feedable


def beside(name: str, other: str) -> bool:
    return abs(int(name[1]) - int(other[1])) + abs(int(name[3]) - int(other[3])) == 1
