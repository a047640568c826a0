"""How a command can end early; the command line tells each in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class UserError(Exception):
    """A mistake of the user's, told in one line and without a traceback. The exit status is 2."""


class Failure(Exception):
    """A command could not do what it was asked to; one line says why and what to do. The exit status is 1."""


class Terminated(Exception):
    """A SIGTERM ended a command, which wrote all there was to write. The exit status is 143, as of any such process."""


@contextmanager
def out_of_memory() -> Iterator[None]:
    """Turns torch's RuntimeError about memory into a MemoryError, which numpy raises in the same case.

    Raises:
        MemoryError: If there is not enough memory for the networks or the games.
    """
    try:
        yield
    except RuntimeError as error:
        if "allocate memory" not in str(error):
            raise
        text = "not enough memory; smaller networks (--hidden-sizes) or fewer games at a time (--num-envs) need less"
        raise MemoryError(text) from None
