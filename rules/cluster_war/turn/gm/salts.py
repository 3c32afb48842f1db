"""New salts for sides whose seats have changed hands: whoever held one before cannot work out their successor's dice."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.working.amending import Amending, Apply
from rules.cluster_war.model.working.amendment import Amendment
from rules.values import changed


class RenewSalts(Amendment):
    """Give sides new salts; nobody is told (docs/decisions/0003)."""

    salts: Mapping[SideId, str]


def _renew(turn: Amending, order: RenewSalts) -> None:
    for side, salt in order.salts.items():
        turn.sides[side] = changed(turn.side(side), salt=salt)


APPLY: Final[Apply] = {RenewSalts: _renew}
