"""The forms of moves as text, apart from any state: which words a move is made of."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import one_of
from tt_env.cards import CARDS, RESOURCES
from tt_env.notation.words import PLAYER_OF, SQUARE_OF
from tt_env.rules.coins import CHEST

FORMS = (
    "keep MONUMENT",
    "take RESOURCE from PLAYER to SQUARE",
    "take nothing",
    "name RESOURCE",
    "choose RESOURCE",
    "place RESOURCE SQUARE",
    "place RESOURCE SQUARE swap RESOURCE SQUARE",
    "set aside",
    "exhibit SQUARE",
    "no cube",
    "extra SQUARE",
    "extra none",
    "build CARD SQUARE using SQUARES",
    "forge CARD SQUARE using SQUARES and CARD SQUARE using SQUARES",
    "mark RESOURCE",
    "count row",
    "count column",
    "coin SQUARE",
    "pay",
    "pay NUMBER",
    "decline",
    "exchange SQUARE CARD",
    "exchange none",
    "reserve CARD",
    "put CARD SQUARE",
    "put none",
    "done",
    # The second halves of moves that are under way:
    "using SQUARES",
    "using SQUARES and CARD SQUARE using SQUARES",
    "and CARD SQUARE using SQUARES",
    "to SQUARE",
)
"""Every form of a move; words in capitals stand for names."""

_MOST_COINS = CHEST + 1


def _is_squares(word: str) -> bool:
    squares = [SQUARE_OF.get(name, -1) for name in word.split(",")]
    return -1 not in squares and squares == sorted(set(squares))


_KINDS: dict[str, tuple[Callable[[str], bool], str]] = {
    "RESOURCE": (lambda word: word in RESOURCES, one_of(RESOURCES)),
    "SQUARE": (lambda word: word in SQUARE_OF, "r0c0 to r3c3"),
    "SQUARES": (_is_squares, "squares in reading order with commas, such as r0c0,r0c1"),
    "CARD": (lambda word: word in CARDS, "card ids such as cottage or silva_forum"),
    "MONUMENT": (lambda word: word in CARDS and CARDS[word].group == "monument", "monument ids such as silva_forum"),
    "PLAYER": (lambda word: word in PLAYER_OF, one_of(PLAYER_OF)),
    "NUMBER": (lambda word: word in map(str, range(_MOST_COINS + 1)), f"0 to {_MOST_COINS}"),
}

_NOUNS = {"SQUARES": "list of squares"}
"""The nouns of kinds that are not called as they are written."""


def read_words(text: object) -> list[str]:
    """The words of a move.

    Raises:
        NotationError: If the text has no known form; names the first wrong word and what is allowed there.
    """
    if not isinstance(text, str):
        raise NotationError(f"{shown(text)} is not a text")
    words = text.split(" ")
    forms = [form.split(" ") for form in FORMS if form.split(" ")[0] == words[0]]
    if not forms:
        first_words = dict.fromkeys(form.split(" ")[0] for form in FORMS)
        raise NotationError(f"unknown move; allowed first words: {one_of(first_words)}")
    fitting = [form for form in forms if len(form) == len(words)]
    problems = [_first_problem(form, words) for form in fitting]
    if not fitting or all(problems):
        allowed = " or ".join(" ".join(form) for form in forms)
        raise NotationError(next(filter(None, problems), f"{len(words)} words; allowed: {allowed}"))
    return words


def _first_problem(form: list[str], words: list[str]) -> str | None:
    """What is wrong with the first word that does not fit the form, None if all fit."""
    for wanted, word in zip(form, words, strict=True):
        if wanted in _KINDS:
            fits, allowed = _KINDS[wanted]
            if not fits(word):
                return f"{shown(word)} is not a {_NOUNS.get(wanted, wanted.lower())}; allowed: {allowed}"
        elif wanted != word:
            return f"{shown(word)} does not belong there; allowed: {' '.join(form)}"
    return None
