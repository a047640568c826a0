"""The course of a game, decision by decision, in moves of the notation (sections 2 to 9, Fortune 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.oracle.building import QUESTIONS, build, buildings, resolve, settle
from tests.oracle.cards import ALL_RESOURCES
from tests.oracle.coins import gain
from tests.oracle.layouts import square_number, unmarked
from tests.oracle.placing import place, placings, take, takings
from tests.oracle.scoring import rank, score_towns, winners
from tests.oracle.town import Player


class Illegal(Exception):
    """A move that the rules do not allow."""


class Game:
    """One game from its setup to its end.

    Args:
        config: ``num_players``, ``monuments``, ``cavern``, ``town_hall``, ``coins``, ... as in a record.
        chance: ``cards`` by group, ``monuments`` by player, ``first_builder``, ``deck`` as in a record. One monument
            instead of a pair is already kept.
    """

    def __init__(self, config: Mapping[str, Any], chance: Mapping[str, Any]) -> None:
        self.config = dict(config)
        self.cards = dict(chance["cards"])
        self.deck = list(chance.get("deck") or [])
        self.solo = config["num_players"] == 1
        self.town_hall = bool(config.get("town_hall"))
        coins = config.get("coins")
        self.with_coins = bool(config.get("fortune") if coins is None else coins)
        self.parsonage = config.get("parsonage", "at_least")
        self.builder = 0
        if not self.solo and not self.town_hall:
            self.builder = int(str(chance["first_builder"]).removeprefix("player_"))
        self.players = [Player(["."] * 16) for _ in range(config["num_players"])]
        self.round = 0
        self.step = "setup"
        self.named: str | None = None
        for k, player in enumerate(self.players):
            dealt = (chance.get("monuments") or {}).get(f"player_{k}") if config["monuments"] else None
            if isinstance(dealt, str):
                player.monument = dealt
            elif dealt:
                player.dealt = list(dealt)
                player.tasks = [("keep",)]
        self._go_on()

    # Who is asked -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.step == "over"

    def leftwards(self, start: int) -> list[int]:
        """All players from one on, in turn order."""
        n = len(self.players)
        return [(start + i) % n for i in range(n)]

    def order(self) -> list[int]:
        """The written order of the running step."""
        return self.leftwards(0 if self.step == "setup" else self.builder)

    def asked(self) -> list[int]:
        """The players that still have to decide in this step."""
        return [k for k in self.order() if self.players[k].tasks]

    def to_move(self) -> int | None:
        return None if self.over else self.asked()[0]

    def playing(self) -> list[int]:
        """The players still in the game."""
        return [k for k, player in enumerate(self.players) if not player.completed]

    def named_by_another(self, player: int) -> bool:
        """Drawn cards and the solo display count as such (sections 8 and 9)."""
        if self.town_hall:
            return self.named is not None
        return self.solo or player != self.builder

    def beside(self, player: int) -> set[int]:
        """The neighbours on both sides."""
        n = len(self.players)
        return {(player + 1) % n, (player - 1) % n} - {player}

    # What is allowed ----------------------------------------------------------------------------------------------

    def legal_moves(self, player: int | None = None) -> list[str]:
        """The legal moves of a player (None: the one to move), sorted as plain strings."""
        player = self.to_move() if player is None else player
        if player is None or not self.players[player].tasks:
            return []
        return sorted(set(self._moves(player, self.players[player])))

    def _moves(self, player: int, p: Player) -> list[str]:
        kind, *args = p.tasks[-1]
        if kind == "keep":
            return [f"keep {m}" for m in p.dealt]
        if kind == "take":
            return ["take nothing", *takings(self, player)]
        if kind == "name":
            return [f"name {r}" for r in unmarked(p.squares, p.stored)]
        if kind == "choose":
            return [f"choose {r}" for r in (self.deck[:3] if self.solo else unmarked(p.squares, p.stored))]
        if kind == "no cube":
            return ["no cube"]
        if kind == "place":
            return placings(self, player)
        if kind == "construct":
            return buildings(self, p)
        if kind == "mark":
            kept = {s: cubes for s, cubes in p.stored.items() if s != args[0]}
            free = unmarked(p.squares, kept) if p.squares[args[0]] == "bank" else ALL_RESOURCES
            return [f"mark {r}" for r in free]
        if kind == "reserve":
            return [f"reserve {c}" for c in self.cards.values() if c not in p.reserved]
        if kind == "count":
            return ["count row", "count column"]
        if kind == "cathedral":
            return ["decline", *(["pay"] if p.coins >= 3 else [])]
        refusals = {"exchange": ["exchange none"], "extra": ["extra none"], "okaver": ["put none"], "spend": ["pay 0"]}
        if kind in ("answer", "answer once") and self.config.get("opaleye_optional"):
            refusals[kind] = ["put none"]
        return QUESTIONS[kind](self, p, *args) + refusals.get(kind, [])

    # What follows -------------------------------------------------------------------------------------------------

    def apply(self, move: str, player: int | None = None) -> None:
        """Makes a move of a player (None: the one to move) and all that follows without a decision."""
        player = self.to_move() if player is None else player
        if player is None or move not in self.legal_moves(player):
            raise Illegal(f"player_{player}: {move}")
        p = self.players[player]
        task, words = p.tasks[-1], move.split()
        kind = task[0]
        if kind == "construct" and move != "done":
            build(self, p, move)  # the construct step goes on
            return
        p.tasks.pop()
        if kind == "keep":
            p.monument = words[1]
        elif kind == "take" and words[1] != "nothing":
            take(self, player, words)
        elif kind == "name":
            self.named = words[1]
        elif kind == "choose":
            p.cube = words[1]
            if self.solo:  # the card goes under the pile, the top card of the pile replaces it (section 9)
                self.deck.remove(p.cube)
                self.deck.append(p.cube)
                self.deck.insert(2, self.deck.pop(2))
        elif kind == "place":
            place(self, player, words)
        elif kind == "extra" and words[1] != "none":
            p.squares[square_number(words[1])] = p.cube or ""
            gain(p)
        else:
            resolve(self, p, task, words)
        settle(self, p)
        if kind == "okaver" and words[1] != "none" and self.step == "round_end":
            self._answer_at_once(player)
        self._go_on()

    def _answer_at_once(self, player: int) -> None:
        """A Cottage of the round's end: a Watch beside it answers without going on constructing (D22)."""
        for k in self.beside(player):
            p = self.players[k]
            if k in self.playing() and p.owns("opaleyes_watch") and "cottage" in p.reserved:
                p.tasks = [("answer once", ["cottage"])]
                settle(self, p)

    # The course of the round --------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Opens step after step until somebody has to decide."""
        while not self.over and not any(p.tasks for p in self.players):
            if self.step in ("setup", "end"):
                self._open_round()
            elif self.step == "taking":
                self._open_naming()
            elif self.step == "naming":
                self._open_placing()
            elif self.step == "placing":
                self.step = "constructing"
                for k in self.playing():
                    self.players[k].tasks = [("construct",)]
            elif self.step == "constructing":
                self.step = "watch"
                self._ask_watches()
            elif self.step == "watch":
                self.step = "round_end"
                self._hand_out_coins()
            else:
                self._end_round()

    def _open_round(self) -> None:
        self.round += 1
        self.named = None
        for p in self.players:
            p.constructed, p.cube, p.by_cubes, p.unpaid, p.forged = set(), None, 0, 0, False
        if self.solo or self.town_hall:
            if self.town_hall and self.round % 3:  # section 8: two drawn cards, then a free choice
                self.named = self.deck.pop(0)
            self._open_placing()
            return
        self.players[self.builder].builder_turns += 1
        self._open_taking()

    def _open_taking(self) -> None:
        self.step = "taking"
        if takings(self, self.builder):
            self.players[self.builder].tasks = [("take",)]

    def _open_naming(self) -> None:
        self.step = "naming"
        self.players[self.builder].tasks = [("name",)]

    def _open_placing(self) -> None:
        self.step = "placing"
        for k in self.playing():
            p = self.players[k]
            p.cube = self.named
            fort = p.owns("fort_ironweed") and len(self.playing()) > 1
            if self.named:
                p.tasks = [("place",)]
            elif self.town_hall and (fort or not unmarked(p.squares, p.stored)):
                p.tasks = [("no cube",)]  # section 8, ruling 10, D13
            else:
                p.tasks = [("place",), ("choose",)]

    def _ask_watches(self) -> None:
        """Opaleye's Watch: after all constructions of the round, before completion (ruling 6)."""
        for k in self.playing():
            p = self.players[k]
            if not p.owns("opaleyes_watch") or p.watch_round == self.round:  # D4
                continue
            came = {card for other in self.beside(k) for card in self.players[other].constructed}
            p.tasks = [("answer", [c for c in self.cards.values() if c in p.reserved and c in came])]
            settle(self, p)

    def _hand_out_coins(self) -> None:
        """For two or more constructions by cubes, then Jeweler by Jeweler (R11, R12, D23). Of Okaver's owner a coin
        that fills the chest is the last one that fits: it makes no difference that all are handed out first."""
        order = self.order() if self.with_coins else []
        for k in order:
            gain(self.players[k], int(self.players[k].by_cubes >= 2))
        for k in order:
            for other in set(order) - {k}:
                gain(self.players[other], self.players[k].unpaid)
        for p in self.players:
            settle(self, p)

    def _end_round(self) -> None:
        """Section 5: full towns leave, the hammer goes on."""
        self.step = "end"
        for k in self.playing():
            if not self.players[k].empty():
                self.players[k].completed = self.round
        if self.playing() and not self.solo and not self.town_hall:
            self._pass_hammer()
        if not self.playing():
            self.step = "over"

    def _pass_hammer(self) -> None:
        """To the next on the left who is in the game and may name; Fort Ironweed's owner only as a last resort (D9).
        Where nobody may name, all towns are complete (ruling 9, D10)."""
        able = [
            k
            for k in self.leftwards(self.builder + 1)
            if k in self.playing() and unmarked(self.players[k].squares, self.players[k].stored)
        ]
        willing = [k for k in able if not self.players[k].owns("fort_ironweed")]
        if able:
            self.builder = (willing or able)[0]
            return
        for k in self.playing():
            self.players[k].completed = self.round

    # The end ------------------------------------------------------------------------------------------------------

    def result(self) -> dict[str, Any]:
        """The result of a finished game as in a record."""
        breakdown = score_towns(self.players)
        totals = [line["total"] for line in breakdown]
        result: dict[str, Any] = {
            "scores": totals,
            "breakdown": breakdown,
            "winners": [f"player_{k}" for k in winners(self.players, totals)],
            "builder_turns": [p.builder_turns for p in self.players],
            "rounds": self.round,
        }
        if self.solo:
            result["rank"] = rank(totals[0])
        return result
