"""Every observation decodes back to the state that the player may see."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop_envs.aec import GameAEC
from tests.tt.vectors import lines, states_of
from tt_env import tiny_towns_v0
from tt_env.actions import BUILD, FORGE, USING
from tt_env.cards import ALL_CARDS, CARDS, GROUPS, LETTERS, NUMBERS, PILES
from tt_env.decisions import Pending
from tt_env.game import TinyTowns
from tt_env.observation import CHANNELS
from tt_env.state import Parsonage, Phase
from tt_env.tables import orientations

CASES = [
    {"num_players": 1},
    {"num_players": 1, "cavern": True},
    {"num_players": 2},
    {"num_players": 3, "town_hall": True},
    {"num_players": 4, "cavern": True, "cards": ["warehouse", "shed"]},
    {"num_players": 6, "monuments": False, "cards": {"factory": "factory"}},
    {"num_players": 1, "fortune": True, "max_fortune_buildings": 6},
    {"num_players": 2, "fortune": True, "parsonage": "exact", "cards": ["museum", "teahouse", "cathedral"]},
    {"num_players": 4, "fortune": True, "parsonage": "forbid", "cavern": True, "cards": ["oddity_shop", "jeweler"]},
    {"num_players": 3, "fortune": True, "town_hall": True, "museum_keeps_exhibits": True, "cards": ["museum"]},
    {"num_players": 2, "coins": True},
    {"num_players": 3, "fortune": True, "max_fortune_buildings": 0, "opaleye_optional": True},
]


def decode(env, player):
    """The observation of a player as a dict of named arrays."""
    game = env.game
    row = env.observe(game.agents[player])["observation"]
    assert env.observation_space(game.agents[player])["observation"].contains(row)
    return {name: row[field.slice].reshape(field.shape) for name, field in game.layout.items()}


def town_of(s):
    """A town as 16 rows of channels, from the record, square by square."""
    rows = np.zeros((16, CHANNELS), np.uint8)
    for square in range(16):
        nibble = int(s["town"]) >> (4 * square) & 15
        if nibble:
            rows[square, nibble - 1] = 1
        for resource in range(5):
            cubes = int(s["stored"][square]) >> (3 * resource) & 7
            if cubes:
                rows[square, resource] = cubes
    return rows


def layout_of(card):
    """A card's layout in the grid, in the orientation that fits 3 rows."""
    grid = np.zeros(12, np.uint8)
    for y, x, resource in next(cubes for cubes in orientations(card) if max(y for y, _, _ in cubes) < 3):
        grid[4 * y + x] = resource
    return grid


def check(env, player):
    game, g = env.game, env.save()[0]
    seen, n = decode(env, player), env.game.num_players
    order = [(player + k) % n for k in range(n)]
    views = [g["players"][k] if k == player else g["shown"][k] for k in order]
    for k, s in enumerate(views):
        assert (seen["towns"][k] == town_of(s)).all()
        assert seen["empty_squares"][k] == (town_of(s).sum(axis=1) == 0).sum()
        for field in ("builder_turns", "set_aside", "monument_info"):
            assert seen[field][k] == s[field]
        assert seen["completed_round"][k] == s["completed"]
        built = [PILES["monument"][i] for i in np.flatnonzero(seen["monument_built"][k])]
        assert built == ([ALL_CARDS[s["monument"] - 1].id] if s["built"] else [])
        assert [slot for slot in range(7) if seen["reserved"][k][slot]] == [
            b for b in range(7) if s["reserved"] >> b & 1
        ]
    has_builder = n > 1 and not game.options()["town_hall"] and g["round"] > 0
    assert [order[k] for k in np.flatnonzero(seen["master_builder"])] == ([g["builder"]] if has_builder else [])
    row = ["cottage"] + [PILES[GROUPS[k + 1]][int(seen["row"][k].argmax())] for k in range(6)]
    assert [NUMBERS[card] for card in row] == list(g["row"]) and (seen["row"].sum(axis=1) == 1).all()
    for k, card in enumerate(row):
        assert (seen["row_layouts"][k] == layout_of(CARDS[card])).all()
    own = g["players"][player]
    cards = [own["monument"], 0] if own["monument"] else list(own["dealt"])
    for k, number in enumerate(cards):
        known = [PILES["monument"][i] for i in np.flatnonzero(seen["own_monuments"][k])]
        assert known == ([ALL_CARDS[number - 1].id] if number else [])
        expected = layout_of(ALL_CARDS[number - 1]) if number else np.zeros(12)
        assert (seen["own_monument_layouts"][k] == expected).all()
    assert seen["phase"].argmax() == g["phase"] and seen["phase"].sum() == 1
    named = own["named"] or g["named"]
    assert list(np.flatnonzero(seen["named"])) == ([named - 1] if named else [])
    assert seen["round"][0] == g["round"]
    assert list(seen["options"]) == [g["cavern"], g["town_hall"], g["opaleye_optional"]]
    check_decision(seen, own)
    check_cards(seen, g, n)
    check_coins(seen, g, views)


def check_decision(seen, own):
    fields = [seen[f"pending{part}"] for part in ("", "_slots", "_square", "_resource", "_left")]
    if own["depth"] == 0:
        assert not any(field.any() for field in fields)
        return
    entry = int(own["pending"][own["depth"] - 1])
    kind, a, b, c = Pending(entry & 255), entry >> 8 & 255, entry >> 16 & 255, entry >> 24 & 255
    slots, squares, resources = (list(np.flatnonzero(field)) for field in fields[1:4])
    assert list(np.flatnonzero(fields[0])) == [kind - 1]
    expected = {
        Pending.SWAP: ([], [], [a - 1]),
        Pending.TAKE: ([], [], [a - 1]),
        Pending.EXCHANGE: ([], [b - 1] if b else [], []),
        Pending.PUT: ([slot for slot in range(7) if a >> slot & 1], [], []),
    }
    for building in (Pending.USING, Pending.FORGE_USING, Pending.FORGE_SECOND, Pending.FORGE_SECOND_USING):
        expected[building] = [a], [b], []
    expected |= dict.fromkeys((Pending.MARK, Pending.CATHEDRAL, Pending.COUNT), ([], [a], []))
    assert (slots, squares, resources) == expected.get(kind, ([], [], []))
    left = {Pending.EXCHANGE: a, Pending.RESERVE: a, Pending.COIN: a, Pending.PUT: c}
    assert fields[4][0] == left.get(kind, 0)


def check_coins(seen, g, views):
    assert ("coins" in seen) == bool(g["with_coins"])
    if not g["with_coins"]:
        return
    for k, s in enumerate(views):
        for field in ("coins", "by_cubes", "unpaid", "swapped", "forged"):
            assert seen[field][k] == s[field]
        assert [square for square in range(16) if seen["coin_squares"][k][square]] == [
            square for square in range(16) if s["coin_squares"] >> square & 1
        ]
    exact, forbid = g["parsonage"] == Parsonage.EXACT, g["parsonage"] == Parsonage.FORBID
    assert list(seen["coin_options"]) == [exact, forbid, g["museum_keeps_exhibits"], g["fortune"]]


def check_cards(seen, g, n):
    turned = int(g["deck_next"])
    if n == 1:
        assert list(seen["seen"]) == [list(g["deck"][:3]).count(r + 1) for r in range(5)]
        pile = [int(g["deck"][3 + (turned + k) % 12]) for k in range(12)]
        known = [(turned + k) % 12 < turned for k in range(12)]
        assert list(seen["pile"]) == [card if k else 0 for card, k in zip(pile, known, strict=True)]
    elif g["town_hall"]:
        # A pass of 10 cards lasts 15 rounds: two of three rounds turn one up, and the last round is a free one.
        passes, rounds = divmod(max(int(g["round"]) - 1, 0), 15)
        this_pass = list(g["deck"][10 * passes : turned])
        assert list(seen["seen"]) == [this_pass.count(r + 1) for r in range(5)]
        assert len(this_pass) == (0 if g["round"] == 0 else rounds - rounds // 3 + (rounds % 3 < 2))
    else:
        assert not seen["seen"].any()


def choose(dice, legal):
    """Any legal action, but buildings wherever there can be one: they bring the other decisions with them."""
    built = legal[((legal >= BUILD) & (legal < USING)) | (legal == FORGE)]
    return int(dice.choice(built if built.size else legal))


@pytest.mark.nojit
@pytest.mark.parametrize("options", CASES, ids=str)
def test_decodes(options):
    env = tiny_towns_v0.raw_env(**options)
    phases = set()
    for seed in range(3):
        env.reset(seed=seed)
        dice = np.random.default_rng(seed)
        while env.agents and not all(env.terminations.values()):
            phases.add(Phase(int(env.save()[0]["phase"])))
            for player in range(env.game.num_players):
                check(env, player)
            env.step(choose(dice, np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
        for player in range(env.game.num_players):
            check(env, player)
    assert {Phase.PLACING, Phase.CONSTRUCTING} <= phases


@pytest.mark.nojit
def test_every_kind_of_decision_decodes():
    """In recorded games with coins, wherever a move has brought a decision with it or a cube may be taken."""
    kinds = set()
    for line in lines("games"):
        if not line["config"]["coins"]:
            continue
        env = None
        for state, player, _ in states_of(line):
            env = env or GameAEC(TinyTowns.of(state), auto_play_forced=False)
            own = state[0]["players"][player]
            if own["depth"] or state[0]["phase"] == Phase.TAKING:
                kinds.add(own["pending"][own["depth"] - 1] & 255 if own["depth"] else Phase.TAKING.name)
                env.load(state)
                for other in range(env.game.num_players):
                    check(env, other)
    assert kinds >= {*Pending, Phase.TAKING.name} - {Pending.ENTER, Pending.FORGE_SECOND_USING}


def test_layout_letters_are_resource_numbers():
    assert set(LETTERS.values()) == {1, 2, 3, 4, 5}
    assert 5 + len(GROUPS) == CHANNELS


@pytest.mark.parametrize("case", CASES, ids=str)
def test_who_has_answered_sees_it(case):
    """In every step, at every moment: 1 while the player has to answer, 0 once it has; no other player's answer
    shows."""
    env = tiny_towns_v0.raw_env(auto_play_forced=False, **case)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    answered = 0
    while not all(env.terminations.values()):
        for player in range(env.game.num_players):
            waits = int(env.save()[0]["waiting"]) >> player & 1
            assert decode(env, player)["to_answer"].tolist() == [waits]
            env.batch.kernels.legal(env.game.tables, env.batch.games, 0, player, mask := env.batch.action_mask[0] * 0)
            assert waits == 1 - mask[0]
        agent, before, phase = env.agent_selection, env.observe(env.agent_selection), env.save()[0]["phase"]
        env.step(int(rng.choice(np.flatnonzero(before["action_mask"]))))
        if env.agent_selection != agent and env.save()[0]["phase"] == phase == Phase.PLACING:
            after = env.observe(agent)["observation"]
            place = env.game.layout["to_answer"].slice
            assert (before["observation"][place], after[place]) == ([1], [0])
            answered += 1
    assert answered > 0 or case["num_players"] == 1
