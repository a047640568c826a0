"""What type checkers know of the options: mypy reads this file (``make types``), nobody runs it.

A call that is wrong is marked; if mypy no longer refused it, its mark would be an error itself.
"""

from carc_gold_env import carcassonne_gold_v0
from carc_gold_env.game import CarcassonneGold
from tt_env import tiny_towns_v0
from tt_env.game import TinyTowns

tiny_towns_v0.raw_env(num_players=3, parsonage="exact", rewards="score", cards=["well"])
tiny_towns_v0.vector_env(4, opponents=["greedy"], illegal="terminate", render_mode=None)
carcassonne_gold_v0.batch(8, farmer_scoring=1, auto_play_forced=False)
TinyTowns(num_players=3, coins=None)
CarcassonneGold(gold_mines=False)

tiny_towns_v0.raw_env(num_plyers=3)  # type: ignore[call-arg]
tiny_towns_v0.env(parsonage="most")  # type: ignore[arg-type]
tiny_towns_v0.parallel_env(illegal=True)  # type: ignore[arg-type]
tiny_towns_v0.batch(8, render_mode="ansi")  # type: ignore[call-arg]
carcassonne_gold_v0.gymnasium_env(cavern=True)  # type: ignore[call-arg]
carcassonne_gold_v0.vector_env(num_players="2")  # type: ignore[arg-type]
TinyTowns(monuments="no")  # type: ignore[arg-type]
