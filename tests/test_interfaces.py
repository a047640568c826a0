"""The public functions and ids of both games: the same options, refused in the same words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

from carc_gold_env import carcassonne_gold_v0
from tt_env import tiny_towns_v0

MODULES = (tiny_towns_v0, carcassonne_gold_v0)
IDS = ("tt_env/TinyTowns-v0", "carc_gold_env/CarcassonneGold-v0")


def makers() -> list[Any]:
    """Everything that makes an environment by keyword arguments."""
    found = []
    for module, name in zip(MODULES, IDS, strict=True):
        for function in module.__all__:
            make = getattr(module, function)
            found.append(pytest.param(make, id=f"{module.__name__}.{function}"))
        found.append(pytest.param(lambda name=name, **options: gymnasium.make(name, **options), id=f"make {name}"))
        found.append(pytest.param(lambda name=name, **o: gymnasium.make_vec(name, 2, **o), id=f"make_vec {name}"))
    return found


@pytest.mark.parametrize("make", makers())
def test_an_unknown_option_is_refused_in_pythons_words(make: Callable[..., Any]) -> None:
    """TorchRL's ``GymEnv`` adds options of its own and reads Python's own words before it tries without them."""
    arguments = {"num_games": 2} if getattr(make, "__name__", "") == "batch" else {}
    for name in ("frameskip", "pixels_only", "x" * 10_000):
        with pytest.raises(TypeError, match="got an unexpected keyword argument") as caught:
            make(**arguments, **{name: 4})
        message = str(caught.value)
        assert f"unexpected keyword argument {name[:60]!r}"[:-1] in message
        assert "options are num_players, " in message
        assert len(message.partition(" was raised from")[0]) < 700
        assert "\n" not in message.partition(" was raised from")[0]
