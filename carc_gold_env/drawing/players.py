"""The column beside the board: every player, and the tile in hand."""

from __future__ import annotations

from carc_gold_env.drawing import palette, pieces, tile
from carc_gold_env.drawing.shapes import BOX
from carc_gold_env.drawing.view import GameView, PlayerView
from carc_gold_env.state import Phase
from carc_gold_env.tiles import tile_id
from tabletop_envs.rendering import svg


def player_panel(view: GameView, who: PlayerView, x: float, y: float, width: float, height: float) -> str:
    """A player's panel: name, score, meeples in hand, ingots."""
    marked = who.to_move or who.winner
    shade = palette.PLAYERS[who.player]
    label = "winner" if who.winner else "to move" if who.to_move else ""
    parts = [
        svg.title(f"{who.name}: {who.score} points, {who.meeples} meeples in hand, {who.ingots} ingots"),
        svg.rect(
            0,
            0,
            width,
            height,
            palette.PAPER,
            14,
            stroke=palette.MARK if marked else palette.LINE,
            stroke_width=3 if marked else 1.5,
        ),
        svg.rect(10, 12, 7, height - 24, shade.base, 3.5),
        svg.text(28, svg.middle(25, 17), who.name, 17, palette.INK, svg.BOLD),
        svg.text(width - 18, svg.middle(75, 13), "points", 13, palette.SOFT, anchor="end"),
    ]
    if label:
        start = 28 + svg.text_width(who.name, 17, svg.BOLD) + 10
        wide = svg.text_width(label, 13, svg.BOLD) + 18
        parts.append(svg.rect(start, 13, wide, 24, palette.MARK, 12))
        parts.append(svg.text(start + wide / 2, svg.middle(25, 13), label, 13, "#ffffff", svg.BOLD, "middle"))
    parts.append(_score(who.score, width - 18))
    meeples = [pieces.meeple(who.player, 42 + k * 25, 15, 0.85) for k in range(who.meeples)]
    if not who.meeples:
        meeples.append(svg.text(28, svg.middle(15, 13), "no meeple in hand", 13, palette.SOFT))
    parts.append(svg.part(*meeples, y=45, width=218, height=30))
    if view.gold_mines:
        parts.append(svg.part(_gold(who.ingots, 12), y=80, width=250, height=24))
    return svg.part(*parts, x=x, y=y, width=width, height=height)


def _score(points: int, right: float) -> str:
    """A player's points, their right end at ``right``."""
    words, size = str(points), 40
    width = svg.text_width(words, size, svg.BOLD) + 8
    label = svg.text(width, svg.middle(25, size), words, size, palette.INK, svg.BOLD, "end")
    return svg.part(label, x=right - width, y=15, width=width, height=50)


def _gold(ingots: int, y: float) -> str:
    """The ingots that a player has collected; the bars of a large heap lie closer together."""
    if not ingots:
        return svg.text(28, svg.middle(y, 13), "no gold", 13, palette.SOFT)
    step = min(20.0, 160 / ingots)
    bars = "".join(svg.use("ingot", 38 + k * step, y, 0.9) for k in range(ingots))
    return bars + svg.text(
        38 + (ingots - 1) * step + 16, svg.middle(y, 15), f"\u00d7{ingots}", 15, palette.INK, svg.BOLD
    )


def _heading(view: GameView) -> str:
    if view.in_hand:
        return f"Tile in hand: {tile_id(view.hand)}"
    return f"Just laid: {tile_id(view.hand)}"


def _hint(view: GameView) -> str:
    if view.phase == Phase.SQUARE:
        return "Dots show where its upper side may point"
    if view.phase == Phase.ROTATION:
        return "Which way round?"
    if view.phase == Phase.INGOT:
        return "The second ingot goes to a framed tile"
    return "Rings show where a meeple may go"


def tile_in_hand(view: GameView, x: float, y: float, width: float, height: float) -> str:
    """The tile in hand in its four rotations; those that fit nowhere are pale."""
    fitting = {rotation for rotations in view.places.values() for rotation in rotations}
    if not view.in_hand:
        fitting = {view.tiles[-1].rotation}
    size = (width - 32 - 30) / 4
    parts = [
        svg.title(_heading(view)),
        svg.rect(0, 0, width, height, palette.PAPER, 14, stroke=palette.LINE, stroke_width=1.5),
        svg.part(svg.text(16, svg.middle(26, 17), _heading(view), 17, palette.INK, svg.BOLD), width=width, height=40),
        svg.part(svg.text(16, svg.middle(12, 13), _hint(view), 13, palette.SOFT), y=40, width=width, height=24),
    ]
    for rotation in range(4):
        left = 16 + rotation * (size + 10)
        picture = svg.use(tile.name(view.hand, rotation), 0, 0, size / BOX)
        fits = rotation in fitting
        ink = palette.INK if fits else palette.SOFT
        label = svg.text(size / 2, size + 22, f"r{90 * rotation}", 14, ink, anchor="middle")
        shown = picture if fits else svg.group(picture, opacity=0.3)
        parts.append(svg.part(shown, label, x=left, y=78, width=size, height=size + 30, overhang=8))
    return svg.part(*parts, x=x, y=y, width=width, height=height)
