"""The options of the rules as they stand under ``config`` in positions and records."""

from __future__ import annotations

from typing import Any

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import one_of
from tt_env.spec import PARSONAGE

_OFF_ON = (False, True)
CHOICES: dict[str, tuple[Any, ...]] = {
    "fortune": _OFF_ON,
    "coins": _OFF_ON,
    "monuments": _OFF_ON,
    "cavern": _OFF_ON,
    "town_hall": _OFF_ON,
    "opaleye_optional": _OFF_ON,
    "max_fortune_buildings": tuple(range(7)),
    "parsonage": PARSONAGE,
    "museum_keeps_exhibits": _OFF_ON,
}
"""What each option may be; the place of a value in its list is what the state holds."""

DEFAULTS: dict[str, Any] = {option: choices[0] for option, choices in CHOICES.items()} | {
    "monuments": True,
    "max_fortune_buildings": 4,
}
"""What each option is where a record leaves it out; but ``coins`` is then as ``fortune``."""

FIELDS = {option: {"monuments": "with_monuments", "coins": "with_coins"}.get(option, option) for option in CHOICES}
"""The field of the state that holds each option."""

ALWAYS_WRITTEN = ("fortune", "coins", "monuments", "cavern", "town_hall")
"""The options that a record names even where they are as usual."""


def read_choice(place: str, option: str, value: Any) -> Any:
    """A value of an option.

    Raises:
        NotationError: If the option cannot be that.
    """
    for choice in CHOICES[option]:
        if type(value) is type(choice) and value == choice:
            return choice
    allowed = "true, false" if CHOICES[option] == _OFF_ON else one_of(CHOICES[option])
    raise NotationError(f"{place}: {shown(value)}; allowed: {allowed}")


def write_choice(g: Any, option: str) -> Any:
    """What an option is in a game."""
    return CHOICES[option][int(g[FIELDS[option]])]


def needs_fortune(g: Any) -> str:
    """What a card of Fortune needs, for an error; the coin rules alone do not bring the cards."""
    key = "config.fortune" if g["with_coins"] else "fortune"
    return f"it needs {key}: true (an environment: fortune=True)"
