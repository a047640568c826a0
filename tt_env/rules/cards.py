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

CATHEDRAL = NUMBERS["cathedral"]
GAMBLERS_DEN = NUMBERS["gamblers_den"]
JEWELER = NUMBERS["jeweler"]
MINE = NUMBERS["mine"]
MUSEUM = NUMBERS["museum"]
ODDITY_SHOP = NUMBERS["oddity_shop"]
PARSONAGE = NUMBERS["parsonage"]
ROOT_CELLAR = NUMBERS["root_cellar"]
STATUE = NUMBERS["statue"]
TEAHOUSE = NUMBERS["teahouse"]

CATERINAS_GROTTO = NUMBERS["caterinas_grotto"]
ESTIVAL_FESTIVAL = NUMBERS["estival_festival"]
HOLLOW_HILL = NUMBERS["hollow_hill"]
MASONS_GUILD = NUMBERS["masons_guild"]
PETAL_PROMENADE = NUMBERS["petal_promenade"]
PRISM_FORGE = NUMBERS["prism_forge"]
SHRINE_OF_THE_WINDSEED = NUMBERS["shrine_of_the_windseed"]
SOUTHERN_SEMAPHORE = NUMBERS["southern_semaphore"]
TREASURY_AT_OKAVER = NUMBERS["treasury_at_okaver"]

BARRETT_CASTLE = NUMBERS["barrett_castle"]

COTTAGE_SLOT = 0
WELL_SLOT = 2
FACTORY_SLOT = 6
"""The slot of the black card: Bank, Factory, Trading Post or Warehouse, one of them in a game."""
