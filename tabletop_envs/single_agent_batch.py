"""One player of every game learns; the others are played inside ``step``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from tabletop_envs.agents import Agent, check_agent, make_agent, make_agents
from tabletop_envs.arguments import Ints, Start, read_options
from tabletop_envs.batch import Batch
from tabletop_envs.errors import shown
from tabletop_envs.game import Game, Rewards, State
from tabletop_envs.history import History
from tabletop_envs.states import as_bytes, checked_state, checked_states, copy_records

Opponents = str | Agent | Sequence[str | Agent]

_FINAL = ("final_observation", "final_player", "final_scores", "final_winners")
_ARRAYS = ("_decided", "player", "reward", "done", *_FINAL)  # what a reset changes
_PATIENCE = 1_000  # games in a row that end before the learner's first turn


class SingleAgentBatch:
    """N games of one learner against other agents.

    A step of the learner is followed by everything that the others do until its next turn, so that the reward
    of a step is all that its player earned until then, losses included. A game that ends is followed by the next one
    at once; one that ends before the learner's first turn is ignored.

    Args:
        game: The game with its options.
        num_games: N.
        opponents: Who plays the other players: a name, an agent, or one of these for each other player in turn order
            from the learner's left. An agent is asked once for all games that wait for it.
        player: The learner's player: a number, an agent's name, or ``"random"``, drawn for every game by the same seed
            as the game itself.
        auto_play_forced: Whether a player with one legal action takes it automatically.
        rewards: As for :class:`Batch`.
        recorded: Whether the choices of the running games are remembered, for records.

    Attributes:
        batch: The games; in each, the learner is to move.
        histories: The choices of each running game, if they are remembered.
        player: The learner's player in the running games, int64 [N].
        reward: What the last step earned, float32 [N].
        done: Whether a game ended in the last step, bool [N]. Where it did:
        final_observation: what the learner saw at its end, [N, L],
        final_player: where it sat, int64 [N],
        final_scores: every player's score, int32 [N, players],
        final_winners: and who won, bool [N, players].
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        opponents: Opponents = "random",
        *,
        player: int | str = "random",
        auto_play_forced: bool = True,
        rewards: str | Rewards | None = None,
        recorded: bool = False,
    ) -> None:
        self.game = game
        self.batch = Batch(game, num_games, auto_play_forced=auto_play_forced, rewards=rewards)
        self.num_games = num_games = self.batch.num_games
        self._fixed_player = read_player(game, player)
        self.set_opponents(opponents)
        self._rows: Ints = np.arange(num_games, dtype=np.int64)
        # Whether the learner has made a decision in the running game of a row, to which its result can belong.
        self._decided = np.zeros(num_games, np.bool_)
        self.player: Ints = np.zeros(num_games, np.int64)
        self.reward: npt.NDArray[np.float32] = np.zeros(num_games, np.float32)
        self.done: npt.NDArray[np.bool_] = np.zeros(num_games, np.bool_)
        self.final_observation: npt.NDArray[Any] = np.zeros_like(self.batch.observation)
        self.final_player: Ints = np.zeros(num_games, np.int64)
        self.final_scores: npt.NDArray[np.int32] = np.zeros_like(self.batch.scores)
        self.final_winners: npt.NDArray[np.bool_] = np.zeros_like(self.batch.winners)
        self.histories: list[History | None] | None = [None] * num_games if recorded else None

    @property
    def observation(self) -> npt.NDArray[Any]:
        """What the learner sees in each game, [N, L]."""
        return self.batch.observation

    @property
    def action_mask(self) -> npt.NDArray[np.int8]:
        """What it may do, int8 [N, actions]."""
        return self.batch.action_mask

    def set_opponents(self, opponents: Opponents) -> None:
        """Chooses who plays the other players from now on.

        Raises:
            ValueError: If a name is unknown, an agent does not play this game, or a list has the wrong length.
            NotImplementedError: If the game lacks what an agent needs.
        """
        others = self.game.num_players - 1
        if isinstance(opponents, str | type | Agent) or not isinstance(opponents, Sequence):
            chosen = [make_agents(opponents)] * others
        else:
            chosen = [make_agent(agent) for agent in opponents]
            if len(chosen) != others:
                raise ValueError(f"opponents: {len(chosen)} are given, the other players are {others}")
        for agent in chosen:
            check_agent(agent, self.game)
        self.opponents = chosen
        # The same object in several players is asked once.
        self._agents = list({id(agent): agent for agent in chosen}.values())
        self._who = np.array([[a is b for b in self._agents].index(True) for a in chosen], np.int64)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None, rows: Ints | None = None
    ) -> None:
        """Starts a new game in every row and plays until it is the learner's turn.

        Args:
            seed: Fixes all chance; ``None`` goes on with the rows' next games.
            options: What is fixed instead of drawn, in these games but not in those that follow them, or a position.
            rows: Which games; all if not given. The others stay as they are.

        Raises:
            ValueError: If an option is bad, or a position gives the learner no turn; the running games go on then.
        """
        start = read_options(self.game, options)
        rows = self._rows if rows is None else rows
        with self._unless_refused():
            self._begin(rows, seed, start)

    def place(self, states: State, player: int | str | None = None, *, ended: bool = False) -> None:
        """Goes on from one state of the game for each row; the others play until it is the learner's turn.

        Args:
            states: The records, [N].
            player: The learner's player in all of them; ``None``: it stays where it was in each row.
            ended: Whether games that are over may be among them; they stay at their end, and ``done``, ``reward`` and
                the final arrays tell of it.

        Raises:
            ValueError: If they are not states of this game or one of them gives the learner no turn; the running games
                go on then.
        """
        try:
            clean = checked_states(self.game, states, self.num_games)
        except ValueError as error:
            raise ValueError(f"load: {error}") from None
        with self._unless_refused():
            begun = self.batch.begun
            self.batch.seed(None)
            if player is not None or not begun:
                self._take_players(self._rows, self._fixed_player if player is None else read_player(self.game, player))
            self._put(self._rows, clean, "load: the state", ended)

    def states(self) -> State:
        """The states of all games, [N], a copy."""
        self.batch.require_begun()
        return copy_records(self.batch.games)

    @contextmanager
    def _unless_refused(self) -> Iterator[None]:
        """Begins games; an error leaves all of them as they were."""
        batch, own = self.batch.keep(), {name: getattr(self, name).copy() for name in _ARRAYS}
        histories = None if self.histories is None else list(self.histories)
        try:
            self._clear()
            yield
        except Exception:
            self.batch.put_back(batch)
            for name, array in own.items():
                getattr(self, name)[:] = array
            self.histories = histories
            raise

    def _begin(self, rows: Ints, seed: int | None, start: Start) -> None:
        self.batch.seed(seed, rows)
        if not start.is_position:
            self._deal(rows, start.state)
            self._play(rows, restart=True)
            return
        state = checked_state(self.game, start.state)
        self._deal(rows)
        self._put(rows, state, "reset options: the position")

    def _put(self, rows: Ints, states: State, what: str, ended: bool = False) -> None:
        """Goes on from states from outside."""
        self._decided[rows] = False
        as_bytes(self.batch.games)[rows] = as_bytes(states)
        self._remember(rows)
        self.batch.refresh(rows)
        if ended:
            self._decided[rows] = self.batch.agent[rows] < 0
        self._play(rows, restart=False)
        if ((self.batch.agent[rows] < 0) & ~self.done[rows]).any():
            raise ValueError(f"{what} gives player {self.player[rows].tolist()} no turn before the game ends")

    def step(self, actions: npt.ArrayLike, rows: Ints | None = None, *, restart: bool = True) -> None:
        """Takes the learner's action in every game and plays until its next turn.

        Args:
            actions: One legal action for each of ``rows``.
            rows: Which games; all if not given.
            restart: Whether a game that ends is followed by the next one; if not, it stays at its end
                (``batch.agent`` -1) and ``restart`` or ``reset`` must follow.

        Raises:
            IllegalActionError: If one of them is not legal; no game was stepped then.
            ResetNeeded: If one of the games does not ask the learner: none has begun, or an opponent failed.
        """
        rows = self._rows if rows is None else rows
        self._require_asked(rows)
        self._advance(rows, self.player[rows], actions)
        self._clear()
        self._decided[rows] = True
        self._play(rows, restart)

    def restart(self, rows: Ints) -> None:
        """Starts the next game in each of these rows and plays until it is the learner's turn."""
        self._deal(rows)
        self._play(rows, restart=True)

    def forfeit(self, rows: Ints) -> None:
        """Ends these games at the learner's cost, without scores and winners; ``restart`` or ``reset`` must follow."""
        players = self.player[rows]
        self.done[rows] = True
        self.reward[rows] = self.batch.rewards.bounds(self.game)[0]
        self.final_observation[rows] = self.batch.observe(players, rows)
        self.final_player[rows] = players

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Everything that decides how the games go on, in plain arrays; the opponents keep their own."""
        records = np.frombuffer(self.batch.save().tobytes(), np.uint8).reshape(self.num_games, -1)
        return {"records": records, "players": self.player.copy(), "decided": self._decided.copy()}

    def load(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`save` returned.

        Raises:
            ValueError: If it holds something else, or games in which it is not the learner's turn.
        """
        batch = self.batch.keep()
        self.batch.load(saved["records"].tobytes())
        if not np.array_equal(self.batch.agent, saved["players"]):
            self.batch.put_back(batch)
            raise ValueError("load: it is not the learner's turn in the games")
        self.player[:], self._decided[:] = saved["players"], saved["decided"]
        self._remember(self._rows)
        self._clear()

    def _require_asked(self, rows: Ints) -> None:
        self.batch.require_begun()
        others = rows[self.batch.agent[rows] != self.player[rows]]
        if len(others):
            raise ResetNeeded(
                f"{self.game.name}: the learner is not to move in games {shown(others.tolist())}, for they are over or "
                "an opponent failed in them; call reset() first"
            )

    def _clear(self) -> None:
        self.reward.fill(0)
        self.done.fill(False)

    def _deal(self, rows: Ints, start: Any = None) -> None:
        if self.histories is None:
            self.batch.restart(rows, start)
        else:
            # A record begins before what the environment plays by itself.
            self.batch.deal(rows, start)
            self._remember(rows)
            self.batch.refresh(rows)
        self._take_players(rows, self._fixed_player)
        self._decided[rows] = False

    def _take_players(self, rows: Ints, player: int | None) -> None:
        """Gives the learner its player in the running games of these rows; ``None``: one drawn for each."""
        if player is None:
            self.batch.draw_players(rows, self.player)
        else:
            self.player[rows] = player

    def _remember(self, rows: Ints) -> None:
        """Begins the histories of these games with their records as they are."""
        if self.histories is not None:
            for row in rows.tolist():
                self.histories[row] = History(
                    self.batch.games[row : row + 1], auto_play_forced=self.batch.auto_play_forced
                )

    def _advance(self, rows: Ints, players: Ints, actions: npt.ArrayLike) -> None:
        """Takes an action of the player to move, which ``players`` tells, in each of these games."""
        self.batch.advance(rows, actions)
        if self.histories is not None:
            for row, player, action in zip(rows.tolist(), players.tolist(), np.asarray(actions).tolist(), strict=True):
                history = self.histories[row]
                assert history is not None
                history.actions.append((player, action))

    def _play(self, rows: Ints, restart: bool) -> None:
        """Lets the other players answer until the learner is to move in each of these games."""
        passed_over = 0
        while len(rows):
            asked = self.batch.agent[rows]
            over = rows[asked < 0]
            if len(over):
                passed_over += 0 if self._report(over) else 1
                if passed_over > _PATIENCE:
                    raise RuntimeError(f"{self.game.name}: the learner never gets a turn")
                if restart:
                    self._deal(over)
                else:
                    rows = rows[asked >= 0]
                continue
            waiting = asked != self.player[rows]
            rows = rows[waiting]
            self._answer(rows, asked[waiting])

    def _answer(self, rows: Ints, asked: Ints) -> None:
        """One action of the player to move in each of these games, none of which is the learner's."""
        if not len(rows):
            return
        if len(self._agents) == 1:
            self._choose(self._agents[0], rows, asked)
            return
        who = self._who[(asked - self.player[rows]) % self.game.num_players - 1]
        for number, agent in enumerate(self._agents):
            mine = who == number
            its_rows = rows[mine]
            if len(its_rows):
                self._choose(agent, its_rows, asked[mine])

    def _choose(self, agent: Agent, rows: Ints, asked: Ints) -> None:
        actions = agent.choose(self.batch, rows)
        try:
            self._advance(rows, asked, actions)
        except ValueError as error:
            players = ", ".join(self.game.agents[player] for player in np.unique(asked))
            raise ValueError(f"opponent {shown(agent)} of {players}: {error}") from error

    def _report(self, rows: Ints) -> bool:
        """Notes the results of games that are over and that the learner took part in; whether there are any."""
        rows = rows[self._decided[rows]]
        if not len(rows):
            return False
        players = self.player[rows]
        self.done[rows] = True
        self.reward[rows] = self.batch.final_returns(rows)[np.arange(len(rows)), players]
        self.final_observation[rows] = self.batch.observe(players, rows)
        self.final_player[rows] = players
        self.final_scores[rows] = self.batch.scores[rows]
        self.final_winners[rows] = self.batch.winners[rows]
        return True


def read_player(game: Game, player: int | str) -> int | None:
    """The number of the learner's player, ``None`` if it is drawn for every game.

    Raises:
        ValueError: If there is no such player.
    """
    if isinstance(player, str) and player == "random":
        return None
    allowed = f"'random', 0 to {game.num_players - 1} or {', '.join(map(repr, game.agents))}"
    if isinstance(player, str) and player in game.agents:
        return game.agents.index(player)
    if isinstance(player, int | np.integer) and not isinstance(player, bool) and 0 <= player < game.num_players:
        return int(player)
    raise ValueError(f"player={shown(player)} is unknown; allowed: {allowed}")
