"""The contract's own tools: rewards, layouts, players, masks, seeds, rule functions."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop_envs.arguments import read_seed
from tabletop_envs.batch import Batch
from tabletop_envs.errors import IllegalActionError
from tabletop_envs.game import Layout, Rewards
from tabletop_envs.kernels import Single
from tabletop_envs.masks import nth, padded
from tabletop_envs.states import checked_state, clean_records, copy_records
from tests.games.auction import Auction
from tests.games.tictactoe import TicTacToe


@pytest.mark.parametrize(
    ("kind", "scores", "winners", "expected"),
    [
        ("outcome", [5, 9], [0, 1], [-1, 1]),
        ("outcome", [9, 9], [1, 1], [0, 0]),
        ("outcome", [3, 9, 9, 1], [0, 1, 1, 0], [-0.5, 0.5, 0.5, -0.5]),
        ("outcome", [3, 9, 2, 1], [0, 1, 0, 0], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ("margin", [20, 45, -5], [0, 1, 0], [-0.5, 0.5, -1]),
        ("score", [20, -5], [1, 0], [0.4, -0.1]),
        ("score", [25], [1], [0.5]),
    ],
)
def test_rewards(kind: str, scores: list[int], winners: list[int], expected: list[float]) -> None:
    rewards = Rewards.named(kind, len(scores), 50.0)
    one = rewards.returns(np.array(scores), np.array(winners, bool))
    many = rewards.returns(np.array([scores] * 3, np.int32), np.array([winners] * 3, bool))
    assert one.tolist() == pytest.approx(expected)
    assert many.shape == (3, len(scores))
    assert many[2].tolist() == pytest.approx(expected)


def test_rewards_by_default_and_refused() -> None:
    assert Rewards.named(None, 2, 1.0).kind == "outcome"
    assert Rewards.named(None, 1, 1.0).kind == "score"
    with pytest.raises(ValueError, match="allowed"):
        Rewards.named("fame", 2, 1.0)
    for kind in ("outcome", "margin"):
        with pytest.raises(ValueError, match="needs two"):
            Rewards.named(kind, 1, 1.0)
        with pytest.raises(ValueError, match="needs two"):
            Batch(Auction(num_players=1), 1, rewards=Rewards(kind, 1.0))
    for kind in ("margins", "", None, 5, ["score"]):
        with pytest.raises(ValueError, match="allowed: None, 'outcome', 'margin', 'score'"):
            Rewards(kind, 1.0)  # type: ignore[arg-type]
    for scale in (0, -1.0, float("nan"), float("inf"), 10**400, True, None, "1", 1j, np.zeros(2)):
        with pytest.raises(ValueError, match="allowed: numbers of 1e-9 to 1e9"):
            Rewards("score", scale)  # type: ignore[arg-type]
    assert Rewards("score", np.float32(20)).scale == 20
    assert Rewards("margin", 10.0).bounds(Auction(num_players=2)) == (-1.0, 1.0)
    assert Rewards("score", 10.0).bounds(Auction(num_players=2)) == (0.0, 1.0)


def test_layout() -> None:
    layout = Layout.of([("town", (4, 4), 13), ("round", (1,), 200)])
    assert layout.size == 17
    assert layout["round"].slice == slice(16, 17)
    box = layout.box(np.uint8)
    assert box.shape == (17,)
    assert box.dtype == np.uint8
    assert box.high.tolist() == [13] * 16 + [200]


def test_players() -> None:
    game = Auction(num_players=3)
    assert [game.player(agent) for agent in game.agents] == [0, 1, 2]
    for name in ("player_3", "player_", "player_-1", "gamer_0", ""):
        with pytest.raises(KeyError, match="player_0"):
            game.player(name)
    for name in ("player_01", "player_٢", b"player_0", 0, None, np.array("player_0")):
        with pytest.raises(KeyError, match="player_0"):
            game.player(name)


@pytest.mark.nojit
def test_nth_legal_action() -> None:
    rng = np.random.default_rng(1)
    for length in (1, 7, 8, 9, 64, 300):
        row = np.zeros(padded(length), np.int8)
        row[:length] = rng.random(length) < 0.3
        row[length - 1] = 1
        assert len(row) % 8 == 0
        assert [nth(row, n) for n in range(row.sum())] == np.flatnonzero(row).tolist()


def test_a_kernel_needs_a_game() -> None:
    nothing = np.zeros(1, np.int64)
    with pytest.raises(RuntimeError, match="bound"):
        Single.observe(nothing, nothing, nothing, nothing, nothing)


def test_seeds() -> None:
    assert read_seed(7) == 7
    assert read_seed(None) != read_seed(None)
    assert read_seed(np.int32(3)) == 3
    for bad in (-1, 2**64, 0.5, "1", True):
        with pytest.raises(ValueError, match="seed"):
            read_seed(bad)


def test_states_are_copied_with_clean_padding() -> None:
    game = Auction(num_players=2)
    dirty = np.full(game.dtype.itemsize, 7, np.uint8).view(game.dtype)
    assert copy_records(dirty).tobytes() == dirty.tobytes()
    dirty["num_players"] = 2
    clean = checked_state(game, dirty)
    assert clean == dirty
    assert clean.tobytes() != dirty.tobytes()
    assert clean.tobytes() == clean_records(clean).tobytes()
    for bad in (TicTacToe().template, np.zeros(2, game.dtype), b"", None):
        with pytest.raises(ValueError, match="state"):
            checked_state(game, bad)


def test_illegal_action_error() -> None:
    error = IllegalActionError(3, "mark r1c3", "it is taken", 4, "game 2: ")
    assert str(error).startswith("game 2: illegal action 3 (mark r1c3): it is taken; 4 ")
    assert isinstance(error, ValueError)
