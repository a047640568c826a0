"""Records with wrong numbers in them: each is refused with a line, or it is a game that plays on to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_envs.batch import Batch
from tabletop_envs.game import Game, State
from tabletop_envs.states import copy_records

Dice = np.random.Generator
DRAWN = 40
"""One accepted mutant of so many is drawn and written, which takes a thousand times as long as a step."""


@dataclass
class Tally:
    """What became of the mutants."""

    accepted: int = 0
    refused: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.accepted + other.accepted, self.refused + other.refused)


def lively(dice: Dice, batch: Batch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """A random legal action for each row, half of them among the last ones, where the rare actions stand."""
    actions = np.asarray(batch.sample(rows))
    for j in np.flatnonzero(dice.random(len(rows)) < 0.5):
        actions[j] = dice.choice(np.flatnonzero(batch.action_mask[rows[j]])[-8:])
    return actions


def stages(game: Game, dice: Dice, games: int, every: int = 1) -> list[npt.NDArray[Any]]:
    """All rows of a batch at every so manieth step, from the beginning to the end of its games."""
    batch = Batch(game, games, auto_play_forced=False)
    batch.reset(int(dice.integers(1 << 30)))
    rows, found, step = np.arange(games), [], 0
    while len(rows):
        if step % every == 0:
            found.append(copy_records(batch.games[rows]))
        batch.advance(rows, lively(dice, batch, rows))
        rows, step = rows[batch.agent[rows] >= 0], step + 1
    return [*found, copy_records(batch.games)]


def leaves(dtype: np.dtype[Any]) -> Iterator[tuple[str, ...]]:
    """The paths of the fields that hold numbers."""
    for name in dtype.names or ():
        base = dtype[name].base
        if base.names:
            yield from ((name, *inner) for inner in leaves(base))
        else:
            yield (name,)


def field_of(record: State, path: Sequence[str]) -> npt.NDArray[Any]:
    """A view of a field."""
    found = record
    for name in path:
        found = found[name]
    return found


def boundary(dice: Dice, old: int, dtype: np.dtype[Any]) -> Any:
    """A number that a field may be expected to stumble over."""
    limits = np.iinfo(dtype)
    near = [old - 1, old + 1, old ^ (1 << int(dice.integers(limits.bits - 1)))]
    values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 127, 128, 140, 141, 200, 201, 255, limits.max, limits.min, *near]
    return dtype.type(min(max(int(dice.choice(values)), limits.min), limits.max)) if dtype.itemsize < 8 else near[2]


def mutant(dice: Dice, record: State, other: State) -> State:
    """A copy with something wrong in it: bytes, numbers, fields of another record, or parts of its own exchanged."""
    found = copy_records(record)
    data = found.view(np.uint8).reshape(-1)
    paths = list(leaves(record.dtype))
    kind = int(dice.integers(8))
    if kind == 0:
        data[dice.integers(len(data))] = dice.integers(256)
    elif kind == 1:
        data[dice.integers(len(data))] ^= 1 << int(dice.integers(8))
    elif kind == 2:
        data[dice.integers(len(data), size=int(dice.integers(2, 6)))] = dice.integers(256, size=1, dtype=np.uint8)
    elif kind == 3:
        for _ in range(int(dice.integers(1, 4))):
            values = field_of(found, paths[dice.integers(len(paths))])
            place = np.unravel_index(int(dice.integers(values.size)), values.shape)
            values[place] = boundary(dice, int(values[place]), values.dtype)
    elif kind == 4:  # a small number, where it is likely to be a possible one
        for _ in range(int(dice.integers(1, 3))):
            values = field_of(found, paths[dice.integers(len(paths))])
            values[np.unravel_index(int(dice.integers(values.size)), values.shape)] = dice.integers(8)
    elif kind == 5:
        for _ in range(int(dice.integers(1, 4))):
            path = paths[dice.integers(len(paths))]
            field_of(found, path)[...] = field_of(other, path)
    elif kind == 6:  # a whole part of another record
        name = str(dice.choice(found.dtype.names or ()))
        found[name] = other[name]
    else:  # one place of a field as another
        name = str(dice.choice([name for name in found.dtype.names or () if found.dtype[name].shape]))
        places = found[name][0]
        to, source = dice.integers(len(places), size=2)
        places[to] = places[source]
    return found


def accepted(game: Game, dice: Dice, pool: Sequence[State], others: Sequence[State], number: int) -> list[State]:
    """The mutants of a game's records that it takes; any other exception than ``ValueError`` goes through."""
    taken = []
    for _ in range(number):
        found = mutant(dice, pool[dice.integers(len(pool))], others[dice.integers(len(others))])
        try:
            game.check_state(found)
        except ValueError as refusal:
            text = str(refusal)
            assert "\n" not in text and len(text) < 500, text
        else:
            taken.append(found)
    return taken


def look_at(game: Game, batch: Batch, high: npt.NDArray[Any], rows: npt.NDArray[np.int64]) -> None:
    """Every player of every row: its observation is in the Box, its mask is sane, its score can be guessed."""
    mask, kernels = np.zeros(game.num_actions, np.int8), batch.kernels
    out = np.zeros((len(rows), game.layout.size), game.observation_dtype)
    for player in range(game.num_players):
        kernels.observe(game.tables, batch.games, rows, np.full(len(rows), player), out)
        assert (out <= high).all(), (player, batch.games[rows[np.flatnonzero((out > high).any(axis=1))[0]]])
        for i in rows:
            legal = kernels.legal(game.tables, batch.games, i, player, mask)
            asked = (kernels.to_act(game.tables, batch.games, i) >> player) & 1
            assert legal == np.count_nonzero(mask) > 0 and mask[0] == 1 - asked and (asked or legal == 1)
            assert np.isfinite(kernels.heuristic_value(game.tables, batch.games, i, player))


def other_worlds(game: Game, dice: Dice, batch: Batch) -> npt.NDArray[Any]:
    """The games as one of their players may imagine them."""
    worlds = copy_records(batch.games)
    for i in range(len(worlds)):
        player, seed = int(dice.integers(game.num_players)), np.uint64(dice.integers(1 << 63))
        batch.kernels.resample_hidden(game.tables, worlds, i, player, seed)
        game.check_state(worlds[i : i + 1])
    return worlds


def play_on(game: Game, dice: Dice, records: npt.NDArray[Any], resample_hidden: bool = True) -> None:
    """Plays the records to their ends, within the decisions that a game may take; looks at all of them on the way."""
    batch = Batch(game, len(records), auto_play_forced=False)
    batch.load(records)
    high, rows = game.layout.box(game.observation_dtype).high, np.arange(len(records))
    worlds = other_worlds(game, dice, batch) if resample_hidden else None
    look_at(game, batch, high, rows)
    rows = rows[batch.agent[rows] >= 0]
    for step in range(game.max_decisions + 1):
        if not len(rows):
            break
        assert (batch.observation[rows] <= high).all()
        if step % 50 == 20:
            look_at(game, batch, high, rows[: 1 + len(rows) // 8])
        batch.advance(rows, lively(dice, batch, rows) if step < 200 else batch.sample(rows))
        rows = rows[batch.agent[rows] >= 0]
    assert not len(rows), f"{len(rows)} games last longer than max_decisions={game.max_decisions}"
    game.check_state(batch.games)
    if worlds is not None:
        play_on(game, dice, worlds, resample_hidden=False)


def draw(game: Game, records: Sequence[State]) -> None:
    """Pictures and texts of a few of them."""
    for record in records:
        for player in (None, *range(game.num_players)):
            assert game.svg(record, player).startswith("<svg")
            assert game.ansi(record, player)
        assert game.record(record, [])


def fuzz(games: Sequence[Game], dice: Dice, number: int, rounds: int, every: int = 1) -> Tally:
    """Mutants of records of all these games, ``number`` of each in every round.

    Args:
        games: Games of one kind, with different options.
        dice: Where chance comes from.
        number: How many mutants of each game in each round.
        rounds: How often; each round plays new games.
        every: Of the steps of these, one of so many gives a record.
    """
    tally = Tally()
    for _ in range(rounds):
        pools = [[row[i : i + 1] for row in stages(game, dice, 2, every) for i in range(len(row))] for game in games]
        strangers = [record for pool in pools for record in pool]
        for game, pool in zip(games, pools, strict=True):
            taken = accepted(game, dice, pool, pool if dice.random() < 0.7 else strangers, number)
            tally += Tally(len(taken), number - len(taken))
            if taken:
                play_on(game, dice, np.concatenate(taken))
            draw(game, taken[::DRAWN])
    return tally
