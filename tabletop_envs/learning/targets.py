"""Files that a command writes when its work is done."""

from __future__ import annotations

import os
from pathlib import Path

from tabletop_envs.learning.durable import explain, shown_path
from tabletop_envs.learning.failures import UserError


def check_target(flag: str, target: Path) -> None:
    """Refuses, before the work, a file that cannot be written after it.

    Raises:
        UserError: If its folder is missing, or it is a folder itself.
    """
    if not os.path.isdir(target.parent):
        raise UserError(f"{flag} {shown_path(target)}: there is no folder {shown_path(target.parent)}")
    if os.path.isdir(target):
        raise UserError(f"{flag} {shown_path(target)}: that is a folder; name a file in it")


def write_target(flag: str, target: Path, text: str) -> None:
    """Writes a file.

    Raises:
        UserError: If it cannot be written.
    """
    try:
        target.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise UserError(f"{flag} {shown_path(target)}: {explain(error)}") from None
