"""How fast the environments are, beside other libraries, and what the games are like."""
