"""What a standing order is: what it does, under which conditions, and until when; and a side's whole list in one turn."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.standing_orders.conditions import Condition
from rules.cluster_war.play.standing_orders.goals import Goal
from rules.values import Value, field

Does: TypeAlias = Order | Goal
MOST_STANDING: Final = 25
"""Standing orders of a side: as many as one list on Discord shows."""


class Until(Value):
    """When a standing order ends: after a turn, after so many turns in which it gave something, after so many successes. 0 is no
    end; of several ends the first counts."""

    turn: int = 0
    times: int = 0
    successes: int = 0


FOREVER: Final = Until()


class StandingOrder(Value):
    """One standing order. It gives what `does` says each turn in which all of `when` hold; `given` counts the turns in which that
    stood to the end, `succeeded` those in which it came about as well. `ended` says why it gives nothing any more."""

    number: int
    does: Does
    when: tuple[Condition, ...] = ()
    until: Until = FOREVER
    paused: bool = False
    given: int = 0
    succeeded: int = 0
    ended: str = ""


class StandingSheet(Value):
    """A side's standing orders in one opening of a turn: `laid` says which of them each order on the sheet came of, by its id,
    and `reasons` why; `waits` and `failed` what each of those says that gave nothing, by its number."""

    orders: tuple[StandingOrder, ...] = ()
    laid: Mapping[str, int] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    waits: Mapping[int, str] = field(default_factory=dict)
    failed: Mapping[int, str] = field(default_factory=dict)

    def numbered(self, number: int) -> StandingOrder | None:
        """The standing order of this number."""
        return next((one for one in self.orders if one.number == number), None)
