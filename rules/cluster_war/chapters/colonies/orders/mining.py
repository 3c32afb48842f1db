"""Orders to mine and strip-mine (CW-7.1)."""

from typing import Final

from rules.cluster_war.chapters.colonies.mining_strain import stress_a_turn
from rules.cluster_war.model.events.colonies import MiningSet
from rules.cluster_war.model.holdings.finders import fleet_at_rest
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, telling
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.names import NAME, Names, fleet_text, site_text
from rules.cluster_war.model.orders.order import Note, Order, Preview
from rules.cluster_war.model.state.names import FleetId, HexId
from rules.cluster_war.model.state.units import Mining
from rules.cluster_war.model.unit_design.wounded import sound
from rules.errors import IllegalOrderError
from rules.events import Cause
from rules.values import changed


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
    """Set a fleet's stations to work, or stop them; IllegalOrderError without stations, or a world for them."""
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
        if holdings.foreign_colony(f"{fleet.hex}-{order.orbit}") is not None:
            raise IllegalOrderError("Others live there and will not have it.", rule="CW-7.1-01")
        orbit, mining = order.orbit, Mining(fleet.hex, order.orbit, order.strip)
    holdings.fleets[fleet.id] = changed(fleet, mining=mining)
    cause = Cause("CW-7.1-05" if order.strip else "CW-7.1-01")
    return MiningSet(fleet.side, fleet.id, fleet.hex, orbit, order.strip, not order.orbit, cause=cause)


def _plan_mine(planned: PlannedState, order: MineWorld) -> Preview:
    mine(planned, order)
    fleet = planned.fleets[order.fleet]
    if not order.orbit:
        return Preview(order=order, text=f"{fleet.name} stops mining.")
    doing = "strip-mines" if order.strip else "mines"
    text = f"{fleet.name} {doing} world {order.orbit} of {planned.place(fleet.hex)}; the CPs count from next turn."
    return Preview(order=order, text=text, notes=_risk(planned, fleet.hex, order.orbit) if order.strip else ())


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


def _plan_strip(planned: PlannedState, order: StripMine) -> Preview:
    done = strip(planned, order)
    doing = "strip-mines its world from next turn" if order.on else "stops strip-mining"
    notes = _risk(planned, done.hex, done.orbit) if order.on else ()
    return Preview(order=order, text=f"{planned.site(order.place).name} {doing}.", notes=notes)


def _risk(planned: PlannedState, hex_: HexId, orbit: int) -> tuple[Note, ...]:
    strain = planned.view.strains.get(f"{hex_}-{orbit}")
    stress, more = strain.stress if strain is not None else 0, stress_a_turn(planned.settings)
    text = f"Each turn adds {more}% to the world's stress, {stress}% now; a failed check harms it."
    return (Note(text, "CW-7.1-06"),)


def _write_mine(order: MineWorld, names: Names) -> str:
    doing = f"orbit {order.orbit}{' strip' if order.strip else ''}" if order.orbit else "stop"
    return f"mine {fleet_text(names, order.fleet)} {doing}"


KINDS: Final = (
    OrderKind(
        MineWorld,
        Phase.SPEND,
        command="base mine",
        example="mine Diggers orbit 3 strip (or: mine Diggers stop)",
        pattern=rf"{NAME} (?:orbit (\d{{1,2}})( strip)?|stop)",
        read=lambda g: MineWorld(g.fleet(0), g.number(1), g.has(2)),
        write=_write_mine,
        plan=_plan_mine,
        carry_out=telling(mine),
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
        carry_out=telling(strip),
    ),
)
