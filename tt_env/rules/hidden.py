"""Another world that looks the same to one player, for honest search."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tt_env.rules.player import is_solo, num_players
from tt_env.rules.rounds import next_in_turn
from tt_env.rules.setup import DISPLAY, RESOURCE_CARDS, SEEN_PER_PASS, draw_monument, shuffle_resource_cards
from tt_env.state import DECK_SIZE, Phase
from tt_env.town import empty


@jit
def resample_hidden(t: Any, g: Any, player: Any, seed: Any) -> None:
    """Redraws what ``player`` cannot know and takes back what the others did in the running simultaneous step."""
    g["rng"][0] = seed
    take_back_hidden_choices(g, player)
    redraw_monuments(g, player)
    redraw_deck(g)
    ask_first(g, player)


@jit
def take_back_hidden_choices(g: Any, player: Any) -> None:
    """The other players stand again as they stood when the step began, and have to answer again."""
    phase = g["phase"]
    for other in range(num_players(g)):
        if other != player:
            g["players"][other] = g["shown"][other]
            if was_asked(phase, g["shown"][other]):
                g["waiting"] |= 1 << other


@jit
def ask_first(g: Any, player: Any) -> None:
    """A player that may answer is asked before the others, who have to answer again."""
    g["asked_first"] = 0
    if (np.int64(g["waiting"]) >> player) & 1 and next_in_turn(g) != player:
        g["asked_first"] = player + 1


@jit
def was_asked(phase: Any, had: Any) -> Any:
    """Whether the running simultaneous step began with a question to a player that stood like this.

    A town that is full already when the cubes are placed has dealt with its own: a position may be written so.
    """
    if phase == Phase.SETUP:
        return had["dealt"][1] != 0 and had["monument"] == 0
    if phase == Phase.PLACING:
        return had["completed"] == 0 and empty(had["town"]) != 0
    return phase == Phase.CONSTRUCTING and had["completed"] == 0


@jit
def redraw_monuments(g: Any, player: Any) -> None:
    """New monuments for the other players, but those that stand; of each only the other card stays unknown."""
    for other in range(num_players(g)):
        if other != player:
            s = g["players"][other]
            if s["built"] == 1:
                s["dealt"][0] = s["monument"]
                s["dealt"][1] = 0
            else:
                s["dealt"][:] = 0
    for other in range(num_players(g)):
        if other != player:
            s = g["players"][other]
            had = g["shown"][other]
            kept = s["monument"] != 0
            for k in range(2):
                if had["dealt"][k] != 0 and s["dealt"][k] == 0:
                    s["dealt"][k] = draw_monument(g)
            if kept and s["built"] == 0:
                s["monument"] = s["dealt"][0]
            had["dealt"][:] = s["dealt"]
            had["monument"] = s["monument"]


@jit
def redraw_deck(g: Any) -> None:
    """Cards not seen yet: Town Hall's rest of this pass and all later ones, solo's part of the pile never seen.

    They are dealt from the cards that are left over, never from where they lay: the real order must not show.
    """
    turned = np.int64(g["deck_next"])
    if is_solo(g):
        shuffle_resource_cards(g, 0, min(DISPLAY + turned, RESOURCE_CARDS), RESOURCE_CARDS)
    elif g["town_hall"] == 1:
        for start in range(turned - turned % SEEN_PER_PASS, DECK_SIZE, SEEN_PER_PASS):
            shuffle_resource_cards(g, start, max(turned - start, 0), SEEN_PER_PASS)
