"""Writes the tables of options in the pages of the games from the declarations (``make options``)."""

from __future__ import annotations

import re
from pathlib import Path

from carc_gold_env import carcassonne_gold_v0
from tabletop_envs.options import Option, declared
from tt_env import tiny_towns_v0

PAGES = {"tiny_towns.md": tiny_towns_v0.AECOptions, "carcassonne.md": carcassonne_gold_v0.AECOptions}
BEGIN, END = "<!-- options: written by docs/options.py -->\n", "<!-- end of options -->\n"


def page(text: str, kind: type) -> str:
    """The text of a page with the table of these options between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = "".join(map(_row, declared(kind).values()))
    return f"{before}{BEGIN}\n| option | default | allowed | what |\n| --- | --- | --- | --- |\n{rows}\n{END}{after}"


def _row(option: Option) -> str:
    default, allowed = repr(option.default).replace("'", '"'), option.allowed.replace("'", '"')
    return f"| `{option.name}` | {_code(default)} | {_code(allowed)} | {_code(option.help)} |\n"


def _code(text: str) -> str:
    """Marks values as code: texts in quotes, True, False and None."""
    return re.sub(r'("\w+"|\b(?:True|False|None)\b)', r"`\1`", text)


def main() -> None:
    """Writes all tables."""
    for name, kind in PAGES.items():
        path = Path(__file__).with_name(name)
        path.write_text(page(path.read_text(encoding="utf-8"), kind), encoding="utf-8")


if __name__ == "__main__":
    main()
