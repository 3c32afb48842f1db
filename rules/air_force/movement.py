"""The movement phase: a hex at a time off the nose, turn attempts before each (JET-M), splits and chases."""

from typing import Final, Literal

from rules.air_force import changes
from rules.air_force.events import Event, Moved, Turned, TurnTried
from rules.air_force.jets import ContrailHex, Jet, hexes_to_edge, middle, off_nose, rotate_heading, turn_toward
from rules.air_force.lookahead import Outlook
from rules.air_force.orders import Bank, Chase, Fly, JetId, Leg, Split
from rules.air_force.state import Dogfight, Flight
from rules.air_force.tables_of import number, tables
from rules.dice import Roller
from rules.values import Adjudication, Cause, IllegalOrderError, Modifier, changed

FEWEST_SPLIT: Final = 2
EDGE_HEXES: Final = 4
"""How many hexes before the map's edge a chase turns back; a fast jet needs several attempts."""


class Mover:
    """One jet's move as it is resolved: the dogfight so far and what happened."""

    def __init__(self, fight: Dogfight, jet: Jet, dice: Roller) -> None:
        self.fight, self._id, self._dice = fight, jet.id, dice
        self.told: list[Event] = []

    @property
    def jet(self) -> Jet:
        """The jet as it is now."""
        return self.fight.jets[self._id]

    @property
    def flight(self) -> Flight:
        """Where its move stands."""
        return self.fight.flight or Flight()

    @property
    def over(self) -> bool:
        """Whether it has flown its Speed in hexes, or left (JET-M04)."""
        return not self.jet.flying or self.flight.moved >= self.jet.speed

    def attempt(self) -> bool:
        """Roll three dice, keep one by maneuverability, add Hard Turns: above Speed, it may rotate (JET-M06 to JET-M08)."""
        jet, flight, options = self.jet, self.flight, self.fight.options
        kind = changes.card(self.fight, jet).maneuverability
        count = tables(options)["JET-T04"].number(kind, "dice")
        roll = self._dice.roll(
            changes.key(self.fight, "turn", jet.id, flight.moved, flight.turned), changes.DIE_SIDES, count
        )
        kept, dropped = changes.turn_dice(options, kind, roll.faces)
        bonus = jet.maneuvers.hard_turns
        why = (Modifier(kept, "die kept"), *([Modifier(bonus, f"Hard Turn x{bonus}")] if bonus else []))
        success = kept + bonus > jet.speed
        cause = Cause("JET-M08" if bonus else "JET-M07", modifiers=why, rolls=(roll,))
        self._tell(
            TurnTried(
                self.fight.now,
                cause,
                jet.id,
                kept,
                dropped,
                jet.speed + 1,
                success,
                seen_by=changes.watchers(self.fight, jet),
            )
        )
        return success

    def rotate(self, way: Literal["left", "right"], *, cost: int = 0) -> None:
        """Rotate one hexside (JET-M07); an extra hexside of a split costs Speed (JET-X17)."""
        jet = changed(self.jet, heading=rotate_heading(self.jet.heading, way), speed=self.jet.speed - cost)
        self._put(jet, changed(self.flight, turned=self.flight.turned + 1, choosing=False))
        cause = Cause("JET-X17" if cost else "JET-M07")
        self._tell(Turned(self.fight.now, cause, jet.id, jet.heading, cost, seen_by=changes.watchers(self.fight, jet)))

    def step(self) -> None:
        """One hex forward (JET-M05); off the map it is out of the fight (JET-X05)."""
        jet = self.jet
        there = off_nose(jet.at, jet.heading)
        if not changes.grid(self.fight).contains(there):
            self.fight, event = changes.remove_jet(self.fight, jet, "left", Cause("JET-X05"))
            self._tell(event)
            return
        spot = ContrailHex(self.fight.now.turn, there, jet.heading, jet.altitude)
        jet = changed(jet, at=there, trail=(*jet.trail, spot))
        self._put(jet, changed(self.flight, moved=self.flight.moved + 1, turned=0, choosing=False))
        event_of = Moved(
            self.fight.now,
            Cause("JET-M05"),
            jet.id,
            there,
            jet.heading,
            jet.altitude,
            seen_by=changes.watchers(self.fight, jet),
        )
        self._tell(event_of)

    def leg(self, leg: Leg) -> None:
        """One leg: an attempt if it asks for one, then a hex forward whatever came of it (JET-M09)."""
        if leg != "straight" and self.attempt():
            if leg == "try":
                self.fight = changed(self.fight, flight=changed(self.flight, choosing=True))
                return
            self.rotate(leg)
        self.step()

    def split(self, way: Literal["left", "right"], hexsides: int) -> None:
        """Turn up to `hexsides` before the next hex, as long as the rolls succeed and Speed is left (JET-X17)."""
        self.fight = changed(self.fight, flight=changed(self.flight, split=True))
        price = number(self.fight.options, "aerobatic_speed_cost")
        for count in range(hexsides):
            cost = price if count else 0
            if self.jet.speed - cost <= self.flight.moved or not self.attempt():
                break
            self.rotate(way, cost=cost)
        self.step()

    def _put(self, jet: Jet, flight: Flight) -> None:
        self.fight = changed(changes.put_jet(self.fight, jet), flight=flight)

    def _tell(self, event: Event) -> None:
        self.told.append(event)


def check_fly(fight: Dogfight, jet: Jet, order: Fly | Chase | Bank | Split) -> None:
    """IllegalOrderError or GameError for a move that cannot be made now (JET-M07 to JET-M12, JET-X17)."""
    flight = fight.flight or Flight()
    left = jet.speed - flight.moved
    if flight.choosing != isinstance(order, Bank):
        now = (
            "choose left, right or none now" if flight.choosing else "there is no turn to choose before a roll succeeds"
        )
        raise IllegalOrderError(f"{jet.name}: {now}.", rule="JET-M07")
    match order:
        case Bank():
            return
        case Fly(_, legs):
            if not 1 <= len(legs) <= left:
                some = f"{left} hexes left to fly; give 1 to {left} legs"
                raise IllegalOrderError(
                    f"{jet.name} has {some if left > 1 else '1 hex left to fly; give 1 leg'}.", rule="JET-M04"
                )
            if "try" in legs[:-1]:
                raise IllegalOrderError("A turn chosen after the dice must be the last leg.", rule="JET-M07")
        case Chase(_, target):
            if target:
                changes.enemy_seen(fight, jet, target, "chase", "JET-X16")
        case Split(_, _, hexsides):
            most = number(fight.options, "aerobatic_max_hexsides")
            if not fight.options.aerobatics:
                raise IllegalOrderError("Aerobatics are off in this dogfight.", rule="JET-M12")
            if flight.split:
                raise IllegalOrderError(f"{jet.name} has made its split of this turn.", rule="JET-X17")
            if not FEWEST_SPLIT <= hexsides <= most:
                raise IllegalOrderError(f"A split turns {FEWEST_SPLIT} to {most} hexsides.", rule="JET-X17")


def resolve_move(
    fight: Dogfight, jet: Jet, order: Fly | Chase | Bank | Split, dice: Roller
) -> Adjudication[Dogfight, Event]:
    """Fly one order of a move; the jet may be asked again before its move is over."""
    check_fly(fight, jet, order)
    remembered = jet if isinstance(order, Bank) else changes.remember_decision(jet, order)
    mover = Mover(changed(changes.put_jet(fight, remembered), flight=fight.flight or Flight()), jet, dice)
    match order:
        case Bank(_, way):
            if way != "none":
                mover.rotate(way)
            mover.step()
        case Fly(_, legs):
            for leg in legs:
                if mover.over or mover.flight.choosing:
                    break
                mover.leg(leg)
        case Split(_, way, hexsides):
            mover.split(way, hexsides)
        case Chase(_, target):
            prey = mover.fight.jets.get(target)
            best = None if prey is None else outlook(mover.fight, mover.jet, target)
            while not mover.over:
                mover.leg(chase_leg(mover.fight, mover.jet, best))
    return Adjudication(mover.fight, tuple(mover.told))


def outlook(fight: Dogfight, jet: Jet, target: JetId) -> Outlook:
    """What a jet's side can tell in the movement phase of how its move had best be flown."""
    waiting = frozenset(fight.queue)
    return Outlook(fight, jet, target, moved=frozenset(fight.jets) - waiting)


def chase_leg(fight: Dogfight, jet: Jet, best: Outlook | None) -> Leg:
    """The next leg of a chase: toward the best shot (JET-X16); away from a near edge first, and to the middle after nobody."""
    ground = changes.grid(fight)
    flight = fight.flight or Flight()
    left = jet.speed - flight.moved
    if best is None or hexes_to_edge(ground, jet.at, jet.heading, EDGE_HEXES) < min(EDGE_HEXES, left + 1):
        return turn_toward(jet, middle(ground)) or "straight"
    return best.best(jet, left)[1]
