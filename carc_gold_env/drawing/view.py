"""What there is to see of a game, read from its record once for pictures and text.

Only the order of the draw pile is hidden, and that is read nowhere here: its tiles are counted by type.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from carc_gold_env.actions import MEEPLE, decode
from carc_gold_env.notation import engine
from carc_gold_env.notation.positions import drawn_tiles
from carc_gold_env.notation.segments import meeple_of
from carc_gold_env.notation.words import PLAYER_NAMES, square_name
from carc_gold_env.rules.board import AROUND_X, AROUND_Y
from carc_gold_env.state import DTYPE, INGOTS, TYPES, Phase
from carc_gold_env.tables import segments_of, tables
from carc_gold_env.tiles import HALVES, SIDES, TILES, tile_id, turn_side
from tabletop_envs.notation import state_of
from tabletop_envs.options import checked_number
from tabletop_envs.spec import State

Square = tuple[int, int]

DECIDES = {
    Phase.SQUARE: "places a tile",
    Phase.ROTATION: "turns the tile",
    Phase.INGOT: "puts out the second ingot",
    Phase.MEEPLE: "may put a meeple",
    Phase.OVER: "",
}


@dataclass(frozen=True)
class Laid:
    """A tile on the board.

    Attributes:
        number: Its type.
        rotation: Quarter turns clockwise.
        square: Where it lies.
        ingots: Ingots on it.
        meeples: ``(player, local segment)`` of the meeples on it.
    """

    number: int
    rotation: int
    square: Square
    ingots: int
    meeples: tuple[tuple[int, int], ...]

    def segment_name(self, local: int) -> str:
        """A segment with its sides as the tile lies: ``city 0 (N W)``."""
        kind, index = meeple_of(self.number, local)
        order = HALVES if kind == "field" else SIDES
        turned = (turn_side(side, self.rotation) for side in segments_of(TILES[self.number - 1])[local][1])
        sides = sorted(turned, key=order.index)
        return f"{kind} {index} ({' '.join(sides)})" if sides else kind

    @property
    def caption(self) -> str:
        """The tile in words."""
        words = [f"{tile_id(self.number)} {square_name(*self.square)} r{90 * self.rotation}"]
        words += [f"{PLAYER_NAMES[player]} on {self.segment_name(local)}" for player, local in self.meeples]
        if self.ingots:
            words.append(f"{self.ingots} ingot{'s' if self.ingots > 1 else ''}")
        return ", ".join(words)


@dataclass(frozen=True)
class PlayerView:
    """A player.

    Attributes:
        player: The player.
        score: So far; the final score once the game is over.
        meeples: Meeples in hand.
        ingots: Ingots collected.
        to_move: Whether it is the player's turn.
        winner: Whether the player has won.
    """

    player: int
    score: int
    meeples: int
    ingots: int
    to_move: bool
    winner: bool

    @property
    def name(self) -> str:
        """The agent's name."""
        return PLAYER_NAMES[self.player]


@dataclass(frozen=True)
class GameView:
    """A game as everybody sees it.

    Attributes:
        viewer: The player that looks, None = a spectator.
        phase: What the active player has to decide.
        hand: Type of the tile in hand or just laid, 0 = none.
        tiles: The tiles on the board in the order of laying.
        places: The squares that take the tile in hand, with the rotations that fit (SQUARE; ROTATION: the chosen one).
        neighbours: The squares that the second ingot may go to (INGOT).
        stands: The local segments of the tile just laid that a meeple may be put on (MEEPLE).
        players: The players in turn order.
        left: Tiles in the draw pile by type - 1.
        discarded: Tiles that had no place when they were drawn and left the game, by type - 1.
        gold_mines: Whether the game has ingots.
    """

    viewer: int | None
    phase: Phase
    hand: int
    tiles: tuple[Laid, ...]
    places: dict[Square, tuple[int, ...]]
    neighbours: tuple[Square, ...]
    stands: tuple[int, ...]
    players: tuple[PlayerView, ...]
    left: tuple[int, ...]
    discarded: tuple[int, ...]
    gold_mines: bool

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == Phase.OVER

    @property
    def in_hand(self) -> bool:
        """Whether the tile in hand is still to be laid."""
        return self.phase in (Phase.SQUARE, Phase.ROTATION)

    @property
    def bank(self) -> int:
        """Ingots that are not out yet."""
        out = sum(tile.ingots for tile in self.tiles) + sum(player.ingots for player in self.players)
        return INGOTS - out if self.gold_mines else 0

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """Minimum x and y, maximum x and y of the board, with an empty square on every side until the end."""
        xs, ys = zip(*(tile.square for tile in self.tiles), strict=True)
        ring = 0 if self.over else 1
        return min(xs) - ring, min(ys) - ring, max(xs) + ring, max(ys) + ring

    @property
    def result(self) -> str:
        """Who has won, in words."""
        names = [player.name for player in self.players if player.winner]
        if len(names) < 2:
            return f"{names[0]} wins" if names else ""
        return f"{', '.join(names[:-1])} and {names[-1]} share the win"

    @property
    def decides(self) -> str:
        """What the active player decides, in words; empty when the game is over."""
        return DECIDES[self.phase]


def _tiles(g: Any) -> tuple[Laid, ...]:
    standing: dict[int, list[tuple[int, int]]] = {}
    for player in range(int(g["num_players"])):
        for segment in sorted(int(segment) - 1 for segment in g["stands"][player] if segment):
            slot = int(g["slot"][segment])
            standing.setdefault(slot, []).append((player, segment - int(g["base"][slot])))
    return tuple(
        Laid(
            number=int(g["type"][slot]),
            rotation=int(g["rotation"][slot]),
            square=(int(g["x"][slot]), int(g["y"][slot])),
            ingots=int(g["lies"][slot]),
            meeples=tuple(standing.get(slot, ())),
        )
        for slot in range(int(g["tiles"]))
    )


def _places(g: Any, phase: Phase) -> dict[Square, tuple[int, ...]]:
    if phase not in (Phase.SQUARE, Phase.ROTATION):
        return {}
    wanted = range(int(g["squares"])) if phase == Phase.SQUARE else (int(g["chosen"]),)
    fit = tables()[0]["fit"][int(g["hand"])]
    found = {}
    for place in wanted:
        bits = int(fit[int(g["needs"][place])])
        if bits:
            square = int(g["free_x"][place]), int(g["free_y"][place])
            found[square] = tuple(rotation for rotation in range(4) if (bits >> rotation) & 1)
    return dict(sorted(found.items(), key=lambda item: (item[0][1], item[0][0])))


def _players(g: Any, phase: Phase) -> tuple[PlayerView, ...]:
    over = phase == Phase.OVER
    return tuple(
        PlayerView(
            player=player,
            score=int(g["final" if over else "score"][player]),
            meeples=int(g["in_hand"][player]),
            ingots=int(g["ingots"][player]),
            to_move=not over and int(g["player"]) == player,
            winner=over and bool((int(g["winners"]) >> player) & 1),
        )
        for player in range(int(g["num_players"]))
    )


def _stands(state: State, last: Laid, phase: Phase) -> tuple[int, ...]:
    """The segments that the mask opens to a meeple."""
    if phase != Phase.MEEPLE:
        return ()
    options = map(decode, engine.legal_actions(state, engine.next_player(state)))
    at_place = tables()[0]["at_place"][last.number, last.rotation]
    return tuple(sorted(int(at_place[place]) for kind, place in options if kind == MEEPLE))


def _discarded(state: State) -> tuple[int, ...]:
    types = [tile for tile, slot in drawn_tiles(state) if slot is None]
    return tuple(types.count(number) for number in range(1, TYPES))


def look(state: State, player: int | None = None) -> GameView:
    """A game as a player sees it.

    Args:
        state: A game, array of shape ``(1,)`` of :data:`carc_gold_env.state.DTYPE`.
        player: The player that looks; ``None`` is a spectator.

    Raises:
        ValueError: If the game has no such player.
        TypeError: If it is not a game.
    """
    state = state_of(state, DTYPE, "Carcassonne")
    g = state[0]
    players = int(g["num_players"])
    if player is not None:
        player = checked_number("player", player, 0, players - 1, or_none=True)
    phase, tiles = Phase(int(g["phase"])), _tiles(g)
    laid = {tile.square for tile in tiles}
    x, y = tiles[-1].square
    around = [(x + dx, y + dy) for dx, dy in zip(AROUND_X, AROUND_Y, strict=True)]
    return GameView(
        viewer=player,
        phase=phase,
        hand=int(g["hand"]) if phase != Phase.OVER else 0,
        tiles=tiles,
        places=_places(g, phase),
        neighbours=tuple(square for square in around if square in laid) if phase == Phase.INGOT else (),
        stands=_stands(state, tiles[-1], phase),
        players=_players(g, phase),
        left=tuple(int(g["left"][number]) for number in range(1, TYPES)),
        discarded=_discarded(state),
        gold_mines=bool(g["gold_mines"]),
    )
