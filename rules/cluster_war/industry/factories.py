"""Re-tooling factories, and making munitions (CW-6.1-09, CW-6.1-11)."""

from dataclasses import replace
from typing import Final

from rules.cluster_war.events.industry import FactoryRetooled, MunitionsMade
from rules.cluster_war.holdings.capacity import LINES, free, label, tool_up, tooled, untooled
from rules.cluster_war.holdings.holdings import Holdings, TurnHoldings, as_site, find_site, put_site, skill_of
from rules.cluster_war.industry.orders.factories import MakeMunitions, RetoolFactory
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.holdings import Colony
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause, Modifier

MUNITIONS: Final = "munitions"
MUNITIONS_EACH: Final = 2
"""CPs of munitions that one hull space of factory makes a turn (CW-6.1-11)."""


def order_retooling(month: TurnState, signed: SignedOrder, order: RetoolFactory) -> None:
    """Take factories out of work this turn to change their line."""
    site = retool(TurnHoldings(month, signed.side), order)
    month.say(
        FactoryRetooled(
            side=signed.side,
            colony=site.id,
            amount=order.amount,
            line=order.line,
            cause=Cause("CW-6.1-09", signed.id, (Modifier(order.amount, "light industry stands still this turn"),)),
            seen_by=(signed.side,),
        )
    )


def retool(holdings: Holdings, order: RetoolFactory) -> Colony:
    """The place with factories being changed; IllegalOrderError if they are at work or there are too few."""
    site = find_site(holdings, order.colony)
    for name in (order.line, *([order.old] if order.old else [])):
        if name not in LINES:
            raise IllegalOrderError(
                f"{quoted(name)} is no product line; they are {', '.join(LINES)}.", rule="CW-6.1-09"
            )
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
    site = replace(site, tooling={k: n for k, n in tooling.items() if n}, retooling=changing)
    put_site(holdings, site)
    return site


def order_munitions(month: TurnState, signed: SignedOrder, order: MakeMunitions) -> None:
    """Make munitions this month; the stock has them at once, and fleets from the next."""
    site = make_munitions(TurnHoldings(month, signed.side), order)
    hull = munitions_hull(order.cps)
    month.say(
        MunitionsMade(
            side=signed.side,
            colony=site.id,
            cps=order.cps,
            stock=site.munitions,
            cause=Cause("CW-6.1-11", signed.id, (Modifier(hull, f"light industry, {MUNITIONS_EACH} CPs each"),)),
            seen_by=(signed.side,),
        )
    )


def munitions_hull(cps: int) -> int:
    """Factory hull that munitions for so many CPs take in a turn (CW-6.1-11)."""
    return -(-cps // MUNITIONS_EACH)


def make_munitions(holdings: Holdings, order: MakeMunitions) -> Colony:
    """The place with more munitions in stock; IllegalOrderError without factories tooled for it, or CPs."""
    site = find_site(holdings, order.colony)
    if order.cps < 1:
        raise IllegalOrderError("Say for how many CPs munitions are to be made.", rule="CW-6.1-11")
    able = skill_of(holdings)
    hull = munitions_hull(order.cps)
    left = max(0, free(site, MUNITIONS, lambda key: holdings.taken(site.id, key), able))
    if hull > left:
        raise IllegalOrderError(
            f"{site.name} has {left} {label(MUNITIONS)} free this turn: enough for {left * MUNITIONS_EACH} CPs.",
            rule="CW-6.1-11",
        )
    holdings.spend("infrastructure", order.cps, site)
    site = tool_up(find_site(holdings, site.id), MUNITIONS, holdings.taken(site.id, MUNITIONS) + hull, able)
    holdings.use(site.id, MUNITIONS, hull)
    site = replace(site, munitions=site.munitions + order.cps)
    put_site(holdings, site)
    return site


def finish_retooling(month: TurnState) -> None:
    """At the month's end factories that were changed make their new line."""
    for key, colony in sorted(month.colonies.items()):
        if colony.retooling:
            month.colonies[key] = _changed(colony)
    for key, base in sorted(month.bases.items()):
        if base.retooling:
            site = _changed(as_site(base, month.sides[base.side].designs[base.design]))
            month.bases[key] = replace(base, tooling=site.tooling, retooling={})


def _changed(site: Colony) -> Colony:
    tooling = dict(site.tooling)
    for line, amount in site.retooling.items():
        tooling[line] = tooling.get(line, 0) + amount
    return replace(site, tooling=tooling, retooling={})
