"""No table, one-hot or limit counts on the cards that there are: one more in every group plays like the others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.nojit

ROOT = Path(__file__).resolve().parents[2]

ONE_MORE = """
import importlib, sys, types
from pathlib import Path

# The data of the cards are changed before anything is built from them.
for name in ("tt_env", "tt_env.cards"):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [str(Path(sys.argv[1], *name.split(".")))]
part = importlib.import_module("tt_env.cards." + sys.argv[2])
card, layout = importlib.import_module("tt_env.cards.card"), eval(sys.argv[3])
words = {"text": "Nothing.", "short": "New", "caption": "nothing"}
part.MONUMENTS += tuple(
    card.Card(f"new_{group}", f"New {group}", group, layout, **words) for group in card.GROUPS[1:]
)
del sys.modules["tt_env"], sys.modules["tt_env.cards"]

import numpy as np
from tt_env import drawing, notation, tiny_towns_v0
from tt_env.cards import GROUPS, NUMBERS
"""

PLAY = """
new, fortune = [f"new_{group}" for group in GROUPS[1:]], sys.argv[2] == "fortune"
every = [{"fortune": True, "max_fortune_buildings": 6}] if fortune else [{}, {"fortune": True}]
dice, seen = np.random.default_rng(1), set()
for seed in range(int(sys.argv[4])):
    for options in every:
        cards = new[:6] if seed < 2 else "random"
        env = tiny_towns_v0.raw_env(num_players=3, cards=cards, auto_play_forced=seed % 2 == 0, **options)
        env.reset(seed=seed)
        layout = env.game.layout
        while not all(env.terminations.values()):
            agent = env.agent_selection
            told = env.observe(agent)
            assert env.observation_space(agent)["observation"].contains(told["observation"])
            row = told["observation"][layout["row"].start :][: layout["row"].size].reshape(6, -1)
            assert (row.sum(1) == 1).all(), row
            env.step(int(dice.choice(np.flatnonzero(told["action_mask"]))))
        state = env.save()
        seen |= set(state[0]["row"].tolist()) | set(state[0]["players"]["monument"].tolist())
        other = tiny_towns_v0.raw_env(num_players=3, cards=cards, **options)
        other.reset(seed=0)
        other.load(state)
        if seed < 2:
            position = notation.position(state)
            assert notation.load(position).tobytes() == state.tobytes()
            assert all(text in drawing.svg(state) for text in ("<svg", "New"))
assert seen >= {NUMBERS[card] for card in new}, sorted({NUMBERS[card] for card in new} - seen)
print("played")
"""


def run(code: str, part: str, layout: tuple[str, ...], *more: str) -> subprocess.CompletedProcess[str]:
    """Runs code in which every group but the Cottage has one more card."""
    return subprocess.run(
        [sys.executable, "-c", ONE_MORE + code, str(ROOT), part, repr(layout), *more],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("part", ["base", "fortune"])
def test_one_more_card_in_every_group(part: str) -> None:
    result = run(PLAY, part, ("W.", "HG"), "12")
    assert result.stdout == "played\n", result.stderr


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (("WHBGS",), "new_farm: its layout has 0 sets of squares, not 1 to 48"),
        (("W...", ".H..", "..B.", "...G"), "new_farm: its layout fits no grid of 3 rows and 4 columns"),
    ],
    ids=["five in a row", "diagonal"],
)
def test_a_layout_that_there_is_no_room_for_is_refused(layout: tuple[str, ...], message: str) -> None:
    result = run("from tt_env.tables import tables\ntables()", "base", layout)
    assert f"AssertionError: {message}" in result.stderr
