"""Mining ships and bases, strip-mining, and what it does to worlds (CW-7.1)."""

from dataclasses import replace
from typing import Final

from rules.cluster_war.colonies.orders.mining import MineWorld, StripMine
from rules.cluster_war.detection.scouting import learn
from rules.cluster_war.economy.yields import mined, world_at
from rules.cluster_war.events.colonies import MiningSet, WorldRecovered, WorldStrained
from rules.cluster_war.holdings.finders import fleet_at_rest
from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.holdings.sites import find_site, put_site
from rules.cluster_war.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.names import HexId, SideId
from rules.cluster_war.state.places import Body, StarSystem, Strain
from rules.cluster_war.state.units import Fleet, Mining
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier

STRESS: Final = 10
"""Per cent that each turn of strip-mining adds (CW-7.1-06)."""
RECOVERY: Final = 1
"""Per cent chance a turn that a world left alone recovers (CW-7.1-09)."""
HARMS: Final = ("hotter", "colder", "air turns to sulfur", "air turns to acid", "surface pitted")
DIGITS: Final = "0123456789X"


def mine_order(month: TurnState, signed: SignedOrder, order: MineWorld) -> None:
    """Set a fleet's stations to work."""
    before = month.fleets.get(order.fleet)
    fleet = mine(TurnHoldings(month, signed.side), order)
    old = before.mining if before is not None else None
    orbit = order.orbit or (old.orbit if old else 0)
    _tell(month, signed, fleet.id, fleet.hex, orbit, strip=order.strip, stopped=not order.orbit)


def mine(holdings: Holdings, order: MineWorld) -> Fleet:
    """The fleet with its stations at work, or stopped; IllegalOrderError without stations or a world for them."""
    fleet = fleet_at_rest(holdings, order.fleet)
    if not order.orbit:
        if fleet.mining is None:
            raise IllegalOrderError(f"{fleet.name} mines nothing now.", rule="CW-7.1-01")
        fleet = replace(fleet, mining=None)
    else:
        designs = holdings.owner.designs
        if not any(designs[holdings.ships[s].design].mining for s in fleet.ships):
            raise IllegalOrderError(f"{fleet.name} has no mining stations.", rule="CW-7.1-01")
        if holdings.step_of(fleet.hex, order.orbit) is None:
            raise IllegalOrderError(f"You know of no world in orbit {order.orbit} of {fleet.hex}.", rule="CW-7.1-01")
        if holdings.settled_by_others(fleet.hex, order.orbit):
            raise IllegalOrderError("Others live there and will not have it.", rule="CW-7.1-01")
        fleet = replace(fleet, mining=Mining(fleet.hex, order.orbit, order.strip))
    holdings.fleets[fleet.id] = fleet
    return fleet


def strip_order(month: TurnState, signed: SignedOrder, order: StripMine) -> None:
    """Have a colony or base strip-mine, or stop."""
    hex_, orbit = strip(TurnHoldings(month, signed.side), order)
    _tell(month, signed, order.place, hex_, orbit, strip=True, stopped=not order.on)


def strip(holdings: Holdings, order: StripMine) -> tuple[HexId, int]:
    """Set a colony or mining base to strip-mining, or stop it: the world it works (CW-7.1-05)."""
    site = find_site(holdings, order.place)
    if site.id in holdings.bases and not holdings.owner.designs[holdings.bases[site.id].design].mining:
        raise IllegalOrderError(f"{site.name} has no mining stations.", rule="CW-7.1-05")
    if site.strip == order.on:
        state = "strip-mines already" if order.on else "does not strip-mine"
        raise IllegalOrderError(f"{site.name} {state}.", rule="CW-7.1-05")
    put_site(holdings, replace(site, strip=order.on))
    return site.hex, site.orbit


def _tell(
    month: TurnState, signed: SignedOrder, who: str, hex_: HexId, orbit: int, *, strip: bool, stopped: bool
) -> None:
    cause = Cause("CW-7.1-05" if strip else "CW-7.1-01", signed.id)
    month.say(MiningSet(signed.side, who, hex_, orbit, strip, stopped, cause, (signed.side,)))


def stop_leavers(month: TurnState, week: int) -> None:
    """A fleet that has left its world mines no more."""
    del week
    for key, fleet in list(month.fleets.items()):
        if fleet.mining is not None and (fleet.transit is not None or fleet.hex != fleet.mining.hex):
            month.fleets[key] = replace(fleet, mining=None)


def strain_worlds(month: TurnState) -> None:
    """At the month's end: strip-mined worlds are put to the test, worlds left alone may recover (CW-7.1-06, CW-7.1-09)."""
    stripped, worked = _worked(month)
    for (hex_, orbit), sides in sorted(stripped.items()):
        _strain(month, hex_, orbit, tuple(sorted(sides)))
    for key, strain in sorted(month.strains.items()):
        here, _, number = key.partition("-")
        if strain.step and (here, int(number)) not in worked:
            _recover(month, key, strain, here, int(number))


def _worked(month: TurnState) -> tuple[dict[tuple[HexId, int], set[SideId]], set[tuple[HexId, int]]]:
    """The worlds strip-mined this month and by whom, and all that were mined: as they stood when it began."""
    stripped: dict[tuple[HexId, int], set[SideId]] = {}
    worked: set[tuple[HexId, int]] = set()
    for found in mined(month.start):
        if found.stations:
            worked.add((found.hex, found.orbit))
            if found.strip:
                stripped.setdefault((found.hex, found.orbit), set()).add(found.side)
    for colony in month.start.colonies.values():
        if colony.strip and world_at(month, colony.hex, colony.orbit) is not None:
            worked.add((colony.hex, colony.orbit))
            stripped.setdefault((colony.hex, colony.orbit), set()).add(colony.side)
    return stripped, worked


def _strain(month: TurnState, hex_: HexId, orbit: int, sides: tuple[SideId, ...]) -> None:
    key = f"{hex_}-{orbit}"
    world = world_at(month, hex_, orbit)
    if world is None:
        return
    before = month.strains.get(key, Strain(0))
    stress = min(100, before.stress + STRESS)
    salt = month.sides[sides[0]].salt
    roll = month.dice.percent(f"strip-mining/{key}/{salt}" if salt else f"strip-mining/{key}")
    harmed = roll.total <= stress
    month.strains[key] = replace(before, stress=stress, side=sides[0])
    reasons = (Modifier(before.stress, "per cent so far"), Modifier(stress - before.stress, "for this month"))
    for side in sides:
        # The key ends with the first side's salt, which would give away all its secret dice.
        cause = Cause("CW-7.1-06", modifiers=reasons, rolls=(roll,) if side == sides[0] else ())
        month.say(WorldStrained(side, hex_, orbit, stress, harmed, cause, (side,)))
    if harmed:
        harm_key = f"strip-mining/{key}/harm"
        which = month.dice.roll(f"{harm_key}/{salt}" if salt else harm_key, len(HARMS))
        _ask(month, hex_, orbit, world, sides, HARMS[which.total - 1])


def harm(step: str, kind: str) -> str:
    """The STEP code after harm: a digit of temperature, environment or surface worse by one (CW-7.1-07)."""
    digits = [DIGITS.index(c) for c in step]
    if kind == "hotter":
        digits[1] = min(10, digits[1] + 1)
    elif kind == "colder":
        digits[1] = max(0, digits[1] - 1)
    elif kind == "surface pitted":
        digits[3] = max(0, digits[3] - 1)
    else:
        digits[2] = min(10, digits[2] + 1)
    return "".join(DIGITS[d] for d in digits)


def _ask(month: TurnState, hex_: HexId, orbit: int, world: Body, sides: tuple[SideId, ...], kind: str) -> None:
    names = " and ".join(month.sides[s].name for s in sides)
    text = f"{names}: strip-mining has harmed world {orbit} of {hex_} ({world.step}). How does it change?"
    worse = harm(world.step, kind)
    suggestion = f"{kind[0].upper()}{kind[1:]}: change the world to {worse}; its stress is then 0 again."
    month.put_question("catastrophe", sides, text, "CW-7.1-07", suggestion, hex_)


def _recover(month: TurnState, key: str, strain: Strain, hex_: HexId, orbit: int) -> None:
    salt = month.sides[strain.side].salt if strain.side in month.sides else ""
    roll = month.dice.percent(f"fallow/{key}/{salt}" if salt else f"fallow/{key}")
    if roll.total > RECOVERY + strain.care:
        return
    system = change_step(month, hex_, orbit, strain.step)
    del month.strains[key]
    reasons = [Modifier(RECOVERY, "per cent for a world left alone")]
    reasons += [Modifier(strain.care, "per cent for care of its environment")] if strain.care else []
    for side in who_sees(month, hex_):
        own = not salt or side == strain.side
        cause = Cause("CW-7.1-09", modifiers=tuple(reasons if own else reasons[:1]), rolls=(roll,) if own else ())
        month.say(WorldRecovered(side, hex_, orbit, strain.step, cause, (side,)))
        learn(month, side, system, "surveyed", week=month.first_week, cause=cause)


def who_sees(month: TurnState, hex_: HexId) -> tuple[SideId, ...]:
    """The sides that have a colony or base in a hex."""
    here = {c.side for c in month.colonies.values() if c.hex == hex_}
    return tuple(sorted(here | {b.side for b in month.bases.values() if b.hex == hex_ and not b.towed_by}))


def change_step(month: TurnState, hex_: HexId, orbit: int, step: str) -> StarSystem:
    """Give a world another STEP code; the system as it is then."""
    system = month.cluster.systems[hex_]
    bodies = tuple(replace(b, step=step) if b.orbit == orbit else b for b in system.bodies)
    changed = replace(system, bodies=bodies)
    month.cluster = replace(month.cluster, systems={**month.cluster.systems, hex_: changed})
    return changed


def reset_stress(strains: dict[str, Strain], world: str, before: str, after: str) -> None:
    """A world whose STEP code changed has no stress; the code before the first harm is kept (CW-7.1-08)."""
    strain = strains.get(world)
    if strain is None or before == after:
        return
    if strain.step == after:
        del strains[world]
    else:
        strains[world] = replace(strain, stress=0, step=strain.step or before)
