"""What the user is told beside the output proper."""

from __future__ import annotations

import contextlib
import sys


def notice(text: str) -> None:
    """Tells the user something on the standard error, if there is one.

    A notice that cannot be written, to a full disk or a closed pipe, is no reason to stop what it is about.
    """
    if sys.stderr is not None:  # print would take the standard output instead
        with contextlib.suppress(OSError, ValueError):
            print(text, file=sys.stderr, flush=True)
