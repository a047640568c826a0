"""Candidates: for each legal action the features of the position that its best completion leads to.

An action is tried on a copy; what must follow follows, a move of several actions is ended as well as it can be, and a
cube that is still in hand counts as placed where it adds most. Other players stand as they are known to stand; only
naming changes them, for it hands everybody a cube.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop_envs.jit import jit
from tabletop_envs.spec import Feature, with_leads
from tt_env.actions import NAME, NUM_ACTIONS_WITH_COINS
from tt_env.decisions import Pending
from tt_env.heuristics import features as F
from tt_env.heuristics.features import PLAYER_FEATURES, SIZE
from tt_env.heuristics.next_cube import RESOURCES
from tt_env.heuristics.plan_features import is_before, write_player
from tt_env.heuristics.town_features import write_buildings
from tt_env.rules.answers import answer, decide
from tt_env.rules.legal import legal_answers
from tt_env.rules.naming import next_builder
from tt_env.rules.player import first_of, is_solo, kind_of, num_players, top
from tt_env.rules.setup import DISPLAY
from tt_env.state import MONUMENT, SQUARES, Phase
from tt_env.tables import MOST_LAYOUTS
from tt_env.town import buildings, has, occupied, spread

MAX_CANDIDATES = (MONUMENT + 1) * SQUARES + 1
"""Never are more actions legal: constructing, each of the seven cards and the monument on each square, and `done`
(with The Prism Forge one more, but then the monument stands). Dealing with a cube there are at most five ways for each
square (a resource on an empty one; on a Warehouse, which holds at most three cubes, one in and each of three out), all
other answers are about cards on squares, too, or fewer."""

CANDIDATE_FEATURES = (
    *with_leads(PLAYER_FEATURES),
    Feature("names_next", "0 or 1", "The player names the resource of the next round."),
    Feature(
        "next_lead",
        "points",
        "What the next cube adds to the own town less the mean of the others: the most that can be named if the player "
        "names next, else the least; the mean where cards decide. Alone: the best of the resource cards shown.",
    ),
    Feature("prior", "points", "The own guess of the final score less that of the best of the others."),
)
"""Of a candidate, each for the player that decides."""
NAMES_NEXT = 2 * SIZE
NEXT_LEAD = 2 * SIZE + 1
PRIOR = 2 * SIZE + 2
WIDTH = 2 * SIZE + 3

_PHASES = (
    ("setup", "A monument is to be kept."),
    ("naming", "A resource is to be named."),
    ("placing", "A cube is to be dealt with."),
    ("constructing", "Buildings may be constructed."),
    ("watch", "Opaleye's Watch answers."),
    ("over", "The game is over."),
    ("taking", "A cube may be taken from an Oddity Shop."),
    ("round_end", "The Treasury at Okaver answers."),
)
POSITION_FEATURES = (
    *CANDIDATE_FEATURES,
    *(Feature(name, "0 or 1", description) for name, description in _PHASES),
    Feature("answering", "0 or 1", "A move has brought a decision with it that is to be answered."),
)
"""Of a position as it is, for one player."""

TRIALS = 5
"""Records to try actions in: one for the action, one for each further step of the longest move (The Prism Forge)."""


@jit
def hand_of(g: Any, player: Any) -> Any:
    """The resource of a cube that the player has to put on a square of its choice, 0 without one."""
    s = g["players"][player]
    if s["depth"] != 0:
        kind = kind_of(top(s))
        return np.int64(first_of(top(s))) if kind == Pending.SWAP or kind == Pending.TAKE else np.int64(0)
    if g["phase"] == Phase.PLACING and has(np.int64(g["waiting"]), player):
        return np.int64(s["named"])
    return np.int64(0)


@jit
def write_others(t: Any, g: Any, player: Any, naming: Any, means: Any, gain: Any, best: Any) -> None:
    """Writes what the other players have, for each resource that may be named, or at place 0 if none is to be.

    Args:
        t: The tables.
        g: The game.
        player: Who decides.
        naming: Whether a resource is to be named.
        means: The means of the features, ``[RESOURCES, SIZE]``; 0 without other players.
        gain: The means of what the next cube adds, ``[RESOURCES, RESOURCES]``.
        best: The highest guess of a final score.
    """
    n = num_players(g)
    means[:] = 0.0
    gain[:] = 0.0
    best[:] = 0.0 if n == 1 else -np.inf
    laid, worth = np.empty(MOST_LAYOUTS, np.int64), np.empty(MOST_LAYOUTS)
    bare, f, more = np.empty(SIZE), np.empty(SIZE), np.empty(RESOURCES)
    for other in range(n):
        if other != player:
            layouts, monument = write_buildings(t, g, other, False, laid, worth, bare)
            for named in range(RESOURCES):
                if (named != 0) == naming:
                    hand = named if naming else hand_of(g, other)
                    f[:] = bare
                    write_player(t, g, other, hand, layouts, monument, laid, worth, f, more)
                    means[named] += f / (n - 1)
                    gain[named] += more / (n - 1)
                    best[named] = max(best[named], f[F.EXPECTED])


@jit
def next_lead(g: Any, player: Any, names_next: Any, gain: Any, others: Any) -> Any:
    """What the next cube adds to the player more than to the others, as the next resource will be chosen."""
    most, least, total, shown = -np.inf, np.inf, 0.0, 0.0
    for resource in range(1, RESOURCES):
        lead = gain[resource] - others[resource]
        most, least, total = max(most, lead), min(least, lead), total + lead
    if is_solo(g):
        shown = -np.inf
        for k in range(DISPLAY):
            shown = max(shown, gain[np.int64(g["deck"][k])])
        return shown
    if g["town_hall"] == 1:
        return total / (RESOURCES - 1)
    return most if names_next else least


@jit
def assemble(
    g: Any, player: Any, f: Any, gain: Any, means: Any, others_gain: Any, best: Any, names_next: Any, out: Any
) -> None:
    """What a player sees of its own features and the others'."""
    for k in range(SIZE):
        out[k] = f[k] - means[k]
        out[SIZE + k] = f[k]
    out[NAMES_NEXT] = names_next
    out[NEXT_LEAD] = next_lead(g, player, names_next, gain, others_gain)
    out[PRIOR] = f[F.EXPECTED] - best


@jit
def is_next(g: Any, player: Any) -> Any:
    """Whether the player names the next resource."""
    return not is_solo(g) and g["town_hall"] == 0 and next_builder(g) == player


@jit
def position(t: Any, g: Any, player: Any, out: Any) -> None:
    """Writes the features of the position as it is, float32 ``[len(POSITION_FEATURES)]``."""
    laid, worth = np.empty(MOST_LAYOUTS, np.int64), np.empty(MOST_LAYOUTS)
    f, gain, best = np.empty(SIZE), np.empty(RESOURCES), np.empty(RESOURCES)
    means, others = np.empty((RESOURCES, SIZE)), np.empty((RESOURCES, RESOURCES))
    write_others(t, g, player, False, means, others, best)
    n, monument = write_buildings(t, g, player, True, laid, worth, f)
    write_player(t, g, player, hand_of(g, player), n, monument, laid, worth, f, gain)
    assemble(g, player, f, gain, means[0], others[0], best[0], is_next(g, player), out)
    for phase in range(len(_PHASES)):
        out[WIDTH + phase] = g["phase"] == phase
    out[WIDTH + len(_PHASES)] = g["players"][player]["depth"] != 0


@jit
def is_unfinished(s: Any) -> Any:
    """Whether the player is inside a construction: it has to say which squares or buildings."""
    kind = kind_of(top(s))
    return kind == Pending.USING or Pending.FORGE <= kind <= Pending.FORGE_SECOND_USING


@jit
def carry_out(t: Any, g: Any, player: Any, action: Any, mask: Any) -> None:
    """Carries out an action and the answers that have no alternative; the step does not end."""
    s = g["players"][player]
    answered = answer(t, g, player, action) if s["depth"] != 0 else decide(t, g, player, action)
    while not answered and s["depth"] != 0 and hand_of(g, player) == 0 and not is_unfinished(s):
        mask[:] = 0
        if legal_answers(t, g, s, mask) != 1:
            break
        only = np.int64(0)
        while mask[only] == 0:
            only += 1
        answered = answer(t, g, player, only)
    if answered:
        g["waiting"] = np.int64(g["waiting"]) & ~(1 << player)


@jit
def only_cubes_came(before: Any, after: Any) -> Any:
    """Whether a player has at most more cubes on its squares than before, so that its possible layouts are known."""
    town = np.int64(before["town"])
    if (np.int64(after["town"]) ^ town) & spread(occupied(town)) != 0:
        return False
    if buildings(after["town"]) != buildings(town):
        return False
    for square in range(SQUARES):
        if before["stored"][square] != after["stored"][square]:
            return False
    return before["coins"] == after["coins"] and before["monument"] == after["monument"] and top(after) == 0


@jit
def write_own(
    t: Any, g: Any, player: Any, known: Any, laid: Any, worth: Any, bare: Any, places: Any, f: Any, gain: Any
) -> None:
    """Writes the features of the player that decides, after an action.

    Args:
        t: The tables.
        g: The game after the action.
        player: Who decides.
        known: The game before it.
        laid: The layouts possible before it in row 0; row 1 is overwritten.
        worth: What the building of each adds, likewise.
        bare: The features that do not change with a further cube, before the action.
        places: How many layouts were possible, and the place of the monument's first one.
        f: The features.
        gain: What the next cube adds.
    """
    if only_cubes_came(known["players"][player], g["players"][player]):
        f[:] = bare
        write_player(t, g, player, hand_of(g, player), places[0], places[1], laid[0], worth[0], f, gain)
    else:
        n, monument = write_buildings(t, g, player, True, laid[1], worth[1], f)
        write_player(t, g, player, hand_of(g, player), n, monument, laid[1], worth[1], f, gain)


@jit
def candidates(t: Any, g: Any, player: Any, mask: Any, trial: Any, actions: Any, out: Any) -> Any:
    """Writes the legal actions in ascending order, and the features of each; returns how many.

    Args:
        t: The tables.
        g: A game in which the player is to act.
        player: Who decides.
        mask: Its action mask.
        trial: ``TRIALS`` records, overwritten.
        actions: At least as many places as actions are legal.
        out: As many rows of ``WIDTH``.
    """
    naming = g["phase"] == Phase.NAMING and g["players"][player]["depth"] == 0
    means, others, best = np.empty((RESOURCES, SIZE)), np.empty((RESOURCES, RESOURCES)), np.empty(RESOURCES)
    write_others(t, g, player, naming, means, others, best)
    laid, worth = np.empty((2, MOST_LAYOUTS), np.int64), np.empty((2, MOST_LAYOUTS))
    bare, f, gain, places = np.empty(SIZE), np.empty(SIZE), np.empty(RESOURCES), np.empty(2, np.int64)
    places[0], places[1] = write_buildings(t, g, player, True, laid[0], worth[0], bare)
    names_next, count = is_next(g, player), 0
    for action in range(len(mask)):
        if mask[action] != 0:
            named = action - NAME + 1 if naming else 0
            if naming:
                f[:] = bare
                write_player(t, g, player, named, places[0], places[1], laid[0], worth[0], f, gain)
            else:
                write_best(t, g, player, action, trial, laid, worth, bare, places, f, gain)
            actions[count] = action
            assemble(g, player, f, gain, means[named], others[named], best[named], names_next, out[count])
            count += 1
    return count


@jit
def write_best(
    t: Any,
    g: Any,
    player: Any,
    action: Any,
    trial: Any,
    laid: Any,
    worth: Any,
    bare: Any,
    places: Any,
    f: Any,
    gain: Any,
) -> None:
    """Writes the features after the best way to go on with an action; see :func:`write_own`.

    All ways are tried, one after the other: record k of ``trial`` stands after k further steps of the move.
    """
    mask = np.empty((TRIALS, NUM_ACTIONS_WITH_COINS), np.int8)
    tried, gained, following = np.empty_like(f), np.empty_like(gain), np.empty(TRIALS, np.int64)
    level, found = 0, False
    trial[0] = g
    carry_out(t, trial[0], player, action, mask[0])
    following[0] = -1
    while level >= 0:
        s = trial[level]["players"][player]
        if not is_unfinished(s):
            write_own(t, trial[level], player, g, laid, worth, bare, places, tried, gained)
            if not found or is_before(tried, gained, f, gain):
                f[:] = tried
                gain[:] = gained
            found = True
            level -= 1
            continue
        if following[level] < 0:
            mask[level] = 0
            legal_answers(t, trial[level], s, mask[level])
            following[level] = 0
        while following[level] < NUM_ACTIONS_WITH_COINS and mask[level, following[level]] == 0:
            following[level] += 1
        if following[level] == NUM_ACTIONS_WITH_COINS:
            level -= 1
            continue
        trial[level + 1] = trial[level]
        carry_out(t, trial[level + 1], player, following[level], mask[level + 1])
        following[level] += 1
        following[level + 1] = -1
        level += 1
