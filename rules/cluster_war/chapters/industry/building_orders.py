"""Orders to yards, factories and military bases: build, go on building, send what is built (CW-6.0, CW-6.1)."""

import re
from typing import Final, cast

from rules.cluster_war.chapters.industry import construction
from rules.cluster_war.chapters.movement.travel_time import check_on_map
from rules.cluster_war.model.events.industry import BuildStarted, UnitsDelivered
from rules.cluster_war.model.holdings.capacity import WATER_CODES, key_of, label, needs_water, tool_up, workplace
from rules.cluster_war.model.holdings.finders import checked_name, own_build, own_design
from rules.cluster_war.model.holdings.holdings import Holdings, check_needs, load, most_capacity, skill_of
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, Together, TurnHoldings
from rules.cluster_war.model.orders.names import CPS, NAME, TEXT, Groups, Names, design_text, quote, site_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.psionics.units import training_turns
from rules.cluster_war.model.state.common import BuildId, ColonyId, CrashKind, DesignId, FleetId
from rules.cluster_war.model.state.holdings import Build, Colony, Design, Leg
from rules.cluster_war.model.unit_design.wounded import check_crew
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.values import Cause, IllegalOrderError, Modifier, changed


class BuildUnits(Order):
    """Start building `count` units of a design at a colony, with `capacity` bays or ratings a turn, paying `pay` CPs.

    `pay` of -1 means the full price (CW-6.1-03). `fleet` names the fleet that new ships join or form ("" = a new one).
    `colony` may be an own base with yards. `crash` halves the time for twice the price, or for low quality (CW-6.7-01);
    `at_yard` has small craft built in shipyard bays instead of a factory.
    """

    colony: ColonyId
    design: DesignId
    count: int
    capacity: int
    pay: int = -1
    fleet: str = ""
    crash: CrashKind = ""
    at_yard: bool = False


class ContinueBuild(Order):
    """Change what a running build gets: its capacity a turn, and CPs paid towards its price (CW-5.0-16)."""

    build: BuildId
    capacity: int
    pay: int = 0


class SendBuild(Order):
    """Where ships under construction go as soon as they leave the yard (CW-6.0-07): a route for their new fleet."""

    build: BuildId
    legs: tuple[Leg, ...]


def lay_down(holdings: Holdings, order: BuildUnits) -> Build:
    """Take in an order to build: its place, capacity and first payment; IllegalOrderError says why it cannot be."""
    site, design = holdings.site(order.colony), own_design(holdings, order.design)
    if not 1 <= order.count <= construction.MOST_UNITS:
        raise IllegalOrderError(
            f"Build 1 to {construction.MOST_UNITS} units in one order, not {order.count}.", rule="CW-6.0-03"
        )
    place, line = workplace(design, holdings.settings, at_yard=order.at_yard)
    check_needs(holdings, design)
    check_crew(design, holdings.settings)
    _check_place(holdings, site, design)
    hull = construction.hull_of(design, order.count, holdings.settings, at_yard=place == "shipyard")
    if order.crash and place in {"site", "training"}:
        raise IllegalOrderError(f"{design.name} is ready in one turn as it is.", rule="CW-6.7-01")
    hull = construction.crash_hull(hull, order.crash)
    price = construction.crash_price(design.cost * order.count, order.crash)
    build = changed(
        construction.new_build(holdings, site, design, order.count, price, hull),
        paid=price if order.pay < 0 else min(order.pay, price),
        fleet=order.fleet,
        place=place,
        line=line,
        crash=order.crash,
    )
    return construction.enter(
        holdings,
        site,
        build,
        order.capacity,
        construction.BUDGET_LINES[design.kind],
        construction.extra_gear(design, order.count),
    )


def _check_place(holdings: Holdings, site: Colony, design: Design) -> None:
    if design.kind == "ground" and not site.size and "android" not in design.traits:
        raise IllegalOrderError(
            f"{site.name} has no people to recruit from; androids alone do without.", rule="CW-6.5-18"
        )
    if design.kind == "base" and site.id in holdings.bases:
        raise IllegalOrderError(
            f"{site.name} is a base outside a colony: bring {design.name} there with freighters and assemble it.",
            rule="CW-5.0-11",
        )
    construction.check_asteroid(holdings, design, site.hex)
    if (
        needs_water(design, holdings.settings)
        and (holdings.step_of(site.hex, site.orbit) or "0000")[3] not in WATER_CODES
    ):
        raise IllegalOrderError(f"{site.name} has no sea for {design.name}.", rule="CW-6.5-03")


def _plan_build(planned: PlannedState, order: BuildUnits) -> OrderPreview:
    fleet = checked_name(order.fleet) if order.fleet else ""
    design = own_design(planned, order.design)
    price = construction.crash_price(design.cost * order.count, order.crash)
    if order.pay > price and order.count > 0:
        raise IllegalOrderError(f"The price is {price} CPs; you cannot pay {order.pay}.", rule="CW-6.1-03")
    build = lay_down(planned, changed(order, fleet=fleet))
    site = planned.site(build.colony)
    using = f" using {build.capacity} {label(build.place)}" if build.capacity else ""
    owing = f"; {build.price - build.paid} CPs still to pay" if build.paid < build.price else ""
    weak = " of low quality" if build.crash == "quality" else ""
    work = f"{site.name} builds {build.count} × {design.name}{weak} for {build.price} CPs{using}"
    more = training_turns(design, planned.settings)
    text = f"{work}: {construction.ready(build, planned.turn, planned.settings, more)}{owing}."
    done = changed(order, capacity=build.capacity, pay=build.paid, fleet=fleet)
    return OrderPreview(order=done, text=text, cost=build.paid, line=construction.BUDGET_LINES[design.kind])


def _build(turn: TurnState, signed: SignedOrder, order: BuildUnits) -> None:
    side = signed.side
    build = lay_down(TurnHoldings(turn, side), order)
    design = turn.sides[side].designs[build.design]
    more = training_turns(design, turn.settings)
    turns = construction.turns_left(build, turn.settings, more)
    worked = f"turns: {build.hull_left} hull at {build.capacity} a turn"
    if build.place == "site":
        worked = "turn: bases are built side by side"
    reasons = [Modifier(turns, worked)]
    if more:
        reasons.append(Modifier(more, "turns more to train psychics (CW-15.0-14)"))
    if build.crash == "cost":
        reasons.append(Modifier(design.cost * build.count, "CPs more for half the time"))
    elif build.crash:
        reasons.append(Modifier(build.count, "units of low quality, for half the time"))
    rule = {"cost": "CW-6.7-01", "quality": "CW-6.7-02"}.get(build.crash, "CW-6.0-06")
    cause = Cause("CW-6.4-01" if build.place == "site" else rule, signed.id, tuple(reasons))
    turn.tell_side(
        BuildStarted(
            side, build.id, build.colony, build.design, build.count, build.price, build.paid, turns=turns, cause=cause
        )
    )


def _read_build(g: Groups) -> BuildUnits:
    return BuildUnits(
        colony=g.site(2),
        design=g.design(1),
        count=g.number(0, 1),
        capacity=g.number(3),
        pay=g.number(4, -1),
        fleet=g.text(5),
        crash=cast("CrashKind", g.word(6)),
        at_yard=g.has(7),
    )


def _write_build(order: BuildUnits, names: Names) -> str:
    line = f"build {order.count} {design_text(names, order.design)} at {site_text(names, order.colony)}"
    line += f" using {order.capacity}" if order.capacity > 0 else ""
    line += f" paying {order.pay}" if order.pay >= 0 else ""
    line += f" joining {quote(order.fleet)}" if order.fleet else ""
    return line + (f" crash {order.crash}" if order.crash else "") + (" in the yard" if order.at_yard else "")


def go_on(holdings: Holdings, order: ContinueBuild) -> Build:
    """The build after the order (capacity below 0: as it was); GameError says why it cannot be (CW-5.0-16)."""
    build = own_build(holdings, order.build)
    site, mine = holdings.site(build.colony), load(build, holdings.owner.designs, holdings.settings)
    capacity = build.capacity
    if build.place in {"shipyard", "factory", "heavy"} and order.capacity >= 0:
        capacity = min(order.capacity, most_capacity(build, holdings.settings))
        left = max(0, holdings.free_capacity(site, key_of(build)) + mine)
        if capacity > left:
            raise IllegalOrderError(
                f"{site.name} has {left} {label(build.place)} for it this turn, not {capacity}.", rule="CW-6.0-03"
            )
    paid = min(order.pay, build.price - build.paid)
    holdings.spend(construction.BUDGET_LINES[own_design(holdings, build.design).kind], paid, site)
    after = changed(build, capacity=capacity, paid=build.paid + paid)
    if build.place == "factory":
        others = holdings.taken(site.id, build.line) - mine
        holdings.put_site(tool_up(holdings.site(site.id), build.line, others + capacity, skill_of(holdings)))
    holdings.builds[build.id] = after
    return after


def _plan_continue(planned: PlannedState, order: ContinueBuild) -> OrderPreview:
    build = own_build(planned, order.build)
    planned.once(f"continue {build.id}", "Your sheet already changes this construction")
    owing = build.price - build.paid
    if not 0 <= order.pay <= owing:
        raise IllegalOrderError(f"{owing} CPs are still owed on it; you cannot pay {order.pay}.", rule="CW-5.0-16")
    build = go_on(planned, order)
    site, design = planned.site(build.colony), own_design(planned, build.design)
    when = "the work is done"
    if build.hull_left:
        works = build.capacity or build.place == "site"
        when = construction.ready(build, planned.turn, planned.settings) if works else "the work rests"
    text = f"{build.count} × {design.name} at {site.name} gets {build.capacity} a turn and {order.pay} CPs: {when}."
    done = changed(order, capacity=build.capacity)
    return OrderPreview(order=done, text=text, cost=order.pay, line=construction.BUDGET_LINES[design.kind])


def _continue(turn: TurnState, signed: SignedOrder, order: ContinueBuild) -> None:
    go_on(TurnHoldings(turn, signed.side), order)


def _write_continue(order: ContinueBuild, _: Names) -> str:
    return (
        f"continue {order.build}" + (f" using {order.capacity}" if order.capacity >= 0 else "") + f" paying {order.pay}"
    )


def _plan_send(planned: PlannedState, order: SendBuild) -> OrderPreview:
    build = own_build(planned, order.build)
    design = own_design(planned, build.design)
    if design.kind != "ship" or build.refits:
        raise IllegalOrderError(f"{design.name} does not leave a yard as a fleet.", rule="CW-6.0-07")
    if not order.legs:
        raise IllegalOrderError("Say where the ships are to go.", rule="CW-6.0-07")
    for leg in order.legs:
        check_on_map(planned.view, leg.to)
    planned.once(f"send {build.id}", "Your sheet already sends these ships somewhere")
    notes: tuple[Note, ...] = ()
    if construction.turns_left(build, planned.settings) > 1 or build.paid < build.price:
        notes = (Note(f"{design.name} may not leave the yard this turn; then the order is given back.", "CW-6.0-07"),)
    text = f"{build.count} × {design.name} leave for {planned.place(order.legs[-1].to)} as soon as they are built."
    return OrderPreview(order=order, text=text, notes=notes)


def sending_order(turn: TurnState, build: Build) -> tuple[str, tuple[Leg, ...]]:
    """The order that sends the ships of a build somewhere, and their route; "" and none without one."""
    given = ((s.id, o.legs) for s, o in turn.orders_of(SendBuild) if s.side == build.side and o.build == build.id)
    return next(given, ("", ()))


def tell_the_unsent(turn: TurnState) -> None:
    """The giver of an order to send ships hears of it when they did not leave the yard as a new fleet."""
    sending = turn.orders_of(SendBuild)
    if not sending:
        return
    delivered: dict[BuildId, FleetId] = {e.build: e.fleet for e in turn.events if isinstance(e, UnitsDelivered)}
    for signed, order in sending:
        with OrderGuard(turn, signed):
            fleet = delivered.get(order.build)
            if fleet is None:
                raise IllegalOrderError(
                    "The ships have not left the yard yet; send them when they do.", rule="CW-6.0-07"
                )
            if fleet in turn.start.fleets:
                raise IllegalOrderError("The ships joined a fleet that was there, and stay with it.", rule="CW-6.0-07")


def _read_send(g: Groups) -> SendBuild:
    legs = tuple(Leg(g.names.hex(part)) for part in re.split(r",| then ", g.raw(1)) if part.strip())
    return SendBuild(g.build(0), legs)


KINDS: Final = (
    OrderKind(
        BuildUnits,
        Phase.SPEND,
        command="build units",
        example='build 2 Cruiser at Terra using 40 paying 200 joining "Home Guard"',
        pattern=rf"(?:(\d{{1,4}}) ?x? )?{NAME} at {NAME}(?: using (\d{{1,5}}))?(?: paying {CPS})?(?: joining {TEXT})?"
        r"(?: crash (cost|quality))?( in the yard)?",
        read=_read_build,
        write=_write_build,
        plan=_plan_build,
        carry_out=_build,
    ),
    OrderKind(
        ContinueBuild,
        Phase.SPEND,
        command="build continue",
        example="continue B4 using 20 paying 100",
        pattern=rf"(\S+)(?: using (\d{{1,5}}))?(?: paying {CPS})?",
        read=lambda g: ContinueBuild(g.build(0), g.number(1, -1), g.number(2)),
        write=_write_continue,
        plan=_plan_continue,
        carry_out=_continue,
    ),
    OrderKind(
        SendBuild,
        Phase.SPEND,
        command="build send",
        example="send B4 to 0104, 0311",
        pattern=r"(\S+) to (.+?)",
        read=_read_send,
        write=lambda order, _: f"send {order.build} to {', '.join(leg.to for leg in order.legs)}",
        plan=_plan_send,
        carry_out=Together(tell_the_unsent),
    ),
)
