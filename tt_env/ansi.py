"""A game as text for a terminal of 80 columns: all that somebody needs to play.

Squares are named as in the notation: ``r0c0`` is top left, ``r3c3`` bottom right. A capital letter is a cube, four
letters are the beginning of a building's name, ``MON.`` is the monument.
"""

from __future__ import annotations

import textwrap
from itertools import zip_longest

from tabletop_envs.spec import State
from tt_env.cards import RESOURCES, Card
from tt_env.drawing.view import GameView, PlayerView, Square, look
from tt_env.solo_ranks import rank
from tt_env.state import Phase

WIDTH = 80
_CELL = 5
_BLOCK = 27  # a town with its margin; three stand side by side, the last without its last column
_LETTERS = "WHBGS"
_LEGEND = "W wood, H wheat, B brick, G glass, S stone"

_PHASES = {
    Phase.SETUP: "keeping a monument",
    Phase.TAKING: "taking from an Oddity Shop",
    Phase.NAMING: "naming",
    Phase.PLACING: "placing",
    Phase.CONSTRUCTING: "constructing",
    Phase.WATCH: "answering (Opaleye's Watch)",
    Phase.ROUND_END: "coins of the round's end",
    Phase.OVER: "game over",
}

# Colours of a 256-colour terminal: cubes as (ground, ink), buildings as ink.
_CUBE_COLOURS = ((94, 231), (220, 16), (160, 231), (37, 16), (247, 16))
_GROUP_COLOURS = {
    "cottage": 33,
    "farm": 160,
    "well": 246,
    "chapel": 208,
    "tavern": 35,
    "theater": 178,
    "factory": 240,
    "monument": 205,
}


def _cell(square: Square, colour: bool) -> str:
    """Four columns and a space."""
    if square.cube:
        letter = _LETTERS[square.cube - 1]
        if not colour:
            return f"{letter:<{_CELL}}"
        ground, ink = _CUBE_COLOURS[square.cube - 1]
        return f"\x1b[48;5;{ground};38;5;{ink}m{letter}\x1b[0m{'':<{_CELL - 1}}"
    if square.card is None:
        return f"{'.':<{_CELL}}"
    name = "MON." if square.card.group == "monument" else square.card.name[:4]
    if not colour:
        return f"{name:<{_CELL}}"
    return f"\x1b[38;5;{_GROUP_COLOURS[square.card.group]};1m{name}\x1b[0m{'':<{_CELL - len(name)}}"


def _headline(player: PlayerView) -> str:
    mark = "> " if player.to_move else "  "
    if player.score is not None:
        return f"{mark}{player.name}: {player.score} VP{', winner' if player.winner else ''}"
    return f"{mark}{player.name}{', Master Builder' if player.builder else ''}"


def _notes(game: GameView, player: PlayerView) -> list[str]:
    """What belongs to a player besides the 16 squares."""
    notes = [
        f"on r{k // 4}c{k % 4}: {' '.join(_LETTERS[r - 1] for r in square.stored)}"
        for k, square in enumerate(player.town)
        if square.stored
    ]
    notes += _coins(player) if game.coins else []
    if player.monument is None and player.has_monument and not player.dealt:
        notes.append("secret monument")
    if player.reserved:
        notes.append(f"on the Watch: {', '.join(card.name for card in player.reserved)}")
    if game.cavern:
        notes.append(f"set aside {player.set_aside} of 2")
    if game.round and not (game.solo or game.town_hall):
        notes.append(f"{player.builder_turns} x Master Builder")
    if player.completed:
        notes.append(f"complete in round {player.completed}")
    return [line for note in notes for line in textwrap.wrap(note, _BLOCK - 5)]


def _coins(player: PlayerView) -> list[str]:
    """The chest, and coins that lie in the town."""
    due = f", {player.coins_due} due" if player.coins_due else ""
    fed = " before feeding" if player.score is not None else ""
    notes = [f"{player.coins} of {player.chest} coins{due}{fed}"]
    squares = [f"r{k // 4}c{k % 4}" for k, square in enumerate(player.town) if square.coins and not square.card]
    notes += [f"coins on {' '.join(squares)}"] if squares else []
    return notes + [
        f"{square.coins} coin{'s' if square.coins > 1 else ''} on {square.card.name}"
        for square in player.town
        if square.coins and square.card
    ]


def _town(game: GameView, player: PlayerView, colour: bool) -> list[str]:
    """A player's block: lines that all fill the same number of columns."""
    lines = [f"{_headline(player):<{_BLOCK}}", f"{'     c0   c1   c2   c3':<{_BLOCK}}"]
    for row in range(4):
        cells = "".join(_cell(square, colour) for square in player.town[4 * row : 4 * row + 4])
        lines.append(f"  r{row} {cells}{'':<{_BLOCK - 5 - 4 * _CELL}}")
    return lines + [f"  {note:<{_BLOCK - 2}}" for note in _notes(game, player)]


def _beside(blocks: list[list[str]], width: int, columns: int) -> list[str]:
    """Blocks side by side, a blank line between two rows of them."""
    lines: list[str] = []
    for start in range(0, len(blocks), columns):
        rows = zip_longest(*blocks[start : start + columns], fillvalue=" " * width)
        lines += ["", *("".join(row).rstrip() for row in rows)]
    return lines


def _card(card: Card) -> list[str]:
    """A card of the row in half the width: name, layout, what it is worth."""
    names, words = textwrap.wrap(card.name, 12), textwrap.wrap(card.caption, 20)
    return [f"{name:<13}{row:<5}{line:<22}" for name, row, line in zip_longest(names, card.layout, words, fillvalue="")]


def _monuments(game: GameView) -> list[str]:
    """The monuments that the viewer knows, each in one or two lines."""
    lines: list[str] = []
    for player in game.players:
        cards = [(card, "dealt") for card in player.dealt]
        if player.monument:
            cards = [(player.monument, "built" if player.built else "not built")]
        for card, note in cards:
            words = f"  {player.name}: {card.name} ({note}), {' / '.join(card.layout)}: {card.caption}"
            lines += textwrap.wrap(words, WIDTH, subsequent_indent="    ")
    return ["", "Monuments", *lines] if lines else []


def _resources(numbers: tuple[int, ...]) -> str:
    return " ".join(_LETTERS[r - 1] if r else "?" for r in numbers)


def _headlines(game: GameView) -> list[str]:
    """Round, phase, named resource, decks, and who is to move."""
    parts = ["Tiny Towns"]
    parts += [f"round {game.round}"] if game.round else []
    parts.append(_PHASES[game.phase])
    if game.named:
        verb = "turned up" if game.town_hall else "named"
        parts.append(f"{verb} {RESOURCES[game.named - 1]} ({_LETTERS[game.named - 1]})")
    lines = ["   ".join(parts)]
    if game.viewer is not None:
        viewer = f"as player_{game.viewer} sees it"
        joined = f"{lines[0]}   {viewer}"
        lines = [joined] if len(joined) <= WIDTH else [*lines, viewer]
    if game.solo:
        lines.append(f"shown: {_resources(game.display)}   draw pile, top first: {_resources(game.pile)}")
    if game.turned_up:
        lines.append(f"turned up in this pass of the deck: {_resources(game.turned_up)}")
    moving = [f"{player.name} {player.decides}".rstrip() for player in game.to_move]
    if moving:
        lines += textwrap.wrap(f"to move: {', '.join(moving)}", WIDTH, subsequent_indent="  ")
    if game.over and game.solo:
        lines.append(f"rank: {rank(game.players[0].score or 0)}")
    return lines


def board(state: State, player: int | None = None, colour: bool = False) -> str:
    """A game as text, at most 80 columns wide.

    Args:
        state: A game, array of shape ``(1,)`` of :data:`tt_env.state.DTYPE`.
        player: Write only what this player may see; ``None`` writes everything, as for a spectator.
        colour: Whether to use the colours of a terminal; nothing is told by colour alone.

    Raises:
        ValueError: If the game has no such player.
    """
    game = look(state, player)
    cards = [_card(card) for card in game.row]
    legend = [f"{line:<{WIDTH // 2}}" for line in textwrap.wrap(_LEGEND, WIDTH // 2 - 4)]
    half = WIDTH // 2
    lines = _headlines(game)
    for start in range(0, len(cards), 2):
        lines += _beside([*cards, legend][start : start + 2], half, 2)[1 if start else 0 :]
    lines += _beside([_town(game, view, colour) for view in game.players], _BLOCK, 3)
    return "\n".join([*lines, *_monuments(game)]) + "\n"
