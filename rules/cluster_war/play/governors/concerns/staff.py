"""Officers, where the campaign has them: posts for those who have none, and a few more (17.1)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.officers.orders.officers import AssignOfficer, RecruitOfficer
from rules.cluster_war.chapters.officers.recruiting import price_of
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using
from rules.cluster_war.turn.planning.suggestions.staff import post_advice

CONCERN: Final = "staff"
HULL_EACH: Final = 120
"""Hull spaces of warships that ask for an officer."""


def staff(known: Known) -> Iterator[Proposal]:
    """Free posts on the strongest fleets, and an officer more where the fleet has grown."""
    if not known.settings.flag_officers:
        return
    for found in post_advice(known.planned):
        order = found.order
        if isinstance(order, AssignOfficer):
            uses = using(f"officer/{order.officer}", f"post/{order.post}/{order.unit}")
            yield Proposal(CONCERN, (order,), f"{found.label}: {found.reason}", 150, uses=uses)
    ships = known.planned.ships.values()
    hull = sum(known.me.designs[s.design].hull for s in ships if known.me.designs[s.design].kind == "ship")
    if len(known.planned.officers) < hull // HULL_EACH:
        site = next((c for c in known.colonies if c.training), None)
        if site is not None:
            price = price_of(0, known.settings)
            why = f"{len(known.planned.officers)} officers for hull {hull}"
            order_ = RecruitOfficer(site.id, "")
            yield Proposal(CONCERN, (order_,), why, 170, "fleet", price, using("officer/new"))
