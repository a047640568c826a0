"""Moves as text: which are legal, and the actions that carry them out.

A move is one whole decision of the game. Inside a move that takes several actions the rest of it stands for a move:
``to r1c1`` after ``place stone r0c0 swap wheat``, ``using r1c1,r1c2`` after ``build well r1c1``, ``and farm r2c1 using
r1c1,r2c1,...`` after the first building of The Prism Forge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_envs.errors import NotationError
from tabletop_envs.notation import Moves
from tabletop_envs.parsing import one_of
from tabletop_envs.spec import State
from tt_env import actions as a
from tt_env.cards import CARDS
from tt_env.decisions import SQUARES_ASKED, Pending
from tt_env.notation import engine
from tt_env.notation.action_text import action_text, parse_action, why_illegal
from tt_env.notation.grammar import read_words
from tt_env.notation.words import card_at, card_id, resource_name, squares_in
from tt_env.state import MONUMENT, NUM_CARDS

BUILDING_WITH_CUBES = (0, Pending.FORGE, Pending.FORGE_SECOND)
"""What is on top of the stack (0: nothing) where a building is put by using cubes."""


def all_moves(state: State, player: int) -> Iterator[tuple[str, list[int]]]:
    """Every legal move of a player with the actions that carry it out, in the order of the actions."""
    for action in engine.legal_actions(state, player):
        if action != a.WAIT:
            for text, way in _moves_from(state, player, action):
                yield _joined(text), way


def _moves_from(state: State, player: int, action: int) -> Iterator[tuple[list[str], list[int]]]:
    """The moves that begin with an action: the texts of their parts, and their actions."""
    text = action_text(state, player, action)
    following = engine.after(state, player, action) if may_go_on(state, player, action) else None
    if following is None or not engine.mid_move(following, player):
        yield [text, *_only_squares(state, player, action)], [action]
        return
    asks_squares = engine.kind_on_top(following, player) in SQUARES_ASKED
    begun = [text] if asks_squares else [text, *_only_squares(state, player, action)]
    for second in engine.legal_actions(following, player):
        for texts, way in _moves_from(following, player, second):
            yield begun + texts, [action, *way]


def may_go_on(state: State, player: int, action: int) -> bool:
    """Whether an action could be only the first part of a move."""
    if engine.mid_move(state, player) or action == a.FORGE or action in a.TAKES:
        return True
    return action in a.SWAPS or is_construction(state, player, action)


def is_construction(state: State, player: int, action: int) -> bool:
    """Whether an action constructs a building with cubes."""
    return action in a.BUILDINGS and engine.kind_on_top(state, player) in BUILDING_WITH_CUBES


def _only_squares(state: State, player: int, action: int) -> list[str]:
    """The squares that a construction uses, where only one set of them would do."""
    if not is_construction(state, player, action):
        return []
    slot, square = a.kind_and_square(a.BUILD, action)
    only = engine.sets_asked(state, player, slot, square)[0]
    return [f"using {','.join(squares_in(engine.set_squares(state, player, slot)[only]))}"]


def _joined(texts: Sequence[str]) -> str:
    """The text of a move from those of its parts."""
    parts = list(texts)
    if len(parts) > 1 and parts[0] == "forge":
        del parts[0]  # the next part begins with it too
    if len(parts) > 1 and " swap " in parts[0]:
        parts[1] = parts[1].removeprefix("to ")
    return " ".join(parts)


def move_text(state: State, player: int, actions: Sequence[int]) -> str:
    """The text of a move from the actions that carry it out."""
    texts: list[str] = []
    for action, following in zip(actions, [*actions[1:], a.WAIT], strict=True):
        texts.append(action_text(state, player, action))
        if following not in a.SETS:
            texts += _only_squares(state, player, action)
        if following != a.WAIT:
            state = engine.after(state, player, action)
    return _joined(texts)


def actions_of(state: State, player: int, move: str) -> list[int]:
    """The actions that carry out a move, one after the other.

    Raises:
        NotationError: If the text is not a move or the move is not legal; the reason in one line.
    """
    words = read_words(move)
    _check_names(state, player, words)
    parts = _parts(state, player, words)
    if len(parts) == 1:
        return [legal_action(state, player, parts[0])]
    actions: list[int] = []
    squares: list[str] = []  # the ones that the building just named has to use, if there is no choice
    for part in parts:
        if part.startswith("using ") and squares:
            if [part] != squares:
                raise NotationError(f"{part!r} does not fit; allowed: {squares[0]!r}")
            squares = []
            continue
        action = legal_action(state, player, part)
        following = engine.after(state, player, action)
        if engine.kind_on_top(following, player) not in SQUARES_ASKED:
            squares = _only_squares(state, player, action)
        actions.append(action)
        state = following
    return actions


def _parts(state: State, player: int, words: list[str]) -> list[str]:
    """The texts of the actions that a move is made of; ``using`` is one of them whether it is asked or not."""
    if words[0] == "place" and len(words) > 3:
        return [" ".join(words[:5]), f"to {words[5]}"]
    starts = [k for k, word in enumerate(words) if k == 0 or word in ("using", "and", "to")]
    ends = [*starts[1:], len(words)]
    parts = [" ".join(words[start:end]) for start, end in zip(starts, ends, strict=True)]
    if words[0] == "forge" and engine.kind_on_top(state, player) != Pending.FORGE:
        return ["forge", *parts]
    return parts


def _check_names(state: State, player: int, words: list[str]) -> None:
    """Refuses cards that are not in play and, for a Warehouse, another resource than the one to be placed."""
    g = state[0]
    row = [card_at(g, player, slot) for slot in range(NUM_CARDS)]
    for word in words:
        if word in CARDS and CARDS[word].group != "monument" and word not in row:
            raise NotationError(f"{word} is not in play; allowed: {one_of(row)}")
    s = g["players"][player]
    if words[0] == "build" and CARDS[words[1]].group == "monument" and words[1] != card_at(g, player, MONUMENT):
        held = card_id(s["monument"]) if s["monument"] else "no monument"
        raise NotationError(f"{words[1]} cannot be built: the player holds {held}")
    if words[0] == "place" and len(words) > 3 and s["named"] and words[1] != resource_name(s["named"]):
        raise NotationError(f"{words[1]} cannot be stored: {resource_name(s['named'])} was named")


def legal_action(state: State, player: int, text: str) -> int:
    """The number of a legal action by its text.

    Raises:
        NotationError: If the text names no action, or one that is not legal; the reason in one line.
    """
    action = parse_action(state, player, text)
    if not engine.mask_of(state, player)[action]:
        raise NotationError(why_illegal(state, player, action))
    return action


_MOVES = Moves(engine.ENGINE, all_moves, actions_of)
legal_moves = _MOVES.legal_moves
sorted_moves = _MOVES.sorted
move_actions = _MOVES.move_actions
