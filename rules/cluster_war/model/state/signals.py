"""Detection and communication: what the game master has set, and news that is still on its way (chapters 12 and 13)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from rules.cluster_war.model.state.knowledge import Knowledge
from rules.cluster_war.model.state.names import FleetId, HexId, SideId, TechId
from rules.values import Value, field

CommEffect: TypeAlias = Literal["relay", "couriers", "initiative"]
"""What a communications technology does (CW-13.0-09): reports reach the grid from so many hexes further off, couriers are so many
weeks faster, a side's commanders add so much to initiative in battle."""


class Report:
    """What nobody has read yet: an event, of which this layer knows nothing more. It is kept as it is and told later."""

    __slots__ = ()


class Dispatch(Value):
    """News of a side's that is on its way home from a hex: due at the end of a week, or when one of the fleets that carry it is
    within reach itself. `found` holds what is new of what the side knows."""

    side: SideId
    hex: HexId
    sent: int
    due: int
    carriers: tuple[FleetId, ...] = ()
    reports: tuple[Report, ...] = ()
    found: Knowledge = field(default_factory=Knowledge)


class TechEffect(Value):
    """What the game master has attached to a communications technology, for all who have it (CW-13.0-09)."""

    technology: TechId
    effect: CommEffect
    amount: int


class Signals(Value):
    """`cloaks` are levels that the game master adds to cloaks, by "drive/jump", "hex/2034", "fleet/…" or "side/…", `sensors`
    levels added to LRS, by "hex/…" or "side/…" (CW-12.0-11); `delays` weeks by which news of enemy activity comes late, by side
    (CW-13.0-05); `effects` what technologies do; `mail` is news on its way; `envoys` are ambassadors who wait for
    the other's, as "from>to" (CW-13.0-08)."""

    cloaks: Mapping[str, int] = field(default_factory=dict)
    sensors: Mapping[str, int] = field(default_factory=dict)
    delays: Mapping[SideId, int] = field(default_factory=dict)
    effects: tuple[TechEffect, ...] = ()
    mail: tuple[Dispatch, ...] = ()
    envoys: tuple[str, ...] = ()
