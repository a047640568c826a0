"""Options: each is declared once, beside its type, and whatever knows of options reads the declaration.

    class GameOptions(TypedDict, total=False):
        num_players: Annotated[int, Option(2, "number of players", values=range(1, 7))]
        open_hands: Annotated[bool, Option(False, "everybody sees all hands")]
        length: Annotated[Literal["short", "long"], Option("short", "how many rounds are played")]

The class is what type checkers and editors read (``**options: Unpack[GameOptions]``). :func:`declared` gives the same
to the code: constructors, states, the notation, the command line, docstrings and the tables of the docs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import one_of, read_flag, read_mapping, read_number


@dataclass(frozen=True)
class Option:
    """What there is to say about an option beside its name and type.

    Attributes:
        default: What it is if it is not given.
        help: What it does: one sentence without a capital and a full stop.
        values: What it may be. Left out, the type says it: ``bool``, or the texts of a ``Literal``. An option whose
            type says nothing is checked by the game itself and is no field of a state.
        like: The option that it equals where its default is ``None``.
        field: The field of a state that holds it, if that has another name. A text is held as its place in ``values``.
        read: Turns the text of the command line into the value; left out, the values say how.
        left_out: Whether records leave it out where it has its default.
        name: Filled in by :func:`declared`.
    """

    default: Any
    help: str
    values: Sequence[Any] = ()
    like: str = ""
    field: str = ""
    read: Callable[[str], Any] = str
    left_out: bool = False
    name: str = ""

    @property
    def is_switch(self) -> bool:
        """Whether it is true or false."""
        return self.values == (True, False)

    @property
    def is_number(self) -> bool:
        """Whether it is an integer."""
        return isinstance(self.values, range)

    @property
    def allowed(self) -> str:
        """What it may be, for a message; empty where only the game knows."""
        if isinstance(self.values, range):
            return f"{self.values[0]} to {self.values[-1]}"
        return ", ".join(map(repr, self.values))

    def checked(self, value: Any) -> Any:
        """The value that a caller gave, as a plain Python value.

        Raises:
            ValueError: If it is not allowed; the message says what is.
        """
        if not self.values or (value is None and self.like):
            return value
        if isinstance(self.values, range):
            return checked_number(self.name, value, self.values[0], self.values[-1])
        if isinstance(value, np.bool_):
            value = bool(value)
        for known in self.values:
            if isinstance(value, type(known)) and value == known:
                return known
        raise ValueError(f"{self.name}={shown(value)} is not allowed; allowed: {self.allowed}")

    def from_json(self, place: str, value: Any) -> Any:
        """The value that stands in a record or position.

        Raises:
            NotationError: If it is not allowed; the message begins with ``place``.
        """
        if isinstance(self.values, range):
            return read_number(place, value, self.values[0], self.values[-1])
        if self.is_switch:
            return read_flag(place, value)
        if not isinstance(value, str) or value not in self.values:
            raise NotationError(f"{place}: {shown(value)}; allowed: {one_of(self.values)}")
        return value

    def to_state(self, value: Any) -> int:
        """The number that stands for a value in a state."""
        return self.values.index(value) if isinstance(value, str) else int(value)

    def from_state(self, g: Any) -> Any:
        """The value in the record of a game.

        Raises:
            ValueError: If the field holds no value of the option.
        """
        number = int(g[self.field])
        for value in self.values:
            if self.to_state(value) == number:
                return value
        raise ValueError(
            f"the state is damaged: {self.field} is {number}; allowed: {self.allowed}; take states from save()"
        )


Declared = Mapping[str, Option]
"""Options by name, in the order of their declaration."""


def declared(kind: type) -> dict[str, Option]:
    """The options that a ``TypedDict`` declares."""
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        (option,) = hint.__metadata__
        values = option.values or _values(hint.__origin__)
        found[name] = replace(option, name=name, values=values, field=option.field or (name if values else ""))
    return found


def _values(kind: Any) -> tuple[Any, ...]:
    if kind is bool:
        return (True, False)
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(value for part in get_args(kind) for value in _values(part))


def complete(options: Declared, given: Mapping[str, Any]) -> dict[str, Any]:
    """All options: those given, and the defaults of the others."""
    chosen = {name: given.get(name, option.default) for name, option in options.items()}
    same = {name: chosen[option.like] for name, option in options.items() if option.like and chosen[name] is None}
    return chosen | same


def state_options(options: Declared) -> list[str]:
    """The options that are fields of a state, and so are written in the ``config`` of records and positions."""
    return [name for name, option in options.items() if option.field]


def read_config(options: Declared, value: Any, needed: Collection[str] = ("num_players",)) -> dict[str, Any]:
    """All options of a game from the ``config`` of its record.

    Raises:
        NotationError: If a key is unknown or missing, or a value is not allowed; one line.
    """
    config = read_mapping("config", value, state_options(options), needed)
    return complete(options, {key: options[key].from_json(f"config.{key}", config[key]) for key in config})


def write_config(options: Declared, g: Any) -> dict[str, Any]:
    """The options of a state as a record holds them."""
    config = {key: options[key].from_state(g) for key in state_options(options)}
    return {key: value for key, value in config.items() if not options[key].left_out or value != options[key].default}


def checked_number(name: str, value: Any, low: int, high: int, *, or_none: bool = False) -> int:
    """An integer within bounds.

    Args:
        name: What it is, for errors.
        value: What the caller gave.
        low: The minimum.
        high: The maximum.
        or_none: Whether the caller may also leave it out, for errors.

    Raises:
        ValueError: If it is none.
    """
    allowed = f"None, {low} to {high}" if or_none else f"{low} to {high}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name}={shown(value)} is not an integer; allowed: {allowed}")
    if not low <= value <= high:
        raise ValueError(f"{name}={shown(value)} is not allowed; allowed: {allowed}")
    return int(value)
