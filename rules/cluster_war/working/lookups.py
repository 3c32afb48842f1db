"""Finding what an order names when it is carried out, and turning a refusal into a failed order."""

import re
from types import TracebackType
from typing import Final

from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import GameError

_LAST_NUMBER: Final = re.compile(r"(\d+)$")


class attempt:  # noqa: N801 # read as a verb: `with attempt(draft, signed):`
    """Carry out one order; a GameError, raised before anything changed, makes it a failed order and no more."""

    __slots__ = ("month", "signed")

    def __init__(self, month: TurnState, signed: SignedOrder) -> None:
        self.month = month
        self.signed = signed

    def __enter__(self) -> None:
        self.month.acting = self.signed

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, _: TracebackType | None) -> bool:
        if isinstance(wrong, GameError):
            self.month.fail(self.signed, str(wrong), wrong.rule or "")
        self.month.acting = None
        return isinstance(wrong, GameError)


def id_number(name: str) -> int:
    """The number an id ends with ("humans-B12" is 12), so that B2 comes before B12; 0 if it has none."""
    found = _LAST_NUMBER.search(name)
    return int(found[1]) if found else 0
