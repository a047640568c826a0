"""The two engines that scenario tests are put to."""

from __future__ import annotations

import pytest

from tests.tt.fortune import Fortune
from tests.tt.scenario import EngineRules, OracleRules, Rules


@pytest.fixture(params=[EngineRules, OracleRules], ids=["engine", "oracle"])
def rules(request: pytest.FixtureRequest) -> Rules:
    """The product, and the oracle, which shows that the scenario itself is right."""
    chosen: Rules = request.param()
    return chosen


FORTUNE_ENGINES = [EngineRules, OracleRules]


@pytest.fixture(params=FORTUNE_ENGINES, ids=lambda engine: engine.__name__.removesuffix("Rules").lower())
def fortune(request: pytest.FixtureRequest) -> Fortune:
    """The engines that know Fortune."""
    return Fortune(request.param())
