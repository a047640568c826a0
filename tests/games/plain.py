"""What the small games of the tests have in common: options and positions are fields of the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from tabletop_envs.errors import NotationError
from tabletop_envs.game import Game, State


class PlainGame(Game):
    """A game whose actions have names and whose every field can be fixed by a plain list."""

    action_names: ClassVar[Sequence[str]]

    def prepare(self, options: Mapping[str, Any]) -> State:
        return self._filled(options, ValueError)

    def read_position(self, position: Mapping[str, Any]) -> State:
        if not isinstance(position, Mapping):
            raise NotationError(f"position: expected an object of fields, not {position!r}")
        return self._filled(position, NotationError)

    def _filled(self, values: Mapping[str, Any], error: type[ValueError]) -> State:
        state = self.template.copy()
        for name, value in values.items():
            if name not in (self.dtype.names or ()) or np.shape(value) != self.dtype[name].shape:
                raise error(f"{name}: {value!r} is bad; allowed: {self.dtype}")
            state[name][0] = value
        return state

    def action_text(self, state: State, player: int, action: int) -> str:
        return self.action_names[action]

    def parse_action(self, state: State, player: int, text: str) -> int:
        if text not in self.action_names:
            raise NotationError(f"{text!r} is not an action; allowed: {', '.join(self.action_names)}")
        return self.action_names.index(text)

    def why_illegal(self, state: State, player: int, action: int) -> str:
        return "there is something to decide" if action == 0 else "it cannot be done now"

    def record(self, start: State, actions: Sequence[tuple[int, int]]) -> dict[str, Any]:
        moves = [f"{player} {self.action_names[action]}" for player, action in actions]
        return {"game": self.name, "start": start.tobytes().hex(), "moves": moves}

    def read_record(self, record: Mapping[str, Any]) -> tuple[State, list[tuple[int, int]]]:
        start = np.frombuffer(bytes.fromhex(record["start"]), self.dtype).copy()
        moves = [move.split(" ", 1) for move in record["moves"]]
        return start, [(int(player), self.parse_action(start, int(player), text)) for player, text in moves]

    def svg(self, state: State, player: int | None = None) -> str:
        lines = "".join(f'<text y="{12 * k}">{line}</text>' for k, line in enumerate(self.ansi(state).split("\n"), 1))
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120">{lines}</svg>'

    def ansi(self, state: State, player: int | None = None) -> str:
        return "\n".join(f"{name}: {state[name][0]}" for name in self.dtype.names or ())
