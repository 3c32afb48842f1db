"""Founding colonies and making them grow (CW-7.0, CW-5.0-21)."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from math import floor

from rules.cluster_war.colonies.orders.founding import FoundColony, SettleInGrid
from rules.cluster_war.colonies.orders.growth import ExpandColony
from rules.cluster_war.economy.holds import cargo_held, landed
from rules.cluster_war.economy.supply import main_grid
from rules.cluster_war.economy.yields import world_at
from rules.cluster_war.events.colonies import ColonyFounded, ColonyGrew
from rules.cluster_war.events.turn import OrderFailed
from rules.cluster_war.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.logistics.cargo import ships_of
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.holdings import Colony
from rules.cluster_war.state.names import WEEKS_PER_TURN, HexId, SideId
from rules.cluster_war.state.places import Body
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.working.lookups import attempt, own_colony, own_fleet
from rules.cluster_war.working.turn_state import TurnState
from rules.cluster_war.worlds.step_codes import colony_cost, colony_size, multiple
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier


def growth(cps: int, share: Fraction, size: int, max_cp: int) -> tuple[int, int]:
    """(size added, CPs charged): each multiple of CPs adds 1 up to the maximum, the rest is not charged (CW-5.0-21)."""
    added = min(floor(cps / share), max(0, max_cp - size))
    return added, colony_cost(added, share)


def founding(cps: int, share: Fraction, max_cp: int) -> tuple[int, int]:
    """(size, CPs used) of a new colony: never more CPs than settle the world fully (CW-7.0-02, CW-7.0-04)."""
    return colony_size(cps, share, max_cp), min(cps, colony_cost(max_cp, share))


def expand(month: TurnState, signed: SignedOrder, order: ExpandColony) -> None:
    """Let a colony grow; IllegalOrderError says why it cannot."""
    colony = own_colony(month, signed.side, order.colony)
    world = world_at(month, colony.hex, colony.orbit)
    if world is None:
        raise IllegalOrderError(f"{colony.name} stands on no known world; ask the game master.", rule="CW-5.0-21")
    share = multiple(month.sides[signed.side].race, world.step, month.settings)
    if colony.size >= world.max_cp:
        raise IllegalOrderError(f"{colony.name} has its full size of {colony.size} already.", rule="CW-5.0-02")
    added, cost = growth(order.cps, share, colony.size, world.max_cp)
    if added < 1:
        raise IllegalOrderError(
            f"Too few CPs ({order.cps}): at {colony.name} each CP of size costs {plain(share)}.", rule="CW-5.0-21"
        )
    TurnHoldings(month, signed.side).spend("infrastructure", cost, colony)
    grown = replace(month.colonies[colony.id], size=colony.size + added)
    month.colonies[colony.id] = grown
    reason = f"size for {cost} CPs at ×{plain(share)}, world maximum {world.max_cp}"
    month.say(
        ColonyGrew(
            side=signed.side,
            colony=colony.id,
            before=colony.size,
            after=grown.size,
            cps=cost,
            cause=Cause("CW-5.0-21", signed.id, (Modifier(added, reason),)),
            seen_by=(signed.side,),
        )
    )


def settle(month: TurnState, signed: SignedOrder, order: SettleInGrid) -> None:
    """Found a colony in the own grid from the pool, where the campaign allows it (docs/rulings.md, R-001)."""
    if month.settings.colony_freighters != "outside-grid":
        raise IllegalOrderError(
            "In this campaign freighters carry the CPs of every new colony: load a fleet and found it from there.",
            rule="CW-7.0-06",
        )
    if order.hex not in main_grid(month, signed.side):
        raise IllegalOrderError(f"{order.hex} is outside your supply grid: send freighters.", rule="CW-18.0-04")
    world = _free_world(month, signed.side, order.hex, order.orbit)
    size, used = _size(month, signed.side, world, order.cps)
    TurnHoldings(month, signed.side).spend("colonies", used)
    _settled(month, signed, order, world, size, used)


def found_week(month: TurnState, week: int) -> None:
    """Fleets found their colonies where they are at the end of `week`; on the turn's last week the rest is told why not.

    Two sides landing on one world in one week both stay aboard, and the GM decides.
    """
    waiting = list(month.orders_of(FoundColony))
    if not waiting:
        return
    last = week >= month.first_week + WEEKS_PER_TURN
    done = {e.cause.order for e in month.events if isinstance(e, ColonyFounded | OrderFailed)}
    landing: dict[tuple[HexId, int], list[tuple[SignedOrder, FoundColony]]] = defaultdict(list)
    for signed, order in waiting:
        if signed.id in done:
            continue
        with attempt(month, signed):
            fleet = own_fleet(month, signed.side, order.fleet)
            there = is_there(month, fleet, order.hex, week)
            if there and _surveyed(month, signed.side, order.hex):
                landing[order.hex, order.orbit].append((signed, order))
            elif last:
                raise _delayed(month, fleet, order, there=there)
    for (hex_, orbit), arrivals in sorted(landing.items()):
        if len({signed.side for signed, _ in arrivals}) > 1 and f"{hex_}-{orbit}" not in month.colonies:
            _contest(month, hex_, orbit, arrivals)
            continue
        for signed, order in arrivals:
            with attempt(month, signed):
                _found(month, signed, order)


def is_there(month: TurnState, fleet: Fleet, hex_: HexId, week: int) -> bool:
    """Whether a fleet was in a hex during this week's last moment: it is there, or has only just gone on from it."""
    if fleet.hex != hex_:
        return False
    if fleet.transit is None:
        return True
    before = month.start.fleets.get(fleet.id)
    gone_before = before is not None and before.transit == fleet.transit
    return fleet.transit.departs >= week - 1 and not gone_before


def _found(month: TurnState, signed: SignedOrder, order: FoundColony) -> None:
    fleet = own_fleet(month, signed.side, order.fleet)
    world = _free_world(month, signed.side, order.hex, order.orbit)
    ships = ships_of(month, fleet)
    if order.cps > cargo_held(ships.values()):
        raise IllegalOrderError(
            f"{fleet.name} carries {cargo_held(ships.values())} CPs, not {order.cps}; all of them stay aboard.",
            rule="CW-7.0-06",
        )
    size, used = _size(month, signed.side, world, order.cps)
    month.ships.update(landed(ships, used))
    _settled(month, signed, order, world, size, used)


def _settled(
    month: TurnState, signed: SignedOrder, order: FoundColony | SettleInGrid, world: Body, size: int, used: int
) -> None:
    system = month.cluster.systems[order.hex]
    name = order.name or world.name or f"{system.name or order.hex} {order.orbit}"
    colony = Colony(
        id=f"{order.hex}-{order.orbit}",
        side=signed.side,
        name=name,
        hex=order.hex,
        orbit=order.orbit,
        size=size,
        founded_turn=month.turn,
    )
    month.colonies[colony.id] = colony
    share = multiple(month.sides[signed.side].race, world.step, month.settings)
    full = colony_cost(world.max_cp, share)
    reason = f"size for {used} CPs at ×{plain(share)}; {full} CPs would settle all {world.max_cp}"
    month.say(
        ColonyFounded(
            side=signed.side,
            colony=colony.id,
            name=name,
            hex=order.hex,
            orbit=order.orbit,
            size=size,
            cps=used,
            cause=Cause("CW-7.0-04", signed.id, (Modifier(size, reason),)),
            seen_by=(signed.side,),
        )
    )


def _size(month: TurnState, side: SideId, world: Body, cps: int) -> tuple[int, int]:
    share = multiple(month.sides[side].race, world.step, month.settings)
    size, used = founding(cps, share, world.max_cp)
    if size < 1:
        raise IllegalOrderError(
            f"Too few CPs for a colony ({cps}): each CP of size costs {plain(share)} there.", rule="CW-7.0-04"
        )
    return size, used


def _surveyed(month: TurnState, side: SideId, hex_: HexId) -> bool:
    known = month.knowledge[side].systems.get(hex_)
    return known is not None and known.level == "surveyed"


def _free_world(month: TurnState, side: SideId, hex_: HexId, orbit: int) -> Body:
    if not _surveyed(month, side, hex_):
        raise IllegalOrderError(f"{hex_} must be surveyed before a colony is founded there.", rule="CW-12.1-09")
    world = world_at(month, hex_, orbit)
    if world is None:
        raise IllegalOrderError(f"{hex_} has no world in orbit {orbit}.", rule="CW-2.1-01")
    settled = month.colonies.get(f"{hex_}-{orbit}")
    if settled is not None and settled.side == side:
        raise IllegalOrderError(f"{settled.name} is your colony there already: expand it instead.", rule="CW-5.0-21")
    if settled is not None:
        raise IllegalOrderError(f"Somebody else has settled world {orbit} of {hex_}.", rule="CW-7.0-01")
    return world


def _delayed(month: TurnState, fleet: Fleet, order: FoundColony, *, there: bool) -> IllegalOrderError:
    aboard = f"its {cargo_held(ships_of(month, fleet).values())} CPs are still aboard"
    if there:
        return IllegalOrderError(
            f"{order.hex} must be surveyed before a colony is founded there; {fleet.name} waits and {aboard}.",
            rule="CW-12.1-09",
        )
    ahead = ([fleet.transit.to] if fleet.transit else []) + [leg.to for leg in fleet.route]
    if order.hex in ahead:
        sentence = f"{fleet.name} is not at {order.hex} yet; {aboard}. Give the order again for the turn it arrives."
    else:
        sentence = f"{fleet.name} was not at {order.hex} this turn; {aboard}."
    return IllegalOrderError(sentence, rule="CW-18.0-32")


def _contest(month: TurnState, hex_: HexId, orbit: int, arrivals: list[tuple[SignedOrder, FoundColony]]) -> None:
    sides = tuple(sorted({signed.side for signed, _ in arrivals}))
    for signed, _ in arrivals:
        month.fail(
            signed,
            f"Others came to settle world {orbit} of {hex_} in the same week; your CPs stay aboard until the game master "
            "has ruled.",
            "CW-1.0-10",
        )
    names = " and ".join(month.sides[s].name for s in sides)
    text = f"{names} would both settle world {orbit} of {hex_} in the same week. Who may?"
    month.put_question("encounter", sides, text, "CW-1.0-10", hex_=hex_)


def plain(share: Fraction) -> str:
    """A multiple as players read it: 1.5, or 4/3 where no short decimal exists."""
    tenths = share * 10
    if tenths.denominator != 1:
        return str(share)
    whole, tenth = divmod(tenths.numerator, 10)
    return f"{whole}.{tenth}" if tenth else str(whole)
