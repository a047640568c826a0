"""What may be done and what follows, one file per chapter of the rules (docs/rules/carcassonne_gold.md)."""
