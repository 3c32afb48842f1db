"""Facilities: yards when they hold up the fleet, labs where research is done, a second yard away from home (6.0, 6.1, 8.0)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.industry.orders.facilities import BuildFacility, facility_price
from rules.cluster_war.chapters.industry.orders.factories import MakeMunitions
from rules.cluster_war.chapters.research.projects import stations_at
from rules.cluster_war.model.holdings.capacity import FacilityKind
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using
from rules.cluster_war.turn.planning.suggestions.works import research_places

CONCERN: Final = "works"
INCOME_PER_BAY: Final = 8
"""CPs of income a turn that ask for a shipyard bay."""
MOST_BAYS: Final = 1500
MOST_LABS: Final = 45
"""Science stations in one place: more of them add nothing to what is usually spent there (CW-8.0-11)."""
STEP: Final = 20


def works(known: Known) -> Iterator[Proposal]:
    """What would be used if it were there."""
    capital = known.capital
    if capital is None:
        return
    bays = sum(c.shipyard_bays for c in known.colonies)
    wanted = min(MOST_BAYS, known.income // INCOME_PER_BAY)
    if bays + STEP <= wanted:
        site = _for_yard(known, capital)
        why = f"{bays} shipyard bays for {known.income} CPs a turn; {wanted} would be used"
        for amount in (max(STEP, (wanted - bays) // 2), STEP):
            yield from _facility(known, site, "shipyard", amount, why, 300 + (amount > STEP))
    labs = _for_labs(known)
    if labs is not None:
        have = stations_at(known.view, known.me.id, labs.hex)
        most = MOST_LABS * known.nature.research // 10
        if have + 5 <= most:
            why = f"{have} science stations at {labs.name}; each adds to the chance of what is studied there"
            yield from _facility(known, labs, "lab", min(10, most - have), why, 260)
    yield from _munitions(known, capital)


def _for_yard(known: Known, capital: Colony) -> Colony:
    """Where bays go: home, until the income is such that a second place is worth it."""
    others = [c for c in known.colonies if c.id != capital.id and c.size >= 150 and c.hex in known.main]
    second = others[0] if others and capital.shipyard_bays >= 300 else capital
    return second if not known.foes(second.hex) else capital


def _for_labs(known: Known) -> Colony | None:
    places = research_places(known.view)
    return next((c for c in known.colonies if places and c.hex == places[0]), None)


def _facility(known: Known, site: Colony, kind: FacilityKind, amount: int, why: str, weight: int) -> Iterator[Proposal]:
    cost = facility_price(kind, amount, known.settings)
    order = BuildFacility(site.id, kind, amount)
    yield Proposal(CONCERN, (order,), why, weight, "works", cost, using(f"works/{kind}"))


def _munitions(known: Known, capital: Colony) -> Iterator[Proposal]:
    """Missiles in stock for ships that fire them (CW-6.1-11)."""
    designs = known.me.designs
    launchers = sum(designs[s.design].launchers for s in known.planned.ships.values())
    made = any(isinstance(s.order, MakeMunitions) for s in known.sheet)
    if capital.munitions < 2 * launchers and not made and not capital.retooling:
        free = known.planned.free_capacity(capital, "munitions")
        cps = min(free, 4 * launchers - capital.munitions, 20)
        if cps > 0:
            why = f"{launchers} missile launchers, and munitions for {capital.munitions} CPs in stock"
            order = MakeMunitions(capital.id, cps)
            yield Proposal(CONCERN, (order,), why, 200, "works", cps, using("works/munitions"))
