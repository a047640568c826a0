"""Registered ids that fix an option: no other value of it gets through, by whatever way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from tabletop_envs.registration import preset
from tt_env import solo

SOLO = solo.ID
MAKERS: list[Any] = [
    pytest.param(lambda **o: gymnasium.make(SOLO, **o), id="gymnasium.make"),
    pytest.param(lambda **o: gymnasium.make(gymnasium.spec(SOLO), **o), id="gymnasium.make of the spec"),
    pytest.param(lambda **o: gymnasium.make_vec(SOLO, 2, **o), id="gymnasium.make_vec"),
    pytest.param(lambda **o: pettingzoo.make("aec", SOLO, **o), id="pettingzoo.make aec"),
    pytest.param(lambda **o: pettingzoo.make("parallel", SOLO, **o), id="pettingzoo.make parallel"),
]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("value", [2, 6, 0, "2", None, [1], np.array([1, 2])], ids=str)
def test_a_fixed_option_has_no_other_value(make: Callable[..., Any], value: Any) -> None:
    with pytest.raises(ValueError, match=r"tt_env/TinyTownsSolo-v0: num_players=.* is not allowed; allowed: 1, which"):
        make(num_players=value)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("value", [1, np.int64(1)], ids=repr)
def test_the_fixed_value_may_be_named(make: Callable[..., Any], value: Any) -> None:
    for env in (make(), make(num_players=value), make(fortune=True)):
        assert (getattr(env, "unwrapped", env)).game.num_players == 1


def test_the_spec_can_be_written() -> None:
    spec = gymnasium.spec(SOLO)
    env = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(spec.to_json()))
    assert env.unwrapped.game.num_players == 1  # type: ignore[attr-defined]


def test_every_kind_of_option_can_be_fixed() -> None:
    def environment(size: int = 1, *, rules: str = "usual", **options: Any) -> tuple[int, str, dict[str, Any]]:
        return size, rules, options

    strict = preset(environment, "games/Strict-v0", rules="strict", gold=False)
    assert strict(3) == (3, "strict", {"gold": False})
    assert strict(rules="strict", other=1) == (1, "strict", {"gold": False, "other": 1})
    for option, value in (("rules", "usual"), ("rules", "x" * 10_000), ("gold", True), ("gold", None)):
        with pytest.raises(ValueError, match=f"games/Strict-v0: {option}=") as caught:
            strict(**{option: value})
        assert len(str(caught.value)) < 300
