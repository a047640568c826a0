"""What board games share: the contract of a game and the environments written against it. Knows no game."""
