"""Plain words against a side's picture."""

from dataclasses import replace

from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.wording import LONGEST_TEXT
from rules.cluster_war.movement.orders.free_text import Contingency, FreeText
from rules.cluster_war.orders.previews import Note, Preview
from rules.cluster_war.race_design.attitudes import against_attitude
from rules.errors import IllegalOrderError


def plan_words(planned: PlannedState, order: FreeText | Contingency) -> Preview:
    """Plain words for the GM (CW-4.1-10, CW-4.1-11)."""
    if order.fleet:
        planned.fleet(order.fleet)
    tidy = order.text.strip()
    if not tidy or len(tidy) > LONGEST_TEXT:
        raise IllegalOrderError(
            f"Words for the game master may be 1 to {LONGEST_TEXT} characters long; this has {len(tidy)}.",
            rule="CW-4.1-10",
        )
    about = f" about {planned.fleets[order.fleet].name}" if order.fleet else ""
    against = against_attitude(planned.me.race, tidy, planned.settings)
    notes = (Note(f"{against.text} The game master decides.", against.rule),) if against else ()
    begins = "For the GM to rule on" if isinstance(order, FreeText) else "If it comes to it"
    return Preview(order=replace(order, text=tidy), text=f"{begins}{about}: {tidy}", notes=notes)
