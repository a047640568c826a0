"""Writes docs/candidates.md: the features of candidates of every game that declares them (``make candidates``)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tabletop_envs import games
from tabletop_envs.game import Game
from tabletop_envs.spec import LEAD, Feature

PAGE = Path(__file__).with_name("candidates.md")
BEGIN, END = "<!-- features: written by docs/candidates.py -->\n", "<!-- end of features -->\n"


def page(text: str) -> str:
    """The text of the page with the features of all games between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{''.join(_of_game(games.find(name)) for name in shown())}\n{END}{after}"


def shown() -> list[str]:
    """The games that declare candidates."""
    return [name for name in games.names() if games.find(name).candidate_features]


def _of_game(game: type[Game]) -> str:
    features, position = game.candidate_features, game.position_features[len(game.candidate_features) :]
    names = {feature.name for feature in features}
    leads = [feature for feature in features if feature.name.removeprefix(LEAD) in names - {feature.name}]
    rest = [feature for feature in features if feature not in leads]
    return (
        f"\n## {game.name}\n\n"
        f"At most {game.max_candidates} candidates of {len(features)} features: the first {len(leads)} are the rows "
        f"marked *lead*, called `{LEAD}...`, in this order; all rows follow.\n"
        f"{_table(rest, leads)}"
        f"\nA position has the features of a candidate, and behind them:\n{_table(position)}"
    )


def _table(features: Sequence[Feature], leads: Sequence[Feature] = ()) -> str:
    led = {feature.name.removeprefix(LEAD) for feature in leads}
    rows = (
        f"| `{feature.name}` | {'lead' if feature.name in led else ''} | {feature.unit} | {feature.description} |\n"
        for feature in features
    )
    return f"\n| feature | | unit | what |\n| --- | --- | --- | --- |\n{''.join(rows)}"


def main() -> None:
    """Writes the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
