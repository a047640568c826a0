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


@pytest.fixture
def fortune(rules: Rules) -> Fortune:
    """The same two, asked about games with Fortune."""
    return Fortune(rules)
