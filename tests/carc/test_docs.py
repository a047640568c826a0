"""The game's page says what the code does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from carc_gold_env import actions
from carc_gold_env.game import CarcassonneGold
from carc_gold_env.notation import load, position, replay
from tests.carc.test_ansi import small_board

PAGE = Path(__file__).resolve().parents[2] / "docs" / "carcassonne.md"
TEXT = PAGE.read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, without its head."""
    rows = re.search(r"^\|.*\n\|[-| ]+\n((?:\|.*\n)+)", TEXT.partition(f"\n## {heading}\n")[2], re.MULTILINE)
    assert rows is not None
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows.group(1).splitlines()]


@pytest.mark.parametrize("players", range(2, 6))
def test_observation_table(players: int) -> None:
    shown = {}
    for name, shape, high, _ in table("Observation"):
        sizes = shape.strip("()").replace("n", str(players)).split(",")
        shown[name.strip("`")] = (tuple(int(size) for size in sizes if size.strip()), int(high))
    layout = CarcassonneGold(num_players=players).layout
    assert shown == {name: (field.shape, field.high) for name, field in layout.items()}
    assert list(shown) == list(layout)


def test_record_of_the_notation() -> None:
    written = (PAGE.parent / "notation.md").read_text(encoding="utf-8").partition("\n## Carcassonne\n")[2]
    record, short = (json.loads(text) for text in re.findall("```json\n(.*?)```", written, re.DOTALL))
    assert replay(record)["result"] == record["result"]
    assert [move for move in position(load(short))["moves"] if "discard" not in move] == [
        {**short["turns"][0], "meeple": ["city", 0]},
        short["turns"][1],
    ]


def test_observation_sizes() -> None:
    *sizes, last = (CarcassonneGold(num_players=players).layout.size for players in range(2, 6))
    assert f"{', '.join(map(str, sizes))} or {last} numbers for 2 to 5 players" in TEXT


def test_actions_table() -> None:
    following = 0
    for numbers, name, _ in table("Actions"):
        first, _, last = numbers.partition("-")
        assert getattr(actions, name.strip("`")) == int(first) == following, name
        following = int(last or first) + 1
    assert following == actions.NUM_ACTIONS
    assert TEXT.count(f"Discrete({actions.NUM_ACTIONS})") == 2


def test_reset_options_and_scale() -> None:
    below = TEXT.partition("`reset(seed")[2].partition("\n## ")[0]
    keys = set(re.findall(r"^\| `(\w+)` \|", below, re.MULTILINE))
    assert keys == {*CarcassonneGold.reset_options, "position"}
    assert f"/ {CarcassonneGold.score_scale:g} |" in TEXT


def test_the_land_in_letters() -> None:
    (shown,) = re.findall(r"^```text\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert shown in CarcassonneGold().ansi(small_board())
