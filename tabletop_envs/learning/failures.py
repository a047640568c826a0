"""How a command can end early; the command line tells each in one line."""

from __future__ import annotations


class UserError(Exception):
    """A mistake of the user's, told in one line and without a traceback. The exit status is 2."""


class Failure(Exception):
    """A command could not do what it was asked to; one line says why and what to do. The exit status is 1."""


class Terminated(Exception):
    """A SIGTERM ended a command, which wrote all there was to write. The exit status is 143, as of any such process."""
