"""A sealed-bid auction against the contract: players bid at the same time, unseen by each other, for prizes in an
unknown order. Everybody bids each of its coins once; who bids the great coin says how, which makes it a move of two
actions; the last coin is forced. The highest single bid takes the prize."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypedDict

import numpy as np

from tabletop_envs.game import Layout, RuleFunctions
from tabletop_envs.jit import jit
from tabletop_envs.options import Option, declared
from tabletop_envs.rng import shuffle
from tests.games.plain import PlainGame

INSTALLED = Path(__file__).resolve().parent / "installed"
"""On the path, this folder makes the auction a game of the command's, as an installed package would."""
GREAT, LOW, HIGH = 4, 5, 6  # actions 1 to 4 are coins; the great one counts 0 (LOW) or 5 (HIGH)


@jit
def reset(t: Any, g: Any, seed: Any) -> None:
    g["rng"][0] = seed
    if g["prizes"][0] == 255:
        for k in range(4):
            g["prizes"][k] = k + 1
        shuffle(g["rng"], g["prizes"])
    g["waiting"] = (1 << np.int64(g["num_players"])) - 1


@jit
def players(t: Any, g: Any) -> Any:
    return np.int64(g["waiting"])


@jit
def next_player(t: Any, g: Any) -> Any:
    if g["asked_first"] != 0:
        return np.int64(g["asked_first"]) - 1
    for k in range(np.int64(g["num_players"])):
        player = (np.int64(g["round"]) + k) % np.int64(g["num_players"])
        if (np.int64(g["waiting"]) >> player) & 1:
            return player
    return -1


@jit
def legal(t: Any, g: Any, player: Any, mask: Any) -> Any:
    mask[:] = 0
    if not (np.int64(g["waiting"]) >> player) & 1:
        mask[0] = 1
    elif mid_move(t, g, player):
        mask[LOW : HIGH + 1] = 1
    else:
        mask[1 : GREAT + 1] = g["spent"][player] == 0
    return np.count_nonzero(mask)


@jit
def step(t: Any, g: Any, player: Any, action: Any) -> None:
    g["bid"][player] = action
    if action <= GREAT:
        g["spent"][player, action - 1] = 1
    if action == GREAT:
        return
    g["asked_first"] = 0
    g["waiting"] &= ~(1 << player) & 255
    if g["waiting"] == 0:
        reveal(g)


@jit
def worth(action: Any) -> Any:
    return 0 if action == LOW else 5 if action == HIGH else np.int64(action)


@jit
def reveal(g: Any) -> None:
    best, taker = -1, -1
    for player in range(np.int64(g["num_players"])):
        bid = worth(g["bid"][player])
        if bid >= best:
            best, taker = bid, -1 if bid == best else player
    if taker >= 0:
        g["score"][taker] += g["prizes"][g["round"]]
    g["bid"][:] = 0
    g["shown"][:] = g["spent"]
    g["round"] += 1
    g["waiting"] = (1 << np.int64(g["num_players"])) - 1 if g["round"] < 4 else 0


@jit
def observe(t: Any, g: Any, player: Any, out: Any) -> None:
    n = np.int64(g["num_players"])
    out[0] = g["round"]
    out[1] = g["bid"][player]
    out[2] = g["prizes"][g["round"]] if g["round"] < 4 else 0
    for k in range(n):
        who = (player + k) % n
        out[3 + k] = g["score"][who]
        for coin in range(4):
            out[3 + n + 4 * k + coin] = g["spent"][who, coin] if k == 0 else g["shown"][who, coin]


@jit
def is_over(t: Any, g: Any) -> Any:
    return g["waiting"] == 0


@jit
def scores(t: Any, g: Any, out: Any) -> None:
    for player in range(len(out)):
        out[player] = g["score"][player]


@jit
def winners(t: Any, g: Any) -> Any:
    best, who = -1, 0
    for player in range(np.int64(g["num_players"])):
        score = np.int64(g["score"][player])
        if score >= best:
            best, who = score, (who if score == best else 0) | (1 << player)
    return who


@jit
def resample_hidden(t: Any, g: Any, player: Any, seed: Any) -> None:
    g["rng"][0] = seed
    if g["round"] < 4:
        unseen = g["prizes"][np.int64(g["round"]) + 1 :]
        unseen[:] = np.sort(unseen)
        shuffle(g["rng"], unseen)
        for k in range(np.int64(g["num_players"])):
            if k != player:
                g["spent"][k] = g["shown"][k]
                g["bid"][k] = 0
                g["waiting"] |= 1 << k
        g["asked_first"] = 0
        if (np.int64(g["waiting"]) >> player) & 1 and next_player(t, g) != player:
            g["asked_first"] = player + 1


@jit
def heuristic_value(t: Any, g: Any, player: Any) -> Any:
    return np.float64(g["score"][player]) + 0.1 * worth(g["bid"][player])


@jit
def mid_move(t: Any, g: Any, player: Any) -> Any:
    return g["bid"][player] == GREAT


class AuctionOptions(TypedDict, total=False):
    num_players: Annotated[int, Option(2, "number of players", range(1, 7))]


class Auction(PlainGame):
    name = "auction_v0"
    title = "Auction"
    declared = declared(AuctionOptions)
    rule_functions = RuleFunctions(
        reset,
        players,
        next_player,
        legal,
        step,
        observe,
        is_over,
        scores,
        winners,
        resample_hidden,
        heuristic_value,
        mid_move,
    )
    dtype = np.dtype(
        [
            ("num_players", np.uint8),
            ("round", np.uint8),
            ("waiting", np.uint8),
            ("asked_first", np.uint8),
            ("rng", np.uint64, (1,)),
            ("prizes", np.uint8, (4,)),
            ("bid", np.uint8, (6,)),
            ("spent", np.uint8, (6, 4)),
            ("shown", np.uint8, (6, 4)),
            ("score", np.uint8, (6,)),
        ],
        align=True,
    )
    action_names = ("wait", "bid 1", "bid 2", "bid 3", "bid great", "low", "high")
    num_actions = 7
    score_scale = 10.0
    reset_options = ("prizes",)
    simultaneous = True
    score_bounds = (0, 10)
    tables = np.zeros(1, np.dtype([("none", np.uint8)]))

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        num_players = self.num_players
        self.max_decisions = 5 * num_players
        self.layout = Layout.of(
            [
                ("round", (1,), 4),
                ("bid", (1,), 6),
                ("prize", (1,), 4),
                ("scores", (num_players,), 10),
                ("spent", (num_players, 4), 1),
            ]
        )
        self.template = self._blank()
        self.template["prizes"] = 255
