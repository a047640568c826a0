"""Tables for a terminal and for the pages under docs/."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Table:
    """A table of texts.

    Attributes:
        title: What stands above it.
        head: The names of the columns.
        rows: The cells; the first of each row is its name.
        notes: Sentences that stand below it.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def plain(self) -> str:
        """For a terminal: columns under one another, numbers to the right."""
        widths = [max(len(row[k]) for row in [self.head, *self.rows]) for k in range(len(self.head))]
        lines = [self.title, _line(self.head, widths), "  ".join("-" * width for width in widths)]
        lines += [_line(row, widths) for row in self.rows]
        return "\n".join([*lines, *self.notes]) + "\n"

    def markdown(self) -> str:
        """For a page."""
        lines = [
            f"### {self.title}\n",
            f"| {' | '.join(self.head)} |",
            f"| --- |{' ---: |' * (len(self.head) - 1)}",
            *(f"| {' | '.join(row)} |" for row in self.rows),
        ]
        notes = f"\n{' '.join(self.notes)}\n" if self.notes else ""
        return "\n".join(lines) + "\n" + notes


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
    return "  ".join(cells).rstrip()


def number(value: float) -> str:
    """Three significant digits, thousands set apart: ``1,680,000``, ``12.3``, ``0.45``."""
    if value == 0 or not abs(value) < float("inf"):
        return f"{value:g}"
    rounded = float(f"{value:.3g}")
    digits = max(0, 2 - int(f"{rounded:e}".partition("e")[2]))
    return f"{rounded:,.{digits}f}"


def percent(share: float) -> str:
    """A share as a percentage with one decimal."""
    return f"{100 * share:.1f} %"


def insert(page: Path, name: str, text: str) -> None:
    """Replaces what stands on a page between ``<!-- name:begin -->`` and ``<!-- name:end -->``.

    Raises:
        ValueError: If the page has no such place.
    """
    old = require(page, name)
    begin, end = _marks(name)
    new = _place(name).sub(lambda _: f"{begin}\n\n{text.strip()}\n\n{end}", old, count=1)
    page.write_text(new, encoding="utf-8")


def require(page: Path, name: str) -> str:
    """The text of a page that has this place.

    Raises:
        ValueError: If the page has no such place.
    """
    text = page.read_text(encoding="utf-8")
    if not _place(name).search(text):
        raise ValueError(f"{page}: has no place {' ... '.join(_marks(name))}")
    return text


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name}:begin -->", f"<!-- {name}:end -->"


def _place(name: str) -> re.Pattern[str]:
    begin, end = map(re.escape, _marks(name))
    return re.compile(f"{begin}.*?{end}", re.DOTALL)
