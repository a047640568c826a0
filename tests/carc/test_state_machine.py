"""What holds in every game at every moment (docs/rules/carcassonne_gold.md 10), looked for by hypothesis."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import numpy as np
from hypothesis import Phase as Phases
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from carc_gold_env import actions as a
from carc_gold_env.game import CarcassonneGold
from carc_gold_env.notation import engine, load, position
from carc_gold_env.notation.action_text import action_text
from carc_gold_env.state import INGOTS, Kind, Phase
from carc_gold_env.tables import tables
from carc_gold_env.tiles import HALVES, tile_id
from tabletop_envs.game import State
from tabletop_envs.states import clean_records
from tests.carc.oracle import FACING, OPPOSITE, STEP, edge, sides_of

T: Any = tables()[0]


class GameMachine(RuleBasedStateMachine):
    """One game, its actions chosen by hypothesis."""

    state: State
    scores: list[int]

    @initialize(
        options=st.fixed_dictionaries(
            {
                "num_players": st.integers(2, 5),
                "gold_mines": st.booleans(),
                "farmers": st.booleans(),
                "small_city": st.booleans(),
                "farmer_scoring": st.integers(1, 3),
                "meeples": st.integers(0, 7),
            }
        ),
        seed=st.integers(0, 2**32),
    )
    def begin(self, options: dict[str, Any], seed: int) -> None:
        self.game = CarcassonneGold(**options)
        self.state = clean_records(self.game.template)
        engine.reset(self.state, seed)
        self.scores = [0] * options["num_players"]

    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Some actions in a row; nothing happens once the game is over."""
        for _ in range(6):
            player = engine.next_player(self.state)
            if player < 0:
                return
            legal = engine.legal_actions(self.state, player)
            engine.step(self.state, player, legal[data.draw(st.integers(0, 10**6)) % len(legal)])

    @invariant()
    def meeples_are_conserved(self) -> None:
        g, n = self.state[0], self.game.num_players
        standing = (g["stands"][:n] != 0).sum(axis=1)
        assert (g["in_hand"][:n] + standing == self.game.options()["meeples"]).all()
        assert not g["stands"][n:].any()

    @invariant()
    def ingots_are_conserved(self) -> None:
        g = self.state[0]
        assert g["lies"].sum() == g["lying"]
        out = int(g["lying"]) + int(g["ingots"].sum())
        laid = sum(bool(T["gold"][number]) for number in g["type"][: int(g["tiles"])])
        assert out == 2 * laid - (g["phase"] == Phase.INGOT)
        assert out <= INGOTS
        assert not g["claim"].any()

    @invariant()
    def tiles_are_conserved(self) -> None:
        g = self.state[0]
        discarded = sum("discard" in entry for entry in position(self.state)["moves"])
        in_hand = g["phase"] in (Phase.SQUARE, Phase.ROTATION)
        assert int(g["tiles"]) - 1 + discarded + in_hand == int(g["drawn"])
        assert g["left"].sum() == int(g["draw_pile_size"]) - int(g["drawn"])
        on_the_board, in_the_draw_pile = int(g["tiles"]), int(g["left"].sum())
        together = on_the_board + discarded + in_the_draw_pile + int(in_hand)
        assert together == (80 if self.game.options()["gold_mines"] else 72)

    @invariant()
    def completed_features_are_empty(self) -> None:
        g = self.state[0]
        if g["phase"] == Phase.MEEPLE or g["phase"] == Phase.INGOT:
            return
        for s in range(int(g["segments"])):
            if g["feature"][s] == s and g["kind"][s] != Kind.FIELD and g["open"][s] == 0:
                assert g["claims"][s] == 0

    @invariant()
    def touching_sides_are_equal(self) -> None:
        g = self.state[0]
        slots = engine.slots(self.state)
        for (x, y), slot in slots.items():
            for side, (dx, dy) in STEP.items():
                other = slots.get((x + dx, y + dy))
                if other is not None:
                    mine = edge(tile_id(g["type"][slot]), int(g["rotation"][slot]), side)
                    assert mine == edge(tile_id(g["type"][other]), int(g["rotation"][other]), OPPOSITE[side])
        assert set(FACING) == {half for side in STEP for half in (side + "L", side + "R")}

    @invariant()
    def every_half_is_in_one_field(self) -> None:
        g = self.state[0]
        slot = int(g["tiles"]) - 1
        tile, rotation = tile_id(g["type"][slot]), int(g["rotation"][slot])
        fields = int(sum(T["kind"][g["type"][slot]][: int(T["segments"][g["type"][slot]])] == Kind.FIELD))
        halves = [half for i in range(fields) for half in sides_of(tile, rotation, "field", i)]
        grass = [side for side in STEP if edge(tile, rotation, side) != "city"]
        assert sorted(halves) == sorted(side + half for side in grass for half in "LR")

    @invariant()
    def halves_that_meet_are_one_field(self) -> None:
        """Also that every half of a side that is no city's has a field at all, on every tile of the board."""
        g = self.state[0]
        slots = engine.slots(self.state)

        def field_at(slot: int, half: str) -> int:
            local = int(T["at_half"][g["type"][slot], g["rotation"][slot], HALVES.index(half)])
            assert (local < 0) == (edge(tile_id(g["type"][slot]), int(g["rotation"][slot]), half[0]) == "city")
            return int(g["feature"][int(g["base"][slot]) + local]) if local >= 0 else -1

        for (x, y), slot in slots.items():
            for half in HALVES:
                mine = field_at(slot, half)
                dx, dy = STEP[half[0]]
                other = slots.get((x + dx, y + dy))
                assert other is None or field_at(other, FACING[half]) == mine

    @invariant()
    def scores_never_fall(self) -> None:
        g, n = self.state[0], self.game.num_players
        now = [int(score) for score in (g["final"] if g["phase"] == Phase.OVER else g["score"])[:n]]
        assert all(new >= old for new, old in zip(now, self.scores, strict=True))
        self.scores = now

    @invariant()
    def every_legal_action_has_a_text_of_its_own(self) -> None:
        player = max(engine.next_player(self.state), 0)
        legal = engine.legal_actions(self.state, player)
        assert len({action_text(self.state, player, action) for action in legal}) == len(legal)
        assert (engine.next_player(self.state) < 0) == (legal == [a.WAIT])

    @invariant()
    def a_position_is_the_whole_state(self) -> None:
        assert load(position(self.state), self.game).tobytes() == self.state.tobytes()
        assert np.count_nonzero(self.state[0]["rng"]) == 0


GameMachine.TestCase.settings = settings(
    max_examples=15, stateful_step_count=45, deadline=None, derandomize=True, phases=(Phases.explicit, Phases.generate)
)
TestGame = GameMachine.TestCase
