"""Orders that make a colony grow, and that mine and strip-mine (CW-5.0, CW-7.1)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.colonies.mining_strain import stress_a_turn
from rules.cluster_war.model.economy.holds import cargo_held, land_cps, shared_out
from rules.cluster_war.model.events.colonies import ColonyGrew, MiningSet
from rules.cluster_war.model.holdings.finders import check_amount, check_surveyed, fleet_at_rest, ships_by_id
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, tell_giver
from rules.cluster_war.model.orders.names import CPS, NAME, Names, colony_text, fleet_text, site_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview
from rules.cluster_war.model.state.common import ColonyId, FleetId, HexId, SideId
from rules.cluster_war.model.state.holdings import Colony, Fleet, Mining
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.worlds.step_codes import colony_cost, is_uninhabitable, multiple, plain_multiple
from rules.values import Cause, IllegalOrderError, Modifier, changed


class ExpandColony(Order):
    """Spend CPs on the growth of an own colony at its colonization multiple (CW-5.0-21; line Infrastructure).

    On an uninhabitable world that is cut off the CPs are colonists aboard own ships there (CW-7.0-07).
    """

    colony: ColonyId
    cps: int


def growth(cps: int, share: Fraction, size: int, max_cp: int) -> tuple[int, int]:
    """(size added, CPs charged): each multiple of CPs adds 1 up to the maximum, the rest is not charged (CW-5.0-21)."""
    added = min(cps * share.denominator // share.numerator, max(0, max_cp - size))
    return added, colony_cost(added, share)


def _price(holdings: Holdings, colony: Colony) -> tuple[Fraction, int]:
    """What a CP of the colony's size costs, and its world's maximum; IllegalOrderError where that is not known."""
    world = holdings.world(colony.hex, colony.orbit)
    if world is None or world.max_cp is None:
        raise IllegalOrderError(
            f"{colony.name} is on no known world; ask for a ruling with /orders ask.", rule="CW-5.0-21"
        )
    return multiple(holdings.owner.race, world.step, holdings.settings), world.max_cp


def expand(holdings: Holdings, order: ExpandColony) -> ColonyGrew:
    """Let a colony grow; IllegalOrderError says why it cannot."""
    colony = holdings.own_colony(order.colony)
    check_amount(order.cps)
    share, most = _price(holdings, colony)
    if colony.size >= most:
        raise IllegalOrderError(f"{colony.name} has its full size of {colony.size} already.", rule="CW-5.0-02")
    added, cost = growth(order.cps, share, colony.size, most)
    if added < 1:
        raise IllegalOrderError(
            f"Too few CPs ({order.cps}): at {colony.name} each CP of size costs {plain_multiple(share)}.",
            rule="CW-5.0-21",
        )
    reason = f"size for {cost} CPs at ×{plain_multiple(share)}, world maximum {most}"
    size = Modifier(added, reason)
    if lives_by_ships(holdings, colony):
        cause = Cause("CW-7.0-07", modifiers=(size, *_land_colonists(holdings, colony, cost)))
    else:
        holdings.spend("infrastructure", cost, colony)
        cause = Cause("CW-5.0-21", modifiers=(size,))
    holdings.colonies[colony.id] = changed(holdings.colonies[colony.id], size=colony.size + added)
    return ColonyGrew(colony.side, colony.id, colony.size, colony.size + added, cost, cause=cause)


def lives_by_ships(holdings: Holdings, colony: Colony) -> bool:
    """Whether only colonists that own ships bring let a colony grow: it is cut off from the grid, on a world that is
    uninhabitable to its people (CW-7.0-07)."""
    if holdings.connected(colony):
        return False
    step = holdings.step_of(colony.hex, colony.orbit)
    return step is not None and is_uninhabitable(holdings.owner.race, step, holdings.settings)


def _land_colonists(holdings: Holdings, colony: Colony, cps: int) -> Iterator[Modifier]:
    """Take CPs off own ships in the colony's hex, fleet by fleet; IllegalOrderError with too few aboard (CW-7.0-07)."""
    here = [f for _, f in sorted(holdings.fleets.items()) if _lies_at(f, holdings.owner.id, colony.hex)]
    held = {fleet.id: cargo_held(ships_by_id(holdings, fleet).values()) for fleet in here}
    if sum(held.values()) < cps:
        raise IllegalOrderError(
            f"{colony.name} is cut off on an uninhabitable world: it grows only by colonists that ships bring, and your ships "
            f"there carry {sum(held.values())} CPs of the {cps} it takes; what is in its store brings no people.",
            rule="CW-7.0-07",
        )
    shares, _ = shared_out({fleet.id: fleet for fleet in here}, cps, lambda fleet: held[fleet.id])
    for fleet in here:
        if shares[fleet.id]:
            holdings.ships.update(land_cps(ships_by_id(holdings, fleet), shares[fleet.id]))
            yield Modifier(shares[fleet.id], f"CPs of colonists from {fleet.name}")


def _lies_at(fleet: Fleet, side: SideId, hex_: HexId) -> bool:
    return fleet.side == side and fleet.transit is None and fleet.hex == hex_


def _plan(planned: PlannedState, order: ExpandColony) -> OrderPreview:
    grown = expand(planned, order)
    colony = planned.colonies[grown.colony]
    share, _ = _price(planned, colony)
    change = f"from {grown.before} to {grown.after} for {grown.cps} CPs (×{plain_multiple(share)})"
    done = changed(order, cps=grown.cps)
    if grown.cause.rule == "CW-7.0-07":
        aboard = " and ".join(f"{m.value} {m.reason}" for m in grown.cause.modifiers[1:])
        return OrderPreview(done, f"{colony.name} grows {change}: {aboard}.")
    return OrderPreview(done, f"{colony.name} grows {change}.", cost=grown.cps, line="infrastructure")


GROWTH_KINDS: Final = (
    OrderKind(
        ExpandColony,
        Phase.SPEND,
        command="colony expand",
        example="expand Terra 40",
        pattern=rf"{NAME} {CPS}",
        read=lambda g: ExpandColony(g.colony(0), g.number(1)),
        write=lambda order, names: f"expand {colony_text(names, order.colony)} {order.cps}",
        plan=_plan,
        carry_out=tell_giver(expand),
    ),
)


class MineWorld(Order):
    """Set a fleet's mining stations to work on a world in its hex, strip-mining it if wished; orbit 0 ends it
    (CW-7.1-01). What they collect counts from the next turn."""

    fleet: FleetId
    orbit: int
    strip: bool = False


class StripMine(Order):
    """Have a colony or mining base strip-mine its world from the next turn, or stop (CW-7.1-05)."""

    place: str
    on: bool = True


def mine(holdings: Holdings, order: MineWorld) -> MiningSet:
    """Set a fleet's stations to work, or stop them; IllegalOrderError without stations, a survey, or a world for them."""
    fleet = fleet_at_rest(holdings, order.fleet)
    if not order.orbit:
        if fleet.mining is None:
            raise IllegalOrderError(f"{fleet.name} mines nothing now.", rule="CW-7.1-01")
        orbit, mining = fleet.mining.orbit, None
    else:
        designs = holdings.owner.designs
        if not any(sound(designs, holdings.ships[s]).mining for s in fleet.ships):
            raise IllegalOrderError(f"{fleet.name} has no mining stations.", rule="CW-7.1-01")
        if holdings.step_of(fleet.hex, order.orbit) is None:
            raise IllegalOrderError(f"You know of no world in orbit {order.orbit} of {fleet.hex}.", rule="CW-7.1-01")
        check_surveyed(holdings, fleet.hex, "a mine")
        if holdings.foreign_colony(f"{fleet.hex}-{order.orbit}") is not None:
            raise IllegalOrderError("Others live there and will not have it.", rule="CW-7.1-01")
        orbit, mining = order.orbit, Mining(fleet.hex, order.orbit, order.strip)
    holdings.fleets[fleet.id] = changed(fleet, mining=mining)
    cause = Cause("CW-7.1-05" if order.strip else "CW-7.1-01")
    return MiningSet(fleet.side, fleet.id, fleet.hex, orbit, order.strip, not order.orbit, cause=cause)


def _plan_mine(planned: PlannedState, order: MineWorld) -> OrderPreview:
    mine(planned, order)
    fleet = planned.fleets[order.fleet]
    if not order.orbit:
        return OrderPreview(order=order, text=f"{fleet.name} stops mining.")
    doing = "strip-mines" if order.strip else "mines"
    text = f"{fleet.name} {doing} world {order.orbit} of {planned.place(fleet.hex)}; the CPs count from next turn."
    return OrderPreview(order=order, text=text, notes=_risk(planned, fleet.hex, order.orbit) if order.strip else ())


def strip(holdings: Holdings, order: StripMine) -> MiningSet:
    """Set a colony or mining base to strip-mining, or stop it (CW-7.1-05)."""
    site = holdings.site(order.place)
    if site.id in holdings.bases and not holdings.owner.designs[holdings.bases[site.id].design].mining:
        raise IllegalOrderError(f"{site.name} has no mining stations.", rule="CW-7.1-05")
    if site.strip == order.on:
        state = "strip-mines already" if order.on else "does not strip-mine"
        raise IllegalOrderError(f"{site.name} {state}.", rule="CW-7.1-05")
    holdings.put_site(changed(site, strip=order.on))
    return MiningSet(
        site.side, site.id, site.hex, site.orbit, strip=True, stopped=not order.on, cause=Cause("CW-7.1-05")
    )


def _plan_strip(planned: PlannedState, order: StripMine) -> OrderPreview:
    done = strip(planned, order)
    doing = "strip-mines its world from next turn" if order.on else "stops strip-mining"
    notes = _risk(planned, done.hex, done.orbit) if order.on else ()
    return OrderPreview(order=order, text=f"{planned.site(order.place).name} {doing}.", notes=notes)


def _risk(planned: PlannedState, hex_: HexId, orbit: int) -> tuple[Note, ...]:
    strain = planned.view.strains.get(f"{hex_}-{orbit}")
    stress, more = strain.stress if strain is not None else 0, stress_a_turn(planned.settings)
    text = f"Each turn adds {more}% to the world's stress, {stress}% now; a failed check harms it."
    return (Note(text, "CW-7.1-06"),)


def _write_mine(order: MineWorld, names: Names) -> str:
    doing = f"orbit {order.orbit}{' strip' if order.strip else ''}" if order.orbit else "stop"
    return f"mine {fleet_text(names, order.fleet)} {doing}"


MINING_KINDS: Final = (
    OrderKind(
        MineWorld,
        Phase.SPEND,
        command="base mine",
        example="mine Diggers orbit 3 strip (or: mine Diggers stop)",
        pattern=rf"{NAME} (?:orbit (\d{{1,2}})( strip)?|stop)",
        read=lambda g: MineWorld(g.fleet(0), g.number(1), g.has(2)),
        write=_write_mine,
        plan=_plan_mine,
        carry_out=tell_giver(mine),
    ),
    OrderKind(
        StripMine,
        Phase.SPEND,
        command="colony strip",
        example="strip Terra (or: strip Terra stop)",
        pattern=rf"{NAME}( stop)?",
        read=lambda g: StripMine(g.site(0), not g.has(1)),
        write=lambda order, names: f"strip {site_text(names, order.place)}{'' if order.on else ' stop'}",
        plan=_plan_strip,
        carry_out=tell_giver(strip),
    ),
)
