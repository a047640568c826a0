"""The 25 buildings and 15 monuments of the base game, as printed.

A layout is drawn row by row: W wood, H wheat, B brick, G glass, S stone, ``.`` a square that does not belong to it.
It may be turned and mirrored. The printed facts are checked against ``docs/rules/tiny_towns_base.md``, section 10.
"""

from __future__ import annotations

from tt_env.cards.card import Card

BUILDINGS = (
    Card(
        "cottage",
        "Cottage",
        "cottage",
        (".H", "BG"),
        "Each Cottage scores 3 VP if it is fed when scoring happens, otherwise 0. The card carries the feed "
        "symbol, i.e. Cottages are feedable.",
        short="Cottage",
        caption="3 if fed",
    ),
    Card(
        "farm",
        "Farm",
        "farm",
        ("HH", "WW"),
        "Scores nothing itself. At scoring each Farm can feed 4 feedable buildings anywhere in the same town. "
        "Capacities add up: n Farms feed up to 4n buildings.",
        short="Farm",
        caption="feeds 4 anywhere",
    ),
    Card(
        "granary",
        "Granary",
        "farm",
        ("HH", "WB"),
        "Scores nothing itself. Feeds every feedable building in the (up to) 8 squares touching it: "
        "orthogonal and diagonal neighbours.",
        short="Granary",
        caption="feeds the 8 squares around it",
    ),
    Card(
        "greenhouse",
        "Greenhouse",
        "farm",
        ("HG", "WW"),
        "Scores nothing itself. Each Greenhouse feeds all feedable buildings of one connected group "
        "(connected through shared edges), wherever that group is; the owner picks the group.",
        short="Greenhouse",
        caption="feeds one connected group",
    ),
    Card(
        "orchard",
        "Orchard",
        "farm",
        ("SH", "HW"),
        "Scores nothing itself. Feeds every feedable building in the same row and every feedable building in "
        "the same column.",
        short="Orchard",
        caption="feeds its row and column",
    ),
    Card(
        "well",
        "Well",
        "well",
        ("WS",),
        "Each Well scores 1 VP per orthogonally adjacent Cottage, fed or not.",
        short="Well",
        caption="1 per Cottage next to it",
    ),
    Card(
        "fountain",
        "Fountain",
        "well",
        ("WS",),
        "Each Fountain scores 2 VP if at least one orthogonally adjacent square holds another grey building "
        "(i.e. another Fountain); more neighbours add nothing.",
        short="Fountain",
        caption="2 if next to a Fountain",
    ),
    Card(
        "millstone",
        "Millstone",
        "well",
        ("WS",),
        "Each Millstone scores 2 VP if at least one orthogonally adjacent square holds a red or a yellow "
        "building; more neighbours add nothing.",
        short="Millstone",
        caption="2 if next to red or yellow",
    ),
    Card(
        "shed",
        "Shed",
        "well",
        ("WS",),
        "Each Shed scores a flat 1 VP.",
        short="Shed",
        caption="1; goes on any empty square",
    ),
    Card(
        "abbey",
        "Abbey",
        "chapel",
        ("..G", "BSS"),
        "Each Abbey scores 3 VP if none of its orthogonally adjacent squares holds a black, green or yellow "
        "building; otherwise 0.",
        short="Abbey",
        caption="3 unless next to black, green or yellow",
    ),
    Card(
        "chapel",
        "Chapel",
        "chapel",
        ("..G", "SGS"),
        "Each Chapel scores 1 VP for every fed Cottage anywhere in the town.",
        short="Chapel",
        caption="1 per fed Cottage",
    ),
    Card(
        "cloister",
        "Cloister",
        "chapel",
        ("..G", "WBS"),
        "Each Cloister (wherever it stands) scores 1 VP for every orange building standing on one of the 4 "
        "corner squares of the town, itself included if it is in a corner.",
        short="Cloister",
        caption="1 per Cloister in a corner",
    ),
    Card(
        "temple",
        "Temple",
        "chapel",
        ("..G", "BBS"),
        "Each Temple scores 4 VP if at least 2 fed Cottages are orthogonally adjacent to it; otherwise 0.",
        short="Temple",
        caption="4 if next to 2 fed Cottages",
    ),
    Card(
        "almshouse",
        "Almshouse",
        "tavern",
        ("SSG",),
        "Score for the whole town, looked up by the number of green buildings: 1 -> -1, 2 -> 5, 3 -> -3, 4 -> "
        "15, 5 -> -5, 6 -> 26.",
        short="Almshouse",
        caption="by number: -1, 5, -3, 15, -5, 26",
    ),
    Card(
        "feast_hall",
        "Feast Hall",
        "tavern",
        ("WWG",),
        "Each Feast Hall scores 2 VP, or 3 VP if the owner has strictly more green buildings than the player "
        "seated to the right (the player that comes just before the owner in turn order, because the hammer "
        "travels to the left).",
        short="Feast Hall",
        caption="2, or 3 if more than right neighbour",
    ),
    Card(
        "inn",
        "Inn",
        "tavern",
        ("HSG",),
        "Each Inn scores 3 VP if no other green building stands in its row or in its column; otherwise 0.",
        short="Inn",
        caption="3 if alone in row and column",
    ),
    Card(
        "tavern",
        "Tavern",
        "tavern",
        ("BBG",),
        "Score for the whole town, looked up by the number of green buildings: 1 -> 2, 2 -> 5, 3 -> 9, 4 -> "
        "14, 5 -> 20.",
        short="Tavern",
        caption="by number: 2, 5, 9, 14, 20",
    ),
    Card(
        "bakery",
        "Bakery",
        "theater",
        (".H.", "BGB"),
        "Each Bakery scores 3 VP if at least one orthogonally adjacent square holds a red or a black "
        "building; more neighbours add nothing.",
        short="Bakery",
        caption="3 if next to red or black",
    ),
    Card(
        "market",
        "Market",
        "theater",
        (".W.", "SGS"),
        "Each Market counts the yellow buildings in its row and, separately, those in its column (both counts "
        "include itself) and scores 1 VP each for the better of the two lines, never for both. Range 1 to 4.",
        short="Market",
        caption="1 per Market in its row or column",
    ),
    Card(
        "tailor",
        "Tailor",
        "theater",
        (".H.", "SGS"),
        "Each Tailor (wherever it stands) scores 1 VP plus 1 VP for every yellow building on the 4 centre "
        "squares of the town, itself included if it is in the centre.",
        short="Tailor",
        caption="1, +1 per Tailor in the centre",
    ),
    Card(
        "theater",
        "Theater",
        "theater",
        (".S.", "WGW"),
        "Each Theater scores 1 VP for every different building type, other than its own type, that occurs at "
        "least once in its row or its column (row and column taken together, each type counted once).",
        short="Theater",
        caption="1 per other type in row and column",
    ),
    Card(
        "bank",
        "Bank",
        "factory",
        ("HH.", "WGB"),
        "Each Bank scores 4 VP. When it is constructed its owner puts one cube from the supply on it, of a "
        "resource that is on none of the owner's other Banks. From then on the owner may not name any "
        "resource lying on one of the owner's Banks when acting as Master Builder.",
        short="Bank",
        caption="4; its cube is barred from naming",
    ),
    Card(
        "factory",
        "Factory",
        "factory",
        ("W...", "BSSB"),
        "Scores nothing. When it is constructed its owner puts one cube (any of the 5 resources) from the "
        "supply on it. Whenever another player names that resource, the owner may take and place one cube of "
        "any other resource instead of the named one.",
        short="Factory",
        caption="swaps the named cube it shows",
    ),
    Card(
        "trading_post",
        "Trading Post",
        "factory",
        ("SW.", "SWB"),
        "Each Trading Post scores 1 VP. For buildings constructed after it, its square may stand for one cube "
        "of any resource in a layout.",
        short="Trading Post",
        caption="1; stands for any cube",
    ),
    Card(
        "warehouse",
        "Warehouse",
        "factory",
        ("HWH", "B.B"),
        "Each Warehouse can hold 3 cubes and scores -1 VP per cube on it at game end (0 if empty). When "
        "another player names a resource, the owner may either put that cube on a Warehouse with room instead "
        "of placing it in the town, or exchange it with one cube lying on a Warehouse and place that cube in "
        "the town instead.",
        short="Warehouse",
        caption="stores 3 cubes, -1 each",
    ),
)

MONUMENTS = (
    Card(
        "architects_guild",
        "Architect's Guild",
        "monument",
        ("..G", ".HS", "WB."),
        "Scores 1 VP. When constructed, the owner may at once exchange up to 2 other buildings of the town "
        "for buildings of other types taken from the supply (any of the types in play, monuments excluded). "
        "Squares stay the same.",
        short="Guild",
        caption="1; exchanges up to 2 buildings",
    ),
    Card(
        "archive_of_the_second_age",
        "Archive of the Second Age",
        "monument",
        ("HH", "BG"),
        "Scores 1 VP for every different non-monument building type present anywhere in the town (0 to 7).",
        short="Archive",
        caption="1 per type in the town",
    ),
    Card(
        "barrett_castle",
        "Barrett Castle",
        "monument",
        ("H..S", "WGGB"),
        "Feedable. Scores 5 VP if fed, otherwise 0. For the scoring of buildings it counts as 2 Cottages and "
        "not as a monument.",
        short="Castle",
        caption="5 if fed; counts as 2 Cottages",
    ),
    Card(
        "cathedral_of_caterina",
        "Cathedral of Caterina",
        "monument",
        (".H", "SG"),
        "Scores 2 VP. Squares without a building in the owner's own town cost 0 instead of -1 each.",
        short="Cathedral",
        caption="2; empty squares cost nothing",
    ),
    Card(
        "fort_ironweed",
        "Fort Ironweed",
        "monument",
        ("H.B", "SWS"),
        "Scores 7 VP. From then on the owner is ignored whenever the hammer would come round, unless the "
        "owner is the last player still in the game.",
        short="Fort",
        caption="7; never Master Builder again",
    ),
    Card(
        "grand_mausoleum_of_the_rodina",
        "Grand Mausoleum of the Rodina",
        "monument",
        ("WW", "BS"),
        "Scores nothing by itself; every unfed Cottage in the town is worth 3 VP (so every Cottage is worth "
        "3, fed or not).",
        short="Mausoleum",
        caption="3 per unfed Cottage",
    ),
    Card(
        "grove_university",
        "Grove University",
        "monument",
        (".B.", "SGS"),
        "Scores 3 VP. When constructed, the owner at once puts one building from the supply (any type in "
        "play, no monument) on an empty square of the town, free of cubes.",
        short="University",
        caption="3; one free building",
    ),
    Card(
        "mandras_palace",
        "Mandras Palace",
        "monument",
        ("HG", "BW"),
        "Scores 2 VP for every different building type among its (up to 4) orthogonally adjacent squares (0 to 8 VP).",
        short="Palace",
        caption="2 per type next to it",
    ),
    Card(
        "obelisk_of_the_crescent",
        "Obelisk of the Crescent",
        "monument",
        ("H..", "BGB"),
        "Scores nothing. Every building the owner constructs afterwards may be put on any empty square of the "
        "town instead of on a layout square.",
        short="Obelisk",
        caption="build on any empty square",
    ),
    Card(
        "opaleyes_watch",
        "Opaleye's Watch",
        "monument",
        ("W...", "BGHH", "S..."),
        "Scores nothing itself. When constructed, the owner puts 3 buildings of 3 different types (types in "
        "play, no monument) from the supply on this card. Whenever the left or right neighbour constructs a "
        "building of a type still on the card, the owner moves that building from the card to an empty square "
        "of the owner's town.",
        short="Watch",
        caption="keeps 3 buildings for later",
    ),
    Card(
        "shrine_of_the_elder_tree",
        "Shrine of the Elder Tree",
        "monument",
        ("BHS", "WGW"),
        "Scores by the number of buildings in the town at the moment it is constructed, itself included: 1 -> "
        "1, 2 -> 2, 3 -> 3, 4 -> 4, 5 -> 5, 6 or more -> 8.",
        short="Shrine",
        caption="1, 2, 3, 4, 5 or 8 by buildings",
    ),
    Card(
        "silva_forum",
        "Silva Forum",
        "monument",
        ("..H.", "BBSW"),
        "Scores 1 VP plus 1 VP for every building in the largest group of same-type buildings connected "
        "through shared edges.",
        short="Forum",
        caption="1, +1 per building of the largest group",
    ),
    Card(
        "statue_of_the_bondmaker",
        "Statue of the Bondmaker",
        "monument",
        ("WSSG", "H..."),
        "Scores nothing. When another player names a resource, the owner may put that cube on a square "
        "holding one of the owner's Cottages (1 cube per Cottage for the rest of the game) instead of on an "
        "empty square.",
        short="Statue",
        caption="cubes may go on Cottages",
    ),
    Card(
        "the_sky_baths",
        "The Sky Baths",
        "monument",
        (".H.", "SGW", "B.B"),
        "Scores 2 VP for every building type that is in the game but absent from the town (7 non-monument "
        "types, so 0 to 14 VP).",
        short="Sky Baths",
        caption="2 per type not in the town",
    ),
    Card(
        "the_starloom",
        "The Starloom",
        "monument",
        ("GG", "WH"),
        "Scores by the position in which the owner's town was completed: 1st 6, 2nd 3, 3rd 2, 4th or later 0. "
        "Towns completed in the same round share the position and get its full value.",
        short="Starloom",
        caption="6, 3, 2 by order of completion",
    ),
)
