"""Tic-tac-toe with one free square: games that end before most players are asked anything."""

from __future__ import annotations

from tests.games.tictactoe import TicTacToe

FIRST_WINS = {"marks": [0b010110001, 0b001001110], "turn": 0}  # square 9 alone is free


class Endgame(TicTacToe):
    """The first player fills the last square: its only action."""

    def __init__(self) -> None:
        super().__init__()
        self.template = self.read_position(FIRST_WINS)
