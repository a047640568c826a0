"""How much a search thinks about a decision, and how that is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tabletop_envs.arguments import integer_within
from tabletop_envs.errors import shown

MOST_WORLDS = 10_000
MOST_DEPTH = 1000
MOST_CANDIDATES = 1000

FORM = "worlds=6,depth=0,candidates=6,opinion=0,ms=10,judge=NAME"
"""How a search is described; every part may be left out, the judge comes last."""


@dataclass(frozen=True)
class Budget:
    """How much a decision is thought about.

    Attributes:
        worlds: In how many imagined worlds the best candidates are played, at most.
        depth: How many turns these games go on after the running one.
        candidates: How many candidates are tried.
        milliseconds: After how long no further worlds are begun; ``None``: all of them are played.
        opinion: What the judge's own opinion of a candidate counts beside what the worlds say: points for each point,
            or logit, of it.

    Raises:
        ValueError: If one of them is out of range.
    """

    worlds: int = 6
    depth: int = 0
    candidates: int = 6
    milliseconds: float | None = None
    opinion: float = 0.0

    def __post_init__(self) -> None:
        for name, value, low, high in (
            ("worlds", self.worlds, 1, MOST_WORLDS),
            ("depth", self.depth, 0, MOST_DEPTH),
            ("candidates", self.candidates, 2, MOST_CANDIDATES),
        ):
            if integer_within(value, low, high) is None:
                raise ValueError(f"{name}={shown(value)} is out of range; allowed: integers from {low} to {high}")
        for name, real, least, most in (("ms", self.milliseconds, 0.01, 1e6), ("opinion", self.opinion, 0.0, 1e6)):
            if name == "ms" and real is None:
                continue
            if isinstance(real, bool) or not isinstance(real, int | float) or not least <= real <= most:
                raise ValueError(f"{name}={shown(real)} is out of range; allowed: numbers from {least} to {most:.0f}")


def parse_search(text: str) -> tuple[Budget, str]:
    """Reads what describes a search, such as ``worlds=12,depth=1,judge=linear``.

    With ``ms`` and without ``worlds``, time alone is the limit.

    Returns:
        The budget and the judge's name, which is empty if none is named.

    Raises:
        ValueError: If a part is malformed, unknown, there twice or out of range.
    """
    given: dict[str, Any] = {}
    judge, rest = "", text.strip()
    while rest:
        key, equals, rest = (part.strip() for part in rest.partition("="))
        if key == "judge" and rest:
            judge, rest = rest, ""
            continue
        value, _, rest = (part.strip() for part in rest.partition(","))
        number = _number(key, value)
        if not equals or number is None or key in given:
            raise ValueError(f"search: {shown(text)} is not of the form {FORM}, all parts optional")
        given[key] = number
    time = given.pop("ms", None)
    try:
        return Budget(**({"worlds": MOST_WORLDS} if time is not None else {}) | given, milliseconds=time), judge
    except ValueError as error:
        raise ValueError(f"search: {error}") from None


def _number(key: str, value: str) -> int | float | None:
    """The value of a part of the description; ``None`` if there is none."""
    try:
        if key in ("ms", "opinion"):
            return float(value)
        return int(value) if key in ("worlds", "depth", "candidates") and value.isdecimal() else None
    except ValueError:
        return None
