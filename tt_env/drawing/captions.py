"""Cards in very few words: what fits on a small picture and in a line of a terminal.

The full description of a card is its ``text`` (tt_env/cards).
"""

from __future__ import annotations

CAPTIONS: dict[str, tuple[str, str]] = {
    "cottage": ("Cottage", "3 if fed"),
    "farm": ("Farm", "feeds 4 anywhere"),
    "granary": ("Granary", "feeds the 8 squares around it"),
    "greenhouse": ("Greenhouse", "feeds one connected group"),
    "orchard": ("Orchard", "feeds its row and column"),
    "well": ("Well", "1 per Cottage next to it"),
    "fountain": ("Fountain", "2 if next to a Fountain"),
    "millstone": ("Millstone", "2 if next to red or yellow"),
    "shed": ("Shed", "1; goes on any empty square"),
    "abbey": ("Abbey", "3 unless next to black, green or yellow"),
    "chapel": ("Chapel", "1 per fed Cottage"),
    "cloister": ("Cloister", "1 per Cloister in a corner"),
    "temple": ("Temple", "4 if next to 2 fed Cottages"),
    "almshouse": ("Almshouse", "by number: -1, 5, -3, 15, -5, 26"),
    "feast_hall": ("Feast Hall", "2, or 3 if more than right neighbour"),
    "inn": ("Inn", "3 if alone in row and column"),
    "tavern": ("Tavern", "by number: 2, 5, 9, 14, 20"),
    "bakery": ("Bakery", "3 if next to red or black"),
    "market": ("Market", "1 per Market in its row or column"),
    "tailor": ("Tailor", "1, +1 per Tailor in the centre"),
    "theater": ("Theater", "1 per other type in row and column"),
    "bank": ("Bank", "4; its cube is barred from naming"),
    "factory": ("Factory", "swaps the named cube it shows"),
    "trading_post": ("Trading Post", "1; stands for any cube"),
    "warehouse": ("Warehouse", "stores 3 cubes, -1 each"),
    "root_cellar": ("Root Cellar", "gain a coin; 1 coin feeds a line"),
    "tithe_barn": ("Tithe Barn", "feeds next to it; 1 coin feeds 2 more"),
    "statue": ("Statue", "gain a coin per type with 3 of it"),
    "mine": ("Mine", "gain a coin"),
    "cathedral": ("Cathedral", "7 unless next to another; pay 3 coins"),
    "parsonage": ("Parsonage", "4 by a fed Cottage; a coin per Cottage"),
    "gamblers_den": ("Gamblers", "2; gain 2 coins if you hold 1"),
    "schoolhouse": ("Schoolhouse", "2 by a fed Cottage, 4 if as rich as right"),
    "jeweler": ("Jeweler", "4; pay a coin, or all others gain 1"),
    "teahouse": ("Teahouse", "1; gain a coin per type in a line"),
    "museum": ("Museum", "holds 2 cubes: a coin when named"),
    "oddity_shop": ("Oddity Shop", "2; others may take its cube"),
    "architects_guild": ("Guild", "1; exchanges up to 2 buildings"),
    "archive_of_the_second_age": ("Archive", "1 per type in the town"),
    "barrett_castle": ("Castle", "5 if fed; counts as 2 Cottages"),
    "cathedral_of_caterina": ("Cathedral", "2; empty squares cost nothing"),
    "fort_ironweed": ("Fort", "7; never Master Builder again"),
    "grand_mausoleum_of_the_rodina": ("Mausoleum", "3 per unfed Cottage"),
    "grove_university": ("University", "3; one free building"),
    "mandras_palace": ("Palace", "2 per type next to it"),
    "obelisk_of_the_crescent": ("Obelisk", "build on any empty square"),
    "opaleyes_watch": ("Watch", "keeps 3 buildings for later"),
    "shrine_of_the_elder_tree": ("Shrine", "1, 2, 3, 4, 5 or 8 by buildings"),
    "silva_forum": ("Forum", "1, +1 per building of the largest group"),
    "statue_of_the_bondmaker": ("Statue", "cubes may go on Cottages"),
    "the_sky_baths": ("Sky Baths", "2 per type not in the town"),
    "the_starloom": ("Starloom", "6, 3, 2 by order of completion"),
    "caterinas_grotto": ("Grotto", "2; coins on the centre squares"),
    "eraflage_vineyard": ("Vineyard", "9 if fed, -2 per type in row and column"),
    "estival_festival": ("Festival", "4; costs 2 coins, doubles the others"),
    "hollow_hill": ("Hollow Hill", "7, -2 per coin paid for a change"),
    "masons_guild": ("Masons", "3; a free building per coin paid"),
    "petal_promenade": ("Promenade", "3; coins on 3 empty squares"),
    "prism_forge": ("Forge", "1; two buildings may share cubes"),
    "southern_semaphore": ("Semaphore", "1; a second cube and a coin"),
    "shrine_of_the_windseed": ("Windseed", "a coin per building of the largest type"),
    "treasury_at_okaver": ("Treasury", "1 per Cottage next to it; a full chest builds one"),
}
"""Card id -> (name of one or two words, what it is worth or does)."""


def short_name(card_id: str) -> str:
    """The card's name in one or two words."""
    return CAPTIONS[card_id][0]


def caption(card_id: str) -> str:
    """What the card is worth or does."""
    return CAPTIONS[card_id][1]
