"""A player: its town, and beside it the monument and what else belongs to the player."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop_envs.rendering import svg
from tt_env.drawing import cards, icons, palette
from tt_env.drawing.town import side, town
from tt_env.drawing.view import GameView, PlayerView
from tt_env.rules.coins import CHEST
from tt_env.rules.placing import CAVERN_CUBES


@dataclass(frozen=True)
class Size:
    """How large a panel is drawn.

    Attributes:
        width: Its whole width.
        cell: Side of a square of the town.
        pad: Space between its parts.
        font: Font size of the column beside the town.
    """

    width: float
    cell: float
    pad: float
    font: float

    @property
    def head(self) -> float:
        """Height of the line with the player's name."""
        return 44

    @property
    def height(self) -> float:
        """Its whole height."""
        return self.head + side(self.cell) + self.pad

    @property
    def column(self) -> float:
        """Width of the column beside the town."""
        return self.width - side(self.cell) - 3 * self.pad


def _pill(right: float, room: float, words: str, fill: str, ink: str) -> str:
    """A short text on a coloured ground, its right end at ``right``, on the panel's first line."""
    size = svg.fit(words, room - 22, 14, svg.BOLD)
    width = svg.text_width(words, size, svg.BOLD) + 22
    return svg.rect(right - width, 10, width, 25, fill, 12.5) + svg.text(
        right - width / 2, svg.middle(22.5, size), words, size, ink, svg.BOLD, "middle"
    )


def _status(player: PlayerView, right: float, room: float) -> str:
    """What there is to say about a player, at the end of its first line."""
    if player.score is not None:
        fill, ink = (palette.GOLD, "#ffffff") if player.winner else ("#e7dcc3", palette.INK)
        return _pill(right, room, f"{player.score} VP" + (", winner" if player.winner else ""), fill, ink)
    if player.to_move:
        return _pill(right, room, player.decides or "to move", palette.GOLD, "#ffffff")
    if player.completed:
        return _pill(right, room, f"complete in round {player.completed}", "#e7dcc3", palette.INK)
    return ""


def _head(player: PlayerView, size: Size) -> str:
    left = size.pad
    hammer = ""
    if player.builder:
        hammer = svg.group(svg.title("Master Builder"), icons.hammer(left - 2, 9, 27))
        left += 31
    right = size.width - size.pad
    room = right - left - svg.text_width(player.name, 17, svg.BOLD) - 10
    return svg.part(
        hammer,
        svg.text(left, svg.middle(22.5, 17), player.name, 17, palette.INK, svg.BOLD),
        _status(player, right, room),
        width=size.width,
        height=size.head,
    )


def _monuments(player: PlayerView, size: Size, height: float) -> str:
    """The player's monument card: both dealt, built, kept, or face down."""
    width, font = size.column, size.font
    if player.dealt:
        half = (height - size.pad) / 2
        return "".join(
            cards.monument_card(card, "dealt", 0, k * (half + size.pad), width, font * 0.9, half)
            for k, card in enumerate(player.dealt)
        )
    if player.monument:
        note = "built" if player.built else "not built yet" if player.score is None else "not built"
        return cards.monument_card(player.monument, note, 0, 0, width, font, height)
    return cards.card_back(0, 0, width, height, font) if player.has_monument else ""


def _rows(game: GameView, player: PlayerView, size: Size) -> list[tuple[float, str]]:
    """What stands below the monument: height and markup of each line."""
    font, rows = size.font, []
    if player.reserved:
        icon = min(size.column / 3 - 4, 40)
        pieces = "".join(
            icons.building(c.group, k * (icon + 4), font * 1.3, icon) for k, c in enumerate(player.reserved)
        )
        names = ", ".join(card.name for card in player.reserved)
        label = svg.text(0, font, "on the Watch", font, palette.SOFT)
        rows.append((font * 1.3 + icon + 6, svg.group(svg.title(f"On Opaleye's Watch: {names}"), label, pieces)))
    if game.coins:
        height = min((size.column - 8) / 5.4, font * 2) + 8
        rows.append((height + font * 0.5, _chest(player, height)))
    if game.cavern:
        rows.append((font * 1.7, _set_aside(player, font)))
    if game.round and not (game.solo or game.town_hall):
        words = f"{player.builder_turns}\u00d7 Master Builder"
        rows.append((font * 1.45, svg.text(0, font, words, font, palette.SOFT)))
    if game.over:
        rows.append((font * 1.45, svg.text(0, font, f"{player.empty} without building", font, palette.SOFT)))
    return rows


def _chest(player: PlayerView, height: float) -> str:
    """The chest board: its places, the coins in them, and rings where the end of the round will bring one.

    A fifth place is that of a monument and has its colour.
    """
    coin, gap = height - 8, (height - 8) * 0.1
    step = coin + gap
    pink = palette.BUILDINGS["monument"]
    parts = []
    for k in range(CHEST, player.chest):
        parts.append(svg.rect(step * k, 0, coin + 8, height, pink.light, 7, stroke=pink.dark, stroke_width=1.5))
    wood = palette.CHEST
    parts.append(svg.rect(0, 0, step * CHEST - gap + 8, height, wood.base, 7, stroke=wood.dark, stroke_width=1.5))
    for k in range(player.chest):
        x, dark = 4 + step * k, (wood if k < CHEST else pink).dark
        if k < player.coins:
            parts.append(icons.coin(x, 4, coin))
        elif k < player.coins + player.coins_due:
            ring = svg.circle(
                x + coin / 2,
                4 + coin / 2,
                coin / 2 - 2,
                dark,
                stroke=palette.COIN.light,
                stroke_width=2,
                stroke_dasharray="3 2.5",
            )
            parts.append(ring)
        else:
            parts.append(svg.circle(x + coin / 2, 4 + coin / 2, coin / 2 - 1, dark))
    words = f"{player.coins} of {player.chest} coins in the chest"
    if player.score is not None:
        words += ", before feeding"
    if player.coins_due:
        words += f", {player.coins_due} more at the round's end"
    return svg.group(svg.title(words), *parts)


def _set_aside(player: PlayerView, font: float) -> str:
    """The Cavern's places, those in use filled."""
    start = svg.text_width("set aside", font) + 8
    boxes = "".join(
        svg.rect(
            start + k * font * 1.35,
            font * 0.02,
            font * 1.1,
            font * 1.1,
            palette.SOFT if k < player.set_aside else "none",
            3,
            stroke=palette.SOFT,
            stroke_width=1.4,
        )
        for k in range(CAVERN_CUBES)
    )
    words = f"{player.set_aside} of {CAVERN_CUBES} cubes set aside (Cavern rule)"
    return svg.group(svg.title(words), svg.text(0, font, "set aside", font, palette.SOFT), boxes)


def _column(game: GameView, player: PlayerView, size: Size) -> str:
    """Everything beside the town, from the monument card down."""
    rows = _rows(game, player, size)
    below = sum(height for height, _ in rows)
    whole = side(size.cell)
    height = min(whole - below - (size.pad * 0.7 if rows else 0), whole if player.dealt else size.font * 16)
    parts, y = [_monuments(player, size, height)], whole - below
    for tall, markup in rows:
        parts.append(svg.part(markup, y=y, width=size.column, height=tall, overhang=size.font * 0.3))
        y += tall
    return svg.group(*parts, x=side(size.cell) + 2 * size.pad, y=size.head)


def panel(game: GameView, player: PlayerView, x: float, y: float, size: Size) -> str:
    """All that belongs to a player, its corner at (x, y)."""
    marked = player.to_move or player.winner
    return svg.part(
        svg.title(f"{player.name}{', Master Builder' if player.builder else ''}"),
        svg.rect(
            0,
            0,
            size.width,
            size.height,
            palette.PAPER,
            14,
            stroke=palette.GOLD if marked else palette.LINE,
            stroke_width=3 if marked else 1.5,
        ),
        _head(player, size),
        town(player.town, size.pad, size.head, size.cell),
        _column(game, player, size),
        x=x,
        y=y,
        width=size.width,
        height=size.height,
    )
