"""How a kernel is written: import the verbs from here, then :func:`bound` gives it the verbs of a game.

A kernel is an ordinary module-level function, a loop that serves every game. The names below stand for a game's own
functions; they do nothing until the kernel is bound.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from env_core.jit import bind
from env_core.rulebook import Rulebook, Verbs


def _unbound(*_: Any) -> Any:
    raise RuntimeError("this kernel belongs to no game yet; env_core.verbs.bound(kernel, game) gives it one")


reset: Callable[..., None] = _unbound
seats: Callable[..., int] = _unbound
next_seat: Callable[..., int] = _unbound
legal: Callable[..., int] = _unbound
step: Callable[..., None] = _unbound
observe: Callable[..., None] = _unbound
is_over: Callable[..., bool] = _unbound
scores: Callable[..., None] = _unbound
winners: Callable[..., int] = _unbound
hide: Callable[..., None] = _unbound
estimate: Callable[..., float] = _unbound
mid_move: Callable[..., bool] = _unbound


def bound(kernel: Callable[..., Any], game: Rulebook) -> Callable[..., Any]:
    """The kernel with the verbs of a game, compiled on its first call.

    A kernel that calls ``step`` holds a copy of all the rules and takes seconds to compile, so there should be few.

    Args:
        kernel: A plain function that uses names of this module as globals.
        game: Any instance of the game, or of its rulebook alone; its options do not matter.
    """
    return _bound(kernel, game.verbs, game.name, type(game).__module__.partition(".")[0])


@functools.cache
def _bound(kernel: Callable[..., Any], verbs: Verbs, name: str, package: str) -> Callable[..., Any]:
    compiled: Callable[..., Any] = bind(kernel, name, package, **verbs._asdict())
    return compiled
