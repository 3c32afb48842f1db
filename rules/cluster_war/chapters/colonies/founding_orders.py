"""Orders that found colonies (CW-7.0, CW-18.0)."""

from collections import defaultdict
from fractions import Fraction
from typing import Final, TypeAlias

from rules.cluster_war.chapters.movement.fleets import arrivals
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.model.economy.holds import cargo_held, land_cps
from rules.cluster_war.model.economy.supply import main_grid
from rules.cluster_war.model.events.colonies import ColonyFounded
from rules.cluster_war.model.events.turn import OrderFailed, OrderWaits
from rules.cluster_war.model.holdings.finders import (
    check_surveyed,
    checked_name,
    free_fleet,
    held_by,
    own_fleet,
    ships_by_id,
)
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, Together, TurnHoldings
from rules.cluster_war.model.orders.names import CPS, NAME, TEXT, WORLD, as_text, fleet_text
from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId
from rules.cluster_war.model.state.holdings import Colony, Fleet
from rules.cluster_war.model.state.places import Body
from rules.cluster_war.model.state.sides import KnownBody
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.cluster_war.model.worlds.step_codes import colony_cost, colony_size, multiple, plain_multiple
from rules.values import Cause, IllegalOrderError, Modifier, Value, changed

ALL_CPS: Final = 10**7
"""More CPs than any world takes."""


class FoundColony(Order):
    """Found a colony with `cps` from the fleet's cargo on the world, as soon as the fleet is there (CW-7.0-06).

    One that `waits` stays on the sheet over the turns while its fleet is under way; every order that was planned does, those
    given before there was this do not (CW-18.0-32).
    """

    fleet: FleetId
    hex: HexId
    orbit: int
    cps: int
    name: str = ""
    waits: bool = False


class SettleInGrid(Order):
    """Found a colony inside the own supply grid straight from the pool, where the campaign allows it (CW-18.0-04)."""

    hex: HexId
    orbit: int
    cps: int
    name: str = ""


Founding: TypeAlias = FoundColony | SettleInGrid


class ColonySite(Value):
    """What an order makes of a world: its maximum and multiple, the new colony's name and size, the CPs used."""

    name: str
    most: int
    share: Fraction
    size: int
    used: int

    @property
    def full(self) -> int:
        """CPs that would settle the whole world (CW-7.0-02)."""
        return colony_cost(self.most, self.share)


def founding_size(cps: int, share: Fraction, max_cp: int) -> tuple[int, int]:
    """(size, CPs used) of a new colony: never more CPs than settle the world fully (CW-7.0-02, CW-7.0-04)."""
    return colony_size(cps, share, max_cp), min(cps, colony_cost(max_cp, share))


def free_world(holdings: Holdings, hex_: HexId, orbit: int) -> Body | KnownBody:
    """A surveyed world without a colony, as far as the side can tell; IllegalOrderError says why there is none."""
    check_surveyed(holdings, hex_, "a colony")
    world = holdings.world(hex_, orbit)
    if world is None:
        system = holdings.system(hex_)
        orbits = ", ".join(str(b.orbit) for b in (system.bodies if system is not None else ())) or "none"
        raise IllegalOrderError(f"{hex_} has no world in orbit {orbit}; its orbits are {orbits}.", rule="CW-2.1-01")
    key = f"{hex_}-{orbit}"
    if holdings.foreign_colony(key) is not None:
        raise IllegalOrderError(f"Somebody else has settled world {orbit} of {hex_}.", rule="CW-7.0-01")
    if (own := holdings.colonies.get(key)) is not None:
        raise IllegalOrderError(f"{own.name} is your colony there already: expand it instead.", rule="CW-5.0-21")
    return world


def _site(holdings: Holdings, order: Founding, cps: int) -> ColonySite:
    world = free_world(holdings, order.hex, order.orbit)
    share, most = multiple(holdings.owner.race, world.step, holdings.settings), world.max_cp or 0
    size, used = founding_size(cps, share, most)
    if size < 1:
        raise IllegalOrderError(
            f"Too few CPs for a colony ({cps}): each CP of size costs {plain_multiple(share)} there.", rule="CW-7.0-04"
        )
    system = holdings.system(order.hex)
    place = system.name if system is not None and system.name else order.hex
    return ColonySite(order.name or world.name or f"{place} {order.orbit}", most, share, size, used)


def site_of(holdings: Holdings, order: FoundColony) -> ColonySite:
    """The colony that a fleet can found with the CPs it carries (CW-7.0-06)."""
    fleet = free_fleet(holdings, order.fleet)
    free_world(holdings, order.hex, order.orbit)
    held = cargo_held(ships_by_id(holdings, fleet).values())
    if order.cps > held:
        raise IllegalOrderError(
            f"{fleet.name} carries {held} CPs, not {order.cps}; load more at one of your colonies first.",
            rule="CW-7.0-06",
        )
    return _site(holdings, order, order.cps)


def settle(holdings: Holdings, order: SettleInGrid) -> ColonySite:
    """Pay for a colony in the own grid from the pool, where the campaign allows it (docs/rulings, R-001)."""
    if holdings.settings.colony_freighters != "outside-grid":
        raise IllegalOrderError(
            "In this campaign freighters carry the CPs of every new colony: load a fleet and found it from there.",
            rule="CW-7.0-06",
        )
    if order.hex not in main_grid(holdings.source, holdings.owner.id):
        raise IllegalOrderError(f"{order.hex} is outside your supply grid: send freighters.", rule="CW-18.0-04")
    site = _site(holdings, order, order.cps)
    holdings.spend("colonies", site.used, None)
    return site


def _check_unclaimed(planned: PlannedState, world: str) -> None:
    if f"settle {world}" in planned.ordered:
        raise IllegalOrderError(f"Another order on your sheet already settles world {world}.", rule="CW-7.0-01")


def _plan_found(planned: PlannedState, order: FoundColony) -> OrderPreview:
    fleet = own_fleet(planned, order.fleet)
    order = changed(order, name=checked_name(order.name) if order.name else "")
    _check_unclaimed(planned, f"{order.hex}-{order.orbit}")
    ships = ships_by_id(planned, fleet)
    site = site_of(planned, order if order.cps > 0 else changed(order, cps=cargo_held(ships.values())))
    waits = _wait(planned, fleet, order.hex)
    planned.ordered.add(f"settle {order.hex}-{order.orbit}")
    planned.ships.update(land_cps(ships, site.used))
    text = (
        f"{fleet.name} founds {site.name} on world {order.orbit} of {planned.place(order.hex)} with {site.used} CPs: "
        f"size {site.size} of {site.most} at ×{plain_multiple(site.share)} (all of it would cost {site.full})."
    )
    return OrderPreview(order=changed(order, cps=site.used, name=site.name, waits=True), text=text, waits=waits)


def _wait(planned: PlannedState, fleet: Fleet, hex_: HexId) -> str:
    """What to know of a fleet that comes in a later turn, "" of one that is there by this one's end; IllegalOrderError if it
    does not come (CW-7.0-06, CW-18.0-32)."""
    if fleet.transit is None and fleet.hex == hex_ and fleet.id not in planned.moving:
        return ""
    due = dict(arrivals(fleet))
    if fleet.id in planned.moving:
        due = {fleet.transit.to: fleet.transit.arrives} if fleet.transit is not None else {}
        due |= dict(zip(planned.heading.get(fleet.id, ()), planned.due.get(fleet.id, ()), strict=True))
    if hex_ not in due:
        raise IllegalOrderError(
            f"{fleet.name} is not at {hex_} and not on its way there; send it first.", rule="CW-7.0-06"
        )
    arrives = due[hex_]
    if arrives is None:
        return f"{fleet.name} does not reach {hex_} soon: this order stays on your sheet until it does."
    if arrives <= planned.first_week + WEEKS_PER_TURN:
        return ""
    return f"This order stays on your sheet until {fleet.name} is there: it lands in {eta(arrives)}."


def _plan_settle(planned: PlannedState, order: SettleInGrid) -> OrderPreview:
    order = changed(order, name=checked_name(order.name) if order.name else "")
    _check_unclaimed(planned, f"{order.hex}-{order.orbit}")
    site = settle(planned, order if order.cps > 0 else changed(order, cps=ALL_CPS))
    planned.ordered.add(f"settle {order.hex}-{order.orbit}")
    done = f"{site.name} is founded on world {order.orbit} of {planned.place(order.hex)} with {site.used} CPs"
    text = f"{done}: size {site.size} of {site.most}."
    return OrderPreview(changed(order, cps=site.used, name=site.name), text, cost=site.used, line="colonies")


def _settle(turn: TurnState, signed: SignedOrder, order: SettleInGrid) -> None:
    _settled(turn, signed, order, settle(TurnHoldings(turn, signed.side), order))


def found_week(turn: TurnState, week: int) -> None:
    """Fleets found their colonies where they are at the end of `week`; on the turn's last week the rest is told why not.

    Two sides landing on one world in one week both stay aboard, and the GM decides.
    """
    waiting = list(turn.orders_of(FoundColony))
    if not waiting:
        return
    last = week >= turn.first_week + WEEKS_PER_TURN
    done = {e.cause.order for e in turn.events if isinstance(e, ColonyFounded | OrderFailed)}
    landing: dict[tuple[HexId, int], list[tuple[SignedOrder, FoundColony]]] = defaultdict(list)
    for signed, order in waiting:
        if signed.id in done:
            continue
        with OrderGuard(turn, signed):
            holdings = TurnHoldings(turn, signed.side)
            fleet = own_fleet(holdings, order.fleet)
            if not last and held_by(holdings, fleet, week - 1) is not None:
                continue
            there = is_there(turn, fleet, order.hex, week)
            if there and holdings.surveyed(order.hex):
                landing[order.hex, order.orbit].append((signed, order))
            elif last and order.waits and not there and order.hex in dict(arrivals(fleet)):
                _tell_wait(turn, signed, fleet, order)
            elif last:
                raise _delayed(holdings, fleet, order, there=there)
    for (hex_, orbit), landers in sorted(landing.items()):
        if len({signed.side for signed, _ in landers}) > 1 and f"{hex_}-{orbit}" not in turn.colonies:
            _contest(turn, hex_, orbit, landers)
            continue
        for signed, order in landers:
            with OrderGuard(turn, signed):
                _found_colony(turn, signed, order)


def is_there(turn: TurnState, fleet: Fleet, hex_: HexId, week: int) -> bool:
    """Whether a fleet was in a hex during this week's last moment: it is there, or has only just gone on from it."""
    if fleet.hex != hex_:
        return False
    if fleet.transit is None:
        return True
    before = turn.start.fleets.get(fleet.id)
    gone_before = before is not None and before.transit == fleet.transit
    return fleet.transit.departs >= week - 1 and not gone_before


def _found_colony(turn: TurnState, signed: SignedOrder, order: FoundColony) -> None:
    holdings = TurnHoldings(turn, signed.side)
    site = site_of(holdings, order)
    turn.ships.update(land_cps(ships_by_id(holdings, turn.fleets[order.fleet]), site.used))
    _settled(turn, signed, order, site)


def _settled(turn: TurnState, signed: SignedOrder, order: Founding, site: ColonySite) -> None:
    colony = Colony(
        id=f"{order.hex}-{order.orbit}",
        side=signed.side,
        name=site.name,
        hex=order.hex,
        orbit=order.orbit,
        size=site.size,
        founded_turn=turn.turn,
    )
    turn.colonies[colony.id] = colony
    if colony.id in turn.minds.sways:  # over a people that lived there before
        turn.minds = changed(turn.minds, sways={k: s for k, s in turn.minds.sways.items() if k != colony.id})
    reason = f"size for {site.used} CPs at ×{plain_multiple(site.share)}; {site.full} CPs would settle all {site.most}"
    cause = Cause("CW-7.0-04", signed.id, (Modifier(site.size, reason),))
    turn.tell_side(
        ColonyFounded(signed.side, colony.id, site.name, order.hex, order.orbit, site.size, site.used, cause=cause)
    )


def _tell_wait(turn: TurnState, signed: SignedOrder, fleet: Fleet, order: FoundColony) -> None:
    arrives = dict(arrivals(fleet))[order.hex]
    when = f": it lands in {eta(arrives)}" if arrives is not None else ""
    text = f"{fleet.name} is under way to {order.hex}; the order to found a colony there waits on your sheet{when}."
    turn.tell_side(OrderWaits(signed.side, text, cause=Cause("CW-18.0-32", signed.id)))


def _delayed(holdings: Holdings, fleet: Fleet, order: FoundColony, *, there: bool) -> IllegalOrderError:
    aboard = f"its {cargo_held(ships_by_id(holdings, fleet).values())} CPs are still aboard"
    if there:
        return IllegalOrderError(
            f"{order.hex} must be surveyed before a colony is founded there; {fleet.name} waits and {aboard}.",
            rule="CW-12.1-09",
        )
    ahead = ([fleet.transit.to] if fleet.transit else []) + [leg.to for leg in fleet.route]
    if order.hex in ahead:
        sentence = f"{fleet.name} is not at {order.hex} yet; {aboard}. Give the order again for the turn it arrives."
    elif order.waits:
        sentence = (
            f"{fleet.name} is not at {order.hex} and no longer on its way there, so the order to found a colony there is "
            f"dropped; {aboard}."
        )
    else:
        sentence = f"{fleet.name} was not at {order.hex} this turn; {aboard}."
    return IllegalOrderError(sentence, rule="CW-18.0-32")


def _contest(turn: TurnState, hex_: HexId, orbit: int, arrivals: list[tuple[SignedOrder, FoundColony]]) -> None:
    sides = tuple(sorted({signed.side for signed, _ in arrivals}))
    for signed, _ in arrivals:
        turn.fail(
            signed,
            f"Others came to settle world {orbit} of {hex_} in the same week; your CPs stay aboard until it is ruled on.",
            "CW-1.0-10",
        )
    names = " and ".join(turn.sides[s].name for s in sides)
    text = f"{names} would both settle world {orbit} of {hex_} in the same week. Who may?"
    turn.put_question("encounter", sides, text, "CW-1.0-10", hex_=hex_)


KINDS: Final = (
    OrderKind(
        FoundColony,
        Phase.FOUND,
        command="colony found",
        example='found Convoy 2034-3 with 80 as "New Terra"',
        pattern=rf"{NAME} {WORLD}(?: with {CPS})?(?: as {TEXT})?",
        read=lambda g: FoundColony(g.fleet(0), g.hex(1), g.number(2), g.number(3), g.text(4)),
        write=lambda order, names: (
            f"found {fleet_text(names, order.fleet)} {order.hex}-{order.orbit} with {order.cps}{as_text(order.name)}"
        ),
        plan=_plan_found,
        carry_out=Together(found_week),
    ),
    OrderKind(
        SettleInGrid,
        Phase.SPEND,
        command="colony settle",
        example='settle 2034-3 with 80 as "New Terra"',
        pattern=rf"{WORLD}(?: with {CPS})?(?: as {TEXT})?",
        read=lambda g: SettleInGrid(g.hex(0), g.number(1), g.number(2), g.text(3)),
        write=lambda order, _: f"settle {order.hex}-{order.orbit} with {order.cps}{as_text(order.name)}",
        plan=_plan_settle,
        carry_out=_settle,
    ),
)
