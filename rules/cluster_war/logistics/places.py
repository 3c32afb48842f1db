"""Where cargo comes from and goes to: own colonies and bases in a fleet's hex, and the word on what was moved."""

from typing import Literal

from rules.cluster_war.events.logistics import StoresMoved
from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.holdings import Base, Colony
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError, NotYoursError, quoted
from rules.events import Cause


def check_number(number: int) -> int:
    """The number; IllegalOrderError for less than 1 (CW-4.3-12)."""
    if number < 1:
        raise IllegalOrderError("Give a number of at least 1.", rule="CW-4.3-12")
    return number


def own_place(holdings: Holdings, fleet: Fleet, place: str) -> Colony | Base:
    """An own colony or base in the fleet's hex (CW-4.3-10)."""
    found: Colony | Base | None = holdings.colonies.get(place) or holdings.bases.get(place)
    if found is None or found.side != holdings.owner.id:
        raise NotYoursError(f"You have no colony or base {quoted(place)}.")
    if found.hex != fleet.hex:
        raise IllegalOrderError(f"{fleet.name} is at {fleet.hex}, not at {found.name}.", rule="CW-4.3-10")
    return found


def put_place(holdings: Holdings, place: Colony | Base) -> None:
    """Store a changed colony or base."""
    if isinstance(place, Colony):
        holdings.colonies[place.id] = place
    else:
        holdings.bases[place.id] = place


def place_name(holdings: Holdings, place: str) -> str:
    """What an own colony or base is called; "" for none."""
    found: Colony | Base | None = holdings.colonies.get(place) or holdings.bases.get(place)
    return found.name if found else ""


def say_moved(
    month: TurnState,
    signed: SignedOrder,
    fleet: Fleet,
    what: Literal["supplies", "munitions"],
    way: Literal["loaded", "unloaded", "handed over"],
    amount: int,
    place: str,
    rule: str,
) -> None:
    """Tell a side of its supplies or munitions that were moved."""
    cause = Cause(rule, signed.id)
    month.say(StoresMoved(signed.side, fleet.id, what, way, amount, fleet.hex, place, cause, (signed.side,)))
