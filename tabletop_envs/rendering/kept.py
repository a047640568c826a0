"""What has been painted and may be needed again, up to a number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")


class Kept:
    """What drawings and their parts look like, as far as they have been painted: those used last, up to a limit.

    Args:
        limit: How many bytes of pixels and markup are kept at most.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self._lock = Lock()
        self._found: OrderedDict[tuple[Callable[[str], Any], str], tuple[Any, int]] = OrderedDict()

    def look(self, paint: Callable[[str], T], markup: str, cost: Callable[[T], int]) -> T:
        """``paint(markup)``, painted or as it was kept; ``cost`` says how many bytes it takes."""
        key = paint, markup
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                found: T = self._found[key][0]
                return found
        found = paint(markup)
        size = cost(found) + len(markup)
        with self._lock:
            if key not in self._found:
                self._found[key] = found, size
                self.size += size
            while self.size > self.limit:
                self.size -= self._found.popitem(last=False)[1][1]
        return found

    def forget(self) -> None:
        """Drops everything."""
        with self._lock:
            self._found.clear()
            self.size = 0
