"""Orders for what a colony's people build beside units, and orders to factories: another product line, munitions (CW-6.1-05,
CW-6.1-09, CW-6.1-11, CW-18.0-03)."""

from functools import lru_cache
from math import ceil
from typing import Final, cast

from rules.cluster_war.model.economy.yields import industrial
from rules.cluster_war.model.events.industry import BaseAssembled, FacilityBuilt, FactoryRetooled, MunitionsMade
from rules.cluster_war.model.holdings.capacity import (
    FACILITIES,
    PRODUCT_LINES,
    FacilityKind,
    label,
    tool_up,
    tooled_industry,
    untooled_industry,
)
from rules.cluster_war.model.holdings.holdings import Holdings, as_site, skill_of
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, tell_giver
from rules.cluster_war.model.orders.names import COUNT, NAME, Groups, Names, colony_text, site_text
from rules.cluster_war.model.orders.order import Order, OrderPreview
from rules.cluster_war.model.state.common import BudgetLine, ColonyId, Settings, overrides_of, tables_with
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, Modifier, changed, quoted, unknown

MUNITIONS: Final = "munitions"
_LINE: Final = f"({'|'.join(PRODUCT_LINES)})"


class BuildFacility(Order):
    """Have a colony's people build a facility: shipyard bays, a factory, a heavy plant, a training base, labs
    (CW-18.0-03, CW-TAB-FACILITIES); ready at the month's end."""

    colony: ColonyId
    facility: FacilityKind
    amount: int


def facility_price(kind: FacilityKind, amount: int, settings: Settings) -> int:
    """CPs for `amount` of rating: bays, light or heavy industry, training size or science stations (CW-6.1-05)."""
    return _price(kind, amount, overrides_of(settings))


@lru_cache(maxsize=1024)
def _price(kind: FacilityKind, amount: int, overrides: tuple[tuple[str, str], ...]) -> int:
    facility = FACILITIES[kind]
    return ceil(tables_with(overrides)[facility.table].fraction(facility.row, "CP cost") * amount / facility.step)


def line_of(kind: FacilityKind) -> BudgetLine:
    """The line of the budget that a facility is paid under."""
    return "bases" if kind == "shipyard" else "infrastructure"


def commission(holdings: Holdings, order: BuildFacility) -> FacilityBuilt:
    """Pay for a facility; GameError says why it cannot be built."""
    colony = holdings.own_colony(order.colony)
    if order.facility not in FACILITIES:
        lead = f"There is no facility {quoted(order.facility)}."
        raise unknown(IllegalOrderError, lead, order.facility, "There are", FACILITIES, rule="CW-6.1-05")
    facility = FACILITIES[order.facility]
    if not facility.step <= order.amount <= facility.most or order.amount % facility.step:
        raise IllegalOrderError(
            f"{facility.name.capitalize()} come in steps of {facility.step}, from {facility.step} to {facility.most}; "
            f"{order.amount} is not one.",
            rule="CW-6.1-07" if order.facility == "factory" else "CW-6.1-05",
        )
    price = facility_price(order.facility, order.amount, holdings.settings)
    holdings.spend(line_of(order.facility), price, colony)
    each = facility_price(order.facility, facility.step, holdings.settings)
    reason = Modifier(price, f"CPs: {order.amount} at {each} per {facility.step}")
    cause = Cause("CW-6.1-05", modifiers=(reason,))
    return FacilityBuilt(holdings.owner.id, colony.id, order.facility, order.amount, price, cause=cause)


def _plan(planned: PlannedState, order: BuildFacility) -> OrderPreview:
    done = commission(planned, order)
    name, what = planned.colonies[done.colony].name, FACILITIES[order.facility].name
    text = f"{name} builds {order.amount} {what} for {done.cps} CPs, ready next turn."
    return OrderPreview(order=order, text=text, cost=done.cps, line=line_of(order.facility))


def open_facilities(turn: TurnState) -> None:
    """Step 11: what this turn's `FacilityBuilt` events name, and yards put together, stands ready for the next turn."""
    for event in turn.events:
        if isinstance(event, FacilityBuilt):
            _open(turn, event.colony, event.facility, event.amount)
        elif isinstance(event, BaseAssembled) and event.what == "shipyard":
            _open(turn, event.at, "shipyard", event.amount)


def _open(turn: TurnState, at: ColonyId, kind: str, amount: int) -> None:
    colony = turn.colonies.get(at)
    if colony is not None:
        field = FACILITIES[kind].field
        more = {field: getattr(colony, field) + amount}
        turn.colonies[at] = changed(colony, **more)


def _read(g: Groups) -> BuildFacility:
    facility = cast("FacilityKind", g.word(1))
    return BuildFacility(g.colony(2), facility, g.number(0))


FACILITY_KINDS: Final = (
    OrderKind(
        BuildFacility,
        Phase.SPEND,
        command="build facility",
        example=f"facility 10 shipyard at Terra (one of {', '.join(FACILITIES)})",
        pattern=rf"(\d{{1,5}}) ({'|'.join(FACILITIES)}) at {NAME}",
        read=_read,
        write=lambda order, names: f"facility {order.amount} {order.facility} at {colony_text(names, order.colony)}",
        plan=_plan,
        carry_out=tell_giver(commission),
    ),
)


class RetoolFactory(Order):
    """Change `amount` of a place's light industry to another product line; it stands still this turn (CW-6.1-09).

    `old` is the line given up, "" for whichever stands idle.
    """

    colony: ColonyId
    amount: int
    line: str
    old: str = ""


class MakeMunitions(Order):
    """Have factories make munitions for so many CPs, into the place's stock (CW-6.1-11)."""

    colony: ColonyId
    cps: int


def retool(holdings: Holdings, order: RetoolFactory) -> FactoryRetooled:
    """Change a place's factories; IllegalOrderError if they are at work or there are too few."""
    site = holdings.site(order.colony)
    for name in (order.line, *([order.old] if order.old else [])):
        if name not in PRODUCT_LINES:
            lead = f"{quoted(name)} is not a product line."
            raise unknown(IllegalOrderError, lead, name, "They are", PRODUCT_LINES, rule="CW-6.1-09")
    if order.old == order.line:
        raise IllegalOrderError(f"They make {order.line} already.", rule="CW-6.1-09")
    if order.amount < 1:
        raise IllegalOrderError("Say how much light industry to re-tool.", rule="CW-6.1-09")
    idle = {
        line: max(0, tooled_industry(site, line) - holdings.taken(site.id, line))
        for line in ([order.old] if order.old else sorted(site.tooling))
        if line != order.line
    }
    new = 0 if order.old else untooled_industry(site)
    if order.amount > sum(idle.values()) + new:
        raise IllegalOrderError(
            f"{site.name} has {sum(idle.values()) + new} light industry that could be re-tooled now, not {order.amount}.",
            rule="CW-6.1-09",
        )
    tooling, left = dict(site.tooling), order.amount
    for line, spare in idle.items():
        taken = min(spare, left)
        tooling[line] -= taken
        left -= taken
    changing = {**site.retooling, order.line: site.retooling.get(order.line, 0) + order.amount}
    holdings.put_site(changed(site, tooling={k: n for k, n in tooling.items() if n}, retooling=changing))
    cause = Cause("CW-6.1-09", modifiers=(Modifier(order.amount, "light industry is idle this turn"),))
    return FactoryRetooled(holdings.owner.id, site.id, order.amount, order.line, cause=cause)


def _plan_retool(planned: PlannedState, order: RetoolFactory) -> OrderPreview:
    retool(planned, order)
    site = planned.site(order.colony)
    text = f"{order.amount} light industry at {site.name} is re-tooled this turn and makes {order.line} from the next."
    return OrderPreview(order=order, text=text)


def _read_retool(g: Groups) -> RetoolFactory:
    return RetoolFactory(g.site(1), g.number(0), g.word(3), g.word(2))


def _write_retool(order: RetoolFactory, names: Names) -> str:
    old = f" from {order.old}" if order.old else ""
    return f"retool {order.amount} at {site_text(names, order.colony)}{old} to {order.line}"


def finish_retooling(turn: TurnState) -> None:
    """At the month's end factories that were changed make their new line."""
    for key, colony in sorted(turn.colonies.items()):
        if colony.retooling:
            turn.colonies[key] = _changed(colony)
    for key, base in sorted(turn.bases.items()):
        if base.retooling:
            site = _changed(as_site(base, turn.sides[base.side].designs[base.design]))
            turn.bases[key] = changed(base, tooling=site.tooling, retooling={})


def _changed(site: Colony) -> Colony:
    tooling = dict(site.tooling)
    for line, amount in site.retooling.items():
        tooling[line] = tooling.get(line, 0) + amount
    return changed(site, tooling=tooling, retooling={})


def munitions_each(settings: Settings) -> int:
    """CPs of munitions that one hull space of factory makes a turn (CW-6.1-11)."""
    return max(1, industrial("CPs of munitions a hull space of factory makes", settings))


def munitions_hull(cps: int, settings: Settings) -> int:
    """Factory hull that munitions for so many CPs take in a turn (CW-6.1-11)."""
    return -(-cps // munitions_each(settings))


def make_munitions(holdings: Holdings, order: MakeMunitions) -> MunitionsMade:
    """Add munitions to a place's stock; IllegalOrderError without factories tooled for it, or CPs."""
    site = holdings.site(order.colony)
    if order.cps < 1:
        raise IllegalOrderError("Say for how many CPs to make munitions.", rule="CW-6.1-11")
    hull, each = munitions_hull(order.cps, holdings.settings), munitions_each(holdings.settings)
    left = holdings.free_capacity(site, MUNITIONS)
    if hull > left:
        raise IllegalOrderError(
            f"{site.name} has {left} {label(MUNITIONS)} free this turn: enough for {left * each} CPs.",
            rule="CW-6.1-11",
        )
    holdings.spend("infrastructure", order.cps, site)
    site = tool_up(holdings.site(site.id), MUNITIONS, holdings.taken(site.id, MUNITIONS) + hull, skill_of(holdings))
    holdings.use(site.id, MUNITIONS, hull)
    site = changed(site, munitions=site.munitions + order.cps)
    holdings.put_site(site)
    cause = Cause("CW-6.1-11", modifiers=(Modifier(hull, f"light industry, {each} CPs each"),))
    return MunitionsMade(holdings.owner.id, site.id, order.cps, site.munitions, cause=cause)


def _plan_munitions(planned: PlannedState, order: MakeMunitions) -> OrderPreview:
    make_munitions(planned, order)
    hull = munitions_hull(order.cps, planned.settings)
    text = f"{planned.site(order.colony).name} makes munitions for {order.cps} CPs with {hull} light industry."
    return OrderPreview(order=order, text=text, cost=order.cps, line="infrastructure")


FACTORY_KINDS: Final = (
    OrderKind(
        RetoolFactory,
        Phase.SPEND,
        command="build retool",
        example=f"retool 20 at Terra from aircraft to munitions (lines: {', '.join(PRODUCT_LINES)})",
        pattern=rf"{COUNT} at {NAME}(?: from {_LINE})? to {_LINE}",
        read=_read_retool,
        write=_write_retool,
        plan=_plan_retool,
        carry_out=tell_giver(retool),
    ),
    OrderKind(
        MakeMunitions,
        Phase.SPEND,
        command="build munitions",
        example="munitions 40 at Terra",
        pattern=rf"{COUNT}(?: ?cps?)? at {NAME}",
        read=lambda g: MakeMunitions(g.site(1), g.number(0)),
        write=lambda order, names: f"munitions {order.cps} at {site_text(names, order.colony)}",
        plan=_plan_munitions,
        carry_out=tell_giver(make_munitions),
    ),
)
