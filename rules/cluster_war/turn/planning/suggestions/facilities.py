"""What colonies could build of yards, industry, science stations and training bases, and what each is for (6.1)."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, facility_price
from rules.cluster_war.model.holdings.capacity import FACILITIES, FacilityKind
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.suggestions.meetings import Suggestion, picture, rank_suggestions

MOST_SITES: Final = 5
"""Of the largest colonies, so many are offered for each kind."""
USUAL_AMOUNTS: Final[dict[FacilityKind, int]] = {"shipyard": 20, "lab": 10, "heavy": 20, "factory": 20, "training": 25}
PURPOSES: Final[dict[FacilityKind, str]] = {
    "shipyard": "each builds one hull space of ships a month",
    "lab": "each adds 1 % to research here, up to what the CPs alone give",
    "heavy": "builds ships and bases like yards",
    "factory": "makes fighters, vehicles and munitions",
    "training": "houses and trains ground forces",
}


def facilities(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """The usual amount of each kind, in turn, at the largest colonies, those first that have some of it (CW-6.1-05)."""
    planned = picture(view, sheet)
    rows = zip_longest(*(list(_of_kind(planned, kind)) for kind in USUAL_AMOUNTS))
    return rank_suggestions(view, sheet, [one for row in rows for one in row if one is not None])


def _of_kind(planned: PlannedState, kind: FacilityKind) -> Iterator[Suggestion]:
    facility, amount = FACILITIES[kind], USUAL_AMOUNTS[kind]
    cost = facility_price(kind, amount, planned.settings)
    if cost > planned.purse:
        return
    sites = sorted(planned.colonies.values(), key=lambda c: (-getattr(c, facility.field), -c.size, c.id))
    for site in [one for one in sites if one.size][:MOST_SITES]:
        why = f"{cost} CPs, {getattr(site, facility.field)} there now; {PURPOSES[kind]}"
        yield Suggestion(BuildFacility(site.id, kind, amount), f"{amount} {facility.name} at {site.name}", why)
