"""Whole games as text: replaying records and the test vectors' games and cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from carc_gold_env.notation import engine
from carc_gold_env.notation.moves import sorted_moves
from carc_gold_env.notation.playing import play, start_from
from carc_gold_env.notation.positions import finish_begun, load, moves_of
from carc_gold_env.notation.script import read_script
from carc_gold_env.notation.words import PLAYER_NAMES
from carc_gold_env.state import Phase
from tabletop_envs.errors import NotationError, shown
from tabletop_envs.parsing import is_same, read_mapping
from tabletop_envs.spec import State
from tabletop_envs.states import clean_records

_RESULT = ("final", "ingots", "winners")


def replay(game: Mapping[str, Any]) -> dict[str, Any]:
    """Plays a record, or a game or case of the test vectors, and tells what came out.

    Args:
        game: The game; answers that stand in a game or case of the vectors are not read.

    Returns:
        ``moves``: for every placed tile ``scores``, ``ingots`` and ``meeples_in_hand`` after its turn and the numbers
        ``places``, ``gold_squares`` (on gold tiles) and ``meeple_options`` of what could have been chosen;
        ``scores``, ``ingots``, ``meeples_in_hand``, ``ingots_on_tiles`` (``[x, y, number]``) after the last of them;
        ``discarded``: the tiles that left the game; ``final``: the scores if the game ended there. For a record of
        a finished game also its ``result``.

    Raises:
        NotationError: If the game is malformed, a move is not legal or the result given in a record differs.
    """
    script = read_script(game)
    state = start_from(script)
    moves: list[dict[str, Any]] = []
    last = _before_end(state)
    for played in play(state, script):
        last = _before_end(state)
        counts = {"places": played.places, "meeple_options": played.meeple_options}
        if played.gold_squares is not None:
            counts["gold_squares"] = played.gold_squares
        keys = ("scores", "ingots", "meeples_in_hand")
        moves.append({key: list(last[key]) for key in keys} | counts)
    finish_begun(clean_records(state), script)  # refused if it cannot be; what comes out is that of whole moves
    found = {"moves": moves, **last, "discarded": _discarded(state), "final": engine.final_scores(state)}
    if "game" not in game:
        return found
    result = result_of(state)
    if game.get("result") is not None:
        _check_result(game["result"], result, len(game["moves"]))
    return found | ({"result": result} if result else {})


def _before_end(state: State) -> dict[str, Any]:
    """What the table shows after a turn, without final scoring."""
    g = state[0]
    n = int(g["num_players"])
    lying = [[x, y, int(g["lies"][slot])] for (x, y), slot in engine.slots(state).items() if g["lies"][slot]]
    return {
        "scores": [int(score) for score in g["score"][:n]],
        "ingots": [int(number) for number in g["ingots"][:n]],
        "meeples_in_hand": [int(number) for number in g["in_hand"][:n]],
        "ingots_on_tiles": sorted(lying),
    }


def _discarded(state: State) -> list[str]:
    return [entry["discard"] for entry in moves_of(state) if "discard" in entry]


def result_of(state: State) -> dict[str, Any] | None:
    """The result of a game, ``None`` if it is not over."""
    g = state[0]
    if g["phase"] != Phase.OVER:
        return None
    n = int(g["num_players"])
    return {
        "final": engine.final_scores(state),
        "ingots": [int(number) for number in g["ingots"][:n]],
        "winners": [name for player, name in enumerate(PLAYER_NAMES) if (int(g["winners"]) >> player) & 1],
    }


def _check_result(given: Any, played: Mapping[str, Any] | None, moves: int) -> None:
    read_mapping("result", given, _RESULT)
    if played is None:
        raise NotationError(f"result: given, but the game is not over after {moves} moves")
    for key, value in given.items():
        if not is_same(value, played[key]):
            raise NotationError(f"result.{key}: {shown(value)}; the moves lead to {shown(played[key])}")


def read_record(record: Mapping[str, Any]) -> tuple[State, list[tuple[int, int]]]:
    """The state in which a record begins, and player and action of every step of its whole moves.

    Raises:
        NotationError: As :func:`replay`.
    """
    script = read_script(record)
    start = start_from(script)
    steps = [(played.player, action) for played in play(clean_records(start), script) for action in played.actions]
    return start, steps


def decisions(game: Mapping[str, Any]) -> Iterator[tuple[str, list[str], str]]:
    """Plays a game and yields ``(player, legal moves sorted, move)`` for every placed tile in order.

    Raises:
        NotationError: If the game is malformed or a move is not legal, when it is reached; one line.
    """
    script = read_script(game)
    state = start_from(script)
    following = clean_records(state)
    for played in play(following, script):
        yield PLAYER_NAMES[played.player], sorted_moves(state, played.player), str(played.move)
        state = clean_records(following)


def start_of(game: Mapping[str, Any]) -> State:
    """The state in which a game begins.

    Raises:
        NotationError: If it is malformed.
    """
    return start_from(replace(read_script(game), begun=None))


def final_state(game: Mapping[str, Any]) -> State:
    """The state after the last move of a game.

    Raises:
        NotationError: As :func:`replay`.
    """
    return load(game)
