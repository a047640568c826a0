"""What the user is told beside the output proper."""

from __future__ import annotations

import sys


def notice(text: str) -> None:
    """Tells the user something on the standard error."""
    print(text, file=sys.stderr, flush=True)
