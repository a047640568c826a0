"""Training of agents by masked PPO, their evaluation, and the command line; the only package that needs torch."""
