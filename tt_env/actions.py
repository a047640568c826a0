"""Action numbers, and the same actions in words.

One ``Discrete(NUM_ACTIONS)`` serves every face, player count and option. What an action means can depend on what is
being decided: the block ``BUILD`` stands for "this card on this square", whether the card is constructed with cubes,
comes from the supply or is exchanged in.
"""

from __future__ import annotations

from tt_env.tables import MAX_SETS

WAIT = 0  # nothing to decide
DONE = 1  # construct nothing more this round
SET_ASIDE = 2  # Cavern rule
NO_CUBE = 3  # the rules give the player no cube
EXCHANGE_NONE = 4  # Architect's Guild: no further exchange
PUT_NONE = 5  # Opaleye's Watch, where answering is optional; The Treasury at Okaver
KEEP = 6  # + 0 or 1: which of the two monuments dealt
NAME = 8  # + resource - 1: the Master Builder's naming
CHOOSE = 13  # + resource - 1: solo, Town Hall's third rounds
MARK = 18  # + resource - 1: the cube put on a new Factory or Bank
RESERVE = 23  # + slot: a building set aside on Opaleye's Watch
PLACE = 30  # + 16 * (resource - 1) + square: a cube on a square (empty, a Cottage, a Warehouse)
SWAP = 110  # + 16 * (resource - 1) + square: store the named cube on this Warehouse, take this resource off it
BUILD = 190  # + 16 * slot + square: this card on this square
USING = 318  # + set: which squares the layout uses (numbered per card, see tables.py)
NUM_ACTIONS = USING + MAX_SETS
"""The actions of the base game; with coins those below follow."""

TAKE = NUM_ACTIONS  # + 5 * (players to the left - 1) + resource - 1: a cube from an Oddity Shop
TAKE_NOTHING = TAKE + 25
EXHIBIT = TAKE_NOTHING + 1  # + square: return the exhibit of the named resource from this Museum
EXTRA = EXHIBIT + 16  # + square: Southern Semaphore's second cube
EXTRA_NONE = EXTRA + 16
COUNT_ROW = EXTRA_NONE + 1  # Teahouse
COUNT_COLUMN = COUNT_ROW + 1
COIN = COUNT_COLUMN + 1  # + square: a coin of The Petal Promenade
PAY = COIN + 16  # Cathedral
DECLINE = PAY + 1
SPEND = DECLINE + 1  # + coins, 0 to 5: Masons' Guild
FORGE = SPEND + 6  # The Prism Forge: two buildings from shared cubes, named by the actions that follow
NUM_ACTIONS_WITH_COINS = FORGE + 1
