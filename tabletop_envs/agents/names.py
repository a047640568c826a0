"""How agents are named: ``KIND[:ARGUMENT]``, and mixes of them.

A name is a kind of :data:`KINDS`, most with an argument after a colon: ``greedy``, ``linear:weights.json``,
``ppo:runs/four``. What a path ends in says its kind by itself: ``weights.json``, ``model.zip``, ``model.onnx``; a
folder is that of a run.

A mix is a list of names with weights: ``self:0.5,greedy:0.5``. Names are joined by commas, and a number after a name's
last colon is its weight, 1 if there is none. A comma that is followed by ``WORD=`` belongs to the name before it, as in
``search:worlds=12,depth=2:0.3,greedy:0.7``; whatever would be misread is put in parentheses: ``(odd,name:3):0.5``.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from tabletop_envs.agents.budget import FORM
from tabletop_envs.errors import shown

KINDS = {
    "random": "",
    "greedy": "",
    "rival": "",
    "linear": "[:FILE]",
    "ppo": ":NAME-OR-PATH",
    "onnx": ":FILE",
    "search": f"[:{FORM}]",
}
"""Every kind of agent with what follows its name."""
ENDINGS = {".json": "linear", ".zip": "ppo", ".onnx": "onnx"}
"""The kind of agent that a file is."""

_KEY = re.compile(r"\s*\w+=")


class AgentName(NamedTuple):
    """A name in its two parts; the argument is empty where there is none."""

    kind: str
    argument: str


def parse_name(text: str, also: tuple[str, ...] = ()) -> AgentName:
    """Reads the name of an agent.

    Args:
        text: The name.
        also: Further kinds that are allowed where the name was given, for the message.

    Raises:
        ValueError: If there is no such kind of agent, or its argument is missing or too much.
    """
    kinds = [kind + more.replace(FORM, "...") for kind, more in KINDS.items()]
    allowed = f"allowed: {', '.join([*kinds, *also])}, a run's folder or a "
    if not isinstance(text, str):
        raise ValueError(f"no agent {shown(text)}; {allowed}file ({', '.join(ENDINGS)}), an object with choose()")
    kind, colon, argument = text.strip().partition(":")
    if kind in KINDS:
        takes = KINDS[kind]
        if bool(argument) != bool(colon) or (colon and not takes) or (not colon and takes.startswith(":")):
            mixed = "" if takes else ", or NAME:WEIGHT with a number where several can be named"
            raise ValueError(f"agent {shown(text)}: expected {kind}{takes}{mixed}")
        return AgentName(kind, argument)
    path = text.strip()
    for ending, kind in ENDINGS.items():
        if path.endswith(ending):
            return AgentName(kind, path)
    if os.path.isdir(path):  # os.path, for it takes names that no file can have
        return AgentName("ppo", path)
    raise ValueError(f"no agent {shown(text)}; {allowed}file ({', '.join(ENDINGS)})")


def parse_mix(text: str) -> list[tuple[str, float]]:
    """Reads ``greedy`` or ``self:0.6,greedy:0.2,random:0.2``; a name without a number has weight 1.

    Returns:
        Names with their shares, which sum to 1; whether there are such agents is not asked.

    Raises:
        ValueError: If a weight is no positive number or a name is empty.
    """
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is not a text of the form NAME or NAME:WEIGHT")
    mix = [_weighed(part, text) for part in _split(text)]
    total = sum(weight for _, weight in mix)
    if total == float("inf"):
        raise ValueError(f"{shown(text)}: the weights are too large to be added up")
    return [(name, weight / total) for name, weight in mix]


def _split(text: str) -> list[str]:
    """The members of a mix: parts between commas that are neither in parentheses nor before ``WORD=``."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth < 0:
            break
        if char == "," and depth == 0 and not _KEY.match(text, at + 1):
            parts.append(text[start:at])
            start = at + 1
    if depth != 0:
        raise ValueError(f"{shown(text)}: a parenthesis is missing or too much")
    return [*parts, text[start:]]


def _weighed(part: str, text: str) -> tuple[str, float]:
    """A member's name and weight."""
    name, weight = part.strip(), 1.0
    before, colon, after = name.rpartition(":")
    # `ppo:7` is the agent 7: such kinds are nothing without an argument.
    if colon and not KINDS.get(before, "").startswith(":"):
        try:
            weight = float(after)
        except ValueError:
            pass  # the colon is the name's own
        else:
            name = before
    if name.startswith("(") and name.endswith(")"):
        name = name[1:-1].strip()
    if not name or name.endswith(":") or not 0.0 < weight < float("inf"):
        raise ValueError(f"{shown(text)}: {shown(part.strip())} is not of the form NAME or NAME:WEIGHT, weight above 0")
    return name, weight
