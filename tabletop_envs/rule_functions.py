"""How a kernel is written: import the rule functions from here, then :func:`bound` gives it those of a game.

A kernel is an ordinary module-level function, a loop that serves every game. The names below stand for a game's own
functions; they do nothing until the kernel is bound.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from tabletop_envs.jit import bind
from tabletop_envs.spec import GameSpec, RuleFunctions


def _unbound(*_: Any) -> Any:
    raise RuntimeError(
        "this kernel belongs to no game yet; tabletop_envs.rule_functions.bound(kernel, game) gives it one"
    )


reset: Callable[..., None] = _unbound
to_act: Callable[..., int] = _unbound
next_player: Callable[..., int] = _unbound
legal: Callable[..., int] = _unbound
step: Callable[..., None] = _unbound
observe: Callable[..., None] = _unbound
is_over: Callable[..., bool] = _unbound
scores: Callable[..., None] = _unbound
winners: Callable[..., int] = _unbound
resample_hidden: Callable[..., None] = _unbound
heuristic_value: Callable[..., float] = _unbound
mid_move: Callable[..., bool] = _unbound
candidates: Callable[..., int] = _unbound
position: Callable[..., None] = _unbound


def bound(kernel: Callable[..., Any], game: GameSpec) -> Callable[..., Any]:
    """The kernel with the rule functions of a game, compiled on its first call.

    A kernel that calls ``step`` holds a copy of all the rules and takes seconds to compile, so there should be few.

    Args:
        kernel: A plain function that uses names of this module as globals.
        game: Any instance of the game, or of its rules alone; its options do not matter.
    """
    return _bound(kernel, game.rule_functions, game.name, type(game).__module__.partition(".")[0])


@functools.cache
def _bound(kernel: Callable[..., Any], rule_functions: RuleFunctions, name: str, package: str) -> Callable[..., Any]:
    compiled: Callable[..., Any] = bind(kernel, name, package, **rule_functions._asdict())
    return compiled
