"""Judging positions: guesses of the final score and what they are made of; never what the rules allow."""
