"""The course of a game, decision by decision, in moves of the notation (sections 2 to 9)."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.cards import ALL_RESOURCES, MONUMENTS
from tests.oracle.layouts import ALL_SQUARES, constructions, is_building, square_name, square_number, unmarked
from tests.oracle.scoring import Town, rank, score_towns, winners


class Illegal(Exception):
    """A move that the rules do not allow."""


@dataclass
class Player(Town):
    """A town in play and what its owner has to decide: the last of ``tasks`` first."""

    dealt: list[str] = field(default_factory=list)
    reserved: set[str] = field(default_factory=set)  # on Opaleye's Watch
    watch_round: int = 0  # the round in which the Watch was built
    constructed: set[str] = field(default_factory=set)  # this round, by any means
    set_aside: int = 0
    cube: str | None = None  # the resource to be placed
    tasks: list[tuple[Any, ...]] = field(default_factory=list)

    def empty(self) -> list[int]:
        return [s for s in ALL_SQUARES if self.squares[s] == "."]

    def owns(self, monument: str) -> bool:
        return self.built and self.monument == monument


class Game:
    """One game from its setup to its end.

    Args:
        config: ``num_players``, ``monuments``, ``cavern``, ``town_hall``, ``opaleye_optional`` as in a record.
        chance: ``cards`` by group, ``monuments`` by seat, ``first_builder``, ``deck`` as in a record. One monument
            instead of a pair is already kept.
    """

    def __init__(self, config: Mapping[str, Any], chance: Mapping[str, Any]) -> None:
        self.config = dict(config)
        self.cards = dict(chance["cards"])
        self.deck = list(chance.get("deck") or [])
        self.solo = config["num_players"] == 1
        self.town_hall = bool(config.get("town_hall"))
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
        """All seats from one on, in turn order."""
        n = len(self.players)
        return [(start + i) % n for i in range(n)]

    def order(self) -> list[int]:
        """The written order of the running step."""
        return self.leftwards(0 if self.step == "setup" else self.builder)

    def seats(self) -> list[int]:
        """The seats that still have to decide in this step."""
        return [k for k in self.order() if self.players[k].tasks]

    def to_move(self) -> int | None:
        return None if self.over else self.seats()[0]

    def playing(self) -> list[int]:
        """The seats still in the game."""
        return [k for k, player in enumerate(self.players) if not player.completed]

    # What is allowed ----------------------------------------------------------------------------------------------

    def legal_moves(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat (None: the one to move), sorted as plain strings."""
        seat = self.to_move() if seat is None else seat
        if seat is None or not self.players[seat].tasks:
            return []
        return sorted(set(self._moves(seat, self.players[seat])))

    def _moves(self, seat: int, p: Player) -> list[str]:
        kind, *args = p.tasks[-1]
        if kind == "keep":
            return [f"keep {m}" for m in p.dealt]
        if kind == "name":
            return [f"name {r}" for r in unmarked(p.squares, p.stored)]
        if kind == "choose":
            return [f"choose {r}" for r in (self.deck[:3] if self.solo else unmarked(p.squares, p.stored))]
        if kind == "no cube":
            return ["no cube"]
        if kind == "place":
            return self._placings(seat, p)
        if kind == "construct":
            return ["done"] + [
                f"build {card} {square_name(target)} using {','.join(map(square_name, squares))}"
                for card, squares, targets in constructions(
                    p.squares, p.stored, self.cards.values(), p.monument, p.built
                )
                for target in targets
            ]
        if kind == "mark":
            kept = {s: cubes for s, cubes in p.stored.items() if s != args[0]}
            free = ALL_RESOURCES if p.squares[args[0]] == "factory" else unmarked(p.squares, kept)
            return [f"mark {r}" for r in free]
        if kind == "exchange":
            return ["exchange none", *self._exchanges(p, args[0])]
        if kind == "reserve":
            return [f"reserve {c}" for c in self.cards.values() if c not in p.reserved]
        if kind == "put":
            return self._puts(p, args[0])
        assert kind == "answer"
        return self._puts(p, args[0]) + (["put none"] if self.config.get("opaleye_optional") else [])

    def _placings(self, seat: int, p: Player) -> list[str]:
        """Section 3.2; abilities work only when somebody else named the resource (drawn cards and the solo display
        count as such: sections 8 and 9)."""
        cube = p.cube
        moves = [f"place {cube} {square_name(s)}" for s in p.empty()]
        third_round = self.town_hall and self.named is None
        own_naming = not self.solo and not self.town_hall and seat == self.builder
        if third_round or own_naming:
            return moves
        for s, content in enumerate(p.squares):
            here, name = p.stored.get(s, []), square_name(s)
            if content == "factory" and here == [cube]:
                moves += [f"place {r} {square_name(t)}" for r in ALL_RESOURCES for t in p.empty()]
            if content == "warehouse":
                if len(here) < 3:
                    moves.append(f"place {cube} {name}")
                moves += [f"place {cube} {name} swap {q} {square_name(t)}" for q in here for t in p.empty()]  # D2
            if content == "cottage" and p.owns("statue_of_the_bondmaker") and not here:
                moves.append(f"place {cube} {name}")  # the named cube only: D3
        if self.config.get("cavern") and p.set_aside < 2:
            moves.append("set aside")
        return moves

    def _possible(self, p: Player, card: str) -> bool:
        """Whether a building can come into the town: a Bank needs a free resource (D12)."""
        return card != "bank" or bool(unmarked(p.squares, p.stored))

    def _puts(self, p: Player, cards: Sequence[str]) -> list[str]:
        return [f"put {c} {square_name(s)}" for c in cards if self._possible(p, c) for s in p.empty()]

    def _exchanges(self, p: Player, done: int | None) -> list[str]:
        """Architect's Guild: another square than the first (D7), no monument, another type (ruling 7)."""
        return [
            f"exchange {square_name(s)} {card}"
            for s, old in enumerate(p.squares)
            if is_building(old) and old not in MONUMENTS and s != done
            for card in self.cards.values()
            if card != old and self._possible(p, card)
        ]

    # What follows -------------------------------------------------------------------------------------------------

    def apply(self, move: str, seat: int | None = None) -> None:
        """Makes a move of a seat (None: the one to move) and all that follows without a decision."""
        seat = self.to_move() if seat is None else seat
        if seat is None or move not in self.legal_moves(seat):
            raise Illegal(f"player_{seat}: {move}")
        p = self.players[seat]
        kind, *args = p.tasks[-1]
        if kind == "construct" and move != "done":
            self._build(p, move)  # the construct step goes on
            return
        p.tasks.pop()
        words = move.split()
        if kind == "keep":
            p.monument = words[1]
        elif kind == "name":
            self.named = words[1]
        elif kind == "choose":
            p.cube = words[1]
            if self.solo:  # the card goes under the pile, the top card of the pile replaces it (section 9)
                self.deck.remove(p.cube)
                self.deck.append(p.cube)
                self.deck.insert(2, self.deck.pop(2))
        elif kind == "place":
            self._place(p, words)
        elif kind == "mark":
            p.stored[args[0]] = [words[1]]
        elif kind == "exchange" and words[1] != "none":
            p.stored.pop(square_number(words[1]), None)
            if args[0] is None:
                p.tasks.append(("exchange", square_number(words[1])))
            self._arrive(p, words[2], square_number(words[1]))
        elif kind == "reserve":
            p.reserved.add(words[1])
        elif kind in ("put", "answer") and words[1] != "none":
            if kind == "answer":
                p.reserved.discard(words[1])
                if p.tasks[:1] != [("construct",)]:
                    p.tasks.insert(0, ("construct",))  # D6
                p.tasks.append(("answer", [c for c in args[0] if c != words[1]]))
            self._arrive(p, words[1], square_number(words[2]))
        self._drop_empty_questions(p)
        self._go_on()

    def _place(self, p: Player, words: list[str]) -> None:
        if words == ["set", "aside"]:
            p.set_aside += 1
            return
        square = square_number(words[2])
        if p.squares[square] == ".":
            p.squares[square] = words[1]
            return
        p.stored.setdefault(square, []).append(words[1])
        if len(words) > 3:
            p.stored[square].remove(words[4])
            p.squares[square_number(words[5])] = words[4]
        p.stored[square].sort(key=ALL_RESOURCES.index)

    def _build(self, p: Player, move: str) -> None:
        """Section 4: cubes back to the supply, Trading Posts stay, the building comes, its effect happens."""
        _, card, target, _, used = move.split()
        for square in map(square_number, used.split(",")):
            if p.squares[square] in ALL_RESOURCES:
                p.squares[square] = "."
        self._arrive(p, card, square_number(target))
        self._drop_empty_questions(p)

    def _arrive(self, p: Player, card: str, square: int) -> None:
        """A building comes into the town, by any means; that is its construction (ruling 8)."""
        p.squares[square] = card
        p.constructed.add(card)
        if card in ("factory", "bank"):
            p.tasks.append(("mark", square))
        if card not in MONUMENTS:
            return
        p.built = True
        p.shrine = sum(map(is_building, p.squares)) if card == "shrine_of_the_elder_tree" else 0
        if card == "architects_guild":
            p.tasks.append(("exchange", None))
        if card == "grove_university":
            p.tasks.append(("put", list(self.cards.values())))
        if card == "opaleyes_watch":
            p.watch_round = self.round
            p.tasks += [("reserve",)] * 3

    def _drop_empty_questions(self, p: Player) -> None:
        """A refusal is never asked alone, nor a `put` that has no place (D1, D5, D7, D8)."""
        while p.tasks and (
            (p.tasks[-1][0] == "exchange" and not self._exchanges(p, p.tasks[-1][1]))
            or (p.tasks[-1][0] in ("put", "answer") and not self._puts(p, p.tasks[-1][1]))
        ):
            p.tasks.pop()

    # The course of the round --------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Opens step after step until somebody has to decide."""
        while not self.over and not any(p.tasks for p in self.players):
            if self.step in ("setup", "end"):
                self._open_round()
            elif self.step == "naming":
                self._open_placing()
            elif self.step == "placing":
                self.step = "constructing"
                for k in self.playing():
                    self.players[k].tasks = [("construct",)]
            elif self.step == "constructing":
                self.step = "watch"
                self._ask_watches()
            else:
                self._end_round()

    def _open_round(self) -> None:
        self.round += 1
        self.named = None
        for p in self.players:
            p.constructed, p.cube = set(), None
        if self.solo or self.town_hall:
            if self.town_hall and self.round % 3:  # section 8: two drawn cards, then a free choice
                self.named = self.deck.pop(0)
            self._open_placing()
        else:
            self.step = "naming"
            self.players[self.builder].builder_turns += 1
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
            n = len(self.players)
            beside = {(k + 1) % n, (k - 1) % n} - {k}
            came = set().union(*(self.players[other].constructed for other in beside)) if beside else set()
            p.tasks = [("answer", [c for c in self.cards.values() if c in p.reserved and c in came])]
            self._drop_empty_questions(p)

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

    def copy(self) -> Game:
        return copy.deepcopy(self)
