"""Our Space Age Air Force as a game played in tactical games."""

from typing import Final

from render.dogfight import letters
from rules.air_force.advance import run_turn
from rules.air_force.engine import by_post, turn_questions
from rules.air_force.orders import Concede, Continue, Moment, SeatSent
from rules.air_force.state import SCHEMA, Ask
from rules.dice import Dice
from storage.codec import pack, unpack
from storage.tactical_orders import decode_sent
from umpire.dogfight.codec import DOGFIGHT_CODEC
from umpire.outbox.outbox import LetterButton
from umpire.tactical_kinds.kind import OpenQuestion, Progress, TacticalKind

DOGFIGHT: Final = "air_force"


def _progress(packed: bytes, sent: bytes, dice: Dice, turn: int) -> Progress:
    start = DOGFIGHT_CODEC.read(unpack(packed))
    if start.winner is not None:
        return Progress(packed, (), (), "", done=True, winner=start.winner)
    if start.now.turn != turn:
        raise ValueError(f"the dogfight is at turn {start.now.turn}, not {turn}")
    sheets = tuple(SeatSent(one.side, one.number, DOGFIGHT_CODEC.orders.decode(one.order)) for one in decode_sent(sent))
    result = run_turn(start, sheets, dice)
    fight = result.fight
    after = pack(DOGFIGHT_CODEC.write(fight))
    opening = _opened(after) if result.done and fight.winner is None else None
    return Progress(
        after,
        tuple(DOGFIGHT_CODEC.events.encode(event) for event in result.events),
        _questions(fight.waiting),
        "" if result.done else flight_stop(fight.now),
        result.done,
        fight.winner,
        then=opening if opening is not None and opening.asked else None,
    )


def _questions(asked: tuple[Ask, ...]) -> tuple[OpenQuestion, ...]:
    return tuple(OpenQuestion(ask.side, ask.jet, ask.reason, ask.rule) for ask in asked)


def _opened(packed: bytes) -> Progress:
    """A turn's beginning: only where it is decided whole is anybody asked before initiative is rolled (R-303)."""
    fight = DOGFIGHT_CODEC.read(unpack(packed))
    asked = turn_questions(fight) if by_post(fight) else ()
    return Progress(packed, (), _questions(asked), flight_stop(fight.now), done=False)


def flight_stop(at: Moment) -> str:
    """The name of the stop at a moment of a dogfight; `flight_moment` reads it."""
    return f"{at.turn}/{at.phase}/{at.jet}/{at.step}"


def flight_moment(stop: str) -> Moment:
    """The moment of a dogfight that a stop's name tells."""
    turn, phase, jet, step = stop.split("/")
    return Moment(int(turn), int(phase), jet, int(step))


DOGFIGHTS: Final = TacticalKind(
    name=DOGFIGHT,
    schema=SCHEMA,
    noun=letters.NOUN,
    commands=letters.COMMANDS,
    words=letters.WORDS,
    codec=DOGFIGHT_CODEC,
    closing=Continue,
    at_once=(Concede,),
    concession=Concede,
    seeds_told="end",
    files=("replay", "report", "text-map"),
    progress=_progress,
    opening_stop=_opened,
    pass_order=lambda stop: DOGFIGHT_CODEC.orders.encode(Continue(flight_moment(stop), by_doctrine=True)),
    unit_at=lambda stop: flight_moment(stop).jet,
    by_panel=True,
    how_to_go_on=letters.HOW_TO_GO_ON,
    below_questions=(LetterButton("My view", "df-mine", style="success"), LetterButton("Pings", "notify")),
    dice_command="/dogfight verify",
)
"""A jet whose pilot does not answer flies by its doctrine."""
