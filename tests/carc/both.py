"""Whole games of the engine and the oracle side by side."""

from __future__ import annotations

import random
from typing import Any

from carc_gold_env import actions as a
from carc_gold_env.game import CarcassonneGold
from carc_gold_env.notation import engine
from carc_gold_env.notation.segments import local_of
from carc_gold_env.state import Phase
from carc_gold_env.tables import tables
from carc_gold_env.tiles import NUMBERS, draw_pile, tile_id
from tabletop_envs.game import State
from tabletop_envs.states import clean_records
from tests.carc.oracle import Oracle, Square, segments

BITS = {"city": 1, "road": 2, "field": 3, "monastery": 4}


def random_options(rng: random.Random) -> dict[str, Any]:
    return {
        "num_players": rng.randint(2, 5),
        "gold_mines": rng.random() < 0.8,
        "farmers": rng.random() < 0.85,
        "small_city": rng.random() < 0.3,
        "farmer_scoring": rng.choice((1, 2, 3, 3, 3)),
        "meeples": rng.choice((0, 1, 2, 7, 7, 7)),
    }


def begin(options: dict[str, Any], tiles: list[str]) -> tuple[State, Oracle]:
    state = clean_records(CarcassonneGold(**options).prepare({"tiles": tiles}))
    engine.reset(state, 0)
    plain = {key: value for key, value in options.items() if key not in ("num_players", "gold_mines")}
    return state, Oracle(options["num_players"], tiles, **plain)


def random_draw_pile(rng: random.Random, gold_mines: bool) -> list[str]:
    tiles = draw_pile(gold_mines)
    rng.shuffle(tiles)
    return tiles


def square_actions(state: State, squares: Any) -> dict[int, Square]:
    """The action numbers of squares, counted again: the window by place, the others by (y, x)."""
    inside = {sq for sq in squares if max(map(abs, sq)) <= 12}
    found = {1 + 25 * (y + 12) + x + 12: (x, y) for x, y in inside}
    outside = [sq for sq in engine.free_squares(state) if max(map(abs, sq)) > 12]
    for number, square in enumerate(sorted(outside, key=lambda sq: (sq[1], sq[0]))):
        if square in squares:
            found[626 + number] = square
    return found


def meeple_action(state: State, segment: tuple[str, int]) -> int:
    g = state[0]
    slot = int(g["tiles"]) - 1
    number = int(g["type"][slot])
    return a.MEEPLE + int(tables()[0]["place"][number, g["rotation"][slot], local_of(number, segment)])


def compare(state: State, oracle: Oracle) -> None:
    """Everything that both know."""
    g = state[0]
    n = oracle.players
    assert list(g["score"][:n]) == oracle.scores
    assert list(g["ingots"][:n]) == oracle.ingots
    assert list(g["in_hand"][:n]) == [oracle.in_hand(player) for player in range(n)]
    slots = engine.slots(state)
    assert set(slots) == set(oracle.board)
    assert set(engine.free_squares(state)) == oracle.empty_squares()
    for square, laid in oracle.board.items():
        assert g["lies"][slots[square]] == laid.ingots
    assert engine.final_scores(state) == oracle.final()


def compare_features(state: State, oracle: Oracle) -> None:
    """Features kept up as tiles arrive and features found again."""
    g = state[0]
    slots, heads = engine.slots(state), set()

    def segment_of(node: Any) -> int:
        x, y, kind, i = node
        slot = slots[x, y]
        return int(g["base"][slot]) + local_of(int(g["type"][slot]), (kind, i))

    for feature in oracle.features():
        members = {segment_of(node) for node in feature.nodes}
        (head,) = {int(g["feature"][s]) for s in members}
        assert head not in heads
        heads.add(head)
        ring, s = {head}, int(g["next"][head])
        while s != head:
            ring.add(s)
            s = int(g["next"][s])
        assert ring == members
        assert g["size"][head] == len(members)
        assert g["kind"][head] == BITS[feature.kind]
        claims = sum(count << (4 * player) for player, count in feature.meeples.items())
        assert g["claims"][head] == claims
        if feature.kind != "field":
            assert (g["open"][head], g["shields"][head]) == (feature.open, feature.shields)
            assert g["span"][head] == len(feature.squares)
    assert int(g["segments"]) == sum(len(segments(laid.tile)) for laid in oracle.board.values())


def take(state: State, expected: dict[int, Any], rng: random.Random, weights: Any = None) -> Any:
    """Checks that exactly the expected actions are legal, takes one and returns what it stands for."""
    player = engine.next_player(state)
    assert engine.legal_actions(state, player) == sorted(expected)
    for other in range(int(state[0]["num_players"])):
        if other != player:
            assert engine.legal_actions(state, other) == [a.WAIT]
    numbers = sorted(expected)
    action = rng.choices(numbers, [weights(expected[k]) for k in numbers])[0] if weights else rng.choice(numbers)
    engine.step(state, player, action)
    return expected[action]


def play_turn(state: State, oracle: Oracle, rng: random.Random, weights: Any = None) -> None:
    """One turn in both; every decision's legal actions are compared."""
    g = state[0]
    assert tile_id(g["hand"]) == oracle.hand
    assert g["player"] == oracle.player
    places = oracle.places()
    square = take(state, square_actions(state, places), rng, weights)
    rotation = places[square][0]
    if len(places[square]) > 1:
        rotation = take(state, {a.ROTATE + r: r for r in places[square]}, rng)
    oracle.lay(square, rotation)
    if g["phase"] == Phase.INGOT:
        x, y = square
        reading = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]
        around = {a.INGOT + k: sq for k, sq in enumerate(reading) if sq in oracle.board}
        oracle.board[take(state, around, rng)].ingots += 1
    options: dict[int, Any] = {meeple_action(state, segment): segment for segment in oracle.meeple_options()}
    oracle.finish(take(state, {**options, a.NO_MEEPLE: None}, rng))


def play_game(rng: random.Random, options: dict[str, Any], every: int = 1, weights: Any = None) -> State:
    """A random game in both; features are compared after every ``every``-th turn."""
    state, oracle = begin(options, random_draw_pile(rng, options["gold_mines"]))
    turn = 0
    while not oracle.over:
        if turn % every == 0:
            compare_features(state, oracle)
            compare(state, oracle)
        play_turn(state, oracle, rng, weights)
        turn += 1
    compare_features(state, oracle)
    compare(state, oracle)
    g = state[0]
    assert g["phase"] == Phase.OVER
    best = max(oracle.final())
    assert int(g["winners"]) == sum(1 << player for player, points in enumerate(oracle.final()) if points == best)
    assert len(oracle.discarded) + len(oracle.board) - 1 == int(g["draw_pile_size"])
    assert NUMBERS[oracle.board[0, 0].tile] == g["type"][0]
    return state
