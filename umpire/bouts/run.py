"""A bout's turn played as far as it goes, as plain functions of bytes that a worker process can be sent."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.air_force.advance import run_turn as fly_turn
from rules.air_force.orders import Continue as FlyOn
from rules.air_force.orders import Moment as FlightMoment
from rules.air_force.orders import SeatSent as PilotSent
from rules.air_force.state import Dogfight
from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.captains.stops import asks_of
from rules.pentagon_war.orders import Continue, SeatSent
from rules.pentagon_war.state import Ask
from rules.pentagon_war.units import Moment
from storage.bout_codec import BATTLE_CODEC, DOGFIGHT_CODEC, decode_sent
from storage.codec import pack, unpack

BATTLE: Final = "pentagon_war"
DOGFIGHT: Final = "air_force"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question the bout waits with: which side, about which of its units, why."""

    side: str
    unit: str
    reason: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a turn stands: packed state, encoded events so far, who is asked; `stop` names the moment it waits at.

    `done`: the turn is over, and `then` is who will be asked when the next one opens. `winner`: the bout is over too (a
    side, "" for a draw).
    """

    packed: bytes
    events: tuple[bytes, ...]
    asked: tuple[Asked, ...]
    stop: str
    done: bool
    winner: str | None = None
    then: tuple[Asked, ...] = ()


def progress(system: str, packed: bytes, sent: bytes, seed: bytes, dice_name: str, turn: int) -> Progress:
    """Play a turn from its start with everything sent so far, until somebody must decide or it is over."""
    if system == DOGFIGHT:
        return _fly(packed, sent, Dice(seed, dice_name, turn), turn)
    if system != BATTLE:
        raise ValueError(f"{system} is not played in bouts")
    start = BATTLE_CODEC.read(unpack(packed))
    if start.winner is not None:
        return Progress(packed, (), (), "", done=True, winner=start.winner)
    if start.now.turn != turn:
        raise ValueError(f"the battle is at turn {start.now.turn}, not {turn}")
    sheets = tuple(SeatSent(one.side, one.number, BATTLE_CODEC.read_order(one.order)) for one in decode_sent(sent))
    came = run_turn(start, sheets, Dice(seed, dice_name, turn))
    battle = came.battle
    now = battle.now
    return Progress(
        pack(BATTLE_CODEC.write(battle)),
        tuple(BATTLE_CODEC.write_event(event) for event in came.events),
        _asked(battle.waiting),
        "" if came.done else stop_name(now),
        came.done,
        battle.winner,
        _asked(asks_of(battle, {})) if came.done and battle.winner is None else (),
    )


def _fly(packed: bytes, sent: bytes, dice: Dice, turn: int) -> Progress:
    """A dogfight's turn. Nobody is asked before its initiative is rolled, so nobody is asked when the next one opens."""
    start = DOGFIGHT_CODEC.read(unpack(packed))
    if start.winner is not None:
        return Progress(packed, (), (), "", done=True, winner=start.winner)
    if start.now.turn != turn:
        raise ValueError(f"the dogfight is at turn {start.now.turn}, not {turn}")
    sheets = tuple(PilotSent(one.side, one.number, DOGFIGHT_CODEC.read_order(one.order)) for one in decode_sent(sent))
    came = fly_turn(start, sheets, dice)
    fight = came.fight
    return Progress(
        pack(DOGFIGHT_CODEC.write(fight)),
        tuple(DOGFIGHT_CODEC.write_event(event) for event in came.events),
        _pilots(fight),
        "" if came.done else flight_stop(fight.now),
        came.done,
        fight.winner,
    )


def _pilots(fight: Dogfight) -> tuple[Asked, ...]:
    return tuple(Asked(ask.side, ask.jet, ask.reason, ask.rule) for ask in fight.waiting)


def opening_stop(system: str, packed: bytes) -> Progress:
    """A turn's very beginning, before anything was sent or rolled: who is asked to plot it (nobody if none has a player)."""
    if system == DOGFIGHT:
        return Progress(packed, (), (), flight_stop(DOGFIGHT_CODEC.read(unpack(packed)).now), done=False)
    if system != BATTLE:
        raise ValueError(f"{system} is not played in bouts")
    battle = BATTLE_CODEC.read(unpack(packed))
    return Progress(packed, (), _asked(asks_of(battle, {})), stop_name(battle.now), done=False)


def _asked(waiting: Iterable[Ask]) -> tuple[Asked, ...]:
    return tuple(Asked(ask.side, ask.craft, ask.reason, ask.rule) for ask in waiting)


def stop_name(at: Moment) -> str:
    """The name of the stop at a moment; `moment_of` reads it."""
    return f"{at.turn}/{at.impulse}/{at.segment}"


def pass_order(system: str, stop: str) -> bytes:
    """What is sent for a side that did not answer at a stop: its stances decide there, its jet's doctrine."""
    if system == DOGFIGHT:
        return DOGFIGHT_CODEC.write_order(FlyOn(flight_moment(stop), by_doctrine=True))
    if system != BATTLE:
        raise ValueError(f"{system} is not played in bouts")
    return BATTLE_CODEC.write_order(Continue(moment_of(stop), by_stance=True))


def moment_of(stop: str) -> Moment:
    """The moment a stop's name tells."""
    turn, impulse, segment = (int(part) for part in stop.split("/"))
    return Moment(turn, impulse, segment)


def flight_stop(at: FlightMoment) -> str:
    """The name of the stop at a moment of a dogfight; `flight_moment` reads it."""
    return f"{at.turn}/{at.phase}/{at.jet}/{at.step}"


def flight_moment(stop: str) -> FlightMoment:
    """The moment of a dogfight that a stop's name tells."""
    turn, phase, jet, step = stop.split("/")
    return FlightMoment(int(turn), int(phase), jet, int(step))
