"""What holds of the units of every month: each is in one place, and comes and goes as events tell, as far as they do.

Plain sums, as in `invariants`, which asks for them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, TypeAlias, TypeVar

from rules.cluster_war.chapters.logistics.stress import LEAVING_TEXTS
from rules.cluster_war.model.events import industry
from rules.cluster_war.model.events.battles import BattleSettled, PrizesTaken
from rules.cluster_war.model.events.detection import ShipsVanished
from rules.cluster_war.model.events.encounters import ContactLost, MissilesStruck, SceneEnded, TrapMet
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.ground import GroundUnitsLost
from rules.cluster_war.model.events.logistics import CraftLanded, CraftTaken, StressSettled
from rules.cluster_war.model.events.movement import FleetLost
from rules.cluster_war.model.events.raids import ColonyBombarded
from rules.cluster_war.model.events.terrain import HoldsBroken, ShipsWrecked
from rules.cluster_war.model.state.common import DesignId, SideId
from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Build, Colony, Project, Ship
from rules.cluster_war.turn.war_invariants import Events

Units: TypeAlias = defaultdict[DesignId, Fraction]
Owned = TypeVar("Owned", Base, Build, Colony, Operation, Project, Ship)
UNHEARD_RULE: Final = "CW-13.0-04"
"""The rule by which nobody tells of places of which nothing is left."""
SHIPYARD: Final = "shipyard"
"""What parts of shipyard bays are called; they come from bays, which are no units."""


def units_amiss(before: GameState, after: GameState, events: Events) -> Iterator[str]:
    """Every ship is in one fleet of its side; ships and other units come and go only as events tell (CW-18.0-01)."""
    aboard = Counter(ship for fleet in after.fleets.values() for ship in fleet.ships)
    yield from (f"{ship} is in {n} fleets." for ship, n in aboard.items() if n > 1)
    yield from (f"{ship} is in no fleet." for ship in sorted(set(after.ships) - set(aboard)))
    yield from (f"{ship} is in a fleet, but nowhere else." for ship in sorted(set(aboard) - set(after.ships)))
    for fleet in after.fleets.values():
        sides = {after.ships[s].side for s in fleet.ships if s in after.ships}
        if sides != {fleet.side}:
            yield f"Fleet {fleet.id} has ships of {', '.join(sorted(sides)) or 'nobody'}."
    new = Counter(
        s for e in events if isinstance(e, industry.UnitsDelivered | CraftTaken | PrizesTaken) for s in e.ships
    )
    gone = {s for e in events if isinstance(e, industry.UnitsScrapped | CraftLanded) for s in e.ships}
    gone |= {s for e in events if isinstance(e, BattleSettled) for s in (*e.destroyed, *e.captured)}
    gone |= {s for e in events if isinstance(e, ShipsWrecked) for s in e.ships}
    gone |= {unit.id for side in before.sides for unit in lost_units(before, events, side)}
    yield from (f"{ship} came twice." for ship, n in new.items() if n > 1 or ship in before.ships)
    due = ({*before.ships} | {*new}) - gone
    yield from (f"{ship} vanished without an event." for ship in sorted(due - {*after.ships}))
    yield from (f"{ship} came without an event." for ship in sorted({*after.ships} - due))
    for side in sorted(before.sides):
        yield from _counts_amiss(before, after, events, side)


def _counts_amiss(before: GameState, after: GameState, events: Events, side: SideId) -> Iterator[str]:
    due, found = units(before, side), units(after, side)
    for design, n in _changes(before, events, side).items():
        due[design] += n
    lacking = {d: due[d] - found[d] for d in sorted({*due, *found})}
    amiss = {design: n for design, n in lacking.items() if n}
    # Nothing tells what was aboard ships lost other than in battle, nor what units were that were refitted within the month.
    gone = _aboard_lost(before, events, side)
    least = sum(max(Fraction(0), n - gone[design]) for design, n in amiss.items())
    unsaid = _refitted_at_once(before, events, side)
    if amiss and (min(amiss.values()) < 0 or not least <= unsaid <= sum(amiss.values())):
        told = ", ".join(f"{-n} more of {d}" if n < 0 else f"{n} fewer of {d}" for d, n in amiss.items())
        yield f"{before.sides[side].name} has, without an event, {told}."


def units(state: GameState, side: SideId) -> Units:
    """A side's units of each design, wherever they are: in fleets, garrisons, crates, refits, the field; bases also in parts, as
    fractions; parts of yards in CPs."""
    found: Units = defaultdict(Fraction)
    costs = _costs(state, side)
    for ship in own(state.ships, side):
        found[ship.design] += 1
        for design, n in ship.crates.items():
            found[design] += n
        for what, cps in ship.parts.items():
            found[what] += Fraction(cps, costs.get(what, 1))
    for base in own(state.bases, side):
        found[base.design] += 1
    for place in places(state, side):
        for design, n in place.garrison.items():
            found[design] += n
    for build in own(state.builds, side):
        if build.old:
            found[build.old] += build.count
    for surface in state.surfaces.values():
        for force in surface.forces.values():
            if force.side == side:
                found[force.design] += 1
    return found


def _changes(before: GameState, events: Events, side: SideId) -> Units:
    """By how much events let the number of each design's units change."""
    change: Units = defaultdict(Fraction)
    costs = _costs(before, side)
    for event in events:
        if isinstance(event, BattleSettled):
            for loss in event.losses:
                if loss.side == side:
                    change[loss.what] -= loss.count + Fraction(loss.cps, costs.get(loss.what, 1))
        if side_of(event) != side:
            continue
        match event:
            case PrizesTaken():
                for design in event.designs:
                    change[design] += 1
            case industry.UnitsDelivered():
                change[event.design] += event.count
            case industry.UnitsScrapped() | GroundUnitsLost():
                change[event.design] -= event.count
            case industry.UnitsRefitted():
                change[event.design] += event.count
                for ship in event.ships:
                    change[before.ships[ship].design] -= 1
                if not event.ships and event.build in before.builds:
                    change[before.builds[event.build].old] -= event.count
            case industry.BaseAssembled():
                cps = -event.from_parts if event.what == SHIPYARD else event.cps - event.from_parts
                change[event.what] += Fraction(cps, costs.get(event.what, 1))
            case ColonyBombarded():
                for design, n in (*event.units.items(), *event.refits.items()):
                    change[design] -= n
            case industry.PartsLoaded() if event.what == SHIPYARD:
                change[SHIPYARD] += event.cps
            case _:
                pass
    for unit in lost_units(before, events, side):
        change[unit.design] -= 1
    for what, gone in _broken_loose(events, side, costs):
        change[what] -= gone
    return change


def _broken_loose(events: Events, side: SideId, costs: Mapping[DesignId, int]) -> Iterator[tuple[DesignId, Fraction]]:
    """What of units, and of parts of them, was lost in bays that broke loose (CW-14.0-12)."""
    for event in events:
        if isinstance(event, HoldsBroken) and event.side == side:
            yield from ((design, Fraction(n)) for design, n in event.units.items())
            yield from ((what, Fraction(cps, costs.get(what, 1))) for what, cps in event.parts.items())


def lost_units(before: GameState, events: Events, side: SideId) -> list[Ship | Base]:
    """A side's units of the month's start that were lost with their fleet, to terrain, or to what hides in systems, or left it
    when a stress check had failed."""
    left = [e for e in events if isinstance(e, StressSettled) and e.effect in LEAVING_TEXTS]
    told = [*left, *(e for e in events if isinstance(e, FleetLost | ShipsWrecked))]
    keys = [key for event in told if event.side == side for key in event.ships]
    fought = {key for e in events if isinstance(e, BattleSettled) for key in (*e.destroyed, *e.captured)}
    unheard = [e for e in events if isinstance(e, ContactLost | ShipsVanished) and e.side == side]
    met = [e for e in events if isinstance(e, TrapMet | SceneEnded | MissilesStruck) and e.side == side]
    keys += [
        key for key in (*(k for e in unheard for k in e.ships), *(k for e in met for k in e.lost)) if key not in fought
    ]
    units: dict[str, Ship | Base] = {**before.ships, **before.bases}
    return [units[key] for key in dict.fromkeys(keys) if key in units]


def _worlds_gone(before: GameState, events: Events, side: SideId) -> list[Colony]:
    """A side's colonies of the month's start in systems of which a trap left nothing to be heard."""
    struck = {e.hex for e in events if isinstance(e, TrapMet) and e.side == side and e.cause.rule == UNHEARD_RULE}
    return [colony for _, colony in sorted(before.colonies.items()) if colony.side == side and colony.hex in struck]


def _aboard_lost(before: GameState, events: Events, side: SideId) -> Units:
    """The most units of each design, and parts, that can have been aboard ships that were lost other than in battle."""
    most: Units = defaultdict(Fraction)
    costs = _costs(before, side)
    gone = [unit for unit in lost_units(before, events, side) if isinstance(unit, Ship)]
    for ship in gone:
        for design, n in ship.crates.items():
            most[design] += n
        for what, cps in ship.parts.items():
            most[what] += Fraction(cps, costs.get(what, 1))
    for colony in _worlds_gone(before, events, side):
        for design, n in colony.garrison.items():
            most[design] += n
        for event in events:
            if isinstance(event, industry.UnitsDelivered) and event.colony == colony.id:
                most[event.design] += event.count
    if gone:
        for event in events:
            if isinstance(event, CraftTaken) and event.side == side:
                most[event.design] += event.count
            if isinstance(event, industry.PartsLoaded) and event.side == side:
                most[event.what] += Fraction(event.cps, costs.get(event.what, 1))
    return most


def _refitted_at_once(before: GameState, events: Events, side: SideId) -> int:
    done = [e for e in events if isinstance(e, industry.UnitsRefitted) and e.side == side]
    return sum(e.count for e in done if not e.ships and e.build not in before.builds)


def _costs(state: GameState, side: SideId) -> Mapping[DesignId, int]:
    return {key: design.cost for key, design in state.sides[side].designs.items()}


def places(state: GameState, side: SideId) -> list[Colony | Base]:
    """A side's colonies and bases."""
    return [*own(state.colonies, side), *own(state.bases, side)]


def own(things: Mapping[str, Owned], side: SideId) -> list[Owned]:
    """Those of these things that are a side's."""
    return [thing for thing in things.values() if thing.side == side]


def side_of(event: Event) -> str:
    """The side of an event, "" for one that is not a side's."""
    return getattr(event, "side", "")
