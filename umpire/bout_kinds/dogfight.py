"""Our Space Age Air Force as a game played in bouts."""

from typing import Final

from rules.air_force.advance import run_turn as fly_turn
from rules.air_force.orders import Moment as FlightMoment
from rules.air_force.orders import SeatSent as PilotSent
from rules.air_force.state import Dogfight
from rules.dice import Dice
from storage.bout_codec import DOGFIGHT_CODEC, decode_sent
from storage.codec import pack, unpack
from umpire.bout_kinds.progress import Asked, Progress

DOGFIGHT: Final = "air_force"


def _fly(packed: bytes, sent: bytes, dice: Dice, turn: int) -> Progress:
    """A dogfight's turn. Nobody is asked before its initiative is rolled, so nobody is asked when the next one opens."""
    start = DOGFIGHT_CODEC.read(unpack(packed))
    if start.winner is not None:
        return Progress(packed, (), (), "", done=True, winner=start.winner)
    if start.now.turn != turn:
        raise ValueError(f"the dogfight is at turn {start.now.turn}, not {turn}")
    sheets = tuple(PilotSent(one.side, one.number, DOGFIGHT_CODEC.read_order(one.order)) for one in decode_sent(sent))
    result = fly_turn(start, sheets, dice)
    fight = result.fight
    return Progress(
        pack(DOGFIGHT_CODEC.write(fight)),
        tuple(DOGFIGHT_CODEC.write_event(event) for event in result.events),
        _pilots(fight),
        "" if result.done else flight_stop(fight.now),
        result.done,
        fight.winner,
    )


def _pilots(fight: Dogfight) -> tuple[Asked, ...]:
    return tuple(Asked(ask.side, ask.jet, ask.reason, ask.rule) for ask in fight.waiting)


def flight_stop(at: FlightMoment) -> str:
    """The name of the stop at a moment of a dogfight; `flight_moment` reads it."""
    return f"{at.turn}/{at.phase}/{at.jet}/{at.step}"


def flight_moment(stop: str) -> FlightMoment:
    """The moment of a dogfight that a stop's name tells."""
    turn, phase, jet, step = stop.split("/")
    return FlightMoment(int(turn), int(phase), jet, int(step))
