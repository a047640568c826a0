"""What somebody may see of a game: the one place where hidden things are held back from pictures and text.

A spectator (``player=None``) sees everything. A player sees its own things as they are, the others as they stood when
the running simultaneous step began, and no monument card of another player that is not built
(rules/tiny_towns_base.md 3; RULING 12).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tabletop_envs.notation import state_of
from tabletop_envs.options import checked_number
from tabletop_envs.spec import State
from tt_env.cards import ALL_CARDS, Card
from tt_env.drawing.decisions import decides
from tt_env.rules.coins import CHEST, COIN_SLOTS
from tt_env.rules.setup import DISPLAY, PILE, SEEN_PER_PASS
from tt_env.state import DTYPE, MONUMENT, NUM_CARDS, Phase
from tt_env.town import BUILDING


@dataclass(frozen=True)
class Square:
    """A square of a town.

    Attributes:
        cube: The resource lying on it, 0 = none.
        card: The building standing on it.
        stored: Resources of the cubes that lie on the building.
        coins: Coins that lie there and belong to nobody: of Caterina's Grotto, The Petal Promenade or Hollow Hill.
    """

    cube: int = 0
    card: Card | None = None
    stored: tuple[int, ...] = ()
    coins: int = 0


@dataclass(frozen=True)
class PlayerView:
    """A player as the viewer sees it.

    Attributes:
        number: The player.
        town: The 16 squares in reading order.
        monument: The monument card, where the viewer may know it.
        built: Whether the monument stands.
        has_monument: Whether the player holds or has built a monument, known to the viewer or not.
        dealt: The two monument cards that the player still has to choose from, where the viewer may know them.
        reserved: Buildings that lie on Opaleye's Watch.
        set_aside: Cubes set aside by the Cavern rule.
        coins: Coins in the chest.
        coins_due: Coins that the end of the round will bring.
        chest: Coins that the chest has room for.
        chosen: The resource that the player has to place, 0 = none or not known.
        completed: The round in which the town was completed, 0 = still in the game.
        builder_turns: Rounds as Master Builder.
        score: The final score.
        winner: Whether the player has won.
        builder: Whether the player is Master Builder.
        to_move: Whether the viewer knows that the player must decide.
        decides: What the player is deciding, in words.
    """

    number: int
    town: tuple[Square, ...]
    monument: Card | None
    built: bool
    has_monument: bool
    dealt: tuple[Card, ...]
    reserved: tuple[Card, ...]
    set_aside: int
    coins: int
    coins_due: int
    chest: int
    chosen: int
    completed: int
    builder_turns: int
    score: int | None
    winner: bool
    builder: bool
    to_move: bool
    decides: str

    @property
    def name(self) -> str:
        """The agent's name."""
        return f"player_{self.number}"

    @property
    def empty(self) -> int:
        """Squares without a building."""
        return sum(square.card is None for square in self.town)


@dataclass(frozen=True)
class GameView:
    """A game as the viewer sees it.

    Attributes:
        viewer: The player that looks, None = a spectator.
        row: The 7 cards in play.
        phase: The phase of the round.
        round: The round, 0 during setup.
        named: The resource named or turned up this round, 0 = none.
        solo: Whether this is the solo variant.
        town_hall: Whether there is a Town Hall deck instead of a Master Builder.
        cavern: Whether cubes may be set aside.
        coins: Whether the coin rules are on.
        display: Solo: the resources shown.
        pile: Solo: the draw pile from the top, 0 = a card that nobody has seen.
        turned_up: Town Hall: the cards turned up in this pass of the deck.
        players: The players in turn order.
        order: The players in the order in which they are asked.
    """

    viewer: int | None
    row: tuple[Card, ...]
    phase: Phase
    round: int
    named: int
    solo: bool
    town_hall: bool
    cavern: bool
    coins: bool
    display: tuple[int, ...]
    pile: tuple[int, ...]
    turned_up: tuple[int, ...]
    players: tuple[PlayerView, ...]
    order: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == Phase.OVER

    @property
    def to_move(self) -> tuple[PlayerView, ...]:
        """The players that must decide, as far as the viewer knows, in the order in which they are asked."""
        return tuple(self.players[k] for k in self.order if self.players[k].to_move)


def _card(number: int) -> Card | None:
    return ALL_CARDS[number - 1] if number else None


def _cards(numbers: Any) -> tuple[Card, ...]:
    return tuple(ALL_CARDS[int(number) - 1] for number in numbers if number)


def _stored(packed: int) -> tuple[int, ...]:
    return tuple(r for r in range(1, 6) for _ in range((packed >> (3 * (r - 1))) & 7))


def _town(g: Any, s: Any) -> tuple[Square, ...]:
    """The squares of a player; a built monument is public, so its card may be shown."""
    squares, word = [], int(s["town"])
    for square in range(16):
        nibble = (word >> (4 * square)) & 15
        slot = nibble - BUILDING
        coins = (int(s["coin_squares"]) >> square) & 1
        if slot < 0:
            squares.append(Square(cube=nibble, coins=coins))
        else:
            card = _card(int(s["monument"] if slot == MONUMENT else g["row"][slot]))
            if card and card.id == "hollow_hill":  # the coins paid for changes lie on it
                coins += int(s["monument_info"])
            squares.append(Square(card=card, stored=_stored(int(s["stored"][square])), coins=coins))
    return tuple(squares)


def _coins_due(g: Any, k: int, viewer: int | None) -> int:
    """Coins that a player will gain when the round ends, as the viewer sees it (rules/tiny_towns_fortune.md 3)."""
    if g["phase"] not in (Phase.CONSTRUCTING, Phase.WATCH):
        return 0
    seen = [g["players" if viewer in (None, player) else "shown"][player] for player in range(int(g["num_players"]))]
    return int(seen[k]["by_cubes"] >= 2) + sum(int(s["unpaid"]) for player, s in enumerate(seen) if player != k)


def _player_view(g: Any, k: int, viewer: int | None) -> PlayerView:
    phase = Phase(int(g["phase"]))
    over, own = phase == Phase.OVER, viewer is None or viewer == k
    s = g["players"][k] if own or over else g["shown"][k]
    # Who still has to answer betrays what others have done in a simultaneous step (RULING 12).
    open_step = phase in (Phase.TAKING, Phase.NAMING, Phase.WATCH, Phase.ROUND_END)
    to_move = bool((int(g["waiting"]) >> k) & 1) and not over and (own or open_step)
    built, known = bool(s["built"]), own or bool(s["built"])
    choosing = phase == Phase.SETUP and not s["monument"]
    monument = _card(int(s["monument"])) if known else None
    return PlayerView(
        number=k,
        town=_town(g, s),
        monument=monument,
        built=built,
        has_monument=bool(g["with_monuments"]),
        dealt=_cards(s["dealt"]) if own and choosing else (),
        reserved=_cards([g["row"][slot] for slot in range(NUM_CARDS) if (int(s["reserved"]) >> slot) & 1]),
        set_aside=int(s["set_aside"]),
        coins=int(s["coins"]),
        coins_due=_coins_due(g, k, viewer),
        chest=CHEST + int(built and monument is not None and int(s["monument"]) in COIN_SLOTS),
        chosen=int(s["named"]) if own and phase == Phase.PLACING else 0,
        completed=int(s["completed"]),
        builder_turns=int(s["builder_turns"]),
        score=int(s["score"]) if over else None,
        winner=over and bool((int(g["winners"]) >> k) & 1),
        builder=_has_builder(g) and not over and int(g["builder"]) == k,
        to_move=to_move,
        decides=decides(g, s) if to_move and own else "",
    )


def _has_builder(g: Any) -> bool:
    return int(g["num_players"]) > 1 and not g["town_hall"] and int(g["phase"]) != Phase.SETUP


def _pile(deck: list[int], turned: int) -> tuple[int, ...]:
    """The pile is a ring: the place of a card turned up takes the one that was chosen, which all have seen."""
    places = [(turned + k) % PILE for k in range(PILE)]
    return tuple(deck[DISPLAY + place] if place < turned else 0 for place in places)


def look(state: State, player: int | None = None) -> GameView:
    """The game as a player sees it, or all of it.

    Args:
        state: A game, array of shape ``(1,)`` of :data:`tt_env.state.DTYPE`.
        player: The player that looks; ``None`` is a spectator who sees everything.

    Raises:
        ValueError: If the game has no such player.
        TypeError: If it is not a game.
    """
    g = state_of(state, DTYPE, "Tiny Towns")[0]
    players = int(g["num_players"])
    if player is not None:
        player = checked_number("player", player, 0, players - 1, or_none=True)
    phase, solo = Phase(int(g["phase"])), players == 1
    town_hall = bool(g["town_hall"])
    first = int(g["builder"]) if _has_builder(g) else 0
    turned, deck = int(g["deck_next"]), [int(resource) for resource in g["deck"]]
    return GameView(
        viewer=player,
        row=_cards(g["row"]),
        phase=phase,
        round=int(g["round"]),
        named=int(g["named"]) if phase != Phase.OVER else 0,
        solo=solo,
        town_hall=town_hall,
        cavern=bool(g["cavern"]),
        coins=bool(g["with_coins"]),
        display=tuple(deck[:DISPLAY]) if solo else (),
        pile=_pile(deck, turned) if solo else (),
        turned_up=tuple(deck[(turned - 1) // SEEN_PER_PASS * SEEN_PER_PASS : turned]) if town_hall and turned else (),
        players=tuple(_player_view(g, k, player) for k in range(players)),
        order=tuple((first + k) % players for k in range(players)),
    )
