"""Small boards for scenario tests, and the two engines that are asked about them: the product and the oracle.

Boards are written with two-letter marks for buildings, letters for cubes and ``.`` for empty squares. The same
position (JSON of the notation) goes to the product, through ``tt_env.notation`` alone, and to the oracle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle import Game, Town, constructions, score_towns, winners
from tests.oracle.cards import ALL_RESOURCES, BUILDINGS, MONUMENTS, RESOURCES
from tests.oracle.layouts import square_name, square_number
from tests.oracle.town import Player
from tt_env import notation
from tt_env.notation import engine

MARKS = {
    "Co": "cottage", "Fa": "farm", "Gr": "granary", "Gh": "greenhouse", "Or": "orchard",
    "We": "well", "Fo": "fountain", "Mi": "millstone", "Sh": "shed",
    "Ab": "abbey", "Ch": "chapel", "Cl": "cloister", "Te": "temple",
    "Ba": "bakery", "Ma": "market", "Tl": "tailor", "Th": "theater",
    "Al": "almshouse", "Fh": "feast_hall", "In": "inn", "Tv": "tavern",
    "Bk": "bank", "Fc": "factory", "Tp": "trading_post", "Wh": "warehouse",
    "AG": "architects_guild", "AR": "archive_of_the_second_age", "BC": "barrett_castle",
    "CC": "cathedral_of_caterina", "OB": "obelisk_of_the_crescent", "FI": "fort_ironweed",
    "GU": "grove_university", "MP": "mandras_palace", "OW": "opaleyes_watch",
    "MM": "grand_mausoleum_of_the_rodina", "SE": "shrine_of_the_elder_tree", "SF": "silva_forum",
    "SB": "the_sky_baths", "SL": "the_starloom", "BM": "statue_of_the_bondmaker",
}  # fmt: skip
FORTUNE_MARKS = {
    "Rc": "root_cellar", "Tb": "tithe_barn", "Mn": "mine", "St": "statue", "Cd": "cathedral", "Pa": "parsonage",
    "Gd": "gamblers_den", "Sc": "schoolhouse", "Je": "jeweler", "Tz": "teahouse", "Mu": "museum", "Od": "oddity_shop",
    "CG": "caterinas_grotto", "EV": "eraflage_vineyard", "EF": "estival_festival", "HH": "hollow_hill",
    "MG": "masons_guild", "PP": "petal_promenade", "PF": "prism_forge", "SS": "southern_semaphore",
    "WS": "shrine_of_the_windseed", "TO": "treasury_at_okaver",
}  # fmt: skip
FIRST_GAME = ("cottage", "farm", "well", "chapel", "tavern", "theater", "factory")
EMPTY = ". . . .\n" * 4


def squares(*numbers: int) -> str:
    """Squares by number as the notation lists them: ``r0c0,r0c1``."""
    return ",".join(map(square_name, numbers))


def numbers(names: Sequence[str]) -> list[int]:
    return [square_number(name) for name in names]


def read_board(board: str) -> list[str]:
    """The 16 squares of a board."""
    marks = {".": "."} | RESOURCES | MARKS | FORTUNE_MARKS
    return [marks[mark] for mark in board.split()]


def row_of(*cards: str, towns: Sequence[Sequence[str]] = ()) -> dict[str, str]:
    """The seven cards in play: those given, those that stand in the towns, the first game's cards for the rest."""
    row = {BUILDINGS[card][0]: card for card in FIRST_GAME}
    seen = {content for town in towns for content in town if content in BUILDINGS}
    for card in [*seen, *cards]:
        row[BUILDINGS[card][0]] = card
    for card in seen:
        assert row[BUILDINGS[card][0]] == card, f"two cards of one group: {card}"
    return row


def make_player(
    board: str = EMPTY,
    *,
    monument: str | None = None,
    stored: Mapping[int, Sequence[str]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """One player of a position. A monument that stands in the town is the player's; ``stored`` by square number."""
    town = read_board(board)
    assert len(town) == 16
    built = next((content for content in town if content in MONUMENTS), None)
    return {
        "town": [town[y : y + 4] for y in (0, 4, 8, 12)],
        "monument": built or monument,
        "monument_built": built is not None,
        "coins": 0,
        "stored": {square_name(s): list(cubes) for s, cubes in sorted((stored or {}).items())},
        **more,
    }


def position(*players: dict[str, Any], cards: Sequence[str] = (), **more: Any) -> dict[str, Any]:
    """A position of the notation."""
    towns = [[content for line in p["town"] for content in line] for p in players]
    return {"cards": row_of(*cards, towns=towns), "fortune": False, "players": list(players), **more}


def oracle_town(p: Mapping[str, Any]) -> Town:
    return Town(
        [content for line in p["town"] for content in line],
        p["monument"],
        p["monument_built"],
        {square_number(s): list(cubes) for s, cubes in p["stored"].items()},
        p.get("completed_round"),
        (p.get("monument_info") or {}).get("buildings_when_constructed", 0),
        coins=p.get("coins", 0),
        coin_squares={square_number(s) for s in p.get("coin_squares", [])},
        swaps=(p.get("monument_info") or {}).get("coin_swaps_after_construction", 0),
    )


class Table:
    """A game at a position, played on by moves in text. Players by number."""

    def legal(self, player: int) -> list[str]:
        """The player's legal moves, sorted; empty if it has nothing to decide now."""
        raise NotImplementedError

    def play(self, player: int, *moves: str) -> Table:
        raise NotImplementedError

    def to_move(self) -> int | None:
        raise NotImplementedError

    def player(self, player: int) -> dict[str, Any]:
        """The player's part of the position: town, stored, ..."""
        raise NotImplementedError

    def fact(self, name: str) -> Any:
        """``phase``, ``round``, ``builder`` (a number) or ``named`` of the position."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        raise NotImplementedError

    # Shorthands, the same for both engines.

    def town(self, player: int) -> list[str]:
        return [content for line in self.player(player)["town"] for content in line]

    def stored(self, player: int) -> dict[str, list[str]]:
        return self.player(player).get("stored", {})

    def coins(self, *players: int) -> list[int]:
        """What the chests of these players hold."""
        return [self.player(player)["coins"] for player in players]

    def coin_squares(self, player: int) -> list[str]:
        """The squares of the player's town on which coins lie."""
        return sorted(self.player(player).get("coin_squares") or [])

    def completed(self, player: int) -> int | None:
        return self.player(player).get("completed_round")

    def all_done(self) -> Table:
        """Every player that is asked constructs nothing (more)."""
        while (player := self.to_move()) is not None and "done" in self.legal(player):
            self.play(player, "done")
        return self

    def all_place(self) -> Table:
        """Every player puts its cube on its first empty square, and spends no coin."""
        while (player := self.to_move()) is not None and self.fact("phase") == "placing":
            moves = [m for m in self.legal(player) if len(m.split()) < 4]
            self.play(player, next((m for m in moves if m.startswith(f"place {self.fact('named')} ")), moves[0]))
        return self

    def next_round(self) -> Table:
        """Nobody builds anything more, up to the next naming."""
        return self.all_place().all_done()


class OracleTable(Table):
    def __init__(self, where: Mapping[str, Any]) -> None:
        self.game = oracle_game(where)

    def legal(self, player: int) -> list[str]:
        return self.game.legal_moves(player)

    def play(self, player: int, *moves: str) -> Table:
        for move in moves:
            self.game.apply(move, player)
        return self

    def to_move(self) -> int | None:
        return self.game.to_move()

    def player(self, player: int) -> dict[str, Any]:
        p = self.game.players[player]
        found: dict[str, Any] = {
            "town": [p.squares[y : y + 4] for y in (0, 4, 8, 12)],
            "monument": p.monument,
            "monument_built": p.built,
            "coins": p.coins,
            "stored": {square_name(s): cubes for s, cubes in sorted(p.stored.items()) if cubes},
        }
        optional = {
            "completed_round": p.completed,
            "monument_info": self.monument_info(p),
            "coin_squares": [square_name(s) for s in sorted(p.coin_squares)],
            "by_cubes": p.by_cubes,
            "unpaid": p.unpaid,
            "forged": p.forged,
            "reserved": [card for card in self.game.cards.values() if card in p.reserved],
            "set_aside": p.set_aside,
            "builder_turns": p.builder_turns,
            "score": self.game.result()["scores"][player] if self.game.over else None,
        }
        return found | {key: value for key, value in optional.items() if value}

    def monument_info(self, p: Player) -> dict[str, int] | None:
        if p.owns("hollow_hill"):
            return {"coin_swaps_after_construction": p.swaps}
        return {"buildings_when_constructed": p.shrine} if p.shrine else None

    def fact(self, name: str) -> Any:
        return {
            "phase": self.game.step,
            "round": self.game.round,
            "builder": self.game.builder,
            "named": self.game.named,
        }[name]

    def winners(self) -> list[int]:
        return winners(self.game.players, self.game.result()["scores"])


class EngineTable(Table):
    def __init__(self, where: Mapping[str, Any]) -> None:
        self.state = notation.load(where)

    def legal(self, player: int) -> list[str]:
        return notation.legal_moves(self.state, player)

    def play(self, player: int, *moves: str) -> Table:
        for move in moves:
            for action in notation.move_actions(self.state, player, move):
                engine.step(self.state, player, action)
        return self

    def position(self) -> dict[str, Any]:
        return notation.position(self.state)

    def to_move(self) -> int | None:
        name = self.position()["to_move"]
        return None if name is None else player_number(name)

    def player(self, player: int) -> dict[str, Any]:
        return self.position()["players"][player]

    def fact(self, name: str) -> Any:
        value = self.position()[name]
        return player_number(value) if name == "builder" and value else value

    def winners(self) -> list[int]:
        return [player_number(name) for name in self.position()["winners"]]


class Rules:
    """One of the two engines."""

    def score(self, where: Mapping[str, Any]) -> list[dict[str, Any]]:
        raise NotImplementedError

    def constructions(self, where: Mapping[str, Any]) -> list[dict[str, Any]]:
        raise NotImplementedError

    def open(self, where: Mapping[str, Any]) -> Table:
        raise NotImplementedError

    def table(
        self,
        *players: dict[str, Any],
        cards: Sequence[str] = (),
        phase: str,
        round_number: int = 5,
        builder: int | None = 0,
        named: str | None = None,
        deck: Sequence[str] | None = None,
        **config: Any,
    ) -> Table:
        """A running game at the beginning of a step; ``builder`` and ``deck`` as the variant wants them.

        ``fortune=True`` plays with Fortune, ``coins=True`` with its coins alone.
        """
        nameless = len(players) == 1 or config.get("town_hall", False)
        if named is None and phase == "constructing" and not nameless:
            named = "wood"
        more: dict[str, Any] = {
            "config": {"monuments": True, **config},
            "fortune": config.get("coins", config.get("fortune", False)),
            "phase": phase,
            "round": round_number,
            "builder": None if nameless else f"player_{builder}",
            "named": named,
        }
        if nameless:
            turned = round_number - round_number // 3 if len(players) > 1 else 0  # two of three rounds
            cards_up = list(deck or ALL_RESOURCES * 3)
            if named is not None and deck is None:  # it is the card turned up
                place = cards_up.index(named)
                cards_up[place], cards_up[turned - 1] = cards_up[turned - 1], named
            more |= {"deck": cards_up, "deck_next": turned}
        return self.open(position(*players, cards=cards, **more))


class OracleRules(Rules):
    def score(self, where: Mapping[str, Any]) -> list[dict[str, Any]]:
        return score_towns([oracle_town(p) for p in where["players"]])

    def constructions(self, where: Mapping[str, Any]) -> list[dict[str, Any]]:
        p = where["players"][0]
        town = oracle_town(p)
        found = constructions(town, where["cards"].values())
        return [
            {"card": card, "squares": [*map(square_name, used)], "targets": [*map(square_name, targets)]}
            for card, used, targets in sorted(found)
        ]

    def open(self, where: Mapping[str, Any]) -> Table:
        return OracleTable(where)


class EngineRules(Rules):
    def score(self, where: Mapping[str, Any]) -> list[dict[str, Any]]:
        return notation.score(where)

    def constructions(self, where: Mapping[str, Any]) -> list[dict[str, Any]]:
        (town,) = where["players"]
        return notation.constructions({"cards": where["cards"], "fortune": where["fortune"], **town})

    def open(self, where: Mapping[str, Any]) -> Table:
        return EngineTable(where)


def player_number(name: str) -> int:
    return int(name.removeprefix("player_"))


def oracle_game(where: Mapping[str, Any]) -> Game:
    """The oracle's game at the beginning of a step of a running game."""
    config = {**where["config"], "num_players": len(where["players"]), "monuments": False}
    deck = where.get("deck", [])
    start = {"cards": where["cards"], "first_builder": where["builder"], "deck": list(deck)}
    game = Game(config, start)
    game.deck = list(deck[where.get("deck_next", 0) :] if len(where["players"]) > 1 else deck)
    game.round, game.step, game.named = where["round"], where["phase"], where["named"]
    for player, (p, given) in enumerate(zip(game.players, where["players"], strict=True)):
        town = oracle_town(given)
        for key, value in vars(town).items():
            setattr(p, key, value)
        p.reserved, p.watch_round = set(given.get("reserved", [])), given.get("watch_round", 0)
        p.set_aside = given.get("set_aside", 0)
        running = game.step != "over" and where["builder"] == f"player_{player}"  # this turn counts
        p.builder_turns = given.get("builder_turns", int(running))
        p.constructed, p.forged = set(given.get("constructed", [])), given.get("forged", False)
        p.by_cubes, p.unpaid = given.get("by_cubes", 0), given.get("unpaid", 0)
        p.tasks = []
    if game.step == "placing":
        game._open_placing()
    elif game.step == "taking":
        game._open_taking()
    elif game.step == "naming":
        game._open_naming()
    elif game.step == "constructing":
        for k in game.playing():
            game.players[k].tasks = [("construct",)]
    return game


def final(rules: Rules, board: str, **more: Any) -> dict[str, Any]:
    """The score of one town by itself."""
    (result,) = rules.score(position(make_player(board, **more)))
    return result
