"""Whether a record is a state of Tiny Towns: compiled code trusts its numbers, so records from outside are looked at.

What compiled code relies on (places in arrays, an answer for everybody who is asked, counters that stay in their
fields) and what the rules guarantee is asked of every field, beside all the others: a record that is taken plays on
to its end. The checks stand in the order in which they need each other: the game (game.py), each player (players.py)
and the decisions pending (stacks.py), the running step (steps.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tt_env.state import Phase
from tt_env.validation.faults import described
from tt_env.validation.game import find_end_faults, find_faults


def check_records(tables: Any, records: npt.NDArray[Any], template: npt.NDArray[Any]) -> None:
    """Refuses records that are not states of a game.

    Args:
        tables: The tables of the rules.
        records: Any number of records with the options of the game.
        template: The template of the game.

    Raises:
        ValueError: If one of them is none; one line about the first.
    """
    found = np.zeros((len(records), 4), np.int64)
    find_faults(tables, records, template, found)
    if (records["phase"] == Phase.OVER).any():
        find_end_faults(tables, records, found)
    if found[:, 0].any():
        k = int(np.flatnonzero(found[:, 0])[0])
        which = f"state {k}" if len(records) > 1 else "the state"
        fault, player, part, _ = found[k].tolist()
        raise ValueError(f"{which} " + described(fault, records[k], player, "shown" if part else "players"))
