"""The declarations of decisions are complete, and what is written about them is current."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tt_env.cards import CARDS, GROUPS
from tt_env.decisions import DECISIONS, Field, Pending, Place, entry_of, fields_of
from tt_env.drawing.decisions import decides
from tt_env.notation import pending, reasons_answering
from tt_env.state import DTYPE, NUM_CARDS

pytestmark = pytest.mark.nojit

DOCS = Path(__file__).resolve().parents[2] / "docs" / "notation.md"
BEGIN, END = "<!-- decisions:begin -->\n", "<!-- decisions:end -->\n"


def test_every_kind_is_declared_once_with_numbers_that_fit() -> None:
    assert list(DECISIONS) == list(Pending) == list(range(1, len(Pending) + 1))
    assert len({decision.topic for decision in DECISIONS.values()}) == len(Pending)
    for decision in DECISIONS.values():
        assert len(decision.fields) <= 3
        assert all(0 <= field.least <= field.most <= 255 for field in decision.fields)
        assert set(decision.asked_by) <= set(CARDS)
        assert decision.phases
    assert sum(1 << kind for kind in Pending) < 1 << 62  # sets of kinds are bit masks


@pytest.mark.parametrize("kind", Pending, ids=str)
def test_entries_are_numbers_of_32_bits_both_ways(kind: Pending) -> None:
    for side in ("least", "most"):
        fields = {field.key: getattr(field, side) for field in DECISIONS[kind].fields}
        entry = entry_of(kind, fields)
        assert fields_of(entry) == (kind, fields)
        assert 0 < entry < 1 << 31


@pytest.mark.parametrize("kind", Pending, ids=str)
def test_every_kind_has_its_words(kind: Pending) -> None:
    """Captions, reasons and the text of the notation are complete for the smallest and the largest fields."""
    game = np.zeros(1, DTYPE)
    g = game[0]
    g["row"] = [next(k for k, card in enumerate(CARDS.values(), 1) if card.group == group) for group in GROUPS[:-1]]
    s = g["players"][0]
    s["monument"], s["depth"] = list(CARDS).index("silva_forum") + 1, 1
    for side in ("least", "most"):
        entry = entry_of(kind, {field.key: getattr(field, side) for field in DECISIONS[kind].fields})
        s["pending"][0] = entry
        assert not re.search(r"[{}]|None|  ", decides(g, s))
        words = pending.field_words(g, 0, fields_of(entry)[1])
        assert not re.search(r"[{}]", DECISIONS[kind].first.format(**words))
        written = pending.write_decision(g, 0, entry)
        slots = {pending.card_at(g, 0, slot): slot for slot in range(NUM_CARDS + 1)}
        assert pending.read_decision("pending", written, slots, g) == entry
    silent = kind in (Pending.COUNT, Pending.ENTER)  # refuses no answer of the right sort
    assert (kind in reasons_answering._ANSWERS) != silent


def _key(field: Field) -> str:
    return f"`{field.key}`" if field.usual is None else f"(`{field.key}`)"


def docs_table() -> str:
    """The table of docs/notation.md."""
    rows = ["| `decide` | further keys | what is decided | asked by | in phases |", "| --- | --- | --- | --- | --- |"]
    for kind, decision in DECISIONS.items():
        topic = "nothing: the second building comes in when the first is resolved" if kind == Pending.ENTER else ""
        cells = (
            f"`{kind.name.lower()}`",
            ", ".join(_key(field) for field in decision.fields if field.key),
            topic or decision.topic,
            ", ".join(CARDS[card].name for card in decision.asked_by),
            ", ".join(f"`{phase.name.lower()}`" for phase in decision.phases),
        )
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows).replace("|  |", "| |") + "\n"


def test_the_table_of_decisions_is_current() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert page.partition(BEGIN)[2].partition(END)[0] == docs_table(), f"paste this:\n{docs_table()}"


def test_places_on_the_stack_are_all_used() -> None:
    assert {decision.place for decision in DECISIONS.values()} == set(Place)
