"""What each button of the desk offers: suggested orders, the advised ones first, each found again by a short key."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from cogs.common.advice import Advised
from render.canvas.safe_text import count
from rules.cluster_war.notation.lines import format_order
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order, SignedOrder
from rules.cluster_war.planning.suggestions import dealings, settling, voyages, works
from rules.cluster_war.planning.suggestions.suggestion import MOST, STARS, Suggestion
from rules.cluster_war.state.view import View

KEY_LENGTH: Final = 10
Suggesting: TypeAlias = Callable[[View, Sequence[SignedOrder]], tuple[Suggestion, ...]]


@dataclass(frozen=True, slots=True)
class Offer:
    """One list of suggested orders: its heading, what is said where it is empty, the commands for all else, and whether all that
    is advised makes sense at once."""

    title: str
    nothing: str
    more: str
    suggest: Suggesting
    together: bool = False


OFFERS: Final[Mapping[str, Offer]] = {
    "explore": Offer(
        "Where nobody of yours has been",
        "No fleet of yours waits for orders and can reach an unknown star. /fleet list shows where all are.",
        "/fleet move sends any fleet anywhere, /fleet mission lets one scout or survey where it is",
        voyages.explore,
        together=True,
    ),
    "build": Offer(
        "What idle yards and factories can build",
        "No yard, factory or training base of yours is idle, or the CPs left buy nothing there.",
        "/build units takes other numbers and names the new fleet, /build facility adds yards and industry",
        works.build,
    ),
    "research": Offer(
        "Research that waits for CPs",
        "Every project has its CPs, and nothing new is open with the CPs left.",
        "/research fund gives another sum, /research start begins anything else, /research chance shows what CPs buy",
        works.research,
    ),
    "colonies": Offer(
        "Worlds by price and room",
        "No colony of yours can grow and no world can be settled with the CPs left.",
        "/colony expand takes another sum, /colony found uses the CPs a fleet carries",
        settling.colonies,
    ),
    "treaties": Offer(
        "With the empires you are in contact with",
        "You are not in regular contact with another empire yet: send a ship to one of their worlds, or let your supply grids "
        "touch. /treaty message writes to a government all the same.",
        "/treaty data, technology and material deal in research, /treaty message writes to them",
        dealings.treaties,
    ),
}


def fleet_choices(view: View, sheet: Sequence[SignedOrder]) -> tuple[Advised, ...]:
    """The fleets that wait for orders, the first three advised; the key is the fleet's id."""
    found: list[Advised] = []
    for fleet in voyages.free_fleets(view, sheet)[:MOST]:
        doing = "no mission" if fleet.mission == "none" else f"mission {fleet.mission}"
        why = f"at {fleet.hex}, {count(len(fleet.ships), 'ship')}, {doing}"
        found.append(Advised(fleet.name, why, fleet.id, starred=len(found) < STARS and fleet.mission == "none"))
    return tuple(found)


def choices_of(found: Sequence[Suggestion], names: Names) -> tuple[Advised, ...]:
    """Suggestions as they are shown."""
    return tuple(Advised(one.label, one.reason, key_of(one.order, names), one.starred) for one in found)


def order_with(found: Sequence[Suggestion], names: Names, key: str) -> Order | None:
    """The suggested order with this key; None if it is not suggested any more."""
    return next((one.order for one in found if key_of(one.order, names) == key), None)


def key_of(order: Order, names: Names) -> str:
    """A short key of an order, the same as long as its line is."""
    return hashlib.sha256(format_order(order, names).encode()).hexdigest()[:KEY_LENGTH]
