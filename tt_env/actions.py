"""The numbers of actions.

One ``Discrete(NUM_ACTIONS)`` serves every interface, player count and option. What an action means can depend on what
is being decided: the block ``BUILD`` stands for "this card on this square", whether the card is constructed with cubes,
comes from the supply or is exchanged in.
"""

from __future__ import annotations

from typing import Any

from tabletop_envs.jit import jit
from tt_env.cards import RESOURCES
from tt_env.state import MAX_PLAYERS, NUM_CARDS, SQUARES
from tt_env.tables import MAX_SETS

_RESOURCES = len(RESOURCES)

WAIT = 0  # nothing to decide
DONE = 1  # construct nothing more this round
SET_ASIDE = 2  # Cavern rule
NO_CUBE = 3  # the rules give the player no cube
EXCHANGE_NONE = 4  # Architect's Guild: no further exchange
PUT_NONE = 5  # Opaleye's Watch, where answering is optional; The Treasury at Okaver
KEEP = 6  # + 0 or 1: which of the two monuments dealt
NAME = KEEP + 2  # + resource - 1: the Master Builder's naming
CHOOSE = NAME + _RESOURCES  # + resource - 1: solo, Town Hall's third rounds
MARK = CHOOSE + _RESOURCES  # + resource - 1: the cube put on a new Factory or Bank
RESERVE = MARK + _RESOURCES  # + slot: a building set aside on Opaleye's Watch
PLACE = RESERVE + NUM_CARDS  # resource - 1, square: a cube on a square (empty, a Cottage, a Warehouse)
SWAP = PLACE + _RESOURCES * SQUARES  # resource - 1, square: store the cube on this Warehouse, take this one off it
BUILD = SWAP + _RESOURCES * SQUARES  # slot, square: this card on this square
USING = BUILD + (NUM_CARDS + 1) * SQUARES  # + set: which squares the layout uses (numbered per card, see tables.py)
NUM_ACTIONS = USING + MAX_SETS
"""The actions of the base game; with coins those below follow."""

TAKE = NUM_ACTIONS  # distance, resource: a cube from an Oddity Shop of the player so far to the left
TAKE_NOTHING = TAKE + _RESOURCES * (MAX_PLAYERS - 1)
EXHIBIT = TAKE_NOTHING + 1  # + square: return the exhibit of the named resource from this Museum
EXTRA = EXHIBIT + SQUARES  # + square: Southern Semaphore's second cube
EXTRA_NONE = EXTRA + SQUARES
COUNT_ROW = EXTRA_NONE + 1  # Teahouse
COUNT_COLUMN = COUNT_ROW + 1
COIN = COUNT_COLUMN + 1  # + square: a coin of The Petal Promenade
PAY = COIN + SQUARES  # Cathedral
DECLINE = PAY + 1
SPEND = DECLINE + 1  # + coins, 0 to 5: Masons' Guild
FORGE = SPEND + 6  # The Prism Forge: two buildings from shared cubes, named by the actions that follow
NUM_ACTIONS_WITH_COINS = FORGE + 1

# The blocks of actions that differ in one thing.
NAMES, CHOICES, MARKS, RESERVING = range(NAME, CHOOSE), range(CHOOSE, MARK), range(MARK, RESERVE), range(RESERVE, PLACE)
CUBES, SWAPS, BUILDINGS, SETS = range(PLACE, SWAP), range(SWAP, BUILD), range(BUILD, USING), range(USING, NUM_ACTIONS)
TAKES, EXHIBITS, EXTRAS = range(TAKE, TAKE_NOTHING), range(EXHIBIT, EXTRA), range(EXTRA, EXTRA_NONE)
COUNTING, COINS, PAYING, SPENDING = range(COUNT_ROW, COIN), range(COIN, PAY), range(PAY, SPEND), range(SPEND, FORGE)


@jit
def on_square(block: Any, kind: Any, square: Any) -> Any:
    """The action of a block (``PLACE``, ``SWAP``, ``BUILD``) of a kind (resource - 1, slot) on a square."""
    return block + SQUARES * kind + square


@jit
def kind_and_square(block: Any, action: Any) -> Any:
    """The kind (resource - 1, slot) and the square of an action of such a block; undoes :func:`on_square`."""
    return (action - block) // SQUARES, (action - block) % SQUARES


@jit
def take_from(distance: Any, resource: Any) -> Any:
    """The action that takes a resource from the player so many places to the left."""
    return TAKE + _RESOURCES * (distance - 1) + resource - 1


@jit
def distance_and_resource(action: Any) -> Any:
    """Whose cube is taken, and which; undoes :func:`take_from`."""
    return (action - TAKE) // _RESOURCES + 1, (action - TAKE) % _RESOURCES + 1
