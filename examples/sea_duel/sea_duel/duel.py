"""The rules: ships, what captains send, what happens; a turn as a pure function of its start, what was sent, and the dice."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.bearings import ahead
from rules.dice import Roller
from rules.hexes import Grid, Hex, distance
from rules.values import EVERYONE, Cause, IllegalOrderError, Modifier, Value, changed, field
from umpire.tactical_kinds.whole_turns import PlayedTurn

SCHEMA: Final = 1
SEA: Final = Grid(15, 11, "even")
LAST_TURN: Final = 12


class Ship(Value):
    """One ship; `heading` is a direction of `rules.hexes`, 0 to 5, clockwise from north."""

    name: str
    at: Hex
    heading: int
    speed: int = 2
    hull: int = 5


class Moment(Value):
    """Where the duel stands."""

    turn: int = 1


class Duel(Value):
    """A duel at one moment; ships by their side. `players` are the sides that a person holds."""

    ships: Mapping[str, Ship]
    players: tuple[str, ...] = ()
    winner: str | None = None
    now: Moment = field(default_factory=Moment)
    schema: int = field(default_factory=lambda: SCHEMA)


class Order(Value, tag=True):
    """What a captain may send."""


class Plot(Order):
    """Hexsides turned (-1 is to port), then hexes sailed. `by_captain`: the bot captain plots instead."""

    rudder: int = 0
    speed: int = 0
    by_captain: bool = False


class Strike(Order):
    """Strike the colours: the duel is lost at once."""


class Event(Value, tag=True, kw_only=True):
    """What happened to a side's ship, and why; there are no secrets once a turn is played."""

    side: str
    cause: Cause
    seen_by: tuple[str, ...] = (EVERYONE,)


class Sailed(Event):
    """The ship as it lies at the end of its way."""

    ship: Ship


class Fired(Event):
    """The ship's salvo; `total` are its dice with their modifiers."""

    total: int
    damage: int


class Ended(Event):
    """The duel is over; `side` has won ("" for a draw)."""


def begun() -> Duel:
    """The two ships as they meet."""
    return Duel({"blue": Ship("HMS Amber", SEA.hex(4, 6), 1), "red": Ship("SMS Rook", SEA.hex(12, 6), 4)})


def run_turn(duel: Duel, sent: Sequence[tuple[str, Order]], dice: Roller) -> PlayedTurn[Duel, Event]:
    """Play a turn with what the sides sent, once every player's plot is there, or one has struck (SEA-01)."""
    for side, order in sent:
        if isinstance(order, Strike):
            return _end(duel, [], _enemy(side))
    plots = {side: order for side, order in sent if isinstance(order, Plot)}
    asked = tuple(side for side in duel.players if side not in plots)
    if asked:
        return PlayedTurn(duel, asked=asked)
    events: list[Event] = []
    ships = dict(duel.ships)
    for side, ship in duel.ships.items():
        plot = plots.get(side, Plot(by_captain=True))
        ships[side] = sail(ship, suggestion(duel, side) if plot.by_captain else plot)
        events.append(Sailed(side=side, cause=Cause("SEA-07" if plot.by_captain else "SEA-02"), ship=ships[side]))
    shots = [_salvo(ships, side, dice) for side in ships]
    for shot in shots:
        target = ships[_enemy(shot.side)]
        ships[_enemy(shot.side)] = changed(target, hull=max(target.hull - shot.damage, 0))
    after = changed(duel, ships=ships, now=Moment(duel.now.turn + 1))
    afloat = [side for side, ship in ships.items() if ship.hull]
    if len(afloat) == 2 and duel.now.turn < LAST_TURN:
        return PlayedTurn(after, (*events, *shots))
    return _end(after, [*events, *shots], afloat[0] if len(afloat) == 1 else "")


def _end(duel: Duel, events: list[Event], winner: str) -> PlayedTurn[Duel, Event]:
    return PlayedTurn(changed(duel, winner=winner), (*events, Ended(side=winner, cause=Cause("SEA-06"))))


def _enemy(side: str) -> str:
    return "red" if side == "blue" else "blue"


def sail(ship: Ship, plot: Plot) -> Ship:
    """The ship at the end of its way, at the edge if that stops it (SEA-03). IllegalOrderError by SEA-02."""
    if plot not in options(ship):
        raise IllegalOrderError("A ship turns one hexside and changes its speed by one, from 0 to 3.", rule="SEA-02")
    heading, at = (ship.heading + plot.rudder) % 6, ship.at
    for _ in range(plot.speed):
        at = ahead(at, heading) if SEA.contains(ahead(at, heading)) else at
    return changed(ship, at=at, heading=heading, speed=plot.speed)


def options(ship: Ship) -> tuple[Plot, ...]:
    """Every plot that the ship can sail."""
    speeds = range(max(ship.speed - 1, 0), min(ship.speed + 1, 3) + 1)
    return tuple(Plot(rudder, speed) for rudder in (-1, 0, 1) for speed in speeds)


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
    """Whether a step to the side leads nearer to the target than one ahead or astern (SEA-05)."""
    near = [distance(ahead(own.at, own.heading + turn), target.at) for turn in range(6)]
    return min(near[1], near[2], near[4], near[5]) < min(near[0], near[3])


def suggestion(duel: Duel, side: str) -> Plot:
    """What the bot captain plots, by where the enemy would sail straight on (SEA-07)."""
    own, other = duel.ships[side], duel.ships[_enemy(side)]
    then = sail(other, Plot(0, other.speed))

    def worth(plot: Plot) -> int:
        moved = sail(own, plot)
        return 2 * is_abeam(moved, then) - abs(distance(moved.at, then.at) - 1)

    return max(options(own), key=worth)
