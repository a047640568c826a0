"""Following the actions of a game, to write its record: whole moves in the written order, and what goes beyond them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tabletop_envs.arguments import integer_within
from tabletop_envs.errors import NotationError, shown
from tabletop_envs.notation.engine import Engine
from tabletop_envs.spec import State
from tabletop_envs.states import copy_records

MoveText = Callable[[State, int, Sequence[int]], str]
ActionText = Callable[[State, int, int], str]


class Followed(NamedTuple):
    """What became of the actions of a game.

    Attributes:
        moves: Player and text of every whole move, in the written order.
        begun: Player and text of every action beyond them: of unfinished moves, and of players ahead of the order.
        state: The state after both.
    """

    moves: list[tuple[int, str]]
    begun: list[tuple[int, str]]
    state: State


class _DoesNotFollowError(Exception):
    """An action is not legal where it would have to be taken."""


def follow(
    engine: Engine,
    start: State,
    actions: Iterable[tuple[int, int]],
    move_text: MoveText = lambda *_: "",
    action_text: ActionText = lambda *_: "",
) -> Followed:
    """Takes the actions of a game, finished or not, from its start.

    Args:
        engine: The rules.
        start: The state in which the actions begin; it stays as it is.
        actions: ``(player, action)`` pairs; only each player's own order matters. Of a finished game, all steps that
            had only one legal action may be missing.
        move_text: ``move_text(state, player, actions)``: the text of a move; nothing if not given.
        action_text: ``action_text(state, player, action)``: the text of a single action; nothing if not given.

    Raises:
        NotationError: If the actions cannot be taken from the start.
    """
    taken = read_actions(actions, int(start[0]["num_players"]))
    for forced_are_missing in (False, True):
        try:
            return _Follower(engine, start, taken, forced_are_missing).follow(move_text, action_text)
        except _DoesNotFollowError:
            continue
    raise NotationError("the actions do not follow from the start; each must be legal when its player is to move")


class _Follower:
    """One way to take the actions: all are there, or those without an alternative are missing."""

    def __init__(self, engine: Engine, start: State, taken: list[tuple[int, int]], forced_are_missing: bool) -> None:
        self.engine = engine
        self.state = copy_records(start)
        self.forced_are_missing = forced_are_missing
        self.queues: list[deque[int]] = [deque() for _ in range(int(start[0]["num_players"]))]
        for player, action in taken:
            self.queues[player].append(action)

    def follow(self, move_text: MoveText, action_text: ActionText) -> Followed:
        moves, begun = [], []
        while (player := self.engine.next_player(self.state)) >= 0 and (move := self._next_move(player)):
            moves.append((player, move_text(self.state, player, move)))
            for taken in move:
                self.engine.step(self.state, player, taken)
        for player, queue in enumerate(self.queues):
            while queue:
                if not self.engine.may_answer(self.state, player):
                    raise _DoesNotFollowError
                action = self._next_action(self.state, player, queue)
                assert action is not None
                begun.append((player, action_text(self.state, player, action)))
                self.engine.step(self.state, player, action)
        return Followed(moves, begun, self.state)

    def _next_move(self, player: int) -> list[int]:
        """The actions of a player's next move, taken off its queue; none, and the queue as it was, if not whole."""
        state, left = copy_records(self.state), self.queues[player].copy()
        move: list[int] = []
        while (action := self._next_action(state, player, left)) is not None:
            move.append(action)
            self.engine.step(state, player, action)
            if not self.engine.mid_move(state, player):
                self.queues[player] = left
                return move
        return []

    def _next_action(self, state: State, player: int, queue: deque[int]) -> int | None:
        """The next action of a player that may answer, ``None`` if it has not taken it yet."""
        legal = self.engine.legal_actions(state, player)
        if self.forced_are_missing and len(legal) == 1:
            return legal[0]
        if not queue:
            return None
        action = queue.popleft()
        if action not in legal:
            raise _DoesNotFollowError
        return action


def read_actions(actions: Iterable[tuple[int, int]], players: int) -> list[tuple[int, int]]:
    """The actions of a game as plain numbers, each with its player's.

    Raises:
        NotationError: If one is not a pair of a player of the game and an action.
    """
    if not isinstance(actions, Iterable):
        raise NotationError(f"actions: expected pairs of player and action, got {shown(actions)}")
    found: list[tuple[int, int]] = []
    for number, entry in enumerate(actions):
        pair = entry if isinstance(entry, list | tuple) and len(entry) == 2 else (None, None)
        player, action = integer_within(pair[0], 0, players - 1), integer_within(pair[1], 0, 2**31 - 1)
        if player is None or action is None:
            allowed = f"the player's number, 0 to {players - 1}, and its action's"
            raise NotationError(f"actions[{number}]: expected {allowed}; got {shown(entry)}")
        found.append((player, action))
    return found
