"""What every game must pass, whatever it is: each check takes a game and plays it through some of the environments.

@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_game(check): check(MyGame(...))
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_envs.game import Game
from tests.checks import bad_input, batches, candidates, copies, forms, gym, records, rules, search, vector, zoo

CHECKS: tuple[Callable[[Game], None], ...] = tuple(
    check
    for module in (rules, search, candidates, zoo, forms, copies, records, batches, gym, vector, bad_input)
    for name, check in vars(module).items()
    if name.startswith("check_") and check.__module__ == module.__name__
)
"""Every check there is."""
