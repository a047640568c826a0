"""A sealed-bid auction against the contract: seats bid at the same time, unseen by each other, for prizes in an unknown
order. Everybody bids each of its coins once; who bids the great coin says how, which makes it a move of two actions;
the last coin is forced. The highest single bid takes the prize."""

from __future__ import annotations

from typing import Any

import numpy as np

from env_core.game import Layout, Verbs
from env_core.jit import jit
from env_core.rng import shuffle
from tests.games.plain import PlainGame

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
def seats(t: Any, g: Any) -> Any:
    return np.int64(g["waiting"])


@jit
def next_seat(t: Any, g: Any) -> Any:
    if g["asked_first"] != 0:
        return np.int64(g["asked_first"]) - 1
    for k in range(np.int64(g["num_players"])):
        seat = (np.int64(g["round"]) + k) % np.int64(g["num_players"])
        if (np.int64(g["waiting"]) >> seat) & 1:
            return seat
    return -1


@jit
def legal(t: Any, g: Any, seat: Any, mask: Any) -> Any:
    mask[:] = 0
    if not (np.int64(g["waiting"]) >> seat) & 1:
        mask[0] = 1
    elif mid_move(t, g, seat):
        mask[LOW : HIGH + 1] = 1
    else:
        mask[1 : GREAT + 1] = g["spent"][seat] == 0
    return np.count_nonzero(mask)


@jit
def step(t: Any, g: Any, seat: Any, action: Any) -> None:
    g["bid"][seat] = action
    if action <= GREAT:
        g["spent"][seat, action - 1] = 1
    if action == GREAT:
        return
    g["asked_first"] = 0
    g["waiting"] &= ~(1 << seat) & 255
    if g["waiting"] == 0:
        reveal(g)


@jit
def worth(action: Any) -> Any:
    return 0 if action == LOW else 5 if action == HIGH else np.int64(action)


@jit
def reveal(g: Any) -> None:
    best, taker = -1, -1
    for seat in range(np.int64(g["num_players"])):
        bid = worth(g["bid"][seat])
        if bid >= best:
            best, taker = bid, -1 if bid == best else seat
    if taker >= 0:
        g["score"][taker] += g["prizes"][g["round"]]
    g["bid"][:] = 0
    g["shown"][:] = g["spent"]
    g["round"] += 1
    g["waiting"] = (1 << np.int64(g["num_players"])) - 1 if g["round"] < 4 else 0


@jit
def observe(t: Any, g: Any, seat: Any, out: Any) -> None:
    n = np.int64(g["num_players"])
    out[0] = g["round"]
    out[1] = g["bid"][seat]
    out[2] = g["prizes"][g["round"]] if g["round"] < 4 else 0
    for k in range(n):
        who = (seat + k) % n
        out[3 + k] = g["score"][who]
        for coin in range(4):
            out[3 + n + 4 * k + coin] = g["spent"][who, coin] if k == 0 else g["shown"][who, coin]


@jit
def is_over(t: Any, g: Any) -> Any:
    return g["waiting"] == 0


@jit
def scores(t: Any, g: Any, out: Any) -> None:
    for seat in range(len(out)):
        out[seat] = g["score"][seat]


@jit
def winners(t: Any, g: Any) -> Any:
    best, who = -1, 0
    for seat in range(np.int64(g["num_players"])):
        score = np.int64(g["score"][seat])
        if score >= best:
            best, who = score, (who if score == best else 0) | (1 << seat)
    return who


@jit
def hide(t: Any, g: Any, seat: Any, seed: Any) -> None:
    g["rng"][0] = seed
    if g["round"] < 4:
        unseen = g["prizes"][np.int64(g["round"]) + 1 :]
        unseen[:] = np.sort(unseen)
        shuffle(g["rng"], unseen)
        for k in range(np.int64(g["num_players"])):
            if k != seat:
                g["spent"][k] = g["shown"][k]
                g["bid"][k] = 0
                g["waiting"] |= 1 << k
        g["asked_first"] = 0
        if (np.int64(g["waiting"]) >> seat) & 1 and next_seat(t, g) != seat:
            g["asked_first"] = seat + 1


@jit
def estimate(t: Any, g: Any, seat: Any) -> Any:
    return np.float64(g["score"][seat]) + 0.1 * worth(g["bid"][seat])


@jit
def mid_move(t: Any, g: Any, seat: Any) -> Any:
    return g["bid"][seat] == GREAT


class Auction(PlainGame):
    name = "auction_v0"
    verbs = Verbs(reset, seats, next_seat, legal, step, observe, is_over, scores, winners, hide, estimate, mid_move)
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

    def __init__(self, num_players: int = 2) -> None:
        self.num_players = num_players
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
        self.template = np.zeros(1, self.dtype)
        self.template["num_players"] = num_players
        self.template["prizes"] = 255
