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
NO_CUBE = 3  # the rules give the seat no cube
EXCHANGE_NONE = 4  # Architect's Guild: no further exchange
PUT_NONE = 5  # Opaleye's Watch, where answering is optional
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
