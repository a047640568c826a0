"""Whole games of the product and the oracle side by side: every decision's legal moves, and the result."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.oracle import Game
from tests.oracle.cards import ALL_RESOURCES
from tests.oracle.layouts import everywhere, square_name, square_number
from tests.oracle.town import Player
from tests.tt.scenario import EngineRules, OracleRules, oracle_game, player_number
from tt_env import notation, tiny_towns_v0


def choose(rng: random.Random, game: Game, moves: Sequence[str]) -> str:
    """A lively player: builds when it can, monuments first, and lays cubes where a layout needs them."""
    player = game.to_move()
    assert player is not None
    p = game.players[player]
    forges = [move for move in moves if move.startswith("forge")]
    if forges and rng.random() < 0.7:
        return rng.choice(forges)
    builds = [move for move in moves if move.startswith("build")]
    first = [move for move in builds if p.monument and move.split()[1] == p.monument]
    if first and rng.random() < 0.9:
        return rng.choice(first)
    if builds and rng.random() < 0.6:
        return rng.choice(builds)
    others = [move for move in moves if not move.startswith(("build", "forge"))]
    special = [m for m in others if is_special(p, m)]
    if special and rng.random() < 0.25:
        return rng.choice(special)
    wanted = wishes(rng, game, p) & set(others) if rng.random() < 0.7 else set()
    plain = [m for m in others if not m.startswith("place") or m not in special]
    return rng.choice(sorted(wanted) or plain or others)


def wishes(rng: random.Random, game: Game, p: Player) -> set[str]:
    """Moves that bring a layout on: the monument's, or that of the card which lacks least."""
    goals = [p.monument] if p.monument and not p.built else rng.sample(sorted(game.cards.values()), 3)
    ways = [w for goal in goals for w in everywhere(goal) if all(p.squares[s] in (".", r) for s, r in w.items())]
    missing = [{s: r for s, r in w.items() if p.squares[s] == "."} for w in ways]
    lacking = min((m for m in missing if m), key=len, default={})
    return {f"place {r} {square_name(s)}" for s, r in lacking.items()} | {
        f"{verb} {r}" for r in lacking.values() for verb in ("name", "choose")
    }


def is_special(p: Player, move: str) -> bool:
    """Whether a move does something else than the cube's usual: changes, stores or exhibits it, sets it aside, ..."""
    words = move.split()
    if words[0] == "place":
        return len(words) > 3 or words[1] != p.cube or p.squares[square_number(words[2])] != "."
    return len(words) > 3 or words[0] in ("set", "exhibit")


def start(config: Mapping[str, Any], chance: Mapping[str, Any]) -> tuple[Any, Game]:
    """The raw AEC environment, asking forced moves too, and the oracle, at the same beginning."""
    env = tiny_towns_v0.raw_env(auto_play_forced=False, **config)
    options = {key: value for key, value in chance.items() if value}
    env.reset(seed=1, options=options)
    return env, Game(config, chance)


def play_together(rng: random.Random, env: Any, game: Game, liked: tuple[str, ...] = ()) -> list[list[str]]:
    """Plays to the end; at every decision the legal moves of all players have to be the same. Returns the moves.

    Of the moves that begin like one of ``liked`` one is made most of the time.
    """
    moves: list[list[str]] = []
    while not game.over:
        player = game.to_move()
        assert env.agent_selection == f"player_{player}", moves[-3:]
        state = env.save()
        legal = game.legal_moves()
        assert notation.legal_moves(state) == legal, (env.agent_selection, moves[-5:])
        if rng.random() < 0.1:
            for other in range(len(game.players)):
                assert notation.legal_moves(state, other) == game.legal_moves(other), (other, moves[-5:])
        if rng.random() < 0.2:
            same_towns(notation.position(state), game)
        favourites = [move for move in legal if move.startswith(liked)] if liked and rng.random() < 0.8 else []
        move = rng.choice(favourites) if favourites else choose(rng, game, legal)
        for action in notation.move_actions(state, player_number(env.agent_selection), move):
            env.step(action)
        game.apply(move)
        moves.append([f"player_{player}", move])
    assert all(env.terminations.values())
    same_towns(notation.position(env), game)
    return moves


def same_towns(position: Mapping[str, Any], game: Game) -> None:
    """Step, round and every player's town, cubes on buildings, coins and coin squares."""
    assert (position["phase"], position["round"]) == (game.step, game.round)
    for given, p in zip(position["players"], game.players, strict=True):
        town = [content for line in given["town"] for content in line]
        assert (town, given["monument_built"]) == (p.squares, p.built)
        cubes = {square_name(s): sorted(cubes, key=ALL_RESOURCES.index) for s, cubes in p.stored.items() if cubes}
        assert given["stored"] == cubes
        assert given.get("coins", 0) == p.coins
        assert given.get("coin_squares", []) == [square_name(s) for s in sorted(p.coin_squares)]
        assert given.get("completed_round") == p.completed
        if game.with_coins and not game.over:
            assert (given.get("by_cubes", 0), given.get("unpaid", 0)) == (p.by_cubes, p.unpaid)
            assert given.get("forged", False) == p.forged


def same_result(given: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """The result of a record and the oracle's; where by-card numbers are not unique only totals count (D11)."""
    assert {**given, "breakdown": None} == {**expected, "breakdown": None}
    for mine, other in zip(given["breakdown"], expected["breakdown"], strict=True):
        keys = other.keys() - ({"by_card", "fed"} if "by_card_is_unique" in other else set())
        assert {key: mine[key] for key in keys} == {key: other[key] for key in keys}


def play_record(rng: random.Random, config: Mapping[str, Any], chance: Mapping[str, Any]) -> None:
    """A whole game of both; its record has these moves and this result, and replays to it."""
    env, game = start(config, chance)
    moves = play_together(rng, env, game)
    record = env.record()
    assert [list(move[:2]) for move in record["moves"]] == moves
    same_result(record["result"], game.result())
    assert notation.replay(record)["result"] == record["result"]


def play_position(where: Mapping[str, Any], seed: int, liked: tuple[str, ...] = ()) -> None:
    """A game of both that goes on from a position, to the same scores."""
    game = oracle_game(where)
    config = {"num_players": len(where["players"]), **where["config"]}
    env = tiny_towns_v0.raw_env(auto_play_forced=False, **config)
    env.reset(seed=1, options={"position": where})
    play_together(random.Random(seed), env, game, liked)
    same, over = game.result(), notation.position(env)
    assert [p.get("score", 0) for p in over["players"]] == same["scores"]
    assert over["winners"] == same["winners"]
    same_result({"breakdown": notation.score(over)}, {"breakdown": same["breakdown"]})


def compare_boards(boards: Iterable[Mapping[str, Any]]) -> None:
    """Scores of whole tables, and the constructions of each town, of boards that need not be reachable."""
    for where in boards:
        mine, theirs = EngineRules().score(where), OracleRules().score(where)
        same_result({"breakdown": mine}, {"breakdown": theirs})
        for p in where["players"]:
            one = {**where, "players": [{key: value for key, value in p.items() if key != "completed_round"}]}
            assert EngineRules().constructions(one) == OracleRules().constructions(one), one
