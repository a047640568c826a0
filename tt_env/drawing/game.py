"""A whole game: the round, the seven cards, every player."""

from __future__ import annotations

from tabletop_envs.rendering import svg as draw
from tabletop_envs.spec import State
from tt_env.cards import RESOURCES
from tt_env.drawing import cards, icons, palette
from tt_env.drawing.panel import Size, panel
from tt_env.drawing.view import GameView, look
from tt_env.solo_ranks import LOWEST_RANK, RANKS, rank
from tt_env.state import Phase

MARGIN, GAP = 20, 16
WIDTH = 1320
SCALE = 0.8
WIDE = Size(width=(WIDTH - 2 * MARGIN - GAP) / 2, cell=78, pad=16, font=15)
NARROW = Size(width=(WIDTH - 2 * MARGIN - 2 * GAP) / 3, cell=61, pad=11, font=11.5)

PHASES = {
    Phase.SETUP: "Keeping a monument",
    Phase.TAKING: "Taking from an Oddity Shop",
    Phase.NAMING: "Naming",
    Phase.PLACING: "Placing",
    Phase.CONSTRUCTING: "Constructing",
    Phase.WATCH: "Answering (Opaleye's Watch)",
    Phase.ROUND_END: "Coins of the round's end",
    Phase.OVER: "Game over",
}

_HEAD = 58
_TOWN_HALL = ("drawn", "drawn", "free choice")


def _layout(players: int) -> tuple[Size, int]:
    """Size of the panels and how many stand side by side."""
    return (WIDE, 2) if players in (1, 2, 4) else (NARROW, 3)


def _places(panels: int, size: Size, columns: int, top: float) -> list[tuple[float, float]]:
    """Where the panels stand; a row that is not full stands in the middle."""
    places = []
    for k in range(panels):
        row, column = divmod(k, columns)
        free = columns - min(columns, panels - row * columns)
        places.append((MARGIN + (column + free / 2) * (size.width + GAP), top + row * (size.height + GAP)))
    return places


class _Line:
    """A line of chips, set from left to right."""

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.parts: list[str] = []

    def add(self, words: str, cubes: tuple[int, ...] = (), ground: str = palette.PAPER) -> None:
        """Adds a chip: words, then cubes."""
        size, cube = 16, 22
        width = draw.text_width(words, size, draw.BOLD) + len(cubes) * (cube + 4) + 26 + (4 if cubes else 0)
        start = width - 13 - len(cubes) * (cube + 4) + 4
        chip = draw.part(
            draw.rect(0, 0, width, 36, ground, 18, stroke=palette.LINE, stroke_width=1.5),
            draw.text(13, draw.middle(18, size), words, size, palette.INK, draw.BOLD),
            *(icons.cube(r, start + k * (cube + 4), 7, cube) for k, r in enumerate(cubes)),
            x=self.x,
            y=self.y,
            width=width,
            height=36,
        )
        self.parts.append(chip)
        self.x += width + 10


def _winners(game: GameView) -> str:
    names = [player.name for player in game.players if player.winner]
    if len(names) < 2:
        return f"{names[0]} wins" if names else ""
    return f"{', '.join(names[:-1])} and {names[-1]} share the win"


def _named(game: GameView) -> str:
    if game.town_hall:
        return f"Turned up {RESOURCES[game.named - 1]}"
    builder = next((player.name for player in game.players if player.builder), "")
    return f"{builder} named {RESOURCES[game.named - 1]}"


def _head(game: GameView) -> str:
    """Title, round, phase, named resource, what the variants show; at the end who looks."""
    name = "Tiny Towns"
    line = _Line(MARGIN + draw.text_width(name, 34, draw.BOLD) + 24, MARGIN)
    if game.round:
        line.add(f"Round {game.round}")
    phase = PHASES[game.phase]
    if game.town_hall and game.phase == Phase.PLACING:
        phase += f" ({_TOWN_HALL[(game.round - 1) % 3]})"
    line.add(phase)
    if game.named:
        line.add(_named(game), (game.named,))
    if game.town_hall and game.turned_up and not game.over:
        line.add("Seen", game.turned_up)
    if game.over and not game.solo:
        line.add(_winners(game), ground="#fbe6b4")
    viewer = "" if game.viewer is None else f"as player_{game.viewer} sees it"
    return (
        draw.text(MARGIN, draw.middle(MARGIN + 18, 34), name, 34, palette.INK, draw.BOLD)
        + "".join(line.parts)
        + (
            draw.text(WIDTH - MARGIN, draw.middle(MARGIN + 18, 15), viewer, 15, palette.SOFT, anchor="end")
            if viewer
            else ""
        )
    )


def _row(game: GameView, y: float) -> str:
    step = (WIDTH - 2 * MARGIN - cards.ROW_WIDTH) / 6
    return "".join(cards.row_card(card, MARGIN + k * step, y) for k, card in enumerate(game.row))


def _pile_card(resource: int, x: float, y: float) -> str:
    """A card of the draw pile: seen before, or not."""
    if resource:
        return icons.cube(resource, x, y, 38)
    return draw.rect(x + 1.5, y + 1.5, 35, 35, "#e7dcc3", 6, stroke=palette.LINE, stroke_width=1.5) + draw.text(
        x + 19, draw.middle(y + 19, 18), "?", 18, palette.SOFT, draw.BOLD, "middle"
    )


def _solo(game: GameView, x: float, y: float, size: Size) -> str:
    """The solo variant's display, and the ranks."""
    score = game.players[0].score
    reached = rank(score) if score is not None else ""
    ranks = [(f"{least} or more", name) for least, name in RANKS]
    ranks.append((f"{RANKS[-1][0] - 1} or less", LOWEST_RANK))
    parts = [
        draw.rect(0, 0, size.width, size.height, palette.PAPER, 14, stroke=palette.LINE, stroke_width=1.5),
        draw.text(24, draw.middle(22.5, 17), "Resources to choose from", 17, palette.INK, draw.BOLD),
        *(icons.cube(r, 24 + k * 92, 48, 68) for k, r in enumerate(game.display)),
        *(
            draw.text(58 + k * 92, 134, RESOURCES[r - 1], 15, palette.INK, anchor="middle")
            for k, r in enumerate(game.display)
        ),
        draw.text(332, draw.middle(22.5, 17), "Draw pile, top first", 17, palette.INK, draw.BOLD),
        *(_pile_card(r, 332 + k % 6 * 46, 48 + k // 6 * 46) for k, r in enumerate(game.pile)),
        draw.text(24, 172, "Ranks", 17, palette.INK, draw.BOLD),
    ]
    for k, (points, name) in enumerate(ranks):
        top = 186 + k * 32
        won = name == reached
        if won:
            parts.append(draw.rect(16, top, size.width - 32, 30, "#fbe6b4", 8))
        weight = draw.BOLD if won else draw.REGULAR
        parts.append(draw.text(28, draw.middle(top + 15, 16), points, 16, palette.SOFT, weight))
        parts.append(draw.text(160, draw.middle(top + 15, 16), name, 16, palette.INK, weight))
    return draw.part(*parts, x=x, y=y, width=size.width, height=size.height)


def _name(game: GameView) -> str:
    """What the drawing shows, in one sentence."""
    players = len(game.players)
    return (
        f"Tiny Towns, {players} player{'s' if players > 1 else ''}, "
        + (f"round {game.round}, " if game.round else "")
        + PHASES[game.phase].lower()
        + (f", {_winners(game)}" if game.over and not game.solo else "")
    )


def svg(state: State, player: int | None = None) -> str:
    """Draws a game.

    Args:
        state: A game, array of shape ``(1,)`` of :data:`tt_env.state.DTYPE`.
        player: Draw only what this player may see; ``None`` draws everything, as to a spectator.

    Returns:
        A whole SVG document; the same state always gives the same text.

    Raises:
        ValueError: If the game has no such player.
    """
    game = look(state, player)
    size, columns = _layout(len(game.players))
    top = MARGIN + _HEAD + cards.ROW_HEIGHT + GAP
    places = _places(max(len(game.players), columns), size, columns, top)
    height = places[-1][1] + size.height + MARGIN
    parts = [draw.rect(0, 0, WIDTH, height, palette.BACK), _head(game), _row(game, MARGIN + _HEAD)]
    parts += [panel(game, view, *places[view.number], size) for view in game.players]
    if game.solo:
        parts.append(_solo(game, *places[1], size))
    return draw.document(WIDTH, height, _name(game), icons.definitions(game.coins), *parts, scale=SCALE)
