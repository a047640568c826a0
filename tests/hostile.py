"""Values that nobody should give, and what it means to refuse them well."""

from __future__ import annotations

import dis
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HOME = Path(__file__).parents[1]
PACKAGES = ("tabletop_envs", "tt_env", "carc_gold_env")
LONGEST = 500
"""The most characters of a message."""


class Mute:
    """Cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no\nrepr")


class Dishonest:
    """Shows itself as something that is not a text."""

    def __repr__(self) -> str:
        return 5  # type: ignore[return-value]


class Talkative:
    """Shows itself on many lines, with what a terminal would obey."""

    def __repr__(self) -> str:
        return "\x1b[31mred\n\ud800\u2028\x00" * 10**5


class MuteNumber(int):
    """A number that cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError


class Treacherous:
    """Would be a number, and raises when asked which."""

    def __index__(self) -> int:
        raise RuntimeError("no number")

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("no array")


def _nested(wrap: Callable[[Any], Any]) -> Any:
    value: Any = 0
    for _ in range(5_000):
        value = wrap(value)
    return value


def _endless() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


HOSTILE: dict[str, Any] = {
    "huge number": 10**5000,
    "huge negative number": -(10**5000),
    "past 64 bits": 2**64,
    "number that is mute": MuteNumber(10**30),
    "nan": float("nan"),
    "infinity": float("inf"),
    "complex number": 1j,
    "true": True,
    "none": None,
    "deep list": _nested(lambda inner: [inner]),
    "deep tuple": _nested(lambda inner: (inner,)),
    "deep dict": _nested(lambda inner: {"players": inner}),
    "list in itself": _endless(),
    "ragged list": [[1, 2], [3]],
    "list of the mute": [Mute(), Mute()],
    "list of the huge": [10**5000],
    "long list": [0] * 10**5,
    "long name": "x" * 10**7,
    "long bytes": b"\xff\n" * 5 * 10**6,
    "bytearray": bytearray(b"\x00\n"),
    "memoryview": memoryview(b"\x00\n" * 8)[::2],
    "surrogate": "\ud800\udfff",
    "lines": "player_0\n\r\x1b[31m\u2028",
    "nul": "\x00",
    "empty text": "",
    "mute": Mute(),
    "dishonest": Dishonest(),
    "talkative": Talkative(),
    "treacherous": Treacherous(),
    "long-named type": type("T" * 10**5, (), {}),
    "huge dict": {str(k): k for k in range(10**5)},
    "dict of odd keys": {Mute(): Mute(), 10**5000: 1, "\ud800\n": 2, b"x": 3, 1.5: 4, "k" * 10**6: 5},
    "set": {1, "a"},
    "no arrays": np.zeros(0),
    "numbers": np.arange(10**5),
    "objects": np.array([Mute(), 10**5000], object),
    "names": np.array(["player_0", "cottage"]),
    "truths": np.array([True, False]),
    "matrix": np.ones((2, 3, 4)),
    "records": np.zeros(2, [(f"field_{k}", np.int64) for k in range(500)]),
    "time": np.datetime64("2020-01-01"),
    "type": int,
    "function": print,
    "ellipsis": ...,
}
"""Name -> value."""


def _is_ours(error: Exception) -> bool:
    """Whether an error comes from a ``raise`` in our code, and from no operation that failed there or deeper."""
    last = error.__traceback__
    assert last is not None
    while last.tb_next is not None:
        last = last.tb_next
    code, where = last.tb_frame.f_code, Path(last.tb_frame.f_code.co_filename)
    is_raise = dis.opname[code.co_code[last.tb_lasti]] in ("RAISE_VARARGS", "RERAISE")
    return is_raise and where.is_relative_to(HOME) and where.relative_to(HOME).parts[0] in PACKAGES


def refused(
    call: Callable[[Any], Any], value: Any, errors: tuple[type[Exception], ...] = (TypeError, ValueError, KeyError)
) -> bool:
    """Calls something with a value: it is taken, or refused with a short line that our own code has written."""
    told: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            call(value)
        except errors as error:
            assert _is_ours(error), f"not our own: {error!s:.300}"
            told.append(str(error.args[0]) if isinstance(error, KeyError) else str(error))
            result = True
        else:
            result = False
    for text in [*told, *(str(warning.message) for warning in caught)]:
        assert 5 < len(text) <= LONGEST, text[:1000]
        assert len(text.splitlines()) == 1, text
        assert text.isprintable(), ascii(text)
        text.encode()
    assert sys.getrecursionlimit() < 5_000
    return result
