"""What can be wrong with a record: the faults by number, as compiled code tells them, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tabletop_envs.errors import shown
from tt_env.decisions import DECISIONS, PROMENADE_COINS, RESERVED, Pending
from tt_env.rules.coins import CHEST
from tt_env.state import DECK_SIZE, MAX_ROUNDS

NO_FAULT = 0
"""No fault."""


class Fault(NamedTuple):
    """A field whose value cannot be, and what could be there."""

    field: str
    expected: str


FAULTS: list[Fault] = [Fault("", "")]


def _fault(field: str, expected: str) -> int:
    FAULTS.append(Fault(field, expected))
    return len(FAULTS) - 1


# The game.
ROW = _fault("row", "one card of each group of this game")
PHASE = _fault("phase", "a phase of this game")
ROUND = _fault("round", f"0 during setup, 1 to {MAX_ROUNDS} after it")
BUILDER = _fault("builder", "a player whose town is not complete, 0 in solo and Town Hall")
BARRED_BUILDER = _fault("builder", "a player who may name a resource and has an empty square for it")
NAMED = _fault("named", "0 before the naming, then a resource; 0 where every player chooses")
CARD_NAMED = _fault("named", "the card turned up last")
DECK = _fault("deck", "three cards of each resource in a pass; zeros where there is no deck")
DECK_NEXT = _fault("deck_next", f"at most {DECK_SIZE} and no more than the rounds have turned up")
WAITING = _fault("waiting", "the players whom the running step can ask, at least one until the game is over")
ANSWERED = _fault("waiting", "no player who has dealt with the cube already")
ASKED_FIRST = _fault("asked_first", "0, or 1 + the number of a player who has to answer and would not be next in turn")
WINNERS = _fault("winners", "the winners of a finished game, else 0")
MONUMENT_TWICE = _fault("players", "every monument dealt once")
TURNS = _fault("players", "no more turns as Master Builder than rounds")
UNUSED = _fault("unused", "zeros")
# A player.
NO_PLAYER = _fault("num_players", "zeros behind the last player")
TOWN = _fault("town", "squares that are empty or hold a cube, a building in play or the own monument")
NO_SQUARE = _fault("town", "an empty square for the cube of a player whose town is not complete")
TOO_EARLY = _fault("town", "nothing before the first round")
BUILT = _fault("built", "1 exactly if the own monument stands in the town")
STORED = _fault("stored", "cubes on buildings that have room for them, on Banks different ones")
DEALT = _fault("dealt", "monuments of this game; none where it has none")
MONUMENT = _fault("monument", "one of those dealt, after setup")
MONUMENT_INFO = _fault("monument_info", "what the standing monument can have counted")
RESERVATIONS = _fault("reserved", f"at most {RESERVED} buildings, on a standing Opaleye's Watch")
WATCH_ROUND = _fault("watch_round", "a round that has been, for a standing Opaleye's Watch")
CONSTRUCTED = _fault("constructed", "buildings that can have come this round")
SET_ASIDE = _fault("set_aside", "0, with the Cavern rule up to 2")
OWN_NAMED = _fault("named", "the resource named this round; 0 before it")
COMPLETED = _fault("completed", "0, or an earlier round; once the game is over a round for every player")
COINS = _fault("coins", f"what the chest holds: {CHEST}, with some monuments {CHEST + 1}; none without the coin rules")
COIN_SQUARES = _fault("coin_squares", f"squares of a standing Caterina's Grotto or, {PROMENADE_COINS}, Petal Promenade")
BY_CUBES = _fault("by_cubes", "no more than there are buildings, 0 before constructing")
UNPAID = _fault("unpaid", "no more than Jewelers can have come, 0 before constructing")
SWAPPED = _fault("swapped", "0, or 1 from placing on with the coin rules")
FORGED = _fault("forged", "0, or 1 from constructing on for a standing Prism Forge")
BUILDER_TURNS = _fault("builder_turns", "at most one a round, none in solo and Town Hall")
SCORE = _fault("score", "the score of a finished game, else 0")
PENDING = _fault("pending", "decisions of this game with numbers that they can have, for a player who has to answer")
PENDING_TOGETHER = _fault("pending", "decisions that can be pending together")
PENDING_PHASE = _fault("pending", "decisions that are asked in this phase")
PENDING_ASKER = _fault("pending", "decisions that a card in play or the standing monument asks")
PENDING_NEEDS = _fault("pending", "decisions that can be asked as the town stands")
CHANGED = _fault("shown", "the player as the running step began")


def stack_words(fault: int, kinds: Sequence[Pending], k: int) -> str:
    """What is wrong with the decisions of these kinds that are pending; ``k`` is the first one that cannot be."""
    name, decision = repr(kinds[k].name.lower()), DECISIONS[kinds[k]]
    if fault == PENDING_TOGETHER:
        return f"{', '.join(kind.name.lower() for kind in kinds)}; these are never pending like that"
    if fault == PENDING_PHASE:
        phases = ", ".join(phase.name.lower() for phase in decision.phases)
        return f"{name} is never asked in this phase; allowed: {phases}"
    if fault == PENDING_ASKER:
        return f"{name} is asked only by {', '.join(decision.asked_by)}; one must be in play or, a monument, built"
    return f"{name} is asked only with {decision.needs}"


def described(fault: int, record: Any, player: int, part: str) -> str:
    """One line about a fault.

    Args:
        fault: Its number.
        record: The record.
        player: The player's number, -1 for a fault of the game.
        part: ``"players"`` or ``"shown"``.
    """
    field, expected = FAULTS[fault]
    holder = record if player < 0 else record[part][player]
    place = field if player < 0 else f"{part}[{player}].{field}"
    value = f" is {shown(holder[field].tolist())}" if field in holder.dtype.names and field != "players" else ""
    return f"is damaged: {place}{value}; expected {expected}; take states from save()"
