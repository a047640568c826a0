"""What the functions of a game's public module are made with: options that are declared once are shown and sorted."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_type_hints

from tabletop_envs.game import Game
from tabletop_envs.options import Option, declared

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def with_options(kind: type) -> Callable[[F], F]:
    """Shows the options behind ``**options`` in the signature and in the docstring of a function or class.

    Args:
        kind: The ``TypedDict`` that declares them. In the docstring they take the place of the line ``**options``.
    """
    options, types = declared(kind), get_type_hints(kind)
    described = "\n".join(map(_entry, options.values()))

    def complete(function: F) -> F:
        signature = inspect.signature(function)
        own = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
        shown = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=option.default, annotation=types[name])
            for name, option in options.items()
        ]
        returns = inspect.Signature.empty if isinstance(function, type) else signature.return_annotation
        signature = inspect.Signature([*own, *shown], return_annotation=returns)
        function.__signature__ = signature  # type: ignore[attr-defined]
        if function.__doc__:  # python -OO leaves none
            function.__doc__ = re.sub(r"^ *\*\*options: .*$", lambda _: described, function.__doc__, flags=re.MULTILINE)
        return function

    return complete


def _entry(option: Option) -> str:
    """What a docstring says about an option."""
    values = f" Allowed: {option.allowed}." if option.allowed and not option.is_switch else ""
    text = f"{option.name}: {option.help[0].upper()}{option.help[1:]}.{values}"
    return textwrap.fill(text, 110, initial_indent=" " * 8, subsequent_indent=" " * 12)


def make(interface: Callable[..., T], game: type[Game], options: Mapping[str, Any], *first: Any) -> T:
    """An environment or batch.

    Args:
        interface: Its class.
        game: The class of the game.
        options: Options of both; what the interface does not know is the game's.
        first: What the interface takes after the game.

    Raises:
        TypeError: If neither has an option.
        ValueError: If an option has a value that is not allowed.
    """
    known = [one.name for one in inspect.signature(interface).parameters.values() if one.kind is one.KEYWORD_ONLY]
    own = {name: value for name, value in options.items() if name in known}
    return interface(game(**{name: value for name, value in options.items() if name not in known}), *first, **own)
