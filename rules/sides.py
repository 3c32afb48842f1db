"""A side as everybody may know it."""

from rules.values import Value


class Flag(Value):
    """A side as everybody may know it: name and colour on the map."""

    id: str
    name: str
    colour: int
