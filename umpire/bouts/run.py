"""A bout's turn played as far as it goes, as plain functions of bytes that a worker process can be sent."""

from dataclasses import dataclass

from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.orders import Continue, SeatSent
from rules.pentagon_war.units import Moment
from storage.bout_codec import (
    decode_battle,
    decode_battle_order,
    decode_sent,
    encode_battle,
    encode_battle_event,
    encode_battle_order,
)
from storage.codec import pack, unpack


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

    `done`: the turn is over. `winner`: the bout too (a side, "" for a draw).
    """

    packed: bytes
    events: tuple[bytes, ...]
    asked: tuple[Asked, ...]
    stop: str
    done: bool
    winner: str | None = None


def progress(system: str, packed: bytes, sent: bytes, seed: bytes, dice_name: str, turn: int) -> Progress:
    """Play a turn from its start with everything sent so far, until somebody must decide or it is over."""
    if system != "pentagon_war":
        raise ValueError(f"{system} is not played in bouts")
    start = decode_battle(unpack(packed))
    if start.winner is not None:
        return Progress(packed, (), (), "", done=True, winner=start.winner)
    if start.now.turn != turn:
        raise ValueError(f"the battle is at turn {start.now.turn}, not {turn}")
    sheets = tuple(SeatSent(one.side, one.number, decode_battle_order(one.order)) for one in decode_sent(sent))
    came = run_turn(start, sheets, Dice(seed, dice_name, turn))
    battle = came.battle
    asked = tuple(Asked(ask.side, ask.craft, ask.reason, ask.rule) for ask in battle.waiting)
    now = battle.now
    return Progress(
        pack(encode_battle(battle)),
        tuple(encode_battle_event(event) for event in came.events),
        asked,
        "" if came.done else f"{now.turn}/{now.impulse}/{now.segment}",
        came.done,
        battle.winner,
    )


def pass_order(system: str, stop: str) -> bytes:
    """What is sent for a side that did not answer at a stop: its stances decide there."""
    if system != "pentagon_war":
        raise ValueError(f"{system} is not played in bouts")
    return encode_battle_order(Continue(moment_of(stop), by_stance=True))


def moment_of(stop: str) -> Moment:
    """The moment a stop's name tells."""
    turn, impulse, segment = (int(part) for part in stop.split("/"))
    return Moment(turn, impulse, segment)
