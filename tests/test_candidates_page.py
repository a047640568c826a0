"""The page of candidates says what the games declare."""

from __future__ import annotations

from docs.candidates import PAGE, page, shown
from tabletop_envs import games


def test_the_page_is_current() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text, "run `make candidates`"
    assert shown() == ["tiny-towns", "carcassonne"]


def test_every_feature_has_a_name_of_its_own_a_unit_and_a_sentence() -> None:
    for name in shown():
        features = games.find(name).position_features
        assert len({feature.name for feature in features}) == len(features)
        for feature in features:
            assert feature.name.isidentifier(), feature
            assert feature.unit, feature
            assert feature.description.endswith("."), feature
            assert "|" not in feature.description, feature
