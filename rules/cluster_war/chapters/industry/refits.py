"""What refits and scrapping come to: prices, work, and yards that cannot be spared (CW-6.6)."""

from functools import partial
from typing import Final

from rules.cluster_war.model.holdings.capacity import free
from rules.cluster_war.model.holdings.holdings import Holdings, skill_of
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.unit_design.pricing import without_surcharge
from rules.errors import IllegalOrderError

SCRAPPABLE: Final = "scrappable"


def refit_price(old: int, new: int) -> int:
    """CPs for one unit: the difference of the prices, whichever way (CW-6.6-01)."""
    return abs(new - old)


def refit_bays(changed: int) -> int:
    """Bays that the work on so many changed hull spaces needs: half, rounded up (CW-6.6-02)."""
    return -(-changed // 2)


def changed_hull(old: Design, new: Design) -> int:
    """Hull spaces whose component changes; the whole hull where a layout is not drawn, or nothing changes (CW-6.6-02)."""
    if not is_listed(old) or not is_listed(new) or old.id == new.id:
        return new.hull
    added = sum(max(0, n - old.layout.get(what, 0)) for what, n in new.layout.items())
    removed = sum(max(0, n - new.layout.get(what, 0)) for what, n in old.layout.items())
    return min(new.hull, max(added, removed))


def is_listed(design: Design) -> bool:
    """Whether it is known what fills the hull; where it is not, a refit works on all of it (CW-6.6-02)."""
    return bool(design.layout)


def scrap_value(design: Design, settings: Settings) -> int:
    """CPs that one unit gives: half its price, rounded down, without what a hull for scrapping cost more (CW-6.6-06)."""
    cost = without_surcharge(design.cost, settings) if SCRAPPABLE in design.traits else design.cost
    return cost // 2


def scrap_bays(design: Design) -> int:
    """Yard bays that scrapping one unit takes this turn: one for two hull; none for forces and what is made for it."""
    if SCRAPPABLE in design.traits or design.kind == "ground":
        return 0
    return -(-design.hull // (20 if design.kind == "small_craft" else 2))


def check_in_use(holdings: Holdings, before: Colony) -> None:
    """IllegalOrderError if a place has lost capacity that its running work takes: `before` is how it was (CW-6.0-03)."""
    able, site = skill_of(holdings), holdings.site(before.id)
    taken = partial(holdings.taken, site.id)
    for key in ("shipyard", "heavy", "training"):
        left = free(site, key, taken, able)
        if left < 0 and left < free(before, key, taken, able):
            raise IllegalOrderError(
                f"{site.name} is at work; what works there now must be finished first.", rule="CW-6.0-04"
            )
    busy = sum(taken(line) for line in set(before.tooling))
    if site.light_industry < min(busy, before.light_industry):
        raise IllegalOrderError(f"The factories of {site.name} are at work.", rule="CW-6.0-04")
