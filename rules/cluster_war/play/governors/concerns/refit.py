"""Refit: ships of war that lie at a yard become what the empire has drawn since, where that is worth it (6.6)."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.industry.orders.refits import RefitUnits
from rules.cluster_war.chapters.industry.refits import changed_hull, refit_bays, refit_price
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.unit_design.crews import crew_grade
from rules.cluster_war.model.unit_design.wounded import is_whole
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using

CONCERN: Final = "refit"
BETTER: Final = 30
"""Percent by which a ship must fight better after it."""
CHEAP: Final = 60
"""Percent of a new ship's price that a refit costs, at most."""


def refit(known: Known) -> Iterator[Proposal]:
    """Whole ships of war at own yards, in peace; a design a fleet at a time, as many as the yard has bays for this month."""
    if known.memory.foe or known.memory.beaten:
        return
    designs, ships = known.me.designs, known.planned.ships
    busy = {ship for made in known.planned.builds.values() for ship in made.refits}
    yards = {c.hex: c for c in reversed(known.colonies) if c.shipyard_bays}
    for fleet in known.of_role("war"):
        site = yards.get(fleet.hex)
        if site is None or known.foes(fleet.hex) or busy & set(fleet.ships):
            continue
        alike: defaultdict[str, list[str]] = defaultdict(list)
        for ship in fleet.ships:
            if is_whole(ships[ship].wounds):
                alike[ships[ship].design].append(ship)
        room = known.planned.free_capacity(site, "shipyard")
        for old, found in sorted(alike.items()):
            new = _better(known, designs[old])
            if new is None:
                continue
            count = min(len(found), room // max(1, refit_bays(changed_hull(designs[old], new))))
            if count < 1:
                continue
            cost = count * refit_price(designs[old].cost, new.cost)
            gain = known.roster.might(new) * 100 // max(1, known.roster.might(designs[old])) - 100
            why = f"{count} × {designs[old].name} of {fleet.name} fight {gain} % better as {new.name}, for {cost} CPs"
            order = RefitUnits(site.id, new.id, tuple(found[:count]))
            uses = using(f"fleet/{fleet.id}", f"refit/{site.id}")
            yield Proposal(CONCERN, (order,), why, 300 + min(200, gain), "fleet", cost, uses)


def _better(known: Known, old: Design) -> Design | None:
    """What a ship may become and should: the best that fights on the same hull with the same drive and crew, and is dearer by
    less than a new one would be."""
    roster = known.roster
    now = roster.might(old)
    found = [
        d
        for d in roster.designs
        if (d.kind, d.hull, d.ftl, crew_grade(d)) == (old.kind, old.hull, old.ftl, crew_grade(old))
        and d.drive >= old.drive
        and roster.might(d) * 100 >= now * (100 + BETTER)
        and d.cost >= old.cost
        and refit_price(old.cost, d.cost) * 100 <= d.cost * CHEAP
        and d.id in roster.able
    ]
    return max(found, key=lambda d: (roster.might(d), d.id), default=None)
