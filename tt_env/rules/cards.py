"""The numbers of the cards that rules ask for by name."""

from __future__ import annotations

from tt_env.cards import NUMBERS

BANK = NUMBERS["bank"]
FACTORY = NUMBERS["factory"]
SHED = NUMBERS["shed"]
TRADING_POST = NUMBERS["trading_post"]
WAREHOUSE = NUMBERS["warehouse"]

ARCHITECTS_GUILD = NUMBERS["architects_guild"]
FORT_IRONWEED = NUMBERS["fort_ironweed"]
GROVE_UNIVERSITY = NUMBERS["grove_university"]
OBELISK_OF_THE_CRESCENT = NUMBERS["obelisk_of_the_crescent"]
OPALEYES_WATCH = NUMBERS["opaleyes_watch"]
SHRINE_OF_THE_ELDER_TREE = NUMBERS["shrine_of_the_elder_tree"]
STATUE_OF_THE_BONDMAKER = NUMBERS["statue_of_the_bondmaker"]

COTTAGE_SLOT = 0
WELL_SLOT = 2
FACTORY_SLOT = 6
"""The slot of the black card: Bank, Factory, Trading Post or Warehouse, one of them in a game."""
