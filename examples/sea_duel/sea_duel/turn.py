"""A turn as a pure function of its start, what was sent, and the dice; and the bot captain."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from rules.bearings import ahead
from rules.dice import Roller
from rules.hexes import distance
from rules.values import Cause, IllegalOrderError, Modifier, changed
from sea_duel.rules import FASTEST, LAST_TURN, RUDDER, SEA, Duel, Ended, Event, Fired, Moment, Plot, Sailed, Ship, Struck


class Played(NamedTuple):
    """What a turn came to; `asked` are the sides whose plots it waits for (then nothing has happened)."""

    duel: Duel
    events: tuple[Event, ...] = ()
    asked: tuple[str, ...] = ()


def run_turn(duel: Duel, plots: Mapping[str, Plot], struck: Collection[str], dice: Roller) -> Played:
    """Play a turn once every player's plot is there, or one has struck (SEA-01)."""
    if struck:
        loser = min(struck)
        return _end(duel, [Struck(side=loser, cause=Cause("SEA-06"))], _enemy(loser))
    asked = tuple(side for side in duel.players if side not in plots)
    if asked:
        return Played(duel, asked=asked)
    events: list[Event] = []
    ships = dict(duel.ships)
    for side, ship in duel.ships.items():
        plot = plots.get(side, Plot(by_captain=True))
        moved = sail(ship, suggestion(duel, side) if plot.by_captain else plot)
        cause = Cause("SEA-07" if plot.by_captain else "SEA-02")
        events.append(Sailed(side=side, cause=cause, at=moved.at, heading=moved.heading, speed=moved.speed))
        ships[side] = moved
    shots = [_salvo(ships, side, dice) for side in ships]
    for shot in shots:
        target = ships[_enemy(shot.side)]
        ships[_enemy(shot.side)] = changed(target, hull=max(target.hull - shot.damage, 0))
    after = changed(duel, ships=ships, now=Moment(duel.now.turn + 1))
    afloat = [side for side, ship in ships.items() if ship.hull]
    if len(afloat) == 2 and duel.now.turn < LAST_TURN:
        return Played(after, (*events, *shots))
    return _end(after, [*events, *shots], afloat[0] if len(afloat) == 1 else "")


def _end(duel: Duel, events: list[Event], winner: str) -> Played:
    return Played(changed(duel, winner=winner), (*events, Ended(side=winner, cause=Cause("SEA-06"))))


def _enemy(side: str) -> str:
    return "red" if side == "blue" else "blue"


def check(ship: Ship, plot: Plot) -> None:
    """IllegalOrderError for a plot that the ship cannot sail (SEA-02)."""
    if plot.rudder not in RUDDER or not 0 <= plot.speed <= FASTEST or abs(plot.speed - ship.speed) > 1:
        raise IllegalOrderError("A ship turns one hexside and changes its speed by one, from 0 to 3.", rule="SEA-02")


def sail(ship: Ship, plot: Plot) -> Ship:
    """The ship at the end of its way, at the edge of the sea if it is stopped there (SEA-03)."""
    check(ship, plot)
    heading, at = (ship.heading + plot.rudder) % 6, ship.at
    for _ in range(plot.speed):
        at = ahead(at, heading) if SEA.contains(ahead(at, heading)) else at
    return changed(ship, at=at, heading=heading, speed=plot.speed)


def _salvo(ships: Mapping[str, Ship], side: str, dice: Roller) -> Fired:
    own, target = ships[side], ships[_enemy(side)]
    reasons = [Modifier(-distance(own.at, target.at), "hexes between them")]
    if is_abeam(own, target):
        reasons.append(Modifier(2, "broadside"))
    roll = dice.roll(f"sea_duel/salvo/{side}", 6, 2)
    total = roll.total + sum(one.value for one in reasons)
    cause = Cause("SEA-04", modifiers=tuple(reasons), rolls=(roll,))
    return Fired(side=side, cause=cause, total=total, damage=2 if total >= 9 else 1 if total >= 6 else 0)


def is_abeam(own: Ship, target: Ship) -> bool:
    """Whether the target lies neither before the bow nor behind the stern: nearer after a step to the side (SEA-05)."""
    near = [distance(ahead(own.at, own.heading + turn), target.at) for turn in range(6)]
    return min(near[1], near[2], near[4], near[5]) < min(near[0], near[3])


def options(ship: Ship) -> tuple[Plot, ...]:
    """Every plot that the ship can sail."""
    speeds = range(max(ship.speed - 1, 0), min(ship.speed + 1, FASTEST) + 1)
    return tuple(Plot(rudder, speed) for rudder in RUDDER for speed in speeds)


def suggestion(duel: Duel, side: str) -> Plot:
    """What the bot captain plots: close, with its broadside to an enemy that sails straight on (SEA-07)."""
    own, other = duel.ships[side], duel.ships[_enemy(side)]
    then = sail(other, Plot(0, other.speed))

    def worth(plot: Plot) -> int:
        moved = sail(own, plot)
        return 2 * is_abeam(moved, then) - abs(distance(moved.at, then.at) - 1)

    return max(options(own), key=worth)
