"""The 12 buildings and 10 monuments of Fortune.

Drawn like the base game's cards. Every layout of this file rests on a single source (docs/rules/tiny_towns_fortune.md,
section 1); whoever owns the cards corrects a layout in its one line.
"""

from __future__ import annotations

from tt_env.cards.card import Card

BUILDINGS = (
    Card(
        "root_cellar",
        "Root Cellar",
        "farm",
        ("HW", "SB"),
        "When constructed: gain 1 coin. Scores nothing itself. Feeding, at game end only: pay 1 coin, choose "
        "any one row or any one column of your own town, and every feedable building in that line becomes "
        "fed. Repeat for other lines, 1 coin each.",
        short="Root Cellar",
        caption="gain a coin; 1 coin feeds a line",
    ),
    Card(
        "tithe_barn",
        "Tithe Barn",
        "farm",
        ("HS", "SW"),
        "Scores nothing itself. Feeding, at game end only: first, every feedable building orthogonally "
        "adjacent to any of your Tithe Barns is fed free. Then further feedable buildings anywhere in your "
        "town may be fed for coins: 1 coin per 2 buildings, a lone last one also costs 1 (k extra buildings "
        "cost ceil(k/2)).",
        short="Tithe Barn",
        caption="feeds next to it; 1 coin feeds 2 more",
    ),
    Card(
        "cathedral",
        "Cathedral",
        "chapel",
        ("..G", "SGB"),
        "7 VP if no other Cathedral is orthogonally adjacent to it, otherwise 0 (checked for each Cathedral). "
        "When constructed: pay 3 coins, or else take the Cathedral off again and construct the gray building "
        "of this game in that square. Paying is your choice even when you hold 3 coins. The gray building "
        "counts as constructed: it gives its own construction benefit.",
        short="Cathedral",
        caption="7 unless next to another; pay 3 coins",
    ),
    Card(
        "parsonage",
        "Parsonage",
        "chapel",
        ("..G", "SHS"),
        "4 VP if orthogonally adjacent to at least one fed Cottage, otherwise 0. When constructed: your coins "
        "must be at least the number of Cottages in your town; they are only shown, not spent. If they are "
        "fewer, you lose all your coins. With no Cottage in town nothing is checked.",
        short="Parsonage",
        caption="4 by a fed Cottage; a coin per Cottage",
    ),
    Card(
        "jeweler",
        "Jeweler",
        "theater",
        (".S.", "BGB"),
        "4 VP each. When constructed: if you hold a coin you must pay 1. If you hold none, every other player "
        "gains 1 coin at the end of the round.",
        short="Jeweler",
        caption="4; pay a coin, or all others gain 1",
    ),
    Card(
        "teahouse",
        "Teahouse",
        "theater",
        (".H.", "WGW"),
        "1 VP each. When constructed: choose its row or its column (not both) and gain 1 coin for each "
        "different building type in that line other than Teahouse. At most 3 coins, since a line has 3 other "
        "squares.",
        short="Teahouse",
        caption="1; gain a coin per type in a line",
    ),
    Card(
        "statue",
        "Statue",
        "well",
        ("WS",),
        "No VP. When constructed: gain 1 coin for each building type of which you have 3 or more in town, "
        "this Statue included in the count.",
        short="Statue",
        caption="gain a coin per type with 3 of it",
    ),
    Card(
        "mine",
        "Mine",
        "well",
        ("WS",),
        "No VP. When constructed: gain 1 coin.",
        short="Mine",
        caption="gain a coin",
    ),
    Card(
        "museum",
        "Museum",
        "factory",
        ("SHW", "B.B"),
        "No VP. When constructed: put 2 resource cubes of your choice from the supply on it. Whenever another "
        "player names a resource that lies on one of your Museums, you may, instead of placing a cube that "
        "round, return that exhibit from the Museum to the supply and gain 1 coin. At most once per round "
        "however many Museums you own.",
        short="Museum",
        caption="holds 2 cubes: a coin when named",
    ),
    Card(
        "oddity_shop",
        "Oddity Shop",
        "factory",
        ("W...", "GHHB"),
        "2 VP each. When another player names a resource, you may put your cube on one of your empty Oddity "
        "Shops instead of in your town (1 cube per shop). The owner can never take it back. At the start of a "
        "turn as Master Builder, before naming, that player may take 1 cube from an Oddity Shop of another "
        "player, put it in an empty square of their own town and gain 1 coin.",
        short="Oddity Shop",
        caption="2; others may take its cube",
    ),
    Card(
        "gamblers_den",
        "Gamblers' Den",
        "tavern",
        ("BWG",),
        "2 VP each. When constructed: if you hold exactly 1 coin at that moment, gain 2 coins (you then have 3).",
        short="Gamblers",
        caption="2; gain 2 coins if you hold 1",
    ),
    Card(
        "schoolhouse",
        "Schoolhouse",
        "tavern",
        ("WHG",),
        "If orthogonally adjacent to at least one fed Cottage: 2 VP, and 2 VP more if you have at least as "
        "many coins at game end as the player on your right. If not adjacent to a fed Cottage: 0, bonus "
        "included.",
        short="Schoolhouse",
        caption="2 by a fed Cottage, 4 if as rich as right",
    ),
)

MONUMENTS = (
    Card(
        "caterinas_grotto",
        "Caterina's Grotto",
        "monument",
        ("SGWS", "B..H"),
        "2 VP. When constructed: a coin from the supply for each of the 4 centre squares. If the square holds "
        "a building (this monument included) you gain the coin at once; otherwise the coin lies on the "
        "square, also together with a resource cube. Later, constructing or placing a building on a square "
        "with a coin gains that coin.",
        short="Grotto",
        caption="2; coins on the centre squares",
    ),
    Card(
        "eraflage_vineyard",
        "Eraflage Vineyard",
        "monument",
        ("HWGB",),
        "9 VP if it is fed. Minus 2 VP for each different building type in its row and column together; it "
        "does not count itself, and a type seen twice counts once. It must be fed like a Cottage by your red "
        "buildings but is no Cottage for other cards.",
        short="Vineyard",
        caption="9 if fed, -2 per type in row and column",
    ),
    Card(
        "estival_festival",
        "Estival Festival",
        "monument",
        ("BGH", "HBG"),
        "4 VP. Construction costs 2 coins on top of the cubes; without 2 coins to spend it cannot be "
        "constructed. At game end each of your leftover coins is worth 2 VP instead of 1.",
        short="Festival",
        caption="4; costs 2 coins, doubles the others",
    ),
    Card(
        "hollow_hill",
        "Hollow Hill",
        "monument",
        ("HW.", "BSH"),
        "7 VP, minus 2 VP for each coin you spend to change a resource after Hollow Hill was constructed. Its "
        "total may fall below 0.",
        short="Hollow Hill",
        caption="7, -2 per coin paid for a change",
    ),
    Card(
        "masons_guild",
        "Masons' Guild",
        "monument",
        ("GB", "BS"),
        "3 VP. When constructed: pay any number of coins n, then construct n buildings of n different types "
        "from the supply, without cubes, each on an empty square of your town. No monuments.",
        short="Masons",
        caption="3; a free building per coin paid",
    ),
    Card(
        "petal_promenade",
        "The Petal Promenade",
        "monument",
        ("HBWH",),
        "3 VP. When constructed: put 1 coin from the supply on each of 3 different empty squares of your town "
        "(as many as you can if fewer are empty). Until these coins are gone, a cube you place because "
        "another player named a resource must go on one of these squares, and you gain that coin. A resource "
        "you name yourself may not go on them unless no other square is empty.",
        short="Promenade",
        caption="3; coins on 3 empty squares",
    ),
    Card(
        "prism_forge",
        "The Prism Forge",
        "monument",
        ("GG.", "WSH"),
        "1 VP. In one round you may construct 2 buildings of different types whose layouts share cubes on "
        "your board: the shared cubes serve both. All cubes of both layouts are then removed; each building "
        "goes on a square of its own layout, on two different squares.",
        short="Forge",
        caption="1; two buildings may share cubes",
    ),
    Card(
        "southern_semaphore",
        "Southern Semaphore",
        "monument",
        (".W.", ".G.", "HSB"),
        "1 VP. When another player names a resource, after dealing with your cube you may at once place one "
        "more cube of the same named kind in an empty square; if you do, gain 1 coin. No coin may be spent "
        "that round to change either cube.",
        short="Semaphore",
        caption="1; a second cube and a coin",
    ),
    Card(
        "shrine_of_the_windseed",
        "Shrine of the Windseed",
        "monument",
        ("G.", "SB"),
        "No VP. When constructed: take the building type you have most of in your town; gain 1 coin for each "
        "building of that type. The Shrine itself counts as one building of the type monument, so at least 1 "
        "coin.",
        short="Windseed",
        caption="a coin per building of the largest type",
    ),
    Card(
        "treasury_at_okaver",
        "The Treasury at Okaver",
        "monument",
        ("WH..", ".SGW"),
        "1 VP for each orthogonally adjacent Cottage, fed or not. Whenever a coin gain fills your chest from "
        "fewer than 4 to 4 coins, you may construct a Cottage without cubes on any empty square of your town.",
        short="Treasury",
        caption="1 per Cottage next to it; a full chest builds one",
    ),
)
