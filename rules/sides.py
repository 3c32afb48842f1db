"""A side as everybody may know it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flag:
    """A side as everybody may know it: name and colour on the map."""

    id: str
    name: str
    colour: int
