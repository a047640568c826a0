"""The printed cards: group and layout of each (base section 10; Fortune: its card file).

In comments of this package R1 to R31 and D16 to D33 are rulings and decisions of the Fortune rules; the rest is of
the base rules.
"""

from __future__ import annotations

RESOURCES = {"W": "wood", "H": "wheat", "B": "brick", "G": "glass", "S": "stone"}
GROUPS = ("cottage", "farm", "well", "chapel", "tavern", "theater", "factory")

BASE_BUILDINGS = {
    "cottage": ("cottage", ".H/BG"),
    "farm": ("farm", "HH/WW"),
    "granary": ("farm", "HH/WB"),
    "greenhouse": ("farm", "HG/WW"),
    "orchard": ("farm", "SH/HW"),
    "well": ("well", "WS"),
    "fountain": ("well", "WS"),
    "millstone": ("well", "WS"),
    "shed": ("well", "WS"),
    "abbey": ("chapel", "..G/BSS"),
    "chapel": ("chapel", "..G/SGS"),
    "cloister": ("chapel", "..G/WBS"),
    "temple": ("chapel", "..G/BBS"),
    "almshouse": ("tavern", "SSG"),
    "feast_hall": ("tavern", "WWG"),
    "inn": ("tavern", "HSG"),
    "tavern": ("tavern", "BBG"),
    "bakery": ("theater", ".H./BGB"),
    "market": ("theater", ".W./SGS"),
    "tailor": ("theater", ".H./SGS"),
    "theater": ("theater", ".S./WGW"),
    "bank": ("factory", "HH./WGB"),
    "factory": ("factory", "W.../BSSB"),
    "trading_post": ("factory", "SW./SWB"),
    "warehouse": ("factory", "HWH/B.B"),
}

BASE_MONUMENTS = {
    "architects_guild": "..G/.HS/WB.",
    "archive_of_the_second_age": "HH/BG",
    "barrett_castle": "H..S/WGGB",
    "cathedral_of_caterina": ".H/SG",
    "fort_ironweed": "H.B/SWS",
    "grand_mausoleum_of_the_rodina": "WW/BS",  # ruling 4
    "grove_university": ".B./SGS",
    "mandras_palace": "HG/BW",
    "obelisk_of_the_crescent": "H../BGB",
    "opaleyes_watch": "W.../BGHH/S...",
    "shrine_of_the_elder_tree": "BHS/WGW",
    "silva_forum": "..H./BBSW",
    "statue_of_the_bondmaker": "WSSG/H...",
    "the_sky_baths": ".H./SGW/B.B",
    "the_starloom": "GG/WH",
}

FORTUNE_BUILDINGS = {
    "root_cellar": ("farm", "HW/SB"),
    "tithe_barn": ("farm", "HS/SW"),
    "statue": ("well", "WS"),
    "mine": ("well", "WS"),
    "cathedral": ("chapel", "..G/SGB"),
    "parsonage": ("chapel", "..G/SHS"),
    "gamblers_den": ("tavern", "BWG"),
    "schoolhouse": ("tavern", "WHG"),
    "jeweler": ("theater", ".S./BGB"),
    "teahouse": ("theater", ".H./WGW"),
    "museum": ("factory", "SHW/B.B"),
    "oddity_shop": ("factory", "W.../GHHB"),
}

FORTUNE_MONUMENTS = {
    "caterinas_grotto": "SGWS/B..H",
    "eraflage_vineyard": "HWGB",
    "estival_festival": "BGH/HBG",
    "hollow_hill": "HW./BSH",
    "masons_guild": "GB/BS",
    "petal_promenade": "HBWH",
    "prism_forge": "GG./WSH",
    "southern_semaphore": ".W./.G./HSB",
    "shrine_of_the_windseed": "G./SB",
    "treasury_at_okaver": "WH../.SGW",
}

BUILDINGS = BASE_BUILDINGS | FORTUNE_BUILDINGS
MONUMENTS = BASE_MONUMENTS | FORTUNE_MONUMENTS
LAYOUTS = {name: layout for name, (_, layout) in BUILDINGS.items()} | MONUMENTS

ALL_RESOURCES = tuple(RESOURCES.values())

SOLO_EXCLUDED = {"inn", "feast_hall", "bank", "fort_ironweed", "opaleyes_watch"}  # section 9, ruling 2
SOLO_EXCLUDED |= {"oddity_shop", "schoolhouse", "southern_semaphore"}  # Fortune section 8
TOWN_HALL_EXCLUDED = {"oddity_shop"}
COIN_SLOTS = {"caterinas_grotto", "estival_festival", "petal_promenade", "shrine_of_the_windseed"}  # R23


def group_of(content: str) -> str | None:
    """The type of what lies on a square; None for an empty square or a cube."""
    if content in MONUMENTS:
        return "monument"
    return BUILDINGS[content][0] if content in BUILDINGS else None


def by_group(group: str, fortune: bool = False) -> list[str]:
    """The cards of a group, with or without those of Fortune."""
    cards = BUILDINGS if fortune else BASE_BUILDINGS
    return [name for name, (its_group, _) in cards.items() if its_group == group]
