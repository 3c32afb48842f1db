"""One sentence a step for somebody's first fight: orders, dice, why, maps."""

from typing import Final

from rules.air_force.view import DogfightView

WELCOME: Final = (
    "**Your first fight.** You are asked one thing at a time; ★ is what a sensible pilot would do, so you may simply press it. "
    "On the map A is altitude, S is Speed; tinted hexes are within your missiles' reach, outlined ones within your guns'."
)
PLAN: Final = (
    "**Orders**: hard maneuvers (Hard Turn, Jink, Aim) each take one die from your energy roll, and speed is life; "
    "the percentages say how likely the roll gives Speed."
)
FLIGHT: Final = (
    "**Dice**: struck-through dice were discarded, the reason stands behind them. Climbing costs Speed, diving gives it; "
    "at Speed 0 you stall."
)
MOVE: Final = (
    "**Maps**: you fly as many hexes as your Speed. Each turn attempt is a roll that must beat your Speed: slow jets turn well. "
    "Going after somebody tries a turn in every hex until they are off your nose."
)
BANK: Final = (
    "**Dice**: the roll succeeded, so now, and only now, you choose which way to turn; going straight on is allowed."
)
SHOOT: Final = (
    "**Why**: each shot shows what it needs on two dice and what helps or hurts. The Why button explains any line of the log by "
    "rule, modifiers and dice; the dice were sealed before you chose."
)
OVER: Final = (
    "**That was a whole game**: orders, a sealed roll, a result you can check, and a map. The campaign and the battles work "
    "the same way; `/help` leads on."
)


def lesson(view: DogfightView) -> str:
    """The sentence that fits this moment."""
    known = view.known
    if known.winner is not None:
        return OVER
    first = known.now.turn == 1
    match known.now.phase:
        case 2 if known.gain is None:
            return f"{WELCOME}\n{PLAN}" if first else PLAN
        case 2:
            return FLIGHT
        case 3 if known.flight is not None and known.flight.choosing:
            return BANK
        case 3:
            return MOVE
        case _:
            return SHOOT
