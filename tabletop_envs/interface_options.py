"""The options of the interfaces, which every game has: declared as in :mod:`tabletop_envs.options`."""

from typing import Annotated, Literal, TypedDict

from tabletop_envs.autoreset import AutoresetMode
from tabletop_envs.options import Option
from tabletop_envs.single_agent_batch import Opponents
from tabletop_envs.spec import Rewards

_Illegal = Annotated[
    Literal["terminate", "raise"],
    Option("terminate", "what an illegal action does: end the game at its player's cost, or raise"),
]


class BatchOptions(TypedDict, total=False):
    """Of a batch, and of all others."""

    auto_play_forced: Annotated[
        bool, Option(True, "whether the environment takes a step by itself when only one action is legal")
    ]
    rewards: Annotated[
        Literal["outcome", "margin", "score"] | Rewards | None,
        Option(None, 'what is paid at the end; None: "outcome", with one player "score"'),
    ]


class _Pictures(BatchOptions, total=False):
    render_mode: Annotated[
        Literal["ansi", "human", "rgb_array"] | None,
        Option(None, "what render() gives, as to a spectator who sees hidden things too"),
    ]


class AECOptions(_Pictures, total=False):
    """Of the PettingZoo AEC environment."""

    observation: Annotated[
        Literal["dict", "flat", "candidates"],
        Option(
            "dict",
            '"dict": the observation with the action mask; "flat": the observation alone, the mask in the infos; '
            '"candidates": features of what each action leads to, and actions are numbers of candidates',
        ),
    ]


class ParallelOptions(AECOptions, total=False):
    """Of the PettingZoo Parallel environment."""

    illegal: _Illegal


class _SingleAgentOptions(_Pictures, total=False):
    opponents: Annotated[
        Opponents,
        Option("random", "who plays the other players: an agent's name, an agent, or a list with one for each of them"),
    ]
    player: Annotated[
        int | str,
        Option("random", """the learner's player: a number, an agent's name, or "random": another one in every game"""),
    ]
    observation: Annotated[
        Literal["flat", "dict", "candidates"],
        Option(
            "flat",
            '"flat": the observation alone, the mask in the info; "dict": the observation with the action mask; '
            '"candidates": features of what each action leads to, and actions are numbers of candidates',
        ),
    ]


class GymnasiumOptions(_SingleAgentOptions, total=False):
    """Of the Gymnasium environment."""

    illegal: _Illegal


class VectorOptions(_SingleAgentOptions, total=False):
    """Of the Gymnasium vector environment."""

    illegal: Annotated[
        Literal["raise", "terminate"],
        Option("raise", "what an illegal action does: raise and step no game, or end the game of its row"),
    ]
    autoreset_mode: Annotated[
        AutoresetMode | Literal["SameStep", "NextStep", "Disabled"],
        Option(AutoresetMode.SAME_STEP, "what follows on the end of a row's game"),
    ]
