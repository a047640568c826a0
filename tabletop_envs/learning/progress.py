"""A line on the terminal that counts up, for what takes a while."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows ``title: done/total`` while something runs (nothing where there is no terminal).

    Yields:
        What adds to the number done.
    """
    shown = sys.stderr is not None and sys.stderr.isatty()
    done = 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        if shown:
            print(f"\r{title}: {done}/{total}", end="", file=sys.stderr, flush=True)

    try:
        advance(0)
        yield advance
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


@contextmanager
def rich_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar with the time that is left, for what takes minutes (nothing where there is no terminal).

    Yields:
        What adds to the number done.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=total)
        yield lambda more: progress.advance(task, more)
