"""The GM's hand on colonies (chapter 5)."""

from dataclasses import dataclass, replace
from typing import Final

from rules.cluster_war.gm.amending import Amending, Apply, amount
from rules.cluster_war.state.names import ColonyId
from rules.cluster_war.working.amendment import Amendment
from rules.errors import GameError


@dataclass(frozen=True, slots=True)
class SetColony(Amendment):
    """Set a colony's size, or remove it with size 0."""

    colony: ColonyId
    size: int


@dataclass(frozen=True, slots=True)
class HinderColony(Amendment):
    """A strike, unrest or a blockade: `percent` of a colony's output is lost each turn, and it may be cut off from the
    grid, until the GM says otherwise; 0 and False end it (CW-5.0-24)."""

    colony: ColonyId
    percent: int = 50
    blockaded: bool = False


def _colony(month: Amending, order: SetColony) -> None:
    found = month.colony(order.colony)
    if order.size:
        month.colonies[found.id] = replace(found, size=amount(order.size))
        month.tell(f"{found.name} is now size {order.size} (it was {found.size}).", found.side)
        return
    del month.colonies[found.id]
    for build in [b.id for b in month.builds.values() if b.colony == found.id]:
        del month.builds[build]
    month.tell(f"{found.name} is lost.", found.side)


def _hinder(month: Amending, order: HinderColony) -> None:
    found = month.colony(order.colony)
    if not 0 <= order.percent <= 100:
        raise GameError(f"From 0 to 100 per cent of the output can be lost, not {order.percent}.", rule="CW-5.0-24")
    month.colonies[found.id] = replace(found, hindered=order.percent, blockaded=order.blockaded)
    parts = [f"loses {order.percent} % of its output"] if order.percent else []
    parts += ["is cut off from the grid"] if order.blockaded else []
    state = " and ".join(parts) if parts else "works freely again"
    month.tell(f"{found.name} {state}.", found.side, rule="CW-5.0-24")


APPLY: Final[Apply] = {SetColony: _colony, HinderColony: _hinder}
