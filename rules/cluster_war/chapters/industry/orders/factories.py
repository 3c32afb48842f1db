"""Orders to factories: another product line, munitions (CW-6.1-09, CW-6.1-11)."""

from typing import Final

from rules.cluster_war.model.economy.yields import industrial
from rules.cluster_war.model.events.industry import FactoryRetooled, MunitionsMade
from rules.cluster_war.model.holdings.capacity import LINES, label, tool_up, tooled, untooled
from rules.cluster_war.model.holdings.holdings import Holdings, as_site, skill_of
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, telling
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.names import COUNT, NAME, Groups, Names, site_text
from rules.cluster_war.model.orders.order import Order, Preview
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import ColonyId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError, quoted, unknown
from rules.events import Cause, Modifier
from rules.values import changed

MUNITIONS: Final = "munitions"
_LINE: Final = f"({'|'.join(LINES)})"


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
        if name not in LINES:
            lead = f"{quoted(name)} is no product line."
            raise unknown(IllegalOrderError, lead, name, "They are", LINES, rule="CW-6.1-09")
    if order.old == order.line:
        raise IllegalOrderError(f"They make {order.line} already.", rule="CW-6.1-09")
    if order.amount < 1:
        raise IllegalOrderError("Say how much light industry is to be re-tooled.", rule="CW-6.1-09")
    idle = {
        line: max(0, tooled(site, line) - holdings.taken(site.id, line))
        for line in ([order.old] if order.old else sorted(site.tooling))
        if line != order.line
    }
    new = 0 if order.old else untooled(site)
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
    cause = Cause("CW-6.1-09", modifiers=(Modifier(order.amount, "light industry stands still this turn"),))
    return FactoryRetooled(holdings.owner.id, site.id, order.amount, order.line, cause=cause)


def _plan_retool(planned: PlannedState, order: RetoolFactory) -> Preview:
    retool(planned, order)
    site = planned.site(order.colony)
    text = f"{order.amount} light industry at {site.name} is re-tooled this turn and makes {order.line} from the next."
    return Preview(order=order, text=text)


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
        raise IllegalOrderError("Say for how many CPs munitions are to be made.", rule="CW-6.1-11")
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


def _plan_munitions(planned: PlannedState, order: MakeMunitions) -> Preview:
    make_munitions(planned, order)
    hull = munitions_hull(order.cps, planned.settings)
    text = f"{planned.site(order.colony).name} makes munitions for {order.cps} CPs with {hull} light industry."
    return Preview(order=order, text=text, cost=order.cps, line="infrastructure")


KINDS: Final = (
    OrderKind(
        RetoolFactory,
        Phase.SPEND,
        command="build retool",
        example=f"retool 20 at Terra from aircraft to munitions (lines: {', '.join(LINES)})",
        pattern=rf"{COUNT} at {NAME}(?: from {_LINE})? to {_LINE}",
        read=_read_retool,
        write=_write_retool,
        plan=_plan_retool,
        carry_out=telling(retool),
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
        carry_out=telling(make_munitions),
    ),
)
