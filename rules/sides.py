"""A side as everybody may know it."""

from dataclasses import dataclass

from rules.cluster_war.state.names import SideId


@dataclass(frozen=True, slots=True)
class Flag:
    """A side as everybody may know it: name and colour on the map."""

    id: SideId
    name: str
    colour: int
