"""Tables of every size, put together by hand, and what a drawing says in words."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import numpy as np

from tabletop_envs.game import State
from tt_env.cards import NUMBERS
from tt_env.state import DTYPE, Phase

NIBBLES = {letter: nibble for nibble, letter in enumerate(".WHBGScfwktyom")}
TOWNS = (
    "cktk fwW. .Gmo yckc",
    "ccHc .Sww oto. tt.c",
    "c..w .H.. WWtB k..y",
    "cwct wcty oGkf ccmt",
    "HBGS W... .cww mttt",
    ".WHB GSck wott yfmc",
)
MONUMENTS = (
    "silva_forum",
    "grand_mausoleum_of_the_rodina",
    "cathedral_of_caterina",
    "opaleyes_watch",
    "barrett_castle",
    "archive_of_the_second_age",
)
ROW = ("cottage", "orchard", "shed", "temple", "almshouse", "bakery", "warehouse")


def word(town: str) -> int:
    value = sum(NIBBLES[letter] << (4 * k) for k, letter in enumerate(town.replace(" ", "")))
    return value - (1 << 64) if value >= 1 << 63 else value


def table(players: int, phase: Phase = Phase.PLACING, **fields: Any) -> State:
    """A table by hand: towns, monuments, cubes on buildings; other fields as given."""
    state = np.zeros(1, DTYPE)
    g = state[0]
    g["num_players"], g["with_monuments"], g["round"], g["phase"] = players, 1, 9, phase
    g["row"] = [NUMBERS[card] for card in ROW]
    g["waiting"] = 0 if phase == Phase.OVER else (1 << players) - 1
    if players > 1 and phase in (Phase.PLACING, Phase.CONSTRUCTING):
        g["named"] = 2
    for k, s in enumerate(g["players"][:players]):
        s["town"] = word(TOWNS[k])
        s["monument"], s["built"] = NUMBERS[MONUMENTS[k]], "m" in TOWNS[k]
        s["dealt"] = NUMBERS[MONUMENTS[k]], NUMBERS["grove_university"]
        s["builder_turns"] = k
        s["stored"][[k for k in range(16) if TOWNS[0].replace(" ", "")[k] == "o"]] = 1 + 8 + 512
    if players == 1 or fields.get("town_hall"):
        g["deck"][:15] = [1, 3, 5, 2, 2, 4, 4, 1, 5, 3, 3, 1, 5, 4, 2]
    for name, value in fields.items():
        g[name] = value
    g["shown"] = g["players"]
    return state


def texts(drawing: str) -> list[str]:
    root = ElementTree.fromstring(drawing)
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def all_titles(drawing: str) -> list[str]:
    root = ElementTree.fromstring(drawing)
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title")]


FORTUNE_ROW = ("cottage", "tithe_barn", "mine", "parsonage", "gamblers_den", "jeweler", "oddity_shop")
FORTUNE_MONUMENTS = (
    "caterinas_grotto",
    "petal_promenade",
    "hollow_hill",
    "treasury_at_okaver",
    "estival_festival",
    "shrine_of_the_windseed",
)
FORTUNE_TOWNS = (
    "cktk fwW. .Gmo yckc",
    "ccHc .Sww oto. tm.c",
    "c..w .H.. WWtB komy",
    "cwcm wcty oGkf cc.t",
    "HBGS W... ocww mttt",
    "mWHB GSck wott yf.c",
)
COIN_SQUARES = (1 << 6 | 1 << 9, 1 << 4 | 1 << 14, 0, 0, 0, 0)
COINS = (3, 4, 1, 4, 5, 0)


def fortune_table(players: int, phase: Phase = Phase.PLACING, **fields: Any) -> State:
    """A table with the cards and coins of Fortune: chests, coins on squares and on Hollow Hill, cubes in shops."""
    state = table(players, phase, with_coins=1, fortune=1)
    g = state[0]
    g["row"] = [NUMBERS[card] for card in FORTUNE_ROW]
    for k, s in enumerate(g["players"][:players]):
        s["monument"], s["built"] = NUMBERS[FORTUNE_MONUMENTS[k]], 1
        s["dealt"] = NUMBERS[FORTUNE_MONUMENTS[k]], NUMBERS["masons_guild"]
        s["town"] = word(FORTUNE_TOWNS[k])
        s["coins"], s["coin_squares"] = COINS[k], COIN_SQUARES[k]
        s["monument_info"] = 2 if FORTUNE_MONUMENTS[k] == "hollow_hill" else 0
        s["stored"] = 0
        s["stored"][FORTUNE_TOWNS[k].replace(" ", "").index("o")] = 1 << 3 * (k % 5)
    for name, value in fields.items():
        g[name] = value
    g["shown"] = g["players"]
    return state
