"""Many agents against each other on the same deals: tournaments, their ratings, and the ladder."""
