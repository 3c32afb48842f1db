"""The games that are played in bouts."""

from typing import Final

from rules.air_force.orders import Continue as FlyOn
from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.captains.stops import asks_of
from rules.pentagon_war.orders import Continue, SeatSent
from storage.bout_codec import BATTLE_CODEC, DOGFIGHT_CODEC, decode_sent
from storage.codec import pack, unpack
from umpire.bout_kinds.battle import BATTLE, _asked, moment_of, stop_name
from umpire.bout_kinds.dogfight import DOGFIGHT, _fly, flight_moment, flight_stop
from umpire.bout_kinds.progress import Progress


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
    result = run_turn(start, sheets, Dice(seed, dice_name, turn))
    battle = result.battle
    now = battle.now
    return Progress(
        pack(BATTLE_CODEC.write(battle)),
        tuple(BATTLE_CODEC.write_event(event) for event in result.events),
        _asked(battle.waiting),
        "" if result.done else stop_name(now),
        result.done,
        battle.winner,
        _asked(asks_of(battle, {})) if result.done and battle.winner is None else (),
    )


def opening_stop(system: str, packed: bytes) -> Progress:
    """A turn's very beginning, before anything was sent or rolled: who is asked to plot it (nobody if none has a player)."""
    if system == DOGFIGHT:
        return Progress(packed, (), (), flight_stop(DOGFIGHT_CODEC.read(unpack(packed)).now), done=False)
    if system != BATTLE:
        raise ValueError(f"{system} is not played in bouts")
    battle = BATTLE_CODEC.read(unpack(packed))
    return Progress(packed, (), _asked(asks_of(battle, {})), stop_name(battle.now), done=False)


def pass_order(system: str, stop: str) -> bytes:
    """What is sent for a side that did not answer at a stop: its stances decide there, its jet's doctrine."""
    if system == DOGFIGHT:
        return DOGFIGHT_CODEC.write_order(FlyOn(flight_moment(stop), by_doctrine=True))
    if system != BATTLE:
        raise ValueError(f"{system} is not played in bouts")
    return BATTLE_CODEC.write_order(Continue(moment_of(stop), by_stance=True))


SYSTEMS: Final = (BATTLE, DOGFIGHT)
