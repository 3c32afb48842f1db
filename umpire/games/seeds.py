"""When the seed of a turn is public."""

from typing import Literal, TypeAlias

from storage.games import GameRow
from storage.turns import TurnRow

SeedsTold: TypeAlias = Literal["turn", "end"]
"""With the turn's result, or when the game is over: where a seed would tell what a side does not see."""


def is_told(row: GameRow, turn: TurnRow, told: SeedsTold) -> bool:
    """Whether a turn's seed is public: the game is over, or its seeds are told by turn and this one is published or undone. The
    seed of turn 0, by which a game is set up, waits for the end."""
    if row.status == "finished":
        return True
    return told == "turn" and turn.turn > 0 and turn.state in {"published", "undone"}
