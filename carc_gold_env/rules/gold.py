"""Gold: putting out ingots and giving them out (docs/rules/carcassonne_gold.md 6, 7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from carc_gold_env.actions import INGOT, encode
from carc_gold_env.rules.board import AROUND_X, AROUND_Y, slot_at
from carc_gold_env.state import Kind
from tabletop_envs.jit import jit

_MONASTERY = int(Kind.MONASTERY)


@jit
def put_ingot(g: Any, slot: Any) -> None:
    """One ingot from the bank onto a tile."""
    g["lies"][slot] += 1
    g["lying"] += 1


@jit
def legal_ingots(g: Any, mask: Any) -> Any:
    """Adds the tiles round the gold tile just laid; returns how many (6)."""
    slot = np.int64(g["tiles"]) - 1
    count = 0
    for k in range(8):
        if slot_at(g, g["x"][slot] + AROUND_X[k], g["y"][slot] + AROUND_Y[k]) >= 0:
            mask[encode(INGOT, k)] = 1
            count += 1
    return count


@jit
def put_second(g: Any, k: Any) -> None:
    """The second ingot onto the k-th of the eight squares round the gold tile."""
    slot = np.int64(g["tiles"]) - 1
    other = slot_at(g, g["x"][slot] + AROUND_X[k], g["y"][slot] + AROUND_Y[k])
    g["second"][slot] = other + 1
    put_ingot(g, other)


@jit
def claim_tiles(g: Any, head: Any, players: Any) -> None:
    """The owners of a completed feature claim its tiles: those of a monastery are the nine (7)."""
    if g["kind"][head] == _MONASTERY:
        slot = np.int64(g["slot"][head])
        g["claim"][slot] |= players
        for k in range(8):
            g["claim"][slot_at(g, g["x"][slot] + AROUND_X[k], g["y"][slot] + AROUND_Y[k])] |= players
        return
    s = np.int64(head)
    while True:
        g["claim"][g["slot"][s]] |= players
        s = np.int64(g["next"][s])
        if s == head:
            break


@jit
def claimants(players: Any) -> Any:
    """How many players a bit mask holds."""
    n = np.int64(0)
    left = np.int64(players)
    while left != 0:
        left &= left - 1
        n += 1
    return n


@jit
def comes_before(g: Any, a: Any, b: Any) -> Any:
    """Whether an ingot is rather taken from tile ``a``: most claimants, then smallest y, then smallest x (7)."""
    n = claimants(g["claim"][a])
    m = claimants(g["claim"][b])
    if n != m:
        return n > m
    if g["y"][a] != g["y"][b]:
        return g["y"][a] < g["y"][b]
    return g["x"][a] < g["x"][b]


@jit
def choose_tile(g: Any, player: Any) -> Any:
    """The claimed tile from which a player takes its next ingot, -1 if there is none."""
    best: Any = np.int64(-1)
    for slot in range(np.int64(g["tiles"])):
        claimed = (np.int64(g["claim"][slot]) >> player) & 1
        if claimed and g["lies"][slot] > 0 and (best < 0 or comes_before(g, slot, best)):
            best = slot
    return best


@jit
def give_out(g: Any) -> None:
    """All claimed ingots, one at a time in turn order from the active player, in one pool for the turn (7)."""
    n = np.int64(g["num_players"])
    player: Any = np.int64(g["player"])
    passed = 0
    while passed < n:
        slot = choose_tile(g, player)
        if slot >= 0:
            g["lies"][slot] -= 1
            g["lying"] -= 1
            g["ingots"][player] += 1
            passed = 0
        else:
            passed += 1
        player = (player + 1) % n
    g["claim"][:] = 0


@jit
def gold_points(ingots: Any) -> Any:
    """What collected ingots are worth at the end, one rate for all of them (8)."""
    n = np.int64(ingots)
    if n >= 10:
        return 4 * n
    if n >= 7:
        return 3 * n
    if n >= 4:
        return 2 * n
    return n
